//! A file of a game: on a disk, in memory, in an archive, or as a part of a container; the paths of
//! such files, and the limits of searches in folders.
//!
//! Files of a disk must be regular files with a limited size. A device may return an endless stream
//! of bytes, and reading from a pipe may block.

use std::borrow::Cow;
use std::ffi::OsStr;
#[cfg(feature = "archives")]
use std::fmt::Debug;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::parts::PartialFile;
use crate::error::{Error, Result};
use crate::reader::to_usize;

/// The first bytes of a file's header in an archive. An archive begins with such a header, so these
/// are also its first bytes (I38).
pub(super) const ARCHIVE: &[u8; 4] = b"PK\x03\x04";

/// Number of bytes that are copied at once.
const CHUNK: u64 = 1 << 20;

/// A file that can be opened: a whole file, or a part of another file.
#[derive(Clone, Debug)]
pub(super) struct StoredFile {
    /// The name in lower case.
    pub name: String,
    /// The path.
    pub path: PathBuf,
    held: Held,
    /// Start and length in the file that contains this part.
    part: Option<(u64, u64)>,
    /// The container around the file, if the table of known files identifies the game by the
    /// container instead of the index (I23).
    pub around: Option<Arc<Self>>,
}

/// The storage of a file's bytes.
#[derive(Clone, Debug)]
enum Held {
    Disk(PathBuf),
    Memory(Arc<Cow<'static, [u8]>>),
    Partial(Arc<PartialFile>),
    #[cfg(feature = "archives")]
    Other(Arc<dyn Holder>),
}

/// Another storage of a file, such as an archive.
#[cfg(feature = "archives")]
pub(super) trait Holder: Debug + Send + Sync {
    /// Opens the file.
    fn open(self: Arc<Self>) -> io::Result<OpenFile>;

    /// Returns the file's length in bytes.
    fn len(&self) -> u64;

    /// Fills `into` with the file's bytes from `offset` on.
    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<()>;

    /// Writes the file's bytes to `out`, a piece at a time.
    fn copy_to(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Drops unpacked bytes that are held for the next call of [`Self::read_at`].
    fn release(&self);
}

impl StoredFile {
    fn new(path: PathBuf, held: Held) -> Self {
        Self {
            name: file_name(&path),
            path,
            held,
            part: None,
            around: None,
        }
    }

    /// Creates a file on a disk.
    pub fn on_disk(path: PathBuf) -> Self {
        Self::new(path.clone(), Held::Disk(path))
    }

    /// Creates a file in memory. `path` is its path in errors, and the last part its name.
    pub fn in_memory(path: PathBuf, bytes: Cow<'static, [u8]>) -> Self {
        Self::new(path, Held::Memory(Arc::new(bytes)))
    }

    /// Creates a file of which only some parts are in memory.
    pub fn partial(file: Arc<PartialFile>) -> Self {
        Self::new(PathBuf::from(&file.name), Held::Partial(file))
    }

    /// Creates a file with another storage, such as an archive.
    #[cfg(feature = "archives")]
    pub fn held_by(path: PathBuf, holder: impl Holder + 'static) -> Self {
        Self::new(path, Held::Other(Arc::new(holder)))
    }

    /// Creates a file inside a container, as if the container were a folder (I33, I34, I37).
    pub fn part(container: &Arc<Self>, name: &str, start: u64, len: u64) -> Self {
        let own = container.part.map_or(0, |(start, _)| start);
        Self {
            part: Some((own.saturating_add(start), len)),
            around: Some(container.clone()),
            ..Self::new(container.path.join(name), container.held.clone())
        }
    }

    /// Removes the container around the file, because it identifies another game.
    #[must_use]
    pub fn alone(self) -> Self {
        Self {
            around: None,
            ..self
        }
    }

    /// Returns whether this is a separate file on a disk, which can be replaced.
    pub fn is_loose(&self) -> bool {
        matches!(self.held, Held::Disk(_)) && self.part.is_none()
    }

    /// Drops unpacked bytes that are kept for the next read of the file.
    pub fn release(&self) {
        #[cfg(feature = "archives")]
        if let Held::Other(holder) = &self.held {
            holder.release();
        }
    }

    /// Opens the file.
    pub fn open(&self) -> io::Result<OpenFile> {
        let whole = match &self.held {
            Held::Disk(path) => {
                let file = open(path)?;
                let len = file.metadata()?.len();
                OpenFile {
                    bytes: Bytes::Disk(file),
                    start: 0,
                    len,
                }
            }
            Held::Memory(bytes) => OpenFile {
                len: bytes.len() as u64,
                bytes: Bytes::Memory(bytes.clone()),
                start: 0,
            },
            Held::Partial(file) => OpenFile {
                len: file.len,
                bytes: Bytes::Partial(file.clone()),
                start: 0,
            },
            #[cfg(feature = "archives")]
            Held::Other(holder) => holder.clone().open()?,
        };
        // The container may have become shorter since its table was read.
        let Some((start, len)) = self.part else {
            return Ok(whole);
        };
        Ok(whole.within(start, len))
    }

    /// Reads all bytes of a file of at most `limit` bytes.
    pub fn bytes(&self, limit: u64) -> io::Result<Vec<u8>> {
        let mut file = self.open()?;
        check_size(file.len, limit)?;
        let mut bytes = vec![0; to_usize(file.len)];
        file.read_at(0, &mut bytes)?;
        Ok(bytes)
    }
}

/// An open file.
#[derive(Debug)]
pub(super) struct OpenFile {
    bytes: Bytes,
    start: u64,
    /// The length in bytes.
    pub len: u64,
}

#[derive(Debug)]
enum Bytes {
    Disk(File),
    Memory(Arc<Cow<'static, [u8]>>),
    Partial(Arc<PartialFile>),
    #[cfg(feature = "archives")]
    Other(Arc<dyn Holder>),
}

impl OpenFile {
    /// Creates an open file that its holder reads.
    #[cfg(feature = "archives")]
    pub fn read_by(holder: Arc<dyn Holder>) -> Self {
        Self {
            start: 0,
            len: holder.len(),
            bytes: Bytes::Other(holder),
        }
    }

    /// Returns a part of the file, clipped to its end.
    #[must_use]
    pub fn within(self, start: u64, len: u64) -> Self {
        let len = len.min(self.len.saturating_sub(start));
        Self {
            start: self.start.saturating_add(start),
            len,
            ..self
        }
    }

    /// Fills `into` with the bytes from `offset` on.
    pub fn read_at(&mut self, offset: u64, into: &mut [u8]) -> io::Result<()> {
        let offset = self.start.saturating_add(offset);
        match &mut self.bytes {
            Bytes::Disk(file) => {
                file.seek(SeekFrom::Start(offset))?;
                file.read_exact(into)
            }
            Bytes::Memory(bytes) => copy(bytes, offset, into),
            Bytes::Partial(file) => file.read_at(offset, into),
            #[cfg(feature = "archives")]
            Bytes::Other(holder) => holder.read_at(offset, into),
        }
    }

    /// Writes all bytes to `out`, a piece at a time.
    pub fn copy_to(&mut self, out: &mut dyn Write) -> io::Result<()> {
        #[cfg(feature = "archives")]
        if let Bytes::Other(holder) = &self.bytes {
            // Only a whole file is copied by its holder. A part is copied from the unpacked bytes
            // of the whole file, which all parts share.
            if self.start == 0 && self.len == holder.len() {
                return holder.copy_to(out);
            }
        }
        let mut at = 0;
        while at < self.len {
            let size = self.len.saturating_sub(at).min(CHUNK);
            let mut bytes = vec![0; to_usize(size)];
            self.read_at(at, &mut bytes)?;
            out.write_all(&bytes)?;
            at = at.saturating_add(size);
        }
        Ok(())
    }
}

/// Reading moves the start of the open file to the first unread byte.
#[cfg(feature = "archives")]
impl Read for OpenFile {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.len.min(into.len() as u64);
        let Some(into) = into
            .get_mut(..to_usize(count))
            .filter(|into| !into.is_empty())
        else {
            return Ok(0);
        };
        self.read_at(0, into)?;
        self.start = self.start.saturating_add(count);
        self.len = self.len.saturating_sub(count);
        Ok(into.len())
    }
}

/// Fills `into` with the bytes from `offset` on.
pub(super) fn copy(bytes: &[u8], offset: u64, into: &mut [u8]) -> io::Result<()> {
    let mut from = bytes
        .get(to_usize(offset)..)
        .ok_or(io::ErrorKind::UnexpectedEof)?;
    from.read_exact(into)
}

// Files of a disk.

/// Opens a regular file of at most `limit` bytes.
///
/// # Errors
/// Returns [`Error::Io`] if the file does not exist, is larger than `limit`, is a device, a pipe, a
/// socket or a folder, or cannot be opened.
pub fn open_file(path: &Path, limit: u64) -> Result<File> {
    let opened = || {
        let file = open(path)?;
        check_size(file.metadata()?.len(), limit)?;
        Ok(file)
    };
    opened().map_err(|source| Error::io(path, source))
}

/// Checks that a file is not larger than `limit`.
fn check_size(size: u64, limit: u64) -> io::Result<()> {
    if size > limit {
        return Err(io::Error::other(format!(
            "expected {limit} bytes at most, found {size}"
        )));
    }
    Ok(())
}

/// Reads a regular file of at most `limit` bytes.
///
/// # Errors
/// Returns the errors of [`open_file`], or [`Error::Io`] if the file cannot be read.
pub fn read_file(path: &Path, limit: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // The file may grow while it is read.
    let read = open_file(path, limit)?.take(limit).read_to_end(&mut bytes);
    read.map(|_| bytes)
        .map_err(|source| Error::io(path, source))
}

/// Opens a regular file. Other kinds of file are not opened, because opening a pipe blocks until
/// its other end is open.
fn open(path: &Path) -> io::Result<File> {
    match std::fs::metadata(path)? {
        found if found.is_file() => File::open(path),
        found => {
            let what = if found.is_dir() {
                "a folder"
            } else {
                "a device, a pipe or a socket"
            };
            Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                format!("expected a regular file, found {what}"),
            ))
        }
    }
}

// Paths, and limits of searches.

/// The number of levels below the given folder that are searched (I1).
pub(super) const DEPTH: usize = 3;

/// The most files and folders of one search: entries of folders, and the files inside archives and
/// containers. A game has a few hundred files.
pub(super) const MOST_ENTRIES: usize = 20_000;

/// The separators of the parts of a path on any system: Unix, Windows and the old Macintosh.
pub(super) const SEPARATORS: [char; 3] = ['/', '\\', ':'];

/// A counter for [`MOST_ENTRIES`] that all folders, archives and containers of one search share.
#[derive(Debug)]
pub(super) struct Entries {
    left: usize,
    is_exceeded: bool,
}

impl Entries {
    /// Creates a counter for one search.
    pub fn new() -> Self {
        Self {
            left: MOST_ENTRIES,
            is_exceeded: false,
        }
    }

    /// Counts an entry. Returns whether the limit allows it.
    pub fn take(&mut self) -> bool {
        let Some(left) = self.left.checked_sub(1) else {
            self.is_exceeded = true;
            return false;
        };
        self.left = left;
        true
    }

    /// Returns whether there were more entries than the limit allows.
    pub fn is_exceeded(&self) -> bool {
        self.is_exceeded
    }
}

/// Returns the folder of a file. A bare name is in the current folder.
pub fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// Returns a path's last part in lower case.
pub(super) fn file_name(path: &Path) -> String {
    path.file_name()
        .map(OsStr::to_string_lossy)
        .unwrap_or_default()
        .to_lowercase()
}

/// Returns whether a part of a path names a file or a folder on any system: it is neither empty nor
/// `.` or `..`, and contains no separator.
pub(super) fn is_plain(part: &str) -> bool {
    !matches!(part, "" | "." | "..") && !part.contains(SEPARATORS)
}

/// Returns whether a relative path stays below the folder to which it is joined, on any system.
pub(super) fn stays_below(path: &Path) -> bool {
    path.components().all(|component| match component {
        Component::Normal(part) => !part.to_string_lossy().contains(SEPARATORS),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_of_a_bounded_size_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        std::fs::write(&path, b"12345").unwrap();
        assert_eq!(read_file(&path, 5).unwrap(), b"12345");
        let message = |path: &Path| read_file(path, 4).unwrap_err().to_string();
        assert!(
            message(&path).ends_with("x: expected 4 bytes at most, found 5"),
            "{}",
            message(&path)
        );
        assert!(message(folder.path()).ends_with("expected a regular file, found a folder"));
        assert!(message(&folder.path().join("none")).contains("none: "));
        #[cfg(unix)]
        assert!(message(Path::new("/dev/zero")).ends_with("found a device, a pipe or a socket"));
    }

    #[test]
    fn a_path_that_any_system_leads_upwards_does_not_stay_below() {
        for path in ["../x", "/x", "x/../y", "a\\..\\x", "C:x"] {
            assert!(!stays_below(Path::new(path)), "{path}");
        }
        assert!(stays_below(Path::new("maniac/00.lfl")));
    }
}

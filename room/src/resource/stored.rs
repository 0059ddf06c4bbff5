//! A file of a game: on a disk, in memory, in an archive, or as a part of a container.

use std::borrow::Cow;
#[cfg(feature = "archives")]
use std::fmt::Debug;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::Arc;

use super::disk;
use super::path::file_name;
use crate::reader::to_usize;

/// The first bytes of a file's header in an archive, and so of the archive (I38).
pub(super) const ARCHIVE: &[u8; 4] = b"PK\x03\x04";

/// Number of bytes that are copied at once.
const CHUNK: u64 = 1 << 20;

/// A file that can be opened: a whole file, or a part of another one.
#[derive(Clone, Debug)]
pub(super) struct StoredFile {
    /// The name in lower case.
    pub name: String,
    /// The path.
    pub path: PathBuf,
    held: Held,
    /// Start and length in the file that contains this part.
    part: Option<(u64, u64)>,
    /// The container around the file, if it identifies the game: the table of known files contains
    /// the container and not the index (I23).
    pub around: Option<Arc<Self>>,
}

/// The storage of a file's bytes.
#[derive(Clone, Debug)]
enum Held {
    Disk(PathBuf),
    Memory(Arc<Cow<'static, [u8]>>),
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
                let file = disk::open(path)?;
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
            #[cfg(feature = "archives")]
            Held::Other(holder) => holder.clone().open()?,
        };
        // The container may have become shorter since its table was read.
        let Some((start, len)) = self.part else {
            return Ok(whole);
        };
        Ok(whole.within(start, len))
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
            #[cfg(feature = "archives")]
            Bytes::Other(holder) => holder.read_at(offset, into),
        }
    }

    /// Writes all bytes to `out`, a piece at a time.
    pub fn copy_to(&mut self, out: &mut dyn Write) -> io::Result<()> {
        #[cfg(feature = "archives")]
        if let Bytes::Other(holder) = &self.bytes {
            // A part is copied from the unpacked whole, which all parts share.
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

/// Reading advances the start of the file to the first unread byte.
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

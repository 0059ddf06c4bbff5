//! A file of a game: on a disk, in memory, or a part of a container.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::disk;
use super::path::file_name;

/// A file that can be opened: a whole one, or a part of a container.
#[derive(Clone, Debug)]
pub(super) struct StoredFile {
    name: String,
    path: PathBuf,
    held: Held,
    /// Where it begins in the container, and its length.
    part: Option<(u64, u64)>,
}

/// What holds a file's bytes.
#[derive(Clone, Debug)]
enum Held {
    Disk(PathBuf),
    Memory(Arc<Cow<'static, [u8]>>),
}

impl StoredFile {
    /// A file on a disk.
    pub fn on_disk(path: PathBuf) -> Self {
        Self { name: file_name(&path), path: path.clone(), held: Held::Disk(path), part: None }
    }

    /// A file in memory; `path` is what errors call it, and its last part its name.
    pub fn in_memory(path: PathBuf, bytes: Cow<'static, [u8]>) -> Self {
        Self { name: file_name(&path), path, held: Held::Memory(Arc::new(bytes)), part: None }
    }

    /// A file that lies inside this one, as if this were a folder (I33, I34).
    pub fn part(&self, name: &str, start: u64, len: u64) -> Self {
        let path = self.path.join(name);
        Self { name: file_name(&path), path, held: self.held.clone(), part: Some((start, len)) }
    }

    /// Whether it lies inside another file.
    pub fn is_part(&self) -> bool {
        self.part.is_some()
    }

    /// The file that it lies inside of, or itself.
    pub fn around(&self) -> Self {
        let path = self.path.parent().filter(|_| self.is_part()).unwrap_or(&self.path).to_path_buf();
        Self { name: file_name(&path), path, held: self.held.clone(), part: None }
    }

    /// Its name in lower case.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Opens it.
    pub fn open(&self) -> io::Result<OpenFile> {
        let (bytes, whole) = match &self.held {
            Held::Disk(path) => {
                let file = disk::open(path)?;
                let len = file.metadata()?.len();
                (Bytes::Disk(file), len)
            }
            Held::Memory(bytes) => (Bytes::Memory(bytes.clone()), bytes.len() as u64),
        };
        // The container may have become shorter since its table was read.
        let (start, len) = self.part.unwrap_or((0, whole));
        Ok(OpenFile { bytes, start, len: len.min(whole.saturating_sub(start)) })
    }
}

/// An open file.
#[derive(Debug)]
pub(super) struct OpenFile {
    bytes: Bytes,
    start: u64,
    /// Its length in bytes.
    pub len: u64,
}

#[derive(Debug)]
enum Bytes {
    Disk(File),
    Memory(Arc<Cow<'static, [u8]>>),
}

impl OpenFile {
    /// Fills `into` from `offset` on.
    pub fn read_at(&mut self, offset: u64, into: &mut [u8]) -> io::Result<()> {
        let offset = self.start.saturating_add(offset);
        match &mut self.bytes {
            Bytes::Disk(file) => {
                file.seek(SeekFrom::Start(offset))?;
                file.read_exact(into)
            }
            Bytes::Memory(bytes) => {
                let from = usize::try_from(offset).ok().and_then(|offset| bytes.get(offset..));
                let mut from = from.ok_or(io::ErrorKind::UnexpectedEof)?;
                from.read_exact(into)
            }
        }
    }
}

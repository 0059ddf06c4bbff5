//! A file of a game: on a disk, or in memory.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::path::file_name;

/// A file that can be opened.
#[derive(Clone, Debug)]
pub(super) struct StoredFile {
    name: String,
    path: PathBuf,
    bytes: Option<Arc<Cow<'static, [u8]>>>,
}

impl StoredFile {
    /// A file on a disk.
    pub fn on_disk(path: PathBuf) -> Self {
        Self { name: file_name(&path), path, bytes: None }
    }

    /// A file in memory; `path` is what errors call it, and its last part its name.
    pub fn in_memory(path: PathBuf, bytes: Cow<'static, [u8]>) -> Self {
        Self { name: file_name(&path), path, bytes: Some(Arc::new(bytes)) }
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
    pub fn open(&self) -> io::Result<Content> {
        Ok(match &self.bytes {
            Some(bytes) => Content::Memory(bytes.clone()),
            None => Content::Disk(File::open(&self.path)?),
        })
    }
}

/// What an open file holds.
#[derive(Debug)]
pub(super) enum Content {
    Disk(File),
    Memory(Arc<Cow<'static, [u8]>>),
}

impl Content {
    /// Its length in bytes.
    pub fn len(&self) -> io::Result<u64> {
        match self {
            Self::Disk(file) => Ok(file.metadata()?.len()),
            Self::Memory(bytes) => Ok(bytes.len() as u64),
        }
    }

    /// Fills `into` from `offset` on.
    pub fn read_at(&mut self, offset: u64, into: &mut [u8]) -> io::Result<()> {
        match self {
            Self::Disk(file) => {
                file.seek(SeekFrom::Start(offset))?;
                file.read_exact(into)
            }
            Self::Memory(bytes) => {
                let from = usize::try_from(offset).ok().and_then(|offset| bytes.get(offset..));
                let mut from = from.ok_or(io::ErrorKind::UnexpectedEof)?;
                from.read_exact(into)
            }
        }
    }
}

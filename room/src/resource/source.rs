//! An open data file: reading at positions, decryption, and errors that name the place.

use std::fmt::Display;
#[cfg(feature = "edit")]
use std::io::{self, Write};
#[cfg(feature = "edit")]
use std::ops::Range;
use std::path::PathBuf;

use super::stored::{OpenFile, StoredFile};
use super::xor::Xor;
use crate::error::{Error, Result};
use crate::place::{BlockPath, Tag};
use crate::reader::{Reader, to_usize};

/// The position of a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The data file.
    pub file: PathBuf,
    /// Byte offset of the resource's header in the file.
    pub offset: u64,
    /// The size including the header.
    pub size: u32,
    /// The tag; zeros if the header has no tag (v1, v2, v3 EGA).
    pub tag: Tag,
}

/// A decrypted resource: header and data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawResource {
    /// The block with its header (C1, F5).
    pub data: Vec<u8>,
    /// The file of the resource; empty for a resource that was made in memory.
    pub file: PathBuf,
    /// The position in the file.
    pub offset: u64,
}

impl RawResource {
    /// Creates a resource in memory.
    #[must_use]
    pub fn from_bytes(data: Vec<u8>) -> Self {
        Self {
            data,
            file: PathBuf::new(),
            offset: 0,
        }
    }

    /// Adds the file and the offset in it to an error whose offset counts from the block's start.
    pub fn place_error(&self, error: Error) -> Error {
        if self.file.as_os_str().is_empty() {
            error
        } else {
            error.in_file_from(self.file.display(), self.offset)
        }
    }
}

/// An open file with its encryption.
#[derive(Debug)]
pub(super) struct Source {
    /// The path.
    pub path: PathBuf,
    content: OpenFile,
    /// The encryption.
    pub xor: Xor,
    /// The blocks around the next read, for errors.
    pub around: BlockPath,
}

/// Number of bytes by which an encryption is recognised.
pub(super) const HEAD: usize = 8;

/// Number of bytes that are copied at once.
#[cfg(feature = "edit")]
const CHUNK: u64 = 256 << 10;

/// Formats bytes for the "found" part of an error.
pub(super) fn show_bytes(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "an empty file".to_owned();
    }
    let shown: Vec<String> = bytes.iter().map(|b| format!("{b:02x}")).collect();
    format!("bytes {}", shown.join(" "))
}

impl Source {
    /// Opens a file and finds its key: the first of `keys` with which `known` accepts the first
    /// bytes (F1).
    ///
    /// # Errors
    /// Returns [`Error::Io`] if the file cannot be read, or [`Error::Malformed`] with the text
    /// `expected` if no key fits.
    pub fn open(
        file: &StoredFile,
        keys: &[Xor],
        expected: &str,
        known: impl Fn(&[u8; HEAD]) -> bool,
    ) -> Result<Self> {
        let mut source = Self::open_plain(file)?;
        let head = source.head()?;
        if let Some(whole) = head.first_chunk() {
            if let Some(xor) = keys.iter().find(|xor| known(&xor.applied(*whole))) {
                source.xor = *xor;
                return Ok(source);
            }
        }
        let keys: Vec<String> = keys.iter().map(Xor::to_string).collect();
        let expected = format!("{expected} under {}", keys.join(", "));
        Err(source.malformed(0, expected, show_bytes(&head)))
    }

    /// Opens a file as not encrypted, without examining it.
    ///
    /// # Errors
    /// Returns [`Error::Io`] if the file cannot be opened.
    pub fn open_plain(file: &StoredFile) -> Result<Self> {
        let content = file.open().map_err(|e| Error::io(&file.path, e))?;
        Ok(Self {
            path: file.path.clone(),
            content,
            xor: Xor::NONE,
            around: BlockPath::default(),
        })
    }

    /// Returns the first bytes, at most [`HEAD`].
    ///
    /// # Errors
    /// Returns [`Error::Io`] if the file cannot be read.
    pub fn head(&mut self) -> Result<Vec<u8>> {
        let stored = to_usize(self.len()).min(HEAD);
        self.read(0, stored, "the first bytes")
    }

    /// Returns the length in bytes.
    pub fn len(&self) -> u64 {
        self.content.len
    }

    /// Reads `size` bytes at `offset`. `what` names the bytes in errors. If the file is too short,
    /// no memory is allocated.
    ///
    /// # Errors
    /// Returns [`Error::Io`] if the file cannot be read, or [`Error::Malformed`] if it ends before
    /// the last byte.
    pub fn read(&mut self, offset: u64, size: usize, what: &str) -> Result<Vec<u8>> {
        let left = self.len().saturating_sub(offset);
        if offset > self.len() || u64::try_from(size).is_ok_and(|size| size > left) {
            let end = format!("the end of the file of {} bytes", self.len());
            let found = if left == 0 {
                end
            } else {
                format!("only {left} before {end}")
            };
            return Err(self.malformed(offset, format_args!("{what} ({size} bytes)"), found));
        }
        let mut bytes = vec![0; size];
        self.content
            .read_at(offset, &mut bytes)
            .map_err(|e| Error::io(&self.path, e))?;
        self.xor.apply(&mut bytes);
        Ok(bytes)
    }

    /// Reads the whole file; `what` names it in errors.
    ///
    /// # Errors
    /// Returns [`Error::Io`] if the file cannot be read.
    pub fn whole(&mut self, what: &str) -> Result<Vec<u8>> {
        self.read(0, to_usize(self.len()), what)
    }

    /// Writes a range of the file to `out` as stored, without decryption.
    ///
    /// # Errors
    /// Returns the error of `out`, or an error that names this file.
    #[cfg(feature = "edit")]
    pub fn copy(&mut self, range: Range<u64>, out: &mut dyn Write) -> io::Result<()> {
        let left = range.end.saturating_sub(range.start);
        let mut buffer = vec![0; to_usize(left.min(CHUNK))];
        let mut at = range.start;
        while at < range.end {
            let left = range.end.saturating_sub(at);
            let size = to_usize(left).min(buffer.len());
            let part = buffer.get_mut(..size).unwrap_or_default();
            self.content
                .read_at(at, part)
                .map_err(|error| io::Error::other(Error::io(&self.path, error)))?;
            out.write_all(part)?;
            at = at.saturating_add(size as u64);
        }
        Ok(())
    }

    /// Creates an [`Error::Malformed`] at an offset of this file.
    pub fn malformed(&self, offset: u64, expected: impl Display, found: impl Display) -> Error {
        Reader::new(&[])
            .with_base(offset)
            .within(self.around)
            .malformed(expected, found)
            .in_file(self.path.display())
    }

    /// Creates an [`Error::Limit`] at an offset of this file.
    pub fn over_limit(&self, offset: u64, what: &'static str, found: u64, limit: u64) -> Error {
        Reader::new(&[])
            .with_base(offset)
            .over_limit(what, found, limit)
            .in_file(self.path.display())
    }
}

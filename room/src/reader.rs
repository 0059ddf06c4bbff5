//! The cursor over bytes.
//!
//! Every parser reads through a [`Reader`]; no other code indexes raw data. A reader knows the
//! offset of its bytes in the file and the enclosing blocks, so every error names its place.

use std::fmt::Display;

use crate::error::{Error, Result};
use crate::place::{BlockPath, DataPlace, Tag};

/// A bounded cursor over a slice, with its place in the file for errors.
///
/// ```
/// # use scumm_room::Reader;
/// let mut r = Reader::new(&[0x34, 0x12, 0xff]);
/// assert_eq!(r.u16_le("width").unwrap(), 0x1234);
/// assert_eq!(r.u8("mask").unwrap(), 0xff);
/// assert_eq!(r.u8("flags").unwrap_err().to_string(),
///     "at byte 3 (0x3): expected flags (1 byte), found the end of the data");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    data: &'a [u8],
    pos: usize,
    base: u64,
    path: BlockPath,
}

impl<'a> Reader<'a> {
    /// Creates a reader over a whole file or resource.
    #[must_use]
    #[inline]
    pub fn new(data: &'a [u8]) -> Self {
        Self {
            data,
            pos: 0,
            base: 0,
            path: BlockPath::default(),
        }
    }

    /// Sets the offset in the file of the reader's first byte.
    #[must_use]
    pub fn with_base(mut self, base: u64) -> Self {
        self.base = base;
        self
    }

    /// Sets the enclosing blocks.
    pub(crate) fn within(mut self, path: BlockPath) -> Self {
        self.path = path;
        self
    }

    /// Adds an enclosing block.
    #[must_use]
    pub fn inside(mut self, tag: Tag) -> Self {
        self.path = self.path.child(tag);
        self
    }

    /// Returns the number of all bytes, read or not.
    #[must_use]
    pub fn len(&self) -> usize {
        self.data.len()
    }

    /// Returns whether there are no bytes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// Returns the number of bytes read so far, counted from the reader's own start.
    #[must_use]
    pub fn position(&self) -> usize {
        self.pos
    }

    /// Returns the number of remaining bytes.
    #[must_use]
    pub fn remaining(&self) -> usize {
        self.data.len().saturating_sub(self.pos)
    }

    /// Returns the position as a byte offset in the file.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.base.saturating_add(self.pos as u64)
    }

    /// Returns the position of this reader, counted from the start of `whole`. `whole` must be a
    /// reader over a part of the same file that contains the part of this reader.
    pub(crate) fn position_in(&self, whole: Reader<'_>) -> usize {
        to_usize(self.offset().saturating_sub(whole.base))
    }

    /// Returns the enclosing blocks.
    pub(crate) fn path(&self) -> BlockPath {
        self.path
    }

    /// Returns the remaining bytes without reading them.
    #[must_use]
    pub fn rest(&self) -> &'a [u8] {
        self.data.get(self.pos..).unwrap_or_default()
    }

    /// Returns all bytes, read or not.
    #[must_use]
    pub fn all(&self) -> &'a [u8] {
        self.data
    }

    /// Returns the `N` bytes at `pos`, counted from the reader's own start; `None` if they are not
    /// inside the data. Tables and streams are read with this method during play, because such a
    /// read needs no error with a place in the file.
    #[must_use]
    #[inline]
    pub fn peek<const N: usize>(&self, pos: usize) -> Option<[u8; N]> {
        self.data.get(pos..)?.first_chunk().copied()
    }

    /// Returns the `len` bytes at `pos`; see [`Reader::peek`].
    #[must_use]
    #[inline]
    pub fn peek_bytes(&self, pos: usize, len: usize) -> Option<&'a [u8]> {
        self.data.get(pos..pos.checked_add(len)?)
    }

    /// Moves to `pos`, counted from the reader's own start. The end of the data is a valid
    /// position.
    ///
    /// # Errors
    /// Returns [`Error::Malformed`] if `pos` is beyond the end.
    pub fn seek(&mut self, pos: usize, what: impl Display) -> Result<()> {
        if pos > self.data.len() {
            let expected = format!("{what} inside the {} bytes of data", self.data.len());
            return Err(self.malformed(expected, format_args!("offset {pos}")));
        }
        self.pos = pos;
        Ok(())
    }

    /// Returns a reader over all bytes from `pos` on, counted from this reader's own start.
    ///
    /// # Errors
    /// Returns [`Error::Malformed`] if `pos` is beyond the end.
    pub fn at(&self, pos: usize, what: impl Display) -> Result<Self> {
        let mut sub = *self;
        sub.seek(pos, what)?;
        sub.data = sub.rest();
        sub.base = sub.offset();
        sub.pos = 0;
        Ok(sub)
    }

    /// Reads the little-endian 16-bit offset at `pos`, and returns a reader over all bytes from
    /// that offset on. Both count from this reader's own start.
    pub(crate) fn follow(&self, pos: usize, what: &str) -> Result<Self> {
        let offset = self.at(pos, what)?.u16_le(what)?;
        self.at(usize::from(offset), what)
    }

    /// Returns a reader over the next `len` bytes, and skips them.
    ///
    /// # Errors
    /// Returns [`Error::Malformed`] if fewer bytes remain.
    pub fn sub(&mut self, len: usize, what: impl Display) -> Result<Self> {
        let mut sub = *self;
        sub.base = self.offset();
        sub.pos = 0;
        sub.data = self.bytes(len, what)?;
        Ok(sub)
    }

    /// Reads `len` bytes.
    ///
    /// # Errors
    /// Returns [`Error::Malformed`] if fewer bytes remain.
    pub fn bytes(&mut self, len: usize, what: impl Display) -> Result<&'a [u8]> {
        let bytes = self
            .peek_bytes(self.pos, len)
            .ok_or_else(|| self.ended(what, len))?;
        self.pos = self.pos.saturating_add(len);
        Ok(bytes)
    }

    /// Skips `len` bytes.
    ///
    /// # Errors
    /// Returns [`Error::Malformed`] if fewer bytes remain.
    pub fn skip(&mut self, len: usize, what: impl Display) -> Result<()> {
        self.bytes(len, what).map(drop)
    }

    /// Reads `N` bytes.
    ///
    /// # Errors
    /// Returns [`Error::Malformed`] if fewer bytes remain.
    pub fn array<const N: usize>(&mut self, what: impl Display) -> Result<[u8; N]> {
        let bytes = self.peek(self.pos).ok_or_else(|| self.ended(what, N))?;
        self.pos = self.pos.saturating_add(N);
        Ok(bytes)
    }

    /// Reads a `u8`; `what` names the field in an error.
    ///
    /// # Errors
    /// Returns [`Error::Malformed`] if the data ends before the number does.
    pub fn u8(&mut self, what: impl Display) -> Result<u8> {
        Ok(u8::from_le_bytes(self.array(what)?))
    }

    /// Reads an `i8`; `what` names the field in an error.
    ///
    /// # Errors
    /// Returns [`Error::Malformed`] if the data ends before the number does.
    pub fn i8(&mut self, what: impl Display) -> Result<i8> {
        Ok(i8::from_le_bytes(self.array(what)?))
    }

    /// Reads a `u16`, low byte first; `what` names the field in an error.
    ///
    /// # Errors
    /// Returns [`Error::Malformed`] if the data ends before the number does.
    pub fn u16_le(&mut self, what: impl Display) -> Result<u16> {
        Ok(u16::from_le_bytes(self.array(what)?))
    }

    /// Reads an `i16`, low byte first; `what` names the field in an error.
    ///
    /// # Errors
    /// Returns [`Error::Malformed`] if the data ends before the number does.
    pub fn i16_le(&mut self, what: impl Display) -> Result<i16> {
        Ok(i16::from_le_bytes(self.array(what)?))
    }

    /// Reads a `u32`, low byte first; `what` names the field in an error.
    ///
    /// # Errors
    /// Returns [`Error::Malformed`] if the data ends before the number does.
    pub fn u32_le(&mut self, what: impl Display) -> Result<u32> {
        Ok(u32::from_le_bytes(self.array(what)?))
    }

    /// Reads an `i32`, low byte first; `what` names the field in an error.
    ///
    /// # Errors
    /// Returns [`Error::Malformed`] if the data ends before the number does.
    pub fn i32_le(&mut self, what: impl Display) -> Result<i32> {
        Ok(i32::from_le_bytes(self.array(what)?))
    }

    /// Reads a `u64`, low byte first; `what` names the field in an error.
    ///
    /// # Errors
    /// Returns [`Error::Malformed`] if the data ends before the number does.
    pub fn u64_le(&mut self, what: impl Display) -> Result<u64> {
        Ok(u64::from_le_bytes(self.array(what)?))
    }

    /// Reads a `u16`, high byte first; `what` names the field in an error.
    ///
    /// # Errors
    /// Returns [`Error::Malformed`] if the data ends before the number does.
    pub fn u16_be(&mut self, what: impl Display) -> Result<u16> {
        Ok(u16::from_be_bytes(self.array(what)?))
    }

    /// Reads a `u32`, high byte first; `what` names the field in an error.
    ///
    /// # Errors
    /// Returns [`Error::Malformed`] if the data ends before the number does.
    pub fn u32_be(&mut self, what: impl Display) -> Result<u32> {
        Ok(u32::from_be_bytes(self.array(what)?))
    }

    /// Reads a four-letter tag.
    ///
    /// # Errors
    /// Returns [`Error::Malformed`] if fewer than four bytes remain.
    pub fn tag(&mut self, what: impl Display) -> Result<Tag> {
        Ok(Tag(self.array(what)?))
    }

    /// Returns the current place, for errors that the reader itself does not raise.
    #[must_use]
    pub fn place(&self) -> Box<DataPlace> {
        Box::new(DataPlace {
            file: String::new(),
            path: self.path,
            offset: self.offset(),
        })
    }

    /// Creates an [`Error::Malformed`] at the current place.
    pub fn malformed(&self, expected: impl Display, found: impl Display) -> Error {
        Error::Malformed {
            place: self.place(),
            expected: expected.to_string(),
            found: found.to_string(),
        }
    }

    /// Creates an [`Error::Unsupported`] at the current place.
    pub fn unsupported(&self, what: impl Display) -> Error {
        Error::Unsupported {
            place: self.place(),
            what: what.to_string(),
        }
    }

    /// Creates an [`Error::Limit`] at the current place.
    pub fn over_limit(&self, what: &'static str, found: u64, limit: u64) -> Error {
        Error::Limit {
            place: self.place(),
            what,
            found,
            limit,
        }
    }

    fn ended(&self, what: impl Display, len: usize) -> Error {
        let unit = if len == 1 { "byte" } else { "bytes" };
        let found = match self.remaining() {
            0 => "the end of the data".to_owned(),
            left => format!("only {left} before the end of the data"),
        };
        self.malformed(format_args!("{what} ({len} {unit})"), found)
    }
}

/// Converts bytes up to the first zero byte to text, one character for each byte.
pub(crate) fn text(bytes: &[u8]) -> String {
    bytes
        .iter()
        .take_while(|&&byte| byte != 0)
        .map(|&byte| char::from(byte))
        .collect()
}

/// Converts a stored size or offset to `usize`. A value that does not fit becomes `usize::MAX`,
/// which lies outside any data.
pub(crate) fn to_usize(value: impl Into<u64>) -> usize {
    usize::try_from(value.into()).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sub_reader_keeps_its_place_in_the_file() {
        let data = [0, 1, 2, 3, 4, 5, 6, 7];
        let mut whole = Reader::new(&data).with_base(100).inside(Tag(*b"ROOM"));
        whole.skip(2, "head").unwrap();
        let mut part = whole.sub(3, "part").unwrap().inside(Tag(*b"RMHD"));
        assert_eq!((part.len(), part.u8("x").unwrap()), (3, 2));
        assert_eq!(
            part.u32_le("width").unwrap_err().to_string(),
            "ROOM/RMHD at byte 103 (0x67): expected width (4 bytes), found only 2 before the end of the data"
        );
        assert_eq!(whole.position(), 5);
    }

    #[test]
    fn peeking_reads_any_place_and_moves_nothing() {
        let r = Reader::new(&[1, 2, 3]);
        assert_eq!(
            [r.peek(0), r.peek(1), r.peek(2), r.peek(usize::MAX)],
            [Some([1, 2]), Some([2, 3]), None, None]
        );
        assert_eq!(
            (r.peek_bytes(1, 2), r.peek_bytes(3, 0)),
            (Some(&[2, 3][..]), Some(&[][..]))
        );
        assert_eq!(
            (r.peek_bytes(2, 2), r.peek_bytes(1, usize::MAX)),
            (None, None)
        );
        assert_eq!(r.position(), 0);
    }

    #[test]
    fn a_wild_offset_is_an_error_not_a_panic() {
        let r = Reader::new(&[1, 2]);
        let error = r
            .at(usize::MAX, "limb table")
            .unwrap_err()
            .in_file("a.cost");
        assert!(
            error
                .to_string()
                .starts_with("a.cost: at byte 0 (0x0): expected limb table inside the 2 bytes")
        );
        assert!(r.at(2, "the end").unwrap().is_empty());
    }
}

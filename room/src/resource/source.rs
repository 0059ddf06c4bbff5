//! An open data file: decryption (F1), reading at positions, errors that name the place, and the
//! positions of resources (F3a–F3e).

use std::fmt::{self, Display};
#[cfg(feature = "edit")]
use std::io::{self, Write};
#[cfg(feature = "edit")]
use std::ops::Range;
use std::path::PathBuf;

use super::kind::le_number;
use super::stored::{OpenFile, StoredFile};
use crate::block::{self, Header};
use crate::error::Error;
use crate::place::{BlockPath, Tag};
use crate::reader::to_usize;
use crate::{Reader, Result};

/// The key that every byte of a file is XORed with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Xor(pub(crate) u8);

impl Xor {
    /// No encryption.
    pub const NONE: Self = Self(0);
    /// The key of v4 data files, v5, v6 and most Humongous games.
    pub const LARGE: Self = Self(0x69);
    /// The key of v1, v2 and v3 with 16 colours.
    pub const OLD: Self = Self(0xff);

    /// The keys that occur, in the order in which they are tried.
    pub const KNOWN: [Self; 3] = [Self::NONE, Self::LARGE, Self::OLD];

    /// Encrypts or decrypts in place.
    pub fn apply(self, bytes: &mut [u8]) {
        if self.0 != 0 {
            bytes.iter_mut().for_each(|b| *b ^= self.0);
        }
    }

    /// Returns the bytes encrypted or decrypted.
    #[must_use]
    pub fn applied<const N: usize>(self, bytes: [u8; N]) -> [u8; N] {
        bytes.map(|b| b ^ self.0)
    }
}

impl Display for Xor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("no XOR"),
            key => write!(f, "XOR {key:#04x}"),
        }
    }
}

// Files and resources.

/// The position of a resource.
#[non_exhaustive]
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
#[non_exhaustive]
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

/// Number of bytes at the start of a file that are examined to recognise its encryption.
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

    /// Opens a file without decryption and without examining its first bytes.
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

// Positions of resources.

/// The layout of a version's data files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileLayout {
    /// v1..v3: one file for each room, offsets from its start (F3a).
    Rooms,
    /// v4: `LE`, `FO` with the positions of `LF` blocks (F3b).
    Small,
    /// v5..v7, HE60..62: `LECF`, `LOFF` with the positions of `ROOM` blocks (F3c).
    Large,
    /// v8: `LECF`, `LOFF` with the positions of `LFLF` blocks (F3d).
    V8,
    /// HE70+: the index has the positions (F3e).
    Indexed,
    /// v0: images of disks; the index names sectors (V7).
    Images,
}

/// The blocks around the rooms of a data file.
pub(super) struct Around {
    pub header: Header,
    /// The block that contains the whole file.
    pub file: Tag,
    /// The table of rooms, with which the file's block begins.
    pub table: Tag,
    /// The block that contains a room and its resources.
    pub room: Tag,
}

const SMALL: Around = Around {
    header: Header::Small,
    file: Tag::small(*b"LE"),
    table: Tag::small(*b"FO"),
    room: Tag::small(*b"LF"),
};
const LARGE: Around = Around {
    header: Header::Large,
    file: Tag(*b"LECF"),
    table: Tag(*b"LOFF"),
    room: Tag(*b"LFLF"),
};

impl FileLayout {
    /// Returns the blocks around rooms; `None` if the file begins with the room.
    pub fn around(self) -> Option<&'static Around> {
        match self {
            Self::Rooms | Self::Images => None,
            Self::Small => Some(&SMALL),
            Self::Large | Self::V8 | Self::Indexed => Some(&LARGE),
        }
    }

    /// Returns whether the decrypted first bytes of a data file fit this layout. The first bytes of
    /// a file that begins with a room are not checked.
    pub fn knows(self, head: &[u8; 8]) -> bool {
        let tag = |header| {
            block::read_header(&mut Reader::new(head), header)
                .ok()
                .map(|(tag, _)| tag)
        };
        self.around()
            .is_none_or(|around| tag(around.header) == Some(around.file))
    }

    /// Returns the path of blocks around a resource.
    pub fn path(self, tag: Tag) -> BlockPath {
        let path = BlockPath::default();
        let path = self
            .around()
            .map_or(path, |around| path.child(around.file).child(around.room));
        if tag == Tag([0; 4]) {
            path
        } else {
            path.child(tag)
        }
    }

    /// Returns the position from which the room's offsets count, according to the file's table of
    /// rooms, and the distance from there to the room itself.
    pub fn base(self, source: &mut Source, room: u8) -> Result<(u64, u64)> {
        let Some(around) = self.around() else {
            return Ok((0, 0));
        };
        let position = table_entry(source, around, room)?;
        Ok(match self {
            Self::Small => (position.saturating_add(8), 0),
            Self::V8 => (position, 8),
            _ => (position, 0),
        })
    }
}

/// Length in bytes of an entry of the table of rooms: room and LE32 position.
pub(super) const ENTRY: usize = 5;

/// Returns a room's position according to the table of rooms.
fn table_entry(source: &mut Source, around: &Around, room: u8) -> Result<u64> {
    let Around {
        header,
        file,
        table,
        ..
    } = *around;
    let len = header.size();
    source.around = BlockPath::default().child(file);
    let bytes = source.read(len as u64, len, "the table of rooms")?;
    if block::read_header(&mut Reader::new(&bytes), header)?.0 != table {
        return Err(source.malformed(len as u64, format!("block {table}"), show_bytes(&bytes)));
    }
    source.around = source.around.child(table);
    let start = len.saturating_mul(2) as u64;
    let count = source.read(start, 1, "the number of rooms")?;
    let count = usize::from(count.first().copied().unwrap_or(0));
    let start = start.saturating_add(1);
    let bytes = source.read(start, count.saturating_mul(ENTRY), "the table of rooms")?;
    let mut entries = bytes.chunks_exact(ENTRY).filter_map(<[u8]>::split_first);
    if let Some((_, position)) = entries.find(|(number, _)| **number == room) {
        return Ok(le_number(position).into());
    }
    // The reference continues with position 0 (F3f).
    Err(source.malformed(
        start,
        format!("an entry for room {room}"),
        format!("{count} entries for other rooms"),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::borrow::Cow;

    use super::super::stored::StoredFile;

    #[test]
    fn the_example_of_f3b_has_two_rooms() {
        #[rustfmt::skip]
        const BYTES: &[u8] = &[
            0x3e, 0x8d, 0, 0, b'L', b'E',
            0x11, 0, 0, 0, b'F', b'O',
            2, // rooms
            1, 0x17, 0, 0, 0, // room 1 and its position
            2, 0x37, 0x48, 0, 0, // room 2
            0x20, 0x48, 0, 0, b'L', b'F', 1, 0, // the block of room 1
            0x9f, 0x45, 0, 0, b'R', b'O', // the room
        ];
        assert!(scumm_book::says("F3b", BYTES).unwrap());
        let file = StoredFile::in_memory(PathBuf::from("DISK01.LEC"), Cow::Borrowed(BYTES));
        let mut source = Source::open_plain(&file).unwrap();
        assert_eq!(
            FileLayout::Small.base(&mut source, 1).unwrap(),
            (0x17 + 8, 0)
        );
        assert_eq!(
            FileLayout::Small.base(&mut source, 2).unwrap(),
            (0x4837 + 8, 0)
        );
        assert!(FileLayout::Small.base(&mut source, 3).is_err(), "F3f");
    }
}

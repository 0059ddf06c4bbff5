//! Kinds of resources, and directories: room (or disk) and offset for each resource number.

use std::fmt;

use crate::block::Header;
use crate::place::BlockPath;
use crate::{Dialect, Reader, Result, Tag};
#[cfg(feature = "edit")]
use crate::{Error, Misuse, block};

/// The tags of some blocks.
type Tags = &'static [&'static [u8; 4]];

/// The kind of a resource. Each kind has its own directory in the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ResourceKind {
    /// Rooms.
    Room,
    /// Global scripts.
    Script,
    /// Sounds.
    Sound,
    /// Costumes.
    Costume,
    /// Character sets.
    Charset,
    /// HE70+: the pictures of rooms (`RMIM`), by room number.
    RoomImage,
    /// v8: the scripts of rooms (`RMSC`), by room number.
    RoomScripts,
    /// HE72+: pictures (`AWIZ`, `MULT`).
    Image,
    /// HE99+: talkies.
    Talkie,
}

impl ResourceKind {
    /// All kinds.
    pub const ALL: [Self; 9] = [
        Self::Room,
        Self::Script,
        Self::Sound,
        Self::Costume,
        Self::Charset,
        Self::RoomImage,
        Self::RoomScripts,
        Self::Image,
        Self::Talkie,
    ];

    /// Returns the name of one resource of this kind, the directories of large indexes that list it
    /// (F2, N5, N6), and its possible tags (F4).
    fn row(self) -> (&'static str, Tags, Tags) {
        match self {
            Self::Room => ("room", &[b"DROO", b"DIRR"], &[b"ROOM"]),
            Self::Script => ("script", &[b"DSCR", b"DIRS"], &[b"SCRP"]),
            Self::Sound => ("sound", &[b"DSOU", b"DIRN"], &[b"SOUN"]),
            Self::Costume => ("costume", &[b"DCOS", b"DIRC"], &[b"COST", b"AKOS"]),
            Self::Charset => ("charset", &[b"DCHR", b"DIRF"], &[b"CHAR"]),
            Self::RoomImage => ("image of room", &[b"DIRI"], &[b"RMIM"]),
            Self::RoomScripts => ("scripts of room", &[b"DRSC"], &[b"RMSC"]),
            Self::Image => ("image", &[b"DIRM"], &[]),
            Self::Talkie => ("talkie", &[b"DIRT"], &[]),
        }
    }

    /// Returns the kind of resource that a directory of a large index lists. Both possible names of
    /// a directory are accepted in every version.
    pub(super) fn from_directory(tag: Tag) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.row().1.contains(&&tag.0))
    }

    /// Returns the name of one resource of this kind.
    pub(crate) fn name(self) -> &'static str {
        self.row().0
    }

    /// Checks that data is exactly one block of this kind.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] with the number of the resource if the data is not such a block.
    #[cfg(feature = "edit")]
    pub(crate) fn check(self, id: u16, data: &[u8], dialect: Dialect) -> Result<()> {
        let wrong = |error| Error::misuse(Misuse::Invalid, format!("{self} {id}: {error}"));
        let block = block::read(&mut Reader::new(data), dialect.header()).map_err(wrong)?;
        let known = self.tags(dialect);
        if !known.is_empty() && !known.contains(&&block.tag.0) {
            return Err(Error::misuse(
                Misuse::Invalid,
                format!("{self} {id} can't be a block {}", block.tag),
            ));
        }
        if block.whole.len() != data.len() {
            let sizes = format!("a block of {} bytes in {}", block.whole.len(), data.len());
            return Err(Error::misuse(
                Misuse::WrongSize,
                format!("{self} {id}: {sizes}"),
            ));
        }
        Ok(())
    }

    /// Returns the possible tags of a resource of this version (F4); empty if any tag is possible.
    pub(crate) fn tags(self, dialect: Dialect) -> Tags {
        if dialect.header() != Header::Large || dialect.has_directory_sizes() {
            return &[];
        }
        let tags = self.row().2;
        match self {
            Self::Costume if dialect.is_v7_plus() => tags.get(1..).unwrap_or_default(),
            // HE60 has COST, HE61 has AKOS.
            Self::Costume if !dialect.is_humongous() => tags.get(..1).unwrap_or_default(),
            _ => tags,
        }
    }
}

impl fmt::Display for ResourceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

// Directories.

/// The entry of one number.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DirectoryEntry {
    /// The room whose data contains the resource. For rooms of v4..v7, HE60..62 and v8, the number
    /// of the disk.
    pub room: u8,
    /// Offset from the room's base (F3a–F3e); `None` if the index says that the resource does not
    /// exist.
    pub offset: Option<u32>,
    /// Offset of the entry's first byte in the index file.
    pub at: u64,
}

/// All entries of one kind, starting with number 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Directory {
    /// The entries, indexed by number.
    pub entries: Vec<DirectoryEntry>,
    /// The block of the index that contains the directory, for errors.
    pub(crate) path: BlockPath,
    /// Position in the index file of the offset of number 0, and the distance from there to the
    /// offset of the next number.
    offsets: (u64, usize),
}

impl Directory {
    /// Creates a directory from entries that the index stores in another form.
    pub(super) fn from_entries(entries: Vec<DirectoryEntry>) -> Self {
        Self {
            entries,
            ..Self::default()
        }
    }

    /// Returns the entry of a number, if the resource exists.
    #[must_use]
    pub fn get(&self, id: u16) -> Option<DirectoryEntry> {
        self.entries
            .get(usize::from(id))
            .copied()
            .filter(|e| e.offset.is_some())
    }

    /// Returns the position in the index file of the offset of a number, and its size in bytes.
    /// HE70+: sizes are stored after the offsets, as if they were the offsets of further numbers.
    #[cfg(feature = "edit")]
    pub(super) fn offset_field(&self, number: usize) -> (usize, usize) {
        let (first, step) = self.offsets;
        (
            crate::reader::to_usize(first).saturating_add(number.saturating_mul(step)),
            step.min(4),
        )
    }

    /// Reads the pairs of v3 with 256 colours and v4: `count` times room and LE32 offset (N2).
    pub(super) fn read_pairs(reader: &mut Reader<'_>, count: usize) -> Result<Self> {
        let path = reader.path();
        let first = reader.offset();
        let pairs = reader.bytes(
            count.saturating_mul(5),
            format_args!("{count} directory entries"),
        )?;
        let entries = pairs
            .chunks_exact(5)
            .zip((first..).step_by(5))
            .filter_map(|(pair, at)| {
                let (&room, offset) = pair.split_first()?;
                Some(DirectoryEntry {
                    room,
                    offset: existing(offset),
                    at,
                })
            });
        Ok(Self {
            entries: entries.collect(),
            path,
            offsets: (first.saturating_add(1), 5),
        })
    }

    /// Reads the columns of v1, v2, v3 EGA and of v5 and later: `count` rooms, as many offsets of
    /// `width` bytes (N1a, N1b, F2), and from HE70 on LE32 sizes (N6).
    pub(super) fn read_columns(
        reader: &mut Reader<'_>,
        count: usize,
        width: usize,
        with_sizes: bool,
    ) -> Result<Self> {
        let path = reader.path();
        let first = reader.offset();
        let rooms = reader.bytes(count, format_args!("the rooms of {count} resources"))?;
        let second = reader.offset();
        let offsets = reader.bytes(
            count.saturating_mul(width),
            format_args!("the offsets of {count} resources"),
        )?;
        let sizes = if with_sizes {
            count.saturating_mul(4)
        } else {
            0
        };
        reader.skip(sizes, format_args!("the sizes of {count} resources"))?;
        let entries = rooms
            .iter()
            .zip(offsets.chunks_exact(width))
            .zip(first..)
            .map(|((&room, offset), at)| {
                // From v5 on, number 0 and every gap is stored as room 0, offset 0.
                let offset =
                    existing(offset).filter(|&offset| width < 4 || room != 0 || offset != 0);
                DirectoryEntry { room, offset, at }
            });
        Ok(Self {
            entries: entries.collect(),
            path,
            offsets: (second, width),
        })
    }
}

/// Converts a stored offset; `None` if all bytes are FF.
fn existing(offset: &[u8]) -> Option<u32> {
    offset
        .iter()
        .any(|&byte| byte != u8::MAX)
        .then(|| le_number(offset))
}

/// Reads a number of at most four bytes, the lowest first.
pub(super) fn le_number(bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .rev()
        .fold(0, |number, &byte| number << 8 | u32::from(byte))
}

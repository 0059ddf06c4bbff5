//! Directories: room (or disk) and offset for each resource number.

use crate::place::BlockPath;
use crate::{Reader, Result};

/// The entry of one number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
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
    pub entries: Vec<Entry>,
    /// The block of the index that contains the directory, for errors.
    pub(crate) path: BlockPath,
    /// Position in the index file of the offset of number 0, and the distance to that of the next
    /// number.
    offsets: (u64, usize),
}

impl Directory {
    /// Creates a directory that the index does not store as such.
    pub(super) fn of(entries: Vec<Entry>) -> Self {
        Self {
            entries,
            ..Self::default()
        }
    }

    /// Returns the entry of a number, if the resource exists.
    #[must_use]
    pub fn get(&self, id: u16) -> Option<Entry> {
        self.entries
            .get(usize::from(id))
            .copied()
            .filter(|e| e.offset.is_some())
    }

    /// Returns the position in the index file of the offset of a number, and its size in bytes.
    /// HE70+: sizes are stored like the offsets of further numbers.
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
                Some(Entry {
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
                Entry { room, offset, at }
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

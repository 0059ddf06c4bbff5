//! Directories: for each resource number its room (or disk) and offset.

use crate::error::Result;
use crate::place::BlockPath;
use crate::reader::Reader;

/// One number's place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The room whose data holds it; for rooms of v4..v7, HE60..62 and v8 the number of the disk.
    pub room: u8,
    /// Offset from the room's base (F3a–F3e); `None` where the index says that there is no such resource.
    pub offset: Option<u32>,
    /// HE70+: the size that the index states.
    pub size: Option<u32>,
    /// Where the entry's first byte stands in the index file.
    pub at: u64,
}

/// All entries of one kind; entry 0 is number 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Directory {
    /// The entries by number.
    pub entries: Vec<Entry>,
    /// The block of the index that holds it, for errors.
    pub(crate) path: BlockPath,
}

impl Directory {
    /// The entry of a number that exists.
    #[must_use]
    pub fn get(&self, id: u16) -> Option<Entry> {
        self.entries.get(usize::from(id)).copied().filter(|e| e.offset.is_some())
    }

    /// The columns of v1, v2, v3 EGA: `count` rooms, then as many LE16 offsets, FFFF for none (N1a, N1b).
    pub(super) fn read_old(reader: &mut Reader<'_>, count: usize) -> Result<Self> {
        let (path, first) = (reader.path(), reader.offset());
        let rooms = reader.bytes(count, format_args!("the rooms of {count} resources"))?;
        let offsets = reader.bytes(count.saturating_mul(2), format_args!("the offsets of {count} resources"))?;
        let entries = rooms.iter().zip(offsets.chunks_exact(2)).zip(first..).map(|((&room, offset), at)| {
            let offset = offset.first_chunk().map_or(u16::MAX, |b| u16::from_le_bytes(*b));
            Entry { room, offset: (offset != u16::MAX).then_some(u32::from(offset)), size: None, at }
        });
        Ok(Self { entries: entries.collect(), path })
    }

    /// The pairs of v3 with 256 colours and v4: `count` times room and LE32 offset (N2).
    pub(super) fn read_pairs(reader: &mut Reader<'_>, count: usize) -> Result<Self> {
        let (path, first) = (reader.path(), reader.offset());
        let pairs = reader.bytes(count.saturating_mul(5), format_args!("{count} directory entries"))?;
        let entries = pairs.chunks_exact(5).zip((first..).step_by(5)).filter_map(|(pair, at)| {
            let (&room, offset) = pair.split_first()?;
            Some(Entry { room, offset: existing(offset), size: None, at })
        });
        Ok(Self { entries: entries.collect(), path })
    }

    /// The columns of v5 and later: `count` rooms, LE32 offsets, and from HE70 on LE32 sizes (F2, N6).
    pub(super) fn read_columns(reader: &mut Reader<'_>, count: usize, with_sizes: bool) -> Result<Self> {
        let (path, first) = (reader.path(), reader.offset());
        let column = count.saturating_mul(4);
        let rooms = reader.bytes(count, format_args!("the rooms of {count} resources"))?;
        let offsets = reader.bytes(column, format_args!("the offsets of {count} resources"))?;
        let mut entries: Vec<Entry> = rooms
            .iter()
            .zip(offsets.chunks_exact(4))
            .zip(first..)
            .map(|((&room, offset), at)| Entry {
                room,
                // Number 0 and every gap is stored as room 0, offset 0.
                offset: existing(offset).filter(|&o| room != 0 || o != 0),
                size: None,
                at,
            })
            .collect();
        if with_sizes {
            let sizes = reader.bytes(column, format_args!("the sizes of {count} resources"))?;
            for (entry, size) in entries.iter_mut().zip(sizes.chunks_exact(4)) {
                entry.size = Some(le32(size));
            }
        }
        Ok(Self { entries, path })
    }
}

/// A stored LE32 offset; FFFFFFFF stands for none.
fn existing(offset: &[u8]) -> Option<u32> {
    Some(le32(offset)).filter(|&o| o != u32::MAX)
}

/// The LE32 at the start of a slice that has one.
pub(super) fn le32(bytes: &[u8]) -> u32 {
    bytes.first_chunk().map_or(0, |b| u32::from_le_bytes(*b))
}

//! The positions of resources in the data files (F3a–F3e).

use super::directory::le_number;
use super::source::{Source, show_bytes};
use crate::block::{self, Header};
use crate::place::{BlockPath, Tag};
use crate::{Reader, Result};

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
    file: Tag,
    /// The table of rooms, with which the file's block begins.
    pub table: Tag,
    /// The block that contains a room and its resources.
    room: Tag,
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

    /// Returns whether the decrypted first bytes of a data file fit this layout. A file that begins
    /// with a room has no tag, or a tag that is not checked.
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
    use std::borrow::Cow;
    use std::path::PathBuf;

    use super::super::stored::StoredFile;
    use super::*;

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

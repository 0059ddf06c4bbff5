//! Where in the data files a resource begins (F3a–F3e).

use super::source::Source;
use crate::error::Result;
use crate::place::{BlockPath, Tag};
use crate::reader::Reader;

/// How a version's data files are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileLayout {
    /// v1..v3: a file a room, offsets from its start (F3a).
    Rooms,
    /// v4: `LE`, `FO` with the positions of `LF` blocks (F3b).
    Small,
    /// v5..v7, HE60..62: `LECF`, `LOFF` with the positions of `ROOM` blocks (F3c).
    Large,
    /// v8: the same, with the positions of `LFLF` blocks (F3d).
    V8,
    /// HE70+: the index has the positions (F3e).
    Indexed,
}

impl FileLayout {
    /// Whether the first bytes of a data file, decrypted, are of this layout.
    pub fn knows(self, head: &[u8; 8]) -> bool {
        match self {
            // The room comes at once, and its header has no tag, or none that is looked at.
            Self::Rooms => true,
            Self::Small => matches!(head, [_, _, _, _, b'L', b'E', _, _]),
            Self::Large | Self::V8 | Self::Indexed => head.starts_with(b"LECF"),
        }
    }

    /// The blocks around a resource.
    pub fn path(self, tag: Tag) -> BlockPath {
        let path = BlockPath::default();
        let path = match self {
            Self::Rooms => path,
            Self::Small => path.child(Tag::small(*b"LE")).child(Tag::small(*b"LF")),
            Self::Large | Self::V8 | Self::Indexed => path.child(Tag(*b"LECF")).child(Tag(*b"LFLF")),
        };
        if tag == Tag([0; 4]) { path } else { path.child(tag) }
    }

    /// Where the room's offsets count from, and how much further the room itself begins.
    pub fn base(self, source: &mut Source, room: u8) -> Result<(u64, u64)> {
        Ok(match self {
            Self::Rooms | Self::Indexed => (0, 0),
            Self::Small => (table_entry(source, SMALL_TABLE, room)?.saturating_add(8), 0),
            Self::Large => (table_entry(source, LARGE_TABLE, room)?, 0),
            Self::V8 => (table_entry(source, LARGE_TABLE, room)?, 8),
        })
    }
}

/// The table of rooms at the beginning of a data file.
struct Table {
    /// Where its header stands, as the reference has it fixed.
    header: u64,
    /// The header's length.
    header_len: u64,
    /// The tag, and where in the header it stands.
    tag: Tag,
    tag_at: usize,
    /// The block around it.
    parent: Tag,
}

const SMALL_TABLE: Table =
    Table { header: 6, header_len: 6, tag: Tag::small(*b"FO"), tag_at: 4, parent: Tag::small(*b"LE") };
const LARGE_TABLE: Table = Table { header: 8, header_len: 8, tag: Tag(*b"LOFF"), tag_at: 0, parent: Tag(*b"LECF") };

/// Bytes of one entry: room and LE32 position.
const ENTRY: usize = 5;

/// A room's position by the table of rooms.
fn table_entry(source: &mut Source, table: Table, room: u8) -> Result<u64> {
    let path = BlockPath::default().child(table.parent);
    let header_len = usize::try_from(table.header_len).unwrap_or(0);
    let header = source.read(path, table.header, header_len, "the table of rooms")?;
    let letters: Vec<u8> = table.tag.0.into_iter().filter(|&b| b != 0).collect();
    if !header.get(table.tag_at..).is_some_and(|h| h.starts_with(&letters)) {
        let found = super::source::show_bytes(&header);
        return Err(source.malformed(path, table.header, format!("block {}", table.tag), found));
    }
    let path = path.child(table.tag);
    let start = table.header.saturating_add(table.header_len);
    let count = source.read(path, start, 1, "the number of rooms")?;
    let count = usize::from(count.first().copied().unwrap_or(0));
    let start = start.saturating_add(1);
    let bytes = source.read(path, start, count.saturating_mul(ENTRY), "the table of rooms")?;
    let mut entries = Reader::new(&bytes);
    for _ in 0..count {
        if entries.u8("a room's number")? == room {
            return Ok(u64::from(entries.u32_le("a room's position")?));
        }
        entries.skip(4, "a room's position")?;
    }
    // The reference goes on with position 0 (F3f).
    Err(source.malformed(path, start, format!("an entry for room {room}"), format!("{count} entries for other rooms")))
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
        assert!(xtask::rules::says("F3b", BYTES).unwrap());
        let file = StoredFile::in_memory(PathBuf::from("DISK01.LEC"), Cow::Borrowed(BYTES));
        let mut source = Source::open_plain(&file).unwrap();
        assert_eq!(FileLayout::Small.base(&mut source, 1).unwrap(), (0x17 + 8, 0));
        assert_eq!(FileLayout::Small.base(&mut source, 2).unwrap(), (0x4837 + 8, 0));
        assert!(FileLayout::Small.base(&mut source, 3).is_err(), "F3f");
    }
}

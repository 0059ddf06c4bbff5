//! A resource replaced by one of another size: the data file and the index with everything moved that has to be (F3a–F3e).
//!
//! What moves: the sizes of the blocks around the resource, the positions of rooms behind it (`LOFF`, `FO`, `DLFL`) and the
//! offsets of resources of the same room behind it. Everything else stays byte for byte, and so does the encryption.

use std::path::PathBuf;

use super::files::GameFiles;
use super::index::Index;
use super::kind::Kind;
use super::position::FileLayout;
use super::refused;
use crate::block::{self, Header};
use crate::error::{Error, Result};
use crate::place::Tag;
use crate::reader::Reader;

/// A file with its new contents, encrypted as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedFile {
    /// Where it lies.
    pub path: PathBuf,
    /// Its contents.
    pub bytes: Vec<u8>,
}

/// Where the table of rooms' positions begins with the number of its entries, and the bytes of one: `u8` room and LE32.
const SMALL_ROOMS: usize = 12;
const LARGE_ROOMS: usize = 16;
const ROOM_ENTRY: usize = 5;

impl GameFiles {
    /// The files of the game that change when a resource is replaced: the data file, then the index.
    ///
    /// # Errors
    /// As [`Self::load`]; [`Error::Unsupported`] for a game in a container; [`Error::Misuse`] where `data` is not exactly one block of the kind, or a position would not fit
    /// into its field.
    pub fn replace(&self, kind: Kind, id: u16, data: &[u8]) -> Result<[ChangedFile; 2]> {
        if self.is_part {
            return Err(Reader::new(&[]).unsupported(refused::INSIDE).in_file(self.path().display()));
        }
        self.check(kind, id, data)?;
        let (source, location) = self.seek(kind, id)?;
        let entry = self.index().entry(kind, id).unwrap_or_default();
        let layout = self.layout();
        let xor = source.xor();
        let (path, mut bytes) = self.whole(source)?;
        let at = usize::try_from(location.offset).unwrap_or(usize::MAX);
        let old = usize::try_from(location.size).unwrap_or(usize::MAX);
        let end = at.saturating_add(old);
        let delta = signed(data.len()).saturating_sub(signed(old));
        let mut moved = Moved { at: location.offset, delta };
        moved.containers(&mut bytes, layout)?;
        moved.rooms(&mut bytes, layout)?;
        if bytes.get(at..end).is_none() {
            let data =
                Reader::new(&bytes).malformed(format_args!("{kind} {id} inside the file"), format_args!("byte {end}"));
            return Err(data.in_file(path.display()));
        }
        bytes.splice(at..end, data.iter().copied());
        xor.apply(&mut bytes);

        let mut index = self.read_index()?;
        let places = Places::of(layout, self.index());
        moved.at = u64::from(entry.offset.unwrap_or(0));
        for (&of, directory) in &self.index().directories {
            if of == Kind::Room && layout != FileLayout::Indexed {
                continue;
            }
            let count = directory.entries.len();
            for (number, other) in directory.entries.iter().enumerate() {
                let Some(offset) = other.offset.filter(|_| other.room == entry.room) else { continue };
                if u64::from(offset) > moved.at {
                    let field = places.offset(directory.entries.first().map_or(0, |e| e.at), number, count);
                    moved.field(&mut index, field, places.bytes, u64::from(offset))?;
                }
            }
        }
        if let (FileLayout::Indexed, Some(directory)) = (layout, self.index().directories.get(&kind)) {
            // The index states sizes, too (N6).
            let first = directory.entries.first().map_or(0, |entry| entry.at);
            let size = places.size(first, id.into(), directory.entries.len());
            put(&mut index, size, 4, data.len() as u64)?;
            self.positions(&mut index, location.offset, &path, delta)?;
        }
        self.xor().apply(&mut index);
        let index = ChangedFile { path: self.path().to_path_buf(), bytes: index };
        Ok([ChangedFile { path, bytes }, index])
    }

    /// That the data are one block of the kind.
    fn check(&self, kind: Kind, id: u16, data: &[u8]) -> Result<()> {
        let dialect = self.dialect();
        let wrong = |error: Error| misuse(format!("{kind} {id}: {error}"));
        let block = block::read(&mut Reader::new(data), dialect.header()).map_err(wrong)?;
        let known = kind.tags(dialect);
        if !known.is_empty() && !known.contains(&&block.tag.0) {
            return Err(misuse(format!("{kind} {id} can't be a block {}", block.tag)));
        }
        if block.whole.len() != data.len() {
            return Err(misuse(format!("{kind} {id}: a block of {} bytes in {}", block.whole.len(), data.len())));
        }
        Ok(())
    }

    /// HE70+: the positions of rooms behind the resource in the same file (F3e).
    fn positions(&self, index: &mut [u8], at: u64, path: &std::path::Path, delta: i64) -> Result<()> {
        let mut table = None;
        for block in block::children(Reader::new(index), Header::Large) {
            let Ok(block) = block else { break };
            if block.tag == Tag(*b"DLFL") {
                table = usize::try_from(block.data.offset()).ok();
            }
        }
        let Some(table) = table else {
            return Err(Reader::new(index).malformed("block DLFL", "no such block").in_file(self.path().display()));
        };
        let moved = Moved { at, delta };
        for (room, &position) in self.index().room_positions.iter().enumerate() {
            if u64::from(position) <= at || !self.lies_in(room, path) {
                continue;
            }
            let field = table.saturating_add(2).saturating_add(room.saturating_mul(4));
            moved.field(index, field, 4, position.into())?;
        }
        Ok(())
    }

    /// Whether a room lies in a file.
    fn lies_in(&self, room: usize, path: &std::path::Path) -> bool {
        let room = u16::try_from(room).unwrap_or(u16::MAX);
        self.index().room_disks.is_empty() || self.locate(Kind::Room, room).is_ok_and(|location| location.file == path)
    }
}

fn misuse(what: String) -> Error {
    Error::Misuse(what)
}

fn signed(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

/// Where the columns of a directory stand in the index.
struct Places {
    pairs: bool,
    /// Bytes of an offset.
    bytes: usize,
}

impl Places {
    fn of(layout: FileLayout, index: &Index) -> Self {
        // v3 with 256 colours and v4 have room and offset side by side, five bytes apart (N2).
        let apart = index.directories.values().find_map(|directory| {
            let [first, second, ..] = directory.entries.as_slice() else { return None };
            Some(second.at.saturating_sub(first.at))
        });
        let pairs = apart == Some(5);
        Self { pairs, bytes: if layout == FileLayout::Rooms && !pairs { 2 } else { 4 } }
    }

    /// The place of an offset.
    fn offset(&self, first: u64, number: usize, count: usize) -> usize {
        let first = usize::try_from(first).unwrap_or(usize::MAX);
        match self.pairs {
            true => first.saturating_add(number.saturating_mul(5)).saturating_add(1),
            false => first.saturating_add(count).saturating_add(number.saturating_mul(self.bytes)),
        }
    }

    /// HE70+: the place of a size.
    fn size(&self, first: u64, number: usize, count: usize) -> usize {
        self.offset(first, number, count).saturating_add(count.saturating_mul(4))
    }
}

/// What moves: everything behind a place.
#[derive(Clone, Copy)]
struct Moved {
    at: u64,
    delta: i64,
}

impl Moved {
    /// Writes a position that has moved.
    fn field(&self, bytes: &mut [u8], at: usize, width: usize, position: u64) -> Result<()> {
        let new = position.checked_add_signed(self.delta);
        let new = new.ok_or_else(|| misuse(format!("position {position} would be less than 0")))?;
        put(bytes, at, width, new)
    }

    /// The sizes of the blocks around the place.
    fn containers(&self, bytes: &mut [u8], layout: FileLayout) -> Result<()> {
        let header = match layout {
            FileLayout::Rooms => return Ok(()),
            FileLayout::Small => Header::Small,
            FileLayout::Large | FileLayout::V8 | FileLayout::Indexed => Header::Large,
        };
        let at = usize::try_from(self.at).unwrap_or(usize::MAX);
        let mut around = Vec::new();
        let mut start = 0usize;
        loop {
            let mut reader = Reader::new(bytes).at(start, "a block")?;
            let (tag, size) = block::read_header(&mut reader, header)?;
            let size = usize::try_from(size).unwrap_or(usize::MAX);
            let end = start.saturating_add(size);
            if size < header.size() || end <= start {
                return Err(reader.malformed("a block around the resource", format_args!("a size of {size}")));
            }
            if at >= end {
                start = end;
                continue;
            }
            if at == start {
                break;
            }
            around.push((start, size));
            // The blocks of rooms in v4 begin with the room's number.
            let more = if tag == Tag::small(*b"LF") { 2 } else { 0 };
            start = start.saturating_add(header.size()).saturating_add(more);
            if around.len() > DEEPEST {
                return Err(reader.malformed("the resource in a block of its room", "deeper blocks"));
            }
        }
        for (start, size) in around {
            let size = u64::try_from(size).unwrap_or(u64::MAX).checked_add_signed(self.delta);
            let size = size.and_then(|size| u32::try_from(size).ok());
            let size = size.ok_or_else(|| misuse("a block would grow beyond 4 GiB".to_owned()))?;
            let (field, stored) = match header {
                Header::Large => (start.saturating_add(4), size.to_be_bytes()),
                Header::Small | Header::Old => (start, size.to_le_bytes()),
            };
            if let Some(place) = bytes.get_mut(field..).and_then(|rest| rest.first_chunk_mut::<4>()) {
                *place = stored;
            }
        }
        Ok(())
    }

    /// The positions of rooms behind the place, in the data file's own table; Humongous games may have none.
    fn rooms(&self, bytes: &mut [u8], layout: FileLayout) -> Result<()> {
        let (table, tag) = match layout {
            FileLayout::Rooms => return Ok(()),
            FileLayout::Small => (SMALL_ROOMS, bytes.get(10..12) == Some(b"FO")),
            FileLayout::Large | FileLayout::V8 | FileLayout::Indexed => {
                (LARGE_ROOMS, bytes.get(8..12) == Some(b"LOFF"))
            }
        };
        if !tag {
            return Ok(());
        }
        let count = bytes.get(table).copied().unwrap_or(0);
        for number in 0..usize::from(count) {
            let field = table.saturating_add(2).saturating_add(number.saturating_mul(ROOM_ENTRY));
            let Some(&position) = bytes.get(field..).and_then(|rest| rest.first_chunk::<4>()) else { break };
            let position = u64::from(u32::from_le_bytes(position));
            if position > self.at {
                self.field(bytes, field, 4, position)?;
            }
        }
        Ok(())
    }
}

/// LECF, LFLF, and the resource in them.
const DEEPEST: usize = 2;

/// Writes a little-endian number of two or four bytes.
fn put(bytes: &mut [u8], at: usize, width: usize, value: u64) -> Result<()> {
    let fits = if width == 2 { value < u64::from(u16::MAX) } else { value < u64::from(u32::MAX) };
    let place = bytes.get_mut(at..at.saturating_add(width)).filter(|_| fits);
    let place = place.ok_or_else(|| misuse(format!("position {value} does not fit into the {width} bytes it has")))?;
    for (byte, new) in place.iter_mut().zip(value.to_le_bytes()) {
        *byte = new;
    }
    Ok(())
}

//! Finds the scripts of a game (J1 to J7).

use std::collections::BTreeSet;
use std::ops::Range;

use scumm_engine::Game;
use scumm_room::block::{self, Block, Header};
use scumm_room::resource::{Location, ResourceKind};
use scumm_room::{Dialect, Reader, Tag};

use crate::sweep::Code;

/// A script of a game.
#[derive(Debug, Default)]
pub(crate) struct Script<'a> {
    /// The number of a global script (J3).
    pub number: Option<u16>,
    /// The room that contains a local, entry, exit or object script.
    pub room: Option<u16>,
    /// Whether the script runs when its room is entered.
    pub is_entry: bool,
    /// The object that owns the script (J5).
    pub object: Option<u16>,
    /// The start offsets of an object's verbs in the code (J4).
    pub entries: Vec<usize>,
    /// The code; empty for an object without verbs.
    pub bytes: &'a [u8],
    /// Whether the game stores no end of the script (J6).
    pub is_open: bool,
}

impl Script<'_> {
    /// Returns the code with the offsets of its verbs.
    pub fn code(&self) -> Code<'_> {
        Code {
            bytes: self.bytes,
            entries: &self.entries,
            is_open: self.is_open,
        }
    }
}

/// Calls `see` for all scripts of a game, global scripts first, and for all objects, with or
/// without scripts.
///
/// A block that begins inside another block of its kind is skipped, so that no byte is read twice
/// even if an index is damaged.
pub(crate) fn each(game: &Game, mut see: impl FnMut(&Script<'_>)) {
    let dialect = game.dialect();
    // v8 stores a room's scripts in a block beside the room.
    let of_rooms = if dialect.version() == 8 {
        ResourceKind::RoomScripts
    } else {
        ResourceKind::Room
    };
    for kind in [ResourceKind::Script, of_rooms] {
        for id in apart(game, kind) {
            let Ok(raw) = game.files().load(kind, id) else {
                continue;
            };
            if kind != ResourceKind::Script {
                read_room_scripts(&raw.data, id, &dialect, &mut see);
                continue;
            }
            let Ok(block) = block::read(&mut Reader::new(&raw.data), dialect.header()) else {
                continue;
            };
            see(&Script {
                number: Some(id),
                bytes: block.data.rest(),
                ..Script::default()
            });
        }
    }
}

/// Returns the numbers of the resources of a kind that do not begin inside another one, ascending.
pub(crate) fn apart(game: &Game, kind: ResourceKind) -> Vec<u16> {
    let place = |id| Some((game.files().locate(kind, id).ok()?, id));
    let mut places: Vec<(Location, u16)> = game.files().ids(kind).filter_map(place).collect();
    places.sort_by_cached_key(|(place, _)| (place.file.clone(), place.offset));
    places.dedup_by(|(next, _), (place, _)| {
        next.file == place.file && next.offset.saturating_sub(place.offset) < place.size.into()
    });
    let mut ids: Vec<u16> = places.into_iter().map(|(_, id)| id).collect();
    ids.sort_unstable();
    ids
}

/// Calls `see` for the scripts of a room. `data` is the resource that contains the scripts, with
/// its header.
pub(crate) fn read_room_scripts(
    data: &[u8],
    room: u16,
    dialect: &Dialect,
    see: &mut impl FnMut(&Script<'_>),
) {
    let header = dialect.header();
    if header == Header::Old {
        OldRoom::new(data, dialect).read(room, see);
    } else if let Ok(block) = block::read(&mut Reader::new(data), header) {
        read_blocks(block.data, room, dialect, see);
    }
}

// Rooms that consist of blocks.

/// Calls `see` for the scripts in the blocks of a room. Blocks after a damaged header are not
/// found.
fn read_blocks(data: Reader<'_>, room: u16, dialect: &Dialect, see: &mut impl FnMut(&Script<'_>)) {
    for child in block::children(data, dialect.header()).map_while(Result::ok) {
        let number_size = match (&child.tag.0, dialect.version()) {
            (b"OBCD", _) => {
                see(&of_object(&child, room, dialect.version()));
                continue;
            }
            (b"OC\0\0", _) => {
                see(&of_old_object(child.whole, room, dialect));
                continue;
            }
            (b"ENCD" | b"EXCD" | b"EN\0\0" | b"EX\0\0", _) => 0,
            (b"LS\0\0", _) | (b"LSCR", 5 | 6) => 1,
            (b"LSCR", 7) => 2,
            (b"LSCR" | b"LSC2", _) => 4,
            _ => continue,
        };
        let bytes = child.data.rest().get(number_size..).unwrap_or_default();
        let is_entry = matches!(&child.tag.0, b"ENCD" | b"EN\0\0");
        see(&Script {
            room: Some(room),
            is_entry,
            bytes,
            ..Script::default()
        });
    }
}

/// Returns an object of v5 and later with its scripts (J4, J5).
fn of_object<'a>(obcd: &Block<'a>, room: u16, version: u8) -> Script<'a> {
    let mut script = Script {
        room: Some(room),
        ..Script::default()
    };
    for child in block::children(obcd.data, Header::Large).map_while(Result::ok) {
        if child.tag == Tag(*b"CDHD") {
            let at = if version < 7 { 0 } else { 4 };
            script.object = child.data.peek(at).map(u16::from_le_bytes);
        } else if child.tag == Tag(*b"VERB") {
            let entries = if version == 8 {
                wide_verb_entries(child.data)
            } else {
                verb_entries(child.data, OffsetSize::Word)
            };
            script.set_code(child.whole, &entries);
        }
    }
    script
}

/// Returns an object of v1 to v4 with its scripts. `whole` is its block with the header, from which
/// the offsets of the verbs count (J6).
fn of_old_object<'a>(whole: &'a [u8], room: u16, dialect: &Dialect) -> Script<'a> {
    let (number, table, size) = match (dialect.header(), dialect.version()) {
        (Header::Old, 3) => (4, 17, OffsetSize::Word),
        (Header::Old, _) => (4, 15, OffsetSize::Byte),
        _ => (6, 19, OffsetSize::Word),
    };
    let mut script = Script {
        room: Some(room),
        object: Reader::new(whole).peek(number).map(u16::from_le_bytes),
        ..Script::default()
    };
    if let Ok(table) = Reader::new(whole).at(table, "the verbs") {
        script.set_code(whole, &verb_entries(table, size));
    }
    script
}

impl<'a> Script<'a> {
    /// Sets the code of an object from the block that contains it, and the start offsets of the
    /// verbs in this block. If the object has no verbs, the block contains no code.
    fn set_code(&mut self, block: &'a [u8], entries: &[usize]) {
        let Some(&first) = entries.iter().min() else {
            return;
        };
        self.bytes = block.get(first..).unwrap_or_default();
        self.entries = entries
            .iter()
            .map(|entry| entry.saturating_sub(first))
            .collect();
    }
}

/// The size of an offset in the table of an object's verbs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OffsetSize {
    Byte,
    Word,
}

/// Returns the start offsets of an object's verbs up to v7 (J4, J6).
fn verb_entries(mut table: Reader<'_>, size: OffsetSize) -> Vec<usize> {
    let entry = || {
        let verb = table.u8("a verb").ok()?;
        let offset = match size {
            OffsetSize::Byte => table.u8("its offset").ok()?.into(),
            OffsetSize::Word => table.u16_le("its offset").ok()?.into(),
        };
        Some(offset).filter(|_| verb != 0)
    };
    std::iter::from_fn(entry).collect()
}

/// Returns the start offsets of an object's verbs in v8. The stored offsets count from the end of
/// the block's header (J4).
fn wide_verb_entries(mut table: Reader<'_>) -> Vec<usize> {
    let entry = || {
        let verb = table.u32_le("a verb").ok()?;
        let offset = table.u32_le("its offset").ok()?.checked_add(8)?;
        usize::try_from(offset).ok().filter(|_| verb != 0)
    };
    std::iter::from_fn(entry).collect()
}

// Rooms with fixed headers.

/// A room of v1, v2 or v3 with 16 colours. All offsets count from the start of the room (J6).
struct OldRoom<'a> {
    data: &'a [u8],
    dialect: Dialect,
    /// The number of objects.
    objects: usize,
    /// The position of the table of objects: a word for each picture, then a word for each code
    /// block.
    table: usize,
}

/// The position of the number of objects. The offset of the boxes follows it.
const OBJECTS: usize = 20;

impl<'a> OldRoom<'a> {
    fn new(data: &'a [u8], dialect: &Dialect) -> Self {
        Self {
            data,
            dialect: *dialect,
            objects: data.get(OBJECTS).copied().unwrap_or(0).into(),
            table: if dialect.version() == 3 { 29 } else { 28 },
        }
    }

    /// Calls `see` for the scripts and the objects of the room.
    fn read(&self, room: u16, see: &mut impl FnMut(&Script<'_>)) {
        let exit = self.word(self.table.saturating_sub(4));
        let entry = self.word(self.table.saturating_sub(2));
        let codes = self.words(self.codes());
        let mut scripts: BTreeSet<usize> = self.local_scripts().into_iter().collect();
        scripts.extend([exit, entry].into_iter().flatten());
        scripts.remove(&0);
        let mut starts = scripts.clone();
        starts.extend(&codes);
        starts.extend(self.words(self.pictures()));
        starts.extend(self.parts());
        for &start in &scripts {
            let end = starts.range(start.saturating_add(1)..).next().copied();
            let end = end.unwrap_or(self.data.len()).min(self.data.len());
            see(&Script {
                room: Some(room),
                is_entry: Some(start) == entry,
                bytes: self.data.get(start..end).unwrap_or_default(),
                is_open: true,
                ..Script::default()
            });
        }
        // A damaged table can contain the same block many times.
        let mut end = 0;
        for start in BTreeSet::from_iter(codes) {
            if start < end {
                continue;
            }
            if let Some(whole) = self.object(start) {
                end = start.saturating_add(whole.len());
                see(&of_old_object(whole, room, &self.dialect));
            }
        }
    }

    /// Returns the start offsets of the picture and of the boxes.
    fn parts(&self) -> Vec<usize> {
        // v1 stores a picture in five parts.
        let pictures = if self.dialect.version() == 1 {
            10..20
        } else {
            10..12
        };
        let mut parts = self.words(pictures);
        let boxes = if self.dialect.version() == 3 {
            self.word(OBJECTS + 1)
        } else {
            self.data.get(OBJECTS + 1).map(|&at| at.into())
        };
        parts.extend(boxes);
        parts
    }

    /// Returns the block of an object.
    fn object(&self, start: usize) -> Option<&'a [u8]> {
        let size = usize::from(Reader::new(self.data.get(start..)?).u16_le("a size").ok()?);
        self.data.get(start..)?.get(..size)
    }

    /// Returns the positions of the offsets of the objects' pictures.
    fn pictures(&self) -> Range<usize> {
        let len = self.objects.saturating_mul(2);
        self.table..self.table.saturating_add(len)
    }

    /// Returns the positions of the offsets of the objects' code blocks.
    fn codes(&self) -> Range<usize> {
        let pictures = self.pictures();
        pictures.end..pictures.end.saturating_add(pictures.len())
    }

    /// Returns the start offsets of the local scripts of v3. A number of the script precedes each
    /// offset, and the number 0 ends the list. v1 and v2 have no local scripts.
    fn local_scripts(&self) -> Vec<usize> {
        if self.dialect.version() < 3 {
            return Vec::new();
        }
        // The numbers of the room's sounds and of its global scripts precede the list.
        let count = |at: usize| usize::from(self.data.get(at).copied().unwrap_or(0));
        let skipped = count(23).saturating_add(count(24));
        let at = self.codes().end.saturating_add(skipped);
        match Reader::new(self.data).at(at, "the local scripts") {
            Ok(table) => verb_entries(table, OffsetSize::Word),
            Err(_) => Vec::new(),
        }
    }

    /// Returns the words at these positions.
    fn words(&self, positions: Range<usize>) -> Vec<usize> {
        positions.step_by(2).map_while(|at| self.word(at)).collect()
    }

    fn word(&self, at: usize) -> Option<usize> {
        let bytes = self.data.get(at..)?.first_chunk::<2>()?;
        Some(u16::from_le_bytes(*bytes).into())
    }
}

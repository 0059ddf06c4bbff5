//! Where a game's scripts lie (J1 to J7).

use std::path::PathBuf;

use scumm_engine::Game;
use scumm_room::block::{self, Block, Header};
use scumm_room::resource::{Kind, Location};
use scumm_room::{Reader, Tag};

/// What a walk over a game's scripts finds.
#[derive(Debug)]
pub(super) enum Found<'a> {
    /// A script of this number (J3).
    Global { number: u16, code: &'a [u8] },
    /// A local, entry or exit script of a room, or an object's, whose verbs begin at the entries (J4).
    OfRoom { room: u16, is_entry: bool, code: &'a [u8], entries: Vec<usize> },
    /// An object, with the room that its scripts lie in (J5).
    Object { room: u16, number: u16 },
}

/// Shows all scripts and objects of a game, global scripts first.
///
/// Blocks of one kind that begin inside another one are left out, so that nothing is read twice whatever an index says.
pub(super) fn each(game: &Game, mut see: impl FnMut(Found<'_>)) {
    let load = |kind, id| game.files().load(kind, id).ok();
    for number in apart(game, Kind::Script) {
        let Some(raw) = load(Kind::Script, number) else { continue };
        if let Ok(block) = block::read(&mut Reader::new(&raw.data), Header::Large) {
            see(Found::Global { number, code: block.data.rest() });
        }
    }
    let version = game.dialect().version();
    // v8 has a room's scripts beside it.
    let around = if version == 8 { Kind::RoomScripts } else { Kind::Room };
    for room in apart(game, around) {
        let Some(raw) = load(around, room) else { continue };
        if let Ok(block) = block::read(&mut Reader::new(&raw.data), Header::Large) {
            of_room(block.data, room, version, &mut see);
        }
    }
}

/// The resources of a kind that do not begin inside another one, ascending.
pub(super) fn apart(game: &Game, kind: Kind) -> Vec<u16> {
    let place = |id| Some((game.files().locate(kind, id).ok()?, id));
    let mut places: Vec<(Location, u16)> = game.files().ids(kind).filter_map(place).collect();
    places.sort_by(|(a, _), (b, _)| (&a.file, a.offset).cmp(&(&b.file, b.offset)));
    let mut end = (PathBuf::new(), 0);
    places.retain(|(place, _)| {
        let is_apart = end.0 != place.file || end.1 <= place.offset;
        if is_apart {
            end = (place.file.clone(), place.offset.saturating_add(place.size.into()));
        }
        is_apart
    });
    let mut ids: Vec<u16> = places.into_iter().map(|(_, id)| id).collect();
    ids.sort_unstable();
    ids
}

/// Shows the scripts and objects in the block that holds those of a room.
fn of_room(data: Reader<'_>, room: u16, version: u8, see: &mut impl FnMut(Found<'_>)) {
    // What is behind a damaged header is lost.
    for child in block::children(data, Header::Large).map_while(Result::ok) {
        if child.tag == Tag(*b"OBCD") {
            object(&child, room, version, see);
        } else if let Some(code) = number_size(child.tag, version).and_then(|at| child.data.rest().get(at..)) {
            see(Found::OfRoom { room, is_entry: child.tag == Tag(*b"ENCD"), code, entries: Vec::new() });
        }
    }
}

/// Bytes in front of the code of a room's script, which hold a local script's number; `None` for other blocks (J2).
fn number_size(tag: Tag, version: u8) -> Option<usize> {
    match (&tag.0, version) {
        (b"ENCD" | b"EXCD", _) => Some(0),
        (b"LSCR", 5 | 6) => Some(1),
        (b"LSCR", 7) => Some(2),
        (b"LSCR", _) => Some(4),
        _ => None,
    }
}

/// Shows an object and its scripts.
fn object(obcd: &Block<'_>, room: u16, version: u8, see: &mut impl FnMut(Found<'_>)) {
    for child in block::children(obcd.data, Header::Large).map_while(Result::ok) {
        if child.tag == Tag(*b"CDHD") {
            let mut header = child.data;
            let ahead = if version < 7 { 0 } else { 4 };
            let number = header.skip(ahead, "the header's version").and_then(|()| header.u16_le("an object's number"));
            if let Ok(number) = number {
                see(Found::Object { room, number });
            }
        } else if child.tag == Tag(*b"VERB") {
            let whole = child.from_start();
            let mut entries = verb_entries(child.data, version);
            // Without any, what is there is no code.
            let Some(&first) = entries.iter().min() else { continue };
            let Some(code) = whole.rest().get(first..) else { continue };
            for entry in &mut entries {
                *entry = entry.saturating_sub(first);
            }
            see(Found::OfRoom { room, is_entry: false, code, entries });
        }
    }
}

/// Where an object's verbs begin, from the start of the block of its scripts (J4).
fn verb_entries(mut table: Reader<'_>, version: u8) -> Vec<usize> {
    let mut entry = || {
        Some(match version {
            8 => (table.u32_le("a verb").ok()?, table.u32_le("its offset").ok()?.saturating_add(8)),
            _ => (table.u8("a verb").ok()?.into(), table.u16_le("its offset").ok()?.into()),
        })
    };
    let entries = std::iter::from_fn(|| entry().filter(|&(verb, _)| verb != 0));
    entries.filter_map(|(_, offset)| usize::try_from(offset).ok()).collect()
}

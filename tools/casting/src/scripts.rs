//! Finds the scripts of a game (J1 to J7).

use scumm_engine::Game;
use scumm_room::block::{self, Block, Header};
use scumm_room::resource::{Location, ResourceKind};
use scumm_room::{Reader, Tag};

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
    pub code: &'a [u8],
}

/// Calls `see` for all scripts of a game, global scripts first, and for all objects, with or
/// without scripts.
///
/// A block that begins inside another block of its kind is skipped, so that no byte is read twice
/// even if an index is damaged.
pub(crate) fn each(game: &Game, mut see: impl FnMut(&Script<'_>)) {
    let version = game.dialect().version();
    // v8 stores a room's scripts in a block beside the room.
    let of_rooms = if version == 8 {
        ResourceKind::RoomScripts
    } else {
        ResourceKind::Room
    };
    for kind in [ResourceKind::Script, of_rooms] {
        for id in apart(game, kind) {
            let Ok(raw) = game.files().load(kind, id) else {
                continue;
            };
            let Ok(block) = block::read(&mut Reader::new(&raw.data), Header::Large) else {
                continue;
            };
            if kind == ResourceKind::Script {
                see(&Script {
                    number: Some(id),
                    code: block.data.rest(),
                    ..Script::default()
                });
            } else {
                read_room_scripts(block.data, id, version, &mut see);
            }
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

/// Calls `see` for the scripts of a room. `data` is the contents of the block that contains the
/// scripts. Blocks after a damaged header are not found.
pub(crate) fn read_room_scripts(
    data: Reader<'_>,
    room: u16,
    version: u8,
    see: &mut impl FnMut(&Script<'_>),
) {
    for child in block::children(data, Header::Large).map_while(Result::ok) {
        let number_size = match (&child.tag.0, version) {
            (b"OBCD", _) => {
                see(&of_object(&child, room, version));
                continue;
            }
            (b"ENCD" | b"EXCD", _) => 0,
            (b"LSCR", 5 | 6) => 1,
            (b"LSCR", 7) => 2,
            (b"LSCR", _) => 4,
            _ => continue,
        };
        let code = child.data.rest().get(number_size..).unwrap_or_default();
        let is_entry = child.tag == Tag(*b"ENCD");
        see(&Script {
            room: Some(room),
            is_entry,
            code,
            ..Script::default()
        });
    }
}

/// Returns an object with its scripts (J4, J5).
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
            let entries = verb_entries(child.data, version);
            // If the object has no verbs, the remaining bytes are not code.
            let Some(&first) = entries.iter().min() else {
                continue;
            };
            script.code = child.whole.get(first..).unwrap_or_default();
            script.entries = entries
                .into_iter()
                .map(|entry| entry.saturating_sub(first))
                .collect();
        }
    }
    script
}

/// Returns the start offsets of an object's verbs, counted from the start of the script block (J4).
fn verb_entries(mut table: Reader<'_>, version: u8) -> Vec<usize> {
    let entry = || {
        let (verb, offset) = match version {
            8 => (
                table.u32_le("a verb").ok()?,
                table.u32_le("its offset").ok()?.checked_add(8)?,
            ),
            _ => (
                table.u8("a verb").ok()?.into(),
                table.u16_le("its offset").ok()?.into(),
            ),
        };
        usize::try_from(offset).ok().filter(|_| verb != 0)
    };
    std::iter::from_fn(entry).collect()
}

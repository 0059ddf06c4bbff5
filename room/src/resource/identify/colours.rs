//! Amiga games of v4 and v5 by the pictures of their rooms (I29, S2).

use std::collections::BTreeSet;

use super::super::files::GameFiles;
use super::super::kind::Kind;
use super::by;
use crate::dialect::{Dialect, Platform};
use crate::palette::Palette;
use crate::room::{Room, RoomParts};

/// The most colours that an Amiga shows at once.
const AMIGA_COLOURS: usize = 64;

/// How many rooms have to agree before few colours mean anything: a game that somebody made may
/// have one or two.
const ROOMS: usize = 3;

/// Whether the pictures are those of an Amiga game, and by what that is seen: in v4 by a strip of a
/// kind that only the Amiga edition has. Where no room has one, all colours may be those that an
/// Amiga could show, but other games may look so, too.
pub fn amiga(game: &GameFiles) -> Option<&'static str> {
    // Raw colours: nothing is added to them on DOS (S9).
    let dialect = game.dialect().with_platform(Platform::Dos);
    if dialect.is_sixteen_colour() || !matches!(dialect.version(), 4 | 5) {
        return None;
    }
    let mut pictures = 0usize;
    let mut all = BTreeSet::new();
    let mut few = true;
    for room in game
        .loaded(Kind::Room)
        .filter_map(|raw| sound_room(&raw.data, &dialect))
    {
        if dialect.version() == 4 && room.has_sixteen_colour_strips() {
            return Some(by::PICTURES);
        }
        let colours: BTreeSet<u8> = room.picture().pixels().iter().copied().collect();
        few &= colours
            .last()
            .is_none_or(|&last| usize::from(last) < AMIGA_COLOURS)
            && stands_above_sixteen(&room, &colours);
        // v4 is looked at to the end for its strips.
        if !few && dialect.version() == 5 {
            return None;
        }
        all.extend(colours);
        pictures = pictures.saturating_add(1);
    }
    // Sixteen colours are what many a DOS game has.
    (few && pictures >= ROOMS && all.len() > 16).then_some(by::COLOURS)
}

/// A room without damage.
fn sound_room(data: &[u8], dialect: &Dialect) -> Option<Room> {
    Room::parse(&RoomParts::new(data), dialect)
        .ok()
        .filter(|room| room.problems().is_empty())
}

/// Whether the room's palette has at least as many different colours for these numbers with 16
/// added, as an Amiga takes them, as without.
fn stands_above_sixteen(room: &Room, colours: &BTreeSet<u8>) -> bool {
    let mut palette = Palette::default();
    room.apply_palette(&mut palette);
    let different = |shift: usize| {
        let shown = colours
            .iter()
            .filter_map(|&colour| palette.0.get(usize::from(colour).saturating_add(shift)));
        shown.collect::<BTreeSet<_>>().len()
    };
    different(16) >= different(0)
}

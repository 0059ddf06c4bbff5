//! Recognition of Amiga games of v4 and v5 by the pictures of their rooms (I29, S2).

use std::collections::BTreeSet;

use super::super::files::GameFiles;
use super::super::kind::Kind;
use super::by;
use crate::dialect::{Dialect, Platform};
use crate::palette::Palette;
use crate::room::{Room, RoomParts};

/// The most colours that an Amiga shows at once.
const AMIGA_COLOURS: usize = 64;

/// The number of rooms that must agree before a small number of colours counts as a sign: a game
/// made by users may have one or two rooms.
const ROOMS: usize = 3;

/// Returns whether the pictures are those of an Amiga game, and the sign. In v4, the sign is a
/// strip of a kind that only the Amiga edition has. Otherwise, the sign is that all colours could
/// be displayed by an Amiga, though this may be true of other games.
pub fn amiga(game: &GameFiles) -> Option<&'static str> {
    // Raw colours: on DOS, nothing is added to them (S9).
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
        // All rooms of v4 are examined for such strips.
        if !few && dialect.version() == 5 {
            return None;
        }
        all.extend(colours);
        pictures = pictures.saturating_add(1);
    }
    // Many DOS games have sixteen colours.
    (few && pictures >= ROOMS && all.len() > 16).then_some(by::COLOURS)
}

/// Returns the room if it is not damaged.
fn sound_room(data: &[u8], dialect: &Dialect) -> Option<Room> {
    Room::parse(&RoomParts::new(data), dialect)
        .ok()
        .filter(|room| room.problems().is_empty())
}

/// Returns whether the room's palette has at least as many different colours for these numbers plus
/// 16, which an Amiga uses, as for the numbers themselves.
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

//! The parts that all animated files share, with and without layers for limbs: the slice of the
//! anchor, the tags of animations (T20), the limits of a costume, and the colours.

use scumm_media::text::plural;
use scumm_room::Dialect;

use super::companions::CompanionFiles;
use crate::chores::DirectedChore;

/// The name of the slice that marks the actor's position.
pub const ANCHOR: &str = "anchor";
/// The suffix of the tag that marks the repeating part of an animation.
pub const LOOP: &str = "-loop";
/// The duration of an engine frame in milliseconds, at the initial speed of games.
pub const FRAME: u64 = 100;
/// The most pictures of a limb of a COST: higher numbers are commands (C13).
pub const MOST_PICTURES: usize = 0x71;
/// The most commands of an animation of a COST (C12).
pub const MOST_COMMANDS: usize = 128;
/// The most chores (C9).
pub const MOST_CHORES: u16 = 64;

/// Returns the colours of a file by number, or those of the room that the user named, which come
/// first.
pub fn colours_or_room(
    of_file: Vec<Option<[u8; 4]>>,
    beside: &CompanionFiles,
) -> Vec<Option<[u8; 4]>> {
    let Some(room) = &beside.room_colours else {
        return of_file;
    };
    let colours = room.palette.iter();
    colours
        .map(|&[red, green, blue]| Some([red, green, blue, u8::MAX]))
        .collect()
}

/// Warns of tags that do not name an animation.
pub fn warn_of_tags(names: &[&str]) {
    const EXPECTED: &str =
        "expected an animation and its direction, such as `walk-west` or `chore-6-south`";
    match names {
        [] => {}
        [name] => log::warn!("tag {name:?} is left out: {EXPECTED}"),
        [name, others @ ..] => log::warn!(
            "tag {name:?} and {} are left out: {EXPECTED}",
            plural(others.len(), "other")
        ),
    }
}

/// Parses the name of a tag. Returns the number of the chore, which is less than `most`, and the
/// number of the direction.
pub fn chore(name: &str, dialect: &Dialect, directions: &[&str], most: u16) -> Option<(u16, u16)> {
    // Some names of directions end like others: `north-west`.
    let mut parts = Vec::new();
    for (number, direction) in directions.iter().enumerate() {
        let start = name.strip_suffix(direction);
        if let Some(chore) = start.and_then(|start| start.strip_suffix('-')) {
            parts.push((chore, number));
        }
    }
    let (name, direction) = parts.into_iter().min_by_key(|(chore, _)| chore.len())?;
    let named = |number: u16| {
        DirectedChore {
            number,
            facing: 0,
            direction: "north",
        }
        .name(dialect)
            == name
    };
    let number = name
        .strip_prefix("chore-")
        .and_then(|number| number.parse().ok());
    let number = number.or_else(|| (0..MOST_CHORES).find(|&number| named(number)))?;
    Some((number, u16::try_from(direction).ok()?)).filter(|(number, _)| *number < most)
}

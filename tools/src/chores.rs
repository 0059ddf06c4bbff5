//! The chores of a costume, and the directions in which they play.

use scumm_costume::{Animation, Costume};
use scumm_engine::Actor;
use scumm_room::Dialect;

/// A chore in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirectedChore {
    /// The number with which scripts start the chore.
    pub number: u16,
    /// The direction in degrees clockwise from north.
    pub facing: u16,
    /// The name of the direction.
    pub direction: &'static str,
}

/// Returns the chores of a costume in the order of its file (C9, A6).
pub fn in_costume(costume: &Costume) -> Vec<DirectedChore> {
    costume
        .animations()
        .map(|animation| DirectedChore::new(&animation))
        .collect()
}

/// Returns the frame numbers of a costume in ascending order. A frame number starts an animation in
/// at least one direction (C9, A6).
pub fn frames(costume: &Costume) -> Vec<u16> {
    let mut frames: Vec<u16> = costume
        .animations()
        .map(|animation| animation.frame)
        .collect();
    frames.dedup();
    frames
}

impl DirectedChore {
    /// Returns the chore of an animation.
    pub fn new(animation: &Animation) -> Self {
        let facing = animation.facing.degrees();
        Self {
            number: animation.frame,
            facing,
            direction: direction_name(facing),
        }
    }

    /// Returns a name for the default use of the chore in the engine (T20), such as `walk` or
    /// `stand`; else `chore-6`.
    pub fn name(&self, dialect: &Dialect) -> String {
        let uses = default_uses(dialect);
        let named = uses.iter().find(|(number, _)| *number == self.number);
        named.map_or_else(
            || format!("chore-{}", self.number),
            |(_, name)| (*name).to_owned(),
        )
    }

    /// Returns the name of the chore with its direction: `walk-west`.
    pub fn directed_name(&self, dialect: &Dialect) -> String {
        format!("{}-{}", self.name(dialect), self.direction)
    }
}

/// Returns the numbers of the chores that the engine starts by default (T20), with the names of
/// their uses.
#[must_use]
pub fn default_uses(dialect: &Dialect) -> [(u16, &'static str); 5] {
    let actor = Actor::new(dialect);
    [
        (actor.init_frame.into(), "init"),
        (actor.walk_frame.into(), "walk"),
        (actor.stand_frame.into(), "stand"),
        (actor.talk_start_frame.into(), "talk"),
        (actor.talk_stop_frame.into(), "hush"),
    ]
}

/// The four directions in the order of animation numbers (C9).
pub const FOUR_DIRECTIONS: [&str; 4] = ["west", "east", "south", "north"];
/// The eight directions, clockwise from north (T11).
pub const EIGHT_DIRECTIONS: [&str; 8] = [
    "north",
    "north-east",
    "east",
    "south-east",
    "south",
    "south-west",
    "west",
    "north-west",
];

/// Returns the name of the direction that is nearest to an angle in degrees clockwise from north.
pub fn direction_name(facing: u16) -> &'static str {
    let eighth = (usize::from(facing) + 22) / 45 % EIGHT_DIRECTIONS.len();
    EIGHT_DIRECTIONS[eighth]
}

#[cfg(test)]
mod tests {
    use scumm_costume::Facing;

    use super::*;

    #[test]
    fn numbers_are_chores_in_directions_c9_a6() {
        let chore = |number, frame, degrees| {
            let facing = Facing::from_degrees(degrees);
            DirectedChore::new(&Animation {
                number,
                frame,
                facing,
                limbs: Vec::new(),
            })
        };
        assert_eq!(
            chore(14, 3, 180),
            DirectedChore {
                number: 3,
                facing: 180,
                direction: "south"
            }
        );
        assert_eq!(
            chore(14, 1, 270),
            DirectedChore {
                number: 1,
                facing: 270,
                direction: "west"
            }
        );
        assert_eq!(
            chore(9, 1, 45),
            DirectedChore {
                number: 1,
                facing: 45,
                direction: "north-east"
            }
        );
    }

    #[test]
    fn chores_are_named_as_the_version_uses_them_t20() {
        let name = |version, number| {
            DirectedChore {
                number,
                facing: 0,
                direction: "north",
            }
            .name(&Dialect::new(version))
        };
        assert_eq!(
            [name(5, 2), name(5, 3), name(7, 4), name(5, 6)],
            ["walk", "stand", "talk", "chore-6"]
        );
        assert_eq!(
            [name(2, 0), name(2, 2), name(2, 3)],
            ["walk", "init", "chore-3"]
        );
    }

    #[test]
    fn angles_have_names_t11_c9() {
        assert_eq!(
            [0, 45, 90, 315, 359].map(direction_name),
            ["north", "north-east", "east", "north-west", "north"]
        );
        assert_eq!(
            [0, 1, 2, 3].map(|old| direction_name(Facing::from_old(old).degrees())),
            FOUR_DIRECTIONS
        );
    }
}

//! Turning, positions in boxes, and walking.
//!
//! A walk is a sequence of straight legs between the gates of neighbouring boxes.
//! [`ActorMut::walk`] only stores the destination (T75). Every frame takes one step and plans the
//! next leg when a leg ends.
//!
//! | module | rules |
//! |---|---|
//! | `turn` | turning step by step, facings that boxes force (T41–T44) |
//! | `route` | beginning a walk, from leg to leg to the end, boxes and scales (T60–T63, T71–T77) |
//! | `slope` | legs of v4 and later (T70, T71, B12) |
//! | `v3` | legs of v3 (T78, T79, B13) |
//! | `cells` | walking of v1 and v2 (T7C) |

mod cells;
mod route;
mod slope;
mod turn;
mod v3;

pub(crate) use turn::{facing_of_way, old_turn};

#[cfg(test)]
mod tests;

use scumm_room::{Dialect, GameId};

use crate::ActorMut;

/// The rules by which actors find their route and take their steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WalkRules {
    /// v1, v2: cell by cell, to the nearest point of the next box (T7C).
    Cells,
    /// v3: in whole steps, through two points between boxes (T77–T79, B13).
    TwoGates,
    /// v4+: in fractions of a pixel, through common sides (T70–T76, B12).
    Slopes,
}

impl WalkRules {
    /// Returns the rules of a version.
    fn of(dialect: &Dialect) -> Self {
        match dialect.version() {
            ..=2 => Self::Cells,
            3 => Self::TwoGates,
            _ => Self::Slopes,
        }
    }
}

/// Returns whether the game is Zak of v3: an actor that has turned stands (T42), and locked boxes
/// stop it (T77).
fn has_zak_walks(dialect: &Dialect) -> bool {
    dialect.version() == 3 && dialect.game() == Some(GameId::Zak)
}

impl ActorMut<'_> {
    /// Plays one engine frame of the actor's walk or turn.
    pub(crate) fn walk_frame(&mut self) {
        match WalkRules::of(&self.stage.dialect) {
            _ if self.stage.dialect.is_v0() => self.walk_frame_v0(),
            WalkRules::Cells => self.walk_frame_cells(),
            WalkRules::TwoGates | WalkRules::Slopes => self.walk_frame_legs(),
        }
    }

    fn is_moving(&self, bits: u8) -> bool {
        self.walk.moving & bits != 0
    }
}

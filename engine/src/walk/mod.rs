//! Turning, positions in boxes, walking.
//!
//! A walk is a row of legs, each straight, from gate to gate between neighbouring boxes. [`ActorMut::walk`] only notes
//! where to go (T75); every frame takes one step and plans the next leg where one ends.
//!
//! | module | rules |
//! |---|---|
//! | `turn` | turning step by step, facings that boxes force (T41–T44) |
//! | `rules` | how the versions differ in that |
//! | `place` | the box and the scale of a position (T60–T63) |
//! | `start` | beginning a walk, changing its speed (T75, T26) |
//! | `route` | from leg to leg to the end, in v3 and later (T73, T76, T77) |
//! | `leg` | what all legs share: the walk animation, walk scripts, the box ahead (T71, T74) |
//! | `slope` | legs of v4 and later (T70, T71, B12) |
//! | `v3` | legs of v3 (T78, T79, B13) |
//! | `cells` | walking of v1 and v2 (T7C) |

mod cells;
mod leg;
mod place;
mod route;
mod rules;
mod slope;
mod start;
mod turn;
mod v3;

pub(crate) use turn::{facing_of_way, old_turn};

#[cfg(test)]
mod tests;

use rules::WalkRules;

use crate::{ActorMut, Stage};

impl ActorMut<'_> {
    /// One engine frame of the actor's walk or turn.
    fn walk_frame(&mut self) {
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

impl Stage {
    /// Walks all actors of the room in number order, the first thing of a frame (D1).
    pub(crate) fn walk_actors(&mut self) {
        self.for_actors_of_room(|mut actor| actor.walk_frame());
    }
}

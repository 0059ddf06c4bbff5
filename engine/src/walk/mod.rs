//! Turning, positions in boxes, walking.
//!
//! A walk is a row of legs, each straight, from gate to gate between neighbouring boxes. [`Stage::walk`] only notes
//! where to go (T75); every frame takes one step and plans the next leg where one ends.
//!
//! | module | rules |
//! |---|---|
//! | `turn` | turning step by step, facings that boxes force (T41–T44) |
//! | `place` | the box and the scale of a position (T60–T63) |
//! | `start` | beginning a walk, changing its speed (T75, T26) |
//! | `route` | from leg to leg in v4 and later (T73, T74, T76) |
//! | `leg` | one leg of v4 and later (T70, T71) |
//! | `v3` | walking of v3 (T77–T79) |
//! | `cells` | walking of v1 and v2 (T7C) |

mod cells;
mod leg;
mod place;
mod route;
mod start;
mod turn;
mod v3;

#[cfg(test)]
mod tests;

use glam::I16Vec2;
use scumm_costume::Fault;
use scumm_room::{Error, Result, WalkRules};

use crate::Stage;
use crate::actor::moving;
use crate::stage::Actors;

/// Whether a leg has still to be walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leg {
    /// It goes on in the next frame.
    GoesOn,
    /// Its end is reached, or there was nothing to walk.
    Over,
}

/// What lies between an actor and the box of its destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ahead {
    /// It stands in that box, or boxes don't matter: straight to the destination.
    Destination,
    /// Another box.
    Box(u8),
    /// No way leads there.
    NoWay,
}

impl Stage {
    /// Starts a walk to `x`, `y` (T75); the actor moves from the next frame on and ends facing `angle`, -1 as it comes.
    /// Positions are cut to 16 bits.
    ///
    /// # Errors
    /// No such actor.
    pub fn walk(&mut self, id: u16, x: i32, y: i32, angle: i32) -> Result<()> {
        self.check_actor(id)?;
        self.start_walk(id, I16Vec2::new(x as i16, y as i16), angle);
        Ok(())
    }

    /// Starts a turn to `angle` (T41): step by step, and before v7 in place of a walk.
    ///
    /// # Errors
    /// No such actor.
    pub fn turn(&mut self, id: u16, angle: i32) -> Result<()> {
        self.check_actor(id)?;
        self.turn_to_direction(id, angle);
        Ok(())
    }

    /// Sets a box's flags, or with bit 14 or 15 its extra flag word (T44.1).
    ///
    /// # Errors
    /// No such box.
    pub fn set_box_flags(&mut self, number: u8, value: u16) -> Result<()> {
        self.state.boxes.set_flags(number, value)
    }

    /// Sets a box's scale word: 1..=255, or bit 15 and a scale slot less 1 (T62).
    ///
    /// # Errors
    /// No such box.
    pub fn set_box_scale(&mut self, number: u8, value: u16) -> Result<()> {
        let found = self.state.boxes.get_mut(number);
        found.ok_or_else(|| Error::Misuse(format!("there is no box {number}")))?.scale = value;
        Ok(())
    }

    /// Works the ways between boxes out anew, as scripts do after they changed flags (B10).
    pub fn compute_box_matrix(&mut self) {
        self.state.boxes.compute_matrix();
    }

    /// Walks all actors of the room in number order, the first thing of a frame (D1).
    pub(crate) fn walk_actors(&mut self) {
        for id in Actors::ids() {
            if !self.in_room(id) {
                continue;
            }
            match self.dialect.walk_rules() {
                WalkRules::Cells => self.walk_actor_cells(id),
                WalkRules::TwoGates => self.walk_actor_v3(id),
                WalkRules::Slopes => self.walk_actor(id),
            }
        }
    }

    fn is_moving(&self, id: u16, bits: u8) -> bool {
        self.state.actors[id].walk.moving & bits != 0
    }

    /// Looks for the next box on the way. An actor outside all boxes is put into that of its destination.
    fn look_ahead(&mut self, id: u16) -> Ahead {
        let actor = &mut self.state.actors[id];
        let destination = actor.walk.dest_box;
        if actor.walkbox == self.dialect.invalid_box() {
            actor.walk.cur_box = destination;
            self.set_box(id, destination);
            return Ahead::Destination;
        }
        if actor.walkbox == destination {
            return Ahead::Destination;
        }
        self.state.boxes.next(actor.walkbox, destination).map_or(Ahead::NoWay, Ahead::Box)
    }

    /// Plans a walk box by box until `cross` says that a leg has begun, and the last leg when nothing is left to cross
    /// (T76.3, T77). Where stored ways run in circles the reference never returns; here the walk ends.
    fn plan(
        &mut self,
        id: u16,
        mut cross: impl FnMut(&mut Self, u8) -> Crossing,
        last_leg: impl FnOnce(&mut Self, I16Vec2) -> Leg,
    ) -> Planned {
        self.state.actors[id].walk.moving &= !moving::NEW;
        // Every round enters another box, and the last one finds out that the way is at its end.
        let rounds = self.state.boxes.len() + 1;
        for _ in 0..rounds {
            let next = match self.look_ahead(id) {
                Ahead::Destination => return self.begin_last_leg(id, last_leg),
                Ahead::NoWay => return Planned::NoWay,
                Ahead::Box(next) => next,
            };
            match cross(self, next) {
                Crossing::Walking => return Planned::Leg,
                Crossing::Straight => return self.begin_last_leg(id, last_leg),
                Crossing::Passed => {
                    let entered = self.state.actors[id].walk.cur_box;
                    self.set_box(id, entered);
                }
            }
        }
        log::warn!("actor {id}: the ways between the boxes run in circles; its walk ends");
        self.end_walk_for(id, Fault::CircularWays);
        Planned::Leg
    }

    fn begin_last_leg(&mut self, id: u16, last_leg: impl FnOnce(&mut Self, I16Vec2) -> Leg) -> Planned {
        let walk = &mut self.state.actors[id].walk;
        walk.moving |= moving::LAST;
        let dest = walk.dest;
        last_leg(self, dest);
        Planned::Leg
    }

    /// Ends a walk that the reference can't end.
    fn end_walk_for(&mut self, id: u16, fault: Fault) {
        self.emit_fault(id, fault);
        self.state.actors[id].walk.moving = 0;
        let stand = u16::from(self.state.actors[id].stand_frame);
        self.start_frame(id, stand);
    }
}

/// How a round of [`Stage::plan`] ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Crossing {
    /// A leg to the gate has begun.
    Walking,
    /// The gate lies where the actor is: the next box is entered at once.
    Passed,
    /// The straight way to the destination passes the gate.
    Straight,
}

/// What [`Stage::plan`] came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Planned {
    /// A leg, or the end of the walk.
    Leg,
    /// Nothing: no way leads on.
    NoWay,
}

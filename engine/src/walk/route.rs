//! A walk of v3 and later, from leg to leg to its end (T73, T76, T77).

use glam::I16Vec2;
use scumm_costume::Fault;
use scumm_room::WalkRules;

use super::leg::{Leg, WalkCommand};
use crate::Stage;
use crate::actor::moving;

/// What lies between an actor and the box of its destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ahead {
    /// It stands in that box, or boxes don't matter: straight to the destination.
    Destination,
    /// Another box.
    Box(u8),
    /// No way leads there.
    NoWay,
}

/// How the way into the next box begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Crossing {
    /// A leg to the gate has begun, or the walk is over.
    Begun,
    /// The gate lies where the actor is: the next box is entered at once.
    Passed,
    /// The straight way to the destination passes the gate.
    Straight,
}

impl Stage {
    /// One frame of an actor's walk or turn (T76, T77).
    pub(super) fn walk_actor(&mut self, id: u16) {
        if self.dialect.is_v7_plus() && self.is_moving(id, moving::FROZEN) {
            if self.is_moving(id, moving::TURN) {
                self.turn_step(id);
            }
            return;
        }
        if self.state.actors[id].walk.moving == 0 {
            return;
        }
        if !self.is_moving(id, moving::NEW) {
            if self.is_moving(id, moving::LEG) && self.leg_step(id) == Leg::GoesOn {
                return;
            }
            if self.is_moving(id, moving::LAST) {
                return self.finish_walk(id);
            }
            if self.is_moving(id, moving::TURN) {
                return self.turn_step(id);
            }
            // Only walks of v3 have a second gate.
            if let Some(gate) = self.state.actors[id].walk.gate3.take() {
                if self.begin_leg(id, gate) == Leg::GoesOn {
                    return;
                }
            }
            self.enter_cur_box(id);
            self.state.actors[id].walk.moving &= moving::LEG;
        }
        self.plan_walk(id);
    }

    /// Enters the box that the leg led to, wherever the actor is.
    pub(super) fn enter_cur_box(&mut self, id: u16) {
        let entered = self.state.actors[id].walk.cur_box;
        self.set_box(id, entered);
    }

    /// Plans the walk on, box by box, until a leg has begun (T76.3, T77). Where stored ways run in circles the reference
    /// never returns; here the walk ends.
    fn plan_walk(&mut self, id: u16) {
        self.state.actors[id].walk.moving &= !moving::NEW;
        // Boxes without a common side keep the gate of the round before, at first the room's corner (B12).
        let mut aim = I16Vec2::ZERO;
        // Every round enters another box, and the last one finds out that the way is at its end.
        let rounds = self.state.boxes.len() + 1;
        for _ in 0..rounds {
            let next = match self.look_ahead(id) {
                Ahead::Destination => return self.begin_last_leg(id),
                Ahead::NoWay => return self.give_up(id),
                Ahead::Box(next) => next,
            };
            let crossing = match self.dialect.walk_rules() {
                WalkRules::TwoGates => self.cross_v3(id, next),
                WalkRules::Slopes | WalkRules::Cells => self.cross(id, next, &mut aim),
            };
            match crossing {
                Crossing::Begun => return,
                Crossing::Straight => return self.begin_last_leg(id),
                Crossing::Passed => self.enter_cur_box(id),
            }
        }
        log::warn!("actor {id}: the ways between the boxes run in circles; its walk ends");
        self.end_walk_for(id, Fault::CircularWays);
    }

    /// Looks for the next box on the way. An actor outside all boxes is put into that of its destination.
    pub(super) fn look_ahead(&mut self, id: u16) -> Ahead {
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

    /// Begins the leg that ends the walk.
    pub(super) fn begin_last_leg(&mut self, id: u16) {
        let walk = &mut self.state.actors[id].walk;
        walk.moving |= moving::LAST;
        let dest = walk.dest;
        self.begin_leg(id, dest);
    }

    /// No way leads on: the actor stands from the next frame on. From v4 on it is where it wanted to be.
    fn give_up(&mut self, id: u16) {
        let actor = &mut self.state.actors[id];
        actor.walk.moving |= moving::LAST;
        if self.dialect.walk_rules() == WalkRules::Slopes {
            actor.walk.dest_box = actor.walkbox;
        }
    }

    /// The end of a walk (T73, T77b): the actor stands, and turns where it was told to look.
    fn finish_walk(&mut self, id: u16) {
        let actor = &mut self.state.actors[id];
        actor.walk.moving = 0;
        let (dest_box, dest_dir) = (actor.walk.dest_box, i32::from(actor.walk.dest_dir));
        if self.dialect.walk_rules() == WalkRules::Slopes {
            self.set_box(id, dest_box);
        }
        if !self.dialect.is_v7_plus() {
            return self.stand_and_turn(id);
        }
        let facing = i32::from(self.state.actors[id].facing);
        let angle = if dest_dir == -1 { facing } else { dest_dir };
        self.run_walk_animation(id, WalkCommand::Stop, angle as u16, |stage| {
            stage.turn_to_direction(id, angle);
            stage.start_stand_frame(id);
        });
    }

    /// Stands, then turns where the walk was told to end, unless the actor looks there already.
    pub(super) fn stand_and_turn(&mut self, id: u16) {
        self.start_stand_frame(id);
        let actor = &self.state.actors[id];
        let dest_dir = i32::from(actor.walk.dest_dir);
        if i32::from(actor.target_facing) != dest_dir {
            self.turn_to_direction(id, dest_dir);
        }
    }

    /// Ends a walk that the reference can't end.
    pub(super) fn end_walk_for(&mut self, id: u16, fault: Fault) {
        self.emit_fault(id, fault);
        self.state.actors[id].walk.moving = 0;
        self.start_stand_frame(id);
    }
}

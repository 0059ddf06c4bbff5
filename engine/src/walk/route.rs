//! The route of a walk in v3 and later, from leg to leg to its end (T73, T76, T77).

use glam::I16Vec2;

use super::WalkRules;
use super::leg::{Leg, WalkCommand};
use crate::{ActorMut, Fault, moving};

/// The gate to the next box on the route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ahead {
    /// The actor is in the box of the destination, or ignores boxes: the next leg leads to the
    /// destination.
    Destination,
    /// The next leg leads to another box.
    Box(u8),
    /// There is no route to the destination.
    NoWay,
}

impl ActorMut<'_> {
    /// Plays one frame of a walk or turn (T76, T77). In v7 and later an actor turns while it walks,
    /// and a frozen actor turns, too.
    pub(super) fn walk_frame_legs(&mut self) {
        if !self.stage.dialect.is_v7_plus() {
            return self.walk_on();
        }
        if !self.is_moving(moving::FROZEN) {
            self.walk_on();
        }
        if self.is_moving(moving::TURN) {
            self.turn_step_v7();
        }
    }

    /// Plays the frame's part of a walk, before v7 also of a turn.
    fn walk_on(&mut self) {
        if self.walk.moving == 0 {
            return;
        }
        if !self.is_moving(moving::NEW) {
            if self.is_moving(moving::LEG) && self.leg_step() == Leg::GoesOn {
                return;
            }
            if self.is_moving(moving::LAST) {
                return self.finish_walk();
            }
            if self.is_moving(moving::TURN) {
                // In v7 and later the turn itself comes after the walk, and the next leg waits for
                // its end.
                if !self.stage.dialect.is_v7_plus() {
                    self.turn_step();
                }
                return;
            }
            // Only walks of v3 have a second gate.
            if let Some(gate) = self.walk.gate3.take() {
                if self.begin_leg(gate) == Leg::GoesOn {
                    return;
                }
            }
            // The box is entered wherever the actor is.
            self.set_box(self.walk.cur_box);
            self.walk.moving &= moving::LEG;
        }
        self.plan_walk();
    }

    /// Plans the rest of the walk, box by box, until a leg has begun (T76.3, T77). If the stored
    /// routes run in circles the reference never returns; here the walk ends.
    fn plan_walk(&mut self) {
        self.walk.moving &= !moving::NEW;
        // Boxes without a common side use the gate of the previous round, in the first round the
        // corner of the room (B12).
        let mut aim = I16Vec2::ZERO;
        // Every round enters another box; the last round finds no further box.
        let rounds = self.stage.state.boxes.len() + 1;
        for _ in 0..rounds {
            let next = match self.look_ahead() {
                Ahead::Destination => return self.begin_last_leg(),
                Ahead::NoWay => return self.give_up(),
                Ahead::Box(next) => next,
            };
            let crossing = match WalkRules::of(&self.stage.dialect) {
                WalkRules::TwoGates => self.cross_v3(next),
                WalkRules::Slopes | WalkRules::Cells => self.cross(next, &mut aim),
            };
            match crossing {
                Some(Leg::GoesOn) => return,
                // The gate is at the actor's position, so the next box is entered at once.
                Some(Leg::Over) => self.set_box(self.walk.cur_box),
                None => return self.begin_last_leg(),
            }
        }
        log::warn!(
            "actor {}: the ways between the boxes run in circles; its walk ends",
            self.id
        );
        self.end_walk_for(Fault::CircularMatrix);
    }

    /// Returns the next box on the route. An actor outside all boxes is moved into the box of its
    /// destination.
    pub(super) fn look_ahead(&mut self) -> Ahead {
        let destination = self.walk.dest_box;
        if self.walkbox == self.stage.dialect.invalid_box() {
            self.walk.cur_box = destination;
            self.set_box(destination);
            return Ahead::Destination;
        }
        if self.walkbox == destination {
            return Ahead::Destination;
        }
        self.stage
            .state
            .boxes
            .next(self.walkbox, destination)
            .map_or(Ahead::NoWay, Ahead::Box)
    }

    /// Begins the last leg of the walk.
    pub(super) fn begin_last_leg(&mut self) {
        self.walk.moving |= moving::LAST;
        self.begin_leg(self.walk.dest);
    }

    /// Ends a walk without a route: the actor stands from the next frame on. From v4 on its box
    /// becomes the box of the destination.
    fn give_up(&mut self) {
        self.walk.moving |= moving::LAST;
        if WalkRules::of(&self.stage.dialect) == WalkRules::Slopes {
            self.walk.dest_box = self.walkbox;
        }
    }

    /// Ends a walk (T73, T77b): the actor stands and turns to the requested facing.
    fn finish_walk(&mut self) {
        self.walk.moving = 0;
        if WalkRules::of(&self.stage.dialect) == WalkRules::Slopes {
            self.set_box(self.walk.dest_box);
        }
        if self.stage.dialect.is_v7_plus() {
            return self.walk_animation_v7(WalkCommand::Stop, self.walk.dest_dir);
        }
        self.start_stand_frame();
        let elsewhere = |angle: &i32| i32::from(self.target_facing) != *angle;
        if let Some(angle) = self.walk.dest_dir.map(i32::from).filter(elsewhere) {
            self.turn(angle);
        }
    }

    /// Ends a walk that the reference would never end.
    pub(super) fn end_walk_for(&mut self, fault: Fault) {
        self.stage.state.emit_fault(self.id, fault);
        self.stand_and_stop();
    }
}

//! A walk of v4 and later, from leg to leg to its end (T73, T76).

use glam::I16Vec2;
use scumm_room::boxes::Gate;

use super::leg::WalkCommand;
use super::{Crossing, Leg, Planned};
use crate::Stage;
use crate::actor::moving;

impl Stage {
    /// One frame of an actor's walk or turn (T76).
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
            self.leave_leg(id);
        }
        self.plan_walk(id);
    }

    /// A leg is over that was not the last: its box is entered, everything but the leg is forgotten.
    pub(super) fn leave_leg(&mut self, id: u16) {
        let entered = self.state.actors[id].walk.cur_box;
        self.set_box(id, entered);
        self.state.actors[id].walk.moving &= moving::LEG;
    }

    fn plan_walk(&mut self, id: u16) {
        // Boxes without a common side keep the gate of the round before, at first the room's corner (B12).
        let mut aim = I16Vec2::ZERO;
        let cross = |stage: &mut Self, next| {
            let actor = &mut stage.state.actors[id];
            actor.walk.cur_box = next;
            let walk = actor.walk;
            match stage.state.boxes.gate(actor.walkbox, next, walk.dest_box, actor.pos, walk.dest) {
                Gate::Straight => return Crossing::Straight,
                Gate::Point(point) => aim = point,
                Gate::NoCommonSide => {}
            }
            match stage.begin_leg(id, aim) {
                Leg::GoesOn => Crossing::Walking,
                Leg::Over => Crossing::Passed,
            }
        };
        if self.plan(id, cross, |stage, dest| stage.begin_leg(id, dest)) == Planned::NoWay {
            let actor = &mut self.state.actors[id];
            actor.walk.dest_box = actor.walkbox;
            actor.walk.moving |= moving::LAST;
        }
    }

    /// The end of a walk (T73): the actor stands, and turns where it was told to look.
    fn finish_walk(&mut self, id: u16) {
        let actor = &mut self.state.actors[id];
        actor.walk.moving = 0;
        let (dest_box, dest_dir) = (actor.walk.dest_box, i32::from(actor.walk.dest_dir));
        self.set_box(id, dest_box);
        if self.dialect.is_v7_plus() {
            let facing = i32::from(self.state.actors[id].facing);
            let angle = if dest_dir == -1 { facing } else { dest_dir };
            return self.run_walk_animation(id, WalkCommand::Stop, angle as u16, |stage| {
                stage.turn_to_direction(id, angle);
                stage.start_stand_frame(id);
            });
        }
        self.start_stand_frame(id);
        if i32::from(self.state.actors[id].target_facing) != dest_dir {
            self.turn_to_direction(id, dest_dir);
        }
    }
}

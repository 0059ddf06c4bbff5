//! Walking of v3: whole steps, two gate points between boxes (T77–T79, B13).

use glam::I16Vec2;
use scumm_costume::Fault;
use scumm_room::WalkBox;
use scumm_room::boxes::GatesV3;

use super::{Crossing, Leg, Planned};
use crate::Stage;
use crate::actor::{Walk, moving};

/// The larger side of a way decides the facing, lines counting threefold (T78).
const LINES_COUNT: i32 = 3;

/// Returns where an actor looks that walks `way` (T78; T7C with another weight of the lines).
pub(super) fn facing_of_way(way: glam::IVec2, lines_count: i32) -> u16 {
    if lines_count * way.y.abs() > way.x.abs() {
        if way.y >= 0 { 180 } else { 0 }
    } else if way.x >= 0 {
        90
    } else {
        270
    }
}

impl Walk {
    /// Plans a leg to `next` in steps of `step` pixels (T78): the side that takes more steps moves every frame.
    pub(super) fn plan_steps(&mut self, from: I16Vec2, next: I16Vec2, step: glam::IVec2) {
        let way = next.as_ivec2() - from.as_ivec2();
        let signed = |step: i32, way: i32| if way < 0 { -step } else { step };
        let steps = way.abs() / step;
        self.step_x = step.x;
        self.threshold = steps.max_element() as u16;
        self.dx16 = signed(step.x, way.x);
        self.dy16 = signed(step.y, way.y);
        (self.x_add, self.y_add) = (steps.x as u16, steps.y as u16);
        (self.x_frac, self.y_frac) = (self.x_add, self.y_add);
        (self.from, self.next) = (from, next);
    }

    /// `at` a frame later: each side moves by a step when its fraction is full (T79).
    pub(super) fn stepped(&mut self, mut at: I16Vec2) -> I16Vec2 {
        self.x_frac = self.x_frac.wrapping_add(self.x_add);
        if self.x_frac >= self.threshold {
            if at.x != self.next.x {
                at.x = at.x.wrapping_add(self.dx16 as i16);
            }
            self.x_frac -= self.threshold;
        }
        self.y_frac = self.y_frac.wrapping_add(self.y_add);
        if self.y_frac >= self.threshold {
            if at.y != self.next.y {
                at.y = at.y.wrapping_add(self.dy16 as i16);
            }
            self.y_frac -= self.threshold;
        }
        at
    }

    /// `at`, put on the leg's end in each coordinate that is no further than a step from it (T79).
    fn snapped(&self, at: I16Vec2, speed_y: i32) -> I16Vec2 {
        let left = (self.next.as_ivec2() - at.as_ivec2()).abs();
        I16Vec2::new(
            if left.x <= self.step_x { self.next.x } else { at.x },
            if left.y <= speed_y { self.next.y } else { at.y },
        )
    }
}

impl Stage {
    /// One frame of an actor's walk or turn (T77).
    pub(super) fn walk_actor_v3(&mut self, id: u16) {
        if self.state.actors[id].walk.moving == 0 {
            return;
        }
        if !self.is_moving(id, moving::NEW) {
            if self.is_moving(id, moving::LEG) && self.leg_step_v3(id) == Leg::GoesOn {
                return;
            }
            if self.is_moving(id, moving::LAST) {
                return self.finish_walk_v3(id);
            }
            if self.is_moving(id, moving::TURN) {
                return self.turn_step(id);
            }
            if let Some(gate) = self.state.actors[id].walk.gate3.take() {
                if self.begin_leg_v3(id, gate) == Leg::GoesOn {
                    return;
                }
            }
            self.leave_leg(id);
        }
        self.plan_walk_v3(id);
    }

    fn plan_walk_v3(&mut self, id: u16) {
        let cross = |stage: &mut Self, next| {
            if stage.dialect.has_zak_walks() && stage.state.boxes.flags(next) == WalkBox::LOCKED {
                stage.state.actors[id].walk.moving |= moving::LAST;
                return Crossing::Walking;
            }
            let actor = &mut stage.state.actors[id];
            actor.walk.cur_box = next;
            let walk = actor.walk;
            match stage.state.boxes.gates_v3(actor.walkbox, next, walk.dest_box, actor.pos, walk.dest) {
                GatesV3::Straight => Crossing::Straight,
                GatesV3::Points { near, far } => {
                    if near.is_some_and(|near| stage.begin_leg_v3(id, near) == Leg::GoesOn) {
                        stage.state.actors[id].walk.gate3 = Some(far);
                        return Crossing::Walking;
                    }
                    match stage.begin_leg_v3(id, far) {
                        Leg::GoesOn => Crossing::Walking,
                        Leg::Over => Crossing::Passed,
                    }
                }
            }
        };
        if self.plan(id, cross, |stage, dest| stage.begin_leg_v3(id, dest)) == Planned::NoWay {
            self.state.actors[id].walk.moving |= moving::LAST;
        }
    }

    /// Plans a leg to `next` and takes its first step (T78). Nothing is planned for less than a step, unless it is the
    /// last.
    pub(super) fn begin_leg_v3(&mut self, id: u16, next: I16Vec2) -> Leg {
        let actor = &mut self.state.actors[id];
        if actor.pos == next {
            return Leg::Over;
        }
        let way = next.as_ivec2() - actor.pos.as_ivec2();
        let (speed_x, speed_y) = (i32::from(actor.speed.0), i32::from(actor.speed.1));
        if actor.walk.moving & moving::LAST == 0 && speed_x > way.x.abs() && speed_y > way.y.abs() {
            return Leg::Over;
        }
        if speed_x == 0 || speed_y == 0 {
            return self.refuse_speed(id);
        }
        let much_steeper = (way.y.abs() / speed_y) >> 1 > way.x.abs() / speed_x;
        let step_x = if much_steeper { speed_y + 1 } else { speed_x };
        actor.walk.plan_steps(actor.pos, next, glam::IVec2::new(step_x, speed_y));
        actor.target_facing = facing_of_way(way, LINES_COUNT);
        self.leg_step_v3(id)
    }

    /// One step of a leg (T79). The frame that turns or starts the walk animation does not move.
    fn leg_step_v3(&mut self, id: u16) -> Leg {
        self.state.actors[id].need_redraw = true;
        if self.animate_leg(id) {
            return Leg::GoesOn;
        }
        let actor = &mut self.state.actors[id];
        actor.pos = actor.walk.snapped(actor.pos, i32::from(actor.speed.1));
        self.enter_next_box(id);
        let actor = &mut self.state.actors[id];
        if actor.pos == actor.walk.next {
            actor.walk.moving &= !moving::LEG;
            return Leg::Over;
        }
        actor.pos = actor.walk.stepped(actor.pos);
        Leg::GoesOn
    }

    /// The end of a walk (T77b).
    fn finish_walk_v3(&mut self, id: u16) {
        self.state.actors[id].walk.moving = 0;
        self.start_stand_frame(id);
        let actor = &self.state.actors[id];
        let dest_dir = i32::from(actor.walk.dest_dir);
        if i32::from(actor.target_facing) != dest_dir {
            self.turn_to_direction(id, dest_dir);
        }
    }

    /// v1..v3 divide by the speed: a walk without one ends.
    pub(super) fn refuse_speed(&mut self, id: u16) -> Leg {
        log::warn!("actor {id} has a walking speed of 0; its walk ends");
        self.end_walk_for(id, Fault::NoSpeed);
        Leg::GoesOn
    }
}

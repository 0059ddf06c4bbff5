//! The legs of v3: whole steps, two gate points between boxes (T77–T79, B13).

use glam::{I16Vec2, IVec2};
use scumm_room::WalkBox;

use super::route::Leg;
use super::{facing_of_way, has_zak_walks};
use crate::{ActorFault, ActorMut, Walk, moving};

impl Walk {
    /// Plans a leg to `next` in steps of `step` pixels (T78). The axis with more steps moves in
    /// every frame.
    pub(super) fn plan_steps(&mut self, from: I16Vec2, next: I16Vec2, step: IVec2) {
        let way = next.as_ivec2() - from.as_ivec2();
        let steps = way.abs() / step;
        self.step_x = step.x;
        self.threshold = steps.max_element() as u16;
        [self.dx16, self.dy16] = IVec2::select(way.cmplt(IVec2::ZERO), -step, step).to_array();
        self.x_add = steps.x as u16;
        self.y_add = steps.y as u16;
        self.x_frac = self.x_add;
        self.y_frac = self.y_add;
        self.from = from;
        self.next = next;
    }

    /// Returns the position one frame after `at`: each axis moves by a step when its fraction is
    /// full (T79).
    pub(super) fn stepped(&mut self, mut at: I16Vec2) -> I16Vec2 {
        let Self {
            next, threshold, ..
        } = *self;
        let step = |at: &mut i16, fraction: &mut u16, add: u16, next: i16, way: i32| {
            *fraction = fraction.wrapping_add(add);
            if *fraction >= threshold {
                *at = if *at == next {
                    next
                } else {
                    at.wrapping_add(way as i16)
                };
                *fraction -= threshold;
            }
        };
        step(&mut at.x, &mut self.x_frac, self.x_add, next.x, self.dx16);
        step(&mut at.y, &mut self.y_frac, self.y_add, next.y, self.dy16);
        at
    }

    /// Returns `at`, moved to the end of the leg in each coordinate that is at most one step away
    /// from it (T79).
    fn snapped(&self, at: I16Vec2, speed_y: i32) -> I16Vec2 {
        let left = (self.next.as_ivec2() - at.as_ivec2()).abs();
        I16Vec2::select(left.cmple(IVec2::new(self.step_x, speed_y)), self.next, at)
    }
}

impl ActorMut<'_> {
    /// Begins a leg into box `next` (T77): to the first point, and later to the second point, or
    /// directly to the second point. Returns `None` if the straight line to the destination passes
    /// through both points.
    pub(super) fn cross_v3(&mut self, next: u8) -> Option<Leg> {
        if has_zak_walks(&self.stage.dialect)
            && self.stage.state.boxes.flags(next) == WalkBox::LOCKED
        {
            self.walk.moving |= moving::LAST;
            return Some(Leg::GoesOn);
        }
        self.walk.cur_box = next;
        let dest = self.walk.dest;
        let dest_box = self.walk.dest_box;
        let [near, far] =
            self.stage
                .state
                .boxes
                .gates_v3(self.walkbox, next, dest_box, self.pos, dest);
        let far = far?;
        if near.is_some_and(|near| self.begin_leg(near) == Leg::GoesOn) {
            self.walk.gate3 = Some(far);
            return Some(Leg::GoesOn);
        }
        Some(self.begin_leg(far))
    }

    /// Plans a leg to `next` and takes its first step (T78). A leg of less than a step is not
    /// planned, unless it is the last leg.
    pub(super) fn begin_leg_v3(&mut self, next: I16Vec2) -> Leg {
        let actor = &mut **self;
        let way = next.as_ivec2() - actor.pos.as_ivec2();
        let speed_x = i32::from(actor.speed.0);
        let speed_y = i32::from(actor.speed.1);
        if actor.walk.moving & moving::LAST == 0 && speed_x > way.x.abs() && speed_y > way.y.abs() {
            return Leg::Over;
        }
        if speed_x == 0 || speed_y == 0 {
            return self.refuse_speed();
        }
        let much_steeper = (way.y.abs() / speed_y) >> 1 > way.x.abs() / speed_x;
        let step_x = if much_steeper { speed_y + 1 } else { speed_x };
        actor
            .walk
            .plan_steps(actor.pos, next, IVec2::new(step_x, speed_y));
        // The larger part of the distance decides. A row counts as three columns (T78; in T7C as
        // one).
        actor.target_facing = facing_of_way(3 * way.y.abs() > way.x.abs(), way.x >= 0, way.y >= 0);
        self.leg_step()
    }

    /// Moves an actor on its leg (T79).
    pub(super) fn whole_step(&mut self) -> Leg {
        self.pos = self.walk.snapped(self.pos, i32::from(self.speed.1));
        self.enter_next_box();
        let actor = &mut **self;
        if actor.pos == actor.walk.next {
            actor.walk.moving &= !moving::LEG;
            return Leg::Over;
        }
        actor.pos = actor.walk.stepped(actor.pos);
        Leg::GoesOn
    }

    /// Ends a walk with a speed of 0, because v1..v3 divide by the speed.
    pub(super) fn refuse_speed(&mut self) -> Leg {
        log::warn!("actor {}: the walking speed is 0; the walk ends", self.id);
        self.end_walk_for(ActorFault::NoSpeed);
        Leg::GoesOn
    }
}

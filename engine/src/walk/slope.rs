//! The legs of v4 and later: steps in fractions of a pixel, through common sides of boxes (T70,
//! T71, B12).

use std::num::Wrapping;

use glam::{I16Vec2, IVec2};
use scumm_costume::Facing;
use scumm_room::Gate;

use super::facing_of_way;
use super::route::{Leg, WalkCommand};
use crate::{ActorMut, Walk, moving};

/// Returns the step of a leg that crosses `x` columns and `y` rows, in pixels/65536: the number of
/// rows is the vertical speed, unless the number of columns would then exceed the horizontal speed
/// (T70).
fn slope(x: i32, y: i32, speed: (u16, u16)) -> (i32, i32) {
    let [x, y, speed_x, speed_y] = [x, y, i32::from(speed.0), i32::from(speed.1)].map(Wrapping);
    let zero = Wrapping(0);
    let sign = |v: Wrapping<i32>| if v < zero { Wrapping(-1) } else { Wrapping(1) };
    let mut dy = (speed_y << 16) * sign(y);
    let mut dx = dy * x;
    if y == zero {
        dy = zero;
    } else {
        dx /= y;
    }
    // Rounds towards zero: 8.5 columns count as 8 in both directions.
    if (dx.0 / 0x10000).abs() > speed_x.0 {
        dx = (speed_x << 16) * sign(x);
        dy = dx * y;
        if x == zero {
            dx = zero;
        } else {
            dy /= x;
        }
    }
    (dx.0, dy.0)
}

/// Returns one coordinate and its fraction after a step. The scale shrinks the step (T71).
fn advance(at: i16, fraction: u16, step: i32, scale: u8) -> (i16, u16) {
    let position = Wrapping(i32::from(at)) << 16;
    let sum =
        position + Wrapping(i32::from(fraction)) + Wrapping(step >> 8) * Wrapping(i32::from(scale));
    ((sum.0 >> 16) as i16, sum.0 as u16)
}

impl Walk {
    /// Returns `at`, limited in each coordinate to the distance between the start and the end of
    /// the leg.
    fn limited(&self, at: I16Vec2) -> I16Vec2 {
        I16Vec2::select(
            self.distance(at).cmpgt(self.distance(self.next)),
            self.next,
            at,
        )
    }

    /// Returns the distance between `at` and the start of the leg, in each coordinate.
    fn distance(&self, at: I16Vec2) -> IVec2 {
        (at.as_ivec2() - self.from.as_ivec2()).abs()
    }
}

impl ActorMut<'_> {
    /// Begins a leg into box `next` (T76.3). Returns `None` if the straight line to the destination
    /// passes through the gate. `aim` is the gate of the previous round and becomes the gate of
    /// this round.
    pub(super) fn cross(&mut self, next: u8, aim: &mut I16Vec2) -> Option<Leg> {
        self.walk.cur_box = next;
        match self.stage.state.boxes.gate(
            self.walkbox,
            next,
            self.walk.dest_box,
            self.pos,
            self.walk.dest,
        ) {
            Gate::Straight => return None,
            Gate::Point(point) => *aim = point,
            Gate::NoCommonSide => {}
        }
        Some(self.begin_leg(*aim))
    }

    /// Plans a leg to `next` and takes its first step (T70).
    pub(super) fn begin_slope(&mut self, next: I16Vec2) -> Leg {
        let v7 = self.stage.dialect.is_v7_plus();
        let actor = &mut **self;
        let way = next.as_ivec2() - actor.pos.as_ivec2();
        let (dx16, dy16) = slope(way.x, way.y, actor.speed);
        actor.walk = Walk {
            from: actor.pos,
            next,
            dx16,
            dy16,
            x_frac: 0,
            y_frac: 0,
            ..actor.walk
        };
        if v7 {
            self.walk_on_slope(dx16, dy16);
        } else {
            actor.target_facing = facing_of_way(way.y.abs() * 3 > way.x.abs(), dx16 > 0, dy16 > 0);
        }
        self.leg_step()
    }

    /// Turns to the direction of the leg and starts to walk, in v7 and later (T70).
    fn walk_on_slope(&mut self, dx16: i32, dy16: i32) {
        let degrees = f64::from(dx16)
            .atan2(f64::from(dy16.wrapping_neg()))
            .to_degrees();
        self.walk.way = Facing::turned(degrees as i32) as i16;
        let command = if self.is_moving(moving::LEG) {
            WalkCommand::Turn
        } else {
            WalkCommand::Start
        };
        self.walk_animation_v7(command, None);
        self.walk.moving |= moving::LEG;
    }

    /// Moves an actor on its leg (T71c–g). In v7 and later the arrival takes effect one frame
    /// later.
    pub(super) fn slope_step(&mut self) -> Leg {
        self.enter_next_box();
        let ends_when_covered = !self.stage.dialect.is_v7_plus();
        let actor = &mut **self;
        let walk = &mut actor.walk;
        if walk
            .distance(actor.pos)
            .cmpge(walk.distance(walk.next))
            .all()
        {
            if ends_when_covered {
                walk.moving &= !moving::LEG;
            }
            return Leg::Over;
        }
        let (x, x_frac) = advance(actor.pos.x, walk.x_frac, walk.dx16, actor.scale_x);
        let (y, y_frac) = advance(actor.pos.y, walk.y_frac, walk.dy16, actor.scale_y);
        walk.x_frac = x_frac;
        walk.y_frac = y_frac;
        actor.pos = walk.limited(I16Vec2::new(x, y));
        if ends_when_covered && actor.pos == walk.next {
            walk.moving &= !moving::LEG;
            return Leg::Over;
        }
        Leg::GoesOn
    }
}

//! Walking in v1 and v2, in cells of 8x2 pixels (T7C, T7Ca–T7Cg).
//!
//! Tables define the turns of an actor (T7Cf). The bit of a leg has the opposite meaning of other
//! versions: it is set while no leg is in progress. The bit of a new walk stays set until the walk
//! ends.

use glam::{I16Vec2, IVec2};
use scumm_costume::Facing;
use scumm_room::WalkBox;

use super::facing_of_way;
use super::route::{Ahead, Leg};
use crate::{ActorMut, moving};

/// The column of [`WALKING_TURNS`], by the quarter of the leg's direction and the direction flags
/// of the box (T7Cf).
const BOX_WAYS: [[u8; 8]; 4] = [
    [4, 1, 2, 0, 1, 2, 3, 0],
    [6, 1, 3, 0, 1, 2, 3, 0],
    [7, 0, 3, 0, 1, 2, 3, 0],
    [5, 0, 2, 0, 1, 2, 3, 0],
];
/// The next old direction while walking, by the wanted direction and the value in [`BOX_WAYS`].
const WALKING_TURNS: [[u8; 8]; 4] = [
    [0, 1, 3, 2, 3, 0, 2, 0],
    [0, 1, 3, 2, 1, 3, 1, 2],
    [0, 1, 3, 2, 1, 0, 2, 2],
    [0, 1, 3, 2, 3, 3, 1, 1],
];
/// The next old direction while standing, by the wanted direction and the direction flags of the
/// box.
const STANDING_TURNS: [[u8; 8]; 4] = [
    [0, 0, 2, 0, 1, 3, 2, 0],
    [1, 1, 2, 0, 1, 3, 2, 0],
    [2, 1, 2, 0, 1, 3, 2, 0],
    [3, 0, 3, 0, 1, 3, 2, 0],
];

impl ActorMut<'_> {
    /// Stores a walk. Does nothing if the actor stands at `dest` and does not have to turn (T7Cb).
    pub(super) fn start_walk_cells(&mut self, dest: I16Vec2, angle: Option<i32>) {
        let (dest, dest_box) = self.adjust_to_box(dest);
        if self.pos == dest && angle.is_none_or(|angle| angle == i32::from(self.facing)) {
            return;
        }
        self.note_walk(dest, dest_box, angle, !moving::LAST);
        self.walk.moving |= moving::LEG;
    }

    /// Plays one frame of a walk or turn: a step of the turn, a step of the leg, the end, or the
    /// next leg (T7Cc).
    pub(super) fn walk_frame_cells(&mut self) {
        if self.is_moving(moving::TURN) {
            self.turn_step_cells();
        } else if !self.is_moving(moving::NEW) {
            // The actor is not walking.
        } else if !self.is_moving(moving::LEG) {
            self.leg_step();
        } else if self.is_moving(moving::LAST) {
            self.walk.moving = moving::TURN;
            self.start_stand_frame();
            if let Some(angle) = self.walk.dest_dir {
                self.turn_to(i32::from(angle));
            }
        } else {
            self.plan_leg_cells();
        }
    }

    /// Takes a step of a turn. The last step ends the turn (T7Cf).
    fn turn_step_cells(&mut self) {
        let next = self.dir_step_cells();
        if self.target_facing == next {
            self.walk.moving &= !moving::TURN;
        }
        self.set_angle(i32::from(next));
    }

    /// Returns the facing one step nearer to the target. The box in which the actor stands may
    /// change the target (T7Cf).
    fn dir_step_cells(&mut self) -> u16 {
        let flags = usize::from(self.stage.state.boxes.flags(self.walkbox) & WalkBox::DIRECTION);
        let target = usize::from(Facing::from_degrees(self.target_facing).old());
        let at = |table: &[[u8; 8]; 4], row: usize, column: usize| table[row & 3][column & 7];
        let to = if self.is_moving(!moving::TURN) {
            let way = at(&BOX_WAYS, usize::from(self.walk.way as u8), flags);
            at(&WALKING_TURNS, target, usize::from(way))
        } else {
            at(&STANDING_TURNS, target, flags)
        };
        self.target_facing = Facing::from_old(to).degrees();
        self.step_to_old(to)
    }

    /// Enters the box of the completed leg and begins the next leg: to the destination, or to the
    /// exit of the current box.
    fn plan_leg_cells(&mut self) {
        self.set_box(self.walk.cur_box);
        let next = match self.look_ahead() {
            Ahead::Box(next) => next,
            Ahead::Destination => return self.begin_last_leg(),
            Ahead::NoWay => {
                self.walk.moving |= moving::LAST;
                return;
            }
        };
        if self.is_locked(next) {
            self.walk.moving |= moving::LAST;
            self.walk.dest_dir = None;
        }
        self.walk.cur_box = next;
        let crossing = self
            .stage
            .state
            .boxes
            .crossing_v2(self.walkbox, next, self.pos);
        if let Some(point) = crossing {
            self.begin_leg(point);
        }
    }

    /// Returns whether a box stops the actor at its border. A locked box stops every actor; a box
    /// that is locked for the player stops the player's actors only.
    fn is_locked(&self, number: u8) -> bool {
        let flags = self.stage.state.boxes.flags(number);
        flags & WalkBox::LOCKED != 0 && (flags & WalkBox::PLAYER_ONLY == 0 || self.is_player())
    }

    /// Plans a leg to `next` and takes its first step: one column at a time, rows by the speed. An
    /// actor that faces another direction turns first (T7Cd).
    pub(super) fn begin_leg_cells(&mut self, next: I16Vec2) -> Leg {
        if self.pos == next {
            // v2: a leg without a distance is complete (T7Cd).
            if self.stage.dialect.version() == 2 {
                self.walk.moving |= moving::LEG;
            }
            return Leg::Over;
        }
        let actor = &mut **self;
        let speed_y = i32::from(actor.speed.1);
        if speed_y == 0 {
            return self.refuse_speed();
        }
        let way = next.as_ivec2() - actor.pos.as_ivec2();
        actor
            .walk
            .plan_steps(actor.pos, next, IVec2::new(1, speed_y));
        actor.walk.way = match (way.x >= 0, way.y >= 0) {
            (true, true) => 1,
            (true, false) => 0,
            (false, true) => 2,
            (false, false) => 3,
        };
        actor.target_facing = facing_of_way(way.y.abs() > way.x.abs(), way.x >= 0, way.y >= 0);
        actor.walk.moving &= !moving::LEG;
        let turns = actor.facing != actor.target_facing;
        if turns {
            actor.walk.moving |= moving::TURN;
        }
        if turns || actor.walk_frame != actor.frame {
            self.begin_anim(u16::from(self.walk_frame));
        }
        if self.is_moving(moving::TURN) {
            Leg::GoesOn
        } else {
            self.leg_step()
        }
    }

    /// Moves an actor by one step on its leg. The leg is complete when a step reaches its end
    /// exactly. The plan of the next leg enters the box (T7Ce).
    pub(super) fn cell_step(&mut self) -> Leg {
        let actor = &mut **self;
        actor.pos = actor.walk.stepped(actor.pos);
        if actor.pos == actor.walk.next {
            actor.walk.moving |= moving::LEG;
            return Leg::Over;
        }
        Leg::GoesOn
    }
}

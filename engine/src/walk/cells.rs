//! Walking of v1 and v2, in cells of 8x2 pixels (T7C, T7Ca–T7Cg).
//!
//! A leg ends and the next one begins in different frames. The bit of a new walk stays set until the walk ends, so that
//! the actor moves in the frames between two legs, too.

use glam::{I16Vec2, IVec2};
use scumm_room::WalkBox;

use super::leg::Leg;
use super::route::Ahead;
use super::v3::facing_of_way;
use crate::ActorMut;
use crate::actor::moving;

impl ActorMut<'_> {
    /// Notes a walk. Nothing happens where the actor stands at `dest` already and need not turn (T7Cb).
    pub(super) fn start_walk_cells(&mut self, dest: I16Vec2, angle: Option<i32>) {
        let (dest, dest_box) = self.adjust_to_box(dest);
        if self.pos == dest && angle.is_none_or(|angle| angle == i32::from(self.facing)) {
            return;
        }
        self.note_walk(dest, dest_box, angle, !(moving::LAST | moving::LEG));
    }

    /// One frame of an actor's walk or turn: turning alone, a step alone, the end, or the next leg (T7Cc).
    pub(super) fn walk_frame_cells(&mut self) {
        if self.walk.moving == 0 {
            return;
        }
        if self.is_moving(moving::TURN) {
            self.turn_step();
        } else if self.is_moving(moving::LEG) {
            self.leg_step();
        } else if self.is_moving(moving::LAST) {
            self.walk.moving = moving::TURN;
            self.stand_and_turn();
        } else {
            self.plan_leg_cells();
        }
    }

    /// Enters the box of the leg that is over and begins the next one: to the destination, or to where the present box
    /// is left.
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
        }
        self.walk.cur_box = next;
        let crossing = self.stage.state.boxes.crossing_v2(self.walkbox, next, self.pos);
        if let Some(point) = crossing {
            self.begin_leg(point);
        }
    }

    /// Whether a box stops the actor at its border: a locked box does; one that is locked for the player stops the player's
    /// actors only.
    fn is_locked(&self, number: u8) -> bool {
        let flags = self.stage.state.boxes.flags(number);
        flags & WalkBox::LOCKED != 0 && (flags & WalkBox::PLAYER_ONLY == 0 || self.is_player())
    }

    /// Plans a leg to `next` and takes its first step: columns one by one, lines by the speed. An actor that faces another
    /// way turns first (T7Cd).
    pub(super) fn begin_leg_cells(&mut self, next: I16Vec2) -> Leg {
        let actor = &mut **self;
        let speed_y = i32::from(actor.speed.1);
        if speed_y == 0 {
            return self.refuse_speed();
        }
        let way = next.as_ivec2() - actor.pos.as_ivec2();
        actor.walk.plan_steps(actor.pos, next, IVec2::new(1, speed_y));
        actor.target_facing = facing_of_way(way, 1);
        if self.dir_step(true) != self.facing {
            self.walk.moving |= moving::TURN;
        }
        self.leg_step()
    }

    /// Moves an actor on its leg. It is never put onto the end, and enters no box: the plan of the next leg does (T7Ce).
    pub(super) fn cell_step(&mut self) -> Leg {
        let actor = &mut **self;
        actor.pos = actor.walk.stepped(actor.pos);
        if actor.pos == actor.walk.next {
            actor.walk.moving &= !moving::LEG;
            return Leg::Over;
        }
        Leg::GoesOn
    }
}

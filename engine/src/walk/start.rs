//! Starts a walk (T75), and changes the speed of a walk in progress (T26).

use glam::I16Vec2;
use scumm_room::GameId;

use super::WalkRules;
use crate::{Actor, ActorMut, moving};

impl Actor {
    /// Stores the destination of a new walk. Of the old walk only the moving bits in `kept` are
    /// kept (T75.6).
    pub(super) fn note_walk(&mut self, dest: I16Vec2, dest_box: u8, angle: Option<i32>, kept: u8) {
        let walk = &mut self.walk;
        walk.dest = dest;
        walk.dest_box = dest_box;
        // The original stores 16 bits, of which -1 stands for no angle.
        walk.dest_dir = angle.map(|angle| angle as i16).filter(|angle| *angle != -1);
        walk.gate3 = None;
        walk.cur_box = self.walkbox;
        walk.moving = (walk.moving & kept) | moving::NEW;
    }
}

impl ActorMut<'_> {
    /// Starts a walk to `x`, `y` (T75), in the units of [`Actor::pos`]. The actor moves from the
    /// next frame on. At the end it faces `angle`, in degrees clockwise from north, or with `None`
    /// the direction in which it arrives. Positions are cut to 16 bits.
    pub fn walk(&mut self, x: i32, y: i32, angle: Option<i32>) {
        let dest = I16Vec2::new(x as i16, y as i16);
        let none = self.stage.dialect.invalid_box();
        let in_room = self.in_room();
        if self.stage.dialect.is_v7_plus() && !in_room {
            return;
        }
        // v5+: the destination of a walk is moved into a box before any other test (T75).
        let (mut dest, mut dest_box) = if self.stage.dialect.version() >= 5 {
            self.adjust_to_box(dest)
        } else {
            (dest, none)
        };
        if !in_room {
            self.pos = dest;
            if let Some(angle) = angle.filter(|_| !self.ignore_turns) {
                self.facing = angle as u16;
            }
            return;
        }
        if self.stage.dialect.is_v0() {
            return self.start_walk_v0(dest, angle);
        }
        if WalkRules::of(&self.stage.dialect) == WalkRules::Cells {
            return self.start_walk_cells(dest, angle);
        }
        if self.ignore_boxes {
            dest_box = none;
            self.walkbox = none;
        } else {
            if !self.stage.dialect.is_v7_plus() {
                (dest, dest_box) = self.destination_box(dest);
            }
            let walk = &self.walk;
            if walk.moving != 0 && walk.dest_dir.map(i32::from) == angle && walk.dest == dest {
                return;
            }
        }
        if self.pos == dest {
            if let Some(angle) = angle.filter(|angle| *angle != i32::from(self.facing)) {
                self.turn(angle);
            }
            return;
        }
        self.note_walk(dest, dest_box, angle, moving::LEG);
    }

    /// Returns the destination and its box before v7: the box of the last walk or put if the point
    /// is in it. Otherwise the point is moved into a box, in v5 and v6 for the second time.
    fn destination_box(&mut self, dest: I16Vec2) -> (I16Vec2, u8) {
        let last = self.walk.dest_box;
        if self.stage.state.boxes.contains(last, dest) {
            return (dest, last);
        }
        self.adjust_to_box(dest)
    }

    /// Sets the walking speed in pixels per frame (T26). During a walk a new speed plans the leg
    /// again from the current position, and takes one step at once.
    pub fn set_walk_speed(&mut self, x: u16, y: u16) {
        if self.speed == (x, y) {
            return;
        }
        self.speed = (x, y);
        let walk = self.walk;
        let dialect = &self.stage.dialect;
        // The Dig, v8: a new speed plans a leg again only while the actor is on a leg (T26).
        let in_legs_only = dialect.version() == 8 || dialect.game() == Some(GameId::Dig);
        let in_leg = walk.moving & moving::LEG != 0;
        if walk.moving != 0 && (in_leg || !in_legs_only) {
            self.begin_leg(walk.next);
        }
    }
}

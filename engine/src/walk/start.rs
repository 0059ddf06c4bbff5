//! Beginning a walk (T75), and another speed in the middle of it (T26).

use glam::I16Vec2;
use scumm_room::{Result, WalkRules};

use crate::actor::moving;
use crate::{Actor, Stage};

impl Actor {
    /// Notes where a new walk leads; of the old one the moving bits `kept` stay (T75.6).
    pub(super) fn note_walk(&mut self, dest: I16Vec2, dest_box: u8, angle: i32, kept: u8) {
        let walk = &mut self.walk;
        (walk.dest, walk.dest_box, walk.dest_dir) = (dest, dest_box, angle as i16);
        walk.gate3 = None;
        walk.cur_box = self.walkbox;
        walk.moving = (walk.moving & kept) | moving::NEW;
    }
}

impl Stage {
    /// Notes a walk to `dest`, to end facing `angle`, -1 as it comes (T75). Nothing moves until the next frame.
    pub(crate) fn start_walk(&mut self, id: u16, dest: I16Vec2, angle: i32) {
        let none = self.dialect.invalid_box();
        let in_room = self.in_room(id);
        if self.dialect.is_v7_plus() && !in_room {
            return;
        }
        let (mut dest, mut dest_box) = match self.dialect.adjusts_destinations_first() {
            true => self.adjust_to_box(id, dest),
            false => (dest, none),
        };
        let actor = &mut self.state.actors[id];
        if !in_room {
            actor.pos = dest;
            if angle != -1 && !actor.ignore_turns {
                actor.facing = angle as u16;
            }
            return;
        }
        if self.dialect.walk_rules() == WalkRules::Cells {
            return self.start_walk_cells(id, dest, angle);
        }
        if actor.ignore_boxes {
            dest_box = none;
            actor.walkbox = none;
        } else {
            if !self.dialect.is_v7_plus() {
                (dest, dest_box) = self.destination_box(id, dest);
            }
            let walk = &self.state.actors[id].walk;
            if walk.moving != 0 && i32::from(walk.dest_dir) == angle && walk.dest == dest {
                return;
            }
        }
        let actor = &mut self.state.actors[id];
        if actor.pos == dest {
            if angle != i32::from(actor.facing) {
                self.turn_to_direction(id, angle);
            }
            return;
        }
        actor.note_walk(dest, dest_box, angle, moving::LEG);
    }

    /// The box of a destination before v7: that of the last walk or put, if the point lies in it; else the point is put
    /// into a box, in v5 and v6 for the second time.
    fn destination_box(&self, id: u16, dest: I16Vec2) -> (I16Vec2, u8) {
        let last = self.state.actors[id].walk.dest_box;
        if self.state.boxes.contains(last, dest) {
            return (dest, last);
        }
        self.adjust_to_box(id, dest)
    }

    /// Sets the walking speed in pixels a frame (T26). In a walk another speed plans the leg anew from where the actor
    /// is, and one step is taken at once.
    ///
    /// # Errors
    /// No such actor.
    pub fn set_walk_speed(&mut self, id: u16, x: u16, y: u16) -> Result<()> {
        self.check_actor(id)?;
        let actor = &mut self.state.actors[id];
        if actor.speed == (x, y) {
            return Ok(());
        }
        actor.speed = (x, y);
        let walk = actor.walk;
        let in_walk = walk.moving != 0;
        if in_walk && (walk.moving & moving::LEG != 0 || !self.dialect.speed_matters_in_legs_only()) {
            self.begin_leg(id, walk.next);
        }
        Ok(())
    }
}

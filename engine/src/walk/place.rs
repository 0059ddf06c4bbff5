//! Where an actor stands: its box, and the scale that follows from it (T60–T63).

use glam::I16Vec2;
use scumm_room::WalkBox;
use scumm_room::boxes::slot_of_word;

use crate::Stage;
use crate::actor::class;

/// Full size.
const FULL: u8 = 255;

impl Stage {
    /// Puts an actor that was placed anywhere into a box, which may move it (T60), and ends its walk. A box that forces a
    /// facing begins a turn.
    pub(crate) fn adjust_actor_pos(&mut self, id: u16) {
        let (pos, number) = self.adjust_to_box(id, self.state.actors[id].pos);
        let actor = &mut self.state.actors[id];
        actor.pos = pos;
        actor.walk.dest_box = number;
        self.set_box(id, number);
        let actor = &mut self.state.actors[id];
        actor.walk.dest.x = -1;
        actor.walk.moving = 0;
        (actor.anim.sound_counter, actor.sound_pos) = (0, 0);
        let (walkbox, facing) = (actor.walkbox, actor.facing);
        if walkbox != self.dialect.invalid_box() && self.state.boxes.flags(walkbox) & WalkBox::DIRECTION != 0 {
            self.turn_to_direction(id, i32::from(facing));
        }
    }

    /// Returns the point in a box that stands for `p`, and that box (T61).
    pub(super) fn adjust_to_box(&self, id: u16, p: I16Vec2) -> (I16Vec2, u8) {
        let actor = &self.state.actors[id];
        if actor.ignore_boxes && self.dialect.actors_may_stand_outside_boxes() {
            return (p, self.dialect.invalid_box());
        }
        self.state.boxes.adjust(p, actor.is_in_class(&self.dialect, class::PLAYER))
    }

    /// Notes the box that an actor stands in, and takes its scale (T62).
    pub(super) fn set_box(&mut self, id: u16, number: u8) {
        self.state.actors[id].walkbox = number;
        if self.take_scale_of_box(id).is_none() {
            log::warn!("box {number} names a scale slot that is not set; actors have full size there");
        }
    }

    /// Takes the scale from the box that an actor stands in, unless it ignores boxes (T62). Every draw begins with it.
    pub(crate) fn setup_actor_scale(&mut self, id: u16) {
        // A box without a scale was reported when the actor entered it.
        let _ = self.take_scale_of_box(id);
    }

    /// `None` where the box names a scale slot that is not set: the actor has full size then.
    fn take_scale_of_box(&mut self, id: u16) -> Option<()> {
        let actor = &mut self.state.actors[id];
        if !self.dialect.boxes_scale() {
            (actor.scale_x, actor.scale_y) = (FULL, FULL);
            return Some(());
        }
        let boxes = &self.state.boxes;
        let keeps = self.dialect.player_boxes_keep_scale() && boxes.flags(actor.walkbox) & WalkBox::PLAYER_ONLY != 0;
        if actor.ignore_boxes || keeps {
            return Some(());
        }
        actor.boxscale = boxes.scale_word(actor.walkbox);
        let scale = boxes.scale_at(actor.walkbox, actor.pos, &self.state.scale_slots);
        let found = scale.unwrap_or(FULL);
        (actor.scale_x, actor.scale_y) = (found, found);
        scale.map(drop)
    }

    /// The scale that an actor is drawn with: in v4 that of the slot its scale word names, whatever its own is (T63).
    pub(crate) fn drawn_scale(&self, id: u16) -> (u8, u8) {
        let actor = &self.state.actors[id];
        let slot = slot_of_word(actor.boxscale);
        if slot == 0 || !self.dialect.draws_with_slot_scale() {
            return (actor.scale_x, actor.scale_y);
        }
        let scale = self.state.scale_slots.at(slot, actor.pos).unwrap_or(FULL);
        (scale, scale)
    }

    /// The z-plane of the box that an actor stands in (M7).
    pub(crate) fn box_mask(&self, id: u16) -> u8 {
        self.state.boxes.mask(self.state.actors[id].walkbox)
    }
}

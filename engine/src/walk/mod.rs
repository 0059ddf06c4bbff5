//! Turning, positions in boxes, walking.

use scumm_room::{Error, Result};

use crate::Stage;

impl Stage {
    /// Turns an actor step by step (T41).
    pub(crate) fn turn_to_direction(&mut self, _id: u16, _angle: i32) {}

    /// Walks all actors of the room (T76, T77).
    pub(crate) fn walk_actors(&mut self) {}

    /// Puts an actor into a box (T60).
    pub(crate) fn adjust_actor_pos(&mut self, id: u16) {
        self.state.actors[id].walk.moving = 0;
        (self.state.actors[id].anim.sound_counter, self.state.actors[id].sound_pos) = (0, 0);
    }

    /// Takes the scale from the box (T62); at the start of every draw, too.
    pub(crate) fn setup_actor_scale(&mut self, _id: u16) {}

    /// The scale that an actor is drawn with (T63).
    pub(crate) fn drawn_scale(&self, id: u16) -> (u8, u8) {
        (self.state.actors[id].scale_x, self.state.actors[id].scale_y)
    }

    /// Starts a walk (T75).
    ///
    /// # Errors
    /// No such actor.
    pub fn walk(&mut self, id: u16, _x: i32, _y: i32, _angle: i32) -> Result<()> {
        self.check_actor(id)
    }

    /// Starts a turn (T41).
    ///
    /// # Errors
    /// No such actor.
    pub fn turn(&mut self, id: u16, angle: i32) -> Result<()> {
        self.check_actor(id)?;
        self.turn_to_direction(id, angle);
        Ok(())
    }

    /// Sets the walking speed (T26).
    ///
    /// # Errors
    /// No such actor.
    pub fn set_walk_speed(&mut self, id: u16, x: u16, y: u16) -> Result<()> {
        self.actor_mut(id)?.speed = (x, y);
        Ok(())
    }

    /// Sets a box's flags, or with bit 14 or 15 its extra flag word (T44.1).
    ///
    /// # Errors
    /// No such box.
    pub fn set_box_flags(&mut self, number: u8, value: u16) -> Result<()> {
        self.state.boxes.set_flags(number, value)
    }

    /// Sets a box's scale word: 1..=255, or bit 15 and a scale slot less 1 (T62).
    ///
    /// # Errors
    /// No such box.
    pub fn set_box_scale(&mut self, number: u8, value: u16) -> Result<()> {
        let found = self.state.boxes.get_mut(number);
        found.ok_or_else(|| Error::Misuse(format!("there is no box {number}")))?.scale = value;
        Ok(())
    }

    /// The z-plane of the box an actor stands in (M7).
    pub(crate) fn box_mask(&self, id: u16) -> u8 {
        self.state.boxes.mask(self.state.actors[id].walkbox)
    }
}

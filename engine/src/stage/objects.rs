//! The game's objects: their states, and what is drawn of them in mid-play (Y40–Y44, O3–O6).

use scumm_room::{Error, Point, Result};

use super::{Backdrop, Stage, State};

/// The most objects that wait to be drawn (Y43).
const QUEUE: usize = 200;

impl Stage {
    /// Stores the state of an object of the game (Y40); nothing is drawn. The objects of the room take their states over
    /// once a frame; [`Self::dirty_object`] makes the change seen.
    ///
    /// # Errors
    /// Neither the game nor the room has such an object.
    pub fn set_object_state(&mut self, id: u16, state: u8) -> Result<()> {
        self.check_object(id)?;
        if let Some(stored) = self.state.object_table.get_mut(usize::from(id)) {
            *stored = state;
        }
        Ok(())
    }

    /// The state of an object of the game (Y40).
    ///
    /// # Errors
    /// Neither the game nor the room has such an object.
    pub fn object_state(&self, id: u16) -> Result<u8> {
        self.check_object(id)?;
        Ok(self.stored_state(id))
    }

    /// Has an object's strips drawn again in the next frame, with all objects over them (Y41). An object that is not in the
    /// room changes nothing.
    ///
    /// # Errors
    /// Neither the game nor the room has such an object.
    pub fn dirty_object(&mut self, id: u16) -> Result<()> {
        self.check_object(id)?;
        let Some(place) = self.object_place(id) else { return Ok(()) };
        let visible = self.visible_strips();
        let width = self.backdrop.room().and_then(|room| room.objects.get(place)).map_or(0, |object| object.width);
        let first = self.state.object_positions.get(place).map_or(0, |at| i32::from(at.x) / 8);
        if width != 0 {
            let strip = |strip: i32| usize::try_from(strip).unwrap_or(0);
            let strips = strip(first).max(visible.start)..strip(first + i32::from(width >> 3)).min(visible.end);
            self.state.dirty.insert_range(strips);
        }
        self.state.background_dirty = true;
        Ok(())
    }

    /// Has an object drawn in the next frame, over what is there, whatever it belongs to (Y43). Of more than 200 objects that
    /// wait the last ones are left out.
    ///
    /// # Errors
    /// Neither the game nor the room has such an object.
    pub fn draw_object(&mut self, id: u16) -> Result<()> {
        self.check_object(id)?;
        if self.state.draw_queue.len() < QUEUE {
            self.state.draw_queue.push(id);
        }
        Ok(())
    }

    /// Takes an object out of those that wait to be drawn (Y43).
    ///
    /// # Errors
    /// Neither the game nor the room has such an object.
    pub fn undraw_object(&mut self, id: u16) -> Result<()> {
        self.check_object(id)?;
        self.state.draw_queue.retain(|queued| *queued != id);
        Ok(())
    }

    /// Forgets the objects that wait to be drawn (Y41, Y43).
    pub fn clear_draw_queue(&mut self) {
        self.state.draw_queue.clear();
    }

    /// Moves an object of the room to `x`, `y` in pixels (Y44); nothing is drawn.
    ///
    /// # Errors
    /// The room has no such object.
    pub fn move_object(&mut self, id: u16, x: i16, y: i16) -> Result<()> {
        let position = self.object_place(id).and_then(|place| self.state.object_positions.get_mut(place));
        *position.ok_or_else(|| Error::Misuse(format!("the room has no object {id}")))? = Point::new(x, y);
        Ok(())
    }

    fn check_object(&self, id: u16) -> Result<()> {
        if id < self.game_objects || self.object_place(id).is_some() {
            return Ok(());
        }
        let whose = if self.game_objects == 0 { "room" } else { "game" };
        Err(Error::Misuse(format!("the {whose} has no object {id}")))
    }

    /// The place of an object among those of the room.
    fn object_place(&self, id: u16) -> Option<usize> {
        self.backdrop.room()?.objects.iter().position(|object| object.id == id)
    }

    fn stored_state(&self, id: u16) -> u8 {
        self.state.object_table.get(usize::from(id)).copied().unwrap_or(0)
    }

    /// Lets the room's objects take over their states, once a frame (Y40).
    pub(super) fn take_object_states(&mut self) {
        let State { object_table, object_states, .. } = &mut self.state;
        let objects = self.backdrop.room().map_or(&[][..], |room| &room.objects);
        for (object, state) in objects.iter().zip(object_states) {
            *state = object_table.get(usize::from(object.id)).copied().unwrap_or(0);
        }
    }

    /// Draws all objects of the room that are there (O4), into these strips.
    pub(super) fn draw_objects(&mut self, strips: &std::ops::Range<usize>) {
        let Backdrop::Room(room) = self.backdrop.clone() else { return };
        for place in room.objects_to_draw(|place| self.state.object_states.get(place).copied().unwrap_or(0)) {
            self.draw_object_at(place, strips.clone());
        }
    }

    /// Draws the objects that wait to be (Y43), in the order of the calls.
    pub(super) fn draw_queued_objects(&mut self) {
        let mut queue = std::mem::take(&mut self.state.draw_queue);
        for id in queue.drain(..) {
            if let Some(place) = self.object_place(id) {
                self.draw_object_at(place, self.visible_strips());
            }
        }
        self.state.draw_queue = queue;
    }

    /// Draws one object of the room in the state that the table has for it (Y40).
    fn draw_object_at(&mut self, place: usize, strips: std::ops::Range<usize>) {
        let Backdrop::Room(room) = &self.backdrop else { return };
        let Some(object) = room.objects.get(place) else { return };
        let (room, object_state) = (std::sync::Arc::clone(room), self.stored_state(object.id));
        let at = self.state.object_positions.get(place).copied().unwrap_or(object.position);
        let State { back, planes, room_palette, .. } = &mut self.state;
        let mut target = scumm_room::Target { canvas: back, planes, room_palette };
        if let Some(touched) = room.draw_object_at(place, object_state, at, strips, &mut target) {
            let [left, top, right, bottom] = [touched.left, touched.top, touched.right, touched.bottom]
                .map(|edge| usize::try_from(edge).unwrap_or(0));
            self.show_strips(left / 8..right / 8, top..bottom);
        }
    }
}

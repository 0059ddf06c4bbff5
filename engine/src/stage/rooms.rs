//! Leaving and entering rooms with the same actors (Y1–Y18).

use std::sync::Arc;

use scumm_costume::StripSet;
use scumm_costume::trace::Tracing;
use scumm_room::{Boxes, Error, Result, Room, SCALE_SLOTS};

use super::{Actors, Backdrop, Band, Stage};
use crate::{Game, Table};

/// Lines of the planes below the room (M4, Y15).
const PLANE_MARGIN: usize = 4;
/// The same in v7 and later.
pub(super) const PLANE_MARGIN_V7: usize = 10;

impl Stage {
    /// Makes a room known under its number, to be entered by [`Self::enter_room`]; an earlier one of that number is
    /// replaced.
    pub fn insert_room(&mut self, number: u16, room: Arc<Room>) {
        self.rooms.insert(number, room);
    }

    /// The room of this number.
    #[must_use]
    pub fn room(&self, number: u16) -> Option<&Arc<Room>> {
        self.rooms.get(&number)
    }

    /// Leaves the present room and enters another (Y11–Y16); 0 is no room. Actors keep everything but their visibility and
    /// their walks; [`Self::show_actors`] shows those who are in the new room. The next frame is a full one.
    ///
    /// # Errors
    /// The stage has no room of this number: [`Self::insert_room`] brings it.
    pub fn enter_room(&mut self, number: u16) -> Result<()> {
        let backdrop = self.find_room(number)?;
        self.leave_room();
        self.state.room = number;
        self.backdrop = backdrop;
        self.state.full_redraw = true;
        if number != 0 {
            self.furnish_room();
            self.camera_enters();
            self.forget_strips();
        }
        Ok(())
    }

    /// As [`Self::enter_room`], with the room loaded from its game where the stage does not have it yet.
    ///
    /// # Errors
    /// As [`Game::room`].
    pub fn enter_room_of(&mut self, game: &Game, number: u16) -> Result<()> {
        if number != 0 && !self.rooms.contains_key(&number) {
            self.insert_room(number, Arc::new(game.room(number)?));
        }
        self.enter_room(number)
    }

    /// What stands behind the actors in a room.
    pub(super) fn find_room(&self, number: u16) -> Result<Backdrop> {
        match self.rooms.get(&number) {
            _ if number == 0 => Ok(Backdrop::Nothing),
            Some(room) => Ok(Backdrop::Room(Arc::clone(room))),
            None => Err(Error::Misuse(format!("there is no room {number} on this stage: it has to be inserted first"))),
        }
    }

    /// What ends with a room (Y11–Y13).
    fn leave_room(&mut self) {
        self.state.cycle_counters.clear();
        self.state.draw_queue.clear();
        self.state.aux_restores.clear();
        for id in Actors::ids() {
            self.handle(id).hide();
        }
        if self.dialect.has_eight_shadow_tables() {
            self.state.shadow.fill(0);
        } else {
            self.state.shadow.copy_from_slice(&*Table::identity());
            self.state.room_palette = Table::identity();
        }
    }

    /// Takes palette, objects, boxes, scale slots and planes from the room, if the backdrop is one, and makes the buffers
    /// large enough for it (Y15). What an earlier room left in them stays, but for v7 and later.
    pub(super) fn furnish_room(&mut self) {
        let (width, height) = (self.backdrop.width(), self.backdrop.height());
        let state = &mut self.state;
        if let Backdrop::Room(room) = &self.backdrop {
            room.apply_palette(&mut state.palette);
            state.boxes = Boxes::stored(&self.dialect, room.boxes.clone(), room.matrix.clone());
            for (stored, number) in room.scale_slots.iter().zip(1..=SCALE_SLOTS) {
                if let Some(slot) = stored {
                    // In range by the zip.
                    let _ = state.scale_slots.set(number, *slot);
                }
            }
            let last = room.objects.iter().map(|object| usize::from(object.id) + 1).max().unwrap_or(0);
            state.object_table.resize(state.object_table.len().max(last), 0);
            state.object_states.clear();
            state.object_states.resize(room.objects.len(), 0);
            state.object_positions.clear();
            state.object_positions.extend(room.objects.iter().map(|object| object.position));
        }
        if self.dialect.has_room_high_stage() {
            state.x_start = 0;
            state.front.clear();
            state.back.clear();
            self.fit_buffers(height);
        } else {
            self.fit_buffers(self.state.front.height());
        }
        let margin = if self.dialect.is_v7_plus() { PLANE_MARGIN_V7 } else { PLANE_MARGIN };
        let lines = self.state.front.height().max(height.saturating_add(margin));
        self.state.planes.reset(lines, width, self.backdrop.plane_count());
        self.take_object_states();
    }

    /// Gives both buffers `height` lines and the tail that the room's width demands (G2).
    fn fit_buffers(&mut self, height: usize) {
        let width = self.backdrop.width();
        self.state.front.resize(height, width);
        self.state.back.resize(height, width);
        if self.trace().is_some() {
            self.state.renderer.trace = Tracing::on(self.state.front.pixels().len());
        }
    }

    /// Forgets who drew where, and what has changed there (Y16).
    fn forget_strips(&mut self) {
        for actor in self.state.actors.iter_mut() {
            actor.strips = StripSet::default();
        }
        (self.state.dirty, self.state.restored) = (StripSet::default(), StripSet::default());
    }

    /// Shows every actor of the room, in number order (Y17).
    pub fn show_actors(&mut self) {
        for id in Actors::ids() {
            if self.in_room(id) {
                self.handle(id).show();
            }
        }
    }

    /// Gives the stage another band of the screen (Y18): both buffers become 0, and the view starts at the room's left edge
    /// until the camera's next step. A band that reaches below the screen ends with it.
    pub fn set_band(&mut self, band: Band) {
        let (_, screen) = self.dialect.screen_size();
        let height = usize::from(band.height.min(screen.saturating_sub(band.top)));
        self.state.band_top = band.top;
        self.state.x_start = 0;
        self.state.front.clear();
        self.state.back.clear();
        self.fit_buffers(height);
        if self.state.planes.height() < height {
            self.state.planes.grow(height, self.backdrop.width());
        }
    }
}

//! The background under the actors: drawn in full frames (S17), objects after it (O5), dark rooms black in front (R13).

use std::ops::Range;

use scumm_costume::trace::Tracing;
use scumm_room::room::Target;
use scumm_room::{Canvas, Quirks};

use super::{Backdrop, Stage, State};

/// Light in which a room is seen (R13).
const ROOM_LIGHT: u16 = 2;

impl Stage {
    /// Draws the background of the whole view, with its objects, into both buffers, as after a room change. No frame
    /// has run then.
    pub fn draw_background(&mut self) {
        self.draw_strips(self.visible_strips());
        self.state.drawn_camera = Some(self.state.camera);
        self.state.full_redraw = false;
    }

    /// Sets the state of object `id` of the room (O3, O4); what shows it is drawn with the next background.
    ///
    /// # Errors
    /// The room has no such object.
    pub fn set_object_state(&mut self, id: u16, state: u8) -> scumm_room::Result<()> {
        let objects = self.backdrop.room().map_or(&[][..], |room| &room.objects);
        let place = objects.iter().position(|o| o.id == id);
        let stored = place.and_then(|i| self.state.object_states.get_mut(i));
        let missing = || scumm_room::Error::Misuse(format!("the room has no object {id}"));
        *stored.ok_or_else(missing)? = state;
        Ok(())
    }

    /// Draws the background again in a full frame, as one is after the camera moved. All actors are drawn in it, but
    /// those before a BMAP only after the camera moved ([`Quirks::BMAP_HIDES_ACTORS`]).
    pub(super) fn redraw_background(&mut self) {
        let moved = self.state.drawn_camera != Some(self.state.camera);
        if !moved && !self.state.full_redraw {
            return;
        }
        self.draw_background();
        let bmap = self.dialect.has_bmap_backgrounds() && self.backdrop.room().is_some();
        if moved || !(bmap && self.dialect.has_quirk(Quirks::BMAP_HIDES_ACTORS)) {
            self.state.actors.iter_mut().for_each(|actor| actor.need_redraw = true);
        }
    }

    fn draw_strips(&mut self, strips: Range<usize>) {
        let state = &mut self.state;
        self.backdrop.draw(strips.clone(), &mut state.back, &mut state.planes, &state.room_palette);
        self.copy_to_front(strips.clone(), 0..self.state.back.height);
        self.draw_objects(strips);
    }

    fn draw_objects(&mut self, strips: Range<usize>) {
        let Backdrop::Room(room) = self.backdrop.clone() else { return };
        let state_of = |i: usize| self.state.object_states.get(i).copied().unwrap_or(0);
        for index in room.objects_to_draw(state_of) {
            let object_state = self.state.object_states.get(index).copied().unwrap_or(0);
            let state = &mut self.state;
            let mut target =
                Target { canvas: &mut state.back, planes: &mut state.planes, room_palette: &state.room_palette };
            if let Some(touched) = room.draw_object(index, object_state, strips.clone(), &mut target) {
                let top = usize::try_from(touched.top).unwrap_or(0);
                let bottom = touched.top.saturating_add(i32::try_from(touched.height).unwrap_or(i32::MAX));
                self.copy_to_front(touched.strips, top..usize::try_from(bottom).unwrap_or(0));
            }
        }
    }

    /// Copies lines of strips from the back to the front; in a dark room they become black (R13).
    fn copy_to_front(&mut self, strips: Range<usize>, lines: Range<usize>) {
        let dark = self.is_dark();
        let State { front, back, renderer, .. } = &mut self.state;
        for y in lines.start..lines.end.min(back.height) {
            restore_row(front, back, &mut renderer.trace, dark, strips.start * 8..strips.end * 8, y);
        }
    }

    /// Whether the room is dark, so that nothing of the background is seen (R13).
    pub(crate) fn is_dark(&self) -> bool {
        self.dialect.has_lights() && self.state.lights & ROOM_LIGHT == 0
    }

    /// Lets the colours and the shadow tables of the room's cycles that are due after `jiffies` turn one step (R11).
    pub fn cycle_colours(&mut self, jiffies: u16) {
        let Backdrop::Room(room) = &self.backdrop else { return };
        let state = &mut self.state;
        state.cycle_counters.resize(room.cycles.len(), 0);
        for (cycle, counter) in room.cycles.iter().zip(&mut state.cycle_counters) {
            if !cycle.is_due(counter, jiffies) {
                continue;
            }
            cycle.step(&mut state.palette);
            for table in state.shadow.chunks_exact_mut(256) {
                cycle.step_shadow(table);
            }
        }
    }
}

/// Copies room columns of line `y` from the back to the front buffer, or black where the room is dark (R13); what lies
/// behind the buffers' end is left out.
pub(crate) fn restore_row(
    front: &mut Canvas,
    back: &Canvas,
    trace: &mut Tracing,
    dark: bool,
    columns: Range<usize>,
    y: usize,
) {
    let row = back.index(columns.start, y)..back.index(columns.end, y).min(back.pixels.len());
    if let Some(trace) = trace.get_mut() {
        trace.clear(row.clone());
    }
    if let (Some(from), Some(to)) = (back.pixels.get(row.clone()), front.pixels.get_mut(row)) {
        if dark { to.fill(0) } else { to.copy_from_slice(from) }
    }
}

#[cfg(test)]
mod tests {
    use scumm_room::Dialect;

    use crate::fixture::{Loud, dressed, wide_stage};

    #[test]
    fn a_dark_room_is_black_and_its_picture_kept_r13() {
        for (dialect, shown) in [(Dialect::new(5), 0), (Dialect::new(6), 7)] {
            let mut stage = dressed(dialect);
            stage.set_lights(9);
            stage.tick(&mut Loud);
            assert_eq!((stage.front().row(5)[5], stage.state.back.pixels[5 * 320 + 5]), (shown, 7));
            assert_eq!(stage.front().row(95)[103], 40, "actors have light of their own");
        }
    }

    #[test]
    fn a_moved_camera_makes_a_full_frame_d2_s17() {
        let mut stage = wide_stage(Dialect::new(5), 640, 200);
        stage.tick(&mut Loud);
        stage.actor_mut(9).unwrap().need_redraw = false;
        stage.tick(&mut Loud);
        assert!(!stage.actor(9).unwrap().need_redraw);
        stage.set_camera(168, 100);
        stage.tick(&mut Loud);
        assert!(stage.actor(9).unwrap().need_redraw, "wherever it is");
        assert!(stage.front().rows().all(|row| row.iter().all(|&p| p == 7)));
    }

    #[test]
    fn objects_of_a_room_that_has_none_are_an_error() {
        assert!(dressed(Dialect::new(5)).set_object_state(12, 1).is_err());
    }
}

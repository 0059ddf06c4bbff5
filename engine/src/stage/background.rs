//! The background behind the actors: drawn completely in full frames (S17), in strips where
//! something has changed or the camera has moved (Y36), with objects after it (O5), and black in
//! the front buffer in dark rooms (R13).

use std::ops::Range;

use scumm_costume::StripSet;
use scumm_room::{Quirks, Target};

use super::redraw::redraws_overlaps;
use super::{Buffers, Stage, State};

/// The bit of `lights` in which the room is visible (R13).
const ROOM_LIGHT: u16 = 2;

impl Stage {
    /// Draws the background of the whole view, with its objects, into both buffers, as after a room
    /// change. No frame is played.
    pub fn draw_background(&mut self) {
        self.state.objects.take_states();
        self.draw_view();
        self.state.redraw.dirty = StripSet::default();
    }

    /// Draws the background and the objects of the whole view.
    fn draw_view(&mut self) {
        let strips = self.visible_strips();
        self.draw_strips(strips.clone());
        self.forget_bmap_strips();
        self.draw_objects(&strips);
        let redraw = &mut self.state.redraw;
        redraw.full = false;
        redraw.background = false;
        redraw.drawn_camera = Some(self.state.camera.cur);
    }

    /// Draws the parts of the background that have to be drawn before the actors (S17, Y36).
    pub(super) fn redraw_background(&mut self) {
        if self.state.camera.steps {
            self.redraw_moving_view()
        } else {
            self.redraw_placed_view()
        }
    }

    /// Draws the view of a camera that the caller has placed. After a move of the camera the frame
    /// is a full one. A full frame draws all actors, but those in front of a BMAP only after the
    /// camera has moved ([`Quirks::BMAP_HIDES_ACTORS`]).
    fn redraw_placed_view(&mut self) {
        let moved = self.state.redraw.drawn_camera != Some(self.state.camera.cur);
        if moved || self.state.redraw.full {
            self.draw_view();
            self.redraw_all_unless_hidden(moved);
        } else if self.state.redraw.background {
            self.draw_dirty_strips();
            self.draw_objects(&self.visible_strips());
            self.state.redraw.background = false;
        }
    }

    /// Draws the view of a camera that takes steps: dirty strips, then new strips, then objects
    /// (Y36).
    fn redraw_moving_view(&mut self) {
        let full = self.state.redraw.full;
        let cur = self.state.camera.cur;
        let last = self.state.camera.last;
        if !full && cur == last && !self.state.redraw.background {
            return;
        }
        if !full && self.state.redraw.background {
            self.draw_dirty_strips();
        }
        let visible = self.visible_strips();
        let new = self.new_strips(&visible);
        self.draw_strips(new.clone());
        if full {
            self.forget_bmap_strips();
        }
        let everywhere = self.state.redraw.background || new.is_empty();
        self.draw_objects(if everywhere { &visible } else { &new });
        self.state.redraw.background = false;
        if full {
            self.redraw_all_unless_hidden(false);
        }
    }

    /// Returns the strips of the view that the camera's last step or a full frame requires (Y36).
    fn new_strips(&self, visible: &Range<usize>) -> Range<usize> {
        let cur = i32::from(self.state.camera.cur.x);
        let last = i32::from(self.state.camera.last.x);
        let by_pixels = self.dialect.scrolls_by_pixels();
        let moved = if by_pixels {
            cur / 8 - last / 8
        } else {
            cur - last
        };
        // Before v7 one strip, in v7 and later as many strips as the camera has passed.
        let strips = match moved {
            8 | -8 if !by_pixels => 1,
            n if by_pixels => usize::try_from(n.unsigned_abs()).unwrap_or(usize::MAX),
            0 => 0,
            _ => usize::MAX,
        };
        if self.state.redraw.full || strips >= visible.len() {
            visible.clone()
        } else if moved > 0 {
            visible.end - strips..visible.end
        } else {
            visible.start..visible.start + strips
        }
    }

    /// Draws the visible dirty strips of the room's picture again (Y36.1).
    fn draw_dirty_strips(&mut self) {
        let dirty = self
            .state
            .redraw
            .dirty
            .intersection(&StripSet::from_range(self.visible_strips()));
        for strip in dirty.iter() {
            self.draw_strips(strip..strip + 1);
        }
    }

    /// Marks all actors for redrawing in a full frame (D2). In HE70 and later the dirty strips are
    /// sufficient (D2b).
    fn redraw_all_unless_hidden(&mut self, moved: bool) {
        if !redraws_overlaps(&self.dialect) && (moved || !self.hides_actors()) {
            self.state
                .actors
                .iter_mut()
                .for_each(|actor| actor.need_redraw = true);
        }
    }

    /// Returns whether a full frame draws the background over actors that have not changed
    /// ([`Quirks::BMAP_HIDES_ACTORS`]).
    fn hides_actors(&self) -> bool {
        let bmap = self.dialect.has_bmap_backgrounds() && self.backdrop.room().is_some();
        bmap && self.dialect.has_quirk(Quirks::BMAP_HIDES_ACTORS)
    }

    /// Draws strips of the room's picture, without objects.
    fn draw_strips(&mut self, strips: Range<usize>) {
        let end = self.backdrop.strips_end(self.dialect.scrolls_by_pixels());
        let strips = strips.start..strips.end.min(end);
        // v3, v4 in 16 colours: the runs of a strip may continue after its right edge (S7).
        if matches!(self.dialect.version(), 3 | 4) && self.dialect.is_sixteen_colour() {
            // Pixels that a strip draws into the next one stay in the back buffer (S17).
            strips.for_each(|strip| self.draw_strips_at_once(strip..strip + 1));
        } else if !strips.is_empty() {
            self.draw_strips_at_once(strips);
        }
    }

    fn draw_strips_at_once(&mut self, strips: Range<usize>) {
        let dark = self.is_dark();
        let Buffers {
            back: canvas,
            planes,
            ..
        } = &mut self.buffers;
        let tiles = self
            .state
            .nes
            .as_mut()
            .map(|nes| nes.tables.in_light(!dark));
        let room_palette = &self.state.colours.room;
        self.backdrop.draw(
            strips.clone(),
            &mut Target {
                canvas,
                planes,
                room_palette,
                tiles,
            },
        );
        self.show_strips(strips, 0..self.buffers.back.height());
    }

    /// Clears the dirty strips after a BMAP was drawn as a whole: only the strips of objects that
    /// are drawn later count as changed (O7).
    fn forget_bmap_strips(&mut self) {
        if self.hides_actors() {
            self.state.redraw.dirty = StripSet::default();
        }
    }

    /// Copies rows of strips from the back buffer to the front buffer, or fills them with black in
    /// a dark room (R13). Actors there are drawn again (D2).
    pub(super) fn show_strips(&mut self, strips: Range<usize>, lines: Range<usize>) {
        // A plain picture is never dark in v0 (S0).
        let plain = self.dialect.is_v0() && self.backdrop.room().is_none();
        let black = self.black_if_dark().filter(|_| !plain);
        let lines = lines.start..lines.end.min(self.buffers.back.height());
        self.show_back(strips.start * 8..strips.end * 8, lines, black);
        self.state.redraw.dirty.insert_range(strips);
    }

    /// Returns the colour that replaces the background in a dark room (R13, Q20).
    pub(super) fn black_if_dark(&self) -> Option<u8> {
        self.is_dark().then(|| self.black())
    }

    /// Returns whether the room is dark, so that its background is not visible (R13).
    pub(crate) fn is_dark(&self) -> bool {
        self.dialect.has_lights() && self.state.lights & ROOM_LIGHT == 0
    }

    /// Copies room columns of some rows from the back to the front buffer, or fills them with
    /// `black` where the room is dark (R13). Columns after the end of the buffers are left out.
    pub(crate) fn show_back(
        &mut self,
        columns: Range<usize>,
        lines: Range<usize>,
        black: Option<u8>,
    ) {
        let Self {
            buffers: Buffers { front, back, .. },
            state: State { renderer, .. },
            ..
        } = self;
        for y in lines {
            let row =
                back.index(columns.start, y)..back.index(columns.end, y).min(back.pixels().len());
            if let Some(trace) = &mut renderer.trace {
                trace.clear(row.clone());
            }
            if let (Some(from), Some(to)) = (
                back.pixels().get(row.clone()),
                front.pixels_mut().get_mut(row),
            ) {
                match black {
                    Some(black) => to.fill(black),
                    None => to.copy_from_slice(from),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use scumm_room::Dialect;

    use crate::Stage;
    use crate::fixture::{Loud, dressed, in_room, wide_stage};

    #[test]
    fn a_dark_room_is_black_and_its_picture_kept_r13() {
        for (dialect, shown) in [(Dialect::new(5), 0), (Dialect::new(6), 7)] {
            let mut stage = dressed(dialect);
            stage.set_lights(9);
            stage.tick(&mut Loud);
            assert_eq!(
                (
                    stage.front().row(5)[5],
                    stage.buffers.back.pixels()[5 * 320 + 5]
                ),
                (shown, 7)
            );
            assert_eq!(
                stage.front().row(95)[103],
                40,
                "actors have light of their own"
            );
        }
    }

    #[test]
    fn a_moved_camera_makes_a_full_frame_d2_s17() {
        let mut stage = wide_stage(Dialect::new(5), 640, 200);
        stage.tick(&mut Loud);
        stage.actor_mut(9).unwrap().need_redraw = false;
        stage.tick(&mut Loud);
        assert!(!stage.actor(9).unwrap().need_redraw);
        stage.place_camera(168, 100);
        stage.tick(&mut Loud);
        assert!(stage.actor(9).unwrap().need_redraw, "wherever it is");
        assert!(stage.front().rows().all(|row| row.iter().all(|&p| p == 7)));
    }

    #[test]
    fn objects_of_a_room_that_has_none_are_an_error() {
        assert!(
            dressed(Dialect::new(5))
                .objects_mut()
                .set_state(12, 1)
                .is_err()
        );
    }

    /// Returns the columns of the view that the next frame draws again, for a picture that is
    /// completely dirty.
    fn drawn(stage: &mut Stage) -> Vec<usize> {
        stage.buffers.front.pixels_mut().fill(99);
        stage.buffers.back.pixels_mut().fill(99);
        stage.tick(&mut Loud);
        let row = stage.front().row(5);
        (0..row.len() / 8)
            .filter(|strip| row[strip * 8] != 99)
            .collect()
    }

    #[test]
    fn a_scroll_by_one_strip_draws_one_strip_y36() {
        let mut stage = in_room(Dialect::new(6), 3);
        assert_eq!(drawn(&mut stage), [] as [usize; 0], "nothing has changed");
        stage.camera_mut().pan_to(176, 0);
        assert_eq!(drawn(&mut stage), [39]);
        assert_eq!(drawn(&mut stage), [39]);
        stage.camera_mut().pan_to(160, 0);
        assert_eq!(drawn(&mut stage), [0]);
        stage.camera_mut().send_to(300, 0);
        assert_eq!(drawn(&mut stage).len(), 40);
    }

    #[test]
    fn v7_draws_the_strips_that_have_come_into_view_y36() {
        let mut stage = in_room(Dialect::new(7), 3);
        stage.camera_mut().send_to(184, 100);
        assert_eq!(drawn(&mut stage), [38, 39], "and one more beyond the view");
        stage.camera_mut().send_to(160, 100);
        assert_eq!(drawn(&mut stage), [0, 1, 2]);
        stage.camera_mut().send_to(167, 100);
        assert_eq!(drawn(&mut stage), [] as [usize; 0], "the same strips");
        stage.camera_mut().send_to(480, 100);
        assert_eq!(
            drawn(&mut stage).len(),
            39,
            "strip 40 was there, at the right edge"
        );
    }

    #[test]
    fn all_objects_are_drawn_again_unless_one_strip_is_y36() {
        let mut stage = in_room(Dialect::new(6), 2);
        stage.objects_mut().set_state(10, 1).unwrap();
        stage.redraw_object(11).unwrap();
        // The strip of the knob is drawn from the room, then both objects are drawn everywhere.
        assert_eq!(drawn(&mut stage), [5]);
        assert_eq!([16, 31].map(|y| stage.front().row(y)[32]), [50, 50]);
    }

    #[test]
    fn actors_keep_their_strips_while_the_room_scrolls_y37() {
        let mut stage = in_room(Dialect::new(6), 3);
        let before = stage.actor(1).unwrap().strips;
        stage.camera_mut().pan_to(200, 0);
        (0..5).for_each(|_| stage.tick(&mut Loud));
        let after = stage.actor(1).unwrap();
        assert_eq!((after.strips, stage.camera().view_start()), (before, 40));
        assert_eq!(
            stage.front().row(95)[103 - 40],
            40,
            "it was not drawn, and is still seen"
        );
    }
}

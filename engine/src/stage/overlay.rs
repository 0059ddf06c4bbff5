//! Temporary graphics over the picture of the stage: transitions, texts, blast objects (Y50–Y56).

use scumm_room::{Error, Result};

use super::{Stage, to_i32, to_index};

/// The buffers that [`Overlay::print_pixels`] writes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub enum PrintTarget {
    /// The front buffer, which is shown.
    Front,
    /// The back buffer, which holds the background without actors.
    Back,
    /// Both buffers.
    Both,
}

/// The operations for temporary graphics over the picture: transitions, texts, blast objects.
/// Returned by [`Stage::overlay`].
#[derive(Debug)]
pub struct Overlay<'s> {
    pub(super) stage: &'s mut Stage,
}

impl Overlay<'_> {
    /// Clears z-plane 0, which hides actors that are never clipped (X6, M2).
    pub fn clear_plane_0(&mut self) {
        self.stage.buffers.planes.clear(0);
    }

    /// Applies the exit transition to the buffers (Y50): the front buffer becomes dark unless
    /// `effect` is 0 or the screen is dark already. A scroll of v1..v6 that was not drawn yet is
    /// lost.
    pub fn fade_out(&mut self, effect: u16) {
        let v7 = self.stage.dialect.is_v7_plus();
        if !v7 {
            self.stage.state.camera.last.x = self.stage.state.camera.cur.x;
        }
        if effect != 0 && (v7 || self.stage.state.redraw.shown) {
            let front = self.stage.buffers.front.pixels_mut();
            front.fill(0);
            if let Some(trace) = &mut self.stage.state.renderer.trace {
                trace.clear(0..front.len());
            }
        }
        self.stage.state.redraw.shown = false;
    }

    /// Applies the entry transition, which shows a room (Y51). No buffer changes.
    pub fn fade_in(&mut self) {
        self.stage.state.redraw.shown = true;
    }

    /// Marks the strips below view columns `left..=right` as restored, as after the removal of a
    /// text (Y53). The next frame redraws the actors there.
    pub fn mark_restored(&mut self, left: i32, right: i32) {
        let start = to_i32(self.stage.state.camera.view_start());
        let first = to_index(left / 8 + start / 8);
        let last = usize::try_from(right.saturating_add(start) / 8)
            .map(|last| last.min(self.stage.dialect.last_strip()));
        if let Ok(last) = last {
            self.stage
                .state
                .redraw
                .restored
                .insert_range(first..last.saturating_add(1));
        }
    }

    /// Restores strips of the view from the back buffer after a blast object (Y54). `rect` is left,
    /// top, right, bottom in view pixels, the last two exclusive.
    pub fn restore_strips(&mut self, rect: [i32; 4]) {
        let [left, top, right, bottom] = self.stage.clip_to_stage(rect);
        if left >= right || top >= bottom {
            return;
        }
        let start = self.stage.state.camera.view_start();
        // v7+ scrolls by pixels and has an additional strip, part of which is visible at the right
        // edge (G3).
        let strips = self.stage.view_width() / 8 + usize::from(self.stage.dialect.is_v7_plus());
        let last = ((to_index(right) + start % 8) / 8).min(strips.saturating_sub(1));
        let columns = start / 8 * 8 + to_index(left) / 8 * 8..start / 8 * 8 + (last + 1) * 8;
        self.stage
            .show_back(columns, to_index(top)..to_index(bottom), None);
        self.mark_restored(left, right);
    }

    /// Removes a text from the stage (Y55): marks a rectangle as [`Self::mark_restored`] does and
    /// restores it from the back buffer. `rect` is left, top, right, bottom in screen pixels, the
    /// last two exclusive.
    pub fn erase(&mut self, rect: [i32; 4]) {
        let [left, top, right, bottom] = rect;
        let band = i32::from(self.stage.buffers.band_top);
        let shown = [
            left,
            top.saturating_sub(band),
            right,
            bottom.saturating_sub(band),
        ];
        let [left, top, right, bottom] = self.stage.clip_to_stage(shown);
        if left >= right || top > bottom {
            return;
        }
        self.mark_restored(left, right);
        let start = self.stage.state.camera.view_start();
        let black = self.stage.black_if_dark();
        let [left, top, right, bottom] = [left, top, right, bottom].map(to_index);
        self.stage
            .show_back(start + left..start + right, top..bottom, black);
    }

    /// Writes pixels into the stage permanently (Y56), like a text that is printed into the
    /// background. `pixels` holds rows of `width` palette indices; the first one goes to view
    /// column `x`, row `y`. Pixels outside the stage are dropped. The pixels stay until their
    /// strips are drawn again.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if `pixels` does not consist of whole rows.
    pub fn print_pixels(
        &mut self,
        into: PrintTarget,
        x: i32,
        y: i32,
        width: usize,
        pixels: &[u8],
    ) -> Result<()> {
        if width == 0 || pixels.len() % width != 0 {
            return Err(Error::Misuse(format!(
                "{} pixels do not make lines of {width}",
                pixels.len()
            )));
        }
        let [right, bottom] = [width, pixels.len() / width].map(to_i32);
        let shown =
            self.stage
                .clip_to_stage([x, y, x.saturating_add(right), y.saturating_add(bottom)]);
        let [left, top, right, bottom] = shown;
        if left >= right || top >= bottom {
            return Ok(());
        }
        let columns = to_index(left.saturating_sub(x))..to_index(right.saturating_sub(x));
        let start = self.stage.state.camera.view_start();
        let lines = pixels
            .chunks_exact(width)
            .skip(to_index(top.saturating_sub(y)));
        for (line, y) in lines.zip(to_index(top)..to_index(bottom)) {
            let Some(line) = line.get(columns.clone()) else {
                continue;
            };
            let first = self.stage.buffers.front.index(start + to_index(left), y);
            let place = first..first + line.len();
            for (canvas, written) in [
                (&mut self.stage.buffers.front, into != PrintTarget::Back),
                (&mut self.stage.buffers.back, into != PrintTarget::Front),
            ] {
                if let Some(row) = canvas
                    .pixels_mut()
                    .get_mut(place.clone())
                    .filter(|_| written)
                {
                    row.copy_from_slice(line);
                }
            }
            if let Some(trace) = &mut self.stage.state.renderer.trace {
                trace.clear(place);
            }
        }
        Ok(())
    }
}

impl Stage {
    /// Returns the operations for temporary graphics over the picture.
    pub fn overlay(&mut self) -> Overlay<'_> {
        Overlay { stage: self }
    }

    /// Returns the part of a rectangle that lies on the stage, in view columns and rows: left, top,
    /// right, bottom, the last two exclusive.
    fn clip_to_stage(&self, [left, top, right, bottom]: [i32; 4]) -> [i32; 4] {
        let width = to_i32(self.view_width());
        let height = to_i32(self.buffers.front.height());
        [
            left.clamp(0, width),
            top.clamp(0, height),
            right.clamp(0, width),
            bottom.clamp(0, height),
        ]
    }
}

#[cfg(test)]
mod tests {
    use scumm_room::Dialect;

    use super::*;
    use crate::fixture::{Loud, in_room};

    fn smeared(version: u8) -> Stage {
        let mut stage = in_room(Dialect::new(version), 3);
        stage.camera_mut().stand_at(200);
        stage.tick(&mut Loud);
        assert_eq!(stage.camera().view_start(), 40);
        stage.buffers.front.pixels_mut().fill(99);
        stage
    }

    /// Returns the first and last column and row of the view that show the background, if the area
    /// is a rectangle.
    fn restored(stage: &Stage) -> Option<([usize; 2], [usize; 2])> {
        let rows = stage.front().rows().enumerate();
        let clean = rows.flat_map(|(y, row)| {
            row.iter()
                .enumerate()
                .filter(|(_, p)| **p != 99)
                .map(move |(x, _)| (x, y))
        });
        let clean: Vec<_> = clean.collect();
        let ends = |f: fn(&(usize, usize)) -> usize| {
            Some([clean.iter().map(f).min()?, clean.iter().map(f).max()?])
        };
        let columns = ends(|p| p.0)?;
        let lines = ends(|p| p.1)?;
        assert_eq!(
            clean.len(),
            (columns[1] - columns[0] + 1) * (lines[1] - lines[0] + 1),
            "a rectangle"
        );
        Some((columns, lines))
    }

    #[test]
    fn a_screen_that_was_shown_goes_dark_y50() {
        for (version, shown, effect, dark) in [
            (6, true, 5, true),
            (6, true, 0, false),
            (6, false, 5, false),
            (7, false, 5, true),
            (7, true, 0, false),
        ] {
            let mut stage = in_room(Dialect::new(version), 3);
            stage.state.redraw.shown = shown;
            stage.overlay().fade_out(effect);
            let black = stage.front().rows().flatten().all(|&pixel| pixel == 0);
            assert_eq!(
                (black, stage.state.redraw.shown),
                (dark, false),
                "v{version} {shown} {effect}"
            );
        }
    }

    #[test]
    fn a_screen_that_counts_as_shown_goes_dark_y50() {
        for shown in [true, false] {
            let mut stage = in_room(Dialect::new(6), 3);
            stage.redraw_mut().shown = shown;
            stage.overlay().fade_out(1);
            assert_eq!(
                stage.front().rows().flatten().all(|&pixel| pixel == 0),
                shown
            );
        }
    }

    #[test]
    fn a_scroll_that_was_not_drawn_is_lost_y50() {
        for (version, last) in [(6, 300), (7, 160)] {
            let mut stage = in_room(Dialect::new(version), 3);
            stage.camera_mut().send_to(300, 100);
            stage.overlay().fade_out(0);
            assert_eq!(stage.camera().last.x, last, "v{version}");
        }
    }

    #[test]
    fn fading_in_changes_no_buffer_y51() {
        let mut stage = smeared(6);
        let before = stage.buffers.front.clone();
        stage.overlay().fade_in();
        assert_eq!(
            (stage.state.redraw.shown, &stage.buffers.front),
            (true, &before)
        );
    }

    #[test]
    fn marked_strips_draw_their_actors_again_y53() {
        let mut stage = in_room(Dialect::new(6), 3);
        stage.overlay().mark_restored(0, 90);
        assert_eq!(
            stage.state.redraw.restored.iter().collect::<Vec<_>>(),
            (0..=11).collect::<Vec<_>>()
        );
        stage.set_redraw_flags();
        assert!(
            !stage.actor(1).unwrap().need_redraw,
            "it stands in strips 12 and 13"
        );
        stage.overlay().mark_restored(96, 100);
        stage.set_redraw_flags();
        assert!(stage.actor(1).unwrap().need_redraw);
        stage.tick(&mut Loud);
        assert!(
            stage.state.redraw.restored.is_empty(),
            "the frame has seen them"
        );
        stage.overlay().mark_restored(-99, i32::MAX);
        assert_eq!(stage.state.redraw.restored.iter().last(), Some(200));
        stage.overlay().mark_restored(5, -9999);
    }

    #[test]
    fn marks_count_from_the_views_first_strip_y53() {
        let mut stage = smeared(6);
        stage.overlay().mark_restored(16, 23);
        assert_eq!(stage.state.redraw.restored.iter().collect::<Vec<_>>(), [7]);
    }

    #[test]
    fn whole_strips_come_back_below_a_blast_object_y54() {
        let mut stage = smeared(6);
        stage.overlay().restore_strips([10, 20, 30, 40]);
        // Strips 1 to 3: column 30 is still in the third strip.
        assert_eq!(restored(&stage), Some(([8, 31], [20, 39])));
        assert!(stage.state.redraw.restored.contains(6) && stage.state.redraw.restored.contains(8));
        let mut stage = smeared(6);
        stage.overlay().restore_strips([300, 190, 999, 999]);
        assert_eq!(
            restored(&stage),
            Some(([296, 319], [190, 199])),
            "clipped to the stage"
        );
    }

    #[test]
    fn a_rectangle_that_ends_at_the_first_line_marks_nothing_x12() {
        let mut stage = smeared(6);
        stage.overlay().restore_strips([10, -16, 30, 0]);
        stage.overlay().restore_strips([-30, 20, 0, 40]);
        assert_eq!(
            (restored(&stage), stage.state.redraw.restored.iter().next()),
            (None, None)
        );
    }

    #[test]
    fn v7_restores_the_part_of_a_strip_at_the_right_edge_x12() {
        let mut stage = crate::fixture::wide_stage(Dialect::new(7), 640, 200);
        stage.place_camera(251, 100);
        stage.tick(&mut Loud);
        assert_eq!(stage.camera().view_start() % 8, 3);
        stage.buffers.front.pixels_mut().fill(99);
        stage.overlay().restore_strips([304, 20, 365, 40]);
        // Strip 38 begins at column 301 of the view; the edge cuts strip 40.
        assert_eq!(restored(&stage), Some(([301, 319], [20, 39])));
    }

    #[test]
    fn an_erased_text_shows_the_background_in_its_rectangle_y55() {
        let mut stage = smeared(6);
        stage.overlay().erase([10, 20, 30, 40]);
        assert_eq!(restored(&stage), Some(([10, 29], [20, 39])));
        assert!(stage.state.redraw.restored.contains(6) && stage.state.redraw.restored.contains(8));
        let mut stage = smeared(6);
        stage.overlay().erase([10, 20, 30, 20]);
        assert_eq!(
            restored(&stage),
            None,
            "without lines there is only the mark"
        );
        assert!(stage.state.redraw.restored.contains(6));
        let mut stage = smeared(6);
        stage.overlay().erase([50, 20, 40, 40]);
        stage
            .overlay()
            .erase([i32::MIN, i32::MIN, i32::MAX, i32::MAX]);
        assert_eq!(restored(&stage), Some(([0, 319], [0, 199])));
    }

    #[test]
    fn an_erased_rectangle_counts_lines_of_the_screen_y55() {
        let mut stage = in_room(Dialect::new(6), 3);
        stage.set_band(16..144);
        stage.buffers.front.pixels_mut().fill(99);
        stage.overlay().erase([8, 20, 16, 30]);
        assert_eq!(restored(&stage), Some(([8, 15], [4, 13])));
    }

    #[test]
    fn printed_pixels_stay_until_their_strip_is_drawn_y56() {
        let mut stage = in_room(Dialect::new(6), 3);
        stage
            .overlay()
            .print_pixels(PrintTarget::Both, 200, 50, 2, &[1, 2, 3, 4])
            .unwrap();
        stage.tick(&mut Loud);
        assert_eq!(
            (
                &stage.front().row(50)[199..203],
                &stage.front().row(51)[200..202]
            ),
            (&[13, 1, 2, 13][..], &[3, 4][..])
        );
        stage
            .overlay()
            .print_pixels(PrintTarget::Front, 300, 50, 1, &[9])
            .unwrap();
        stage
            .overlay()
            .print_pixels(PrintTarget::Back, 301, 50, 1, &[9])
            .unwrap();
        assert_eq!(stage.front().row(50)[300..302], [9, 13]);
        assert_eq!(stage.back().row(50)[300..302], [13, 9]);
        stage.redraw_mut().full = true;
        stage.tick(&mut Loud);
        assert_eq!(stage.front().row(50)[200..202], [13, 13]);
    }

    #[test]
    fn printed_pixels_are_clipped_and_have_to_be_lines_y56() {
        let mut stage = in_room(Dialect::new(6), 3);
        stage
            .overlay()
            .print_pixels(PrintTarget::Both, -1, -1, 2, &[1, 2, 3, 4])
            .unwrap();
        assert_eq!(stage.front().row(0)[..2], [4, 13]);
        stage
            .overlay()
            .print_pixels(PrintTarget::Both, 319, 199, 2, &[5, 6, 7, 8])
            .unwrap();
        assert_eq!(stage.front().row(199)[319], 5);
        stage
            .overlay()
            .print_pixels(PrintTarget::Both, i32::MAX, i32::MIN, 1, &[1])
            .unwrap();
        assert!(
            stage
                .overlay()
                .print_pixels(PrintTarget::Both, 0, 0, 2, &[1, 2, 3])
                .is_err()
        );
        assert!(
            stage
                .overlay()
                .print_pixels(PrintTarget::Both, 0, 0, 0, &[])
                .is_err()
        );
    }
}

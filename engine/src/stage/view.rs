//! The part of the buffers that the camera shows (G1–G3).

use scumm_costume::{Trace, Write};
use scumm_room::{Canvas, Dialect, Planes};

use super::Stage;

/// The visible part of a buffer: rows of palette indices.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    canvas: &'a Canvas,
    planes: &'a Planes,
    trace: Option<&'a Trace>,
    x_start: usize,
    band_top: u16,
    dark: bool,
    /// The number of pixels in a row.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
}

impl<'a> View<'a> {
    /// Returns row `y` from the left, or an empty slice below the last row. The buffer is linear:
    /// the pixels to the right of its pitch are the left part of the next row (G2).
    #[must_use]
    pub fn row(&self, y: usize) -> &'a [u8] {
        let start = self.canvas.index(self.x_start, y);
        let end = start
            .saturating_add(self.width)
            .min(self.canvas.pixels().len());
        self.canvas
            .pixels()
            .get(start..end)
            .filter(|_| y < self.height)
            .unwrap_or(&[])
    }

    /// Returns all rows from the top.
    pub fn rows(self) -> impl Iterator<Item = &'a [u8]> {
        (0..self.height).map(move |y| self.row(y))
    }

    /// Returns the memory from the first pixel on, and the number of bytes from one row to the next
    /// (G2), for callers that pass the pixels on without a copy.
    #[must_use]
    pub fn linear(self) -> (&'a [u8], usize) {
        let pixels = self.canvas.pixels();
        (
            &pixels[self.x_start.min(pixels.len())..],
            self.canvas.pitch(),
        )
    }

    /// Returns the screen row of the first row (G1); 0 if the stage fills the screen.
    #[must_use]
    pub fn band_top(&self) -> u16 {
        self.band_top
    }

    /// Returns whether the room is dark, so that its background is not visible (R13).
    #[must_use]
    pub fn is_dark(&self) -> bool {
        self.dark
    }

    /// Returns the rows of a plane with one byte for each pixel; 0 hides nothing. Returns `None` if
    /// there is no such plane.
    pub fn plane(self, number: u8) -> Option<impl Iterator<Item = &'a [u8]>> {
        let bytes = self.planes.plane(number)?;
        let pitch = self.planes.pitch();
        let start = move |y: usize| {
            y.saturating_mul(pitch)
                .saturating_add(self.x_start)
                .min(bytes.len())
        };
        let row = move |y| {
            bytes
                .get(start(y)..start(y).saturating_add(self.width).min(bytes.len()))
                .unwrap_or(&[])
        };
        Some((0..self.height).map(row))
    }

    /// Returns the number of z-planes, plane 0 included (M3).
    #[must_use]
    pub fn plane_count(&self) -> usize {
        self.planes.count()
    }

    /// Returns the trace of pixel writes, if [`Stage::start_trace`] has started one.
    #[must_use]
    pub fn trace(&self) -> Option<&'a Trace> {
        self.trace
    }

    /// Returns the writes to column `x` of row `y` since the background was last visible there, in
    /// order. Empty without a trace.
    #[must_use]
    pub fn writes(&self, x: usize, y: usize) -> &'a [Write] {
        let index = self.canvas.index(self.x_start.saturating_add(x), y);
        self.trace.map_or(&[], |trace| trace.writes(index))
    }
}

impl Stage {
    /// Returns the visible part of the front buffer: it begins at the camera's left edge and has
    /// the width of the screen and the height of the stage.
    #[must_use]
    pub fn front(&self) -> View<'_> {
        let canvas = &self.buffers.front;
        View {
            canvas,
            planes: &self.buffers.planes,
            trace: self.state.renderer.trace.as_ref(),
            x_start: self.state.camera.view_start(),
            band_top: self.buffers.band_top,
            dark: self.is_dark(),
            width: self.view_width(),
            height: canvas.height(),
        }
    }

    /// Returns the background without actors, in the size of [`Stage::front`]. In a dark room it is
    /// not visible (R13).
    #[must_use]
    pub fn back(&self) -> View<'_> {
        View {
            canvas: &self.buffers.back,
            ..self.front()
        }
    }

    /// Starts to record which actor and limb writes each pixel. Only the plain painters draw from
    /// then on; the pixels are the same. Everything drawn before counts as background.
    pub fn start_trace(&mut self) {
        self.state.renderer.trace = Some(Trace::new(self.buffers.front.pixels().len()));
    }

    /// Passes the next actor and its plane to the trace.
    pub(super) fn trace_actor(&mut self, id: u16, plane: u8) {
        if let Some(trace) = &mut self.state.renderer.trace {
            trace.begin_actor(id, plane);
        }
    }

    /// Returns the number of pixels in a row of the view.
    pub(crate) fn view_width(&self) -> usize {
        self.buffers
            .front
            .pitch()
            .saturating_sub(margin(&self.dialect))
    }

    /// Returns the strips of the view, counted in the room. v7+ draws one strip more than fits
    /// (S17).
    pub(crate) fn visible_strips(&self) -> std::ops::Range<usize> {
        let first = self.state.camera.view_start() / 8;
        first..first + self.buffers.front.pitch() / 8
    }
}

/// Returns the number of pixels from one row of a stage's buffers to the next (G2): the width of
/// the view, in v7+ plus one strip.
pub(super) fn pitch(dialect: &Dialect, view_width: usize) -> usize {
    view_width + margin(dialect)
}

/// Returns the number of pixels in a row of the buffers that the view does not show.
fn margin(dialect: &Dialect) -> usize {
    if dialect.scrolls_by_pixels() { 8 } else { 0 }
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Loud, dressed, wide_stage};
    use scumm_room::Dialect;

    fn starts(dialect: Dialect, width: usize, cameras: &[i32]) -> Vec<usize> {
        let mut stage = wide_stage(dialect, width, 200);
        let start = |&x: &i32| {
            stage.place_camera(x, 100);
            stage.camera().view_start()
        };
        cameras.iter().map(start).collect()
    }

    #[test]
    fn the_view_begins_on_a_strip_before_v7_g3() {
        assert_eq!(
            starts(Dialect::new(5), 640, &[160, 167, 168, 200, 480]),
            [0, 0, 8, 40, 320]
        );
        assert_eq!(
            starts(Dialect::new(7), 640, &[160, 167, 168, 200, 480]),
            [0, 7, 8, 40, 320]
        );
        assert_eq!(starts(Dialect::new(8), 1280, &[320, 333]), [0, 13]);
        assert_eq!(starts(Dialect::humongous(72), 1280, &[320, 333]), [0, 8]);
    }

    #[test]
    fn the_view_never_leaves_the_room() {
        assert_eq!(
            starts(Dialect::new(5), 640, &[0, i32::MIN, 9999, i32::MAX]),
            [0, 0, 320, 320]
        );
        assert_eq!(starts(Dialect::new(7), 320, &[170, -5]), [0, 0]);
        // A room that is narrower than the screen.
        assert_eq!(starts(Dialect::new(5), 8, &[160, 500]), [0, 0]);
    }

    #[test]
    fn the_buffer_is_linear_so_a_row_goes_on_in_the_next_g2() {
        let mut stage = wide_stage(Dialect::new(5), 640, 200);
        // Room column 330 of row 3 is column 10 of row 4.
        let index = 4 * 320 + 10;
        stage.buffers.front.pixels_mut()[index] = 99;
        assert_eq!(stage.front().row(4)[10], 99);
        stage.place_camera(160 + 16, 100);
        assert_eq!(stage.front().row(3)[330 - 16], 99);
        assert_eq!(
            stage.front().row(4).iter().position(|&p| p == 99),
            None,
            "it is left of the view there"
        );
        assert_eq!(
            stage.front().rows().map(<[u8]>::len).sum::<usize>(),
            320 * 200
        );
        assert!(stage.front().row(200).is_empty());
    }

    #[test]
    fn the_buffers_of_v7_are_a_strip_wider_than_the_view_g2() {
        let pitch = |dialect: Dialect| wide_stage(dialect, 640, 200).buffers.front.pitch();
        assert_eq!(
            [5, 6, 7, 8].map(|v| pitch(Dialect::new(v))),
            [320, 320, 328, 648]
        );
        assert_eq!([70, 71].map(|he| pitch(Dialect::humongous(he))), [320, 640]);
        assert_eq!(
            wide_stage(Dialect::new(7), 640, 200).visible_strips(),
            0..41
        );
    }

    #[test]
    fn a_trace_changes_no_picture_and_knows_who_drew() {
        let mut plain = dressed(Dialect::new(5));
        let mut traced = dressed(Dialect::new(5));
        traced.start_trace();
        for x in [100, 120, 140] {
            for stage in [&mut plain, &mut traced] {
                stage.actor_mut(1).unwrap().walk(x, 110, None);
                stage.tick(&mut Loud);
            }
            assert_eq!(plain.save(), traced.save());
        }
        let view = traced.front();
        for (y, row) in view.rows().enumerate() {
            for (x, &pixel) in row.iter().enumerate() {
                let last = view.writes(x, y).last();
                assert_eq!(pixel, last.map_or(7, |write| write.result), "({x}, {y})");
                assert!(
                    last.is_none_or(
                        |write| (write.actor, write.limb, write.hidden) == (1, 0, false)
                    )
                );
            }
        }
        assert!(
            plain.front().writes(0, 0).is_empty()
                && view.trace().is_some_and(|trace| trace.order() == [1])
        );
    }

    #[cfg(feature = "serde")]
    #[test]
    fn a_trace_goes_on_after_a_stage_came_back_from_text() {
        let mut stage = dressed(Dialect::new(5));
        let bare = serde_json::to_string(&stage.save()).unwrap();
        stage.start_trace();
        stage.tick(&mut Loud);
        let drawn = serde_json::to_string(&stage.save()).unwrap();
        stage
            .restore(&serde_json::from_str(&drawn).unwrap())
            .unwrap();
        assert_eq!(
            stage.front().writes(103, 95).len(),
            1,
            "what is seen has its origin"
        );
        stage
            .restore(&serde_json::from_str(&bare).unwrap())
            .unwrap();
        assert!(
            stage.front().trace().is_some() && stage.front().writes(103, 95).is_empty(),
            "what is not seen any more has none"
        );
    }
}

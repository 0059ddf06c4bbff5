//! The pixels of a stage: the backdrop, from which the buffers are filled, the front buffer, the
//! back buffer and the planes (G2, M4), and the view that the camera shows (G1–G3).

use std::ops::Range;
use std::sync::Arc;

use scumm_costume::{Trace, Write};
use scumm_room::{Canvas, Dialect, Error, Misuse, Planes, Result, Room, RoomTarget, Surface};

use super::Stage;

/// The background and the planes of a stage.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Backdrop {
    /// No backdrop: no room was entered (Y1).
    Nothing,
    /// A picture and planes, given as plain pixels.
    Picture(Arc<Picture>),
    /// A room resource.
    Room(Arc<Room>),
}

/// A background without a room resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    background: Surface,
    planes: Vec<Vec<u8>>,
    plane_count: usize,
}

/// The most planes, plane 0 included (M4).
const MAX_PLANES: usize = 8;

impl Picture {
    /// The most pixels of a picture: four screens of v8 in both directions, which is more than any
    /// room has.
    pub const MAX_PIXELS: usize = 4 * 640 * 4 * 480;

    /// Creates a picture from a background and the planes from 1 on.
    ///
    /// A plane consists of rows of bytes with one bit for each pixel; bit 7 is the leftmost pixel,
    /// and 1 hides the actor. `plane_count` includes plane 0 and may differ from the number of
    /// given planes. Plane 0 and missing planes hide nothing.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if the width is not a multiple of 8, the size is 0 or above
    /// [`Self::MAX_PIXELS`], a plane has another size than the background, or `plane_count` is
    /// outside 1 to 8.
    pub fn new(background: Surface, planes: Vec<Vec<u8>>, plane_count: usize) -> Result<Self> {
        let width = background.width();
        let height = background.height();
        let misuse = |text: String| Err(Error::misuse(Misuse::WrongSize, text));
        if width == 0
            || width % 8 != 0
            || height == 0
            || width.saturating_mul(height) > Self::MAX_PIXELS
        {
            return misuse(format!(
                "expected a background whose width is a multiple of 8, found {width}x{height} \
                 pixels"
            ));
        }
        if background.pixels().len() != width * height {
            return misuse(format!(
                "expected {width}x{height} pixels, found {}",
                background.pixels().len()
            ));
        }
        let needed = width / 8 * height;
        if let Some(found) = planes.iter().map(Vec::len).find(|found| *found != needed) {
            return misuse(format!(
                "expected a z-plane of {needed} bytes for {width}x{height} pixels, found {found}"
            ));
        }
        if plane_count == 0 || plane_count > MAX_PLANES {
            return misuse(format!(
                "expected 1 to {MAX_PLANES} z-planes including plane 0, found {plane_count}"
            ));
        }
        Ok(Self {
            background,
            planes,
            plane_count,
        })
    }

    /// Draws strips of the picture. Strips after the right edge are empty.
    fn draw(&self, strips: Range<usize>, canvas: &mut Canvas, planes: &mut Planes) {
        let columns = self.background.width() / 8;
        for strip in strips {
            let inside = strip < columns;
            for y in 0..canvas.height().min(self.background.height()) {
                let from = y * self.background.width() + strip * 8;
                let to = canvas.index(strip * 8, y);
                let pixels = self
                    .background
                    .pixels()
                    .get(from..from + 8)
                    .filter(|_| inside)
                    .unwrap_or(&[0; 8]);
                if let Some(target) = canvas.pixels_mut().get_mut(to..to + 8) {
                    target.copy_from_slice(pixels);
                }
                for (i, plane) in self.planes.iter().enumerate() {
                    let bits = plane
                        .get(y * columns + strip)
                        .copied()
                        .filter(|_| inside)
                        .unwrap_or(0);
                    planes.put(i + 1, strip, y, bits, false);
                }
            }
        }
    }
}

impl Backdrop {
    /// Returns the width and height in pixels, and the number of z-planes, plane 0 included (M3).
    fn shape(&self) -> (usize, usize, usize) {
        match self {
            Self::Nothing => (0, 0, 0),
            Self::Picture(picture) => (
                picture.background.width(),
                picture.background.height(),
                picture.plane_count,
            ),
            Self::Room(room) => (room.width, room.height, room.plane_count + 1),
        }
    }

    /// Returns the width in pixels.
    #[must_use]
    pub fn width(&self) -> usize {
        self.shape().0
    }

    /// Returns the height in pixels.
    #[must_use]
    pub fn height(&self) -> usize {
        self.shape().1
    }

    /// Returns the end of the strips that can be drawn. A view that scrolls by pixels also shows a
    /// part of the strip behind the last strip of the background: a plain picture is empty there,
    /// and a room keeps the previous pixels (S17).
    pub(super) fn strips_end(&self, scrolls_by_pixels: bool) -> usize {
        let hidden = scrolls_by_pixels && self.room().is_none();
        self.width() / 8 + usize::from(hidden)
    }

    /// Returns the number of z-planes, plane 0 included (M3).
    #[must_use]
    pub fn plane_count(&self) -> usize {
        self.shape().2
    }

    /// Returns whether there is no backdrop.
    pub(super) fn is_nothing(&self) -> bool {
        matches!(self, Self::Nothing)
    }

    /// Returns the room resource, unless the backdrop is a plain picture or missing.
    #[must_use]
    pub fn room(&self) -> Option<&Arc<Room>> {
        if let Self::Room(room) = self {
            Some(room)
        } else {
            None
        }
    }

    /// Draws strips of the background and of its planes.
    pub(super) fn draw(&self, strips: Range<usize>, target: &mut RoomTarget<'_>) {
        match self {
            Self::Nothing => {}
            Self::Picture(picture) => picture.draw(strips, target.canvas, target.planes),
            Self::Room(room) => room.draw_background(strips, target),
        }
    }
}

// The pixel buffers of the stage: the front buffer, the back buffer and the planes (G2, M4).

/// The number of rows of the planes below the room (M4, Y15).
const PLANE_MARGIN: usize = 4;
/// The number of rows of the planes below the room in v7 and later.
const PLANE_MARGIN_V7: usize = 10;

/// The buffers and planes of a stage, and their position on the screen.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Buffers {
    /// The front buffer, which is shown.
    pub front: Canvas,
    /// The back buffer, which holds the background without actors.
    pub back: Canvas,
    pub planes: Planes,
    /// The first row of the stage on the screen (G1).
    pub band_top: u16,
}

impl Buffers {
    /// Creates buffers of `height` rows for a stage without a room.
    pub fn new(pitch: usize, height: usize) -> Self {
        let canvas = Canvas::new(pitch, height, 0);
        Self {
            back: canvas.clone(),
            front: canvas,
            planes: Planes::new(pitch, height, 0, 0),
            band_top: 0,
        }
    }

    /// Copies other buffers into this value without allocating memory. States are saved often, and
    /// the buffers are their largest part.
    pub fn copy_from(&mut self, source: &Self) {
        let Self {
            front,
            back,
            planes,
            band_top,
        } = source;
        self.front.clone_from(front);
        self.back.clone_from(back);
        self.planes.clone_from(planes);
        self.band_top = *band_top;
    }

    /// Fills both buffers with 0.
    pub fn clear(&mut self) {
        self.front.clear();
        self.back.clear();
    }

    /// Resizes both buffers to `height` rows plus the tail that the width of the room requires
    /// (G2).
    pub fn resize(&mut self, height: usize, room_width: usize) {
        self.front.resize(height, room_width);
        self.back.resize(height, room_width);
    }

    /// Resets the planes for a room. The planes are a few rows higher than the room (M4, Y15).
    pub fn reset_planes(&mut self, room: &Backdrop, is_v7_plus: bool) {
        let margin = if is_v7_plus {
            PLANE_MARGIN_V7
        } else {
            PLANE_MARGIN
        };
        let lines = self
            .front
            .height()
            .max(room.height().saturating_add(margin));
        self.planes.reset(lines, room.width(), room.plane_count());
    }

    /// Returns whether a snapshot's buffers `other` can replace these buffers in `room`: all sizes
    /// must be sizes that a stage uses.
    pub fn can_become(&self, other: &Self, room: &Backdrop, screen_lines: usize) -> bool {
        let Self {
            front,
            back,
            planes,
            ..
        } = other;
        // Without a room the buffers keep the tail of the previous room, the same for all of them.
        // The pixels of the front buffer are there, so its tail bounds the memory of the planes.
        let tail = if room.is_nothing() {
            let lines = front.pitch().saturating_mul(front.height());
            front.pixels().len().saturating_sub(lines)
        } else {
            room.width()
        };
        let is_size = |pitch: usize, height: usize, len: usize| {
            let lines = pitch.saturating_mul(height);
            len == lines.saturating_add(tail)
        };
        let canvas = |c: &Canvas| {
            c.pitch() == self.front.pitch() && is_size(c.pitch(), c.height(), c.pixels().len())
        };
        let height = if room.is_nothing() {
            front.height()
        } else {
            room.height()
        };
        canvas(front)
            && canvas(back)
            && front.height() == back.height()
            && front.height() <= screen_lines.max(height)
            && planes.pitch() == self.planes.pitch()
            && planes.height() >= front.height()
            && planes.height() <= screen_lines.max(height.saturating_add(PLANE_MARGIN_V7))
            && planes.count() <= MAX_PLANES
            && is_size(planes.pitch(), planes.height(), planes.length())
    }
}

// The part of the buffers that the camera shows (G1–G3).

/// The visible part of a buffer: rows of palette indices.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct StageView<'a> {
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

impl<'a> StageView<'a> {
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
    pub fn front(&self) -> StageView<'_> {
        let canvas = &self.buffers.front;
        StageView {
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
    pub fn back(&self) -> StageView<'_> {
        StageView {
            canvas: &self.buffers.back,
            ..self.front()
        }
    }

    /// Starts to record which actor and limb writes each pixel. After this call only the plain
    /// painters draw, which write the same pixels as the other painters. Pixels that were drawn
    /// before the call count as background.
    pub fn start_trace(&mut self) {
        self.state.renderer.trace = Some(Trace::new(self.buffers.front.pixels().len()));
    }

    /// Ends the recording of a trace and frees its memory.
    pub fn stop_trace(&mut self) {
        self.state.renderer.trace = None;
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
    pub(crate) fn visible_strips(&self) -> Range<usize> {
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
    use scumm_room::Dialect;

    use crate::fixture::{Loud, dressed, wide_stage};

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
        // A camera has 16 bits with a sign: 0x7FFF_FFFF is -1, and 40000 is negative, too.
        assert_eq!(
            starts(Dialect::new(5), 640, &[0, i32::MIN, 9999, 40_000, i32::MAX]),
            [0, 0, 320, 0, 0]
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
            "the pixel is left of the view in this line"
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
            "the trace of a visible pixel is saved"
        );
        stage
            .restore(&serde_json::from_str(&bare).unwrap())
            .unwrap();
        assert!(
            stage.front().trace().is_some() && stage.front().writes(103, 95).is_empty(),
            "a pixel that is no longer visible has no trace"
        );
    }
}

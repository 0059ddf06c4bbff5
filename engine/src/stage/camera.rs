//! The camera and the window it opens on the buffers (G1–G3).

use scumm_room::{Canvas, Dialect};
use serde::{Deserialize, Serialize};

use super::Stage;

/// Where the camera looks: the centre of the view in room pixels, and what follows from it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Camera {
    /// Centre column of the view.
    pub x: i32,
    /// Centre line of the view; only v7 and later scroll vertically, and only when they present the stage.
    pub y: i32,
}

/// The visible part of the front buffer: rows of palette indices.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    canvas: &'a Canvas,
    x_start: usize,
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

impl<'a> View<'a> {
    /// Row `y` from the left; empty below the last one. The buffer is linear: what lies right of its pitch is the
    /// next line's left part (G2).
    #[must_use]
    pub fn row(&self, y: usize) -> &'a [u8] {
        let start = self.canvas.index(self.x_start, y);
        let end = start.saturating_add(self.width).min(self.canvas.pixels.len());
        self.canvas.pixels.get(start..end).filter(|_| y < self.height).unwrap_or(&[])
    }

    /// All rows from the top.
    pub fn rows(self) -> impl Iterator<Item = &'a [u8]> {
        (0..self.height).map(move |y| self.row(y))
    }
}

impl Stage {
    /// The camera.
    #[must_use]
    pub fn camera(&self) -> Camera {
        self.state.camera
    }

    /// Puts the camera's centre at `x`, `y` in room pixels at once; the next frame is a full one (D2, S17).
    /// The view never leaves the room.
    pub fn set_camera(&mut self, x: i32, y: i32) {
        self.state.camera = Camera { x, y };
    }

    /// The room column of the view's left edge (G3): a multiple of 8 in v1..v6.
    #[must_use]
    pub fn x_start(&self) -> usize {
        let (strips, camera) = (self.view_width() / 8, self.state.camera.x);
        let start = if self.dialect.scrolls_by_pixels() {
            camera.saturating_sub(to_i32(self.view_width() / 2))
        } else {
            (camera / 8).saturating_sub(to_i32(strips / 2)).saturating_mul(8)
        };
        usize::try_from(start).unwrap_or(0).min(self.backdrop.width().saturating_sub(self.view_width()))
    }

    /// What is seen: the front buffer from the camera's left edge on, as wide as the screen and as high as the stage.
    #[must_use]
    pub fn front(&self) -> View<'_> {
        View {
            canvas: &self.state.front,
            x_start: self.x_start(),
            width: self.view_width(),
            height: self.state.front.height,
        }
    }

    /// Pixels of a row of the view.
    pub(crate) fn view_width(&self) -> usize {
        usize::from(self.dialect.screen_size().0)
    }

    /// The strips of the view, counted in the room; v7+ draws one more than fits (S17).
    pub(crate) fn visible_strips(&self) -> std::ops::Range<usize> {
        let first = self.x_start() / 8;
        first..first + self.state.front.pitch / 8
    }
}

/// Pixels from one line of a stage's buffers to the next (G2): the screen's width, in v7+ one strip more.
pub(super) fn pitch(dialect: &Dialect) -> usize {
    let width = usize::from(dialect.screen_size().0);
    if dialect.scrolls_by_pixels() { width + 8 } else { width }
}

pub(crate) fn to_i32(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

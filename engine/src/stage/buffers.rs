//! The pixel buffers of the stage: the front buffer, the back buffer and the planes (G2, M4).

use scumm_room::{Canvas, Planes};

use super::backdrop::{Backdrop, MAX_PLANES};

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

    /// Resets the planes for a room. They are a few rows higher than the room (M4, Y15).
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

    /// Returns whether `other` can replace these buffers in a room of that size: its sizes have to
    /// be those that a stage uses.
    pub fn can_become(&self, other: &Self, room: &Backdrop, screen_lines: usize) -> bool {
        let is_size = |pitch: usize, height: usize, len: usize| {
            let lines = pitch.saturating_mul(height);
            // Without a room the tail is that of the previous room.
            len == lines.saturating_add(room.width()) || (room.is_nothing() && len >= lines)
        };
        let canvas = |c: &Canvas| {
            c.pitch() == self.front.pitch() && is_size(c.pitch(), c.height(), c.pixels().len())
        };
        let Self {
            front,
            back,
            planes,
            ..
        } = other;
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
            && planes
                .iter()
                .all(|plane| is_size(planes.pitch(), planes.height(), plane.len()))
    }
}

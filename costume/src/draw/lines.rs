//! The lines that an actor was drawn on, strip by strip (D4).

use scumm_room::Rect;

/// Strips of the widest view that Humongous games have.
const STRIPS: usize = 80;
/// They are kept in parts, since serde knows arrays of up to 32 elements only.
const PART: usize = 16;

/// The first and the last line that an actor was drawn on, in each strip of the view (D4). At the start all are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StripLines([[(i16, i16); PART]; STRIPS / PART]);

impl StripLines {
    /// Nothing is drawn.
    pub const NONE: Self = Self([[(i16::MAX, 0); PART]; STRIPS / PART]);

    /// The first and the last line in a strip of the view; nothing is drawn there where the first is not less.
    #[must_use]
    pub fn of(&self, strip: usize) -> (i16, i16) {
        self.0.as_flattened().get(strip).copied().unwrap_or((i16::MAX, 0))
    }

    /// Adds columns of the view and lines, the last ones included, as far as they are on a stage of this height.
    pub fn note(&mut self, picture: Rect, height: i32) {
        let last = STRIPS as i32 - 1;
        let strip = |x: i32| usize::try_from((x / 8).clamp(0, last)).unwrap_or(0);
        if picture.right < 0 || picture.left / 8 > last {
            return;
        }
        let line = |y: i32| i16::try_from(y).unwrap_or(i16::MAX);
        let (first, end) = (line(picture.top.max(0)), line(picture.bottom.min(height.saturating_sub(1))));
        let strips = self.0.as_flattened_mut();
        for lines in strips.get_mut(strip(picture.left)..=strip(picture.right)).unwrap_or_default() {
            *lines = (lines.0.min(first), lines.1.max(end));
        }
    }

    /// Adds all that another drawing reached.
    pub fn union(&mut self, other: &Self) {
        for (lines, other) in self.0.as_flattened_mut().iter_mut().zip(other.0.as_flattened()) {
            *lines = (lines.0.min(other.0), lines.1.max(other.1));
        }
    }
}

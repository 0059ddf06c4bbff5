//! The stage's memory during a draw, and the only function that draws a single pixel.

use super::{Rect, Shadow, StripLines};
use crate::trace::{Mark, Trace};

/// The stage's memory during a draw. Column 0 is the left edge of the view (moved left by `xstart &
/// 7` in v7+, G3).
///
/// The memory may end before the last line; pixels after its end are not drawn.
#[must_use]
#[derive(Debug)]
pub struct Target<'a> {
    /// The whole front buffer (a room-column canvas, G2).
    pub(super) pixels: &'a mut [u8],
    /// The plane that hides pixels, in the same layout: a byte for each pixel, 0 = visible. `None`
    /// hides nothing.
    pub(super) mask: Option<&'a [u8]>,
    pub(super) pitch: usize,
    /// Index of the view's column 0 in line 0.
    pub(super) first: usize,
    height: usize,
    x_start: usize,
    edges: Rect,
    /// The record of the lines that pictures reach (D4).
    lines: Option<&'a mut StripLines>,
}

impl<'a> Target<'a> {
    /// Creates a target from memory of `height` lines of `pitch` bytes each. `pitch` is also the
    /// width of the area that is drawn into (C43: 320, v7 328, v8 648). The view begins at room
    /// column 0, and no plane hides pixels.
    pub fn new(pixels: &'a mut [u8], pitch: usize, height: usize) -> Self {
        let edge = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
        let edges = Rect {
            left: 0,
            top: 0,
            right: edge(pitch),
            bottom: edge(height),
        };
        Self {
            pixels,
            mask: None,
            pitch,
            first: 0,
            height,
            x_start: 0,
            edges,
            lines: None,
        }
    }

    /// Sets the room column at which the view begins; a multiple of 8 below v7 (G3). Line 0 of the
    /// view begins with the strip of this column.
    pub fn starting_at(self, x_start: usize) -> Self {
        Self {
            x_start,
            first: (x_start / 8).saturating_mul(8),
            ..self
        }
    }

    /// Sets the room column at which the view begins, as [`Target::starting_at`] does, but for
    /// memory that begins with the view: an engine passes the address of the visible part, wherever
    /// it is in its own buffer.
    pub fn viewed_from(self, x_start: usize) -> Self {
        Self {
            x_start,
            first: 0,
            ..self
        }
    }

    /// Restricts drawing to the first `width` columns of each line, if the buffer is wider than the
    /// area of C43.
    pub fn narrowed(self, width: usize) -> Self {
        let right = i32::try_from(width)
            .unwrap_or(i32::MAX)
            .min(self.edges.right);
        Self {
            edges: Rect {
                right,
                ..self.edges
            },
            ..self
        }
    }

    /// Sets the plane that hides pixels, in the same layout: a byte for each pixel, 0 = visible.
    /// Pixels after the end of the plane are not hidden.
    pub fn hidden_by(self, mask: Option<&'a [u8]>) -> Self {
        Self { mask, ..self }
    }

    /// Returns a target for a part of a draw, with another plane that is made from this one.
    pub(crate) fn with_mask(
        &mut self,
        other: impl FnOnce(&'a [u8]) -> Option<&'a [u8]>,
    ) -> Target<'_> {
        Target {
            mask: self.mask.and_then(other),
            pixels: &mut *self.pixels,
            lines: self.lines.as_deref_mut(),
            ..*self
        }
    }

    /// Returns a target for one draw, which adds to `lines` the lines that pictures reach in each
    /// strip of the view. HE71+ needs them (D4a).
    pub fn noting<'b>(&'b mut self, lines: Option<&'b mut StripLines>) -> Target<'b> {
        Target {
            pixels: &mut *self.pixels,
            lines,
            ..*self
        }
    }

    /// Records the lines of a picture; the last column and line are inclusive.
    pub(crate) fn note_lines(&mut self, picture: Rect) {
        let height = self.edges.bottom;
        if let Some(lines) = &mut self.lines {
            lines.note(picture, height);
        }
    }

    /// Returns the area that can be drawn into (C43).
    pub fn rect(&self) -> Rect {
        self.edges
    }

    /// Returns the room column of the view's left edge.
    #[must_use]
    pub fn x_start(&self) -> usize {
        self.x_start
    }

    /// Returns the index of the pixel at view column `x`, line `y` in the memory and the plane;
    /// `None` outside the stage (C50, G2).
    ///
    /// In v7+, column 0 lies up to 7 pixels left of the view, so that it is always the first column
    /// of a strip (G3).
    #[must_use]
    pub fn index(&self, x: i32, y: i32) -> Option<usize> {
        let x = usize::try_from(x).ok().filter(|_| x < self.edges.right)?;
        let y = usize::try_from(y).ok().filter(|&y| y < self.height)?;
        Some(
            y.saturating_mul(self.pitch)
                .saturating_add(self.first)
                .saturating_add(x),
        )
    }

    /// Returns whether the plane hides the pixel at an index (M1).
    #[must_use]
    pub fn hides(&self, index: usize) -> bool {
        self.mask
            .and_then(|mask| mask.get(index))
            .is_some_and(|&m| m != 0)
    }

    /// Draws one pixel of a cel through the shadow table unless the plane hides it (C50, A61), and
    /// records it in the trace.
    pub(crate) fn put(
        &mut self,
        (x, y): (i32, i32),
        mark: Mark,
        shadow: &Shadow<'_>,
        trace: Option<&mut Trace>,
    ) {
        let Some(index) = self.index(x, y) else {
            return;
        };
        let hidden = self.hides(index);
        let Some(screen) = self.pixels.get_mut(index) else {
            return;
        };
        if !hidden {
            *screen = shadow.through(mark.colour, *screen).unwrap_or(mark.colour);
        }
        if let Some(trace) = trace {
            trace.note(index, hidden, mark, shadow.shade_of(mark.colour), *screen);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_that_begins_inside_a_strip_starts_with_that_strip_g3() {
        let mut pixels = vec![0; 4 * 16 + 64];
        let mask: Vec<u8> = (0..pixels.len())
            .map(|i| u8::from(i == 16 + 8 + 3))
            .collect();
        let target = Target::new(&mut pixels, 16, 4)
            .starting_at(13)
            .hidden_by(Some(&mask));
        assert_eq!(
            [(0, 0), (15, 3), (16, 0), (-1, 0), (0, 4), (0, -1)].map(|(x, y)| target.index(x, y)),
            [Some(8), Some(3 * 16 + 8 + 15), None, None, None, None]
        );
        assert_eq!(
            [3, 4].map(|x| target.index(x, 1).map(|index| target.hides(index))),
            [Some(true), Some(false)]
        );
    }
    #[test]
    fn a_wider_buffer_is_drawn_into_as_far_as_the_view_goes_c43() {
        let mut pixels = vec![0; 4 * 40];
        let target = Target::new(&mut pixels, 40, 4).narrowed(16).viewed_from(24);
        assert_eq!(
            [(0, 0), (15, 3), (16, 0)].map(|(x, y)| target.index(x, y)),
            [Some(0), Some(3 * 40 + 15), None]
        );
        assert_eq!((target.rect().right, target.x_start() / 8), (16, 3));
    }
}

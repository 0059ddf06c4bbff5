//! The beam of a flashlight in a dark room (Q52, V61), for v0 and the Nintendo. Other versions draw
//! no beam here.

use std::ops::Range;

use scumm_costume::StripSet;

use crate::Stage;

/// The bit of `lights` that switches the flashlight on.
const FLASHLIGHT: u16 = 4;

/// The area of the beam that is on the stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Flashlight {
    /// The first column and row of the lit area in room pixels, its width and its height.
    drawn: Option<[usize; 4]>,
}

impl Stage {
    /// Returns whether the flashlight is on.
    pub(crate) fn has_flashlight(&self) -> bool {
        self.state.lights & FLASHLIGHT != 0
    }

    /// Removes the beam of the last frame and draws the beam at its new position (Q52, V61). Marks
    /// the actors in both areas for redrawing.
    pub(crate) fn draw_flashlight(&mut self) {
        let machine = self.dialect.is_v0() || self.dialect.is_nes();
        if !machine || !self.is_dark() || !self.has_flashlight() {
            return;
        }
        if let Some([left, top, width, height]) = self.state.flashlight.drawn.take() {
            self.light(left..left + width, top..top + height, true);
            self.state
                .redraw
                .dirty
                .insert_range(left / 8..(left + width) / 8 + 1);
        }
        let (across, down) = self.state.variables.flashlight;
        if across != 0 && down != 0 {
            let view = self.view_width();
            let lines = self.buffers.front.height();
            let width = usize::from(across) * 8;
            let height = usize::from(down) * 8;
            let (x, y) = self.state.variables.pointer;
            let y = if self.dialect.is_v0() {
                y.saturating_sub(self.buffers.band_top.into())
            } else {
                y
            };
            // The pointer is in the coordinates of the game.
            let left = beside(x & !7, width, view) + self.state.camera.view_start();
            let top = beside(y & !1, height, lines);
            self.state.flashlight.drawn = Some([left, top, width, height]);
            self.light(left..left + width, top..top + height, false);
            self.state
                .redraw
                .dirty
                .union(&StripSet::from_range(left / 8..(left + width) / 8));
        }
        self.set_redraw_flags();
    }

    /// Copies an area of the back buffer to the front buffer, or fills it with black if `dark`.
    fn light(&mut self, columns: Range<usize>, lines: Range<usize>, dark: bool) {
        let black = self.black();
        let lines = lines.start..lines.end.min(self.buffers.front.height());
        self.show_back(columns, lines, dark.then_some(black));
    }
}

/// Returns the first column or row of a beam around the pointer, moved into the view.
fn beside(pointer: i32, size: usize, view: usize) -> usize {
    let first = i64::from(pointer) - size as i64 / 2;
    usize::try_from(first)
        .unwrap_or(0)
        .min(view.saturating_sub(size))
}

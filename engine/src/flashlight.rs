//! The beam of a flashlight in a dark room (Q52, Q52a, V61): v0 and the Nintendo; other versions draw none here.

use std::ops::Range;

use scumm_costume::StripSet;

use crate::Stage;

/// Light of a flashlight.
const FLASHLIGHT: u16 = 4;

/// A flashlight: what scripts say of it, and what it left on the stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Flashlight {
    /// Width and height in eights of pixels; 0: no light.
    pub size: (u8, u8),
    /// The pointer: pixels of the view; in v0 lines of the screen.
    pub pointer: (i32, i32),
    /// The first column and line of the room that were lit last, and how many.
    drawn: Option<[usize; 4]>,
}

impl Flashlight {
    /// As a game starts with it.
    pub fn new(is_v0: bool) -> Self {
        Self { size: (6, 4), pointer: (104, if is_v0 { 56 } else { 40 }), drawn: None }
    }
}

impl Stage {
    /// The size of the flashlight's beam in eights of pixels; 0 is no light.
    pub fn set_flashlight(&mut self, width: u8, height: u8) {
        self.state.flashlight.size = (width, height);
    }

    /// Where the pointer is, in pixels of the view; in v0 its line counts from the screen's top.
    pub fn set_pointer(&mut self, x: i32, y: i32) {
        self.state.flashlight.pointer = (x, y);
    }

    /// Whether the flashlight is on.
    pub(crate) fn has_flashlight(&self) -> bool {
        self.state.lights & FLASHLIGHT != 0
    }

    /// Takes away the beam of the frame before and draws the new one (Q52, V61); who stands there is drawn again.
    pub(crate) fn draw_flashlight(&mut self) {
        let machine = self.dialect.is_v0() || self.dialect.is_nes();
        if !machine || !self.is_dark() || !self.has_flashlight() {
            return;
        }
        if let Some([left, top, width, height]) = self.state.flashlight.drawn.take() {
            self.light(left..left + width, top..top + height, true);
            self.state.redraw.dirty.insert_range(left / 8..(left + width) / 8 + 1);
        }
        let (across, down) = self.state.flashlight.size;
        if across != 0 && down != 0 {
            let (view, lines) = (self.view_width(), self.buffers.front.height());
            let (width, height) = (usize::from(across) * 8, usize::from(down) * 8);
            let (x, y) = self.state.flashlight.pointer;
            let y = if self.dialect.is_v0() { y.saturating_sub(self.buffers.band_top.into()) } else { y };
            // The pointer counts in units of the game.
            let left = beside(x & !7, width, view) + self.state.camera.view_start();
            let top = beside(y & !1, height, lines);
            self.state.flashlight.drawn = Some([left, top, width, height]);
            self.light(left..left + width, top..top + height, false);
            self.state.redraw.dirty.union(&StripSet::from_range(left / 8..(left + width) / 8));
        }
        self.set_redraw_flags();
    }

    /// Shows what is in the back buffer, or black.
    fn light(&mut self, columns: Range<usize>, lines: Range<usize>, dark: bool) {
        let black = self.black();
        let lines = lines.start..lines.end.min(self.buffers.front.height());
        self.show_back(columns, lines, dark.then_some(black));
    }
}

/// The first column or line of a beam around the pointer, moved into the view.
fn beside(pointer: i32, size: usize, view: usize) -> usize {
    let first = i64::from(pointer) - size as i64 / 2;
    usize::try_from(first).unwrap_or(0).min(view.saturating_sub(size))
}

//! The report of a draw: lines, strips, and whether pictures were cut.

use scumm_room::{Dialect, Rect};

use super::{StripSet, Target};
use crate::host::Fault;

/// The limit to which columns are clamped before they are added, so that no sum overflows. No stage
/// is that wide.
const FAR: i32 = 1 << 28;

/// The report of a draw, for the redraw rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// True if a picture lost columns at the screen's edges (C47).
    pub cut: bool,
    /// True if a picture kept all its columns, or counts as complete (C46, C47).
    pub whole: bool,
    /// The highest line that was reached; 0x7FFF_FFFF if no picture was placed (C48).
    pub top: i32,
    /// The lowest line that was reached, exclusive; 0 if no picture was placed.
    pub bottom: i32,
    /// The strips that the pictures claim (D3).
    pub strips: StripSet,
    /// AKOS: the last fault that is fatal in the reference.
    pub fault: Option<Fault>,
}

impl Default for Drawn {
    fn default() -> Self {
        Self {
            cut: false,
            whole: false,
            top: 0x7fff_ffff,
            bottom: 0,
            strips: StripSet::default(),
            fault: None,
        }
    }
}

impl Drawn {
    /// Claims the strips of a picture's rectangle before clipping (D3).
    pub fn claim(&mut self, rect: Rect, dirty_right: i32, dialect: &Dialect, target: &Target<'_>) {
        let right = rect.right.saturating_add(dirty_right);
        if rect.left > right
            || rect.top > rect.bottom
            || rect.top > target.rect().bottom
            || rect.bottom < 0
        {
            return;
        }
        let [left, right] = [rect.left, right].map(|x| x.clamp(-FAR, FAR));
        let x_start = i32::try_from(target.x_start()).unwrap_or(FAR).min(FAR);
        // Strips are counted from the left edge of the view, which may lie inside the strip of
        // column 0 (G3).
        let inside = x_start & 7;
        let first = ((left - inside) / 8 + x_start / 8).max(0);
        let last = ((right - inside + x_start) / 8).min(dialect.last_strip() as i32);
        if first <= last {
            self.strips.insert_range(first as usize..last as usize + 1);
        }
    }

    /// Records the lines that a picture reaches (C48).
    pub fn reach(&mut self, top: i32, bottom: i32) {
        self.top = self.top.min(top);
        self.bottom = self.bottom.max(bottom);
    }
}

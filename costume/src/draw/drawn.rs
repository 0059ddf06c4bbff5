//! What a draw reports: lines, strips, and whether pictures were cut.

use scumm_room::{Dialect, Rect};

use super::{StripSet, Target};
use crate::host::Fault;

/// Columns are cut to this before they are added up, so that no sum overflows. No stage is as wide.
const FAR: i32 = 1 << 28;

/// What a draw reports to the redraw rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// A picture lost columns at the screen's edges (C47).
    pub cut: bool,
    /// A picture kept all its columns, or counts as if it had (C46, C47).
    pub whole: bool,
    /// Highest line reached, 0x7FFF_FFFF if no picture was placed (C48).
    pub top: i32,
    /// Lowest line reached, exclusive; 0 if none.
    pub bottom: i32,
    /// The strips that the pictures claim (D3).
    pub strips: StripSet,
    /// AKOS: something fatal in the reference was met while drawing (the last one).
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
    /// Claims the strips of a picture's rectangle, before it is clipped (D3).
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
        // Strips are counted from the view's own left edge, which may stand inside column 0's strip
        // (G3).
        let inside = x_start & 7;
        let first = ((left - inside) / 8 + x_start / 8).max(0);
        let last = ((right - inside + x_start) / 8).min(dialect.last_strip() as i32);
        if first <= last {
            self.strips.insert_range(first as usize..last as usize + 1);
        }
    }

    /// Notes the lines that a picture reaches (C48).
    pub fn reach(&mut self, top: i32, bottom: i32) {
        self.top = self.top.min(top);
        self.bottom = self.bottom.max(bottom);
    }
}

//! What a draw reports: lines, strips, and whether pictures were cut.

use scumm_room::Dialect;

use super::strips::StripSet;
use super::target::Target;
use crate::host::Fault;
use scumm_room::Rect;

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
        Self { cut: false, whole: false, top: 0x7fff_ffff, bottom: 0, strips: StripSet::default(), fault: None }
    }
}

impl Drawn {
    /// Claims the strips of a picture's rectangle, before it is clipped (D3).
    pub fn claim(&mut self, rect: Rect, dirty_right: i32, dialect: &Dialect, target: &Target<'_>) {
        let right = rect.right.saturating_add(dirty_right);
        let height = target.rect().bottom;
        if rect.left > right || rect.top > rect.bottom || rect.top > height || rect.bottom < 0 {
            return;
        }
        let signed = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
        // Strips are counted from the view's own left edge, which may stand inside column 0's strip (G3).
        let inside = signed(target.x_start() & 7);
        let (left, right) = (rect.left.saturating_sub(inside), right.saturating_sub(inside));
        let first = (left / 8).saturating_add(signed(target.start_strip())).max(0);
        let last = (right.saturating_add(signed(target.x_start())) / 8).min(signed(dialect.last_strip()));
        let strip = |n: i32| usize::try_from(n).unwrap_or(0);
        self.strips.insert_range(strip(first)..strip(last.saturating_add(1)));
    }

    /// Notes the lines that a picture reaches (C48).
    pub fn reach(&mut self, top: i32, bottom: i32) {
        self.top = self.top.min(top);
        self.bottom = self.bottom.max(bottom);
    }
}

//! The band of the screen that a stage fills.

use std::ops::Range;

/// The lines of the screen that the stage of v1..v6 fills (G1); above and below stand sentences and verbs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Band {
    /// Its first line on the screen.
    pub top: u16,
    /// Its number of lines.
    pub height: u16,
}

impl Band {
    /// A band of `height` lines from line `top` of the screen on.
    #[must_use]
    pub const fn new(top: u16, height: u16) -> Self {
        Self { top, height }
    }
}

impl From<Range<u16>> for Band {
    /// The band of these lines of the screen.
    fn from(lines: Range<u16>) -> Self {
        Self::new(lines.start, lines.end.saturating_sub(lines.start))
    }
}

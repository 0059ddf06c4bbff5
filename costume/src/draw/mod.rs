//! Drawing limbs into the stage's memory.
//!
//! What COST and AKOS share: [`place`] says where a picture's columns and rows land, [`mod@column`] draws the
//! column-major pictures of COST and of AKOS codec 1, [`shade`] turns colours into screen pixels.
//! Bounds, drawing and the hit test stand on the same placement.
// Here numbers have been checked: sizes, places and clips come from `place` and the sprites' limits, and the inner loops
// are measured. Fuzzing runs them with overflow checks. What reads coded pixels (`rle`) keeps the lints.
#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

pub mod builder;
pub mod cache;
pub mod cached;
pub mod column;
mod lane;
pub mod look;
pub mod place;
pub mod rle;
#[cfg(test)]
pub(crate) mod sample;
pub mod scale;
pub mod shade;
pub mod sprite;
pub mod strips;

use scumm_room::Dialect;
use serde::{Deserialize, Serialize};

pub use cache::Cache;
pub use look::{Look, Target};
pub use place::Rect;
pub use sprite::Sprite;
pub use strips::StripSet;

use crate::trace::Tracing;

/// What a draw reports to the redraw rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The pictures' results OR-ed (C47, A76): bit 0 = some column was cut, bit 1 = some picture was whole.
    pub result: u8,
    /// Highest line reached, 0x7FFF_FFFF if no picture was placed (C48).
    pub top: i32,
    /// Lowest line reached, exclusive; 0 if none.
    pub bottom: i32,
    /// The strips that the pictures claim (D3).
    pub strips: StripSet,
    /// AKOS: something fatal in the reference was met while drawing (the last one).
    pub fault: Option<crate::Fault>,
}

impl Default for Drawn {
    fn default() -> Self {
        Self { result: 0, top: 0x7fff_ffff, bottom: 0, strips: StripSet::default(), fault: None }
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
        let inside = signed(target.x_start & 7);
        let (left, right) = (rect.left.saturating_sub(inside), right.saturating_sub(inside));
        let first = (left / 8).saturating_add(signed(target.start_strip())).max(0);
        let last = (right.saturating_add(signed(target.x_start)) / 8).min(signed(dialect.last_strip()));
        let strip = |n: i32| usize::try_from(n).unwrap_or(0);
        self.strips.insert_range(strip(first)..strip(last.saturating_add(1)));
    }

    /// Notes the lines that a picture reaches (C48).
    pub fn reach(&mut self, top: i32, bottom: i32) {
        self.top = self.top.min(top);
        self.bottom = self.bottom.max(bottom);
    }
}

/// What the original's renderer carries over from one actor to the next. Owned by the stage and saved with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Renderer {
    /// The colour table as the last actor left it (A3, A50, C54). COST entries have 16 bits (C54).
    pub palette: Vec<u16>,
    /// A 256-colour AKPL asked for mapping and no cel of codec 5 has used it up (A52).
    pub bomp_palette: bool,
    /// Finished pictures; no part of the state.
    #[serde(skip)]
    pub sprites: Cache,
    /// One row of pixels in the making; no part of the state.
    #[serde(skip)]
    pub(crate) row: Row,
    /// Who wrote which pixel, where somebody asks; no part of the state.
    #[serde(skip)]
    pub trace: Tracing,
}

impl Default for Renderer {
    fn default() -> Self {
        Self {
            palette: vec![0; 256],
            bomp_palette: false,
            sprites: Cache::default(),
            row: Row::default(),
            trace: Tracing::default(),
        }
    }
}

/// Memory for one row of pixels and its gaps, used again and again: what drawing without a cache needs. It keeps nothing
/// from one draw to the next: clones are empty, and all are equal.
#[derive(Debug, Default)]
pub(crate) struct Row(Vec<u8>);

impl Row {
    /// Memory for `width` pixels and for as many gaps.
    pub(crate) fn of(&mut self, width: usize) -> (&mut [u8], &mut [u8]) {
        self.0.resize(self.0.len().max(width.saturating_mul(2)), 0);
        let (pixels, gaps) = self.0.split_at_mut(width);
        (pixels, &mut gaps[..width])
    }
}

impl Clone for Row {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Row {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Row {}

//! Painting the pictures of COST and of AKOS codec 1: the rules, and what a picture reports.
//!
//! The pixels themselves are painted elsewhere: those stored by columns in [`super::column`], those by rows (v5 on the
//! Amiga) and as pairs (v1) with COST.

use scumm_room::mutation::mutated;
use scumm_room::{Dialect, Quirks};

use super::drawn::Drawn;
use super::place::{Begin, Placed, Stand};
use super::shade::Shadow;
use super::target::Target;
use scumm_room::Rect;

/// What differs between COST and AKOS codec 1 (A60).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PaintRules {
    /// A flipped picture at full size beyond the right edge: one column too few is left out (C45).
    pub short_west_clip: bool,
    /// A clipped top plus the full height of 256 or more hides the picture (C46).
    pub tall_vanishes: bool,
    /// A picture without rows reports nothing (A60).
    pub empty_vanishes: bool,
    /// A screen pixel goes through the shadow table twice if a dropped column is under a kept one (C6A).
    pub double_shadow: bool,
    /// The index into the scale table rises from column to column of a picture that is drawn to the left, too (C69a).
    pub rising_index: bool,
    /// Added to the right edge of the strips that are claimed (D3).
    pub dirty_right: i32,
}

impl PaintRules {
    /// The rules of COST; three of them are quirks.
    #[must_use]
    pub fn cost(dialect: &Dialect) -> Self {
        Self {
            short_west_clip: dialect.has_quirk(Quirks::WEST_RIGHT_CLIP),
            tall_vanishes: dialect.has_quirk(Quirks::TALL_CEL_VANISHES),
            empty_vanishes: false,
            double_shadow: dialect.has_quirk(Quirks::DOUBLE_SHADOW),
            rising_index: scale_index_rises(dialect),
            dirty_right: 1,
        }
    }

    /// The rules of AKOS codec 1.
    #[must_use]
    pub fn akos() -> Self {
        Self { empty_vanishes: true, ..Self::default() }
    }
}

/// What all pictures of one actor have in common while they are painted.
#[derive(Clone, Copy, Debug)]
pub struct Painter<'a> {
    /// The version, for the strips.
    pub dialect: &'a Dialect,
    /// Which of the two rule sets.
    pub rules: PaintRules,
    /// Anchor, flip and scale.
    pub stand: Stand<'a>,
    /// A clip rectangle in place of the screen's edges (A62).
    pub clip: Option<Rect>,
    /// Screen colour by picture colour; the low byte counts (C54).
    pub palette: &'a [u16],
    /// Shadow table.
    pub shadow: Shadow<'a>,
}

impl Painter<'_> {
    /// Reports a picture; what of it is drawn, if there is something to draw.
    #[inline]
    pub(crate) fn report(&self, placed: &Placed, target: &mut Target<'_>, drawn: &mut Drawn) -> Option<Begin> {
        drawn.claim(placed.rect, self.rules.dirty_right, self.dialect, target);
        let Rect { bottom, .. } = placed.rect;
        target.note_lines(Rect { bottom: bottom.saturating_add(1), ..placed.rect });
        let (clip, screen) = (self.clip_rect(target), target.rect());
        if !placed.rect.meets(&clip) {
            if mutated("OutsideIsReached") {
                drawn.reach(placed.rect.top.max(clip.top), placed.rect.bottom.min(clip.bottom));
            }
            return None;
        }
        let begin = placed.begin(&self.stand.scaling, &clip, &screen, self.rules.short_west_clip);
        if begin.skip >= begin.end || (self.rules.empty_vanishes && placed.height <= 0) {
            return None;
        }
        let first = if mutated("TopNotClipped") { i32::MIN } else { clip.top };
        let top = placed.rect.top.max(first);
        drawn.reach(top, placed.rect.bottom.min(clip.bottom));
        if self.rules.tall_vanishes && !mutated("TallIsDrawn") && top.saturating_add(placed.height) >= 256 {
            drawn.whole = true;
            return None;
        }
        if begin.cuts(placed.width) && !mutated("CutIsWhole") {
            drawn.cut = true;
        } else {
            drawn.whole = true;
        }
        Some(begin)
    }

    /// The rectangle in which pixels are drawn (A62).
    pub(super) fn clip_rect(&self, target: &Target<'_>) -> Rect {
        self.clip.map_or_else(|| target.rect(), |clip| clip.intersection(&target.rect()))
    }

    /// The index into the scale table of a column that is drawn, the first of those being `skip` (C69).
    pub(super) fn drawn_index(&self, placed: &Placed, skip: i32, column: i32) -> i32 {
        match self.rules.rising_index && !mutated("FourCountsDown") {
            true => placed.column_index(skip).saturating_add(column.saturating_sub(skip)),
            false => placed.column_index(column),
        }
    }

    /// The screen colour of a picture's colour; the low byte counts (C54).
    pub(crate) fn colour(&self, entry: u8) -> u8 {
        let [colour, _] = self.palette.get(usize::from(entry)).copied().unwrap_or(0).to_le_bytes();
        colour
    }
}

/// v4: the index into the scale table rises from column to column, whichever way a picture is drawn (C69a).
fn scale_index_rises(dialect: &Dialect) -> bool {
    dialect.version() == 4
}

//! The painter of column-major pictures: COST (but v1 and Amiga v5) and AKOS codec 1 (C36..C69, A60..A64).
//!
//! It goes pixel by pixel and says what the rules say; it is the oracle of anything faster. It allocates nothing.

use scumm_room::{Dialect, Quirks};

use super::place::{Extent, Placed, Rect, Stand};
use super::rle::Runs;
use super::shade::Shadow;
use super::{Drawn, Target};
use crate::trace::{Mark, Trace};

/// In what COST and AKOS codec 1 differ (A60).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnRules {
    /// C45: flipped, at full size, beyond the right edge: one column too few is passed over.
    pub short_west_clip: bool,
    /// C46: a clipped top plus full height of 256 and more hides the picture.
    pub tall_vanishes: bool,
    /// A60: a picture without rows reports nothing.
    pub empty_vanishes: bool,
    /// C6A: a screen pixel goes through the shadow table again where a dropped column lies under a kept one.
    pub double_shadow: bool,
    /// Added to the right edge of the strips that are claimed (D3).
    pub dirty_right: i32,
}

impl ColumnRules {
    /// The rules of COST; three of them are quirks.
    #[must_use]
    pub fn cost(dialect: &Dialect) -> Self {
        Self {
            short_west_clip: dialect.has_quirk(Quirks::WEST_RIGHT_CLIP),
            tall_vanishes: dialect.has_quirk(Quirks::TALL_CEL_VANISHES),
            empty_vanishes: false,
            double_shadow: dialect.has_quirk(Quirks::DOUBLE_SHADOW),
            dirty_right: 1,
        }
    }

    /// The rules of AKOS codec 1.
    #[must_use]
    pub const fn akos() -> Self {
        Self {
            short_west_clip: false,
            tall_vanishes: false,
            empty_vanishes: true,
            double_shadow: false,
            dirty_right: 0,
        }
    }
}

/// One actor's painter: all that its pictures have in common.
#[derive(Clone, Copy, Debug)]
pub struct ColumnPainter<'a> {
    /// The version, for the strips.
    pub dialect: &'a Dialect,
    /// Which of the two rule sets.
    pub rules: ColumnRules,
    /// Anchor, flip and scale.
    pub stand: Stand<'a>,
    /// A clip rectangle in place of the screen's edges, for pictures at full size (A62).
    pub clip: Option<Rect>,
    /// Screen colour by picture colour; the low byte counts (C54).
    pub palette: &'a [u16],
    /// Shadow table.
    pub shadow: Shadow<'a>,
}

/// One opaque source pixel on its way to the screen.
pub(super) struct Dot {
    pub(super) x: i32,
    pub(super) y: i32,
    /// Column and row in the picture.
    pub(super) source: (i32, i32),
    pub(super) colour: u8,
    /// The column before it was dropped: it has the same `x` (C69).
    pub(super) again: bool,
}

impl ColumnPainter<'_> {
    /// Draws one picture and reports it: strips (D3), top and bottom (C48), result (C47).
    pub fn draw(&self, picture: Extent, pixels: Runs<'_>, target: &mut Target<'_>, drawn: &mut Drawn) {
        let placed = self.stand.place(picture);
        let Some((skip, x)) = self.report(&placed, target, drawn) else { return };
        self.paint(&placed, pixels, skip, x, target);
    }

    /// Draws one picture like [`ColumnPainter::draw`] and tells a trace of every pixel.
    pub fn draw_traced(
        &self,
        picture: Extent,
        pixels: Runs<'_>,
        target: &mut Target<'_>,
        drawn: &mut Drawn,
        trace: &mut Trace,
    ) {
        let placed = self.stand.place(picture);
        let Some((skip, x)) = self.report(&placed, target, drawn) else { return };
        let clip = self.paint_rect(&placed, skip, target);
        self.walk(&placed, pixels, skip, x, clip.left..clip.right, |dot| {
            let Some(index) = target.index(dot.x, dot.y).filter(|_| clip.contains(dot.x, dot.y)) else { return };
            let hidden = target.visible_index(dot.x, dot.y).is_none();
            let colour = self.colour(dot.colour);
            let shade = self.shadow.shade_of(colour);
            self.put(&dot, target);
            if shade.is_none() || !dot.again || self.rules.double_shadow {
                trace.note(index, hidden, Mark { source: dot.source, entry: dot.colour, colour, shade }, target);
            }
        });
    }

    /// Draws the pixels from column `skip` at `x` on.
    pub(super) fn paint(&self, placed: &Placed, pixels: Runs<'_>, skip: i32, x: i32, target: &mut Target<'_>) {
        let clip = self.paint_rect(placed, skip, target);
        self.walk(placed, pixels, skip, x, clip.left..clip.right, |dot| {
            if clip.contains(dot.x, dot.y) {
                self.put(&dot, target);
            }
        });
    }

    /// Whether an opaque pixel lands on a place: the reported rectangle first, then the pixels, masks and screen
    /// edges apart (D11).
    #[must_use]
    pub fn hit(&self, picture: Extent, pixels: Runs<'_>, x: i32, y: i32) -> bool {
        let placed = self.stand.place(picture);
        let mut hit = false;
        if placed.rect.contains(x, y) {
            self.walk(&placed, pixels, 0, placed.x, x..x.saturating_add(1), |dot| hit |= (dot.x, dot.y) == (x, y));
        }
        hit
    }

    /// Reports a picture; `Some((columns to pass over, first column))` if there is something to draw.
    pub(crate) fn report(&self, placed: &Placed, target: &Target<'_>, drawn: &mut Drawn) -> Option<(i32, i32)> {
        drawn.claim(placed.rect, self.rules.dirty_right, self.dialect, target);
        let clip = self.clip_rect(target);
        if !placed.rect.meets(&clip) {
            return None;
        }
        let begin = placed.begin(&self.stand.scaling, &clip, self.rules.short_west_clip);
        if begin.skip >= placed.width || (self.rules.empty_vanishes && placed.height <= 0) {
            return None;
        }
        let top = placed.rect.top.max(clip.top);
        drawn.reach(top, placed.rect.bottom.min(clip.bottom));
        if self.rules.tall_vanishes && top.saturating_add(placed.height) >= 256 {
            drawn.result |= 2;
            return None;
        }
        drawn.result |= begin.result;
        Some((begin.skip, begin.x))
    }

    pub(super) fn clip_rect(&self, target: &Target<'_>) -> Rect {
        self.clip.filter(|_| self.stand.scaling.is_full()).unwrap_or_else(|| target.rect())
    }

    /// The rectangle that pixels may lie in once `skip` columns have been passed over.
    pub(super) fn paint_rect(&self, placed: &Placed, skip: i32, target: &Target<'_>) -> Rect {
        let clip = self.clip_rect(target);
        let open = skip > 0 && placed.step < 0 && self.dialect.has_quirk(Quirks::OVERRIDE_CUTS_ONE_SIDE);
        Rect { left: if open { target.rect().left } else { clip.left }, ..clip }
    }

    /// Goes through the opaque pixels in drawing order, from column `skip` at `x` on until `columns` is left behind.
    pub(super) fn walk(
        &self,
        placed: &Placed,
        mut pixels: Runs<'_>,
        skip: i32,
        mut x: i32,
        columns: std::ops::Range<i32>,
        mut sink: impl FnMut(Dot),
    ) {
        let scaling = &self.stand.scaling;
        pixels.skip_pixels(u64::from(skip.unsigned_abs()).saturating_mul(placed.height.unsigned_abs().into()));
        let mut again = false;
        for column in skip..placed.width {
            let mut y = placed.y;
            for row in 0..placed.height {
                let Some(colour) = pixels.next() else { return };
                // A dropped row is not drawn at all; a dropped column is, and the next one lands on top (C69).
                if scaling.keeps_row(placed.row_index(row)) {
                    if colour != 0 {
                        sink(Dot { x, y, source: (column, row), colour, again });
                    }
                    y = y.saturating_add(1);
                }
            }
            again = !scaling.keeps_column(placed.column_index(column));
            if !again {
                x = x.saturating_add(placed.step);
            }
            let left_behind = if placed.step < 0 { x < columns.start } else { x >= columns.end };
            if left_behind {
                return;
            }
        }
    }

    /// The screen colour of a picture's colour; the low byte counts (C54).
    pub(crate) fn colour(&self, entry: u8) -> u8 {
        let [colour, _] = self.palette.get(usize::from(entry)).copied().unwrap_or(0).to_le_bytes();
        colour
    }

    /// Draws one pixel unless the mask hides it (C50, A61).
    fn put(&self, dot: &Dot, target: &mut Target<'_>) {
        let Some(index) = target.visible_index(dot.x, dot.y) else { return };
        let Some(screen) = target.pixels.get_mut(index) else { return };
        let colour = self.colour(dot.colour);
        match self.shadow.through(colour, *screen) {
            None => *screen = colour,
            Some(_) if dot.again && !self.rules.double_shadow => {}
            Some(shaded) => *screen = shaded,
        }
    }
}

//! Painting of the pictures of COST and of AKOS codec 1: the rules and the reports.
//!
//! Pictures that are stored by columns (C36..C69, A60..A64: all of COST except v1 and v5 on the
//! Amiga, and AKOS codec 1) are painted here, pixel by pixel, according to the rules. Faster ways
//! of drawing are tested against this painter, which allocates no memory. Pictures that are stored
//! by rows (v5 on the Amiga) or as pairs (v1) are painted in the modules of COST.

use std::ops::Range;

use scumm_room::{Dialect, Quirks, Rect};

use super::{Begin, Drawn, Extent, Placed, Runs, Shadow, Stand, Target};
use crate::trace::{Mark, Trace};

/// The differences between COST and AKOS codec 1 (A60).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PaintRules {
    /// A flipped picture at full size beyond the right edge: one column too few is skipped (C45).
    pub short_west_clip: bool,
    /// A clipped top together with a full height of 256 or more hides the picture (C46).
    pub tall_vanishes: bool,
    /// A picture without rows reports nothing (A60).
    pub empty_vanishes: bool,
    /// A screen pixel goes through the shadow table twice if a kept column is drawn over a dropped
    /// one (C6A).
    pub double_shadow: bool,
    /// The index into the scale table rises from column to column, even in a picture that is drawn
    /// to the left (C69a).
    pub rising_index: bool,
    /// A number of columns that is added to the right edge of the claimed strips (D3).
    pub dirty_right: i32,
}

impl PaintRules {
    /// Returns the rules of COST; three of them are quirks.
    #[must_use]
    pub fn cost(dialect: &Dialect) -> Self {
        Self {
            short_west_clip: dialect.has_quirk(Quirks::WEST_RIGHT_CLIP),
            tall_vanishes: dialect.has_quirk(Quirks::TALL_CEL_VANISHES),
            empty_vanishes: false,
            double_shadow: dialect.has_quirk(Quirks::DOUBLE_SHADOW),
            // v4, for flipped and unflipped pictures (C69a).
            rising_index: dialect.version() == 4,
            dirty_right: 1,
        }
    }

    /// Returns the rules of AKOS codec 1.
    #[must_use]
    pub fn akos() -> Self {
        Self {
            empty_vanishes: true,
            ..Self::default()
        }
    }
}

/// An opaque pixel of the picture and its position on the screen.
struct Dot {
    x: i32,
    y: i32,
    /// Column and row in the picture.
    source: (i32, i32),
    colour: u8,
    /// True if the column before this one was dropped: it has the same `x` (C69).
    again: bool,
}

/// The values that all pictures of one actor share while they are painted.
#[derive(Clone, Copy, Debug)]
pub struct Painter<'a> {
    /// The version, which decides about the strips.
    pub dialect: &'a Dialect,
    /// The rules of COST or AKOS.
    pub rules: PaintRules,
    /// Anchor, flip and scale.
    pub stand: Stand<'a>,
    /// A clip rectangle that replaces the screen's edges (A62).
    pub clip: Option<Rect>,
    /// The screen colour of each picture colour; only the low byte counts (C54).
    pub palette: &'a [u16],
    /// The shadow table.
    pub shadow: Shadow<'a>,
}

impl Painter<'_> {
    /// Reports a picture. Returns the range of columns to draw, or `None` if nothing is drawn.
    #[inline]
    pub(crate) fn report(
        &self,
        placed: &Placed,
        target: &mut Target<'_>,
        drawn: &mut Drawn,
    ) -> Option<Begin> {
        drawn.claim(placed.rect, self.rules.dirty_right, self.dialect, target);
        let Rect { bottom, .. } = placed.rect;
        target.note_lines(Rect {
            bottom: bottom.saturating_add(1),
            ..placed.rect
        });
        let clip = self.clip_rect(target);
        let screen = target.rect();
        if !placed.rect.meets(&clip) {
            return None;
        }
        let begin = placed.begin(
            &self.stand.scaling,
            &clip,
            &screen,
            self.rules.short_west_clip,
        );
        if begin.skip >= begin.end || (self.rules.empty_vanishes && placed.height <= 0) {
            return None;
        }
        let top = placed.rect.top.max(clip.top);
        drawn.reach(top, placed.rect.bottom.min(clip.bottom));
        if self.rules.tall_vanishes && top.saturating_add(placed.height) >= 256 {
            drawn.whole = true;
            return None;
        }
        if begin.skip > 0 || begin.end < placed.width {
            drawn.cut = true;
        } else {
            drawn.whole = true;
        }
        Some(begin)
    }

    /// Returns the rectangle in which pixels are drawn (A62).
    pub(super) fn clip_rect(&self, target: &Target<'_>) -> Rect {
        self.clip
            .map_or_else(|| target.rect(), |clip| clip.intersection(&target.rect()))
    }

    /// Returns the index into the scale table of a column that is drawn. `skip` is the first such
    /// column (C69).
    pub(super) fn drawn_index(&self, placed: &Placed, skip: i32, column: i32) -> i32 {
        if self.rules.rising_index {
            placed
                .column_index(skip)
                .saturating_add(column.saturating_sub(skip))
        } else {
            placed.column_index(column)
        }
    }

    /// Returns the screen colour of a picture's colour; only the low byte counts (C54).
    pub(crate) fn colour(&self, entry: u8) -> u8 {
        let [colour, _] = self
            .palette
            .get(usize::from(entry))
            .copied()
            .unwrap_or(0)
            .to_le_bytes();
        colour
    }

    /// Draws one picture and reports its strips (D3), its top and bottom (C48), and whether it is
    /// cut or whole (C47). If a trace is recorded, it receives every pixel.
    pub fn draw_columns(
        &self,
        picture: Extent,
        pixels: Runs<'_>,
        target: &mut Target<'_>,
        drawn: &mut Drawn,
        trace: Option<&mut Trace>,
    ) {
        let placed = self.stand.place(picture);
        let Some(begin) = self.report(&placed, target, drawn) else {
            return;
        };
        self.paint_columns(&placed, pixels, begin, target, trace);
    }

    /// Draws the pixels of the columns that were not clipped.
    pub(super) fn paint_columns(
        &self,
        placed: &Placed,
        pixels: Runs<'_>,
        begin: Begin,
        target: &mut Target<'_>,
        mut trace: Option<&mut Trace>,
    ) {
        let clip = self.clip_rect(target);
        self.walk_columns(placed, pixels, begin, clip.left..clip.right, |dot| {
            let Dot {
                x,
                y,
                source,
                colour: entry,
                again,
            } = dot;
            if !clip.contains(x, y) {
                return;
            }
            let colour = self.colour(entry);
            // C6A: only COST applies the shadow to a pixel twice.
            if again && !self.rules.double_shadow && self.shadow.shade_of(colour).is_some() {
                return;
            }
            target.put(
                (x, y),
                Mark {
                    source,
                    entry,
                    colour,
                },
                &self.shadow,
                trace.as_deref_mut(),
            );
        });
    }

    /// Returns whether an opaque pixel is drawn at a position. The reported rectangle is tested
    /// first, then the pixels. Masks and screen edges are ignored (D11).
    #[must_use]
    pub fn hit_columns(&self, picture: Extent, pixels: Runs<'_>, x: i32, y: i32) -> bool {
        let placed = self.stand.place(picture);
        let mut hit = false;
        if placed.rect.contains(x, y) {
            // The columns before the position are visited, too.
            let column = if placed.step < 0 {
                x..i32::MAX
            } else {
                i32::MIN..x.saturating_add(1)
            };
            let whole = Begin {
                skip: 0,
                x: placed.x,
                end: placed.width,
            };
            self.walk_columns(&placed, pixels, whole, column, |dot| {
                hit |= (dot.x, dot.y) == (x, y)
            });
        }
        hit
    }

    /// Calls `sink` for the opaque pixels in drawing order, until a step leads outside `columns`.
    fn walk_columns(
        &self,
        placed: &Placed,
        mut pixels: Runs<'_>,
        Begin { skip, mut x, end }: Begin,
        columns: Range<i32>,
        mut sink: impl FnMut(Dot),
    ) {
        let scaling = &self.stand.scaling;
        pixels.skip_pixels(
            u64::from(skip.unsigned_abs()).saturating_mul(placed.height.unsigned_abs().into()),
        );
        let mut again = false;
        for column in skip..end {
            let mut y = placed.y;
            for row in 0..placed.height {
                let Some(colour) = pixels.next() else { return };
                // A dropped row is not drawn. A dropped column is drawn, and the next column is
                // drawn over it (C69).
                if scaling.keeps_row(placed.row_index(row)) {
                    if colour != 0 {
                        sink(Dot {
                            x,
                            y,
                            source: (column, row),
                            colour,
                            again,
                        });
                    }
                    y = y.saturating_add(1);
                }
            }
            again = !scaling.keeps_column(self.drawn_index(placed, skip, column));
            if !again {
                x = x.saturating_add(placed.step);
            }
            if !again && !columns.contains(&x) {
                return;
            }
        }
    }
}

//! Column-major pictures: COST (but v1 and Amiga v5) and AKOS codec 1 (C36..C69, A60..A64).
//!
//! They are painted pixel by pixel, as the rules say; faster ways of drawing are tested against this one. It allocates
//! nothing.

use scumm_room::mutation::mutated;
use std::ops::Range;

use super::drawn::Drawn;
use super::painter::Painter;
use super::place::{Begin, Extent, Placed};
use super::rle::Runs;
use super::target::Target;
use crate::trace::{Mark, Trace};

/// One opaque source pixel on its way to the screen.
struct Dot {
    x: i32,
    y: i32,
    /// Column and row in the picture.
    source: (i32, i32),
    colour: u8,
    /// The column before it was dropped: it has the same `x` (C69).
    again: bool,
}

impl Painter<'_> {
    /// Draws one picture and reports it: strips (D3), top and bottom (C48), cut or whole (C47). A trace is told of every
    /// pixel.
    pub fn draw_columns(
        &self,
        picture: Extent,
        pixels: Runs<'_>,
        target: &mut Target<'_>,
        drawn: &mut Drawn,
        trace: Option<&mut Trace>,
    ) {
        let placed = self.stand.place(picture);
        let Some(begin) = self.report(&placed, target, drawn) else { return };
        self.paint_columns(&placed, pixels, begin, target, trace);
    }

    /// Draws the pixels of the columns that are left.
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
            let Dot { x, y, source, colour: entry, again } = dot;
            if !clip.contains(x, y) {
                return;
            }
            let colour = self.colour(entry);
            // C6A: only COST shades a pixel twice.
            let twice = self.rules.double_shadow && !mutated("ShadowOnce");
            if again && !twice && self.shadow.shade_of(colour).is_some() {
                return;
            }
            target.put((x, y), Mark { source, entry, colour }, &self.shadow, trace.as_deref_mut());
        });
    }

    /// Whether an opaque pixel lands on a place: the reported rectangle first, then the pixels, masks and screen
    /// edges apart (D11).
    #[must_use]
    pub fn hit_columns(&self, picture: Extent, pixels: Runs<'_>, x: i32, y: i32) -> bool {
        let placed = self.stand.place(picture);
        let mut hit = false;
        if placed.rect.contains(x, y) {
            // What is on the way there is gone through, too.
            let column = if placed.step < 0 { x..i32::MAX } else { i32::MIN..x.saturating_add(1) };
            let whole = Begin { skip: 0, x: placed.x, end: placed.width };
            self.walk_columns(&placed, pixels, whole, column, |dot| hit |= (dot.x, dot.y) == (x, y));
        }
        hit
    }

    /// Goes through the opaque pixels in drawing order until a step leads outside `columns`.
    fn walk_columns(
        &self,
        placed: &Placed,
        mut pixels: Runs<'_>,
        Begin { skip, mut x, end }: Begin,
        columns: Range<i32>,
        mut sink: impl FnMut(Dot),
    ) {
        let scaling = &self.stand.scaling;
        pixels.skip_pixels(u64::from(skip.unsigned_abs()).saturating_mul(placed.height.unsigned_abs().into()));
        let mut again = false;
        let end = end.saturating_sub(mutated("LastColumnIsLost").into());
        for column in skip..end {
            let mut y = placed.y;
            for row in 0..placed.height {
                let Some(colour) = pixels.next() else { return };
                // A dropped row is not drawn at all; a dropped column is, and the next one lands on top (C69).
                if scaling.keeps_row(placed.row_index(row)) {
                    let opaque = colour != 0 || mutated("ZeroIsOpaque");
                    let dropped = !scaling.keeps_column(self.drawn_index(placed, skip, column))
                        && mutated("DroppedColumnsNotDrawn");
                    if opaque && !dropped {
                        sink(Dot { x, y, source: (column, row), colour, again });
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

//! The row-major pictures of v5 on the Amiga (C39, C70).

use crate::draw::column::ColumnPainter;
use crate::draw::place::{Extent, Placed};
use crate::draw::rle::Runs;
use crate::draw::{Drawn, Target};

/// Draws one picture and reports it. Nothing is passed over at the edges, and there is no shadow.
pub(super) fn draw(
    painter: &ColumnPainter<'_>,
    picture: Extent,
    pixels: Runs<'_>,
    remap: Option<&[u8; 256]>,
    target: &mut Target<'_>,
    drawn: &mut Drawn,
) {
    let placed = painter.stand.place(picture);
    if painter.report(&placed, target, drawn).is_none() {
        return;
    }
    walk(painter, &placed, pixels, |x, y, colour| {
        let [colour, _] = painter.palette.get(usize::from(colour)).copied().unwrap_or(0).to_le_bytes();
        let colour = remap.map_or(colour, |table| table[usize::from(colour)]);
        if let Some(pixel) = target.visible_index(x, y).and_then(|i| target.pixels.get_mut(i)) {
            *pixel = colour;
        }
    });
}

/// Whether an opaque pixel lands on a place (D11).
pub(super) fn hit(painter: &ColumnPainter<'_>, picture: Extent, pixels: Runs<'_>, x: i32, y: i32) -> bool {
    let placed = painter.stand.place(picture);
    let mut hit = false;
    if placed.rect.contains(x, y) {
        walk(painter, &placed, pixels, |at_x, at_y, _| hit |= (at_x, at_y) == (x, y));
    }
    hit
}

/// Goes through the opaque pixels in drawing order.
fn walk(painter: &ColumnPainter<'_>, placed: &Placed, mut pixels: Runs<'_>, mut sink: impl FnMut(i32, i32, u8)) {
    let scaling = &painter.stand.scaling;
    let mut y = placed.y;
    for row in 0..counter(placed.height) {
        let mut x = placed.x;
        let row_kept = scaling.keeps_row(placed.row_index(row));
        for column in 0..counter(placed.width) {
            let Some(colour) = pixels.next() else { return };
            if row_kept {
                if colour != 0 {
                    sink(x, y, colour);
                }
                if scaling.keeps_column(placed.column_index(column)) {
                    x += placed.step;
                }
            }
        }
        if x != placed.x {
            y += 1;
        }
    }
}

/// A size as the original's byte counter sees it: taken off before it is tested, so that 256 counts as 256 and not as
/// nothing, and 257 as 1.
fn counter(size: i32) -> i32 {
    match size & 0xff {
        0 if size > 0 => 256,
        low => low,
    }
}

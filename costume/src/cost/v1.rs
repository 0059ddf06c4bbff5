//! The pictures of v1: four colours, pairs of equal pixels, columns eight pixels wide (C34, C71).

use crate::draw::column::ColumnPainter;
use crate::draw::place::{Extent, Placed};
use crate::draw::{Drawn, Target};

/// Pixels across a column.
pub(super) const COLUMN: i32 = 8;

/// The bytes of a picture, four pairs of pixels each, in the order of its data.
pub(super) struct Bytes<'a> {
    data: &'a [u8],
    pos: usize,
    left: u8,
    repeats: bool,
}

impl<'a> Bytes<'a> {
    pub(super) fn new(data: &'a [u8]) -> Self {
        Self { data, pos: 0, left: 0, repeats: false }
    }

    /// Bytes of data read so far; a repeated byte counts as soon as its run has begun.
    pub(super) fn consumed(&self) -> usize {
        self.pos + usize::from(self.repeats && self.left > 0)
    }
}

impl Iterator for Bytes<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        while self.left == 0 {
            let control = *self.data.get(self.pos)?;
            self.pos += 1;
            self.left = control & 0x7f;
            self.repeats = control & 0x80 != 0;
        }
        let byte = *self.data.get(self.pos)?;
        self.left -= 1;
        if !self.repeats || self.left == 0 {
            self.pos += 1;
        }
        Some(byte)
    }
}

/// The four values of a byte, leftmost first as seen facing east.
pub(super) fn values(byte: u8) -> [u8; 4] {
    [byte >> 6, byte >> 4 & 3, byte >> 2 & 3, byte & 3]
}

/// Draws one picture and reports it.
pub(super) fn draw(
    painter: &ColumnPainter<'_>,
    picture: Extent,
    data: &[u8],
    target: &mut Target<'_>,
    drawn: &mut Drawn,
) {
    let placed = painter.stand.place(picture);
    if painter.report(&placed, target, drawn).is_none() {
        return;
    }
    walk(&placed, data, |x, y, value| {
        let [colour, _] = painter.palette.get(usize::from(value)).copied().unwrap_or(0).to_le_bytes();
        if let Some(pixel) = target.visible_index(x, y).and_then(|i| target.pixels.get_mut(i)) {
            *pixel = colour;
        }
    });
}

/// Whether an opaque pixel lands on a place (D11).
pub(super) fn hit(painter: &ColumnPainter<'_>, picture: Extent, data: &[u8], x: i32, y: i32) -> bool {
    let placed = painter.stand.place(picture);
    let mut hit = false;
    if placed.rect.contains(x, y) {
        walk(&placed, data, |at_x, at_y, _| hit |= (at_x, at_y) == (x, y));
    }
    hit
}

/// Goes through the opaque pixels. Facing west, whole columns go left, and the pairs inside a column are turned round.
fn walk(placed: &Placed, data: &[u8], mut sink: impl FnMut(i32, i32, u8)) {
    let mut bytes = Bytes::new(data);
    let mut left = placed.x;
    for _ in 0..placed.width / COLUMN {
        for y in placed.y..placed.y.saturating_add(placed.height) {
            let Some(byte) = bytes.next() else { return };
            let mut pairs = values(byte);
            if placed.step < 0 {
                pairs.reverse();
            }
            for (pair, value) in (0..).zip(pairs).filter(|&(_, value)| value != 0) {
                sink(left + pair * 2, y, value);
                sink(left + pair * 2 + 1, y, value);
            }
        }
        left = left.saturating_add(placed.step * COLUMN);
    }
}

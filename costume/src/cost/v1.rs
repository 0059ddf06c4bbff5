//! The pictures of v1: four colours, pairs of equal pixels, columns of eight pixels (C34, C71,
//! C71c).

use std::ops::Range;

use crate::draw::Placed;

/// Width of a column in pixels.
pub(super) const COLUMN: i32 = 8;

/// The bytes of a picture in the order of its data, four pairs of pixels each.
pub(super) struct Bytes<'a> {
    data: &'a [u8],
    pos: usize,
    left: u8,
    repeats: bool,
}

impl<'a> Bytes<'a> {
    pub(super) fn new(data: &'a [u8]) -> Self {
        Self {
            data,
            pos: 0,
            left: 0,
            repeats: false,
        }
    }

    /// Returns the number of bytes of data read so far. A repeated byte counts as soon as its run
    /// has begun.
    #[cfg(feature = "edit")]
    pub(super) fn consumed(&self) -> usize {
        self.pos
            .saturating_add(usize::from(self.repeats && self.left > 0))
    }
}

impl Iterator for Bytes<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        while self.left == 0 {
            let control = *self.data.get(self.pos)?;
            self.pos = self.pos.saturating_add(1);
            self.left = control & 0x7f;
            self.repeats = control & 0x80 != 0;
        }
        let byte = *self.data.get(self.pos)?;
        self.left = self.left.saturating_sub(1);
        if !self.repeats || self.left == 0 {
            self.pos = self.pos.saturating_add(1);
        }
        Some(byte)
    }
}

/// Returns the four values of a byte, leftmost first in a costume that faces east.
pub(crate) fn values(byte: u8) -> [u8; 4] {
    [byte >> 6, byte >> 4 & 3, byte >> 2 & 3, byte & 3]
}

/// Calls `sink` for the opaque pixels of a byte, with their column on the screen (0..8), their
/// column as stored, and their value. Facing west, the order of the pairs is reversed.
#[inline]
pub(crate) fn walk_byte(byte: u8, west: bool, mut sink: impl FnMut(i32, i32, u8)) {
    for (pair, value) in (0..).zip(values(byte)).filter(|&(_, value)| value != 0) {
        let place = if west {
            (COLUMN / 2 - 1).saturating_sub(pair)
        } else {
            pair
        };
        for half in 0..2 {
            let at = |pair: i32| pair.saturating_mul(2).saturating_add(half);
            sink(at(place), at(pair), value);
        }
    }
}

/// Returns the width and height of a picture in pixels.
pub(super) fn size(placed: &Placed) -> (i32, i32) {
    let columns = placed.width / COLUMN;
    (columns.saturating_mul(COLUMN), placed.height)
}

/// Returns the width of the part of a picture that is drawn. The picture ends at the first column
/// that begins outside the screen columns `across`. Column 0 is always drawn (C71c).
pub(super) fn drawn_width(placed: &Placed, across: Range<i32>) -> i32 {
    let (width, _) = size(placed);
    let mut drawn = COLUMN;
    while drawn < width {
        let left = placed.x.saturating_add(placed.step.saturating_mul(drawn));
        if !across.contains(&left) {
            return drawn;
        }
        drawn = drawn.saturating_add(COLUMN);
    }
    width
}

/// Calls `sink` for the opaque pixels of the first `width` columns, with their position, their
/// value, and their column and row. Facing west, columns go to the left, and the pairs inside a
/// column are reversed.
pub(super) fn walk(
    placed: &Placed,
    data: &[u8],
    width: i32,
    mut sink: impl FnMut((i32, i32), u8, (i32, i32)),
) {
    let mut bytes = Bytes::new(data);
    let mut left = placed.x;
    for column in 0..width / COLUMN {
        for row in 0..placed.height {
            let y = placed.y.saturating_add(row);
            let Some(byte) = bytes.next() else { return };
            let first = column.saturating_mul(COLUMN);
            walk_byte(byte, placed.step < 0, |place, source, value| {
                sink(
                    (left.saturating_add(place), y),
                    value,
                    (first.saturating_add(source), row),
                );
            });
        }
        left = left.saturating_add(placed.step.saturating_mul(COLUMN));
    }
}

#[cfg(test)]
mod tests {
    use scumm_room::{Dialect, GameId, Platform};

    use super::*;
    use crate::cost::fixture::{Fixture, Parts, standing};
    use crate::{Facing, Visibility};

    /// Returns the dialect of Zak McKracken with the C64's colours on the screen: skin 10, suit 5,
    /// outline 0.
    fn c64() -> Dialect {
        Dialect::new(1)
            .with_game(Some(GameId::Zak))
            .with_platform(Platform::C64)
    }

    fn scene() -> Fixture {
        let mut scene = Fixture {
            x: 96,
            ..Fixture::new()
        };
        scene.colours[1] = 5;
        scene.pixels.fill(99);
        scene
    }

    /// Returns a picture: width in columns, height, rel, move, data.
    fn v1(head: [i8; 6], data: &[u8]) -> Vec<u8> {
        [head.map(|b| b as u8).as_slice(), data].concat()
    }

    #[test]
    fn runs_are_repeats_and_literals_c71() {
        let mut bytes = Bytes::new(&[0x83, 7, 2, 8, 9, 0x81, 6, 1]);
        assert_eq!(bytes.by_ref().collect::<Vec<_>>(), [7, 7, 7, 8, 9, 6]);
        assert_eq!(bytes.consumed(), 8);
        let mut begun = Bytes::new(&[0x83, 7, 5]);
        begun.next();
        assert_eq!(begun.consumed(), 2);
    }

    #[test]
    fn four_double_pixels_a_byte_and_columns_of_eight_c34_c71() {
        // Two columns of two lines; 0b01_10_11_00 = skin, suit, outline, transparent.
        let cost = Parts::new(
            c64(),
            &[0],
            true,
            vec![v1([2, 2, 1, 3, 0, 0], &[0x82, 0x6c, 2, 0x40, 0x01])],
        )
        .cost();
        let mut scene = scene();
        let drawn = scene.draw(&cost, &standing(&[(0, 0)]));
        // Line 100 + 1 (C40) - 3 (C34: upwards), column 96 + 8.
        let expected = [10, 10, 5, 5, 0, 0, 99, 99];
        assert_eq!(
            scene.line(104, 98, 16),
            [expected, [10, 10, 99, 99, 99, 99, 99, 99]].concat()
        );
        assert_eq!(
            scene.line(104, 99, 16),
            [expected, [99, 99, 99, 99, 99, 99, 10, 10]].concat()
        );
        assert_eq!(
            (drawn.visibility, drawn.top, drawn.bottom),
            (Visibility::Whole, 98, 100)
        );
        // Marked as dirty up to 8 pixels right of 120 (C42).
        assert_eq!(drawn.strips.iter().collect::<Vec<_>>(), [13, 14, 15, 16]);
    }

    #[test]
    fn west_turns_columns_and_pairs_round_c71() {
        let cost = Parts::new(
            c64(),
            &[0],
            true,
            vec![v1([2, 1, 1, 0, 0, 0], &[2, 0x6c, 0x40])],
        )
        .cost();
        let mut scene = Fixture {
            facing: Facing::WEST,
            ..scene()
        };
        let drawn = scene.draw(&cost, &standing(&[(0, 0)]));
        // The first column is at 96 - 8 = 88..95, with reversed pairs; the second one at 80..87.
        assert_eq!(
            scene.line(80, 101, 16),
            [99, 99, 99, 99, 99, 99, 10, 10, 99, 99, 0, 0, 5, 5, 10, 10]
        );
        // Reported: 72..88; marked as dirty up to 96.
        assert_eq!(drawn.strips.iter().collect::<Vec<_>>(), [9, 10, 11, 12]);
    }

    #[test]
    fn a_left_edge_up_to_eight_columns_outside_counts_as_inside_c47_c71c() {
        let cost = Parts::new(
            c64(),
            &[0],
            true,
            vec![v1([3, 1, 0, 0, 0, 0], &[3, 0x40, 0x80, 0x40])],
        )
        .cost();
        // The reported rectangle begins 24 columns left of the anchor: at 0, -8 and -16.
        let cut = |x| {
            let mut scene = Fixture {
                x,
                facing: Facing::WEST,
                ..scene()
            };
            scene.draw(&cost, &standing(&[(0, 0)])).visibility.is_cut()
        };
        assert_eq!([24, 16, 8].map(cut), [false, false, true]);
    }

    #[test]
    fn moves_are_in_units_of_eight_across_and_one_up_c34() {
        let mut parts = Parts::new(c64(), &[0], true, vec![v1([1, 1, 0, 0, 2, 5], &[1, 0x40])]);
        parts
            .limbs
            .push((7, vec![v1([1, 1, -1, 1, 0, 0], &[1, 0x80])]));
        parts.records[0] = vec![0x81, 0, 0, 0, 0];
        let mut scene = scene();
        scene.draw(&parts.cost(), &standing(&[(0, 0), (7, 0)]));
        // 96 + 16 - 8 = 104; 101 - 5 - 1 = 95.
        assert_eq!((scene.pixel(96, 101), scene.pixel(104, 95)), (10, 5));
    }

    #[test]
    fn the_mask_is_asked_for_each_half_of_a_pair_c71() {
        let cost = Parts::new(c64(), &[0], true, vec![v1([1, 1, 0, 0, 0, 0], &[1, 0x55])]).cost();
        let mut scene = scene();
        let mut mask = vec![0; 320 * 200];
        mask[101 * 320 + 97] = 0xff;
        scene.mask = Some(mask);
        scene.draw(&cost, &standing(&[(0, 0)]));
        assert_eq!(scene.line(96, 101, 8), [10, 99, 10, 10, 10, 10, 10, 10]);
    }

    #[test]
    fn a_picture_ends_where_its_next_column_begins_outside_c71c() {
        let cost = Parts::new(
            c64(),
            &[0],
            true,
            vec![v1([3, 1, 0, 0, 0, 0], &[3, 0x40, 0x80, 0x40])],
        )
        .cost();
        let edge = |x, facing| {
            let mut scene = Fixture {
                x,
                facing,
                ..scene()
            };
            let drawn = scene.draw(&cost, &standing(&[(0, 0)]));
            assert!(drawn.top < drawn.bottom, "the picture still has lines");
            // The opaque pair of each column is the outer one.
            let columns = if facing == Facing::EAST {
                [0, 8, 16]
            } else {
                [319, 311, 303]
            };
            columns.map(|x| scene.pixel(x, 101))
        };
        // Two columns are outside: the third one would be on the screen, but is not drawn. With one
        // column outside, the picture is drawn.
        assert_eq!(
            [edge(-16, Facing::EAST), edge(-8, Facing::EAST)],
            [[99; 3], [5, 10, 99]]
        );
        assert_eq!(
            [edge(328, Facing::WEST), edge(320, Facing::WEST)],
            [[99; 3], [5, 10, 99]]
        );
    }

    #[test]
    fn edges_cut_columns_pixel_by_pixel() {
        let cost = Parts::new(
            c64(),
            &[0],
            true,
            vec![v1([2, 1, 0, 0, 0, 0], &[2, 0x40, 0x80])],
        )
        .cost();
        let mut left = Fixture { x: -8, ..scene() };
        assert!(left.draw(&cost, &standing(&[(0, 0)])).visibility.is_cut());
        assert_eq!(left.line(0, 101, 3), [5, 5, 99]);
        assert!(cost.hit(&standing(&[(0, 0)]), &left.look(), -8, 101));
        assert!(!cost.hit(&standing(&[(0, 0)]), &left.look(), -6, 101));
        let mut right = Fixture { x: 312, ..scene() };
        right.draw(&cost, &standing(&[(0, 0)]));
        assert_eq!(
            (right.line(310, 101, 4), right.pixel(0, 102)),
            (&[99, 99, 10, 10][..], 99)
        );
    }
}

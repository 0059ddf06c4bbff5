//! Walk boxes: the areas in which actors may stand, the routes from box to box, and for each box
//! the plane that hides actors and the scale of actors (B1..B13, M7, T61..T64).
//!
//! A box is identified by its number. One number means "none": 255, and in v5 and later also 0 in
//! searches for routes ([`Dialect::invalid_box`], B4). A number without a box is handled like
//! "none"; in the reference such a number is fatal.

mod gate;
mod geometry;
mod matrix;
pub(crate) mod parse;

use crate::{Dialect, Error, Point, Result, WalkBox};

pub use gate::Gate;
pub use matrix::BoxMatrix;
pub(crate) use matrix::{LISTS_HEAD, ROW_END};

/// The number that means "no box" in every version (B1).
pub const NO_BOX: u8 = 255;
/// The most boxes of a room: numbers are bytes, and [`NO_BOX`] is not a box.
pub const MAX_BOXES: usize = NO_BOX as usize;
/// The number of boxes with an extra flag word: 0..=64 (T44.1).
const EXTRA_FLAGS: usize = 65;
/// The bits that make a flag value an extra flag word (T44.1).
const IS_EXTRA: u16 = 0xc000;
/// The bit of a scale word that makes it the number of a scale slot (T62).
pub const SCALE_SLOT: u16 = 0x8000;

/// The walk boxes of a room, the routes between them, and the flags that scripts set.
#[must_use]
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Boxes {
    dialect: Dialect,
    boxes: Vec<WalkBox>,
    /// The extra flag word of each box; 0 for none (T44.1).
    extra: Vec<u16>,
    matrix: BoxMatrix,
}

impl Boxes {
    /// Creates boxes with the routes that follow from their common sides (B10). Boxes beyond
    /// [`MAX_BOXES`] are dropped with a warning.
    pub fn new(dialect: &Dialect, boxes: Vec<WalkBox>) -> Self {
        Self::with_matrix(dialect, boxes, None)
    }

    /// Creates boxes as a room stores them, with the room's matrix. Without a matrix, the routes
    /// follow from common sides (B3, B10). Boxes beyond [`MAX_BOXES`] are dropped with a warning.
    pub fn with_matrix(
        dialect: &Dialect,
        mut boxes: Vec<WalkBox>,
        matrix: Option<BoxMatrix>,
    ) -> Self {
        if boxes.len() > MAX_BOXES {
            log::warn!(
                "the room has {} boxes; boxes from number {MAX_BOXES} on are ignored",
                boxes.len()
            );
            boxes.truncate(MAX_BOXES);
        }
        let mut this = Self {
            boxes,
            ..Self::none(dialect)
        };
        match matrix {
            Some(matrix) => this.matrix = matrix,
            None => this.compute_matrix(),
        }
        this
    }

    /// Creates an empty set of boxes, in which every number is "none".
    pub fn none(dialect: &Dialect) -> Self {
        Self {
            dialect: *dialect,
            boxes: Vec::new(),
            extra: vec![0; EXTRA_FLAGS],
            matrix: BoxMatrix::Rows(Vec::new()),
        }
    }

    /// Returns the number of boxes, including box 0.
    #[must_use]
    pub fn len(&self) -> usize {
        self.boxes.len()
    }

    /// Returns whether there are no boxes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.boxes.is_empty()
    }

    /// Returns the boxes in the order of their numbers, from 0.
    pub fn as_slice(&self) -> &[WalkBox] {
        &self.boxes
    }

    /// Returns the routes between the boxes.
    #[must_use]
    pub fn matrix(&self) -> &BoxMatrix {
        &self.matrix
    }

    /// Computes the routes again from common sides and invisible boxes, as the script operation
    /// does (B10).
    pub fn compute_matrix(&mut self) {
        let count = u8::try_from(self.boxes.len()).unwrap_or(NO_BOX);
        let neighbours = |i, j| self.are_neighbours(i, j);
        self.matrix = BoxMatrix::computed(count, self.invalid(), neighbours);
    }

    /// Returns the number that means "none" in searches for routes (B4).
    #[must_use]
    pub fn invalid(&self) -> u8 {
        self.dialect.invalid_box()
    }

    /// Returns box `number`. In v1..v4, a number equal to the number of boxes means the last box
    /// (B1).
    #[must_use]
    pub fn get(&self, number: u8) -> Option<&WalkBox> {
        self.boxes.get(self.index(number)?)
    }

    /// Returns a mutable reference to box `number`.
    pub fn get_mut(&mut self, number: u8) -> Option<&mut WalkBox> {
        let index = self.index(number)?;
        self.boxes.get_mut(index)
    }

    /// Returns two boxes, or `None` unless both exist.
    fn two(&self, first: u8, second: u8) -> Option<(&WalkBox, &WalkBox)> {
        Some((self.get(first)?, self.get(second)?))
    }

    fn index(&self, number: u8) -> Option<usize> {
        // In v0..v4, a number equal to the number of boxes means the last box, except on the
        // Nintendo (Q51).
        let count_is_last = self.dialect.is_small_header() && !self.dialect.is_nes();
        match usize::from(number) {
            _ if number == NO_BOX => None,
            count if count == self.boxes.len() && count_is_last => count.checked_sub(1),
            index => Some(index),
        }
    }

    /// Returns the boxes into which an actor may be put, with their numbers.
    fn numbered(&self) -> impl DoubleEndedIterator<Item = (u8, &WalkBox)> {
        let first_valid = if self.invalid() == 0 { 1 } else { 0 };
        let numbered = self.boxes.iter().enumerate().skip(first_valid);
        numbered.map(|(number, b)| (u8::try_from(number).unwrap_or(NO_BOX), b))
    }

    /// Returns the flags of box `number`; 0 if there is no such box (B1, B2).
    #[must_use]
    pub fn flags(&self, number: u8) -> u8 {
        self.get(number).map_or(0, |b| b.flags)
    }

    /// Sets the flags of box `number`. A value with bit 14 or 15 is an extra flag word, which does
    /// not change the box's own flags (T44.1).
    ///
    /// # Errors
    /// Returns [`Error::NotFound`] if there is no such box, or no extra word: extra words exist for
    /// the numbers 0..=64.
    pub fn set_flags(&mut self, number: u8, value: u16) -> Result<()> {
        let none = || {
            Error::not_found(
                "box",
                number,
                format!("cannot set the flags {value:#x}: the room has no box {number}"),
            )
        };
        if self.dialect.is_nes() && usize::from(number) >= self.boxes.len() {
            // Scripts of Nintendo games set flags of boxes that do not exist, which has no effect
            // (Q51).
            return Ok(());
        }
        if value & IS_EXTRA != 0 {
            *self.extra.get_mut(usize::from(number)).ok_or_else(none)? = value;
        } else {
            self.get_mut(number).ok_or_else(none)?.flags = value as u8;
        }
        Ok(())
    }

    /// Sets the extra flag word of box `number` to any value (T44.1).
    ///
    /// # Errors
    /// Returns [`Error::NotFound`] if `number` is not 0..=64.
    pub fn set_extra_flags(&mut self, number: u8, value: u16) -> Result<()> {
        let none = || {
            Error::not_found(
                "box",
                number,
                format!("cannot set the extra flags {value:#x}: the room has no box {number}"),
            )
        };
        *self.extra.get_mut(usize::from(number)).ok_or_else(none)? = value;
        Ok(())
    }

    /// Replaces the boxes with another set of the same room, and their routes (Y35). The extra flag
    /// words are kept.
    pub fn change(&mut self, boxes: Vec<WalkBox>, matrix: Option<BoxMatrix>) {
        let extra = std::mem::take(&mut self.extra);
        *self = Self {
            extra,
            ..Self::with_matrix(&self.dialect, boxes, matrix)
        };
    }

    /// Returns the extra flag word of box `number`; 0 if there is none (T44.1).
    #[must_use]
    pub fn extra_flags(&self, number: u8) -> u16 {
        self.extra.get(usize::from(number)).copied().unwrap_or(0)
    }

    /// Returns the number of the plane that hides actors in box `number` (M7, B1a). In v1..v3, it
    /// is plane 1 outside all boxes.
    #[must_use]
    pub fn mask(&self, number: u8) -> u8 {
        if number == NO_BOX && self.dialect.version() <= 3 {
            return 1;
        }
        self.get(number).map_or(0, |b| b.mask)
    }

    /// Returns the raw scale word of box `number`; 255 if there is no such box (B1, T62).
    #[must_use]
    pub fn scale_word(&self, number: u8) -> u16 {
        self.get(number).map_or(255, |b| b.scale)
    }

    /// Returns the scale in box `number`, 1..=255 (T62); full size if there is no such box. If the
    /// box names a scale slot, `in_slot` returns the scale of the slot. A word above 255 (an
    /// assertion failure in the reference) counts as 255.
    pub fn scale(&self, number: u8, in_slot: impl FnOnce(u16) -> Option<u8>) -> Option<u8> {
        let Some(b) = self.get(number) else {
            return Some(255);
        };
        // v8: a box stores its scale slot in addition to its scale (B1).
        let slot = if self.dialect.version() == 8 {
            u16::from(b.slot)
        } else {
            slot_of_word(b.scale)
        };
        if slot != 0 {
            in_slot(slot)
        } else {
            Some(b.scale.min(255) as u8)
        }
    }

    /// Returns whether `p` lies in box `number`; false for "none" (B5).
    #[must_use]
    pub fn contains(&self, number: u8, p: Point) -> bool {
        number != self.invalid()
            && self
                .get(number)
                .is_some_and(|b| b.contains(p, &self.dialect))
    }

    /// Returns the point of box `number` nearest to `p`, on one of its sides (B8).
    #[must_use]
    pub fn nearest_point(&self, number: u8, p: Point) -> Option<Point> {
        self.get(number)?.nearest_point(p).map(|(_, point)| point)
    }

    /// Returns whether two boxes share a part of a side (B9).
    #[must_use]
    pub fn are_neighbours(&self, i: u8, j: u8) -> bool {
        self.two(i, j)
            .is_some_and(|(a, b)| gate::are_neighbours(a, b))
    }

    /// Returns the next box on the route from box `from` to box `to`; `None` if there is no route
    /// (B11).
    #[must_use]
    pub fn next(&self, from: u8, to: u8) -> Option<u8> {
        let none = self.invalid();
        match (from, to) {
            _ if from == to => Some(to),
            _ if to == none => None,
            _ if from == none => Some(to),
            _ => self.matrix.next(from, to),
        }
    }

    /// Returns the place at which a walk of v4 and later from `pos` in box `from` to `dest` in box
    /// `to` enters box `next` (B12).
    #[must_use]
    pub fn gate(&self, from: u8, next: u8, to: u8, pos: Point, dest: Point) -> Gate {
        self.two(from, next).map_or(Gate::NoCommonSide, |(a, b)| {
            gate::gate(a, b, next == to, pos, dest)
        })
    }

    /// Returns where a walk of v3 from `pos` in box `from` to `dest` in box `to` crosses into box
    /// `next` (B13): a point on the side of box `from` and a point on the side of box `next`. The
    /// first point is `None` if the straight line to the second point passes through the crossing;
    /// both points are `None` if the straight line to `dest` passes through it.
    #[must_use]
    pub fn gates_v3(
        &self,
        from: u8,
        next: u8,
        to: u8,
        pos: Point,
        dest: Point,
    ) -> [Option<Point>; 2] {
        self.two(from, next).map_or([None, None], |(a, b)| {
            gate::gates_v3(a, b, next == to, pos, dest)
        })
    }

    /// Returns the point at which a walk of v1 or v2 from `pos` leaves box `from` for box `next`:
    /// first finds the point of `next` that is nearest to `pos`, then returns the point of `from`
    /// that is nearest to this point (T7C).
    #[must_use]
    pub fn crossing_v2(&self, from: u8, next: u8, pos: Point) -> Option<Point> {
        let (_, entered) = self.get(next)?.nearest_point(pos)?;
        let (_, left) = self.get(from)?.nearest_point(entered)?;
        Some(left)
    }
}

/// Returns the number of the scale slot that a scale word names; 0 if it names no slot (T62).
#[must_use]
pub fn slot_of_word(word: u16) -> u16 {
    if word & SCALE_SLOT != 0 {
        (word & !SCALE_SLOT).saturating_add(1)
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i16, y: i16) -> Point {
        Point::new(x, y)
    }

    /// Creates boxes: box 0 far away, then the given rectangles.
    fn large(version: u8, boxes: &[WalkBox]) -> Boxes {
        let none = WalkBox::rect(-32000, -32000, -32000, -32000);
        Boxes::new(&Dialect::new(version), [&[none], boxes].concat())
    }

    #[test]
    fn box_255_is_none_in_every_version_b1() {
        for version in 1..=8 {
            let many = Boxes::new(
                &Dialect::new(version),
                vec![
                    WalkBox {
                        mask: 3,
                        flags: 9,
                        ..WalkBox::rect(0, 0, 9, 9)
                    };
                    300
                ],
            );
            assert_eq!((many.len(), many.get(255)), (MAX_BOXES, None));
            assert_eq!((many.flags(255), many.scale_word(255)), (0, 255));
            assert_eq!(many.mask(255), u8::from(version <= 3), "M7");
            assert_eq!((many.flags(254), many.mask(254)), (9, 3));
        }
    }

    #[test]
    fn the_number_of_boxes_means_the_last_one_before_v5_b1() {
        let two = vec![
            WalkBox {
                mask: 1,
                ..WalkBox::rect(0, 0, 9, 9)
            },
            WalkBox {
                mask: 2,
                ..WalkBox::rect(9, 0, 20, 9)
            },
        ];
        for version in 1..=8 {
            let boxes = Boxes::new(&Dialect::new(version), two.clone());
            assert_eq!(boxes.mask(2), if version <= 4 { 2 } else { 0 });
            assert_eq!(boxes.get(3), None);
            assert_eq!(
                Boxes::none(&Dialect::new(version)).get(0),
                None,
                "without boxes there is no last box"
            );
        }
    }

    #[test]
    fn box_zero_has_a_mask_like_any_other_m7() {
        let boxes = Boxes::new(
            &Dialect::new(6),
            vec![WalkBox {
                mask: 2,
                ..WalkBox::default()
            }],
        );
        assert_eq!((boxes.mask(0), boxes.mask(1)), (2, 0));
        assert_eq!(
            Boxes::none(&Dialect::new(3)).mask(255),
            1,
            "v3 without boxes: plane 1"
        );
        assert_eq!(Boxes::none(&Dialect::new(3)).mask(0), 0);
        assert_eq!(Boxes::none(&Dialect::new(4)).mask(255), 0);
    }

    #[test]
    fn nobody_is_inside_the_invalid_box_b5() {
        let square = WalkBox::rect(0, 0, 100, 100);
        let v5 = Boxes::new(&Dialect::new(5), vec![square, square]);
        assert!(!v5.contains(0, at(5, 5)) && v5.contains(1, at(5, 5)) && !v5.contains(2, at(5, 5)));
        assert!(Boxes::new(&Dialect::new(4), vec![square]).contains(0, at(5, 5)));
    }

    #[test]
    fn flags_with_a_high_bit_are_extra_words_t44() {
        let mut boxes = large(
            6,
            &[WalkBox {
                flags: 8,
                ..WalkBox::rect(0, 0, 9, 9)
            }],
        );
        boxes.set_flags(1, 0x80b4).unwrap();
        assert_eq!((boxes.flags(1), boxes.extra_flags(1)), (8, 0x80b4));
        boxes.set_flags(1, 0x4000).unwrap();
        assert_eq!((boxes.flags(1), boxes.extra_flags(1)), (8, 0x4000));
        boxes.set_flags(1, 0x0110).unwrap();
        assert_eq!(
            (boxes.flags(1), boxes.extra_flags(1)),
            (0x10, 0x4000),
            "a plain value takes the low byte"
        );
        boxes.set_flags(64, 0x8001).unwrap();
        assert!(boxes.set_flags(65, 0x8001).is_err() && boxes.set_flags(9, 1).is_err());
        assert_eq!(
            (boxes.extra_flags(64), boxes.extra_flags(65), boxes.flags(9)),
            (0x8001, 0, 0)
        );
    }

    #[test]
    fn the_scale_of_a_box_is_a_number_or_a_slot_t62() {
        let in_slot = |slot| (slot == 2).then_some(50);
        let scale_in = |version, scale, slot| {
            large(
                version,
                &[WalkBox {
                    scale,
                    slot,
                    ..WalkBox::rect(0, 0, 99, 99)
                }],
            )
            .scale(1, in_slot)
        };
        assert_eq!(
            scale_in(5, 200, 2),
            Some(200),
            "only v8 has the field `slot`"
        );
        assert_eq!(scale_in(5, 0x8001, 0), Some(50));
        assert_eq!(scale_in(5, 300, 0), Some(255), "fatal in the reference");
        assert_eq!(scale_in(5, 0x8000, 0), None, "slot 1 is not set");
        assert_eq!(scale_in(8, 200, 2), Some(50), "v8: the slot wins");
        assert_eq!(scale_in(8, 200, 0), Some(200));
        assert_eq!(large(5, &[]).scale(7, in_slot), Some(255), "no such box");
        assert_eq!(slot_of_word(0xffff), 0x8000, "no overflow");
    }

    #[test]
    fn the_next_box_asks_the_matrix_last_b11() {
        let none = Some(BoxMatrix::Rows(Vec::new()));
        let v5 = Boxes::with_matrix(
            &Dialect::new(5),
            vec![WalkBox::rect(0, 0, 9, 9); 4],
            none.clone(),
        );
        assert_eq!(
            (v5.next(2, 2), v5.next(0, 0)),
            (Some(2), Some(0)),
            "the destination is the same box"
        );
        assert_eq!(
            (v5.next(2, 0), v5.next(0, 2), v5.next(1, 2)),
            (None, Some(2), None)
        );
        let v4 = Boxes::with_matrix(&Dialect::new(4), vec![WalkBox::rect(0, 0, 9, 9); 4], none);
        assert_eq!(
            (v4.next(2, 255), v4.next(255, 2), v4.next(0, 2)),
            (None, Some(2), None)
        );
    }

    #[test]
    fn invisible_boxes_part_the_ways_b9_b10() {
        let mut boxes = large(
            5,
            &[
                WalkBox::rect(0, 0, 10, 10),
                WalkBox::rect(10, 0, 20, 10),
                WalkBox::rect(20, 0, 30, 10),
            ],
        );
        assert_eq!((boxes.next(1, 3), boxes.next(3, 1)), (Some(2), Some(2)));
        boxes.set_flags(2, 0x80).unwrap();
        assert_eq!(
            boxes.next(1, 3),
            Some(2),
            "a changed flag does not change the matrix"
        );
        boxes.compute_matrix();
        assert_eq!(boxes.next(1, 3), None);
    }

    #[test]
    fn a_point_is_put_into_the_last_box_that_holds_it_t61() {
        let boxes = large(
            5,
            &[
                WalkBox::rect(0, 0, 100, 100),
                WalkBox::rect(50, 50, 150, 150),
            ],
        );
        assert_eq!(
            boxes.adjust(at(60, 60), false, &mut Point::default()),
            (at(60, 60), 2),
            "the last box is tried first"
        );
        assert_eq!(
            boxes.adjust(at(20, 60), false, &mut Point::default()),
            (at(20, 60), 1)
        );
        assert_eq!(
            boxes.adjust(at(160, 90), false, &mut Point::default()),
            (at(150, 90), 2)
        );
        assert_eq!(
            boxes.adjust(at(300, 300), false, &mut Point::default()),
            (at(150, 150), 2),
            "the squared distance 45000 is below the limit of 65535"
        );
    }

    #[test]
    fn a_near_box_wins_over_a_far_one_that_is_closer_in_line_t61() {
        // Round 30 finds box 1 at distance 29 (841 <= 900) before box 2 is considered.
        let boxes = large(
            5,
            &[
                WalkBox::rect(0, 0, 71, 100),
                WalkBox::rect(131, 0, 200, 100),
            ],
        );
        assert_eq!(
            boxes.adjust(at(100, 50), false, &mut Point::default()),
            (at(71, 50), 1)
        );
        // The point is 31 pixels from both boxes: the second round compares the boxes and takes the
        // last of equally near boxes.
        let boxes = large(
            5,
            &[
                WalkBox::rect(0, 0, 69, 100),
                WalkBox::rect(131, 0, 200, 100),
            ],
        );
        assert_eq!(
            boxes.adjust(at(100, 50), false, &mut Point::default()),
            (at(131, 50), 2)
        );
    }

    #[test]
    fn points_too_far_from_everything_stay_t61() {
        for (version, found) in [(5, (at(500, 50), 0)), (7, (at(100, 50), 1))] {
            assert_eq!(
                large(version, &[WalkBox::rect(0, 0, 100, 100)]).adjust(
                    at(500, 50),
                    false,
                    &mut Point::default()
                ),
                found
            );
        }
        assert_eq!(
            large(7, &[WalkBox::rect(0, 0, 100, 100)]).adjust(
                at(5000, 50),
                false,
                &mut Point::default()
            ),
            (at(5000, 50), 1),
            "at a distance of 4096 or more the box is found, but the point does not change"
        );
        let hidden = WalkBox {
            flags: WalkBox::INVISIBLE,
            ..WalkBox::rect(0, 0, 100, 100)
        };
        let two = large(8, &[WalkBox::rect(0, 0, 100, 100), hidden]);
        assert_eq!(
            two.adjust(at(5000, 50), false, &mut Point::default()),
            (at(5000, 50), 1),
            "invisible boxes are left out"
        );
        let v4 = Boxes::new(&Dialect::new(4), vec![WalkBox::rect(0, 0, 100, 100)]);
        assert_eq!(
            v4.adjust(at(500, 50), false, &mut at(7, 8)),
            (at(7, 8), 255),
            "the point of the previous search is returned"
        );
        assert_eq!(
            Boxes::none(&Dialect::new(5)).adjust(at(5, 5), false, &mut Point::default()),
            (at(5, 5), 0)
        );
        assert_eq!(
            large(5, &[]).adjust(at(-32000, -32000), false, &mut Point::default()),
            (at(-32000, -32000), 0),
            "box 0 is not searched"
        );
    }

    #[test]
    fn invisible_boxes_hold_only_the_player_t61() {
        let hidden = |flags| {
            large(
                5,
                &[
                    WalkBox::rect(0, 0, 100, 100),
                    WalkBox {
                        flags,
                        ..WalkBox::rect(0, 0, 100, 100)
                    },
                ],
            )
        };
        assert_eq!(
            hidden(0x80)
                .adjust(at(5, 5), false, &mut Point::default())
                .1,
            1
        );
        assert_eq!(
            hidden(0xa0)
                .adjust(at(5, 5), false, &mut Point::default())
                .1,
            2
        );
        assert_eq!(
            hidden(0xa0).adjust(at(5, 5), true, &mut Point::default()).1,
            1,
            "class 31"
        );
        assert_eq!(
            hidden(0x20).adjust(at(5, 5), true, &mut Point::default()).1,
            2,
            "visible boxes are open to all"
        );
    }

    #[test]
    fn w16_boxes_adjust_as_measured_t61() {
        let slanted = |ul, ur, lr, ll| WalkBox {
            ul,
            ur,
            lr,
            ll,
            ..WalkBox::default()
        };
        let boxes = large(
            5,
            &[
                slanted(at(10, 101), at(262, 125), at(262, 159), at(10, 185)),
                slanted(at(262, 125), at(310, 96), at(310, 161), at(262, 159)),
            ],
        );
        assert_eq!(
            boxes.adjust(at(249, 102), false, &mut Point::default()),
            (at(246, 124), 1)
        );
    }

    #[test]
    fn old_boxes_are_measured_by_halving_t7c() {
        // Units: a trapezoid, 10..30 at line 20, 0..40 at line 40.
        let b = WalkBox {
            ul: at(10, 20),
            ur: at(30, 20),
            lr: at(40, 40),
            ll: at(0, 40),
            ..WalkBox::default()
        };
        let boxes = Boxes::new(&Dialect::new(2), vec![b]);
        assert_eq!(
            boxes.adjust(at(20, 10), false, &mut Point::default()),
            (at(20, 20), 0),
            "the nearest point is straight below"
        );
        assert_eq!(
            boxes.adjust(at(50, 60), false, &mut Point::default()),
            (at(40, 40), 0),
            "the lower right corner"
        );
        // Line 30 is the first middle: 5..35; line 25 the second: 7..32 (7.5 and 32.5 are
        // truncated).
        assert_eq!(
            boxes.adjust(at(0, 30), false, &mut Point::default()),
            (at(5, 30), 0)
        );
        assert_eq!(
            boxes.adjust(at(50, 25), false, &mut Point::default()),
            (at(32, 25), 0)
        );
        assert_eq!(
            boxes.adjust(at(15, 30), false, &mut Point::default()),
            (at(15, 30), 0),
            "inside"
        );
        assert_eq!(
            boxes.adjust(at(300, 30), false, &mut Point::default()),
            (at(300, 30), 255),
            "255 cells and more are too far"
        );
    }

    #[test]
    fn the_upper_line_of_old_boxes_is_found_by_halving_too_t7ca() {
        let b = WalkBox {
            ul: at(10, 20),
            ur: at(30, 20),
            lr: at(40, 40),
            ll: at(0, 40),
            ..WalkBox::default()
        };
        let boxes = Boxes::new(&Dialect::new(2), vec![b]);
        // Lines 30, 25, 22, 21, 20: the left side goes 5, 7, 8, 9, 9.
        assert_eq!(
            boxes.adjust(at(5, 20), false, &mut Point::default()),
            (at(9, 20), 0)
        );
        assert_eq!(
            boxes.adjust(at(5, 19), false, &mut Point::default()),
            (at(10, 20), 0),
            "above the box the nearest corner is taken"
        );
        let below = WalkBox {
            ul: at(-9, -3),
            ur: at(9, -3),
            lr: at(9, -2),
            ll: at(-9, -2),
            ..WalkBox::default()
        };
        let boxes = Boxes::new(&Dialect::new(2), vec![below]);
        assert_eq!(
            boxes.adjust(at(20, -3), false, &mut Point::default()),
            (at(9, -3), 0),
            "the search ends for a side with negative coordinates, too"
        );
    }

    #[test]
    fn old_boxes_are_crossed_at_the_nearest_point_t7c() {
        let boxes = Boxes::new(
            &Dialect::new(2),
            vec![WalkBox::rect(0, 0, 10, 10), WalkBox::rect(10, 5, 20, 15)],
        );
        assert_eq!(boxes.crossing_v2(0, 1, at(4, 8)), Some(at(10, 8)));
        assert_eq!(boxes.crossing_v2(0, 1, at(4, 2)), Some(at(10, 5)));
        assert_eq!(boxes.crossing_v2(0, 7, at(4, 2)), None);
    }
}

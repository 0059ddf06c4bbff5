//! The search for the point in a box that is nearest to an arbitrary point (T61; v1, v2: T7Ca).
#![allow(
    clippy::arithmetic_side_effects,
    reason = "sums and halves of 16-bit coordinates, in 32 bits"
)]

use std::cmp::Ordering;

use super::Boxes;
use crate::{Point, WalkBox};

/// The distances from the point within which boxes are searched, in successive rounds; 0 is
/// unlimited.
const REACHES: [i32; 3] = [30, 80, 0];
/// v1, v2: boxes at this distance or further are ignored.
const OLD_LIMIT: i32 = 255;
/// Number of halvings after which the distance between any two lines is 0.
const HALVINGS: u32 = u16::BITS + 1;

impl Boxes {
    /// Returns the point nearest to `p` that lies in a box where an actor may go, and the number of
    /// that box. If there is no such box, it returns `p` and the number that means "none". If
    /// `player_only_barred` is true, invisible boxes that are for the player only are closed to the
    /// actor. `last` is the point that was last found for the actor; in v3 and v4, it is returned
    /// instead of `p` if no box is near enough.
    pub fn adjust(&self, p: Point, player_only_barred: bool, last: &mut Point) -> (Point, u8) {
        let for_player = |b: &WalkBox| b.flags & WalkBox::PLAYER_ONLY != 0 && !player_only_barred;
        let open = |b: &WalkBox| !b.is_invisible() || for_player(b);
        if self.dialect.is_v0() {
            return self.adjust_by_halving(p, self.numbered(), 2);
        }
        if self.dialect.is_v1_or_v2() {
            return self.adjust_by_halving(p, self.numbered().rev().filter(|(_, b)| open(b)), 1);
        }
        // v3, v4: if no box is near, an actor goes to the point that was last found.
        if !matches!(self.dialect.version(), 3 | 4) {
            *last = p;
        }
        let farthest = if self.dialect.is_v7_plus() {
            i32::MAX
        } else {
            0xffff
        };
        for reach in REACHES {
            let mut best = farthest;
            let mut best_box = self.invalid();
            for (number, b) in self.numbered().rev().filter(|(_, b)| open(b)) {
                if reach > 0 && b.is_beyond(p, reach) {
                    continue;
                }
                if self.contains(number, p) {
                    *last = p;
                    return (p, number);
                }
                if let Some((distance, on_side)) =
                    b.nearest_point(p).filter(|(distance, _)| *distance < best)
                {
                    *last = on_side;
                    if distance == 0 {
                        return (on_side, number);
                    }
                    best = distance;
                    best_box = number;
                }
            }
            if reach == 0 || reach * reach >= best {
                return (*last, best_box);
            }
        }
        (*last, self.invalid())
    }

    /// Finds the nearest box in v0, v1 and v2, in their units: 8 pixels across, 2 pixels down. If
    /// several boxes are equally near, the first one is taken. v0 counts columns double (T7Ca,
    /// V55).
    fn adjust_by_halving<'a>(
        &self,
        p: Point,
        boxes: impl Iterator<Item = (u8, &'a WalkBox)>,
        columns: i32,
    ) -> (Point, u8) {
        let points = boxes.map(|(number, b)| {
            let q = b.nearest_by_halving(p);
            let d = (p.as_ivec2() - q.as_ivec2()).abs();
            let x = d.x * columns;
            let y = d.y / 4;
            (x.max(y) + x.min(y) / 2, q, number)
        });
        let nearest = points
            .filter(|(distance, ..)| *distance < OLD_LIMIT)
            .min_by_key(|(distance, ..)| *distance);
        nearest.map_or((p, self.invalid()), |(_, q, number)| (q, number))
    }
}

impl WalkBox {
    /// Returns the point of a box of v1 or v2 nearest to `p`: first down, then across between the
    /// sides at that line, which are found by halving (T7Ca). The upper and lower sides of such a
    /// box are level.
    fn nearest_by_halving(&self, p: Point) -> Point {
        let is_inside = p.x >= self.ul.x.max(self.ll.x) && p.x < self.ur.x.min(self.lr.x);
        let (y, left, right) = match p.y {
            y if y < self.ul.y => (self.ul.y, self.ul.x, self.ur.x),
            y if y >= self.ll.y => (self.ll.y, self.ll.x, self.lr.x),
            _ if is_inside => return p,
            y => {
                let (left, right) = self.sides_at(y);
                (y, left, right)
            }
        };
        Point::new(if p.x < left { left } else { p.x.min(right) }, y)
    }

    /// Returns the left and the right side at line `y`, by halving until the middle line is `y`.
    /// The upper line itself is also found by halving, from the lines below it.
    fn sides_at(&self, y: i16) -> (i16, i16) {
        let mut upper = (self.ul, self.ur);
        let mut lower = (self.ll, self.lr);
        let half = |a: Point, b: Point| ((a.as_ivec2() + b.as_ivec2()) / 2).as_i16vec2();
        let mut middle = upper;
        for _ in 0..HALVINGS {
            middle = (half(upper.0, lower.0), half(upper.1, lower.1));
            match middle.0.y.cmp(&y) {
                Ordering::Less => upper = middle,
                Ordering::Equal => break,
                Ordering::Greater => lower = middle,
            }
        }
        (middle.0.x, middle.1.x)
    }
}

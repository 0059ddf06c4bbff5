//! The arithmetic of boxes: points, segments and sides (B5, B7, B8), the search for the point in a
//! box that is nearest to an arbitrary point (T61; v1, v2: T7Ca), and the slanted boxes of v0 (V55,
//! V56).
//!
//! Coordinates have 16 bits, signed. Intermediate results have 32 bits, signed, and wrap around;
//! divisions truncate. The rounding is part of the behaviour: actors stop on these points.
#![allow(
    clippy::arithmetic_side_effects,
    reason = "16-bit coordinates in 32 bits, or wrapping as the original; no divisor is 0"
)]

use std::cmp::Ordering;
use std::num::Wrapping;

use super::Boxes;
use crate::{Dialect, NO_BOX, Point, Quirks, WalkBox};

/// The squared distance of points that are too far apart (B7).
const FAR: i32 = 0xff_ffff;

/// The smallest difference in one coordinate for which a distance is [`FAR`] (B7).
const FAR_SIDE: i32 = 0x1000;

/// A coordinate in a calculation.
type Wide = Wrapping<i32>;

fn wide(coordinate: i16) -> Wide {
    Wrapping(i32::from(coordinate))
}

fn point(x: Wide, y: Wide) -> Point {
    Point::new(x.0 as i16, y.0 as i16)
}

/// Returns the squared distance of two points; [`FAR`] if the points differ by [`FAR_SIDE`] or more
/// in a coordinate (B7).
fn squared_distance(p: Point, q: Point) -> i32 {
    let d = (p.as_ivec2() - q.as_ivec2()).abs();
    if d.x >= FAR_SIDE || d.y >= FAR_SIDE {
        FAR
    } else {
        d.x * d.x + d.y * d.y
    }
}

/// Returns whether `c` lies on the inner side of the line from `p` to `q`, or on the line (B5,
/// B13).
pub(super) fn on_inner_side(p: Point, q: Point, c: Point) -> bool {
    let [px, py, qx, qy, cx, cy] = [p.x, p.y, q.x, q.y, c.x, c.y].map(wide);
    (qy - py) * (cx - px) <= (cy - py) * (qx - px)
}

/// Returns the point of the segment from `a` to `b` that counts as nearest to `p` (B7). Because of
/// rounding, it may differ by several pixels from the true projection.
pub(super) fn nearest_on_segment(a: Point, b: Point, p: Point) -> Point {
    let [ax, ay, bx, by, px, py] = [a.x, a.y, b.x, b.y, p.x, p.y].map(wide);
    let lx = bx - ax;
    let ly = by - ay;
    let steep = lx.0.abs() <= ly.0.abs();
    let on_line = if lx.0 == 0 {
        Point::new(a.x, p.y)
    } else if ly.0 == 0 {
        Point::new(p.x, a.y)
    } else if steep {
        let (y, x) = project((ay, ax), (ly, lx), (py, px));
        point(x, y)
    } else {
        let (x, y) = project((ax, ay), (lx, ly), (px, py));
        point(x, y)
    };
    let (at, from, to) = if steep {
        (on_line.y, a.y, b.y)
    } else {
        (on_line.x, a.x, b.x)
    };
    let (before_a, behind_b) = if to > from {
        (at < from, at > to)
    } else {
        (at > from, at < to)
    };
    match (before_a, behind_b) {
        (true, _) => a,
        (_, true) => b,
        _ => on_line,
    }
}

/// Returns the foot of the perpendicular from `p` on the line through `a` with direction `l`. The
/// longer coordinate comes first in each pair; neither coordinate of `l` is 0.
fn project(a: (Wide, Wide), l: (Wide, Wide), p: (Wide, Wide)) -> (Wide, Wide) {
    let slope_at_a = a.0 * l.1 / l.0;
    let normal_at_p = p.0 * l.0 / l.1;
    // Never 0, even if it wraps: 2^32 is not a sum of two squares of 1..=65535.
    let length = l.0 * l.0 + l.1 * l.1;
    let along = (slope_at_a + normal_at_p - a.1 + p.1) * l.1 * l.0 / length;
    (along, along * l.1 / l.0 - slope_at_a + a.1)
}

impl WalkBox {
    /// Returns the squared distance from `p` to the nearest point on the four sides, and that
    /// point; `None` if all sides are too far away (B8). For a point inside the box, the result is
    /// a point on a side, too.
    pub(super) fn nearest_point(&self, p: Point) -> Option<(i32, Point)> {
        let on_sides = self
            .sides()
            .map(|(a, b)| nearest_on_segment(a, b, p))
            .map(|q| (squared_distance(p, q), q));
        on_sides
            .into_iter()
            .filter(|(distance, _)| *distance < FAR)
            .min_by_key(|(distance, _)| *distance)
    }

    /// Returns whether `p` is more than `reach` pixels outside the extent of the corners, in x or
    /// in y.
    fn is_beyond(&self, p: Point, reach: i32) -> bool {
        let p = p.as_ivec2();
        let corners = self.corners().map(|c| c.as_ivec2());
        let outside = |of: fn(glam::IVec2) -> i32| {
            corners.iter().all(|&c| of(c) < of(p) - reach)
                || corners.iter().all(|&c| of(c) > of(p) + reach)
        };
        outside(|c| c.x) || outside(|c| c.y)
    }

    /// Returns whether `p` lies in the box or on its sides (B5).
    pub(super) fn contains(&self, p: Point, dialect: &Dialect) -> bool {
        if self.is_beyond(p, 0) {
            return false;
        }
        // v5+: a box that is a line contains the points within two pixels of it.
        let version = dialect.version();
        if version >= 5
            && self.is_line()
            && squared_distance(p, nearest_on_segment(self.ul, self.lr, p)) <= 4
        {
            return true;
        }
        // v7, v8: the order of the corners does not matter.
        let either_winding =
            version == 8 || (version == 7 && dialect.has_quirk(Quirks::EITHER_WINDING));
        let sides = self.sides();
        sides.iter().all(|&(a, b)| on_inner_side(a, b, p))
            || (either_winding && sides.iter().all(|&(a, b)| on_inner_side(b, a, p)))
    }

    fn is_line(&self) -> bool {
        (self.ul == self.ur && self.lr == self.ll) || (self.ul == self.ll && self.ur == self.lr)
    }
}

// The search for the nearest point in a box.

/// The distances from the point within which boxes are searched, in successive rounds; 0 is
/// unlimited.
const REACHES: [i32; 3] = [30, 80, 0];
/// v1, v2: boxes at this distance or further are ignored.
const OLD_LIMIT: i32 = 255;
/// Number of halvings after which the distance between any two lines is 0.
const HALVINGS: u32 = u16::BITS + 1;

impl Boxes {
    /// Returns the point nearest to `p` that lies in a box where an actor may go, and the number of
    /// that box. If there is no such box, the method returns `p` and the number that means "none".
    /// If `player_only_barred` is true, the actor may not enter invisible boxes that are for the
    /// player only. `last` is the point that was last found for the actor. In v3 and v4 the method
    /// returns `last` instead of `p` if no box is near enough.
    pub fn adjust(&self, p: Point, player_only_barred: bool, last: &mut Point) -> (Point, u8) {
        let for_player = |b: &WalkBox| b.flags & WalkBox::PLAYER_ONLY != 0 && !player_only_barred;
        let open = |b: &WalkBox| !b.is_invisible() || for_player(b);
        if self.dialect.is_v0() {
            return self.adjust_by_halving(p, self.numbered(), 2);
        }
        if self.dialect.is_v1_or_v2() {
            return self.adjust_by_halving(p, self.numbered().rev().filter(|(_, b)| open(b)), 1);
        }
        // v3, v4: if no box is near, the result is the point that was last found.
        if !matches!(self.dialect.version(), 3 | 4) {
            *last = p;
        }
        let farthest = if self.dialect.is_v7_plus() {
            i32::MAX
        } else {
            0xffff
        };
        for reach in REACHES {
            // v7, v8: boxes that are too far away count as equally far, and the point does not
            // change.
            let too_far = self.dialect.is_v7_plus().then_some((FAR, p));
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
                let nearest = b.nearest_point(p).or(too_far);
                if let Some((distance, on_side)) = nearest.filter(|(distance, _)| *distance < best)
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
    /// several boxes are equally near, the result is the first of them. v0 counts columns double
    /// (T7Ca, V55).
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

// Boxes with a slanted side.

/// The distance of a corner's slanted side from the side of its box, line by line (V56).
const SLANT: [u8; 22] = [
    0, 1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 9, 10, 11, 12, 12, 13, 14, 15, 16, 16,
];
/// Columns up to this number become the room's left edge, because the original stores columns in a
/// byte, which wraps around.
const WRAPPED: i16 = 160;

impl Boxes {
    /// v0: returns the point nearest to `pos` that lies in a box, and the number of the box.
    /// Without boxes the point is `pos` itself (V55).
    #[must_use]
    pub fn adjust_v0(&self, pos: Point) -> (Point, u8) {
        let (found, number) = self.adjust(pos, false, &mut Point::default());
        match self.get(number) {
            Some(entered) if number != NO_BOX => (beside_slant(found, entered), number),
            _ => (found, number),
        }
    }
}

/// Moves a point of a corner box to the box's slanted side if it lies beyond that side (V56).
fn beside_slant(found: Point, entered: &WalkBox) -> Point {
    if entered.mask & 0x80 == 0 {
        return found;
    }
    let line = usize::try_from(found.y.saturating_sub(entered.ul.y)).unwrap_or(0);
    let slant = SLANT.get(line).or(SLANT.last()).copied().unwrap_or(0);
    match entered.mask & 0x7c {
        8 => {
            let side = entered.ur.x.saturating_sub(slant.into());
            match side {
                side if side < found.x => found,
                ..=WRAPPED => Point::new(0, found.y),
                _ => Point::new(side, found.y),
            }
        }
        0x0c => {
            let side = entered.ul.x.saturating_add(slant.into());
            Point::new(found.x.min(side), found.y)
        }
        _ => found,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i16, y: i16) -> Point {
        Point::new(x, y)
    }

    fn nearest(a: (i16, i16), b: (i16, i16), p: (i16, i16)) -> (i16, i16) {
        let q = nearest_on_segment(at(a.0, a.1), at(b.0, b.1), at(p.0, p.1));
        (q.x, q.y)
    }

    fn quad(corners: [(i16, i16); 4]) -> WalkBox {
        let [ul, ur, lr, ll] = corners.map(|(x, y)| at(x, y));
        WalkBox {
            ul,
            ur,
            lr,
            ll,
            ..WalkBox::default()
        }
    }

    #[test]
    fn nearest_points_round_as_measured_w16() {
        assert_eq!(nearest((10, 101), (262, 125), (249, 102)), (246, 124));
        assert_eq!(nearest((262, 125), (262, 159), (249, 102)), (262, 125));
        assert_eq!(nearest((0, 0), (100, 33), (50, 50)), (59, 19));
        assert_eq!(nearest((0, 0), (33, 100), (50, 50)), (19, 59));
        assert_eq!(nearest((100, 33), (0, 0), (50, 50)), (59, 19));
        assert_eq!(nearest((186, 40), (310, 96), (140, 163)), (193, 43));
    }

    #[test]
    fn straight_segments_keep_the_other_coordinate_b7() {
        assert_eq!(nearest((10, 0), (10, 20), (50, 7)), (10, 7));
        assert_eq!(nearest((0, 10), (20, 10), (7, 50)), (7, 10));
        assert_eq!(
            nearest((5, 5), (5, 5), (50, 50)),
            (5, 5),
            "of a line of one point, that point is the nearest"
        );
    }

    #[test]
    fn the_whole_point_is_replaced_beyond_an_end_b7() {
        assert_eq!(nearest((0, 10), (20, 10), (-3, 50)), (0, 10));
        assert_eq!(
            nearest((20, 10), (0, 10), (-3, 50)),
            (0, 10),
            "the ends of the line are exchanged"
        );
        assert_eq!(
            nearest((0, 0), (30, 30), (40, 40)),
            (30, 30),
            "on a diagonal the y coordinate is limited"
        );
        assert_eq!(nearest((30, 30), (0, 0), (-5, -9)), (0, 0));
    }

    #[test]
    fn far_distances_are_not_measured_b7() {
        assert_eq!(squared_distance(at(0, 0), at(3, 4)), 25);
        assert_eq!(
            squared_distance(at(0, 0), at(0x0fff, 1)),
            0x0fff * 0x0fff + 1
        );
        assert_eq!(squared_distance(at(0, 0), at(0x1000, 0)), FAR);
        assert_eq!(squared_distance(at(-32768, 0), at(32767, 0)), FAR);
    }

    #[test]
    fn the_first_of_equally_near_sides_wins_b8() {
        let b = quad([(0, 0), (20, 0), (20, 20), (0, 20)]);
        assert_eq!(
            b.nearest_point(at(10, 10)),
            Some((100, at(10, 0))),
            "the upper side is the first of the four sides"
        );
        assert_eq!(b.nearest_point(at(25, 10)), Some((25, at(20, 10))));
        assert_eq!(b.nearest_point(at(5000, 10)), None);
    }

    #[test]
    fn sides_belong_to_the_box_b5() {
        let b = quad([(10, 40), (310, 40), (310, 190), (10, 190)]);
        assert!(
            b.contains(at(10, 40), &Dialect::new(5))
                && b.contains(at(310, 190), &Dialect::new(5))
                && b.contains(at(100, 100), &Dialect::new(4))
        );
        assert!(
            !b.contains(at(9, 100), &Dialect::new(5))
                && !b.contains(at(100, 191), &Dialect::new(5))
        );
    }

    #[test]
    fn corners_in_the_wrong_order_hold_nothing_inside_b5() {
        let b = quad([(0, 0), (0, 20), (20, 20), (20, 0)]);
        assert!(
            !b.contains(at(10, 10), &Dialect::new(5)),
            "counter-clockwise corners turn the sides inside out"
        );
    }

    #[test]
    fn a_line_holds_what_is_within_two_pixels_b5() {
        let diagonal = quad([(0, 0), (40, 40), (40, 40), (0, 0)]);
        assert!(
            diagonal.contains(at(21, 19), &Dialect::new(5)),
            "squared distance 2"
        );
        assert!(
            !diagonal.contains(at(24, 17), &Dialect::new(5)),
            "its nearest point is (20, 20): squared distance 25"
        );
        assert!(
            !diagonal.contains(at(21, 19), &Dialect::new(4)),
            "v4 tests only the sides, not the distance to the nearest point"
        );
        let upright = quad([(50, 10), (50, 10), (50, 90), (50, 90)]);
        assert!(
            !upright.contains(at(51, 50), &Dialect::new(5)),
            "the point is outside the rectangle around the box"
        );
        assert!(
            upright.contains(at(50, 50), &Dialect::new(4)),
            "a point on the line passes the general test"
        );
    }

    #[test]
    fn extent_is_strict_t61() {
        let b = quad([(10, 10), (20, 10), (20, 20), (10, 20)]);
        assert!(!b.is_beyond(at(50, 15), 30), "exactly 30 away is near");
        assert!(b.is_beyond(at(51, 15), 30) && b.is_beyond(at(15, -21), 30));
    }

    #[test]
    fn extreme_coordinates_wrap_without_a_panic() {
        let ends = [i16::MIN, -1, 0, 1, i16::MAX];
        for a in ends {
            for b in ends {
                for p in ends {
                    let q = nearest_on_segment(at(a, b), at(b, p), at(p, a));
                    let _ = squared_distance(q, at(a, p));
                    let _ =
                        quad([(a, b), (b, p), (p, a), (p, b)]).contains(at(b, a), &Dialect::new(5));
                }
            }
        }
    }
}

//! The crossing of a walk from box to box: the common sides of neighbours (B9), the crossing in v4
//! and later (B12), and the two points of v3 (B13).

use std::array;
use std::num::Wrapping;

use super::geometry::{nearest_on_segment, on_inner_side};
use crate::{Point, WalkBox};

/// The place at which an actor walks from one box into the next box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate {
    /// The straight line to the destination crosses the common side.
    Straight,
    /// The actor walks to this point.
    Point(Point),
    /// The boxes have no common side: the reference keeps the point of the previous gate.
    NoCommonSide,
}

/// An inclusive range of coordinates, in ascending order.
type Range = (i16, i16);

/// A common part of two boxes' outlines on one vertical or horizontal line.
struct CommonSide {
    upright: bool,
    /// The column of a vertical line, or the row of a horizontal one.
    line: i16,
    /// Extent of the first box's side.
    first: Range,
    /// Extent of the second box's side.
    second: Range,
}

fn sorted(a: i16, b: i16) -> Range {
    (a.min(b), a.max(b))
}

/// Returns whether two ranges overlap. A common end is not enough, unless one range is a point.
fn meet(a: Range, b: Range) -> bool {
    let touch_only = (b.0 == a.1 || b.1 == a.0) && a.0 != a.1 && b.0 != b.1;
    !(b.1 < a.0 || b.0 > a.1 || touch_only)
}

/// Returns a point's coordinates along and across a vertical or horizontal line.
fn along_and_across(upright: bool, p: Point) -> (i16, i16) {
    if upright { (p.y, p.x) } else { (p.x, p.y) }
}

/// Returns the common sides in the order in which the reference finds them: the outer loop visits
/// the sides of the second box, the inner loop the sides of the first box, and vertical sides come
/// before horizontal sides. Slanted sides are never common.
fn common_sides(first: &WalkBox, second: &WalkBox) -> impl Iterator<Item = CommonSide> {
    let inner = first.sides();
    second.sides().into_iter().flat_map(move |(c, d)| {
        inner.into_iter().flat_map(move |(a, b)| {
            [true, false].into_iter().filter_map(move |upright| {
                let corners = [a, b, c, d].map(|p| along_and_across(upright, p));
                let [(a, line), (b, _), (c, _), (d, _)] = corners;
                let side = CommonSide {
                    upright,
                    line,
                    first: sorted(a, b),
                    second: sorted(c, d),
                };
                let on_line = corners.iter().all(|&(_, across)| across == line);
                (on_line && meet(side.first, side.second)).then_some(side)
            })
        })
    })
}

/// Returns whether two boxes share a part of a side. Invisible boxes (flag 0x80) have no neighbours
/// (B9).
pub(super) fn are_neighbours(first: &WalkBox, second: &WalkBox) -> bool {
    !first.is_invisible() && !second.is_invisible() && common_sides(first, second).next().is_some()
}

/// Returns where a walk from `pos` in box `first` to `dest` crosses into box `second`. `last` is
/// true if `dest` lies in `second`, so that the straight line matters (B12).
pub(super) fn gate(first: &WalkBox, second: &WalkBox, last: bool, pos: Point, dest: Point) -> Gate {
    let Some(side) = common_sides(first, second).next() else {
        return Gate::NoCommonSide;
    };
    let split = |p: Point| {
        let (along, across) = along_and_across(side.upright, p);
        (Wrapping(i32::from(along)), Wrapping(i32::from(across)))
    };
    let (pos_along, pos_across) = split(pos);
    let (dest_along, dest_across) = split(dest);
    let mut aim = pos_along;
    let width = dest_across - pos_across;
    if last && width.0 != 0 {
        let rise = (dest_along - pos_along) * (Wrapping(i32::from(side.line)) - pos_across);
        #[allow(clippy::arithmetic_side_effects, reason = "the width is not 0")]
        let mut offset = rise / width;
        // For vertical sides only, the reference rounds values between -1 and 0 down, and also 0
        // itself: both become -1.
        let may_be_negative = (rise.0 <= 0 || width.0 <= 0) && (rise.0 >= 0 || width.0 >= 0);
        if side.upright && offset.0 == 0 && may_be_negative {
            offset = Wrapping(-1);
        }
        aim += offset;
    }
    let mut at = aim.0;
    for (low, high) in [side.second, side.first] {
        at = at.clamp(low.into(), high.into());
    }
    if last && at == aim.0 {
        return Gate::Straight;
    }
    let at = at as i16;
    Gate::Point(if side.upright {
        Point::new(side.line, at)
    } else {
        Point::new(at, side.line)
    })
}

// The crossing in v3 (B13).

/// Lines of this length or more are not considered (B13).
const NO_LINE: i32 = 0xffff;

/// The straight line to the destination crosses between the boxes.
const STRAIGHT: [Option<Point>; 2] = [None, None];

/// A short line from one box to the other: a corner of one box and the nearest point of the other.
#[derive(Clone, Copy)]
struct Line {
    /// The end on the first box's side.
    first: Point,
    /// The end on the second box's side.
    second: Point,
    /// The squared length.
    length: i32,
}

/// Returns where a walk from `pos` in box `first` to `dest` crosses into box `second`. `last` is
/// true if `dest` lies in `second`. The first point lies on the side of the box that the actor
/// leaves; it is `None` if the straight line to the second point crosses there. The second point
/// lies on the side of the box that the actor enters. If fewer than three lines between the boxes
/// are shorter than 256 pixels, both points are `None`, and the actor walks straight.
pub(super) fn gates_v3(
    first: &WalkBox,
    second: &WalkBox,
    last: bool,
    pos: Point,
    dest: Point,
) -> [Option<Point>; 2] {
    let Some((a, b)) = crossing(first, second) else {
        return STRAIGHT;
    };
    let between = |from, to, p, q| on_inner_side(from, to, p) != on_inner_side(from, to, q);
    if last && between(pos, dest, a.first, b.first) && between(pos, dest, a.second, b.second) {
        return STRAIGHT;
    }
    let far = nearest_on_segment(a.second, b.second, pos);
    let near =
        (!between(pos, far, a.first, b.first)).then(|| nearest_on_segment(a.first, b.first, pos));
    [near, Some(far)]
}

/// Returns the two of the three shortest lines between which the walk crosses.
#[allow(
    clippy::indexing_slicing,
    reason = "the indices are below 3, the length of the array"
)]
fn crossing(first: &WalkBox, second: &WalkBox) -> Option<(Line, Line)> {
    let mut lines = lines(first, second);
    // Lines of equal length keep their order.
    lines.sort_by_key(|line| line.map_or(NO_LINE, |(_, line)| line.length));
    let [Some(one), Some(two), Some(three), ..] = lines else {
        return None;
    };
    let three = [one, two, three];
    let (a, b) = choose(three.map(|(owner, line)| (owner, line.length.isqrt())));
    Some((three[a].1, three[b].1))
}

/// Returns the indices of the two lines that bound the crossing. The three lines are given with
/// their owners and lengths in whole pixels.
fn choose([(of0, m0), (of1, m1), (of2, m2)]: [(Owner, i32); 3]) -> (usize, usize) {
    let near = |m: i32, n: i32| m.abs_diff(n) < 4;
    let pairs = [
        (of0 == of1 && near(m0, m1), (0, 1)),
        (of0 == of2 && m0 == m2, (0, 2)),
        (of1 == of2 && m1 == m2, (1, 2)),
        (of0 == of2 && near(m0, m2), (0, 2)),
        (near(m0, m2), (1, 2)),
        (near(m0, m1), (0, 1)),
    ];
    pairs
        .into_iter()
        .find(|(holds, _)| *holds)
        .map_or((0, 0), |(_, pair)| pair)
}

/// The box whose corner is the start of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    First,
    Second,
}

/// Returns the lines of all eight corners, the corners of the first box before the corners of the
/// second box. A line is `None` if the other box is too far away.
fn lines(first: &WalkBox, second: &WalkBox) -> [Option<(Owner, Line)>; 8] {
    let line = |owner, corner, other: &WalkBox| {
        let (length, nearest) = other
            .nearest_point(corner)
            .filter(|(length, _)| *length < NO_LINE)?;
        let (first, second) = if owner == Owner::First {
            (corner, nearest)
        } else {
            (nearest, corner)
        };
        Some((
            owner,
            Line {
                first,
                second,
                length,
            },
        ))
    };
    let of_first = first
        .corners()
        .map(|corner| line(Owner::First, corner, second));
    let of_second = second
        .corners()
        .map(|corner| line(Owner::Second, corner, first));
    let mut lines = of_first.into_iter().chain(of_second);
    array::from_fn(|_| lines.next().flatten())
}

#[cfg(test)]
mod tests {
    use super::Owner::{First, Second};
    use super::*;

    fn at(x: i16, y: i16) -> Point {
        Point::new(x, y)
    }

    #[test]
    fn boxes_with_a_part_of_a_side_in_common_are_neighbours_b9() {
        let middle = WalkBox::rect(100, 100, 200, 200);
        for beside in [
            WalkBox::rect(200, 150, 300, 300),
            WalkBox::rect(0, 190, 100, 300),
            WalkBox::rect(150, 0, 160, 100),
            WalkBox::rect(0, 200, 300, 210),
        ] {
            assert!(are_neighbours(&middle, &beside) && are_neighbours(&beside, &middle));
        }
        assert!(
            !are_neighbours(&middle, &WalkBox::rect(201, 100, 300, 200)),
            "a pixel between them"
        );
        assert!(
            !are_neighbours(&middle, &WalkBox::rect(110, 110, 120, 120)),
            "the second box is inside the first, but the boxes share no side"
        );
    }

    #[test]
    fn a_corner_is_enough_for_a_point_only_b9() {
        let middle = WalkBox::rect(100, 100, 200, 200);
        assert!(!are_neighbours(&middle, &WalkBox::rect(200, 200, 300, 300)));
        assert!(are_neighbours(&middle, &WalkBox::rect(200, 200, 200, 200)));
        assert!(are_neighbours(&WalkBox::rect(200, 200, 200, 200), &middle));
    }

    #[test]
    fn slanted_sides_are_never_common_b9() {
        let left = WalkBox {
            ur: at(150, 0),
            lr: at(100, 100),
            ..WalkBox::rect(0, 0, 0, 100)
        };
        let right = WalkBox {
            ul: at(150, 0),
            ll: at(100, 100),
            ..WalkBox::rect(200, 0, 200, 100)
        };
        assert!(!are_neighbours(&left, &right));
    }

    #[test]
    fn invisible_boxes_have_no_neighbours_b9() {
        let a = WalkBox::rect(0, 0, 100, 100);
        let b = WalkBox::rect(100, 0, 200, 100);
        assert!(are_neighbours(&a, &b));
        assert!(!are_neighbours(&WalkBox { flags: 0x80, ..a }, &b));
        assert!(!are_neighbours(&a, &WalkBox { flags: 0x84, ..b }));
    }

    #[test]
    fn the_aim_is_limited_to_the_common_part_w15() {
        let one = WalkBox::rect(10, 100, 100, 190);
        let two = WalkBox::rect(100, 40, 200, 110);
        assert_eq!(
            gate(&one, &two, true, at(60, 150), at(180, 50)),
            Gate::Point(at(100, 110))
        );
    }

    #[test]
    fn the_straight_way_needs_no_gate_b12() {
        let one = WalkBox::rect(0, 0, 100, 100);
        let two = WalkBox::rect(100, 0, 200, 100);
        assert_eq!(
            gate(&one, &two, true, at(50, 20), at(150, 80)),
            Gate::Straight
        );
        assert_eq!(
            gate(&one, &two, false, at(50, 20), at(150, 80)),
            Gate::Point(at(100, 20)),
            "more boxes follow"
        );
    }

    #[test]
    fn an_upright_gate_rounds_small_rises_down_b12() {
        let one = WalkBox::rect(0, 0, 100, 100);
        let two = WalkBox::rect(100, 50, 200, 150);
        // (49-50)*(100-0)/(200-0) = -0.5: t = -1, aim 49, limited to 50.
        assert_eq!(
            gate(&one, &two, true, at(0, 50), at(200, 49)),
            Gate::Point(at(100, 50))
        );
        // With +0.5, the result stays 0: straight.
        assert_eq!(
            gate(&one, &two, true, at(0, 50), at(200, 51)),
            Gate::Straight
        );
        // Level: n = 0, t = -1 as well.
        assert_eq!(
            gate(&one, &two, true, at(0, 50), at(200, 50)),
            Gate::Point(at(100, 50))
        );
        assert_eq!(
            gate(&one, &two, true, at(0, 51), at(200, 51)),
            Gate::Straight,
            "aim 50"
        );
        // To the left: 1*(-100)/-200 is +0.5, -1*(-100)/-200 is -0.5.
        assert_eq!(
            gate(&two, &one, true, at(200, 50), at(0, 51)),
            Gate::Straight
        );
        assert_eq!(
            gate(&two, &one, true, at(200, 50), at(0, 49)),
            Gate::Point(at(100, 50))
        );
    }

    #[test]
    fn a_level_gate_has_no_such_rule_b12() {
        let upper = WalkBox::rect(0, 0, 100, 100);
        let lower = WalkBox::rect(50, 100, 150, 200);
        assert_eq!(
            gate(&upper, &lower, true, at(50, 0), at(49, 200)),
            Gate::Straight,
            "-0.5 is 0: aim 50"
        );
        assert_eq!(
            gate(&upper, &lower, true, at(50, 0), at(50, 200)),
            Gate::Straight
        );
        assert_eq!(
            gate(&upper, &lower, true, at(20, 50), at(60, 150)),
            Gate::Point(at(50, 100)),
            "aim 40"
        );
        assert_eq!(
            gate(&upper, &lower, false, at(90, 50), at(60, 150)),
            Gate::Point(at(90, 100))
        );
    }

    #[test]
    fn a_point_on_a_side_is_its_own_gate_b12() {
        let one = WalkBox::rect(0, 0, 100, 100);
        let two = WalkBox::rect(100, 100, 100, 100);
        assert_eq!(
            gate(&one, &two, false, at(50, 20), at(100, 100)),
            Gate::Point(at(100, 100))
        );
    }

    #[test]
    fn a_dest_straight_above_keeps_the_own_line_b12() {
        let one = WalkBox::rect(0, 0, 100, 100);
        let two = WalkBox::rect(100, 0, 200, 100);
        assert_eq!(
            gate(&one, &two, true, at(100, 20), at(100, 90)),
            Gate::Straight,
            "no division by 0"
        );
    }

    #[test]
    fn boxes_apart_have_no_common_side_b12() {
        assert_eq!(
            gate(
                &WalkBox::rect(0, 0, 9, 9),
                &WalkBox::rect(50, 50, 60, 60),
                true,
                at(0, 0),
                at(55, 55)
            ),
            Gate::NoCommonSide
        );
    }

    #[test]
    fn the_first_common_side_is_the_gate_b12() {
        // A flat box (one horizontal line twice) shares its line with the box above; a degenerate
        // second side comes later.
        let above = WalkBox::rect(0, 0, 100, 100);
        let line = WalkBox::rect(20, 100, 80, 100);
        assert_eq!(
            gate(&above, &line, false, at(10, 50), at(50, 100)),
            Gate::Point(at(20, 100))
        );
        // Two equal boxes share all four sides; the upper one is found first.
        let same = WalkBox::rect(0, 0, 100, 100);
        assert_eq!(
            gate(&same, &same, false, at(30, 60), at(50, 50)),
            Gate::Point(at(30, 0))
        );
    }

    #[test]
    fn the_lines_are_chosen_in_this_order_b13() {
        assert_eq!(
            choose([(First, 0), (First, 3), (Second, 0)]),
            (0, 1),
            "two lines from corners of the first box, with nearly equal lengths"
        );
        assert_eq!(
            choose([(First, 0), (First, 4), (Second, 5)]),
            (0, 0),
            "no choice fits, so the first line is taken twice"
        );
        assert_eq!(choose([(First, 2), (Second, 2), (First, 2)]), (0, 2));
        assert_eq!(choose([(First, 0), (Second, 2), (Second, 2)]), (1, 2));
        assert_eq!(choose([(First, 0), (Second, 0), (First, 3)]), (0, 2));
        assert_eq!(
            choose([(First, 0), (Second, 1), (Second, 3)]),
            (1, 2),
            "the boxes of the lines do not matter"
        );
        assert_eq!(choose([(First, 0), (First, 4), (First, 9)]), (0, 0));
        assert_eq!(choose([(First, 0), (Second, 3), (First, 50)]), (0, 1));
    }

    #[test]
    fn a_shared_side_is_crossed_where_it_is_nearest_b13() {
        // The lines are the points (100,100), a corner of the first box, and (100,50), a corner of
        // the second.
        let one = WalkBox::rect(0, 0, 100, 100);
        let two = WalkBox::rect(100, 50, 200, 150);
        assert_eq!(
            gates_v3(&one, &two, true, at(20, 80), at(180, 120)),
            STRAIGHT,
            "the way leads between the two corners"
        );
        let gate = [None, Some(at(100, 80))];
        assert_eq!(
            gates_v3(&one, &two, true, at(20, 80), at(180, 150)),
            gate,
            "the way leads past the lower corner"
        );
        assert_eq!(
            gates_v3(&one, &two, false, at(20, 80), at(180, 120)),
            gate,
            "more boxes follow"
        );
    }

    #[test]
    fn a_gap_is_crossed_in_two_legs_b13() {
        let one = WalkBox::rect(0, 0, 100, 100);
        let two = WalkBox::rect(110, 50, 210, 150);
        let gate = [None, Some(at(110, 80))];
        assert_eq!(
            gates_v3(&one, &two, true, at(20, 80), at(190, 150)),
            gate,
            "the straight way leads through the nearer side"
        );
        let gate = [Some(at(100, 50)), Some(at(110, 50))];
        assert_eq!(gates_v3(&one, &two, false, at(20, 10), at(190, 150)), gate);
    }

    #[test]
    fn two_corners_of_the_second_box_bound_a_door_b13() {
        let one = WalkBox::rect(0, 0, 100, 100);
        let two = WalkBox::rect(100, 20, 200, 80);
        assert_eq!(
            gates_v3(&one, &two, true, at(50, 5), at(150, 70)),
            STRAIGHT,
            "passes (100,37)"
        );
        let gate = [Some(at(100, 20)), Some(at(100, 20))];
        assert_eq!(gates_v3(&one, &two, false, at(50, 5), at(150, 70)), gate);
    }

    #[test]
    fn boxes_far_apart_have_no_lines_b13() {
        assert_eq!(
            gates_v3(
                &WalkBox::rect(0, 0, 9, 9),
                &WalkBox::rect(500, 0, 509, 9),
                false,
                at(5, 5),
                at(505, 5)
            ),
            STRAIGHT
        );
    }
}

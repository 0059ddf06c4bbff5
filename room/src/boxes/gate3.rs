//! The crossing of a walk in v3 from box to box: two points instead of a common side (B13).
#![allow(
    clippy::indexing_slicing,
    reason = "places in an array of three, made here"
)]

use std::array;

use super::geometry::{nearest_on_segment, on_inner_side};
use crate::{Point, WalkBox};

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
/// lies on the side of the box that the actor enters. If the boxes are so far apart that fewer than
/// three lines are shorter than 256 pixels, both are `None`: the actor walks straight.
pub(super) fn gates(
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

/// Returns the lines of all eight corners, the first box's before the second's; `None` if the other
/// box is too far away.
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
    fn the_lines_are_chosen_in_this_order_b13() {
        assert_eq!(
            choose([(First, 0), (First, 3), (Second, 0)]),
            (0, 1),
            "one box's corners, nearly as far"
        );
        assert_eq!(
            choose([(First, 0), (First, 4), (Second, 5)]),
            (0, 0),
            "nothing fits"
        );
        assert_eq!(choose([(First, 2), (Second, 2), (First, 2)]), (0, 2));
        assert_eq!(choose([(First, 0), (Second, 2), (Second, 2)]), (1, 2));
        assert_eq!(choose([(First, 0), (Second, 0), (First, 3)]), (0, 2));
        assert_eq!(
            choose([(First, 0), (Second, 1), (Second, 3)]),
            (1, 2),
            "whoever they belong to"
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
            gates(&one, &two, true, at(20, 80), at(180, 120)),
            STRAIGHT,
            "between the two"
        );
        let gate = [None, Some(at(100, 80))];
        assert_eq!(
            gates(&one, &two, true, at(20, 80), at(180, 150)),
            gate,
            "past the lower one"
        );
        assert_eq!(
            gates(&one, &two, false, at(20, 80), at(180, 120)),
            gate,
            "more boxes behind"
        );
    }

    #[test]
    fn a_gap_is_crossed_in_two_legs_b13() {
        let one = WalkBox::rect(0, 0, 100, 100);
        let two = WalkBox::rect(110, 50, 210, 150);
        let gate = [None, Some(at(110, 80))];
        assert_eq!(
            gates(&one, &two, true, at(20, 80), at(190, 150)),
            gate,
            "the way passes the near side by itself"
        );
        let gate = [Some(at(100, 50)), Some(at(110, 50))];
        assert_eq!(gates(&one, &two, false, at(20, 10), at(190, 150)), gate);
    }

    #[test]
    fn two_corners_of_the_second_box_bound_a_door_b13() {
        let one = WalkBox::rect(0, 0, 100, 100);
        let two = WalkBox::rect(100, 20, 200, 80);
        assert_eq!(
            gates(&one, &two, true, at(50, 5), at(150, 70)),
            STRAIGHT,
            "passes (100,37)"
        );
        let gate = [Some(at(100, 20)), Some(at(100, 20))];
        assert_eq!(gates(&one, &two, false, at(50, 5), at(150, 70)), gate);
    }

    #[test]
    fn boxes_far_apart_have_no_lines_b13() {
        assert_eq!(
            gates(
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

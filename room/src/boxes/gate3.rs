//! Where a walk of v3 crosses from box to box: two points instead of a common side (B13).

use std::array;

use super::geometry::{nearest_on_segment, on_inner_side};
use crate::Point;
use crate::walkbox::WalkBox;

/// Distances from here on are no candidates (B13).
const NO_LINE: i32 = 0xffff;

/// How a leg of v3 from one box to the next has to be walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GatesV3 {
    /// The straight way to the destination passes between the boxes.
    Straight,
    /// Two legs: to the point on the first box's side, if there is one, then to the point on the second box's side.
    Points {
        /// On the side of the box that is left; `None` where the straight way to `far` passes there.
        near: Option<Point>,
        /// On the side of the box that is entered.
        far: Point,
    },
}

/// A short line from one box to the other: a corner of either and the nearest point of the other.
#[derive(Clone, Copy)]
struct Line {
    /// On the first box's side.
    first: Point,
    /// On the second box's side.
    second: Point,
    /// Squared length.
    length: i32,
}

/// Returns where a walk from `pos` in box `first` to `dest` crosses into box `second`; `last` says that `dest` lies in
/// `second`. Boxes so far apart that fewer than three lines are shorter than 256 pixels have no crossing: straight.
pub(super) fn gates(first: &WalkBox, second: &WalkBox, last: bool, pos: Point, dest: Point) -> GatesV3 {
    let Some((a, b)) = crossing(first, second) else { return GatesV3::Straight };
    let between = |from, to, p, q| on_inner_side(from, to, p) != on_inner_side(from, to, q);
    if last && between(pos, dest, a.first, b.first) && between(pos, dest, a.second, b.second) {
        return GatesV3::Straight;
    }
    let far = nearest_on_segment(a.second, b.second, pos);
    let near = (!between(pos, far, a.first, b.first)).then(|| nearest_on_segment(a.first, b.first, pos));
    GatesV3::Points { near, far }
}

/// The two lines between which the way crosses.
fn crossing(first: &WalkBox, second: &WalkBox) -> Option<(Line, Line)> {
    let mut candidates = lines(first, second);
    let mut take = || {
        let candidate = candidates.iter_mut().flatten().min_by_key(|(_, line)| line.length)?;
        let taken = (candidate.0, candidate.1, candidate.1.length.isqrt());
        candidate.1.length = NO_LINE;
        (taken.1.length < NO_LINE).then_some(taken)
    };
    let (of0, line0, m0) = take()?;
    let (of1, line1, m1) = take()?;
    let (of2, line2, m2) = take()?;
    let near = |m: i32, n: i32| m.abs_diff(n) < 4;
    Some(if of0 == of1 && near(m0, m1) {
        (line0, line1)
    } else if of0 == of2 && m0 == m2 {
        (line0, line2)
    } else if of1 == of2 && m1 == m2 {
        (line1, line2)
    } else if of0 == of2 && near(m0, m2) {
        (line0, line2)
    } else if near(m0, m2) {
        (line1, line2)
    } else if near(m0, m1) {
        (line0, line1)
    } else {
        (line0, line0)
    })
}

/// Whose corner a line starts from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    First,
    Second,
}

/// The lines of all eight corners, the first box's before the second's; `None` where the other box is too far away.
fn lines(first: &WalkBox, second: &WalkBox) -> [Option<(Owner, Line)>; 8] {
    let (of_first, of_second) = (first.corners(), second.corners());
    array::from_fn(|k| match of_first.get(k) {
        Some(&corner) => {
            let (length, nearest) = second.nearest_point(corner)?;
            Some((Owner::First, Line { first: corner, second: nearest, length }))
        }
        None => {
            let corner = *of_second.get(k - of_first.len())?;
            let (length, nearest) = first.nearest_point(corner)?;
            Some((Owner::Second, Line { first: nearest, second: corner, length }))
        }
    })
}

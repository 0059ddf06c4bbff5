//! Scale slots: the scale of an actor at a position (T64).
#![allow(
    clippy::arithmetic_side_effects,
    reason = "wrapping as the original, no divisor is 0; slots are numbered from 1"
)]

use std::num::Wrapping;

use crate::{Point, ScaleSlot};

/// The number of scale slots, which are numbered from 1. No room stores more than four (B6).
pub const SCALE_SLOTS: u16 = 20;

impl ScaleSlot {
    /// Returns the scale at `p`, 1..=255; `None` if both points of the slot are equal (fatal in the
    /// reference).
    #[must_use]
    pub fn at(&self, p: Point) -> Option<u8> {
        let [x1, y1, s1, x2, y2, s2] =
            [self.x1, self.y1, self.s1, self.x2, self.y2, self.s2].map(Wrapping);
        let along = |p: i16, p1: Wrapping<i32>, p2: Wrapping<i32>| {
            (p1 != p2).then(|| (s2 - s1) * (Wrapping(i32::from(p)) - p1) / (p2 - p1) + s1)
        };
        let scale = match (along(p.x, x1, x2), along(p.y.max(0), y1, y2)) {
            (Some(by_x), Some(by_y)) => (by_x + by_y) / Wrapping(2),
            (Some(by_x), None) => by_x,
            (None, Some(by_y)) => by_y,
            (None, None) => return None,
        };
        Some(scale.0.clamp(1, 255) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEPTH: ScaleSlot = ScaleSlot {
        x1: 0,
        y1: 60,
        s1: 100,
        x2: 0,
        y2: 190,
        s2: 255,
    };

    fn at(x: i16, y: i16) -> Point {
        Point::new(x, y)
    }

    #[test]
    fn the_scale_is_interpolated_by_line_w7() {
        assert_eq!(DEPTH.at(at(999, 120)), Some(171));
        assert_eq!(DEPTH.at(at(0, 100)), Some(147));
    }

    #[test]
    fn lines_above_the_room_count_as_its_first_t64() {
        // 155*(0-60)/130 + 100 = -71 + 100
        assert_eq!(DEPTH.at(at(0, -500)), Some(29));
        assert_eq!(DEPTH.at(at(0, 0)), Some(29));
    }

    #[test]
    fn the_scale_is_kept_within_1_and_255_t64() {
        assert_eq!(DEPTH.at(at(0, 400)), Some(255));
        let steep = ScaleSlot {
            y1: 100,
            s1: 0,
            y2: 110,
            s2: 400,
            ..ScaleSlot::default()
        };
        assert_eq!(
            [0, 100, 105, 109].map(|y| steep.at(at(0, y))),
            [Some(1), Some(1), Some(200), Some(255)]
        );
    }

    #[test]
    fn columns_alone_and_both_axes_t64() {
        let by_column = ScaleSlot {
            x1: 100,
            y1: 7,
            s1: 50,
            x2: 200,
            y2: 7,
            s2: 150,
        };
        assert_eq!(by_column.at(at(160, 3)), Some(110));
        assert_eq!(
            by_column.at(at(-40, 3)),
            Some(1),
            "columns left of the room are not cut to 0: -90"
        );
        let by_both = ScaleSlot {
            x1: 0,
            y1: 0,
            s1: 100,
            x2: 100,
            y2: 10,
            s2: 200,
        };
        assert_eq!(by_both.at(at(30, 8)), Some(155), "(130 + 180) / 2");
        assert_eq!(
            by_both.at(at(31, 8)),
            Some(155),
            "(131 + 180) / 2 truncates"
        );
    }

    #[test]
    fn a_slot_of_one_point_says_nothing_t64() {
        assert_eq!(
            ScaleSlot {
                x1: 5,
                y1: 5,
                s1: 1,
                x2: 5,
                y2: 5,
                s2: 9
            }
            .at(at(5, 5)),
            None
        );
    }
}

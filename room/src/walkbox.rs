//! Walk boxes and scale slots as plain values, and the scale at a position (T64). The module
//! `boxes` parses them and answers questions about them.

use std::num::Wrapping;

use crate::Point;

/// A walk box: four corners, the z-plane that masks its actors, flags, scale (B1, B2).
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WalkBox {
    /// Upper left corner.
    pub ul: Point,
    /// Upper right corner.
    pub ur: Point,
    /// Lower right corner.
    pub lr: Point,
    /// Lower left corner.
    pub ll: Point,
    /// Number of the z-plane that hides actors in this box (M5, M6).
    pub mask: u8,
    /// Flags (B2).
    pub flags: u8,
    /// The raw scale word: 1..=255, or bit 15 and the number of a scale slot minus 1 (T62).
    pub scale: u16,
    /// v8: the number of a scale slot, which takes precedence over `scale`; 0 for none.
    pub slot: u8,
}

impl Default for WalkBox {
    fn default() -> Self {
        let zero = Point::ZERO;
        Self {
            ul: zero,
            ur: zero,
            lr: zero,
            ll: zero,
            mask: 0,
            flags: 0,
            scale: 255,
            slot: 0,
        }
    }
}

impl WalkBox {
    /// Flag of a mirrored box: left and right of an actor's facing are exchanged (B2, T44).
    pub const FLIP_X: u8 = 8;
    /// Flag of a box where north and south of an actor's facing are exchanged (B2, T44).
    pub const FLIP_Y: u8 = 0x10;
    /// Flag of a box for the player only; in Sam & Max, a box that does not change the scale (B2,
    /// T62).
    pub const PLAYER_ONLY: u8 = 0x20;
    /// Flag of a locked box, which only v1, v2 and Zak McKracken test (B2).
    pub const LOCKED: u8 = 0x40;
    /// Flag of an invisible box, where no actor walks (B2, B9, T61).
    pub const INVISIBLE: u8 = 0x80;
    /// v0: the bits of a mask that make the box a corner triangle (V50).
    pub const CORNER: u8 = 0x88;
    /// v0: the bit of a triangle's mask that makes the right side the slanted side. Without the bit
    /// the left side is slanted (V50).
    pub const SLANTS_RIGHT: u8 = 4;
    /// Mask of the flags that force a facing (B2, T44).
    pub const DIRECTION: u8 = 7;

    /// Creates a rectangular box with these edges and default values.
    pub fn rect(left: i16, top: i16, right: i16, bottom: i16) -> Self {
        let [ul, ur, lr, ll] =
            [(left, top), (right, top), (right, bottom), (left, bottom)].map(Point::from);
        Self {
            ul,
            ur,
            lr,
            ll,
            ..Self::default()
        }
    }

    /// Creates a box of v0 (V50): a rectangular box, or a corner triangle if both bits of
    /// [`Self::CORNER`] are set. [`Self::SLANTS_RIGHT`] selects the slanted side of a triangle.
    pub fn from_v0(left: u8, top: u8, right: u8, bottom: u8, mask: u8) -> Self {
        let mut made = Self {
            mask,
            ..Self::rect(left.into(), top.into(), right.into(), bottom.into())
        };
        if mask & Self::CORNER == Self::CORNER {
            if mask & Self::SLANTS_RIGHT != 0 {
                made.ur = made.ul;
            } else {
                made.ul = made.ur;
            }
        }
        made
    }

    /// Returns the corners: upper left, upper right, lower right, lower left.
    #[must_use]
    pub fn corners(&self) -> [Point; 4] {
        [self.ul, self.ur, self.lr, self.ll]
    }

    /// Returns the sides, each from a corner to the next: upper, right, lower, left.
    pub(crate) fn sides(&self) -> [(Point, Point); 4] {
        [
            (self.ul, self.ur),
            (self.ur, self.lr),
            (self.lr, self.ll),
            (self.ll, self.ul),
        ]
    }

    /// Returns whether [`Self::INVISIBLE`] is set.
    #[must_use]
    pub fn is_invisible(&self) -> bool {
        self.flags & Self::INVISIBLE != 0
    }
}

/// A scale slot: the scales at two points, between which the scale is interpolated (T64).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ScaleSlot {
    /// Column of the first point.
    pub x1: i32,
    /// Line of the first point.
    pub y1: i32,
    /// Scale at the first point; 255 is full size.
    pub s1: i32,
    /// Column of the second point.
    pub x2: i32,
    /// Line of the second point.
    pub y2: i32,
    /// Scale at the second point.
    pub s2: i32,
}

/// The number of scale slots, which are numbered from 1. No room stores more than four (B6).
pub const SCALE_SLOTS: u16 = 20;

#[allow(
    clippy::arithmetic_side_effects,
    reason = "wrapping as the original, no divisor is 0"
)]
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

//! Walk boxes and scale slots as plain values. The module `boxes` parses them and answers questions
//! about them.

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
    /// v0: the bit of a triangle's mask that selects the right side as the slanted one; otherwise
    /// it is the left side (V50).
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
    pub fn of_v0(left: u8, top: u8, right: u8, bottom: u8, mask: u8) -> Self {
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

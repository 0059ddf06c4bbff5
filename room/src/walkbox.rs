//! Walk boxes and scale slots as plain values. `boxes` reads them and answers questions about them.

use crate::Point;

/// One walk box: four corners, the z-plane its actors are masked by, flags, scale (B1, B2).
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
    /// The raw scale word: 1..=255, or bit 15 and the number of a scale slot less 1 (T62).
    pub scale: u16,
    /// v8: the number of a scale slot, which wins over `scale`; 0 none.
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
    /// Flag of a box for the player only; in Sam & Max one that leaves the scale as it is (B2,
    /// T62).
    pub const PLAYER_ONLY: u8 = 0x20;
    /// Flag of a locked box, which only v1, v2 and Zak look at (B2).
    pub const LOCKED: u8 = 0x40;
    /// Flag of an invisible box: no actor walks there (B2, B9, T61).
    pub const INVISIBLE: u8 = 0x80;
    /// v0: bits of a mask that make its box a corner triangle (V50).
    pub const CORNER: u8 = 0x88;
    /// v0: bit of a triangle's mask: its right side is slanted, else its left one (V50).
    pub const SLANTS_RIGHT: u8 = 4;
    /// Mask of the flags that force a facing (B2, T44).
    pub const DIRECTION: u8 = 7;

    /// An upright box with these extents, everything else as by default.
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

    /// A box of v0 (V50): an upright one, or with both bits of [`Self::CORNER`] a corner triangle,
    /// of which [`Self::SLANTS_RIGHT`] says the slanted side.
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

/// A scale slot: the scale at two points, interpolated between them (T64).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ScaleSlot {
    /// Column of the first point.
    pub x1: i32,
    /// Line of the first point.
    pub y1: i32,
    /// Scale there; 255 is full size.
    pub s1: i32,
    /// Column of the second point.
    pub x2: i32,
    /// Line of the second point.
    pub y2: i32,
    /// Scale there.
    pub s2: i32,
}

//! Walk boxes and scale slots as values; how they are stored and what they answer stands beside them.

use glam::I16Vec2;
use serde::{Deserialize, Serialize};

/// One walk box: four corners, the z-plane its actors are masked by, flags, scale (B1, B2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WalkBox {
    /// Upper left corner.
    pub ul: I16Vec2,
    /// Upper right corner.
    pub ur: I16Vec2,
    /// Lower right corner.
    pub lr: I16Vec2,
    /// Lower left corner.
    pub ll: I16Vec2,
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
        let zero = I16Vec2::ZERO;
        Self { ul: zero, ur: zero, lr: zero, ll: zero, mask: 0, flags: 0, scale: 255, slot: 0 }
    }
}

/// A scale slot: the scale at two points, interpolated between them (T64).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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

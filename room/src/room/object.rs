//! Objects of a room: where they stand, what they belong to (O1, O2).
#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use serde::{Deserialize, Serialize};

use crate::Point;

/// An object of a room; its pictures are drawn by [`super::Room::draw_object`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Object {
    /// Its number in the game.
    pub id: u16,
    /// v8: its name, by which the index knows its number.
    pub name: Option<String>,
    /// Upper left corner in room pixels.
    pub position: Point,
    /// Width in pixels.
    pub width: u16,
    /// Height in pixels.
    pub height: u16,
    /// Number (1 the first) of the object it belongs to in [`super::Room::objects`]; 0 none.
    pub parent: u8,
    /// The state its parent must have for it to be there (O4).
    pub parent_state: u8,
    /// Where actors stand to use it, in room pixels.
    pub walk: Point,
    /// The old direction (v8: the angle) that actors turn to when they use it.
    pub direction: u16,
    /// Flags of its picture; what they say of planes is [`Self::ors_planes`].
    pub flags: u32,
    /// Whether transparent strips may add to the planes instead of replacing them (O6).
    pub ors_planes: bool,
}

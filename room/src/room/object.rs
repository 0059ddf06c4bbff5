//! Objects of a room: their positions, their parents, and their pictures by state (O1–O3).

use crate::image::picture::Picture;
use crate::{Dialect, Point};

/// An object of a room; [`Room::draw_object`](super::Room::draw_object) draws its pictures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RoomObject {
    /// The number in the game.
    pub id: u16,
    /// v8: the name, which the index maps to the number.
    pub name: Option<String>,
    /// Upper left corner in room pixels.
    pub position: Point,
    /// Width in pixels.
    pub width: u16,
    /// Height in pixels.
    pub height: u16,
    /// Number (from 1) of the parent object in [`super::Room::objects`]; 0 for none.
    pub parent: u8,
    /// The state that the parent must have for this object to exist (O4).
    pub parent_state: u8,
    /// The point at which actors stand to use the object, in room pixels.
    pub walk: Point,
    /// The direction to which actors turn to use the object, as stored: a number, in v8 an angle.
    pub direction: u16,
    /// True if strips may add to the planes and not replace them (O6).
    pub ors_planes: bool,
}

/// The properties of an object that change in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectNow {
    /// The state, which selects the picture (O3).
    pub state: u8,
    /// The upper left corner in room pixels (Y44).
    pub position: Point,
    /// The classes: bit n - 1 for class n (O6).
    pub classes: u32,
}

/// v0: the lowest number of objects that belong to the background.
const BACKGROUND_V0: u16 = 256;

impl RoomObject {
    /// v0: returns whether the object belongs to the background, so that it has no state and is
    /// never drawn (V15).
    pub(crate) fn is_stateless(&self, dialect: &Dialect) -> bool {
        dialect.is_v0() && self.id >= BACKGROUND_V0
    }

    /// Returns the number of drawn lines, which is a multiple of eight before v7 (O5).
    pub(crate) fn drawn_height(&self, dialect: &Dialect) -> usize {
        let height = usize::from(self.height);
        if dialect.is_v7_plus() {
            height
        } else {
            height & !7
        }
    }

    /// Returns the width in strips.
    pub(crate) fn strips(&self) -> usize {
        usize::from(self.width >> 3)
    }
}

/// The pictures of an object with their states; up to v4, one picture for all states.
#[derive(Clone, Debug, Default)]
pub(crate) struct States(pub(crate) Vec<(Option<u8>, Picture)>);

impl States {
    /// Returns the picture of a state.
    pub(crate) fn get(&self, state: u8) -> Option<&Picture> {
        self.0
            .iter()
            .find(|(of, _)| of.is_none_or(|of| of == state))
            .map(|(_, picture)| picture)
    }
}

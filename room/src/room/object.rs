//! Objects of a room: where they stand, what they belong to, their pictures by state (O1–O3).

use crate::image::picture::Picture;
use crate::{Dialect, Point};

/// An object of a room; [`Room::draw_object`](super::Room::draw_object) draws its pictures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RoomObject {
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
    /// The direction that actors turn to when they use it, as stored: a number, in v8 an angle.
    pub direction: u16,
    /// Whether strips may add to the planes instead of replacing them (O6).
    pub ors_planes: bool,
}

/// What changes of an object in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectNow {
    /// Its state, by which its picture is chosen (O3).
    pub state: u8,
    /// Its upper left corner in room pixels (Y44).
    pub position: Point,
    /// Its classes: bit n - 1 for class n (O6).
    pub classes: u32,
}

/// v0: the first number of objects that belong to the background.
const BACKGROUND_V0: u16 = 256;

impl RoomObject {
    /// v0: whether it belongs to the background, so that it has no state and is never drawn (V15).
    pub(crate) fn is_stateless(&self, dialect: &Dialect) -> bool {
        dialect.is_v0() && self.id >= BACKGROUND_V0
    }

    /// The lines that are drawn: before v7 whole multiples of eight (O5).
    pub(crate) fn drawn_height(&self, dialect: &Dialect) -> usize {
        let height = usize::from(self.height);
        if dialect.is_v7_plus() {
            height
        } else {
            height & !7
        }
    }

    /// Strips across.
    pub(crate) fn strips(&self) -> usize {
        usize::from(self.width >> 3)
    }
}

/// The pictures of an object, each with its state; up to v4 one picture, whatever the state.
#[derive(Clone, Debug, Default)]
pub(crate) struct States(pub(crate) Vec<(Option<u8>, Picture)>);

impl States {
    /// The picture of a state.
    pub(crate) fn get(&self, state: u8) -> Option<&Picture> {
        self.0
            .iter()
            .find(|(of, _)| of.is_none_or(|of| of == state))
            .map(|(_, picture)| picture)
    }
}

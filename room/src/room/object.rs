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

impl RoomObject {
    /// The lines that are drawn: before v7 whole multiples of eight (O5).
    pub(crate) fn drawn_height(&self, dialect: &Dialect) -> usize {
        let height = usize::from(self.height);
        if dialect.is_v7_plus() { height } else { height & !7 }
    }

    /// Strips across.
    pub(crate) fn strips(&self) -> usize {
        usize::from(self.width >> 3)
    }
}

/// The pictures of an object.
#[derive(Clone, Debug)]
pub(crate) enum States {
    /// One picture, whatever the state: up to v4.
    Same(Picture),
    /// One a state; a state that is not here has none.
    Each(Vec<(u8, Picture)>),
}

impl Default for States {
    fn default() -> Self {
        Self::Each(Vec::new())
    }
}

impl States {
    /// The picture of a state.
    pub(crate) fn get(&self, state: u8) -> Option<&Picture> {
        match self {
            Self::Same(picture) => Some(picture),
            Self::Each(pictures) => pictures.iter().find(|(s, _)| *s == state).map(|(_, p)| p),
        }
    }

    /// The pictures that belong to a state each.
    #[cfg(feature = "edit")]
    pub(crate) fn each(&self) -> &[(u8, Picture)] {
        match self {
            Self::Same(_) => &[],
            Self::Each(pictures) => pictures,
        }
    }

    /// All pictures.
    pub(crate) fn pictures(&self) -> impl Iterator<Item = &Picture> {
        let (same, each) = match self {
            Self::Same(picture) => (Some(picture), None),
            Self::Each(pictures) => (None, Some(pictures)),
        };
        same.into_iter().chain(each.into_iter().flatten().map(|(_, p)| p))
    }
}

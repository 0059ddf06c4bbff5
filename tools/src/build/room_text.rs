//! The text of a room's source.

use anyhow::{Context, Result, bail};
use scumm_room::{Dialect, ScaleSlot};
use serde::Deserialize;

use super::platform_named;

/// The text of a room's source. A list that is missing keeps the values of a stored room.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoomFile {
    pub picture: String,
    #[serde(default)]
    pub planes: Vec<String>,
    #[serde(rename = "box")]
    pub boxes: Option<Vec<BoxText>>,
    pub scale_slot: Option<Vec<SlotText>>,
    pub cycle: Option<Vec<CycleText>>,
    #[serde(default)]
    pub object: Vec<ObjectText>,
    /// The version of the game.
    pub version: Option<u8>,
    /// The Humongous sub-version of the game.
    pub he: Option<u8>,
    pub platform: Option<String>,
    /// The files with the blocks of a stored room, in their order.
    #[serde(default)]
    pub blocks: Vec<String>,
    /// v8: the file with the block RMSC.
    pub scripts: Option<String>,
    /// The files of the palettes.
    #[serde(default)]
    pub palettes: Vec<String>,
    /// The transparent colour index.
    pub transparent: Option<u8>,
    pub matrix: Option<MatrixText>,
}

/// The source of the matrix of boxes.
#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum MatrixText {
    /// The stored matrix, even if boxes have moved.
    Stored,
    /// A matrix that is computed from the boxes (B10), even if no box has moved.
    Computed,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectText {
    pub id: u16,
    /// v8: the name that belongs to the number.
    pub name: Option<String>,
    pub at: Option<(i16, i16)>,
    /// The width and height of an object without a picture.
    pub size: Option<(u16, u16)>,
    /// The position where actors stand to use the object.
    pub walk: Option<(i16, i16)>,
    pub direction: Option<u16>,
    /// The number of the parent object.
    pub parent: Option<u16>,
    /// The state in which the parent shows the object.
    pub parent_state: Option<u8>,
    /// The object's state at the start of a game.
    #[serde(default)]
    pub state: u8,
    #[serde(default)]
    pub picture: Vec<PictureText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PictureText {
    pub state: u8,
    pub file: String,
    /// Planes 1 and up; an empty name leaves the plane unchanged.
    #[serde(default)]
    pub planes: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoxText {
    pub ul: (i16, i16),
    pub ur: (i16, i16),
    pub lr: (i16, i16),
    pub ll: (i16, i16),
    #[serde(default)]
    pub mask: u8,
    #[serde(default)]
    pub flags: u8,
    /// A fixed scale.
    pub scale: Option<u16>,
    /// A scale slot, 1 to 4, in place of a fixed scale; in v8 a box has both.
    pub slot: Option<u16>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SlotText {
    pub slot: usize,
    pub y1: i32,
    pub s1: i32,
    pub y2: i32,
    pub s2: i32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CycleText {
    pub index: u8,
    pub first: u8,
    pub last: u8,
    pub delay: u16,
    #[serde(default)]
    pub backward: bool,
    /// All flags of a stored cycle, in place of `backward`.
    pub flags: Option<u16>,
}

impl RoomFile {
    /// Returns the version to build for.
    pub fn dialect(&self, given: Option<Dialect>) -> Result<Dialect> {
        let named = match (self.he, self.version) {
            (Some(_), Some(_)) => bail!("`he` excludes `version`"),
            (Some(he), None) => Some(Dialect::humongous(he)),
            (None, version) => version.map(Dialect::new),
        };
        let dialect = given.or(named).unwrap_or(Dialect::new(5));
        match &self.platform {
            Some(name) => Ok(dialect.with_platform(platform_named(name)?)),
            None => Ok(dialect),
        }
    }

    /// Refuses keys that have a meaning only together with `blocks`.
    pub fn refuse_alone(&self) -> Result<()> {
        let keys = [
            ("scripts", self.scripts.is_some()),
            ("palettes", !self.palettes.is_empty()),
            ("transparent", self.transparent.is_some()),
            ("matrix", self.matrix.is_some()),
        ];
        for (key, is_given) in keys {
            if is_given {
                bail!("`{key}` needs `blocks`, the stored blocks of a disassembled room");
            }
        }
        Ok(())
    }
}

impl SlotText {
    /// Returns the scale slot. Slots of rooms have lines and no columns.
    pub fn value(&self) -> ScaleSlot {
        ScaleSlot {
            y1: self.y1,
            s1: self.s1,
            y2: self.y2,
            s2: self.s2,
            ..ScaleSlot::default()
        }
    }
}

impl CycleText {
    /// Returns the flags as they are stored.
    pub fn flags(&self) -> u16 {
        let backward = if self.backward { 2 } else { 0 };
        self.flags.unwrap_or(backward)
    }
}

/// Returns the slot of a parent object among the objects of its room. Parents are counted from 1; 0
/// means no parent.
pub fn slot_of_parent(id: u16, mut all: impl Iterator<Item = u16>) -> Result<u8> {
    let place = all.position(|object| object == id);
    let place = place.with_context(|| format!("the room has no object {id}"))?;
    u8::try_from(place + 1).with_context(|| {
        format!(
            "object {id} is at position {} of the list, but a parent must be among the first 255",
            place + 1
        )
    })
}

//! The set-up of the room of a scene: a resource, or a plain picture with planes, boxes and scale
//! slots.

use std::collections::BTreeMap;

use glam::I16Vec2;
use schemars::JsonSchema;
use scumm_engine::{Bounded, SlotId};
use scumm_room::{Dialect, MAX_BOXES, SCALE_SLOTS, ScaleSlot, WalkBox};
use serde::Deserialize;

use super::super::error::Result;
use super::super::forms::{FileOr, Numbered, Text, some_tables, tables};
use super::super::source::{ScenePlace, SceneText};

/// The room: a resource, or a plain picture with planes and boxes.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct RoomSetup {
    /// The number of the room; the default is 1.
    pub number: Option<Bounded<u8, 1, 255>>,
    /// The number of the room's resource, if it differs from the number of the room.
    pub resource_number: Option<u16>,
    /// The width of the picture in columns.
    pub width: Option<Bounded<u16, 8, 65535>>,
    /// The height of the picture in rows.
    pub height: Option<Bounded<u16, 1, 65535>>,
    /// A file of palette indices, row by row, or one colour.
    pub background: Option<FileOr<u8>>,
    /// Files of planes 1, 2 …: one bit for each pixel, bit 7 leftmost; 1 hides actors (M2).
    #[serde(default, rename = "zplanes")]
    pub planes: Vec<Text>,
    /// Number of planes, plane 0 included (M3).
    #[serde(rename = "num_z")]
    pub plane_count: Option<Bounded<u8, 1, 8>>,
    /// Walk boxes that replace the room's own (B1); in version 0 with two corners.
    #[serde(default, rename = "boxes", deserialize_with = "some_tables")]
    said_boxes: Option<Vec<BoxSetup>>,
    /// The stored box matrix (B3): a file or its bytes.
    #[serde(rename = "boxmatrix")]
    pub matrix: Option<FileOr<Vec<u8>>>,
    /// Scale slots (T64).
    #[serde(default, deserialize_with = "tables")]
    pub scale_slots: Vec<SlotSetup>,
    /// States of the room's objects, by object number (O4).
    #[serde(default)]
    pub objects: Numbered<u8>,
    /// A class for each listed object, by object number (O6).
    #[serde(default)]
    pub object_classes: Numbered<u8>,
    /// A file with the raw ROOM block.
    pub resource: Option<Text>,
    /// HE70 and later: a file with the RMIM resource.
    pub image: Option<Text>,
    /// Version 8: a file with the RMSC resource.
    pub scripts: Option<Text>,
    /// Version 8: numbers of objects by their names.
    #[serde(default)]
    pub object_names: BTreeMap<String, u16>,
    /// Walk boxes that replace the room's own.
    #[serde(skip)]
    pub boxes: Option<Vec<WalkBox>>,
}

/// A scale slot.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct SlotSetup {
    /// The number of the slot.
    pub slot: SlotId,
    /// Column of the first point.
    #[serde(default)]
    x1: i32,
    /// Row of the first point.
    #[serde(default)]
    y1: i32,
    /// Scale at the first point.
    #[serde(default)]
    s1: i32,
    /// Column of the second point.
    #[serde(default)]
    x2: i32,
    /// Row of the second point.
    #[serde(default)]
    y2: i32,
    /// Scale at the second point.
    #[serde(default)]
    s2: i32,
}

impl SlotSetup {
    /// Returns the two points of the slot.
    pub fn value(&self) -> ScaleSlot {
        ScaleSlot {
            x1: self.x1,
            y1: self.y1,
            s1: self.s1,
            x2: self.x2,
            y2: self.y2,
            s2: self.s2,
        }
    }
}

/// A walk box. A box of version 0 has an upper left and a lower right corner, and its mask holds
/// the other properties (V50).
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
struct BoxSetup {
    /// Upper left corner.
    ul: [i16; 2],
    /// Upper right corner; not in version 0.
    ur: Option<[i16; 2]>,
    /// Lower right corner.
    lr: [i16; 2],
    /// Lower left corner; not in version 0.
    ll: Option<[i16; 2]>,
    /// The plane that hides actors in the box (M5).
    #[serde(default)]
    mask: u8,
    /// The flags (B1); not in version 0.
    flags: Option<u8>,
    /// The scale, or 0x8000 plus the number of a scale slot minus 1 (T62); not in version 0.
    scale: Option<u16>,
    /// Version 8: the scale slot (T63).
    slot: Option<Bounded<u8, 0, { SCALE_SLOTS as i64 }>>,
}

impl RoomSetup {
    /// Checks that the keys can be combined, and reads the walk boxes.
    pub(super) fn check(&mut self, source: &SceneText, dialect: &Dialect) -> Result<()> {
        let picture = [
            ("width", self.width.is_some()),
            ("height", self.height.is_some()),
            ("background", self.background.is_some()),
            ("zplanes", !self.planes.is_empty()),
            ("num_z", self.plane_count.is_some()),
        ];
        let parts = [
            ("image", self.image.is_some()),
            ("scripts", self.scripts.is_some()),
            ("object_names", !self.object_names.is_empty()),
        ];
        let place = ScenePlace::key("room");
        let (others, message) = if self.resource.is_some() {
            (
                &picture[..],
                "a room from a resource does not have this key",
            )
        } else {
            (
                &parts[..],
                "a room without a resource does not have this key",
            )
        };
        if let Some((key, _)) = others.iter().find(|(_, is_given)| *is_given) {
            return Err(source.refuse(&place.then(key).key_itself(), message));
        }
        for (i, slot) in self.scale_slots.iter().enumerate() {
            // Two equal points define no scale between them (T64).
            if (slot.x1, slot.y1) == (slot.x2, slot.y2) {
                let message = "a scale slot needs two different points";
                return Err(source.refuse(&place.then("scale_slots").at(i), message));
            }
        }
        self.read_boxes(source, dialect)
    }

    /// Reads the walk boxes. Their numbers are bytes, of which 255 stands for no box (B1).
    fn read_boxes(&mut self, source: &SceneText, dialect: &Dialect) -> Result<()> {
        let Some(said) = self.said_boxes.take() else {
            return Ok(());
        };
        let place = ScenePlace::key("room").then("boxes");
        if said.len() > MAX_BOXES {
            let message = format!("expected at most {MAX_BOXES}, found {}", said.len());
            return Err(source.refuse(&place, message));
        }
        let mut boxes = Vec::new();
        for (i, said) in said.iter().enumerate() {
            let read = if dialect.is_v0() {
                said.v0_box()
            } else {
                said.walk_box(dialect)
            };
            boxes.push(read.map_err(|(key, message)| {
                let place = place.clone().at(i).then(key);
                source.refuse(&place, message)
            })?);
        }
        self.boxes = Some(boxes);
        Ok(())
    }

    /// Returns whether the scene provides its own room, as a resource or a picture.
    pub(super) fn is_given(&self) -> bool {
        let sized = self.width.is_some() || self.height.is_some() || self.plane_count.is_some();
        sized || self.background.is_some() || !self.planes.is_empty() || self.resource.is_some()
    }
}

/// An invalid key of a box, and the message.
type WrongKey = (&'static str, String);

impl BoxSetup {
    fn v0_box(&self) -> Result<WalkBox, WrongKey> {
        for (key, is_given) in [
            ("ur", self.ur.is_some()),
            ("ll", self.ll.is_some()),
            ("flags", self.flags.is_some()),
            ("scale", self.scale.is_some()),
            ("slot", self.slot.is_some()),
        ] {
            if is_given {
                return Err((key, "a box of version 0 does not have this key".to_owned()));
            }
        }
        let byte = |key: &'static str, n: i16| {
            let wrong = |_| (key, format!("expected 0 to 255, found {n}"));
            u8::try_from(n).map_err(wrong)
        };
        let [left, top] = self.ul;
        let [right, bottom] = self.lr;
        Ok(WalkBox::from_v0(
            byte("ul", left)?,
            byte("ul", top)?,
            byte("lr", right)?,
            byte("lr", bottom)?,
            self.mask,
        ))
    }

    fn walk_box(&self, dialect: &Dialect) -> Result<WalkBox, WrongKey> {
        let needed = |key: &'static str, corner: Option<[i16; 2]>| {
            corner.ok_or_else(|| (key, format!("a box needs {key:?}")))
        };
        let ur = needed("ur", self.ur)?;
        let ll = needed("ll", self.ll)?;
        let slot = self.slot.map_or(0, Bounded::get);
        if slot != 0 && dialect.version() != 8 {
            return Err(("slot", "only boxes of version 8 have a slot".to_owned()));
        }
        // 0..=255, or bit 15 plus the number of a scale slot minus 1 (T62).
        let scale = self.scale.unwrap_or(255);
        let last = SCALE_SLOTS - 1;
        if scale > 255 && (scale & 0x8000 == 0 || scale & 0x7fff > last) {
            let most = 0x8000 | last;
            let message = format!("expected 0 to 255, or 0x8000 to {most:#x}, found {scale:#x}");
            return Err(("scale", message));
        }
        Ok(WalkBox {
            ul: I16Vec2::from(self.ul),
            ur: I16Vec2::from(ur),
            lr: I16Vec2::from(self.lr),
            ll: I16Vec2::from(ll),
            mask: self.mask,
            flags: self.flags.unwrap_or(0),
            scale,
            slot,
        })
    }
}

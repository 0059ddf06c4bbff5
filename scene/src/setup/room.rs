//! The room of a scene: a resource, or a plain picture with planes, boxes and scale slots.

use std::collections::BTreeMap;

use glam::I16Vec2;
use scumm_room::{Dialect, MAX_BOXES, SCALE_SLOTS, ScaleSlot, WalkBox};
use serde_json::{Value as Json, json};

use super::super::error::{Result, SceneError};
use super::super::node::{At, Node};
use super::super::operand::{FileOr, Kind, Numbered, SlotNumber, Within, check_scale_slot, kind};
use super::super::table::{Key, Keys, Table, table};

table! {
    /// The room: a resource, or a plain picture with planes and boxes.
    #[derive(Default)]
    pub struct RoomSetup "a room" {
        /// version 0: the room's number (V43)
        "number" pub number: Option<u8> as Option<Within<u8, 1, 255>>,
        /// columns of the picture
        "width" pub width: Option<u16> as Option<Within<u16, 8, 65535>>,
        /// lines of the picture
        "height" pub height: Option<u16> as Option<Within<u16, 1, 65535>>,
        /// a file of palette indices row by row, or one colour
        "background" pub background: Option<FileOr<u8>>,
        /// files of planes 1, 2 …: a bit a pixel, bit 7 leftmost, 1 hides actors (M2)
        "zplanes" pub planes: Vec<At<String>> = Vec::new(),
        /// number of planes with plane 0 (M3)
        "num_z" pub plane_count: Option<u8> as Option<Within<u8, 1, 8>>,
        /// walk boxes in place of the room's own (B1); in version 0 with two corners
        "boxes" told_boxes: Option<At<Vec<Node>>> as Option<At<Vec<BoxText>>>,
        /// the stored box matrix (B3): a file or its bytes
        "boxmatrix" pub matrix: Option<FileOr<Vec<u8>>>,
        /// scale slots (T64)
        "scale_slots" pub scale_slots: Vec<SlotSetup> = Vec::new(),
        /// states of the room's objects by their numbers (O4)
        "objects" pub objects: BTreeMap<u16, At<u8>> as Numbered<At<u8>> = BTreeMap::new(),
        /// a class of each of some objects, by their numbers (O6)
        "object_classes" pub object_classes: BTreeMap<u16, At<u8>> as Numbered<At<u8>> = BTreeMap::new(),
        /// a file with the raw ROOM block
        "resource" pub resource: Option<At<String>>,
        /// HE70 and later: a file with the RMIM resource
        "image" pub image: Option<At<String>>,
        /// version 8: a file with the RMSC resource
        "scripts" pub scripts: Option<At<String>>,
        /// version 8: numbers of objects by their names
        "object_names" pub object_names: BTreeMap<String, u16> as ObjectNames = BTreeMap::new(),
        ;
        /// Walk boxes in place of the room's own.
        pub boxes: Option<Vec<WalkBox>> = None,
    }

    fn check(keys: &Keys) -> Result<()> {
        let others: &[&str] = match keys.entries.iter().any(|entry| entry.key == "resource") {
            true => &["width", "height", "background", "zplanes", "num_z"],
            false => &["image", "scripts", "object_names"],
        };
        keys.refuse(|key| others.contains(&key))
    }
}

table! {
    /// A scale slot.
    pub struct SlotSetup "a scale slot" {
        /// its number
        "slot" pub slot: u16 as SlotNumber,
        /// column of its first end
        "x1" x1: i32 = 0,
        /// line of its first end
        "y1" y1: i32 = 0,
        /// scale there
        "s1" s1: i32 = 0,
        /// column of its second end
        "x2" x2: i32 = 0,
        /// line of its second end
        "y2" y2: i32 = 0,
        /// scale there
        "s2" s2: i32 = 0,
    }

    fn finish(&mut self, keys: Keys) -> Result<()> {
        check_scale_slot(keys.line, &self.value())?;
        keys.refuse(|_| true)
    }
}

table! {
    /// A walk box of all versions but 0.
    pub struct BoxSetup "a box" {
        /// upper left corner
        "ul" ul: [i16; 2],
        /// upper right corner
        "ur" ur: [i16; 2],
        /// lower right corner
        "lr" lr: [i16; 2],
        /// lower left corner
        "ll" ll: [i16; 2],
        /// the plane that hides actors in it (M5)
        "mask" mask: u8 = 0,
        /// its flags (B1)
        "flags" flags: u8 = 0,
        /// its scale, or 0x8000 and a scale slot less 1 (T62)
        "scale" scale: At<u16> = At::new(0, 255),
        /// version 8: its scale slot (T63)
        "slot" slot: u8 as Within<u8, 0, { SCALE_SLOTS as i64 }> = 0,
    }
}

table! {
    /// A walk box of version 0: its upper left and lower right corner, and the mask that says the rest (V50).
    pub struct V0BoxSetup "a box" {
        /// upper left corner
        "ul" ul: [u8; 2],
        /// lower right corner
        "lr" lr: [u8; 2],
        /// the plane that hides actors in it (M5)
        "mask" mask: u8 = 0,
    }
}

/// A walk box that is read when the version is known.
struct BoxText;

impl Kind for BoxText {
    type Value = Node;

    fn read(_: &str, node: Node) -> Result<Node> {
        Ok(node)
    }

    fn schema() -> Json {
        json!({"anyOf": [BoxSetup::schema(), V0BoxSetup::schema()]})
    }
}

/// Numbers of objects by their names.
struct ObjectNames;

impl Kind for ObjectNames {
    type Value = BTreeMap<String, u16>;

    fn read(_: &str, node: Node) -> Result<Self::Value> {
        let entries = Keys::of(node, "object_names")?.entries;
        entries
            .into_iter()
            .map(|entry| Ok((entry.key.clone(), u16::read(&entry.key, entry.value)?)))
            .collect()
    }

    fn schema() -> Json {
        json!({"type": "object", "additionalProperties": u16::schema()})
    }
}

impl SlotSetup {
    /// Its two points.
    pub fn value(&self) -> ScaleSlot {
        let Self {
            x1,
            y1,
            s1,
            x2,
            y2,
            s2,
            ..
        } = *self;
        ScaleSlot {
            x1,
            y1,
            s1,
            x2,
            y2,
            s2,
        }
    }
}

impl RoomSetup {
    /// Reads the walk boxes: their numbers are bytes, of which 255 means none (B1).
    pub(super) fn read_boxes(&mut self, dialect: &Dialect) -> Result<()> {
        let Some(At { line, value: nodes }) = self.told_boxes.take() else {
            return Ok(());
        };
        let found = nodes.len();
        SceneError::unless(
            found <= MAX_BOXES,
            line,
            format_args!("boxes: expected at most {MAX_BOXES}, found {found}"),
        )?;
        self.boxes = Some(
            nodes
                .into_iter()
                .map(|node| walk_box(node, dialect))
                .collect::<Result<_>>()?,
        );
        Ok(())
    }

    /// Whether the scene brings its own room, as a resource or a picture.
    pub(super) fn is_given(&self) -> bool {
        let sized = self.width.is_some() || self.height.is_some() || self.plane_count.is_some();
        sized || self.background.is_some() || !self.planes.is_empty() || self.resource.is_some()
    }
}

fn walk_box(node: Node, dialect: &Dialect) -> Result<WalkBox> {
    let line = node.line;
    if dialect.is_v0() {
        let V0BoxSetup {
            ul: [left, top],
            lr: [right, bottom],
            mask,
        } = V0BoxSetup::read("", node)?;
        return Ok(WalkBox::of_v0(left, top, right, bottom, mask));
    }
    let BoxSetup {
        ul,
        ur,
        lr,
        ll,
        mask,
        flags,
        scale,
        slot,
    } = BoxSetup::read("", node)?;
    SceneError::unless(
        slot == 0 || dialect.version() == 8,
        line,
        "only boxes of version 8 have a slot",
    )?;
    // 0..=255, or bit 15 and the number of a scale slot less 1 (T62).
    let At { line, value: scale } = scale;
    let last = SCALE_SLOTS - 1;
    let message =
        format_args!("scale: expected 0 to 255, or 0x8000 and 0 to {last}, found {scale:#x}");
    SceneError::unless(
        scale <= 255 || scale & 0x8000 != 0 && scale & 0x7fff <= last,
        line,
        message,
    )?;
    let [ul, ur, lr, ll] = [ul, ur, lr, ll].map(I16Vec2::from);
    Ok(WalkBox {
        ul,
        ur,
        lr,
        ll,
        mask,
        flags,
        scale,
        slot,
    })
}

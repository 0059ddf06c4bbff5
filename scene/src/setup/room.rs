//! The room of a scene: a resource, or a plain picture with planes, boxes and scale slots.

use std::collections::BTreeMap;

use glam::I16Vec2;
use scumm_room::{Dialect, MAX_BOXES, SCALE_SLOTS, ScaleSlot, WalkBox};

use super::super::error::{Result, SceneError};
use super::super::node::{Node, Value};
use super::super::operand::{any, check_scale_slot};
use super::super::table::{At, Keys, list, number, numbered};

/// The room: a resource, or a plain picture with planes and boxes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RoomSetup {
    /// The line where it begins, 0 where the scene has none.
    pub line: u32,
    /// v0: the number of the room (V43).
    pub number: Option<u16>,
    /// Pixels of a picture.
    pub width: Option<usize>,
    /// Lines of a picture.
    pub height: Option<usize>,
    /// A picture; `None`: colour 0.
    pub background: Option<Background>,
    /// Planes 1.. of a picture.
    pub planes: Vec<At<String>>,
    /// Number of planes, plane 0 included (M3).
    pub plane_count: Option<usize>,
    /// Walk boxes in place of the room's own.
    pub boxes: Option<Vec<WalkBox>>,
    /// The stored box matrix (B3).
    pub matrix: Option<Matrix>,
    /// Scale slots by number.
    pub scale_slots: Vec<(u16, ScaleSlot)>,
    /// States of the room's objects by their numbers (O4).
    pub objects: BTreeMap<u16, At<u8>>,
    /// A class of each of some objects, by their numbers (O6).
    pub object_classes: BTreeMap<u16, At<u8>>,
    /// A room resource, and what belongs to it.
    pub resource: Option<ResourceSetup>,
}

/// The picture behind the actors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Background {
    /// One colour.
    Colour(u8),
    /// A file of palette indices.
    File(At<String>),
}

/// Where a stored box matrix comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Matrix {
    /// A file.
    File(At<String>),
    /// The bytes themselves.
    Bytes(Vec<u8>),
}

/// A room resource and what belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceSetup {
    /// The raw ROOM block.
    pub room: At<String>,
    /// HE70+: the RMIM resource.
    pub image: Option<At<String>>,
    /// v8: the RMSC resource.
    pub scripts: Option<At<String>>,
    /// v8: numbers of objects by their names.
    pub object_names: BTreeMap<String, u16>,
}

impl RoomSetup {
    pub(super) fn read(node: Node, dialect: &Dialect) -> Result<Self> {
        let mut keys = Keys::of(node, "a room")?;
        let mut room = Self {
            line: keys.line,
            number: keys.read("number", number(1..=u8::MAX))?.map(u16::from),
            objects: keys.read("objects", numbered(0..=u16::MAX, any))?.unwrap_or_default(),
            object_classes: keys.read("object_classes", numbered(0..=u16::MAX, any))?.unwrap_or_default(),
            resource: ResourceSetup::read(&mut keys)?,
            boxes: keys.read("boxes", |key, node| boxes(key, node, dialect))?,
            matrix: keys.read("boxmatrix", matrix)?,
            scale_slots: keys.read("scale_slots", scale_slots)?.unwrap_or_default(),
            ..Self::default()
        };
        if room.resource.is_none() {
            room = Self {
                width: keys.read("width", number(8..=u16::MAX))?.map(usize::from),
                height: keys.read("height", number(1..=u16::MAX))?.map(usize::from),
                background: keys.read("background", background)?,
                planes: keys.read("zplanes", any)?.unwrap_or_default(),
                plane_count: keys.read("num_z", number(1..=8_u8))?.map(usize::from),
                ..room
            };
        }
        keys.finish()?;
        Ok(room)
    }

    /// Whether the scene brings its own room, as a resource or a picture.
    pub(super) fn is_given(&self) -> bool {
        let sized = self.width.is_some() || self.height.is_some() || self.plane_count.is_some();
        sized || self.background.is_some() || !self.planes.is_empty() || self.resource.is_some()
    }
}

impl ResourceSetup {
    /// What belongs to a resource stands in the room's own table.
    fn read(keys: &mut Keys) -> Result<Option<Self>> {
        let Some(room) = keys.read("resource", any)? else { return Ok(None) };
        Ok(Some(Self {
            room,
            image: keys.read("image", any)?,
            scripts: keys.read("scripts", any)?,
            object_names: keys.read("object_names", names)?.unwrap_or_default(),
        }))
    }
}

fn names(_: &str, node: Node) -> Result<BTreeMap<String, u16>> {
    let entries = Keys::of(node, "object_names")?.rest();
    entries.into_iter().map(|entry| Ok((entry.key.clone(), any(&entry.key, entry.value)?))).collect()
}

fn background(key: &str, node: Node) -> Result<Background> {
    Ok(match node.value {
        Value::Integer(_) => Background::Colour(any(key, node)?),
        _ => Background::File(any(key, node)?),
    })
}

fn matrix(key: &str, node: Node) -> Result<Matrix> {
    Ok(match node.value {
        Value::List(_) => Matrix::Bytes(any(key, node)?),
        _ => Matrix::File(any(key, node)?),
    })
}

/// The walk boxes: their numbers are bytes, of which 255 means none (B1).
fn boxes(key: &str, node: Node, dialect: &Dialect) -> Result<Vec<WalkBox>> {
    let line = node.line;
    let boxes = list(key, node)?.into_iter().map(|item| walk_box(item, dialect)).collect::<Result<Vec<_>>>()?;
    if boxes.len() > MAX_BOXES {
        return Err(SceneError::text(line, format!("{key}: expected at most {MAX_BOXES}, found {}", boxes.len())));
    }
    Ok(boxes)
}

fn walk_box(node: Node, dialect: &Dialect) -> Result<WalkBox> {
    let mut keys = Keys::of(node, "a box")?;
    if dialect.is_v0() {
        return v0_box(keys);
    }
    let corner = |key: &str, node: Node| any::<[i16; 2]>(key, node).map(I16Vec2::from);
    let last_slot = u8::try_from(SCALE_SLOTS).unwrap_or(u8::MAX);
    let walk_box = WalkBox {
        ul: keys.require("ul", corner)?,
        ur: keys.require("ur", corner)?,
        lr: keys.require("lr", corner)?,
        ll: keys.require("ll", corner)?,
        mask: keys.read("mask", any)?.unwrap_or(0),
        flags: keys.read("flags", any)?.unwrap_or(0),
        scale: keys.read("scale", box_scale)?.unwrap_or(255),
        slot: keys.read("slot", number(0..=last_slot))?.unwrap_or(0),
    };
    if walk_box.slot != 0 && dialect.version() != 8 {
        return Err(SceneError::text(keys.line, "only boxes of version 8 have a slot"));
    }
    keys.finish()?;
    Ok(walk_box)
}

/// A box of v0: its upper left and lower right corner, and the mask that says the rest (V50).
fn v0_box(mut keys: Keys) -> Result<WalkBox> {
    let ([left, top], [right, bottom]) = (keys.require("ul", any::<[u8; 2]>)?, keys.require("lr", any::<[u8; 2]>)?);
    let mask = keys.read("mask", any)?.unwrap_or(0);
    keys.finish()?;
    Ok(WalkBox::of_v0(left, top, right, bottom, mask))
}

/// 0..=255, or bit 15 and the number of a scale slot less 1 (T62).
fn box_scale(key: &str, node: Node) -> Result<u16> {
    let line = node.line;
    let word: u16 = any(key, node)?;
    let slot = word & 0x7fff;
    if word <= 255 || (word & 0x8000 != 0 && slot < SCALE_SLOTS) {
        return Ok(word);
    }
    let last = SCALE_SLOTS - 1;
    Err(SceneError::text(line, format!("{key}: expected 0 to 255, or 0x8000 and 0 to {last}, found {word:#x}")))
}

fn scale_slots(key: &str, node: Node) -> Result<Vec<(u16, ScaleSlot)>> {
    list(key, node)?.into_iter().map(scale_slot).collect()
}

fn scale_slot(node: Node) -> Result<(u16, ScaleSlot)> {
    let mut keys = Keys::of(node, "a scale slot")?;
    let slot = keys.require("slot", number(1..=SCALE_SLOTS))?;
    let mut field = |name: &str| Ok::<i32, SceneError>(keys.read(name, any)?.unwrap_or(0));
    let value = ScaleSlot {
        x1: field("x1")?,
        y1: field("y1")?,
        s1: field("s1")?,
        x2: field("x2")?,
        y2: field("y2")?,
        s2: field("s2")?,
    };
    check_scale_slot(keys.line, &value)?;
    keys.finish()?;
    Ok((slot, value))
}

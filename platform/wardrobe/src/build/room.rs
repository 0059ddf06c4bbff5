//! A room's source: a TOML text beside its picture and planes.

use std::path::Path;

use anyhow::{Context, Result, bail};
use scumm_room::edit::{RoomPlan, invalid_box};
use scumm_room::{Cycle, Point, ScaleSlot, Surface, WalkBox};
use serde::Deserialize;

use super::sheet;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RoomFile {
    picture: String,
    #[serde(default)]
    planes: Vec<String>,
    #[serde(default, rename = "box")]
    boxes: Vec<BoxText>,
    #[serde(default)]
    scale_slot: Vec<SlotText>,
    #[serde(default)]
    cycle: Vec<CycleText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoxText {
    ul: (i16, i16),
    ur: (i16, i16),
    lr: (i16, i16),
    ll: (i16, i16),
    #[serde(default)]
    mask: u8,
    #[serde(default)]
    flags: u8,
    /// A fixed scale.
    scale: Option<u8>,
    /// A scale slot, 1..4, instead.
    slot: Option<u16>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SlotText {
    slot: usize,
    y1: i32,
    s1: i32,
    y2: i32,
    s2: i32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CycleText {
    index: u8,
    first: u8,
    last: u8,
    delay: u16,
    #[serde(default)]
    backward: bool,
}

/// Reads a room's source.
///
/// # Errors
/// What is wrong, with the file's name.
pub fn read(path: &Path) -> Result<RoomPlan> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).with_context(|| shown.to_string())?;
    let file: RoomFile = toml::from_str(&text).with_context(|| shown.to_string())?;
    let picture = sheet::read(&path.with_file_name(&file.picture))?;
    let mut planes = Vec::new();
    for name in &file.planes {
        let plane = sheet::read(&path.with_file_name(name))?.surface;
        if (plane.width(), plane.height()) != (picture.surface.width(), picture.surface.height()) {
            let (w, h) = (picture.surface.width(), picture.surface.height());
            bail!("{shown}: expected plane {name} of {w}x{h} pixels, found {}x{}", plane.width(), plane.height());
        }
        planes.push(plane);
    }
    plan(&file, picture, planes).with_context(|| shown.to_string())
}

fn plan(file: &RoomFile, picture: sheet::IndexedPicture, planes: Vec<Surface>) -> Result<RoomPlan> {
    let (width, height) = (picture.surface.width(), picture.surface.height());
    if width == 0 || width % 8 != 0 || height == 0 {
        bail!("expected a width that is a multiple of 8, found {width}x{height}");
    }
    if planes.len() > 4 {
        bail!("expected at most 4 planes, found {}", planes.len());
    }
    let mut scale_slots = [None; 4];
    for text in &file.scale_slot {
        let slot = text.slot.checked_sub(1).and_then(|i| scale_slots.get_mut(i));
        let slot = slot.with_context(|| format!("scale slot {}: expected 1..4", text.slot))?;
        if text.y1 == text.y2 {
            bail!("scale slot {}: y1 and y2 are both {}", text.slot, text.y1);
        }
        *slot = Some(ScaleSlot { x1: 0, y1: text.y1, s1: text.s1, x2: 0, y2: text.y2, s2: text.s2 });
    }
    let mut boxes = vec![invalid_box()];
    for (text, number) in file.boxes.iter().zip(1..) {
        boxes.push(walk_box(text, &scale_slots).with_context(|| format!("box {number}"))?);
    }
    Ok(RoomPlan {
        picture: picture.surface,
        planes,
        palettes: vec![picture.palette.0.to_vec()],
        boxes,
        scale_slots: scale_slots.to_vec(),
        cycles: file.cycle.iter().map(cycle).collect::<Result<_>>()?,
        ..RoomPlan::default()
    })
}

fn walk_box(text: &BoxText, slots: &[Option<ScaleSlot>; 4]) -> Result<WalkBox> {
    let scale = match (text.scale, text.slot) {
        (Some(_), Some(_)) => bail!("has both `scale` and `slot`"),
        (Some(scale), None) => u16::from(scale),
        (None, None) => 255,
        (None, Some(slot)) => {
            let index = slot.checked_sub(1).filter(|&i| slots.get(usize::from(i)).is_some_and(Option::is_some));
            0x8000 | index.with_context(|| format!("no scale slot {slot}"))?
        }
    };
    let corner = |(x, y)| Point::new(x, y);
    Ok(WalkBox {
        ul: corner(text.ul),
        ur: corner(text.ur),
        lr: corner(text.lr),
        ll: corner(text.ll),
        mask: text.mask,
        flags: text.flags,
        scale,
        slot: 0,
    })
}

fn cycle(text: &CycleText) -> Result<Cycle> {
    if !(1..=16).contains(&text.index) {
        bail!("cycle {}: expected 1..16", text.index);
    }
    if text.delay == 0 || text.first > text.last {
        bail!("cycle {}: expected a delay and a first colour that is not behind the last", text.index);
    }
    let flags = if text.backward { 2 } else { 0 };
    Ok(Cycle { index: text.index, delay: text.delay, flags, first: text.first, last: text.last })
}

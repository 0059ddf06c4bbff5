//! What a stage is furnished with: tables, colours, boxes.

use std::sync::Arc;

use scumm_costume::Cache;
use scumm_engine::{Backdrop, Picture, PrintTarget, Stage};
use scumm_room::{Matrix, Palette, Point, Surface, WalkBox};
use serde::Deserialize;

use crate::words::Words;
use crate::{Failure, Result};

/// A table or a block that a stage takes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageTable {
    /// 768 bytes, RGB: the palette at the start; what the room takes over lies upon it.
    Palette = 0,
    /// The shadow table: 256 bytes, from version 7 on 2048.
    Shadow = 1,
    /// The room's colour remap, 256 bytes.
    RoomPalette = 2,
    /// Humongous, from 7.0 on: REMP, 256 bytes.
    Remp = 3,
    /// Humongous, from 9.9 on: the palette slots, 1024 bytes each.
    PaletteSlots = 4,
    /// Versions 7 and 8: what replaces the scale table, 768 bytes.
    Scale = 5,
    /// Humongous, from 9.0 on: the blend table of image `number`, 65536 bytes.
    Xmap = 6,
    /// The Nintendo: the block `number` that stands among costumes.
    Block = 7,
    /// Humongous, from 9.9 on: the colours of slot `number`, 768 bytes.
    SlotColours = 8,
}

impl Words for StageTable {
    const ALL: &'static [Self] = &[
        Self::Palette,
        Self::Shadow,
        Self::RoomPalette,
        Self::Remp,
        Self::PaletteSlots,
        Self::Scale,
        Self::Xmap,
        Self::Block,
        Self::SlotColours,
    ];
    const WHAT: &'static str = "kind of table";
}

impl StageTable {
    /// Gives a stage a table.
    ///
    /// # Errors
    /// It has another length than the table has.
    pub fn give(self, stage: &mut Stage, number: u16, data: &[u8]) -> Result<()> {
        let room = stage.backdrop().room().cloned();
        let wrong = || Failure::size(format!("a table of {} bytes", data.len()));
        match self {
            Self::Palette => stage.colours_mut().set_initial_palette(
                Palette::from_bytes(data).ok_or_else(wrong)?,
                room.as_deref(),
            ),
            Self::Shadow => stage.colours_mut().set_shadow_table(data)?,
            Self::RoomPalette => stage
                .colours_mut()
                .set_room_palette(data.try_into().map_err(|_| wrong())?),
            Self::Remp => stage.colours_mut().set_remap(data)?,
            Self::PaletteSlots => stage.colours_mut().set_slots(data, room.as_deref())?,
            Self::Scale => stage.set_scale_table(data.into())?,
            Self::Xmap => stage.insert_xmap(number, data.into())?,
            Self::Block => stage.insert_block(number, data.into()),
            Self::SlotColours => {
                let colours = Palette::from_bytes(data).ok_or_else(wrong)?;
                stage
                    .colours_mut()
                    .load_slot(u8::try_from(number).map_err(|_| wrong())?, &colours)?;
            }
        }
        Ok(())
    }
}

/// What the palette starts as where no file brings one.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaletteKind {
    /// 256 different colours.
    Distinct = 0,
    /// The game's own.
    Initial = 1,
    /// The Nintendo: the older choice of its colours.
    NesClassic = 2,
}

impl Words for PaletteKind {
    const ALL: &'static [Self] = &[Self::Distinct, Self::Initial, Self::NesClassic];
    const WHAT: &'static str = "kind of palette";
}

impl PaletteKind {
    /// Starts the palette of a stage.
    pub fn start(self, stage: &mut Stage) {
        let palette = match self {
            Self::Distinct => Palette::distinct(),
            Self::Initial => Palette::initial(stage.dialect()),
            Self::NesClassic => Palette::nes_classic(),
        };
        let room = stage.backdrop().room().cloned();
        stage
            .colours_mut()
            .set_initial_palette(palette, room.as_deref());
    }
}

/// A number of a table of colours or of the room that scripts change.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageEntry {
    /// Entry `index` of the shadow table.
    Shadow = 0,
    /// Entry `index` of the room's colour remap.
    RoomPalette = 1,
    /// The flags of box `index`; with bit 15 its extra flag word.
    BoxFlags = 2,
    /// The extra flag word of box `index`: a plain store.
    BoxExtraFlags = 3,
    /// The scale of box `index`: a number, or with bit 15 a slot.
    BoxScale = 4,
    /// The room's palette `value` is taken over; `index` is nothing.
    UsePalette = 5,
    /// The room's set `value` of boxes is taken over; `index` is nothing.
    UseBoxSet = 6,
    /// The Nintendo: begins with the machine's tables and costume set `value`.
    StartTables = 7,
    /// The Nintendo: takes costume set `value`.
    UseCostumeSet = 8,
    /// The lights variable.
    Lights = 9,
    /// The number of the room, nothing more.
    RoomNumber = 10,
    /// The variable of the talking actor.
    TalkingActor = 11,
    /// Jiffies that pass for the room's colour cycles.
    Cycle = 12,
    /// Humongous, from 9.9 on: slot `value` becomes as slot `index`.
    CopySlot = 13,
    /// The memory for finished pictures in KiB; nothing that is seen changes.
    CelMemory = 14,
}

impl Words for StageEntry {
    const ALL: &'static [Self] = &[
        Self::Shadow,
        Self::RoomPalette,
        Self::BoxFlags,
        Self::BoxExtraFlags,
        Self::BoxScale,
        Self::UsePalette,
        Self::UseBoxSet,
        Self::StartTables,
        Self::UseCostumeSet,
        Self::Lights,
        Self::RoomNumber,
        Self::TalkingActor,
        Self::Cycle,
        Self::CopySlot,
        Self::CelMemory,
    ];
    const WHAT: &'static str = "entry";
}

impl StageEntry {
    /// Stores a number of a stage.
    ///
    /// # Errors
    /// There is no such entry, or it does not take the value.
    pub fn store(self, stage: &mut Stage, index: u16, value: u16) -> Result<()> {
        let byte = |number: u16| {
            u8::try_from(number).map_err(|_| Failure::misuse(format!("{number} is above 255")))
        };
        match self {
            Self::Shadow => stage
                .colours_mut()
                .set_shadow_entry(index.into(), byte(value)?)?,
            Self::RoomPalette => stage
                .colours_mut()
                .set_room_palette_entry(byte(index)?, byte(value)?),
            Self::BoxFlags => stage.boxes_mut().set_flags(byte(index)?, value)?,
            Self::BoxExtraFlags => stage.boxes_mut().set_extra_flags(byte(index)?, value)?,
            Self::BoxScale => stage.boxes_mut().set_scale(byte(index)?, value)?,
            Self::UsePalette => {
                let room = stage.backdrop().room().cloned();
                stage
                    .colours_mut()
                    .use_room_palette(room.as_deref(), value.into())?;
            }
            Self::UseBoxSet => stage.boxes_mut().use_set(value.into())?,
            Self::StartTables => stage.reset_tables(byte(value)?)?,
            Self::UseCostumeSet => stage.use_costume_set(byte(value)?)?,
            Self::Lights => stage.set_lights(value),
            Self::RoomNumber => {
                let empty = Stage::empty(*stage.dialect());
                *stage = std::mem::replace(stage, empty).with_room_number(value);
            }
            Self::TalkingActor => stage.set_talking_actor(value),
            Self::Cycle => stage.colours_mut().cycle(value),
            Self::CopySlot => stage.colours_mut().copy_slot(byte(index)?, byte(value)?)?,
            Self::CelMemory => *stage.cels_mut() = Cache::with_limit(usize::from(value) << 10),
        }
        Ok(())
    }
}

/// A picture of a caller's that stands behind a stage: rows of `width` indices, and planes with a bit a pixel from plane 1 on; without
/// a number of planes there is one more than are given.
///
/// # Errors
/// The sizes do not fit.
pub fn picture(
    pixels: Vec<u8>,
    (width, height): (usize, usize),
    planes: Vec<Vec<u8>>,
    plane_count: usize,
) -> Result<Backdrop> {
    let count = if plane_count == 0 {
        planes.len() + 1
    } else {
        plane_count
    };
    Ok(Backdrop::Picture(Arc::new(Picture::new(
        Surface::new(width, height, pixels)?,
        planes,
        count,
    )?)))
}

/// The buffers of a word: front, back, both.
///
/// # Errors
/// There are none.
pub fn buffers(word: &str) -> Result<PrintTarget> {
    match word {
        "front" => Ok(PrintTarget::Front),
        "back" => Ok(PrintTarget::Back),
        "both" => Ok(PrintTarget::Both),
        _ => Err(Failure::misuse(format!("there are no buffers {word:?}"))),
    }
}

/// Writes pixels that stay, rows of `width` behind each other, into buffers.
///
/// # Errors
/// The pixels are no rows.
pub fn print_pixels(
    stage: &mut Stage,
    into: PrintTarget,
    (x, y): (i32, i32),
    width: usize,
    pixels: &[u8],
) -> Result<()> {
    if width == 0 || pixels.len() % width != 0 {
        return Err(Failure::size(format!(
            "{} pixels are no rows of {width}",
            pixels.len()
        )));
    }
    Ok(stage.overlay().print_pixels(into, x, y, width, pixels)?)
}

/// The palette of a stage as 768 bytes, RGB: as the display shows it, or as it is in force.
#[must_use]
pub fn palette(stage: &Stage, displayed: bool) -> Vec<u8> {
    let colours = stage.colours();
    let shown = if displayed {
        colours.displayed().to_bytes()
    } else {
        colours.palette.to_bytes()
    };
    shown.to_vec()
}

/// A walk box as callers describe it. Version 0 has two corners, `ul` and `lr`.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WalkBoxSetup {
    /// Upper left corner: column and line.
    pub ul: [i16; 2],
    /// Upper right corner.
    pub ur: [i16; 2],
    /// Lower right corner.
    pub lr: [i16; 2],
    /// Lower left corner.
    pub ll: [i16; 2],
    /// The plane that hides who stands in it.
    pub mask: u8,
    /// Its flags.
    pub flags: u8,
    /// Its scale, or bit 15 and the number of a slot less 1.
    pub scale: u16,
    /// Version 8: its scale slot, 0 none.
    pub slot: u8,
}

impl WalkBoxSetup {
    fn walk_box(self, v0: bool) -> WalkBox {
        let Self {
            ul,
            ur,
            lr,
            ll,
            mask,
            flags,
            scale,
            slot,
        } = self;
        if v0 {
            let corner = [ul[0], ul[1], lr[0], lr[1]].map(|n| u8::try_from(n).unwrap_or(u8::MAX));
            return WalkBox::of_v0(corner[0], corner[1], corner[2], corner[3], mask);
        }
        let [ul, ur, lr, ll] = [ul, ur, lr, ll].map(|[x, y]| Point::new(x, y));
        WalkBox {
            ul,
            ur,
            lr,
            ll,
            mask,
            flags,
            scale,
            slot,
        }
    }
}

/// Walk boxes of a caller's, and the stored ways between them.
#[derive(Clone, Debug, Default)]
pub struct Boxes<'a> {
    /// The boxes; none: those that are there stay.
    pub boxes: Option<Vec<WalkBoxSetup>>,
    /// The ways; empty: they are found.
    pub matrix: &'a [u8],
}

impl Boxes<'_> {
    /// Replaces those of a stage.
    ///
    /// # Errors
    /// There are more than a room can have.
    pub fn give(self, stage: &mut Stage) -> Result<()> {
        let v0 = stage.dialect().is_v0();
        let boxes: Vec<WalkBox> = match self.boxes {
            None => stage.boxes().as_slice().to_vec(),
            Some(boxes) => boxes.into_iter().map(|setup| setup.walk_box(v0)).collect(),
        };
        if boxes.len() > scumm_room::MAX_BOXES {
            return Err(Failure::size(format!("{} boxes", boxes.len())));
        }
        let matrix = Matrix::stored(stage.dialect(), boxes.len(), self.matrix);
        stage.boxes_mut().replace(boxes, matrix);
        Ok(())
    }
}

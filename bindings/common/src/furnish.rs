//! Tables, palettes, backdrops, walk boxes and other values that callers set on a stage.

use std::sync::Arc;

use scumm_costume::Cache;
use scumm_engine::{Backdrop, Picture, PrintTarget, Stage};
use scumm_room::{BoxMatrix, Palette, Point, Surface, WalkBox};
use serde::Deserialize;

use crate::{Failure, NamedValues, Result};

/// The kinds of tables and blocks that callers set on a stage.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageTable {
    /// The initial palette: 768 bytes, 256 RGB triples. The palette of the room is applied on top.
    Palette = 0,
    /// The shadow table: 256 bytes, from version 7 on 2048 bytes.
    Shadow = 1,
    /// The room's colour remap, 256 bytes.
    RoomPalette = 2,
    /// HE70 and later: the REMP table, 256 bytes.
    Remp = 3,
    /// HE99 and later: the palette slots, 1024 bytes each.
    PaletteSlots = 4,
    /// Versions 7 and 8: the table that replaces the scale table, 768 bytes.
    Scale = 5,
    /// HE90 and later: the blend table of image `number`, 65536 bytes.
    Xmap = 6,
    /// Nintendo: the block `number`, which is stored among the costumes.
    Block = 7,
    /// HE99 and later: the colours of palette slot `number`, 768 bytes.
    SlotColours = 8,
}

impl NamedValues for StageTable {
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
    /// Sets a table of a stage.
    ///
    /// # Errors
    /// Returns `ResultCode::Size` or `ResultCode::Misuse` if the table has the wrong length.
    pub fn set_on(self, stage: &mut Stage, number: u16, data: &[u8]) -> Result<()> {
        let room = stage.backdrop().room().cloned();
        let wrong = || Failure::size(format!("the table has {} bytes: a wrong size", data.len()));
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

/// The initial palettes that need no file.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaletteKind {
    /// 256 different colours, for tests.
    Distinct = 0,
    /// The initial palette of the dialect's games.
    Initial = 1,
    /// Nintendo: the palette of the console that older versions of ScummVM used.
    NesClassic = 2,
}

impl NamedValues for PaletteKind {
    const ALL: &'static [Self] = &[Self::Distinct, Self::Initial, Self::NesClassic];
    const WHAT: &'static str = "kind of palette";
}

impl PaletteKind {
    /// Sets the initial palette of a stage, and applies the palette of the room on top.
    pub fn set_on(self, stage: &mut Stage) {
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

/// The numbers that scripts can change in a stage and in the tables of the stage.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageEntry {
    /// Entry `index` of the shadow table.
    Shadow = 0,
    /// Entry `index` of the room's colour remap.
    RoomPalette = 1,
    /// Flags of box `index`; with bit 14 or 15 its extra flag word.
    BoxFlags = 2,
    /// Extra flag word of box `index`. Storing the number has no other effect.
    BoxExtraFlags = 3,
    /// Scale of box `index`, 255 for full size. If bit 15 is set, the other bits are the number of
    /// a scale slot minus 1.
    BoxScale = 4,
    /// Applies palette `value` of the room, counted from 0. `index` is not used.
    UsePalette = 5,
    /// Switches to set `value` of walk boxes of the room, counted from 0. `index` is not used.
    UseBoxSet = 6,
    /// Nintendo: resets the tables of the console and selects costume set `value`.
    StartTables = 7,
    /// Nintendo: switches to costume set `value`, 0 or 1.
    UseCostumeSet = 8,
    /// The lights variable of versions 1 to 5: actors are dark while bit 3 is clear, the room while
    /// bit 1 is clear.
    Lights = 9,
    /// Number of the room. Storing the number has no other effect.
    RoomNumber = 10,
    /// Number of the talking actor; 0 or 255 for none. Storing the number has no other effect.
    TalkingActor = 11,
    /// Advances the colour cycles of the room by `value` jiffies of 1/60 s.
    Cycle = 12,
    /// HE99 and later: copies palette slot `index` to slot `value`.
    CopySlot = 13,
    /// Limit of the cache of decoded pictures in KiB. The limit does not affect the drawn pixels.
    CelMemory = 14,
    /// Number of the resource of room `index`, which a script defines under another number. Some
    /// of ScummVM's enhancements depend on it.
    RoomResource = 15,
}

impl NamedValues for StageEntry {
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
        Self::RoomResource,
    ];
    const WHAT: &'static str = "entry";
}

impl StageEntry {
    /// Stores a number of a stage.
    ///
    /// # Errors
    /// Returns `ResultCode::Misuse` or `ResultCode::NotFound` if the index or the value is out of
    /// range.
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
            Self::RoomResource => stage.set_room_resource(index, value),
        }
        Ok(())
    }
}

/// Creates a backdrop from a picture of the caller: rows of `width` palette indices, and planes
/// from plane 1 on with one bit for each pixel. A `plane_count` of 0 stands for the number of
/// passed planes plus 1, because plane 0 is not passed.
///
/// # Errors
/// Returns an error if the sizes do not fit.
pub fn backdrop_from_picture(
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

/// Returns the buffers of a word: front, back or both.
///
/// # Errors
/// Returns `ResultCode::Misuse` for another word.
pub fn print_target(word: &str) -> Result<PrintTarget> {
    match word {
        "front" => Ok(PrintTarget::Front),
        "back" => Ok(PrintTarget::Back),
        "both" => Ok(PrintTarget::Both),
        _ => Err(Failure::misuse(format!(
            "there are no buffers {word:?}: use front, back or both"
        ))),
    }
}

/// Writes pixels permanently into buffers of a stage. `pixels` has rows of `width` palette indices;
/// the first pixel goes to column `x`, row `y` of the view.
///
/// # Errors
/// Returns `ResultCode::Size` if the pixels are not whole rows.
pub fn print_pixels(
    stage: &mut Stage,
    into: PrintTarget,
    (x, y): (i32, i32),
    width: usize,
    pixels: &[u8],
) -> Result<()> {
    if width == 0 || pixels.len() % width != 0 {
        return Err(Failure::size(format!(
            "{} pixels are not whole rows of {width}",
            pixels.len()
        )));
    }
    Ok(stage.overlay().print_pixels(into, x, y, width, pixels)?)
}

/// Writes the picture of a stage with the displayed palette into `rgba`: rows of red, green, blue
/// and 255. The previous content is lost.
pub fn paint_rgba(stage: &Stage, rgba: &mut Vec<u8>) {
    let mut colours = [[0; 4]; 256];
    let palette = stage.colours().displayed();
    for (colour, [red, green, blue]) in colours.iter_mut().zip(palette.iter()) {
        *colour = [*red, *green, *blue, 255];
    }
    let view = stage.front();
    let row_size = view.width.saturating_mul(4);
    rgba.resize(view.height.saturating_mul(row_size), 0);
    for (row, painted) in view.rows().zip(rgba.chunks_exact_mut(row_size.max(1))) {
        for (&pixel, painted) in row.iter().zip(painted.chunks_exact_mut(4)) {
            painted.copy_from_slice(&colours[usize::from(pixel)]);
        }
    }
}

/// Returns the palette of a stage as 256 RGB triples; with `displayed` the palette as the display
/// shows it.
#[must_use]
pub fn palette_bytes(stage: &Stage, displayed: bool) -> Vec<u8> {
    let colours = stage.colours();
    let shown = if displayed {
        colours.displayed().to_bytes()
    } else {
        colours.palette.to_bytes()
    };
    shown.to_vec()
}

/// A walk box as callers describe it. Version 0 uses two corners, `ul` and `lr`.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WalkBoxSetup {
    /// Upper left corner: column and row in the room.
    pub ul: [i16; 2],
    /// Upper right corner.
    pub ur: [i16; 2],
    /// Lower right corner.
    pub lr: [i16; 2],
    /// Lower left corner.
    pub ll: [i16; 2],
    /// Number of the plane that hides actors in the box; 0 if no plane of the room hides them.
    pub mask: u8,
    /// Flags of the box.
    pub flags: u8,
    /// Scale, 255 for full size. If bit 15 is set, the other bits are the number of a scale slot
    /// minus 1.
    pub scale: u16,
    /// Version 8: number of the scale slot, 0 for none.
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
            return WalkBox::from_v0(corner[0], corner[1], corner[2], corner[3], mask);
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

/// Walk boxes of the caller, and the stored routes between them.
#[derive(Clone, Debug, Default)]
pub struct WalkBoxesSetup<'a> {
    /// The boxes. `None` keeps the current boxes.
    pub boxes: Option<Vec<WalkBoxSetup>>,
    /// The stored routes. If it is empty, the routes are computed.
    pub matrix: &'a [u8],
}

impl WalkBoxesSetup<'_> {
    /// Replaces the walk boxes of a stage.
    ///
    /// # Errors
    /// Returns `ResultCode::Size` if there are more boxes than a room can have.
    pub fn set_on(self, stage: &mut Stage) -> Result<()> {
        let v0 = stage.dialect().is_v0();
        let boxes: Vec<WalkBox> = match self.boxes {
            None => stage.boxes().as_slice().to_vec(),
            Some(boxes) => boxes.into_iter().map(|setup| setup.walk_box(v0)).collect(),
        };
        if boxes.len() > scumm_room::MAX_BOXES {
            return Err(Failure::size(format!(
                "there are {} boxes, at most {} are allowed",
                boxes.len(),
                scumm_room::MAX_BOXES
            )));
        }
        let matrix = BoxMatrix::stored(stage.dialect(), boxes.len(), self.matrix);
        stage.boxes_mut().replace(boxes, matrix);
        Ok(())
    }
}

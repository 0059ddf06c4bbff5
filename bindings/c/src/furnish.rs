//! What a stage is furnished with: tables, colours, boxes, scale slots.

use scumm_costume::Cache;
use scumm_engine::Stage;
use scumm_room::{Matrix, Palette, Point, ScaleSlot, WalkBox};

use crate::border::{Code, Err, Failure, bytes, call, given};
use crate::stage::{CStage, on, playing};

/// A table or a block that a stage takes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CStageTable {
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

/// Gives a stage a table; `kind` is a `WardrobeStageTable`.
///
/// # Safety
/// `data` leads to `len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_stage_set_table(
    stage: Option<&CStage>, kind: u32, number: u16, data: *const u8, len: usize, error: Err<'_>,
) -> Code {
    call(error, || {
        // SAFETY: as the caller promises.
        let data = unsafe { bytes(data, len, "the table")? };
        let stage = &mut playing(stage)?.stage;
        let room = stage.backdrop().room().cloned();
        let wrong = || Failure::size(format!("a table of {len} bytes"));
        match kind {
            0 => stage.colours_mut().start_palette(Palette::from_bytes(data).ok_or_else(wrong)?, room.as_deref()),
            1 => stage.colours_mut().set_shadow_table(data)?,
            2 => stage.colours_mut().set_room_palette(data.try_into().map_err(|_| wrong())?),
            3 => stage.colours_mut().set_remap(data)?,
            4 => stage.colours_mut().set_slots(data, room.as_deref())?,
            5 => stage.set_scale_table(data.into())?,
            6 => stage.insert_xmap(number, data.into())?,
            7 => stage.insert_block(number, data.into()),
            8 => {
                let colours = Palette::from_bytes(data).ok_or_else(wrong)?;
                stage.colours_mut().load_slot(u8::try_from(number).map_err(|_| wrong())?, &colours)?;
            }
            _ => return Err(Failure::misuse(format!("there is no kind of table {kind}"))),
        }
        Ok(())
    })
}

/// What the palette starts as where no file brings one.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CPalette {
    /// 256 different colours.
    Distinct = 0,
    /// The game's own.
    Initial = 1,
    /// The Nintendo: the older choice of its colours.
    NesClassic = 2,
}

/// Starts the palette; `kind` is a `WardrobePalette`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_start_palette(stage: Option<&CStage>, kind: u32, error: Err<'_>) -> Code {
    call(error, || {
        let stage = &mut playing(stage)?.stage;
        let palette = match kind {
            0 => Palette::distinct(),
            1 => Palette::initial(stage.dialect()),
            2 => Palette::nes_classic(),
            _ => return Err(Failure::misuse(format!("there is no kind of palette {kind}"))),
        };
        let room = stage.backdrop().room().cloned();
        stage.colours_mut().start_palette(palette, room.as_deref());
        Ok(())
    })
}

/// A number of a table of colours or of the room that scripts change.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CStageEntry {
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

/// Stores a number of the stage; `entry` is a `WardrobeStageEntry`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_set_entry(stage: Option<&CStage>, entry: u32, index: u16, value: u16, error: Err<'_>) -> Code {
    call(error, || {
        let stage = &mut playing(stage)?.stage;
        let byte = |number: u16| u8::try_from(number).map_err(|_| Failure::misuse(format!("{number} is above 255")));
        match entry {
            0 => stage.colours_mut().set_shadow_entry(index.into(), byte(value)?)?,
            1 => stage.colours_mut().set_room_palette_entry(byte(index)?, byte(value)?),
            2 => stage.boxes_mut().set_flags(byte(index)?, value)?,
            3 => stage.boxes_mut().set_extra_flags(byte(index)?, value)?,
            4 => stage.boxes_mut().set_scale(byte(index)?, value)?,
            5 => {
                let room = stage.backdrop().room().cloned();
                stage.colours_mut().use_room_palette(room.as_deref(), value.into())?;
            }
            6 => stage.boxes_mut().use_set(value.into())?,
            7 => stage.start_tables(byte(value)?)?,
            8 => stage.use_costume_set(byte(value)?)?,
            9 => stage.set_lights(value),
            10 => {
                let empty = Stage::empty(*stage.dialect());
                *stage = std::mem::replace(stage, empty).with_room_number(value);
            }
            11 => stage.set_talking_actor(value),
            12 => stage.colours_mut().cycle(value),
            13 => stage.colours_mut().copy_slot(byte(index)?, byte(value)?)?,
            14 => *stage.cels_mut() = Cache::with_limit(usize::from(value) << 10),
            _ => return Err(Failure::misuse(format!("there is no entry {entry}"))),
        }
        Ok(())
    })
}

/// Sets a colour of the palette, as scripts do.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_set_colour(stage: Option<&CStage>, i: u8, r: u8, g: u8, b: u8, error: Err<'_>) -> Code {
    on(stage, error, |stage| Ok(stage.colours_mut().set_colour(i, [r, g, b])))
}

/// A walk box.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CBox {
    /// Upper left, upper right, lower right, lower left corner: x and y of each. Version 0 has two corners, the first and third.
    pub corners: [[i16; 2]; 4],
    /// The plane that hides who stands in it.
    pub mask: u8,
    /// Its flags.
    pub flags: u8,
    /// Its scale, or bit 15 and the number of a slot less 1.
    pub scale: u16,
    /// Version 8: its scale slot, 0 none.
    pub slot: u8,
}

/// Replaces the walk boxes; with `boxes` null those that are there stay. `matrix` has the stored ways between them; with none they
/// are found.
///
/// # Safety
/// `boxes` leads to `count` of them, `matrix` to `matrix_len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_stage_set_boxes(
    stage: Option<&CStage>, boxes: *const CBox, count: usize, matrix: *const u8, matrix_len: usize, error: Err<'_>,
) -> Code {
    call(error, || {
        if count > scumm_room::MAX_BOXES || (boxes.is_null() && count != 0) {
            return Err(Failure::size(format!("{count} boxes")));
        }
        // SAFETY: it is not null, and as long as the caller says.
        let given = if count == 0 { &[][..] } else { unsafe { std::slice::from_raw_parts(boxes, count) } };
        // SAFETY: as the caller promises.
        let matrix = unsafe { bytes(matrix, matrix_len, "the matrix")? };
        let stage = &mut playing(stage)?.stage;
        let v0 = stage.dialect().is_v0();
        let walk_box = |given: &CBox| {
            let [ul, ur, lr, ll] = given.corners.map(|[x, y]| Point::new(x, y));
            if v0 {
                let corner = [ul.x, ul.y, lr.x, lr.y].map(|n| u8::try_from(n).unwrap_or(u8::MAX));
                return WalkBox::of_v0(corner[0], corner[1], corner[2], corner[3], given.mask);
            }
            let &CBox { mask, flags, scale, slot, .. } = given;
            WalkBox { ul, ur, lr, ll, mask, flags, scale, slot }
        };
        let boxes = match boxes.is_null() {
            true => stage.boxes().as_slice().to_vec(),
            false => given.iter().map(walk_box).collect(),
        };
        let matrix = Matrix::stored(stage.dialect(), boxes.len(), matrix);
        stage.boxes_mut().replace(boxes, matrix);
        Ok(())
    })
}

/// Computes the ways between the boxes anew.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_compute_box_matrix(stage: Option<&CStage>, error: Err<'_>) -> Code {
    on(stage, error, |stage| Ok(stage.boxes_mut().compute_matrix()))
}

/// Sets the two points of a scale slot 1 to 20: x, y and scale of each.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_set_scale_slot(
    stage: Option<&CStage>, slot: u16, points: Option<&[[i32; 3]; 2]>, error: Err<'_>,
) -> Code {
    call(error, || {
        let &[[x1, y1, s1], [x2, y2, s2]] = given(points, "the points")?;
        Ok(playing(stage)?.stage.boxes_mut().set_scale_slot(slot, ScaleSlot { x1, y1, s1, x2, y2, s2 })?)
    })
}

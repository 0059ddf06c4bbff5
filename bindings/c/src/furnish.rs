//! What a stage is furnished with: tables, colours, boxes, scale slots.

use scumm_bindings::{Boxes, PaletteKind, StageEntry, StageTable, WalkBoxSetup, Words as _};

use crate::border::{Code, Err, Failure, call, slice};
use crate::stage::{CStage, playing};

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
        let data = unsafe { slice(data, len, "the table")? };
        StageTable::of_number(kind)?.give(&mut playing(stage)?.stage, number, data)
    })
}

/// Starts the palette; `kind` is a `WardrobePalette`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_start_palette(stage: Option<&CStage>, kind: u32, error: Err<'_>) -> Code {
    call(error, || Ok(PaletteKind::of_number(kind)?.start(&mut playing(stage)?.stage)))
}

/// Stores a number of the stage; `entry` is a `WardrobeStageEntry`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_set_entry(stage: Option<&CStage>, entry: u32, index: u16, value: u16, error: Err<'_>) -> Code {
    call(error, || StageEntry::of_number(entry)?.store(&mut playing(stage)?.stage, index, value))
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

impl CBox {
    fn setup(&self) -> WalkBoxSetup {
        let &Self { corners: [ul, ur, lr, ll], mask, flags, scale, slot } = self;
        WalkBoxSetup { ul, ur, lr, ll, mask, flags, scale, slot }
    }
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
        // SAFETY: as the caller promises.
        let (given, matrix) = unsafe { (slice(boxes, count, "the boxes")?, slice(matrix, matrix_len, "the matrix")?) };
        let boxes = (!boxes.is_null()).then(|| given.iter().map(CBox::setup).collect());
        Boxes { boxes, matrix }.give(&mut playing(stage)?.stage)
    })
}

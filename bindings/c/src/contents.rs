//! The cast of a game, the parts of rooms, and the writes to pixels.

use std::ffi::c_char;

use scumm_bindings::{
    BoxValues, NO_LIMB, WriteValues, room_objects, room_palette, room_pixels, room_plane,
    stage_trace, stage_writes,
};

use crate::*;

/// Returns the actors of a game with their costumes and rooms as JSON, as `wardrobe cast --json`
/// prints it without the head of the document. The caller frees the bytes.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_game_cast(
    game: Option<&CGame>,
    json: NewHandle<'_, CBytes>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        new_handle(json, CBytes(game_of(game)?.cast()?.into_bytes()))
    })
}

/// Puts the actors that the scripts show in the current room of a stage of this game onto the
/// stage: in their costumes and looks, at their positions. An actor is left out if no script gives
/// its position, or if its costume cannot be read; the numbers of these actors are written to the
/// array `left_out`. `capacity` is the number of elements for which the array has space; further
/// numbers are not written. `count` becomes the number of all these actors. `left_out` may be null
/// if `capacity` is 0.
///
/// # Safety
/// `left_out` must be null or have space for `capacity` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_game_furnish(
    game: Option<&CGame>,
    stage: Option<&CStage>,
    left_out: *mut u16,
    capacity: usize,
    count: Out<'_, usize>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        if count.is_none() || (left_out.is_null() && capacity != 0) {
            return Err(Failure::null("the output"));
        }
        let found = game_of(game)?.furnish(&mut lock_stage(stage)?.stage);
        // SAFETY: as the caller promises.
        unsafe { write_elements(&found, left_out, capacity, count, "the actors") }
    })
}

/// Sets `room` to the number of the room in whose colours a costume is shown: the room in which the
/// scripts show it, else the room whose file contains the costume; 0 if no room gives it colours.
/// The first call for a game reads all its scripts. Returns `WARDROBE_CODE_NOT_FOUND` if the game
/// does not have the costume.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_game_home(
    game: Option<&CGame>,
    costume: u16,
    room: Out<'_, u16>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        write_output(room, game_of(game)?.home(costume)?.unwrap_or(0))
    })
}

/// Writes the background of a room without objects as palette indices, row by row. Returns
/// `WARDROBE_CODE_SIZE` if `len` is not the width times the height of the room.
///
/// # Safety
/// `pixels` must point to `len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_room_pixels(
    room: Option<&CRoom>,
    pixels: *mut u8,
    len: usize,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let picture = room_pixels(room_of(room)?);
        // SAFETY: as the caller promises.
        unsafe { copy_out(picture.bytes(), pixels, len, "the pixels") }
    })
}

/// Writes plane `number` of a room, 1 and above, one byte for each pixel, 0 where the plane hides
/// nothing. Returns `WARDROBE_CODE_NOT_FOUND` if the room has no such plane, and
/// `WARDROBE_CODE_SIZE` if `len` is not the width times the height of the room.
///
/// # Safety
/// `pixels` must point to `len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_room_plane(
    room: Option<&CRoom>,
    number: u32,
    pixels: *mut u8,
    len: usize,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let plane = room_plane(room_of(room)?, number as usize)?;
        // SAFETY: as the caller promises.
        unsafe { copy_out(plane.bytes(), pixels, len, "the pixels") }
    })
}

/// Writes palette `number` of a room, counted from 0, as 256 RGB triples: the initial palette of
/// the room's games with the stored colours of the room on top. Returns `WARDROBE_CODE_NOT_FOUND`
/// if the room has no such palette. Palette 0 always exists.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_room_palette(
    room: Option<&CRoom>,
    number: u32,
    rgb: Out<'_, [u8; 768]>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let palette = room_palette(room_of(room)?, number as usize)?;
        let palette = palette.try_into();
        write_output(
            rgb,
            palette.map_err(|_| Failure::size("the palette has a wrong size"))?,
        )
    })
}

/// Reads walk box `index` of a room, counted from 0. Returns `WARDROBE_CODE_NOT_FOUND` if there is
/// no such box.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_room_box(
    room: Option<&CRoom>,
    index: usize,
    walkbox: Out<'_, CBox>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let found = BoxValues::from(element(&room_of(room)?.boxes, index, "walk box")?);
        let corner = |(x, y): (i16, i16)| [x, y];
        let value = CBox {
            corners: [found.ul, found.ur, found.lr, found.ll].map(corner),
            mask: found.mask,
            flags: found.flags,
            scale: found.scale,
            slot: found.slot,
        };
        write_output(walkbox, value)
    })
}

/// An object of a room.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CRoomObject {
    /// sizeof(WardrobeRoomObject).
    pub size: u32,
    /// Number of the object in the game.
    pub number: u16,
    /// Number of the object on which this object depends; 0 for none.
    pub parent: u16,
    /// Left edge in pixels of the room.
    pub x: i16,
    /// Top edge in pixels of the room.
    pub y: i16,
    /// Width in pixels.
    pub width: u16,
    /// Height in pixels.
    pub height: u16,
    /// Column at which actors stand to use the object.
    pub walk_x: i16,
    /// Row at which actors stand to use the object.
    pub walk_y: i16,
    /// State that the parent must have for this object to exist.
    pub parent_state: u8,
    /// Number of states that have a picture.
    pub states: u8,
    /// The states that have a picture, ascending; at most 32 are written. Up to version 4 one
    /// picture serves all states and is listed as state 1.
    pub state: [u8; 32],
    /// Version 8: the name that the index maps to the number. Versions 5 to 7 and Humongous games:
    /// the name that the game displays, with \x81 for a byte that is not ASCII. Empty if there is
    /// no name, and for older versions.
    pub name: [c_char; 64],
}

// SAFETY: it has the layout of C, begins with `size`, and contains only numbers, pointers and
// optional functions.
unsafe impl SizedStruct for CRoomObject {}

/// Reads the object at `index` of a room, counted from 0. The index must be less than `objects` of
/// `wardrobe_room_info`; otherwise the call returns `WARDROBE_CODE_NOT_FOUND`.
///
/// # Safety
/// `object` must point to `object->size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_room_object_info(
    room: Option<&CRoom>,
    index: usize,
    object: *mut CRoomObject,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let objects = room_objects(room_of(room)?);
        let found = element(&objects, index, "object")?;
        let mut state = [0; 32];
        for (to, from) in state.iter_mut().zip(&found.states) {
            *to = *from;
        }
        let value = CRoomObject {
            number: found.number,
            parent: found.parent,
            x: found.x,
            y: found.y,
            width: found.width,
            height: found.height,
            walk_x: found.walk_x,
            walk_y: found.walk_y,
            parent_state: found.parent_state,
            states: u8::try_from(found.states.len()).unwrap_or(u8::MAX),
            state,
            name: to_c_chars(found.name.as_deref().unwrap_or_default()),
            ..zeroed()
        };
        // SAFETY: as the caller promises.
        unsafe { write(object, &value, "the object") }
    })
}

/// A write: a pixel of a cel that was drawn, or hidden by a plane, at a pixel of the target.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CWrite {
    /// Number of the actor.
    pub actor: u16,
    /// Number of the cel in the costume.
    pub cel: u16,
    /// Column in the cel as it is stored.
    pub column: u16,
    /// Row in the cel as it is stored.
    pub row: u16,
    /// The limb, 0 to 15; 255 for a picture that a Humongous costume paints into the room.
    pub limb: u8,
    /// Colour of the cel at this pixel, before the palette of the costume.
    pub colour: u8,
    /// Screen colour after the palette of the costume.
    pub screen_colour: u8,
    /// The pixel of the target after the write.
    pub result: u8,
    /// The table that mapped the pixel: 0 for none, 1 for the shadow of every colour, 2 for the
    /// shadow of colour 13, 3 for the shadows of the colours below 8, 4 for a blend table.
    pub table: u8,
    /// Number of the plane that the actor was tested against.
    pub plane: u8,
    /// 1 if the plane hid the pixel, so that it was not drawn.
    pub hidden: u8,
}

impl From<&WriteValues> for CWrite {
    fn from(write: &WriteValues) -> Self {
        Self {
            actor: write.actor,
            cel: write.cel,
            column: write.column,
            row: write.row,
            limb: write.limb.unwrap_or(NO_LIMB),
            colour: write.colour,
            screen_colour: write.screen_colour,
            result: write.result,
            table: write.table.map_or(0, |kind| kind as u8 + 1),
            plane: write.plane,
            hidden: write.hidden.into(),
        }
    }
}

/// Records from now on which actor and limb draws which pixel of the stage. Drawing is slower
/// meanwhile. Pixels that were drawn before count as background.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_start_trace(
    stage: Option<&CStage>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        lock_stage(stage)?.stage.start_trace();
        Ok(())
    })
}

/// Ends the recording of a trace.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_stop_trace(
    stage: Option<&CStage>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        lock_stage(stage)?.stage.stop_trace();
        Ok(())
    })
}

/// Writes the writes to the pixel at column `x`, row `y` of the view since its background was last
/// visible there to the array `writes`, oldest first, at most 16. `capacity` is the number of
/// elements for which the array has space; further writes are not written. `count` becomes the
/// number of all writes. Returns `WARDROBE_CODE_MISUSE` without `wardrobe_stage_start_trace`.
///
/// # Safety
/// `writes` must be null or have space for `capacity` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_stage_writes(
    stage: Option<&CStage>,
    x: u32,
    y: u32,
    writes: *mut CWrite,
    capacity: usize,
    count: Out<'_, usize>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let found = stage_writes(&lock_stage(stage)?.stage, x as usize, y as usize)?;
        let found: Vec<CWrite> = found.iter().map(CWrite::from).collect();
        // SAFETY: as the caller promises.
        unsafe { write_elements(&found, writes, capacity, count, "the writes") }
    })
}

/// Returns the visible write of each pixel of the view, row by row, 12 bytes for each pixel: actor
/// (two bytes, the lower one first), limb, plane, cel, column and row in the cel (two bytes each),
/// colour of the cel, and screen colour. A pixel that no actor drew has zeros and the limb 255. The
/// caller frees the bytes. Returns `WARDROBE_CODE_MISUSE` without `wardrobe_stage_start_trace`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_trace(
    stage: Option<&CStage>,
    trace: NewHandle<'_, CBytes>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let bytes = stage_trace(&lock_stage(stage)?.stage)?;
        new_handle(trace, CBytes(bytes))
    })
}

/// Records from now on which limb draws which pixel, and forgets earlier draws. Drawing is slower
/// meanwhile.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_renderer_start_trace(
    renderer: Option<&CRenderer>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        lock_renderer(renderer)?.start_trace();
        Ok(())
    })
}

/// Ends the recording of a trace.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_renderer_stop_trace(
    renderer: Option<&CRenderer>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        lock_renderer(renderer)?.stop_trace();
        Ok(())
    })
}

/// Writes the writes to the pixel at column `x`, row `y` of the target since the trace was started.
/// See `wardrobe_stage_writes` for the parameters.
///
/// # Safety
/// `writes` must be null or have space for `capacity` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_renderer_writes(
    renderer: Option<&CRenderer>,
    x: u32,
    y: u32,
    writes: *mut CWrite,
    capacity: usize,
    count: Out<'_, usize>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let found = lock_renderer(renderer)?.writes(x as usize, y as usize)?;
        let found: Vec<CWrite> = found.iter().map(CWrite::from).collect();
        // SAFETY: as the caller promises.
        unsafe { write_elements(&found, writes, capacity, count, "the writes") }
    })
}

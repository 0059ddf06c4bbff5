//! The camera, objects, and what is printed over a stage.

use std::mem::MaybeUninit;

use scumm_engine::PrintTarget;

use crate::border::{Code, Err, Failure, bytes, call, given, put};
use crate::stage::{CStage, on, playing};

/// A way to send the camera.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CCameraMove {
    /// It stands there, as a caller says that leads it itself.
    Place = 0,
    /// It stands at column `x`, whomever it followed.
    Stand = 1,
    /// It is sent there.
    Send = 2,
    /// It moves there step by step.
    Pan = 3,
    /// It follows actor `x`; with `y` 1 it jumps there.
    Follow = 4,
}

/// Sends the camera; `how` is a `WardrobeCameraMove`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_camera(stage: Option<&CStage>, how: u32, x: i32, y: i32, error: Err<'_>) -> Code {
    on(stage, error, |stage| match how {
        0 => Ok(stage.place_camera(x, y)),
        1 => Ok(stage.camera_mut().stand_at(x as i16)),
        2 => Ok(stage.camera_mut().send_to(x as i16, y as i16)),
        3 => Ok(stage.camera_mut().pan_to(x as i16, y as i16)),
        4 => stage.follow_with_camera(u16::try_from(x).unwrap_or(u16::MAX), y != 0),
        _ => Err(scumm_room::Error::Misuse(format!("there is no way {how} to send the camera"))),
    })
}

/// Puts the pointer to a place: of the screen in version 0, of the view on the Nintendo.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_set_pointer(stage: Option<&CStage>, x: i32, y: i32, error: Err<'_>) -> Code {
    on(stage, error, |stage| Ok(stage.variables_mut().pointer = (x, y)))
}

/// The size of the flashlight's beam in strips.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_set_flashlight(stage: Option<&CStage>, width: u8, height: u8, error: Err<'_>) -> Code {
    on(stage, error, |stage| Ok(stage.variables_mut().flashlight = (width, height)))
}

/// What scripts do to an object.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CObjectAct {
    /// Stores the state `a`; nothing is drawn.
    SetState = 0,
    /// Puts it into class `a` where `b` is 1, takes it out where it is 0.
    SetClass = 1,
    /// The next frame draws it over what is there.
    Draw = 2,
    /// Takes it out of the queue of those to draw.
    Undraw = 3,
    /// Moves it to column `a`, line `b`.
    Move = 4,
    /// Has its strips drawn again.
    Redraw = 5,
}

/// Does something to an object; `act` is a `WardrobeObjectAct`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_object_act(stage: Option<&CStage>, object: u16, act: u32, a: i16, b: i16, error: Err<'_>) -> Code {
    on(stage, error, |stage| match act {
        0 => stage.objects_mut().set_state(object, a as u8),
        1 => stage.objects_mut().set_class(object, a as u8, b != 0),
        2 => stage.objects_mut().draw(object),
        3 => stage.objects_mut().undraw(object),
        4 => stage.objects_mut().move_to(object, a, b),
        5 => stage.redraw_object(object),
        _ => Err(scumm_room::Error::Misuse(format!("an object has no act {act}"))),
    })
}

/// The state of an object.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_object_state(
    stage: Option<&CStage>, object: u16, state: Option<&mut MaybeUninit<u8>>, error: Err<'_>,
) -> Code {
    call(error, || put(state, playing(stage)?.stage.objects().state(object)?))
}

/// Has an object's picture drawn over everything: `place` is column, line, width, height, horizontal and vertical scale, image,
/// mode.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_object_blast(stage: Option<&CStage>, object: u16, place: Option<&[i32; 8]>, error: Err<'_>) -> Code {
    call(error, || {
        let &[x, y, width, height, scale_x, scale_y, image, mode] = given(place, "the place")?;
        let byte = |n: i32| u8::try_from(n).map_err(|_| Failure::misuse(format!("{n} is no byte")));
        let (scale, image, mode) = ([byte(scale_x)?, byte(scale_y)?], byte(image)?, byte(mode)?);
        Ok(playing(stage)?.stage.objects_mut().queue_blast(object, [x, y, width, height], scale, image, mode)?)
    })
}

/// What something does that an engine prints over a stage.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum COverlay {
    /// Columns `left` to `right` were restored.
    Mark = 0,
    /// Restores the strips of the rectangle.
    RestoreStrips = 1,
    /// Takes away what lay there, in lines of the screen.
    Erase = 2,
}

/// Tells of something that was printed over the stage: left, top, right, bottom, the last two not included; `what` is a
/// `WardrobeOverlay`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_overlay(stage: Option<&CStage>, what: u32, rect: Option<&[i32; 4]>, error: Err<'_>) -> Code {
    call(error, || {
        let &rect = given(rect, "the rectangle")?;
        let stage = &mut playing(stage)?.stage;
        match what {
            0 => stage.overlay().mark_restored(rect[0], rect[2]),
            1 => stage.overlay().restore_strips(rect),
            2 => stage.overlay().erase(rect),
            _ => return Err(Failure::misuse(format!("there is no overlay {what}"))),
        }
        Ok(())
    })
}

/// Writes pixels that stay, rows of `width` behind each other, into the front buffer (1), the back (2) or both (3).
///
/// # Safety
/// `pixels` leads to `len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_stage_print(
    stage: Option<&CStage>, buffers: u32, x: i32, y: i32, width: usize, pixels: *const u8, len: usize, error: Err<'_>,
) -> Code {
    call(error, || {
        // SAFETY: as the caller promises.
        let pixels = unsafe { bytes(pixels, len, "the pixels")? };
        let into = match buffers {
            1 => PrintTarget::Front,
            2 => PrintTarget::Back,
            3 => PrintTarget::Both,
            _ => return Err(Failure::misuse(format!("there are no buffers {buffers}"))),
        };
        if width == 0 || pixels.len() % width != 0 {
            return Err(Failure::size(format!("{len} pixels are no rows of {width}")));
        }
        Ok(playing(stage)?.stage.overlay().print_pixels(into, x, y, width, pixels)?)
    })
}

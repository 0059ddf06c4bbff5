//! Stages: making them, rooms, frames, saving.

use std::sync::{Arc, Mutex, MutexGuard};

use scumm_bindings::{Playing, print_pixels};
use scumm_engine::{Backdrop, PrintTarget, Stage};

use crate::border::{CBytes, Code, Err, Failure, New, Result, call, free, hand_out, lock, none, read, restore, slice};
use crate::costume::{CCostume, costume_of};
use crate::dialect::{CDialect, dialect_of};
use crate::draw::CTable;
use crate::game::{CGame, CRoom, game_of, room_of};
use crate::world::{CWorld, World, world_of};

/// A room with actors in it. One thread at a time may use it; several stages never touch each other.
pub struct CStage(Mutex<Playing>);

pub(crate) fn playing(stage: Option<&CStage>) -> Result<MutexGuard<'_, Playing>> {
    lock(stage.map(|stage| &stage.0), "the stage")
}

fn hand_out_stage(out: New<'_, CStage>, stage: Stage) -> Result<()> {
    hand_out(out, CStage(Mutex::new(Playing::new(stage))))
}

/// A room of the caller's own: pixels and planes. All is copied.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CPicture {
    /// sizeof(WardrobePicture).
    pub size: u32,
    /// Columns, a multiple of 8.
    pub width: u32,
    /// Lines.
    pub height: u32,
    /// Planes, plane 0 counted; 0: one more than there are in `planes`.
    pub plane_count: u32,
    /// width * height indices.
    pub pixels: CTable,
    /// Planes 1 and on: a bit a pixel, the leftmost is bit 7, width / 8 bytes a line.
    pub planes: *const CTable,
    /// How many they are.
    pub planes_len: usize,
}

/// The picture that a caller describes.
///
/// # Safety
/// What it names is as long as it says.
unsafe fn picture_of(picture: *const CPicture) -> Result<Backdrop> {
    // SAFETY: as the caller promises.
    let picture = unsafe { read(picture, none(), "the picture")? };
    // SAFETY: as the caller promises.
    let table = |table: &CTable| unsafe { Ok(table.bytes("the picture")?.to_vec()) };
    // SAFETY: as the caller promises.
    let planes = unsafe { slice(picture.planes, picture.planes_len, "the planes")? };
    let planes = planes.iter().map(table).collect::<Result<Vec<_>>>()?;
    let size = (picture.width as usize, picture.height as usize);
    scumm_bindings::picture(table(&picture.pixels)?, size, planes, picture.plane_count as usize)
}

/// Makes a stage in a room. It is as wide as the screen; the lines `top` to `bottom` of the screen show it, `bottom` not
/// included.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_of_room(
    dialect: Option<&CDialect>, room: Option<&CRoom>, top: u16, bottom: u16, stage: New<'_, CStage>, error: Err<'_>,
) -> Code {
    call(error, || {
        let backdrop = Backdrop::Room(Arc::clone(room_of(room)?));
        hand_out_stage(stage, Stage::new(dialect_of(dialect)?, backdrop, top..bottom))
    })
}

/// Makes a stage before a picture of the caller's.
///
/// # Safety
/// `picture` leads to as many bytes as it says, and what it names is as long as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_stage_of_picture(
    dialect: Option<&CDialect>, picture: *const CPicture, top: u16, bottom: u16, stage: New<'_, CStage>, error: Err<'_>,
) -> Code {
    call(error, || {
        // SAFETY: as the caller promises.
        let backdrop = unsafe { picture_of(picture)? };
        hand_out_stage(stage, Stage::new(dialect_of(dialect)?, backdrop, top..bottom))
    })
}

/// Makes the stage of a game: in a room of it, or with room 0 before the first. It loads rooms and costumes as it needs them.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_of_game(game: Option<&CGame>, room: u16, stage: New<'_, CStage>, error: Err<'_>) -> Code {
    call(error, || {
        let game = game_of(game)?;
        hand_out_stage(stage, if room == 0 { Stage::for_game(game)? } else { Stage::for_room(game, room)? })
    })
}

/// Makes a copy, which plays on by itself. Rooms and costumes are shared.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_clone(stage: Option<&CStage>, copy: New<'_, CStage>, error: Err<'_>) -> Code {
    call(error, || {
        let playing = playing(stage)?.clone();
        hand_out(copy, CStage(Mutex::new(playing)))
    })
}

/// Frees a stage; null is nothing.
///
/// # Safety
/// The handle came from this library and is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_stage_free(stage: *mut CStage) {
    // SAFETY: as the caller promises.
    unsafe { free(stage) };
}

/// Makes a costume known by number.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_insert_costume(
    stage: Option<&CStage>, number: u16, costume: Option<&CCostume>, error: Err<'_>,
) -> Code {
    call(error, || Ok(playing(stage)?.stage.insert_costume(number, Arc::clone(&costume_of(costume)?.costume))?))
}

/// Makes a room known by number.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_insert_room(stage: Option<&CStage>, number: u16, room: Option<&CRoom>, error: Err<'_>) -> Code {
    call(error, || Ok(playing(stage)?.stage.insert_room(number, Arc::clone(room_of(room)?))))
}

/// The Nintendo: puts another room in the place of the present one, as if it were the same.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_replace_room(stage: Option<&CStage>, room: Option<&CRoom>, error: Err<'_>) -> Code {
    call(error, || Ok(playing(stage)?.stage.replace_room(Arc::clone(room_of(room)?))))
}

/// Plays a frame; with `half` 2 the second half only, with 3 a picture in the middle of a script. `world` may be null.
///
/// # Safety
/// `world` is null or leads to as many bytes as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_stage_tick(stage: Option<&CStage>, half: u32, world: *const CWorld, error: Err<'_>) -> Code {
    call(error, || {
        // SAFETY: as the caller promises.
        let mut world = World(unsafe { world_of(world)? });
        let stage = &mut playing(stage)?.stage;
        match half {
            2 => stage.tick_draw(&mut world),
            3 => stage.draw_now(&mut world),
            _ => stage.tick(&mut world),
        }
        Ok(())
    })
}

/// Writes all that moves into bytes, to be kept in a file. They are freed with `wardrobe_bytes_free`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_save(stage: Option<&CStage>, saved: New<'_, CBytes>, error: Err<'_>) -> Code {
    call(error, || hand_out(saved, CBytes::save(&playing(stage)?.stage.save())?))
}

/// Takes back what `wardrobe_stage_save` wrote; rooms and costumes have to be there. Events that wait are dropped.
///
/// # Safety
/// `data` leads to `len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_stage_restore(stage: Option<&CStage>, data: *const u8, len: usize, error: Err<'_>) -> Code {
    call(error, || {
        // SAFETY: as the caller promises.
        let snapshot = restore(unsafe { slice(data, len, "the saved state")? })?;
        let playing = &mut *playing(stage)?;
        playing.stage.restore(&snapshot)?;
        playing.events.clear();
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
        let pixels = unsafe { slice(pixels, len, "the pixels")? };
        let into = match buffers {
            1 => PrintTarget::Front,
            2 => PrintTarget::Back,
            3 => PrintTarget::Both,
            _ => return Err(Failure::misuse(format!("there are no buffers {buffers}"))),
        };
        print_pixels(&mut playing(stage)?.stage, into, (x, y), width, pixels)
    })
}

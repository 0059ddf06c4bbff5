//! Stages: making them, rooms, frames, saving.

use std::mem::MaybeUninit;
use std::sync::{Arc, Mutex, MutexGuard};

use scumm_bindings::Playing;
use scumm_engine::{Backdrop, Picture, Stage};
use scumm_room::{Result as RoomResult, Surface};

use crate::border::{CBytes, Code, Err, Failure, Result, Sized32, bytes, call, free, hand_out, lock, read, restore};
use crate::costume::{CCostume, costume_of};
use crate::dialect::{CDialect, dialect_of};
use crate::draw::{CTable, NO_TABLE};
use crate::game::{CGame, CRoom, game_of, room_of};
use crate::world::{CWorld, World, world_of};

/// A room with actors in it. One thread at a time may use it; several stages never touch each other.
pub struct CStage(Mutex<Playing>);

pub(crate) fn playing(stage: Option<&CStage>) -> Result<MutexGuard<'_, Playing>> {
    lock(stage.map(|stage| &stage.0), "the stage")
}

fn hand_out_stage(out: Option<&mut MaybeUninit<*mut CStage>>, stage: Stage) -> Result<()> {
    hand_out(out, CStage(Mutex::new(Playing::new(stage))))
}

/// Does something to a stage.
pub(crate) fn on(stage: Option<&CStage>, error: Err<'_>, act: impl FnOnce(&mut Stage) -> RoomResult<()>) -> Code {
    call(error, || Ok(act(&mut playing(stage)?.stage)?))
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

// SAFETY: `repr(C)`, begins with `size`, numbers and pointers only.
unsafe impl Sized32 for CPicture {}

/// The picture that a caller describes.
///
/// # Safety
/// What it names is as long as it says.
unsafe fn picture_of(picture: *const CPicture) -> Result<Picture> {
    let (pixels, planes) = (NO_TABLE, std::ptr::null());
    let none = CPicture { size: 0, width: 0, height: 0, plane_count: 0, pixels, planes, planes_len: 0 };
    // SAFETY: as the caller promises.
    let picture = unsafe { read(picture, none, "the picture")? };
    if picture.planes.is_null() && picture.planes_len != 0 {
        return Err(Failure::null("the planes"));
    }
    // SAFETY: as the caller promises.
    let table = |table: &CTable| unsafe { Ok(table.of_length(&[], "the picture")?.unwrap_or_default().to_vec()) };
    // SAFETY: there are as many, as the caller promises.
    let planes = (0..picture.planes_len).map(|i| table(&unsafe { *picture.planes.add(i) })).collect::<Result<Vec<_>>>()?;
    let surface = Surface::new(picture.width as usize, picture.height as usize, table(&picture.pixels)?)?;
    let count = if picture.plane_count == 0 { planes.len() + 1 } else { picture.plane_count as usize };
    Ok(Picture::new(surface, planes, count)?)
}

/// Makes a stage in a room. It is as wide as the screen; the lines `top` to `bottom` of the screen show it, `bottom` not
/// included.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_of_room(
    dialect: Option<&CDialect>, room: Option<&CRoom>, top: u16, bottom: u16, stage: Option<&mut MaybeUninit<*mut CStage>>,
    error: Err<'_>,
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
    dialect: Option<&CDialect>, picture: *const CPicture, top: u16, bottom: u16, stage: Option<&mut MaybeUninit<*mut CStage>>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        // SAFETY: as the caller promises.
        let backdrop = Backdrop::Picture(Arc::new(unsafe { picture_of(picture)? }));
        hand_out_stage(stage, Stage::new(dialect_of(dialect)?, backdrop, top..bottom))
    })
}

/// Makes the stage of a game: in a room of it, or with room 0 before the first. It loads rooms and costumes as it needs them.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_of_game(
    game: Option<&CGame>, room: u16, stage: Option<&mut MaybeUninit<*mut CStage>>, error: Err<'_>,
) -> Code {
    call(error, || {
        let game = game_of(game)?;
        hand_out_stage(stage, if room == 0 { Stage::for_game(game)? } else { Stage::for_room(game, room)? })
    })
}

/// Makes a copy, which plays on by itself. Rooms and costumes are shared.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_clone(
    stage: Option<&CStage>, copy: Option<&mut MaybeUninit<*mut CStage>>, error: Err<'_>,
) -> Code {
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

/// Leaves the room and enters another; 0 is none.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_enter_room(stage: Option<&CStage>, room: u16, error: Err<'_>) -> Code {
    on(stage, error, |stage| stage.enter_room(room))
}

/// The Nintendo: puts another room in the place of the present one, as if it were the same.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_replace_room(stage: Option<&CStage>, room: Option<&CRoom>, error: Err<'_>) -> Code {
    call(error, || Ok(playing(stage)?.stage.replace_room(Arc::clone(room_of(room)?))))
}

/// Sets the lines of the screen that show the stage; `bottom` is not included.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_set_band(stage: Option<&CStage>, top: u16, bottom: u16, error: Err<'_>) -> Code {
    on(stage, error, |stage| Ok(stage.set_band(top..bottom)))
}

/// Something that a stage does as a whole.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CStageAct {
    /// Draws the background into the buffers.
    DrawBackground = 0,
    /// Shows every actor of the room.
    ShowActors = 1,
    /// Ends the talk.
    EndTalk = 2,
    /// Restores and draws every actor again in the next frame.
    RedrawActors = 3,
    /// Clears plane 0.
    ClearPlane0 = 4,
    /// Does what the effect `value` that leaves a room does to the buffers.
    FadeOut = 5,
    /// Plays the effect that shows a room.
    FadeIn = 6,
    /// Draws the blast objects that wait.
    DrawBlasts = 7,
    /// Takes the blast objects away.
    RemoveBlasts = 8,
    /// Empties the queue of objects to draw.
    ClearObjectQueue = 9,
    /// Leaves the room's objects out where `value` is 1, draws them again where it is 0.
    SkipObjects = 10,
    /// Walking, camera, objects: the first half of a frame. `wardrobe_stage_tick` has the whole.
    TickWalk = 11,
}

/// Does something as a whole; `act` is a `WardrobeStageAct`, `value` 0 where it is not said.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_act(stage: Option<&CStage>, act: u32, value: u16, error: Err<'_>) -> Code {
    on(stage, error, |stage| {
        match act {
            0 => stage.draw_background(),
            1 => stage.show_actors(),
            2 => stage.end_talk(),
            3 => stage.redraw_all_actors(),
            4 => stage.overlay().clear_plane_0(),
            5 => stage.overlay().fade_out(value),
            6 => stage.overlay().fade_in(),
            7 => stage.overlay().draw_blasts()?,
            8 => stage.overlay().remove_blasts(),
            9 => stage.objects_mut().clear_queue(),
            10 => stage.objects_mut().skip_all(value != 0),
            11 => stage.tick_walk(),
            _ => return Err(scumm_room::Error::Misuse(format!("a stage has no act {act}"))),
        }
        Ok(())
    })
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
pub extern "C" fn wardrobe_stage_save(
    stage: Option<&CStage>, saved: Option<&mut MaybeUninit<*mut CBytes>>, error: Err<'_>,
) -> Code {
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
        let snapshot = restore(unsafe { bytes(data, len, "the saved state")? })?;
        let playing = &mut *playing(stage)?;
        playing.stage.restore(&snapshot)?;
        playing.events.clear();
        Ok(())
    })
}

//! Stages: creation, rooms, frames, saving, and the tables and numbers that callers set.

use std::ffi::c_void;
use std::sync::Arc;

use scumm_bindings::{
    NamedValues as _, PaletteKind, StageEntry, StageTable, StageWithEvents, WalkBoxSetup,
    WalkBoxesSetup, print_pixels,
};
use scumm_engine::{Backdrop, Environment, PrintTarget, SplitMix64, Stage, mouth_closed};

use crate::*;

/// The callbacks of a stage, which supply random numbers and the state of sounds. If a function is
/// null, `min` or 0 is used instead of its result.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CWorld {
    /// sizeof(WardrobeWorld).
    pub size: u32,
    /// Pointer that each callback receives.
    pub user: *mut c_void,
    /// Returns a random number from `min` to `max`, both included.
    pub random: Option<extern "C" fn(user: *mut c_void, min: i32, max: i32) -> i32>,
    /// Returns whether a sound is playing.
    pub sound_running: Option<extern "C" fn(user: *mut c_void, sound: u16) -> u8>,
}

// SAFETY: it has the layout of C, begins with `size`, and contains only numbers, pointers and
// optional functions.
unsafe impl SizedStruct for CWorld {}

impl Environment for CWorld {
    fn random(&mut self, min: i32, max: i32) -> i32 {
        self.random.map_or(min, |ask| ask(self.user, min, max))
    }

    fn sound_running(&self, sound: u16) -> bool {
        self.sound_running
            .is_some_and(|ask| ask(self.user, sound) != 0)
    }
}

/// Returns a random number from `min` to `max`, both included, from the library's own generator,
/// SplitMix64. `state` is the seed. The call replaces it with the seed for the next number. Returns
/// `min` if `state` is null.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_random(state: Option<&mut u64>, min: i32, max: i32) -> i32 {
    let Some(state) = state else { return min };
    let mut random = SplitMix64::new(*state);
    let number = random.in_range(min, max);
    *state = random.state();
    number
}

/// Sets `closed` to 1 if the mouth is closed `jiffies` (1/60 s each) after a voice began, else to
/// 0. `times` contains the sync times of the voice in ascending order, in jiffies; for The Dig in
/// milliseconds.
///
/// # Safety
/// `times` must point to `count` numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_mouth_closed(
    dialect: Option<&CDialect>,
    times: *const u16,
    count: usize,
    jiffies: u32,
    closed: Out<'_, u8>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let dialect = dialect_of(dialect)?;
        // SAFETY: as the caller promises.
        let times = unsafe { slice(times, count, "the times")? };
        let is_closed = mouth_closed(&dialect, times, jiffies);
        write_output(closed, is_closed.into())
    })
}

/// A room with actors in it. One thread at a time may use it. Stages are independent of each other.
pub struct CStage(pub(crate) HandleLock<StageWithEvents>);

pub(crate) fn lock_stage(stage: Option<&CStage>) -> Result<HandleGuard<'_, StageWithEvents>> {
    lock(stage.map(|stage| &stage.0), "the stage")
}

fn new_stage(out: NewHandle<'_, CStage>, stage: Stage) -> Result<()> {
    new_handle(out, CStage(HandleLock::new(StageWithEvents::new(stage))))
}

/// A room of the caller: pixels and planes, which are copied.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CPicture {
    /// sizeof(WardrobePicture).
    pub size: u32,
    /// Width in pixels, a multiple of 8.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Number of planes, plane 0 included. 0 stands for `planes_len` + 1.
    pub plane_count: u32,
    /// width * height palette indices, row by row.
    pub pixels: CTable,
    /// Planes from 1 on: one bit for each pixel, bit 7 is the leftmost, width / 8 bytes in a row.
    pub planes: *const CTable,
    /// Number of elements of `planes`.
    pub planes_len: usize,
}

// SAFETY: it has the layout of C, begins with `size`, and contains only numbers, pointers and
// optional functions.
unsafe impl SizedStruct for CPicture {}

/// Creates the backdrop that a caller describes.
///
/// # Safety
/// The tables of the picture must be as long as their lengths say.
unsafe fn picture_of(picture: *const CPicture) -> Result<Backdrop> {
    // SAFETY: as the caller promises.
    let picture = unsafe { read(picture, zeroed, "the picture")? };
    // SAFETY: as the caller promises.
    let pixels = unsafe { picture.pixels.bytes("the picture")? };
    // SAFETY: as the caller promises.
    let tables = unsafe { slice(picture.planes, picture.planes_len, "the planes")? };
    let mut planes = Vec::new();
    for table in tables {
        // SAFETY: as the caller promises.
        let plane = unsafe { table.bytes("the picture")? };
        planes.push(plane.to_vec());
    }
    let size = (picture.width as usize, picture.height as usize);
    let plane_count = picture.plane_count as usize;
    scumm_bindings::backdrop_from_picture(pixels.to_vec(), size, planes, plane_count)
}

/// Creates a stage in a room. The stage is as wide as the screen and fills the rows of the screen
/// from `top` up to, but not including, `bottom`. The caller frees it with `wardrobe_stage_free`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_of_room(
    dialect: Option<&CDialect>,
    room: Option<&CRoom>,
    top: u16,
    bottom: u16,
    stage: NewHandle<'_, CStage>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let dialect = dialect_of(dialect)?;
        let backdrop = Backdrop::Room(Arc::clone(room_of(room)?));
        new_stage(stage, Stage::new(dialect, backdrop, top..bottom))
    })
}

/// Creates a stage whose background is a picture that the caller passes. See
/// `wardrobe_stage_of_room` for the rows of the screen and for freeing the stage. Returns
/// `WARDROBE_CODE_SIZE` or `WARDROBE_CODE_MISUSE` if the sizes of the picture do not fit.
///
/// # Safety
/// `picture` must point to `picture->size` bytes, and the tables in it must be as long as their
/// lengths say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_stage_of_picture(
    dialect: Option<&CDialect>,
    picture: *const CPicture,
    top: u16,
    bottom: u16,
    stage: NewHandle<'_, CStage>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let dialect = dialect_of(dialect)?;
        // SAFETY: as the caller promises.
        let backdrop = unsafe { picture_of(picture)? };
        new_stage(stage, Stage::new(dialect, backdrop, top..bottom))
    })
}

/// Creates a stage of a game in one of its rooms. With `room` 0, the stage is not in a room yet.
/// The stage loads rooms and costumes when they are needed.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_of_game(
    game: Option<&CGame>,
    room: u16,
    stage: NewHandle<'_, CStage>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let game = game_of(game)?;
        let made = if room == 0 {
            Stage::for_game(game)?
        } else {
            Stage::for_room(game, room)?
        };
        new_stage(stage, made)
    })
}

/// Copies a stage. The copy is independent; rooms and costumes are shared.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_clone(
    stage: Option<&CStage>,
    copy: NewHandle<'_, CStage>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let playing = lock_stage(stage)?.clone();
        new_handle(copy, CStage(HandleLock::new(playing)))
    })
}

/// Frees a stage. Passing null is allowed and does nothing.
///
/// # Safety
/// The handle must come from this library, and must not be used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_stage_free(stage: *mut CStage) {
    // SAFETY: as the caller promises.
    unsafe { free(stage) };
}

/// Adds a costume under a number, for actors that wear it. Replaces an earlier costume of that
/// number. Returns `WARDROBE_CODE_MISUSE` if the costume was parsed for another dialect.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_insert_costume(
    stage: Option<&CStage>,
    number: u16,
    costume: Option<&CCostume>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let costume = Arc::clone(&costume_of(costume)?.costume);
        lock_stage(stage)?.stage.insert_costume(number, costume)?;
        Ok(())
    })
}

/// Adds a room under a number, for `wardrobe_stage_enter_room`. Replaces an earlier room of that
/// number.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_insert_room(
    stage: Option<&CStage>,
    number: u16,
    room: Option<&CRoom>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let room = Arc::clone(room_of(room)?);
        lock_stage(stage)?.stage.insert_room(number, room);
        Ok(())
    })
}

/// Nintendo: replaces the current room. Actors keep their strips and the numbers of their boxes.
/// The next frame is a full redraw.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_replace_room(
    stage: Option<&CStage>,
    room: Option<&CRoom>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let room = Arc::clone(room_of(room)?);
        lock_stage(stage)?.stage.replace_room(room);
        Ok(())
    })
}

/// The parts of a frame that `wardrobe_stage_tick` plays.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CTick {
    /// The whole frame: walking, drawing, animating.
    Whole = 0,
    /// The second half: drawing and animating, after a call of `wardrobe_stage_tick_walk`.
    Draw = 2,
    /// A frame in the middle of a script: drawing and animating, but actors do not walk.
    DrawNow = 3,
}

/// Plays a frame or a part of a frame: `part` is a `WardrobeTick`. A frame usually lasts six
/// jiffies of 1/60 s, unless the scripts of the game set another duration; the library does not
/// wait.
/// `world` may be null. Returns `WARDROBE_CODE_MISUSE` if there is no such part.
///
/// # Safety
/// `world` must be null or point to `world->size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_stage_tick(
    stage: Option<&CStage>,
    part: u32,
    world: *const CWorld,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        // SAFETY: as the caller promises.
        let mut world = unsafe { read_or(world, zeroed, "the world")? };
        let stage = &mut lock_stage(stage)?.stage;
        const WHOLE: u32 = CTick::Whole as u32;
        const DRAW: u32 = CTick::Draw as u32;
        const DRAW_NOW: u32 = CTick::DrawNow as u32;
        match part {
            WHOLE => stage.tick(&mut world),
            DRAW => stage.tick_draw(&mut world),
            DRAW_NOW => stage.draw_now(&mut world),
            _ => {
                return Err(Failure::misuse(format!(
                    "there is no part {part} of a frame"
                )));
            }
        }
        Ok(())
    })
}

/// Writes the state of the stage into a buffer that can be stored in a file: in a compact form, or
/// with `readable` 1 as JSON. Rooms and costumes are not included. To undo steps, keep a clone of
/// the stage instead, which takes microseconds (`wardrobe_stage_clone`).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_save(
    stage: Option<&CStage>,
    readable: u8,
    saved: NewHandle<'_, CBytes>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let bytes = save(&lock_stage(stage)?.stage.save(), readable != 0)?;
        new_handle(saved, CBytes(bytes))
    })
}

/// Restores a state that `wardrobe_stage_save` has written. Pending events are dropped. Returns
/// `WARDROBE_CODE_MALFORMED` if the bytes are damaged or are not such a state, and an error if the
/// state belongs to another game, or if the stage lacks a room or a costume that the state uses.
///
/// # Safety
/// `data` must point to `len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_stage_restore(
    stage: Option<&CStage>,
    data: *const u8,
    len: usize,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        // SAFETY: as the caller promises.
        let saved = unsafe { slice(data, len, "the saved state")? };
        lock_stage(stage)?.restore(saved)
    })
}

/// Writes pixels permanently into the front buffer (1), the back buffer (2) or both (3). `pixels`
/// has rows of `width` palette indices; the first pixel goes to column `x`, row `y` of the view.
/// Returns `WARDROBE_CODE_SIZE` if the pixels are not whole rows.
///
/// Note: the operation `pixels` of `wardrobe_stage_apply` numbers the buffers 0, 1 and 2.
///
/// # Safety
/// `pixels` must point to `len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_stage_print(
    stage: Option<&CStage>,
    buffers: u32,
    x: i32,
    y: i32,
    width: usize,
    pixels: *const u8,
    len: usize,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        // SAFETY: as the caller promises.
        let pixels = unsafe { slice(pixels, len, "the pixels")? };
        let into = match buffers {
            1 => PrintTarget::Front,
            2 => PrintTarget::Back,
            3 => PrintTarget::Both,
            _ => {
                return Err(Failure::misuse(format!(
                    "there are no buffers {buffers}: use 1, 2 or 3"
                )));
            }
        };
        print_pixels(&mut lock_stage(stage)?.stage, into, (x, y), width, pixels)
    })
}

/// Sets a table of a stage. `kind` is a `WardrobeStageTable`; `number` is used by the kinds that
/// mention it. Returns `WARDROBE_CODE_SIZE` or `WARDROBE_CODE_MISUSE` if the length is wrong.
///
/// # Safety
/// `data` must point to `len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_stage_set_table(
    stage: Option<&CStage>,
    kind: u32,
    number: u16,
    data: *const u8,
    len: usize,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        // SAFETY: as the caller promises.
        let data = unsafe { slice(data, len, "the table")? };
        StageTable::from_number(kind)?.set_on(&mut lock_stage(stage)?.stage, number, data)
    })
}

/// Sets the initial palette, and applies the palette of the room on top. `kind` is a
/// `WardrobePalette`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_start_palette(
    stage: Option<&CStage>,
    kind: u32,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        PaletteKind::from_number(kind)?.set_on(&mut lock_stage(stage)?.stage);
        Ok(())
    })
}

/// Stores a number of the stage. `entry` is a `WardrobeStageEntry`; `index` is used by the entries
/// that mention it. Returns `WARDROBE_CODE_MISUSE` or `WARDROBE_CODE_NOT_FOUND` if the index or the
/// value is out of range.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_set_entry(
    stage: Option<&CStage>,
    entry: u32,
    index: u16,
    value: u16,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        StageEntry::from_number(entry)?.store(&mut lock_stage(stage)?.stage, index, value)
    })
}

/// A walk box.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CBox {
    /// The upper left, upper right, lower right and lower left corner: x and y of each, in room
    /// pixels. Version 0 uses the first and third only.
    pub corners: [[i16; 2]; 4],
    /// Number of the plane that hides actors in the box; 0 if no plane of the room hides them.
    pub mask: u8,
    /// Flags of the box.
    pub flags: u8,
    /// Scale of the box, 255 for full size. If bit 15 is set, the other bits are the number of a
    /// scale slot minus 1.
    pub scale: u16,
    /// Version 8: number of the scale slot, 0 for none.
    pub slot: u8,
}

impl CBox {
    /// Converts the box.
    fn setup(&self) -> WalkBoxSetup {
        let [ul, ur, lr, ll] = self.corners;
        WalkBoxSetup {
            ul,
            ur,
            lr,
            ll,
            mask: self.mask,
            flags: self.flags,
            scale: self.scale,
            slot: self.slot,
        }
    }
}

/// Replaces the walk boxes of the stage; null keeps the current boxes. `matrix` contains the stored
/// routes between the boxes; without a matrix, the library computes the routes. Returns
/// `WARDROBE_CODE_SIZE` if there are more boxes than a room can have.
///
/// # Safety
/// `boxes` must be null or point to `count` boxes, and `matrix` to `matrix_len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_stage_set_boxes(
    stage: Option<&CStage>,
    boxes: *const CBox,
    count: usize,
    matrix: *const u8,
    matrix_len: usize,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        if count > scumm_room::MAX_BOXES || (boxes.is_null() && count != 0) {
            return Err(Failure::size(format!("there cannot be {count} boxes")));
        }
        // SAFETY: as the caller promises.
        let given = unsafe { slice(boxes, count, "the boxes")? };
        // SAFETY: as the caller promises.
        let matrix = unsafe { slice(matrix, matrix_len, "the matrix")? };
        let mut replaced = None;
        if !boxes.is_null() {
            replaced = Some(given.iter().map(CBox::setup).collect());
        }
        let boxes = WalkBoxesSetup {
            boxes: replaced,
            matrix,
        };
        boxes.set_on(&mut lock_stage(stage)?.stage)
    })
}

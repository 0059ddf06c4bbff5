//! Stages: what stands outside them, making them, rooms, frames, saving, and what they are furnished with.

use std::ffi::c_void;
use std::sync::Arc;

use scumm_bindings::{
    Boxes, PaletteKind, Playing, StageEntry, StageTable, WalkBoxSetup, Words as _, print_pixels,
};
use scumm_engine::{Backdrop, Environment, PrintTarget, SplitMix64, Stage, mouth_closed};

use crate::*;

/// What stands outside a stage: chance, and the sounds that play. A function that is null answers `min`, or no.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CWorld {
    /// sizeof(WardrobeWorld).
    pub size: u32,
    /// Handed to each callback.
    pub user: *mut c_void,
    /// A random number from `min` to `max`.
    pub random: Option<extern "C" fn(user: *mut c_void, min: i32, max: i32) -> i32>,
    /// Whether a sound is playing.
    pub sound_running: Option<extern "C" fn(user: *mut c_void, sound: u16) -> u8>,
}

// SAFETY: it is laid out as C does, begins with `size`, and has numbers, pointers, and functions that may be null only.
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

/// A number from `min` to `max` of the library's own generator, SplitMix64. `state` is the seed, and moves on.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_random(state: Option<&mut u64>, min: i32, max: i32) -> i32 {
    let Some(state) = state else { return min };
    let mut random = SplitMix64::new(*state);
    let number = random.in_range(min, max);
    *state = random.state();
    number
}

/// Whether sync times of a voice close the mouth so many jiffies after it began: 1 or 0.
///
/// # Safety
/// `times` leads to `count` numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_mouth_closed(
    dialect: Option<&CDialect>,
    times: *const u16,
    count: usize,
    jiffies: u32,
    closed: Out<'_, u8>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        let dialect = dialect_of(dialect)?;
        // SAFETY: as the caller promises.
        let times = unsafe { slice(times, count, "the times")? };
        let is_closed = mouth_closed(&dialect, times, jiffies);
        write_output(closed, is_closed.into())
    })
}

/// A room with actors in it. One thread at a time may use it; several stages never touch each other.
pub struct CStage(pub(crate) Lock<Playing>);

pub(crate) fn lock_stage(stage: Option<&CStage>) -> Result<Held<'_, Playing>> {
    lock(stage.map(|stage| &stage.0), "the stage")
}

fn new_stage(out: New<'_, CStage>, stage: Stage) -> Result<()> {
    new_handle(out, CStage(Lock::new(Playing::new(stage))))
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

// SAFETY: it is laid out as C does, begins with `size`, and has numbers, pointers, and functions that may be null only.
unsafe impl SizedStruct for CPicture {}

/// The picture that a caller describes.
///
/// # Safety
/// What it names is as long as it says.
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
    scumm_bindings::picture(pixels.to_vec(), size, planes, plane_count)
}

/// Makes a stage in a room. It is as wide as the screen; the lines `top` to `bottom` of the screen show it, `bottom` not
/// included.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_of_room(
    dialect: Option<&CDialect>,
    room: Option<&CRoom>,
    top: u16,
    bottom: u16,
    stage: New<'_, CStage>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        let dialect = dialect_of(dialect)?;
        let backdrop = Backdrop::Room(Arc::clone(room_of(room)?));
        new_stage(stage, Stage::new(dialect, backdrop, top..bottom))
    })
}

/// Makes a stage before a picture of the caller's.
///
/// # Safety
/// `picture` leads to as many bytes as it says, and what it names is as long as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_stage_of_picture(
    dialect: Option<&CDialect>,
    picture: *const CPicture,
    top: u16,
    bottom: u16,
    stage: New<'_, CStage>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        let dialect = dialect_of(dialect)?;
        // SAFETY: as the caller promises.
        let backdrop = unsafe { picture_of(picture)? };
        new_stage(stage, Stage::new(dialect, backdrop, top..bottom))
    })
}

/// Makes the stage of a game: in a room of it, or with room 0 before the first. It loads rooms and costumes as it needs them.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_of_game(
    game: Option<&CGame>,
    room: u16,
    stage: New<'_, CStage>,
    error: Err<'_>,
) -> Code {
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

/// Makes a copy, which plays on by itself. Rooms and costumes are shared.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_clone(
    stage: Option<&CStage>,
    copy: New<'_, CStage>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        let playing = lock_stage(stage)?.clone();
        new_handle(copy, CStage(Lock::new(playing)))
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
    stage: Option<&CStage>,
    number: u16,
    costume: Option<&CCostume>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        let costume = Arc::clone(&costume_of(costume)?.costume);
        lock_stage(stage)?.stage.insert_costume(number, costume)?;
        Ok(())
    })
}

/// Makes a room known by number.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_insert_room(
    stage: Option<&CStage>,
    number: u16,
    room: Option<&CRoom>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        let room = Arc::clone(room_of(room)?);
        lock_stage(stage)?.stage.insert_room(number, room);
        Ok(())
    })
}

/// The Nintendo: puts another room in the place of the present one, as if it were the same.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_replace_room(
    stage: Option<&CStage>,
    room: Option<&CRoom>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        let room = Arc::clone(room_of(room)?);
        lock_stage(stage)?.stage.replace_room(room);
        Ok(())
    })
}

/// Plays a frame; with `half` 2 the second half only, with 3 a picture in the middle of a script. `world` may be null.
///
/// # Safety
/// `world` is null or leads to as many bytes as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_stage_tick(
    stage: Option<&CStage>,
    half: u32,
    world: *const CWorld,
    error: Err<'_>,
) -> Code {
    call(error, || {
        // SAFETY: as the caller promises.
        let mut world = unsafe { read_or(world, zeroed, "the world")? };
        let stage = &mut lock_stage(stage)?.stage;
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
    stage: Option<&CStage>,
    saved: New<'_, CBytes>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        let bytes = save(&lock_stage(stage)?.stage.save())?;
        new_handle(saved, CBytes(bytes))
    })
}

/// Takes back what `wardrobe_stage_save` wrote; rooms and costumes have to be there. Events that wait are dropped.
///
/// # Safety
/// `data` leads to `len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_stage_restore(
    stage: Option<&CStage>,
    data: *const u8,
    len: usize,
    error: Err<'_>,
) -> Code {
    call(error, || {
        // SAFETY: as the caller promises.
        let saved = unsafe { slice(data, len, "the saved state")? };
        lock_stage(stage)?.restore(saved)
    })
}

/// Writes pixels that stay, rows of `width` behind each other, into the front buffer (1), the back (2) or both (3).
///
/// # Safety
/// `pixels` leads to `len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_stage_print(
    stage: Option<&CStage>,
    buffers: u32,
    x: i32,
    y: i32,
    width: usize,
    pixels: *const u8,
    len: usize,
    error: Err<'_>,
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
        print_pixels(&mut lock_stage(stage)?.stage, into, (x, y), width, pixels)
    })
}

/// Gives a stage a table; `kind` is a `WardrobeStageTable`.
///
/// # Safety
/// `data` leads to `len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_stage_set_table(
    stage: Option<&CStage>,
    kind: u32,
    number: u16,
    data: *const u8,
    len: usize,
    error: Err<'_>,
) -> Code {
    call(error, || {
        // SAFETY: as the caller promises.
        let data = unsafe { slice(data, len, "the table")? };
        StageTable::of_number(kind)?.give(&mut lock_stage(stage)?.stage, number, data)
    })
}

/// Starts the palette; `kind` is a `WardrobePalette`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_start_palette(
    stage: Option<&CStage>,
    kind: u32,
    error: Err<'_>,
) -> Code {
    call(error, || {
        PaletteKind::of_number(kind)?.start(&mut lock_stage(stage)?.stage);
        Ok(())
    })
}

/// Stores a number of the stage; `entry` is a `WardrobeStageEntry`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_set_entry(
    stage: Option<&CStage>,
    entry: u32,
    index: u16,
    value: u16,
    error: Err<'_>,
) -> Code {
    call(error, || {
        StageEntry::of_number(entry)?.store(&mut lock_stage(stage)?.stage, index, value)
    })
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

/// Replaces the walk boxes; with `boxes` null those that are there stay. `matrix` has the stored ways between them; with none they
/// are found.
///
/// # Safety
/// `boxes` leads to `count` of them, `matrix` to `matrix_len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_stage_set_boxes(
    stage: Option<&CStage>,
    boxes: *const CBox,
    count: usize,
    matrix: *const u8,
    matrix_len: usize,
    error: Err<'_>,
) -> Code {
    call(error, || {
        if count > scumm_room::MAX_BOXES || (boxes.is_null() && count != 0) {
            return Err(Failure::size(format!("{count} boxes")));
        }
        // SAFETY: as the caller promises.
        let given = unsafe { slice(boxes, count, "the boxes")? };
        // SAFETY: as the caller promises.
        let matrix = unsafe { slice(matrix, matrix_len, "the matrix")? };
        let mut replaced = None;
        if !boxes.is_null() {
            replaced = Some(given.iter().map(CBox::setup).collect());
        }
        let boxes = Boxes {
            boxes: replaced,
            matrix,
        };
        boxes.give(&mut lock_stage(stage)?.stage)
    })
}

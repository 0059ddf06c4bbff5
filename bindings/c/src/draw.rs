//! Drawing limbs into the caller's memory.

use std::ffi::c_char;
use std::mem::offset_of;

use scumm_bindings::{Area, Drawing, Mask, PlaneMemory, Tables};
use scumm_costume::{Cache, Costume, Drawn, Facing, Look, StripLines, StripSet, Target};

use crate::*;

/// Bytes of a set of strips: strip s is bit s % 8 of byte s / 8, strips 0 to 409.
pub const WARDROBE_STRIP_BYTES: usize = 52;
const _: () = assert!(WARDROBE_STRIP_BYTES == StripSet::BYTES);
/// Strips of the widest view, for the lines that a drawing reaches in each.
pub const WARDROBE_VIEW_STRIPS: usize = 80;

/// A table of the caller's: borrowed during the call.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CTable {
    /// Its bytes; null where there is none.
    pub data: *const u8,
    /// How many there are.
    pub len: usize,
}

impl CTable {
    /// Borrows the bytes.
    ///
    /// # Safety
    /// The table is as long as it says.
    pub(crate) unsafe fn bytes<'a>(self, what: &str) -> Result<&'a [u8]> {
        // SAFETY: as the caller promises.
        unsafe { slice(self.data, self.len, what) }
    }
}

/// What drawing has to know of an actor. Begin with `wardrobe_look_init`; the tables are borrowed during a call.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CLook {
    /// sizeof(WardrobeLook).
    pub size: u32,
    /// The actor's number (colours of version 1, messages).
    pub actor: u16,
    /// The direction in degrees clockwise from north.
    pub facing: u16,
    /// Column of the anchor relative to the left edge of the view.
    pub x: i32,
    /// Line of the anchor relative to the stage's top, elevation taken off.
    pub y: i32,
    /// Horizontal scale, 255 is full size.
    pub scale_x: u8,
    /// Vertical scale.
    pub scale_y: u8,
    /// 1: the lights are off for actors.
    pub dark: u8,
    /// Version 0: 1 where the flashlight is on.
    pub flashlight: u8,
    /// The actor's own colours, from entry 0 on: 255 is the costume's. In games of 16 colours they are the colours themselves.
    pub palette: *const u16,
    /// Entries of `palette`, 0 to 256; 32 will do for COST.
    pub palette_len: usize,
    /// How pixels go through the shadow table.
    pub shadow_mode: u16,
    /// The Nintendo: the number of the costume.
    pub costume: u16,
    /// The shadow table: 256 bytes in versions 5 and 6, 8 times 256 from version 7 on.
    pub shadow: CTable,
    /// The room's colour remap, 256 bytes.
    pub room_palette: CTable,
    /// Humongous, from 7.0 on: the room's REMP table, 256 bytes.
    pub remp: CTable,
    /// Humongous, from 9.9 on: all palette slots, 1024 bytes each.
    pub palette_slots: CTable,
    /// Humongous, from 9.0 on: the actor's blend table, 65536 bytes.
    pub xmap: CTable,
    /// Versions 7 and 8: a table of 768 bytes that replaces the scale table.
    pub scale_table: CTable,
    /// The actor's palette slot, 0 none.
    pub palette_slot: u8,
    /// Humongous: 1 where `clip` replaces the screen's edges.
    pub has_clip: u8,
    /// Left, top, right, bottom, the last two included.
    pub clip: [i32; 4],
    /// Top and bottom of the actor's last drawing: `top` and `bottom` of `WardrobeDrawn`.
    pub reach: [i32; 2],
}

// SAFETY: it is laid out as C does, begins with `size`, and has numbers and pointers only.
unsafe impl SizedStruct for CLook {}

/// Returns the look that a caller's fields replace.
fn first_look() -> CLook {
    let look = Look::default();
    CLook {
        size: size_of::<CLook>() as u32,
        actor: look.actor,
        facing: look.facing.degrees(),
        scale_x: look.scale_x,
        scale_y: look.scale_y,
        reach: look.reach.into(),
        ..zeroed()
    }
}

/// A look to start from: actor 1, facing south in the upper left corner, at full size, in the costume's own colours. `size` has
/// to be set before.
///
/// # Safety
/// `look` leads to as many bytes as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_look_init(look: *mut CLook, error: Err<'_>) -> Code {
    // SAFETY: as the caller promises.
    call(error, || unsafe { write(look, &first_look(), "the look") })
}

/// How a plane hides pixels.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CMask {
    /// Nothing is hidden.
    None = 0,
    /// A bit a pixel, the leftmost is bit 7; 1 hides. Lines begin with a byte.
    Bits = 1,
    /// A byte a pixel; other than 0 hides.
    Bytes = 2,
}

/// The memory that is drawn into, and the plane that hides. Both begin with the view: the first byte is line 0, column 0 of it,
/// wherever it lies in a larger buffer. From version 7 on, where the view may begin inside a strip of 8 pixels, column 0 is the
/// first one of that strip, and the width is one strip more.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CTarget {
    /// sizeof(WardrobeTarget).
    pub size: u32,
    /// A `WardrobeMask`.
    pub mask_kind: u32,
    /// The pixels, a byte each; changed during a draw only.
    pub pixels: *mut u8,
    /// Bytes from there to the end of the buffer, at least (height - 1) * pitch + width.
    pub pixels_len: usize,
    /// Columns that are drawn into: 320, 328 in version 7, 648 in version 8.
    pub width: u32,
    /// Lines.
    pub height: u32,
    /// Bytes from one line to the next, at least `width`.
    pub pitch: usize,
    /// The column of the room at which the view begins.
    pub view_start: u32,
    /// The plane; null where there is none.
    pub mask: *const u8,
    /// Its bytes, at least (height - 1) * mask_pitch and a line.
    pub mask_len: usize,
    /// Bytes from one line of the plane to the next.
    pub mask_pitch: usize,
    /// Change this number whenever you change the bytes of the plane. A plane with the address, layout and number of a plane of
    /// an earlier draw with this renderer is not read again. 0: the bytes are compared each time.
    pub mask_stamp: u32,
}

// SAFETY: it is laid out as C does, begins with `size`, and has numbers and pointers only.
unsafe impl SizedStruct for CTarget {}

impl CTarget {
    /// Returns the sizes, which fit the length of the buffer.
    ///
    /// # Errors
    /// Returns an error if a size is out of range, or the buffer is too short.
    fn area(&self) -> Result<Area> {
        let area = Area {
            width: self.width as usize,
            height: self.height as usize,
            pitch: self.pitch,
        };
        area.checked(self.pixels_len)
    }

    /// Returns the plane as a draw takes it, a byte a pixel in the layout of the pixels. A plane that has to be converted is
    /// kept in `planes`.
    ///
    /// # Safety
    /// The plane is as long as it says.
    ///
    /// # Errors
    /// Returns an error if the plane is shorter than its lines, or its kind is unknown.
    unsafe fn plane<'a>(
        &'a self,
        area: Area,
        planes: &'a mut PlaneMemory,
    ) -> Result<Option<&'a [u8]>> {
        let kind = match self.mask_kind {
            0 => return Ok(None),
            1 => Mask::Bits,
            2 => Mask::Bytes,
            kind => return Err(Failure::misuse(format!("there is no kind of mask {kind}"))),
        };
        // SAFETY: as the caller promises.
        let stored = unsafe { slice(self.mask, self.mask_len, "the mask")? };
        let plane = area.plane(kind, stored, self.mask_pitch, self.mask_stamp, planes)?;
        Ok(Some(plane))
    }
}

/// What a draw reports to the rules of redrawing.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CDrawn {
    /// sizeof(WardrobeDrawn).
    pub size: u32,
    /// Highest line reached; 0x7FFFFFFF if no picture was placed.
    pub top: i32,
    /// The line behind the lowest one; 0 if none.
    pub bottom: i32,
    /// 1: a picture lost columns at the screen's edges.
    pub cut: u8,
    /// 1: a picture kept all its columns, or counts as complete (C46, C47).
    pub whole: u8,
    /// 1: the original would have stopped; `fault_text` says why.
    pub fault: u8,
    /// 0.
    pub reserved: u8,
    /// The strips of 8 pixels that the pictures claim, counted in the room.
    pub strips: [u8; WARDROBE_STRIP_BYTES],
    /// What stopped the original, in UTF-8; empty where nothing did.
    pub fault_text: [c_char; 96],
    /// Humongous, from 7.1 on: the first and the last line in each strip of the view. In other games nothing is written here.
    pub lines: [[i16; 2]; WARDROBE_VIEW_STRIPS],
}

// SAFETY: it is laid out as C does, begins with `size`, and has numbers only.
unsafe impl SizedStruct for CDrawn {}

impl CDrawn {
    /// Converts the report of a draw. `lines` is `None` in games in which no rule asks for the lines of strips.
    fn of(drawn: &Drawn, lines: Option<&StripLines>) -> Self {
        let mut report = Self {
            top: drawn.top,
            bottom: drawn.bottom,
            cut: drawn.cut.into(),
            whole: drawn.whole.into(),
            strips: drawn.strips.to_bytes(),
            ..zeroed()
        };
        if let Some(lines) = lines {
            for (strip, reached) in report.lines.iter_mut().enumerate() {
                *reached = lines.of(strip).into();
            }
        }
        if let Some(fault) = &drawn.fault {
            report.fault = 1;
            report.fault_text = to_c_chars(&fault.to_string());
        }
        report
    }
}

/// What the original keeps from one actor to the next while it draws. Make one for an engine that draws costumes itself; a
/// stage needs none.
pub struct CRenderer(Lock<Drawing>);

fn lock_renderer(renderer: Option<&CRenderer>) -> Result<Held<'_, Drawing>> {
    lock(renderer.map(|renderer| &renderer.0), "the renderer")
}

/// Makes a renderer.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_renderer_new(renderer: New<'_, CRenderer>, error: Err<'_>) -> Code {
    call(error, || {
        new_handle(renderer, CRenderer(Lock::new(Drawing::default())))
    })
}

/// Frees a renderer; null is nothing.
///
/// # Safety
/// The handle came from this library and is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_renderer_free(renderer: *mut CRenderer) {
    // SAFETY: as the caller promises.
    unsafe { free(renderer) };
}

/// Copies what another renderer keeps from one actor to the next. This renderer keeps its own finished pictures.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_renderer_copy_state(
    renderer: Option<&CRenderer>,
    source: Option<&CRenderer>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        let source = lock(source.map(|source| &source.0), "the source")?
            .renderer
            .clone();
        lock_renderer(renderer)?.renderer.copy_state(&source);
        Ok(())
    })
}

/// Limits the memory for finished pictures; 0 keeps none. What is drawn is the same.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_renderer_limit(
    renderer: Option<&CRenderer>,
    limit: usize,
    error: Err<'_>,
) -> Code {
    call(error, || {
        lock_renderer(renderer)?.renderer.sprites = Cache::with_limit(limit);
        Ok(())
    })
}

/// Converts a caller's look. `merged` is the place for colours that are put together from those of the caller and of the
/// costume.
///
/// # Safety
/// The tables are as long as they say.
///
/// # Errors
/// Returns an error if a table has a length that does not fit.
unsafe fn look_from_c<'a>(
    look: &'a CLook,
    merged: &'a mut Option<[u16; 256]>,
    costume: &Costume,
) -> Result<Look<'a>> {
    let mut made = Look {
        palette: costume.look().palette,
        actor: look.actor,
        facing: Facing::from_degrees(look.facing),
        x: look.x,
        y: look.y,
        scale_x: look.scale_x,
        scale_y: look.scale_y,
        dark: look.dark != 0,
        flashlight: look.flashlight != 0,
        shadow_mode: look.shadow_mode,
        costume: look.costume,
        palette_slot: look.palette_slot,
        reach: look.reach.into(),
        ..Look::default()
    };
    if look.has_clip != 0 {
        made.clip = Some(look.clip.into());
    }
    // SAFETY: as the caller promises.
    let tables = unsafe {
        Tables {
            palette: slice(look.palette, look.palette_len, "the palette")?,
            shadow: look.shadow.bytes("the shadow table")?,
            room_palette: look.room_palette.bytes("the room's palette")?,
            remp: look.remp.bytes("the room's remap")?,
            palette_slots: look.palette_slots.bytes("the palette slots")?,
            xmap: look.xmap.bytes("the blend table")?,
            scale_table: look.scale_table.bytes("the scale table")?,
        }
    };
    tables.put_on(&mut made, merged, costume.dialect())?;
    Ok(made)
}

/// Draws all limbs in order into the caller's memory and reports what was touched. `drawn` may be null.
///
/// # Safety
/// `look`, `target` and `drawn` lead to as many bytes as they say, and the buffers that they name are as long as they say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_costume_draw(
    costume: Option<&CCostume>,
    limbs: Option<&CLimbs>,
    look: *const CLook,
    renderer: Option<&CRenderer>,
    target: *const CTarget,
    drawn: *mut CDrawn,
    error: Err<'_>,
) -> Code {
    call(error, || {
        let costume = &costume_of(costume)?.costume;
        let mut drawing = lock_renderer(renderer)?;
        // SAFETY: as the caller promises.
        let look = unsafe { read(look, first_look, "the look")? };
        // SAFETY: as the caller promises.
        let target = unsafe { read(target, zeroed::<CTarget>, "the target")? };
        if !drawn.is_null() {
            // A report that cannot be written is found before anything is drawn.
            // SAFETY: as the caller promises.
            unsafe { known_size(drawn, "the report")? };
        }
        let mut merged = None;
        // SAFETY: as the caller promises.
        let look = unsafe { look_from_c(&look, &mut merged, costume)? };
        let area = target.area()?;
        // SAFETY: as the caller promises.
        let pixels = unsafe { slice_mut(target.pixels, target.pixels_len, "the pixels")? };
        let Drawing {
            renderer,
            plane: planes,
        } = &mut *drawing;
        // SAFETY: as the caller promises.
        let plane = unsafe { target.plane(area, planes)? };

        let mut lines = None;
        if costume.dialect().restores_lines_of_strips() {
            lines = Some(StripLines::NONE);
        }
        let mut canvas = Target::new(pixels, area.pitch, area.height)
            .narrowed(area.width)
            .viewed_from(target.view_start as usize)
            .hidden_by(plane);
        let mut canvas = canvas.noting(lines.as_mut());
        let report = read_limbs(limbs, |states| {
            Ok(costume.draw(states, &look, renderer, &mut canvas))
        })?;
        if drawn.is_null() {
            return Ok(());
        }
        let written = match lines {
            Some(_) => size_of::<CDrawn>(),
            None => offset_of!(CDrawn, lines),
        };
        let report = CDrawn::of(&report, lines.as_ref());
        // SAFETY: as the caller promises.
        unsafe { write_first(drawn, &report, written, "the report") }
    })
}

/// Finds out whether an opaque pixel is on view column `x`, line `y`, placed as drawing places it: `hit` becomes 0 or 1.
///
/// # Safety
/// `look` leads to as many bytes as it says, and its tables are as long as they say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_costume_hit(
    costume: Option<&CCostume>,
    limbs: Option<&CLimbs>,
    look: *const CLook,
    renderer: Option<&CRenderer>,
    x: i32,
    y: i32,
    hit: Out<'_, u8>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        let costume = &costume_of(costume)?.costume;
        // SAFETY: as the caller promises.
        let look = unsafe { read(look, first_look, "the look")? };
        let mut merged = None;
        // SAFETY: as the caller promises.
        let look = unsafe { look_from_c(&look, &mut merged, costume)? };
        let mut drawing = lock_renderer(renderer)?;
        let is_hit = read_limbs(limbs, |states| {
            Ok(costume.hit(states, &look, &mut drawing.renderer, x, y)?)
        })?;
        write_output(hit, is_hit.into())
    })
}

//! Drawing limbs into the caller's memory.

use std::ffi::c_char;
use std::mem::MaybeUninit;

use scumm_bindings::{Area, Drawing, Mask, PlaneMemory, Tables};
use scumm_costume::{Cache, Drawn, Facing, Fault, Look, StripLines, StripSet, Target};
use scumm_room::Rect;

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
    /// The bytes.
    ///
    /// # Safety
    /// They are there during the call, and nobody changes them.
    #[inline(always)]
    pub(crate) unsafe fn bytes<'a>(&self, what: &str) -> Result<&'a [u8]> {
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

fn first_look() -> CLook {
    let (size, look) = (size_of::<CLook>() as u32, Look::default());
    same!(look => CLook { actor scale_x scale_y } size, facing: look.facing.degrees(), reach: look.reach.into(), ..none())
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
    /// 0, or a number that is another one whenever the plane is: a plane that lies where the one of an earlier draw with this
    /// renderer lay, in the same layout and with the same number, is taken to be that one. With 0 its bytes are compared.
    pub mask_stamp: u32,
}

impl CTarget {
    #[inline(always)]
    fn check(&self) -> Result<(Area, usize)> {
        let area = Area { width: self.width as usize, height: self.height as usize, pitch: self.pitch };
        let least = area.check(self.pixels_len)?;
        if self.pixels.is_null() { Err(Failure::null("the pixels")) } else { Ok((area, least)) }
    }

    /// The plane as drawing wants it, a byte a pixel in the layout of the pixels; `memory` is for what has to be made.
    ///
    /// # Safety
    /// The plane is as long as it says.
    #[inline(always)]
    unsafe fn plane<'a>(&'a self, area: Area, least: usize, memory: &'a mut PlaneMemory) -> Result<Option<&'a [u8]>> {
        let kind = match self.mask_kind {
            0 => return Ok(None),
            1 => Mask::Bits,
            2 => Mask::Bytes,
            kind => return Err(no_mask(kind)),
        };
        // SAFETY: as the caller promises.
        let stored = unsafe { slice(self.mask, self.mask_len, "the mask")? };
        // In the layout of the pixels it is as long as they are.
        let as_pixels = kind == Mask::Bytes && self.mask_pitch == area.pitch && stored.len() >= least;
        if as_pixels { Ok(Some(stored)) } else { area.plane(kind, stored, self.mask_pitch, self.mask_stamp, memory).map(Some) }
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
    /// 1: a picture kept all its columns, or counts as if it had.
    pub whole: u8,
    /// 1: the original would have stopped; `fault_text` says why.
    pub fault: u8,
    /// The strips of 8 pixels that the pictures claim, counted in the room.
    pub strips: [u8; WARDROBE_STRIP_BYTES],
    /// Humongous, from 7.1 on: the first and the last line in each strip of the view. For all others nothing is written here.
    pub lines: [[i16; 2]; WARDROBE_VIEW_STRIPS],
    /// What stopped the original, in UTF-8; empty where nothing did.
    pub fault_text: [c_char; 96],
}

/// Says what a draw reports.
///
/// # Safety
/// `to` leads to as many bytes as it says.
#[inline(always)]
unsafe fn tell(to: *mut CDrawn, drawn: &Drawn, lines: Option<&StripLines>) -> Result<()> {
    // SAFETY: as the caller promises; all that is written lies in the structure.
    let fields = |to: *mut CDrawn| unsafe {
        (&raw mut (*to).top).write(drawn.top);
        (&raw mut (*to).bottom).write(drawn.bottom);
        (&raw mut (*to).cut).write(drawn.cut.into());
        (&raw mut (*to).whole).write(drawn.whole.into());
        (&raw mut (*to).fault).write(drawn.fault.is_some().into());
        (&raw mut (*to).strips).write(drawn.strips.to_bytes());
        if let Some(lines) = lines {
            (&raw mut (*to).lines).write(lines_of(lines));
        }
        match &drawn.fault {
            Some(fault) => (&raw mut (*to).fault_text).write(words(fault)),
            None => (&raw mut (*to).fault_text).cast::<c_char>().write(0),
        }
    };
    // SAFETY: as the caller promises; the size is not written.
    unsafe { fill(to, fields, "the report") }
}

// Functions of their own: inside of a draw they would make it slow for those that do not need them.
#[cold]
fn no_mask(kind: u32) -> Failure {
    Failure::misuse(format!("there is no kind of mask {kind}"))
}

#[inline(never)]
fn lines_of(lines: &StripLines) -> [[i16; 2]; WARDROBE_VIEW_STRIPS] {
    std::array::from_fn(|strip| lines.of(strip).into())
}

#[cold]
fn words(fault: &Fault) -> [c_char; 96] {
    letters(&fault.to_string())
}

/// What the original carries over from one actor to the next while it draws: an engine has one. A stage has its own.
pub struct CRenderer(Lock<Drawing>);

#[inline(always)]
fn drawing(renderer: Option<&CRenderer>) -> Result<Held<'_, Drawing>> {
    lock(renderer.map(|renderer| &renderer.0), "the renderer")
}

/// Makes a renderer.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_renderer_new(renderer: New<'_, CRenderer>, error: Err<'_>) -> Code {
    call(error, || hand_out(renderer, CRenderer(Lock::new(Drawing::default()))))
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

/// Takes over what another renderer carries; finished pictures stay.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_renderer_copy_state(renderer: Option<&CRenderer>, source: Option<&CRenderer>, error: Err<'_>) -> Code {
    call(error, || {
        let source = lock(source.map(|source| &source.0), "the source")?.renderer.clone();
        Ok(drawing(renderer)?.renderer.copy_state(&source))
    })
}

/// Limits the memory for finished pictures; 0 keeps none. What is drawn is the same.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_renderer_limit(renderer: Option<&CRenderer>, limit: usize, error: Err<'_>) -> Code {
    call(error, || Ok(drawing(renderer)?.renderer.sprites = Cache::with_limit(limit)))
}

/// The library's look of a caller's, without its tables.
#[inline(always)]
fn look_of(look: &CLook) -> Look<'_> {
    let (facing, clip) = (Facing::from_degrees(look.facing), (look.has_clip != 0).then(|| Rect::from(look.clip)));
    let (dark, flashlight, reach) = (look.dark != 0, look.flashlight != 0, look.reach.into());
    same!(look => Look { actor x y scale_x scale_y shadow_mode costume palette_slot }
        facing, dark, flashlight, clip, reach, ..Look::default())
}

/// Gives a look its tables; `own` is for colours that have to be put together.
///
/// # Safety
/// The tables are as long as they say.
#[inline(always)]
unsafe fn put_on<'a>(made: &mut Look<'a>, look: &'a CLook, own: &'a mut Option<[u16; 256]>, costume: &CCostume) -> Result<()> {
    let seldom = look.room_palette.len | look.remp.len | look.palette_slots.len | look.xmap.len | look.scale_table.len;
    if seldom != 0 || look.palette_len != 256 || (look.shadow.len != 0 && look.shadow.len != costume.shadow_len) {
        // SAFETY: as the caller promises.
        return unsafe { put_all_on(made, look, own, costume) };
    }
    // SAFETY: as the caller promises.
    made.palette = unsafe { slice(look.palette, 256, "the palette")?.try_into().unwrap_or(made.palette) };
    // SAFETY: as the caller promises.
    made.shadow = unsafe { look.shadow.bytes("the shadow table")? };
    Ok(())
}

/// The same, whatever there is.
///
/// # Safety
/// The tables are as long as they say.
#[inline(never)]
unsafe fn put_all_on<'a>(made: &mut Look<'a>, look: &'a CLook, own: &'a mut Option<[u16; 256]>, costume: &CCostume) -> Result<()> {
    if look.palette_len > 256 {
        return Err(Failure::size(format!("a palette of {} entries, at most 256", look.palette_len)));
    }
    // SAFETY: as the caller promises.
    let palette = unsafe { slice(look.palette, look.palette_len, "the palette")? };
    macro_rules! tables {
        // SAFETY: as the caller promises.
        ($($name:ident)*) => { Tables { palette, $($name: unsafe { look.$name.bytes(stringify!($name))? },)* } };
    }
    made.palette = costume.costume.look().palette;
    tables!(shadow room_palette remp palette_slots xmap scale_table).put_on(made, own, costume.costume.dialect())
}

/// Draws all limbs in order into the caller's memory and says what was touched. `drawn` may be null.
///
/// # Safety
/// `look`, `target` and `drawn` lead to as many bytes as they say, and what they name is as long as they say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_costume_draw(
    costume: Option<&CCostume>, limbs: Option<&CLimbs>, look: *const CLook, renderer: Option<&CRenderer>, target: *const CTarget,
    drawn: *mut CDrawn, error: Err<'_>,
) -> Code {
    call(error, move || {
        let (mut own, mut of_look, mut of_target) = (None, MaybeUninit::uninit(), MaybeUninit::uninit());
        let costume = costume_of(costume)?;
        // Both at once, before anything is written: an exchange waits for all that was.
        let (mut drawing, states) = (drawing(renderer)?, states(limbs)?);
        // SAFETY: as the caller promises.
        let (look, target) =
            unsafe { (borrow(look, &mut of_look, first_look, "the look")?, borrow(target, &mut of_target, none, "the target")?) };
        let mut made = look_of(look);
        // SAFETY: as the caller promises.
        unsafe { put_on(&mut made, look, &mut own, costume)? };
        let (area, least) = target.check()?;
        let Drawing { renderer, plane } = &mut *drawing;
        // SAFETY: as the caller promises.
        let plane = unsafe { target.plane(area, least, plane)? };
        // SAFETY: `check` has seen that they are there; nobody else touches them during the call, as the caller promises.
        let pixels = unsafe { std::slice::from_raw_parts_mut(target.pixels, target.pixels_len) };
        // They are no larger, as `check` has seen; said like this, nobody has to look again.
        let [width, height, pitch] = [area.width & 0xffff, area.height & 0xffff, area.pitch & 0x7fff_ffff];
        let memory = Target::new(pixels, pitch, height).narrowed(width).hidden_by(plane);
        let mut memory = memory.viewed_from(target.view_start as usize);
        let mut noted = MaybeUninit::uninit();
        let mut lines = costume.notes_lines.then(|| noted.write(StripLines::NONE));
        let report = costume.costume.draw(&states, &made, renderer, &mut memory.noting(lines.as_deref_mut()));
        states.free();
        drawing.free();
        // SAFETY: as the caller promises.
        if drawn.is_null() { Ok(()) } else { unsafe { tell(drawn, &report, lines.as_deref()) } }
    })
}

/// Whether an opaque pixel is on view column `x`, line `y`, placed as drawing places it: `hit` becomes 0 or 1.
///
/// # Safety
/// `look` leads to as many bytes as it says, and its tables are as long as they say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_costume_hit(
    costume: Option<&CCostume>, limbs: Option<&CLimbs>, look: *const CLook, renderer: Option<&CRenderer>, x: i32, y: i32,
    hit: Out<'_, u8>, error: Err<'_>,
) -> Code {
    call(error, || {
        let (mut own, costume) = (None, costume_of(costume)?);
        // SAFETY: as the caller promises.
        let look = unsafe { read(look, first_look(), "the look")? };
        let mut made = look_of(&look);
        // SAFETY: as the caller promises.
        unsafe { put_on(&mut made, &look, &mut own, costume)? };
        put(hit, costume.costume.hit(&*states(limbs)?, &made, &mut drawing(renderer)?.renderer, x, y)?.into())
    })
}

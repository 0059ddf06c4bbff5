//! Drawing limbs into the caller's memory.

use std::ffi::c_char;
use std::ptr::NonNull;

use scumm_bindings::{Area, Drawing, Mask, PlaneMemory, Tables, filled};
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
    fn area(&self) -> Area {
        Area {
            width: self.width as usize,
            height: self.height as usize,
            pitch: self.pitch,
        }
    }

    /// The plane as drawing wants it, a byte a pixel in the layout of the pixels; `memory` is for what has to be made.
    ///
    /// # Safety
    /// The plane is as long as it says.
    unsafe fn plane<'a>(&'a self, memory: &'a mut PlaneMemory) -> Result<Option<&'a [u8]>> {
        let kind = match self.mask_kind {
            0 => return Ok(None),
            1 => Mask::Bits,
            2 => Mask::Bytes,
            kind => return Err(Failure::misuse(format!("there is no kind of mask {kind}"))),
        };
        // SAFETY: as the caller promises.
        let stored = unsafe { slice(self.mask, self.mask_len, "the mask")? };
        self.area()
            .plane(kind, stored, self.mask_pitch, self.mask_stamp, memory)
            .map(Some)
    }

    /// The same where nothing has to be made, as the plane has the layout of the pixels, of which there are `least`. What is
    /// otherwise, or wrong, is `None`.
    ///
    /// # Safety
    /// The plane is as long as it says.
    #[inline(always)]
    unsafe fn ready_plane(&self, least: isize) -> Option<Option<&[u8]>> {
        // SAFETY: it is there, and no longer than memory can be; as long as the caller promises.
        let bytes = || unsafe { std::slice::from_raw_parts(self.mask, self.mask_len) };
        match self.mask_kind {
            0 => Some(None),
            2 if self.mask_pitch == self.pitch
                && self.mask_len as isize >= least
                && !self.mask.is_null() =>
            {
                Some(Some(bytes()))
            }
            _ => None,
        }
    }

    /// The pixels, which have been checked, as memory to draw into.
    ///
    /// # Safety
    /// The pixels are as many as they say, and nobody else touches them during the call.
    #[inline(always)]
    unsafe fn memory(
        &self,
        Area {
            width,
            height,
            pitch,
        }: Area,
    ) -> Target<'_> {
        // SAFETY: as the caller promises. So it has been checked, and nobody has to look again.
        let pixels = unsafe {
            std::hint::assert_unchecked(width.max(height).max(pitch) <= i32::MAX as usize);
            std::slice::from_raw_parts_mut(self.pixels, self.pixels_len)
        };
        Target::new(pixels, pitch, height)
            .narrowed(width)
            .viewed_from(self.view_start as usize)
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
    /// Nothing yet: the strips begin where they are copied fast.
    pub reserved: u8,
    /// The strips of 8 pixels that the pictures claim, counted in the room.
    pub strips: [u8; WARDROBE_STRIP_BYTES],
    /// Humongous, from 7.1 on: the first and the last line in each strip of the view. For all others nothing is written here.
    pub lines: [[i16; 2]; WARDROBE_VIEW_STRIPS],
    /// What stopped the original, in UTF-8; empty where nothing did.
    pub fault_text: [c_char; 96],
}

impl CDrawn {
    /// Says what a draw reports.
    #[inline(always)]
    fn tell(&mut self, drawn: &Drawn) {
        (self.top, self.bottom) = (drawn.top, drawn.bottom);
        (self.cut, self.whole, self.fault) = (
            drawn.cut.into(),
            drawn.whole.into(),
            drawn.fault.is_some().into(),
        );
        self.strips = drawn.strips.to_bytes();
        self.fault_text[0] = 0;
        if let Some(fault) = &drawn.fault {
            self.fault_text = letters(&fault.to_string());
        }
    }
}

/// What the original carries over from one actor to the next while it draws: an engine has one. A stage has its own.
pub struct CRenderer(Lock<Drawing>);

fn drawing(renderer: Option<&CRenderer>) -> Result<Held<'_, Drawing>> {
    lock(renderer.map(|renderer| &renderer.0), "the renderer")
}

/// Makes a renderer.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_renderer_new(renderer: New<'_, CRenderer>, error: Err<'_>) -> Code {
    call(error, || {
        hand_out(renderer, CRenderer(Lock::new(Drawing::default())))
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

/// Takes over what another renderer carries; finished pictures stay.
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
        Ok(drawing(renderer)?.renderer.copy_state(&source))
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
        Ok(drawing(renderer)?.renderer.sprites = Cache::with_limit(limit))
    })
}

/// Gives a look what a caller's says beside its tables.
#[inline(always)]
fn fill(made: &mut Look<'_>, look: &CLook) {
    // SAFETY: they are there. One by one: what a caller has just stored in parts is not there yet for a load of several.
    macro_rules! single { ($($name:ident)*) => { $(made.$name = unsafe { (&raw const look.$name).read_volatile() };)* } }
    single!(actor scale_x scale_y shadow_mode costume palette_slot);
    // SAFETY: as these.
    let [x, y] = unsafe {
        [
            (&raw const look.x).read_volatile(),
            (&raw const look.y).read_volatile(),
        ]
        .map(|at| u64::from(at as u32))
    };
    // Drawing AKOS loads both at once: they are stored at once, too.
    let at = std::hint::black_box(x | y << 32);
    (made.x, made.y, made.facing) = (
        at as i32,
        (at >> 32) as i32,
        Facing::from_degrees(look.facing),
    );
    (made.dark, made.flashlight, made.reach) =
        (look.dark != 0, look.flashlight != 0, look.reach.into());
}

/// The look with its tables; `own` is for colours that have to be put together.
///
/// # Safety
/// The tables are as long as they say.
unsafe fn dressed<'a>(
    look: &'a CLook,
    own: &'a mut Option<[u16; 256]>,
    costume: &Costume,
) -> Result<Look<'a>> {
    // SAFETY: as the caller promises.
    let palette = unsafe { slice(look.palette, look.palette_len, "the palette")? };
    macro_rules! tables {
        // SAFETY: as the caller promises.
        ($($name:ident)*) => { Tables { palette, $($name: unsafe { slice(look.$name.data, look.$name.len, stringify!($name))? },)* } };
    }
    let mut made = Look {
        palette: costume.look().palette,
        clip: (look.has_clip != 0).then(|| look.clip.into()),
        ..Look::default()
    };
    fill(&mut made, look);
    tables!(shadow room_palette remp palette_slots xmap scale_table)
        .put_on(&mut made, own, costume.dialect())
        .map(|()| made)
}

/// A draw as most are, without a detour: structures of this version, no tables but colours and a shadow, a plane that is ready.
/// What is otherwise, or wrong, is `None`, with nothing done: it takes its time in [`draw_any`]. `FULL`: a whole palette, a shadow
/// and a report are there, too, which makes it a little faster.
///
/// # Safety
/// As in [`wardrobe_costume_draw`].
#[inline(always)]
unsafe fn draw_usual<const FULL: bool>(
    costume: Option<&CCostume>,
    limbs: Option<&CLimbs>,
    look: *const CLook,
    renderer: Option<&CRenderer>,
    target: *const CTarget,
    drawn: *mut CDrawn,
) -> Option<()> {
    // The report has an alignment of 4, the others of 8, or less where pointers are shorter. What is not aligned is undefined in C.
    (!cfg!(debug_assertions) || (look as usize | target as usize | (drawn as usize) << 1) % 8 == 0)
        .then_some(())?;
    // In an order of which the compiler makes plain comparisons: those of four pointers at once take longer.
    // SAFETY: as the caller promises, and aligned.
    let (costume, look, renderer, target) =
        unsafe { (costume?, whole(look)?, renderer?, whole(target)?) };
    // SAFETY: as the caller promises, and aligned; nobody else looks at the report meanwhile.
    let (limbs, drawn) = unsafe {
        (
            limbs?,
            if !FULL && drawn.is_null() {
                None
            } else {
                Some(whole(drawn).is_some().then(|| &mut *drawn)?)
            },
        )
    };
    let seldom = look.room_palette.len
        | look.remp.len
        | look.palette_slots.len
        | look.xmap.len
        | look.scale_table.len;
    (seldom == 0
        && look.has_clip == 0
        && !target.pixels.is_null()
        && both_free(&renderer.0, &limbs.0))
    .then_some(())?;
    let CTable { data, len } = look.shadow;
    let full = len == costume.usual_shadow
        && look.palette_len == 256
        && !data.is_null()
        && !look.palette.is_null();
    (if FULL {
        full
    } else {
        !costume.notes_lines && (len == costume.usual_shadow || len == 0)
    })
    .then_some(())?;
    let (area, mut own) = (target.area(), None);
    let least = area.least(target.pixels_len)?;
    let (palette, shadow) = if FULL {
        // SAFETY: they are there, and as long as the caller promises.
        unsafe {
            (
                &*look.palette.cast::<[u16; 256]>(),
                std::slice::from_raw_parts(data, len),
            )
        }
    } else {
        // SAFETY: as the caller promises.
        let (given, shadow) = unsafe {
            (
                some_slice(look.palette, look.palette_len)?,
                some_slice(data, len)?,
            )
        };
        (
            filled(given, || *costume.costume.look().palette, &mut own)?,
            shadow,
        )
    };
    let by_stamp = !FULL && target.mask_kind == CMask::Bits as u32;
    // SAFETY: as the caller promises.
    let ready = if by_stamp {
        None
    } else {
        unsafe { target.ready_plane(least as isize)? }
    };
    let mut made = Look {
        palette,
        shadow,
        ..Look::default()
    };
    fill(&mut made, look);
    // SAFETY: as the caller promises, and checked.
    let (memory, mut drawing, states) = unsafe {
        (
            target.memory(area),
            renderer.0.take_alone()?,
            limbs.0.take_alone()?,
        )
    };
    let Drawing { renderer, plane } = &mut *drawing;
    let known = || {
        area.known_plane(
            Mask::Bits,
            (target.mask, target.mask_len),
            target.mask_pitch,
            target.mask_stamp,
            plane,
        )
    };
    let mut memory = memory.hidden_by(if by_stamp { Some(known()?) } else { ready });
    let report = costume.costume.draw(&states, &made, renderer, &mut memory);
    states.free();
    drawing.free();
    if let Some(drawn) = drawn {
        drawn.tell(&report);
    }
    Some(())
}

/// Any draw, or what is wrong with it.
///
/// # Safety
/// As in [`wardrobe_costume_draw`].
#[inline(never)]
unsafe fn draw_any(
    (costume, limbs, renderer): (Option<&CCostume>, Option<&CLimbs>, Option<&CRenderer>),
    look: *const CLook,
    target: *const CTarget,
    drawn: *mut CDrawn,
) -> Result<()> {
    // SAFETY: as the caller promises.
    if unsafe { draw_usual::<false>(costume, limbs, look, renderer, target, drawn) }.is_some() {
        return Ok(());
    }
    let (costume, states, mut drawing) = (costume_of(costume)?, states(limbs)?, drawing(renderer)?);
    // SAFETY: as the caller promises.
    let (look, target) = unsafe {
        (
            read(look, first_look(), "the look")?,
            read(target, none::<CTarget>(), "the target")?,
        )
    };
    // SAFETY: as the caller promises. What is not written here stays, and need not be there yet.
    let mut report = unsafe {
        read_or(
            drawn.cast(),
            MaybeUninit::new(none::<CDrawn>()),
            "the report",
        )?
    };
    let (mut own, mut lines) = (None, costume.notes_lines.then_some(StripLines::NONE));
    // SAFETY: as the caller promises.
    let made = unsafe { dressed(&look, &mut own, &costume.costume)? };
    let area = target.area().checked(target.pixels_len)?;
    given(NonNull::new(target.pixels).as_ref(), "the pixels")?;
    let Drawing { renderer, plane } = &mut *drawing;
    // SAFETY: as the caller promises, and checked.
    let mut memory = unsafe { target.memory(area).hidden_by(target.plane(plane)?) };
    let seen = costume
        .costume
        .draw(&states, &made, renderer, &mut memory.noting(lines.as_mut()));
    // SAFETY: it is written to only.
    let told = unsafe { &mut *report.as_mut_ptr() };
    told.tell(&seen);
    lines
        .iter()
        .for_each(|lines| told.lines = std::array::from_fn(|strip| lines.of(strip).into()));
    // SAFETY: as the caller promises.
    if drawn.is_null() {
        Ok(())
    } else {
        unsafe { write(drawn.cast(), &report, "the report") }
    }
}

/// Draws all limbs in order into the caller's memory and says what was touched. `drawn` may be null.
///
/// # Safety
/// `look`, `target` and `drawn` are aligned as C aligns them, lead to as many bytes as they say, and what they name is as long as
/// they say. No other thread uses the limbs or the renderer meanwhile: builds with debug assertions notice it always, others where
/// it has not begun in the same moment.
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
    // SAFETY: as the caller promises.
    call(error, move || unsafe {
        let usual = draw_usual::<true>(costume, limbs, look, renderer, target, drawn);
        usual.map_or_else(
            || draw_any((costume, limbs, renderer), look, target, drawn),
            Ok,
        )
    })
}

/// Whether an opaque pixel is on view column `x`, line `y`, placed as drawing places it: `hit` becomes 0 or 1.
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
        let (mut own, costume) = (None, costume_of(costume)?);
        // SAFETY: as the caller promises.
        let look = unsafe { read(look, first_look(), "the look")? };
        // SAFETY: as the caller promises.
        let made = unsafe { dressed(&look, &mut own, &costume.costume)? };
        put(
            hit,
            costume
                .costume
                .hit(
                    &*states(limbs)?,
                    &made,
                    &mut drawing(renderer)?.renderer,
                    x,
                    y,
                )?
                .into(),
        )
    })
}

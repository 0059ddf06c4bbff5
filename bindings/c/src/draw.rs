//! Draws limbs into the caller's memory.

use std::ffi::{c_char, c_void};
use std::mem::offset_of;

use scumm_bindings::{
    DrawPlane, LookTables, MaskFormat, PlaneMemory, RendererAndPlanes, TargetArea,
};
use scumm_costume::{
    Cache, Costume, Drawn, Facing, HitTest, Look, PictureHook, PicturePlace, StripLines, StripSet,
    Target,
};
use scumm_room::Rect;

use crate::*;

/// Size in bytes of an array with one bit for each strip. Strip s, 0 to 409, is bit s % 8 of byte s
/// / 8. A strip is 8 pixels wide and counts from the left edge of the room.
pub const WARDROBE_STRIP_BYTES: usize = 52;
const _: () = assert!(WARDROBE_STRIP_BYTES == StripSet::BYTES);
/// Number of strips of the widest view: the entries of `lines` in `WardrobeDrawn`.
pub const WARDROBE_VIEW_STRIPS: usize = 80;

/// A table of the caller, which a call borrows.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CTable {
    /// Address of the bytes; null if there is no table.
    pub data: *const u8,
    /// Number of bytes.
    pub len: usize,
}

impl CTable {
    /// Borrows the bytes.
    ///
    /// # Safety
    /// `data` must point to `len` bytes, which nothing may change while they are borrowed.
    pub(crate) unsafe fn bytes<'a>(self, what: &str) -> Result<&'a [u8]> {
        // SAFETY: as the caller promises.
        unsafe { slice(self.data, self.len, what) }
    }
}

/// The properties of an actor that drawing needs. Fill it with `wardrobe_look_init` first. The
/// tables are borrowed during a call.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CLook {
    /// sizeof(WardrobeLook).
    pub size: u32,
    /// Number of the actor, for the colours of version 1 and for messages.
    pub actor: u16,
    /// The facing in degrees clockwise from north.
    pub facing: u16,
    /// Column of the anchor relative to the left edge of the view.
    pub x: i32,
    /// Row of the anchor relative to the top of the stage, after subtracting the elevation.
    pub y: i32,
    /// Horizontal scale; 255 is full size.
    pub scale_x: u8,
    /// Vertical scale; 255 is full size.
    pub scale_y: u8,
    /// 1 if the lights are off for actors.
    pub dark: u8,
    /// Version 0: 1 if the flashlight is on.
    pub flashlight: u8,
    /// The actor's own colours from entry 0 on; 255 is the costume's colour. In games with 16
    /// colours the entries are the colours themselves. The pointer must be aligned to 2 bytes.
    pub palette: *const u16,
    /// Number of entries of `palette`, 0 to 256; 32 are enough for COST.
    pub palette_len: usize,
    /// Mode in which pixels are mapped through the shadow table; 0 for none.
    pub shadow_mode: u16,
    /// Number of the costume, for the Nintendo and for enhancements; else 0.
    pub costume: u16,
    /// The shadow table: 256 bytes in versions 5 and 6, 8 times 256 from version 7 on.
    pub shadow: CTable,
    /// The room's colour remap, 256 bytes.
    pub room_palette: CTable,
    /// HE70 and later: the room's REMP table, 256 bytes.
    pub remp: CTable,
    /// HE99 and later: all palette slots, 1024 bytes each.
    pub palette_slots: CTable,
    /// HE90 and later: the actor's blend table, 65536 bytes.
    pub xmap: CTable,
    /// Versions 7 and 8: a table of 768 bytes that replaces the scale table.
    pub scale_table: CTable,
    /// HE99 and later: palette slot of the actor, 0 for none.
    pub palette_slot: u8,
    /// Humongous games: 1 if `clip` replaces the edges of the screen.
    pub has_clip: u8,
    /// Left, top, right, bottom; right and bottom are included.
    pub clip: [i32; 4],
    /// The values `top` and `bottom` that the last draw of the actor has reported in
    /// `WardrobeDrawn`.
    pub reach: [i32; 2],
    /// Number of the room, for enhancements; else 0.
    pub room: u16,
    /// Pointer that `place` receives.
    pub user: *mut c_void,
    /// Moves or mirrors single pictures, for engines that correct costumes of games; null if the
    /// engine corrects none. A draw and a hit test call it for each picture that a limb shows:
    /// `cel` is the cel of an AKOS, the number in the limb's table of a COST, the picture of
    /// version 0. `*dx` and `*dy` are 0; the callback may set the number of pixels by which the
    /// picture moves to the right and down. `*mirror` is 1 if the picture is drawn mirrored, else
    /// 0; the callback may change it. Not used for the Nintendo.
    pub place: Option<
        extern "C" fn(
            user: *mut c_void,
            limb: u8,
            cel: u16,
            dx: *mut i32,
            dy: *mut i32,
            mirror: *mut u8,
        ),
    >,
}

// SAFETY: it has the layout of C, begins with `size`, and contains only numbers, pointers and
// optional functions.
unsafe impl SizedStruct for CLook {}

impl PictureHook for CLook {
    fn place(&self, picture: &mut PicturePlace) {
        let Some(place) = self.place else { return };
        let mut dx = 0;
        let mut dy = 0;
        let mut mirror = picture.flip.into();
        place(
            self.user,
            picture.limb as u8,
            picture.number,
            &raw mut dx,
            &raw mut dy,
            &raw mut mirror,
        );
        picture.x = picture.x.saturating_add(dx);
        picture.y = picture.y.saturating_add(dy);
        picture.flip = mirror != 0;
    }
}

/// Returns the default look.
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

/// Fills a look with defaults: actor 1, facing south in the upper left corner, at full size, in the
/// costume's own colours. Set `size` before the call.
///
/// # Safety
/// `look` must point to `look->size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_look_init(look: *mut CLook, error: ErrorOut<'_>) -> ResultCode {
    // SAFETY: as the caller promises.
    call(error, || unsafe { write(look, &first_look(), "the look") })
}

/// The format of a plane that hides pixels.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CMask {
    /// No plane: nothing is hidden.
    None = 0,
    /// One bit for each pixel, bit 7 is the leftmost; 1 hides the pixel. A row begins with a byte.
    Bits = 1,
    /// One byte for each pixel; any value but 0 hides the pixel.
    Bytes = 2,
}

/// The memory that receives a drawing, and the plane that hides pixels. Both begin with the view:
/// the first byte is column 0, row 0 of the view, even if the buffer is larger than the view. From
/// version 7 on the view may begin inside a strip of 8 pixels. In this case column 0 is the first
/// column of this strip, and the width is one strip greater than the width of the view.
///
/// Examples, for a buffer whose column 0 is the left edge of the room:
///
/// - Versions 1 to 6: views begin at multiples of 8. If the view begins at room column 24,
///   `view_start` is 24, `pixels` points to room column 24, `width` is 320, and `x` of the look is
///   the room column of the anchor minus 24.
/// - Version 7: if the view begins at room column 20, `view_start` is 20, `pixels` points to room
///   column 16, `width` is 328, and `x` of the look is the room column of the anchor minus 16.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CTarget {
    /// sizeof(WardrobeTarget).
    pub size: u32,
    /// A `WardrobeMask`.
    pub mask_kind: u32,
    /// The pixels, one palette index in each byte. Only a draw changes them.
    pub pixels: *mut u8,
    /// Number of bytes from `pixels` to the end of the buffer, at least (height - 1) * pitch +
    /// width.
    pub pixels_len: usize,
    /// Number of columns that are drawn into: 320, in version 7 328, in version 8 648.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
    /// Number of bytes from one row to the next, at least `width`.
    pub pitch: usize,
    /// Room column of the left edge of the view, not rounded down to a strip. 0 if the view begins
    /// at the left edge of the room.
    pub view_start: u32,
    /// The plane; null if `mask_kind` is `WARDROBE_MASK_NONE`.
    pub mask: *const u8,
    /// Number of bytes of the plane that can be read. Rows that the plane does not have hide
    /// nothing, so a plane may be shorter than the target (M4).
    pub mask_len: usize,
    /// Number of bytes from one row of the plane to the next, at least the bytes of a row.
    pub mask_pitch: usize,
    /// A number of your choice for the present contents of the plane. Change this number whenever
    /// you change the bytes of the plane. If an earlier draw with this renderer had a plane with
    /// the same address, layout and number, the plane is not read again. With 0 the bytes are
    /// compared in each draw.
    pub mask_stamp: u32,
}

// SAFETY: it has the layout of C, begins with `size`, and contains only numbers and pointers.
unsafe impl SizedStruct for CTarget {}

impl CTarget {
    /// Returns the sizes if they fit in the buffer.
    ///
    /// # Errors
    /// Returns `ResultCode::Size` if a size is out of range, or the buffer is too short.
    fn area(&self) -> Result<TargetArea> {
        let area = TargetArea {
            width: self.width as usize,
            height: self.height as usize,
            pitch: self.pitch,
        };
        area.checked(self.pixels_len)
    }

    /// Returns the plane for a draw. A plane in another format than a draw needs is kept in
    /// `planes`, and its rows are converted when they are drawn.
    ///
    /// # Errors
    /// Returns `ResultCode::Size` if a row of the plane is too short, and `ResultCode::Misuse` if
    /// the format is unknown.
    ///
    /// # Safety
    /// `mask` must point to `mask_len` bytes.
    unsafe fn plane<'a>(
        &'a self,
        area: TargetArea,
        planes: &'a mut PlaneMemory,
    ) -> Result<Option<DrawPlane<'a>>> {
        let kind = match self.mask_kind {
            0 => return Ok(None),
            1 => MaskFormat::Bits,
            2 => MaskFormat::Bytes,
            kind => return Err(Failure::misuse(format!("there is no kind of mask {kind}"))),
        };
        // SAFETY: as the caller promises.
        let stored = unsafe { slice(self.mask, self.mask_len, "the mask")? };
        let plane = area.plane(kind, stored, self.mask_pitch, self.mask_stamp, planes)?;
        Ok(Some(plane))
    }
}

/// The report of a draw, which the rules of redrawing need.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CDrawn {
    /// sizeof(WardrobeDrawn).
    pub size: u32,
    /// First row that was drawn; 0x7FFFFFFF if no picture was placed.
    pub top: i32,
    /// Row after the last row that was drawn; 0 if no picture was placed.
    pub bottom: i32,
    /// 1 if a picture lost columns at the edges of the screen.
    pub cut: u8,
    /// 1 if a picture kept all its columns, or counts as complete (C46, C47).
    pub whole: u8,
    /// 1 if a rule was broken for which the original may have stopped: an animation shows a picture
    /// that does not exist, or a pixel was drawn for which there is no table. `fault_text` contains
    /// the reason. The library has drawn everything else.
    pub fault: u8,
    /// Always 0.
    pub reserved: u8,
    /// The first strip of `strips`; 0 if `strips` is empty.
    pub first_strip: u16,
    /// The strip after the last strip of `strips`; 0 if `strips` is empty.
    pub strip_end: u16,
    /// The strips that the pictures claim, counted from the left edge of the room.
    pub strips: [u8; WARDROBE_STRIP_BYTES],
    /// The reason why the original would have stopped, in UTF-8; else empty.
    pub fault_text: [c_char; 96],
    /// HE71 and later: first and last row in each strip of the view. In other games the draw does
    /// not write this field.
    pub lines: [[i16; 2]; WARDROBE_VIEW_STRIPS],
}

// SAFETY: it has the layout of C, begins with `size`, and contains only numbers.
unsafe impl SizedStruct for CDrawn {}

impl CDrawn {
    /// Converts the report of a draw. `lines` is `None` in games without a rule that needs the rows
    /// of strips.
    fn from_drawn(drawn: &Drawn, lines: Option<&StripLines>) -> Self {
        let mut report = Self {
            top: drawn.top,
            bottom: drawn.bottom,
            cut: drawn.visibility.is_cut().into(),
            whole: drawn.visibility.has_whole().into(),
            strips: drawn.strips.to_bytes(),
            ..zeroed()
        };
        let range = drawn.strips.range();
        report.first_strip = range.start as u16;
        report.strip_end = range.end as u16;
        if let Some(lines) = lines {
            for (strip, reached) in report.lines.iter_mut().enumerate() {
                *reached = lines.get(strip).into();
            }
        }
        if let Some(fault) = &drawn.fault {
            report.fault = 1;
            report.fault_text = to_c_chars(&fault.to_string());
        }
        report
    }
}

/// The drawing state that the original engine carries from one actor to the next. An engine that
/// draws costumes itself creates one renderer and uses it for all actors. A stage has its own
/// renderer.
pub struct CRenderer(HandleLock<RendererAndPlanes>);

pub(crate) fn lock_renderer(
    renderer: Option<&CRenderer>,
) -> Result<HandleGuard<'_, RendererAndPlanes>> {
    lock(renderer.map(|renderer| &renderer.0), "the renderer")
}

/// Creates a renderer. The caller frees it with `wardrobe_renderer_free`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_renderer_new(
    renderer: NewHandle<'_, CRenderer>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        new_handle(
            renderer,
            CRenderer(HandleLock::new(RendererAndPlanes::default())),
        )
    })
}

/// Frees a renderer. Passing null is allowed and does nothing.
///
/// # Safety
/// The handle must come from this library, and must not be used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_renderer_free(renderer: *mut CRenderer) {
    // SAFETY: as the caller promises.
    unsafe { free(renderer) };
}

/// Copies the drawing state of another renderer, which the original engine carries from one actor
/// to the next. The cache of decoded pictures is not copied.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_renderer_copy_state(
    renderer: Option<&CRenderer>,
    source: Option<&CRenderer>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let source = lock(source.map(|source| &source.0), "the source")?
            .renderer
            .clone();
        lock_renderer(renderer)?.renderer.copy_state(&source);
        Ok(())
    })
}

/// Limits the cache of decoded pictures to `limit` bytes and clears it; 0 disables it. The cache
/// does not change what is drawn.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_renderer_limit(
    renderer: Option<&CRenderer>,
    limit: usize,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        lock_renderer(renderer)?.renderer.sprites = Cache::with_limit(limit);
        Ok(())
    })
}

/// Converts a caller's look. `merged` is the place for a palette that is merged from the colours of
/// the caller and of the costume.
///
/// # Errors
/// Returns `ResultCode::Size` if a table has the wrong length.
///
/// # Safety
/// Every table must be as long as its length says.
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
        room: look.room,
        ..Look::default()
    };
    if look.place.is_some() {
        made.hook = Some(look);
    }
    if look.has_clip != 0 {
        made.clip = Some(look.clip.into());
    }
    // SAFETY: as the caller promises.
    let tables = unsafe {
        LookTables {
            palette: slice(look.palette, look.palette_len, "the palette")?,
            shadow: look.shadow.bytes("the shadow table")?,
            room_palette: look.room_palette.bytes("the room's palette")?,
            remp: look.remp.bytes("the room's remap")?,
            palette_slots: look.palette_slots.bytes("the palette slots")?,
            xmap: look.xmap.bytes("the blend table")?,
            scale_table: look.scale_table.bytes("the scale table")?,
        }
    };
    tables.store_in(&mut made, merged, costume.dialect())?;
    Ok(made)
}

/// Draws all limbs in order into the caller's memory. `drawn` receives the report; it may be null.
/// Returns `WARDROBE_CODE_SIZE` if the target, the plane or a table has a size that does not fit;
/// nothing is drawn then.
///
/// # Safety
/// `look`, `target` and `drawn` must point to as many bytes as their fields `size` say, and the
/// buffers in them must be as long as their lengths say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_costume_draw(
    costume: Option<&CCostume>,
    limbs: Option<&CLimbs>,
    look: *const CLook,
    renderer: Option<&CRenderer>,
    target: *const CTarget,
    drawn: *mut CDrawn,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let costume = &costume_of(costume)?.costume;
        let mut drawing = lock_renderer(renderer)?;
        // SAFETY: as the caller promises.
        let look = unsafe { read(look, first_look, "the look")? };
        // SAFETY: as the caller promises.
        let target = unsafe { read(target, zeroed::<CTarget>, "the target")? };
        if !drawn.is_null() {
            // The size of the report is checked before anything is drawn.
            // SAFETY: as the caller promises.
            unsafe { known_size(drawn, "the report")? };
        }
        let mut merged = None;
        // SAFETY: as the caller promises.
        let look = unsafe { look_from_c(&look, &mut merged, costume)? };
        let area = target.area()?;
        // SAFETY: as the caller promises.
        let pixels = unsafe { slice_mut(target.pixels, target.pixels_len, "the pixels")? };
        drawing.prepare_trace(area, look.actor);
        let RendererAndPlanes {
            renderer,
            plane: planes,
            ..
        } = &mut *drawing;
        // SAFETY: as the caller promises.
        let plane = unsafe { target.plane(area, planes)? };

        let mut lines = None;
        if costume.dialect().restores_lines_of_strips() {
            lines = Some(StripLines::NONE);
        }
        let mut canvas = Target::new(pixels, area.pitch, area.height)
            .narrowed(area.width)
            .viewed_from(target.view_start as usize);
        if let Some(plane) = plane {
            canvas = plane.hide(canvas);
        }
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
        let report = CDrawn::from_drawn(&report, lines.as_ref());
        // SAFETY: as the caller promises.
        unsafe { write_first(drawn, &report, written, "the report") }
    })
}

/// Sets `hit` to 1 if an opaque pixel lies at column `x`, row `y` of the view, else to 0. The limbs
/// have the same positions as in a draw. Planes are ignored. Sets `cut` to 1 if a draw into a
/// target of `width` columns and `height` rows (as in `WardrobeTarget`) would cut a picture whose
/// rectangle contains the position, else to 0 (D11): the engine then does the same as after a draw
/// that was cut. `cut` may be null. Returns `WARDROBE_CODE_FAULT` if the original cannot test the
/// picture.
///
/// The test is the one of AKOS. The original's test of a COST is a draw whose result is always 0.
///
/// # Safety
/// `look` must point to `look->size` bytes, and its tables must be as long as their lengths say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_costume_hit(
    costume: Option<&CCostume>,
    limbs: Option<&CLimbs>,
    look: *const CLook,
    renderer: Option<&CRenderer>,
    width: u32,
    height: u32,
    x: i32,
    y: i32,
    hit: Out<'_, u8>,
    cut: Out<'_, u8>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let costume = &costume_of(costume)?.costume;
        // SAFETY: as the caller promises.
        let look = unsafe { read(look, first_look, "the look")? };
        let mut merged = None;
        // SAFETY: as the caller promises.
        let look = unsafe { look_from_c(&look, &mut merged, costume)? };
        let mut drawing = lock_renderer(renderer)?;
        let screen = Rect {
            left: 0,
            top: 0,
            right: i32::try_from(width).unwrap_or(i32::MAX),
            bottom: i32::try_from(height).unwrap_or(i32::MAX),
        };
        let mut test = HitTest::new(x, y, screen);
        read_limbs(limbs, |states| {
            Ok(costume.hit_test(states, &look, &mut drawing.renderer, &mut test)?)
        })?;
        write_output(hit, test.is_hit.into())?;
        if let Some(cut) = cut {
            cut.write(test.cut.into());
        }
        Ok(())
    })
}

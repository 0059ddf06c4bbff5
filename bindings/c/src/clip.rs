//! Clips: animations of costumes as pictures in colours, and as files.

use std::ffi::c_char;

use scumm_bindings::{
    ChoreName, ClipFormat, ClipSetup, ClipValues, NamedValues, ParsedCostume, SharedClip,
};
use scumm_costume::ShownCel;

use crate::*;

/// How a clip is played and drawn. A field that is 0 has its default.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CClipSetup {
    /// sizeof(WardrobeClipSetup).
    pub size: u32,
    /// The palette: 256 RGB triples. Null selects the costume's own colours, the colours of the
    /// machine, or greys.
    pub palette: *const u8,
    /// Number of the costume in its game, on which colours of version 0 depend; 0 if it is unknown.
    pub costume: u16,
    /// Horizontal scale, 1 to 255. The default is 255, full size.
    pub scale_x: u8,
    /// Vertical scale, 1 to 255. The default is 255, full size.
    pub scale_y: u8,
    /// The visible limbs as bits, limb 0 in the lowest bit. The default shows all limbs.
    pub limbs: u16,
    /// Number of jiffies of 1/60 s for each tick. The default is 6.
    pub jiffies: u16,
    /// The most ticks of an animation that does not end, at most 10,000. The default is 200.
    pub ticks: u16,
    /// Mode in which pixels are mapped through shadow tables that show dusk. 0 draws no shadows.
    pub shadow_mode: u16,
    /// Number of ticks for each animation step. The default is 1.
    pub anim_speed: u8,
}

// SAFETY: it has the layout of C, begins with `size`, and contains only numbers, pointers and
// optional functions.
unsafe impl SizedStruct for CClipSetup {}

/// Properties of a clip.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CClipInfo {
    /// sizeof(WardrobeClipInfo).
    pub size: u32,
    /// Width of every picture in pixels; 0 if nothing is ever visible.
    pub width: u32,
    /// Height of every picture in pixels; 0 if nothing is ever visible.
    pub height: u32,
    /// Column of the actor's position in the pictures. It may lie outside them.
    pub origin_x: i32,
    /// Row of the actor's position in the pictures. It may lie outside them.
    pub origin_y: i32,
    /// Number of frames.
    pub frames: u32,
    /// The frame from which the game repeats the animation; -1 if it does not repeat.
    pub loop_from: i32,
    /// Duration of all frames together in milliseconds.
    pub duration: u64,
    /// Frame number of the chore.
    pub chore: u16,
    /// Direction in degrees clockwise from north.
    pub facing: u16,
    /// 1 if the clip contains the whole animation, 0 if `ticks` cut it.
    pub complete: u8,
    /// The palette index that stands for transparent pixels.
    pub transparent: u8,
    /// The name of the chore's use and the direction, such as `walk-south` or `chore-6-west`.
    pub name: [c_char; 64],
}

// SAFETY: it has the layout of C, begins with `size`, and contains only numbers, pointers and
// optional functions.
unsafe impl SizedStruct for CClipInfo {}

/// Properties of a frame of a clip.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CClipFrame {
    /// sizeof(WardrobeClipFrame).
    pub size: u32,
    /// The first tick in which the picture is visible.
    pub first_tick: u32,
    /// Number of ticks for which the picture is visible.
    pub ticks: u32,
    /// Duration in milliseconds.
    pub duration: u32,
    /// Number of cels that the limbs show.
    pub cels: u32,
}

// SAFETY: it has the layout of C, begins with `size`, and contains only numbers, pointers and
// optional functions.
unsafe impl SizedStruct for CClipFrame {}

/// A cel that a limb shows.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CShownCel {
    /// Number of the cel in the costume.
    pub cel: u16,
    /// The number with which the limb shows the cel. In the older kinds of costumes it is the
    /// number of the picture in the limb's table.
    pub number: u16,
    /// The limb, 0 to 15.
    pub limb: u8,
}

impl From<&ShownCel> for CShownCel {
    fn from(shown: &ShownCel) -> Self {
        Self {
            cel: shown.cel,
            number: shown.number,
            limb: shown.limb,
        }
    }
}

/// An animation of a costume in one direction, played and drawn. It is immutable, and threads may
/// share it.
pub struct CClip {
    clip: SharedClip,
    values: ClipValues,
}

pub(crate) fn clip_of(clip: Option<&CClip>) -> Result<&CClip> {
    required(clip, "the clip")
}

fn default_of<T: Default + PartialEq>(value: T, default: T) -> T {
    if value == T::default() {
        default
    } else {
        value
    }
}

/// Plays animation `chore` of a costume in a direction, in degrees clockwise from north: the init
/// frame first, then the chore. `setup` may be null. The caller frees the clip with
/// `wardrobe_clip_free`. Returns `WARDROBE_CODE_MISUSE` if the costume does not have the chore in
/// this direction or a value is out of range, and `WARDROBE_CODE_LIMIT` if the animation has too
/// many pixels.
///
/// # Safety
/// `setup` must be null or point to `setup->size` bytes, and its palette must be null or have 768
/// bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_costume_play(
    costume: Option<&CCostume>,
    chore: u16,
    facing: u16,
    setup: *const CClipSetup,
    clip: NewHandle<'_, CClip>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let costume = costume_of(costume)?;
        // SAFETY: as the caller promises.
        let setup = unsafe { read_or(setup, zeroed::<CClipSetup>, "the setup")? };
        let mut palette = None;
        if !setup.palette.is_null() {
            // SAFETY: as the caller promises.
            palette = Some(unsafe { slice(setup.palette, 768, "the palette")? });
        }
        let usual = ClipSetup::default();
        let options = ClipSetup {
            scale_x: default_of(setup.scale_x, usual.scale_x),
            scale_y: default_of(setup.scale_y, usual.scale_y),
            shadow_mode: Some(setup.shadow_mode).filter(|mode| *mode != 0),
            limbs: default_of(setup.limbs, usual.limbs),
            anim_speed: default_of(setup.anim_speed, usual.anim_speed),
            jiffies: default_of(setup.jiffies, usual.jiffies),
            ticks: default_of(setup.ticks, usual.ticks),
        };
        let parsed = ParsedCostume {
            costume: costume.costume.clone(),
            damage: Vec::new(),
            number: Some(setup.costume).filter(|number| *number != 0),
        };
        let chore = ChoreName::Number(chore);
        let played = SharedClip::play(&parsed, &chore, facing, palette, &options)?;
        let values = played.values();
        new_handle(
            clip,
            CClip {
                clip: played,
                values,
            },
        )
    })
}

/// Frees a clip. Passing null is allowed and does nothing.
///
/// # Safety
/// The handle must come from this library, and must not be used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_clip_free(clip: *mut CClip) {
    // SAFETY: as the caller promises.
    unsafe { free(clip) };
}

/// Reads the properties of a clip.
///
/// # Safety
/// `info` must point to `info->size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_clip_info(
    clip: Option<&CClip>,
    info: *mut CClipInfo,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let values = &clip_of(clip)?.values;
        let loop_from = values.loop_from.and_then(|frame| i32::try_from(frame).ok());
        let value = CClipInfo {
            width: values.width as u32,
            height: values.height as u32,
            origin_x: values.origin_x,
            origin_y: values.origin_y,
            frames: values.frames.len() as u32,
            loop_from: loop_from.unwrap_or(-1),
            duration: values.frames.iter().map(|frame| frame.duration).sum(),
            chore: values.chore,
            facing: values.facing,
            complete: values.complete.into(),
            transparent: values.transparent,
            name: to_c_chars(&values.name),
            ..zeroed()
        };
        // SAFETY: as the caller promises.
        unsafe { write(info, &value, "the information") }
    })
}

/// Reads the properties of frame `index`, counted from 0. Returns `WARDROBE_CODE_NOT_FOUND` if
/// there is no such frame.
///
/// # Safety
/// `frame` must point to `frame->size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_clip_frame(
    clip: Option<&CClip>,
    index: usize,
    frame: *mut CClipFrame,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let found = element(&clip_of(clip)?.values.frames, index, "frame")?;
        let value = CClipFrame {
            first_tick: found.first_tick as u32,
            ticks: found.ticks as u32,
            duration: u32::try_from(found.duration).unwrap_or(u32::MAX),
            cels: found.cels.len() as u32,
            ..zeroed()
        };
        // SAFETY: as the caller promises.
        unsafe { write(frame, &value, "the frame") }
    })
}

/// Writes the cels that the limbs show in frame `index` to the array `cels`, in drawing order.
/// `capacity` is the number of elements for which the array has space; further cels are not
/// written. `count` becomes the number of all cels. `cels` may be null if `capacity` is 0.
///
/// # Safety
/// `cels` must be null or have space for `capacity` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_clip_cels(
    clip: Option<&CClip>,
    index: usize,
    cels: *mut CShownCel,
    capacity: usize,
    count: Out<'_, usize>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let found = element(&clip_of(clip)?.values.frames, index, "frame")?;
        // SAFETY: as the caller promises.
        unsafe { write_cels(&found.cels, cels, capacity, count) }
    })
}

/// Writes cels to the caller's array.
///
/// # Safety
/// `cels` must be null or have space for `capacity` elements.
unsafe fn write_cels(
    found: &[ShownCel],
    cels: *mut CShownCel,
    capacity: usize,
    count: Out<'_, usize>,
) -> Result<()> {
    let found: Vec<CShownCel> = found.iter().map(CShownCel::from).collect();
    // SAFETY: as the caller promises.
    unsafe { write_elements(&found, cels, capacity, count, "the cels") }
}

/// Writes the pixels of frame `index` as red, green, blue and opacity, row by row. The opacity is
/// 255 where the costume drew a pixel, else 0. Returns `WARDROBE_CODE_SIZE` if `len` is not four
/// times the width times the height.
///
/// # Safety
/// `rgba` must point to `len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_clip_rgba(
    clip: Option<&CClip>,
    index: usize,
    rgba: *mut u8,
    len: usize,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let found = clip_of(clip)?.clip.rgba(index)?;
        // SAFETY: as the caller promises.
        unsafe { copy_out(&found, rgba, len, "the pixels") }
    })
}

/// Writes the pixels of frame `index` as palette indices, row by row. `transparent` of
/// `wardrobe_clip_info` stands for transparent pixels. Returns `WARDROBE_CODE_SIZE` if `len` is not
/// the width times the height.
///
/// # Safety
/// `pixels` must point to `len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_clip_pixels(
    clip: Option<&CClip>,
    index: usize,
    pixels: *mut u8,
    len: usize,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let found = clip_of(clip)?.clip.pixels(index)?;
        // SAFETY: as the caller promises.
        unsafe { copy_out(found.bytes(), pixels, len, "the pixels") }
    })
}

/// Copies bytes to the caller's memory.
///
/// # Safety
/// `to` must point to `len` bytes.
pub(crate) unsafe fn copy_out(from: &[u8], to: *mut u8, len: usize, what: &str) -> Result<()> {
    if len != from.len() {
        let needed = from.len();
        return Err(Failure::size(format!(
            "{what} have {len} bytes, not {needed}"
        )));
    }
    // SAFETY: as the caller promises.
    unsafe { slice_mut(to, len, what)? }.copy_from_slice(from);
    Ok(())
}

/// Encodes a clip as a file: `format` is a `WardrobeClipFormat`. The pictures are enlarged `zoom`
/// times, 1 to 8. The file repeats as a whole if the animation repeats, because the formats cannot
/// repeat a part. The caller frees the bytes. Returns `WARDROBE_CODE_MISUSE` if nothing is visible.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_clip_file(
    clip: Option<&CClip>,
    format: u32,
    zoom: u8,
    file: NewHandle<'_, CBytes>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let format = ClipFormat::from_number(format)?;
        new_handle(file, CBytes(clip_of(clip)?.clip.file(format, zoom)?))
    })
}

/// Arranges the pictures of several clips of one costume on a sheet, enlarged `zoom` times, 1 to 8.
/// `png` becomes the picture, `json` a description in the format of Aseprite that names the picture
/// as `image`. The caller frees both. Returns `WARDROBE_CODE_MISUSE` if the clips belong to
/// different costumes or have different palettes, or if nothing is visible, and
/// `WARDROBE_CODE_LIMIT` if the pictures are too large together.
///
/// # Safety
/// `clips` must point to `count` handles. `image` must be zero-terminated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_clip_sheet(
    clips: *const Option<&CClip>,
    count: usize,
    zoom: u8,
    image: *const c_char,
    png: NewHandle<'_, CBytes>,
    json: NewHandle<'_, CBytes>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let (Some(png), Some(json)) = (png, json) else {
            return Err(Failure::null("the output"));
        };
        let mut shared = Vec::new();
        // SAFETY: as the caller promises.
        for clip in unsafe { slice(clips, count, "the clips")? } {
            shared.push(clip_of(*clip)?.clip.clone());
        }
        // SAFETY: as the caller promises.
        let image = unsafe { text(image, "the name of the picture")? };
        let (picture, description) = SharedClip::sheet(&shared, zoom, image)?;
        new_handle(Some(png), CBytes(picture))?;
        new_handle(Some(json), CBytes(description.into_bytes()))
    })
}

/// Finds the frame number of a chore by its use: `init`, `walk`, `stand`, `talk` or `hush`. Returns
/// `WARDROBE_CODE_MISUSE` if there is no such use.
///
/// # Safety
/// `use_` must be zero-terminated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_dialect_chore(
    dialect: Option<&CDialect>,
    use_: *const c_char,
    chore: Out<'_, u16>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        // SAFETY: as the caller promises.
        let name = unsafe { text(use_, "the use")? }.to_owned();
        let found = ChoreName::Use(name).number(&dialect_of(dialect)?)?;
        write_output(chore, found)
    })
}

/// Writes the cels that limbs show now to an array. See `wardrobe_clip_cels` for the parameters. A
/// limb of an AKOS may show several cels.
///
/// # Safety
/// `cels` must be null or have space for `capacity` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_costume_shown_cels(
    costume: Option<&CCostume>,
    limbs: Option<&CLimbs>,
    cels: *mut CShownCel,
    capacity: usize,
    count: Out<'_, usize>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let costume = &costume_of(costume)?.costume;
        let found = read_limbs(limbs, |states| Ok(costume.shown_cels(states)))?;
        // SAFETY: as the caller promises.
        unsafe { write_cels(&found, cels, capacity, count) }
    })
}

/// Writes the cels that the limbs of an actor show now to an array. See `wardrobe_clip_cels` for
/// the parameters. There are no cels if the actor wears no costume.
///
/// # Safety
/// `cels` must be null or have space for `capacity` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_actor_shown_cels(
    stage: Option<&CStage>,
    actor: u16,
    cels: *mut CShownCel,
    capacity: usize,
    count: Out<'_, usize>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let found = scumm_bindings::actor_cels(&lock_stage(stage)?.stage, actor)?;
        // SAFETY: as the caller promises.
        unsafe { write_cels(&found, cels, capacity, count) }
    })
}

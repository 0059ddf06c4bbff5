//! The variant of SCUMM.

use std::ffi::c_char;

use scumm_bindings::DialectSetup;
use scumm_room::Dialect;

use crate::*;

/// The accidents of the original engines, with their bits in `quirks_off` of
/// `WardrobeDialectSetup`. The codes name the rules of the book.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CQuirk {
    /// C45: a flipped COST picture at full size that extends beyond the right edge skips one
    /// column too few.
    WestRightClip = 1,
    /// C46: a COST picture whose clipped top plus full height reaches 256 is not drawn.
    TallCelVanishes = 2,
    /// C47: an actor of v1..v6 with a cut picture is redrawn every frame.
    CutRedraws = 4,
    /// C54: only half of a dark actor's palette is set; the other half keeps the colours of the
    /// previous actor.
    DarkHalfPalette = 8,
    /// C6A: COST applies the shadow table twice if a kept column is drawn over a dropped one.
    DoubleShadow = 16,
    /// A52, A53: the palette flag of codec 5 lasts for one cel and leaks to the next actor.
    BompPaletteLeak = 32,
    /// A72: codec 5 reports its unflipped rectangle one pixel too far left.
    BompRectShift = 64,
    /// A73: the bytes of a literal keep their order in a flipped picture of codec 5.
    BompLiteralOrder = 128,
    /// A3, A50: the renderer's colour table keeps the colours of earlier actors.
    StalePalette = 256,
    /// M1 (AKOS part): codec 16 reads its mask one strip too far right when the view is not on
    /// a multiple of 8.
    MajminMaskShift = 512,
    /// A84: codec 16 clips as if the left and top of a clip override were 0.
    MajminClipOrigin = 1024,
    /// T85: bit 0 of the condition mask toggles while no talk condition is set.
    ConditionToggle = 2048,
    /// D2, S15: a full frame draws a BMAP background over the actors, and then draws only
    /// actors again that have changed.
    BmapHidesActors = 4096,
    /// A84: a clip override of codec 16 ends one column and one line early.
    MajminClipShort = 8192,
    /// T43, v4..v6: an actor turns from north to south through west. Without the quirk it turns
    /// through east.
    NorthToSouthByWest = 16384,
    /// T44, v3 and v4: boxes and classes change the facing of actors that ignore boxes, too.
    /// Without the quirk they do so in Loom only.
    FlipsOutsideBoxes = 32768,
    /// B5, v7: a box contains points whether its corners are in clockwise or in anticlockwise
    /// order. Without the quirk only one of the orders is valid.
    EitherWinding = 65536,
    /// T40: a facing is stored unchanged. Without the quirk it is rounded to a multiple of 45.
    FacingsNotRounded = 131072,
    /// C16: resetting the limbs resets the counters of the animation and of sounds, too.
    ResetClearsCounters = 262144,
    /// S15: the BMAP codes 144 to 148 are opaque. Without the quirk they do not draw the
    /// transparent colour.
    OpaqueBmap = 524288,
    /// O6: TMSK selects the bits of a plane that the object's data replaces. Without the quirk
    /// the data is added to the plane, and the bits of TMSK are removed from both.
    MaskSelects = 1048576,
}

/// ScummVM's changes to the original engines, with their bits in `enhancements` of
/// `WardrobeDialectSetup`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CEnhancement {
    /// Day of the Tentacle, room 61: actor 1 in costume 324 stands a little aside, and its limb
    /// 0 is never mirrored.
    DottToiletLid = 1,
    /// Monkey Island 2 on the Amiga, room 53: costume 55 has other colours.
    Mi2AmigaDogPalette = 2,
    /// Indiana Jones 4, room 225 whose resource is 94: box 8 hides nothing.
    Indy4AbodeMask = 4,
    /// Indiana Jones 3, room 12: actor 2 in costume 7 has a scale of 80.
    Indy3HenryScale = 8,
    /// Sam & Max, room 16: actor 5 is put at column 236 and not at 235.
    SamTankX = 16,
    /// Indiana Jones 3 with 256 colours, resource 46: colours 11 and 13 of the background
    /// become 86 and 80.
    Indy3BerlinColours = 32,
    /// Indiana Jones 3, resource 46: the route from box 1 to box 0 is direct.
    Indy3HitlerPath = 64,
    /// Sam & Max: the film noir mode makes only the display grey. Without the enhancement each
    /// colour that is set becomes grey.
    SamNoir = 128,
    /// Freddi Fish 3: once costume 258 has drawn cel 35, the clip rectangle of the drawing ends
    /// two lines earlier.
    FreddiEye = 256,
    /// Monkey Island with 256 colours in French, room 11: colour 1 of a sign is 15.
    Mi1SignFrench = 512,
    /// Monkey Island CD, room 36: colour 47 of the room is 15.
    Mi1NoticeColour = 1024,
}

/// The variant of SCUMM: the version, and the differences between games of the same version. For
/// most games only the version is set, and all other fields are 0 or null.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CDialectSetup {
    /// sizeof(WardrobeDialectSetup).
    pub size: u32,
    /// The version, 0 to 8; 6 for Humongous games.
    pub version: u8,
    /// The Humongous sub-version, 60 to 100; 0 for other games.
    pub he: u8,
    /// 1 for version 3 with 256 colours.
    pub old256: u8,
    /// 1 for version 4 with 16 colours.
    pub ega: u8,
    /// 1 for the demo of version 0.
    pub demo: u8,
    /// The platform: `dos`, `amiga`, `fmtowns`, `mac`, `c64`, `windows`, `atarist`, `segacd`, `nes`
    /// or `apple2`. Null selects the usual platform of the version.
    pub platform: *const c_char,
    /// The display: `ega`, `cga`, `cga_bw`, `cga_composite`, `hercules_green`, `hercules_amber` or
    /// `amiga`. Null for no particular display.
    pub render: *const c_char,
    /// The id of the game in ScummVM if a rule depends on it (`samnmax`, `loom`, `indy3` and
    /// others; `atlantis` and `indy4` are the same game). Null selects the usual game of the
    /// version. An empty id, or an id that no rule names, is no particular game.
    pub game: *const c_char,
    /// The accidents of the original engine that are switched off: bits of `WardrobeQuirk`. 0 keeps
    /// all of them.
    pub quirks_off: u32,
    /// ScummVM's changes to the original engines that are switched on: bits of
    /// `WardrobeEnhancement`. 0 switches on none.
    pub enhancements: u32,
    /// The classes of ScummVM's changes that are switched on as a whole: 1, 2 and 8 are the bits of
    /// ScummVM's own mask, whose default is 7. 0 switches on none.
    pub enhancement_classes: u32,
    /// 1 for a Humongous game whose pictures have 16 bits for each pixel. Such games are refused
    /// with `WARDROBE_CODE_UNSUPPORTED`.
    pub sixteen_bit: u8,
}

// SAFETY: it has the layout of C, begins with `size`, and contains only numbers, pointers and
// optional functions.
unsafe impl SizedStruct for CDialectSetup {}

/// A variant of SCUMM. It is immutable, and threads may share it.
pub struct CDialect(pub(crate) Dialect);

/// Creates the dialect that a caller describes.
///
/// # Safety
/// `setup` must point to `setup->size` bytes. Its texts must be null or zero-terminated.
unsafe fn described(setup: *const CDialectSetup) -> Result<Dialect> {
    // SAFETY: as the caller promises.
    let setup = unsafe {
        read(
            setup,
            || CDialectSetup {
                version: 5,
                ..zeroed()
            },
            "the setup",
        )?
    };
    // SAFETY: as the caller promises.
    let setup = unsafe {
        DialectSetup {
            version: setup.version,
            he: setup.he,
            old256: setup.old256 != 0,
            ega: setup.ega != 0,
            demo: setup.demo != 0,
            platform: optional_text(setup.platform, "the platform")?,
            render: optional_text(setup.render, "the display")?,
            game: optional_text(setup.game, "the game")?,
            quirks_off: setup.quirks_off,
            enhancements: setup.enhancements,
            enhancement_classes: setup.enhancement_classes,
            sixteen_bit: setup.sixteen_bit != 0,
        }
    };
    setup.dialect()
}

/// Copies a caller's text; null is `None`.
///
/// # Safety
/// `from` must be null or zero-terminated.
unsafe fn optional_text(from: *const c_char, what: &str) -> Result<Option<String>> {
    if from.is_null() {
        return Ok(None);
    }
    // SAFETY: as the caller promises.
    let text = unsafe { text(from, what)? };
    Ok(Some(text.to_owned()))
}

/// Creates a dialect. The caller frees it with `wardrobe_dialect_free`. Returns
/// `WARDROBE_CODE_MISUSE` if the version, the platform or the display does not exist, and
/// `WARDROBE_CODE_UNSUPPORTED` for a game with 16 bits for each pixel.
///
/// # Safety
/// `setup` must point to `setup->size` bytes. Its texts must be null or zero-terminated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_dialect_new(
    setup: *const CDialectSetup,
    dialect: NewHandle<'_, CDialect>,
    error: ErrorOut<'_>,
) -> ResultCode {
    // SAFETY: as the caller promises.
    call(error, || {
        new_handle(dialect, CDialect(unsafe { described(setup)? }))
    })
}

/// Frees a dialect. Passing null is allowed and does nothing.
///
/// # Safety
/// The handle must come from this library, and must not be used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_dialect_free(dialect: *mut CDialect) {
    // SAFETY: as the caller promises.
    unsafe { free(dialect) };
}

/// Properties of a dialect.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CDialectInfo {
    /// sizeof(WardrobeDialectInfo).
    pub size: u32,
    /// The version, 0 to 8.
    pub version: u8,
    /// The Humongous sub-version, 0 for other games.
    pub he: u8,
    /// 1 if costumes are AKOS.
    pub has_akos: u8,
    /// Number of planes of every room, including plane 0; 0 if rooms can have different numbers of
    /// planes.
    pub planes: u8,
    /// Width of the screen in pixels.
    pub screen_width: u16,
    /// Height of the screen in pixels.
    pub screen_height: u16,
    /// Size of the shadow table in bytes; 0 if there is none.
    pub shadow_len: u32,
    /// Versions 0 and 1: number of actors, counted from actor 1, that initially wear the costume
    /// with the actor's number. 0 in other versions.
    pub own_costumes: u16,
}

// SAFETY: it has the layout of C, begins with `size`, and contains only numbers, pointers and
// optional functions.
unsafe impl SizedStruct for CDialectInfo {}

/// Reads the properties of a dialect.
///
/// # Safety
/// `info` must point to `info->size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_dialect_info(
    dialect: Option<&CDialect>,
    info: *mut CDialectInfo,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let dialect = dialect_of(dialect)?;
        let (screen_width, screen_height) = dialect.screen_size();
        let value = CDialectInfo {
            version: dialect.version(),
            he: dialect.he(),
            has_akos: dialect.has_akos().into(),
            planes: dialect.fixed_plane_count().unwrap_or(0) as u8,
            screen_width,
            screen_height,
            shadow_len: scumm_bindings::shadow_len(&dialect) as u32,
            own_costumes: dialect.actors_with_own_costumes(),
            ..zeroed()
        };
        // SAFETY: as the caller promises.
        unsafe { write(info, &value, "the information") }
    })
}

/// Returns the dialect of a handle.
pub(crate) fn dialect_of(dialect: Option<&CDialect>) -> Result<Dialect> {
    required(dialect, "the dialect").map(|dialect| dialect.0)
}

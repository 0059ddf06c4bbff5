//! The variant of SCUMM.

use std::ffi::c_char;

use scumm_bindings::DialectSetup;
use scumm_room::Dialect;

use crate::*;

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
    /// version. An id that no rule names changes nothing.
    pub game: *const c_char,
    /// The accidents of the original engine that are switched off. Each accident has a bit, whose
    /// number is in the book. 0 keeps all of them.
    pub quirks_off: u32,
    /// ScummVM's changes to the original engines that are switched on. Each change has a bit, whose
    /// number is in the book. 0 switches on none.
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

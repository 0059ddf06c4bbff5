//! Which SCUMM it is.

use std::ffi::c_char;

use scumm_bindings::DialectSetup;
use scumm_room::Dialect;

use crate::*;

/// Which SCUMM it is: the version and what differs within it. Zeros and nulls are what most games are.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CDialectSetup {
    /// sizeof(WardrobeDialectSetup).
    pub size: u32,
    /// 0 to 8; 6 for Humongous games.
    pub version: u8,
    /// The Humongous sub-version 60 to 100; 0 for other games.
    pub he: u8,
    /// 1: version 3 with 256 colours.
    pub old256: u8,
    /// 1: version 4 with 16 colours.
    pub ega: u8,
    /// 1: the demo of version 0.
    pub demo: u8,
    /// `dos`, `amiga`, `fmtowns`, `mac`, `c64`, `windows`, `atarist`, `segacd`, `nes`, `apple2`; null: what the version is best
    /// known for.
    pub platform: *const c_char,
    /// `ega`, `cga`, `cga_bw`, `cga_composite`, `hercules_green`, `hercules_amber`, `amiga`; null: none of them.
    pub render: *const c_char,
    /// The game's id where a rule names it (`samnmax`, `loom`, `indy3` …); null: what the version is best known for.
    pub game: *const c_char,
    /// The accidents of the original that are switched off: a bit each, as the book numbers them. 0: all are kept.
    pub quirks_off: u32,
}

// SAFETY: it is laid out as C does, begins with `size`, and has numbers, pointers, and functions that may be null only.
unsafe impl SizedStruct for CDialectSetup {}

/// Which SCUMM it is. It never changes; threads may share it.
pub struct CDialect(pub(crate) Dialect);

/// The dialect that a caller describes.
///
/// # Safety
/// `setup` leads to as many bytes as it says; its texts are null or end with a zero.
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
        }
    };
    setup.dialect()
}

/// Copies a caller's text; null is `None`.
///
/// # Safety
/// `from` is null or ends with a zero.
unsafe fn optional_text(from: *const c_char, what: &str) -> Result<Option<String>> {
    if from.is_null() {
        return Ok(None);
    }
    // SAFETY: as the caller promises.
    let text = unsafe { text(from, what)? };
    Ok(Some(text.to_owned()))
}

/// Makes a dialect. `dialect` is freed with `wardrobe_dialect_free`.
///
/// # Safety
/// `setup` leads to as many bytes as it says; its texts are null or end with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_dialect_new(
    setup: *const CDialectSetup,
    dialect: New<'_, CDialect>,
    error: Err<'_>,
) -> Code {
    // SAFETY: as the caller promises.
    call(error, || {
        new_handle(dialect, CDialect(unsafe { described(setup)? }))
    })
}

/// Frees a dialect; null is nothing.
///
/// # Safety
/// The handle came from this library and is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_dialect_free(dialect: *mut CDialect) {
    // SAFETY: as the caller promises.
    unsafe { free(dialect) };
}

/// What a dialect says of the machine's memory.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CDialectInfo {
    /// sizeof(WardrobeDialectInfo).
    pub size: u32,
    /// The version, 0 to 8.
    pub version: u8,
    /// The Humongous sub-version, 0 for other games.
    pub he: u8,
    /// 1: costumes are AKOS.
    pub has_akos: u8,
    /// Planes that every room has, plane 0 counted; 0 where the room says it.
    pub planes: u8,
    /// Columns of the screen.
    pub screen_width: u16,
    /// Lines of the screen.
    pub screen_height: u16,
    /// Bytes of the shadow table, 0 without one.
    pub shadow_len: u32,
    /// Actors that wear the costume of their own number, from actor 1 on.
    pub own_costumes: u16,
}

// SAFETY: it is laid out as C does, begins with `size`, and has numbers, pointers, and functions that may be null only.
unsafe impl SizedStruct for CDialectInfo {}

/// Tells what a dialect says.
///
/// # Safety
/// `info` leads to as many bytes as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_dialect_info(
    dialect: Option<&CDialect>,
    info: *mut CDialectInfo,
    error: Err<'_>,
) -> Code {
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

/// The dialect of a handle that has to be there.
pub(crate) fn dialect_of(dialect: Option<&CDialect>) -> Result<Dialect> {
    required(dialect, "the dialect").map(|dialect| dialect.0)
}

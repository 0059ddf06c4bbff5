//! The machines that games were made for.

/// The machine for which a game was made, as far as it changes the pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
#[non_exhaustive]
pub enum Platform {
    /// DOS and compatible platforms.
    #[default]
    Dos,
    /// Amiga.
    Amiga,
    /// FM-Towns.
    FmTowns,
    /// Macintosh.
    Mac,
    /// Commodore 64.
    C64,
    /// Windows.
    Windows,
    /// Atari ST.
    AtariSt,
    /// Sega CD.
    SegaCd,
    /// Nintendo Entertainment System.
    Nes,
    /// Apple II.
    Apple2,
}

impl Platform {
    /// All platforms with their names.
    pub const ALL: [(&str, Self); 10] = [
        ("dos", Self::Dos),
        ("amiga", Self::Amiga),
        ("fmtowns", Self::FmTowns),
        ("mac", Self::Mac),
        ("c64", Self::C64),
        ("windows", Self::Windows),
        ("atarist", Self::AtariSt),
        ("segacd", Self::SegaCd),
        ("nes", Self::Nes),
        ("apple2", Self::Apple2),
    ];
}

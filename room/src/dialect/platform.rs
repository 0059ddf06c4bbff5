//! The machines that games were made for.

/// The machine a game was made for, where that changes what is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Platform {
    /// DOS, and whatever behaves like it.
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
}

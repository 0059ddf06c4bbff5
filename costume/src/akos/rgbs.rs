//! RGBS: the costume's own colours in red, green and blue (A95).

use scumm_room::{Reader, Tag};

/// The chunk's tag.
pub const TAG: Tag = Tag(*b"RGBS");

/// Parses the data of the chunk: three bytes for each colour. Bytes after the last whole colour are ignored.
pub(super) fn parse(mut data: Reader<'_>) -> Vec<[u8; 3]> {
    std::iter::from_fn(|| data.array("a colour").ok()).collect()
}

/// The data of the chunk.
#[must_use]
#[cfg(feature = "edit")]
pub fn write(colours: &[[u8; 3]]) -> Vec<u8> {
    colours.concat()
}

//! AKPL: a screen colour for each of the costume's colours (A3); RGBS: its own colours in red,
//! green and blue (A95).

use scumm_room::{Reader, Result, Tag};

/// The chunk's tag.
pub const TAG: Tag = Tag(*b"AKPL");
/// The tag of the chunk with three bytes (red, green, blue) for each colour.
pub const RGBS: Tag = Tag(*b"RGBS");

/// The most colours of a costume. A larger number is fatal in the reference (A3).
pub const COLOURS: usize = 256;

/// Parses the data of the chunk: a byte for each colour.
///
/// # Errors
/// Returns [`scumm_room::Error::Limit`] if there are more colours than [`COLOURS`].
pub(super) fn parse(data: Reader<'_>) -> Result<Vec<u8>> {
    if data.len() > COLOURS {
        return Err(data.over_limit(
            "the number of colours in AKPL",
            data.len() as u64,
            COLOURS as u64,
        ));
    }
    Ok(data.all().to_vec())
}

/// Parses the data of RGBS. Bytes after the last whole colour are ignored.
pub(super) fn parse_rgb(mut data: Reader<'_>) -> Vec<[u8; 3]> {
    std::iter::from_fn(|| data.array("a colour").ok()).collect()
}

//! AKPL: a screen colour for each of the costume's colours (A3).

use scumm_room::{Reader, Result, Tag};

/// The chunk's tag.
pub const TAG: Tag = Tag(*b"AKPL");

/// The largest number of colours. More are fatal in the reference (A3).
pub const COLOURS: usize = 256;

/// Parses the data of the chunk: a byte for each colour.
///
/// # Errors
/// [`scumm_room::Error::Limit`] for more colours than [`COLOURS`].
pub(super) fn parse(data: Reader<'_>) -> Result<Vec<u8>> {
    if data.len() > COLOURS {
        return Err(data.over_limit("the number of colours in AKPL", data.len() as u64, COLOURS as u64));
    }
    Ok(data.all().to_vec())
}

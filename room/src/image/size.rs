//! The largest picture that is read.

use crate::Result;
use crate::reader::Reader;

/// The most pixels of a picture: the largest real rooms have some 2000 x 480, far below this.
const PICTURE_PIXELS: usize = 4 << 20;

/// Refuses pictures above the size that real ones have; `place` is where the size stood.
pub(crate) fn check_size(width: usize, height: usize, place: Reader<'_>) -> Result<()> {
    let pixels = width.saturating_mul(height);
    if pixels > PICTURE_PIXELS {
        return Err(place.over_limit("the size of a picture in pixels", pixels as u64, PICTURE_PIXELS as u64));
    }
    Ok(())
}

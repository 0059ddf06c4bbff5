//! The largest picture that is read.

use crate::{Reader, Result};

/// The most pixels of a picture: the largest real rooms have some 2000 x 480, far below this.
const PICTURE_PIXELS: usize = 4 << 20;

/// The most pixels on a side: twice the widest real room. Buffers are at least as wide as the
/// screen, so that even a narrow picture must not be endless.
const PICTURE_SIDE: usize = 8192;

/// Refuses pictures above the size that real ones have; `place` is where the size stood.
pub(crate) fn check_size(width: usize, height: usize, place: Reader<'_>) -> Result<()> {
    let side = width.max(height);
    if side > PICTURE_SIDE {
        return Err(place.over_limit(
            "a side of a picture in pixels",
            side as u64,
            PICTURE_SIDE as u64,
        ));
    }
    let pixels = width.saturating_mul(height);
    if pixels > PICTURE_PIXELS {
        return Err(place.over_limit(
            "the size of a picture in pixels",
            pixels as u64,
            PICTURE_PIXELS as u64,
        ));
    }
    Ok(())
}

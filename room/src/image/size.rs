//! The limits for the size of a picture.

use crate::{Reader, Result};

/// The most pixels of a picture. The largest rooms of the games have about 2000 x 480 pixels, far
/// below this limit.
const PICTURE_PIXELS: usize = 4 << 20;

/// The most pixels on a side of a picture: twice the width of the widest room in the games. Buffers
/// are at least as wide as the screen, so even a narrow picture needs a limit.
const PICTURE_SIDE: usize = 8192;

/// Checks the size of a picture against the limits. `place` is the position of the size in the
/// data.
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

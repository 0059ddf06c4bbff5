//! Encodes pictures for output files.

use anyhow::Result;
use scumm_media::{IndexedFrame, Zoom, indexed_png};
use scumm_room::{Palette, Surface};

/// Encodes a picture as a PNG whose sides are enlarged `zoom` times; the colour `transparent` is
/// transparent.
///
/// # Errors
/// Returns an error if the picture has no pixels. Passes on the errors of the encoder.
pub fn png_bytes(
    picture: &Surface,
    palette: &Palette,
    transparent: Option<u8>,
    zoom: u8,
) -> Result<Vec<u8>> {
    let frame = IndexedFrame::new(
        picture.width(),
        picture.height(),
        picture.pixels(),
        palette.colours(),
    )?;
    let mut bytes = Vec::new();
    indexed_png::encode(&Zoom::new(zoom).apply(&frame)?, transparent, &mut bytes)?;
    Ok(bytes)
}

/// Encodes a picture as [`png_bytes`] does, with the first `colours` entries of a palette, the
/// opacity of each colour, and a comment. Colours beyond `opacities` are opaque.
///
/// # Errors
/// Returns an error as [`png_bytes`] does.
pub fn shown_png_bytes(
    picture: &Surface,
    palette: &Palette,
    colours: usize,
    opacities: &[u8],
    comment: Option<&str>,
    zoom: u8,
) -> Result<Vec<u8>> {
    let frame = IndexedFrame::new(
        picture.width(),
        picture.height(),
        picture.pixels(),
        palette.colours(),
    )?;
    let mut bytes = Vec::new();
    indexed_png::encode_shown(
        &Zoom::new(zoom).apply(&frame)?,
        colours,
        opacities,
        comment,
        &mut bytes,
    )?;
    Ok(bytes)
}

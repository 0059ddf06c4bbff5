//! Writes output files: whole or not at all, and never over an input. All output of the tools
//! passes through this module.

use std::io::{self, Write};
use std::path::Path;

use anyhow::{Result, bail};
use scumm_media::{Frame, Zoom, file, indexed_png};
use scumm_room::{Palette, Surface};

use crate::inputs;

/// Writes a file.
///
/// # Errors
/// Returns an error if the file cannot be written or is one of the inputs.
pub fn write(path: &Path, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    inputs::refuse(path)?;
    Ok(file::write(path, content)?)
}

/// Checks before long work that a file can be written at its end.
///
/// # Errors
/// Returns an error if the path is that of a folder or of an input.
pub fn check(path: &Path) -> Result<()> {
    if path.is_dir() {
        bail!("{}: expected a file, found a folder", path.display());
    }
    inputs::refuse(path)
}

/// Writes a picture as an indexed PNG.
///
/// # Errors
/// Returns an error as [`write()`] does.
pub fn png(path: &Path, frame: &Frame<'_>) -> Result<()> {
    let mut bytes = Vec::new();
    indexed_png::encode(frame, None, &mut bytes)?;
    write(path, |out| out.write_all(&bytes))
}

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
    let frame = Frame::new(
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
    let frame = Frame::new(
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

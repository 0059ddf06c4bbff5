//! Files that are there whole or not at all, and none of which is an input. Everything that is
//! written passes through here.

use std::io::{self, Write};
use std::path::Path;

use anyhow::{Result, bail};
use scumm_platform::{Frame, Zoom, file, indexed_png};
use scumm_room::{Palette, Surface};

use crate::inputs;

/// Writes a file.
///
/// # Errors
/// It can't be written, or is one of the inputs.
pub fn write(path: &Path, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    inputs::refuse(path)?;
    Ok(file::write(path, content)?)
}

/// Checks that a file can be written at the end of long work, before the work begins.
///
/// # Errors
/// Returns an error if the path is that of a folder or of an input.
pub fn check(path: &Path) -> Result<()> {
    if path.is_dir() {
        bail!("{}: is a folder", path.display());
    }
    inputs::refuse(path)
}

/// Writes a picture as an indexed PNG.
///
/// # Errors
/// As [`write()`].
pub fn png(path: &Path, frame: &Frame<'_>) -> Result<()> {
    let mut bytes = Vec::new();
    indexed_png::encode(frame, None, &mut bytes)?;
    write(path, |out| out.write_all(&bytes))
}

/// A picture as the bytes of a PNG, each of its sides `zoom` times as long; `transparent` is left
/// out.
///
/// # Errors
/// It has no pixels; the encoder's.
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
        &palette.0,
    )?;
    let mut bytes = Vec::new();
    indexed_png::encode(&Zoom::new(zoom).apply(&frame)?, transparent, &mut bytes)?;
    Ok(bytes)
}

/// The same with the first `colours` of a palette, where each colour is as opaque as `opacities`
/// say, those beyond them opaque; with a comment.
///
/// # Errors
/// As [`png_bytes`].
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
        &palette.0,
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

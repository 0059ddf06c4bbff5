//! PNG files of palette indices: the palette is kept as it is, entry by entry.

use std::io::Write;
use std::path::Path;

use crate::error::Result;
use crate::file;
use crate::frame::Frame;

/// Encodes a frame as an 8-bit indexed PNG; `transparent` is the index that is to be clear, if one is.
///
/// # Errors
/// [`crate::Error::Png`] where `out` fails.
pub fn encode(frame: &Frame<'_>, transparent: Option<u8>, out: impl Write) -> Result<()> {
    let side = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let mut encoder = png::Encoder::new(out, side(frame.width()), side(frame.height()));
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(frame.palette().concat());
    if let Some(index) = transparent {
        let mut alpha = vec![0xff; usize::from(index)];
        alpha.push(0);
        encoder.set_trns(alpha);
    }
    let mut writer = encoder.write_header()?;
    writer.write_image_data(frame.pixels())?;
    writer.finish()?;
    Ok(())
}

/// Writes a frame as an indexed PNG file, whole or not at all.
///
/// # Errors
/// [`crate::Error::Io`] or [`crate::Error::Png`].
pub fn write(path: &Path, frame: &Frame<'_>, transparent: Option<u8>) -> Result<()> {
    let mut bytes = Vec::new();
    encode(frame, transparent, &mut bytes)?;
    file::write(path, |out| out.write_all(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_palette_and_transparency_come_back() {
        let mut palette = [[0; 3]; 256];
        for (i, colour) in palette.iter_mut().enumerate() {
            *colour = [i as u8, 255 - i as u8, 3];
        }
        let frame = Frame::new(3, 2, &[0, 255, 7, 7, 1, 9], &palette).unwrap();
        let mut bytes = Vec::new();
        encode(&frame, Some(7), &mut bytes).unwrap();

        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        assert_eq!(pixels, frame.pixels());
        assert_eq!(reader.info().palette.as_deref(), Some(palette.concat().as_slice()));
        assert_eq!(reader.info().trns.as_deref(), Some(&[255, 255, 255, 255, 255, 255, 255, 0][..]));
    }
}

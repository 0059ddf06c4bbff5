//! Writes PNG files of palette indices. The palette is kept entry by entry.

mod decode;

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use crate::film::plan::FilmPlan;
use crate::{Error, Frame, Result, file};

pub use decode::{IndexedPicture, PictureReader};

/// Encodes a frame as an 8-bit indexed PNG. `transparent` is the transparent index, if any.
///
/// # Errors
/// Returns [`crate::Error::Png`] if writing to `out` fails.
pub fn encode(frame: &Frame<'_>, transparent: Option<u8>, out: impl Write) -> Result<()> {
    encode_shown(
        frame,
        frame.palette().len(),
        &opacities(transparent),
        None,
        out,
    )
}

/// Encodes a frame with only the first `colours` entries of its palette, so that an editor lists
/// exactly the picture's colours. Pixels with higher indices have colours that the file does not
/// define. `opacities` are the opacities of the colours, 0 to 255; colours beyond the list are
/// opaque. In the comment, characters that are not ASCII become `?`.
///
/// # Errors
/// Returns an error as [`encode`] does.
pub fn encode_shown(
    frame: &Frame<'_>,
    colours: usize,
    opacities: &[u8],
    comment: Option<&str>,
    out: impl Write,
) -> Result<()> {
    let mut encoder = frame_encoder(frame, out);
    encoder.set_palette(
        frame
            .palette()
            .iter()
            .take(colours.max(1))
            .flatten()
            .copied()
            .collect::<Vec<u8>>(),
    );
    if !opacities.is_empty() {
        encoder.set_trns(opacities.to_vec());
    }
    if let Some(comment) = comment {
        let comment = comment
            .chars()
            .map(|c| {
                if c == ' ' || c.is_ascii_graphic() {
                    c
                } else {
                    '?'
                }
            })
            .collect();
        encoder.add_text_chunk("Comment".to_owned(), comment)?;
    }
    write_all(encoder, frame.pixels())
}

/// Encodes a frame as an indexed PNG of as few bytes as possible: unused colours are removed, and
/// the others are renumbered.
///
/// # Errors
/// Returns [`crate::Error::Png`] if writing to `out` fails.
pub fn encode_compact(frame: &Frame<'_>, out: impl Write) -> Result<()> {
    let mut used = [false; 256];
    frame
        .pixels()
        .iter()
        .for_each(|pixel| used[usize::from(*pixel)] = true);
    let (mut numbers, mut palette) = ([0; 256], Vec::new());
    for (index, colour) in frame
        .palette()
        .iter()
        .enumerate()
        .filter(|(index, _)| used[*index])
    {
        numbers[index] = u8::try_from(palette.len()).unwrap_or(u8::MAX);
        palette.push(*colour);
    }
    let (depth, bits) = match palette.len() {
        0..=2 => (png::BitDepth::One, 1),
        3..=4 => (png::BitDepth::Two, 2),
        5..=16 => (png::BitDepth::Four, 4),
        _ => (png::BitDepth::Eight, 8),
    };
    let pack = |pixels: &[u8]| {
        let number = |i: usize| {
            pixels
                .get(i)
                .map_or(0, |pixel| numbers[usize::from(*pixel)])
        };
        (0..8 / bits).fold(0, |byte: u8, i| byte | number(i) << (8 - bits - i * bits))
    };
    let rows = frame.pixels().chunks(frame.width());
    let packed: Vec<u8> = rows
        .flat_map(|row| row.chunks(8 / bits).map(pack))
        .collect();
    let mut encoder = frame_encoder(frame, out);
    encoder.set_depth(depth);
    encoder.set_palette(palette.concat());
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    write_all(encoder, &packed)
}

/// Encodes a frame as an 8-bit indexed PNG without compression, for archives that compress similar
/// pictures together.
///
/// # Errors
/// Returns [`crate::Error::Png`] if writing to `out` fails.
pub fn encode_plain(frame: &Frame<'_>, out: impl Write) -> Result<()> {
    let mut encoder = frame_encoder(frame, out);
    encoder.set_compression(png::Compression::NoCompression);
    encoder.set_filter(png::Filter::NoFilter);
    write_all(encoder, frame.pixels())
}

/// Encodes a picture of RGB colours without a palette. Pixels that do not fill a row are left out.
///
/// # Errors
/// Returns [`crate::Error::Png`] if writing to `out` fails, or if there are no pixels.
pub fn encode_rgb(width: usize, pixels: &[[u8; 3]], out: impl Write) -> Result<()> {
    let height = pixels.len() / width.max(1);
    let encoder = encoder((width, height), png::ColorType::Rgb, out);
    write_all(
        encoder,
        pixels
            .get(..width * height)
            .unwrap_or_default()
            .as_flattened(),
    )
}

/// An animated PNG that is written frame by frame.
pub(crate) struct Animation<W: Write> {
    writer: png::Writer<W>,
    indexed: bool,
    /// A buffer for the colours of a frame's pixels.
    colours: Vec<u8>,
    /// The number of pictures that are still to come.
    missing: u32,
}

impl<W: Write> Animation<W> {
    /// Starts a file with the size of its frames.
    ///
    /// # Errors
    /// Returns [`crate::Error::Png`] if writing to `out` fails, or if no frames are planned.
    pub(crate) fn begin(plan: &FilmPlan<'_>, size: (usize, usize), out: W) -> Result<Self> {
        let kind = if plan.indexed {
            png::ColorType::Indexed
        } else {
            png::ColorType::Rgb
        };
        let mut encoder = encoder(size, kind, out);
        encoder.set_palette(plan.palette.concat());
        if plan.transparent.is_some() {
            encoder.set_trns(opacities(plan.transparent));
        }
        encoder.set_animated(plan.pictures, u32::from(!plan.repeats))?;
        Ok(Self {
            writer: encoder.write_header()?,
            indexed: plan.indexed,
            colours: Vec::new(),
            missing: plan.pictures,
        })
    }

    /// Adds a frame with its duration, which is rounded down to milliseconds, up to 65,535.
    ///
    /// # Errors
    /// Returns [`crate::Error::Png`] if the output fails, if the frame has another size, or if more
    /// frames are added than were planned.
    pub(crate) fn add(&mut self, frame: &Frame<'_>, delay: Duration) -> Result<()> {
        self.writer
            .set_frame_delay(u16::try_from(delay.as_millis()).unwrap_or(u16::MAX), 1000)?;
        if self.indexed {
            self.writer.write_image_data(frame.pixels())?;
        } else {
            let colour = |pixel: &u8| frame.palette()[usize::from(*pixel)];
            self.colours.clear();
            self.colours.extend(frame.pixels().iter().flat_map(colour));
            self.writer.write_image_data(&self.colours)?;
        }
        self.missing = self.missing.saturating_sub(1);
        Ok(())
    }

    /// Completes the file.
    ///
    /// # Errors
    /// Returns [`Error::Png`] if the output fails, and [`Error::Film`] if planned pictures are
    /// missing.
    pub(crate) fn finish(self) -> Result<()> {
        if self.missing > 0 {
            let why = format!("{} of its pictures are missing", self.missing);
            return Err(Error::Film(std::io::Error::other(why)));
        }
        Ok(self.writer.finish()?)
    }
}

fn encoder<W: Write>(
    (width, height): (usize, usize),
    kind: png::ColorType,
    out: W,
) -> png::Encoder<'static, W> {
    let side = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let mut encoder = png::Encoder::new(out, side(width), side(height));
    encoder.set_color(kind);
    encoder.set_depth(png::BitDepth::Eight);
    encoder
}

fn frame_encoder<W: Write>(frame: &Frame<'_>, out: W) -> png::Encoder<'static, W> {
    let mut encoder = encoder(
        (frame.width(), frame.height()),
        png::ColorType::Indexed,
        out,
    );
    encoder.set_palette(frame.palette().concat());
    encoder
}

/// Returns the opacities of the colours up to the transparent one.
fn opacities(transparent: Option<u8>) -> Vec<u8> {
    transparent.map_or_else(Vec::new, |index| {
        [vec![0xff; index.into()], vec![0]].concat()
    })
}

/// Writes a picture from its header to its end.
fn write_all(encoder: png::Encoder<'static, impl Write>, pixels: &[u8]) -> Result<()> {
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    Ok(writer.finish()?)
}

/// Writes a frame as an indexed PNG file atomically.
///
/// # Errors
/// Returns [`crate::Error::Io`] if the file cannot be written, or [`crate::Error::Png`] if encoding
/// fails.
pub fn write(path: &Path, frame: &Frame<'_>) -> Result<()> {
    let mut bytes = Vec::new();
    encode(frame, None, &mut bytes)?;
    file::write(path, |out| out.write_all(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Palette;

    #[test]
    fn indices_palette_and_transparency_come_back() {
        let mut palette = [[0; 3]; 256];
        for (i, colour) in palette.iter_mut().enumerate() {
            *colour = [i as u8, 255 - i as u8, 3];
        }
        let frame = Frame::new(3, 2, &[0, 255, 7, 7, 1, 9], &palette).unwrap();
        let mut bytes = Vec::new();
        encode(&frame, Some(7), &mut bytes).unwrap();

        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
            .read_info()
            .unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        assert_eq!(pixels, frame.pixels());
        assert_eq!(
            reader.info().palette.as_deref(),
            Some(palette.concat().as_slice())
        );
        assert_eq!(
            reader.info().trns.as_deref(),
            Some(&[255, 255, 255, 255, 255, 255, 255, 0][..])
        );
    }

    #[test]
    fn a_comment_is_kept_in_ascii() {
        let palette = [[7; 3]; 256];
        let frame = Frame::new(2, 1, &[0, 3], &palette).unwrap();
        let mut bytes = Vec::new();
        encode_shown(
            &frame,
            4,
            &[0, 128],
            Some("colours of room 7, \u{fc}\n"),
            &mut bytes,
        )
        .unwrap();
        let reader = png::Decoder::new(std::io::Cursor::new(bytes))
            .read_info()
            .unwrap();
        let text = &reader.info().uncompressed_latin1_text[0];
        assert_eq!(
            (text.keyword.as_str(), text.text.as_str()),
            ("Comment", "colours of room 7, ??")
        );
        assert_eq!(reader.info().palette.as_deref().map(<[u8]>::len), Some(12));
        assert_eq!(reader.info().trns.as_deref(), Some(&[0, 128][..]));
    }

    #[test]
    fn a_short_palette_is_written_as_short_as_it_is() {
        let palette = [[7; 3]; 256];
        let frame = Frame::new(2, 1, &[0, 3], &palette).unwrap();
        let mut bytes = Vec::new();
        encode_shown(&frame, 4, &[0], None, &mut bytes).unwrap();
        let reader = png::Decoder::new(std::io::Cursor::new(bytes))
            .read_info()
            .unwrap();
        assert_eq!(reader.info().palette.as_ref().map(|p| p.len()), Some(4 * 3));
    }

    #[test]
    fn a_compact_picture_shows_the_same_colours_in_fewer_bytes() {
        let mut palette = [[0; 3]; 256];
        for (i, colour) in palette.iter_mut().enumerate() {
            *colour = [i as u8, 255 - i as u8, 3];
        }
        for colours in [1, 2, 3, 4, 5, 16, 17, 256] {
            let pixels: Vec<u8> = (0..13 * 40)
                .map(|i| (i * 7 % colours * 255 / colours.max(2)) as u8)
                .collect();
            let frame = Frame::new(13, 40, &pixels, &palette).unwrap();
            let (mut compact, mut plain) = (Vec::new(), Vec::new());
            encode_compact(&frame, &mut compact).unwrap();
            encode(&frame, None, &mut plain).unwrap();
            let colours_of = |bytes: Vec<u8>| {
                let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
                decoder.set_transformations(png::Transformations::EXPAND);
                let mut reader = decoder.read_info().unwrap();
                let mut shown = vec![0; reader.output_buffer_size().unwrap()];
                reader.next_frame(&mut shown).unwrap();
                shown
            };
            // With more than 16 colours, each pixel takes a byte here, too.
            assert!(
                compact.len() < plain.len() || colours > 16,
                "{colours} colours"
            );
            assert_eq!(colours_of(compact), colours_of(plain), "{colours} colours");
        }
    }

    fn plan(palette: &Palette, indexed: bool, pictures: u32, repeats: bool) -> FilmPlan<'_> {
        let (transparent, tick) = (indexed.then_some(0), Duration::from_millis(100));
        FilmPlan {
            width: 2,
            height: 1,
            zoom: 1,
            palette,
            indexed,
            pictures,
            repeats,
            transparent,
            tick,
        }
    }

    #[test]
    fn an_animation_keeps_every_frame_its_delay_and_how_often_it_plays() {
        let palette = [[9; 3]; 256];
        let pixels = [[1, 2], [3, 4], [3, 5]];
        let delays = [100, 101, 300];
        let frame = |p| Frame::new(2, 1, p, &palette).unwrap();
        for repeats in [true, false] {
            let mut bytes = Vec::new();
            let mut animation =
                Animation::begin(&plan(&palette, true, 3, repeats), (2, 1), &mut bytes).unwrap();
            for (pixels, delay) in pixels.iter().zip(delays) {
                animation
                    .add(&frame(pixels), Duration::from_millis(delay))
                    .unwrap();
            }
            animation.finish().unwrap();
            let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
                .read_info()
                .unwrap();
            let plays = u32::from(!repeats);
            assert_eq!(
                reader
                    .info()
                    .animation_control
                    .map(|a| (a.num_frames, a.num_plays)),
                Some((3, plays))
            );
            for (frame, delay) in pixels.into_iter().zip(delays) {
                let mut row = [0; 2];
                reader.next_frame(&mut row).unwrap();
                let control = reader.info().frame_control.unwrap();
                assert_eq!(
                    (row, u64::from(control.delay_num), control.delay_den),
                    (frame, delay, 1000)
                );
            }
        }
        let mut bytes = Vec::new();
        let other = [[4, 5, 6]; 256];
        let mut animation =
            Animation::begin(&plan(&palette, false, 2, true), (2, 1), &mut bytes).unwrap();
        animation.add(&frame(&pixels[0]), Duration::ZERO).unwrap();
        animation
            .add(
                &Frame::new(2, 1, &pixels[1], &other).unwrap(),
                Duration::ZERO,
            )
            .unwrap();
        animation.finish().unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
            .read_info()
            .unwrap();
        let mut row = [0; 6];
        reader.next_frame(&mut row).unwrap();
        assert_eq!(row, [9; 6], "colours of its own palette");
        reader.next_frame(&mut row).unwrap();
        assert_eq!(row, [4, 5, 6, 4, 5, 6]);
    }

    #[test]
    fn pictures_that_were_planned_must_not_be_missing() {
        let palette = [[9; 3]; 256];
        let mut animation =
            Animation::begin(&plan(&palette, false, 2, true), (2, 1), Vec::new()).unwrap();
        animation
            .add(
                &Frame::new(2, 1, &[0, 0], &palette).unwrap(),
                Duration::ZERO,
            )
            .unwrap();
        assert!(animation.finish().is_err());
    }
}

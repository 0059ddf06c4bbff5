//! Writes and reads PNG files of palette indices. The indices and the order of the palette do not
//! change, except in [`encode_compact`]. PNG files without a palette can be read as the colours of
//! their pixels.

use std::io::{BufRead, Seek, Write};
use std::path::Path;

use crate::file::AtomicFiles;
use crate::{IndexedFrame, MediaError, Result, RgbPalette};

/// Encodes a frame as an 8-bit indexed PNG. `transparent` is the transparent index, if any.
///
/// # Errors
/// Returns [`crate::MediaError::Png`] if writing to `out` fails.
pub fn encode(frame: &IndexedFrame<'_>, transparent: Option<u8>, out: impl Write) -> Result<()> {
    encode_shown(
        frame,
        frame.palette().len(),
        &opacities(transparent),
        None,
        out,
    )
}

/// Encodes a frame with only the first `colours` entries of its palette, so that an editor lists
/// exactly the picture's colours. The file does not define the colours of pixels with higher
/// indices. `opacities` lists the opacities of the first colours, 0 to 255; all other colours are
/// opaque. In the comment, characters that are not ASCII become `?`.
///
/// # Errors
/// Returns an error as [`encode`] does.
pub fn encode_shown(
    frame: &IndexedFrame<'_>,
    colours: usize,
    opacities: &[u8],
    comment: Option<&str>,
    out: impl Write,
) -> Result<()> {
    let mut encoder = frame_encoder(frame, out);
    let palette = frame.palette();
    let shown = colours.clamp(1, palette.len());
    encoder.set_palette(palette[..shown].concat());
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
/// Returns [`crate::MediaError::Png`] if writing to `out` fails.
pub fn encode_compact(frame: &IndexedFrame<'_>, out: impl Write) -> Result<()> {
    let mut used = [false; 256];
    for pixel in frame.pixels() {
        used[usize::from(*pixel)] = true;
    }
    let mut numbers = [0; 256];
    let mut palette = Vec::new();
    for (index, colour) in frame.palette().iter().enumerate() {
        if used[index] {
            numbers[index] = u8::try_from(palette.len()).unwrap_or(u8::MAX);
            palette.push(*colour);
        }
    }
    let (depth, bits) = match palette.len() {
        0..=2 => (png::BitDepth::One, 1),
        3..=4 => (png::BitDepth::Two, 2),
        5..=16 => (png::BitDepth::Four, 4),
        _ => (png::BitDepth::Eight, 8),
    };
    let mut packed = Vec::new();
    for row in frame.pixels().chunks(frame.width()) {
        for pixels in row.chunks(8 / bits) {
            let mut byte = 0;
            for (i, pixel) in pixels.iter().enumerate() {
                byte |= numbers[usize::from(*pixel)] << (8 - bits - i * bits);
            }
            packed.push(byte);
        }
    }
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
/// Returns [`crate::MediaError::Png`] if writing to `out` fails.
pub fn encode_plain(frame: &IndexedFrame<'_>, out: impl Write) -> Result<()> {
    let mut encoder = frame_encoder(frame, out);
    encoder.set_compression(png::Compression::NoCompression);
    encoder.set_filter(png::Filter::NoFilter);
    write_all(encoder, frame.pixels())
}

/// Encodes a picture of RGB colours without a palette. Pixels that do not fill a row are left out.
///
/// # Errors
/// Returns [`crate::MediaError::Png`] if writing to `out` fails, or if there are no pixels.
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

/// Returns an encoder of 8-bit samples for a picture of this size.
pub(crate) fn encoder<W: Write>(
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

fn frame_encoder<W: Write>(frame: &IndexedFrame<'_>, out: W) -> png::Encoder<'static, W> {
    let mut encoder = encoder(
        (frame.width(), frame.height()),
        png::ColorType::Indexed,
        out,
    );
    encoder.set_palette(frame.palette().concat());
    encoder
}

/// Returns the opacities of the colours from the first colour to the transparent colour. The list
/// is empty if there is no transparent colour.
pub(crate) fn opacities(transparent: Option<u8>) -> Vec<u8> {
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
/// Returns [`MediaError::Io`] if the file cannot be written, or [`MediaError::Png`] if encoding
/// fails.
pub fn write(files: &AtomicFiles, path: &Path, frame: &IndexedFrame<'_>) -> Result<()> {
    let mut bytes = Vec::new();
    encode(frame, None, &mut bytes)?;
    files.write(path, |out| out.write_all(&bytes))
}

/// The largest width and height of a picture that is read. Both are twice the width of the widest
/// room.
const LARGEST: u32 = 8192;
/// The most bytes of an interlaced picture's decoded pixels. The limit is needed because all rows
/// of such a picture must be kept in memory until its last pass. Other pictures are decoded row by
/// row.
const MOST_INTERLACED: usize = 64 << 20;

/// An indexed picture with its palette.
#[derive(Clone, Debug)]
pub struct IndexedPicture {
    /// The width in pixels.
    pub width: usize,
    /// The indices, row by row.
    pub pixels: Vec<u8>,
    /// The palette. Entries that the file does not define are black.
    pub palette: RgbPalette,
    /// The number of colours in the file.
    pub colours: usize,
    /// The opacities of the first colours, 0 to 255. All other colours are opaque.
    pub opacities: Vec<u8>,
}

/// A PNG whose header has been read. The size of the picture is known before memory for the pixels
/// is allocated.
pub struct PictureReader<R: BufRead + Seek>(png::Reader<R>);

impl<R: BufRead + Seek> PictureReader<R> {
    /// Reads the header of a PNG of any kind.
    ///
    /// # Errors
    /// Returns [`MediaError::NotPng`] if the file is not a valid PNG. Returns
    /// [`MediaError::Picture`] if a side of the picture is longer than 8192 pixels, or if the
    /// picture is interlaced and its decoded pixels take more than 64 MiB.
    pub fn read_header(file: R) -> Result<Self> {
        let mut decoder = png::Decoder::new(file);
        let color_type = decoder.read_header_info()?.color_type;
        decoder.set_transformations(match color_type {
            png::ColorType::Indexed => png::Transformations::IDENTITY,
            _ => png::Transformations::EXPAND | png::Transformations::ALPHA,
        });
        let reader = decoder.read_info()?;
        let png::Info { width, height, .. } = *reader.info();
        if width > LARGEST || height > LARGEST {
            return Err(MediaError::Picture(format!(
                "expected at most {LARGEST} pixels on each side, found {width}x{height}"
            )));
        }
        if reader.info().interlaced {
            let bytes = reader.output_buffer_size().unwrap_or(usize::MAX);
            if bytes > MOST_INTERLACED {
                return Err(MediaError::Picture(format!(
                    "expected an interlaced picture of at most {MOST_INTERLACED} bytes, found \
                     {bytes} bytes for {width}x{height} pixels; save it without interlacing"
                )));
            }
        }
        Ok(Self(reader))
    }

    /// Reads the header of an indexed PNG.
    ///
    /// # Errors
    /// Returns an error as [`Self::read_header`] does, and [`MediaError::Picture`] if the file has
    /// no palette.
    pub fn new(file: R) -> Result<Self> {
        let reader = Self::read_header(file)?;
        if !reader.is_indexed() {
            let found = reader.0.info().color_type;
            return Err(MediaError::Picture(format!(
                "expected an indexed PNG, found {found:?}"
            )));
        }
        Ok(reader)
    }

    /// Returns whether the pixels are indices of a palette.
    #[must_use]
    pub fn is_indexed(&self) -> bool {
        self.0.info().color_type == png::ColorType::Indexed
    }

    /// Returns the width and height in pixels.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.0.info().width as usize, self.0.info().height as usize)
    }

    /// Returns the number of pixels.
    #[must_use]
    pub fn pixels(&self) -> u64 {
        u64::from(self.0.info().width) * u64::from(self.0.info().height)
    }

    /// Calls `each` for each pixel, row by row, with red, green, blue and opacity, each 0 to 65535.
    /// Components of 8 bits are multiplied by 257. If the PNG is indexed, `each` is never called.
    ///
    /// # Errors
    /// Returns [`MediaError::NotPng`] if the data is damaged.
    pub fn read_colours(self, mut each: impl FnMut([u16; 4])) -> Result<()> {
        let (kind, depth) = self.0.output_color_type();
        let samples = kind.samples();
        let deep = depth == png::BitDepth::Sixteen;
        let bytes_of_pixel = if deep { samples * 2 } else { samples };
        self.each_row(|row| {
            for pixel in row.chunks_exact(bytes_of_pixel) {
                let sample = |i: usize| {
                    if deep {
                        u16::from_be_bytes([pixel[2 * i], pixel[2 * i + 1]])
                    } else {
                        u16::from(pixel[i]) * 257
                    }
                };
                match samples {
                    2 => each([sample(0), sample(0), sample(0), sample(1)]),
                    4 => each([sample(0), sample(1), sample(2), sample(3)]),
                    _ => {}
                }
            }
        })
    }

    /// Calls `act` for each row as it is stored.
    fn each_row(self, mut act: impl FnMut(&[u8])) -> Result<()> {
        let mut reader = self.0;
        if reader.info().interlaced {
            let size = reader.output_buffer_size();
            let size = size.ok_or_else(|| {
                MediaError::Picture("the picture does not fit into memory".to_owned())
            })?;
            let mut whole = vec![0; size];
            let line = reader.next_frame(&mut whole)?.line_size;
            whole.chunks_exact(line).for_each(act);
        } else {
            // The picture is decoded row by row. A small file can declare a large size, and this
            // way the declared size is not allocated a second time.
            while let Some(row) = reader.next_row()? {
                act(row.data());
            }
        }
        Ok(())
    }

    /// Reads the pixels without changing the indices.
    ///
    /// # Errors
    /// Returns [`MediaError::NotPng`] if the data is damaged.
    pub fn read(self) -> Result<IndexedPicture> {
        let info = self.0.info();
        let (width, height, depth) = (
            info.width as usize,
            info.height as usize,
            info.bit_depth as usize,
        );
        let mut palette = [[0; 3]; 256];
        let stored = info.palette.as_deref().unwrap_or_default();
        let colours = stored.len() / 3;
        for (colour, rgb) in palette.iter_mut().zip(stored.chunks_exact(3)) {
            colour.copy_from_slice(rgb);
        }
        let opacities = info.trns.as_deref().unwrap_or_default().to_vec();
        let mut pixels = vec![0; width * height];
        let mut rows = pixels.chunks_exact_mut(width);
        self.each_row(|row| {
            if let Some(pixels) = rows.next() {
                unpack(row, depth, pixels);
            }
        })?;
        Ok(IndexedPicture {
            width,
            pixels,
            palette,
            colours,
            opacities,
        })
    }
}

/// Unpacks the indices of a row with `depth` bits each.
fn unpack(row: &[u8], depth: usize, pixels: &mut [u8]) {
    for (x, pixel) in pixels.iter_mut().enumerate() {
        let bit = x * depth;
        let byte = row.get(bit / 8).copied().unwrap_or(0);
        *pixel = if depth == 8 {
            byte
        } else {
            (byte >> (8 - depth - bit % 8)) & ((1 << depth) - 1)
        };
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn indices_palette_and_transparency_come_back() {
        let mut palette = [[0; 3]; 256];
        for (i, colour) in palette.iter_mut().enumerate() {
            *colour = [i as u8, 255 - i as u8, 3];
        }
        let frame = IndexedFrame::new(3, 2, &[0, 255, 7, 7, 1, 9], &palette).unwrap();
        let mut bytes = Vec::new();
        encode(&frame, Some(7), &mut bytes).unwrap();

        let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
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
        let frame = IndexedFrame::new(2, 1, &[0, 3], &palette).unwrap();
        let mut bytes = Vec::new();
        encode_shown(
            &frame,
            4,
            &[0, 128],
            Some("colours of room 7, \u{fc}\n"),
            &mut bytes,
        )
        .unwrap();
        let reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
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
        let frame = IndexedFrame::new(2, 1, &[0, 3], &palette).unwrap();
        let mut bytes = Vec::new();
        encode_shown(&frame, 4, &[0], None, &mut bytes).unwrap();
        let reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
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
            let frame = IndexedFrame::new(13, 40, &pixels, &palette).unwrap();
            let (mut compact, mut plain) = (Vec::new(), Vec::new());
            encode_compact(&frame, &mut compact).unwrap();
            encode(&frame, None, &mut plain).unwrap();
            let colours_of = |bytes: Vec<u8>| {
                let mut decoder = png::Decoder::new(Cursor::new(bytes));
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

    /// Returns an interlaced PNG that declares this size with 8 bytes for each pixel. It contains
    /// the data of one pixel.
    fn interlaced(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 1, 1);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Sixteen);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&[0, 1, 0, 2, 0, 3, 0, 4]).unwrap();
        writer.finish().unwrap();
        bytes[16..20].copy_from_slice(&width.to_be_bytes());
        bytes[20..24].copy_from_slice(&height.to_be_bytes());
        bytes[28] = 1;
        let crc = crc32fast::hash(&bytes[12..29]);
        bytes[29..33].copy_from_slice(&crc.to_be_bytes());
        bytes
    }

    #[test]
    fn an_interlaced_picture_is_bounded_by_its_header() {
        let open =
            |width, height| PictureReader::read_header(Cursor::new(interlaced(width, height)));
        let mut pixels = Vec::new();
        let one = open(1, 1).unwrap();
        one.read_colours(|colour| pixels.push(colour)).unwrap();
        assert_eq!(pixels, [[1, 2, 3, 4]]);
        assert!(open(2048, 4096).is_ok(), "8 Mi pixels are 64 MiB");
        let refused = open(2049, 4096).err().unwrap().to_string();
        assert!(
            refused.contains("at most 67108864 bytes, found 67141632 bytes for 2049x4096 pixels"),
            "{refused}"
        );
    }
}

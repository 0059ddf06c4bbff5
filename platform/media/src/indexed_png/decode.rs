//! Reads PNGs: indexed ones of any bit depth with their indices, all others colour by colour.

use std::io::{BufRead, Seek};

use crate::{Error, Palette, Result};

/// The largest width and height of a picture that is read: twice the widest room.
const LARGEST: u32 = 8192;
/// The most bytes of an interlaced picture's decoded pixels: all rows have to be kept until the
/// last pass. Other pictures are decoded row by row.
const MOST_INTERLACED: usize = 64 << 20;

/// An indexed picture with its palette.
#[derive(Clone, Debug)]
pub struct IndexedPicture {
    /// The width in pixels.
    pub width: usize,
    /// The indices, row by row.
    pub pixels: Vec<u8>,
    /// The palette; colours beyond those of the file are black.
    pub palette: Palette,
    /// The number of colours in the file.
    pub colours: usize,
    /// The opacity of each colour, 0 to 255; colours beyond the list are opaque.
    pub opacities: Vec<u8>,
}

/// A PNG whose header has been read, so that its size is known before its pixels take memory.
pub struct PictureReader<R: BufRead + Seek>(png::Reader<R>);

impl<R: BufRead + Seek> PictureReader<R> {
    /// Reads the header of a PNG of any kind.
    ///
    /// # Errors
    /// Returns [`Error::NotPng`] if the file is not a valid PNG. Returns [`Error::Picture`] if it
    /// is larger than 8192 pixels on a side, or if it is interlaced and takes more than 64 MiB when
    /// it is decoded.
    pub fn of_any(file: R) -> Result<Self> {
        let mut decoder = png::Decoder::new(file);
        let color_type = decoder.read_header_info()?.color_type;
        decoder.set_transformations(match color_type {
            png::ColorType::Indexed => png::Transformations::IDENTITY,
            _ => png::Transformations::EXPAND | png::Transformations::ALPHA,
        });
        let reader = decoder.read_info()?;
        let png::Info { width, height, .. } = *reader.info();
        if width > LARGEST || height > LARGEST {
            return Err(Error::Picture(format!(
                "{width}x{height} pixels; the limit is {LARGEST} on a side"
            )));
        }
        if reader.info().interlaced {
            let bytes = reader.output_buffer_size().unwrap_or(usize::MAX);
            if bytes > MOST_INTERLACED {
                return Err(Error::Picture(format!(
                    "expected an interlaced picture of at most {MOST_INTERLACED} bytes, found {bytes} bytes \
                     for {width}x{height} pixels; save it without interlacing"
                )));
            }
        }
        Ok(Self(reader))
    }

    /// Reads the header of an indexed PNG.
    ///
    /// # Errors
    /// Returns an error as [`Self::of_any`] does, and [`Error::Picture`] if the file has no
    /// palette.
    pub fn new(file: R) -> Result<Self> {
        let reader = Self::of_any(file)?;
        if !reader.is_indexed() {
            let found = reader.0.info().color_type;
            return Err(Error::Picture(format!(
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
    /// Components of 8 bits are multiplied by 257. For an indexed PNG there are no calls.
    ///
    /// # Errors
    /// Returns [`Error::NotPng`] if the data is damaged.
    pub fn read_colours(self, mut each: impl FnMut([u16; 4])) -> Result<()> {
        let (kind, depth) = self.0.output_color_type();
        let samples = kind.samples();
        let deep = depth == png::BitDepth::Sixteen;
        self.each_row(|row| {
            for pixel in row.chunks_exact(samples * if deep { 2 } else { 1 }) {
                let sample = |i: usize| match deep {
                    true => u16::from_be_bytes([pixel[2 * i], pixel[2 * i + 1]]),
                    false => u16::from(pixel[i]) * 257,
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
                Error::Picture("a picture that does not fit into memory".to_owned())
            })?;
            let mut whole = vec![0; size];
            let line = reader.next_frame(&mut whole)?.line_size;
            whole.chunks_exact(line).for_each(act);
        } else {
            // Decodes row by row, so that the size that a small file declares does not take a
            // second buffer.
            while let Some(row) = reader.next_row()? {
                act(row.data());
            }
        }
        Ok(())
    }

    /// Reads the pixels. The indices stay as they are.
    ///
    /// # Errors
    /// Returns [`Error::NotPng`] if the data is damaged.
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
            rows.next()
                .into_iter()
                .for_each(|pixels| unpack(row, depth, pixels))
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
        let open = |width, height| PictureReader::of_any(Cursor::new(interlaced(width, height)));
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

//! Reading indexed PNGs of any bit depth.

use std::io::{BufRead, Seek};

use crate::error::{Error, Result};
use crate::frame::Palette;

/// Largest width and height of a picture that is read: twice the widest room.
const LARGEST: u32 = 8192;

/// An indexed picture with its palette.
#[derive(Clone, Debug)]
pub struct IndexedPicture {
    /// Pixels in a row.
    pub width: usize,
    /// The indices, row by row.
    pub pixels: Vec<u8>,
    /// The palette; colours beyond the file's are black.
    pub palette: Palette,
    /// How many colours the file has.
    pub colours: usize,
}

/// An indexed PNG whose header has been read: how large it is can be asked before its pixels take memory.
pub struct PictureReader<R: BufRead + Seek>(png::Reader<R>);

impl<R: BufRead + Seek> PictureReader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// [`Error::NotPng`]; [`Error::Picture`] where it has no palette or is larger than 8192 pixels on a side.
    pub fn new(file: R) -> Result<Self> {
        let mut decoder = png::Decoder::new(file);
        decoder.set_transformations(png::Transformations::IDENTITY);
        let reader = decoder.read_info()?;
        let png::Info { width, height, color_type, .. } = *reader.info();
        if color_type != png::ColorType::Indexed {
            return Err(Error::Picture(format!("expected an indexed PNG, found {color_type:?}")));
        }
        if width > LARGEST || height > LARGEST {
            return Err(Error::Picture(format!("{width}x{height} pixels; the limit is {LARGEST} on a side")));
        }
        Ok(Self(reader))
    }

    /// How many pixels it has.
    #[must_use]
    pub fn pixels(&self) -> u64 {
        u64::from(self.0.info().width) * u64::from(self.0.info().height)
    }

    /// Reads the pixels; the indices stay as they are.
    ///
    /// # Errors
    /// [`Error::NotPng`].
    pub fn read(self) -> Result<IndexedPicture> {
        let mut reader = self.0;
        let info = reader.info();
        let (width, height, depth) = (info.width as usize, info.height as usize, info.bit_depth as usize);
        let mut palette = [[0; 3]; 256];
        let stored = info.palette.as_deref().unwrap_or_default();
        let colours = stored.len() / 3;
        for (colour, rgb) in palette.iter_mut().zip(stored.chunks_exact(3)) {
            colour.copy_from_slice(rgb);
        }
        let interlaced = info.interlaced;
        let mut pixels = vec![0; width * height];
        let mut rows = pixels.chunks_exact_mut(width);
        if interlaced {
            let size = reader.output_buffer_size();
            let size = size.ok_or_else(|| Error::Picture("a picture that does not fit into memory".to_owned()))?;
            let mut packed = vec![0; size];
            let line = reader.next_frame(&mut packed)?.line_size;
            rows.zip(packed.chunks_exact(line)).for_each(|(pixels, row)| unpack(row, depth, pixels));
        } else {
            // Row by row: what a small file claims takes no second buffer.
            while let Some(row) = reader.next_row()? {
                rows.next().into_iter().for_each(|pixels| unpack(row.data(), depth, pixels));
            }
        }
        Ok(IndexedPicture { width, pixels, palette, colours })
    }
}

/// The indices of a row of so many bits each.
fn unpack(row: &[u8], depth: usize, pixels: &mut [u8]) {
    for (x, pixel) in pixels.iter_mut().enumerate() {
        let bit = x * depth;
        let byte = row.get(bit / 8).copied().unwrap_or(0);
        *pixel = if depth == 8 { byte } else { (byte >> (8 - depth - bit % 8)) & ((1 << depth) - 1) };
    }
}

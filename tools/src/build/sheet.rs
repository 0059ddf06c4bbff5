//! Reads the pictures of sources: sheets of cels, room pictures and planes.

use std::io::Cursor;

use anyhow::{Result, bail};
use scumm_media::indexed_png::{self, PictureReader};
use scumm_room::{Palette, Surface};

/// The most pixels of all cels and pictures of a source together. The sources of a game count
/// together. The pixels are counted before they are decoded. The limit is twice the number of
/// decoded pixels of the largest known costumes.
pub const MOST_PIXELS: u64 = 1 << 25;

/// An indexed picture with its palette.
#[derive(Clone, Debug)]
pub struct SourcePicture {
    /// The colour indices of the pixels.
    pub surface: Surface,
    /// The palette; colours beyond those of the file are black.
    pub palette: Palette,
    /// The number of colours in the file.
    pub count: usize,
    /// The opacity of each colour, 0 to 255; colours beyond the list are opaque.
    pub opacities: Vec<u8>,
}

impl SourcePicture {
    /// Returns the colours of the file.
    pub fn colours(&self) -> &[[u8; 3]] {
        self.palette
            .colours()
            .get(..self.count)
            .unwrap_or(self.palette.colours())
    }
}

/// A picture as an editor saves it.
pub enum SavedPicture {
    /// The pixels are indices of a palette.
    Indexed(Box<SourcePicture>),
    /// The pixels are colours.
    Colours(ColourPicture),
}

/// A picture whose pixels are colours. The pixels of a PNG are not decoded yet.
pub struct ColourPicture {
    /// Width and height in pixels.
    pub size: (usize, usize),
    pixels: ColourPixels,
}

enum ColourPixels {
    Png(Box<PictureReader<Cursor<Vec<u8>>>>),
    Decoded(Vec<[u8; 4]>),
}

impl ColourPicture {
    /// Creates a picture from pixels of red, green, blue and opacity.
    pub fn new(width: usize, pixels: Vec<[u8; 4]>) -> Self {
        Self {
            size: (width, pixels.len() / width.max(1)),
            pixels: ColourPixels::Decoded(pixels),
        }
    }

    /// Calls `pixel` for each pixel, row by row, with red, green, blue and opacity, each 0 to
    /// 65535.
    ///
    /// # Errors
    /// Returns an error if the PNG is damaged.
    pub fn each(self, mut pixel: impl FnMut([u16; 4])) -> Result<()> {
        match self.pixels {
            ColourPixels::Png(reader) => Ok(reader.read_colours(pixel)?),
            ColourPixels::Decoded(pixels) => {
                pixels
                    .into_iter()
                    .for_each(|colour| pixel(colour.map(|component| u16::from(component) * 257)));
                Ok(())
            }
        }
    }
}

/// Decodes the header of a PNG of any kind, and the pixels too if it is indexed. The indices stay
/// as they are. `spend` is called with the number of pixels before they are decoded.
///
/// # Errors
/// Returns an error if the file is not a PNG or is larger than 8192 pixels on a side. Passes on the
/// error of `spend`.
pub fn decode_any(file: Vec<u8>, spend: impl FnOnce(u64) -> Result<()>) -> Result<SavedPicture> {
    let reader = PictureReader::read_header(Cursor::new(file))?;
    let (width, height) = reader.size();
    spend(reader.pixels())?;
    if !reader.is_indexed() {
        let pixels = ColourPixels::Png(Box::new(reader));
        return Ok(SavedPicture::Colours(ColourPicture {
            size: (width, height),
            pixels,
        }));
    }
    let indexed_png::IndexedPicture {
        width,
        pixels,
        palette,
        colours: count,
        opacities,
    } = reader.read()?;
    let surface = Surface::from_pixels(width, pixels.len() / width.max(1), pixels);
    let picture = SourcePicture {
        surface,
        palette: Palette::new(palette),
        count,
        opacities,
    };
    Ok(SavedPicture::Indexed(Box::new(picture)))
}

/// Checks that a picture has the expected size.
pub(super) fn sized(
    surface: Surface,
    (width, height): (usize, usize),
    name: &str,
) -> Result<Surface> {
    if (surface.width(), surface.height()) == (width, height) {
        return Ok(surface);
    }
    bail!(
        "expected {name} of {width}x{height} pixels, found {}x{}",
        surface.width(),
        surface.height()
    )
}

/// Cuts a cell of a sheet without its transparent (0) margin. Returns the picture and its offset in
/// the cell. A cell without an opaque pixel yields a picture of one transparent pixel at the cell's
/// top left corner.
pub fn cut(
    sheet: &Surface,
    cell: (usize, usize),
    column: usize,
    row: usize,
) -> (Surface, (usize, usize)) {
    let left = column * cell.0;
    let top = row * cell.1;
    let at = |x: usize, y: usize| sheet.get(left + x, top + y).unwrap_or(0);
    let opaque_row = |y: &usize| (0..cell.0).any(|x| at(x, *y) != 0);
    let opaque_column = |x: &usize| (0..cell.1).any(|y| at(*x, y) != 0);
    let (Some(x0), Some(y0)) = (
        (0..cell.0).find(opaque_column),
        (0..cell.1).find(opaque_row),
    ) else {
        return (Surface::filled(1, 1, 0), (0, 0));
    };
    let x1 = (x0..cell.0).rev().find(opaque_column).unwrap_or(x0);
    let y1 = (y0..cell.1).rev().find(opaque_row).unwrap_or(y0);
    let pixels = (y0..=y1)
        .flat_map(|y| (x0..=x1).map(move |x| (x, y)))
        .map(|(x, y)| at(x, y));
    (
        Surface::from_pixels(x1 - x0 + 1, y1 - y0 + 1, pixels),
        (x0, y0),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_cut_to_its_opaque_pixels() {
        let mut sheet = Surface::filled(8, 4, 0);
        sheet.pixels_mut()[8 + 5] = 3;
        sheet.pixels_mut()[2 * 8 + 6] = 4;
        let (cel, at) = cut(&sheet, (4, 4), 1, 0);
        assert_eq!((cel.width(), cel.height(), at), (2, 2, (1, 1)));
        assert_eq!(cel.pixels(), [3, 0, 0, 4]);
        assert_eq!(
            cut(&sheet, (4, 4), 0, 0),
            (Surface::filled(1, 1, 0), (0, 0))
        );
    }
}

//! A borrowed picture of palette indices with its palette.

use crate::{Error, Result};

/// 256 colours: red, green, blue, 8 bits each.
pub type Palette = [[u8; 3]; 256];

/// A picture of palette indices, row by row without gaps, with its palette.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    width: usize,
    height: usize,
    pixels: &'a [u8],
    palette: &'a Palette,
}

impl<'a> Frame<'a> {
    /// Creates a frame of `width * height` indices.
    ///
    /// # Errors
    /// Returns [`Error::FrameSize`] if `pixels` has another length, or if a side is 0.
    pub fn new(
        width: usize,
        height: usize,
        pixels: &'a [u8],
        palette: &'a Palette,
    ) -> Result<Self> {
        if width == 0 || height == 0 || width.checked_mul(height) != Some(pixels.len()) {
            return Err(Error::FrameSize {
                width,
                height,
                pixels: pixels.len(),
            });
        }
        Ok(Self {
            width,
            height,
            pixels,
            palette,
        })
    }

    /// Returns the width in pixels, at least 1.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the height in pixels, at least 1.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// Returns the indices, row by row.
    #[must_use]
    pub fn pixels(&self) -> &'a [u8] {
        self.pixels
    }

    /// Returns the palette.
    #[must_use]
    pub fn palette(&self) -> &'a Palette {
        self.palette
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_has_as_many_pixels_as_its_size_says() {
        let palette = [[0; 3]; 256];
        assert!(Frame::new(2, 2, &[0; 4], &palette).is_ok());
        for (w, h) in [(2, 3), (0, 4), (4, 0), (usize::MAX, 2)] {
            assert!(matches!(
                Frame::new(w, h, &[0; 4], &palette),
                Err(Error::FrameSize { pixels: 4, .. })
            ));
        }
    }
}

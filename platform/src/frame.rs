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

/// The frame that was shown last, for comparison with the next frame.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    size: (usize, usize),
    pixels: Vec<u8>,
    palette: Vec<[u8; 3]>,
}

impl Shown {
    /// Returns whether `frame` differs from the remembered frame.
    pub(crate) fn differs(&self, frame: &Frame<'_>) -> bool {
        self.size != (frame.width, frame.height)
            || self.pixels != frame.pixels
            || self.palette.as_slice() != frame.palette.as_slice()
    }

    /// Remembers `frame`. Allocates memory only if it is larger than all frames before.
    pub(crate) fn remember(&mut self, frame: &Frame<'_>) {
        self.size = (frame.width, frame.height);
        frame.pixels.clone_into(&mut self.pixels);
        frame.palette.as_slice().clone_into(&mut self.palette);
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

    #[test]
    fn size_pixels_and_palette_each_make_a_difference() {
        let (grey, mut other) = ([[1; 3]; 256], [[1; 3]; 256]);
        other[255] = [2; 3];
        let mut shown = Shown::default();
        let frame = Frame::new(2, 1, &[5, 6], &grey).unwrap();
        assert!(shown.differs(&frame));
        shown.remember(&frame);
        assert!(!shown.differs(&frame));
        assert!(shown.differs(&Frame::new(1, 2, &[5, 6], &grey).unwrap()));
        assert!(shown.differs(&Frame::new(2, 1, &[5, 7], &grey).unwrap()));
        assert!(shown.differs(&Frame::new(2, 1, &[5, 6], &other).unwrap()));
    }
}

//! A borrowed picture of palette indices with its palette, and its enlargement.

use std::ops::RangeInclusive;

use crate::{MediaError, Result};

/// 256 colours: red, green, blue, 8 bits each.
pub type RgbPalette = [[u8; 3]; 256];

/// A picture of palette indices, row by row without gaps, with its palette.
#[derive(Clone, Copy, Debug)]
pub struct IndexedFrame<'a> {
    width: usize,
    height: usize,
    pixels: &'a [u8],
    palette: &'a RgbPalette,
}

impl<'a> IndexedFrame<'a> {
    /// Creates a frame of `width * height` indices.
    ///
    /// # Errors
    /// Returns [`MediaError::FrameSize`] if `pixels` has another length, or if a side is 0.
    pub fn new(
        width: usize,
        height: usize,
        pixels: &'a [u8],
        palette: &'a RgbPalette,
    ) -> Result<Self> {
        if width == 0 || height == 0 || width.checked_mul(height) != Some(pixels.len()) {
            return Err(MediaError::FrameSize {
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
    pub fn palette(&self) -> &'a RgbPalette {
        self.palette
    }
}

/// Enlarges frames by a whole factor. Each pixel becomes a square of its own index.
#[derive(Clone, Debug)]
pub struct Zoom {
    factor: usize,
    pixels: Vec<u8>,
}

impl Zoom {
    /// The factors that users can choose.
    pub const FACTORS: RangeInclusive<i64> = 2..=8;

    /// Creates an enlarger. The factors 0 and 1 leave frames unchanged.
    #[must_use]
    pub fn new(factor: u8) -> Self {
        Self {
            factor: usize::from(factor.max(1)),
            pixels: Vec::new(),
        }
    }

    /// Returns the factor.
    #[must_use]
    pub fn factor(&self) -> usize {
        self.factor
    }

    /// Returns the enlarged frame. The next call reuses its memory.
    ///
    /// # Errors
    /// Returns [`MediaError::FrameSize`] if the number of pixels overflows.
    pub fn apply<'a>(&'a mut self, frame: &IndexedFrame<'a>) -> Result<IndexedFrame<'a>> {
        if self.factor == 1 {
            return Ok(*frame);
        }
        let (width, height, pixels) = (frame.width(), frame.height(), frame.pixels().len());
        let too_large = || MediaError::FrameSize {
            width,
            height,
            pixels,
        };
        let larger = |side: usize| side.checked_mul(self.factor).ok_or_else(too_large);
        let (wide, high) = (larger(width)?, larger(height)?);
        self.pixels.clear();
        self.pixels
            .reserve(wide.checked_mul(high).ok_or_else(too_large)?);
        for row in frame.pixels().chunks_exact(width) {
            let start = self.pixels.len();
            self.pixels.extend(
                row.iter()
                    .flat_map(|pixel| std::iter::repeat_n(*pixel, self.factor)),
            );
            for _ in 1..self.factor {
                self.pixels.extend_from_within(start..start + wide);
            }
        }
        IndexedFrame::new(wide, high, &self.pixels, frame.palette())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_has_as_many_pixels_as_its_size_says() {
        let palette = [[0; 3]; 256];
        assert!(IndexedFrame::new(2, 2, &[0; 4], &palette).is_ok());
        for (w, h) in [(2, 3), (0, 4), (4, 0), (usize::MAX, 2)] {
            assert!(matches!(
                IndexedFrame::new(w, h, &[0; 4], &palette),
                Err(MediaError::FrameSize { pixels: 4, .. })
            ));
        }
    }

    #[test]
    fn each_pixel_becomes_a_square() {
        let palette = [[5; 3]; 256];
        let frame = IndexedFrame::new(2, 2, &[1, 2, 3, 4], &palette).unwrap();
        let mut zoom = Zoom::new(3);
        let larger = zoom.apply(&frame).unwrap();
        let (first, second) = ([1, 1, 1, 2, 2, 2], [3, 3, 3, 4, 4, 4]);
        assert_eq!((larger.width(), larger.height()), (6, 6));
        assert_eq!(
            larger.pixels(),
            [first, first, first, second, second, second].as_flattened()
        );
        let once = IndexedFrame::new(1, 1, &[9], &palette).unwrap();
        assert_eq!(
            zoom.apply(&once).unwrap().pixels(),
            [9; 9],
            "no pixel of the previous frame is left"
        );
        assert_eq!(Zoom::new(1).apply(&frame).unwrap().pixels(), frame.pixels());
        assert_eq!(Zoom::new(0).factor(), 1);
    }
}

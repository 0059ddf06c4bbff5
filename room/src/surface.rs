//! Owned pictures of palette indices.

use crate::{Error, Misuse, Result};

/// A picture of palette indices, row by row without gaps.
///
/// ```
/// # use scumm_room::Surface;
/// let flag = Surface::new(2, 1, vec![7, 9])?;
/// assert_eq!((flag.width(), flag.height(), flag.pixels()), (2, 1, &[7, 9][..]));
/// assert!(Surface::new(2, 2, vec![7, 9]).is_err());
/// # Ok::<(), scumm_room::Error>(())
/// ```
#[must_use]
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Surface {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Surface {
    /// Creates a picture from its pixels.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if the number of pixels is not `width * height`.
    pub fn new(width: usize, height: usize, pixels: Vec<u8>) -> Result<Self> {
        if width.checked_mul(height) != Some(pixels.len()) {
            return Err(Error::misuse(
                Misuse::WrongSize,
                format!("expected {width}x{height} pixels, found {}", pixels.len()),
            ));
        }
        Ok(Self {
            width,
            height,
            pixels,
        })
    }

    /// Creates a picture from the first `width * height` of these pixels. Missing pixels are 0.
    pub fn from_pixels(width: usize, height: usize, pixels: impl IntoIterator<Item = u8>) -> Self {
        let len = width.saturating_mul(height);
        let mut pixels: Vec<u8> = pixels.into_iter().take(len).collect();
        pixels.resize(len, 0);
        Self {
            width,
            height,
            pixels,
        }
    }

    /// Creates a picture of one colour.
    pub fn filled(width: usize, height: usize, colour: u8) -> Self {
        Self {
            width,
            height,
            pixels: vec![colour; width.saturating_mul(height)],
        }
    }

    /// Returns the width in pixels.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// Returns all `width * height` indices.
    #[must_use]
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// Returns all indices as a mutable slice.
    #[must_use]
    pub fn pixels_mut(&mut self) -> &mut [u8] {
        &mut self.pixels
    }

    /// Returns the indices as a vector.
    #[must_use]
    pub fn into_pixels(self) -> Vec<u8> {
        self.pixels
    }

    /// Returns the rows from top to bottom; no rows if the width is 0.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.pixels.chunks_exact(self.width.max(1))
    }

    /// Returns the index at column `x`, row `y`; `None` outside the picture.
    #[must_use]
    pub fn get(&self, x: usize, y: usize) -> Option<u8> {
        self.rows().nth(y)?.get(x).copied()
    }
}

//! Owned pictures of palette indices.

use crate::{Error, Result};

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
    /// A picture of these pixels.
    ///
    /// # Errors
    /// [`Error::Misuse`] where there are not `width * height` of them.
    pub fn new(width: usize, height: usize, pixels: Vec<u8>) -> Result<Self> {
        if width.checked_mul(height) != Some(pixels.len()) {
            return Err(Error::Misuse(format!(
                "{} pixels do not make {width}x{height}",
                pixels.len()
            )));
        }
        Ok(Self {
            width,
            height,
            pixels,
        })
    }

    /// A picture of the first `width * height` of these pixels; those that are missing are 0.
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

    /// A picture of one colour.
    pub fn filled(width: usize, height: usize, colour: u8) -> Self {
        Self {
            width,
            height,
            pixels: vec![colour; width.saturating_mul(height)],
        }
    }

    /// Pixels in a row.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// All `width * height` indices.
    #[must_use]
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// All indices, to be changed.
    #[must_use]
    pub fn pixels_mut(&mut self) -> &mut [u8] {
        &mut self.pixels
    }

    /// The indices themselves.
    #[must_use]
    pub fn into_pixels(self) -> Vec<u8> {
        self.pixels
    }

    /// The rows from top to bottom; none where they have no pixels.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.pixels.chunks_exact(self.width.max(1))
    }

    /// The index at a place, if it lies inside.
    #[must_use]
    pub fn get(&self, x: usize, y: usize) -> Option<u8> {
        self.rows().nth(y)?.get(x).copied()
    }
}

//! Owned pictures of palette indices.

/// A picture of palette indices, row by row without gaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Surface {
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// `width * height` indices.
    pub pixels: Vec<u8>,
}

impl Surface {
    /// A picture of one colour.
    #[must_use]
    pub fn filled(width: usize, height: usize, colour: u8) -> Self {
        Self { width, height, pixels: vec![colour; width.saturating_mul(height)] }
    }
}

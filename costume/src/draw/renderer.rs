//! The state that drawing keeps from one actor to the next.

use super::cache::Cache;
use crate::trace::Trace;

/// The state of the original's renderer that is kept from one actor to the next. The stage owns it
/// and saves it.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Renderer {
    /// The colour table after the last actor (A3, A50, C54). COST entries have 16 bits (C54).
    pub palette: Vec<u16>,
    /// True if the next cel of codec 5 is mapped, because an AKPL of 256 colours was set (A52).
    pub bomp_palette: bool,
    /// The cache of finished pictures; not part of the state.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub sprites: Cache,
    /// Memory for a row of pixels; not part of the state.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) row: RowBuffer,
    /// A record of which cel wrote which pixel, if tracing is enabled; not part of the state.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub trace: Option<Trace>,
}

impl Renderer {
    /// Copies the state of another renderer. The sprites and the trace are kept.
    pub fn copy_state(&mut self, source: &Self) {
        self.palette.clone_from(&source.palette);
        self.bomp_palette = source.bomp_palette;
    }
}

impl Default for Renderer {
    fn default() -> Self {
        Self {
            palette: vec![0; 256],
            bomp_palette: false,
            sprites: Cache::default(),
            row: RowBuffer::default(),
            trace: None,
        }
    }
}

impl PartialEq for Renderer {
    /// Compares the state only, without the sprites, the row and the trace.
    fn eq(&self, other: &Self) -> bool {
        // All fields are listed, so that no field is forgotten.
        let Self {
            palette,
            bomp_palette,
            sprites: _,
            row: _,
            trace: _,
        } = self;
        *palette == other.palette && *bomp_palette == other.bomp_palette
    }
}

impl Eq for Renderer {}

/// Memory for one row of pixels and its gaps, for drawing without a cache. It keeps no pixels
/// between draws.
#[derive(Clone, Debug, Default)]
pub(crate) struct RowBuffer(Vec<u8>);

impl RowBuffer {
    /// Returns memory for `width` pixels and for as many gaps.
    pub(crate) fn of(&mut self, width: usize) -> (&mut [u8], &mut [u8]) {
        self.0.resize(self.0.len().max(width.saturating_mul(2)), 0);
        let (pixels, gaps) = self.0.split_at_mut(width);
        (pixels, &mut gaps[..width])
    }
}

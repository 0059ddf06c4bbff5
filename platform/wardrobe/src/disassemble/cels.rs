//! Cels as indexed PNGs.

use anyhow::Result;
use scumm_platform::{Frame, indexed_png};
use scumm_room::{Palette, Surface};

use crate::costume_input::Loaded;
use crate::export::cels::ColourNumbers;
use crate::export::unique;

/// The colours of the PNGs: one entry a colour of the cels, each but once, so that editors keep them apart.
pub struct CelColours {
    palette: Palette,
    count: usize,
}

impl CelColours {
    /// Those of a costume on a screen.
    pub fn of(loaded: &Loaded, screen: &Palette) -> Self {
        let (mut palette, count) = ColourNumbers::of(loaded).palette(screen);
        unique::make(&mut palette.0);
        Self { palette, count }
    }

    /// The bytes of a PNG. Pixels are the cel's colours as they are.
    ///
    /// # Errors
    /// A picture without pixels.
    pub fn png(&self, surface: &Surface, transparent: Option<u8>) -> Result<Vec<u8>> {
        let highest = surface.pixels().iter().copied().chain(transparent).max().unwrap_or(0);
        let count = self.count.max(usize::from(highest) + 1).min(self.palette.0.len());
        let frame = Frame::new(surface.width(), surface.height(), surface.pixels(), &self.palette.0)?;
        let mut bytes = Vec::new();
        indexed_png::encode_few(&frame, count, transparent, &mut bytes)?;
        Ok(bytes)
    }
}

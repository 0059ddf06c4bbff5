//! Cels as indexed PNGs, in colours that the text says.

use anyhow::Result;
use scumm_room::Surface;

use crate::export::cels::{CelPalette, SHADOW_OPACITY};
use crate::output;

impl CelPalette {
    /// The colours as the source says them: at least those up to the highest number of these pictures.
    pub fn texts<'a>(&self, pictures: impl IntoIterator<Item = &'a Surface>) -> Vec<String> {
        let highest = pictures.into_iter().flat_map(Surface::pixels).max().copied().unwrap_or(0);
        let colours = (0..=u8::MAX).zip(self.palette.iter()).take(self.count.max(usize::from(highest) + 1));
        let text = |(number, [r, g, b]): (u8, &[u8; 3])| match self.shadows.contains(&number) {
            true => format!("{r:02x}{g:02x}{b:02x}{SHADOW_OPACITY:02x}"),
            false => format!("{r:02x}{g:02x}{b:02x}"),
        };
        colours.map(text).collect()
    }

    /// The bytes of a PNG, with a comment. Pixels are the cel's colours as they are.
    ///
    /// # Errors
    /// A picture without pixels.
    pub fn png(&self, surface: &Surface, transparent: Option<u8>, comment: Option<&str>) -> Result<Vec<u8>> {
        let highest = surface.pixels().iter().copied().chain(transparent).max().unwrap_or(0);
        let count = self.count.max(usize::from(highest) + 1).min(self.palette.0.len());
        output::shown_png_bytes(surface, &self.palette, count, &self.opacities(transparent), comment, 1)
    }
}

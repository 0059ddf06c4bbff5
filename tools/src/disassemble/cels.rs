//! Cels as indexed PNGs.

use anyhow::Result;
use scumm_room::{Palette, Surface};

use crate::costume_input::Loaded;
use crate::export::cels::{colour_numbers, palette_of};
use crate::export::unique;
use crate::output;

/// The colours of the PNGs: one entry a colour of the cels, each but once, so that editors keep them apart.
pub struct CelColours {
    palette: Palette,
    count: usize,
}

impl CelColours {
    /// Those of a costume on a screen.
    pub fn of(loaded: &Loaded, screen: &Palette) -> Self {
        let (mut palette, count) = palette_of(&colour_numbers(loaded), screen);
        unique::make(&mut palette.0);
        Self { palette, count }
    }

    /// The colours as the source says them, in lines of eight: at least those up to the highest number of these pictures.
    pub fn text<'a>(&self, pictures: impl IntoIterator<Item = &'a Surface>) -> String {
        let highest = pictures.into_iter().flat_map(Surface::pixels).max().copied().unwrap_or(0);
        let count = self.count.max(usize::from(highest) + 1);
        let colours = self.palette.iter().take(count).map(|[r, g, b]| format!("\"{r:02x}{g:02x}{b:02x}\""));
        let colours: Vec<String> = colours.collect();
        let lines: String = colours.chunks(8).map(|line| format!("  {},\n", line.join(", "))).collect();
        format!(
            "# The PNGs' colours: should an editor put them into another order, `build` knows them.\npng_colours = [\n{lines}]\n"
        )
    }

    /// The bytes of a PNG. Pixels are the cel's colours as they are.
    ///
    /// # Errors
    /// A picture without pixels.
    pub fn png(&self, surface: &Surface, transparent: Option<u8>) -> Result<Vec<u8>> {
        output::png_bytes(surface, &self.palette, self.count_of(surface, transparent), transparent)
    }

    /// The same with a comment.
    ///
    /// # Errors
    /// As [`Self::png`].
    pub fn commented_png(&self, surface: &Surface, transparent: Option<u8>, comment: &str) -> Result<Vec<u8>> {
        let count = self.count_of(surface, transparent);
        output::commented_png_bytes(surface, &self.palette, count, transparent, comment)
    }

    /// How many colours a picture's file needs.
    fn count_of(&self, surface: &Surface, transparent: Option<u8>) -> usize {
        let highest = surface.pixels().iter().copied().chain(transparent).max().unwrap_or(0);
        self.count.max(usize::from(highest) + 1).min(self.palette.0.len())
    }
}

//! Cels as indexed PNGs.

use anyhow::Result;
use scumm_room::{Palette, Surface};

use crate::costume_input::Loaded;
use crate::export::cels::{CelPalette, SHADOW_OPACITY};
use crate::output;

/// The colours of the PNGs: one entry a colour of the cels, each but once, so that editors keep them apart.
pub struct CelColours(CelPalette);

impl CelColours {
    /// Those of a costume on a screen.
    pub fn of(loaded: &Loaded, screen: &Palette) -> Self {
        Self(CelPalette::of(loaded, screen))
    }

    /// The colours as the source says them, in lines of eight: at least those up to the highest number of these pictures.
    pub fn text<'a>(&self, pictures: impl IntoIterator<Item = &'a Surface>) -> String {
        let highest = pictures.into_iter().flat_map(Surface::pixels).max().copied().unwrap_or(0);
        let CelPalette { palette, count, shadows } = &self.0;
        let colours = (0..=u8::MAX).zip(palette.iter()).take((*count).max(usize::from(highest) + 1));
        let colours = colours.map(|(number, [r, g, b])| match shadows.contains(&number) {
            true => format!("\"{r:02x}{g:02x}{b:02x}{SHADOW_OPACITY:02x}\""),
            false => format!("\"{r:02x}{g:02x}{b:02x}\""),
        });
        let colours: Vec<String> = colours.collect();
        let lines: String = colours.chunks(8).map(|line| format!("  {},\n", line.join(", "))).collect();
        let shadows = match shadows.is_empty() {
            true => "",
            false => {
                "# The half transparent one is screen colour 13: a shadow, invisible until the game sets a shadow table (C51).\n"
            }
        };
        format!(
            "# The PNGs' colours: should an editor put them into another order, `build` knows them.\n{shadows}png_colours = [\n{lines}]\n"
        )
    }

    /// The bytes of a PNG. Pixels are the cel's colours as they are.
    ///
    /// # Errors
    /// A picture without pixels.
    pub fn png(&self, surface: &Surface, transparent: Option<u8>) -> Result<Vec<u8>> {
        self.encode(surface, transparent, None)
    }

    /// The same with a comment.
    ///
    /// # Errors
    /// As [`Self::png`].
    pub fn commented_png(&self, surface: &Surface, transparent: Option<u8>, comment: &str) -> Result<Vec<u8>> {
        self.encode(surface, transparent, Some(comment))
    }

    fn encode(&self, surface: &Surface, transparent: Option<u8>, comment: Option<&str>) -> Result<Vec<u8>> {
        let highest = surface.pixels().iter().copied().chain(transparent).max().unwrap_or(0);
        let CelPalette { palette, count, .. } = &self.0;
        let count = (*count).max(usize::from(highest) + 1).min(palette.0.len());
        output::shown_png_bytes(surface, palette, count, &self.0.opacities(transparent), comment, 1)
    }
}

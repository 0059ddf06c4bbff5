//! Cels as indexed PNGs, in colours that the text says.

use anyhow::Result;
use scumm_room::Surface;

use crate::export::cels::{CelPalette, SHADOW_OPACITY};
use crate::output;

impl CelPalette {
    /// The colours as the source says them, in lines of eight: at least those up to the highest number of these pictures.
    pub fn text<'a>(&self, pictures: impl IntoIterator<Item = &'a Surface>) -> String {
        let highest = pictures.into_iter().flat_map(Surface::pixels).max().copied().unwrap_or(0);
        let colours = (0..=u8::MAX).zip(self.palette.iter()).take(self.count.max(usize::from(highest) + 1));
        let colours = colours.map(|(number, [r, g, b])| match self.shadows.contains(&number) {
            true => format!("\"{r:02x}{g:02x}{b:02x}{SHADOW_OPACITY:02x}\""),
            false => format!("\"{r:02x}{g:02x}{b:02x}\""),
        });
        let colours: Vec<String> = colours.collect();
        let lines: String = colours.chunks(8).map(|line| format!("  {},\n", line.join(", "))).collect();
        let shadows = match self.shadows.is_empty() {
            true => "",
            false => {
                "# The half transparent one is screen colour 13: a shadow, invisible until the game sets a shadow table (C51).\n"
            }
        };
        format!(
            "# The PNGs' colours: should an editor put them into another order, `build` knows them.\n{shadows}png_colours = [\n{lines}]\n"
        )
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

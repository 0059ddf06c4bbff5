//! Cels one by one, in their own colour numbers.

use std::path::Path;

use anyhow::Result;
use scumm_costume::Costume;
use scumm_costume::akos::akhd::Codec;
use scumm_platform::{Frame, indexed_png};
use scumm_room::{Palette, Surface};

use super::model::Model;
use crate::loose::Loaded;

/// Writes all cels as `cel-000.png` and so on; returns how many. Cels without pixels have no picture.
pub fn write(loaded: &Loaded, model: &mut Model<'_>, folder: &Path) -> Result<usize> {
    let table = model.colour_table();
    let numbered = numbered(&table, &model.screen);
    let mut count = 0;
    let mut put = |number: usize, cel: &Surface, palette: &Palette, transparent| -> Result<()> {
        if cel.pixels.is_empty() {
            return Ok(());
        }
        count += 1;
        let frame = Frame::new(cel.width, cel.height, &cel.pixels, &palette.0)?;
        Ok(indexed_png::write(&folder.join(format!("cel-{number:03}.png")), &frame, transparent)?)
    };
    match &loaded.costume {
        Costume::Cost(cost) => {
            for (number, picture) in cost.pictures().iter().enumerate() {
                match cost.cel(picture) {
                    Ok(cel) => put(number, &cel.surface, &numbered, Some(0))?,
                    Err(error) => log::warn!("cel {number}: {error}"),
                }
            }
        }
        Costume::Akos(akos) => {
            // Codec 1 stores colour numbers, the others screen colours (A53).
            let palette = if akos.header().codec == Codec::Rle { &numbered } else { &model.screen };
            for (number, cel) in akos.cels().iter().enumerate() {
                match cel.as_ref().and_then(|cel| akos.image(cel, &loaded.dialect)) {
                    Some(image) => put(number, &image.surface, palette, image.transparent)?,
                    None => log::warn!("cel {number} can't be decoded"),
                }
            }
        }
    }
    Ok(count)
}

/// A palette that gives each of the costume's colour numbers its colour on the screen.
fn numbered(table: &[u16], screen: &Palette) -> Palette {
    let mut palette = Palette::default();
    for (colour, &entry) in palette.0.iter_mut().zip(table) {
        *colour = screen.0[usize::from(entry & 0xff)];
    }
    palette
}

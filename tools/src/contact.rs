//! Makes a contact sheet: all costumes of a game with their numbers in one picture.

use anyhow::{Result, bail};
use glam::ivec2;
use scumm_engine::Game;
use scumm_media::indexed_png;
use scumm_media::paint::Paint;
use scumm_media::progress::Progress;
use scumm_media::text::error_chain;

use crate::colours::{ColouredCostume, RoomColours};
use crate::costume_input::{self, LoadedCostume};
use crate::each::each;
use crate::export::renderer::PlayedCostume;

/// The colour of the background. Black and white are both visible on this colour.
const GROUND: [u8; 3] = [0x97, 0x97, 0x9d];
/// The colours of numbers: ink and outline.
const INKS: [[u8; 3]; 2] = [[255; 3], [0; 3]];
/// The pixels between two pictures and around the sheet.
const GAP: usize = 6;
/// The height of a number in pixels.
const LETTERS: usize = 10;
/// The most pixels of the sheet.
const MOST_PIXELS: usize = 1 << 26;
/// The most pixels of the sheet's width, unless a picture is wider.
const WIDEST: usize = 4096;

/// A contact sheet.
pub struct ContactSheet {
    /// The bytes of the PNG.
    pub png: Vec<u8>,
    /// The number of costumes on the sheet.
    pub costumes: usize,
    /// Whether all costumes could be read.
    pub is_sound: bool,
}

/// A costume on the sheet; pixels that do not belong to it are `None`.
struct Portrait {
    number: u16,
    width: usize,
    pixels: Vec<Option<[u8; 3]>>,
    is_sound: bool,
}

/// Makes the contact sheet of a game. Each costume is shown walking south if it can, else in its
/// first picture, in the colours that the game gives it. A costume that cannot be read is logged
/// and shown as its number only.
///
/// # Errors
/// Returns an error if the game has no costumes, or more than a picture can show.
pub fn sheet(game: &Game, progress: &dyn Progress) -> Result<ContactSheet> {
    let numbers: Vec<u16> = game.costumes().collect();
    if numbers.is_empty() {
        bail!("the game has no costumes");
    }
    progress.begin(numbers.len());
    let rooms = RoomColours::new(game);
    let portraits = each(&numbers, progress, |&number| {
        let drawn = portrait(&rooms, number)
            .inspect_err(|error| log::warn!("costume {number}: {}", error_chain(error)));
        let is_sound = drawn.is_ok();
        let (width, pixels) = drawn.unwrap_or_default();
        Ok(Portrait {
            number,
            width,
            pixels,
            is_sound,
        })
    })?;
    let png = draw(&portraits)?;
    Ok(ContactSheet {
        png,
        costumes: portraits.len(),
        is_sound: portraits.iter().all(|portrait| portrait.is_sound),
    })
}

/// Returns the picture of a costume: width and pixels.
fn portrait(rooms: &RoomColours, number: u16) -> Result<(usize, Vec<Option<[u8; 3]>>)> {
    let loaded =
        costume_input::load_costume(rooms.game(), number).and_then(LoadedCostume::bounded)?;
    let played = PlayedCostume::new(ColouredCostume::from_game(rooms, loaded, number));
    if let Some(drawing) = played.first_drawing()? {
        let palette = &played.coloured.colours.palette;
        let shown = drawing
            .pixels
            .iter()
            .map(|pixel| pixel.map(|colour| palette[colour]));
        return Ok((drawing.bounds.size().0, shown.collect()));
    }
    let Some(cel) = played.first_seen_cel() else {
        return Ok((0, Vec::new()));
    };
    let palette = played.cel_palette();
    let shown = |&pixel: &u8| (Some(pixel) != cel.transparent).then(|| palette[pixel]);
    Ok((
        cel.surface.width(),
        cel.surface.pixels().iter().map(shown).collect(),
    ))
}

impl Portrait {
    fn height(&self) -> usize {
        self.pixels.len() / self.width.max(1)
    }

    /// Returns the size of the picture with its number.
    fn cell(&self) -> (usize, usize) {
        (
            self.width.max(8 * self.number.to_string().len() + 2) + GAP,
            self.height() + LETTERS + GAP,
        )
    }
}

/// Returns the positions of cells in rows, and the size of the sheet.
fn places(cells: &[(usize, usize)]) -> (Vec<(usize, usize)>, (usize, usize)) {
    let area: usize = cells
        .iter()
        .map(|(width, height)| width.saturating_mul(*height))
        .sum();
    let widest = cells.iter().map(|(width, _)| *width).max().unwrap_or(0);
    let width = (area.saturating_mul(2).isqrt()).clamp(widest, WIDEST.max(widest));
    let mut places = Vec::new();
    let mut x = 0;
    let mut y = 0;
    let mut high = 0;
    for &(wide, tall) in cells {
        if x + wide > width && x > 0 {
            x = 0;
            y += high;
            high = 0;
        }
        places.push((GAP + x, GAP + y));
        x += wide;
        high = high.max(tall);
    }
    (places, (width + 2 * GAP, y + high + 2 * GAP))
}

fn draw(portraits: &[Portrait]) -> Result<Vec<u8>> {
    let cells: Vec<(usize, usize)> = portraits.iter().map(Portrait::cell).collect();
    let (places, (width, height)) = places(&cells);
    if width.saturating_mul(height) > MOST_PIXELS {
        bail!("the sheet would have {width}x{height} pixels, the limit is {MOST_PIXELS}");
    }
    let mut pixels = vec![GROUND; width * height];
    let mut letters = vec![0; width * height];
    for (portrait, &(left, top)) in portraits.iter().zip(&places) {
        for (y, row) in portrait
            .pixels
            .chunks_exact(portrait.width.max(1))
            .enumerate()
        {
            for (x, pixel) in row.iter().enumerate() {
                if let (Some(colour), Some(place)) =
                    (pixel, pixels.get_mut((top + y) * width + left + x))
                {
                    *place = *colour;
                }
            }
        }
        let at = ivec2(
            i32::try_from(left + 1)?,
            i32::try_from(top + portrait.height() + 1)?,
        );
        Paint::new(&mut letters, width).outlined(at, &portrait.number.to_string(), 1, 2);
    }
    for (pixel, letter) in pixels.iter_mut().zip(&letters) {
        if let Some(ink) = letter
            .checked_sub(1)
            .and_then(|ink| INKS.get(usize::from(ink)))
        {
            *pixel = *ink;
        }
    }
    let mut bytes = Vec::new();
    indexed_png::encode_rgb(width, &pixels, &mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_lie_in_rows_and_none_on_another() {
        let cells = [(30, 40), (20, 10), (90, 20), (10, 10), (40, 40)];
        let (places, (width, height)) = places(&cells);
        let boxes: Vec<_> = places
            .iter()
            .zip(cells)
            .map(|(&(x, y), (w, h))| (x, y, x + w, y + h))
            .collect();
        for (i, a) in boxes.iter().enumerate() {
            assert!(a.2 <= width && a.3 <= height, "{a:?} in {width}x{height}");
            for b in &boxes[..i] {
                assert!(
                    a.0 >= b.2 || b.0 >= a.2 || a.1 >= b.3 || b.1 >= a.3,
                    "{a:?} {b:?}"
                );
            }
        }
    }

    #[test]
    fn the_demos_costumes_are_on_one_picture() {
        let game = Game::open(scumm_test_support::repository().join("data/demo/built")).unwrap();
        let made = sheet(&game, &()).unwrap();
        assert!(made.is_sound && made.costumes == 3);
        let mut reader = png::Decoder::new(std::io::Cursor::new(made.png))
            .read_info()
            .unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        let own = pixels
            .chunks_exact(3)
            .filter(|pixel| **pixel != GROUND)
            .count();
        assert!(own > 1000, "{own} pixels of costumes and numbers");
    }
}

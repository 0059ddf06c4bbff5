//! Colour numbers of PNGs: an editor may put a palette into another order, or leave out what is not used.

use std::cell::OnceCell;

use anyhow::{Context, Result, bail};
use scumm_room::Surface;

use super::companions::CompanionFiles;
use super::sheet::IndexedPicture;
use super::text::CelText;
use scumm_platform::paint::rgb_of;

/// The colour numbers of a source's pictures.
pub struct ColourNumbers<'b> {
    /// The files of the pictures.
    pub beside: &'b CompanionFiles,
    /// The colour of each number, and who says so.
    known: OnceCell<Known>,
}

struct Known {
    colours: Vec<[u8; 3]>,
    by: KnownBy,
}

/// Who says which colours the numbers have.
enum KnownBy {
    /// The source itself: every picture has these colours.
    Source,
    /// The picture of the room: what has its colours has its numbers.
    Room,
    /// The first picture, of which nobody knows whether it is as it was.
    Picture(String),
}

impl<'b> ColourNumbers<'b> {
    /// Those that a source says, as `png_colours`; without any the first picture says them.
    ///
    /// # Errors
    /// A text is no colour, or there are too many.
    pub fn of(texts: &[String], beside: &'b CompanionFiles) -> Result<Self> {
        if texts.len() > 256 {
            bail!("png_colours: expected at most 256, found {}", texts.len());
        }
        let colours = texts.iter().map(|text| colour(text)).collect::<Result<Vec<_>>>()?;
        let known = if colours.is_empty() { OnceCell::new() } else { Known { colours, by: KnownBy::Source }.into() };
        Ok(Self { beside, known })
    }

    /// Those of a room.
    pub fn of_room(picture: &IndexedPicture, beside: &'b CompanionFiles) -> Self {
        Self { beside, known: Known { colours: picture.colours().to_vec(), by: KnownBy::Room }.into() }
    }

    /// The pixels of a cel: those of its picture; none where it has only a size.
    ///
    /// # Errors
    /// As [`Self::picture`]; it has both or neither, or a size that needs pixels.
    pub fn cel(&self, text: &CelText) -> Result<Surface> {
        match (&text.file, text.size) {
            (Some(name), None) => self.picture(name),
            (None, Some((width, height))) if width == 0 || height == 0 => Ok(Surface::filled(width, height, 0)),
            _ => bail!("expected `file`, or `size` with a 0 in it"),
        }
    }

    /// A picture in the source's colour numbers.
    ///
    /// # Errors
    /// It can't be read, or its numbers can't be told.
    pub fn picture(&self, name: &str) -> Result<Surface> {
        let mut picture = self.beside.indexed(name)?;
        let first = || Known { colours: picture.colours().to_vec(), by: KnownBy::Picture(name.to_owned()) };
        let known = self.known.get_or_init(first);
        if let Some(numbers) = known.numbers(&picture).with_context(|| name.to_owned())? {
            log::warn!("{name}: its palette has another order than the source's; its colours are told by their values");
            for pixel in picture.surface.pixels_mut() {
                *pixel = numbers[usize::from(*pixel)];
            }
        }
        Ok(picture.surface)
    }
}

impl Known {
    /// The number of each of a picture's, where they are others.
    fn numbers(&self, picture: &IndexedPicture) -> Result<Option<[u8; 256]>> {
        let mut numbers = [None; 256];
        for &pixel in picture.surface.pixels() {
            numbers[usize::from(pixel)] = Some(pixel);
        }
        let colour = |number: u8| picture.palette[number];
        let is_as_known = |number: &u8| self.colours.get(usize::from(*number)) == Some(&colour(*number));
        if numbers.iter().flatten().all(is_as_known) {
            return Ok(None);
        }
        let found = |number: u8| {
            let alike = (0..=255u8).zip(&self.colours).filter(move |(_, known)| **known == colour(number));
            alike.map(|(known, _)| known).collect::<Vec<_>>()
        };
        let all_known = numbers.iter().flatten().all(|number| !found(*number).is_empty());
        if let (KnownBy::Picture(first), true) = (&self.by, all_known) {
            bail!(
                "its colours have other numbers than in {first}: an editor has put a palette into another order. Save it \
                 with the palette that it had, or say all colours by their numbers in `png_colours`"
            );
        }
        if !all_known && !matches!(self.by, KnownBy::Source) {
            // It has colours of its own, which only serve to look at it.
            return Ok(None);
        }
        for number in numbers.iter_mut().flatten() {
            let [red, green, blue] = colour(*number);
            let shown = format!("{red:02x}{green:02x}{blue:02x}");
            *number = match found(*number).as_slice() {
                [one] => *one,
                [] => bail!("colour {shown} is none of the source's; expected one of `png_colours`"),
                several if several.contains(number) => *number,
                [first, second, ..] => bail!(
                    "colour {shown} has the numbers {first} and {second}, and the palette is in another order than the \
                     source's; save it with the palette that it had"
                ),
            };
        }
        Ok(Some(numbers.map(Option::unwrap_or_default)))
    }
}

/// A colour as six hexadecimal digits.
fn colour(text: &str) -> Result<[u8; 3]> {
    rgb_of(text).with_context(|| format!("png_colours: expected six hexadecimal digits, found `{text}`"))
}

#[cfg(test)]
mod tests {
    use scumm_room::Palette;

    use super::*;

    const COLOURS: [&str; 4] = ["000000", "ff0000", "00ff00", "0000ff"];

    /// A picture of these numbers with colours by their places among [`COLOURS`].
    fn picture(pixels: &[u8], order: &[usize]) -> IndexedPicture {
        let mut palette = Palette::default();
        for (entry, &place) in palette.0.iter_mut().zip(order) {
            *entry = colour(COLOURS[place]).unwrap();
        }
        let surface = Surface::from_pixels(pixels.len(), 1, pixels.iter().copied());
        IndexedPicture { surface, palette, count: order.len() }
    }

    fn known(by: KnownBy, order: &[usize]) -> Known {
        Known { colours: picture(&[], order).colours().to_vec(), by }
    }

    fn numbers(known: &Known, picture: &IndexedPicture) -> Result<Vec<u8>, String> {
        let numbers = known.numbers(picture).map_err(|error| error.to_string())?;
        let pixels = picture.surface.pixels().iter();
        Ok(pixels.map(|&pixel| numbers.map_or(pixel, |numbers| numbers[usize::from(pixel)])).collect())
    }

    #[test]
    fn colours_that_are_known_get_their_numbers_back() {
        let source = known(KnownBy::Source, &[0, 1, 2, 3]);
        assert_eq!(numbers(&source, &picture(&[0, 1, 2, 3], &[0, 1, 2, 3])), Ok(vec![0, 1, 2, 3]));
        assert_eq!(numbers(&source, &picture(&[0, 1, 2], &[0, 3, 1])), Ok(vec![0, 3, 1]));
        let mut foreign = picture(&[0, 1], &[0, 1]);
        foreign.palette[1] = [1, 2, 3];
        assert!(numbers(&source, &foreign).unwrap_err().contains("colour 010203 is none of the source's"));
    }

    #[test]
    fn an_order_that_nobody_knows_is_refused() {
        let first = known(KnownBy::Picture("first.png".to_owned()), &[0, 1, 2, 3]);
        assert_eq!(numbers(&first, &picture(&[0, 1], &[0, 1])), Ok(vec![0, 1]));
        assert!(numbers(&first, &picture(&[0, 1], &[0, 2])).unwrap_err().contains("other numbers than in first.png"));
        let mut own = picture(&[0, 1], &[0, 2]);
        own.palette[1] = [1, 2, 3];
        assert_eq!(numbers(&first, &own), Ok(vec![0, 1]), "colours of its own");
    }

    #[test]
    fn a_colour_of_several_numbers_in_a_room_is_refused_in_another_order() {
        let room = known(KnownBy::Room, &[0, 1, 2, 1]);
        assert_eq!(numbers(&room, &picture(&[0, 1], &[0, 2])), Ok(vec![0, 2]));
        assert_eq!(numbers(&room, &picture(&[3, 0], &[2, 2, 2, 1])), Ok(vec![3, 2]));
        assert!(numbers(&room, &picture(&[0], &[1])).unwrap_err().contains("the numbers 1 and 3"));
    }

    #[test]
    fn colours_have_six_digits() {
        assert_eq!(colour("0180Ff").unwrap(), [1, 128, 255]);
        for wrong in ["", "12345", "+12345", "1234567", "12345g"] {
            assert!(colour(wrong).unwrap_err().to_string().contains("six hexadecimal digits"), "{wrong}");
        }
    }
}

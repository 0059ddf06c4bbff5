//! Converts the colours of pictures to colour indices. An editor may reorder a palette, drop unused
//! entries, or save pictures without a palette.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use anyhow::{Context, Result, bail};
use scumm_media::text::plural;
use scumm_room::Surface;

use super::companions::{CompanionFiles, RoomPalette};
use super::sheet::{ColourPicture, SavedPicture, SourcePicture};
use super::text::CelText;
use scumm_media::paint::rgb_of;

/// The index of transparent pixels in costumes (C50).
pub const TRANSPARENT: u8 = 0;

/// The factor from an 8-bit component to a 16-bit component.
const DEEP: u16 = 257;

/// The cost of one search for the nearest colour, as the number of pixels whose decoding takes the
/// same time.
const NEAREST_PIXELS: u64 = 16;

/// The colour indices of a source's pictures.
pub struct ColourNumbers<'b> {
    /// The files that hold the pictures.
    pub beside: &'b CompanionFiles,
    /// The colour of each index, and where the colours come from.
    known: OnceCell<Known>,
    /// The file with all colours of the room, for the text of errors.
    room_file: Option<String>,
}

/// Red, green, blue and opacity.
type Rgba = [u8; 4];

struct Known {
    /// The colour of each index; `None` for unused indices.
    colours: Vec<Option<Rgba>>,
    by: KnownBy,
    /// The indices that are used first if several have the same colour.
    preferred: Vec<u8>,
}

/// Where the colours of the indices come from.
enum KnownBy {
    /// The source lists the colours. Every picture uses them.
    Source,
    /// The picture of the room. A picture with the room's colours has the room's indices.
    Room,
    /// The first picture, by name. It may have been changed by an editor.
    Picture(String),
}

impl<'b> ColourNumbers<'b> {
    /// Takes the colours from a source's list `png_colours`. If the list is empty, the first
    /// picture that is read defines the colours.
    ///
    /// # Errors
    /// Returns an error if a text is not a colour, or if there are more than 256.
    pub fn new(texts: &[String], beside: &'b CompanionFiles) -> Result<Self> {
        if texts.len() > 256 {
            bail!("png_colours: expected at most 256, found {}", texts.len());
        }
        let colours = texts
            .iter()
            .map(|text| colour(text).map(Some))
            .collect::<Result<Vec<_>>>()?;
        Ok(if colours.is_empty() {
            Self {
                beside,
                known: OnceCell::new(),
                room_file: None,
            }
        } else {
            Self::from_known(colours, beside)
        })
    }

    /// Takes the colours that a source assigns to each index.
    pub fn from_known(colours: Vec<Option<Rgba>>, beside: &'b CompanionFiles) -> Self {
        let known = Known {
            colours,
            by: KnownBy::Source,
            preferred: Vec::new(),
        };
        Self {
            beside,
            known: known.into(),
            room_file: None,
        }
    }

    /// Sets the indices that are used first if several indices have the same colour.
    pub fn preferring(mut self, numbers: &[u8]) -> Self {
        if let Some(known) = self.known.get_mut() {
            known.preferred = numbers.to_vec();
        }
        self
    }

    /// Sets the file that has all colours of the room. It is read if a picture has a colour that
    /// the source does not have.
    pub fn with_room_file(mut self, name: Option<&String>) -> Self {
        self.room_file = name.cloned();
        self
    }

    /// Takes the colours of a room's picture.
    pub fn from_room(picture: &SourcePicture, beside: &'b CompanionFiles) -> Self {
        Self {
            beside,
            known: Known::from_picture(picture, KnownBy::Room).into(),
            room_file: None,
        }
    }

    /// Returns the pixels of a cel, or an empty surface if the cel has only a size. Transparent
    /// pixels get the index `transparent`.
    ///
    /// # Errors
    /// Returns an error as [`Self::picture`] does, and if the cel has neither a file nor a size, or
    /// no file and a size that needs pixels.
    pub fn cel(&self, text: &CelText, transparent: u8) -> Result<Surface> {
        match (&text.file, text.size) {
            (Some(name), _) => self.picture(name, transparent),
            (None, Some((width, height))) if width == 0 || height == 0 => {
                Ok(Surface::filled(width, height, 0))
            }
            _ => bail!("expected `file`, or a `size` with width or height 0"),
        }
    }

    /// Reads a picture in the source's colour indices. Transparent pixels get the index
    /// `transparent`.
    ///
    /// # Errors
    /// Returns an error if the picture cannot be read or its colours cannot be matched to indices.
    pub fn picture(&self, name: &str, transparent: u8) -> Result<Surface> {
        let picture = self.beside.saved(name)?;
        self.numbered(picture, name, transparent)
            .with_context(|| name.to_owned())
    }

    /// Converts a decoded picture to the source's colour indices. `name` is the picture's name in
    /// warnings.
    ///
    /// # Errors
    /// Returns an error if the picture's colours cannot be matched to indices.
    pub fn numbered(&self, picture: SavedPicture, name: &str, transparent: u8) -> Result<Surface> {
        let matching = |known| Matching {
            known,
            transparent,
            beside: self.beside,
            room_file: self.room_file.as_deref(),
        };
        let mut picture = match picture {
            SavedPicture::Indexed(picture) => picture,
            SavedPicture::Colours(picture) => {
                let known = self.known.get().context(
                    "the picture has no palette, and the source names no colours; add \
                     `png_colours`, as `disassemble` writes it",
                )?;
                return matching(known).of_colours(picture, name);
            }
        };
        let first = || Known::from_picture(&picture, KnownBy::Picture(name.to_owned()));
        let known = self.known.get_or_init(first);
        if let Some(numbers) = matching(known).numbers(&picture, name)? {
            for pixel in picture.surface.pixels_mut() {
                *pixel = numbers[usize::from(*pixel)];
            }
        }
        Ok(picture.surface)
    }
}

impl Known {
    fn from_picture(picture: &SourcePicture, by: KnownBy) -> Self {
        // A transparent entry counts as opaque: if an editor makes the index visible, its pixels
        // have this colour.
        let opacity = |number: usize| {
            picture
                .opacities
                .get(number)
                .copied()
                .filter(|&opacity| opacity > 0)
                .unwrap_or(u8::MAX)
        };
        let colours = picture.colours().iter().enumerate();
        let colours = colours
            .map(|(number, &[red, green, blue])| Some([red, green, blue, opacity(number)]))
            .collect();
        Self {
            colours,
            by,
            preferred: Vec::new(),
        }
    }

    fn is(&self, number: u8, colour: Rgba) -> bool {
        self.colours.get(usize::from(number)) == Some(&Some(colour))
    }

    /// Returns the indices that have exactly this colour. If some of them are preferred, returns
    /// these.
    fn alike(&self, colour: Rgba) -> Vec<u8> {
        let alike = (0..=u8::MAX)
            .zip(&self.colours)
            .filter(|(_, known)| **known == Some(colour));
        let alike: Vec<u8> = alike.map(|(number, _)| number).collect();
        let is_preferred = |number: &u8| self.preferred.contains(number);
        if alike.iter().any(is_preferred) {
            return alike.into_iter().filter(is_preferred).collect();
        }
        alike
    }
}

/// Converts pictures and colours to indices.
struct Matching<'k> {
    known: &'k Known,
    transparent: u8,
    /// The files of the source, with the pixel budget and the setting whether an unknown colour
    /// becomes the nearest colour.
    beside: &'k CompanionFiles,
    /// The file with all colours of the room.
    room_file: Option<&'k str>,
}

impl Matching<'_> {
    /// Returns the words that tell under which number the room has a colour; empty if it does not
    /// have the colour.
    fn number_in_room(&self, colour: Rgba) -> String {
        let room = self.beside.room_colours.clone();
        let room = room.or_else(|| RoomPalette::read(self.beside, self.room_file?).ok());
        let Some(RoomPalette { name, palette }) = room else {
            return String::new();
        };
        let [red, green, blue, _] = colour;
        let mut entries = (0..=u8::MAX).zip(palette.iter());
        match entries.find(|(_, known)| **known == [red, green, blue]) {
            Some((number, _)) => format!(
                "; {name} has it as {number}: add it to `palette` and `png_colours`, or to the \
                 colours of the sheet"
            ),
            None => String::new(),
        }
    }

    /// Returns the new index for each index of a picture, or `None` if the indices stay as they
    /// are.
    fn numbers(&self, picture: &SourcePicture, name: &str) -> Result<Option<[u8; 256]>> {
        let &Self {
            known, transparent, ..
        } = self;
        // How often each index is used, and where it is used first.
        let mut counts = [0_usize; 256];
        let mut first_at = [0; 256];
        for (index, &pixel) in picture.surface.pixels().iter().enumerate() {
            let count = &mut counts[usize::from(pixel)];
            if *count == 0 {
                first_at[usize::from(pixel)] = index;
            }
            *count += 1;
        }
        let used = || (0..=u8::MAX).filter(|&number| counts[usize::from(number)] > 0);
        let opacity = |number: u8| {
            picture
                .opacities
                .get(usize::from(number))
                .copied()
                .unwrap_or(u8::MAX)
        };
        // An editor may store the transparent background as black.
        let shown = |number: u8| {
            let [red, green, blue] = picture.palette[number];
            [red, green, blue, opacity(number)]
        };
        let in_order = |number: u8| number != transparent && known.is(number, shown(number));
        let is_ground = |number: u8| {
            number == transparent
                && (opacity(number) == 0
                    || picture.palette[number] == [0; 3]
                        && used().all(|other| other == transparent || in_order(other)))
        };
        if used().all(|number| is_ground(number) || known.is(number, shown(number))) {
            return Ok(None);
        }
        let seen = || used().filter(|&number| opacity(number) > 0 && !is_ground(number));
        let all_known = seen().all(|number| !known.alike(shown(number)).is_empty());
        let has_order = seen().all(|number| known.is(number, shown(number)));
        if let (KnownBy::Picture(first), true, false) = (&known.by, all_known, has_order) {
            bail!(
                "the colours have other numbers than in {first}, because an editor reordered the \
                 palette. Save the picture with its original palette, or list all colours by \
                 number in `png_colours`"
            );
        }
        let is_half = |number: u8| !matches!(opacity(number), 0 | u8::MAX);
        if !all_known && !matches!(known.by, KnownBy::Source) && !seen().any(is_half) {
            // The colours of the picture are not those of the source and serve only for viewing.
            // Its indices are correct.
            return Ok(None);
        }
        let mut numbers = [0; 256];
        let mut changed = 0;
        for number in used() {
            let colour = shown(number);
            numbers[usize::from(number)] = match known.alike(colour).as_slice() {
                _ if is_ground(number) => transparent,
                several @ [_, _, ..] if several.contains(&number) => number,
                [first, second, ..] => bail!(
                    "colour {} has the numbers {first} and {second}, and the order of the palette \
                     differs from the source's; save the picture with its original palette",
                    hexadecimal(colour)
                ),
                _ => {
                    let place = (first_at[usize::from(number)], picture.surface.width());
                    let (told, is_changed) =
                        self.number(colour.map(|part| u16::from(part) * DEEP), place)?;
                    if is_changed {
                        changed += counts[usize::from(number)];
                    }
                    told
                }
            };
        }
        warn(name, changed);
        if changed == 0 && seen().any(|number| numbers[usize::from(number)] != number) {
            log::warn!(
                "{name}: the order of the palette differs from the source's; colours are matched \
                 by their values"
            );
        }
        Ok(Some(numbers))
    }

    /// Converts a picture whose pixels are colours to the source's indices. If several indices have
    /// the colour, the first is used.
    fn of_colours(&self, picture: ColourPicture, name: &str) -> Result<Surface> {
        let (width, height) = picture.size;
        let mut pixels = Vec::with_capacity(width.saturating_mul(height));
        let mut changed = 0;
        let mut met: HashMap<[u16; 4], (u8, bool)> = HashMap::new();
        let mut outcome = Ok(());
        picture.each(|colour| {
            if outcome.is_err() {
                return;
            }
            let found = match met.entry(colour) {
                // The colour of a fully transparent pixel has no meaning and is not kept.
                _ if colour[3] == 0 => Ok((self.transparent, false)),
                Entry::Occupied(found) => Ok(*found.get()),
                Entry::Vacant(new) => self
                    .number(colour, (pixels.len(), width))
                    .map(|found| *new.insert(found)),
            };
            match found {
                Ok((number, is_changed)) => {
                    pixels.push(number);
                    changed += usize::from(is_changed);
                }
                Err(error) => outcome = Err(error),
            }
        })?;
        outcome?;
        warn(name, changed);
        Ok(Surface::from_pixels(width, height, pixels))
    }

    /// Returns the index of a colour, and whether the colour was replaced by the nearest one. The
    /// colour occurs first at the pixel `index` of a picture with rows of `width` pixels.
    fn number(
        &self,
        [red, green, blue, opacity]: [u16; 4],
        (index, width): (usize, usize),
    ) -> Result<(u8, bool)> {
        if opacity == 0 {
            return Ok((self.transparent, false));
        }
        let deep = [red, green, blue];
        let whole = [red, green, blue, opacity];
        let colour = whole.map(|component| u8::try_from(component / DEEP).unwrap_or(u8::MAX));
        let is_exact = whole.iter().all(|component| component % DEEP == 0);
        if let (true, Some(&number)) = (is_exact, self.known.alike(colour).first()) {
            return Ok((number, false));
        }
        self.beside.spend(NEAREST_PIXELS)?;
        let near = self.nearest_to(deep).context("the source has no colours")?;
        if self.beside.nearest {
            // A pixel that is more than half transparent counts as transparent.
            return Ok((
                if opacity < u16::MAX / 2 {
                    self.transparent
                } else {
                    near
                },
                true,
            ));
        }
        let x = index % width.max(1);
        let y = index / width.max(1);
        let near_colour = self
            .known
            .colours
            .get(usize::from(near))
            .copied()
            .flatten()
            .unwrap_or_default();
        let found = hexadecimal(colour);
        let nearest = hexadecimal(near_colour);
        let how = match opacity {
            u16::MAX => "is not a colour of the source".to_owned(),
            _ => format!("is half transparent ({} of 255)", opacity / DEEP),
        };
        let in_room = if opacity == u16::MAX && is_exact {
            self.number_in_room(colour)
        } else {
            String::new()
        };
        bail!(
            "the pixel at ({x}, {y}) has colour {found}, which {how}; the nearest is {nearest}, \
             number {near} (--nearest uses it){in_room}"
        )
    }

    /// Returns the index of the nearest colour, by the sum of the squared differences. The
    /// transparent index is never returned.
    fn nearest_to(&self, deep: [u16; 3]) -> Option<u8> {
        let distance = |known: &Rgba| -> i64 {
            let apart = known
                .iter()
                .zip(deep)
                .map(|(&a, b)| i64::from(a) * i64::from(DEEP) - i64::from(b));
            apart.map(|difference| difference * difference).sum()
        };
        let numbers = (0..=u8::MAX)
            .zip(&self.known.colours)
            .filter(|(number, _)| *number != self.transparent);
        let known = numbers.filter_map(|(number, colour)| {
            Some((
                number,
                colour.as_ref().filter(|colour| colour[3] == u8::MAX)?,
            ))
        });
        known
            .min_by_key(|(_, colour)| distance(colour))
            .map(|(number, _)| number)
    }
}

/// Logs a warning with the number of pixels whose colour was replaced.
fn warn(name: &str, changed: usize) {
    if changed > 0 {
        let pixels = plural(changed, "pixel");
        log::warn!("{name}: {pixels} replaced by the nearest colours of the source");
    }
}

/// Formats a colour as six hexadecimal digits.
fn hexadecimal([red, green, blue, _]: Rgba) -> String {
    format!("{red:02x}{green:02x}{blue:02x}")
}

/// Parses a colour of six hexadecimal digits, or of eight digits of which the last two are the
/// opacity.
fn colour(text: &str) -> Result<Rgba> {
    let (rgb, opacity) = match text.len() {
        8 => text.split_at_checked(6).unwrap_or((text, "")),
        _ => (text, "ff"),
    };
    let opacity =
        Some(opacity).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
    let parsed = rgb_of(rgb).zip(opacity.and_then(|digits| u8::from_str_radix(digits, 16).ok()));
    let wrong = || {
        format!(
            "png_colours: expected six hexadecimal digits, or eight with the opacity, found \
             `{text}`"
        )
    };
    parsed
        .map(|([red, green, blue], opacity)| [red, green, blue, opacity])
        .with_context(wrong)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use scumm_room::Palette;

    use super::*;

    const COLOURS: [&str; 4] = ["000000", "ff0000", "00ff00", "0000ff"];

    /// Returns a picture with these indices whose palette lists [`COLOURS`] in the given order.
    fn picture(pixels: &[u8], order: &[usize]) -> SourcePicture {
        let mut palette = Palette::default();
        for (entry, &place) in palette.iter_mut().zip(order) {
            *entry = rgb_of(COLOURS[place]).unwrap();
        }
        let surface = Surface::from_pixels(pixels.len(), 1, pixels.iter().copied());
        SourcePicture {
            surface,
            palette,
            count: order.len(),
            opacities: Vec::new(),
        }
    }

    fn known(by: KnownBy, order: &[usize]) -> Known {
        Known::from_picture(&picture(&[], order), by)
    }

    fn numbers(known: &Known, picture: &SourcePicture) -> Result<Vec<u8>, String> {
        let matching = Matching {
            known,
            transparent: TRANSPARENT,
            beside: &CompanionFiles::memory(BTreeMap::new()),
            room_file: None,
        };
        let numbers = matching
            .numbers(picture, "it")
            .map_err(|error| error.to_string())?;
        let pixels = picture.surface.pixels().iter();
        Ok(pixels
            .map(|&pixel| numbers.map_or(pixel, |numbers| numbers[usize::from(pixel)]))
            .collect())
    }

    #[test]
    fn colours_that_are_known_get_their_numbers_back() {
        let source = known(KnownBy::Source, &[0, 1, 2, 3]);
        assert_eq!(
            numbers(&source, &picture(&[0, 1, 2, 3], &[0, 1, 2, 3])),
            Ok(vec![0, 1, 2, 3])
        );
        assert_eq!(
            numbers(&source, &picture(&[0, 1, 2], &[0, 3, 1])),
            Ok(vec![0, 3, 1])
        );
        let mut foreign = picture(&[0, 1], &[0, 1]);
        foreign.palette[1] = [1, 2, 3];
        assert!(numbers(&source, &foreign).unwrap_err().contains(
            "the pixel at (1, 0) has colour 010203, which is not a colour of the source"
        ));
    }

    #[test]
    fn an_order_that_nobody_knows_is_refused() {
        let first = known(KnownBy::Picture("first.png".to_owned()), &[0, 1, 2, 3]);
        assert_eq!(numbers(&first, &picture(&[0, 1], &[0, 1])), Ok(vec![0, 1]));
        assert!(
            numbers(&first, &picture(&[0, 1], &[0, 2]))
                .unwrap_err()
                .contains("other numbers than in first.png")
        );
        let mut own = picture(&[0, 1], &[0, 2]);
        own.palette[1] = [1, 2, 3];
        assert_eq!(numbers(&first, &own), Ok(vec![0, 1]), "colours of its own");
    }

    #[test]
    fn a_colour_of_several_numbers_in_a_room_is_refused_in_another_order() {
        let room = known(KnownBy::Room, &[0, 1, 2, 1]);
        assert_eq!(numbers(&room, &picture(&[0, 1], &[0, 2])), Ok(vec![0, 2]));
        assert_eq!(
            numbers(&room, &picture(&[3, 0], &[2, 2, 2, 1])),
            Ok(vec![3, 2])
        );
        assert!(
            numbers(&room, &picture(&[0], &[1]))
                .unwrap_err()
                .contains("the numbers 1 and 3")
        );
    }

    #[test]
    fn colours_have_six_digits() {
        assert_eq!(colour("0180Ff").unwrap(), [1, 128, 255, 255]);
        assert_eq!(colour("00000080").unwrap(), [0, 0, 0, 128]);
        for wrong in [
            "", "12345", "+12345", "1234567", "12345g", "000000+8", "ffffff0g",
        ] {
            assert!(
                colour(wrong)
                    .unwrap_err()
                    .to_string()
                    .contains("six hexadecimal digits"),
                "{wrong}"
            );
        }
    }
}

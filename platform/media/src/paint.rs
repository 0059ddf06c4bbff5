//! Draws lines and letters on a picture of palette indices, for overlays.

use font8x8::legacy::BASIC_LEGACY;
use glam::{IVec2, Vec2Swizzles as _};

use crate::RgbPalette;

/// The width and height of a letter in pixels.
pub const LETTER: i32 = 8;

/// A picture to draw on; parts outside the picture are clipped.
pub struct Paint<'a> {
    pixels: &'a mut [u8],
    size: IVec2,
    zoom: i32,
}

impl<'a> Paint<'a> {
    /// Creates a drawing surface over rows of `width` pixels.
    pub fn new(pixels: &'a mut [u8], width: usize) -> Self {
        let height = pixels.len() / width.max(1);
        let side = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
        Self {
            pixels,
            size: IVec2::new(side(width), side(height)),
            zoom: 1,
        }
    }

    /// Sets the factor by which letters are enlarged.
    pub fn zoomed(self, zoom: i32) -> Self {
        Self {
            zoom: zoom.max(1),
            ..self
        }
    }

    /// Returns the width and height of an enlarged letter in pixels.
    pub fn letter(&self) -> i32 {
        LETTER * self.zoom
    }

    /// Returns the width and height of the picture.
    pub fn size(&self) -> IVec2 {
        self.size
    }

    /// Draws a pixel.
    pub fn dot(&mut self, at: IVec2, colour: u8) {
        if at.cmpge(IVec2::ZERO).all() && at.cmplt(self.size).all() {
            let index = at.y as usize * self.size.x as usize + at.x as usize;
            if let Some(pixel) = self.pixels.get_mut(index) {
                *pixel = colour;
            }
        }
    }

    /// Draws a line including both ends. The time for drawing depends only on the size of the
    /// picture, even if the ends of the line are far outside the picture.
    pub fn line(&mut self, a: IVec2, b: IVec2, colour: u8) {
        let flat = (b.x.abs_diff(a.x)) >= b.y.abs_diff(a.y);
        // Steps along the longer axis, in ascending order.
        let turn = |p: IVec2| if flat { p } else { p.yx() };
        let (a, b) = (turn(a), turn(b));
        let (a, b) = if a.x <= b.x { (a, b) } else { (b, a) };
        let (length, rise) = (
            i64::from(b.x) - i64::from(a.x),
            i64::from(b.y) - i64::from(a.y),
        );
        for x in a.x.max(0)..=b.x.min(turn(self.size).x - 1) {
            let along = i64::from(x) - i64::from(a.x);
            let y = if length == 0 {
                0
            } else {
                (along * rise * 2 + length * rise.signum()) / (length * 2)
            };
            self.dot(turn(IVec2::new(x, a.y.saturating_add(y as i32))), colour);
        }
    }

    /// Draws a closed line through corners.
    pub fn outline(&mut self, corners: &[IVec2], colour: u8) {
        for (a, b) in corners.iter().zip(corners.iter().cycle().skip(1)) {
            self.line(*a, *b, colour);
        }
    }

    /// Draws the outline of a rectangle, including both corners.
    pub fn frame(&mut self, from: IVec2, to: IVec2, colour: u8) {
        self.outline(
            &[from, IVec2::new(to.x, from.y), to, IVec2::new(from.x, to.y)],
            colour,
        );
    }

    /// Fills the rectangle between two corners. The row and the column of the corner `to` are not
    /// filled.
    pub fn fill(&mut self, from: IVec2, to: IVec2, colour: u8) {
        for y in from.y.max(0)..to.y.min(self.size.y) {
            for x in from.x.max(0)..to.x.min(self.size.x) {
                self.dot(IVec2::new(x, y), colour);
            }
        }
    }

    /// Draws a line of letters on a filled ground. Characters that are not ASCII become question
    /// marks.
    pub fn text(&mut self, at: IVec2, text: &str, ink: u8, ground: u8) {
        let end = at + IVec2::new(text.chars().count() as i32, 1) * self.letter();
        self.fill(at, end, ground);
        self.letters(at, text, ink);
    }

    /// Draws a line of letters with an outline of one pixel.
    pub fn outlined(&mut self, at: IVec2, text: &str, ink: u8, edge: u8) {
        for (x, y) in [
            (-1, -1),
            (0, -1),
            (1, -1),
            (-1, 0),
            (1, 0),
            (-1, 1),
            (0, 1),
            (1, 1),
        ] {
            self.letters(at + IVec2::new(x, y), text, edge);
        }
        self.letters(at, text, ink);
    }

    fn letters(&mut self, at: IVec2, text: &str, ink: u8) {
        for (i, letter) in text.chars().enumerate() {
            for (y, row) in letter_rows(letter).iter().enumerate() {
                for x in (0..LETTER).filter(|x| row & (1 << x) != 0) {
                    let corner = at + IVec2::new(i as i32 * LETTER + x, y as i32) * self.zoom;
                    self.fill(corner, corner + self.zoom, ink);
                }
            }
        }
    }
}

/// Returns the rows of a letter, whose least significant bit is the left pixel. A character that is
/// not ASCII has the rows of a question mark.
#[must_use]
pub fn letter_rows(letter: char) -> &'static [u8; LETTER as usize] {
    BASIC_LEGACY
        .get(letter as usize)
        .unwrap_or(&BASIC_LEGACY['?' as usize])
}

/// Breaks a text between words into rows of at most `letters` letters. A word that is longer than a
/// row gets a longer row of its own.
pub fn wrap(text: &str, letters: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match rows
            .last_mut()
            .filter(|row| row.chars().count() + word.chars().count() < letters)
        {
            Some(row) => *row = format!("{row} {word}"),
            None => rows.push(word.to_owned()),
        }
    }
    rows
}

/// The colours of an overlay, as palette indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inks {
    /// The darkest colour.
    pub black: u8,
    /// The brightest colour.
    pub white: u8,
    /// Yellow.
    pub yellow: u8,
    /// Green.
    pub green: u8,
    /// Red.
    pub red: u8,
    /// Blue.
    pub blue: u8,
}

impl Inks {
    /// Chooses the palette indices of the inks for a picture. Sets palette entries that the picture
    /// does not use to the colours of the inks. If there are not enough unused entries, the nearest
    /// colours of the palette are used.
    pub fn mix(palette: &mut RgbPalette, pixels: &[u8]) -> Self {
        let mut used = [false; 256];
        pixels
            .iter()
            .for_each(|&index| used[usize::from(index)] = true);
        let mut free = (0..=255u8).filter(|&index| !used[usize::from(index)]);
        let ink = |rgb| match free.next() {
            Some(index) => {
                palette[usize::from(index)] = rgb;
                index
            }
            None => nearest(palette, rgb),
        };
        let colours = [
            [0; 3],
            [255; 3],
            [255, 255, 0],
            [0, 220, 0],
            [255, 64, 64],
            [96, 128, 255],
        ];
        let [black, white, yellow, green, red, blue] = colours.map(ink);
        Self {
            black,
            white,
            yellow,
            green,
            red,
            blue,
        }
    }
}

/// Parses a colour of six hexadecimal digits.
pub fn rgb_of(digits: &str) -> Option<[u8; 3]> {
    let is_hex = digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let [_, red, green, blue] = u32::from_str_radix(digits, 16)
        .ok()
        .filter(|_| is_hex)?
        .to_be_bytes();
    Some([red, green, blue])
}

/// Formats a colour as six hexadecimal digits.
pub fn digits_of([red, green, blue]: [u8; 3]) -> String {
    format!("{red:02x}{green:02x}{blue:02x}")
}

/// Returns the index of the palette's colour that is nearest to `rgb`: the colour with the least
/// sum of squared differences of the components. If there are several such colours, the first index
/// is returned.
pub fn nearest(palette: &RgbPalette, rgb: [u8; 3]) -> u8 {
    let distance = |c: &[u8; 3]| -> u32 {
        c.iter()
            .zip(rgb)
            .map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2))
            .sum()
    };
    (0..=255u8)
        .min_by_key(|&i| distance(&palette[usize::from(i)]))
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a palette in which all components of an entry are its index.
    fn greys() -> RgbPalette {
        std::array::from_fn(|grey| [grey as u8; 3])
    }

    fn painted(paint: impl FnOnce(&mut Paint<'_>)) -> Vec<String> {
        let mut pixels = vec![b'.'; 8 * 4];
        paint(&mut Paint::new(&mut pixels, 8));
        pixels
            .chunks(8)
            .map(|row| String::from_utf8_lossy(row).into_owned())
            .collect()
    }

    #[test]
    fn lines_have_both_ends_whichever_way_they_run() {
        let there = painted(|p| p.line(IVec2::new(1, 0), IVec2::new(6, 3), b'#'));
        assert_eq!(there, [".#......", "..##....", "....##..", "......#."]);
        assert_eq!(
            there,
            painted(|p| p.line(IVec2::new(6, 3), IVec2::new(1, 0), b'#'))
        );
        let steep = painted(|p| p.line(IVec2::new(5, 0), IVec2::new(4, 3), b'#'));
        assert_eq!(steep, [".....#..", ".....#..", "....#...", "....#..."]);
        assert_eq!(
            painted(|p| p.line(IVec2::ONE, IVec2::ONE, b'#')),
            ["........", ".#......", "........", "........"]
        );
    }

    #[test]
    fn what_lies_outside_is_left_out_and_costs_nothing() {
        let far = i32::from(i16::MAX);
        let across = painted(|p| p.line(IVec2::new(-far, 2), IVec2::new(far, 2), b'#'));
        assert_eq!(across, ["........", "........", "########", "........"]);
        let ends = painted(|p| p.line(IVec2::new(i32::MIN, 0), IVec2::new(i32::MAX, 3), b'#'));
        assert_eq!(ends.concat().matches('#').count(), 8);
        assert_eq!(
            painted(|p| p.fill(IVec2::new(-9, 3), IVec2::new(2, 99), b'#'))[3],
            "##......"
        );
    }

    #[test]
    fn letters_stand_on_their_ground() {
        let mut pixels = vec![0; 16 * 8];
        Paint::new(&mut pixels, 16).text(IVec2::ZERO, "I\u{e4}", 1, 2);
        assert!(pixels.iter().all(|&p| p == 1 || p == 2));
        let mut question = vec![0; 16 * 8];
        Paint::new(&mut question, 16).text(IVec2::ZERO, "I?", 1, 2);
        assert_eq!(pixels, question);
    }

    #[test]
    fn enlarged_letters_are_the_same_letters() {
        let (mut small, mut large) = (vec![0; 8 * 8], vec![0; 16 * 16]);
        Paint::new(&mut small, 8).text(IVec2::ZERO, "R", 1, 2);
        Paint::new(&mut large, 16)
            .zoomed(2)
            .text(IVec2::ZERO, "R", 1, 2);
        assert!((0..256).all(|i| large[i] == small[i / 32 * 8 + i % 16 / 2]));
    }

    #[test]
    fn inks_take_entries_that_the_picture_does_not_use() {
        let mut palette = greys();
        let pixels: Vec<u8> = (0..=255)
            .filter(|i| ![7, 9, 20, 30, 40, 50].contains(i))
            .collect();
        let inks = Inks::mix(&mut palette, &pixels);
        assert_eq!((inks.black, inks.white, inks.blue), (7, 9, 50));
        assert_eq!((palette[9], palette[10]), ([255; 3], [10; 3]));
    }

    #[test]
    fn a_picture_of_all_colours_leaves_the_nearest() {
        let mut palette = greys();
        let pixels: Vec<u8> = (0..=255).collect();
        let inks = Inks::mix(&mut palette, &pixels);
        assert_eq!((inks.black, inks.white), (0, 255));
        assert_eq!(palette, greys());
    }
}

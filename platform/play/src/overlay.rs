//! The texts over the picture: the menu, the list of games, the help, captions. They are an overlay
//! of the window with a scale of its own, so that they are as legible on a small screen as on a
//! large one, however large the picture of the game is.

use glam::{IVec2, UVec2};
use scumm_platform::WindowOverlay;

/// The width of a column in pixels. Wide letters, such as those of Japanese, take two columns.
pub const COLUMN: i32 = 8;
/// The height of a letter in pixels.
const HEIGHT: i32 = 16;
/// The distance between two lines of text in pixels.
pub const LINE: i32 = 18;
/// The rows of pixels above a letter in its line.
const LEADING: i32 = (LINE - HEIGHT) / 2;

/// The colours of texts and of their grounds, as `0xAARRGGBB`.
pub const BLACK: u32 = 0xff00_0000;
pub const WHITE: u32 = 0xffff_ffff;
pub const YELLOW: u32 = 0xffff_ff00;
pub const GREEN: u32 = 0xff00_dc00;
pub const RED: u32 = 0xffff_4040;
/// The colour through which the picture is seen.
const CLEAR: u32 = 0;

/// A letter: its rows, whose most significant bit is the left pixel, and its number of columns.
struct Glyph {
    rows: [u16; HEIGHT as usize],
    columns: usize,
}

/// Returns a letter of GNU Unifont, or the replacement character for a letter that the font does
/// not have.
#[cfg(feature = "letters")]
fn glyph(letter: char) -> Glyph {
    let found = unifont::get_glyph(letter).or_else(|| unifont::get_glyph('\u{fffd}'));
    match found {
        Some(unifont::Glyph::Halfwidth(rows)) => Glyph {
            rows: rows.map(|row| u16::from(row) << 8),
            columns: 1,
        },
        Some(unifont::Glyph::Fullwidth(rows)) => Glyph {
            rows: *rows,
            columns: 2,
        },
        None => Glyph {
            rows: [0; HEIGHT as usize],
            columns: 1,
        },
    }
}

/// Returns a letter of the pictures' font, twice as high as there. Letters that are not ASCII are
/// question marks.
#[cfg(not(feature = "letters"))]
fn glyph(letter: char) -> Glyph {
    let low = scumm_media::paint::letter_rows(letter);
    Glyph {
        rows: std::array::from_fn(|row| u16::from(low[row / 2].reverse_bits()) << 8),
        columns: 1,
    }
}

/// Returns whether a letter is drawn over the letter before it: the accents of decomposed Latin,
/// Greek and Cyrillic letters and the two voiced marks of decomposed Japanese, as some systems
/// write file names.
fn is_combining(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}' | '\u{3099}' | '\u{309a}')
}

/// Returns the columns of a letter.
fn columns_of(letter: char) -> usize {
    if is_combining(letter) {
        0
    } else {
        glyph(letter).columns
    }
}

/// Returns the columns of a text.
pub fn width(text: &str) -> usize {
    text.chars().map(columns_of).sum()
}

/// Returns the beginning of a text that fits into `columns`.
pub fn cut(text: &str, columns: usize) -> &str {
    let mut taken = 0;
    for (place, letter) in text.char_indices() {
        taken += columns_of(letter);
        if taken > columns {
            return &text[..place];
        }
    }
    text
}

/// Breaks a text into rows of at most `columns`, at its line breaks and, in lines that are longer
/// than a row, between words. A word that is longer than a row, such as a path or a sentence
/// without spaces, is broken as well.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(2);
    let mut rows = Vec::new();
    for line in text.lines() {
        if width(line) <= columns {
            rows.push(line.to_owned());
            continue;
        }
        let mut row = String::new();
        for word in line.split_whitespace() {
            if !row.is_empty() && width(&row) + 1 + width(word) <= columns {
                row.push(' ');
                row.push_str(word);
                continue;
            }
            if !row.is_empty() {
                rows.push(std::mem::take(&mut row));
            }
            let mut rest = word;
            while width(rest) > columns {
                let part = cut(rest, columns);
                rows.push(part.to_owned());
                rest = &rest[part.len()..];
            }
            rest.clone_into(&mut row);
        }
        rows.push(row);
    }
    rows
}

/// An overlay to write on.
#[derive(Debug, Default)]
pub struct TextOverlay {
    size: UVec2,
    pixels: Vec<u32>,
    is_empty: bool,
}

impl TextOverlay {
    /// Begins an empty overlay of a size.
    pub fn begin(&mut self, size: UVec2) {
        if self.is_empty && self.size == size {
            return;
        }
        self.size = size;
        self.pixels.clear();
        self.pixels.resize(size.x as usize * size.y as usize, CLEAR);
        self.is_empty = true;
    }

    /// Returns the overlay; `None` if nothing was drawn.
    pub fn finish(&self) -> Option<WindowOverlay<'_>> {
        if self.is_empty {
            return None;
        }
        WindowOverlay::new(self.size, &self.pixels)
    }

    /// Returns the size in pixels.
    pub fn size(&self) -> IVec2 {
        self.size.as_ivec2()
    }

    /// Returns the number of letters on a line.
    pub fn columns(&self) -> usize {
        (self.size.x / COLUMN.unsigned_abs()) as usize
    }

    /// Returns the number of lines.
    pub fn lines(&self) -> usize {
        (self.size.y / LINE.unsigned_abs()) as usize
    }

    /// Fills the rectangle between two corners. The row and the column of the corner `to` are not
    /// filled.
    pub fn fill(&mut self, from: IVec2, to: IVec2, colour: u32) {
        self.is_empty = false;
        let from = from.max(IVec2::ZERO);
        let to = to.min(self.size());
        if from.cmpge(to).any() {
            return;
        }
        let width = self.size.x as usize;
        let rows = self.pixels.chunks_exact_mut(width);
        for row in rows.take(to.y as usize).skip(from.y as usize) {
            row[from.x as usize..to.x as usize].fill(colour);
        }
    }

    /// Writes a line of text on a filled ground. `at` is the top left corner of the line.
    pub fn write(&mut self, at: IVec2, text: &str, ink: u32, ground: u32) {
        let columns = i32::try_from(width(text)).unwrap_or(i32::MAX / COLUMN);
        let end = at + IVec2::new(columns.saturating_mul(COLUMN), LINE);
        self.fill(at, end, ground);
        let mut next = at + IVec2::new(0, LEADING);
        let mut last = next;
        for letter in text.chars() {
            let glyph = glyph(letter);
            if is_combining(letter) {
                self.draw(last, &glyph, ink);
                continue;
            }
            self.draw(next, &glyph, ink);
            last = next;
            next.x += glyph.columns as i32 * COLUMN;
            if next.x >= self.size().x {
                return;
            }
        }
    }

    fn draw(&mut self, at: IVec2, glyph: &Glyph, ink: u32) {
        for (y, row) in (at.y..).zip(glyph.rows) {
            for x in (0..16).filter(|x| row & (0x8000 >> x) != 0) {
                self.dot(IVec2::new(at.x + x, y), ink);
            }
        }
    }

    fn dot(&mut self, at: IVec2, ink: u32) {
        if at.cmpge(IVec2::ZERO).all() && at.cmplt(self.size()).all() {
            let place = at.y as usize * self.size.x as usize + at.x as usize;
            if let Some(pixel) = self.pixels.get_mut(place) {
                *pixel = ink;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the rows of a text as letters: `#` for ink.
    fn written(text: &str) -> Vec<String> {
        let mut overlay = TextOverlay::default();
        overlay.begin(UVec2::new(24, LINE.unsigned_abs()));
        overlay.write(IVec2::ZERO, text, WHITE, BLACK);
        let dot = |pixel: &u32| if *pixel == WHITE { '#' } else { '.' };
        let rows = overlay.pixels.chunks_exact(24);
        rows.map(|row| row.iter().map(dot).collect()).collect()
    }

    #[test]
    fn an_overlay_without_texts_is_none() {
        let mut overlay = TextOverlay::default();
        overlay.begin(UVec2::new(16, 18));
        assert_eq!(overlay.finish(), None);
        overlay.write(IVec2::ZERO, "x", WHITE, BLACK);
        assert!(overlay.finish().is_some());
        overlay.begin(UVec2::new(16, 18));
        assert_eq!(overlay.finish(), None, "the next overlay begins empty");
    }

    #[test]
    fn lines_have_leading_between_them() {
        let rows = written("\u{c4}gq_");
        assert!(
            !rows[0].contains('#') && !rows[17].contains('#'),
            "{rows:#?}"
        );
        assert!(rows.iter().any(|row| row.contains('#')));
    }

    #[test]
    fn texts_outside_of_the_overlay_are_cut_off() {
        let mut overlay = TextOverlay::default();
        overlay.begin(UVec2::new(20, 20));
        for at in [
            IVec2::new(-4, -9),
            IVec2::new(15, 12),
            IVec2::new(999, -999),
        ] {
            overlay.write(at, "long text", WHITE, BLACK);
        }
        assert!(overlay.finish().is_some());
        overlay.begin(UVec2::ZERO);
        overlay.write(IVec2::ZERO, "text", WHITE, BLACK);
        assert_eq!(
            overlay.finish().map(|overlay| overlay.pixels().len()),
            Some(0)
        );
    }

    #[test]
    fn rows_break_between_words_and_within_long_words() {
        assert_eq!(wrap("a b\nc", 40), ["a b", "c"]);
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("T: talk   G: gesture", 20), ["T: talk   G: gesture"]);
        let path = "/x".repeat(30);
        assert_eq!(
            wrap(&format!("in {path}"), 40),
            ["in", &path[..40], &path[40..]]
        );
        assert_eq!(wrap("", 5), Vec::<String>::new());
        assert_eq!(
            wrap("abc", 0),
            ["ab", "c"],
            "a row has room for a wide letter"
        );
    }

    #[cfg(feature = "letters")]
    mod letters {
        use super::*;

        #[test]
        fn accents_cyrillic_greek_and_japanese_are_letters_of_their_own() {
            let unknown = written("\u{fffd}");
            for text in [
                "\u{e4}", "\u{df}", "\u{159}", "\u{416}", "\u{3a9}", "\u{65e5}", "\u{3042}",
            ] {
                let letter = written(text);
                assert!(letter.concat().contains('#'), "{text}");
                assert_ne!(letter, unknown, "{text}");
            }
            assert_ne!(written("\u{e4}"), written("a"));
        }

        #[test]
        fn wide_letters_take_two_columns() {
            assert_eq!(width("\u{65e5}\u{672c} x"), 6);
            assert_eq!(cut("\u{65e5}\u{672c}", 3), "\u{65e5}");
            assert_eq!(
                wrap("\u{65e5}\u{672c}\u{8a9e}", 4),
                ["\u{65e5}\u{672c}", "\u{8a9e}"]
            );
        }

        #[test]
        fn a_decomposed_letter_takes_one_column() {
            assert_eq!(width("e\u{301}"), 1);
            let ink = |text: &str| written(text).concat().matches('#').count();
            assert!(ink("e\u{301}") > ink("e"));
            assert!(
                written("e\u{301}")
                    .iter()
                    .all(|row| row.ends_with("................"))
            );
        }
    }
}

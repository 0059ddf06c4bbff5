//! Decodes run lengths as BOMP pictures (S16) and the strips of 3DO have them in each line (A70,
//! S14). Finds coded rows that begin with their length, in costumes and in pictures of objects
//! (A70, A90).

use super::table::check_size;
use crate::reader::{Reader, to_usize};
use crate::{Dialect, Result, Surface};

/// The transparent colour of a BOMP picture.
pub const TRANSPARENT: u8 = 255;

/// Reads a BOMP picture (S16): the blast objects and cursors of v6, v7 and v8. `data` is the
/// chunk's payload. Pixels that a line does not fill are 255, which is transparent.
///
/// # Errors
/// Returns [`crate::Error::Malformed`] if the header or a line is cut off, or
/// [`crate::Error::Limit`] if the picture is too large.
pub fn read(mut data: Reader<'_>, dialect: &Dialect) -> Result<Surface> {
    let place = data;
    let (width, height) = if dialect.version() == 8 {
        (
            to_usize(data.u32_le("a picture's width")?),
            to_usize(data.u32_le("a picture's height")?),
        )
    } else {
        data.skip(2, "an unused word")?;
        let width = data.u16_le("a picture's width")?;
        let height = data.u16_le("a picture's height")?;
        data.skip(4, "unused words")?;
        (width.into(), height.into())
    };
    check_size(width, height, place)?;
    let mut pixels = Vec::new();
    for _ in 0..height {
        let length = usize::from(data.u16_le("a line's length")?);
        let line = colours(data.bytes(length, "a line")?);
        pixels.extend(line.chain(std::iter::repeat(TRANSPARENT)).take(width));
    }
    Ok(Surface::from_pixels(width, height, pixels))
}

/// A run of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run<'a> {
    /// A number of pixels of one colour.
    Fill(usize, u8),
    /// A number of pixels, and a colour for each; fewer colours if the data ends first.
    Literal(usize, &'a [u8]),
}

impl Run<'_> {
    /// Returns the number of pixels, even if the data does not contain all of them.
    #[must_use]
    pub fn count(&self) -> usize {
        let (Self::Fill(count, _) | Self::Literal(count, _)) = *self;
        count
    }

    /// Returns the colours from left to right, as many as the data contains.
    pub(crate) fn colours(self) -> impl Iterator<Item = u8> {
        let (fill, literal) = match self {
            Self::Fill(count, colour) => {
                (Some(std::iter::repeat_n(colour, count)), Default::default())
            }
            Self::Literal(_, colours) => (None, colours),
        };
        literal.iter().copied().chain(fill.into_iter().flatten())
    }
}

/// Returns the runs of a line in stored order. A run begins with a byte `b` and has `n = (b >> 1) +
/// 1` pixels. If bit 0 of `b` is set, all of them have the colour in the next byte; otherwise the
/// next `n` bytes are their colours. The iterator ends with the data.
#[inline]
pub fn runs(mut bytes: &[u8]) -> impl Iterator<Item = Run<'_>> {
    std::iter::from_fn(move || {
        let (&code, rest) = bytes.split_first()?;
        let count = usize::from(code >> 1).saturating_add(1);
        if code & 1 != 0 {
            let (&colour, rest) = rest.split_first()?;
            bytes = rest;
            Some(Run::Fill(count, colour))
        } else {
            let (colours, rest) = rest.split_at_checked(count).unwrap_or((rest, &[]));
            bytes = rest;
            Some(Run::Literal(count, colours))
        }
    })
}

/// Returns the colours of all runs.
pub(crate) fn colours(bytes: &[u8]) -> impl Iterator<Item = u8> {
    runs(bytes).flat_map(Run::colours)
}

// Coded rows.

/// An iterator over rows that begin with their length, a little-endian 16-bit word (A70, A90).
///
/// The length is used only to find the next row. Each item contains all bytes after the length word
/// up to the end of the data, because a decoder continues until the row's width is covered. The
/// iterator ends with the data.
#[derive(Clone, Debug)]
pub struct Rows<'a>(&'a [u8]);

/// A coded row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row<'a> {
    /// The length as stored.
    pub length: u16,
    /// The codes and all bytes after them.
    pub codes: &'a [u8],
}

impl<'a> Rows<'a> {
    /// Creates an iterator over the rows coded in `data`.
    #[must_use]
    pub fn new(data: &'a [u8]) -> Self {
        Self(data)
    }
}

impl<'a> Iterator for Rows<'a> {
    type Item = Row<'a>;

    fn next(&mut self) -> Option<Row<'a>> {
        let (length, codes) = self.0.split_first_chunk()?;
        let length = u16::from_le_bytes(*length);
        self.0 = codes.get(usize::from(length)..).unwrap_or_default();
        Some(Row { length, codes })
    }
}

/// Removes and returns the first byte of a slice.
pub fn take_byte(data: &mut &[u8]) -> Option<u8> {
    let (first, rest) = data.split_first()?;
    *data = rest;
    Some(*first)
}

/// Removes and returns the first `count` bytes of a slice, or all bytes if there are fewer.
pub fn take_bytes<'a>(data: &mut &'a [u8], count: usize) -> &'a [u8] {
    let (taken, rest) = data.split_at(count.min(data.len()));
    *data = rest;
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Vec<u8> {
        colours(bytes).collect()
    }

    #[test]
    fn a_picture_has_a_header_by_version_and_lines_with_their_lengths_s16() {
        let lines = [3, 0, 2, 7, 8, 2, 0, 3, 9];
        let expected = Surface::new(3, 2, vec![7, 8, 255, 9, 9, 255]).unwrap();
        let v7 = [&[0, 0, 3, 0, 2, 0, 0, 0, 0, 0][..], &lines].concat();
        assert_eq!(read(Reader::new(&v7), &Dialect::new(7)).unwrap(), expected);
        let v8 = [&[3, 0, 0, 0, 2, 0, 0, 0][..], &lines].concat();
        assert_eq!(read(Reader::new(&v8), &Dialect::new(8)).unwrap(), expected);
        for len in 0..v8.len() {
            assert!(read(Reader::new(&v8[..len]), &Dialect::new(8)).is_err());
        }
        assert!(
            read(Reader::new(&[0xff; 16]), &Dialect::new(8)).is_err(),
            "too large"
        );
    }

    #[test]
    fn a_cut_run_gives_what_there_is() {
        assert_eq!(all(&[0x10, 1, 2]), [1, 2]);
        assert_eq!(all(&[0x11]), [0_u8; 0]);
    }

    #[test]
    fn the_example_of_s14_decodes() {
        let bytes = [
            5, 0x0a, 0x10, 0x0b, 0x0c, 0x0d, 0x0c, 0x0b, 40, 40, 41, 42, 7, 7,
        ];
        assert!(scumm_book::says("S14", &bytes).unwrap());
        assert_eq!(
            all(&bytes),
            [10, 10, 10, 11, 12, 13, 12, 11, 40, 40, 41, 42, 7, 7, 7, 7]
        );
    }

    #[test]
    fn rows_are_found_by_their_length_a70() {
        let rows: Vec<_> = Rows::new(&[1, 0, 9, 0, 0, 5, 0, 7])
            .map(|row| (row.length, row.codes.len()))
            .collect();
        assert_eq!(rows, [(1, 6), (0, 3), (5, 1)]);
        assert_eq!(Rows::new(&[1]).next(), None);
    }
}

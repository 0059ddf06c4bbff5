//! Byte run lengths of a line (A70, S14): BOMP pictures (S16) and the 3DO strips share them.

use crate::reader::Reader;
use crate::room::check_size;
use crate::{Dialect, Result, Surface};

/// The colour that a BOMP picture leaves out.
pub const TRANSPARENT: u8 = 255;

/// Reads a BOMP picture (S16): the blast objects and cursors of v6, v7 and v8. `data` is the chunk's payload. What a
/// line does not fill is [`TRANSPARENT`].
///
/// # Errors
/// [`crate::Error::Malformed`] where the header or a line is cut, [`crate::Error::Limit`] for an enormous picture.
pub fn read(mut data: Reader<'_>, dialect: &Dialect) -> Result<Surface> {
    let place = data;
    let size = |word: u32| usize::try_from(word).unwrap_or(usize::MAX);
    let (width, height) = if dialect.version() == 8 {
        (size(data.u32_le("a picture's width")?), size(data.u32_le("a picture's height")?))
    } else {
        data.skip(2, "an unused word")?;
        let (width, height) = (data.u16_le("a picture's width")?, data.u16_le("a picture's height")?);
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
    Ok(Surface { width, height, pixels })
}

/// One run of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run<'a> {
    /// The same colour several times.
    Fill(u8, usize),
    /// Colours one by one.
    Literal(&'a [u8]),
}

impl<'a> Run<'a> {
    /// Its pixels.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Fill(_, count) => *count,
            Self::Literal(colours) => colours.len(),
        }
    }

    /// Always false: a run has at least one pixel, but for one cut by the end of the data.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Its colours from left to right.
    pub fn into_colours(self) -> impl Iterator<Item = u8> + use<'a> {
        let (literal, fill): (&[u8], _) = match self {
            Self::Fill(colour, count) => (&[], Some((colour, count))),
            Self::Literal(colours) => (colours, None),
        };
        let filled = fill.map(|(colour, count)| std::iter::repeat_n(colour, count));
        literal.iter().copied().chain(filled.into_iter().flatten())
    }
}

/// The runs of a line in stored order: `n = (b >> 1) + 1`; bit 0 of `b` set: `n` times the next byte, else `n` bytes.
/// Ends where the data ends; a literal run that is cut there gives what there is.
#[derive(Clone, Debug)]
pub struct Runs<'a>(&'a [u8]);

impl<'a> Runs<'a> {
    /// The runs of these bytes.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }
}

impl<'a> Iterator for Runs<'a> {
    type Item = Run<'a>;

    fn next(&mut self) -> Option<Run<'a>> {
        let (&code, rest) = self.0.split_first()?;
        let count = usize::from(code >> 1).saturating_add(1);
        if code & 1 != 0 {
            let (&colour, rest) = rest.split_first()?;
            self.0 = rest;
            Some(Run::Fill(colour, count))
        } else {
            let (colours, rest) = rest.split_at_checked(count).unwrap_or((rest, &[]));
            self.0 = rest;
            Some(Run::Literal(colours))
        }
    }
}

/// The colours of all runs.
pub fn colours(bytes: &[u8]) -> impl Iterator<Item = u8> {
    Runs::new(bytes).flat_map(Run::into_colours)
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
        let expected = Surface { width: 3, height: 2, pixels: vec![7, 8, 255, 9, 9, 255] };
        let v7 = [&[0, 0, 3, 0, 2, 0, 0, 0, 0, 0][..], &lines].concat();
        assert_eq!(read(Reader::new(&v7), &Dialect::new(7)).unwrap(), expected);
        let v8 = [&[3, 0, 0, 0, 2, 0, 0, 0][..], &lines].concat();
        assert_eq!(read(Reader::new(&v8), &Dialect::new(8)).unwrap(), expected);
        for len in 0..v8.len() {
            assert!(read(Reader::new(&v8[..len]), &Dialect::new(8)).is_err());
        }
        assert!(read(Reader::new(&[0xff; 16]), &Dialect::new(8)).is_err(), "too large");
    }

    #[test]
    fn a_cut_run_gives_what_there_is() {
        assert_eq!(all(&[0x10, 1, 2]), [1, 2]);
        assert_eq!(all(&[0x11]), [0_u8; 0]);
    }

    #[test]
    fn the_example_of_s14_decodes() {
        let bytes = [5, 0x0a, 0x10, 0x0b, 0x0c, 0x0d, 0x0c, 0x0b, 40, 40, 41, 42, 7, 7];
        assert_eq!(all(&bytes), [10, 10, 10, 11, 12, 13, 12, 11, 40, 40, 41, 42, 7, 7, 7, 7]);
    }
}

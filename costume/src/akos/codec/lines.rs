//! Decoding of pictures of codecs 5, 16 and 32 row by row, so that drawing needs no memory for a
//! whole picture.

use scumm_room::codec::Complex;

use super::{Rows, bomp, majmin, trle};

/// The rows of a picture, from top to bottom.
#[derive(Clone, Debug)]
pub enum Lines<'a> {
    /// Codec 5, with the order of the pixels in a row (A70, A73).
    Bomp(Rows<'a>, bomp::Order),
    /// Codec 16.
    Majmin {
        /// The colour stream; `None` if there is no data.
        stream: Option<Complex<'a>>,
        /// The transparent colour (A82).
        transparent: u8,
        /// True if rows are decoded from right to left.
        mirrored: bool,
    },
    /// Codec 32 (A90).
    Trle(Rows<'a>),
}

impl<'a> Lines<'a> {
    /// Creates the rows of a picture of codec 16 (A80..A82).
    #[must_use]
    pub fn majmin(data: &'a [u8], transparent: u8, mirrored: bool) -> Self {
        Self::Majmin {
            stream: majmin::stream(data),
            transparent,
            mirrored,
        }
    }

    /// Decodes the next row: writes colours to `pixels`, and 0xFF for a gap or 0 for a pixel to
    /// `gaps`. Both slices have the width of the picture.
    pub fn next_row(&mut self, pixels: &mut [u8], gaps: &mut [u8]) {
        let transparent = match self {
            Self::Bomp(rows, order) => {
                bomp::decode_row(rows.next(), *order, pixels);
                bomp::TRANSPARENT
            }
            Self::Majmin {
                stream,
                transparent,
                mirrored,
            } => {
                majmin::decode_row(stream, pixels);
                if *mirrored {
                    pixels.reverse();
                }
                *transparent
            }
            Self::Trle(rows) => return trle::decode_row(rows.next(), pixels, gaps),
        };
        for (gap, pixel) in gaps.iter_mut().zip(pixels) {
            *gap = if *pixel == transparent { 0xff } else { 0 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(mut lines: Lines<'_>, width: usize, rows: usize) -> String {
        let mut pixels = vec![1; width];
        let mut gaps = vec![1; width];
        let mut text = String::new();
        for _ in 0..rows {
            lines.next_row(&mut pixels, &mut gaps);
            text.extend(pixels.iter().zip(&gaps).map(|(&p, &g)| {
                if g == 0 {
                    char::from(b'0'.wrapping_add(p))
                } else {
                    '.'
                }
            }));
        }
        text
    }

    #[test]
    fn rows_come_from_the_top_and_end_in_gaps() {
        let bomp = [4, 0, 2 << 1, 1, 255, 3];
        assert_eq!(
            drawn(Lines::Bomp(Rows::new(&bomp), bomp::Order::Stored), 3, 2),
            "1.3..."
        );
        assert_eq!(
            drawn(Lines::Bomp(Rows::new(&bomp), bomp::Order::Mirrored), 3, 1),
            "3.1"
        );
        assert_eq!(
            drawn(Lines::Trle(Rows::new(&[4, 0, 2 << 2, 1, 2, 3])), 4, 2),
            "123....."
        );
    }

    #[test]
    fn codec_16_goes_on_over_the_ends_of_rows_a81() {
        let data = majmin::encode(&[1, 2, 3, 4, 5, 6]);
        assert_eq!(drawn(Lines::majmin(&data, 3, false), 3, 2), "12.456");
        assert_eq!(drawn(Lines::majmin(&data, 255, true), 3, 2), "321654");
        assert_eq!(drawn(Lines::majmin(&[], 255, false), 2, 2), "....");
    }
}

//! Codec 5: rows of runs and literals (A70, A73).
//!
//! A code byte b stands for n = (b >> 1) + 1 pixels: bit 0 set, n times the next byte; else n bytes follow.
#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use super::{Row, Rows, literal_length, run_length, take_byte, take_bytes};

/// The transparent colour (A71).
pub const TRANSPARENT: u8 = 255;

/// In which order the pixels of a row are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// As stored.
    Stored,
    /// From right to left.
    Mirrored,
    /// Runs from right to left, but the bytes of a literal as stored (A73).
    MirroredRuns,
}

/// Decodes a picture of `width` pixels a row into all of `pixels`; what the data do not give is transparent.
pub fn decode(data: &[u8], width: usize, order: Order, pixels: &mut [u8]) {
    pixels.fill(TRANSPARENT);
    if width > 0 {
        for (row, pixels) in Rows::new(data).zip(pixels.chunks_exact_mut(width)) {
            decode_row(row, order, pixels);
        }
    }
}

fn decode_row(row: Row<'_>, order: Order, mut pixels: &mut [u8]) {
    let mut codes = row.codes;
    while !pixels.is_empty() {
        let Some(code) = take_byte(&mut codes) else { return };
        let count = usize::from(code >> 1).saturating_add(1).min(pixels.len());
        let (part, rest) = if order == Order::Stored {
            pixels.split_at_mut(count)
        } else {
            let (rest, part) = pixels.split_at_mut(pixels.len().saturating_sub(count));
            (part, rest)
        };
        if code & 1 != 0 {
            let Some(colour) = take_byte(&mut codes) else { return };
            part.fill(colour);
        } else {
            let literal = take_bytes(&mut codes, count);
            part.iter_mut().zip(literal).for_each(|(pixel, &colour)| *pixel = colour);
            if order == Order::Mirrored {
                part.reverse();
            }
        }
        pixels = rest;
    }
}

/// The most pixels of one code.
const LONGEST: usize = 128;
/// The shortest run that is worth a code of its own inside literals.
const WORTH: usize = 3;

/// Codes one row, without the word of its length.
#[must_use]
pub fn encode_row(mut pixels: &[u8]) -> Vec<u8> {
    let mut codes = Vec::new();
    while let Some(&colour) = pixels.first() {
        let run = run_length(pixels, LONGEST);
        let count = if run >= WORTH || run == pixels.len() {
            codes.extend([code(run) | 1, colour]);
            run
        } else {
            let literal = literal_length(pixels, LONGEST, WORTH);
            codes.push(code(literal));
            codes.extend(pixels.iter().take(literal));
            literal
        };
        pixels = pixels.get(count..).unwrap_or_default();
    }
    codes
}

/// The code of a number of pixels, as that of a literal.
fn code(count: usize) -> u8 {
    u8::try_from(count.saturating_sub(1).saturating_mul(2)).unwrap_or(u8::MAX)
}

#[cfg(test)]
#[allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)]
mod tests {
    use super::*;

    fn decoded(data: &[u8], width: usize, height: usize, order: Order) -> Vec<u8> {
        let mut pixels = vec![0; width * height];
        decode(data, width, order, &mut pixels);
        pixels
    }

    #[test]
    fn odd_codes_are_runs_even_ones_literals_a70() {
        let data = [5, 0, 3 << 1 | 1, 7, 1 << 1, 8, 9, 2, 0, 5 << 1 | 1, 4];
        assert_eq!(decoded(&data, 6, 2, Order::Stored), [7, 7, 7, 7, 8, 9, 4, 4, 4, 4, 4, 4]);
    }

    #[test]
    fn mirrored_runs_keep_the_order_of_literals_a73() {
        let data = [6, 0, 1 << 1 | 1, 7, 2 << 1, 1, 2, 3];
        assert_eq!(decoded(&data, 5, 1, Order::MirroredRuns), [1, 2, 3, 7, 7]);
        assert_eq!(decoded(&data, 5, 1, Order::Mirrored), [3, 2, 1, 7, 7]);
    }

    #[test]
    fn a_literal_cut_by_the_width_keeps_its_first_bytes_a73() {
        let data = [4, 0, 2 << 1, 1, 2, 3];
        assert_eq!(decoded(&data, 2, 1, Order::Stored), [1, 2]);
        assert_eq!(decoded(&data, 2, 1, Order::MirroredRuns), [1, 2]);
    }

    #[test]
    fn encoding_takes_runs_where_they_are_shorter() {
        assert_eq!(encode_row(&[7, 7, 7, 7, 8, 9, 9, 1]), [7, 7, 6, 8, 9, 9, 1]);
        assert_eq!(encode_row(&[5; 130]), [255, 5, 3, 5]);
    }

    proptest::proptest! {
        #[test]
        fn decoding_gives_back_what_was_encoded(pixels in proptest::collection::vec(0u8..4, 1..700)) {
            let codes = encode_row(&pixels);
            let data = [&u16::try_from(codes.len()).unwrap().to_le_bytes()[..], &codes].concat();
            proptest::prop_assert_eq!(decoded(&data, pixels.len(), 1, Order::Stored), pixels);
        }
    }

    #[test]
    fn what_is_missing_is_transparent() {
        assert_eq!(decoded(&[9, 0, 0, 5], 3, 2, Order::Stored), [5, 255, 255, 255, 255, 255]);
        assert_eq!(decoded(&[9, 0, 1], 2, 1, Order::Stored), [255, 255]);
        assert_eq!(decoded(&[], 0, 0, Order::Stored), [0; 0]);
    }
}

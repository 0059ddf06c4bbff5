//! Codec 5: rows of runs and literals (A70, A73). Room pictures use the same codes ([`Run`]).

use scumm_room::codec::{Run, bomp_runs};

use super::trle::Code;
use super::{Row, Rows};

/// The transparent colour (A71).
pub const TRANSPARENT: u8 = 255;

/// The order in which the pixels of a row are decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// The stored order.
    Stored,
    /// From right to left.
    Mirrored,
    /// Codes from right to left, but the bytes of a literal in the stored order (A73).
    MirroredRuns,
}

/// Decodes a picture that is `width` pixels wide. Pixels for which there is no data are
/// transparent.
pub fn decode(data: &[u8], width: usize, order: Order, pixels: &mut [u8]) {
    let mut rows = Rows::new(data);
    pixels
        .chunks_mut(width.max(1))
        .for_each(|pixels| decode_row(rows.next(), order, pixels));
}

/// Decodes a row. Pixels for which there is no data are transparent.
pub(super) fn decode_row(row: Option<Row<'_>>, order: Order, mut pixels: &mut [u8]) {
    pixels.fill(TRANSPARENT);
    let Some(row) = row else { return };
    for run in bomp_runs(row.codes) {
        let count = run.count().min(pixels.len());
        let (part, rest) = if order == Order::Stored {
            pixels.split_at_mut(count)
        } else {
            let (rest, part) = pixels.split_at_mut(pixels.len().saturating_sub(count));
            (part, rest)
        };
        match run {
            Run::Fill(_, colour) => part.fill(colour),
            Run::Literal(_, colours) => {
                part.iter_mut()
                    .zip(colours)
                    .for_each(|(pixel, &colour)| *pixel = colour);
                if order == Order::Mirrored {
                    part.reverse();
                }
            }
        }
        if rest.is_empty() {
            return;
        }
        pixels = rest;
    }
}

/// Converts a code byte to a code of codec 32. Codec 5 has the same runs and literals, but no code
/// that skips pixels.
pub(in super::super) fn code(byte: u8) -> Code {
    let count = usize::from(byte >> 1).saturating_add(1);
    if byte & 1 != 0 {
        Code::Run(count)
    } else {
        Code::Copy(count)
    }
}

#[cfg(test)]
mod tests {
    use scumm_book::says;

    use super::*;

    fn decoded(data: &[u8], width: usize, height: usize, order: Order) -> Vec<u8> {
        let mut pixels = vec![0; width * height];
        decode(data, width, order, &mut pixels);
        pixels
    }

    #[test]
    fn odd_codes_are_runs_even_ones_literals_a70() {
        let data = [5, 0, 3 << 1 | 1, 7, 1 << 1, 8, 9, 2, 0, 5 << 1 | 1, 4];
        assert_eq!(
            decoded(&data, 6, 2, Order::Stored),
            [7, 7, 7, 7, 8, 9, 4, 4, 4, 4, 4, 4]
        );
    }

    #[test]
    fn the_examples_of_a70_and_a73_decode() {
        let data = [5, 0, 6, 1, 2, 3, 4, 2, 0, 7, 9];
        assert!(says("A70", &data).unwrap());
        assert_eq!(
            decoded(&data, 4, 2, Order::Stored),
            [1, 2, 3, 4, 9, 9, 9, 9]
        );
        let data = [5, 0, 2, 1, 2, 3, 9];
        assert!(says("A73", &data[2..5]).unwrap());
        assert_eq!(decoded(&data, 4, 1, Order::Stored), [1, 2, 9, 9]);
        assert_eq!(decoded(&data, 4, 1, Order::MirroredRuns), [9, 9, 1, 2]);
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
    fn what_is_missing_is_transparent() {
        assert_eq!(
            decoded(&[9, 0, 0, 5], 3, 2, Order::Stored),
            [5, 255, 255, 255, 255, 255]
        );
        assert_eq!(decoded(&[9, 0, 1], 2, 1, Order::Stored), [255, 255]);
        assert_eq!(decoded(&[], 0, 0, Order::Stored), [0; 0]);
    }
}

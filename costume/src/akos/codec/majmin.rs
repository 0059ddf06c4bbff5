//! Codec 16: one bit stream of colour changes for the whole picture, which does not mark the ends
//! of rows (A80, A81).
//!
//! The first byte is the number of bits of a new colour, the second one the first colour. Bits
//! follow, the lowest of each byte first:
//!
//! | bits | meaning |
//! |---|---|
//! | `0` | the next pixel has the same colour |
//! | `1 0` n bits | a new colour |
//! | `1 1` d (3 bits), d != 4 | the colour changes by d - 4 |
//! | `1 1` 4 (3 bits) n (8 bits) | the next n pixels have the same colour; with n = 0 or 1, all that are left |

use scumm_room::codec::Complex;
#[cfg(feature = "edit")]
use scumm_room::edit::{BitWriter, encode_complex};

/// The transparent colour of v7 and v8. Humongous games have another one (A82).
pub const TRANSPARENT: u8 = 255;

/// Decodes a picture. Bits after the end of the data are 0. If there is no data, all pixels are
/// transparent.
pub fn decode(data: &[u8], pixels: &mut [u8]) {
    decode_row(&mut stream(data), pixels);
}

/// Returns the colour stream of a picture; `None` if there is no data.
pub(super) fn stream(data: &[u8]) -> Option<Complex<'_>> {
    let (&[shift, first], stream) = data.split_first_chunk()?;
    Some(Complex::padded(stream, shift, first))
}

/// Decodes the next `pixels.len()` pixels.
pub(super) fn decode_row(stream: &mut Option<Complex<'_>>, pixels: &mut [u8]) {
    match stream {
        None => pixels.fill(TRANSPARENT),
        Some(stream) => drop(stream.fill(pixels)),
    }
}

/// Encodes a picture.
#[cfg(feature = "edit")]
#[must_use]
pub fn encode(pixels: &[u8]) -> Vec<u8> {
    let highest = pixels.iter().max().copied().unwrap_or(0);
    let shift = u8::try_from(u8::BITS.saturating_sub(highest.leading_zeros()).max(1)).unwrap_or(8);
    let mut bits = BitWriter::new(vec![shift, pixels.first().copied().unwrap_or(0)]);
    let all = encode_complex(pixels, shift, &mut bits);
    debug_assert!(all.is_some(), "every colour fits the bits of the highest");
    bits.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Packs (value, bits) pairs, the lowest bit first.
    fn pack(fields: &[(u32, u32)]) -> Vec<u8> {
        let bits: Vec<u32> = fields
            .iter()
            .flat_map(|&(value, bits)| (0..bits).map(move |i| value >> i & 1))
            .collect();
        bits.chunks(8)
            .map(|byte| byte.iter().rev().fold(0, |all, &bit| all << 1 | bit as u8))
            .collect()
    }

    fn decoded(shift: u8, first: u8, fields: &[(u32, u32)], size: usize) -> Vec<u8> {
        let mut pixels = vec![0; size];
        decode(&[vec![shift, first], pack(fields)].concat(), &mut pixels);
        pixels
    }

    #[test]
    fn same_new_and_changed_colours_a81() {
        let fields = [
            (0, 1),
            (1, 1),
            (0, 1),
            (0b1011, 4),
            (0b11, 2),
            (7, 3),
            (0b11, 2),
            (0, 3),
        ];
        assert_eq!(decoded(4, 9, &fields, 6), [9, 9, 11, 14, 10, 10]);
    }

    #[test]
    fn the_example_of_a81_decodes() {
        let data = [4, 5, 0xca, 0x0b];
        assert!(scumm_book::says("A81", &data).unwrap());
        let mut pixels = [0; 4];
        decode(&data, &mut pixels);
        assert_eq!(pixels, [5, 5, 9, 10]);
    }

    #[test]
    fn colours_wrap_a81() {
        assert_eq!(
            decoded(4, 1, &[(0b11, 2), (0, 3), (0b11, 2), (7, 3)], 3),
            [1, 253, 0]
        );
    }

    #[test]
    fn a_repeat_of_n_reads_bits_again_after_the_nth_pixel_a81() {
        let fields = [(0b11, 2), (4, 3), (3, 8), (0b11, 2), (5, 3)];
        assert_eq!(decoded(4, 9, &fields, 6), [9, 9, 9, 9, 10, 10]);
    }

    #[test]
    fn a_repeat_of_0_or_1_lasts_for_ever_a81() {
        for count in [0, 1] {
            let fields = [
                (0b11, 2),
                (4, 3),
                (count, 8),
                (0b11, 2),
                (5, 3),
                (0b11, 2),
                (5, 3),
            ];
            assert_eq!(decoded(4, 9, &fields, 300), [9; 300]);
        }
    }

    #[test]
    fn new_colours_have_as_many_bits_as_the_first_byte_says_a80() {
        for shift in 1..=8u32 {
            let colour = (1u32 << shift) - 1;
            let fields = [(1, 1), (0, 1), (colour, shift), (0b11, 2), (5, 3)];
            let expected = [7, colour as u8, (colour as u8).wrapping_add(1)];
            assert_eq!(decoded(shift as u8, 7, &fields, 3), expected);
        }
        assert_eq!(
            decoded(
                20,
                7,
                &[(1, 1), (0, 1), (0x7_ff21, 20), (0b11, 2), (5, 3)],
                3
            ),
            [7, 0x21, 0x22]
        );
    }

    #[test]
    fn encoding_takes_the_shortest_of_the_four_codes() {
        let fields = [
            (0, 1),
            (0b11, 2),
            (5, 3),
            (0b01, 2),
            (31, 5),
            (0b11, 2),
            (4, 3),
            (20, 8),
            (0b11, 2),
            (3, 3),
        ];
        let pixels = [vec![9, 9, 10], vec![31; 21], vec![30]].concat();
        assert_eq!(encode(&pixels), [vec![5, 9], pack(&fields)].concat());
    }

    proptest::proptest! {
        #[test]
        fn decoding_gives_back_what_was_encoded(
            runs in proptest::collection::vec((proptest::prelude::any::<u8>(), 1usize..300), 1..20),
            mask in 1u8..,
        ) {
            let pixels: Vec<u8> = runs.iter().flat_map(|&(colour, n)| vec![colour & mask; n % (n % 7 + 1) + n % 300]).collect();
            let mut back = vec![0; pixels.len()];
            decode(&encode(&pixels), &mut back);
            proptest::prop_assert_eq!(back, pixels);
        }
    }

    #[test]
    fn cut_data_end_in_one_colour_and_none_in_nothing() {
        let mut pixels = [0; 5];
        decode(&[4, 9], &mut pixels);
        assert_eq!(pixels, [9; 5]);
        decode(&[4], &mut pixels);
        assert_eq!(pixels, [255; 5]);
    }
}

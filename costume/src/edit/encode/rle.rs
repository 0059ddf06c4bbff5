//! The encoder of the run lengths of COST and of AKOS codec 1 (C36).

use scumm_room::Surface;

use crate::draw::Packing;

/// The longest run that the encoder writes. 256 is allowed (C36), but no known costume has one.
const LONGEST: usize = 255;

/// Encodes a picture column by column from the left, each from its top (C36). Each pixel must be
/// less than [`Packing::colours`].
pub(super) fn encode_columns(picture: &Surface, packing: Packing) -> Vec<u8> {
    let column = |x| {
        picture
            .pixels()
            .iter()
            .skip(x)
            .step_by(picture.width())
            .copied()
    };
    encode((0..picture.width()).flat_map(column), packing)
}

/// Encodes pixels in the order of the data. Each pixel must be less than [`Packing::colours`].
#[must_use]
pub fn encode(pixels: impl IntoIterator<Item = u8>, packing: Packing) -> Vec<u8> {
    let mut data = Vec::new();
    let mut pixels = pixels.into_iter().peekable();
    while let Some(colour) = pixels.next() {
        let mut run = 1;
        while run < LONGEST && pixels.next_if_eq(&colour).is_some() {
            run = run.saturating_add(1);
        }
        let high = colour << packing.length_bits();
        match u8::try_from(run) {
            Ok(run) if run <= packing.short_run() => data.push(high | run),
            run => data.extend([high, run.unwrap_or(u8::MAX)]),
        }
    }
    data
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::draw::rle::Runs;

    #[test]
    fn short_runs_take_one_byte_and_long_ones_two_c36() {
        let pixels = |colour, count| std::iter::repeat_n(colour, count);
        assert_eq!(encode(pixels(5, 15), Packing::Colours16), [0x5f]);
        assert_eq!(encode(pixels(5, 16), Packing::Colours16), [0x50, 16]);
        assert_eq!(
            encode(pixels(17, 7).chain(pixels(0, 1)), Packing::Colours32),
            [17 << 3 | 7, 1]
        );
        assert_eq!(
            encode(pixels(9, 256), Packing::Colours16),
            [0x90, 255, 0x91]
        );
        assert_eq!(encode([], Packing::Colours16), []);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(
            runs in proptest::collection::vec((0u8..16, 1usize..600), 0..40),
            packing in prop::sample::select(vec![Packing::Colours16, Packing::Colours32, Packing::Colours64]),
        ) {
            let pixels: Vec<u8> = runs.iter().flat_map(|&(c, n)| std::iter::repeat_n(c, n)).collect();
            let data = encode(pixels.iter().copied(), packing);
            let mut read = Runs::new(&data, packing);
            prop_assert_eq!(read.by_ref().collect::<Vec<_>>(), pixels);
            prop_assert_eq!(read.consumed(), data.len());
        }
    }
}

//! Rows of codecs 5 and 32, written (A70, A90).

use scumm_room::Surface;

use super::draft::{Draft, DraftCel};
use crate::akos::akhd::Codec;
use crate::akos::codec::{bomp, majmin, trle};
use crate::draw::rle::{Packing, Runs};

/// The most pixels of one code of codec 5.
const BOMP_LONGEST: usize = 128;
/// The most pixels of a run or a literal of codec 32.
const TRLE_LONGEST: usize = 64;
/// The most pixels of a gap of codec 32.
const TRLE_LONGEST_GAP: usize = 127;
/// The shortest run that is worth a code of its own inside literals.
const WORTH: usize = 3;

/// Codes one row of codec 5 (A70), without the word of its length.
pub(super) fn bomp_row(mut pixels: &[u8]) -> Vec<u8> {
    let mut codes = Vec::new();
    while let Some(&colour) = pixels.first() {
        let run = run_length(pixels, BOMP_LONGEST);
        let count = if run >= WORTH || run == pixels.len() {
            codes.extend([bomp_code(run) | 1, colour]);
            run
        } else {
            let literal = literal_length(pixels, BOMP_LONGEST, WORTH);
            codes.push(bomp_code(literal));
            codes.extend(pixels.iter().take(literal));
            literal
        };
        pixels = pixels.get(count..).unwrap_or_default();
    }
    codes
}

/// The code of a number of pixels, as that of a literal.
fn bomp_code(count: usize) -> u8 {
    u8::try_from(count.saturating_sub(1).saturating_mul(2)).unwrap_or(u8::MAX)
}

/// Codes one row of codec 32 (A90), without the word of its length; a row of gaps alone has no codes.
pub(super) fn trle_row(mut pixels: &[u8], mut gaps: &[u8]) -> Vec<u8> {
    let mut codes = Vec::new();
    if gaps.iter().all(|&gap| gap != 0) {
        return codes;
    }
    while !pixels.is_empty() && !gaps.is_empty() {
        let shown = gaps.iter().take_while(|&&gap| gap == 0).count();
        let part = pixels.get(..shown).unwrap_or(pixels);
        let run = run_length(part, TRLE_LONGEST);
        let count = if shown == 0 {
            let gap = gaps.iter().take(TRLE_LONGEST_GAP).take_while(|&&gap| gap != 0).count();
            codes.push(trle_code(gap.saturating_mul(2)) | 1);
            gap
        } else if run >= WORTH || run == part.len() {
            codes.push(trle_code(run.saturating_sub(1).saturating_mul(4)) | 2);
            codes.extend(part.first());
            run
        } else {
            let literal = literal_length(part, TRLE_LONGEST, WORTH);
            codes.push(trle_code(literal.saturating_sub(1).saturating_mul(4)));
            codes.extend(part.iter().take(literal));
            literal
        };
        pixels = pixels.get(count..).unwrap_or_default();
        gaps = gaps.get(count..).unwrap_or_default();
    }
    codes
}

fn trle_code(value: usize) -> u8 {
    u8::try_from(value).unwrap_or(u8::MAX)
}

/// Whether coded pixels give those of a cel.
pub(super) fn decodes_to(draft: &Draft, cel: &DraftCel, coded: &[u8]) -> bool {
    let Surface { width, height, pixels } = &*cel.cel;
    let mut surface = Surface::filled(*width, *height, 0);
    match draft.codec {
        Codec::Rle => {
            Runs::new(coded, Packing::of_palette(draft.palette.len())).fill_columns(&mut surface);
        }
        Codec::Bomp => bomp::decode(coded, *width, bomp::Order::Stored, &mut surface.pixels),
        Codec::Majmin => majmin::decode(coded, &mut surface.pixels),
        Codec::Trle => {
            let mut gaps = vec![0; pixels.len()];
            trle::decode(coded, *width, &mut surface.pixels, &mut gaps);
            if gaps != cel.gaps {
                return false;
            }
        }
        Codec::Unknown(_) => return false,
    }
    surface.pixels == *pixels
}

/// How many pixels at the start have one colour, at most `most`.
fn run_length(pixels: &[u8], most: usize) -> usize {
    pixels.iter().take(most).take_while(|&pixel| Some(pixel) == pixels.first()).count()
}

/// How many pixels at the start, at most `most`, come before a run of at least `worth`.
fn literal_length(pixels: &[u8], most: usize, worth: usize) -> usize {
    let runs = (1..pixels.len().min(most)).find(|&at| pixels.get(at..).is_some_and(|p| run_length(p, worth) >= worth));
    runs.unwrap_or(pixels.len().min(most))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A row with the word of its length.
    fn with_length(codes: &[u8]) -> Vec<u8> {
        [&u16::try_from(codes.len()).unwrap().to_le_bytes()[..], codes].concat()
    }

    #[test]
    fn codec_5_takes_runs_where_they_are_shorter_a70() {
        assert_eq!(bomp_row(&[7, 7, 7, 7, 8, 9, 9, 1]), [7, 7, 6, 8, 9, 9, 1]);
        assert_eq!(bomp_row(&[5; 130]), [255, 5, 3, 5]);
    }

    #[test]
    fn codec_32_has_gaps_runs_and_literals_a90() {
        let codes = trle_row(&[0, 0, 5, 5, 5, 6, 7, 0], &[1, 1, 0, 0, 0, 0, 0, 1]);
        assert_eq!(codes, [2 << 1 | 1, 2 << 2 | 2, 5, 1 << 2, 6, 7, 1 << 1 | 1]);
        assert_eq!(trle_row(&[1, 2], &[1, 1]), []);
    }

    proptest! {
        #[test]
        fn what_codec_5_writes_is_read_again(pixels in prop::collection::vec(0u8..4, 1..700)) {
            let mut back = vec![9; pixels.len()];
            bomp::decode(&with_length(&bomp_row(&pixels)), pixels.len(), bomp::Order::Stored, &mut back);
            prop_assert_eq!(back, pixels);
        }

        #[test]
        fn what_codec_32_writes_is_read_again(row in prop::collection::vec((0u8..4, 0u8..4), 1..700)) {
            let gaps: Vec<u8> = row.iter().map(|&(_, gap)| if gap == 0 { 0xff } else { 0 }).collect();
            let pixels: Vec<u8> = row.iter().map(|&(pixel, gap)| if gap == 0 { 0 } else { pixel }).collect();
            let (mut back, mut holes) = (vec![9; row.len()], vec![9; row.len()]);
            trle::decode(&with_length(&trle_row(&pixels, &gaps)), row.len(), &mut back, &mut holes);
            prop_assert_eq!((back, holes), (pixels, gaps));
        }
    }
}

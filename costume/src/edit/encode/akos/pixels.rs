//! The coded pixels of a cel (C36, A70, A80, A90).

use super::draft::{AkosDraft, DraftCel};
use crate::akos::Codec;
use crate::akos::cel::{CEL_PIXELS, decode};
use crate::akos::codecs::encode_majmin;
use crate::draw::Packing;
use crate::edit::encode::encode_surface;

/// The most pixels that one code of codec 5 encodes.
const BOMP_LONGEST: usize = 128;
/// The bit of a code of codec 5 that makes it a run.
const BOMP_RUN: u8 = 1;
/// The most pixels of a run or a literal in codec 32.
const TRLE_LONGEST: usize = 64;
/// The bit of a code of codec 32 that makes it a run.
const TRLE_RUN: u8 = 2;
/// The most pixels of a gap in codec 32.
const TRLE_LONGEST_GAP: usize = 127;
/// The length of the shortest run that gets its own code inside literals.
const WORTH: usize = 3;

/// Returns the coded pixels of a cel: the stored coded pixels if they still decode to the pixels of
/// the cel, otherwise newly encoded pixels.
pub(super) fn kept(
    draft: &AkosDraft,
    cel: &DraftCel,
    stored: Option<&Vec<u8>>,
) -> Result<Vec<u8>, String> {
    match stored.filter(|stored| decodes_to(draft, cel, stored)) {
        Some(stored) => Ok(stored.clone()),
        None if cel.cel.pixels().is_empty() => Ok(Vec::new()),
        None => code(draft, cel),
    }
}

fn side(pixels: usize) -> Result<u16, String> {
    u16::try_from(pixels).map_err(|_| {
        format!(
            "expected at most 65535 pixels on a side, found \
        {pixels}"
        )
    })
}

/// Returns the width and height.
pub(super) fn size(cel: &DraftCel) -> Result<(u16, u16), String> {
    Ok((side(cel.cel.width())?, side(cel.cel.height())?))
}

/// Encodes the pixels of a cel.
pub(super) fn code(draft: &AkosDraft, cel: &DraftCel) -> Result<Vec<u8>, String> {
    let surface = &*cel.cel;
    let (width, height) = size(cel)?;
    let area = u64::from(width) * u64::from(height);
    if area > u64::from(CEL_PIXELS) || surface.pixels().len() as u64 != area {
        return Err(format!(
            "expected {area} and at most {CEL_PIXELS} pixels, found {}",
            surface.pixels().len()
        ));
    }
    let lines = surface.pixels().chunks(surface.width().max(1));
    match draft.codec {
        Codec::Rle => {
            let packing = Packing::from_palette_len(draft.palette.len());
            if let Some(colour) = surface
                .pixels()
                .iter()
                .find(|&&colour| usize::from(colour) >= packing.colours())
            {
                return Err(format!(
                    "colour {colour} is outside the palette of {} colours",
                    packing.colours()
                ));
            }
            Ok(encode_surface(surface, packing))
        }
        Codec::Bomp => with_lengths(lines.map(bomp_row)),
        Codec::Majmin => Ok(encode_majmin(surface.pixels())),
        Codec::Trle => {
            if cel.gaps.len() != surface.pixels().len() {
                return Err(format!(
                    "expected {area} gap marks, found {}",
                    cel.gaps.len()
                ));
            }
            with_lengths(
                lines
                    .zip(cel.gaps.chunks(surface.width().max(1)))
                    .map(|(row, gaps)| trle_row(row, gaps)),
            )
        }
        Codec::Unknown(number) => Err(format!("codec {number} cannot be written")),
    }
}

fn with_lengths(rows: impl Iterator<Item = Vec<u8>>) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    for row in rows {
        let length = u16::try_from(row.len())
            .map_err(|_| format!("expected at most 65535 bytes in a row, found {}", row.len()))?;
        bytes.extend(length.to_le_bytes());
        bytes.extend(row);
    }
    Ok(bytes)
}

/// Encodes one row of codec 5 (A70), without the word of its length.
fn bomp_row(pixels: &[u8]) -> Vec<u8> {
    row(pixels, &[], BOMP_LONGEST, BOMP_RUN)
}

/// Encodes one row of codec 32 (A90), without the word of its length. A row that has only gaps has
/// no codes.
fn trle_row(pixels: &[u8], gaps: &[u8]) -> Vec<u8> {
    if gaps.iter().all(|&gap| gap != 0) {
        Vec::new()
    } else {
        row(pixels, gaps, TRLE_LONGEST, TRLE_RUN)
    }
}

fn row(mut pixels: &[u8], mut gaps: &[u8], longest: usize, run_bit: u8) -> Vec<u8> {
    let mut codes = Vec::new();
    while !pixels.is_empty() {
        let shown = gaps
            .iter()
            .position(|&gap| gap != 0)
            .unwrap_or(pixels.len());
        let count = if shown == 0 {
            let gap = gaps
                .iter()
                .take(TRLE_LONGEST_GAP)
                .take_while(|&&gap| gap != 0)
                .count();
            codes.push(u8::try_from(gap * 2).unwrap_or(u8::MAX) | 1);
            gap
        } else {
            put_code(&mut codes, &pixels[..shown], longest, run_bit)
        };
        pixels = &pixels[count..];
        gaps = gaps.get(count..).unwrap_or_default();
    }
    codes
}

/// Encodes the first pixels as a run or a literal, and returns the number of encoded pixels. The
/// code consists of the run bit and, in the bits above it, the number of pixels minus 1.
fn put_code(codes: &mut Vec<u8>, pixels: &[u8], longest: usize, run_bit: u8) -> usize {
    let run = run_length(pixels, longest);
    let is_run = run >= WORTH || run == pixels.len();
    let count = if is_run {
        run
    } else {
        literal_length(pixels, longest)
    };
    let number = u8::try_from(count - 1)
        .unwrap_or(u8::MAX)
        .saturating_mul(2 * run_bit);
    codes.push(if is_run { number | run_bit } else { number });
    codes.extend(&pixels[..if is_run { 1 } else { count }]);
    count
}

/// Returns whether coded pixels decode to the pixels of a cel.
fn decodes_to(draft: &AkosDraft, cel: &DraftCel, coded: &[u8]) -> bool {
    let packing = Packing::from_palette_len(draft.palette.len());
    let decoded = decode(
        draft.codec,
        packing,
        coded,
        (cel.cel.width(), cel.cel.height()),
    );
    decoded.is_some_and(|(surface, gaps)| {
        surface == *cel.cel && (gaps == cel.gaps || draft.codec != Codec::Trle)
    })
}

/// Returns how many pixels at the start have the same colour, at most `most`.
fn run_length(pixels: &[u8], most: usize) -> usize {
    pixels
        .iter()
        .take(most)
        .take_while(|&pixel| Some(pixel) == pixels.first())
        .count()
}

/// Returns how many pixels at the start, at most `most`, precede a run that gets its own code.
fn literal_length(pixels: &[u8], most: usize) -> usize {
    let most = pixels.len().min(most);
    (1..most)
        .find(|&at| run_length(&pixels[at..], WORTH) >= WORTH)
        .unwrap_or(most)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::akos::codecs::{Order, decode_bomp, trle};

    /// Returns a row with the word of its length.
    fn with_length(codes: &[u8]) -> Vec<u8> {
        [
            &u16::try_from(codes.len()).unwrap().to_le_bytes()[..],
            codes,
        ]
        .concat()
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
            decode_bomp(&with_length(&bomp_row(&pixels)), pixels.len(), Order::Stored, &mut back);
            prop_assert_eq!(back, pixels);
        }

        #[test]
        fn what_codec_32_writes_is_read_again(row in prop::collection::vec((0u8..4, 0u8..4), 1..700)) {
            let gaps: Vec<u8> = row.iter().map(|&(_, gap)| if gap == 0 { 0xff } else { 0 }).collect();
            let pixels: Vec<u8> = row.iter().map(|&(pixel, gap)| if gap == 0 { 0 } else { pixel }).collect();
            let mut back = vec![9; row.len()];
            let mut holes = vec![9; row.len()];
            trle::decode(&with_length(&trle_row(&pixels, &gaps)), row.len(), &mut back, &mut holes);
            prop_assert_eq!((back, holes), (pixels, gaps));
        }
    }
}

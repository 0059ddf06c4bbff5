//! TRLE, codec 32 of AKOS and of pictures of objects: rows of runs, literals and gaps (A90). Aux
//! frames have nearly the same codes (A98).

use super::bomp::{Row, Rows, take_byte, take_bytes};

/// The meaning of a code byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrleCode {
    /// A number of pixels that are not changed.
    Skip(usize),
    /// A number of pixels with the colour in the next byte.
    Run(usize),
    /// Codec 32: a number of literal bytes, which follow the code byte. Aux frames: a number of
    /// pixels of the back buffer, without data.
    Copy(usize),
}

impl From<u8> for TrleCode {
    fn from(code: u8) -> Self {
        let count = usize::from(code >> 2).saturating_add(1);
        match code & 3 {
            0 => Self::Copy(count),
            2 => Self::Run(count),
            _ => Self::Skip(usize::from(code >> 1)),
        }
    }
}

/// Decodes a picture that is `width` pixels wide: writes colours to `pixels`, and 0 (a pixel) or
/// 0xFF (a gap) to `gaps`. Both have the same size. Pixels for which there is no data are gaps.
pub fn decode(data: &[u8], width: usize, pixels: &mut [u8], gaps: &mut [u8]) {
    let mut rows = Rows::new(data);
    let lines = pixels
        .chunks_mut(width.max(1))
        .zip(gaps.chunks_mut(width.max(1)));
    lines.for_each(|(pixels, gaps)| decode_row(rows.next(), pixels, gaps));
}

/// Decodes a row that fills `pixels` and `gaps`.
pub fn decode_row(row: Option<Row<'_>>, mut pixels: &mut [u8], mut gaps: &mut [u8]) {
    pixels.fill(0);
    gaps.fill(0xff);
    let Some(row) = row.filter(|row| row.length != 0) else {
        return;
    };
    let mut codes = row.codes;
    while !pixels.is_empty() {
        let Some(code) = take_byte(&mut codes) else {
            return;
        };
        let code = TrleCode::from(code);
        let (TrleCode::Skip(count) | TrleCode::Run(count) | TrleCode::Copy(count)) = code;
        let count = count.min(pixels.len());
        let (part, other_pixels) = pixels.split_at_mut(count);
        let (shown, other_gaps) = gaps.split_at_mut(count);
        pixels = other_pixels;
        gaps = other_gaps;
        match code {
            TrleCode::Skip(_) => {}
            TrleCode::Run(_) => {
                let Some(colour) = take_byte(&mut codes) else {
                    return;
                };
                part.fill(colour);
                shown.fill(0);
            }
            TrleCode::Copy(_) => {
                let literal = take_bytes(&mut codes, count);
                for ((pixel, gap), &colour) in part.iter_mut().zip(shown).zip(literal) {
                    *pixel = colour;
                    *gap = 0;
                }
            }
        }
    }
}

/// Returns the number of bytes of the codes that cover `width` pixels of a row; `None` if the codes
/// end earlier. `code` returns the meaning of a code byte.
pub fn row_bytes(codes: &[u8], width: usize, code: impl Fn(u8) -> TrleCode) -> Option<usize> {
    let mut rest = codes;
    let mut left = width;
    while left > 0 {
        let code = code(take_byte(&mut rest)?);
        let (TrleCode::Skip(count) | TrleCode::Run(count) | TrleCode::Copy(count)) = code;
        let count = count.min(left);
        let bytes = match code {
            TrleCode::Skip(_) => 0,
            TrleCode::Run(_) => 1,
            TrleCode::Copy(_) => count,
        };
        if take_bytes(&mut rest, bytes).len() < bytes {
            return None;
        }
        left = left.saturating_sub(count);
    }
    Some(codes.len().saturating_sub(rest.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decodes a picture to text: a digit for a pixel, a dot for a gap.
    fn decoded(data: &[u8], width: usize, height: usize) -> String {
        let mut pixels = vec![9; width * height];
        let mut gaps = vec![9; width * height];
        decode(data, width, &mut pixels, &mut gaps);
        let shown = pixels
            .iter()
            .zip(&gaps)
            .map(|(&p, &g)| if g == 0 { char::from(b'0' + p) } else { '.' });
        shown.collect()
    }

    #[test]
    fn skips_runs_and_literals_a90() {
        let data = [7, 0, 2 << 1 | 1, 2 << 2 | 2, 5, 1 << 2, 6, 7, 1];
        assert_eq!(decoded(&data, 7, 1), "..55567");
    }

    #[test]
    fn the_example_of_a90_decodes() {
        let data = [6, 0, 5, 4, 7, 7, 6, 9, 0, 0];
        assert!(scumm_book::says("A90", &data).unwrap());
        assert_eq!(decoded(&data, 6, 2), "..7799......");
    }

    #[test]
    fn a_length_of_0_is_an_empty_row_a90() {
        let data = [0, 0, 2, 0, 3 << 2 | 2, 8, 0, 0];
        assert_eq!(decoded(&data, 4, 3), "....8888....");
    }

    #[test]
    fn codes_beyond_the_width_are_cut_and_bytes_behind_are_ignored_a90() {
        let data = [4, 0, 5 << 2 | 2, 3, 1, 1, 2, 0, 1 << 2 | 2, 4];
        assert_eq!(decoded(&data, 2, 2), "3344");
    }

    #[test]
    fn a_short_row_goes_on_reading_the_bytes_behind_it_a90() {
        // The row's own code covers two pixels; the next row's length word 2, 0 is read as a run of
        // one pixel of 0, its first code as a run of three.
        let data = [2, 0, 1 << 2 | 2, 5, 2, 0, 2 << 2 | 2, 7];
        assert_eq!(decoded(&data, 4, 2), "5507777.");
    }

    #[test]
    fn what_is_missing_is_a_gap() {
        assert_eq!(decoded(&[9, 0, 2 << 2, 1], 4, 2), "1.......");
        assert_eq!(decoded(&[9, 0, 2], 2, 1), "..");
    }
}

//! The column-major run-length code of COST and of AKOS codec 1 (C36, A3). This is its only
//! decoder.
#![cfg_attr(
    not(test),
    deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)
)]

use scumm_room::Surface;

/// How a byte is divided between colour (upper bits) and run length (lower bits).
///
/// The value of a variant is the mask of the run length, which is also the longest short run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// 16 colours, runs of 1..15.
    Colours16 = 0xf,
    /// 32 colours, runs of 1..7.
    Colours32 = 7,
    /// 64 colours, runs of 1..3 (AKOS only).
    Colours64 = 3,
}

impl Packing {
    /// Returns how codec 1 of AKOS packs its pixels, which depends on the number of the costume's
    /// colours (A3).
    #[must_use]
    pub const fn from_palette_len(colours: usize) -> Self {
        match colours {
            32 => Self::Colours32,
            64 => Self::Colours64,
            _ => Self::Colours16,
        }
    }

    /// Returns the number of bits of the run length.
    #[must_use]
    pub const fn length_bits(self) -> u32 {
        self.short_run().count_ones()
    }

    /// Returns the number of colours.
    #[must_use]
    pub const fn colours(self) -> usize {
        256_usize.wrapping_shr(self.length_bits())
    }

    /// Returns the longest run that needs no second byte.
    #[must_use]
    pub const fn short_run(self) -> u8 {
        self as u8
    }
}

/// The longest run: a second byte of 0 counts as 256 (C36).
pub const LONGEST_RUN: u16 = 256;

/// The pixels of a picture in the order of its data. The iterator does not know the size of the
/// picture and ends with the data.
#[must_use]
#[derive(Clone, Debug)]
pub struct Runs<'a> {
    data: &'a [u8],
    pos: usize,
    packing: Packing,
    colour: u8,
    left: u16,
    has_zero_run: bool,
}

impl<'a> Runs<'a> {
    /// Creates an iterator over the pixels that are coded in `data`.
    pub fn new(data: &'a [u8], packing: Packing) -> Self {
        Self {
            data,
            pos: 0,
            packing,
            colour: 0,
            left: 0,
            has_zero_run: false,
        }
    }

    /// Returns whether a run was read whose length byte and extension byte are both 0. Such a run
    /// has a different length in skipped columns (C36).
    #[must_use]
    pub fn has_zero_run(&self) -> bool {
        self.has_zero_run
    }

    /// Skips the first `columns` columns of a picture of `height` rows (C68). A run whose length
    /// byte and extension byte are both 0 counts as no pixel here (C36). In a picture without rows
    /// the first run is kept, unless the run has 255 pixels or both of its bytes are 0.
    pub fn skip_columns(&mut self, columns: u64, height: u64) {
        let mut pixels = columns.saturating_mul(height);
        if columns == 0 {
            return;
        }
        if height == 0 {
            if self.fetch().is_some() && self.left >= u16::from(u8::MAX) {
                self.left = 0;
            }
            return;
        }
        while pixels > 0 {
            if self.left == 0 {
                let Some(is_zero_run) = self.fetch() else {
                    return;
                };
                if is_zero_run {
                    self.left = 0;
                    continue;
                }
            }
            let count = u64::from(self.left).min(pixels);
            self.left = self.left.saturating_sub(count as u16);
            pixels = pixels.saturating_sub(count);
        }
    }

    /// Returns the number of bytes read so far.
    #[must_use]
    pub fn consumed(&self) -> usize {
        self.pos
    }

    /// Returns a run of up to `most` pixels: the colour and the number of pixels, which is at least
    /// 1 unless `most` is 0.
    pub fn run(&mut self, most: u16) -> Option<(u8, u16)> {
        if self.left == 0 {
            let _ = self.fetch()?;
        }
        let count = self.left.min(most);
        self.left = self.left.saturating_sub(count);
        Some((self.colour, count))
    }

    /// Skips `pixels` pixels, or all remaining ones. Returns the number of missing pixels.
    pub fn skip_pixels(&mut self, mut pixels: u64) -> u64 {
        while pixels > 0 {
            let most = u16::try_from(pixels).unwrap_or(LONGEST_RUN);
            let Some((_, count)) = self.run(most) else {
                break;
            };
            pixels = pixels.saturating_sub(u64::from(count));
        }
        pixels
    }

    /// Fills a picture column by column from the left, each from the top. Returns the number of
    /// decoded pixels.
    pub fn fill_columns(&mut self, surface: &mut Surface) -> usize {
        let width = surface.width();
        let height = surface.height();
        let fill_column = |x| {
            let column = surface
                .pixels_mut()
                .iter_mut()
                .skip(x)
                .step_by(width.max(1))
                .take(height);
            column
                .zip(self.by_ref())
                .map(|(pixel, colour)| *pixel = colour)
                .count()
        };
        (0..width).map(fill_column).sum()
    }

    /// Reads the next run. Returns whether its length byte and extension byte are both 0.
    fn fetch(&mut self) -> Option<bool> {
        let code = self.byte()?;
        let bits = self.packing.length_bits();
        self.colour = code.checked_shr(bits).unwrap_or(0);
        let mut is_zero_run = false;
        self.left = match code & self.packing.short_run() {
            0 => match self.byte()? {
                0 => {
                    is_zero_run = true;
                    LONGEST_RUN
                }
                long => u16::from(long),
            },
            short => u16::from(short),
        };
        self.has_zero_run |= is_zero_run;
        Some(is_zero_run)
    }

    fn byte(&mut self) -> Option<u8> {
        let byte = *self.data.get(self.pos)?;
        self.pos = self.pos.saturating_add(1);
        Some(byte)
    }
}

impl Iterator for Runs<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        self.run(1).map(|(colour, _)| colour)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(data: &[u8], packing: Packing) -> Vec<u8> {
        Runs::new(data, packing).collect()
    }

    #[test]
    fn a_byte_is_colour_and_length_c36() {
        assert_eq!(decode(&[0x53, 0x01], Packing::Colours16), [5, 5, 5, 0]);
        assert_eq!(
            decode(&[17 << 3 | 2, 31 << 3 | 1], Packing::Colours32),
            [17, 17, 31]
        );
        assert_eq!(decode(&[63 << 2 | 3], Packing::Colours64), [63, 63, 63]);
    }

    #[test]
    fn the_examples_decode_c36() {
        let data = [0x14, 0x01, 0x11];
        assert!(scumm_book::says("C36", &data).unwrap());
        assert_eq!(decode(&data, Packing::Colours16), [1, 1, 1, 1, 0, 1]);
        let data = [0x8c, 0x01, 0x89, 0x28, 0x0a];
        assert!(scumm_book::says("C36", &data).unwrap());
        assert_eq!(
            decode(&data, Packing::Colours32),
            [[17, 17, 17, 17, 0, 17].as_slice(), &[5; 10]].concat()
        );
    }

    #[test]
    fn length_0_takes_the_next_byte_and_0_there_is_256_c36() {
        assert_eq!(decode(&[0x70, 20], Packing::Colours16), [7; 20]);
        assert_eq!(decode(&[0x70, 0], Packing::Colours16), [7; 256]);
    }

    #[test]
    fn a_run_of_0_as_the_last_byte_ends_the_picture() {
        let mut runs = Runs::new(&[0x11, 0x20], Packing::Colours16);
        assert_eq!(
            (runs.next(), runs.next(), runs.next()),
            (Some(1), None, None)
        );
        assert_eq!(runs.consumed(), 2);
    }

    #[test]
    fn a_run_of_0_and_0_counts_as_no_pixel_while_columns_are_skipped_c36() {
        // 2 pixels of colour 1, a run of 0 and 0, 5 pixels of colour 3.
        let data = [0x12, 0x20, 0, 0x35];
        let rest = |columns| {
            let mut runs = Runs::new(&data, Packing::Colours16);
            runs.skip_columns(columns, 2);
            runs.collect::<Vec<_>>()
        };
        assert_eq!(rest(0).len(), 2 + 256 + 5);
        assert_eq!(rest(1).len(), 256 + 5, "drawn, the run has 256 pixels");
        assert_eq!(
            rest(2),
            [3; 3],
            "a skipped run of this length has no pixels"
        );
        let mut runs = Runs::new(&data, Packing::Colours16);
        runs.skip_columns(2, 2);
        assert!(runs.has_zero_run());
    }

    #[test]
    fn the_first_run_of_a_picture_without_rows_decides_c36() {
        let rest = |data: &[u8]| {
            let mut runs = Runs::new(data, Packing::Colours16);
            runs.skip_columns(3, 0);
            runs.count()
        };
        assert_eq!(rest(&[0x14, 0x22]), 6, "the run has its pixels");
        assert_eq!(rest(&[0x10, 254, 0x22]), 256);
        assert_eq!(rest(&[0x10, 255, 0x22]), 2, "the run is dropped");
        assert_eq!(rest(&[0x10, 0, 0x22]), 2);
    }

    #[test]
    fn skipping_crosses_runs() {
        let mut runs = Runs::new(&[0x10, 200, 0x22, 0x35], Packing::Colours16);
        runs.skip_pixels(201);
        assert_eq!(runs.collect::<Vec<_>>(), [2, 3, 3, 3, 3, 3]);
        let mut past = Runs::new(&[0x13], Packing::Colours16);
        past.skip_pixels(u64::MAX);
        assert_eq!(past.next(), None);
    }
}

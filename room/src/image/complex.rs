//! "Complex" packing (S5): the codes 64..68, 84..88, 104..108 and 124..128 of strips, and AKOS
//! codec 16 (A80, A81).

use super::bits::Bits;

/// Length in bits of a repeat, which is the longest code if a literal is at most a byte.
const LONGEST_CODE: u32 = 13;
/// The length of a repeat that never ends: a stored 0 or 1 (A81).
const FOR_EVER: u32 = u32::MAX;

/// The colours of a complex stream, one for each pixel. The iterator ends with the data.
///
/// The stream does not store the number of pixels: take as many as the picture needs. No bits are
/// read after the last taken pixel.
#[must_use]
#[derive(Clone, Debug)]
pub struct Complex<'a> {
    bits: Bits<'a>,
    shift: u8,
    colour: u8,
    /// Number of pixels with the current colour before the next bits are read.
    repeat: u32,
    started: bool,
}

impl<'a> Complex<'a> {
    /// Creates a stream whose literal colours have `shift` bits and whose first pixel is `first`.
    pub fn new(bytes: &'a [u8], shift: u8, first: u8) -> Self {
        Self {
            bits: Bits::new(bytes),
            shift,
            colour: first,
            repeat: 0,
            started: false,
        }
    }

    /// Creates a stream like [`Complex::new`] that never ends: bits after the end of the data are
    /// 0.
    pub fn padded(bytes: &'a [u8], shift: u8, first: u8) -> Self {
        Self {
            bits: Bits::padded(bytes),
            ..Self::new(bytes, shift, first)
        }
    }

    /// Returns the number of bytes from which no bit was read.
    #[must_use]
    pub fn left(&self) -> usize {
        self.bits.left()
    }

    /// Returns up to `most` pixels of one colour, at least 1: the colour and their number.
    fn run(&mut self, most: usize) -> Option<(u8, usize)> {
        if !self.started {
            self.started = true;
            return Some((self.colour, 1));
        }
        if self.repeat == 0 {
            let (window, shown) = self.bits.peek();
            let same = window
                .trailing_zeros()
                .min(shown)
                .min(u32::try_from(most).unwrap_or(u32::MAX));
            if same > 0 {
                // A window of zeros has only 64 of them, so some are left for the next run.
                let same = same.min(u64::BITS - 1);
                self.bits.skip(same);
                return Some((self.colour, usize::try_from(same).unwrap_or(0)));
            }
            self.repeat = self.change()?;
        }
        let count = most.min(usize::try_from(self.repeat).unwrap_or(usize::MAX));
        if self.repeat != FOR_EVER {
            self.repeat = self
                .repeat
                .saturating_sub(u32::try_from(count).unwrap_or(u32::MAX));
        }
        Some((self.colour, count))
    }

    /// Reads a code other than that of the same colour. Returns the number of pixels for which its
    /// colour holds.
    fn change(&mut self) -> Option<u32> {
        // The first bit is set, unless the data ends.
        if self.bits.read(2)? & 2 == 0 {
            self.colour = self.bits.read(self.shift)?;
            return Some(1);
        }
        match self.bits.read(3)? {
            4 => self
                .bits
                .read(8)
                .map(|count| if count < 2 { FOR_EVER } else { count.into() }),
            delta => {
                self.colour = self.colour.wrapping_add(delta).wrapping_sub(4);
                Some(1)
            }
        }
    }

    /// Fills `pixels` with the next colours and returns the number of decoded pixels. Pixels after
    /// them may have changed, too, and bits after the last pixel may have been read.
    pub fn fill(&mut self, pixels: &mut [u8]) -> usize {
        let mut filled = self.fill_quickly(pixels);
        while let Some(rest) = pixels.get_mut(filled..).filter(|rest| !rest.is_empty()) {
            let Some((colour, count)) = self.run(rest.len()) else {
                break;
            };
            rest.iter_mut()
                .take(count)
                .for_each(|pixel| *pixel = colour);
            filled = filled.saturating_add(count);
        }
        filled
    }

    /// Fills pixels as long as the window contains whole codes. Most runs are short: sixteen pixels
    /// are written for each, and the next run overwrites the surplus.
    fn fill_quickly(&mut self, pixels: &mut [u8]) -> usize {
        let shift = u32::from(self.shift);
        if !self.started || shift > 8 {
            return 0;
        }
        let mask = !u64::MAX.wrapping_shl(shift);
        let mut bits = self.bits.clone();
        let mut colour = self.colour;
        let mut repeat = self.repeat;
        let mut filled = 0_usize;
        while let Some(rest) = pixels.get_mut(filled..).filter(|rest| !rest.is_empty()) {
            if repeat == 0 {
                let (window, shown) = bits.peek();
                if shown < 32 {
                    break;
                }
                let used;
                if window & 1 == 0 {
                    // The following pixels are equal, too, as long as zeros follow: at most sixteen
                    // at a time.
                    repeat = (window | 1 << 16).trailing_zeros();
                    used = repeat;
                } else if window & 2 == 0 {
                    [colour, ..] = (window.wrapping_shr(2) & mask).to_le_bytes();
                    repeat = 1;
                    used = shift.wrapping_add(2);
                } else {
                    let [delta, ..] = (window.wrapping_shr(2) & 7).to_le_bytes();
                    if delta == 4 {
                        let [count, ..] = window.wrapping_shr(5).to_le_bytes();
                        repeat = if count < 2 { FOR_EVER } else { count.into() };
                        used = LONGEST_CODE;
                    } else {
                        colour = colour.wrapping_add(delta).wrapping_sub(4);
                        repeat = 1;
                        used = 5;
                    }
                }
                bits.skip(used);
            }
            let count = if let Some(room) = rest.first_chunk_mut() {
                *room = [colour; 16];
                repeat.min(16)
            } else {
                let count = repeat.min(u32::try_from(rest.len()).unwrap_or(16));
                rest.iter_mut().for_each(|pixel| *pixel = colour);
                count
            };
            filled = filled.wrapping_add(usize::try_from(count).unwrap_or(0));
            repeat = if repeat == FOR_EVER {
                repeat
            } else {
                repeat.wrapping_sub(count)
            };
        }
        self.bits = bits;
        self.colour = colour;
        self.repeat = repeat;
        filled
    }
}

impl Iterator for Complex<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        self.run(1).map(|(colour, _)| colour)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_s5_decodes() {
        // The book omits the last byte, which has only zero bits.
        let bytes = [0xdc, 0x7b, 0xdf, 0x0b, 0xc5, 0xbd, 0x1d, 0];
        assert!(scumm_book::says("S5", &bytes[..7]).unwrap());
        let colours: Vec<_> = Complex::new(&bytes, 8, 0x0a).take(16).collect();
        assert_eq!(
            colours,
            [10, 10, 10, 11, 12, 13, 12, 11, 40, 40, 41, 42, 7, 7, 7, 7]
        );
    }

    /// Bits, lowest first, of: 1,1, three bits 100 (= 4, delta 0), eight bits of the count.
    fn repeat(count: u8) -> [u8; 2] {
        let bits = 0b10011_u16 | u16::from(count) << 5;
        bits.to_le_bytes()
    }

    #[test]
    fn a_repeat_of_n_holds_for_n_pixels_s5() {
        let mut bytes = repeat(3).to_vec();
        // 13 bits used: bits 1,0 and a literal of 1 bit follow at once.
        bytes[1] |= 0b101 << 5;
        let colours: Vec<_> = Complex::new(&bytes, 1, 9).take(5).collect();
        assert_eq!(colours, [9, 9, 9, 9, 1]);
    }

    #[test]
    fn rows_are_filled_as_pixels_come_s5() {
        let bytes: Vec<u8> = (0..200u32)
            .map(|i| (i.wrapping_mul(2_654_435_761) >> 21) as u8)
            .collect();
        for (shift, padded) in [0, 1, 5, 8, 9, 20]
            .into_iter()
            .flat_map(|shift| [(shift, false), (shift, true)])
        {
            let stream = if padded {
                Complex::padded(&bytes, shift, 3)
            } else {
                Complex::new(&bytes, shift, 3)
            };
            let one_by_one: Vec<u8> = stream.clone().take(3000).collect();
            for width in [1, 7, 64, 3000] {
                let mut rows = vec![0; 3000];
                let mut stream = stream.clone();
                let filled: usize = rows.chunks_mut(width).map(|row| stream.fill(row)).sum();
                assert_eq!(
                    rows.get(..filled),
                    Some(&one_by_one[..]),
                    "rows of {width}, {shift} bits"
                );
            }
        }
    }

    #[test]
    fn a_repeat_of_nought_or_one_never_ends_a81() {
        for count in [0, 1] {
            assert_eq!(
                Complex::new(&repeat(count), 8, 5)
                    .take(100_000)
                    .filter(|&c| c == 5)
                    .count(),
                100_000
            );
        }
    }
}

//! The packings of strips that are streams of colours. Each packing is an iterator that ends with
//! its data.
//!
//! The packings do not store the number of pixels. Data is read only when a pixel is requested, so
//! bytes after the last pixel are not touched. The bit stream and "complex" packing (S5) also serve
//! AKOS codec 16 (A80, A81); the other packings are S4, S6 and S8a–S8d.

/// A reader of bits, the lowest bit of each byte first. Numbers begin with their lowest bit, too.
#[must_use]
#[derive(Clone, Debug)]
pub struct Bits<'a> {
    /// Bytes that are not in the buffer yet.
    bytes: &'a [u8],
    /// Bits that were taken from the bytes. The lowest bit is the next bit to read. Only the lowest
    /// `held` bits count; higher bits may already contain a part of the next byte.
    buffer: u64,
    held: u32,
    padded: bool,
}

impl<'a> Bits<'a> {
    /// Creates a reader that starts with bit 0 of the first byte.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            buffer: 0,
            held: 0,
            padded: false,
        }
    }

    /// Creates a reader that returns zeros after the end of the data.
    pub fn padded(bytes: &'a [u8]) -> Self {
        Self {
            padded: true,
            ..Self::new(bytes)
        }
    }

    /// Returns the number of bytes from which no bit was read.
    #[must_use]
    pub fn left(&self) -> usize {
        // The buffer holds at most 8 whole bytes.
        self.bytes
            .len()
            .saturating_add(usize::try_from(self.held / 8).unwrap_or(0))
    }

    /// Reads a number of `count` bits and returns its lowest eight; `None` if the data ends inside
    /// the number.
    pub fn read(&mut self, count: u8) -> Option<u8> {
        let value = self.read_few(count.min(8))?;
        for _ in 8..count {
            self.read_few(1)?;
        }
        Some(value)
    }

    /// Reads one bit; `None` at the end of the data.
    pub fn bit(&mut self) -> Option<bool> {
        Some(self.read_few(1)? != 0)
    }

    /// Returns the unread bits in the buffer, the next one lowest, and the number of valid bits.
    /// This number is at least 32, unless the data ends. A padded reader has zeros after the end of
    /// the data.
    #[inline(always)]
    pub fn peek(&mut self) -> (u64, u32) {
        if self.held < 32 {
            self.refill();
        }
        let ends = self.padded && self.bytes.is_empty();
        (self.buffer, if ends { u64::BITS } else { self.held })
    }

    /// Skips `count` bits that [`Bits::peek`] has returned, at most 63.
    #[inline(always)]
    pub fn skip(&mut self, count: u32) {
        self.buffer = self.buffer.wrapping_shr(count);
        self.held = self.held.saturating_sub(count);
    }

    /// Reads at most eight bits.
    fn read_few(&mut self, count: u8) -> Option<u8> {
        let count = u32::from(count);
        if self.held < count {
            self.refill();
            if self.held < count && !self.padded {
                return None;
            }
        }
        let [low, ..] = self.buffer.to_le_bytes();
        let value = u16::from(low) & !u16::MAX.wrapping_shl(count);
        self.skip(count);
        Some(u8::try_from(value).unwrap_or(u8::MAX))
    }

    /// Fills the buffer with whole bytes, to more than 56 bits unless the data ends.
    fn refill(&mut self) {
        if let Some(word) = self.bytes.first_chunk() {
            // Takes up to eight bytes at once. If the last byte does not fit completely, its lower
            // bits are in the buffer already; they do not count and are set again with the whole
            // byte later.
            self.buffer |= u64::from_le_bytes(*word).wrapping_shl(self.held);
            let whole = u64::BITS.saturating_sub(self.held) / 8;
            self.bytes = self
                .bytes
                .get(usize::try_from(whole).unwrap_or(0)..)
                .unwrap_or_default();
            self.held = self.held.saturating_add(whole.saturating_mul(8));
            return;
        }
        while self.held <= u64::BITS - 8 {
            let Some((&byte, rest)) = self.bytes.split_first() else {
                return;
            };
            self.buffer |= u64::from(byte).wrapping_shl(self.held);
            self.bytes = rest;
            self.held = self.held.saturating_add(8);
        }
    }
}

/// Length in bits of a repeat, which is the longest code if a literal is at most a byte.
const LONGEST_CODE: u32 = 13;
/// The length of a repeat that never ends: a stored 0 or 1 (A81).
const FOR_EVER: u32 = u32::MAX;

// "Complex" packing: the codes 64..68, 84..88, 104..108 and 124..128 of strips, and AKOS codec 16.

/// The colours of a complex stream, one for each pixel. The iterator ends with the data.
///
/// The stream does not store the number of pixels, so the caller takes as many pixels as the
/// picture has. No bits are read after the last pixel that was taken.
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
                // The window has at most 64 zeros, and one zero is left for the next run.
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

    /// Reads a code other than the code for an unchanged colour. Returns the number of pixels that
    /// have the colour of this code.
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

    /// Fills `pixels` with the next colours and returns the number of decoded pixels. The method
    /// may also change pixels after the decoded ones, and may read bits after the last pixel.
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

// The other packings of strips.

/// Returns a stream whose first byte is the first colour. `step` computes the colour of the next
/// pixel from the colour of the last pixel and the following bits, and returns `None` at the end of
/// the data.
pub(crate) fn stream(
    bytes: &[u8],
    mut step: impl FnMut(&mut Bits<'_>, u8) -> Option<u8>,
) -> impl Iterator<Item = u8> {
    let mut colour = bytes.first().copied();
    let mut bits = Bits::new(bytes.get(1..).unwrap_or_default());
    let mut started = false;
    std::iter::from_fn(move || {
        if started {
            colour = step(&mut bits, colour?);
        }
        started = true;
        colour
    })
}

/// Returns the next higher or lower colour.
fn beside(colour: u8, up: bool) -> u8 {
    if up {
        colour.wrapping_add(1)
    } else {
        colour.wrapping_sub(1)
    }
}

/// Returns the step of basic packing, whose literal colours have `shift` bits (S4).
pub(crate) fn basic(shift: u8) -> impl FnMut(&mut Bits<'_>, u8) -> Option<u8> {
    let mut up = false;
    move |bits, colour| {
        if !bits.bit()? {
            return Some(colour);
        }
        if !bits.bit()? {
            up = false;
            return bits.read(shift);
        }
        if bits.bit()? {
            up = !up;
        }
        Some(beside(colour, up))
    }
}

/// Returns the step of Humongous packing, whose literal colours have `shift` bits (S6).
pub(crate) fn humongous(shift: u8) -> impl FnMut(&mut Bits<'_>, u8) -> Option<u8> {
    move |bits, colour| {
        if !bits.bit()? {
            Some(colour)
        } else if !bits.bit()? {
            bits.read(shift)
        } else {
            Some(shifted(colour, bits.read(3)?))
        }
    }
}

/// Returns the colour after delta number 0..=7 of Humongous packing.
fn shifted(colour: u8, delta: u8) -> u8 {
    // -4, -3, -2, -1, +1, +2, +3, +4
    let upper = u8::from(delta >= 4);
    colour
        .wrapping_add(delta)
        .wrapping_sub(4)
        .wrapping_add(upper)
}

/// Returns the step of code 7 of 256-colour v3 (S8d). Its signs are the opposite of the signs in
/// [`basic`].
pub(crate) fn delta() -> impl FnMut(&mut Bits<'_>, u8) -> Option<u8> {
    let mut up = false;
    move |bits, colour| {
        if !bits.bit()? {
            return Some(colour);
        }
        if !bits.bit()? {
            up = !up;
        } else if bits.bit()? {
            up = false;
            return bits.read(8);
        }
        // The stored increment starts as +1 and is subtracted: "up" is an increment of -1.
        Some(beside(colour, up))
    }
}

/// Returns the colours of code 2 of 256-colour v3 (S8a): pairs of a count minus one and a colour.
pub(crate) fn counted(bytes: &[u8]) -> impl Iterator<Item = u8> {
    bytes.chunks_exact(2).flat_map(|pair| match pair {
        &[count, colour] => std::iter::repeat_n(colour, usize::from(count).saturating_add(1)),
        _ => std::iter::repeat_n(0, 0),
    })
}

/// Returns the colours of code 3 of 256-colour v3 (S8b): four bits at a time, sixteen banks of
/// sixteen colours.
pub(crate) fn banked(bytes: &[u8]) -> impl Iterator<Item = u8> {
    let mut bits = Bits::new(bytes);
    let mut bank = 0;
    // Remaining pixels of a run, and remaining pixels with their own colours.
    let mut run = 0_u8;
    let mut colour = 0;
    let mut singles = 0_u8;
    std::iter::from_fn(move || {
        // Each iteration reads at least four bits, so the loop ends with the data.
        loop {
            if run > 0 {
                run = run.saturating_sub(1);
                return Some(colour);
            }
            if singles > 0 {
                singles = singles.saturating_sub(1);
                return Some(bank << 4 | bits.read(4)?);
            }
            let command = bits.read(4)?;
            match command >> 2 {
                0 => {
                    run = (command & 3).saturating_add(2);
                    colour = bank << 4 | bits.read(4)?;
                }
                1 => singles = (command & 3).saturating_add(1),
                2 => bank = bits.read(4)?,
                _ => {}
            }
        }
    })
}

/// Returns the colours of code 4 of 256-colour v3 (S8c): the strip's own palette, and runs of any
/// colour.
pub(crate) fn local(bytes: &[u8]) -> impl Iterator<Item = u8> {
    let palette = bytes
        .split_first()
        .and_then(|(&count, rest)| rest.split_at_checked(usize::from(count)));
    let (colours, codes) = palette.unwrap_or_default();
    let mut codes = codes.iter();
    let mut run = 0_u16;
    let mut colour = 0;
    std::iter::from_fn(move || {
        if run == 0 {
            let code = *codes.next()?;
            if let Some(&colour) = colours.get(usize::from(code)) {
                return Some(colour);
            }
            colour = *codes.next()?;
            let count = usize::from(code)
                .saturating_sub(colours.len())
                .saturating_add(1);
            run = u16::try_from(count).unwrap_or(u16::MAX);
        }
        run = run.saturating_sub(1);
        Some(colour)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumm_book::says;

    #[test]
    fn bits_come_lowest_first_across_bytes() {
        let mut bits = Bits::new(&[0b1010_0110, 0b1111_0001]);
        assert_eq!(bits.read(3), Some(0b110));
        assert_eq!(bits.read(8), Some(0b0011_0100));
        assert_eq!(bits.bit(), Some(false));
        assert_eq!(bits.read(4), Some(0b1111));
        assert_eq!(bits.read(1), None);
    }

    #[test]
    fn of_long_numbers_the_lowest_eight_bits_count() {
        let mut bits = Bits::new(&[0x21, 0xff, 0b0101_0111]);
        assert_eq!((bits.read(20), bits.read(4)), (Some(0x21), Some(5)));
    }

    #[test]
    fn zeros_follow_padded_data() {
        let mut bits = Bits::padded(&[0b11]);
        assert_eq!(
            [bits.read(2), bits.read(8), bits.read(8)],
            [Some(3), Some(0), Some(0)]
        );
        assert_eq!(bits.peek(), (0, 64));
    }

    #[test]
    fn any_bytes_give_the_same_bits_as_one_by_one() {
        let bytes: Vec<u8> = (0..100u32)
            .map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8 & 0x5b)
            .collect();
        let bit = |i: usize| bytes.get(i / 8).map(|byte| byte >> (i % 8) & 1);
        let number = |at, count| (0..count).try_fold(0, |all, i| Some(all | bit(at + i)? << i));
        let mut bits = Bits::new(&bytes);
        let mut at = 0;
        for count in (1..=8).cycle() {
            assert_eq!(bits.left(), bytes.len() - usize::div_ceil(at, 8), "at {at}");
            let (window, shown) = bits.peek();
            let shown = shown as usize;
            assert!(shown >= 32 || at + shown == bytes.len() * 8, "at {at}");
            assert!(
                (0..shown).all(|i| bit(at + i) == Some((window >> i & 1) as u8)),
                "at {at}"
            );
            let passed = shown.min(usize::from(count) % 3);
            bits.skip(passed as u32);
            at += passed;
            assert_eq!(
                bits.read(count),
                number(at, usize::from(count)),
                "{count} bits at {at}"
            );
            at += usize::from(count);
            if at > bytes.len() * 8 {
                break;
            }
        }
    }

    #[test]
    fn nothing_is_read_for_a_number_of_no_bits() {
        assert_eq!(Bits::new(&[]).read(0), Some(0));
    }

    #[test]
    fn the_example_of_s5_decodes() {
        // The book omits the last byte, which has only zero bits.
        let bytes = [0xdc, 0x7b, 0xdf, 0x0b, 0xc5, 0xbd, 0x1d, 0];
        assert!(says("S5", &bytes[..7]).unwrap());
        let colours: Vec<_> = Complex::new(&bytes, 8, 0x0a).take(16).collect();
        assert_eq!(
            colours,
            [10, 10, 10, 11, 12, 13, 12, 11, 40, 40, 41, 42, 7, 7, 7, 7]
        );
    }

    /// Returns the code of a repeat, from its lowest bit on: the bits 1 and 1, three bits with the
    /// value 4 (delta 0), and eight bits with the count.
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

    /// The picture of the examples in S4, row by row.
    const ROWS: [u8; 16] = [10, 10, 10, 11, 12, 13, 12, 11, 40, 40, 41, 42, 7, 7, 7, 7];
    /// The same picture, column by column.
    const COLUMNS: [u8; 16] = [10, 40, 10, 40, 10, 41, 11, 42, 12, 7, 13, 7, 12, 7, 11, 7];

    #[test]
    fn the_examples_of_s4_decode() {
        let rows = [0x0a, 0x7c, 0xfb, 0x42, 0xf1, 0x75, 0x00];
        assert!(stream(&rows, basic(8)).take(16).eq(ROWS));
        let columns = [
            0x0a, 0xa1, 0xa4, 0x10, 0x4a, 0x0a, 0xa5, 0xb4, 0x90, 0x4a, 0x0c, 0x1d, 0xd4, 0xd0,
            0x41, 0x0c, 0x1d, 0xb4, 0xd0, 0x01,
        ];
        assert!(says("S4", &rows).unwrap() && says("S4", &columns).unwrap());
        assert!(stream(&columns, basic(8)).take(16).eq(COLUMNS));
    }

    #[test]
    fn the_example_of_s6_decodes() {
        // The book omits the last byte, which has only zero bits.
        let bytes = [0x0a, 0xcc, 0x39, 0xdf, 0x0b, 0xc5, 0x9c, 0x1d, 0];
        assert!(says("S6", &bytes[..8]).unwrap());
        assert!(stream(&bytes, humongous(8)).take(16).eq(ROWS));
    }

    #[test]
    fn humongous_deltas_leave_out_nought_s6() {
        let deltas: Vec<_> = (0..8).map(|d| shifted(100, d)).collect();
        assert_eq!(deltas, [96, 97, 98, 99, 101, 102, 103, 104]);
    }

    #[test]
    fn deltas_run_modulo_256_s4() {
        // 1,1,0: down by one from 0.
        assert_eq!(
            stream(&[0, 0b011], basic(4)).take(2).collect::<Vec<_>>(),
            [0, 255]
        );
    }

    #[test]
    fn a_literal_resets_the_direction_s4() {
        // 1,1,1 up to 6 | 1,0 and 4 bits 1001 | 1,1,0 down to 8.
        let bits: u16 = 0b111 | 0b01 << 3 | 0b1001 << 5 | 0b011 << 9;
        let bytes = [[5].as_slice(), &bits.to_le_bytes()].concat();
        assert_eq!(
            stream(&bytes, basic(4)).take(4).collect::<Vec<_>>(),
            [5, 6, 9, 8]
        );
    }

    #[test]
    fn the_example_of_s8a_begins_as_stated() {
        let bytes = [0, 0x0a, 0, 0x28];
        assert!(says("S8a", &bytes).unwrap());
        assert!(counted(&bytes).eq([10, 40]));
        assert!(
            counted(&[2, 9, 0, 1, 5]).eq([9, 9, 9, 1]),
            "a pair that is cut gives nothing"
        );
    }

    #[test]
    fn the_example_of_s8d_decodes() {
        let bytes = [
            0x0a, 0x47, 0xb9, 0xc2, 0x51, 0xae, 0xf0, 0x94, 0x2f, 0x5c, 0xe5, 0x0c, 0x3f, 0x78,
            0xc3, 0x0f, 0xce, 0xf0, 0x83, 0x2f, 0xfc,
        ];
        assert!(says("S8d", &bytes).unwrap());
        let decoded: Vec<_> = stream(&bytes, delta()).take(16).collect();
        assert_eq!(decoded[..15], COLUMNS[..15]);
    }

    #[test]
    fn banks_hold_until_the_next_s8b() {
        // Lowest four bits first: run of 2 of colour 5 | bank 3 | two singles 1, 2 | nothing | run
        // of 3 of colour 7.
        let bytes = [0x50, 0x38, 0x15, 0xf2, 0x71];
        assert!(banked(&bytes).eq([5, 5, 0x31, 0x32, 0x37, 0x37, 0x37]));
    }

    #[test]
    fn a_local_palette_gives_single_pixels_and_codes_above_it_runs_s8c() {
        assert!(local(&[2, 80, 90, 1, 0, 2, 7, 4, 8]).eq([90, 80, 7, 8, 8, 8]));
        assert!(local(&[3, 1]).next().is_none());
    }

    #[test]
    fn every_stream_ends_with_its_data() {
        for bytes in [&[][..], &[1], &[0xff, 0xff, 0xff]] {
            assert!(stream(bytes, basic(8)).count() < 64);
            assert!(stream(bytes, humongous(4)).count() < 64);
            assert!(stream(bytes, delta()).count() < 64);
            assert!(banked(bytes).count() < 64);
            assert!(local(bytes).count() < 1024);
        }
    }
}

//! The bit stream of packed strips and of AKOS codec 16: the least significant bit of each byte
//! first.

/// A reader of bits, the lowest bit of each byte first. Numbers begin with their lowest bit, too.
#[must_use]
#[derive(Clone, Debug)]
pub struct Bits<'a> {
    /// Bytes that are not in the buffer yet.
    bytes: &'a [u8],
    /// Bits that were taken from the bytes, the next one lowest. Bits above the `held` ones may
    /// belong to the next byte.
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

    /// Returns the next bits, the next one lowest, and the number of valid bits, which is at least
    /// 32 unless the data ends. After the end of the data, a padded reader returns any number of
    /// zeros.
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
            // Eight bytes at once. The bits of the last, incomplete byte are set again when that
            // byte is taken.
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

#[cfg(test)]
mod tests {
    use super::*;

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
}

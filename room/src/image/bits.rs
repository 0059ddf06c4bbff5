//! The bit stream of the packed strips and of AKOS codec 16: least significant bit of each byte first.

/// A reader of bits, lowest bit of each byte first; a number's lowest bit comes first too.
#[derive(Clone, Debug)]
pub struct Bits<'a> {
    bytes: std::slice::Iter<'a, u8>,
    buffer: u16,
    held: u32,
    padded: bool,
}

impl<'a> Bits<'a> {
    /// A reader that starts with bit 0 of the first byte.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes: bytes.iter(), buffer: 0, held: 0, padded: false }
    }

    /// A reader that goes on with zeros where the data ends.
    #[must_use]
    pub fn padded(bytes: &'a [u8]) -> Self {
        Self { padded: true, ..Self::new(bytes) }
    }

    /// Bytes of which no bit was read yet.
    #[must_use]
    pub fn left(&self) -> usize {
        self.bytes.len()
    }

    /// Reads a number of `count` bits, of which the lowest eight count, or `None` where the data ends before it.
    pub fn read(&mut self, count: u8) -> Option<u8> {
        let value = self.read_few(count.min(8))?;
        for _ in 8..count {
            self.read_few(1)?;
        }
        Some(value)
    }

    fn read_few(&mut self, count: u8) -> Option<u8> {
        let count = u32::from(count);
        if self.held < count {
            let byte = self.bytes.next().copied().or(self.padded.then_some(0))?;
            // Fewer than 8 bits are held, so that a whole byte more fits into 16.
            self.buffer |= u16::from(byte).wrapping_shl(self.held);
            self.held = self.held.saturating_add(8);
        }
        let value = self.buffer & !u16::MAX.wrapping_shl(count);
        self.buffer = self.buffer.wrapping_shr(count);
        self.held = self.held.saturating_sub(count);
        Some(u8::try_from(value).unwrap_or(u8::MAX))
    }

    /// Reads one bit, or `None` where the data ends.
    pub fn bit(&mut self) -> Option<bool> {
        Some(self.read(1)? != 0)
    }
}

/// Bits on their way into bytes, the lowest of each byte first.
#[cfg(feature = "edit")]
#[derive(Clone, Debug)]
pub struct BitWriter {
    bytes: Vec<u8>,
    buffer: u32,
    held: u32,
}

#[cfg(feature = "edit")]
impl BitWriter {
    /// A writer behind bytes that are there already.
    #[must_use]
    pub fn new(bytes: Vec<u8>) -> Self {
        Self { bytes, buffer: 0, held: 0 }
    }

    /// Adds the lowest `count` bits (at most 8) of a number.
    pub fn put(&mut self, value: u8, count: u8) {
        self.buffer |= u32::from(value).wrapping_shl(self.held);
        self.held = self.held.saturating_add(count.into());
        while self.held >= 8 {
            let [low, ..] = self.buffer.to_le_bytes();
            self.bytes.push(low);
            self.buffer >>= 8;
            self.held = self.held.saturating_sub(8);
        }
    }

    /// The bytes; what is missing of the last is 0.
    #[must_use]
    pub fn finish(mut self) -> Vec<u8> {
        if self.held > 0 {
            let [low, ..] = self.buffer.to_le_bytes();
            self.bytes.push(low);
        }
        self.bytes
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
        assert_eq!([bits.read(2), bits.read(8), bits.read(8)], [Some(3), Some(0), Some(0)]);
    }

    #[cfg(feature = "edit")]
    #[test]
    fn what_is_written_is_read() {
        let mut out = BitWriter::new(vec![9]);
        [(5, 3), (0xff, 8), (0, 1), (1, 1)].iter().for_each(|&(value, count)| out.put(value, count));
        let bytes = out.finish();
        assert_eq!(bytes, [9, 0b1111_1101, 0b1_0111]);
    }

    #[test]
    fn nothing_is_read_for_a_number_of_no_bits() {
        assert_eq!(Bits::new(&[]).read(0), Some(0));
    }
}

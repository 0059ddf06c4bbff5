//! The bit stream of the packed strips and of AKOS codec 16: least significant bit of each byte first.
#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

/// A reader of bits, lowest bit of each byte first; a number's lowest bit comes first too.
#[derive(Clone, Debug)]
pub struct Bits<'a> {
    bytes: std::slice::Iter<'a, u8>,
    buffer: u16,
    held: u32,
}

impl<'a> Bits<'a> {
    /// A reader that starts with bit 0 of the first byte.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes: bytes.iter(), buffer: 0, held: 0 }
    }

    /// Reads a number of `count` bits (at most 8), or `None` where the data ends before it.
    pub fn read(&mut self, count: u8) -> Option<u8> {
        let count = u32::from(count.min(8));
        if self.held < count {
            // Fewer than 8 bits are held, so that a whole byte more fits into 16.
            self.buffer |= u16::from(*self.bytes.next()?).wrapping_shl(self.held);
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
    fn nothing_is_read_for_a_number_of_no_bits() {
        assert_eq!(Bits::new(&[]).read(0), Some(0));
    }
}

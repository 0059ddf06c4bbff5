//! A writer of bits, and the encoder of "complex" packing (S5, A80).

/// Length in bits of a repeat of equal pixels.
const REPEAT_COST: usize = 13;

/// Packs bits into bytes, the lowest bit of each byte first.
#[derive(Clone, Debug)]
pub struct BitWriter {
    bytes: Vec<u8>,
    buffer: u32,
    held: u32,
}

impl BitWriter {
    /// Creates a writer that appends to existing bytes.
    #[must_use]
    pub fn new(bytes: Vec<u8>) -> Self {
        Self {
            bytes,
            buffer: 0,
            held: 0,
        }
    }

    /// Appends the lowest `count` bits (at most 8) of a number.
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

    /// Returns the bytes. Unused bits of the last byte are 0.
    #[must_use]
    pub fn finish(mut self) -> Vec<u8> {
        // Seven zeros complete a started byte without starting another one.
        self.put(0, 7);
        self.bytes
    }
}

/// Encodes all pixels after the first one; `None` if a colour is neither near the previous one nor
/// fits into `shift` bits.
#[must_use]
pub fn encode_complex(pixels: &[u8], shift: u8, out: &mut BitWriter) -> Option<()> {
    let mut runs = pixels.chunk_by(|a, b| a == b);
    let Some((&first, same)) = runs.next().and_then(<[u8]>::split_first) else {
        return Some(());
    };
    let mut last = first;
    encode_same(same.len(), out);
    for (&colour, same) in runs.filter_map(<[u8]>::split_first) {
        // -4..=3, shifted by 4; 4 itself would be a repeat.
        match colour.wrapping_sub(last).wrapping_add(4) {
            delta @ 0..8 => out.put(delta << 2 | 0b11, 5),
            _ if shift < 8 && colour.wrapping_shr(shift.into()) != 0 => return None,
            _ => {
                out.put(0b01, 2);
                out.put(colour, shift);
            }
        }
        last = colour;
        encode_same(same.len(), out);
    }
    Some(())
}

/// Encodes pixels that equal the previous one: one bit each, or a repeat if that is shorter.
fn encode_same(mut count: usize, out: &mut BitWriter) {
    while count > REPEAT_COST {
        let repeated = u8::try_from(count).unwrap_or(u8::MAX);
        out.put(4 << 2 | 0b11, 5);
        out.put(repeated, 8);
        count = count.saturating_sub(repeated.into());
    }
    (0..count).for_each(|_| out.put(0, 1));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut out = BitWriter::new(vec![9]);
        [(5, 3), (0xff, 8), (0, 1), (1, 1)]
            .iter()
            .for_each(|&(value, count)| out.put(value, count));
        let bytes = out.finish();
        assert_eq!(bytes, [9, 0b1111_1101, 0b1_0111]);
    }
}

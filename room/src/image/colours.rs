//! The packings of strips that are streams of colours (S4, S6, S8a–S8d): each an iterator that ends where its data ends.
//!
//! None of them stores how many pixels it has. They read for a pixel only when it is asked for, so that nothing behind
//! the last one is touched.

use super::bits::Bits;

/// What turns the colour of one pixel into that of the next.
pub(crate) trait Step {
    /// The next colour, or `None` where the data ends.
    fn step(&mut self, bits: &mut Bits<'_>, colour: u8) -> Option<u8>;
}

/// A stream whose first byte is the first colour and whose bits tell how it goes on.
#[derive(Clone, Debug)]
pub(crate) struct Stream<'a, S> {
    bits: Bits<'a>,
    step: S,
    colour: Option<u8>,
    started: bool,
}

impl<'a, S: Step> Stream<'a, S> {
    pub(crate) fn new(bytes: &'a [u8], step: S) -> Self {
        let (colour, rest) = match bytes.split_first() {
            Some((&first, rest)) => (Some(first), rest),
            None => (None, bytes),
        };
        Self { bits: Bits::new(rest), step, colour, started: false }
    }
}

impl<S: Step> Iterator for Stream<'_, S> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        if self.started {
            self.colour = self.step.step(&mut self.bits, self.colour?);
        }
        self.started = true;
        self.colour
    }
}

/// Basic packing (S4).
#[derive(Clone, Debug)]
pub(crate) struct Basic {
    shift: u8,
    up: bool,
}

impl Basic {
    pub(crate) fn new(shift: u8) -> Self {
        Self { shift, up: false }
    }
}

impl Step for Basic {
    fn step(&mut self, bits: &mut Bits<'_>, colour: u8) -> Option<u8> {
        if !bits.bit()? {
            return Some(colour);
        }
        if !bits.bit()? {
            self.up = false;
            return bits.read(self.shift);
        }
        if bits.bit()? {
            self.up = !self.up;
        }
        Some(if self.up { colour.wrapping_add(1) } else { colour.wrapping_sub(1) })
    }
}

/// Humongous packing (S6).
#[derive(Clone, Debug)]
pub(crate) struct Humongous {
    pub(crate) shift: u8,
}

impl Humongous {
    /// The colour after a delta of number 0..=7.
    pub(crate) fn shifted(colour: u8, delta: u8) -> u8 {
        // -4, -3, -2, -1, +1, +2, +3, +4
        let upper = u8::from(delta >= 4);
        colour.wrapping_add(delta).wrapping_sub(4).wrapping_add(upper)
    }
}

impl Step for Humongous {
    fn step(&mut self, bits: &mut Bits<'_>, colour: u8) -> Option<u8> {
        if !bits.bit()? {
            Some(colour)
        } else if !bits.bit()? {
            bits.read(self.shift)
        } else {
            Some(Self::shifted(colour, bits.read(3)?))
        }
    }
}

/// Code 7 of 256-colour v3 (S8d); the signs are the other way round than in [`Basic`].
#[derive(Clone, Debug)]
pub(crate) struct Delta {
    up: bool,
}

impl Delta {
    pub(crate) fn new() -> Self {
        Self { up: false }
    }
}

impl Step for Delta {
    fn step(&mut self, bits: &mut Bits<'_>, colour: u8) -> Option<u8> {
        if !bits.bit()? {
            return Some(colour);
        }
        if !bits.bit()? {
            self.up = !self.up;
        } else if bits.bit()? {
            self.up = false;
            return bits.read(8);
        }
        // The stored increment starts as +1 and is subtracted: "up" is an increment of -1.
        Some(if self.up { colour.wrapping_add(1) } else { colour.wrapping_sub(1) })
    }
}

/// Code 2 of 256-colour v3 (S8a): pairs of a count less one and a colour.
pub(crate) fn counted(bytes: &[u8]) -> impl Iterator<Item = u8> {
    bytes.chunks_exact(2).flat_map(|pair| match pair {
        &[count, colour] => std::iter::repeat_n(colour, usize::from(count).saturating_add(1)),
        _ => std::iter::repeat_n(0, 0),
    })
}

/// Code 3 of 256-colour v3 (S8b): four bits at a time, sixteen banks of sixteen colours.
#[derive(Clone, Debug)]
pub(crate) struct Banked<'a> {
    bits: Bits<'a>,
    bank: u8,
    /// Pixels of one colour still to come.
    run: u8,
    colour: u8,
    /// Pixels of their own colour still to come.
    singles: u8,
}

impl<'a> Banked<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bits: Bits::new(bytes), bank: 0, run: 0, colour: 0, singles: 0 }
    }

    fn colour(&mut self) -> Option<u8> {
        Some(self.bank << 4 | self.bits.read(4)?)
    }
}

impl Iterator for Banked<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        // Each turn reads four bits at least, so that it ends with the data.
        loop {
            if self.run > 0 {
                self.run = self.run.saturating_sub(1);
                return Some(self.colour);
            }
            if self.singles > 0 {
                self.singles = self.singles.saturating_sub(1);
                return self.colour();
            }
            let command = self.bits.read(4)?;
            match command >> 2 {
                0 => {
                    self.run = (command & 3).saturating_add(2);
                    self.colour = self.colour()?;
                }
                1 => self.singles = (command & 3).saturating_add(1),
                2 => self.bank = self.bits.read(4)?,
                _ => {}
            }
        }
    }
}

/// Code 4 of 256-colour v3 (S8c): a palette of the strip's own, and runs of any colour.
#[derive(Clone, Debug)]
pub(crate) struct Local<'a> {
    colours: &'a [u8],
    bytes: std::slice::Iter<'a, u8>,
    run: u16,
    colour: u8,
}

impl<'a> Local<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        let (colours, bytes) = bytes
            .split_first()
            .and_then(|(&count, rest)| rest.split_at_checked(usize::from(count)))
            .unwrap_or_default();
        Self { colours, bytes: bytes.iter(), run: 0, colour: 0 }
    }
}

impl Iterator for Local<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        if self.run == 0 {
            let code = *self.bytes.next()?;
            if let Some(&colour) = self.colours.get(usize::from(code)) {
                return Some(colour);
            }
            self.colour = *self.bytes.next()?;
            let count = usize::from(code).saturating_sub(self.colours.len()).saturating_add(1);
            self.run = u16::try_from(count).unwrap_or(u16::MAX);
        }
        self.run = self.run.saturating_sub(1);
        Some(self.colour)
    }
}

#[cfg(test)]
mod tests {
    use xtask::rules::says;

    use super::*;

    /// The picture of the examples in S4, row by row.
    const ROWS: [u8; 16] = [10, 10, 10, 11, 12, 13, 12, 11, 40, 40, 41, 42, 7, 7, 7, 7];
    /// The same, column by column.
    const COLUMNS: [u8; 16] = [10, 40, 10, 40, 10, 41, 11, 42, 12, 7, 13, 7, 12, 7, 11, 7];

    #[test]
    fn the_examples_of_s4_decode() {
        let rows = [0x0a, 0x7c, 0xfb, 0x42, 0xf1, 0x75, 0x00];
        assert!(Stream::new(&rows, Basic::new(8)).take(16).eq(ROWS));
        let columns = [
            0x0a, 0xa1, 0xa4, 0x10, 0x4a, 0x0a, 0xa5, 0xb4, 0x90, 0x4a, 0x0c, 0x1d, 0xd4, 0xd0, 0x41, 0x0c, 0x1d, 0xb4,
            0xd0, 0x01,
        ];
        assert!(says("S4", &rows).unwrap() && says("S4", &columns).unwrap());
        assert!(Stream::new(&columns, Basic::new(8)).take(16).eq(COLUMNS));
    }

    #[test]
    fn the_example_of_s6_decodes() {
        // The text leaves out the last byte, which holds zero bits only.
        let bytes = [0x0a, 0xcc, 0x39, 0xdf, 0x0b, 0xc5, 0x9c, 0x1d, 0];
        assert!(says("S6", &bytes[..8]).unwrap());
        assert!(Stream::new(&bytes, Humongous { shift: 8 }).take(16).eq(ROWS));
    }

    #[test]
    fn humongous_deltas_leave_out_nought_s6() {
        let deltas: Vec<_> = (0..8).map(|d| Humongous::shifted(100, d)).collect();
        assert_eq!(deltas, [96, 97, 98, 99, 101, 102, 103, 104]);
    }

    #[test]
    fn deltas_run_modulo_256_s4() {
        // 1,1,0: down by one from 0.
        assert_eq!(Stream::new(&[0, 0b011], Basic::new(4)).take(2).collect::<Vec<_>>(), [0, 255]);
    }

    #[test]
    fn a_literal_resets_the_direction_s4() {
        // 1,1,1 up to 6 | 1,0 and 4 bits 1001 | 1,1,0 down to 8.
        let bits: u16 = 0b111 | 0b01 << 3 | 0b1001 << 5 | 0b011 << 9;
        let bytes = [[5].as_slice(), &bits.to_le_bytes()].concat();
        assert_eq!(Stream::new(&bytes, Basic::new(4)).take(4).collect::<Vec<_>>(), [5, 6, 9, 8]);
    }

    #[test]
    fn the_example_of_s8a_begins_as_stated() {
        let bytes = [0, 0x0a, 0, 0x28];
        assert!(says("S8a", &bytes).unwrap());
        assert!(counted(&bytes).eq([10, 40]));
        assert!(counted(&[2, 9, 0, 1, 5]).eq([9, 9, 9, 1]), "a pair that is cut gives nothing");
    }

    #[test]
    fn the_example_of_s8d_decodes() {
        let bytes = [
            0x0a, 0x47, 0xb9, 0xc2, 0x51, 0xae, 0xf0, 0x94, 0x2f, 0x5c, 0xe5, 0x0c, 0x3f, 0x78, 0xc3, 0x0f, 0xce, 0xf0,
            0x83, 0x2f, 0xfc,
        ];
        assert!(says("S8d", &bytes).unwrap());
        let decoded: Vec<_> = Stream::new(&bytes, Delta::new()).take(16).collect();
        assert_eq!(decoded[..15], COLUMNS[..15]);
    }

    #[test]
    fn banks_hold_until_the_next_s8b() {
        // Lowest four bits first: run of 2 of colour 5 | bank 3 | two singles 1, 2 | nothing | run of 3 of colour 7.
        let bytes = [0x50, 0x38, 0x15, 0xf2, 0x71];
        assert!(Banked::new(&bytes).eq([5, 5, 0x31, 0x32, 0x37, 0x37, 0x37]));
    }

    #[test]
    fn a_local_palette_gives_single_pixels_and_codes_above_it_runs_s8c() {
        assert!(Local::new(&[2, 80, 90, 1, 0, 2, 7, 4, 8]).eq([90, 80, 7, 8, 8, 8]));
        assert!(Local::new(&[3, 1]).next().is_none());
    }

    #[test]
    fn every_stream_ends_with_its_data() {
        for bytes in [&[][..], &[1], &[0xff, 0xff, 0xff]] {
            assert!(Stream::new(bytes, Basic::new(8)).count() < 64);
            assert!(Stream::new(bytes, Humongous { shift: 4 }).count() < 64);
            assert!(Stream::new(bytes, Delta::new()).count() < 64);
            assert!(Banked::new(bytes).count() < 64);
            assert!(Local::new(bytes).count() < 1024);
        }
    }
}

//! Encoders of packed data: a writer of bits, "complex" packing (S5, A80), strips (S3, S4, S5) and
//! the strips of z-planes (Z2).

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
        // Seven zeros complete a byte that was started, but are too few to complete a new byte.
        self.put(0, 7);
        self.bytes
    }
}

/// Encodes all pixels after the first pixel. Returns `None` if a colour is not near the previous
/// colour and does not fit into `shift` bits.
#[must_use]
pub fn encode_complex(pixels: &[u8], shift: u8, out: &mut BitWriter) -> Option<()> {
    let mut runs = pixels.chunk_by(|a, b| a == b);
    let Some((&first, same)) = runs.next().and_then(<[u8]>::split_first) else {
        return Some(());
    };
    let mut last = first;
    encode_same(same.len(), out);
    for (&colour, same) in runs.filter_map(<[u8]>::split_first) {
        // A difference of -4 to 3 is written as 0 to 7. A difference of 0 would be read as a
        // repeat, but consecutive runs have different colours.
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

/// Encodes pixels that equal the previous pixel: one bit for each pixel, or a repeat if the repeat
/// is shorter.
fn encode_same(mut count: usize, out: &mut BitWriter) {
    while count > REPEAT_COST {
        let repeated = u8::try_from(count).unwrap_or(u8::MAX);
        out.put(4 << 2 | 0b11, 5);
        out.put(repeated, 8);
        count = count.saturating_sub(repeated.into());
    }
    (0..count).for_each(|_| out.put(0, 1));
}

// Strips. The encoder tries every packing that can encode a strip and returns the smallest result.

/// The numbers of bits of a literal colour in basic and complex strips (S2).
const SHIFTS: std::ops::RangeInclusive<u8> = 4..=8;

/// Returns the smallest strip that decodes to these pixels, beginning with the code byte. `pixels`
/// are rows of eight. With `see_through`, the code is of a transparent kind, which does not draw
/// the room's transparent colour (S13).
#[must_use]
pub fn encode_strip(pixels: &[u8], see_through: bool) -> Vec<u8> {
    let columns: Vec<u8> = (0..8)
        .flat_map(|x| pixels.iter().skip(x).step_by(8).copied())
        .collect();
    let plain = (!see_through).then(|| [&[1], pixels].concat());
    let packed = SHIFTS.flat_map(|shift| {
        // A code selects the packing, the order of pixels, and the number of bits of a literal.
        let code = |opaque: u8, transparent: u8| {
            if see_through { transparent } else { opaque }.saturating_add(shift)
        };
        [
            basic(code(10, 30), &columns, shift),
            basic(code(20, 40), pixels, shift),
            complex_strip(code(60, 80), pixels, shift),
        ]
    });
    // Eight bits hold every colour, so there is always a result.
    plain
        .into_iter()
        .chain(packed.flatten())
        .min_by_key(Vec::len)
        .unwrap_or_default()
}

/// Encodes a basic strip. Returns `None` if a colour does not adjoin the previous colour and does
/// not fit into the bits (S4).
fn basic(code: u8, pixels: &[u8], shift: u8) -> Option<Vec<u8>> {
    let mut out = BitWriter::new(vec![code, *pixels.first()?]);
    let mut up = false;
    for (&last, &colour) in pixels.iter().zip(pixels.iter().skip(1)) {
        match colour.wrapping_sub(last) {
            0 => out.put(0, 1),
            step @ (1 | 255) => {
                let rises = step == 1;
                out.put(if rises == up { 0b011 } else { 0b111 }, 3);
                up = rises;
            }
            _ if shift < 8 && colour >> shift != 0 => return None,
            _ => {
                out.put(0b01, 2);
                out.put(colour, shift);
                up = false;
            }
        }
    }
    Some(out.finish())
}

/// Encodes a complex strip. Returns `None` if a colour is not near the previous colour and does not
/// fit into the bits (S5).
fn complex_strip(code: u8, pixels: &[u8], shift: u8) -> Option<Vec<u8>> {
    let mut out = BitWriter::new(vec![code, *pixels.first()?]);
    encode_complex(pixels, shift, &mut out)?;
    Some(out.finish())
}

// Strips of z-planes.

/// The most bytes of a run.
const LONGEST: usize = 127;

/// The least number of equal bytes that are written as a run. Fewer equal bytes become a part of
/// the literal bytes around them.
const WORTH_A_RUN: usize = 3;

/// Packs the lines of one strip; `None` for a strip without set bits, which is stored as empty.
#[must_use]
pub fn encode_plane_strip(lines: &[u8]) -> Option<Vec<u8>> {
    if lines.iter().all(|&line| line == 0) {
        return None;
    }
    let mut out = Vec::new();
    let mut literal = Vec::new();
    for run in lines.chunk_by(|a, b| a == b) {
        if run.len() < WORTH_A_RUN {
            literal.extend(run);
            continue;
        }
        put_literal(&mut out, &literal);
        literal.clear();
        for part in run.chunks(LONGEST) {
            out.push(0x80 | count(part));
            out.extend(part.first());
        }
    }
    put_literal(&mut out, &literal);
    Some(out)
}

fn put_literal(out: &mut Vec<u8>, literal: &[u8]) {
    for part in literal.chunks(LONGEST) {
        out.push(count(part));
        out.extend(part);
    }
}

fn count(part: &[u8]) -> u8 {
    u8::try_from(part.len()).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    use crate::Dialect;
    use crate::image::strip::{Pen, StripCode};
    use crate::zplane::mask_bytes;

    #[test]
    fn what_is_written_is_read() {
        let mut out = BitWriter::new(vec![9]);
        [(5, 3), (0xff, 8), (0, 1), (1, 1)]
            .iter()
            .for_each(|&(value, count)| out.put(value, count));
        let bytes = out.finish();
        assert_eq!(bytes, [9, 0b1111_1101, 0b1_0111]);
    }

    struct Sheet(Vec<u8>);

    impl Pen for Sheet {
        fn put(&mut self, x: usize, y: usize, colour: u8) {
            self.0[y * 8 + x] = colour;
        }

        fn repeat_left(&mut self, _: usize, _: usize) {}
    }

    fn decode(bytes: &[u8], height: usize) -> Vec<u8> {
        let mut sheet = Sheet(vec![0; 8 * height]);
        let code = StripCode::from_code(bytes[0], &Dialect::new(5)).unwrap();
        code.decode(&bytes[1..], height, &mut sheet).unwrap();
        sheet.0
    }

    /// Strips that suit the packings: runs, small steps, few colours, noise.
    fn pixels() -> impl Strategy<Value = Vec<u8>> {
        let part = prop_oneof![
            (any::<u8>(), 1..300_usize).prop_map(|(c, n)| vec![c; n]),
            (any::<u8>(), prop::collection::vec(0..9_u8, 1..40)).prop_map(|(c, steps)| {
                let step = |c: &mut u8, d: u8| {
                    *c = c.wrapping_add(d).wrapping_sub(4);
                    Some(*c)
                };
                steps.into_iter().scan(c, |c, d| step(c, d)).collect()
            }),
            prop::collection::vec(0..16_u8, 1..40),
            prop::collection::vec(any::<u8>(), 1..40),
        ];
        (prop::collection::vec(part, 1..12), 1..80_usize).prop_map(|(parts, height)| {
            parts
                .concat()
                .into_iter()
                .cycle()
                .take(8 * height)
                .collect()
        })
    }

    proptest! {
        #[test]
        fn every_strip_decodes_to_its_pixels(pixels in pixels(), see_through: bool) {
            let bytes = encode_strip(&pixels, see_through);
            prop_assert_eq!(StripCode::from_code(bytes[0], &Dialect::new(5)).unwrap().transparent, see_through);
            prop_assert_eq!(decode(&bytes, pixels.len() / 8), pixels);
        }

        #[test]
        fn every_packing_that_holds_a_strip_decodes_to_its_pixels(pixels in pixels(), shift in 4..9_u8) {
            let height = pixels.len() / 8;
            let columns: Vec<u8> = (0..8).flat_map(|x| pixels.iter().skip(x).step_by(8).copied()).collect();
            let packed = [
                basic(10 + shift, &columns, shift),
                basic(20 + shift, &pixels, shift),
                complex_strip(60 + shift, &pixels, shift),
            ];
            for bytes in packed.into_iter().flatten() {
                prop_assert_eq!(decode(&bytes, height), &pixels[..]);
            }
        }
    }

    #[test]
    fn the_examples_of_s4_and_s5_are_what_is_written() {
        let rows = [10, 10, 10, 11, 12, 13, 12, 11, 40, 40, 41, 42, 7, 7, 7, 7];
        assert_eq!(
            basic(28, &rows, 8).unwrap(),
            [0x1c, 0x0a, 0x7c, 0xfb, 0x42, 0xf1, 0x75, 0x00]
        );
        // The example in the book omits the last byte, which has only zero bits.
        let complex = complex_strip(68, &rows, 8).unwrap();
        assert_eq!(
            complex,
            [0x44, 0x0a, 0xdc, 0x7b, 0xdf, 0x0b, 0xc5, 0xbd, 0x1d, 0x00]
        );
    }

    #[test]
    fn the_smallest_packing_is_taken() {
        assert_eq!(
            encode_strip(&[7; 8 * 144], false)[0] / 10,
            6,
            "one colour is packed as a few runs"
        );
        let ramp: Vec<u8> = (0..8 * 100).map(|i| u8::try_from(i / 8).unwrap()).collect();
        assert_eq!(
            encode_strip(&ramp, false)[0] / 10,
            2,
            "each line has the next colour"
        );
        let stripes: Vec<u8> = (0..8 * 100)
            .map(|i| u8::try_from(i % 8 * 30).unwrap())
            .collect();
        assert_eq!(
            encode_strip(&stripes, false)[0] / 10,
            1,
            "each column has one colour"
        );
        let noise: Vec<u8> = (0..8 * 50_u32).map(|i| (i * 97 % 251) as u8).collect();
        assert_eq!(encode_strip(&noise, false).len(), 1 + noise.len());
    }

    proptest! {
        #[test]
        fn every_strip_decodes_to_its_lines(
            runs in prop::collection::vec((prop_oneof![Just(0), Just(255), any::<u8>()], 1..200_usize), 1..20)
        ) {
            let lines: Vec<u8> = runs.into_iter().flat_map(|(b, n)| vec![b; n]).collect();
            match encode_plane_strip(&lines) {
                Some(bytes) => prop_assert_eq!(mask_bytes(&bytes).collect::<Vec<_>>(), lines),
                None => prop_assert!(lines.iter().all(|&l| l == 0)),
            }
        }
    }

    #[test]
    fn the_example_of_z2_is_what_is_written() {
        let lines: Vec<u8> = [vec![0xff; 5], vec![1, 2, 3], vec![0; 130]].concat();
        assert_eq!(
            encode_plane_strip(&lines).unwrap(),
            [0x85, 0xff, 3, 1, 2, 3, 0xff, 0, 0x83, 0]
        );
    }
}

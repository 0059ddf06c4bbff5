//! The packings of strips that are streams of colours (S4, S6, S8a–S8d). Each is an iterator that
//! ends with its data.
//!
//! The packings do not store the number of pixels. Data is read only when a pixel is requested, so
//! bytes after the last pixel are not touched.

use super::bits::Bits;

/// Returns a stream whose first byte is the first colour. `step` computes the colour of the next
/// pixel from that of the last one and the following bits; `None` at the end of the data.
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

/// Returns the step of code 7 of 256-colour v3 (S8d), whose signs are the opposite of those in
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
    use scumm_book::says;

    use super::*;

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

//! A strip: the packing that its first byte selects (S2), and the decoder.

use super::colours::{banked, basic, counted, delta, humongous, local, stream};
use super::complex::Complex;
use super::pen::Pen;
use super::{bomp, sixteen};
use crate::Dialect;

/// The order of the pixels in a packing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Line by line.
    Rows,
    /// Column by column, over the whole height.
    Columns,
}

/// The packing of a strip's colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// Raw: a byte for each pixel (S3).
    Raw(Order),
    /// Basic: the same colour, a step from it, or a new colour with the number of bits in the code
    /// (S4).
    Basic(Order, u8),
    /// Complex: as basic, with larger steps and with repeats (S5).
    Complex(u8),
    /// HE: as basic, with steps of up to 4 (S6).
    Humongous(u8),
    /// 3DO: runs and literals of bytes (S14).
    Runs,
    /// 16 colours: runs, some of which repeat the pixel to the left (S7).
    Sixteen,
    /// Runs of a byte for the length and a byte for the colour (S8a).
    Counted,
    /// Runs in banks of 16 colours (S8b).
    Banked,
    /// Single pixels of a local palette, and runs of any colour (S8c).
    Local,
    /// Delta: the same colour, a step from it, or a new colour of 8 bits (S8d).
    Delta,
}

/// The meaning of a strip's first byte (S2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StripCode {
    /// The packing.
    pub packing: Packing,
    /// True if the room's transparent colour is not drawn (S13).
    pub transparent: bool,
    /// True if Amiga games shift the strip's colours by 16 (S9).
    pub shifted: bool,
}

impl StripCode {
    /// Returns the meaning of a code; `None` for an undefined code.
    #[must_use]
    pub fn of(code: u8, dialect: &Dialect) -> Option<Self> {
        use Order::{Columns, Rows};
        let shift = code.checked_rem(10).unwrap_or(0);
        let (packing, transparent, shifted) = match code {
            1 if dialect.is_v3_256() => (Packing::Raw(Columns), false, false),
            1 => (Packing::Raw(Rows), false, true),
            2 => (Packing::Counted, false, false),
            3 => (Packing::Banked, false, false),
            4 => (Packing::Local, false, false),
            7 => (Packing::Delta, false, false),
            8 | 9 => (Packing::Runs, code == 8, false),
            10 => (Packing::Sixteen, false, true),
            14..=18 => (Packing::Basic(Columns, shift), false, true),
            24..=28 => (Packing::Basic(Rows, shift), false, true),
            34..=38 => (Packing::Basic(Columns, shift), true, true),
            44..=48 => (Packing::Basic(Rows, shift), true, true),
            64..=68 | 104..=108 => (Packing::Complex(shift), false, true),
            84..=88 | 124..=128 => (Packing::Complex(shift), true, true),
            134..=138 => (Packing::Humongous(shift), false, true),
            143..=148 => (Packing::Humongous(shift), true, true),
            149 => (Packing::Raw(Rows), true, true),
            _ => return None,
        };
        Some(Self {
            packing,
            transparent,
            shifted,
        })
    }

    /// The strip code of all strips of 16-colour games, which store no code byte.
    pub const SIXTEEN: Self = Self {
        packing: Packing::Sixteen,
        transparent: false,
        shifted: true,
    };

    /// Decodes the bytes after the code to a strip of `height` lines; `None` if the data ends
    /// before the strip is full.
    pub(crate) fn decode(&self, bytes: &[u8], height: usize, pen: &mut impl Pen) -> Option<()> {
        use Order::{Columns, Rows};
        match self.packing {
            Packing::Raw(order) => paint(bytes.iter().copied(), order, height, pen),
            Packing::Basic(order, shift) => paint(stream(bytes, basic(shift)), order, height, pen),
            Packing::Complex(shift) => {
                let (&first, rest) = bytes.split_first()?;
                paint(Complex::new(rest, shift, first), Rows, height, pen)
            }
            Packing::Humongous(shift) => paint(stream(bytes, humongous(shift)), Rows, height, pen),
            Packing::Runs => paint(bomp::colours(bytes), Rows, height, pen),
            Packing::Sixteen => sixteen::decode(bytes, height, pen),
            Packing::Counted => paint(counted(bytes), Columns, height, pen),
            Packing::Banked => paint(banked(bytes), Columns, height, pen),
            Packing::Local => paint(local(bytes), Columns, height, pen),
            Packing::Delta => paint(stream(bytes, delta()), Columns, height, pen),
        }
    }
}

/// Draws colours on the eight columns of a strip, exactly as many as there are pixels.
fn paint(
    mut colours: impl Iterator<Item = u8>,
    order: Order,
    height: usize,
    pen: &mut impl Pen,
) -> Option<()> {
    let (outer, inner) = match order {
        Order::Rows => (height, 8),
        Order::Columns => (8, height),
    };
    for i in 0..outer {
        for j in 0..inner {
            let colour = colours.next()?;
            match order {
                Order::Rows => pen.put(j, i, colour),
                Order::Columns => pen.put(i, j, colour),
            }
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Sheet(Vec<[u8; 8]>);

    impl Pen for Sheet {
        fn put(&mut self, x: usize, y: usize, colour: u8) {
            self.0[y][x] = colour;
        }

        fn repeat_left(&mut self, _: usize, _: usize) {}
    }

    fn decode(dialect: &Dialect, bytes: &[u8]) -> Vec<[u8; 8]> {
        let mut sheet = Sheet(vec![[0; 8]; 2]);
        StripCode::of(bytes[0], dialect)
            .unwrap()
            .decode(&bytes[1..], 2, &mut sheet)
            .unwrap();
        sheet.0
    }

    #[test]
    fn every_packing_gives_the_picture_of_the_examples_s3_to_s14() {
        let picture = [
            [10, 10, 10, 11, 12, 13, 12, 11],
            [40, 40, 41, 42, 7, 7, 7, 7],
        ];
        let v5 = Dialect::new(5);
        let raw = [&[1][..], &picture.concat()].concat();
        assert_eq!(decode(&v5, &raw), picture);
        assert_eq!(
            decode(&v5, &[0x1c, 0x0a, 0x7c, 0xfb, 0x42, 0xf1, 0x75, 0]),
            picture
        );
        assert_eq!(
            decode(
                &v5,
                &[0x44, 0x0a, 0xdc, 0x7b, 0xdf, 0x0b, 0xc5, 0xbd, 0x1d, 0]
            ),
            picture
        );
        assert_eq!(
            decode(
                &v5,
                &[0x8a, 0x0a, 0xcc, 0x39, 0xdf, 0x0b, 0xc5, 0x9c, 0x1d, 0]
            ),
            picture
        );
        let runs = [
            9, 5, 0x0a, 0x10, 0x0b, 0x0c, 0x0d, 0x0c, 0x0b, 0x28, 0x28, 0x29, 0x2a, 7, 7,
        ];
        assert_eq!(decode(&v5, &runs), picture);
    }

    #[test]
    fn code_1_goes_by_columns_in_v3_with_256_colours_s3() {
        let raw: Vec<u8> = std::iter::once(1).chain(0..16).collect();
        let v3 = Dialect::new(3).with_old256(true);
        assert_eq!(decode(&v3, &raw)[0], [0, 2, 4, 6, 8, 10, 12, 14]);
        assert_eq!(decode(&Dialect::new(5), &raw)[0], [0, 1, 2, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn codes_that_select_nothing_are_none_s2() {
        let known = |c| StripCode::of(c, &Dialect::new(5)).is_some();
        let unknown = (0..=255).filter(|&c| !known(c)).count();
        assert!(
            [
                0, 5, 6, 11, 13, 19, 23, 29, 39, 49, 63, 69, 109, 129, 133, 139, 142, 150, 255
            ]
            .iter()
            .all(|&c| !known(c))
        );
        assert_eq!(256 - unknown, 8 + 4 * 5 + 4 * 5 + 5 + 6 + 1);
    }

    #[test]
    fn transparent_kinds_are_those_of_s2() {
        let transparent: Vec<u8> = (0..=255)
            .filter(|&c| StripCode::of(c, &Dialect::new(6)).is_some_and(|s| s.transparent))
            .collect();
        let expected: Vec<u8> = [8]
            .into_iter()
            .chain(34..=38)
            .chain(44..=48)
            .chain(84..=88)
            .chain(124..=128)
            .chain(143..=149)
            .collect();
        assert_eq!(transparent, expected);
    }

    #[test]
    fn a_cut_strip_is_truncated_and_draws_what_there_is() {
        let mut sheet = Sheet(vec![[0; 8]; 2]);
        let code = StripCode::of(1, &Dialect::new(5)).unwrap();
        assert_eq!(code.decode(&[1, 2, 3], 2, &mut sheet), None);
        assert_eq!(sheet.0[0], [1, 2, 3, 0, 0, 0, 0, 0]);
    }
}

//! A strip: the packing that its first byte selects (S2), the decoder, and the destination of its
//! pixels.
//!
//! A pen receives the decoded pixels: it draws to the linear memory of a canvas, or discards them
//! if a strip is only checked. A target is the memory of a whole picture; spot and style are its
//! position on the stage and the rules for its strips.

use std::ops::Range;

use super::bomp;
use super::packings::{Complex, banked, basic, counted, delta, humongous, local, stream};
use crate::zplane::{Lines, Meet};
use crate::{Canvas, Dialect, Planes, Platform};

/// The order of the pixels in a packing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StripOrder {
    /// Line by line.
    Rows,
    /// Column by column, over the whole height.
    Columns,
}

/// The packing of a strip's colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StripPacking {
    /// Raw: a byte for each pixel (S3).
    Raw(StripOrder),
    /// Basic: the same colour, a step from it, or a new colour with the number of bits in the code
    /// (S4).
    Basic(StripOrder, u8),
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
    pub packing: StripPacking,
    /// True if the room's transparent colour is not drawn (S13).
    pub transparent: bool,
    /// True if Amiga games shift the strip's colours by 16 (S9).
    pub shifted: bool,
}

impl StripCode {
    /// Returns the meaning of a code; `None` for an undefined code.
    #[must_use]
    pub fn from_code(code: u8, dialect: &Dialect) -> Option<Self> {
        use StripOrder::{Columns, Rows};
        let shift = code.checked_rem(10).unwrap_or(0);
        let (packing, transparent, shifted) = match code {
            1 if dialect.is_v3_256() => (StripPacking::Raw(Columns), false, false),
            1 => (StripPacking::Raw(Rows), false, true),
            2 => (StripPacking::Counted, false, false),
            3 => (StripPacking::Banked, false, false),
            4 => (StripPacking::Local, false, false),
            7 => (StripPacking::Delta, false, false),
            8 | 9 => (StripPacking::Runs, code == 8, false),
            10 => (StripPacking::Sixteen, false, true),
            14..=18 => (StripPacking::Basic(Columns, shift), false, true),
            24..=28 => (StripPacking::Basic(Rows, shift), false, true),
            34..=38 => (StripPacking::Basic(Columns, shift), true, true),
            44..=48 => (StripPacking::Basic(Rows, shift), true, true),
            64..=68 | 104..=108 => (StripPacking::Complex(shift), false, true),
            84..=88 | 124..=128 => (StripPacking::Complex(shift), true, true),
            134..=138 => (StripPacking::Humongous(shift), false, true),
            143..=148 => (StripPacking::Humongous(shift), true, true),
            149 => (StripPacking::Raw(Rows), true, true),
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
        packing: StripPacking::Sixteen,
        transparent: false,
        shifted: true,
    };

    /// Decodes the bytes after the code to a strip of `height` lines; `None` if the data ends
    /// before the strip is full.
    pub(crate) fn decode(&self, bytes: &[u8], height: usize, pen: &mut impl Pen) -> Option<()> {
        use StripOrder::{Columns, Rows};
        match self.packing {
            StripPacking::Raw(order) => paint(bytes.iter().copied(), order, height, pen),
            StripPacking::Basic(order, shift) => {
                paint(stream(bytes, basic(shift)), order, height, pen)
            }
            StripPacking::Complex(shift) => {
                let (&first, rest) = bytes.split_first()?;
                paint(Complex::new(rest, shift, first), Rows, height, pen)
            }
            StripPacking::Humongous(shift) => {
                paint(stream(bytes, humongous(shift)), Rows, height, pen)
            }
            StripPacking::Runs => paint(bomp::colours(bytes), Rows, height, pen),
            StripPacking::Sixteen => decode_sixteen(bytes, height, pen),
            StripPacking::Counted => paint(counted(bytes), Columns, height, pen),
            StripPacking::Banked => paint(banked(bytes), Columns, height, pen),
            StripPacking::Local => paint(local(bytes), Columns, height, pen),
            StripPacking::Delta => paint(stream(bytes, delta()), Columns, height, pen),
        }
    }
}

/// Draws colours on the eight columns of a strip, one colour for each pixel.
fn paint(
    mut colours: impl Iterator<Item = u8>,
    order: StripOrder,
    height: usize,
    pen: &mut impl Pen,
) -> Option<()> {
    let (outer, inner) = match order {
        StripOrder::Rows => (height, 8),
        StripOrder::Columns => (8, height),
    };
    for i in 0..outer {
        for j in 0..inner {
            let colour = colours.next()?;
            match order {
                StripOrder::Rows => pen.put(j, i, colour),
                StripOrder::Columns => pen.put(i, j, colour),
            }
        }
    }
    Some(())
}

// The packing of 16-colour games (S7), which is also code 10 of 256-colour games.

/// Decodes one strip of `height` lines. A run may extend beyond the strip's right edge, into the
/// columns of the next strip. `None` if the data ends before the strip is full.
fn decode_sixteen(bytes: &[u8], height: usize, pen: &mut impl Pen) -> Option<()> {
    let mut bytes = bytes.iter().copied();
    let mut x = 0_usize;
    let mut y = 0_usize;
    if height == 0 {
        return Some(());
    }
    while x < 8 {
        let code = bytes.next()?;
        // Two alternating colours, starting with the first one, or the colour of the pixel to the
        // left.
        let (pair, mut count) = match code >> 6 {
            0 | 1 => (Some((code & 15, code & 15)), code >> 4),
            2 => (None, code & 0x3f),
            _ => {
                let pair = bytes.next()?;
                (Some((pair >> 4, pair & 15)), code & 0x3f)
            }
        };
        if count == 0 {
            count = bytes.next()?;
        }
        for i in 0..count {
            match pair {
                None => pen.repeat_left(x, y),
                Some((even, odd)) => pen.put(x, y, if i & 1 == 0 { even } else { odd }),
            }
            y = y.saturating_add(1);
            if y == height {
                x = x.saturating_add(1);
                y = 0;
            }
        }
    }
    Some(())
}

// Destinations of decoded pixels.

/// The destination of a strip's pixels. Columns may exceed 7, since 16-colour runs do (S7).
pub(crate) trait Pen {
    /// Draws a colour as stored.
    fn put(&mut self, x: usize, y: usize, colour: u8);

    /// Draws the colour of the pixel to the left.
    fn repeat_left(&mut self, x: usize, y: usize);
}

/// A pen for checks, which discards all pixels.
pub(crate) struct Nowhere;

impl Pen for Nowhere {
    fn put(&mut self, _: usize, _: usize, _: u8) {}

    fn repeat_left(&mut self, _: usize, _: usize) {}
}

/// The conversion of stored colours to the colours of the buffer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ink<'a> {
    /// The room palette (S9).
    pub(crate) palette: &'a [u8; 256],
    /// The number that is added before the room palette is applied: 16 on the Amiga from v4 on.
    pub(crate) offset: u8,
    /// The stored colour that is not drawn, if the strip is of a transparent kind (S13).
    pub(crate) transparent: Option<u8>,
}

impl Ink<'_> {
    /// Returns the buffer's colour, or `None` for a transparent pixel.
    pub(crate) fn colour(&self, stored: u8) -> Option<u8> {
        if self.transparent == Some(stored) {
            return None;
        }
        self.palette
            .get(usize::from(stored.wrapping_add(self.offset)))
            .copied()
    }
}

/// A pen on a canvas. The linear index of pixel (0, 0) may be negative.
pub(crate) struct Brush<'a> {
    pub(crate) canvas: &'a mut Canvas,
    origin: i64,
    pub(crate) ink: Ink<'a>,
}

impl<'a> Brush<'a> {
    /// Creates a pen whose pixel (0, 0) is this strip (in room columns) in line `top`.
    pub(crate) fn new(canvas: &'a mut Canvas, strip: usize, top: i32, ink: Ink<'a>) -> Self {
        let pitch = i64::try_from(canvas.pitch()).unwrap_or(0);
        let column = i64::try_from(strip.saturating_mul(8)).unwrap_or(0);
        Self {
            origin: i64::from(top).saturating_mul(pitch).saturating_add(column),
            canvas,
            ink,
        }
    }

    fn index(&self, x: usize, y: usize) -> i64 {
        i64::try_from(self.canvas.index(x, y))
            .unwrap_or(i64::MAX)
            .saturating_add(self.origin)
    }

    fn set(&mut self, index: i64, colour: u8) {
        if let Some(pixel) = usize::try_from(index)
            .ok()
            .and_then(|i| self.canvas.pixels_mut().get_mut(i))
        {
            *pixel = colour;
        }
    }
}

impl Pen for Brush<'_> {
    fn put(&mut self, x: usize, y: usize, colour: u8) {
        if let Some(colour) = self.ink.colour(colour) {
            self.set(self.index(x, y), colour);
        }
    }

    fn repeat_left(&mut self, x: usize, y: usize) {
        let index = self.index(x, y);
        // Pixels before the buffer count as 0.
        let left = usize::try_from(index.saturating_sub(1))
            .ok()
            .and_then(|i| self.canvas.pixels().get(i))
            .copied();
        self.set(index, left.unwrap_or(0));
    }
}

// The destination of pictures.

/// The destination of a room: the engine's linear memory and the current colours.
#[derive(Debug)]
pub struct RoomTarget<'a> {
    /// The buffer of pixels.
    pub canvas: &'a mut Canvas,
    /// The planes that hide actors.
    pub planes: &'a mut Planes,
    /// The room palette, which is applied to every colour (S9); the identity after a room change.
    pub room_palette: &'a [u8; 256],
    /// The Nintendo: the tables to which rooms and objects write (Q27, Q30). Without these tables,
    /// a room is drawn as if no other room had been entered before.
    pub tiles: Option<&'a mut crate::nes::TileTables>,
}

/// The position of a picture on the stage.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    /// The stage's strip at which the picture's strip 0 is drawn; negative left of the room.
    pub(crate) strip: i64,
    /// The lines of the picture.
    pub(crate) lines: Lines,
    /// The strips of the stage that may be drawn.
    pub(crate) visible: Range<usize>,
}

impl Spot {
    /// Returns the visible strips of a picture with `count` strips: the number in the picture and
    /// the number on the stage.
    pub(crate) fn strips(&self, count: usize) -> impl Iterator<Item = (usize, usize)> + use<> {
        let first = self.strip;
        self.visible.clone().filter_map(move |on_stage| {
            let own = usize::try_from(i64::try_from(on_stage).ok()?.checked_sub(first)?).ok()?;
            (own < count).then_some((own, on_stage))
        })
    }
}

/// Returns the number that is added to the colours of shifted strips before the room palette is
/// applied (S9): 16 on the Amiga from v4 on.
pub(crate) fn colour_shift(dialect: &Dialect) -> u8 {
    if dialect.platform() == Platform::Amiga && dialect.version() >= 4 {
        16
    } else {
        0
    }
}

/// The values that decide how strips are drawn, in addition to their own bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style<'a> {
    pub(crate) dialect: &'a Dialect,
    /// The room's transparent colour (R2).
    pub(crate) transparent: u8,
    /// True if an object's transparent strips may add to planes; `None` for a background (Z4, O6).
    pub(crate) object_ors: Option<bool>,
    /// True if plane 1 is drawn to all planes, including plane 0 (O6).
    pub(crate) masks_all_planes: bool,
}

impl Style<'_> {
    pub(crate) fn ink<'a>(&self, room_palette: &'a [u8; 256], code: StripCode) -> Ink<'a> {
        let offset = if code.shifted {
            colour_shift(self.dialect)
        } else {
            0
        };
        Ink {
            palette: room_palette,
            offset,
            transparent: code.transparent.then_some(self.transparent),
        }
    }

    pub(crate) fn meet(&self, code: Option<StripCode>) -> Meet {
        // v8 and Humongous games: an object's strips add to planes with any code (O6).
        let ors_all = self.dialect.version() == 8 || self.dialect.is_humongous();
        let ors = ors_all || code.is_some_and(|c| c.transparent);
        if ors && self.object_ors == Some(true) {
            Meet::Add
        } else {
            Meet::Replace
        }
    }
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
        StripCode::from_code(bytes[0], dialect)
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
        let known = |c| StripCode::from_code(c, &Dialect::new(5)).is_some();
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
            .filter(|&c| StripCode::from_code(c, &Dialect::new(6)).is_some_and(|s| s.transparent))
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
        let code = StripCode::from_code(1, &Dialect::new(5)).unwrap();
        assert_eq!(code.decode(&[1, 2, 3], 2, &mut sheet), None);
        assert_eq!(sheet.0[0], [1, 2, 3, 0, 0, 0, 0, 0]);
    }

    /// A small buffer that is zero outside.
    #[derive(Default)]
    struct WideSheet(std::collections::BTreeMap<(usize, usize), u8>);

    impl Pen for WideSheet {
        fn put(&mut self, x: usize, y: usize, colour: u8) {
            self.0.insert((x, y), colour);
        }

        fn repeat_left(&mut self, x: usize, y: usize) {
            let left = x
                .checked_sub(1)
                .and_then(|x| self.0.get(&(x, y)).copied())
                .unwrap_or(0);
            self.put(x, y, left);
        }
    }

    fn rows(sheet: &WideSheet, width: usize, height: usize) -> Vec<Vec<u8>> {
        (0..height)
            .map(|y| {
                (0..width)
                    .map(|x| sheet.0.get(&(x, y)).copied().unwrap_or(0))
                    .collect()
            })
            .collect()
    }

    #[test]
    fn the_example_of_s7_decodes() {
        let mut sheet = WideSheet::default();
        let bytes = [0x01, 8, 0x12, 0x23, 0x22, 0x23, 0x12];
        assert!(scumm_book::says("S7", &bytes).unwrap());
        decode_sixteen(&bytes, 2, &mut sheet).unwrap();
        assert_eq!(
            rows(&sheet, 8, 2),
            [[1, 1, 1, 1, 2, 3, 2, 3], [1, 1, 1, 1, 3, 2, 3, 2]]
        );
    }

    #[test]
    fn a_pair_starts_with_its_high_nibble_at_each_run_s7() {
        let mut sheet = WideSheet::default();
        decode_sixteen(&[0xc3, 0x5a, 0xc1, 0x5a, 0xc0, 0x12, 4], 1, &mut sheet).unwrap();
        assert_eq!(rows(&sheet, 8, 1), [[5, 10, 5, 5, 1, 2, 1, 2]]);
    }

    #[test]
    fn a_run_may_pass_the_right_edge_and_an_empty_one_does_nothing_s7() {
        let mut sheet = WideSheet::default();
        decode_sixteen(&[0x00, 0, 0x74, 0x80, 0, 0x85], 1, &mut sheet).unwrap();
        assert_eq!(rows(&sheet, 12, 1), [[4; 12]]);
    }

    #[test]
    fn every_prefix_is_truncated() {
        let whole = [0x01, 8, 0x12, 0x23, 0x22, 0x23, 0x12];
        for len in 0..whole.len() {
            assert_eq!(
                decode_sixteen(&whole[..len], 2, &mut WideSheet::default()),
                None
            );
        }
    }

    const IDENTITY: [u8; 256] = {
        let mut table = [0; 256];
        let mut i = 0;
        while i < 256 {
            table[i] = i as u8;
            i += 1;
        }
        table
    };

    #[test]
    fn columns_beyond_the_pitch_are_the_next_lines_left_part_g2() {
        let mut canvas = Canvas::new(16, 3, 32);
        let ink = Ink {
            palette: &IDENTITY,
            offset: 0,
            transparent: None,
        };
        Brush::new(&mut canvas, 3, 0, ink).put(0, 0, 7);
        assert_eq!(canvas.pixels()[16 + 8], 7);
    }

    #[test]
    fn lines_above_the_buffer_are_left_out() {
        let mut canvas = Canvas::new(16, 3, 16);
        let ink = Ink {
            palette: &IDENTITY,
            offset: 0,
            transparent: None,
        };
        let mut brush = Brush::new(&mut canvas, 0, -2, ink);
        (0..4).for_each(|y| brush.put(1, y, 5));
        assert_eq!(
            [canvas.pixels()[1], canvas.pixels()[17], canvas.pixels()[33]],
            [5, 5, 0]
        );
    }

    #[test]
    fn the_left_neighbour_is_read_from_the_buffer_s7() {
        let mut canvas = Canvas::new(16, 2, 16);
        canvas.pixels_mut()[7] = 9;
        canvas.pixels_mut()[15] = 4;
        let ink = Ink {
            palette: &IDENTITY,
            offset: 0,
            transparent: None,
        };
        Brush::new(&mut canvas, 1, 0, ink).repeat_left(0, 0);
        let mut first = Brush::new(&mut canvas, 0, 0, ink);
        first.repeat_left(0, 0);
        first.repeat_left(0, 1);
        assert_eq!(
            (canvas.pixels()[8], canvas.pixels()[0], canvas.pixels()[16]),
            (9, 0, 4),
            "the colour of the pixel before it in memory is repeated"
        );
    }

    #[test]
    fn the_transparent_colour_is_tested_as_stored_and_the_rest_goes_through_the_room_palette_s9_s13()
     {
        let mut palette = IDENTITY;
        palette[21] = 99;
        let ink = Ink {
            palette: &palette,
            offset: 16,
            transparent: Some(6),
        };
        assert_eq!(
            (ink.colour(5), ink.colour(6), ink.colour(250)),
            (Some(99), None, Some(10))
        );
    }
}

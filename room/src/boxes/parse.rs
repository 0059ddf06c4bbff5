//! ReadBoxes, the stored matrix and scale slots as they stand in a room (B1, B3, B6).

use crate::reader::Reader;
use crate::{Dialect, Error, Point, Result, ScaleSlot, WalkBox};

/// How a version stores boxes (B1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BoxLayout {
    /// v1, v2: eight bytes.
    Bytes,
    /// v3: four corners, mask, flags.
    Corners,
    /// v4..v7 and Humongous: and a scale.
    Scaled,
    /// v8: everything in 32 bits, and a slot.
    Wide,
}

impl Dialect {
    fn box_layout(&self) -> BoxLayout {
        match self.version() {
            1 | 2 => BoxLayout::Bytes,
            3 => BoxLayout::Corners,
            8 => BoxLayout::Wide,
            _ => BoxLayout::Scaled,
        }
    }
}

/// ReadBoxes read up to the first that is cut, and that cut.
pub(crate) struct ReadBoxes {
    pub(crate) boxes: Vec<WalkBox>,
    pub(crate) cut: Option<Error>,
}

/// Reads the count and as many boxes; the reader moves behind them. A count that the data does not hold gives those
/// that are there.
pub(crate) fn boxes(data: &mut Reader<'_>, dialect: &Dialect) -> Result<ReadBoxes> {
    let layout = dialect.box_layout();
    let count = match layout {
        _ if dialect.is_small_header() => u32::from(data.u8("the number of boxes")?),
        BoxLayout::Wide => data.u32_le("the number of boxes")?,
        _ => u32::from(data.u16_le("the number of boxes")?),
    };
    let mut boxes = Vec::new();
    for _ in 0..count {
        if boxes.len() == super::MAX_BOXES {
            let cut = data.malformed(format_args!("at most {} boxes", super::MAX_BOXES), count);
            return Ok(ReadBoxes { boxes, cut: Some(cut) });
        }
        match one(data, layout) {
            Ok(walk_box) => boxes.push(walk_box),
            Err(error) => return Ok(ReadBoxes { boxes, cut: Some(error) }),
        }
    }
    Ok(ReadBoxes { boxes, cut: None })
}

fn one(data: &mut Reader<'_>, layout: BoxLayout) -> Result<WalkBox> {
    match layout {
        BoxLayout::Bytes => {
            let [upper, lower, ul, ur, ll, lr, mask, flags] = data.array::<8>("a box")?.map(i16::from);
            let low = |value: i16| u8::try_from(value).unwrap_or(u8::MAX);
            Ok(WalkBox {
                ul: Point::new(ul, upper),
                ur: Point::new(ur, upper),
                lr: Point::new(lr, lower),
                ll: Point::new(ll, lower),
                mask: low(mask),
                flags: low(flags),
                ..WalkBox::default()
            })
        }
        BoxLayout::Corners | BoxLayout::Scaled => {
            let mut point =
                || -> Result<Point> { Ok(Point::new(data.i16_le("a box's x")?, data.i16_le("a box's y")?)) };
            let (ul, ur, lr, ll) = (point()?, point()?, point()?, point()?);
            let (mask, flags) = (data.u8("a box's mask")?, data.u8("a box's flags")?);
            let scale = if layout == BoxLayout::Scaled { data.u16_le("a box's scale")? } else { 255 };
            Ok(WalkBox { ul, ur, lr, ll, mask, flags, scale, slot: 0 })
        }
        BoxLayout::Wide => {
            let mut point =
                || -> Result<Point> { Ok(Point::new(low16(data, "a box's x")?, low16(data, "a box's y")?)) };
            let (ul, ur, lr, ll) = (point()?, point()?, point()?, point()?);
            let mut low = |what| -> Result<u8> { Ok(data.u32_le(what)?.to_le_bytes()[0]) };
            let (mask, flags, slot) = (low("a box's mask")?, low("a box's flags")?, low("a box's scale slot")?);
            let scale = data.u16_le("a box's scale")?;
            data.skip(2, "a box's scale")?;
            data.skip(4, "a box's unused word")?;
            Ok(upright(WalkBox { ul, ur, lr, ll, mask, flags, scale, slot }))
        }
    }
}

/// The low half of a 32-bit number.
fn low16(data: &mut Reader<'_>, what: &str) -> Result<i16> {
    let [a, b, ..] = data.i32_le(what)?.to_le_bytes();
    Ok(i16::from_le_bytes([a, b]))
}

/// A v8 box turned the right way up, then the right way round.
fn upright(mut b: WalkBox) -> WalkBox {
    if b.ul.y > b.ll.y && b.ur.y > b.lr.y {
        std::mem::swap(&mut b.ul, &mut b.ll);
        std::mem::swap(&mut b.ur, &mut b.lr);
    }
    if b.ul.x > b.ur.x && b.ll.x > b.lr.x {
        std::mem::swap(&mut b.ul, &mut b.ur);
        std::mem::swap(&mut b.ll, &mut b.lr);
    }
    b
}

/// The scale slots that SCAL or SA sets, four at most (B6). Some games store fewer and end inside a slot; an
/// incomplete slot is left out.
pub(crate) fn scale_slots(mut data: Reader<'_>, dialect: &Dialect) -> Vec<Option<ScaleSlot>> {
    let wide = dialect.version() == 8;
    std::iter::from_fn(|| scale_slot(&mut data, wide).ok()).take(4).collect()
}

fn scale_slot(data: &mut Reader<'_>, wide: bool) -> Result<Option<ScaleSlot>> {
    let mut number = |what| if wide { data.i32_le(what) } else { data.u16_le(what).map(i32::from) };
    let (s1, y1) = (number("a slot's first scale")?, number("a slot's first line")?);
    let (s2, y2) = (number("a slot's second scale")?, number("a slot's second line")?);
    let set = wide || [s1, y1, s2, y2] != [0; 4];
    Ok(set.then_some(ScaleSlot { y1, s1, y2, s2, ..ScaleSlot::default() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(bytes: &[u8], version: u8) -> Vec<WalkBox> {
        let mut data = Reader::new(bytes);
        let boxes = boxes(&mut data, &Dialect::new(version)).unwrap();
        assert!(boxes.cut.is_none());
        boxes.boxes
    }

    #[test]
    fn the_example_of_b1_is_read() {
        let mut bytes = vec![2, 0]; // two boxes
        bytes.extend([0x00, 0x83].repeat(8)); // box 0: four corners at -32000
        bytes.extend([0, 0, 0xff, 0]); // its mask, flags and scale
        #[rustfmt::skip]
        bytes.extend([
            10, 0, 60, 0, // box 1: upper left corner
            200, 0, 60, 0, // upper right
            200, 0, 140, 0, // lower right
            10, 0, 140, 0, // lower left
            1, 0, // mask and flags
            0, 0x80, // scale: slot 1
        ]);
        assert!(xtask::rules::says("B1", &bytes[18..]).unwrap());
        let boxes = parse(&bytes, 5);
        assert_eq!(boxes[0].ul, Point::splat(-32000));
        let expected = WalkBox {
            ul: Point::new(10, 60),
            ur: Point::new(200, 60),
            lr: Point::new(200, 140),
            ll: Point::new(10, 140),
            mask: 1,
            flags: 0,
            scale: 0x8000,
            slot: 0,
        };
        assert_eq!(boxes[1], expected);
        for len in 2..bytes.len() {
            assert!(super::boxes(&mut Reader::new(&bytes[..len]), &Dialect::new(5)).unwrap().cut.is_some());
        }
    }

    #[test]
    fn v2_boxes_share_two_lines_b1() {
        #[rustfmt::skip]
        let bytes = [
            1, // one box
            34, 60, // its upper and lower line
            2, 20, // the upper corners' columns
            3, 21, // the lower corners' columns
            1, 0x40, // mask and flags
        ];
        let boxes = parse(&bytes, 2);
        let (ul, lr) = (boxes[0].ul, boxes[0].lr);
        assert_eq!(
            (ul, boxes[0].ur, lr, boxes[0].ll),
            (Point::new(2, 34), Point::new(20, 34), Point::new(21, 60), Point::new(3, 60))
        );
        assert_eq!((boxes[0].mask, boxes[0].flags, boxes[0].scale), (1, 0x40, 255));
    }

    #[test]
    fn v8_boxes_have_52_bytes_and_are_turned_upright_b1() {
        let mut bytes = 1_u32.to_le_bytes().to_vec();
        // Upside down and left to right: ul, ur, lr, ll.
        for value in [100, 50, 10, 50, 10, 20, 100, 20, 0x102, 0x80, 3, 200, 77_i32] {
            bytes.extend(value.to_le_bytes());
        }
        assert_eq!(bytes.len(), 4 + 52);
        let boxes = parse(&bytes, 8);
        assert_eq!((boxes[0].ul, boxes[0].lr), (Point::new(10, 20), Point::new(100, 50)));
        assert_eq!((boxes[0].mask, boxes[0].flags, boxes[0].slot, boxes[0].scale), (2, 0x80, 3, 200));
    }

    #[test]
    fn a_slot_that_is_cut_is_left_alone_b6() {
        assert_eq!(scale_slots(Reader::new(&[1; 20]), &Dialect::new(6)).len(), 2);
    }

    #[test]
    fn an_all_zero_slot_is_left_alone_but_in_v8_b6() {
        let mut bytes = vec![0; 32];
        bytes[..8].copy_from_slice(&[90, 0, 60, 0, 255, 0, 140, 0]);
        let slots = scale_slots(Reader::new(&bytes), &Dialect::new(5));
        assert_eq!(slots[0], Some(ScaleSlot { y1: 60, s1: 90, y2: 140, s2: 255, ..ScaleSlot::default() }));
        assert_eq!(slots[1..], [None; 3]);
        let slots = scale_slots(Reader::new(&[0; 64]), &Dialect::new(8));
        assert_eq!(slots, [Some(ScaleSlot::default()); 4]);
    }
}

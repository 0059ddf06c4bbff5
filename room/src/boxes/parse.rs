//! Parsers of boxes and scale slots in a room (B1, B6).

use crate::{Dialect, Point, Reader, Result, ScaleSlot, WalkBox};

/// Reads the number of boxes and the boxes, and moves the reader to their end. If the data ends
/// before the last box, `boxes` contains the boxes before the end.
pub(crate) fn boxes(
    data: &mut Reader<'_>,
    dialect: &Dialect,
    boxes: &mut Vec<WalkBox>,
) -> Result<()> {
    let count = match dialect.version() {
        ..=4 => u32::from(data.u8("the number of boxes")?),
        8 => data.u32_le("the number of boxes")?,
        _ => u32::from(data.u16_le("the number of boxes")?),
    };
    for _ in 0..count {
        if boxes.len() == super::MAX_BOXES {
            return Err(data.malformed(format_args!("at most {} boxes", super::MAX_BOXES), count));
        }
        boxes.push(one(data, dialect.version())?);
    }
    Ok(())
}

/// Reads a box in the layout of a version (B1).
fn one(data: &mut Reader<'_>, version: u8) -> Result<WalkBox> {
    match version {
        1 | 2 => {
            let [upper, lower, ul, ur, ll, lr, mask, flags] = data.array("a box")?;
            let point = |x: u8, y: u8| Point::new(x.into(), y.into());
            let ul = point(ul, upper);
            let ur = point(ur, upper);
            let lr = point(lr, lower);
            let ll = point(ll, lower);
            Ok(WalkBox {
                ul,
                ur,
                lr,
                ll,
                mask,
                flags,
                ..WalkBox::default()
            })
        }
        8 => {
            let mut number = |what| data.i32_le(what);
            let mut point = || -> Result<Point> {
                Ok(Point::new(
                    number("a box's x")? as i16,
                    number("a box's y")? as i16,
                ))
            };
            let ul = point()?;
            let ur = point()?;
            let lr = point()?;
            let ll = point()?;
            let mask = number("a box's mask")? as u8;
            let flags = number("a box's flags")? as u8;
            let slot = number("a box's scale slot")? as u8;
            let scale = number("a box's scale")? as u16;
            data.skip(4, "a box's unused word")?;
            Ok(WalkBox {
                ul,
                ur,
                lr,
                ll,
                mask,
                flags,
                scale,
                slot,
            })
        }
        _ => {
            let mut point = || -> Result<Point> {
                Ok(Point::new(
                    data.i16_le("a box's x")?,
                    data.i16_le("a box's y")?,
                ))
            };
            let ul = point()?;
            let ur = point()?;
            let lr = point()?;
            let ll = point()?;
            let mask = data.u8("a box's mask")?;
            let flags = data.u8("a box's flags")?;
            let scale = if version > 3 {
                data.u16_le("a box's scale")?
            } else {
                255
            };
            Ok(WalkBox {
                ul,
                ur,
                lr,
                ll,
                mask,
                flags,
                scale,
                slot: 0,
            })
        }
    }
}

/// Returns the scale slots that SCAL or SA sets, at most four (B6). In some games the data has
/// fewer slots and ends inside a slot; an incomplete slot is skipped.
pub(crate) fn scale_slots(mut data: Reader<'_>, dialect: &Dialect) -> Vec<Option<ScaleSlot>> {
    let wide = dialect.version() == 8;
    std::iter::from_fn(|| scale_slot(&mut data, wide).ok())
        .take(4)
        .collect()
}

fn scale_slot(data: &mut Reader<'_>, wide: bool) -> Result<Option<ScaleSlot>> {
    let mut number = |what| {
        if wide {
            data.i32_le(what)
        } else {
            data.u16_le(what).map(i32::from)
        }
    };
    let s1 = number("a slot's first scale")?;
    let y1 = number("a slot's first line")?;
    let s2 = number("a slot's second scale")?;
    let y2 = number("a slot's second line")?;
    let set = wide || [s1, y1, s2, y2] != [0; 4];
    Ok(set.then_some(ScaleSlot {
        y1,
        s1,
        y2,
        s2,
        ..ScaleSlot::default()
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(bytes: &[u8], version: u8) -> Vec<WalkBox> {
        let mut read = Vec::new();
        boxes(&mut Reader::new(bytes), &Dialect::new(version), &mut read).unwrap();
        read
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
        assert!(scumm_book::says("B1", &bytes[18..]).unwrap());
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
            let mut read = Vec::new();
            assert!(
                super::boxes(&mut Reader::new(&bytes[..len]), &Dialect::new(5), &mut read).is_err()
            );
            assert_eq!(read, boxes[..(len - 2) / 20]);
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
        let ul = boxes[0].ul;
        let lr = boxes[0].lr;
        assert_eq!(
            (ul, boxes[0].ur, lr, boxes[0].ll),
            (
                Point::new(2, 34),
                Point::new(20, 34),
                Point::new(21, 60),
                Point::new(3, 60)
            )
        );
        assert_eq!(
            (boxes[0].mask, boxes[0].flags, boxes[0].scale),
            (1, 0x40, 255)
        );
    }

    #[test]
    fn v8_boxes_have_52_bytes_and_keep_their_corners_b1() {
        let mut bytes = 1_u32.to_le_bytes().to_vec();
        // Upside down and mirrored: ul, ur, lr, ll.
        for value in [
            100, 50, 10, 50, 10, 20, 100, 20, 0x102, 0x80, 3, 200, 77_i32,
        ] {
            bytes.extend(value.to_le_bytes());
        }
        assert_eq!(bytes.len(), 4 + 52);
        let boxes = parse(&bytes, 8);
        assert_eq!(
            (boxes[0].ul, boxes[0].lr),
            (Point::new(100, 50), Point::new(10, 20))
        );
        assert_eq!(
            (boxes[0].mask, boxes[0].flags, boxes[0].slot, boxes[0].scale),
            (2, 0x80, 3, 200)
        );
    }

    #[test]
    fn a_slot_that_is_cut_is_left_alone_b6() {
        assert_eq!(
            scale_slots(Reader::new(&[1; 20]), &Dialect::new(6)).len(),
            2
        );
    }

    #[test]
    fn the_example_is_read_b6() {
        let bytes = [0x64, 0, 0x3c, 0, 0xff, 0, 0xbe, 0];
        assert!(scumm_book::says("B6", &bytes).unwrap());
        let slots = scale_slots(
            Reader::new(&[&bytes[..], &[0; 24]].concat()),
            &Dialect::new(5),
        );
        assert_eq!(
            slots[0],
            Some(ScaleSlot {
                y1: 60,
                s1: 100,
                y2: 190,
                s2: 255,
                ..ScaleSlot::default()
            })
        );
    }

    #[test]
    fn an_all_zero_slot_is_left_alone_but_in_v8_b6() {
        let mut bytes = vec![0; 32];
        bytes[..8].copy_from_slice(&[90, 0, 60, 0, 255, 0, 140, 0]);
        let slots = scale_slots(Reader::new(&bytes), &Dialect::new(5));
        assert_eq!(
            slots[0],
            Some(ScaleSlot {
                y1: 60,
                s1: 90,
                y2: 140,
                s2: 255,
                ..ScaleSlot::default()
            })
        );
        assert_eq!(slots[1..], [None; 3]);
        let slots = scale_slots(Reader::new(&[0; 64]), &Dialect::new(8));
        assert_eq!(slots, [Some(ScaleSlot::default()); 4]);
    }
}

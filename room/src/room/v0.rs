//! Parts of rooms that are stored differently in v0: boxes and objects (V10, V15, V50).

use super::build::Builder;
use super::object::RoomObject;
use crate::boxes::{LISTS_HEAD, MAX_BOXES, ROW_END};
use crate::{Point, Reader, Result, WalkBox};

/// Reads boxes of five bytes, which end with 0xFF, then the lists of their neighbours (V50, V51).
pub(super) fn read_boxes(b: &mut Builder<'_>, mut data: Reader<'_>) -> Result<()> {
    while data.peek(data.position()) != Some([ROW_END]) {
        if b.made.boxes.len() == MAX_BOXES {
            return Err(data.malformed(format_args!("at most {MAX_BOXES} boxes"), "another one"));
        }
        let [left, right, top, bottom, mask] = data.array("a box")?;
        b.made
            .boxes
            .push(WalkBox::of_v0(left, top, right, bottom, mask));
    }
    data.skip(1, "the end of the boxes")?;
    let rest = data.rest();
    let opening = usize::from(rest.first() == Some(&ROW_END));
    let mut ends = rest
        .iter()
        .enumerate()
        .skip(opening.saturating_add(LISTS_HEAD))
        .filter(|&(_, &byte)| byte == ROW_END);
    // A list that is cut off at the end is ignored.
    let last = b
        .made
        .boxes
        .len()
        .checked_sub(1)
        .and_then(|last| ends.nth(last));
    let length = last.map_or(rest.len(), |(at, _)| at.saturating_add(1));
    b.set_matrix(data.bytes(length, "the lists of neighbours")?);
    Ok(())
}

/// Reads the geometry of an object from its code block (V15). From the type on, the fields are one
/// byte earlier than in v1. Actors use an object without a direction from its middle (V16a).
pub(super) fn read_code(code: Reader<'_>) -> Result<RoomObject> {
    let mut data = code.at(4, "an object's number")?;
    let id = data.u16_le("an object's number and type")?;
    let [x, y, width, parent, walk_x, walk_y, last] = data.array("an object's place")?;
    let pixels = |characters: u8| i16::from(characters) << 3;
    let middle = |start: u8, size: u8| pixels(start).saturating_add(i16::from(size) << 2);
    let walk = match last & 7 {
        0 => Point::new(middle(x, width), middle(y & 0x7f, last >> 3)),
        _ => Point::new(pixels(walk_x), pixels(walk_y & 0x1f)),
    };
    Ok(RoomObject {
        id,
        position: Point::new(pixels(x), pixels(y & 0x7f)),
        width: u16::from(width) << 3,
        height: u16::from(last & 0xf8),
        parent,
        parent_state: if y & 0x80 != 0 { 8 } else { 0 },
        walk,
        direction: u16::from(last & 7),
        ..RoomObject::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dialect, Matrix, Room, RoomParts};

    /// Creates a room of 2 by 1 characters with one object of one character, two boxes and their
    /// neighbours.
    fn room() -> Vec<u8> {
        let mut bytes = vec![0; 0x20];
        bytes[4..10].copy_from_slice(&[2, 1, 11, 1, 2, 3]);
        bytes[0x14] = 1;
        let put = |bytes: &mut Vec<u8>, at: usize, part: &[u8]| {
            let start = u16::try_from(bytes.len()).unwrap().to_le_bytes();
            bytes[at..at + 2].copy_from_slice(&start);
            bytes.extend(part);
        };
        // Characters: character 0 is 00 01 10 11 in its first line; all other pixels are 0.
        put(
            &mut bytes,
            0x0a,
            &[[0, 1, 2, 3].as_slice(), &[0, 0x1b], &[0x9f; 64]].concat(),
        );
        put(&mut bytes, 0x0c, &[0, 1, 2, 3, 0x81]);
        put(&mut bytes, 0x0e, &[9, 1, 2, 3, 0x81]);
        put(&mut bytes, 0x10, &[0, 1, 2, 3, 0x80, 0xa0]);
        put(&mut bytes, 0x12, &[16, 0, 0, 1, 2, 3, 0, 0x0f, 0x86]);
        bytes[0x15] = u8::try_from(bytes.len()).unwrap();
        bytes.extend([
            0, 5, 10, 20, 1, 6, 9, 10, 20, 0x8c, ROW_END, 0, 0, 0, 0, 1, ROW_END, 0, ROW_END,
            ROW_END,
        ]);
        put(&mut bytes, 0x1c, &[7, 1, 2, 3, 0x82]);
        put(
            &mut bytes,
            0x1e,
            &[13, 0, 0, 0, 34, 0, 1, 0x80, 1, 2, 5, 0xe6, 0x09],
        );
        let size = u16::try_from(bytes.len()).unwrap().to_le_bytes();
        bytes[..2].copy_from_slice(&size);
        bytes
    }

    fn parse(bytes: &[u8]) -> Result<Room> {
        Room::parse(&RoomParts::new(bytes), &Dialect::new(0))
    }

    #[test]
    fn a_room_has_the_pictures_of_v1_in_its_own_colours_v10_v12() {
        let room = parse(&room()).unwrap();
        assert!(room.problems().is_empty(), "{:?}", room.problems());
        let (picture, planes) = room.picture_and_planes();
        // The colours of the room, and for value 3 that of the cell, of which three bits count.
        assert_eq!(picture.pixels()[..8], [11, 11, 1, 1, 2, 2, 1, 1]);
        // Mask character 0 shows the pixels that are set. Character 1 is not stored and hides
        // everything (V14).
        let plane = planes.iter().nth(1).unwrap();
        assert_eq!(
            plane[..16],
            [[0xff; 4], [0; 4], [0xff; 4], [0xff; 4]].concat()
        );
    }

    #[test]
    fn boxes_have_five_bytes_and_lists_of_neighbours_v50_v51() {
        let room = parse(&room()).unwrap();
        let [first, second] = room.boxes[..] else {
            panic!("two boxes")
        };
        assert_eq!(
            (first.ul, first.lr, first.mask),
            (Point::new(0, 10), Point::new(5, 20), 1)
        );
        assert_eq!(
            (second.ul, second.ur, second.lr),
            (Point::new(6, 10), Point::new(6, 10), Point::new(9, 20))
        );
        let matrix = room.matrix.unwrap();
        assert_eq!(matrix.to_bytes(), [0, 0, 0, 0, 1, ROW_END, 0, ROW_END]);
        let list = |number, whole| matrix.neighbours(number, whole).collect::<Vec<_>>();
        assert_eq!(
            [list(0, false), list(1, false), list(2, false)],
            [vec![1], vec![0], vec![]]
        );
        assert_eq!(
            [list(0, true), list(1, true)],
            [vec![0, 0, 0, 0, 1], vec![0]],
            "V52"
        );
        let opened = Matrix::Lists(vec![ROW_END, 9, 9, 9, 9, 1, ROW_END]);
        assert_eq!(opened.neighbours(0, false).collect::<Vec<_>>(), [1]);
    }

    #[test]
    fn objects_say_their_type_and_may_have_no_picture_v15_v16() {
        let mut bytes = room();
        let object = parse(&bytes).unwrap().objects.remove(0);
        assert_eq!(
            (object.id, object.position, object.width, object.height),
            (34, Point::new(8, 0), 8, 8)
        );
        assert_eq!(
            (object.parent, object.parent_state, object.direction),
            (2, 8, 1)
        );
        assert_eq!(object.walk, Point::new(40, 48));
        let drawn = |bytes: &[u8]| parse(bytes).unwrap().pictures[0].get(8).is_some();
        assert!(drawn(&bytes));
        bytes.copy_within(0x1e..0x20, 0x1c);
        assert!(!drawn(&bytes), "its picture begins where code does");
    }

    #[test]
    fn an_object_without_a_direction_is_used_from_its_middle_v16a() {
        let mut bytes = room();
        let last = bytes.len() - 1;
        bytes[last] = 0x18;
        let object = parse(&bytes).unwrap().objects.remove(0);
        assert_eq!(
            (
                object.position,
                object.width,
                object.height,
                object.direction
            ),
            (Point::new(8, 0), 8, 24, 0)
        );
        assert_eq!(object.walk, Point::new(12, 12));
    }

    #[test]
    fn every_prefix_of_a_room_is_read_or_an_error() {
        let whole = room();
        for len in 0..whole.len() {
            let _ = parse(&whole[..len]);
        }
    }
}

//! Rooms of v0, v1, v2 and v3 EGA, and rooms of the Nintendo: one file with a fixed header and
//! offsets that count from the start of the file (R8–R10, O1–O3, V10, Q21). v0 stores boxes and
//! objects in another format (V15, V50).

use std::sync::Arc;

use super::build::{Builder, picture};
use super::small::read_code;
use super::{RoomObject, States};
use crate::boxes::{LISTS_HEAD, MAX_BOXES, ROW_END};
use crate::image::early::{self, CharacterSet, Characters, StreamPicture};
use crate::image::picture::{Body, Picture, StoredPlane};
use crate::image::table::{OffsetSize, Zero, check_size};
use crate::nes::{NARROWEST, TileRoom};
use crate::{Point, Reader, Result, WalkBox};

/// Position in v0 and v1 rooms of the first of the three colours that all characters share.
const COMMON_COLOURS: usize = 6;

/// Position of the offset of the picture.
const PICTURE: usize = 0x0a;

/// Position of the number of objects; the header before it has the same layout in all versions.
const OBJECTS: usize = 0x14;

/// The kinds of picture of these versions.
#[derive(Debug)]
enum Coding {
    /// v0, v1 (S12), with the data that all pictures share.
    Characters(Arc<CharacterSet>),
    /// v2 (R9, S11).
    Stream,
    /// v3 EGA (S7).
    Strips,
}

/// Reads the room. Offsets count from the start of the file.
pub(super) fn read(b: &mut Builder<'_>) -> Result<()> {
    let file = b.room.reader;
    let dialect = b.dialect;
    let place = file.at(4, "the room's size")?;
    let mut size = place;
    let (mut width, mut height) = match dialect.version() {
        0 | 1 if !dialect.is_nes() => size
            .array::<2>("the room's size")?
            .map(|n| u32::from(n) << 3)
            .into(),
        _ => (
            size.u16_le("the room's width")?.into(),
            size.u16_le("the room's height")?.into(),
        ),
    };
    if dialect.is_nes() {
        width = width.max(NARROWEST) << 3;
        height <<= 3;
    }
    b.set_size(b.true_width(width), height, place)?;
    let mut head = file.at(OBJECTS, "the number of objects")?;
    b.made.object_count = head.u8("the number of objects")?;
    let wide = dialect.version() == 3;
    let boxes = if wide {
        head.u16_le("the boxes' offset")?
    } else {
        head.u8("the boxes' offset")?.into()
    };
    head.skip(6, "numbers of scripts and sounds")?;
    b.attempt(|b| read_boxes(b, file, usize::from(boxes)));
    b.made.plane_count = 1;
    if dialect.is_nes() {
        b.made.tiles = b.attempt(|b| TileRoom::read(file, &b.room.bytes, &mut b.notes));
        b.attempt(|b| read_objects(b, None, head));
    } else if let Some(kind) = b.attempt(|b| read_coding(b, file)) {
        b.made.background = b.attempt(|b| read_background(b, &kind)).unwrap_or_default();
        b.attempt(|b| read_objects(b, Some(&kind), head));
    }
    Ok(())
}

/// Reads the boxes. v3: the matrix extends to the picture. v1, v2: an offset for each box, then a
/// byte for each pair of boxes (B3).
fn read_boxes(b: &mut Builder<'_>, file: Reader<'_>, at: usize) -> Result<()> {
    let mut data = file.at(at, "the boxes")?;
    if b.dialect.is_v0() {
        return read_boxes_v0(b, data);
    }
    if !b.read_boxes(&mut data) {
        return Ok(());
    }
    let size = if b.dialect.version() == 3 {
        let end = usize::from(
            file.at(PICTURE, "the picture's offset")?
                .u16_le("the picture's offset")?,
        );
        end.saturating_sub(at.saturating_add(data.position()))
    } else {
        let boxes = b.made.boxes.len();
        boxes.saturating_add(boxes.saturating_mul(boxes))
    };
    let matrix = data.bytes(size.min(data.remaining()), "the matrix")?;
    b.set_matrix(matrix);
    Ok(())
}

/// Returns the version's kind of picture. For v0 and v1, the characters of pictures and masks are
/// read (S12).
fn read_coding(b: &Builder<'_>, file: Reader<'_>) -> Result<Coding> {
    Ok(match b.dialect.version() {
        0 | 1 => {
            let common = file
                .at(COMMON_COLOURS, "the room's colours")?
                .array("the room's colours")?;
            let characters = file.follow(PICTURE, "the characters")?;
            let masks = file.follow(0x12, "the mask characters")?;
            Coding::Characters(Arc::new(CharacterSet::read(
                characters, masks, common, b.dialect,
            )?))
        }
        2 => Coding::Stream,
        _ => Coding::Strips,
    })
}

fn read_background(b: &mut Builder<'_>, kind: &Coding) -> Result<Picture> {
    let file = b.room.reader;
    let columns = b.strips();
    let height = b.made.height;
    let Coding::Characters(set) = kind else {
        return read_picture(
            b,
            kind,
            file.follow(PICTURE, "the picture")?,
            columns,
            height,
        );
    };
    // The maps of a room are ordered by columns, the maps of an object by rows.
    let rows = height >> 3;
    let cells = columns.saturating_mul(rows);
    let [map, colours, masks] = [0x0c, 0x0e, 0x10].map(|at| {
        let packed = file.follow(at, "a map of the picture")?;
        early::unpack(packed, cells)
    });
    Ok(character_picture(
        b,
        set,
        columns,
        rows,
        [map?, colours?, masks?],
    ))
}

/// Creates a picture from the maps of its characters and their colours, and the characters of its
/// mask, column after column.
fn character_picture(
    b: &Builder<'_>,
    set: &Arc<CharacterSet>,
    columns: usize,
    rows: usize,
    [map, colours, masks]: [Vec<u8>; 3],
) -> Picture {
    let cells = map.into_iter().zip(colours).collect();
    let body = Body::Characters(Characters {
        set: Arc::clone(set),
        columns,
        rows,
        cells,
    });
    picture(
        &b.room,
        body,
        vec![Some(StoredPlane::Lines(set.plane(&masks), rows << 3))],
    )
}

/// Reads a picture of an object, or the background of v2 and v3.
fn read_picture(
    b: &mut Builder<'_>,
    kind: &Coding,
    data: Reader<'_>,
    count: usize,
    height: usize,
) -> Result<Picture> {
    check_size(count << 3, height, data)?;
    match kind {
        Coding::Characters(set) => {
            let rows = height >> 3;
            let cells = count.saturating_mul(height >> 3);
            let maps = early::unpack(data, cells.saturating_mul(3))?;
            let down = |map: usize| {
                let lines = maps
                    .chunks_exact(count.max(1))
                    .skip(rows.saturating_mul(map))
                    .take(rows);
                (0..count)
                    .flat_map(|x| lines.clone().filter_map(move |line| line.get(x).copied()))
                    .collect()
            };
            Ok(character_picture(b, set, count, rows, [0, 1, 2].map(down)))
        }
        Coding::Stream => {
            let stream = StreamPicture {
                start: data.position_in(b.room.reader),
                strips: count,
                height,
            };
            let (plane, whole) = stream.plane(&b.room.bytes);
            if !whole {
                b.notes
                    .push(data.malformed("a picture and its plane", "the end of the data"));
            }
            Ok(picture(
                &b.room,
                Body::Stream(stream),
                vec![Some(StoredPlane::Lines(plane, height))],
            ))
        }
        Coding::Strips => {
            let size = usize::from(data.clone().u16_le("the picture's size")?);
            let own = data.clone().sub(size.min(data.remaining()), "a picture")?;
            let body =
                Body::Strips(b.strip_table(own, 2, (OffsetSize::Word, Zero::Start), count)?);
            // The plane's table is not preceded by a length.
            let plane = data.at(size, "the plane behind the picture")?;
            let plane = b.strip_table(plane, 0, (OffsetSize::Word, Zero::Empty), count)?;
            Ok(picture(
                &b.room,
                body,
                vec![Some(StoredPlane::Strips(plane))],
            ))
        }
    }
}

/// Reads the objects: the offset of a picture for each object, then the offset of a code block for
/// each object (R8). If `kind` is `None`, the pictures of the objects are made of tiles and are not
/// read here.
fn read_objects(b: &mut Builder<'_>, kind: Option<&Coding>, mut tables: Reader<'_>) -> Result<()> {
    let count = usize::from(b.made.object_count);
    let mut pictures = tables.sub(count.saturating_mul(2), "the objects' pictures")?;
    // v0: code blocks follow the pictures. A picture offset that equals the position of the first
    // code block stands for no picture (V16).
    let none = tables
        .peek(tables.position())
        .map(u16::from_le_bytes)
        .filter(|_| b.dialect.is_v0());
    for _ in 0..count {
        let picture = pictures.u16_le("an object's picture")?;
        let code = tables.u16_le("an object's code")?;
        if let Some(tiles) = &mut b.made.tiles {
            tiles.objects.push(picture.into());
        }
        let kind = kind.filter(|_| Some(picture) != none);
        b.push_object(|b| read_object(b, kind, picture, code));
    }
    Ok(())
}

fn read_object(
    b: &mut Builder<'_>,
    kind: Option<&Coding>,
    picture: u16,
    code: u16,
) -> Result<(RoomObject, States)> {
    let file = b.room.reader;
    let code = file.at(usize::from(code), "an object's code")?;
    let object = if b.dialect.is_v0() {
        read_code_v0(code)?
    } else {
        read_code(code, b.dialect)?
    };
    // An object without a size has no picture, whatever its offset.
    let is_drawn = !object.is_stateless(b.dialect) && object.strips() > 0 && object.height >= 8;
    let Some(kind) = kind.filter(|_| is_drawn) else {
        return Ok((object, States::default()));
    };
    let data = file.at(usize::from(picture), "an object's picture")?;
    let height = object.drawn_height(b.dialect);
    let picture = b.attempt(|b| read_picture(b, kind, data, object.strips(), height));
    Ok((
        object,
        States(picture.map(|picture| (None, picture)).into_iter().collect()),
    ))
}

// Boxes and objects of v0.

/// Reads boxes of five bytes, which end with 0xFF, then the lists of their neighbours (V50, V51).
fn read_boxes_v0(b: &mut Builder<'_>, mut data: Reader<'_>) -> Result<()> {
    while data.peek(data.position()) != Some([ROW_END]) {
        if b.made.boxes.len() == MAX_BOXES {
            return Err(data.malformed(format_args!("at most {MAX_BOXES} boxes"), "another one"));
        }
        let [left, right, top, bottom, mask] = data.array("a box")?;
        b.made
            .boxes
            .push(WalkBox::from_v0(left, top, right, bottom, mask));
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
fn read_code_v0(code: Reader<'_>) -> Result<RoomObject> {
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
    use crate::{BoxMatrix, Dialect, Room, RoomParts};

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
        // The values 0 to 2 have colours of the room. Value 3 has the colour of the cell, of which
        // three bits count.
        assert_eq!(picture.pixels()[..8], [11, 11, 1, 1, 2, 2, 1, 1]);
        // Mask character 0 shows the pixels that are set. Character 1 is not stored and hides
        // everything (V14).
        let plane = planes.get(1).unwrap();
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
        let opened = BoxMatrix::Lists(vec![ROW_END, 9, 9, 9, 9, 1, ROW_END]);
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
        assert!(
            !drawn(&bytes),
            "a picture that begins at the offset of the object's code is left out"
        );
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

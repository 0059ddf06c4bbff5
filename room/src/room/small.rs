//! Rooms of v4 and of v3 with 256 colours: a tree of chunks whose tags have two letters. The book
//! describes them in the rules R1, R5, R7, O2 and O3.

use super::build::{Builder, Tree, picture};
use super::{RoomObject, States};
use crate::block::{self, Block, Header};
use crate::boxes::parse;
use crate::image::picture::{Body, Picture, StoredPlane};
use crate::image::table::{OffsetSize, Zero};
use crate::{Dialect, Point, Reader, Result, Tag, cycle, palette};

/// The most planes of a v4 room. Together with the picture itself, which counts as plane 0, there
/// are at most four (R5, R7).
const PLANES: usize = 3;

/// Reads the room.
pub(super) fn read(b: &mut Builder<'_>) -> Result<()> {
    let room = block::read(&mut b.room.reader.clone(), Header::Small)?.data;
    let tree = Tree::read(room, Header::Small, &mut b.notes);
    let first = |letters| tree.first(Tag::small(letters));
    b.read_header(
        tree.need(Tag::small(*b"HD"), room, "a room header HD")?
            .data,
    )?;

    if let Some(cc) = first(*b"CC").filter(|_| b.dialect.cycles_colours()) {
        b.made.cycles = b.notes.take(cycle::parse_cc(cc.data)).unwrap_or_default();
    }
    if let Some(pa) = first(*b"PA").filter(|_| !b.dialect.is_sixteen_colour()) {
        b.made
            .palettes
            .extend(b.notes.take(palette::parse_pa(pa.data, b.dialect)));
    }
    b.set_ega_colours(first(*b"SP"));
    if let Some(bx) = first(*b"BX") {
        let mut data = bx.data;
        if b.read_boxes(&mut data) {
            b.set_matrix(data.rest());
        }
    }
    if let Some(sa) = first(*b"SA") {
        b.made.scale_slots = parse::scale_slots(sa.data, b.dialect);
    }
    match first(*b"BM") {
        Some(bm) => {
            let size = entry_size(b.dialect).read(&mut bm.data.clone(), "the picture's size");
            b.made.picture_size = size.unwrap_or(0);
            b.made.background = b
                .attempt(|b| read_picture(b, bm.data, b.strips()))
                .unwrap_or_default();
            // v4: the chain of planes decides the number of planes; v3 has one plane (R5).
            b.made.plane_count = if b.dialect.version() == 4 {
                b.made.background.planes.len()
            } else {
                1
            };
        }
        None => b
            .notes
            .push(room.malformed("the room's picture BM", "none")),
    }
    read_objects(b, &tree);
    Ok(())
}

/// Returns the width of the fields in a picture that hold its size and its offsets.
fn entry_size(dialect: &Dialect) -> OffsetSize {
    if dialect.is_sixteen_colour() {
        OffsetSize::Word
    } else {
        OffsetSize::Long
    }
}

/// Reads a picture and its planes, which follow each other (R7).
fn read_picture(b: &mut Builder<'_>, data: Reader<'_>, count: usize) -> Result<Picture> {
    let entry = entry_size(b.dialect);
    let table = if entry == OffsetSize::Word { 2 } else { 4 };
    let size = entry.read(&mut data.clone(), "the picture's size")?;
    // An offset must lie inside the picture. A size beyond the chunk is cut to the chunk.
    let own = data.clone().sub(size.min(data.remaining()), "a picture")?;
    let body = Body::Strips(b.strip_table(own, table, (entry, Zero::Start), count)?);
    let planes = match data.at(size, "the plane behind the picture") {
        Ok(behind) => read_planes(b, behind, count)?,
        Err(_) => Vec::new(),
    };
    Ok(picture(&b.room, body, planes))
}

/// Reads the chain of planes. In v4 each plane begins with its length, and the chain ends with a
/// length of 0. In v3 the picture has one plane.
fn read_planes(
    b: &mut Builder<'_>,
    mut behind: Reader<'_>,
    count: usize,
) -> Result<Vec<Option<StoredPlane>>> {
    let mut planes = Vec::new();
    while planes.len() < if b.dialect.version() == 4 { PLANES } else { 1 } {
        let mut head = behind;
        let size = if b.dialect.is_v3_256() {
            OffsetSize::Long
        } else {
            OffsetSize::Word
        };
        let Ok(length @ 1..) = size.read(&mut head, "a plane's length") else {
            break;
        };
        let own = behind
            .clone()
            .sub(length.min(behind.remaining()), "a plane")?;
        let table = b.strip_table(own, head.position(), (OffsetSize::Word, Zero::Empty), count)?;
        planes.push(Some(StoredPlane::Strips(table)));
        let Ok(next) = behind.at(length, "the next plane") else {
            break;
        };
        behind = next;
    }
    Ok(planes)
}

/// Reads the objects in the order of their code blocks (OC). The picture block (OI) of an object
/// has the same number (O1).
fn read_objects(b: &mut Builder<'_>, tree: &Tree<'_>) {
    let images: Vec<&Block<'_>> = tree.all(Tag::small(*b"OI")).collect();
    for oc in tree.all(Tag::small(*b"OC")) {
        b.push_object(|b| read_object(b, oc, &images));
    }
}

fn read_object(
    b: &mut Builder<'_>,
    oc: &Block<'_>,
    images: &[&Block<'_>],
) -> Result<(RoomObject, States)> {
    let object = read_code(oc.from_start(), b.dialect)?;
    let image = images.iter().find_map(|oi| {
        let mut data = oi.data;
        (data.u16_le("an object's number").ok()? == object.id).then_some(data)
    });
    let states = match image {
        // If no picture follows the number, the object has no picture and is never drawn.
        Some(data) if data.remaining() > 0 => {
            let own = data.at(data.position(), "an object's picture")?;
            States(vec![(None, read_picture(b, own, object.strips())?)])
        }
        _ => States::default(),
    };
    Ok((object, states))
}

/// Reads the geometry of an object from its code block (O2), which begins with the block's header.
/// In v1 and v2, walk points are in units of eight pixels. Bit 7 of the stored y decides which
/// state the object's parent must have for the object to exist (O4): if the bit is set, state 8 in
/// v1 and v2 and state 1 in later versions; if the bit is clear, state 0.
pub(super) fn read_code(code: Reader<'_>, dialect: &Dialect) -> Result<RoomObject> {
    let mut data = code.at(dialect.header().size(), "an object's number")?;
    let id = data.u16_le("an object's number")?;
    data.skip(1, "an unused byte")?;
    let [x, y, width, parent] = data.array("an object's place")?;
    let walk = if dialect.is_v1_or_v2() {
        let [x, y] = data.array("an object's walk point")?;
        Point::new(i16::from(x) << 3, i16::from(y & 0x1f) << 3)
    } else {
        Point::new(
            data.i16_le("an object's walk point")?,
            data.i16_le("an object's walk point")?,
        )
    };
    let last = data.u8("an object's direction and height")?;
    let position = Point::new(i16::from(x) << 3, i16::from(y & 0x7f) << 3);
    let width = u16::from(width) << 3;
    let height = u16::from(last & 0xf8);
    let direction = u16::from(last & 7);
    let parent_state = if dialect.is_v1_or_v2() { 8 } else { 1 };
    let parent_state = if y & 0x80 != 0 { parent_state } else { 0 };
    Ok(RoomObject {
        id,
        position,
        width,
        height,
        parent,
        parent_state,
        walk,
        direction,
        ..RoomObject::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn v4_code_blocks_give_place_and_size_o2() {
        #[rustfmt::skip]
        let block = [
            0, 0, 0, 0, b'O', b'C', // header: size and tag
            13, 0, // number
            0xee, // unused
            2, 0x83, // x / 8 and y / 8; bit 7 of the second byte: the parent's required state
            4, // width in eights
            7, // parent
            9, 0, 0xff, 0xff, // walk point: 9, -1
            0x2a, // height, and the direction in the low bits
        ];
        let object = read_code(Reader::new(&block), &Dialect::new(4)).unwrap();
        assert_eq!((object.id, object.position), (13, Point::new(16, 24)));
        assert_eq!((object.width, object.height, object.direction), (32, 40, 2));
        assert_eq!(
            (object.parent, object.parent_state, object.walk),
            (7, 1, Point::new(9, -1))
        );
    }

    #[test]
    fn v2_code_blocks_give_place_and_walk_point_in_eights_o2() {
        #[rustfmt::skip]
        let block = [
            0, 0, 0, 0, // header
            12, 0, // number
            0, // unused
            12, 0x85, // x / 8 and y / 8; bit 7 of the second byte: the parent's required state
            6, // width in eights
            3, // parent
            13, 0xe7, // walk point in eights; the upper bits of its line do not count
            0x29, // height, and the direction in the low bits
        ];
        let object = read_code(Reader::new(&block), &Dialect::new(2)).unwrap();
        assert_eq!((object.id, object.position), (12, Point::new(96, 40)));
        assert_eq!((object.parent, object.parent_state), (3, 8));
        assert_eq!(
            (object.walk, object.width, object.height),
            (Point::new(104, 56), 48, 40)
        );
        assert_eq!(object.direction, 1);
    }
}

//! Rooms of v5, v6, v7 and Humongous games: a tree of four-letter chunks (R1–R5, O1–O3).

use super::build::{Builder, Resource, Tree, picture};
use super::{RoomObject, States};
use crate::block::{self, Block, Header};
use crate::boxes::parse;
use crate::image::bmap::Bmap;
use crate::image::picture::{Body, Picture, StoredPlane};
use crate::image::table::{OffsetSize, StripTable, Zero};
use crate::{Dialect, Point, Reader, Result, Tag, cycle, palette};

/// ZP01..ZP04: the reference reads no other planes (R5).
const PLANES: [Tag; 4] = [Tag(*b"ZP01"), Tag(*b"ZP02"), Tag(*b"ZP03"), Tag(*b"ZP04")];

/// Reads the room.
pub(super) fn read(b: &mut Builder<'_>) -> Result<()> {
    let room = block::read(&mut b.room.reader.clone(), Header::Large)?.data;
    let tree = Tree::read(room, Header::Large, &mut b.notes);
    let mut header = tree.need(Tag(*b"RMHD"), room, "a room header RMHD")?.data;
    if b.dialect.is_v7_plus() {
        header.skip(4, "the header's version")?;
    }
    b.read_header(header)?;
    read_tables(b, &tree);
    b.attempt(|b| read_background(b, &tree, room));
    read_objects(b, &tree);
    Ok(())
}

/// Reads the chunks that v8 stores under the same tags, too.
pub(super) fn read_tables(b: &mut Builder<'_>, tree: &Tree<'_>) {
    let dialect = b.dialect;
    if let Some(cycl) = tree
        .first(Tag(*b"CYCL"))
        .filter(|_| dialect.cycles_colours())
    {
        b.made.cycles = b
            .notes
            .take(cycle::parse_cycl(cycl.data))
            .unwrap_or_default();
    }
    if let Some(trns) = tree.first(Tag(*b"TRNS")) {
        let colour = trns.data.clone().u8("the transparent colour");
        b.made.transparent = b.notes.take(colour).unwrap_or(b.made.transparent);
    }
    if let Some(clut) = tree.first(Tag(*b"CLUT")) {
        b.made.palettes = vec![palette::parse_clut(clut.data)];
    } else if let Some(pals) = tree.first(Tag(*b"PALS")) {
        b.made.palettes = b
            .notes
            .take(palette::parse_pals(pals.data))
            .unwrap_or_default();
    }
    if let Some(remp) = tree
        .first(Tag(*b"REMP"))
        .filter(|_| dialect.has_room_remap())
    {
        b.made.remap = b
            .notes
            .take(remp.data.clone().array("the room's remap of colours"));
    }
    b.set_ega_colours(tree.first(Tag(*b"EPAL")));
    if let Some(boxd) = tree.first(Tag(*b"BOXD")) {
        b.read_boxes(&mut boxd.data.clone());
    }
    if let Some(boxm) = tree.first(Tag(*b"BOXM")) {
        b.set_matrix(boxm.data.rest());
    }
    // A room of v6 and later may store several sets of boxes (Y35).
    if dialect.version() >= 6 {
        let mut matrices = tree.all(Tag(*b"BOXM")).skip(1);
        for boxd in tree.all(Tag(*b"BOXD")).skip(1) {
            b.read_further_boxes(boxd.data, matrices.next().map(|boxm| boxm.data));
        }
    }
    if let Some(scal) = tree.first(Tag(*b"SCAL")) {
        b.made.scale_slots = parse::scale_slots(scal.data, dialect);
    }
}

fn read_background<'a>(b: &mut Builder<'a>, tree: &Tree<'a>, room: Reader<'a>) -> Result<()> {
    let (resource, rmim) = match b.parts.image {
        Some(bytes) => {
            let resource = Resource::new(bytes, b.parts.image_base);
            let rmim = block::read(&mut resource.reader.clone(), Header::Large)?;
            (resource, rmim)
        }
        None => (
            b.room.clone(),
            *tree.need(Tag(*b"RMIM"), room, "the room's picture RMIM")?,
        ),
    };
    b.background_at = resource.reader;
    let end = resource.end_of(&rmim);
    let rmim = Tree::walk(resource.reader, &rmim, end, &mut b.notes);
    let planes = match rmim.first(Tag(*b"RMIH")) {
        Some(rmih) => rmih.data.clone().u16_le("the number of planes")?,
        None => 0,
    };
    b.made.plane_count = usize::from(planes).min(PLANES.len());
    let image = rmim.need(Tag(*b"IM00"), room, "the room's picture IM00")?;
    b.made.background = read_picture(b, &resource, (image, end), b.strips(), None)?;
    Ok(())
}

/// Reads a picture: IM00 of a room, or IMnn of an `object`, in a parent that ends at `end`.
fn read_picture(
    b: &mut Builder<'_>,
    resource: &Resource<'_>,
    (image, end): (&Block<'_>, usize),
    count: usize,
    object: Option<&RoomObject>,
) -> Result<Picture> {
    let end = resource.end_of(image).min(end);
    let tree = Tree::walk(resource.reader, image, end, &mut b.notes);
    let whole = resource.reader;
    let header = Header::Large.size();
    let mut table = |block: &Block<'_>, entry| {
        StripTable::read(
            whole,
            block.from_start(),
            header,
            (entry, Zero::Empty),
            count,
            &mut b.notes,
        )
    };
    let [smap, bmap, bomp] = [b"SMAP", b"BMAP", b"BOMP"].map(|tag| tree.first(Tag(*tag)));
    let body = match (smap, bmap, bomp) {
        (Some(smap), ..) => Body::Strips(table(smap, OffsetSize::Long)?),
        (None, Some(bmap), _) if object.is_some() => match bmap.data.clone().u8("a BMAP's code")? {
            8 | 9 => Body::ObjectBmap(bmap.data.position_in(whole)),
            _ => Body::None,
        },
        (None, Some(bmap), _) => Body::Bmap(Bmap::read(
            bmap.data,
            bmap.data.position_in(whole),
            b.dialect,
        )?),
        (None, None, Some(bomp)) => Body::Bomp(payload(resource, &bomp.data)),
        (None, None, None) => Body::None,
    };
    let mut planes = Vec::new();
    for tag in PLANES.iter().take(b.made.plane_count) {
        let plane = tree
            .first(*tag)
            .map(|zp| table(zp, OffsetSize::Word).map(StoredPlane::Strips));
        planes.push(plane.transpose()?);
    }
    // HE72+: objects may have a TMSK (O6).
    let mask = tree
        .first(Tag(*b"TMSK"))
        .filter(|_| b.dialect.he_at_least(72));
    let mask = mask.map(|tmsk| table(tmsk, OffsetSize::Word)).transpose()?;
    Ok(Picture {
        mask,
        ..picture(resource, body, planes)
    })
}

/// Returns the range of a chunk's payload in its resource.
pub(super) fn payload(resource: &Resource<'_>, data: &Reader<'_>) -> std::ops::Range<usize> {
    let start = data.position_in(resource.reader);
    start..start.saturating_add(data.len())
}

/// An object's number and its picture block.
type Image<'a> = (Option<u16>, &'a Block<'a>);

/// Reads the objects, whose geometry is in the code block (v5, v6) or in the picture block (v7,
/// v8).
fn read_objects(b: &mut Builder<'_>, tree: &Tree<'_>) {
    let number = |obim: &Block<'_>| image_header(obim, b.dialect)?.u16_le("an object's number");
    let images: Vec<Image<'_>> = tree
        .all(Tag(*b"OBIM"))
        .map(|obim| (number(obim).ok(), obim))
        .collect();
    for obcd in tree.all(Tag(*b"OBCD")) {
        b.push_object(|b| read_object(b, obcd, &images));
        b.made.titles.push(title(obcd));
    }
}

/// Returns the name that a game displays for an object, without the terminating zero and without
/// the padding `@`, which the game does not display; `None` if the object has no name.
fn title(obcd: &Block<'_>) -> Option<Vec<u8>> {
    let block = block::find(obcd.data, Header::Large, Tag(*b"OBNA")).ok()??;
    let bytes = block.data.rest();
    let end = bytes.iter().position(|byte| *byte == 0);
    let text = bytes.get(..end.unwrap_or(bytes.len()))?;
    let padding = text.iter().rev().take_while(|byte| **byte == b'@').count();
    let name = text.get(..text.len().saturating_sub(padding))?;
    Some(name.to_vec()).filter(|name| !name.is_empty())
}

fn image_header<'a>(obim: &Block<'a>, dialect: &Dialect) -> Result<Reader<'a>> {
    let mut data = block::need(obim.data, Header::Large, Tag(*b"IMHD"))?.data;
    if dialect.is_v7_plus() {
        data.skip(4, "the header's version")?;
    }
    Ok(data)
}

fn read_object(
    b: &mut Builder<'_>,
    obcd: &Block<'_>,
    images: &[Image<'_>],
) -> Result<(RoomObject, States)> {
    let data = block::need(obcd.data, Header::Large, Tag(*b"CDHD"))?.data;
    let mut object = match b.dialect.version() {
        5 => cdhd5(data)?,
        6 => cdhd6(data)?,
        _ => cdhd7(data)?,
    };
    let Some((_, obim)) = images.iter().find(|(id, _)| *id == Some(object.id)) else {
        return Ok((object, States::default()));
    };
    let mut header = image_header(obim, b.dialect)?;
    header.skip(4, "an object's number and count of pictures")?;
    if b.dialect.is_v7_plus() {
        imhd7(&mut object, header)?;
    } else {
        header.skip(2, "an unused word")?;
        object.ors_planes = !b.dialect.is_humongous() || header.u8("an object's flags")? & 1 != 0;
    }
    let states = read_states(b, obim, &object);
    Ok((object, states))
}

/// Reads the pictures IM01, IM02 … of an object; the number is hexadecimal (O3).
fn read_states(b: &mut Builder<'_>, obim: &Block<'_>, object: &RoomObject) -> States {
    let mut states = Vec::new();
    let resource = b.room.clone();
    let end = resource.end_of(obim);
    for image in Tree::walk(resource.reader, obim, end, &mut b.notes).0 {
        let Some(state) = state_of(image.tag) else {
            continue;
        };
        let picture =
            b.attempt(|b| read_picture(b, &resource, (&image, end), object.strips(), Some(object)));
        states.extend(picture.map(|picture| (Some(state), picture)));
    }
    States(states)
}

/// Returns the state whose picture has this tag: IM01, IM02 … (O3).
pub(crate) fn state_of(tag: Tag) -> Option<u8> {
    let digit = |d: u8| {
        char::from(d)
            .to_digit(16)
            .filter(|_| !d.is_ascii_lowercase())
    };
    match tag.0 {
        [b'I', b'M', high, low] => {
            u8::try_from(digit(high)?.checked_mul(16)?.checked_add(digit(low)?)?).ok()
        }
        _ => None,
    }
}

/// v5: reads the geometry, which is in units of eight pixels.
fn cdhd5(mut data: Reader<'_>) -> Result<RoomObject> {
    let id = data.u16_le("an object's number")?;
    let [x, y, width, height, flags, parent] = data.array("an object's place")?;
    let position = Point::new(i16::from(x) << 3, i16::from(y) << 3);
    let [width, height] = [width, height].map(|eights| u16::from(eights) << 3);
    let parent_state = parent_state(flags);
    let walk = walk_point(&mut data)?;
    let direction = data.u8("an object's direction")?.into();
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

/// v6 and Humongous: reads the geometry, which is in pixels.
fn cdhd6(mut data: Reader<'_>) -> Result<RoomObject> {
    let id = data.u16_le("an object's number")?;
    let position = walk_point(&mut data)?;
    let width = data.u16_le("an object's width")?;
    let height = data.u16_le("an object's height")?;
    let flags = data.u8("an object's flags")?;
    let parent = data.u8("an object's parent")?;
    data.skip(4, "unused words")?;
    let direction = data.u8("an object's direction")?.into();
    let parent_state = parent_state(flags);
    Ok(RoomObject {
        id,
        position,
        width,
        height,
        parent,
        parent_state,
        direction,
        ..RoomObject::default()
    })
}

/// v7, v8: reads number and parent only.
pub(super) fn cdhd7(mut data: Reader<'_>) -> Result<RoomObject> {
    data.skip(4, "the header's version")?;
    let id = data.u16_le("an object's number")?;
    let [parent, parent_state] = data.array("an object's parent")?;
    Ok(RoomObject {
        id,
        parent,
        parent_state,
        ..RoomObject::default()
    })
}

/// v7: reads the rest of the geometry from the picture's header.
fn imhd7(object: &mut RoomObject, mut data: Reader<'_>) -> Result<()> {
    object.position = walk_point(&mut data)?;
    object.width = data.u16_le("an object's width")?;
    object.height = data.u16_le("an object's height")?;
    data.skip(3, "unused bytes")?;
    object.direction = data.u8("an object's direction")?.into();
    object.ors_planes = true;
    Ok(())
}

fn walk_point(data: &mut Reader<'_>) -> Result<Point> {
    Ok(Point::new(
        data.i16_le("a point's x")?,
        data.i16_le("a point's y")?,
    ))
}

fn parent_state(flags: u8) -> u8 {
    if flags == 0x80 { 1 } else { flags & 15 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_hexadecimal_o3() {
        assert_eq!(state_of(Tag(*b"IM0F")), Some(15));
        assert_eq!(state_of(Tag(*b"IM10")), Some(16));
        assert_eq!(state_of(Tag(*b"IM0f")), None);
        assert_eq!(state_of(Tag(*b"IMHD")), None);
    }

    #[test]
    fn v5_geometry_is_in_units_of_eight_o2() {
        let object = cdhd5(Reader::new(&[
            12, 0, 1, 2, 3, 4, 0x80, 5, 0xf8, 0xff, 9, 0, 2,
        ]))
        .unwrap();
        assert_eq!(
            (object.position, object.width, object.height),
            (Point::new(8, 16), 24, 32)
        );
        assert_eq!((object.parent, object.parent_state), (5, 1));
        assert_eq!((object.walk, object.direction), (Point::new(-8, 9), 2));
        assert_eq!((parent_state(0x8f), parent_state(0x12)), (15, 2));
    }
}

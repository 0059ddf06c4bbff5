//! Rooms of v8. Pictures are nested in two wrappers, and the code blocks of objects are in a
//! separate resource (R4, R6, O1–O3).

use super::build::{Builder, Tree, picture};
use super::large::{cdhd7, payload, read_tables};
use super::{RoomObject, States};
use crate::block::{self, Block, Header};
use crate::image::picture::{Body, Picture, StoredPlane};
use crate::image::table::{OffsetSize, StripTable, Zero};
use crate::reader::{Reader, text, to_usize};
use crate::{Point, Result, Tag};

/// Distance from an SMAP's start to the table of its strips: the headers of SMAP, BSTR and WRAP
/// (R6).
const STRIP_TABLE: usize = 24;

/// Distance from a ZSTR's start to the table of its strips: the headers of ZSTR and WRAP (R6).
const PLANE_TABLE: usize = 16;

/// The most planes of a room (R5).
const PLANES: u32 = 7;

/// The most pictures of an object: states are bytes.
const STATES: u8 = u8::MAX;

/// Reads the room.
pub(super) fn read(b: &mut Builder<'_>) -> Result<()> {
    let room = block::read(&mut b.room.reader.clone(), Header::Large)?.data;
    let tree = Tree::read(room, Header::Large, &mut b.notes);
    let mut data = tree.need(Tag(*b"RMHD"), room, "a room header RMHD")?.data;
    data.skip(4, "the header's version")?;
    let place = data;
    let width = data.u32_le("the room's width")?;
    let height = data.u32_le("the room's height")?;
    b.set_size(width, height, place)?;
    b.made.object_count = data.u32_le("the number of objects")?.to_le_bytes()[0];
    b.made.plane_count = to_usize(data.u32_le("the number of planes")?.min(PLANES));
    b.made.transparent = data.u32_le("the transparent colour")?.to_le_bytes()[0];
    read_tables(b, &tree);
    match tree.first(Tag(*b"IMAG")) {
        Some(imag) => {
            b.made.background = b
                .attempt(|b| {
                    let offs = picture_table(b, imag, usize::MAX)?;
                    nth_picture(b, &offs, 0, b.strips())
                })
                .flatten()
                .unwrap_or_default();
        }
        None => b
            .notes
            .push(room.malformed("the room's pictures IMAG", "none")),
    }
    b.attempt(|b| read_objects(b, &tree));
    Ok(())
}

/// Returns the OFFS of an IMAG, in a parent that ends at `end`.
fn picture_table<'a>(b: &mut Builder<'a>, imag: &Block<'_>, end: usize) -> Result<Block<'a>> {
    let end = b.room.end_of(imag).min(end);
    let children = Tree::walk(b.room.reader, imag, end, &mut b.notes);
    let wrap = children.need(Tag(*b"WRAP"), imag.data, "a wrapper WRAP")?;
    let end = b.room.end_of(wrap).min(end);
    let children = Tree::walk(b.room.reader, wrap, end, &mut b.notes);
    let offs = children.need(Tag(*b"OFFS"), wrap.data, "a table OFFS")?;
    Ok(*offs)
}

/// Reads the n-th picture of an IMAG with this OFFS; `None` after the last one. A picture that is
/// neither SMAP nor BOMP is empty.
fn nth_picture(
    b: &mut Builder<'_>,
    offs: &Block<'_>,
    n: usize,
    count: usize,
) -> Result<Option<Picture>> {
    let mut entries = offs.data;
    if entries
        .skip(n.saturating_mul(4), "a picture's offset")
        .is_err()
        || entries.remaining() < 4
    {
        return Ok(None);
    }
    let offset = to_usize(entries.u32_le("a picture's offset")?);
    let at = offs
        .from_start()
        .position_in(b.room.reader)
        .saturating_add(offset);
    let mut reader = b.room.reader.within(offs.data.path()).at(at, "a picture")?;
    // A size that extends beyond the resource does not make the picture invalid (O3).
    let (chunk, cut) = block::read_cut(&mut reader, Header::Large)?;
    if let Some(error) = cut {
        b.notes.push(error);
    }
    if chunk.tag == Tag(*b"BOMP") {
        let body = Body::Bomp(payload(&b.room, &chunk.data));
        return Ok(Some(picture(&b.room, body, Vec::new())));
    }
    if chunk.tag != Tag(*b"SMAP") {
        return Ok(Some(Picture::default()));
    }
    // The tables of an SMAP have fixed positions: BSTR comes first and ZPLN second, each with its
    // own wrapper (R6).
    let table = chunk.from_start().at(STRIP_TABLE, "the strips' OFFS")?;
    let body = read_table(b, table, count);
    let planes = read_planes(b, &chunk, count);
    Ok(Some(picture(&b.room, Body::Strips(body?), planes?)))
}

fn read_planes(
    b: &mut Builder<'_>,
    smap: &Block<'_>,
    count: usize,
) -> Result<Vec<Option<StoredPlane>>> {
    // ZPLN begins at the end of BSTR, according to the size of BSTR. ZPLN must begin before the end
    // of SMAP, but may extend beyond it (O3).
    let whole = b.room.reader.within(smap.data.path());
    let mut chunks = whole.at(smap.data.position_in(whole), "the strips' BSTR")?;
    block::read_cut(&mut chunks, Header::Large)?;
    if b.made.plane_count == 0 || chunks.position() >= smap.data.len() {
        return Ok(Vec::new());
    }
    let (zpln, _) = block::read_cut(&mut chunks, Header::Large)?;
    let offs = zpln.from_start().at(PLANE_TABLE, "the planes' OFFS")?;
    let mut entries = block::read(&mut offs.clone(), Header::Large)?.data;
    let mut planes = Vec::new();
    while planes.len() < b.made.plane_count && entries.remaining() >= 4 {
        let zstr = offs.at(to_usize(entries.u32_le("a plane's offset")?), "a plane")?;
        let table = zstr.at(PLANE_TABLE, "a plane's OFFS")?;
        planes.push(Some(StoredPlane::Strips(read_table(b, table, count)?)));
    }
    Ok(planes)
}

/// Reads the table of an OFFS block.
fn read_table(b: &mut Builder<'_>, offs: Reader<'_>, count: usize) -> Result<StripTable> {
    b.strip_table(
        offs,
        Header::Large.size(),
        (OffsetSize::Long, Zero::Empty),
        count,
    )
}

/// An object's name and its picture block.
type Image<'a> = (Option<String>, &'a Block<'a>);

/// Reads the objects in the order of their code blocks (O1), each with the picture block of its
/// name.
fn read_objects(b: &mut Builder<'_>, tree: &Tree<'_>) -> Result<()> {
    let images: Vec<Image<'_>> = tree
        .all(Tag(*b"OBIM"))
        .map(|obim| (name_of(obim).ok(), obim))
        .collect();
    let Some(bytes) = b.parts.scripts else {
        return Ok(());
    };
    let rmsc = block::read(
        &mut Reader::new(bytes).with_base(b.parts.scripts_base),
        Header::Large,
    )?;
    let codes = Tree::read(rmsc.data, Header::Large, &mut b.notes);
    for (n, obcd) in codes.all(Tag(*b"OBCD")).enumerate() {
        b.push_object(|b| read_object(b, obcd, n, &images));
    }
    Ok(())
}

fn read_object(
    b: &mut Builder<'_>,
    obcd: &Block<'_>,
    n: usize,
    images: &[Image<'_>],
) -> Result<(RoomObject, States)> {
    let mut object = cdhd7(block::need(obcd.data, Header::Large, Tag(*b"CDHD"))?.data)?;
    let image = match b.parts.object_names {
        Some(ids) => images
            .iter()
            .find(|(name, _)| name.as_ref().and_then(|name| ids.get(name)) == Some(&object.id)),
        None => images.get(n),
    };
    let Some((name, obim)) = image else {
        return Ok((object, States::default()));
    };
    object.name.clone_from(name);
    let header = block::need(obim.data, Header::Large, Tag(*b"IMHD"))?.data;
    read_header(&mut object, header)?;
    let mut states = Vec::new();
    let end = b.room.end_of(obim);
    let children = Tree::walk(b.room.reader, obim, end, &mut b.notes);
    if let Some(imag) = children.first(Tag(*b"IMAG")) {
        let offs = picture_table(b, imag, end)?;
        for state in 1..=STATES {
            match nth_picture(
                b,
                &offs,
                usize::from(state.saturating_sub(1)),
                object.strips(),
            ) {
                Ok(Some(picture)) => states.push((Some(state), picture)),
                Ok(None) => break,
                Err(error) => b.notes.push(error),
            }
        }
    }
    Ok((object, States(states)))
}

/// Returns the name in a picture block's header: 32 bytes, ended by zero.
fn name_of(obim: &Block<'_>) -> Result<String> {
    block::need(obim.data, Header::Large, Tag(*b"IMHD"))?
        .data
        .bytes(32, "an object's name")
        .map(text)
}

/// The version of the demo's header, which has no flags.
const DEMO_VERSION: u32 = 800;

/// Flags of a picture that prevent it from adding to planes (O6).
const REPLACES: u32 = 16;

fn read_header(object: &mut RoomObject, mut data: Reader<'_>) -> Result<()> {
    data.skip(40, "an object's name")?;
    let version = data.u32_le("the header's version")?;
    data.skip(4, "the number of pictures")?;
    let mut number = |what| data.u32_le(what);
    object.position = Point::new(
        number("an object's x")? as i16,
        number("an object's y")? as i16,
    );
    object.width = number("an object's width")? as u16;
    object.height = number("an object's height")? as u16;
    object.direction = number("an object's direction")? as u16;
    object.ors_planes = number("an object's flags")? & REPLACES == 0 || version == DEMO_VERSION;
    Ok(())
}

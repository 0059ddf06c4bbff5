//! Rooms of v0, v1, v2 and v3 EGA, and those of the Nintendo: one file with a fixed header and
//! offsets from its start (R8–R10, O1–O3, V10, Q21).

use std::sync::Arc;

use super::build::{Builder, picture};
use super::object::{RoomObject, States};
use super::small::read_code;
use super::v0;
use crate::image::characters::{self, CharacterSet, Characters};
use crate::image::picture::{Body, Picture, StoredPlane};
use crate::image::size::check_size;
use crate::image::stream::StreamPicture;
use crate::image::table::{OffsetSize, Zero};
use crate::nes::{NARROWEST, TileRoom};
use crate::{Reader, Result};

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
    b.set_size(width, height, place)?;
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
        return v0::read_boxes(b, data);
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
    // The room's maps are ordered by columns, those of objects by rows.
    let rows = height >> 3;
    let cells = columns.saturating_mul(rows);
    let [map, colours, masks] = [0x0c, 0x0e, 0x10].map(|at| {
        let packed = file.follow(at, "a map of the picture")?;
        characters::unpack(packed, cells)
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
            let maps = characters::unpack(data, cells.saturating_mul(3))?;
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

/// Reads the objects: an offset of a picture for each object, then an offset of a code block for
/// each (R8). Without a `kind`, pictures are made of tiles.
fn read_objects(b: &mut Builder<'_>, kind: Option<&Coding>, mut tables: Reader<'_>) -> Result<()> {
    let count = usize::from(b.made.object_count);
    let mut pictures = tables.sub(count.saturating_mul(2), "the objects' pictures")?;
    // v0: code begins at the end of the pictures; an offset to this position means no picture
    // (V16).
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
        v0::read_code(code)?
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

//! Small rooms with one object each, for the scenes that play a version's frame from end to end.

use scumm_room::edit::{ObjectPicture, ObjectPlan, RoomPlan, encode_room};
use scumm_room::{Dialect, Error, Point, Result, RoomObject, Surface};

use crate::vectors::Vectors;

/// The number of the object in all rooms except [`humongous`], where it is 40.
const OBJECT: u16 = 12;
/// The colour of the background and of the object.
const COLOURS: [u8; 2] = [3, 9];
/// The scenes of the vectors whose rooms are used.
const GROUPS: [&str; 2] = ["gap-bmap-objects", "rooms-objects"];

/// Returns a room of v5 or v6, 320 by 200 pixels. The object covers 16 by 16 pixels at (96, 48).
///
/// # Errors
/// Returns an error if the room does not fit into its format.
pub fn later(dialect: &Dialect) -> Result<Vec<u8>> {
    let [background, colour] = COLOURS;
    let object = RoomObject {
        id: OBJECT,
        position: Point::new(96, 48),
        width: 16,
        height: 16,
        ..RoomObject::default()
    };
    let picture = ObjectPicture {
        state: 1,
        pixels: Surface::filled(16, 16, colour),
        planes: Vec::new(),
    };
    let plan = RoomPlan {
        picture: Surface::filled(320, 200, background),
        objects: vec![ObjectPlan {
            object,
            pictures: vec![picture],
        }],
        ..RoomPlan::default()
    };
    encode_room(&plan, dialect)
}

/// Returns a room for HE70, as two resources: the room without its picture, and the picture.
///
/// # Errors
/// Returns an error if the room does not fit into its format.
pub fn he70() -> Result<[Vec<u8>; 2]> {
    let whole = later(&Dialect::new(6))?;
    let (mut room, mut picture) = (Vec::new(), Vec::new());
    let mut at = HEADER;
    while at < whole.len() {
        let size = whole
            .get(at + 4..at + HEADER)
            .and_then(|bytes| bytes.try_into().ok())
            .map_or(0, u32::from_be_bytes);
        let end = at + size as usize;
        let part = whole
            .get(at..end)
            .ok_or_else(|| Error::other("a block is cut off".to_owned()))?;
        if part.starts_with(b"RMIM") {
            picture.extend(part);
        } else {
            room.extend(part);
        }
        at = end;
    }
    Ok([block(b"ROOM", &room), picture])
}

/// The size of the header of a block.
const HEADER: usize = 8;

fn block(tag: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let size = (data.len() + HEADER) as u32;
    [&tag[..], &size.to_be_bytes(), data].concat()
}

/// Returns a room for HE71 and later, as two resources: a room of the vectors with an object, and a
/// picture of one colour (S15).
///
/// # Errors
/// Returns an error if the vectors cannot be read.
pub fn humongous() -> Result<[Vec<u8>; 2]> {
    let filled = block(b"BMAP", &[150, COLOURS[0]]);
    let header = block(b"RMIH", &0_u16.to_le_bytes());
    let picture = block(b"RMIM", &[header, block(b"IM00", &filled)].concat());
    Ok([of_scene("gap-bmap-objects/O7-he72-code8.json")?, picture])
}

/// Returns a room of v4 of the vectors.
///
/// # Errors
/// Returns an error if the vectors cannot be read.
pub fn v4() -> Result<Vec<u8>> {
    of_scene("rooms-objects/v4-2.json")
}

/// Returns the room of a scene of the vectors.
fn of_scene(scene: &str) -> Result<Vec<u8>> {
    let vectors = Vectors::load(GROUPS).map_err(|error| Error::other(error.to_string()))?;
    let keys: serde_json::Value = serde_json::from_str(vectors.text(scene)?)
        .map_err(|error| Error::other(error.to_string()))?;
    let name = keys["room"]["resource"].as_str().unwrap_or_default();
    let name = name.trim_start_matches("../");
    let bytes = vectors.get(name);
    bytes
        .map(<[u8]>::to_vec)
        .ok_or_else(|| Error::other(format!("{scene} has no room")))
}

/// The size of the room of v1 in characters.
const COLUMNS: usize = 40;
const ROWS: usize = 16;

/// Returns a room of v1, 320 by 128 pixels. The object covers 16 by 16 pixels at (96, 48) (R10,
/// S12).
#[must_use]
pub fn v1() -> Vec<u8> {
    // Character 0 has the first common colour in all pixels, character 1 the second one.
    let mut characters = vec![0; 8];
    characters.extend([0b01_01_01_01; 8]);
    characters.resize(2048, 0);
    let cells = COLUMNS * ROWS;
    let masks = vec![0; 8];
    let parts = [
        packed(&characters),
        packed(&vec![0; cells]),
        packed(&vec![0; cells]),
        packed(&vec![0; cells]),
        [16_u16.to_le_bytes().as_slice(), &packed(&masks)].concat(),
        // The object: characters, colours and mask characters of 2 by 2 cells.
        packed(&[1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0]),
        code_of_v1(),
    ];
    let head = 0x1c + 4;
    // The boxes: a count of 0.
    let boxes = head as u8;
    let mut offset = head + 1;
    let mut offsets = Vec::new();
    for part in &parts {
        offsets.push(offset as u16);
        offset += part.len();
    }
    let mut room = vec![0; head];
    let mut store = |at: usize, value: u16| {
        if let Some(place) = room.get_mut(at..at + 2) {
            place.copy_from_slice(&value.to_le_bytes());
        }
    };
    store(0, offset as u16);
    store(4, u16::from_le_bytes([COLUMNS as u8, ROWS as u8]));
    store(6, u16::from_le_bytes(COLOURS));
    // Pictures and maps, then the object's picture and code.
    let places = [0x0a, 0x0c, 0x0e, 0x10, 0x12, 0x1c, 0x1e];
    for (at, value) in places.into_iter().zip(offsets) {
        store(at, value);
    }
    store(0x14, u16::from_le_bytes([1, boxes]));
    room.push(0);
    [room, parts.concat()].concat()
}

/// Returns the code block of the object of [`v1`], which only has its place and size (O2).
fn code_of_v1() -> Vec<u8> {
    let [x, y, columns] = [12, 6, 2];
    let [low, high] = OBJECT.to_le_bytes();
    let mut code = vec![0, 0, 0, 0, low, high, 0, x, y, columns, 0, x, y, 16];
    code.extend([0, 0]);
    let size = code.len() as u8;
    if let Some(first) = code.first_mut() {
        *first = size;
    }
    code
}

/// Packs bytes by the method G (S12) as repeated bytes.
fn packed(bytes: &[u8]) -> Vec<u8> {
    const REPEATED: u8 = 0x40;
    const MOST: usize = 64;
    let mut packed = vec![0; 4];
    for run in bytes.chunk_by(|a, b| a == b) {
        for part in run.chunks(MOST) {
            packed.push(REPEATED | (part.len() - 1) as u8);
            packed.extend(part.first());
        }
    }
    packed
}

//! Rooms: parsed, planned anew, drawn with all their objects.

use std::collections::BTreeMap;

use scumm_room::{Boxes, Canvas, Dialect, Palette, Planes, Room, RoomParts, RoomTarget, edit};

use super::input::FuzzInput;

/// Lines that are drawn, whatever the header says: a little more than a screen of v8.
const LINES: usize = 488;
/// Strips that are drawn, beyond those of a screen of v8.
const STRIPS: usize = 84;

/// Bit of the objects' state that asks for the room to be written anew, which takes longer than all
/// else.
const WRITE: u8 = 0x40;

/// A room of any version: the room, its pictures (HE70+) and its scripts (v8), each with its
/// length.
pub fn room(bytes: &[u8]) {
    let mut input = FuzzInput::new(bytes);
    let dialect = input.dialect();
    let state = input.byte();
    let (image, scripts) = (input.part(), input.part());
    let names = BTreeMap::from([("lamp".to_owned(), 12), ("door".to_owned(), 13)]);
    let parts = RoomParts {
        room: input.rest(),
        image: Some(image).filter(|part| !part.is_empty()),
        scripts: Some(scripts).filter(|part| !part.is_empty()),
        object_names: Some(&names).filter(|_| state & 0x80 == 0),
        number: state.into(),
        ..RoomParts::default()
    };
    let Ok(room) = Room::parse(&parts, &dialect) else {
        return;
    };
    use_room(&room, &dialect, state);
}

/// What a player and a tool do with a room.
pub fn use_room(room: &Room, dialect: &Dialect, state: u8) {
    let mut palette = Palette::default();
    room.apply_palette(&mut palette);
    let boxes = Boxes::with_matrix(dialect, room.boxes.clone(), room.matrix.clone());
    assert!(boxes.len() <= room.boxes.len());
    if state & WRITE != 0 {
        // Not every version can be written.
        let _ = edit::encode_room(&room.plan(), dialect);
    }
    draw(room, dialect, state);
}

/// Draws the background from the left edge and from further right, then the objects that are in
/// `state`.
pub fn draw(room: &Room, dialect: &Dialect, state: u8) {
    let (width, _) = dialect.screen_size();
    let pitch = usize::from(width) + 8;
    let height = room.height.min(LINES);
    let mut canvas = Canvas::new(pitch, height, room.width);
    let mut planes = Planes::new(pitch, height, room.width, room.plane_count + 1);
    let room_palette = std::array::from_fn(|i| i as u8);
    let mut target = RoomTarget {
        canvas: &mut canvas,
        planes: &mut planes,
        room_palette: &room_palette,
        tiles: None,
    };
    for first in [0, usize::from(state & 0x0f)] {
        room.draw_background(first..first + STRIPS, &mut target);
    }
    for object in room.objects_to_draw(|_| state) {
        room.draw_object(object, state, 0..STRIPS, &mut target);
    }
}

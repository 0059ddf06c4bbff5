//! Parses rooms, encodes some of them again, and draws them with their objects.

use std::collections::BTreeMap;

use scumm_room::{Boxes, Canvas, Dialect, Palette, Planes, Room, RoomParts, RoomTarget, edit};

use super::input::FuzzInput;

/// The most lines of a room that are drawn: a little more than the 480 lines of a v8 screen.
const LINES: usize = 488;
/// The number of strips that are drawn at a time: a few more than the 80 strips of a v8 screen.
const STRIPS: usize = 84;

/// The bit of the objects' state that requests to encode the room again. This is optional, because
/// it takes longer than everything else.
const WRITE: u8 = 0x40;

/// Handles a room of any version. After the bytes for the dialect and the objects' state, the input
/// has the pictures (HE70+) and the scripts (v8), each with its length in front, and then the room.
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
    if state & WRITE != 0 {
        rebuild(&room, &parts, &dialect);
    }
}

/// The most pixels of a room that this body rebuilds. A rebuilt room is read again, and several
/// copies of its pictures are in memory at the same time.
const REBUILT_PIXELS: u64 = 1 << 20;

/// Rebuilds a room without a change, and with a changed pixel in each of its pictures.
///
/// # Panics
/// Panics if the room without a change is another room.
fn rebuild(room: &Room, parts: &RoomParts<'_>, dialect: &Dialect) {
    if room.plan_pixels() > REBUILT_PIXELS {
        return;
    }
    let mut plan = room.plan();
    // An error is correct for a version that cannot be rebuilt.
    if let Ok(same) = edit::rebuild_room(parts, &plan, dialect) {
        assert!(same == parts.room || plan.matrix.is_none());
    }
    let change = |pixels: &mut [u8]| {
        if let Some(first) = pixels.first_mut() {
            *first ^= 1;
        }
    };
    change(plan.picture.pixels_mut());
    for plane in &mut plan.planes {
        change(plane.pixels_mut());
    }
    for object in &mut plan.objects {
        for picture in &mut object.pictures {
            change(picture.pixels.pixels_mut());
        }
    }
    let _ = edit::rebuild_room(parts, &plan, dialect);
}

/// Uses a room as a player and a tool do: applies its palette, builds its boxes, encodes the room
/// if `state` requests it, and draws the room.
pub fn use_room(room: &Room, dialect: &Dialect, state: u8) {
    let mut palette = Palette::default();
    room.apply_palette(&mut palette);
    let boxes = Boxes::with_matrix(dialect, room.boxes.clone(), room.matrix.clone());
    assert!(boxes.len() <= room.boxes.len());
    if state & WRITE != 0 {
        // An error is correct for a version that the encoder does not support.
        let _ = edit::encode_room(&room.plan(), dialect);
    }
    draw(room, dialect, state);
}

/// Draws the background twice, from the left edge and from a strip further right, and then the
/// objects as if all of them had the state `state`. The low four bits of `state` are the number of
/// the strip further right.
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

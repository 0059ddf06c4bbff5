//! Parses walk boxes, their matrix and scale slots from a room, and moves actors among the boxes.

use scumm_engine::{Facing, Stage};
use scumm_room::{Dialect, Room, RoomParts, Tag, block};

use crate::sample::{SilentEnvironment, before_picture};

use super::input::FuzzInput;

/// The number of frames after each action. An unfinished walk continues during the next actions.
const FRAMES: u8 = 4;
/// The number of actions that are performed on the actors and boxes.
const DEEDS: usize = 24;

/// Handles an input of boxes, matrix and scale slots, each with its length in front, followed by
/// the actions.
pub fn boxes(bytes: &[u8]) {
    let mut input = FuzzInput::new(bytes);
    let dialect = input.dialect();
    let (boxes, matrix, slots) = (input.part(), input.part(), input.part());
    let Ok(mut stage) = before_picture(dialect, (320, 64), 0) else {
        return;
    };
    let room = stored(&dialect, boxes, matrix, slots);
    if let Some(room) = room {
        stage
            .boxes_mut()
            .replace(room.boxes.clone(), room.matrix.clone());
        for (number, slot) in (1..).zip(&room.scale_slots) {
            // An error is correct here: the slot may have a single point, or the room may have more
            // slots than the stage.
            let _ = slot.map(|slot| stage.boxes_mut().set_scale_slot(number, slot));
        }
    }
    for id in 1..=2 {
        let Ok(mut actor) = stage.actor_mut(id) else {
            return;
        };
        (actor.costume, actor.costume_needs_init) = (1, true);
        actor.put(30, 40, Some(1));
    }
    for _ in 0..DEEDS {
        let what = input.byte();
        act(&mut stage, what, &mut input);
        if input.rest().is_empty() {
            break;
        }
    }
}

/// Returns a room that contains these boxes, matrix and slots in the layout of its version.
fn stored(dialect: &Dialect, boxes: &[u8], matrix: &[u8], slots: &[u8]) -> Option<Room> {
    let bytes = match dialect.version() {
        5.. => large(dialect, boxes, matrix, slots)?,
        _ if dialect.is_old_bundle() => old(dialect, boxes, matrix),
        _ => small(boxes, matrix, slots)?,
    };
    Room::parse(&RoomParts::new(&bytes), dialect).ok()
}

fn large(dialect: &Dialect, boxes: &[u8], matrix: &[u8], slots: &[u8]) -> Option<Vec<u8>> {
    let block = |tag: &[u8; 4], data: &[u8]| block::write(Tag(*tag), data).ok();
    let header: &[u8] = match dialect.version() {
        8 => &[
            0, 0, 0, 0, 8, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        ],
        7 => &[0, 0, 0, 0, 8, 0, 8, 0, 0, 0],
        _ => &[8, 0, 8, 0, 0, 0],
    };
    let chunks = [
        block(b"RMHD", header)?,
        block(b"BOXD", boxes)?,
        block(b"BOXM", matrix)?,
        block(b"SCAL", slots)?,
    ];
    block(b"ROOM", &chunks.concat())
}

fn small(boxes: &[u8], matrix: &[u8], slots: &[u8]) -> Option<Vec<u8>> {
    let block = |tag: &[u8; 2], data: &[u8]| {
        let size = u32::try_from(data.len()).ok()?.checked_add(6)?;
        Some([&size.to_le_bytes()[..], tag, data].concat())
    };
    let chunks = [
        block(b"HD", &[8, 0, 8, 0, 0, 0])?,
        block(b"BX", &[boxes, matrix].concat())?,
        block(b"SA", slots)?,
    ];
    block(b"RO", &chunks.concat())
}

/// Returns a room of the oldest layout: a head of 0x20 bytes, the boxes and the matrix. The head's
/// offset of the picture points behind the matrix, where the room ends.
fn old(dialect: &Dialect, boxes: &[u8], matrix: &[u8]) -> Vec<u8> {
    let mut head = vec![0; 0x20];
    let size: [u8; 4] = if dialect.version() == 1 {
        [1, 1, 0, 0]
    } else {
        [8, 0, 8, 0]
    };
    head[4..8].copy_from_slice(&size);
    let end = u16::try_from(head.len() + boxes.len() + matrix.len()).unwrap_or(u16::MAX);
    head[0x0a..0x0c].copy_from_slice(&end.to_le_bytes());
    head[0x15] = 0x20;
    [head, boxes.to_vec(), matrix.to_vec()].concat()
}

fn act(stage: &mut Stage, what: u8, input: &mut FuzzInput<'_>) {
    let id = 1 + u16::from(what >> 7);
    let signed = |input: &mut FuzzInput<'_>| i32::from(input.word() as i16);
    let (x, y) = (signed(input), signed(input));
    let Ok(mut actor) = stage.actor_mut(id) else {
        return;
    };
    // Only boxes that do not exist cause an error, which is ignored.
    match what & 0x0f {
        0..=4 => {
            let angle = signed(input);
            let facing = Facing::from_degrees(angle as u16);
            actor.walk(x, y, Some(facing).filter(|_| angle != -1));
        }
        5 => actor.put(x, y, Some(1)),
        6 => actor.turn(Facing::from_degrees(x as u16)),
        7 => actor.set_walk_speed(x as u16, y as u16),
        8 => drop(stage.boxes_mut().set_flags(x as u8, y as u16)),
        9 => drop(stage.boxes_mut().set_scale(x as u8, y as u16)),
        10 => drop(actor.set_class(20 + (x as u8) % 13, y & 1 != 0)),
        11 => actor.set_ignore_boxes(x & 1 != 0),
        12 => actor.set_frozen(x & 1 != 0),
        13 => actor.stop(),
        14 => actor.turn_towards(x, y),
        _ => stage.boxes_mut().compute_matrix(),
    }
    for _ in 0..FRAMES {
        stage.tick(&mut SilentEnvironment);
    }
    stage.take_events();
}

//! A room on the page.

use std::path::Path;

use anyhow::Result;
use scumm_engine::Game;
use scumm_room::{Dialect, Room};
use serde::Serialize;

use super::in_letters;
use crate::{load, room};

/// What the page knows of a room.
#[derive(Debug, Default, Serialize)]
pub struct ListedRoom {
    id: u16,
    name: Option<String>,
    width: usize,
    height: usize,
    /// Without plane 0.
    planes: usize,
    objects: usize,
    cycles: usize,
    boxes: Vec<BoxCorners>,
    /// 768 bytes in Base64.
    palette: Option<String>,
    picture: Option<String>,
    plane_pictures: Vec<String>,
    /// Why it can't be shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A walk box: its corners in pixels.
#[derive(Debug, Serialize)]
struct BoxCorners {
    corners: [[i32; 2]; 4],
    mask: u8,
    flags: u8,
    scale: u16,
}

/// Writes the pictures of a room.
///
/// # Errors
/// They can't be written.
pub fn write(game: &Game, id: u16, out: &Path) -> Result<ListedRoom> {
    let name = game.room_name(id).map(str::to_owned);
    let room = match game.room(id) {
        Ok(room) => room,
        Err(error) => return Ok(ListedRoom { id, name, error: Some(error.to_string()), ..ListedRoom::default() }),
    };
    let palette = load::palette(&room, &game.dialect());
    let entry = ListedRoom {
        id,
        name,
        width: room.width,
        height: room.height,
        planes: room.plane_count,
        objects: room.objects.len(),
        cycles: room.cycles.len(),
        boxes: boxes(&room, &game.dialect()),
        palette: Some(in_letters(&palette.to_bytes())),
        ..ListedRoom::default()
    };
    if room.width == 0 || room.height == 0 {
        return Ok(entry);
    }
    let (picture, planes) = room.picture_and_planes();
    let name = format!("rooms/room-{id:03}.png");
    room::write(&out.join(&name), &picture, &palette)?;
    let mut plane_pictures = Vec::new();
    for number in 1..=room.plane_count {
        let Some(plane) = room::plane(&planes, number, &room) else { continue };
        let name = format!("rooms/room-{id:03}-plane{number}.png");
        room::write(&out.join(&name), &plane, &room::black_and_white())?;
        plane_pictures.push(name);
    }
    Ok(ListedRoom { picture: Some(name), plane_pictures, ..entry })
}

fn boxes(room: &Room, dialect: &Dialect) -> Vec<BoxCorners> {
    let (x, y) = dialect.position_unit();
    let corner = |p: glam::I16Vec2| [i32::from(p.x) * i32::from(x), i32::from(p.y) * i32::from(y)];
    room.boxes
        .iter()
        .map(|b| BoxCorners {
            corners: [b.ul, b.ur, b.lr, b.ll].map(corner),
            mask: b.mask,
            flags: b.flags,
            scale: b.scale,
        })
        .collect()
}

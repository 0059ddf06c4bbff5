//! Prepares a room for the page.

use std::iter;
use std::path::Path;

use anyhow::Result;
use scumm_engine::Game;
use scumm_room::{Dialect, Room, WalkBox};
use serde::Serialize;

use super::base64;
use crate::casting::standing;
use crate::colours::RoomColours;
use crate::list::RoomLine;
use crate::run_files::RunFiles;
use crate::{load, room};

/// The list entry of a room on the page.
#[derive(Debug, Serialize)]
pub struct ListedRoom {
    /// The entry of the room as `list` returns it.
    #[serde(flatten)]
    pub line: RoomLine,
    walk_boxes: Vec<BoxCorners>,
    room_objects: Vec<ListedObject>,
    /// The palette, 768 bytes in Base64.
    palette: Option<String>,
    /// The file of the background picture.
    pub picture: Option<String>,
    plane_pictures: Vec<String>,
    /// The file of the background with the cast members whose positions are known.
    cast_picture: Option<String>,
    /// Descriptions of the damage in the room.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    damage: Vec<String>,
}

/// A walk box with its corners in room pixels.
#[derive(Debug, Serialize)]
struct BoxCorners {
    corners: [[i32; 2]; 4],
    mask: u8,
    flags: u8,
    scale: u16,
}

/// An object with its rectangle in room pixels.
#[derive(Debug, Serialize)]
struct ListedObject {
    id: u16,
    name: Option<String>,
    x: i16,
    y: i16,
    width: u16,
    height: u16,
    /// The states with a picture.
    states: Vec<u8>,
}

/// Returns the list entry of a room without its pictures, which are files of a written page.
pub fn listed(rooms: &RoomColours, id: u16) -> ListedRoom {
    let game = rooms.game();
    let dialect = game.dialect();
    let room = game.room(id);
    let line = RoomLine::new(game, rooms.cast(), id, &room);
    let room = room.ok();
    let palette = room
        .as_ref()
        .map(|room| base64(&load::palette(room, &dialect).to_bytes()));
    ListedRoom {
        line,
        walk_boxes: room.iter().flat_map(|room| boxes(room, &dialect)).collect(),
        room_objects: room.iter().flat_map(objects).collect(),
        palette,
        picture: None,
        plane_pictures: Vec::new(),
        cast_picture: None,
        damage: room
            .iter()
            .flat_map(|room| room.problems())
            .map(ToString::to_string)
            .collect(),
    }
}

/// Returns the pictures of a room as PNGs: the background, then its z-planes. The list is empty for
/// a room without a background.
///
/// # Errors
/// Returns an error if the room cannot be read.
pub fn pictures(game: &Game, id: u16) -> Result<Vec<Vec<u8>>> {
    let room = game.room(id)?;
    if room.width == 0 || room.height == 0 {
        return Ok(Vec::new());
    }
    let (background, planes) = room::pngs(&room, &game.dialect(), false)?;
    Ok(iter::once(background)
        .chain(planes.into_iter().map(|(_, png)| png))
        .collect())
}

/// Writes the pictures of a room. Returns its list entry.
///
/// # Errors
/// Returns an error if a file cannot be written.
pub fn write(files: &RunFiles, rooms: &RoomColours, id: u16, out: &Path) -> Result<ListedRoom> {
    let mut entry = listed(rooms, id);
    let game = rooms.game();
    if entry.line.error.is_some() {
        return Ok(entry);
    }
    let put = |what: &str, png: &[u8]| {
        let name = format!("rooms/room-{id:03}{what}.png");
        files
            .write(&out.join(&name), |to| to.write_all(png))
            .map(|()| name)
    };
    let mut pngs = pictures(game, id)?.into_iter();
    entry.picture = pngs
        .next()
        .map(|background| put("", &background))
        .transpose()?;
    let planes = (1..)
        .zip(pngs)
        .map(|(number, plane)| put(&format!("-plane{number}"), &plane));
    entry.plane_pictures = planes.collect::<Result<_>>()?;
    if entry.picture.is_some() && entry.line.cast.iter().any(|member| member.place.is_some()) {
        let (png, _) = room::with_cast(game, id, rooms.cast(), false)?;
        entry.cast_picture = Some(put("-cast", &png)?);
    }
    Ok(entry)
}

fn boxes(room: &Room, dialect: &Dialect) -> Vec<BoxCorners> {
    let unit = standing::unit(dialect);
    let corners = |b: &WalkBox| b.corners().map(|corner| (corner.as_ivec2() * unit).into());
    let of = |b: &WalkBox| BoxCorners {
        corners: corners(b),
        mask: b.mask,
        flags: b.flags,
        scale: b.scale,
    };
    room.boxes.iter().map(of).collect()
}

fn objects(room: &Room) -> Vec<ListedObject> {
    let mut listed = Vec::new();
    for (index, object) in room.objects.iter().enumerate() {
        // v8 stores a name for scripts, and the other versions store the displayed name.
        let title = room.object_title(index).map(room::shown_name);
        listed.push(ListedObject {
            id: object.id,
            name: title.or_else(|| object.name.clone()),
            x: object.position.x,
            y: object.position.y,
            width: object.width,
            height: object.height,
            states: room.object_states(index),
        });
    }
    listed
}

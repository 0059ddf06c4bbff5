//! Writes a room's background, planes and boxes as PNG.

use std::sync::Arc;

use anyhow::Result;
use scumm_engine::Game;
use scumm_media::paint::{Inks, Paint};
use scumm_room::{Dialect, Palette, Room, Surface};

use crate::casting::{Cast, CastMember, standing};
pub use crate::people::OmittedPerson;
use crate::{boxes, load, output, people};

/// The bytes of a PNG.
type Png = Vec<u8>;

/// Returns the pictures of a room as PNGs: the background without objects, with the room's palette
/// entry by entry, then the z-planes with their numbers. A plane is white where it hides actors.
///
/// # Errors
/// Returns an error if the room has no pixels.
pub fn pngs(room: &Room, dialect: &Dialect, with_boxes: bool) -> Result<(Png, Vec<(usize, Png)>)> {
    let (picture, planes) = room.picture_and_planes();
    let mut pngs = Vec::new();
    for number in 1..=room.plane_count {
        if let Some(plane) = planes.picture(number) {
            pngs.push((number, plane_png(&plane)?));
        }
    }
    Ok((png(picture, room, dialect, with_boxes)?, pngs))
}

/// Returns the background without objects, with the cast members that are in the room when it
/// opens, as a PNG. Also returns all members, and those that are left out.
///
/// # Errors
/// Returns an error if the room cannot be read or has no pixels.
pub fn with_cast<'c>(
    game: &Game,
    number: u16,
    cast: &'c Cast,
    with_boxes: bool,
) -> Result<(Png, RoomOpening<'c>)> {
    let mut room = game.room(number)?;
    let dialect = game.dialect();
    room.objects.clear();
    let room = Arc::new(room);
    let people = cast.opening(number);
    let (picture, left_out) = people::draw(game, number, &room, cast);
    Ok((
        png(picture, &room, &dialect, with_boxes)?,
        RoomOpening { people, left_out },
    ))
}

/// The cast members in a room when it opens.
#[derive(Debug)]
pub struct RoomOpening<'c> {
    /// All members.
    pub people: Vec<&'c CastMember>,
    /// The members that are not in the picture, with the reasons.
    pub left_out: Vec<OmittedPerson<'c>>,
}

/// Returns a plane as a PNG, white where it hides actors.
///
/// # Errors
/// Returns an error if the plane has no pixels.
pub fn plane_png(plane: &Surface) -> Result<Vec<u8>> {
    let mut palette = Palette::default();
    palette[1] = [255; 3];
    let pixels = plane.pixels().iter().map(|&hides| u8::from(hides != 0));
    let shown = Surface::from_pixels(plane.width(), plane.height(), pixels);
    output::png_bytes(&shown, &palette, None, 1)
}

/// Returns a name as ASCII, with `\x81` for every other byte, because only the font of a game
/// defines its letter.
pub fn shown_name(name: &[u8]) -> String {
    let mut text = String::new();
    for &byte in name {
        match byte {
            b' '..=b'~' if byte != b'\\' => text.push(byte.into()),
            _ => text.push_str(&format!("\\x{byte:02x}")),
        }
    }
    text
}

/// Encodes a picture of a room in the room's palette, with the walk boxes if they are requested.
fn png(mut picture: Surface, room: &Room, dialect: &Dialect, with_boxes: bool) -> Result<Png> {
    let mut palette = load::palette(room, dialect);
    if with_boxes {
        let inks = Inks::mix(palette.colours_mut(), picture.pixels());
        let unit = standing::unit(dialect);
        let width = picture.width();
        let mut paint = Paint::new(picture.pixels_mut(), width);
        boxes::draw(
            &mut paint,
            &room.boxes,
            dialect,
            |p| p * unit,
            |_, _| inks.yellow,
            inks.black,
        );
    }
    output::png_bytes(&picture, &palette, None, 1)
}

//! A room's background, planes and boxes as PNG.

use anyhow::Result;
use scumm_engine::Game;
use scumm_platform::paint::{Inks, Paint};
use scumm_room::{Dialect, Palette, Planes, Room, Surface};

use crate::casting::{Cast, Member};
pub use crate::people::LeftOut;
use crate::{boxes, load, output, people};

/// A PNG's bytes.
type Png = Vec<u8>;

/// The pictures of a room as PNGs: the background in the room's palette, entry by entry, without its objects; then its z-planes
/// with their numbers. A plane is white where it hides actors.
///
/// # Errors
/// The room has no pixels.
pub fn pngs(room: &Room, dialect: &Dialect, with_boxes: bool) -> Result<(Png, Vec<(usize, Png)>)> {
    let (mut picture, planes) = room.picture_and_planes();
    let mut palette = load::palette(room, dialect);
    if with_boxes {
        draw_boxes(&mut picture, &mut palette, room, dialect);
    }
    let plane = |number| Some((number, plane(&planes, number, room)?));
    let planes = (1..=room.plane_count).filter_map(plane);
    let planes = planes.map(|(number, plane)| Ok((number, png(&plane, &black_and_white())?)));
    Ok((png(&picture, &palette)?, planes.collect::<Result<_>>()?))
}

/// The background with the people whom casting knows there as the room opens, as a PNG; without its objects. With these people,
/// and with those who are left out.
///
/// # Errors
/// The room can't be read, or has no pixels.
pub fn with_cast<'c>(game: &Game, number: u16, cast: &'c Cast, with_boxes: bool) -> Result<(Png, Opening<'c>)> {
    let (room, dialect) = (game.room(number)?, game.dialect());
    let people = cast.opening(number);
    let (mut picture, left_out) = people::draw(game, number, &room, &people)?;
    let mut palette = load::palette(&room, &dialect);
    if with_boxes {
        draw_boxes(&mut picture, &mut palette, &room, &dialect);
    }
    Ok((png(&picture, &palette)?, Opening { people, left_out }))
}

/// Who is in a room as it opens.
#[derive(Debug)]
pub struct Opening<'c> {
    /// All of them.
    pub people: Vec<&'c Member>,
    /// Those who are not in its picture, and why.
    pub left_out: Vec<LeftOut<'c>>,
}

fn png(picture: &Surface, palette: &Palette) -> Result<Png> {
    output::png_bytes(picture, palette, None, 1)
}

/// A plane as a picture: 1 hides actors.
fn plane(planes: &Planes, number: usize, room: &Room) -> Option<Surface> {
    let rows = planes.get(number)?.chunks(planes.pitch().max(1)).take(room.height);
    let pixels = rows.flat_map(|row| row.iter().take(room.width).map(|&hides| u8::from(hides != 0)));
    Some(Surface::from_pixels(room.width, room.height, pixels))
}

/// The colours of a plane's picture.
fn black_and_white() -> Palette {
    let mut palette = Palette::default();
    palette[1] = [255; 3];
    palette
}

fn draw_boxes(picture: &mut Surface, palette: &mut Palette, room: &Room, dialect: &Dialect) {
    let inks = Inks::mix(&mut palette.0, picture.pixels());
    let unit = boxes::unit(dialect);
    let width = picture.width();
    let mut paint = Paint::new(picture.pixels_mut(), width);
    boxes::draw(&mut paint, &room.boxes, dialect, |p| p * unit, |_, _| inks.yellow, inks.black);
}

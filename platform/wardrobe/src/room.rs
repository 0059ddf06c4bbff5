//! `wardrobe room`: a room's background, planes and boxes as PNG.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::Result;
use scumm_platform::Frame;
use scumm_room::{Dialect, Palette, Planes, Room, Surface};

use crate::game_args::GameArgs;
use crate::outcome::Outcome;
use crate::{boxes, load, output};
use scumm_platform::paint::{Inks, Paint};

/// Writes a room's background as an indexed PNG
///
/// The palette is the room's, entry by entry. Objects are not drawn.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe room ~/games/monkey2 12 -o room12.png
  wardrobe room dig.la0 30 -o room30.png --planes --boxes")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// The room's number
    #[arg(value_name = "ROOM")]
    room: u16,

    /// The PNG to write
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,

    /// Write the z-planes too, FILE-plane1.png and so on: white hides actors
    #[arg(long)]
    planes: bool,

    /// Draw the walk boxes with their numbers into the picture
    #[arg(long)]
    boxes: bool,
}

/// Writes the pictures.
pub fn run(args: &Args) -> Result<Outcome> {
    let game = args.game.open()?;
    let (room, dialect) = (game.room(args.room)?, game.dialect());
    let (mut picture, planes) = room.picture_and_planes();
    let mut palette = load::palette(&room, &dialect);
    if args.boxes {
        draw_boxes(&mut picture, &mut palette, &room, &dialect);
    }
    write(&args.out, &picture, &palette)?;
    if args.planes {
        for number in 1..=room.plane_count {
            let Some(plane) = plane(&planes, number, &room) else { continue };
            write(&beside(&args.out, number), &plane, &black_and_white())?;
        }
    }
    Ok(Outcome::Good)
}

/// Writes a picture.
fn write(path: &Path, picture: &Surface, palette: &Palette) -> Result<()> {
    output::png(path, &Frame::new(picture.width(), picture.height(), picture.pixels(), &palette.0)?)
}

/// `room.png` becomes `room-plane1.png`.
fn beside(out: &Path, number: usize) -> PathBuf {
    let mut name = OsString::from(out.file_stem().unwrap_or_default());
    name.push(format!("-plane{number}.png"));
    out.with_file_name(name)
}

/// A plane as a picture: 1 hides actors.
pub fn plane(planes: &Planes, number: usize, room: &Room) -> Option<Surface> {
    let rows = planes.get(number)?.chunks(planes.pitch().max(1)).take(room.height);
    let pixels = rows.flat_map(|row| row.iter().take(room.width).map(|&hides| u8::from(hides != 0)));
    Some(Surface::from_pixels(room.width, room.height, pixels))
}

/// The colours of a plane's picture.
pub fn black_and_white() -> Palette {
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

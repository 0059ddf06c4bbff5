//! `wardrobe room`: a room's background, planes and boxes as PNG.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::Result;
use scumm_tools::room;

use crate::game_args::GameArgs;
use crate::outcome::Outcome;
use crate::output;

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
    let (background, planes) = room::pngs(&game.room(args.room)?, &game.dialect(), args.boxes)?;
    output::write(&args.out, |out| out.write_all(&background))?;
    for (number, png) in planes.into_iter().filter(|_| args.planes) {
        output::write(&beside(&args.out, number), |out| out.write_all(&png))?;
    }
    Ok(Outcome::Good)
}

/// `room.png` becomes `room-plane1.png`.
fn beside(out: &Path, number: usize) -> PathBuf {
    let mut name = OsString::from(out.file_stem().unwrap_or_default());
    name.push(format!("-plane{number}.png"));
    out.with_file_name(name)
}

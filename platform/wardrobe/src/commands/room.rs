//! `wardrobe room`: writes a room's background, planes and boxes as PNG.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::Result;
use scumm_media::file::FolderLock;
use scumm_room::resource::folder_of;
use scumm_tools::casting::Cast;
use scumm_tools::room::{self, Opening};

use crate::game_args::GameArgs;
use crate::output;

/// Writes a room's background as an indexed PNG
///
/// The palette is the room's, entry by entry. Objects are not drawn. With --cast each actor stands
/// where scripts put it, in the costume with the best evidence. The output names the level of
/// evidence (wardrobe cast --help), and the actors that are left out because no script gives a
/// position.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe room ~/games/monkey2 12 -o room12.png
  wardrobe room ~/games/monkey2 12 -o room12.png --cast
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

    /// Also write the z-planes, FILE-plane1.png and so on: white hides actors
    #[arg(long)]
    planes: bool,

    /// Draw the actors that the game's scripts put there, and print them
    #[arg(long)]
    cast: bool,

    /// Draw the walk boxes with their numbers into the picture
    #[arg(long)]
    boxes: bool,
}

/// Writes the pictures.
pub fn run(args: &Args) -> Result<()> {
    let game = args.game.open()?;
    let (mut background, planes) = room::pngs(&game.room(args.room)?, &game.dialect(), args.boxes)?;
    let mut told = String::new();
    if args.cast {
        let cast = Cast::of(&game);
        let (picture, opening) = room::with_cast(&game, args.room, &cast, args.boxes)?;
        (background, told) = (picture, tell(args.room, &cast, &opening));
    }
    let _lock = if args.planes && !output::is_stdout(&args.out) {
        Some(FolderLock::acquire(folder_of(&args.out))?)
    } else {
        None
    };
    output::write(&args.out, |out| out.write_all(&background))?;
    for (number, png) in planes.into_iter().filter(|_| args.planes) {
        output::write(&beside(&args.out, number), |out| out.write_all(&png))?;
    }
    // If the picture goes to stdout, nothing else is printed.
    if !output::is_stdout(&args.out) {
        output::print(&told)?;
    }
    Ok(())
}

/// Describes the actors in the room.
fn tell(room: u16, cast: &Cast, Opening { people, left_out }: &Opening<'_>) -> String {
    let mut told = cast
        .standing
        .note()
        .map_or_else(String::new, |note| format!("{note}\n"));
    if people.is_empty() {
        told.push_str(&format!("room {room}: nobody is known\n"));
    }
    for member in people {
        let why = left_out
            .iter()
            .find(|(left, _)| std::ptr::eq(*left, *member));
        let why = why.map_or_else(String::new, |(_, why)| format!("; left out: {why}"));
        told.push_str(&format!("{member}{why}\n"));
    }
    told
}

/// Returns the name of a plane's file: `room.png` becomes `room-plane1.png`.
fn beside(out: &Path, number: usize) -> PathBuf {
    let mut name = OsString::from(out.file_stem().unwrap_or_default());
    name.push(format!("-plane{number}.png"));
    out.with_file_name(name)
}

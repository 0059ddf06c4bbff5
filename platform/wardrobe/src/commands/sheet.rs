//! `wardrobe sheet`: all costumes of a game in one picture.

use std::path::PathBuf;

use anyhow::Result;
use scumm_tools::contact;

use crate::game_args::GameArgs;
use crate::output;
use crate::progress::Work;

/// Draws a contact sheet: all costumes of a game with their numbers, in one picture
///
/// Each costume walks to the south, if it can, else it is what its first animation with pixels
/// shows, in the colours that the game gives it. One that can't be read is its number alone, and
/// makes the exit code 1.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe sheet ~/games/monkey2 -o contact.png")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// The PNG to write
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
}

/// Draws and writes it.
pub fn run(args: &Args) -> Result<bool> {
    let sheet = contact::sheet(&args.game.open()?, &Work::new())?;
    output::write(&args.out, |out| out.write_all(&sheet.png))?;
    Ok(sheet.is_sound)
}

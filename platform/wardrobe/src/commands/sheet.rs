//! `wardrobe sheet`: draws all costumes of a game in one picture.

use std::path::PathBuf;

use anyhow::Result;
use scumm_tools::contact;

use crate::game_args::GameArgs;
use crate::output;
use crate::progress::Work;

/// Draws a contact sheet: all costumes of a game with their numbers, in one picture
///
/// Each costume walks south if it can, else it is shown as in its first visible animation, in the
/// colours that the game gives it. A costume that cannot be read is shown as its number only, and
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

/// Draws and writes the sheet.
pub fn run(args: &Args) -> Result<bool> {
    let sheet = contact::sheet(&args.game.open()?, &Work::new())?;
    output::write(&args.out, |out| out.write_all(&sheet.png))?;
    Ok(sheet.is_sound)
}

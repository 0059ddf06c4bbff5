//! `wardrobe gallery`: a game's rooms and costumes as a page for a browser.

use std::path::PathBuf;

use anyhow::Result;
use scumm_tools::gallery;

use crate::game_args::GameArgs;
use crate::outcome::Outcome;
use crate::progress::Work;

/// Makes a web page of a game: its rooms and costumes with playing animations
///
/// Open DIR/index.html in a browser; no server and no network are needed. The page finds costumes and rooms by words, plays every
/// chore in every direction in the colours of any room, and shows each cel, the walk boxes, the z-planes, and what `wardrobe info`
/// tells.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe gallery ~/games/monkey2 -o monkey2-gallery
  xdg-open monkey2-gallery/index.html")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// The folder to write into
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
}

/// Makes the page; what can't be read is on it with the reason, and makes the exit code 1.
pub fn run(args: &Args) -> Result<Outcome> {
    Ok(Outcome::of(gallery::write(&args.game.open()?, &args.out, &Work::new(0))?))
}

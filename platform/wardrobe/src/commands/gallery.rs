//! `wardrobe gallery`: a game's rooms and costumes as a page for a browser.

use std::path::PathBuf;

use anyhow::Result;
use scumm_tools::gallery;

use crate::game_args::{GamesArgs, OpenedGames};
use crate::outcome::Outcome;
use crate::progress::Work;

/// Makes a web page of a game, or of several: rooms and costumes with playing animations
///
/// Open DIR/index.html in a browser; no server and no network are needed. The page finds costumes and rooms by words, plays every
/// chore in every direction in the colours of any room, and shows each cel, the walk boxes, the z-planes, and what `wardrobe info`
/// tells. Several games have a folder each, and a first page that leads to them.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe gallery ~/games/monkey2 -o monkey2-gallery
  wardrobe gallery ~/games -o shelf
  xdg-open monkey2-gallery/index.html")]
pub struct Args {
    #[command(flatten)]
    games: GamesArgs,

    /// The folder to write into
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
}

/// Makes the page; what can't be read is on it with the reason, and makes the exit code 1.
pub fn run(args: &Args) -> Result<Outcome> {
    let OpenedGames { games, are_several, are_all } = args.games.open()?;
    if !are_several {
        let mut written = games.iter().map(|(_, game)| gallery::write(game, &args.out, &Work::new(0)));
        return Ok(Outcome::of(written.next().transpose()?.is_some_and(|written| written.is_sound)));
    }
    let mut written = Vec::new();
    for (name, game) in games {
        written.push((name.clone(), gallery::write(&game, &args.out.join(name), &Work::new(0))?));
    }
    gallery::write_shelf(&written, &args.out)?;
    Ok(Outcome::of(are_all && written.iter().all(|(_, written)| written.is_sound)))
}

//! `wardrobe gallery`: writes a game's rooms and costumes as a page for a browser.

use std::path::PathBuf;

use anyhow::Result;
use scumm_platform::file::FolderLock;
use scumm_tools::gallery;
use scumm_tools::load::SHELF_PAGE;
use scumm_tools::output;

use crate::game_args::GamesArgs;
use crate::progress::Work;

/// Makes a web page of a game, or of several: rooms and costumes with playing animations
///
/// Open DIR/index.html in a browser; no server and no network are needed. The page searches
/// costumes and rooms by words, plays every chore in every direction in the colours of any room,
/// and shows each cel, the walk boxes, the z-planes, and the output of `wardrobe info`. Each of
/// several games gets a folder, and a start page links to them.
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

/// Makes the page. A room or costume that cannot be read is listed with the reason, and makes the
/// exit code 1.
pub fn run(args: &Args) -> Result<bool> {
    // The page of a single game has this name, too.
    output::check(&args.out.join(SHELF_PAGE))?;
    let _lock = FolderLock::acquire(&args.out)?;
    let written = args.games.each(|name, game| {
        let folder = name.map_or_else(|| args.out.clone(), |name| args.out.join(name));
        Ok((
            name.unwrap_or_default().to_owned(),
            gallery::write(&game, &folder, &Work::new())?,
        ))
    })?;
    if written.are_several {
        gallery::write_shelf(&written.each, &args.out)?;
    }
    Ok(written.are_all && written.each.iter().all(|(_, written)| written.is_sound()))
}

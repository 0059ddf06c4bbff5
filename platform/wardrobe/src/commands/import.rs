//! `wardrobe import`: a costume put into a game, as a new set of data files.

use std::path::PathBuf;

use anyhow::Result;
use scumm_tools::import::{Target, import};

use crate::game_args::GameArgs;
use crate::outcome::Outcome;

/// Puts a costume into a game: a new set of data files, with offsets and directories brought up to date
///
/// The costume may have any size. Everything else stays byte for byte, the encryption too. The game itself is not touched unless
/// --in-place asks for it; the files that change are then kept beside as .bak, .bak2 and so on.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe import ~/games/monkey2 --costume 5 guybrush.cost -o newgame
  wardrobe import ~/games/monkey2 --costume 5 guybrush.cost --in-place

Games of versions 0 to 8 and Humongous can be changed; on the image of a disk of version 0 a costume keeps its size. With -o all that belongs to the game is copied: index and data, speech, music
and films, but nothing that only lies beside them. A game in an archive, a container or a cartridge is never changed there: with -o
it becomes a loose game.",
    group = clap::ArgGroup::new("where").required(true)
)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// The number of the costume that is replaced
    #[arg(long, value_name = "N")]
    costume: u16,

    /// The new costume: a raw block with its header, as `build` and `extract` write it
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The folder to write the new set of files into
    #[arg(short, long, value_name = "DIR", group = "where")]
    out: Option<PathBuf>,

    /// Change the game's own files; the old ones are kept beside
    #[arg(long, group = "where")]
    in_place: bool,
}

/// Writes the changed files.
pub fn run(args: &Args) -> Result<Outcome> {
    // There is a folder, or --in-place.
    let target = args.out.clone().map_or(Target::InPlace, Target::Folder);
    let bad = import(&args.game.open()?, args.costume, &args.file, &target)?;
    for what in &bad {
        log::warn!("{}: {what}", args.file.display());
    }
    Ok(Outcome::of(bad.is_empty()))
}

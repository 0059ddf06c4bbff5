//! `wardrobe extract`: writes rooms and costumes as they are stored, each into a file of its own.

use std::path::PathBuf;

use anyhow::Result;
use scumm_media::file::FolderLock;
use scumm_tools::extract;

use crate::game_args::GameArgs;

/// Writes rooms and costumes as raw blocks, with their headers and without encryption
///
/// The files are byte for byte what the game stores; `info` and `export` read the file of a
/// costume.
#[derive(Debug, clap::Args)]
#[command(
    after_long_help = "Examples:
  wardrobe extract ~/games/monkey2 --costume 5 -o raw
  wardrobe extract ~/games/monkey2 --room 12 --costume 5 -o raw
  wardrobe extract ~/games/monkey2 --all -o raw

What is written: DIR/costume-005.cost, DIR/room-012.room, the ending being the block's tag: cost, akos or co; room, rmda or ro, with
rmim (Humongous) and rmsc (version 8) beside it. Blocks of versions 1 to 3 that have no tag end in cost and room.",
    group = clap::ArgGroup::new("what").required(true).multiple(true)
)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// The costume of this number; may be given several times
    #[arg(long, value_name = "N", group = "what")]
    costume: Vec<u16>,

    /// The room of this number, with its pictures and scripts if they are stored separately; may be
    /// given several times
    #[arg(long, value_name = "N", group = "what")]
    room: Vec<u16>,

    /// All rooms and costumes of the game; for a game in a container also its files, which can be
    /// opened as a loose game
    #[arg(long, group = "what", conflicts_with_all = ["costume", "room"])]
    all: bool,

    /// The folder to write into
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
}

/// Writes the requested blocks.
pub fn run(args: &Args) -> Result<bool> {
    let numbers = (!args.all).then_some((args.room.as_slice(), args.costume.as_slice()));
    let game = args.game.open()?;
    let _lock = FolderLock::acquire(&args.out)?;
    extract::write(&game, numbers, &args.out)
}

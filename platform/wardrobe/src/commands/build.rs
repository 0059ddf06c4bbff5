//! `wardrobe build`: costumes, rooms and games from sources.

use std::path::PathBuf;

use anyhow::Result;
use scumm_tools::build::{BuildOptions, Built, build};
use scumm_tools::costume_input::dialect_of;

use crate::output::ForceArgs;

/// Builds a costume, a room or a game from its source
///
/// A source is a text in TOML beside pictures, as in data/demo: a costume's has limbs, a room's a
/// picture, a game's rooms and costumes. `sheet.json` with its `sheet.png`, as `export` writes
/// them, and a file of Aseprite with tags of the same names become a costume of whole pictures.
/// Pictures may have a palette or none: their colours have to be those of the source. The same
/// source gives the same bytes every time.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe build data/demo/game.toml -o mygame
  wardrobe build data/demo/mara.toml -o mara.cost --version 6
  wardrobe build data/demo/mara.toml -o mara.akos --version 7
  wardrobe build guybrush/costume.toml -o guybrush.cost
  wardrobe build sheet/sheet.json --version 6 -o mara.cost")]
pub struct Args {
    /// The source: a TOML file, a folder with a costume.toml, the JSON of a sheet, or a file of
    /// Aseprite
    #[arg(value_name = "SOURCE")]
    source: PathBuf,

    /// The file to write; for a game the folder
    #[arg(short, long, value_name = "OUT")]
    out: PathBuf,

    /// The SCUMM version to build for; from 7 on costumes are AKOS. Rooms and games: 5 to 7. What
    /// is not said here a costume's source says itself, else it is 5
    #[arg(long, value_name = "2-8", value_parser = clap::value_parser!(u8).range(2..=8))]
    version: Option<u8>,

    /// Costumes: the Humongous sub-version to build for
    #[arg(long, value_name = "60-100", value_parser = clap::value_parser!(u8).range(60..=100), conflicts_with = "version")]
    he: Option<u8>,

    /// With --version 3: for a game of 256 colours
    #[arg(long, requires = "version")]
    old256: bool,

    /// Let sources name files anywhere, not only below their folder
    #[arg(long)]
    allow_outside: bool,

    /// Take the nearest colour of the source for those that it does not have, and for what is half
    /// transparent; says how many pixels that are
    #[arg(long)]
    nearest: bool,

    #[command(flatten)]
    force: ForceArgs,
}

/// Builds and writes it.
pub fn run(args: &Args) -> Result<()> {
    let dialect = dialect_of(args.version, args.he, args.old256);
    let options = BuildOptions {
        dialect,
        allow_outside: args.allow_outside,
        nearest: args.nearest,
    };
    match build(&args.source, &options)? {
        Built::Block(bytes) => args.force.write_one(&args.out, &bytes)?,
        Built::Game(files) => {
            let files = files.into_iter().map(|new| (new.name, new.bytes)).collect();
            args.force.overwrite().write(&args.out, &files)?;
        }
    }
    Ok(())
}

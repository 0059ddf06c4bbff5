//! `wardrobe build`: builds costumes, rooms and games from sources.

use std::path::PathBuf;

use anyhow::Result;
use scumm_tools::build::{BuildOptions, Built, build};
use scumm_tools::costume_input::dialect_of;

use crate::output::ForceArgs;

/// Builds a costume, a room or a game from its source
///
/// A source is a TOML text beside pictures, as in data/demo. The source of a costume has limbs,
/// that of a room has a picture, and that of a game has rooms and costumes. `sheet.json` with its
/// `sheet.png`, as `export` writes them, and a file of Aseprite with tags of the same names become
/// a costume of whole pictures. Pictures may have a palette or none: their colours have to be those
/// of the source. The same source always gives the same bytes.
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

    /// The SCUMM version to build for; from 7 on costumes are AKOS. Rooms and games: 5 to 7. The
    /// default is the version in a costume's source, else 5
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

    /// Replace colours that the source does not have, and half transparent ones, by the nearest
    /// colour of the source; report the number of pixels
    #[arg(long)]
    nearest: bool,

    #[command(flatten)]
    force: ForceArgs,
}

/// Builds the source and writes the result.
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

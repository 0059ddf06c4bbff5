//! `wardrobe build`: costumes, rooms and games from sources – texts in TOML, indexed PNGs.

pub mod costume;
pub mod game;
pub mod room;
pub mod sequence;
pub mod sheet;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use scumm_platform::file;
use scumm_room::Dialect;
use scumm_room::room::encode;

use crate::outcome::Outcome;

/// Builds a costume, a room or a game from its source
///
/// A source is a text in TOML beside indexed PNGs, as in data/demo: a costume's has limbs, a room's a picture, a game's rooms and
/// costumes. The same source gives the same bytes every time.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe build data/demo/game.toml -o mygame
  wardrobe build data/demo/mara.toml -o mara.cost --version 6
  wardrobe build data/demo/mara.toml -o mara.akos --version 7")]
pub struct Args {
    /// The source's TOML file
    #[arg(value_name = "SOURCE")]
    source: PathBuf,

    /// The file to write; for a game the folder
    #[arg(short, long, value_name = "OUT")]
    out: PathBuf,

    /// The SCUMM version to build for; from 7 on costumes are AKOS
    #[arg(long, value_name = "5|6|7", default_value_t = 5, value_parser = clap::value_parser!(u8).range(5..=7))]
    version: u8,
}

/// What a source describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Costume,
    Room,
    Game,
}

impl Source {
    /// By the keys of the text.
    fn of(path: &Path) -> Result<Self> {
        let shown = path.display();
        let text = std::fs::read_to_string(path).with_context(|| shown.to_string())?;
        let table: toml::Table = toml::from_str(&text).with_context(|| shown.to_string())?;
        match ["limb", "picture", "costume"].map(|key| table.contains_key(key)) {
            [true, ..] => Ok(Self::Costume),
            [_, true, _] => Ok(Self::Room),
            [.., true] => Ok(Self::Game),
            _ => bail!("{shown}: expected `limb` of a costume, `picture` of a room or `costume` of a game"),
        }
    }
}

/// Builds and writes it.
pub fn run(args: &Args) -> Result<Outcome> {
    let (source, dialect) = (args.source.as_path(), Dialect::new(args.version));
    let shown = || source.display().to_string();
    let bytes = match Source::of(source)? {
        Source::Costume => costume::encode(&costume::read(source)?.draft()?, &dialect).with_context(shown)?,
        Source::Room => encode::room(&room::read(source)?, &dialect).with_context(shown)?,
        Source::Game => {
            for new in game::build(source, dialect)? {
                file::write(&args.out.join(&new.name), |out| out.write_all(&new.bytes))?;
            }
            return Ok(Outcome::Good);
        }
    };
    file::write(&args.out, |out| out.write_all(&bytes))?;
    Ok(Outcome::Good)
}

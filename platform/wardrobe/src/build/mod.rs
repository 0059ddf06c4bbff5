//! `wardrobe build`: costumes, rooms and games from sources – texts in TOML, indexed PNGs.

pub mod akos;
pub mod colours;
pub mod companions;
pub mod costume;
pub mod game;
pub mod order;
pub mod reference;
pub mod room;
pub mod sequence;
pub mod sheet;
pub mod source;
pub mod stream;
pub mod text;

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use scumm_room::Dialect;

use self::companions::CompanionFiles;
use crate::game_args::dialect_of;
use crate::inputs;
use crate::outcome::Outcome;
use crate::output::ForceArgs;

/// Builds a costume, a room or a game from its source
///
/// A source is a text in TOML beside indexed PNGs, as in data/demo: a costume's has limbs, a room's a picture, a game's rooms and
/// costumes. The same source gives the same bytes every time.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe build data/demo/game.toml -o mygame
  wardrobe build data/demo/mara.toml -o mara.cost --version 6
  wardrobe build data/demo/mara.toml -o mara.akos --version 7
  wardrobe build guybrush/costume.toml -o guybrush.cost")]
pub struct Args {
    /// The source's TOML file
    #[arg(value_name = "SOURCE")]
    source: PathBuf,

    /// The file to write; for a game the folder
    #[arg(short, long, value_name = "OUT")]
    out: PathBuf,

    /// The SCUMM version to build for; from 7 on costumes are AKOS. Rooms and games: 5 to 7. What is not said here a costume's source
    /// says itself, else it is 5
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

    #[command(flatten)]
    force: ForceArgs,
}

/// What a source describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceKind {
    Costume,
    Room,
    Game,
}

impl SourceKind {
    /// By the keys of the text.
    ///
    /// # Errors
    /// It is no TOML, or none of them.
    pub fn of(text: &str) -> Result<Self> {
        let table: toml::Table = toml::from_str(text)?;
        match ["limb", "kind", "picture", "costume"].map(|key| table.contains_key(key)) {
            [true, ..] | [_, true, ..] => Ok(Self::Costume),
            [_, _, true, _] => Ok(Self::Room),
            [.., true] => Ok(Self::Game),
            _ => bail!("expected `limb` of a costume, `picture` of a room or `costume` of a game"),
        }
    }
}

/// Builds and writes it.
pub fn run(args: &Args) -> Result<Outcome> {
    let source = args.source.as_path();
    let said = dialect_of(args.version, args.he, args.old256);
    let dialect = said.unwrap_or(Dialect::new(5));
    let beside = CompanionFiles::of(source, args.allow_outside);
    let shown = || source.display().to_string();
    let text = inputs::text(source)?;
    let bytes = match SourceKind::of(&text).with_context(shown)? {
        SourceKind::Costume => source::build(&text, &beside, said).with_context(shown)?,
        SourceKind::Room => room::build(&text, &beside, &dialect).with_context(shown)?,
        SourceKind::Game => {
            let files = game::build(source, &beside, dialect)?;
            args.force.write(&args.out, &files.into_iter().map(|new| (new.name, new.bytes)).collect())?;
            return Ok(Outcome::Good);
        }
    };
    args.force.write_one(&args.out, &bytes)?;
    Ok(Outcome::Good)
}

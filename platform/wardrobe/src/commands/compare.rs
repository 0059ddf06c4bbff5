//! `wardrobe compare`: two editions of a costume, cel by cel and animation by animation.

use std::path::{Path, PathBuf};

use anyhow::Result;
use scumm_engine::Game;
use scumm_platform::text::plural;
use scumm_tools::compare::{Comparison, Difference};
use scumm_tools::costume_input::{CostumeInput, Loaded};

use crate::game_args::EditionArgs;
use crate::outcome::Outcome;
use crate::output::OutArgs;

/// Compares two editions of a costume, cel by cel and animation by animation
///
/// With -o each cel that differs is written as a PNG: the first edition, the second, and what is other in the second. Nothing different
/// makes the exit code 0, else it is 1.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe compare old.cost new.cost --scumm 5
  wardrobe compare ~/games/monkey2 ~/games/monkey2-fixed --costume 5 -o differences
  wardrobe compare ~/games/monkey2 new.cost --costume 5 --json")]
pub struct Args {
    /// The first edition: a costume file, or with --costume a game
    #[arg(value_name = "A")]
    first: PathBuf,

    /// The second edition
    #[arg(value_name = "B")]
    second: PathBuf,

    /// The number of the costume, of those of the two that are games
    #[arg(long, value_name = "N")]
    costume: Option<u16>,

    /// The number in the second game, where it is another
    #[arg(long, value_name = "N", requires = "costume")]
    costume_b: Option<u16>,

    #[command(flatten)]
    edition: EditionArgs,

    /// With --scumm 3: of a game of 256 colours
    #[arg(long, requires = "scumm")]
    old256: bool,

    /// Write the differing cels into this folder
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Print JSON: [{"part","what"}...]
    #[arg(long)]
    json: bool,
}

/// Compares and tells.
pub fn run(args: &Args) -> Result<Outcome> {
    let first = args.load(&args.first, args.costume)?;
    let second = args.load(&args.second, args.costume_b.or(args.costume))?;
    let comparison = Comparison::of(&first, &second);
    if let Some(out) = &args.out {
        comparison.write_cels(&first, out)?;
    }
    OutArgs::default().report(args.json, &comparison.differences, |differences| {
        let lines = differences.iter().map(|Difference { part, what }| format!("{part}: {what}\n"));
        format!("{}{}\n", lines.collect::<String>(), plural(differences.len(), "difference"))
    })?;
    Ok(Outcome::of(comparison.differences.is_empty()))
}

impl Args {
    fn load(&self, path: &Path, number: Option<u16>) -> Result<Loaded> {
        // A file of its own has no number, even where the other one needs it.
        let costume = number.filter(|_| path.is_dir() || Game::open(path).is_ok());
        let input = CostumeInput { path: path.to_owned(), given: self.edition.given(), old256: self.old256 };
        input.load(costume)?.bounded()
    }
}

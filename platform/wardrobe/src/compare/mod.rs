//! `wardrobe compare`: two editions of a costume, cel by cel and animation by animation.

mod animations;
mod cels;

use std::path::PathBuf;

use anyhow::Result;
use scumm_costume::Costume;
use serde::Serialize;

use crate::costume_input::{CostumeArgs, Loaded};
use crate::facts::Facts;
use crate::game_args::EditionArgs;
use crate::outcome::Outcome;
use crate::output;
use crate::plural::plural;

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

/// A difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The part: `palette`, `cel 0:3`, `chore 2 south`.
    pub part: String,
    /// What is different.
    pub what: String,
}

impl Difference {
    /// A difference of a part.
    pub fn new(part: impl Into<String>, what: impl Into<String>) -> Self {
        Self { part: part.into(), what: what.into() }
    }
}

/// Compares and tells.
pub fn run(args: &Args) -> Result<Outcome> {
    let number = |given: Option<u16>, path: &std::path::Path| {
        // A file of its own has no number, even where the other one needs it.
        given.filter(|_| path.is_dir() || scumm_engine::Game::open(path).is_ok())
    };
    let load = |path: &PathBuf, costume| {
        let edition = args.edition.clone();
        CostumeArgs::of(path.clone(), number(costume, path), edition, args.old256).load()?.bounded()
    };
    let (a, b) = (load(&args.first, args.costume)?, load(&args.second, args.costume_b.or(args.costume))?);
    let mut differences = heads(&a, &b);
    let cels = cels::compare(&a, &b);
    differences.extend(cels.iter().map(|cel| cel.difference.clone()));
    differences.extend(animations::compare(&a, &b));
    if let Some(out) = &args.out {
        cels::write(&a, &cels, out)?;
    }
    let text = match args.json {
        true => format!("{}\n", serde_json::to_string_pretty(&differences)?),
        false => {
            let lines = differences.iter().map(|Difference { part, what }| format!("{part}: {what}\n"));
            format!("{}{}\n", lines.collect::<String>(), plural(differences.len(), "difference"))
        }
    };
    output::print(&text)?;
    Ok(if differences.is_empty() { Outcome::Good } else { Outcome::Findings })
}

/// Format, direction, palette.
fn heads(a: &Loaded, b: &Loaded) -> Vec<Difference> {
    let mut found = Vec::new();
    let facts = |loaded: &Loaded| {
        let facts = Facts::of(&loaded.costume);
        format!("{} {}", facts.kind, facts.format)
    };
    let mut tell = |part: &str, of: [String; 2]| {
        let [first, second] = of;
        if first != second {
            found.push(Difference::new(part, format!("{first}, then {second}")));
        }
    };
    tell("format", [facts(a), facts(b)]);
    tell("facing west", [a, b].map(|loaded| if mirrors(loaded) { "mirrored" } else { "as stored" }.to_owned()));
    let [first, second] = [a, b].map(palette);
    let other: Vec<String> = (0..first.len().max(second.len()))
        .filter(|&i| first.get(i) != second.get(i))
        .map(|i| {
            let shown = |colour: Option<&u8>| colour.map_or("none".to_owned(), u8::to_string);
            format!("{i}: {} then {}", shown(first.get(i)), shown(second.get(i)))
        })
        .collect();
    if !other.is_empty() {
        found.push(Difference::new("palette", other.join(", ")));
    }
    found
}

fn mirrors(loaded: &Loaded) -> bool {
    match &*loaded.costume {
        Costume::Cost(cost) => !cost.keeps_west(),
        Costume::Akos(akos) => akos.header().mirrors_west(),
    }
}

fn palette(loaded: &Loaded) -> &[u8] {
    match &*loaded.costume {
        Costume::Cost(cost) => cost.palette(),
        Costume::Akos(akos) => akos.palette(),
    }
}

//! `wardrobe compare`: two editions of a costume, cel by cel and animation by animation.

mod animations;
mod cels;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use anyhow::Result;
use scumm_engine::Game;
use serde::Serialize;

use crate::costume_input::{CostumeArgs, InputArgs, Loaded};
use crate::facts::{Facts, mirrors_west, palette};
use crate::game_args::EditionArgs;
use crate::outcome::Outcome;
use crate::output::OutArgs;
use scumm_platform::text::plural;

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
    let load = |path: &PathBuf, number: Option<u16>| {
        // A file of its own has no number, even where the other one needs it.
        let costume = number.filter(|_| path.is_dir() || Game::open(path).is_ok());
        let input = InputArgs { path: path.clone(), edition: args.edition.clone(), old256: args.old256 };
        CostumeArgs { input, costume }.load()?.bounded()
    };
    let (a, b) = (load(&args.first, args.costume)?, load(&args.second, args.costume_b.or(args.costume))?);
    let mut differences = heads(&a, &b);
    let cels = cels::compare(&a, &b);
    differences.extend(cels.iter().map(|cel| cel.difference.clone()));
    differences.extend(animations::compare(&a, &b));
    if let Some(out) = &args.out {
        cels::write(&a, &cels, out)?;
    }
    OutArgs::default().report(args.json, &differences, |differences| {
        let lines = differences.iter().map(|Difference { part, what }| format!("{part}: {what}\n"));
        format!("{}{}\n", lines.collect::<String>(), plural(differences.len(), "difference"))
    })?;
    Ok(if differences.is_empty() { Outcome::Good } else { Outcome::Findings })
}

/// Format, direction, palette.
fn heads(a: &Loaded, b: &Loaded) -> Vec<Difference> {
    let mut found = Vec::new();
    let formats =
        [a, b].map(|loaded| Facts::of(&loaded.costume)).map(|facts| format!("{} {}", facts.kind, facts.format));
    let west = |loaded: &Loaded| if mirrors_west(&loaded.costume) { "mirrored" } else { "as stored" }.to_owned();
    for (part, [first, second]) in [("format", formats), ("facing west", [a, b].map(west))] {
        if first != second {
            found.push(Difference::new(part, format!("{first}, then {second}")));
        }
    }
    let [first, second] = [a, b].map(|loaded| palette(&loaded.costume));
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

/// The parts in which two editions differ, each with what is different: where both have it, what `differs` says.
fn parts<'p, K: Ord, V>(
    first: &'p BTreeMap<K, V>,
    second: &'p BTreeMap<K, V>,
    differs: impl Fn(&V, &V) -> Option<String>,
) -> Vec<(&'p K, [Option<&'p V>; 2], String)> {
    let keys: BTreeSet<&K> = first.keys().chain(second.keys()).collect();
    let part = |key: &'p K| {
        let (old, new) = (first.get(key), second.get(key));
        let what = match (old, new) {
            (Some(old), Some(new)) => differs(old, new)?,
            (Some(_), None) => "in the first only".to_owned(),
            _ => "in the second only".to_owned(),
        };
        Some((key, [old, new], what))
    };
    keys.into_iter().filter_map(part).collect()
}

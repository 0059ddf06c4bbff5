//! `wardrobe map`: what each byte of a costume is for, and figures over a whole game.

pub mod html;
mod stats;
mod text;

use std::path::PathBuf;

use anyhow::Result;
use scumm_costume::edit::inspect::Map;

use crate::costume_input::CostumeArgs;
use crate::outcome::Outcome;
use crate::output::{self, OutArgs};
use stats::Stats;

/// Shows what each byte of a costume is for, as an annotated hex dump
///
/// Bytes that nothing points at and bytes that have two owners are marked. With --stats: figures over a game's costumes, or one.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe map ~/games/monkey2 --costume 5
  wardrobe map guybrush.cost --scumm 5 --html guybrush.html
  wardrobe map ~/games/monkey2 --stats --json")]
pub struct Args {
    #[command(flatten)]
    costume: CostumeArgs,

    /// Write the map as a web page that needs nothing else
    #[arg(long, value_name = "FILE", conflicts_with = "stats")]
    html: Option<PathBuf>,

    /// Show figures instead: costumes and cels per codec, bytes by owner, commands used, anomalies
    #[arg(long)]
    stats: bool,

    /// With --stats: print JSON
    #[arg(long, requires = "stats")]
    json: bool,

    #[command(flatten)]
    out: OutArgs,
}

/// Shows what is asked for.
pub fn run(args: &Args) -> Result<Outcome> {
    if args.stats {
        args.out.report(args.json, &Stats::of(&args.costume.stored()?), Stats::text)?;
        return Ok(Outcome::Good);
    }
    let loaded = args.costume.load()?;
    let map = Map::of(&loaded.data, &loaded.costume)?;
    match &args.html {
        Some(path) => {
            let page = html::page(&loaded.name, &map, &loaded.data);
            output::write(path, |out| out.write_all(page.as_bytes()))?;
        }
        None => args.out.text(&text::dump(&map, &loaded.data))?,
    }
    Ok(Outcome::Good)
}

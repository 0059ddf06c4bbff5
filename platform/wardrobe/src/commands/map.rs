//! `wardrobe map`: shows the purpose of each byte of a costume, and statistics of a whole game.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Result;
use scumm_costume::edit::inspect::Map;
use scumm_platform::text::plural;
use scumm_tools::colours::ColouredCostume;
use scumm_tools::map::{self, FormatStats, Stats};

use crate::game_args::{ColourArgs, CostumeArgs};
use crate::output::{self, OutArgs};
use crate::table::{Table, below};

/// Shows the purpose of each byte of a costume, as an annotated hex dump
///
/// Bytes without an owner and bytes with two owners are marked; the palette is shown with its
/// colours. With --stats: statistics of a game's costumes, or of one costume.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe map ~/games/monkey2 --costume 5
  wardrobe map guybrush.cost --scumm 5 --html guybrush.html
  wardrobe map ~/games/monkey2 --stats --json")]
pub struct Args {
    #[command(flatten)]
    costume: CostumeArgs,

    #[command(flatten)]
    colours: ColourArgs,

    /// Write the map as a self-contained web page
    #[arg(long, value_name = "FILE", conflicts_with = "stats")]
    html: Option<PathBuf>,

    /// Show statistics instead: costumes and cels per codec, bytes by owner, commands used,
    /// anomalies
    #[arg(long)]
    stats: bool,

    /// With --stats: print JSON
    #[arg(long, requires = "stats")]
    json: bool,

    #[command(flatten)]
    out: OutArgs,
}

/// Prints the map or the statistics.
pub fn run(args: &Args) -> Result<()> {
    if args.stats {
        args.out.report(
            args.json,
            &Stats::of(&args.costume.input().stored(args.costume.costume)?),
            stats_text,
        )?;
        return Ok(());
    }
    let ColouredCostume {
        loaded, colours, ..
    } = args.costume.load(&args.colours)?;
    let map = Map::of(&loaded.data, &loaded.costume)?;
    match &args.html {
        Some(path) => {
            let page = map::page(&loaded.name, &map, &loaded.data, &colours);
            output::write(path, |out| out.write_all(page.as_bytes()))?;
        }
        None => args.out.text(&map::dump(&map, &loaded.data, &colours))?,
    }
    Ok(())
}

/// Formats the statistics as tables.
fn stats_text(stats: &Stats) -> String {
    let mut formats = Table::new(&["format", "costumes", "anims", "cels"]);
    for (
        name,
        FormatStats {
            costumes,
            anims,
            cels,
        },
    ) in &stats.formats
    {
        formats.row(vec![
            name.clone(),
            costumes.to_string(),
            anims.to_string(),
            cels.to_string(),
        ]);
    }
    let tables = [
        formats.lines(),
        counts(["bytes of", "bytes"], &stats.bytes),
        counts(["command", "times"], &stats.commands),
        counts(["anomaly", "times"], &stats.anomalies),
    ];
    let costumes = plural(stats.costumes, "costume");
    format!(
        "{costumes}, {} more that can't be read\n{}",
        stats.unreadable,
        below(&tables)
    )
}

fn counts<N: ToString>(headings: [&str; 2], counts: &BTreeMap<N, usize>) -> String {
    let mut table = Table::new(&headings);
    counts
        .iter()
        .for_each(|(name, count)| table.row(vec![name.to_string(), count.to_string()]));
    table.lines()
}

//! `wardrobe scene matrix`: shows which versions, formats and features the scenes cover, and
//! whether they pass.

use anyhow::Result;
use scumm_scene::harness::judge::{CheckMode, Verdict};
use scumm_scene::harness::matrix::{Grid, Matrix, SceneCells};
use scumm_scene::harness::sources::Sources;
use scumm_scene::harness::tally::Tally;

use super::{AgainstArgs, SourceArgs, WhichArgs, outcome};
use crate::outcome::Outcome;
use crate::output::OutArgs;
use crate::table::Table;

/// Shows which versions, formats and features scenes cover, and whether they pass
///
/// The command prints two tables in Markdown: versions by formats of costumes, then both by the
/// features that scenes set up or use. A cell counts the scenes; if some of them fail, it shows how
/// many pass. With --against another program plays the scenes: a line for a badge and a table of
/// the kit's chapters come first, and a scene of which the program leaves a part out does not count
/// as passed.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    which: WhichArgs,

    #[command(flatten)]
    against: AgainstArgs,

    /// Print JSON with the names of all scenes
    #[arg(long)]
    json: bool,

    /// Print plain text for a terminal instead of Markdown
    #[arg(long, conflicts_with = "json")]
    text: bool,

    #[command(flatten)]
    out: OutArgs,
}

/// Plays all scenes and prints the matrix.
pub fn run(args: &Args, sources: &SourceArgs) -> Result<Outcome> {
    let player = args.against.player(sources)?;
    let judged = args.which.each(|scene, part| {
        let verdict = player.judge(scene, CheckMode::default(), part).verdict;
        // A scene that is skipped or cannot be set up is in no row.
        (
            verdict,
            sources
                .open(scene)
                .ok()
                .map(|runner| SceneCells::of(&runner)),
        )
    })?;
    let (mut matrix, mut tally) = (Matrix::default(), Tally::default());
    for (path, (verdict, place)) in judged {
        tally.count(&verdict);
        if let Verdict::Bad(error) = &verdict {
            log::warn!("{error:#}");
        }
        place
            .into_iter()
            .for_each(|place| matrix.add(&path, &verdict, place));
    }
    let is_program = player.examiner.is_some();
    if args.json {
        let report = matrix.report();
        let written = if is_program {
            args.out.json(&report)
        } else {
            args.out.json(&report.cells)
        };
        written?;
        return Ok(outcome(&tally));
    }
    let chapters = is_program.then(|| matrix.chapters());
    let grids: Vec<Grid> = chapters
        .into_iter()
        .chain([matrix.overview(), matrix.features()])
        .collect();
    let mut tables: Vec<String> = grids.iter().map(|grid| laid_out(grid, args.text)).collect();
    if is_program && !args.text {
        tables.insert(0, matrix.badge());
    }
    args.out.text(&tables.join("\n"))?;
    Ok(outcome(&tally))
}

/// Formats a table as plain text or in Markdown.
fn laid_out(grid: &Grid, plain: bool) -> String {
    if !plain {
        return grid.markdown();
    }
    let mut table = Table::new(&grid.headings.iter().map(String::as_str).collect::<Vec<_>>());
    grid.rows.iter().for_each(|row| table.row(row.clone()));
    table.lines()
}

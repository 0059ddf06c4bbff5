//! `wardrobe scene matrix`: which versions, formats and features the scenes cover, and whether they pass.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::Result;
use scumm_room::Dialect;
use serde::Serialize;

use super::SourceArgs;
use super::features;
use super::find::WhichArgs;
use super::judge::{CheckMode, Verdict, judge};
use super::tally::Tally;
use crate::outcome::Outcome;
use crate::output::OutArgs;
use crate::progress::Part;

/// Shows which versions, formats and features scenes cover, and whether they pass
///
/// Prints two tables in Markdown: versions by formats of costumes, then both by the features that scenes set up or ask for. A cell
/// counts the scenes; where some of them fail it says how many pass.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    which: WhichArgs,

    /// JSON with the names of all scenes, for programs
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    out: OutArgs,
}

/// A row: the version as people call it, and the format.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    /// Version and Humongous sub-version, for the order.
    order: (u8, u8),
    version: String,
    format: Format,
}

/// A format of costumes by its name; shorter names come first, so that `AKOS 5` comes before `AKOS 16`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Format(usize, String);

/// The scenes of a row that have a feature.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Cell {
    scenes: Vec<String>,
    failed: Vec<String>,
}

/// A cell, as programs read it.
#[derive(Serialize)]
struct CellReport<'c> {
    version: &'c str,
    format: &'c str,
    /// Nothing: all scenes of the row.
    feature: Option<&'c str>,
    passed: usize,
    failed: &'c [String],
    scenes: &'c [String],
}

impl Cell {
    fn add(&mut self, scene: &str, passes: bool) {
        self.scenes.push(scene.to_owned());
        if !passes {
            self.failed.push(scene.to_owned());
        }
    }

    /// `12`, `11/12` where one fails, nothing where there is none.
    fn text(&self) -> String {
        match (self.scenes.len(), self.failed.len()) {
            (0, _) => String::new(),
            (all, 0) => all.to_string(),
            (all, failed) => format!("{}/{all}", all - failed),
        }
    }
}

/// The cells of all rows by feature; the feature `""` is that of all scenes.
#[derive(Default)]
struct Matrix(BTreeMap<Row, BTreeMap<&'static str, Cell>>);

/// What is known of a scene: its rows and features, and whether it passes.
struct Placed {
    rows: Vec<Row>,
    features: Vec<&'static str>,
    verdict: Verdict,
}

/// Plays all scenes and prints the matrix.
pub fn run(args: &Args, sources: &SourceArgs) -> Result<Outcome> {
    let placed = args.which.each(|scene, part| place(scene, sources, part))?;
    let (mut matrix, mut tally) = (Matrix::default(), Tally::default());
    for (path, Placed { rows, features, verdict }) in placed {
        tally.count(&verdict);
        if let Verdict::Bad(error) = &verdict {
            log::warn!("{error:#}");
        }
        let name = path.display().to_string();
        let passes = matches!(verdict, Verdict::Passed);
        for row in rows {
            let cells = matrix.0.entry(row).or_default();
            for feature in std::iter::once(&"").chain(&features) {
                cells.entry(feature).or_default().add(&name, passes);
            }
        }
    }
    match args.json {
        true => args.out.json(&matrix.report())?,
        false => args.out.text(&format!("{}\n{}", matrix.overview(), matrix.table()))?,
    }
    Ok(tally.outcome())
}

/// Judges a scene; one that is skipped or can't be set up is in no row.
fn place(scene: &Path, sources: &SourceArgs, part: &mut Part<'_>) -> Placed {
    let verdict = judge(scene, sources, CheckMode::default(), part).verdict;
    let Ok(runner) = sources.open(scene) else { return Placed { rows: Vec::new(), features: Vec::new(), verdict } };
    let (scene, stage) = (runner.scene(), runner.stage());
    let formats = features::formats(scene, stage);
    let rows = formats.into_iter().map(|format| Row::new(stage.dialect(), format)).collect();
    Placed { rows, features: features::of(scene, stage), verdict }
}

impl Row {
    fn new(dialect: &Dialect, format: String) -> Self {
        let (version, he) = (dialect.version(), dialect.he());
        let version_name = if he == 0 { format!("v{version}") } else { format!("HE{he}") };
        // Humongous games come last: their version is that of v6.
        let format = Format(format.len(), format);
        Self { order: (if he == 0 { version } else { u8::MAX }, he), version: version_name, format }
    }
}

impl Matrix {
    /// A row a version and format, a column a feature.
    fn table(&self) -> String {
        let columns: Vec<&str> = features::names().collect();
        let mut text = heading(&[&["version", "costumes", "scenes"], columns.as_slice()].concat(), 2);
        for (row, cells) in &self.0 {
            let numbers = std::iter::once("").chain(columns.iter().copied());
            let numbers = numbers.map(|name| cells.get(name).map(Cell::text).unwrap_or_default());
            text += &line([row.version.clone(), row.format.1.clone()].into_iter().chain(numbers));
        }
        text
    }

    /// A row a version, a column a format.
    fn overview(&self) -> String {
        let formats: BTreeSet<&Format> = self.0.keys().map(|row| &row.format).collect();
        let versions: BTreeSet<((u8, u8), &str)> = self.0.keys().map(|row| (row.order, row.version.as_str())).collect();
        let names = formats.iter().map(|format| if format.1 == "none" { "rooms alone" } else { format.1.as_str() });
        let headings: Vec<&str> = std::iter::once("version").chain(names).collect();
        let mut text = heading(&headings, 1);
        for (order, version) in versions {
            let cell = |format: &&Format| {
                let row = Row { order, version: version.to_owned(), format: (*format).clone() };
                self.0.get(&row).and_then(|cells| cells.get("")).map(Cell::text).unwrap_or_default()
            };
            text += &line(std::iter::once(version.to_owned()).chain(formats.iter().map(cell)));
        }
        text
    }

    fn report(&self) -> Vec<CellReport<'_>> {
        let mut report = Vec::new();
        for (row, cells) in &self.0 {
            report.extend(cells.iter().map(|(feature, cell)| CellReport {
                version: &row.version,
                format: &row.format.1,
                feature: (!feature.is_empty()).then_some(*feature),
                passed: cell.scenes.len() - cell.failed.len(),
                failed: &cell.failed,
                scenes: &cell.scenes,
            }));
        }
        report
    }
}

/// The head of a Markdown table whose columns from `numbers` on are numbers.
fn heading(columns: &[&str], numbers: usize) -> String {
    let rules = (0..columns.len()).map(|i| if i < numbers { "---" } else { "---:" });
    line(columns.iter().map(ToString::to_string)) + &format!("|{}|\n", rules.collect::<Vec<_>>().join("|"))
}

fn line(cells: impl Iterator<Item = String>) -> String {
    format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
}

//! `wardrobe scene matrix`: which versions, formats and features the scenes cover, and whether they pass.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use scumm_room::Dialect;
use scumm_scene::Runner;
use serde::Serialize;

use super::SourceArgs;
use super::against::AgainstArgs;
use super::features;
use super::find::WhichArgs;
use super::judge::{CheckMode, Verdict};
use super::kit::chapter::{self, CHAPTERS};
use super::tally::Tally;
use crate::outcome::Outcome;
use crate::output::OutArgs;
use crate::table::Table;

/// Shows which versions, formats and features scenes cover, and whether they pass
///
/// Prints two tables in Markdown: versions by formats of costumes, then both by the features that scenes set up or ask for. A cell
/// counts the scenes; where some of them fail it says how many pass. With --against the scenes are played by another program: a line
/// for a badge and a table of the kit's chapters come first, and a scene of which it leaves a part out does not count as passed.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    which: WhichArgs,

    #[command(flatten)]
    against: AgainstArgs,

    /// JSON with the names of all scenes, for programs
    #[arg(long)]
    json: bool,

    /// Plain text for a terminal instead of Markdown
    #[arg(long, conflicts_with = "json")]
    text: bool,

    #[command(flatten)]
    out: OutArgs,
}

/// A version as people call it, behind version and Humongous sub-version, for the order.
type Version = ((u8, u8), String);

/// A format of costumes by its name; shorter names come first, so that `AKOS 5` comes before `AKOS 16`.
type Format = (usize, String);

/// A row.
type MatrixRow = (Version, Format);

/// The scenes of a row that have a feature.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
struct Cell {
    failed: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<String>,
    scenes: Vec<String>,
}

/// Everything of another program, as programs read it.
#[derive(Serialize)]
struct ProgramReport<'m> {
    scenes: usize,
    passed: usize,
    chapters: Vec<ChapterReport<'m>>,
    cells: Vec<CellReport<'m>>,
}

/// A chapter of the kit, as programs read it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ChapterReport<'m> {
    chapter: &'static str,
    passed: usize,
    failed: &'m [String],
    left_out: &'m [String],
}

/// A cell, as programs read it.
#[derive(Serialize)]
struct CellReport<'c> {
    version: &'c str,
    format: &'c str,
    /// Nothing: all scenes of the row.
    feature: Option<&'c str>,
    passed: usize,
    #[serde(flatten)]
    cell: &'c Cell,
}

impl Cell {
    fn add(&mut self, scene: &str, verdict: &Verdict) {
        self.scenes.push(scene.to_owned());
        match verdict {
            Verdict::Passed => {}
            Verdict::LeftOut(..) => self.left_out.push(scene.to_owned()),
            _ => self.failed.push(scene.to_owned()),
        }
    }

    fn passed(&self) -> usize {
        self.scenes.len() - self.failed.len() - self.left_out.len()
    }

    /// `12`, `11/12` where one fails, nothing where there is none.
    fn text(&self) -> String {
        match (self.scenes.len(), self.passed()) {
            (0, _) => String::new(),
            (all, passed) if passed == all => all.to_string(),
            (all, passed) => format!("{passed}/{all}"),
        }
    }
}

/// The cells of all rows by feature; the feature `""` is that of all scenes.
#[derive(Default)]
struct Matrix {
    cells: BTreeMap<MatrixRow, BTreeMap<&'static str, Cell>>,
    /// By the kit's chapters.
    chapters: BTreeMap<usize, Cell>,
}

/// Where a scene is counted.
struct SceneCells {
    rows: Vec<MatrixRow>,
    features: Vec<&'static str>,
    chapter: usize,
}

/// Plays all scenes and prints the matrix.
pub fn run(args: &Args, sources: &SourceArgs) -> Result<Outcome> {
    let player = args.against.player(sources)?;
    let placed = args.which.each(|scene, part| {
        let verdict = player.judge(scene, CheckMode::default(), part).verdict;
        // One that is skipped or can't be set up is in no row.
        (verdict, sources.open(scene).ok().map(|runner| SceneCells::of(&runner)))
    })?;
    let (mut matrix, mut tally) = (Matrix::default(), Tally::default());
    for (path, (verdict, place)) in placed {
        tally.count(&verdict);
        if let Verdict::Bad(error) = &verdict {
            log::warn!("{error:#}");
        }
        let Some(SceneCells { rows, features, chapter }) = place else { continue };
        let name = path.display().to_string();
        matrix.chapters.entry(chapter).or_default().add(&name, &verdict);
        for row in rows {
            let cells = matrix.cells.entry(row).or_default();
            for feature in std::iter::once(&"").chain(&features) {
                cells.entry(feature).or_default().add(&name, &verdict);
            }
        }
    }
    let is_program = player.examiner.is_some();
    let chapters = is_program.then(|| matrix.chapter_table());
    let tables = chapters.into_iter().chain([matrix.overview(), matrix.table()]);
    match (args.json, is_program) {
        (true, true) => args.out.json(&matrix.program_report())?,
        (true, false) => args.out.json(&matrix.report())?,
        _ if args.text => args.out.text(&tables.map(|(table, _)| table.lines()).collect::<Vec<_>>().join("\n"))?,
        _ => {
            let badge = is_program.then(|| matrix.badge());
            let tables = tables.map(|(table, words)| table.markdown(words));
            args.out.text(&badge.into_iter().chain(tables).collect::<Vec<_>>().join("\n"))?;
        }
    }
    Ok(tally.outcome())
}

impl SceneCells {
    fn of(runner: &Runner) -> Self {
        let (scene, stage) = (runner.scene(), runner.stage());
        let formats = features::formats(scene, stage);
        let rows = formats.into_iter().map(|format| row(stage.dialect(), format)).collect();
        Self { rows, features: features::of(scene, stage), chapter: chapter::number(runner) }
    }
}

fn row(dialect: &Dialect, format: String) -> MatrixRow {
    // Humongous games come last: their version is that of v6.
    let version = match (dialect.version(), dialect.he()) {
        (version, 0) => ((version, 0), format!("v{version}")),
        (_, he) => ((u8::MAX, he), format!("HE{he}")),
    };
    (version, (format.len(), format))
}

impl Matrix {
    /// A row a version and format, a column a feature; how many columns in front are words.
    fn table(&self) -> (Table, usize) {
        let headings: Vec<&str> = ["version", "costumes", "scenes"].into_iter().chain(features::names()).collect();
        let mut table = Table::new(&headings);
        for (((_, version), (_, format)), cells) in &self.cells {
            let numbers = std::iter::once("").chain(features::names());
            let numbers = numbers.map(|name| cells.get(name).map(Cell::text).unwrap_or_default());
            table.row([version.clone(), format.clone()].into_iter().chain(numbers).collect());
        }
        (table, 2)
    }

    /// A row a version, a column a format; one column in front has words.
    fn overview(&self) -> (Table, usize) {
        let formats: BTreeSet<&Format> = self.cells.keys().map(|(_, format)| format).collect();
        let versions: BTreeSet<&Version> = self.cells.keys().map(|(version, _)| version).collect();
        let names = formats.iter().map(|format| if format.1 == "none" { "rooms alone" } else { format.1.as_str() });
        let mut table = Table::new(&std::iter::once("version").chain(names).collect::<Vec<_>>());
        for version in versions {
            let cell = |format: &&Format| {
                let row = (version.clone(), (*format).clone());
                self.cells.get(&row).and_then(|cells| cells.get("")).map(Cell::text).unwrap_or_default()
            };
            table.row(std::iter::once(version.1.clone()).chain(formats.iter().map(cell)).collect());
        }
        (table, 1)
    }

    /// A row a chapter of the kit; two columns in front have words.
    fn chapter_table(&self) -> (Table, usize) {
        let mut table = Table::new(&["chapter", "about", "scenes", "passed", "failed", "left out"]);
        for (number, cell) in &self.chapters {
            let Some(chapter) = CHAPTERS.get(*number) else { continue };
            let counts = [cell.scenes.len(), cell.passed(), cell.failed.len(), cell.left_out.len()];
            let name = [format!("{} {}", number + 1, chapter.name), chapter.title.to_owned()];
            table.row(name.into_iter().chain(counts.map(|count| count.to_string())).collect());
        }
        (table, 2)
    }

    /// How many scenes there are, and how many of them pass.
    fn totals(&self) -> (usize, usize) {
        let sum = |count: fn(&Cell) -> usize| self.chapters.values().map(count).sum();
        (sum(|cell| cell.scenes.len()), sum(Cell::passed))
    }

    /// A line of Markdown that shows how many scenes pass, for a read-me file.
    fn badge(&self) -> String {
        let (all, passed) = self.totals();
        let colour = match passed {
            _ if passed == all => "brightgreen",
            _ if passed * 2 >= all => "yellow",
            _ => "red",
        };
        let picture = format!("https://img.shields.io/badge/SCUMM_conformance-{passed}%2F{all}-{colour}");
        format!("![SCUMM conformance: {passed} of {all} scenes]({picture})\n")
    }

    fn program_report(&self) -> ProgramReport<'_> {
        let (scenes, passed) = self.totals();
        let chapters = self.chapters.iter().filter_map(|(number, cell)| {
            let chapter = CHAPTERS.get(*number)?.name;
            Some(ChapterReport { chapter, passed: cell.passed(), failed: &cell.failed, left_out: &cell.left_out })
        });
        ProgramReport { scenes, passed, chapters: chapters.collect(), cells: self.report() }
    }

    fn report(&self) -> Vec<CellReport<'_>> {
        let mut report = Vec::new();
        for (((_, version), (_, format)), cells) in &self.cells {
            report.extend(cells.iter().map(|(feature, cell)| {
                let feature = (!feature.is_empty()).then_some(*feature);
                CellReport { version, format, feature, passed: cell.passed(), cell }
            }));
        }
        report
    }
}

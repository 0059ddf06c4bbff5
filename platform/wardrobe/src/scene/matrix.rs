//! `wardrobe scene matrix`: which versions, formats and features the scenes cover, and whether they pass.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::Result;
use scumm_room::Dialect;
use serde::Serialize;

use super::SourceArgs;
use super::against::{AgainstArgs, Player};
use super::features;
use super::find::WhichArgs;
use super::judge::{CheckMode, Verdict};
use super::kit::chapter::{self, CHAPTERS};
use super::tally::Tally;
use crate::outcome::Outcome;
use crate::output::OutArgs;
use crate::progress::Part;
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
    left_out: Vec<String>,
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
#[serde(rename_all = "camelCase")]
struct CellReport<'c> {
    version: &'c str,
    format: &'c str,
    /// Nothing: all scenes of the row.
    feature: Option<&'c str>,
    passed: usize,
    failed: &'c [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    left_out: &'c [String],
    scenes: &'c [String],
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
    cells: BTreeMap<Row, BTreeMap<&'static str, Cell>>,
    /// By the kit's chapters.
    chapters: BTreeMap<usize, Cell>,
}

/// What is known of a scene: its rows and features, and whether it passes.
struct Placed {
    rows: Vec<Row>,
    features: Vec<&'static str>,
    chapter: usize,
    verdict: Verdict,
}

/// Plays all scenes and prints the matrix.
pub fn run(args: &Args, sources: &SourceArgs) -> Result<Outcome> {
    let player = args.against.player(sources)?;
    let placed = args.which.each(|scene, part| place(scene, sources, &player, part))?;
    let (mut matrix, mut tally) = (Matrix::default(), Tally::default());
    for (path, Placed { rows, features, chapter, verdict }) in placed {
        tally.count(&verdict);
        if let Verdict::Bad(error) = &verdict {
            log::warn!("{error:#}");
        }
        let name = path.display().to_string();
        if !rows.is_empty() {
            matrix.chapters.entry(chapter).or_default().add(&name, &verdict);
        }
        for row in rows {
            let cells = matrix.cells.entry(row).or_default();
            for feature in std::iter::once(&"").chain(&features) {
                cells.entry(feature).or_default().add(&name, &verdict);
            }
        }
    }
    let mut tables = vec![matrix.overview(), matrix.table()];
    if args.against.is_given() {
        tables.insert(0, matrix.chapter_table());
    }
    match (args.json, args.against.is_given()) {
        (true, true) => args.out.json(&matrix.program_report())?,
        (true, false) => args.out.json(&matrix.report())?,
        _ if args.text => args.out.text(&tables.iter().map(Grid::text).collect::<Vec<_>>().join("\n"))?,
        (false, given) => {
            let badge = if given { matrix.badge() + "\n" } else { String::new() };
            args.out.text(&(badge + &tables.iter().map(Grid::markdown).collect::<Vec<_>>().join("\n")))?;
        }
    }
    Ok(tally.outcome())
}

/// Judges a scene; one that is skipped or can't be set up is in no row.
fn place(scene: &Path, sources: &SourceArgs, player: &Player<'_>, part: &mut Part<'_>) -> Placed {
    let verdict = player.judge(scene, CheckMode::default(), part).verdict;
    let Ok(runner) = sources.open(scene) else {
        return Placed { rows: Vec::new(), features: Vec::new(), chapter: 0, verdict };
    };
    let chapter = chapter::number(&runner);
    let (scene, stage) = (runner.scene(), runner.stage());
    let formats = features::formats(scene, stage);
    let rows = formats.into_iter().map(|format| Row::new(stage.dialect(), format)).collect();
    Placed { rows, features: features::of(scene, stage), chapter, verdict }
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

/// A table before it is known how it is shown.
struct Grid {
    headings: Vec<String>,
    /// The columns from this one on are numbers.
    numbers: usize,
    rows: Vec<Vec<String>>,
}

impl Grid {
    fn new<'h>(headings: impl IntoIterator<Item = &'h str>, numbers: usize) -> Self {
        Self { headings: headings.into_iter().map(str::to_owned).collect(), numbers, rows: Vec::new() }
    }

    fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let rules: Vec<_> = (0..self.headings.len()).map(|i| if i < self.numbers { "---" } else { "---:" }).collect();
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        format!("{}|{}|\n{rows}", line(&self.headings), rules.join("|"))
    }

    fn text(&self) -> String {
        let mut table = Table::new(&self.headings.iter().map(String::as_str).collect::<Vec<_>>());
        self.rows.iter().for_each(|row| table.row(row.clone()));
        table.lines()
    }
}

impl Matrix {
    /// A row a version and format, a column a feature.
    fn table(&self) -> Grid {
        let columns: Vec<&str> = features::names().collect();
        let mut table = Grid::new(["version", "costumes", "scenes"].into_iter().chain(columns.iter().copied()), 2);
        for (row, cells) in &self.cells {
            let numbers = std::iter::once("").chain(columns.iter().copied());
            let numbers = numbers.map(|name| cells.get(name).map(Cell::text).unwrap_or_default());
            table.rows.push([row.version.clone(), row.format.1.clone()].into_iter().chain(numbers).collect());
        }
        table
    }

    /// A row a version, a column a format.
    fn overview(&self) -> Grid {
        let formats: BTreeSet<&Format> = self.cells.keys().map(|row| &row.format).collect();
        let versions: BTreeSet<((u8, u8), &str)> =
            self.cells.keys().map(|row| (row.order, row.version.as_str())).collect();
        let names = formats.iter().map(|format| if format.1 == "none" { "rooms alone" } else { format.1.as_str() });
        let mut table = Grid::new(std::iter::once("version").chain(names), 1);
        for (order, version) in versions {
            let cell = |format: &&Format| {
                let row = Row { order, version: version.to_owned(), format: (*format).clone() };
                self.cells.get(&row).and_then(|cells| cells.get("")).map(Cell::text).unwrap_or_default()
            };
            table.rows.push(std::iter::once(version.to_owned()).chain(formats.iter().map(cell)).collect());
        }
        table
    }

    /// A row a chapter of the kit.
    fn chapter_table(&self) -> Grid {
        let mut table = Grid::new(["chapter", "about", "scenes", "passed", "failed", "left out"], 2);
        for (number, cell) in &self.chapters {
            let Some(chapter) = CHAPTERS.get(*number) else { continue };
            let counts = [cell.scenes.len(), cell.passed(), cell.failed.len(), cell.left_out.len()];
            let name = [format!("{} {}", number + 1, chapter.name), chapter.title.to_owned()];
            table.rows.push(name.into_iter().chain(counts.map(|count| count.to_string())).collect());
        }
        table
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
        for (row, cells) in &self.cells {
            report.extend(cells.iter().map(|(feature, cell)| CellReport {
                version: &row.version,
                format: &row.format.1,
                feature: (!feature.is_empty()).then_some(*feature),
                passed: cell.passed(),
                failed: &cell.failed,
                left_out: &cell.left_out,
                scenes: &cell.scenes,
            }));
        }
        report
    }
}

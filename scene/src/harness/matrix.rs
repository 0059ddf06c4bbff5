//! The versions, formats and features that the scenes cover, and the number of passing scenes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use scumm_room::Dialect;
use serde::Serialize;

use super::features;
use super::judge::Verdict;
use super::kit::chapter::{self, CHAPTERS};
use crate::Runner;

/// The common name of a version, after version and Humongous sub-version for sorting.
type Version = ((u8, u8), String);

/// The name of a costume format, after its length for sorting, so that `AKOS 5` comes before `AKOS
/// 16`.
type Format = (usize, String);

/// The key of a row.
type MatrixRow = (Version, Format);

/// The scenes of a row that use a feature.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
struct MatrixCell {
    failed: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<String>,
    scenes: Vec<String>,
}

/// The whole matrix in machine-readable form.
#[derive(Serialize)]
pub struct MatrixReport<'m> {
    scenes: usize,
    passed: usize,
    chapters: Vec<ChapterReport<'m>>,
    /// The cells, which only describe our own engine.
    pub cells: Vec<CellReport<'m>>,
}

/// A chapter of the kit in machine-readable form.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ChapterReport<'m> {
    chapter: &'static str,
    passed: usize,
    failed: &'m [String],
    left_out: &'m [String],
}

/// A cell in machine-readable form.
#[derive(Serialize)]
pub struct CellReport<'c> {
    version: &'c str,
    format: &'c str,
    /// The feature, or `None` for all scenes of the row.
    feature: Option<&'c str>,
    passed: usize,
    #[serde(flatten)]
    cell: &'c MatrixCell,
}

impl MatrixCell {
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

    /// Returns the text of a cell: `12`, `11/12` if one scene fails, an empty text if there is no
    /// scene.
    fn text(&self) -> String {
        match (self.scenes.len(), self.passed()) {
            (0, _) => String::new(),
            (all, passed) if passed == all => all.to_string(),
            (all, passed) => format!("{passed}/{all}"),
        }
    }
}

/// A table of words and numbers.
#[derive(Clone, Debug)]
pub struct Grid {
    /// The headings of the columns.
    pub headings: Vec<String>,
    /// The rows, each with a cell for each column.
    pub rows: Vec<Vec<String>>,
    /// The number of leading columns with words; the other columns contain numbers.
    pub words: usize,
}

/// The cells of all rows, by feature; the feature `""` stands for all scenes.
#[derive(Debug, Default)]
pub struct FeatureMatrix {
    cells: BTreeMap<MatrixRow, BTreeMap<&'static str, MatrixCell>>,
    /// The scenes by chapter of the kit.
    chapters: BTreeMap<usize, MatrixCell>,
}

/// The cells in which a scene is counted.
#[derive(Debug)]
pub struct SceneCells {
    rows: Vec<MatrixRow>,
    features: Vec<&'static str>,
    chapter: usize,
}

impl SceneCells {
    /// Returns the cells for the scene of a run that has not begun.
    #[must_use]
    pub fn new(runner: &Runner) -> Self {
        let rows = features::formats(runner)
            .into_iter()
            .map(|format| row(runner.stage().dialect(), format))
            .collect();
        Self {
            rows,
            features: features::used_by(runner),
            chapter: chapter::number(runner),
        }
    }
}

fn row(dialect: &Dialect, format: String) -> MatrixRow {
    // Humongous games come last, although their version is 6.
    let version = match (dialect.version(), dialect.he()) {
        (version, 0) => ((version, 0), format!("v{version}")),
        (_, he) => ((u8::MAX, he), format!("HE{he}")),
    };
    (version, (format.len(), format))
}

impl Grid {
    pub(super) fn new<'h>(
        headings: impl IntoIterator<Item = &'h str>,
        rows: Vec<Vec<String>>,
        words: usize,
    ) -> Self {
        Self {
            headings: headings.into_iter().map(str::to_owned).collect(),
            rows,
            words,
        }
    }

    /// Returns the table as Markdown, with numbers aligned to the right.
    #[must_use]
    pub fn markdown(&self) -> String {
        let line = |cells: &Vec<String>| format!("| {} |\n", cells.join(" | "));
        let rules: Vec<_> = (0..self.headings.len())
            .map(|i| if i < self.words { "---" } else { "---:" })
            .collect();
        format!(
            "{}|{}|\n{}",
            line(&self.headings),
            rules.join("|"),
            self.rows.iter().map(line).collect::<String>()
        )
    }
}

impl FeatureMatrix {
    /// Counts a scene.
    pub fn add(&mut self, scene: &Path, verdict: &Verdict, place: SceneCells) {
        let name = scene.display().to_string();
        self.chapters
            .entry(place.chapter)
            .or_default()
            .add(&name, verdict);
        for row in place.rows {
            let cells = self.cells.entry(row).or_default();
            for feature in std::iter::once(&"").chain(&place.features) {
                cells.entry(feature).or_default().add(&name, verdict);
            }
        }
    }

    /// Returns a table with a row for each version and format and a column for each feature.
    #[must_use]
    pub fn features(&self) -> Grid {
        let headings = ["version", "costumes", "scenes"]
            .into_iter()
            .chain(features::names());
        let row = |(((_, version), (_, format)), cells): (
            &MatrixRow,
            &BTreeMap<&'static str, MatrixCell>,
        )| {
            let numbers = std::iter::once("").chain(features::names());
            let numbers =
                numbers.map(|name| cells.get(name).map(MatrixCell::text).unwrap_or_default());
            [version.clone(), format.clone()]
                .into_iter()
                .chain(numbers)
                .collect()
        };
        Grid::new(headings, self.cells.iter().map(row).collect(), 2)
    }

    /// Returns a table with a row for each version and a column for each format.
    #[must_use]
    pub fn overview(&self) -> Grid {
        let formats: BTreeSet<&Format> = self.cells.keys().map(|(_, format)| format).collect();
        let versions: BTreeSet<&Version> = self.cells.keys().map(|(version, _)| version).collect();
        let names = formats.iter().map(|format| {
            if format.1 == "none" {
                "rooms alone"
            } else {
                format.1.as_str()
            }
        });
        let row = |version: &Version| {
            let cell = |format: &&Format| {
                let row = (version.clone(), (*format).clone());
                self.cells
                    .get(&row)
                    .and_then(|cells| cells.get(""))
                    .map(MatrixCell::text)
                    .unwrap_or_default()
            };
            std::iter::once(version.1.clone())
                .chain(formats.iter().map(cell))
                .collect()
        };
        Grid::new(
            std::iter::once("version").chain(names),
            versions.into_iter().map(row).collect(),
            1,
        )
    }

    /// Returns a table with a row for each chapter of the kit.
    #[must_use]
    pub fn chapters(&self) -> Grid {
        let row = |(number, cell): (&usize, &MatrixCell)| {
            let chapter = CHAPTERS.get(*number)?;
            let counts = [
                cell.scenes.len(),
                cell.passed(),
                cell.failed.len(),
                cell.left_out.len(),
            ];
            let name = [
                format!("{number} {}", chapter.name),
                chapter.title.to_owned(),
            ];
            Some(
                name.into_iter()
                    .chain(counts.map(|count| count.to_string()))
                    .collect(),
            )
        };
        let headings = ["chapter", "about", "scenes", "passed", "failed", "left out"];
        Grid::new(headings, self.chapters.iter().filter_map(row).collect(), 2)
    }

    /// Returns the number of scenes and the number of passing scenes.
    fn totals(&self) -> (usize, usize) {
        let sum = |count: fn(&MatrixCell) -> usize| self.chapters.values().map(count).sum();
        (sum(|cell| cell.scenes.len()), sum(MatrixCell::passed))
    }

    /// Returns a badge in Markdown with the number of passing scenes, for a read-me file.
    #[must_use]
    pub fn badge(&self) -> String {
        let (all, passed) = self.totals();
        let colour = match passed {
            _ if passed == all => "brightgreen",
            _ if passed * 2 >= all => "yellow",
            _ => "red",
        };
        let picture =
            format!("https://img.shields.io/badge/SCUMM_conformance-{passed}%2F{all}-{colour}");
        format!("![SCUMM conformance: {passed} of {all} scenes]({picture})\n")
    }

    /// Returns the matrix in machine-readable form.
    #[must_use]
    pub fn report(&self) -> MatrixReport<'_> {
        let cells = self
            .cells
            .iter()
            .flat_map(|(((_, version), (_, format)), of_row)| {
                of_row.iter().map(move |(feature, cell)| {
                    let feature = (!feature.is_empty()).then_some(*feature);
                    CellReport {
                        version,
                        format,
                        feature,
                        passed: cell.passed(),
                        cell,
                    }
                })
            });
        let (scenes, passed) = self.totals();
        let chapters = self.chapters.iter().filter_map(|(number, cell)| {
            let chapter = CHAPTERS.get(*number)?.name;
            Some(ChapterReport {
                chapter,
                passed: cell.passed(),
                failed: &cell.failed,
                left_out: &cell.left_out,
            })
        });
        MatrixReport {
            scenes,
            passed,
            chapters: chapters.collect(),
            cells: cells.collect(),
        }
    }
}

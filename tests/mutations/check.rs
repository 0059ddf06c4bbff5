//! Checks that a scene notices each mutation of `tests/mutations/table.toml`. `cargo xtask mutants`
//! builds this file as an example of its copy of the crate `scene`.
//!
//! The scene of a row must be in the row's chapter and print its stored lines while no mutation is
//! in force. While the mutation is in force, the first difference must be the difference of the
//! row. For a row without a scene, the check looks for a scene and prints the values to write into
//! the row. Scenes that travel with the program come first: `data/scenes` and those that
//! `data/kit-scenes.txt` lists.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::OnceLock;

use anyhow::{Context, Result, bail, ensure};
use lzma_rust2::XzReader;
use rayon::prelude::*;
use scumm_media::file::{AtomicFiles, TemporaryFolder};
use scumm_room::mutation::during;
use scumm_scene::Difference;
use scumm_scene::harness::find;
use scumm_scene::harness::judge;
use scumm_scene::harness::kit::chapter;
use scumm_scene::harness::sources::{GameFolders, SceneSources};
use scumm_scene::harness::text;
use serde::Deserialize;
use serde_json::{Value, json};

/// The group of the scenes in `data/scenes`.
const OWN: &str = "scenes";
/// The list of the reference scenes that are part of the program, as `GROUP/NAME`.
const LIST: &str = "data/kit-scenes.txt";
/// The group of files that scenes of several groups use.
const SHARED: &str = "common";
/// The beginnings of the names of the groups in which scenes are looked for.
const SEARCHED: [&str; 10] = [
    "common", "named", "fam", "codec", "aksq", "gap", "cost", "v0", "fix", "he",
];

/// The table of mutations.
#[derive(Deserialize)]
struct Table {
    mutation: Vec<Row>,
}

/// A row of the table: the mutation and the scene that has to notice it.
#[derive(Deserialize)]
struct Row {
    name: String,
    chapter: String,
    scene: String,
    difference: String,
}

/// The scenes with stored lines, by group and name.
struct Scenes {
    paths: BTreeMap<String, PathBuf>,
    /// The reference scenes that are part of the program.
    kit: BTreeSet<String>,
    /// The order in which a scene for a row is looked for.
    candidates: OnceLock<Vec<Candidate>>,
    games: GameFolders,
    _unpacked: TemporaryFolder,
}

/// A scene that may notice a mutation.
struct Candidate {
    name: String,
    path: PathBuf,
    chapter: String,
    /// Whether the scene is part of the program.
    travels: bool,
    /// The number of bytes of its stored lines.
    size: u64,
}

/// The most bytes of the lines of a scene that is tried although another scene was found. Larger
/// scenes take long to play, and their differences are hard to understand.
const SMALL: u64 = 100_000;
/// The number of chapters that the message for a row without a chapter names.
const MOST_CHAPTERS: usize = 3;

fn main() -> Result<ExitCode> {
    let mut arguments = std::env::args().skip(1);
    let repository = PathBuf::from(
        arguments
            .next()
            .context("expected the repository's folder")?,
    );
    let names: BTreeSet<String> = arguments.collect();
    let path = repository.join("tests/mutations/table.toml");
    let table: Table = toml::from_str(&fs::read_to_string(path)?)?;
    let mut rows = table.mutation;
    for name in &names {
        let is_known = rows.iter().any(|row| row.name == *name);
        ensure!(is_known, "the table has no row {name}");
    }
    if !names.is_empty() {
        rows.retain(|row| names.contains(&row.name));
    }
    // The switch of mutations takes names with a static lifetime.
    let rows: &'static [Row] = rows.leak();
    let list = fs::read_to_string(repository.join(LIST))?;
    let kit: BTreeSet<String> = list
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(str::to_owned)
        .collect();
    let groups = groups(&repository, rows, &kit)?;
    let scenes = Scenes::read(&repository, &groups, kit)?;
    let faults: usize = rows
        .par_iter()
        .filter_map(|row| scenes.check(row).err())
        .map(|fault| println!("{fault:#}"))
        .count();
    println!(
        "{} of {} mutations are noticed",
        rows.len() - faults,
        rows.len()
    );
    Ok(match faults == 0 {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// Returns the groups of scenes that the rows need. If a row has no scene, these are all groups in
/// which scenes are looked for.
fn groups(repository: &Path, rows: &[Row], kit: &BTreeSet<String>) -> Result<BTreeSet<String>> {
    let mut groups = BTreeSet::from([SHARED.to_owned()]);
    for row in rows {
        if let Some((group, _)) = row.scene.split_once('/') {
            groups.insert(group.to_owned());
        }
    }
    if rows.iter().any(|row| row.scene.is_empty()) {
        for name in kit {
            if let Some((group, _)) = name.split_once('/') {
                groups.insert(group.to_owned());
            }
        }
        for entry in fs::read_dir(repository.join("data/vectors"))? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            let Some(group) = name.strip_suffix(".tar.xz") else {
                continue;
            };
            if SEARCHED.iter().any(|start| group.starts_with(start)) {
                groups.insert(group.to_owned());
            }
        }
    }
    groups.remove(OWN);
    Ok(groups)
}

impl Scenes {
    /// Unpacks groups of scenes and lists them with the scenes of `data/scenes`.
    fn read(
        repository: &Path,
        groups: &BTreeSet<String>,
        kit: BTreeSet<String>,
    ) -> Result<Self> {
        let unpacked = AtomicFiles::default().temporary_folder()?;
        for group in groups {
            let path = repository.join(format!("data/vectors/{group}.tar.xz"));
            let packed = File::open(&path).with_context(|| path.display().to_string())?;
            tar::Archive::new(XzReader::new(BufReader::new(packed), false))
                .unpack(unpacked.path())?;
        }
        let mut paths = BTreeMap::new();
        for folder in [&repository.join("data/scenes"), unpacked.path()] {
            for path in find::scenes_below(folder)? {
                let group = path.parent().and_then(Path::file_name).unwrap_or_default();
                let name = path.file_stem().unwrap_or_default();
                let name = format!("{}/{}", group.to_string_lossy(), name.to_string_lossy());
                if find::stored_lines(&path).exists() {
                    paths.insert(name, path);
                }
            }
        }
        let demo = repository.join("data/demo/built");
        Ok(Self {
            paths,
            kit,
            candidates: OnceLock::new(),
            games: GameFolders::from([("DEMO".to_owned(), demo)]),
            _unpacked: unpacked,
        })
    }

    /// Checks a row. If the row has no scene, looks for a scene.
    ///
    /// # Errors
    /// Returns an error with the name of the row if no scene notices the mutation, or if the first
    /// difference is not the difference of the row.
    fn check(&self, row: &'static Row) -> Result<()> {
        let name = &row.name;
        ensure!(!row.scene.is_empty(), "{name}: {}", self.search(row)?);
        let path = self
            .paths
            .get(&row.scene)
            .with_context(|| format!("{name}: there is no scene {}", row.scene))?;
        if let Some(difference) = self.first_difference(path)? {
            bail!(
                "{name}: {} differs while nothing is broken: {difference}",
                row.scene
            );
        }
        let chapter = self.chapter(path)?;
        ensure!(
            chapter == row.chapter,
            "{name}: {} is in the chapter {chapter}, expected {}",
            row.scene,
            row.chapter
        );
        let difference = during(name, || self.first_difference(path))?.unwrap_or_default();
        ensure!(
            difference == row.difference,
            "{name}: {} differs at \"{difference}\", expected \"{}\"",
            row.scene,
            row.difference
        );
        Ok(())
    }

    /// Returns all scenes in the order in which a scene for a row is looked for: scenes that travel
    /// with the program come first, and small ones before large ones.
    fn candidates(&self) -> &[Candidate] {
        self.candidates.get_or_init(|| {
            let mut candidates = Vec::new();
            for (name, path) in &self.paths {
                // A scene cannot be set up if it uses files of a group that is not unpacked.
                let Ok(chapter) = self.chapter(path) else {
                    continue;
                };
                let lines = fs::metadata(find::stored_lines(path));
                candidates.push(Candidate {
                    name: name.clone(),
                    path: path.clone(),
                    chapter,
                    travels: name.starts_with(OWN) || self.kit.contains(name),
                    size: lines.map_or(u64::MAX, |lines| lines.len()),
                });
            }
            candidates.sort_by_key(|candidate| (!candidate.travels, candidate.size));
            candidates
        })
    }

    /// Looks for a scene of the row's chapter that notices the mutation. Returns a message with the
    /// values to write into the row. If the row names no chapter, the message has a scene for each
    /// chapter that notices the mutation, at most [`MOST_CHAPTERS`].
    fn search(&self, row: &'static Row) -> Result<String> {
        let mut found = BTreeMap::new();
        for candidate in self.candidates() {
            let Candidate {
                name,
                path,
                chapter,
                travels,
                size,
            } = candidate;
            let is_wanted = row.chapter.is_empty() || *chapter == row.chapter;
            if !is_wanted || found.contains_key(chapter) {
                continue;
            }
            let is_large = *size > SMALL;
            if is_large && (!travels || !found.is_empty()) || !travels && !found.is_empty() {
                continue;
            }
            let Some(difference) = during(&row.name, || self.first_difference(path))? else {
                continue;
            };
            if self.first_difference(path)?.is_none() {
                let hint = if *travels {
                    ""
                } else {
                    "  # add it to data/kit-scenes.txt"
                };
                let values = format!("scene = \"{name}\"{hint}\ndifference = \"{difference}\"");
                found.insert(chapter.clone(), values);
                if !row.chapter.is_empty() || found.len() == MOST_CHAPTERS {
                    break;
                }
            }
        }
        if found.is_empty() {
            return Ok(format!(
                "no scene of the chapter {} notices it",
                row.chapter
            ));
        }
        let mut message = "the row has no scene, take".to_owned();
        for (chapter, values) in found {
            message += &format!("\nchapter = \"{chapter}\"\n{values}");
        }
        Ok(message)
    }

    /// Returns the chapter of a scene.
    fn chapter(&self, path: &Path) -> Result<String> {
        let runner = self.games.open(path)?;
        Ok(chapter::folder(chapter::number(&runner)))
    }

    /// Plays a scene and returns the place and the key of the first value that differs from the
    /// stored lines.
    fn first_difference(&self, path: &Path) -> Result<Option<String>> {
        let mut keys = text::values(path, &self.games.text(path)?)?;
        // The results of `expect` steps are not compared, because only printed lines count.
        let steps = keys.get_mut("steps").and_then(Value::as_array_mut);
        for step in steps.into_iter().flatten() {
            if step[0]
                .as_str()
                .is_some_and(|name| name.starts_with("expect"))
            {
                *step = json!(["state"]);
            }
        }
        let scene = self
            .games
            .open_text(&path.with_extension("json"), &text::json(&keys));
        let Ok(runner) = scene else {
            return Ok(Some("set-up: refused".to_owned()));
        };
        // With a trace, only the plain painters draw. Only their code is changed by the mutations.
        let mut runner = runner.silent().with_trace();
        for (index, stored) in judge::all_stored(path)?.iter().enumerate() {
            let mut stored = stored.value();
            let line = match runner.next_line() {
                Ok(Some(line)) => Some(serde_json::to_value(line)?),
                _ => None,
            };
            if let Some(op) = line.as_ref().and_then(|line| line.get("op")) {
                stored["op"] = op.clone();
            }
            if let Some(difference) = Difference::between(index, Some(&stored), line.as_ref()) {
                return Ok(Some(format!("{}: {}", difference.place(), difference.key)));
            }
        }
        Ok(None)
    }
}

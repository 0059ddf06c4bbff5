//! Every rule of the chapters 1 to 12 that can be broken alone is noticed by a scene of its own chapter. The sources ask for each
//! mutation by its name (`scumm_room::mutation`); `mutations.tsv` has the rule that it breaks, what holds in its place, and which
//! scene notices it, by what.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;
use scumm_platform::file::TemporaryFolder;
use scumm_room::mutation::{during, mutated};

use super::chapter;
use super::gather;
use super::tests::{repository, without_claims};
use crate::harness::judge;
use crate::harness::sources::{GamePlaces, Sources};
use crate::harness::text;
use crate::{Difference, Folder, Runner, Scene};

/// Rule, mutation, chapter, scene, first difference; what holds in place of the rule.
const TABLE: &str = include_str!("mutations.tsv");
/// Why no mutation breaks a rule, and which rules.
const UNBROKEN: &str = include_str!("unbroken.tsv");
/// The pages of the book whose rules are broken, one after the other.
const PAGES: [&str; 4] = [
    "costumes-cost.md",
    "costumes-akos.md",
    "drawing.md",
    "actors.md",
];
/// The chapters whose rules are broken.
const CHAPTERS_BROKEN: std::ops::RangeInclusive<usize> = 1..=12;
/// The least number of mutations.
const LEAST: usize = 60;

/// A row of the table.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    rule: &'static str,
    mutation: &'static str,
    chapter: String,
    scene: String,
    difference: String,
    what: &'static str,
}

impl Row {
    fn of(line: &'static str) -> Self {
        let fields: Vec<&str> = line.split('\t').collect();
        let [rule, mutation, chapter, scene, difference, what] = fields[..] else {
            panic!("six fields: {line}")
        };
        let [chapter, scene, difference] = [chapter, scene, difference].map(str::to_owned);
        Self {
            rule,
            mutation,
            chapter,
            scene,
            difference,
            what,
        }
    }

    fn line(&self) -> String {
        let Self {
            rule,
            mutation,
            chapter,
            scene,
            difference,
            what,
        } = self;
        format!("{rule}\t{mutation}\t{chapter}\t{scene}\t{difference}\t{what}\n")
    }
}

/// The rows of the table.
fn rows() -> Vec<Row> {
    TABLE.lines().skip(1).map(Row::of).collect()
}

/// The mutations that the sources ask for.
fn planted() -> BTreeSet<String> {
    let (mut found, mut folders) = (
        BTreeSet::new(),
        ["room", "costume", "engine"]
            .map(|name| repository().join(name).join("src"))
            .to_vec(),
    );
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
        {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                let names = text
                    .split("mutated(\"")
                    .skip(1)
                    .map(|rest| rest.split('"').next().unwrap().to_owned());
                found.extend(names);
            }
        }
    }
    found
}

/// The scenes of these groups, by group and name.
fn scenes(groups: &BTreeSet<String>) -> (TemporaryFolder, BTreeMap<String, PathBuf>) {
    let archive = |name: &String| repository().join(format!("data/vectors/{name}.tar.xz"));
    let archives: Vec<PathBuf> = groups
        .iter()
        .map(archive)
        .filter(|path| path.exists())
        .collect();
    let unpacked = gather::unpack(&archives).unwrap();
    let paths = gather::scenes(&[repository().join("data/scenes")], unpacked.path()).unwrap();
    let name = |path: &Path| {
        let group = path
            .parent()
            .and_then(Path::file_name)
            .unwrap()
            .to_string_lossy();
        format!("{group}/{}", path.file_stem().unwrap().to_string_lossy())
    };
    let named = paths.into_iter().map(|path| (name(&path), path)).collect();
    (unpacked, named)
}

/// The chapter of a scene; `None` where it shares inputs with a group that is not unpacked.
fn chapter_of(path: &Path) -> Option<usize> {
    let places = GamePlaces::from([("DEMO".to_owned(), repository().join("data/demo/built"))]);
    places
        .open(path)
        .ok()
        .map(|runner| chapter::number(&runner))
}

/// The first difference of a scene: place and key. Only the plain painters draw: mutations are planted there.
fn first_difference(path: &Path) -> Option<String> {
    let keys = without_claims(text::values(path, &fs::read_to_string(path).unwrap()).unwrap());
    let scene = Scene::parse(
        &path.with_extension("json").display().to_string(),
        &text::json(&keys),
    )
    .unwrap();
    let mut folder = Folder::of_scene(path);
    folder
        .games
        .insert("DEMO".to_owned(), repository().join("data/demo/built"));
    let Ok(runner) = Runner::new(Arc::new(scene), &folder) else {
        return Some("set-up: refused".to_owned());
    };
    let mut runner = runner.silent().with_trace();
    for (index, stored) in judge::all_stored(path).unwrap().iter().enumerate() {
        let mut stored = stored.value();
        let line = runner
            .next_line()
            .ok()
            .flatten()
            .map(|line| serde_json::to_value(line).unwrap());
        if let Some(op) = line.as_ref().and_then(|line| line.get("op")) {
            stored["op"] = op.clone();
        }
        if let Some(difference) = Difference::between(index, Some(&stored), line.as_ref()) {
            return Some(format!("{}: {}", difference.place(), difference.key));
        }
    }
    None
}

/// Finds a scene for each row whose stored one does not notice it any more, in the chapter that the row names; where it names
/// none, in the first that has one.
fn renewed(rows: &[Row]) -> Vec<Row> {
    let all: BTreeSet<String> = fs::read_dir(repository().join("data/vectors"))
        .unwrap()
        .filter_map(|entry| {
            entry
                .unwrap()
                .file_name()
                .to_str()?
                .strip_suffix(".tar.xz")
                .map(str::to_owned)
        })
        .filter(|group| {
            [
                "common", "named", "fam", "codec", "aksq", "gap", "cost", "v0", "fix", "he",
            ]
            .iter()
            .any(|g| group.starts_with(g))
        })
        .collect();
    let (_folder, named) = scenes(&all);
    let chapters: Vec<(&String, &PathBuf, usize)> = named
        .par_iter()
        .filter_map(|(name, path)| Some((name, path, chapter_of(path)?)))
        .collect();
    // Our own scenes first: they are the shortest.
    let mut order = chapters;
    order.sort_by_key(|(name, _, chapter)| (*chapter, !name.starts_with("scenes/"), *name));
    rows.par_iter()
        .map(|row| {
            let wanted = row.chapter.as_str();
            let found = order.iter().filter(|(.., number)| match wanted {
                "" => CHAPTERS_BROKEN.contains(number),
                wanted => chapter::folder(*number) == wanted,
            });
            let found = found.filter_map(|&(name, path, number)| {
                let difference = during(row.mutation, || first_difference(path))?;
                let (chapter, scene) = (chapter::folder(number), name.clone());
                first_difference(path).is_none().then(|| Row {
                    chapter,
                    scene,
                    difference,
                    ..row.clone()
                })
            });
            let nobody = Row {
                scene: String::new(),
                difference: String::new(),
                ..row.clone()
            };
            found.take(1).next().unwrap_or(nobody)
        })
        .collect()
}

#[test]
fn every_broken_rule_is_noticed_in_its_own_chapter() {
    let rows = rows();
    if std::env::var_os("WARDROBE_UPDATE").is_some() {
        let heading = TABLE.lines().next().unwrap();
        let text: String = renewed(&rows).iter().map(Row::line).collect();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/harness/kit/mutations.tsv");
        fs::write(path, format!("{heading}\n{text}")).unwrap();
        return;
    }
    let told: BTreeSet<String> = rows.iter().map(|row| row.mutation.to_owned()).collect();
    assert_eq!(
        (told, rows.len()),
        (planted(), planted().len()),
        "a row for each that is planted"
    );
    assert!(rows.len() >= LEAST, "{} mutations", rows.len());
    let chapters: BTreeSet<&str> = rows.iter().map(|row| row.chapter.as_str()).collect();
    let all: Vec<String> = CHAPTERS_BROKEN.map(chapter::folder).collect();
    assert!(
        all.iter()
            .all(|chapter| chapters.contains(chapter.as_str())),
        "each has broken rules: {chapters:?}"
    );
    let groups = rows
        .iter()
        .map(|row| row.scene.split('/').next().unwrap())
        .chain(["common"]);
    let groups = groups.map(str::to_owned).collect();
    let (_folder, named) = scenes(&groups);
    let wrong: Vec<String> = rows
        .par_iter()
        .filter_map(|row| {
            let path = named
                .get(&row.scene)
                .unwrap_or_else(|| panic!("there is no scene {}", row.scene));
            if let Some(difference) = first_difference(path) {
                return Some(format!(
                    "{}: differs with nothing broken: {difference}\n",
                    row.scene
                ));
            }
            let chapter = chapter_of(path).map(chapter::folder).unwrap_or_default();
            let difference = during(row.mutation, || first_difference(path)).unwrap_or_default();
            let found = Row {
                chapter,
                difference,
                ..row.clone()
            };
            (found != *row).then(|| format!("expected {}found    {}", row.line(), found.line()))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_rule_is_broken_or_it_is_told_why_not() {
    let broken: BTreeSet<String> = rows().iter().map(|row| row.rule.to_owned()).collect();
    let told = UNBROKEN.lines().skip(1).map(|line| {
        line.split_once('\t')
            .unwrap_or_else(|| panic!("two fields: {line}"))
    });
    let told: Vec<String> = told
        .flat_map(|(_, rules)| rules.split(' ').map(str::to_owned))
        .collect();
    let unbroken: BTreeSet<String> = told.iter().cloned().collect();
    assert_eq!(unbroken.len(), told.len(), "each rule once: {told:?}");
    let rules = scumm_book::rules().unwrap();
    let rules: BTreeSet<String> = rules
        .into_iter()
        .filter(|rule| PAGES.contains(&rule.chapter.as_str()))
        .map(|rule| rule.number)
        .collect();
    let known: BTreeSet<&String> = broken.union(&unbroken).collect();
    let missing: Vec<&String> = rules.iter().filter(|rule| !known.contains(rule)).collect();
    assert!(
        missing.is_empty(),
        "neither a mutation nor a reason: {missing:?}"
    );
    let both: Vec<&String> = broken.intersection(&unbroken).collect();
    assert!(
        both.is_empty(),
        "a mutation and a reason against one: {both:?}"
    );
    let gone: Vec<&String> = unbroken
        .iter()
        .filter(|rule| !rules.contains(*rule))
        .collect();
    assert!(gone.is_empty(), "no rules of these pages: {gone:?}");
}

#[test]
fn nothing_is_broken_unless_a_test_asks_for_it() {
    let rows = rows();
    assert!(!rows.iter().any(|row| mutated(row.mutation)));
    let broken = during("MoveYAdded", || {
        rows.iter().filter(|row| mutated(row.mutation)).count()
    });
    assert_eq!((broken, mutated("MoveYAdded")), (1, false));
}

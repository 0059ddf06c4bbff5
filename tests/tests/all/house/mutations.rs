//! The table of mutations (`tests/mutations`) fits the sources and the book. `cargo xtask mutants`
//! checks that scenes notice them.

use std::collections::BTreeSet;

use scumm_scene::harness::kit::coverage::{self, CoveredCells};
use scumm_scene::harness::sources::{GameFolders, SceneSources};
use scumm_test_support::vectors::Vectors;
use scumm_test_support::{kit, repository};
use xtask::mutations::{self, CRATES, Mutation};

/// The rules that no mutation breaks, each with the reason.
const UNBROKEN: &str = include_str!("../../../mutations/unbroken.tsv");
/// The pages of the book whose rules need mutations.
const PAGES: [&str; 4] = [
    "costumes-cost.md",
    "costumes-akos.md",
    "drawing.md",
    "actors.md",
];
/// The number of chapters of the conformance kit of which each must have rows. They are the first
/// ones.
const CHAPTERS: usize = 12;
/// The smallest number of rows of the table.
const LEAST: usize = 266;

/// The group of the scenes of `data/scenes`.
const OWN: &str = "scenes/";
/// The smallest number of rows whose scene is part of the program.
const LEAST_OF_KIT: usize = 210;

fn table() -> Vec<Mutation> {
    mutations::read_table(repository()).unwrap()
}

#[test]
fn each_old_text_of_the_table_of_mutations_is_found_once() {
    let sources = mutations::read_sources(repository()).unwrap();
    let faults = mutations::apply(&table(), &sources)
        .err()
        .unwrap_or_default();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_sources_have_no_switch_of_mutations() {
    for (path, text) in mutations::read_sources(repository()).unwrap() {
        assert!(
            !text.contains("mutation::") && !text.contains("mutated("),
            "{} asks for a mutation",
            path.display()
        );
    }
}

#[test]
fn every_row_has_a_name_of_its_own_and_each_chapter_has_rows() {
    let table = table();
    let names: BTreeSet<&String> = table.iter().map(|row| &row.name).collect();
    assert_eq!(names.len(), table.len(), "two rows have the same name");
    assert!(table.len() >= LEAST, "{} rows", table.len());
    for row in &table {
        let crates = row
            .edits
            .iter()
            .filter_map(|edit| edit.crate_name.as_deref());
        for name in crates.chain([row.crate_name.as_str()]) {
            assert!(CRATES.contains(&name), "{}: no crate {name}", row.name);
        }
        let texts = [
            &row.rule,
            &row.instead,
            &row.chapter,
            &row.scene,
            &row.difference,
        ];
        assert!(texts.iter().all(|text| !text.is_empty()), "{row:?}");
    }
    let chapters: BTreeSet<&str> = table
        .iter()
        .filter_map(|row| row.chapter.split('-').next())
        .collect();
    for number in 1..=CHAPTERS {
        let number = format!("{number:02}");
        assert!(
            chapters.contains(number.as_str()),
            "chapter {number} has no row"
        );
    }
}

#[test]
fn scenes_of_the_kit_in_the_program_notice_mutations_in_every_version() {
    let selected: BTreeSet<String> = kit::selected().unwrap().into_iter().collect();
    let groups: BTreeSet<&str> = selected
        .iter()
        .filter_map(|name| Some(name.split_once('/')?.0))
        .collect();
    let vectors = Vectors::load(groups).unwrap();
    let games = GameFolders::from([("DEMO".to_owned(), repository().join("data/demo/built"))]);
    let mut rows = BTreeSet::new();
    let mut noticed = 0;
    for mutation in table() {
        let runner = if let Some(own) = mutation.scene.strip_prefix(OWN) {
            let path = repository().join("data/scenes").join(format!("{own}.toml"));
            games.open(&path).unwrap()
        } else if selected.contains(&mutation.scene) {
            vectors.open(&format!("{}.json", mutation.scene)).unwrap()
        } else {
            continue;
        };
        noticed += 1;
        rows.insert(CoveredCells::new(&runner).names().0);
    }
    assert!(noticed >= LEAST_OF_KIT, "{noticed} rows");
    for row in coverage::rows() {
        assert!(rows.contains(row), "no mutation of {row}");
    }
}

#[test]
fn every_rule_is_broken_or_the_reason_is_told() {
    let broken: BTreeSet<String> = table().into_iter().map(|row| row.rule).collect();
    let mut unbroken = BTreeSet::new();
    for line in UNBROKEN.lines().skip(1) {
        let (_, rules) = line.split_once('\t').expect("two fields in a line");
        for rule in rules.split(' ') {
            assert!(unbroken.insert(rule.to_owned()), "{rule} has two reasons");
        }
    }
    let rules: BTreeSet<String> = scumm_book::rules()
        .unwrap()
        .into_iter()
        .filter(|rule| PAGES.contains(&rule.chapter.as_str()))
        .map(|rule| rule.number)
        .collect();
    for rule in &rules {
        let is_known = broken.contains(rule) || unbroken.contains(rule);
        assert!(is_known, "{rule} has neither a mutation nor a reason");
    }
    for rule in &unbroken {
        assert!(
            !broken.contains(rule),
            "{rule} has a mutation and a reason against one"
        );
        assert!(rules.contains(rule), "{rule} is no rule of these pages");
    }
}

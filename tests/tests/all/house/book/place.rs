//! The generated page `docs/book/src/where.md`, which lists for each rule the code that follows it
//! and its proof. `cargo xtask book` writes the page; the page is not committed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::cited::Place;
use super::not_implemented;
use scumm_book::{Rule, chapters};

const HEAD: &str = "\
# Where each rule is followed

This page is generated: `cargo xtask book` writes it from the numbers that code, tests and scenes
cite. *Code* names the files that cite the rule where they follow it. *Proof* names tests, each of
which `cargo test --workspace NAME` runs, and scenes. The scenes of
[data/scenes](../../../data/scenes) have their names, and the scenes of the archives in
[data/vectors](../../../data/vectors) are counted for each group. Every scene without the number of
a rule in its name proves many rules at once; the tables in `docs/conformance.md` count these
scenes by feature.
";

/// The most tests of a rule that the page names one by one.
const MOST_TESTS: usize = 4;
/// The most scenes of `data/scenes` that the page names one by one.
const MOST_SCENES: usize = 3;

/// Returns the text of the page for these rules and the places that cite them.
pub fn page(rules: &[Rule], by: &BTreeMap<String, BTreeSet<Place>>) -> String {
    let mut text = HEAD.to_owned();
    let nobody = BTreeSet::new();
    for (title, chapter) in chapters().unwrap() {
        let mut here = rules
            .iter()
            .filter(|rule| rule.chapter == chapter)
            .peekable();
        if here.peek().is_some() {
            let _ = writeln!(text, "\n## {title}");
        }
        for rule in here {
            let places = by.get(&rule.number).unwrap_or(&nobody);
            let _ = writeln!(text, "\n### {}\n\n[The rule.]({chapter})", rule.number);
            let facts = [
                (
                    "Not implemented",
                    not_implemented(rule).into_iter().collect(),
                ),
                ("Code", code(places)),
                ("Proof", proof(places)),
            ];
            for (at, (name, all)) in facts
                .into_iter()
                .filter(|(_, all)| !all.is_empty())
                .enumerate()
            {
                let _ = writeln!(
                    text,
                    "{}- {name}: {}.",
                    if at == 0 { "\n" } else { "" },
                    all.join(", ")
                );
            }
        }
    }
    text
}

fn link(shown: &str, file: &str) -> String {
    format!("[{shown}](../../../{file})")
}

fn code(places: &BTreeSet<Place>) -> Vec<String> {
    let files = places.iter().filter_map(|place| match place {
        Place::Code(file) => Some(link(file, file)),
        _ => None,
    });
    files.collect()
}

fn proof(places: &BTreeSet<Place>) -> Vec<String> {
    let (mut tests, mut files, mut scenes, mut groups) =
        (Vec::new(), Vec::new(), Vec::new(), BTreeMap::new());
    for place in places {
        match place {
            Place::Code(_) => {}
            Place::Test(file, name) if name.is_empty() => files.push(link(file, file)),
            Place::Test(file, name) => tests.push(link(&format!("`{name}`"), file)),
            Place::Scene(name) => scenes.push(link(name, &format!("data/scenes/{name}.toml"))),
            Place::Vector(group, _) => *groups.entry(group).or_insert(0) += 1,
        }
    }
    if tests.is_empty() {
        tests = files;
    }
    let mut all = some_of(tests, MOST_TESTS, "tests");
    all.extend(some_of(scenes, MOST_SCENES, "scenes"));
    all.extend(groups.into_iter().map(|(group, count)| {
        format!(
            "{count} {} of {}",
            if count == 1 { "scene" } else { "scenes" },
            link(group, &format!("data/vectors/{group}.tar.xz"))
        )
    }));
    all
}

fn some_of(mut all: Vec<String>, most: usize, what: &str) -> Vec<String> {
    let more = all.len().saturating_sub(most);
    all.truncate(most);
    if more > 0 {
        all.push(format!("{more} more {what}"));
    }
    all
}

//! No files of a crate import each other in a circle. A reader who knows the imported files can
//! therefore understand each file.

use std::collections::{BTreeMap, BTreeSet};

use scumm_test_support::repository;

use super::source::{Import, Place, Sign, Sources, flat, imports};

const CRATES: [&str; 10] = [
    "room",
    "costume",
    "engine",
    "scene",
    "tools",
    "tools/casting",
    "platform",
    "platform/media",
    "platform/play",
    "platform/wardrobe",
];

/// For each file, the files that it imports, each with the last names of the paths.
type Arrows = BTreeMap<Place, BTreeMap<Place, BTreeSet<String>>>;

/// Returns the paths within the crate that the tokens of a file name.
fn paths(signs: &[Sign]) -> Vec<Vec<String>> {
    let mut found: Vec<Import> = Vec::new();
    let mut rest = signs;
    let mut after_colons = false;
    while let Some((sign, next)) = rest.split_first() {
        match sign {
            Sign::Word(word) if word == "use" => rest = imports(next, &[], &mut found),
            Sign::Word(word) if ["crate", "super"].contains(&word.as_str()) && !after_colons => {
                let mut path = vec![word.clone()];
                rest = next;
                while let [Sign::Colons, Sign::Word(word), next @ ..] = rest {
                    path.push(word.clone());
                    rest = next;
                }
                found.push(Import {
                    name: String::new(),
                    path,
                });
            }
            _ => rest = next,
        }
        after_colons = *sign == Sign::Colons;
    }
    let inside = |path: &Vec<String>| {
        path.len() > 1 && ["crate", "super", "self"].contains(&path[0].as_str())
    };
    found
        .into_iter()
        .map(|import| import.path)
        .filter(inside)
        .collect()
}

/// Returns the file to which a path leads, and the name that the path requests from the file.
fn target(sources: &Sources, here: &Place, path: &[String]) -> (Place, String) {
    let mut place = here.clone();
    let mut names = path;
    while let Some((first, rest)) = names.split_first() {
        match first.as_str() {
            "crate" => place.clear(),
            "super" => _ = place.pop(),
            "self" => {}
            _ => break,
        }
        names = rest;
    }
    for name in names {
        place.push(name.clone());
        if !sources.files.contains_key(&place) {
            place.pop();
            break;
        }
    }
    (place, names.last().cloned().unwrap_or_default())
}

/// Returns the imports between files. Imports between a folder's `mod.rs` and the files in the
/// folder are left out, because a parent re-exports its children.
fn arrows(sources: &Sources) -> Arrows {
    let mut arrows = Arrows::new();
    for (here, tokens) in &sources.files {
        let from = arrows.entry(here.clone()).or_default();
        for path in paths(&flat(tokens)) {
            let (there, name) = target(sources, here, &path);
            if sources.files.contains_key(&there)
                && !there.starts_with(here)
                && !here.starts_with(&there)
            {
                from.entry(there).or_default().insert(name);
            }
        }
    }
    arrows
}

/// Returns all files that can be reached from a file.
fn reached<'a>(arrows: &'a Arrows, from: &'a Place) -> BTreeSet<&'a Place> {
    let (mut seen, mut waiting) = (BTreeSet::new(), vec![from]);
    while let Some(place) = waiting.pop() {
        for next in arrows[place].keys() {
            if seen.insert(next) {
                waiting.push(next);
            }
        }
    }
    seen
}

/// Returns each circle as text: the files, and the names that each file imports from the others.
fn circles(arrows: &Arrows) -> Vec<String> {
    let reach: BTreeMap<&Place, BTreeSet<&Place>> = arrows
        .keys()
        .map(|place| (place, reached(arrows, place)))
        .collect();
    let groups: BTreeSet<Vec<&Place>> = arrows
        .keys()
        .filter(|place| reach[place].contains(place))
        .map(|place| {
            reach[place]
                .iter()
                .copied()
                .filter(|other| reach[other].contains(place))
                .collect()
        })
        .collect();
    let text = |place: &Place| {
        if place.is_empty() {
            "the root".to_owned()
        } else {
            place.join("/")
        }
    };
    let describe = |group: &Vec<&Place>| {
        let mut lines = format!("{} files in a circle:", group.len());
        for from in group {
            for (to, names) in arrows[*from].iter().filter(|(to, _)| group.contains(to)) {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                lines += &format!(
                    "\n    {} imports from {}: {}",
                    text(from),
                    text(to),
                    names.join(", ")
                );
            }
        }
        lines
    };
    groups.iter().map(describe).collect()
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let of_crate = |name: &str| -> Vec<String> {
        let arrows = arrows(&Sources::read(&repository().join(name)));
        circles(&arrows)
            .into_iter()
            .map(|circle| format!("{name}: {circle}"))
            .collect()
    };
    let found: Vec<String> = CRATES.into_iter().flat_map(of_crate).collect();
    assert!(
        found.is_empty(),
        "move the code that both modules need to another file:\n{}",
        found.join("\n")
    );
}

#[test]
fn a_circle_is_told_with_the_names_that_make_it() {
    let files = [
        ("", "pub mod a; pub mod b; pub mod c;"),
        ("a", "use crate::b::{B, Other}; fn a() { super::c::call() }"),
        ("b", "use super::a::A;"),
        ("c", "mod d; use self::d::D; use crate::c::d;"),
        (
            "c/d",
            "use super::C; // use crate::a::A;\n#[cfg(test)] mod tests { use crate::a::A; }",
        ),
    ];
    let place = |path: &str| {
        path.split('/')
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect::<Place>()
    };
    let read = |(path, text): (&str, &str)| {
        (
            place(path),
            super::source::without_tests(text.parse().unwrap()),
        )
    };
    let sources = Sources {
        files: files.into_iter().map(read).collect(),
    };
    assert_eq!(
        circles(&arrows(&sources)),
        ["2 files in a circle:\n    a imports from b: B, Other\n    b imports from a: A"]
    );
}

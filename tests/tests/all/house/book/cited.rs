//! Finds citations of rules in comments, in names of tests and in names of scenes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use scumm_book::{Citation, is_number};
use scumm_test_support::{repository, vectors};

/// A place that cites a rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// A file of code.
    Code(String),
    /// A file, and the name of a test in it. The name is empty if a comment between tests cites the
    /// rule.
    Test(String, String),
    /// A scene of `data/scenes`.
    Scene(String),
    /// A scene of an archive of `data/vectors`.
    Vector(String, String),
}

/// Texts that look like the number of a rule but are not: the beginning of the path of the files,
/// the beginning of the text, and its real meaning.
const NO_RULES: [(&str, &str, &str); 5] = [
    ("platform/", "F", "a key"),
    ("tests/tests/all/house/book/", "", "examples of numbers"),
    ("tests/book/src/lib.rs", "", "examples of numbers"),
    ("xtask/src/links.rs", "", "examples of numbers"),
    ("", "W3C", "the consortium of the web"),
];

/// Returns whether a part of a test's name only looks like a number: versions (`v8`, as no rule V80
/// is meant), types, and words of AKSQ.
fn is_word_of_a_name(part: &str) -> bool {
    let number = part.get(1..).unwrap_or_default();
    (part.starts_with('v') && number.len() < 2)
        || part.starts_with("c0")
        || (part.starts_with(['i', 'u']) && ["8", "16", "32", "64"].contains(&number))
}

/// Returns every Rust file of the project, with its path relative to the repository.
pub fn all_sources() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for folder in [
        "room", "costume", "engine", "scene", "tools", "platform", "tests", "xtask",
    ] {
        collect(&repository().join(folder), &mut found);
    }
    found.sort();
    found
}

fn collect(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            if !path.ends_with("target") {
                collect(&path, found);
            }
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let file = path
                .strip_prefix(repository())
                .unwrap()
                .to_string_lossy()
                .replace('\\', "/");
            found.push((file, fs::read_to_string(&path).unwrap()));
        }
    }
}

/// Returns the cited numbers by the place that cites them.
pub fn citations() -> BTreeMap<Place, Vec<String>> {
    let mut found = BTreeMap::new();
    for (file, text) in all_sources() {
        source(&file, &text, &mut found);
    }
    scenes(&mut found);
    found
}

fn source(file: &str, text: &str, found: &mut BTreeMap<Place, Vec<String>>) {
    let name = file.rsplit('/').next().unwrap_or(file);
    let mut in_tests = name == "tests.rs" || file.contains("/tests/") || file.starts_with("tests/");
    let mut marked = false;
    for line in text.lines().map(str::trim) {
        in_tests |= line == "mod tests {";
        let mut add = |place: Place, cited: Vec<String>| {
            let kept = cited.into_iter().filter(|cited| !is_exception(file, cited));
            found.entry(place).or_default().extend(kept);
        };
        if let Some(function) = line
            .strip_prefix("fn ")
            .or_else(|| line.strip_prefix("pub fn "))
            .filter(|_| marked)
        {
            let function = function.split('(').next().unwrap_or_default();
            let parts = function
                .split('_')
                .filter(|part| !is_word_of_a_name(part))
                .filter_map(upper);
            add(Place::Test(file.into(), function.into()), parts.collect());
        }
        marked = line == "#[test]" || (marked && line.starts_with("#["));
        let cited = comment(line)
            .map(|comment| ends(&comment))
            .unwrap_or_default();
        if !cited.is_empty() {
            let place = if in_tests {
                Place::Test(file.into(), String::new())
            } else {
                Place::Code(file.into())
            };
            add(place, cited);
        }
    }
    found.retain(|_, cited| !cited.is_empty());
}

/// Returns a part of a test's name as the number of a rule: `c45` is C45, `c6a` is C6A, `t7ca` is
/// T7Ca.
fn upper(part: &str) -> Option<String> {
    let number = part.strip_prefix(|c: char| c.is_ascii_lowercase())?;
    let digits = number.trim_start_matches(|c: char| c.is_ascii_digit());
    let letter = part.get(..1)?.to_uppercase();
    let whole = format!("{letter}{number}");
    let big = match (
        letter.as_str(),
        &number[..number.len() - digits.len()],
        digits,
    ) {
        ("C", "6", "a" | "b") => format!("C6{}", digits.to_uppercase()),
        ("T", "7", rest) if rest.starts_with('c') => format!("T7C{}", &rest[1..]),
        _ => whole,
    };
    is_number(&big).then_some(big)
}

/// Returns the comment of a line, or a string that consists of the number of a rule, such as
/// `"C24"` in a check.
fn comment(line: &str) -> Option<String> {
    if let Some((_, comment)) = line.split_once("//") {
        return Some(comment.to_owned());
    }
    let strings = line
        .split('"')
        .skip(1)
        .step_by(2)
        .filter(|text| is_number(text));
    let all: Vec<&str> = strings.collect();
    (!all.is_empty()).then(|| all.join(", "))
}

/// Returns the numbers in a text. A range cites only its two ends, because a module that names
/// forty rules proves none of them.
fn ends(text: &str) -> Vec<String> {
    let ends = |cited| match cited {
        Citation::One(number, _) => vec![number],
        Citation::Span(ends) => ends.map(|(number, _)| number).into(),
    };
    scumm_book::citations(text)
        .into_iter()
        .flat_map(ends)
        .collect()
}

fn is_exception(file: &str, cited: &str) -> bool {
    NO_RULES.iter().any(|(place, number, _)| {
        let is_letter = number.len() < 2 && cited.starts_with(number) && cited != "F4";
        file.starts_with(place) && (is_letter || cited == *number)
    })
}

/// Collects the names of scenes in `data/scenes` and in the archives of the vectors, such as
/// `shadow-mode-C50.toml` and `A13_loop_end.json`.
fn scenes(found: &mut BTreeMap<Place, Vec<String>>) {
    let cited = |name: &str| -> Vec<String> {
        name.split(['-', '_', '.'])
            .filter(|part| is_number(part))
            .map(str::to_owned)
            .collect()
    };
    for entry in fs::read_dir(repository().join("data/scenes")).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        if let Some(scene) = name.strip_suffix(".toml") {
            found.insert(Place::Scene(scene.to_owned()), cited(scene));
        }
    }
    let groups = vectors::groups().unwrap();
    for group in groups.iter().filter(|group| !group.starts_with("rooms")) {
        let archive = vectors::Vectors::load([group.as_str()]).unwrap();
        for scene in archive.scenes() {
            let name = scene
                .rsplit('/')
                .next()
                .unwrap_or(scene)
                .trim_end_matches(".json");
            found.insert(Place::Vector(group.clone(), name.to_owned()), cited(name));
        }
    }
    found.retain(|_, cited| !cited.is_empty());
}

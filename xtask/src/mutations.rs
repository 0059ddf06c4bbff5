//! Mutations: a test breaks rules of the book one at a time, and checks that a scene of the
//! expected chapter then fails.
//!
//! Each row of the table `tests/mutations/table.toml` names a crate, a text of its sources, and the
//! text that replaces it. The sources themselves contain no code for mutations.
//! `cargo xtask mutants` writes a copy of the workspace in which all rows are applied, and each
//! replacement has an effect only while its mutation is switched on.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Context, Result};
use serde::Deserialize;

/// The folder of the table, from the repository's root.
pub const FOLDER: &str = "tests/mutations";
/// The folders of the crates that the table may change.
pub const CRATES: [&str; 3] = ["room", "costume", "engine"];
/// The module of the crate `room` that contains the switch.
pub const SWITCH: &str = "mutation";
/// The placeholder for the state of the switch in new texts.
const ON: &str = "{on}";

/// The texts of Rust files by their paths from the repository's root.
pub type SourceTexts = BTreeMap<PathBuf, String>;

/// A row of the table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mutation {
    /// The name of the mutation.
    pub name: String,
    /// The number of the rule that is broken.
    pub rule: String,
    /// The behaviour that replaces the rule.
    pub instead: String,
    /// The folder of the crate that is changed.
    #[serde(rename = "crate")]
    pub crate_name: String,
    /// The chapter of the conformance kit whose scene has to fail.
    pub chapter: String,
    /// The group and the name of a scene of that chapter.
    pub scene: String,
    /// The place and the key of the first value of that scene that differs.
    pub difference: String,
    /// The changes.
    #[serde(rename = "edit")]
    pub edits: Vec<Edit>,
}

/// A text and its replacement.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// The folder of the crate, if it differs from that of the row.
    #[serde(rename = "crate")]
    pub crate_name: Option<String>,
    /// The text that is replaced. It occurs exactly once in the sources of the crate.
    pub old: String,
    /// The new text.
    pub new: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MutationTable {
    mutation: Vec<Mutation>,
}

/// The range of an old text in a source, and its replacement.
struct EditRange<'t> {
    name: &'t str,
    path: &'t Path,
    range: Range<usize>,
    new: String,
}

/// Reads the table of a repository.
///
/// # Errors
/// Returns an error if the file cannot be read or is not a table of mutations.
pub fn read_table(repository: &Path) -> Result<Vec<Mutation>> {
    let path = repository.join(FOLDER).join("table.toml");
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let table: MutationTable = toml::from_str(&text).with_context(|| path.display().to_string())?;
    Ok(table.mutation)
}

/// Reads the sources of all crates that the table may change.
///
/// # Errors
/// Returns an error if a file cannot be read.
pub fn read_sources(repository: &Path) -> Result<SourceTexts> {
    let mut sources = SourceTexts::new();
    for name in CRATES {
        let folder = Path::new(name).join("src");
        for path in files_below(repository, &folder)? {
            if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(repository.join(&path))
                    .with_context(|| path.display().to_string())?;
                sources.insert(path, text);
            }
        }
    }
    Ok(sources)
}

/// Returns the paths of all files below a folder of the repository, from the repository's root.
///
/// # Errors
/// Returns an error if a folder cannot be read.
pub fn files_below(repository: &Path, folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(repository.join(folder))? {
        let entry = entry?;
        let path = folder.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            files.extend(files_below(repository, &path)?);
        } else {
            files.push(path);
        }
    }
    Ok(files)
}

/// Applies all rows of the table to the sources.
///
/// # Errors
/// Returns a line for each row that cannot be applied, with the name of the row.
pub fn apply(table: &[Mutation], sources: &SourceTexts) -> Result<SourceTexts, Vec<String>> {
    let mut faults = Vec::new();
    let mut places = Vec::new();
    for mutation in table {
        if !mutation.edits.iter().any(|edit| edit.new.contains(ON)) {
            faults.push(format!("{}: no new text contains {ON}", mutation.name));
        }
        for edit in &mutation.edits {
            match find(mutation, edit, sources) {
                Ok(place) => places.push(place),
                Err(fault) => faults.push(format!("{}: {fault}", mutation.name)),
            }
        }
    }
    places.sort_by_key(|place| (place.path, place.range.start));
    for (first, second) in places.iter().zip(places.iter().skip(1)) {
        if first.path == second.path && first.range.end > second.range.start {
            faults.push(format!(
                "{}: its old text overlaps that of {} in {}",
                second.name,
                first.name,
                first.path.display()
            ));
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut changed = sources.clone();
    // Changes are applied from the end of the text to its start, so that the ranges of the
    // remaining changes stay valid.
    for place in places.iter().rev() {
        if let Some(text) = changed.get_mut(place.path) {
            text.replace_range(place.range.clone(), &place.new);
        }
    }
    Ok(changed)
}

/// Finds the only place of an edit's old text in the sources of its crate.
fn find<'t>(
    mutation: &'t Mutation,
    edit: &'t Edit,
    sources: &'t SourceTexts,
) -> Result<EditRange<'t>, String> {
    let crate_name = edit.crate_name.as_ref().unwrap_or(&mutation.crate_name);
    let folder = Path::new(crate_name).join("src");
    let mut places = Vec::new();
    for (path, text) in sources {
        if path.starts_with(&folder) {
            for range in occurrences(text, &edit.old) {
                places.push((path, range));
            }
        }
    }
    match &places[..] {
        [(path, range)] => Ok(EditRange {
            name: &mutation.name,
            path,
            range: range.clone(),
            new: edit.new.replace(ON, &switch(crate_name, &mutation.name)),
        }),
        [] => Err(format!(
            "its old text is not found in {}: {}",
            folder.display(),
            edit.old
        )),
        [(first, _), .., (last, _)] => Err(format!(
            "its old text is found {} times, in {} and {}: {}",
            places.len(),
            first.display(),
            last.display(),
            edit.old
        )),
    }
}

/// Returns a Rust expression that is true while a mutation is switched on. The expression is valid
/// in the given crate.
fn switch(crate_name: &str, name: &str) -> String {
    let room = match crate_name {
        "room" => "crate",
        _ => "scumm_room",
    };
    format!("{room}::{SWITCH}::is_on(\"{name}\")")
}

/// Returns all ranges of a text in a source. White space in `old` matches any white space, so that
/// a text is still found after its indentation has changed.
fn occurrences(source: &str, old: &str) -> Vec<Range<usize>> {
    let words: Vec<&str> = old.split_whitespace().collect();
    let Some(first) = words.first() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (start, _) in source.match_indices(first) {
        if let Some(end) = end_of_words(source, start, &words) {
            found.push(start..end);
        }
    }
    found
}

/// Returns the end of words that begin at `start` in a source, or `None` if other text follows.
fn end_of_words(source: &str, start: usize, words: &[&str]) -> Option<usize> {
    let mut rest = source.get(start..)?;
    for (index, word) in words.iter().enumerate() {
        if index > 0 {
            let trimmed = rest.trim_start();
            if trimmed.len() == rest.len() {
                return None;
            }
            rest = trimmed;
        }
        rest = rest.strip_prefix(word)?;
    }
    Some(source.len() - rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, old: &str, new: &str) -> Mutation {
        Mutation {
            name: name.to_owned(),
            rule: "C1".to_owned(),
            instead: String::new(),
            crate_name: "costume".to_owned(),
            chapter: String::new(),
            scene: String::new(),
            difference: String::new(),
            edits: vec![Edit {
                crate_name: None,
                old: old.to_owned(),
                new: new.to_owned(),
            }],
        }
    }

    fn sources(files: &[(&str, &str)]) -> SourceTexts {
        files
            .iter()
            .map(|(path, text)| (PathBuf::from(path), (*text).to_owned()))
            .collect()
    }

    #[test]
    fn each_old_text_is_replaced_behind_the_switch() {
        let sources = sources(&[
            ("costume/src/a.rs", "if x < 1 {\n    f();\n}\nif y {}\n"),
            ("engine/src/a.rs", "f();"),
        ]);
        let table = [
            row("Late", "if y", "if y && !{on}"),
            row("Early", "x < 1 { f();", "x < 1 || {on} { f();"),
        ];
        let changed = apply(&table, &sources).unwrap();
        assert_eq!(
            changed[Path::new("costume/src/a.rs")],
            "if x < 1 || scumm_room::mutation::is_on(\"Early\") { f();\n}\n\
             if y && !scumm_room::mutation::is_on(\"Late\") {}\n"
        );
        assert_eq!(changed[Path::new("engine/src/a.rs")], "f();");
    }

    #[test]
    fn the_room_asks_its_own_module() {
        let mut mutation = row("Off", "1", "if {on} { 0 } else { 1 }");
        mutation.edits[0].crate_name = Some("room".to_owned());
        let changed = apply(&[mutation], &sources(&[("room/src/lib.rs", "1")])).unwrap();
        assert_eq!(
            changed[Path::new("room/src/lib.rs")],
            "if crate::mutation::is_on(\"Off\") { 0 } else { 1 }"
        );
    }

    #[test]
    fn a_text_that_is_missing_or_found_twice_is_a_fault_with_the_name_of_the_row() {
        let sources = sources(&[("costume/src/a.rs", "a b"), ("costume/src/b/c.rs", "b")]);
        let table = [
            row("Missing", "c", "{on}"),
            row("Twice", "b", "{on}"),
            row("Never", "a", "d"),
        ];
        let faults = apply(&table, &sources).unwrap_err();
        assert_eq!(
            faults,
            [
                "Missing: its old text is not found in costume/src: c",
                "Twice: its old text is found 2 times, in costume/src/a.rs and costume/src/b/c.rs: b",
                "Never: no new text contains {on}",
            ]
        );
    }

    #[test]
    fn texts_that_overlap_are_a_fault_and_texts_that_touch_are_none() {
        let sources = sources(&[("costume/src/a.rs", "a(b)c")]);
        let table = [row("A", "a(b", "{on}"), row("B", "b)", "{on}")];
        assert_eq!(
            apply(&table, &sources).unwrap_err(),
            ["B: its old text overlaps that of A in costume/src/a.rs"]
        );
        let table = [row("A", "a(", "{on}("), row("B", "b)", "{on})")];
        assert!(apply(&table, &sources).is_ok());
    }
}

//! The reference scenes that are part of the program: a selection of the vectors, which
//! `data/kit-scenes.txt` lists. The program `pack-kit` packs them into `data/kit-scenes.tar.xz`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;

use serde_json::Value;

use crate::repository;
use crate::vectors::Vectors;

/// The most bytes of the archive.
pub const MOST_BYTES: usize = 1_000_000;

/// Files by their names in the archive.
pub type KitFiles = BTreeMap<String, Vec<u8>>;

/// Returns the selected scenes, as `GROUP/NAME`, in the order of the list.
///
/// # Errors
/// Returns an error if the list cannot be read.
pub fn selected() -> io::Result<Vec<String>> {
    let list = fs::read_to_string(repository().join("data/kit-scenes.txt"))?;
    let is_scene = |line: &&str| !line.is_empty() && !line.starts_with('#');
    Ok(list.lines().filter(is_scene).map(str::to_owned).collect())
}

/// Returns the selected scenes with their lines and all files that they name, from the vectors.
///
/// # Errors
/// Returns an error if the list names a scene that the vectors lack.
pub fn files() -> io::Result<KitFiles> {
    let selected = selected()?;
    let groups: BTreeSet<&str> = selected
        .iter()
        .filter_map(|name| Some(name.split_once('/')?.0))
        .collect();
    let vectors = Vectors::load(groups)?;
    let mut names = BTreeSet::new();
    for scene in &selected {
        let text = vectors.text(&format!("{scene}.json"));
        let text = text.map_err(io::Error::other)?;
        collect_blobs(&serde_json::from_str(text)?, &mut names);
        names.insert(format!("{scene}.json"));
        names.insert(format!("{scene}.expected.jsonl"));
    }
    let mut files = KitFiles::new();
    for name in names {
        let contents = vectors.get(&name);
        let contents = contents.ok_or_else(|| io::Error::other(format!("{name} is missing")))?;
        files.insert(name, contents.to_vec());
    }
    Ok(files)
}

/// Adds the files that a scene names to `names`.
fn collect_blobs(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => {
            if let Some(name) = text.strip_prefix("../") {
                names.insert(name.to_owned());
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect_blobs(item, names)),
        Value::Object(entries) => entries.values().for_each(|item| collect_blobs(item, names)),
        _ => {}
    }
}

//! Makes the archives of `data/vectors` from the reference vectors: `cargo run --release -p
//! scumm-tests --bin pack-vectors -- ../shared/vectors-2026`. The reference vectors come in sets,
//! one archive for each set. Each folder of a set except `blobs` is a group of scenes, and
//! `data/vectors` has one archive for each group. The same vectors give archives with the same
//! bytes.
//!
//! The groups `openquest-*` and `plays-*` contain third-party art. They are in no set and are never
//! packed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use lzma_rust2::{XzOptions, XzReader, XzWriter};
use scumm_test_support::vectors::{self, BENCH, COMMON};
use serde_json::Value;

/// The most bytes of all archives together.
const LIMIT: u64 = 24 << 20;
/// The set that is not packed, because with this set the archives would be larger than [`LIMIT`].
/// Tests read it from the folder of the sets, which lies beside the checkout.
const BESIDE: &str = "chaos2.tar.xz";
/// Parts of the names of files with third-party art. Such files are never packed.
const THIRD_PARTY: [&str; 2] = ["openquest-", "plays-"];

/// The list of rooms, which belongs to no group. The list of the set `v0` (`rooms-v0.jsonl`) is
/// left out, because it names rooms that are in no set.
const ROOMS: &str = "rooms.jsonl";

/// The names of files, without the name of the set at the front.
type Names = BTreeSet<String>;
/// The files of all sets by their names. Files with the same name in two
/// sets have the same contents.
type Files = BTreeMap<String, Vec<u8>>;

fn main() -> ExitCode {
    let Some(source) = std::env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("pack-vectors: expected the folder of the vectors as the argument");
        return ExitCode::from(2);
    };
    match pack(&source) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("pack-vectors: {error}");
            ExitCode::from(2)
        }
    }
}

fn pack(source: &Path) -> io::Result<()> {
    let mut files = read_sets(source)?;
    let mut archives = groups(&files)?;
    archives
        .entry(COMMON.to_owned())
        .or_default()
        .insert(ROOMS.to_owned());
    move_shared(&mut archives);
    if let Some(bench) = source.parent().filter(|above| above.join(BENCH).is_dir()) {
        archives.insert(BENCH.to_owned(), read_folder(bench, BENCH, &mut files)?);
    }
    let target = vectors::folder();
    fs::create_dir_all(&target)?;
    let mut total = 0;
    for (name, names) in &archives {
        total += write(&target, name, names, &files)?;
    }
    if total > LIMIT {
        return Err(io::Error::other(format!(
            "{total} bytes in all, the limit is {LIMIT}"
        )));
    }
    writeln!(io::stdout(), "{total} bytes in all")
}

/// Returns the files of all sets. The name of the set is removed from the start of their names.
fn read_sets(source: &Path) -> io::Result<Files> {
    let mut files = Files::new();
    for entry in fs::read_dir(source)? {
        let path = entry?.path();
        let is_beside = path.file_name().is_some_and(|name| name == BESIDE);
        if is_beside || path.extension().is_none_or(|ending| ending != "xz") {
            continue;
        }
        let mut archive =
            tar::Archive::new(XzReader::new(BufReader::new(File::open(path)?), false));
        for entry in archive.entries()? {
            let mut entry = entry?;
            let name = entry.path()?.to_string_lossy().into_owned();
            if let (true, Some((_, name))) =
                (entry.header().entry_type().is_file(), name.split_once('/'))
            {
                let mut contents = Vec::new();
                entry.read_to_end(&mut contents)?;
                if files
                    .insert(name.to_owned(), contents.clone())
                    .is_some_and(|other| other != contents)
                {
                    return Err(io::Error::other(format!(
                        "{name} is in two sets with different contents"
                    )));
                }
            }
        }
    }
    Ok(files)
}

/// Returns each group with its scenes, their lines and all blobs that they use.
fn groups(files: &Files) -> io::Result<BTreeMap<String, Names>> {
    let mut groups: BTreeMap<String, Names> = BTreeMap::new();
    for (name, contents) in files {
        let Some((group, _)) = name.split_once('/').filter(|(group, _)| *group != "blobs") else {
            continue;
        };
        let names = groups.entry(group.to_owned()).or_default();
        names.insert(name.clone());
        if name.ends_with(".json") {
            let value = serde_json::from_slice(contents)
                .map_err(|error| io::Error::other(format!("{name}: {error}")))?;
            collect_blobs(&value, names);
        }
    }
    Ok(groups)
}

/// Moves the files that more than one group uses to [`COMMON`].
fn move_shared(archives: &mut BTreeMap<String, Names>) {
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    for name in archives.values().flatten() {
        *uses.entry(name.clone()).or_default() += 1;
    }
    for files in archives.values_mut() {
        files.retain(|name| uses.get(name) == Some(&1));
    }
    let shared = uses
        .into_iter()
        .filter(|(_, count)| *count > 1)
        .map(|(name, _)| name);
    archives
        .entry(COMMON.to_owned())
        .or_default()
        .extend(shared);
}

/// Adds the blobs that a scene names to `blobs`.
fn collect_blobs(value: &Value, blobs: &mut Names) {
    match value {
        Value::String(text) => blobs.extend(
            text.strip_prefix("../")
                .filter(|n| n.starts_with("blobs/"))
                .map(Into::into),
        ),
        Value::Array(items) => items.iter().for_each(|item| collect_blobs(item, blobs)),
        Value::Object(entries) => entries.values().for_each(|item| collect_blobs(item, blobs)),
        _ => {}
    }
}

/// Reads the files below `name` at any depth. Returns their names, relative to `root`.
fn read_folder(root: &Path, name: &str, files: &mut Files) -> io::Result<Names> {
    let mut names = Names::new();
    for entry in fs::read_dir(root.join(name))? {
        let entry = entry?;
        let below = format!("{name}/{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            names.append(&mut read_folder(root, &below, files)?);
        } else {
            files.insert(below.clone(), fs::read(root.join(&below))?);
            names.insert(below);
        }
    }
    Ok(names)
}

/// Writes an archive whose bytes depend only on the names and the contents. Returns its size.
fn write(target: &Path, archive: &str, names: &Names, files: &Files) -> io::Result<u64> {
    if let Some(name) = names
        .iter()
        .find(|name| THIRD_PARTY.iter().any(|begin| name.contains(begin)))
    {
        return Err(io::Error::other(format!("{name} must not be packed")));
    }
    let mut tar = tar::Builder::new(XzWriter::new(Vec::new(), XzOptions::with_preset(9))?);
    for name in names {
        let contents = files
            .get(name)
            .ok_or_else(|| io::Error::other(format!("{name} is in no set")))?;
        let mut header = tar::Header::new_ustar();
        header.set_size(contents.len() as u64);
        header.set_mode(0o644);
        tar.append_data(&mut header, name, contents.as_slice())?;
    }
    let packed = tar.into_inner()?.finish()?;
    fs::write(target.join(format!("{archive}.tar.xz")), &packed)?;
    writeln!(
        io::stdout(),
        "{archive}: {} files, {} bytes",
        names.len(),
        packed.len()
    )?;
    Ok(packed.len() as u64)
}

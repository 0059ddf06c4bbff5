//! `cargo run --release -p scumm-tests --bin pack-vectors -- ../shared/vectors`: makes the archives of `data/vectors` out
//! of the reference vectors. The same vectors give the same bytes.
//!
//! Groups whose name begins with `openquest` or `plays` are third-party art: neither they nor a blob that only they use is packed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use lzma_rust2::{XzOptions, XzWriter};
use scumm_tests::vectors::{self, BENCH, COMMON};
use serde_json::Value;

/// The most that all archives may weigh.
const LIMIT: u64 = 12 << 20;
/// What stays out.
const THIRD_PARTY: [&str; 2] = ["openquest-", "plays-"];
/// The list of rooms, which belongs to no group.
const ROOMS: &str = "rooms.jsonl";

/// Names of files, relative to the vectors' folder.
type Names = BTreeSet<String>;

fn main() -> ExitCode {
    let Some(source) = std::env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("pack-vectors: name the folder of the vectors");
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
    let mut archives = groups(source)?;
    archives.entry(COMMON.to_owned()).or_default().insert(ROOMS.to_owned());
    move_shared(&mut archives);
    let target = vectors::folder();
    fs::create_dir_all(&target)?;
    let mut total = 0;
    for (name, files) in &archives {
        total += write(&target, name, source, files)?;
    }
    if let Some(bench) = source.parent().filter(|above| above.join(BENCH).is_dir()) {
        total += write(&target, BENCH, bench, &tree(bench, BENCH)?)?;
    }
    if total > LIMIT {
        return Err(io::Error::other(format!("{total} bytes in all, the limit is {LIMIT}")));
    }
    writeln!(io::stdout(), "{total} bytes in all")
}

/// Each group with its scenes, their lines and all blobs that they use.
fn groups(source: &Path) -> io::Result<BTreeMap<String, Names>> {
    let mut groups = BTreeMap::new();
    for entry in fs::read_dir(source)? {
        let group = entry?.file_name().to_string_lossy().into_owned();
        if THIRD_PARTY.iter().any(|begin| group.starts_with(begin)) || group == "blobs" || !source.join(&group).is_dir()
        {
            continue;
        }
        let mut files = tree(source, &group)?;
        let mut blobs = Names::new();
        for scene in files.iter().filter(|name| name.ends_with(".json")) {
            let text = fs::read_to_string(source.join(scene))?;
            let value = serde_json::from_str(&text).map_err(|error| io::Error::other(format!("{scene}: {error}")))?;
            collect_blobs(&value, &mut blobs);
        }
        files.append(&mut blobs);
        groups.insert(group, files);
    }
    Ok(groups)
}

/// Moves the blobs of more than one group to [`COMMON`].
fn move_shared(archives: &mut BTreeMap<String, Names>) {
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    for name in archives.values().flatten() {
        *uses.entry(name.clone()).or_default() += 1;
    }
    for files in archives.values_mut() {
        files.retain(|name| uses.get(name) == Some(&1));
    }
    let shared = uses.into_iter().filter(|(_, count)| *count > 1).map(|(name, _)| name);
    archives.entry(COMMON.to_owned()).or_default().extend(shared);
}

/// The blobs that a scene names.
fn collect_blobs(value: &Value, blobs: &mut Names) {
    match value {
        Value::String(text) => {
            blobs.extend(text.strip_prefix("../").filter(|n| n.starts_with("blobs/")).map(Into::into))
        }
        Value::Array(items) => items.iter().for_each(|item| collect_blobs(item, blobs)),
        Value::Object(entries) => entries.values().for_each(|item| collect_blobs(item, blobs)),
        _ => {}
    }
}

/// The files below `name` at any depth, relative to `root`.
fn tree(root: &Path, name: &str) -> io::Result<Names> {
    let mut files = Names::new();
    for entry in fs::read_dir(root.join(name))? {
        let entry = entry?;
        let below = format!("{name}/{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            files.append(&mut tree(root, &below)?);
        } else {
            files.insert(below);
        }
    }
    Ok(files)
}

/// Writes an archive whose bytes depend on names and contents alone; returns its size.
fn write(target: &Path, archive: &str, root: &Path, files: &Names) -> io::Result<u64> {
    if let Some(name) = files.iter().find(|name| THIRD_PARTY.iter().any(|begin| name.contains(begin))) {
        return Err(io::Error::other(format!("{name} must not be packed")));
    }
    let mut tar = tar::Builder::new(XzWriter::new(Vec::new(), XzOptions::with_preset(9))?);
    for name in files {
        let contents = fs::read(root.join(name))?;
        let mut header = tar::Header::new_ustar();
        header.set_size(contents.len() as u64);
        header.set_mode(0o644);
        tar.append_data(&mut header, name, contents.as_slice())?;
    }
    let packed = tar.into_inner()?.finish()?;
    fs::write(target.join(format!("{archive}.tar.xz")), &packed)?;
    writeln!(io::stdout(), "{archive}: {} files, {} bytes", files.len(), packed.len())?;
    Ok(packed.len() as u64)
}

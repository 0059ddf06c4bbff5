//! Packs the conformance kit: all scenes as a zip file, and the scenes in the program as packages
//! of data for Python and JavaScript.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use xtask::archive::{self, ArchiveEntry, ArchiveTime};

use super::wheels::record_of;
use super::{MadeArchive, WORK, build};
use crate::{new_folder, printed, step, text_of};

/// The folder with the files of the packages that are not scenes.
const SOURCES: &str = "bindings/kit";
/// The name of the module for Python.
const MODULE: &str = "scumm_wardrobe_kit";
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Makes the zip file with all scenes and the two packages of the small kit.
///
/// # Errors
/// Returns an error if the program cannot be built or fails.
pub fn make(time: ArchiveTime) -> Result<Vec<MadeArchive>> {
    let work = Path::new(WORK).join("kit");
    new_folder(&work)?;
    let all = work.join("all");
    step(build::host().args(["scene", "kit", "-o"]).arg(&all))?;
    let name = format!("wardrobe-kit-{VERSION}");
    let mut whole = Vec::new();
    add_folder(&all, &name, &mut whole)?;
    // In a folder without the scenes of the checkout, the program writes those that are built into
    // it.
    let write = ["scene", "kit", "-o", "kit"];
    step(build::host().args(write).current_dir(&work))?;
    let mut scenes = Vec::new();
    add_folder(&work.join("kit"), "kit", &mut scenes)?;
    Ok(vec![
        (format!("{name}.zip"), archive::zip(&whole, time)?),
        (
            format!("scumm-wardrobe-kit-{VERSION}.tgz"),
            archive::tar_gz(&for_node(&scenes)?, time)?,
        ),
        (
            format!("{MODULE}-{VERSION}-py3-none-any.whl"),
            archive::zip(&for_python(&scenes)?, time)?,
        ),
    ])
}

/// Adds the files of a folder, with names that begin with `name`.
fn add_folder(folder: &Path, name: &str, entries: &mut Vec<ArchiveEntry>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let part = entry.file_name();
        let part = part.to_str().context("the name of a file is no text")?;
        // Files that begin with a dot are locks of the program.
        if part.starts_with('.') {
            continue;
        }
        let inside = format!("{name}/{part}");
        if entry.file_type()?.is_dir() {
            add_folder(&entry.path(), &inside, entries)?;
        } else {
            entries.push(ArchiveEntry::file(inside, &entry.path())?);
        }
    }
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(())
}

/// Returns the scenes with names that begin with the name of a folder.
fn below<'a>(
    folder: &'a str,
    scenes: &'a [ArchiveEntry],
) -> impl Iterator<Item = ArchiveEntry> + 'a {
    scenes.iter().map(move |scene| ArchiveEntry {
        name: format!("{folder}/{}", scene.name),
        ..scene.clone()
    })
}

/// Returns the files of the package for Node. Their folder is `package`, as npm expects.
fn for_node(scenes: &[ArchiveEntry]) -> Result<Vec<ArchiveEntry>> {
    let about: Value = serde_json::from_str(&text_of(&Path::new(SOURCES).join("package.json"))?)?;
    ensure!(
        about["version"] == VERSION,
        "{SOURCES}/package.json has another version than the workspace"
    );
    let mut entries = Vec::new();
    for name in ["README.md", "index.d.ts", "index.js", "package.json"] {
        let path = Path::new(SOURCES).join(name);
        entries.push(ArchiveEntry::file(format!("package/{name}"), &path)?);
    }
    entries.extend(below("package", scenes));
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(entries)
}

/// Returns the files of the wheel.
fn for_python(scenes: &[ArchiveEntry]) -> Result<Vec<ArchiveEntry>> {
    let info = format!("{MODULE}-{VERSION}.dist-info");
    let readme = text_of(&Path::new(SOURCES).join("README.md"))?;
    let metadata = format!(
        "Metadata-Version: 2.4\nName: scumm-wardrobe-kit\nVersion: {VERSION}\n\
         Summary: Scenes that any SCUMM engine can play, with the lines that the engine must \
         print\nLicense-Expression: CC0-1.0\nRequires-Python: >=3.9\n\
         Description-Content-Type: text/markdown\n\n{readme}"
    );
    let wheel = "Wheel-Version: 1.0\nGenerator: wardrobe\nRoot-Is-Purelib: true\n\
                 Tag: py3-none-any\n";
    let module = Path::new(SOURCES).join("__init__.py");
    let mut entries = vec![
        ArchiveEntry::file(format!("{MODULE}/__init__.py"), &module)?,
        ArchiveEntry::new(format!("{MODULE}/py.typed"), ""),
        ArchiveEntry::new(format!("{info}/METADATA"), metadata),
        ArchiveEntry::new(format!("{info}/WHEEL"), wheel),
    ];
    entries.extend(below(MODULE, scenes));
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    let record = format!("{info}/RECORD");
    let list = record_of(&entries, &record)?;
    entries.push(ArchiveEntry::new(record, list));
    Ok(entries)
}

/// Checks that Python and Node read the small kit from the packages.
///
/// # Errors
/// Returns an error if a package cannot be installed or does not contain the scenes.
pub fn try_packages(made: &[MadeArchive]) -> Result<()> {
    let folder = fs::canonicalize(WORK)?.join("kit/try");
    new_folder(&folder)?;
    for (name, bytes) in made {
        fs::write(folder.join(name), bytes)?;
    }
    let python = folder.join("python");
    step(Command::new("python3").args(["-m", "venv"]).arg(&python))?;
    let wheel = folder.join(format!("{MODULE}-{VERSION}-py3-none-any.whl"));
    let mut pip = Command::new(python.join("bin/pip"));
    step(pip.args(["install", "--quiet", "--no-index"]).arg(wheel))?;
    let count = format!(
        "import {MODULE} as kit; print(len(list(kit.folder().glob('*/*.expected.jsonl'))))"
    );
    let mut run = Command::new(python.join("bin/python"));
    let by_python = printed(run.args(["-c", &count]))?;
    let package = folder.join(format!("scumm-wardrobe-kit-{VERSION}.tgz"));
    let mut npm = Command::new("npm");
    step(
        npm.args(["install", "--silent", "--prefix"])
            .arg(&folder)
            .arg(package),
    )?;
    let script = "import { readdirSync } from 'node:fs'; \
                  import { folder } from 'scumm-wardrobe-kit'; \
                  const names = readdirSync(folder, { recursive: true }); \
                  console.log(names.filter((name) => name.endsWith('.expected.jsonl')).length);";
    let mut node = Command::new("node");
    node.args(["--input-type=module", "--eval", script])
        .current_dir(&folder);
    let by_node = printed(&mut node)?;
    ensure!(
        by_python == by_node && by_python.trim().parse::<usize>()? > 300,
        "Python finds {by_python} scenes in its package of the kit, Node {by_node}"
    );
    eprintln!(
        "xtask: Python and Node find {} scenes in the kit",
        by_node.trim()
    );
    Ok(())
}

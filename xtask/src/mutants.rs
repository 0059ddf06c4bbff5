//! `cargo xtask mutants`: breaks the rules of `tests/mutations/table.toml` one at a time. Checks
//! for each rule that a scene of the expected chapter then fails.
//!
//! The crate `scene` and the crates on which it depends are copied to `target/mutants`. All rows of
//! the table are applied to the copy, each behind a condition. The copied crate `room` gets an
//! additional module with a switch, which selects the active mutation of each thread. Then a small
//! program, the example `tests/mutations/check.rs` of the copied crate `scene`, plays the scenes.
//! Only changed files are written, and the copy has a separate target folder, so that cargo
//! rebuilds only the changed parts.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use toml::{Table, Value};
use xtask::mutations::{self, FOLDER, SWITCH};

use crate::{cargo, step, text_of};

/// The folder of the copy.
const COPY: &str = "target/mutants";
/// The folders of the crates that are copied.
const MEMBERS: [&str; 6] = [
    "room",
    "costume",
    "engine",
    "platform/media",
    "platform",
    "scene",
];
/// The parts of the manifests that are left out, because their files are not copied.
const LEFT_OUT: [&str; 4] = ["dev-dependencies", "test", "bench", "example"];
/// The program in the copied crate `scene` that plays scenes.
const CHECK: &str = "mutants";

/// The bytes of files by their paths in the copy.
type Files = BTreeMap<PathBuf, Vec<u8>>;

/// Checks the mutations with these names, or all.
pub fn run(names: &[OsString]) -> Result<()> {
    let repository = Path::new(".");
    let copy = Path::new(COPY);
    write(copy, &files_of_copy(repository)?)?;
    let mut check = cargo();
    // The replaced code may cause warnings, which are not errors here.
    check.env("RUSTFLAGS", "--cap-lints=allow");
    check
        .args([
            "run",
            "--quiet",
            "--package",
            "scumm-scene",
            "--features",
            "harness",
        ])
        .args(["--example", CHECK, "--manifest-path"])
        .arg(copy.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(copy.join("target"))
        .arg("--")
        .arg(fs::canonicalize(repository)?)
        .args(names);
    step(&mut check)
}

/// Returns all files of the copy.
fn files_of_copy(repository: &Path) -> Result<Files> {
    let mut files = Files::new();
    let root = workspace_manifest(&text_of(&repository.join("Cargo.toml"))?)?;
    files.insert("Cargo.toml".into(), root.into_bytes());
    files.insert(
        "Cargo.lock".into(),
        fs::read(repository.join("Cargo.lock"))?,
    );
    for member in MEMBERS {
        let folder = Path::new(member);
        let path = folder.join("Cargo.toml");
        let manifest = member_manifest(&text_of(&repository.join(&path))?)?;
        files.insert(path, manifest.into_bytes());
        // The sources include the README as the start of the crate's documentation.
        let path = folder.join("README.md");
        files.insert(path.clone(), fs::read(repository.join(&path))?);
        for path in mutations::files_below(repository, &folder.join("src"))? {
            let bytes = fs::read(repository.join(&path))?;
            files.insert(path, bytes);
        }
    }
    for (path, text) in mutated_sources(repository)? {
        files.insert(path, text.into_bytes());
    }
    let module = Path::new("room/src").join(SWITCH).with_extension("rs");
    files.insert(module, fs::read(repository.join(FOLDER).join("switch.rs"))?);
    let example = Path::new("scene/examples").join(CHECK).with_extension("rs");
    files.insert(example, fs::read(repository.join(FOLDER).join("check.rs"))?);
    Ok(files)
}

/// Returns the sources with all rows of the table applied, and with the module of the switch in
/// `room`.
fn mutated_sources(repository: &Path) -> Result<mutations::SourceTexts> {
    let table = mutations::read_table(repository)?;
    let sources = mutations::read_sources(repository)?;
    let mut changed = match mutations::apply(&table, &sources) {
        Ok(changed) => changed,
        Err(faults) => bail!("{}", faults.join("\n")),
    };
    let root = changed
        .get_mut(Path::new("room/src/lib.rs"))
        .context("room/src/lib.rs is missing")?;
    root.push_str("\npub mod ");
    root.push_str(SWITCH);
    root.push_str(";\n");
    Ok(changed)
}

/// Returns the manifest of the workspace, with only the crates of the copy as members.
fn workspace_manifest(text: &str) -> Result<String> {
    let mut manifest: Table = text.parse()?;
    let workspace = manifest
        .get_mut("workspace")
        .and_then(Value::as_table_mut)
        .context("expected a workspace in Cargo.toml")?;
    workspace.remove("default-members");
    workspace.remove("exclude");
    let members = MEMBERS.map(Value::from);
    workspace.insert("members".to_owned(), Value::from(members.to_vec()));
    Ok(toml::to_string(&manifest)?)
}

/// Returns the manifest of a crate of the copy.
fn member_manifest(text: &str) -> Result<String> {
    let mut manifest: Table = text.parse()?;
    for part in LEFT_OUT {
        manifest.remove(part);
    }
    Ok(toml::to_string(&manifest)?)
}

/// Writes the files that have changed, and deletes files that do not belong to the copy.
fn write(copy: &Path, files: &Files) -> Result<()> {
    let mut stale = BTreeSet::new();
    for member in MEMBERS {
        if copy.join(member).exists() {
            stale.extend(mutations::files_below(copy, Path::new(member))?);
        }
    }
    for (path, bytes) in files {
        stale.remove(path);
        let path = copy.join(path);
        let is_same = fs::read(&path).is_ok_and(|old| old == *bytes);
        if !is_same {
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)?;
            }
            fs::write(&path, bytes).with_context(|| path.display().to_string())?;
        }
    }
    for path in stale {
        fs::remove_file(copy.join(path))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_copy_is_a_workspace_of_its_members_alone() {
        let text = "[workspace]\nmembers = [\"room\", \"xtask\"]\nexclude = [\"a\"]\n\
                    default-members = [\"room\"]\n[profile.dev]\ndebug = false\n";
        let manifest: Table = workspace_manifest(text).unwrap().parse().unwrap();
        let workspace = manifest["workspace"].as_table().unwrap();
        assert_eq!(workspace.len(), 1);
        assert_eq!(
            workspace["members"].as_array().unwrap().len(),
            MEMBERS.len()
        );
        assert_eq!(manifest["profile"]["dev"]["debug"].as_bool(), Some(false));
        let text =
            "[package]\nname = \"a\"\n[dev-dependencies]\nb = \"1\"\n[[test]]\nname = \"c\"\n";
        let manifest: Table = member_manifest(text).unwrap().parse().unwrap();
        assert_eq!(manifest.keys().collect::<Vec<_>>(), ["package"]);
    }

    #[test]
    fn only_changed_files_are_written_and_stale_files_are_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let files = |text: &str| {
            let path = PathBuf::from("room/src/lib.rs");
            Files::from([(path, text.as_bytes().to_vec())])
        };
        let path = folder.path().join("room/src/lib.rs");
        write(folder.path(), &files("a")).unwrap();
        let stale = folder.path().join("room/src/old.rs");
        fs::write(&stale, "").unwrap();
        let target = folder.path().join("target");
        fs::write(&target, "").unwrap();
        let time = || fs::metadata(&path).unwrap().modified().unwrap();
        let written = time();
        write(folder.path(), &files("a")).unwrap();
        assert_eq!(time(), written);
        assert!(!stale.exists() && target.exists());
        write(folder.path(), &files("b")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "b");
    }
}

//! Collects the licences for an archive: the project's own licences and the licences of all linked
//! libraries.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use xtask::archive::ArchiveEntry;

use crate::{printed, text_of, toolchain};

/// The file with the licences of libraries.
const LIBRARIES: &str = "LICENSES-LIBRARIES.txt";
/// The version of `cargo-bundle-licenses`.
const VERSION: &str = "5.0.0";
/// The text that `cargo-bundle-licenses` writes for a library without a licence text.
const MISSING: &str = "NOT FOUND";
/// The place of SDL's own licence among the files of `sdl2-sys`, which names the licence without
/// its text.
const SDL: (&str, &str, &str) = ("sdl2-sys", "Zlib", "SDL/LICENSE.txt");
/// A library under MIT whose package does not contain the text of the licence, and its author. The
/// author stands in the package's manifest.
const YORE: (&str, &str, &str) = ("yore", "MIT", "Andreas Liljeqvist");
/// The licence of the font in the window. The crate with the font has only its own licence.
const FONT: &str = "platform/play/LICENSE-UNIFONT";
/// The licences of the parts that mingw-w64 links into each program, from its package.
const MINGW: &str = "/usr/share/doc/mingw-w64-x86-64-dev/copyright";

/// A package of the workspace whose program or library is distributed.
pub struct DistributedPackage {
    package: &'static str,
    folder: &'static str,
    features: Option<&'static str>,
}

impl DistributedPackage {
    /// The program.
    pub const PROGRAM: Self = Self {
        package: "wardrobe",
        folder: "platform/wardrobe",
        features: Some("window"),
    };
    /// The libraries for C.
    pub const C: Self = Self {
        package: "scumm-c",
        folder: "bindings/c",
        features: None,
    };
    /// The wheel for Python.
    pub const PYTHON: Self = Self {
        package: "scumm-python",
        folder: "bindings/python",
        features: None,
    };
    /// The package for JavaScript.
    pub const JS: Self = Self {
        package: "scumm-js",
        folder: "bindings/js",
        features: None,
    };

    /// Returns the external libraries with which the part is linked for a target, each with its
    /// version.
    fn libraries(&self, target: &str) -> Result<BTreeSet<String>> {
        let mut tree = crate::cargo();
        tree.args([
            "tree",
            "--locked",
            "--package",
            self.package,
            "--edges",
            "normal,no-proc-macro",
        ]);
        tree.args(["--prefix", "none", "--format", "{p}", "--target", target])
            .args(self.features());
        let text = printed(&mut tree)?;
        // The lines of the project's own crates have a path after the version. These crates are
        // left out.
        let lines = text
            .lines()
            .map(|line| line.trim_end_matches(" (*)"))
            .filter(|line| !line.ends_with(')'));
        Ok(lines
            .filter_map(|line| line.split_once(" v"))
            .map(|(name, version)| format!("{name} {version}"))
            .collect())
    }

    /// Returns the output of `cargo-bundle-licenses` for all libraries with which the part may be
    /// linked.
    fn bundled(&self) -> Result<Value> {
        let program = toolchain::installed("cargo-bundle-licenses", VERSION)?;
        let mut tell = Command::new(program);
        tell.args(["--format", "json"])
            .args(self.features())
            .current_dir(self.folder)
            .env("RUST_LOG", "error");
        Ok(serde_json::from_str(&printed(&mut tell)?)?)
    }

    /// Returns whether the part has a window, whose texts need a font.
    fn has_window(&self) -> bool {
        self.features == Some("window")
    }

    fn features(&self) -> impl Iterator<Item = &'static str> {
        self.features
            .into_iter()
            .flat_map(|features| ["--features", features])
    }
}

/// Returns the licence files for a part that was built for these targets.
///
/// # Errors
/// Returns an error if the tool that collects the licences cannot be installed, or if a library has
/// no licence text.
pub fn entries(part: &DistributedPackage, targets: &[&str]) -> Result<Vec<ArchiveEntry>> {
    let mut entries = vec![ArchiveEntry::new(LIBRARIES, libraries(part, targets)?)];
    entries.extend(ArchiveEntry::files(
        Path::new(""),
        &["LICENSE-MIT", "LICENSE-APACHE"],
    )?);
    if part.has_window() {
        entries.push(ArchiveEntry::file("LICENSE-UNIFONT.txt", Path::new(FONT))?);
    }
    if targets.iter().any(|target| target.ends_with("windows-gnu")) {
        entries.push(ArchiveEntry::file("LICENSES-MINGW.txt", Path::new(MINGW))?);
    }
    Ok(entries)
}

/// Returns the text of [`LIBRARIES`].
fn libraries(part: &DistributedPackage, targets: &[&str]) -> Result<String> {
    let linked = targets
        .iter()
        .map(|target| part.libraries(target))
        .collect::<Result<Vec<_>>>()?;
    let linked = linked.into_iter().flatten().collect();
    let sdl = text_of(&folder(SDL.0)?.join(SDL.2))?;
    let yore = mit_of(&text_of(Path::new("LICENSE-MIT"))?, YORE.2)?;
    let missing = [(SDL.0, SDL.1, sdl), (YORE.0, YORE.1, yore)];
    let found = part.bundled()?;
    text(
        found["third_party_libraries"]
            .as_array()
            .context("expected a list of libraries")?,
        linked,
        &missing,
    )
}

/// Returns the licence MIT of another author, from the project's own licence.
fn mit_of(own: &str, author: &str) -> Result<String> {
    let copyright = own.lines().find(|line| line.starts_with("Copyright"));
    let copyright = copyright.context("LICENSE-MIT has no copyright line")?;
    Ok(own.replacen(copyright, &format!("Copyright (c) {author}"), 1))
}

/// A licence text that a library lacks: the name of the library, the licence, and the text.
type MissingText<'t> = (&'t str, &'t str, String);

/// Returns a licence text that another library of the same project contains.
fn text_of_project(found: &[Value], repository: &str, kind: &str) -> Option<String> {
    for other in found {
        let is_same = other["repository"]
            .as_str()
            .is_some_and(|other| other.eq_ignore_ascii_case(repository));
        if !is_same {
            continue;
        }
        for licence in other["licenses"].as_array().into_iter().flatten() {
            if licence["license"] == kind && licence["text"] != MISSING {
                return Some(licence["text"].as_str()?.to_owned());
            }
        }
    }
    None
}

/// Returns the list of the `linked` libraries among those `found` with their licences, followed by
/// each licence text once with the names of its libraries.
fn text(
    found: &[Value],
    mut linked: BTreeSet<String>,
    missing: &[MissingText<'_>],
) -> Result<String> {
    let word = |value: &Value, key: &str| value[key].as_str().unwrap_or_default().to_owned();
    let mut list = String::new();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for library in found {
        let (package, repository) = (word(library, "package_name"), word(library, "repository"));
        let name = format!("{package} {}", word(library, "package_version"));
        if !linked.remove(&name) {
            continue;
        }
        writeln!(list, "{name}: {}", word(library, "license"))?;
        for licence in library["licenses"].as_array().into_iter().flatten() {
            let kind = word(licence, "license");
            let mut text = word(licence, "text");
            if text == MISSING {
                let mut lacking = missing.iter();
                let own = lacking
                    .find(|(library, licence, _)| *library == package && *licence == kind)
                    .map(|(.., text)| text.clone());
                text = own
                    .or_else(|| text_of_project(found, &repository, &kind))
                    .with_context(|| format!("{name} comes without the text of {kind}"))?;
            }
            texts
                .entry(text.trim().to_owned())
                .or_default()
                .push(format!("{name} ({kind})"));
        }
    }
    ensure!(linked.is_empty(), "no licence was collected for {linked:?}");
    let mut all =
        "The files of this package contain these libraries, and Rust's standard library, whose\n\
         licence is MIT OR Apache-2.0.\n\n"
            .to_owned()
            + &list;
    for (text, names) in texts {
        write!(
            all,
            "\n{}\n\n{}\n\n{text}\n",
            "=".repeat(80),
            names.join("\n")
        )?;
    }
    Ok(all)
}

/// Returns the folder in which cargo keeps the files of a library.
fn folder(package: &str) -> Result<PathBuf> {
    let ask = [
        "metadata",
        "--format-version",
        "1",
        "--locked",
        "--all-features",
    ];
    let metadata: Value = serde_json::from_str(&printed(crate::cargo().args(ask))?)?;
    let mut packages = metadata["packages"].as_array().into_iter().flatten();
    let found = packages
        .find(|found| found["name"] == package)
        .and_then(|found| found["manifest_path"].as_str());
    let manifest = found.with_context(|| format!("cargo does not know {package}"))?;
    Ok(Path::new(manifest).with_file_name(""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn library(name: &str, repository: &str, text: &str) -> Value {
        json!({
            "package_name": name, "package_version": "1.0.0", "repository": repository, "license": "MIT",
            "licenses": [{"license": "MIT", "text": text}],
        })
    }

    fn linked(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|name| format!("{name} 1.0.0")).collect()
    }

    #[test]
    fn each_text_stands_once_with_all_that_are_under_it() {
        let found = [
            library("a", "x", "Text one"),
            library("b", "y", "Text one"),
            library("c", "z", "Text two"),
        ];
        let text = text(&found, linked(&["a", "b"]), &[]).unwrap();
        assert_eq!(text.matches("Text one").count(), 1);
        assert!(
            text.contains("a 1.0.0 (MIT)\nb 1.0.0 (MIT)\n\nText one"),
            "{text}"
        );
        assert!(
            !text.contains("Text two"),
            "licences of libraries that are not linked are left out"
        );
    }

    #[test]
    fn a_missing_text_is_that_of_the_same_project_or_an_error() {
        let found = [
            library("a", "x", MISSING),
            library("b", "X", "Text"),
            library("c", "z", MISSING),
        ];
        assert!(
            text(&found, linked(&["a"]), &[])
                .unwrap()
                .contains("a 1.0.0 (MIT)\n\nText")
        );
        let error = text(&found, linked(&["c"]), &[]).unwrap_err().to_string();
        assert_eq!(error, "c 1.0.0 comes without the text of MIT");
        let own = mit_of("MIT License\n\nCopyright (c) us\n\nPermission", "C").unwrap();
        let listed = text(&found, linked(&["c"]), &[("c", "MIT", own)]).unwrap();
        assert!(
            listed.ends_with("MIT License\n\nCopyright (c) C\n\nPermission\n"),
            "{listed}"
        );
        assert!(mit_of("Permission", "C").is_err());
        assert!(
            text(&found, linked(&["d"]), &[]).is_err(),
            "a library that was not found"
        );
    }
}

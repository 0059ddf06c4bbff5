//! `cargo xtask test`: runs all tests, or the tests of some crates and of the crates that use them.

use std::env;
use std::ffi::OsString;
use std::num::NonZero;
use std::path::Path;
use std::process::Command;
use std::thread;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::packages::Sudo;
use crate::{cargo, metadata, sdl, step};

/// The number of bytes of memory that the files of tests may need at the same time. The largest
/// part is a kit of all scenes, 0.5 GB.
const TEST_MEMORY: u64 = 4 << 30;
/// The wheel and the package for JavaScript have tests in their own languages: `cargo xtask python
/// test` and `cargo xtask js test`.
const ELSEWHERE: [&str; 2] = ["scumm-python", "scumm-js"];
/// The crates whose tests open pages in a browser: the program and the page.
const WITH_BROWSER: [&str; 2] = ["wardrobe", "wardrobe-web"];
/// The feature that all tests are run with.
const SDL: &str = "scumm-platform/sdl";

/// The part of the output of `cargo metadata` that is needed here.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    workspace_root: String,
}

/// A crate of the workspace.
#[derive(Deserialize)]
struct Package {
    name: String,
    manifest_path: String,
    dependencies: Vec<Dependency>,
}

/// A dependency, by the name of its crate.
#[derive(Deserialize)]
struct Dependency {
    name: String,
}

/// Runs all tests with a program that has no window, because the tests start the program thousands
/// of times, and starts without SDL2 are faster. Then runs the tests of the window, with the dummy
/// driver and the software renderer.
pub fn all() -> Result<()> {
    sdl::ensure(Sudo::Forbidden)?;
    let mut tests = cargo_test();
    tests.args(["--workspace", "--exclude", "scumm-python"]);
    tests.args(["--features", SDL, "--no-fail-fast"]);
    step(&mut tests)?;
    // The program is built a second time for a few tests only, so it is built without optimisation
    // to save time. Its dependencies are not rebuilt.
    let mut windowed = cargo_test();
    windowed.args(["--workspace", "--exclude", "scumm-python"]);
    windowed.args(["--features", SDL, "--features", "wardrobe/window"]);
    for name in ["wardrobe", "wardrobe-play"] {
        let level = format!("profile.dev.package.{name}.opt-level=0");
        windowed.args(["--config", &level]);
    }
    step(windowed.args(["--test", "windowed"]))
}

/// Runs the tests of some crates and of the crates that depend on them directly. A crate is named
/// by its folder or by its package, which may lack the prefix `scumm-`. Tests that open pages in a
/// browser take most of the time, and run only if one of the crates of [`WITH_BROWSER`] is named.
pub fn of_crates(names: &[OsString]) -> Result<()> {
    sdl::ensure(Sudo::Forbidden)?;
    let metadata: Metadata = metadata()?;
    let named = named(&metadata, names)?;
    let mut tests = cargo_test();
    if !named.iter().any(|name| WITH_BROWSER.contains(name)) {
        tests.env("WARDROBE_WITHOUT_BROWSER", "1");
    }
    for package in with_users(&metadata, &named) {
        tests.args(["--package", &package.name]);
        // The features are the same as in a run of all tests, so that nothing is built twice. For
        // the same reason the page `wardrobe-web` is added, because it turns on features of crates
        // that macros depend on.
        if package.name == "wardrobe" {
            tests.args(["--features", SDL, "--package", "wardrobe-web"]);
        }
    }
    step(tests.arg("--no-fail-fast"))
}

/// Returns the names of the packages with these names or folders.
///
/// # Errors
/// Returns an error with the known names if a name belongs to no package.
fn named<'a>(metadata: &'a Metadata, names: &[OsString]) -> Result<Vec<&'a str>> {
    let mut named = Vec::new();
    for name in names {
        let name = name.to_string_lossy();
        let package = metadata
            .packages
            .iter()
            .find(|package| is_called(metadata, package, &name));
        let package = package.with_context(|| {
            let known: Vec<&str> = metadata.packages.iter().map(|p| p.name.as_str()).collect();
            format!("there is no crate {name}; crates: {}", known.join(", "))
        })?;
        named.push(package.name.as_str());
    }
    Ok(named)
}

/// Returns the named packages and the packages that depend on them directly.
fn with_users<'a>(metadata: &'a Metadata, named: &[&str]) -> Vec<&'a Package> {
    let mut selected = Vec::new();
    for package in &metadata.packages {
        let is_named = named.contains(&package.name.as_str());
        let uses_named = package
            .dependencies
            .iter()
            .any(|dependency| named.contains(&dependency.name.as_str()));
        let is_elsewhere = ELSEWHERE.contains(&package.name.as_str());
        if is_named || (uses_named && !is_elsewhere) {
            selected.push(package);
        }
    }
    selected
}

/// Returns whether a name means a package: the name of the package, with or without the prefix
/// `scumm-`, or the name of its folder.
fn is_called(metadata: &Metadata, package: &Package, name: &str) -> bool {
    let folder = Path::new(&package.manifest_path).parent();
    let named = Path::new(&metadata.workspace_root).join(name);
    package.name == name
        || package.name.strip_prefix("scumm-") == Some(name)
        || folder.is_some_and(|folder| folder.components().eq(named.components()))
}

/// Returns a command that runs tests. Windows are invisible, and temporary files are in memory. The
/// number of threads is the number of processor cores plus one, because some tests mostly wait for
/// a window.
fn cargo_test() -> Command {
    let mut tests = cargo();
    if let Some(folder) = folder_in_memory() {
        tests.env("TMPDIR", folder);
    }
    if env::var_os("RUST_TEST_THREADS").is_none() {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        tests.env("RUST_TEST_THREADS", cores.saturating_add(1).to_string());
    }
    tests
        .env("SDL_VIDEODRIVER", "dummy")
        .env("SDL_AUDIODRIVER", "dummy")
        .env("SDL_RENDER_DRIVER", "software")
        .arg("test");
    tests
}

/// Returns a folder in memory with enough space for the tests, which write and delete tens of
/// thousands of small files and run programs that they build there. Returns `None` if there is no
/// such folder, or if the user has set TMPDIR.
#[cfg(target_os = "linux")]
fn folder_in_memory() -> Option<&'static Path> {
    use rustix::fs::{StatVfsMountFlags, statvfs};

    let folder = Path::new("/dev/shm");
    let about = statvfs(folder).ok()?;
    let fits = about.f_bavail.saturating_mul(about.f_frsize) >= TEST_MEMORY
        && !about.f_flag.contains(StatVfsMountFlags::NOEXEC);
    (fits && env::var_os("TMPDIR").is_none()).then_some(folder)
}

#[cfg(not(target_os = "linux"))]
fn folder_in_memory() -> Option<&'static Path> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selected(names: &[&str]) -> Result<String> {
        let metadata: Metadata = metadata()?;
        let names: Vec<OsString> = names.iter().map(OsString::from).collect();
        let selected = with_users(&metadata, &named(&metadata, &names)?);
        let mut names: Vec<&str> = selected.iter().map(|p| p.name.as_str()).collect();
        names.sort_unstable();
        Ok(names.join(" "))
    }

    #[test]
    fn a_crate_is_tested_with_those_that_use_it() {
        let tools = "scumm-bindings scumm-tools wardrobe wardrobe-play wardrobe-web";
        for name in ["tools", "tools/", "scumm-tools"] {
            assert_eq!(selected(&[name]).unwrap(), tools);
        }
        assert_eq!(
            selected(&["tools/casting", "bindings/common"]).unwrap(),
            "scumm-bindings scumm-c scumm-casting scumm-tools"
        );
    }

    #[test]
    fn an_unknown_crate_is_refused_with_the_known_ones() {
        let refused = selected(&["costumes"]).unwrap_err().to_string();
        assert!(refused.starts_with("there is no crate costumes; crates: "));
        assert!(refused.contains("scumm-costume"));
    }
}

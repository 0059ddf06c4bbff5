//! The package for JavaScript: WebAssembly, what wasm-bindgen makes for it, and the files of `bindings/js/package`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result};
use xtask::archive::Entry;

use crate::bindgen::{self, Host};
use crate::step;
use crate::toolchain::{self, WASM};

/// Where everything of it is built.
const BUILD: &str = "target/wasm";
/// The package as a folder, and as the archive that npm installs.
const PACKAGE: &str = "target/js/package";
const OUT: &str = "target/js/npm";
const SOURCES: &str = "bindings/js";
/// What the types are checked with.
const TYPESCRIPT: &str = "typescript@7";

/// Builds the package and packs it; with `tests` it is installed into a new folder and tested there.
///
/// # Errors
/// A tool is missing and can't be had, or fails; a test fails.
pub fn run(tests: bool) -> Result<()> {
    let archive = package(Vec::new())?;
    eprintln!("xtask: npm install {}", archive.display());
    if tests { test() } else { Ok(()) }
}

/// Builds the package, packs it with these files in it besides, and tells where it is.
///
/// # Errors
/// A tool is missing and can't be had, or fails.
pub fn package(besides: Vec<Entry>) -> Result<PathBuf> {
    build()?;
    for entry in besides {
        fs::write(Path::new(PACKAGE).join(entry.name), entry.data)?;
    }
    pack()
}

/// The module of WebAssembly in the package.
pub fn module() -> PathBuf {
    Path::new(PACKAGE).join("wardrobe_js_bg.wasm")
}

fn build() -> Result<()> {
    let mut build = crate::cargo();
    build.args(["build", "--profile", "web", "--package", "scumm-js", "--target-dir", BUILD]);
    toolchain::for_wasm(&mut build)?;
    step(&mut build)?;
    if Path::new(PACKAGE).exists() {
        fs::remove_dir_all(PACKAGE)?;
    }
    let module = format!("{BUILD}/{WASM}/web/wardrobe_js.wasm");
    bindgen::run(Path::new(&module), Path::new(PACKAGE), Host::Module, true)?;
    // wasm-bindgen takes a comment that comes out of a macro with the beginning of its literal.
    for file in ["wardrobe_js.d.ts", "wardrobe_js.js"] {
        let path = Path::new(PACKAGE).join(file);
        fs::write(&path, fs::read_to_string(&path)?.replace("* r\" ", "* "))?;
    }
    for entry in fs::read_dir(Path::new(SOURCES).join("package"))? {
        let file = entry?.path();
        fs::copy(&file, Path::new(PACKAGE).join(file.file_name().context("a file has no name")?))?;
    }
    for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
        fs::copy(licence, Path::new(PACKAGE).join(licence))?;
    }
    step(Command::new("node").args([&format!("{SOURCES}/types.mjs"), PACKAGE]))
}

/// `npm pack` gives files the same times and owners every time.
fn pack() -> Result<PathBuf> {
    if Path::new(OUT).exists() {
        fs::remove_dir_all(OUT)?;
    }
    fs::create_dir_all(OUT)?;
    let out = fs::canonicalize(OUT)?;
    step(Command::new("npm").args(["pack", "--silent", "--pack-destination"]).arg(&out).current_dir(PACKAGE))?;
    archive()
}

/// The only file in [`OUT`].
fn archive() -> Result<PathBuf> {
    Ok(fs::read_dir(OUT)?.next().context("npm made no archive")??.path())
}

/// Installs the archive into a new folder and runs the tests there.
///
/// # Errors
/// It can't be installed, or a test fails.
pub fn test() -> Result<()> {
    let folder = env::temp_dir().join(format!("wardrobe-js-{}", std::process::id()));
    let result = in_folder(&folder);
    let _ = fs::remove_dir_all(&folder);
    result
}

fn in_folder(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    fs::write(folder.join("package.json"), "{\"private\":true,\"type\":\"module\"}\n")?;
    let mut install = Command::new("npm");
    install.args(["install", "--silent", "--no-audit", "--no-fund", "--offline"]).arg(fs::canonicalize(archive()?)?);
    step(install.current_dir(folder))?;
    // A module finds packages by its own place.
    for part in ["adapter", "examples", "tests"] {
        fs::create_dir_all(folder.join(part))?;
        for entry in fs::read_dir(Path::new(SOURCES).join(part))? {
            let file = entry?.path();
            fs::copy(&file, folder.join(part).join(file.file_name().context("a file has no name")?))?;
        }
    }
    types(folder)?;
    let root = fs::canonicalize(".")?;
    step(Command::new("node").args(["--test", "tests/"]).env("WARDROBE_ROOT", root).current_dir(folder))
}

/// Has TypeScript read a program that uses the package's types, where it can be had.
fn types(folder: &Path) -> Result<()> {
    let mut install = Command::new("npm");
    install.args(["install", "--silent", "--no-audit", "--no-fund", "--fetch-retries=0", TYPESCRIPT]);
    if !install.current_dir(folder).status().is_ok_and(|status| status.success()) {
        eprintln!("xtask: {TYPESCRIPT} can't be had; the types are not checked");
        return Ok(());
    }
    fs::copy(Path::new(SOURCES).join("types/check.ts"), folder.join("check.ts"))?;
    let mut check = Command::new("node");
    check.args([
        "node_modules/typescript/bin/tsc",
        "--noEmit",
        "--strict",
        "--target",
        "esnext",
        "--module",
        "nodenext",
    ]);
    step(check.args(["--lib", "esnext,dom", "check.ts"]).current_dir(folder))
}

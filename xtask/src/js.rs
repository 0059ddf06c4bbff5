//! Makes the JavaScript package: WebAssembly, the code that wasm-bindgen generates, and the files
//! of `bindings/js/package`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use xtask::archive::ArchiveEntry;

use crate::{new_folder, packages, step, toolchain};

/// The folder with the files of the package, and the folder with the archive that npm installs.
const PACKAGE: &str = "target/js/package";
const OUT: &str = "target/js/npm";
const SOURCES: &str = "bindings/js";
/// The compiler that checks the types.
const TYPESCRIPT: &str = "typescript@7";

/// Builds the package and packs it. With `tests` it is installed into a new folder and tested
/// there.
///
/// # Errors
/// Returns an error if a tool is missing and cannot be installed, if a tool fails, or if a test
/// fails.
pub fn run(tests: bool) -> Result<()> {
    let archive = package(Vec::new())?;
    eprintln!("xtask: npm install {}", archive.display());
    if tests { test() } else { Ok(()) }
}

/// Builds the package and tests it in bundlers, which npm installs, and in Chromium.
///
/// # Errors
/// Returns an error if a tool is missing and cannot be installed, if a tool fails, or if a test
/// fails.
pub fn bundlers() -> Result<()> {
    let archive = fs::canonicalize(package(Vec::new())?)?;
    packages::ensure(&[("chromium", "chromium")])?;
    let mut tests = Command::new("node");
    tests
        .args(["--test", "bindings/js/bundlers/bundlers.test.mjs"])
        .env("WARDROBE_PACKAGE", archive)
        .env("WARDROBE_ROOT", fs::canonicalize(".")?);
    step(&mut tests)
}

/// Builds the package, packs it with additional files, and returns the path of the archive.
///
/// # Errors
/// Returns an error if a tool is missing and cannot be installed, or if a tool fails.
pub fn package(besides: Vec<ArchiveEntry>) -> Result<PathBuf> {
    build()?;
    for entry in besides {
        fs::write(Path::new(PACKAGE).join(entry.name), entry.data)?;
    }
    new_folder(Path::new(OUT))?;
    let out = fs::canonicalize(OUT)?;
    // npm sets fixed file times and owners, so that the bytes of the archive are the same every
    // time.
    step(
        Command::new("npm")
            .args(["pack", "--silent", "--pack-destination"])
            .arg(&out)
            .current_dir(PACKAGE),
    )?;
    archive()
}

/// Returns the path of the WebAssembly module in the package.
pub fn module() -> PathBuf {
    Path::new(PACKAGE).join("wardrobe_js_bg.wasm")
}

fn build() -> Result<()> {
    let module = toolchain::wasm("scumm-js", &[], "wardrobe_js.wasm")?;
    new_folder(Path::new(PACKAGE))?;
    toolchain::bindgen(&module, Path::new(PACKAGE), "web", true)?;
    // If a macro expands to a doc comment, wasm-bindgen also copies the start of the string
    // literal, ` r"`, into the comment. This start is removed.
    for file in ["wardrobe_js.d.ts", "wardrobe_js.js"] {
        let path = Path::new(PACKAGE).join(file);
        fs::write(&path, fs::read_to_string(&path)?.replace("* r\" ", "* "))?;
    }
    copy("package", Path::new(PACKAGE))?;
    for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
        fs::copy(licence, Path::new(PACKAGE).join(licence))?;
    }
    step(Command::new("node").args([&format!("{SOURCES}/types.mjs"), PACKAGE]))
}

/// Copies the files of a folder of the sources.
fn copy(from: &str, to: &Path) -> Result<()> {
    for entry in fs::read_dir(Path::new(SOURCES).join(from))? {
        let file = entry?;
        fs::copy(file.path(), to.join(file.file_name()))?;
    }
    Ok(())
}

/// Returns the only file in [`OUT`].
fn archive() -> Result<PathBuf> {
    Ok(fs::read_dir(OUT)?
        .next()
        .context("npm made no archive")??
        .path())
}

/// Installs the archive into a new folder and runs the tests there.
///
/// # Errors
/// Returns an error if the archive cannot be installed, or if a test fails.
pub fn test() -> Result<()> {
    let folder = tempfile::Builder::new().prefix("wardrobe-js-").tempdir()?;
    let folder = folder.path();
    fs::write(
        folder.join("package.json"),
        "{\"private\":true,\"type\":\"module\"}\n",
    )?;
    let mut install = Command::new("npm");
    install
        .args([
            "install",
            "--silent",
            "--no-audit",
            "--no-fund",
            "--offline",
        ])
        .arg(fs::canonicalize(archive()?)?);
    step(install.current_dir(folder))?;
    // Node searches for a package from the folder of the importing module upwards. So the tests are
    // copied into the folder with the installed package.
    for part in ["adapter", "examples", "tests"] {
        fs::create_dir_all(folder.join(part))?;
        copy(part, &folder.join(part))?;
    }
    types(folder)?;
    let root = fs::canonicalize(".")?;
    step(
        Command::new("node")
            .args(["--test", "tests/"])
            .env("WARDROBE_ROOT", root)
            .current_dir(folder),
    )
}

/// The programs that check the types, each with the options of TypeScript.
const TYPE_CHECKS: [(&str, &str); 4] = [
    (
        "check.ts",
        "--target esnext --module nodenext --lib esnext,dom",
    ),
    (
        "page.ts",
        "--target es2022 --module nodenext --lib es2022,dom",
    ),
    (
        "page.ts",
        "--target es2022 --module esnext --moduleResolution bundler --lib es2022,dom,dom.iterable",
    ),
    ("plain.ts", "--target es2022 --module nodenext --lib es2022"),
];

/// Checks programs that use the package's types with TypeScript, if TypeScript can be installed.
/// The types of the package themselves are checked, too.
fn types(folder: &Path) -> Result<()> {
    let mut install = Command::new("npm");
    install.args([
        "install",
        "--silent",
        "--no-audit",
        "--no-fund",
        "--fetch-retries=0",
        TYPESCRIPT,
    ]);
    if !install
        .current_dir(folder)
        .status()
        .is_ok_and(|status| status.success())
    {
        eprintln!("xtask: {TYPESCRIPT} cannot be installed; the types are not checked");
        return Ok(());
    }
    copy("types", folder)?;
    for (program, options) in TYPE_CHECKS {
        let mut check = Command::new("node");
        check
            .arg("node_modules/typescript/bin/tsc")
            .args(["--noEmit", "--strict"])
            .args(options.split(' '))
            .arg(program);
        step(check.current_dir(folder))?;
    }
    Ok(())
}

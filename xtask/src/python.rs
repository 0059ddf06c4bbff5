//! Builds the Python wheel with maturin, and tests it in a separate Python environment.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Result, bail, ensure};

use crate::{new_folder, step};

/// The folder of the wheel, which contains nothing else.
const OUT: &str = "target/python/wheel";
/// The folder into which maturin is installed if the machine does not have it.
const TOOLS: &str = "target/python/tools";
const SOURCES: &str = "bindings/python";
/// The file time in packages, in seconds since 1970. A fixed time makes their bytes the same every
/// time.
const FILE_TIME: &str = "315532800";

/// Builds the wheel into [`OUT`]. With `tests` the wheel is built without optimisation, installed
/// into a new environment and tested there.
///
/// # Errors
/// Returns an error if Python is missing, if maturin cannot be installed, or if the build or a test
/// fails.
pub fn run(tests: bool) -> Result<()> {
    let mut build = Command::new(maturin()?);
    build.arg("build").args(if tests {
        ["--profile", "dev"].as_slice()
    } else {
        &["--release"]
    });
    let wheel = wheel(&mut build, Path::new(OUT))?;
    eprintln!("xtask: pip install {}", wheel.display());
    if tests { test(&wheel) } else { Ok(()) }
}

/// Builds the wheel into the empty folder `out`. `build` is the command `maturin build` with all
/// options except the output folder.
///
/// # Errors
/// Returns an error if the build fails.
pub fn wheel(build: &mut Command, out: &Path) -> Result<PathBuf> {
    new_folder(out)?;
    build
        .args([
            "--quiet",
            "--manifest-path",
            &format!("{SOURCES}/Cargo.toml"),
            "--out",
        ])
        .arg(out);
    step(build.env("SOURCE_DATE_EPOCH", FILE_TIME))?;
    made(out, "whl")
}

/// Makes the package of the sources in the empty folder `out`. `maturin` is the command `maturin
/// sdist`.
///
/// # Errors
/// Returns an error if maturin fails.
pub fn sources(maturin: &mut Command, out: &Path) -> Result<PathBuf> {
    new_folder(out)?;
    maturin
        .args(["--manifest-path", &format!("{SOURCES}/Cargo.toml"), "--out"])
        .arg(out);
    step(maturin.env("SOURCE_DATE_EPOCH", FILE_TIME))?;
    made(out, "gz")
}

/// Returns the package with this file name extension in the folder of a package.
///
/// # Errors
/// Returns an error if there is no such file.
pub fn made(folder: &Path, extension: &str) -> Result<PathBuf> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|own| own == extension) {
            return Ok(path);
        }
    }
    bail!("{}: expected a package for Python", folder.display())
}

/// Returns the Python of this machine.
fn python() -> PathBuf {
    env::var_os("PYTHON").map_or_else(|| PathBuf::from("python3"), PathBuf::from)
}

/// Returns the path of maturin, which is installed into a separate folder if the machine does not
/// have it.
fn maturin() -> Result<PathBuf> {
    if Command::new("maturin")
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
    {
        return Ok("maturin".into());
    }
    let own = Path::new(TOOLS).join("bin/maturin");
    if !own.exists() {
        step(Command::new(python()).args(["-m", "venv", TOOLS]))?;
        step(
            Command::new(Path::new(TOOLS).join("bin/pip")).args(["install", "--quiet", "maturin"]),
        )?;
    }
    Ok(own)
}

/// Installs a wheel into a new environment in a temporary folder, and runs the tests there. The
/// tests find the sources relative to their own files. They find the package only in the new
/// environment.
///
/// # Errors
/// Returns an error if the wheel cannot be installed, or if a test fails.
pub fn test(wheel: &Path) -> Result<()> {
    let folder = tempfile::Builder::new()
        .prefix("wardrobe-python-")
        .tempdir()?;
    let folder = folder.path();
    step(Command::new(python()).args(["-m", "venv"]).arg(folder))?;
    let pip = |packages: &[&str]| {
        let mut pip = Command::new(folder.join("bin/pip"));
        pip.args(["install", "--quiet", "--disable-pip-version-check"])
            .args(packages);
        pip
    };
    step(pip(&["--no-index", "--no-deps"]).arg(wheel))?;
    // Tests that need these packages print a notice if the packages cannot be installed.
    if !pip(&["numpy", "pillow"])
        .status()
        .is_ok_and(|status| status.success())
    {
        eprintln!("xtask: NumPy and Pillow cannot be installed; tests that need them are left out");
    }
    let test = fs::canonicalize(SOURCES)?.join("tests/test_wardrobe.py");
    ensure!(test.exists(), "{} is not there", test.display());
    let mut run = Command::new(fs::canonicalize(folder)?.join("bin/python"));
    step(
        run.current_dir(folder)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .arg(test),
    )
}

//! The program `wasm-bindgen`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::toolchain::output;

/// The program `wasm-bindgen` in the version of the library.
///
/// # Errors
/// It can't be built.
pub fn bindgen(build: &Path) -> Result<PathBuf> {
    let lock = fs::read_to_string("Cargo.lock").context("Cargo.lock")?;
    let mut lines = lock.lines().skip_while(|line| *line != "name = \"wasm-bindgen\"").skip(1);
    let version = lines.next().and_then(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    let Some(version) = version else { bail!("expected the version of wasm-bindgen in Cargo.lock") };
    let root = build.join("tools");
    let program = root.join("bin/wasm-bindgen");
    for candidate in [PathBuf::from("wasm-bindgen"), program.clone()] {
        let told = output(&candidate.to_string_lossy(), &["--version"]).unwrap_or_default();
        if told.split_whitespace().nth(1) == Some(version) {
            return Ok(candidate);
        }
    }
    let mut install = crate::cargo();
    install.args(["install", "wasm-bindgen-cli", "--version", version, "--locked", "--root"]).arg(&root);
    crate::step(&mut install)?;
    Ok(program)
}

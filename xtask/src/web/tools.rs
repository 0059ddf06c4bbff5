//! What builds WebAssembly: a compiler with the target's standard library, and `wasm-bindgen`.
//!
//! Where rustup has the target or can add it, nothing else is needed. Where its servers can't be reached, Debian's packages of
//! the compiler, the linker and the sources of the standard library are unpacked into a folder of the build, and cargo builds
//! that library too.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use super::TARGET;

/// Debian's packages, by the name or, with a `*`, by how their names begin.
const PACKAGES: [&str; 6] =
    ["rustc-web", "libstd-rust-web-dev", "libstd-rust-web-1.*", "rust-web-src", "libllvm*", "lld-*"];

/// The compiler that is used.
pub enum Compiler {
    /// The one of the machine.
    Own,
    /// Debian's, unpacked into this folder.
    Unpacked(PathBuf),
}

impl Compiler {
    /// Lets cargo use it.
    pub fn prepare(&self, cargo: &mut Command) {
        let Self::Unpacked(folder) = self else { return };
        let usr = folder.join("usr");
        let llvm = llvm(&usr).unwrap_or_else(|| usr.join("lib"));
        let libraries = [usr.join("lib/x86_64-linux-gnu"), llvm.join("lib")];
        let libraries: Vec<String> = libraries.iter().map(|path| path.display().to_string()).collect();
        cargo
            .env("RUSTC", usr.join("bin/rustc"))
            .env("LD_LIBRARY_PATH", libraries.join(":"))
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", llvm.join("bin/wasm-ld"))
            // The packaged compiler is a stable one, and its own standard library is built.
            .env("RUSTC_BOOTSTRAP", "1")
            .arg("-Zbuild-std=std,panic_abort");
    }
}

/// The folder of LLVM among unpacked packages.
fn llvm(usr: &Path) -> Option<PathBuf> {
    let entries = fs::read_dir(usr.join("lib")).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    entries.into_iter().find(|path| path.join("bin/wasm-ld").exists())
}

/// A compiler for the target.
///
/// # Errors
/// There is none and none can be had.
pub fn compiler(build: &Path) -> Result<Compiler> {
    let installed = output("rustup", &["target", "list", "--installed"]).unwrap_or_default();
    if installed.lines().any(|line| line == TARGET) {
        return Ok(Compiler::Own);
    }
    let folder = fs::canonicalize(".")?.join(build).join("debian");
    if folder.join("usr/bin/rustc").exists() {
        return Ok(Compiler::Unpacked(folder));
    }
    let added = Command::new("rustup").args(["target", "add", TARGET]).stdin(Stdio::null()).status();
    if added.is_ok_and(|status| status.success()) {
        return Ok(Compiler::Own);
    }
    eprintln!("xtask: rustup can't add {TARGET}; Debian's packages are unpacked into {}", folder.display());
    unpack(&folder)?;
    Ok(Compiler::Unpacked(folder))
}

/// Unpacks Debian's packages into a folder that is there whole or not at all.
fn unpack(folder: &Path) -> Result<()> {
    let parts = folder.with_extension("part");
    fs::create_dir_all(&parts)?;
    crate::step(Command::new("apt-get").arg("download").args(packages()?).current_dir(&parts))?;
    let root = parts.join("root");
    for entry in fs::read_dir(&parts)? {
        let package = entry?.path();
        if package.extension().is_some_and(|ending| ending == "deb") {
            crate::step(Command::new("dpkg").arg("-x").arg(&package).arg(&root))?;
            fs::remove_file(package)?;
        }
    }
    fs::rename(&root, folder)?;
    Ok(fs::remove_dir_all(parts)?)
}

/// The packages' names; of those that carry a version the newest that the compiler was built with.
fn packages() -> Result<Vec<String>> {
    let depends = output("apt-cache", &["depends", "--recurse", "--no-recommends", "--no-suggests", "rustc-web"])
        .context("neither rustup's servers nor Debian's packages can be reached; install the target by hand")?;
    let needed = |start: &str| {
        let mut names: Vec<&str> = depends.lines().map(str::trim).filter(|line| line.starts_with(start)).collect();
        names.sort_unstable_by_key(|name| (name.len(), *name));
        names.pop().map(str::to_owned)
    };
    let llvm = needed("libllvm").context("expected rustc-web to depend on libllvm")?;
    let version = llvm.trim_start_matches("libllvm").to_owned();
    let name = |pattern: &&str| match pattern.split_once('*') {
        None => Ok((*pattern).to_owned()),
        Some(("libllvm", _)) => Ok(llvm.clone()),
        Some(("lld-", _)) => Ok(format!("lld-{version}")),
        Some((start, _)) => needed(start).with_context(|| format!("expected rustc-web to depend on {pattern}")),
    };
    PACKAGES.iter().map(name).collect()
}

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

/// What a program prints; nothing where it is not there or fails.
fn output(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

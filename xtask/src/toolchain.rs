//! A compiler that builds for other targets than this machine.
//!
//! Where rustup has the target or can add it, nothing else is needed. Where its servers can't be reached, Debian's packages of
//! the compiler, the linker and the sources of the standard library are unpacked into `target/debian`, and cargo builds that
//! library too.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

/// Where Debian's packages are unpacked.
const UNPACKED: &str = "target/debian";
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
    /// Lets cargo use it. Where it has no standard library for the target, cargo builds these `crates` of it.
    pub fn prepare(&self, cargo: &mut Command, crates: &str) {
        let Self::Unpacked(folder) = self else { return };
        let usr = folder.join("usr");
        let libraries = [Some(usr.join("lib/x86_64-linux-gnu")), llvm(&usr).map(|llvm| llvm.join("lib"))];
        let libraries: Vec<String> = libraries.iter().flatten().map(|path| path.display().to_string()).collect();
        cargo
            .env("RUSTC", usr.join("bin/rustc"))
            .env("LD_LIBRARY_PATH", libraries.join(":"))
            // The packaged compiler is a stable one, and its own standard library is built.
            .env("RUSTC_BOOTSTRAP", "1")
            .arg(format!("-Zbuild-std={crates}"));
    }

    /// The linker of WebAssembly, where it is not the compiler's own.
    pub fn wasm_linker(&self) -> Option<PathBuf> {
        let Self::Unpacked(folder) = self else { return None };
        Some(llvm(&folder.join("usr"))?.join("bin/wasm-ld"))
    }
}

/// The folder of LLVM among unpacked packages.
fn llvm(usr: &Path) -> Option<PathBuf> {
    let entries = fs::read_dir(usr.join("lib")).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    entries.into_iter().find(|path| path.join("bin/wasm-ld").exists())
}

/// A compiler for the `target`.
///
/// # Errors
/// There is none and none can be had.
pub fn compiler(target: &str) -> Result<Compiler> {
    let installed = output("rustup", &["target", "list", "--installed"]).unwrap_or_default();
    if installed.lines().any(|line| line == target) {
        return Ok(Compiler::Own);
    }
    let folder = fs::canonicalize(".")?.join(UNPACKED);
    if folder.join("usr/bin/rustc").exists() {
        return Ok(Compiler::Unpacked(folder));
    }
    let added = Command::new("rustup").args(["target", "add", target]).stdin(Stdio::null()).status();
    if added.is_ok_and(|status| status.success()) {
        return Ok(Compiler::Own);
    }
    eprintln!("xtask: rustup can't add {target}; Debian's packages are unpacked into {}", folder.display());
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

/// What a program prints; nothing where it is not there or fails.
pub fn output(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

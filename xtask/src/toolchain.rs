//! Provides a compiler that builds for other targets than this machine, builds for WebAssembly, and
//! runs `wasm-bindgen`.
//!
//! If rustup has the target or can add it, nothing else is needed. If the servers of rustup cannot
//! be reached, Debian's packages of the compiler, the linker and the sources of the standard
//! library are unpacked into `target/debian`, and cargo builds the standard library, too. An older
//! compiler of Debian, which builds only for this machine, is unpacked into a folder whose name
//! contains the version.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use anyhow::{Context, Result, bail};

/// The folder into which Debian's packages are unpacked.
const UNPACKED: &str = "target/debian";
/// The folder of libraries for this machine's processor, below `usr`.
const MACHINE_LIBRARIES: &str = if cfg!(target_arch = "aarch64") {
    "lib/aarch64-linux-gnu"
} else {
    "lib/x86_64-linux-gnu"
};
/// Debian's packages whose names do not contain a version.
const PACKAGES: [&str; 3] = ["rustc-web", "libstd-rust-web-dev", "rust-web-src"];

/// The folder of programs from crates.io that builds call.
const TOOLS: &str = "target/cross/tools";

/// The compiler's name of the WebAssembly target.
pub const WASM: &str = "wasm32-unknown-unknown";
/// The target folder for WebAssembly.
const WASM_BUILD: &str = "target/wasm";

/// The compiler: `None` for the compiler of the machine, or the folder into which Debian's compiler
/// is unpacked.
pub struct Compiler(Option<PathBuf>);

impl Compiler {
    /// Makes cargo use the compiler. If the compiler has no standard library for the target, cargo
    /// also builds the given `crates` of the standard library.
    pub fn prepare(&self, cargo: &mut Command, crates: &str) {
        if self.0.is_none() {
            return;
        }
        self.prepare_host(cargo);
        cargo
            // Debian's compiler is a stable release. Only this variable allows a stable release to
            // build the standard library.
            .env("RUSTC_BOOTSTRAP", "1")
            .arg(format!("-Zbuild-std={crates}"));
    }

    /// Makes cargo use the compiler for builds for this machine. The compiler contains the standard
    /// library for this machine.
    pub fn prepare_host(&self, cargo: &mut Command) {
        let Some(folder) = &self.0 else { return };
        let usr = folder.join("usr");
        let mut libraries = vec![usr.join(MACHINE_LIBRARIES).display().to_string()];
        if let Some(llvm) = llvm(&usr) {
            libraries.push(llvm.join("lib").display().to_string());
        }
        cargo
            .env("RUSTC", usr.join("bin/rustc"))
            .env("LD_LIBRARY_PATH", libraries.join(":"));
    }

    /// Returns the linker for WebAssembly, or `None` if the compiler has its own linker.
    fn wasm_linker(&self) -> Option<PathBuf> {
        Some(llvm(&self.0.as_ref()?.join("usr"))?.join("bin/wasm-ld"))
    }
}

/// Returns the folder of LLVM in unpacked packages.
fn llvm(usr: &Path) -> Option<PathBuf> {
    let entries = fs::read_dir(usr.join("lib"))
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path()));
    entries
        .into_iter()
        .find(|path| path.join("bin/wasm-ld").exists())
}

/// Returns a compiler for the `target`.
///
/// # Errors
/// Returns an error if there is no compiler for the target and no such compiler can be installed.
pub fn compiler(target: &str) -> Result<Compiler> {
    let installed = output("rustup", &["target", "list", "--installed"]).unwrap_or_default();
    if installed.lines().any(|line| line == target) {
        return Ok(Compiler(None));
    }
    let folder = fs::canonicalize(".")?.join(UNPACKED);
    if folder.join("usr/bin/rustc").exists() {
        return Ok(Compiler(Some(folder)));
    }
    let added = Command::new("rustup")
        .args(["target", "add", target])
        .stdin(Stdio::null())
        .status();
    if added.is_ok_and(|status| status.success()) {
        return Ok(Compiler(None));
    }
    eprintln!(
        "xtask: rustup can't add {target}; Debian's packages are unpacked into {}",
        folder.display()
    );
    unpack(&folder, &packages()?)?;
    Ok(Compiler(Some(folder)))
}

/// Returns Debian's compiler of this version of the package `rustc-web`. It builds for this machine
/// only.
///
/// # Errors
/// Returns an error if the packages cannot be downloaded.
pub fn debian_compiler(version: &str) -> Result<Compiler> {
    let name = Path::new(UNPACKED).with_file_name(format!("debian-rustc-{version}"));
    let folder = std::path::absolute(name)?;
    if !folder.join("usr/bin/rustc").exists() {
        unpack(&folder, &packages_of(version)?)?;
    }
    Ok(Compiler(Some(folder)))
}

/// Returns the packages of a version of the compiler, each with its version, as apt finds them: the
/// compiler, its standard library, and their dependencies that are not installed on this machine.
fn packages_of(version: &str) -> Result<Vec<String>> {
    let packages = ["rustc-web", "libstd-rust-web-dev"].map(|name| format!("{name}={version}"));
    let mut plan = Command::new("apt-get");
    plan.args(["install", "--simulate", "--no-install-recommends"])
        .args(packages);
    Ok(planned(&crate::printed(&mut plan)?))
}

/// Returns the packages that apt would install, each with its version, from the lines of a
/// simulation: `Inst NAME [OLD] (VERSION ORIGIN)`.
fn planned(simulation: &str) -> Vec<String> {
    let mut packages = Vec::new();
    for line in simulation.lines() {
        let Some(line) = line.strip_prefix("Inst ") else {
            continue;
        };
        let name = line.split(' ').next();
        let version = line
            .split_once('(')
            .and_then(|(_, rest)| rest.split(' ').next());
        if let (Some(name), Some(version)) = (name, version) {
            packages.push(format!("{name}={version}"));
        }
    }
    packages
}

/// Returns the folders of this machine whose names must not appear in distributed files, and their
/// replacements.
///
/// # Errors
/// Returns an error if cargo has no folder, or if the compiler flags cannot contain a folder's
/// name.
pub fn homes() -> Result<[(PathBuf, &'static str); 2]> {
    let home = || env::home_dir().map(|home| home.join(".cargo"));
    let cargo = env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(home)
        .context("cargo has no home folder")?;
    let homes = [
        (fs::canonicalize(".")?, "."),
        (cargo.join("registry/src"), "crates"),
    ];
    if let Some((path, _)) = homes
        .iter()
        .find(|(path, _)| path.to_string_lossy().contains(char::is_whitespace))
    {
        bail!(
            "the compiler's flags can't name {}, for there is a space in it",
            path.display()
        );
    }
    Ok(homes)
}

/// Returns the compiler flags that keep the names of these folders out of built files.
pub fn remap_flags(homes: &[(PathBuf, &'static str)]) -> impl Iterator<Item = String> {
    homes
        .iter()
        .map(|(path, name)| format!("--remap-path-prefix={}={name}", path.display()))
}

/// Returns the environment variable that passes the compiler flags for a target to cargo.
pub fn flags_variable(target: &str) -> String {
    format!(
        "CARGO_TARGET_{}_RUSTFLAGS",
        target.replace('-', "_").to_uppercase()
    )
}

/// Unpacks Debian's packages into a folder. If this fails, the folder does not exist.
fn unpack(folder: &Path, packages: &[String]) -> Result<()> {
    let mut parts = folder.as_os_str().to_owned();
    parts.push(".part");
    let parts = Path::new(&parts);
    fs::create_dir_all(parts)?;
    crate::step(
        Command::new("apt-get")
            .arg("download")
            .args(packages)
            .current_dir(parts),
    )?;
    let root = parts.join("root");
    for entry in fs::read_dir(parts)? {
        let package = entry?.path();
        if package.extension().is_some_and(|ending| ending == "deb") {
            crate::step(Command::new("dpkg").arg("-x").arg(&package).arg(&root))?;
            fs::remove_file(package)?;
        }
    }
    fs::rename(&root, folder)?;
    Ok(fs::remove_dir_all(parts)?)
}

/// Returns the names of the packages. If the names of a package contain a version, the result has
/// the newest version with which the compiler was built.
fn packages() -> Result<Vec<String>> {
    let depends = output(
        "apt-cache",
        &[
            "depends",
            "--recurse",
            "--no-recommends",
            "--no-suggests",
            "rustc-web",
        ],
    )
    .context(
        "neither rustup's servers nor Debian's packages can be reached; install the target by hand",
    )?;
    let needed = |start: &str| {
        let mut names: Vec<&str> = depends
            .lines()
            .map(str::trim)
            .filter(|line| line.starts_with(start))
            .collect();
        names.sort_unstable_by_key(|name| (name.len(), *name));
        names
            .pop()
            .map(str::to_owned)
            .with_context(|| format!("expected rustc-web to depend on {start}"))
    };
    let llvm = needed("libllvm")?;
    let linker = llvm.replace("libllvm", "lld-");
    Ok(PACKAGES
        .map(str::to_owned)
        .into_iter()
        .chain([needed("libstd-rust-web-1.")?, llvm, linker])
        .collect())
}

/// The only WebAssembly feature beyond the basic set: SIMD instructions with 128 bits. Node 16.4,
/// Chrome 91, Firefox 89 and Safari 16.4 introduced them. They reduce the time for playing scenes
/// by about 7 %.
const WASM_FEATURES: &str = "-Ctarget-feature=+simd128";

/// Builds a package for WebAssembly without traces of the machine that builds it, and returns the
/// path of the module `name`.
///
/// # Errors
/// Returns an error if there is no compiler for WebAssembly and no such compiler can be installed,
/// or if the build fails.
pub fn wasm(package: &str, features: &[&str], name: &str) -> Result<PathBuf> {
    let compiler = compiler(WASM)?;
    let mut cargo = crate::cargo();
    cargo.args([
        "build",
        "--profile",
        "web",
        "--package",
        package,
        "--target-dir",
        WASM_BUILD,
        "--target",
        WASM,
    ]);
    cargo.args(features.iter().flat_map(|feature| ["--features", feature]));
    let flags: Vec<_> = remap_flags(&homes()?)
        .chain([WASM_FEATURES.to_owned()])
        .collect();
    cargo.env(flags_variable(WASM), flags.join(" "));
    compiler.prepare(&mut cargo, "std,panic_abort");
    if let Some(linker) = compiler.wasm_linker() {
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
    }
    crate::step(&mut cargo)?;
    Ok(Path::new(WASM_BUILD).join(WASM).join("web").join(name))
}

/// The manifest of a small program that calls the library of `wasm-bindgen`. The program is built
/// only when it is needed, so that other commands of `cargo xtask` do not compile it. Nothing has
/// to be installed.
const BINDGEN: &str = "xtask/bindgen/Cargo.toml";
/// The target folder of this program.
const BINDGEN_BUILD: &str = "target/wasm/bindgen";

/// Runs `wasm-bindgen` on a WebAssembly module: writes the module and its JavaScript into the
/// folder `out`, and with `typescript` the types, too. `host` is a target of wasm-bindgen: `web` is
/// a JavaScript module, `nodejs` is for Node's `require`, and `no-modules` is a script of a page,
/// which also works from the file system.
///
/// # Errors
/// Returns an error with advice if the program cannot be built. Returns an error if the module
/// cannot be read or was built with another version of `wasm-bindgen`, or if a file cannot be
/// written.
pub fn bindgen(module: &Path, out: &Path, host: &str, typescript: bool) -> Result<()> {
    let cargo = |command: &str| {
        let mut cargo = crate::cargo();
        cargo.args([
            command,
            "--quiet",
            "--manifest-path",
            BINDGEN,
            "--target-dir",
            BINDGEN_BUILD,
        ]);
        cargo
    };
    crate::step(&mut cargo("build")).with_context(|| {
        format!(
            "cannot build the program that runs wasm-bindgen. If there is no network, run `cargo \
             fetch --manifest-path {BINDGEN}` on a machine with a network. If the registry lacks a \
             crate, `cargo update --manifest-path {BINDGEN}` chooses another version. If it lacks \
             `wasm-bindgen-cli-support` itself, choose another version for the workspace with \
             `cargo update wasm-bindgen --precise VERSION`, and name this version in {BINDGEN}, too"
        )
    })?;
    let mut run = cargo("run");
    run.args(["--", host]).args([module, out]);
    if typescript {
        run.arg("--typescript");
    }
    crate::step(&mut run)
}

/// Installs a program from crates.io into the folder of build tools unless this version is there.
/// Returns the absolute path of the program.
pub fn installed(name: &str, version: &str) -> Result<PathBuf> {
    let root = Path::new(TOOLS).join(format!("{name}-{version}"));
    let program = root.join("bin").join(name);
    if !program.exists() {
        let install = ["install", name, "--version", version, "--locked", "--root"];
        crate::step(crate::cargo().args(install).arg(&root))?;
    }
    Ok(fs::canonicalize(program)?)
}

/// Returns the output of a program, or `None` if the program does not exist or fails.
pub fn output(program: &str, args: &[&str]) -> Option<String> {
    crate::printed(Command::new(program).args(args)).ok()
}

#[cfg(test)]
mod tests {
    use super::planned;

    #[test]
    fn the_packages_of_a_simulated_installation_have_versions() {
        let simulation = "The following NEW packages will be installed:\n  libllvm19 rustc-web\n\
             Inst libllvm19 (1:19.1.7-3~deb12u1 Debian:12.15/oldstable [amd64])\n\
             Inst rustc-web [1.96.0-1] (1.85.0-3 Debian:12.15/oldstable [amd64])\n\
             Conf rustc-web (1.85.0-3 Debian:12.15/oldstable [amd64])\n";
        let packages = ["libllvm19=1:19.1.7-3~deb12u1", "rustc-web=1.85.0-3"];
        assert_eq!(planned(simulation), packages);
    }
}

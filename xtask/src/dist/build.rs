//! Builds optimised and stripped programs and libraries for a target, without traces of the machine
//! that builds them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result};

use super::target::Target;
use super::tools::{self, Libraries};
use super::{WORK, check};
use crate::c::Naming;
use crate::{c, new_folder, packages, printed, python, sdl, toolchain};

/// The oldest glibc version that a Linux program supports.
const GLIBC: &str = "2.28";
/// The linker for Windows, by its name in Debian's packages.
pub const MINGW: &str = "x86_64-w64-mingw32-gcc";

/// Builds the program and returns its path.
///
/// # Errors
/// Returns an error if a tool is missing and cannot be installed, if a tool fails, or if the
/// program does not pass the checks.
pub fn program(target: &Target) -> Result<PathBuf> {
    let mut flags = Vec::new();
    match target.naming {
        Naming::Linux => {
            let libraries = Libraries::of(target)?;
            let folder = Path::new(WORK).join("sdl").join(target.triple);
            // The folder contains only SDL2 itself, so that no other library of the system is
            // linked. The path is the same in each checkout.
            fs::create_dir_all(&folder)?;
            fs::copy(
                libraries.folder.join("libSDL2-2.0.so.0"),
                folder.join("libSDL2.so"),
            )
            .context("SDL2's library")?;
            flags.push(format!("-L native={}", folder.display()));
        }
        Naming::Windows => packages::ensure(&[
            ("x86_64-w64-mingw32-g++", "g++-mingw-w64-x86-64"),
            ("cmake", "cmake"),
            ("make", "make"),
        ])?,
        Naming::MacOs => flags.push(sdl::BUNDLED.to_owned()),
    }
    let mut cargo = cargo(target, "build", flags)?;
    crate::step(cargo.args(["--package", "wardrobe", "--features", "window"]))?;

    let program = built(target).join(target.program());
    check::names_no_folder(&program)?;
    if let Naming::Linux = target.naming {
        check::runs_on_old_systems(&program, &Libraries::of(target)?)?;
    }
    Ok(program)
}

/// Builds both C libraries and returns their folder.
///
/// # Errors
/// Returns an error as [`program`] does.
pub fn library(target: &Target) -> Result<PathBuf> {
    let mut cargo = cargo(target, "rustc", Vec::new())?;
    crate::step(c::library(&mut cargo, target.naming)?)?;
    // The libraries are copied, because a library that is stripped twice has other bytes than one
    // that is stripped once.
    let folder = Path::new(WORK).join("c").join(target.triple);
    new_folder(&folder)?;
    for (name, _) in target
        .naming
        .files()
        .iter()
        .filter(|(name, _)| built(target).join(name).exists())
    {
        fs::copy(built(target).join(name), folder.join(name))?;
    }
    let archive = folder.join("libscumm_c.a");
    stripped(target, &archive)?;
    check::names_no_folder(&archive)?;
    let shared = folder.join(if target.naming == Naming::Windows {
        "scumm_c.dll"
    } else {
        "libscumm_c.so"
    });
    check_library(target, &shared)?;
    Ok(folder)
}

/// Removes parts of a static library that no program needs; the standard library has many of them.
fn stripped(target: &Target, library: &Path) -> Result<()> {
    let tools = target.binutils()?;
    let ar = format!("{tools}-ar");
    let path = library.to_str().context("the path is no text")?;
    let names = printed(Command::new(&ar).args(["t", path]))?;
    let debugging: Vec<&str> = names
        .lines()
        .filter(|name| name.ends_with(".dwo"))
        .collect();
    if !debugging.is_empty() {
        eprintln!(
            "xtask: {ar} dD {path}: {} files for debuggers",
            debugging.len()
        );
        printed(Command::new(&ar).args(["dD", path]).args(debugging))?;
    }
    // The standard library also contains code for link-time optimisation with Rust programs.
    let strip = [
        "--enable-deterministic-archives",
        "--strip-debug",
        "--remove-section=.llvmbc",
        "--remove-section=.llvmcmd",
    ];
    crate::step(Command::new(format!("{tools}-strip")).args(strip).arg(path))
}

/// Builds the Python wheel and returns its path.
///
/// # Errors
/// Returns an error as [`program`] does.
pub fn wheel(target: &Target) -> Result<PathBuf> {
    let mut maturin = Command::new(tools::python()?.join("maturin"));
    maturin.args(["build", "--release", "--target", target.triple]);
    // maturin sets other variables for cargo. In a shared folder, everything would be rebuilt after
    // each C library.
    maturin.args(["--target-dir", &format!("{WORK}/build-python")]);
    if let Naming::Linux = target.naming {
        maturin.args([
            "--zig",
            "--compatibility",
            &format!("manylinux_{}", GLIBC.replace('.', "_")),
        ]);
    }
    prepare(&mut maturin, target, Vec::new())?;
    python::wheel(
        &mut maturin,
        &Path::new(WORK).join("wheel").join(target.triple),
    )
}

/// Checks a shared library for this target.
///
/// # Errors
/// Returns an error if the library contains the name of a folder of this machine, or if it needs a
/// newer glibc than `GLIBC`.
pub fn check_library(target: &Target, library: &Path) -> Result<()> {
    check::names_no_folder(library)?;
    if target.naming == Naming::Linux {
        check::needs_glibc(library, GLIBC)
    } else {
        Ok(())
    }
}

/// Returns the folder of cargo's build results.
fn built(target: &Target) -> PathBuf {
    Path::new(WORK)
        .join("build")
        .join(target.triple)
        .join("release")
}

/// Returns cargo's command `verb`, `build` or `rustc`, without the package to build.
fn cargo(target: &Target, verb: &str, flags: Vec<String>) -> Result<Command> {
    let (mut cargo, verb, triple) = match target.naming {
        Naming::Linux => {
            let verb = if verb == "build" { "zigbuild" } else { verb };
            (
                Command::new(tools::python()?.join("cargo-zigbuild")),
                verb,
                format!("{}.{GLIBC}", target.triple),
            )
        }
        Naming::Windows | Naming::MacOs => (crate::cargo(), verb, target.triple.to_owned()),
    };
    cargo.args([
        verb,
        "--target",
        &triple,
        "--release",
        "--target-dir",
        &format!("{WORK}/build"),
    ]);
    prepare(&mut cargo, target, flags)?;
    Ok(cargo)
}

/// Sets the compiler, the linker and the compiler flags for cargo, or for a program that calls
/// cargo. The common flags are added to `flags`.
fn prepare(command: &mut Command, target: &Target, mut flags: Vec<String>) -> Result<()> {
    let compiler = toolchain::compiler(target.triple)?;
    flags.push("-C strip=symbols".to_owned());
    match target.naming {
        Naming::Linux => {
            let caches = fs::canonicalize(WORK)?.join("cache");
            command
                .env("ZIG_GLOBAL_CACHE_DIR", caches.join("zig"))
                .env("CARGO_ZIGBUILD_CACHE_DIR", caches);
            let paths = env::var_os("PATH").unwrap_or_default();
            command.env(
                "PATH",
                env::join_paths(
                    [tools::python()?]
                        .into_iter()
                        .chain(env::split_paths(&paths)),
                )?,
            );
        }
        Naming::Windows => {
            packages::ensure(&[(MINGW, "gcc-mingw-w64-x86-64")])?;
            flags.push("-C link-arg=-Wl,--no-insert-timestamp".to_owned());
            command.env(
                "CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER",
                windows_linker()?,
            );
        }
        Naming::MacOs => {}
    }
    let homes = toolchain::homes()?;
    flags.extend(toolchain::without_folders(&homes));
    // SDL's own sources contain their file names in messages.
    let names = homes
        .iter()
        .map(|(path, name)| format!("-ffile-prefix-map={}={name}", path.display()));
    command.env(
        format!("CFLAGS_{}", target.triple.replace('-', "_")),
        names.collect::<Vec<_>>().join(" "),
    );
    command.env(toolchain::flags_of(target.triple), flags.join(" "));
    command.arg("--locked");
    compiler.prepare(command, "std,panic_unwind");
    Ok(())
}

/// Writes a program that links for Windows. The linker sorts imports by the paths of its input
/// files. The program shortens the paths below the checkout, so that their order does not depend on
/// the checkout's place.
fn windows_linker() -> Result<PathBuf> {
    let root = fs::canonicalize(".")?;
    let linker = root.join(WORK).join("windows-gcc");
    let script = format!(
        "#!/bin/bash\n# Links for Windows, with paths from the checkout on.\ncd '{0}' || exit\nexec {MINGW} \"${{@//'{0}/'/}}\"\n",
        root.display()
    );
    fs::write(&linker, script)?;
    #[cfg(unix)]
    fs::set_permissions(&linker, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
    Ok(linker)
}

/// Returns a command that runs the program as built for this machine, without its window.
pub fn host() -> Command {
    let mut cargo = crate::cargo();
    cargo.args(["run", "--quiet", "--locked", "--package", "wardrobe", "--"]);
    cargo
}

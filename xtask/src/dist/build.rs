//! What is built for a target: optimised, stripped, with nothing in it of the machine that built
//! it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result};

use super::target::Target;
use super::tools::{self, Libraries};
use super::{WORK, check};
use crate::c::Naming;
use crate::{c, new_folder, packages, printed, python, sdl, toolchain};

/// The oldest glibc that a Linux program needs.
const GLIBC: &str = "2.28";
/// What links for Windows, by its name in Debian's packages.
pub const MINGW: &str = "x86_64-w64-mingw32-gcc";

/// Builds the program and tells where it is.
///
/// # Errors
/// A tool is missing and can't be had, or fails; the program is not what it should be.
pub fn program(target: &Target) -> Result<PathBuf> {
    let mut flags = Vec::new();
    match target.naming {
        Naming::Linux => {
            let libraries = Libraries::of(target)?;
            let folder = Path::new(WORK).join("sdl").join(target.triple);
            // Only SDL2 itself, so that nothing else of the system is linked. The path is the same
            // in each checkout.
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

/// Builds both libraries for C and tells the folder that they are in.
///
/// # Errors
/// As of [`program`].
pub fn library(target: &Target) -> Result<PathBuf> {
    let mut cargo = cargo(target, "rustc", Vec::new())?;
    crate::step(c::library(&mut cargo, target.naming)?)?;
    // A copy: a library that is stripped twice has other bytes than one that is stripped once.
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

/// Takes out of a static library what no program runs: the standard library has much of it.
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
    // The standard library also comes as what compilers would optimise together with a program of
    // Rust.
    let strip = [
        "--enable-deterministic-archives",
        "--strip-debug",
        "--remove-section=.llvmbc",
        "--remove-section=.llvmcmd",
    ];
    crate::step(Command::new(format!("{tools}-strip")).args(strip).arg(path))
}

/// Builds the wheel for Python and tells where it is.
///
/// # Errors
/// As of [`program`].
pub fn wheel(target: &Target) -> Result<PathBuf> {
    let mut maturin = Command::new(tools::python()?.join("maturin"));
    maturin.args(["build", "--release", "--target", target.triple]);
    // It hands cargo other variables, by which everything would be built anew after each library
    // for C.
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
/// A folder of this machine is named in it, or it needs a newer glibc than is said.
pub fn check_library(target: &Target, library: &Path) -> Result<()> {
    check::names_no_folder(library)?;
    if target.naming == Naming::Linux {
        check::needs_glibc(library, GLIBC)
    } else {
        Ok(())
    }
}

/// The folder of what cargo has built.
fn built(target: &Target) -> PathBuf {
    Path::new(WORK)
        .join("build")
        .join(target.triple)
        .join("release")
}

/// Cargo's command `verb`, `build` or `rustc`, without what is built.
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

/// Tells cargo, or a program that calls it, the compiler, the linker, and the `flags` with those
/// that everything has.
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
    // SDL's own sources name their files in messages.
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

/// A program that links for Windows. The linker sorts what is imported by the paths of the files
/// that it reads, so those below the checkout are named from there: they come at the same place
/// wherever it lies.
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

/// A command that runs the program as built for this machine, without its window.
pub fn host() -> Command {
    let mut cargo = crate::cargo();
    cargo.args(["run", "--quiet", "--locked", "--package", "wardrobe", "--"]);
    cargo
}

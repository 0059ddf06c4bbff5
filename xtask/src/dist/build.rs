//! The program for a target: optimised, stripped, with nothing in it of the machine that built it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, bail};

use super::target::{System, Target};
use super::tools::{self, Libraries};
use super::{WORK, check};
use crate::{packages, sdl, toolchain};

/// The oldest glibc that a Linux program needs.
const GLIBC: &str = "2.28";
/// What links for Windows, by its name in Debian's packages.
pub const MINGW: &str = "x86_64-w64-mingw32-gcc";

/// Builds the program and tells where it is.
///
/// # Errors
/// A tool is missing and can't be had, or fails; the program is not what it should be.
pub fn program(target: &Target) -> Result<PathBuf> {
    let compiler = toolchain::compiler(target.triple)?;
    let mut cargo = crate::cargo();
    let mut flags = vec!["-C strip=symbols".to_owned()];
    let homes = homes()?;
    match target.system {
        System::Linux { .. } => {
            let libraries = Libraries::of(target.system)?;
            let folder = Path::new(WORK).join("sdl").join(target.triple);
            // Only SDL2 itself, so that nothing else of the system is linked. The path is the same in each checkout.
            fs::create_dir_all(&folder)?;
            fs::copy(libraries.folder.join("libSDL2-2.0.so.0"), folder.join("libSDL2.so")).context("SDL2's library")?;
            flags.push(format!("-L native={}", folder.display()));
            let zig = tools::zig()?;
            let caches = fs::canonicalize(WORK)?.join("cache");
            cargo.env("ZIG_GLOBAL_CACHE_DIR", caches.join("zig")).env("CARGO_ZIGBUILD_CACHE_DIR", caches);
            let paths = env::var_os("PATH").unwrap_or_default();
            cargo.env("PATH", env::join_paths([zig].into_iter().chain(env::split_paths(&paths)))?);
            cargo.args(["zigbuild", "--target", &format!("{}.{GLIBC}", target.triple)]);
        }
        System::Windows => {
            packages::ensure(&[
                (MINGW, "gcc-mingw-w64-x86-64"),
                ("x86_64-w64-mingw32-g++", "g++-mingw-w64-x86-64"),
                ("cmake", "cmake"),
                ("make", "make"),
            ])?;
            flags.push("-C link-arg=-Wl,--no-insert-timestamp".to_owned());
            cargo.env("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER", MINGW);
            cargo.args(["build", "--target", target.triple]);
        }
        System::MacOs => {
            flags.push(sdl::BUNDLED.to_owned());
            cargo.args(["build", "--target", target.triple]);
        }
    }
    flags.extend(homes.iter().map(|(path, name)| format!("--remap-path-prefix={}={name}", path.display())));
    // SDL's own sources name their files in messages.
    let names = homes.iter().map(|(path, name)| format!("-ffile-prefix-map={}={name}", path.display()));
    cargo.env(format!("CFLAGS_{}", target.triple.replace('-', "_")), names.collect::<Vec<_>>().join(" "));
    cargo.env(format!("CARGO_TARGET_{}_RUSTFLAGS", target.triple.replace('-', "_").to_uppercase()), flags.join(" "));
    cargo.args(["--release", "--locked", "--package", "wardrobe", "--features", "window"]);
    cargo.args(["--target-dir", &format!("{WORK}/build")]);
    compiler.prepare(&mut cargo, "std,panic_unwind");
    crate::step(&mut cargo)?;

    let program = Path::new(WORK).join("build").join(target.triple).join("release").join(target.program());
    check::names_no_folder(&program, &homes)?;
    if let System::Linux { .. } = target.system {
        check::runs_on_old_systems(&program, &Libraries::of(target.system)?)?;
    }
    Ok(program)
}

/// The folders of this machine whose names programs must not contain, and what stands for them.
fn homes() -> Result<Vec<(PathBuf, &'static str)>> {
    let home = || env::home_dir().map(|home| home.join(".cargo"));
    let cargo = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(home).context("cargo has no home folder")?;
    let homes = vec![(fs::canonicalize(".")?, "."), (cargo.join("registry/src"), "crates")];
    if let Some((path, _)) = homes.iter().find(|(path, _)| path.to_string_lossy().contains(char::is_whitespace)) {
        bail!("the compiler's flags can't name {}, for there is a space in it", path.display());
    }
    Ok(homes)
}

/// A command that runs the program as built for this machine, without its window.
pub fn host() -> Command {
    let mut cargo = crate::cargo();
    cargo.args(["run", "--quiet", "--locked", "--package", "wardrobe", "--"]);
    cargo
}

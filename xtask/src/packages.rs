//! Packages of the system that are installed where they are missing.

use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::toolchain::output;

/// A package manager: its name, the words that let it install packages, and its packages of SDL2
/// for development.
type Manager = (&'static str, &'static str, &'static str);

/// Those that are known.
const MANAGERS: [Manager; 5] = [
    (
        "apt-get",
        "install -q -y --no-install-recommends",
        "libsdl2-dev pkg-config",
    ),
    ("dnf", "install -y", "SDL2-devel pkgconf-pkg-config"),
    ("pacman", "-S --needed --noconfirm", "sdl2 pkgconf"),
    ("apk", "add", "sdl2-dev pkgconf"),
    ("brew", "install", "sdl2 pkg-config"),
];
/// The one that refuses to be root's.
const NEVER_ROOT: &str = "brew";

/// Makes sure that programs are there; each is named with Debian's package of it.
///
/// # Errors
/// They are missing and can't be installed.
pub fn ensure(programs: &[(&str, &str)]) -> Result<()> {
    let missing: Vec<&str> = programs
        .iter()
        .filter(|(program, _)| !is_there(program))
        .map(|(_, package)| *package)
        .collect();
    if missing.is_empty() {
        Ok(())
    } else {
        debian(&missing)
    }
}

/// Installs packages of Debian.
///
/// # Errors
/// There is no apt, or it fails.
pub fn debian(missing: &[&str]) -> Result<()> {
    ensure!(is_there("apt-get"), "please install {}", missing.join(", "));
    install(MANAGERS[0], missing)
}

/// Installs SDL2's development package.
///
/// # Errors
/// There is no known package manager, or it fails.
pub fn sdl() -> Result<()> {
    let manager = MANAGERS.into_iter().find(|(name, ..)| is_there(name));
    let manager = manager
        .context("SDL2's development files are missing and no known package manager is here")?;
    eprintln!("xtask: SDL2's development files are missing; installing them");
    install(manager, &manager.2.split(' ').collect::<Vec<_>>())
}

/// Lets a package manager install packages.
fn install((manager, words, _): Manager, packages: &[&str]) -> Result<()> {
    if manager == "apt-get" {
        // Its lists may be missing or old.
        run(&[manager, "update", "-q"])?;
    }
    run(&[
        &[manager],
        words.split(' ').collect::<Vec<_>>().as_slice(),
        packages,
    ]
    .concat())
}

/// Whether there is a program of this name.
pub fn is_there(program: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|folder| folder.join(program).is_file())
}

/// Shows and runs a package manager's command, with `sudo` where it has to be root's.
fn run(command: &[&str]) -> Result<()> {
    let mut words = command.to_vec();
    if words[0] != NEVER_ROOT && output("id", &["-u"]).is_none_or(|id| id.trim() != "0") {
        words.insert(0, "sudo");
    }
    crate::step(
        Command::new(words[0])
            .args(&words[1..])
            .env("DEBIAN_FRONTEND", "noninteractive"),
    )
}

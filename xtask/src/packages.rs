//! Installs missing packages of the system.

use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::toolchain::output;

/// A package manager: its name, its arguments for installing packages, and its packages of SDL2 for
/// development.
type Manager = (&'static str, &'static str, &'static str);

/// The supported package managers.
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
/// The package manager that refuses to run as root.
const NEVER_ROOT: &str = "brew";

/// Installs missing programs. Each is named with its Debian package.
///
/// # Errors
/// Returns an error if programs are missing and cannot be installed.
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
/// Returns an error if apt is missing or fails.
pub fn debian(missing: &[&str]) -> Result<()> {
    ensure!(is_there("apt-get"), "please install {}", missing.join(", "));
    install(MANAGERS[0], missing)
}

/// Installs SDL2's development package.
///
/// # Errors
/// Returns an error if no supported package manager is present, or if it fails.
pub fn sdl() -> Result<()> {
    let manager = MANAGERS.into_iter().find(|(name, ..)| is_there(name));
    let manager = manager
        .context("SDL2's development files are missing and no known package manager is here")?;
    eprintln!("xtask: SDL2's development files are missing; installing them");
    install(manager, &manager.2.split(' ').collect::<Vec<_>>())
}

/// Installs packages with a package manager.
fn install((manager, words, _): Manager, packages: &[&str]) -> Result<()> {
    if manager == "apt-get" {
        // The package lists may be missing or old.
        run(&[manager, "update", "-q"])?;
    }
    run(&[
        &[manager],
        words.split(' ').collect::<Vec<_>>().as_slice(),
        packages,
    ]
    .concat())
}

/// Returns whether a program of this name exists.
pub fn is_there(program: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|folder| folder.join(program).is_file())
}

/// Prints and runs a package manager's command, with `sudo` if it has to run as root.
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

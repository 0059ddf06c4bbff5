//! Packages of the system that are installed where they are missing.

use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::toolchain::output;

/// The package managers, and the words that let each install packages.
const MANAGERS: [(&str, &[&str]); 5] = [
    ("apt-get", &["install", "-q", "-y", "--no-install-recommends"]),
    ("dnf", &["install", "-y"]),
    ("pacman", &["-S", "--needed", "--noconfirm"]),
    ("apk", &["add"]),
    ("brew", &["install"]),
];
/// The one that refuses to be root's.
const NEVER_ROOT: &str = "brew";

/// Makes sure that programs are there; each is named with Debian's package of it.
///
/// # Errors
/// They are missing and can't be installed.
pub fn ensure(programs: &[(&str, &str)]) -> Result<()> {
    let missing: Vec<&str> =
        programs.iter().filter(|(program, _)| !is_there(program)).map(|(_, package)| *package).collect();
    if missing.is_empty() { Ok(()) } else { debian(&missing) }
}

/// Installs packages of Debian.
///
/// # Errors
/// There is no apt, or it fails.
pub fn debian(missing: &[&str]) -> Result<()> {
    if !is_there("apt-get") {
        bail!("please install {}", missing.join(", "));
    }
    install("apt-get", missing)
}

/// Lets a package manager install packages.
///
/// # Errors
/// It is not known, can't be started, or fails.
pub fn install(manager: &str, packages: &[&str]) -> Result<()> {
    let known = MANAGERS.iter().find(|(name, _)| *name == manager);
    let (_, words) = known.with_context(|| format!("expected a known package manager, found {manager}"))?;
    if manager == "apt-get" {
        // Its lists may be missing or old.
        run(&[manager, "update", "-q"])?;
    }
    run(&[&[manager], *words, packages].concat())
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
    crate::step(Command::new(words[0]).args(&words[1..]).env("DEBIAN_FRONTEND", "noninteractive"))
}

//! Packages of the system that are installed where they are missing.

use std::process::Command;

use anyhow::{Result, bail};

use crate::toolchain::output;

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
    install(&["apt-get", "update", "-q"], true)?;
    install(&[&["apt-get", "install", "-q", "-y", "--no-install-recommends"], missing].concat(), true)
}

/// Whether there is a program of this name.
pub fn is_there(program: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|folder| folder.join(program).is_file())
}

/// Shows and runs a package manager's command, where it has to be root's with `sudo`.
///
/// # Errors
/// It can't be started, or fails.
pub fn install(command: &[&str], root: bool) -> Result<()> {
    let mut words = command.to_vec();
    if root && output("id", &["-u"]).is_none_or(|id| id.trim() != "0") {
        words.insert(0, "sudo");
    }
    eprintln!("xtask: {}", words.join(" "));
    let mut run = Command::new(words[0]);
    match run.args(&words[1..]).env("DEBIAN_FRONTEND", "noninteractive").status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => bail!("`{}` failed ({status})", words.join(" ")),
        Err(error) => bail!("cannot start `{}`: {error}", words[0]),
    }
}

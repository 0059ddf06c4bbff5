//! Installs missing packages of the system.
//!
//! If the user is root, the package manager is called directly. For another user a missing package
//! is an error, which names the command to run. Only `cargo xtask setup --sudo` calls `sudo`.

use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::toolchain::output;

/// A package manager.
struct Manager {
    name: &'static str,
    /// The command that reads the package lists, which may be missing or old.
    update: Option<&'static str>,
    /// The command that installs packages.
    install: &'static str,
    /// The packages of SDL2 for development.
    sdl: &'static [&'static str],
    /// Whether the package manager has to run as root. If not, it refuses to run as root.
    runs_as_root: bool,
}

/// The supported package managers.
const MANAGERS: [Manager; 5] = [
    APT,
    Manager {
        name: "dnf",
        update: None,
        install: "dnf install -y",
        sdl: &["SDL2-devel", "pkgconf-pkg-config"],
        runs_as_root: true,
    },
    Manager {
        name: "pacman",
        update: None,
        install: "pacman -S --needed --noconfirm",
        sdl: &["sdl2", "pkgconf"],
        runs_as_root: true,
    },
    Manager {
        name: "apk",
        update: None,
        install: "apk add",
        sdl: &["sdl2-dev", "pkgconf"],
        runs_as_root: true,
    },
    Manager {
        name: "brew",
        update: None,
        install: "brew install",
        sdl: &["sdl2", "pkg-config"],
        runs_as_root: false,
    },
];
/// Debian's package manager.
const APT: Manager = Manager {
    name: "apt-get",
    update: Some("apt-get update -q"),
    install: "env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends",
    sdl: &["libsdl2-dev", "pkg-config"],
    runs_as_root: true,
};
/// The programs that some tests call, each with its Debian package. If a program is missing, the
/// tests that need it pass and print that they were skipped.
const OF_TESTS: [(&str, &str); 9] = [
    ("scummvm", "scummvm"),
    ("Xvfb", "xvfb"),
    ("import", "imagemagick"),
    ("ffmpeg", "ffmpeg"),
    ("chromium", "chromium"),
    ("chromedriver", "chromium-driver"),
    ("xdotool", "xdotool"),
    ("shellcheck", "shellcheck"),
    ("lua5.4", "lua5.4"),
];
/// The folder for games on Debian. The `PATH` of root may lack this folder.
const GAMES: &str = "/usr/games";

/// Whether a package manager may be called through `sudo`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Sudo {
    Forbidden,
    Allowed,
}

/// Installs the missing ones of these programs. Each pair is a program and its Debian package.
///
/// # Errors
/// Returns an error if programs are missing and cannot be installed.
pub fn ensure(programs: &[(&str, &str)]) -> Result<()> {
    let missing = missing(programs);
    if missing.is_empty() {
        return Ok(());
    }
    debian(&missing)
}

/// Installs packages of Debian.
///
/// # Errors
/// Returns an error if apt is missing or fails, or if only root may install packages.
pub fn debian(packages: &[&str]) -> Result<()> {
    ensure!(is_there(APT.name), "please install {}", packages.join(", "));
    install(&APT, packages, Sudo::Forbidden)
}

/// Installs SDL2's development package.
///
/// # Errors
/// Returns an error if no supported package manager is present, if it fails, or if only root may
/// install packages.
pub fn sdl(sudo: Sudo) -> Result<()> {
    let manager = MANAGERS
        .into_iter()
        .find(|manager| is_there(manager.name))
        .context("SDL2's development files are missing and no known package manager is here")?;
    eprintln!("xtask: SDL2's development files are missing");
    install(&manager, manager.sdl, sudo)
}

/// Installs the programs that some tests call, if apt is there.
///
/// # Errors
/// Returns an error if apt fails, or if only root may install packages.
pub fn of_tests(sudo: Sudo) -> Result<()> {
    let missing = missing(&OF_TESTS);
    if missing.is_empty() {
        return Ok(());
    }
    ensure!(
        is_there(APT.name),
        "some tests are left out, because these programs are missing: {}",
        missing.join(", ")
    );
    install(&APT, &missing, sudo)
}

/// Returns the packages of the programs that do not exist.
fn missing<'a>(programs: &[(&str, &'a str)]) -> Vec<&'a str> {
    let mut missing = Vec::new();
    for (program, package) in programs {
        if !is_there(program) {
            missing.push(*package);
        }
    }
    missing
}

/// Installs packages with a package manager.
fn install(manager: &Manager, packages: &[&str], sudo: Sudo) -> Result<()> {
    let is_root = output("id", &["-u"]).is_some_and(|id| id.trim() == "0");
    for command in commands(manager, packages, is_root, sudo)? {
        crate::step(Command::new(&command[0]).args(&command[1..]))?;
    }
    Ok(())
}

/// Returns the commands that install packages.
///
/// # Errors
/// Returns an error with the commands if only root may run them.
fn commands(
    manager: &Manager,
    packages: &[&str],
    is_root: bool,
    sudo: Sudo,
) -> Result<Vec<Vec<String>>> {
    let mut commands = Vec::new();
    if let Some(update) = manager.update {
        commands.push(words(update));
    }
    let mut install = words(manager.install);
    install.extend(packages.iter().map(|package| (*package).to_owned()));
    commands.push(install);
    if is_root || !manager.runs_as_root {
        return Ok(commands);
    }
    for command in &mut commands {
        command.insert(0, "sudo".to_owned());
    }
    let shown: Vec<String> = commands.iter().map(|command| command.join(" ")).collect();
    ensure!(
        sudo == Sudo::Allowed,
        "please install {}: run `{}`",
        packages.join(", "),
        shown.join(" && ")
    );
    Ok(commands)
}

/// Returns the words of a command.
fn words(command: &str) -> Vec<String> {
    command.split(' ').map(str::to_owned).collect()
}

/// Returns whether a program of this name exists.
pub fn is_there(program: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths)
        .chain([GAMES.into()])
        .any(|folder| folder.join(program).is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(manager: &Manager, is_root: bool, sudo: Sudo) -> Result<String> {
        let commands = commands(manager, manager.sdl, is_root, sudo)?;
        let lines: Vec<String> = commands.iter().map(|command| command.join(" ")).collect();
        Ok(lines.join("\n"))
    }

    #[test]
    fn root_installs_packages_without_sudo() {
        for sudo in [Sudo::Forbidden, Sudo::Allowed] {
            assert_eq!(
                shown(&APT, true, sudo).unwrap(),
                "apt-get update -q\n\
                 env DEBIAN_FRONTEND=noninteractive apt-get install -q -y \
                 --no-install-recommends libsdl2-dev pkg-config"
            );
        }
    }

    #[test]
    fn a_user_installs_packages_with_sudo_only_if_asked_for() {
        assert_eq!(
            shown(&MANAGERS[1], false, Sudo::Allowed).unwrap(),
            "sudo dnf install -y SDL2-devel pkgconf-pkg-config"
        );
        let refused = shown(&MANAGERS[1], false, Sudo::Forbidden).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "please install SDL2-devel, pkgconf-pkg-config: run \
             `sudo dnf install -y SDL2-devel pkgconf-pkg-config`"
        );
    }

    #[test]
    fn homebrew_never_runs_as_root() {
        assert_eq!(
            shown(&MANAGERS[4], false, Sudo::Allowed).unwrap(),
            "brew install sdl2 pkg-config"
        );
    }
}

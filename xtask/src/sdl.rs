//! SDL2's development package: found by pkg-config, else installed by the system's package manager.

use std::env;
use std::process::{Command, Stdio};

use anyhow::{Result, bail};

/// One package manager: the program that gives it away and the commands that install SDL2.
struct Manager {
    program: &'static str,
    commands: &'static [&'static [&'static str]],
    /// Whether it has to be root's.
    root: bool,
}

const MANAGERS: &[Manager] = &[
    Manager {
        program: "apt-get",
        commands: &[
            &["apt-get", "update", "-q"],
            &["apt-get", "install", "-q", "-y", "--no-install-recommends", "libsdl2-dev", "pkg-config"],
        ],
        root: true,
    },
    Manager { program: "dnf", commands: &[&["dnf", "install", "-y", "SDL2-devel", "pkgconf-pkg-config"]], root: true },
    Manager {
        program: "pacman",
        commands: &[&["pacman", "-S", "--needed", "--noconfirm", "sdl2", "pkgconf"]],
        root: true,
    },
    Manager { program: "apk", commands: &[&["apk", "add", "sdl2-dev", "pkgconf"]], root: true },
    Manager { program: "brew", commands: &[&["brew", "install", "sdl2", "pkg-config"]], root: false },
];

/// Makes sure that SDL2 can be linked.
///
/// # Errors
/// Where no known package manager is there, or it fails.
pub fn ensure() -> Result<()> {
    if is_there() {
        return Ok(());
    }
    let Some(manager) = MANAGERS.iter().find(|m| runs(m.program, &["--version"])) else {
        bail!(
            "SDL2's development files are missing and no known package manager is here; install SDL2 (2.0.18 or newer) and pkg-config"
        );
    };
    eprintln!("xtask: SDL2's development files are missing; installing them");
    for command in manager.commands {
        let mut words: Vec<&str> = command.to_vec();
        if manager.root && !is_root() {
            words.insert(0, "sudo");
        }
        eprintln!("xtask: {}", words.join(" "));
        let mut run = Command::new(words[0]);
        let status = run.args(&words[1..]).env("DEBIAN_FRONTEND", "noninteractive").status();
        match status {
            Ok(status) if status.success() => {}
            Ok(status) => bail!("`{}` failed ({status})", words.join(" ")),
            Err(error) => bail!("cannot start `{}`: {error}", words[0]),
        }
    }
    if !is_there() {
        bail!("SDL2 was installed, but pkg-config does not find it");
    }
    Ok(())
}

fn is_there() -> bool {
    let pkg_config = env::var("PKG_CONFIG").unwrap_or_else(|_| "pkg-config".into());
    runs(&pkg_config, &["--exists", "sdl2 >= 2.0.18"])
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|out| out.stdout.trim_ascii() == b"0")
}

fn runs(program: &str, args: &[&str]) -> bool {
    Command::new(program)
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

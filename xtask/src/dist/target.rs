//! The systems that archives are made for.

use std::collections::BTreeSet;

use anyhow::{Context, Result};

use crate::toolchain::output;

/// A system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// Linux with glibc and the system's own SDL2.
    Linux {
        /// Debian's name of the processor.
        debian: &'static str,
        /// Debian's folder of its libraries.
        libraries: &'static str,
        /// What runs its programs on another processor.
        emulator: &'static str,
    },
    /// Windows, with SDL2 in the program.
    Windows,
    /// macOS, with SDL2 in the program.
    MacOs,
}

/// What a program is built for.
#[derive(Debug, PartialEq, Eq)]
pub struct Target {
    /// The compiler's name of it.
    pub triple: &'static str,
    /// What it runs on.
    pub system: System,
}

const fn linux(triple: &'static str, debian: &'static str, libraries: &'static str, emulator: &'static str) -> Target {
    Target { triple, system: System::Linux { debian, libraries, emulator } }
}

/// All of them.
const TARGETS: [Target; 6] = [
    linux("x86_64-unknown-linux-gnu", "amd64", "x86_64-linux-gnu", "qemu-x86_64"),
    linux("aarch64-unknown-linux-gnu", "arm64", "aarch64-linux-gnu", "qemu-aarch64"),
    linux("armv7-unknown-linux-gnueabihf", "armhf", "arm-linux-gnueabihf", "qemu-arm"),
    Target { triple: "x86_64-pc-windows-gnu", system: System::Windows },
    Target { triple: "x86_64-apple-darwin", system: System::MacOs },
    Target { triple: "aarch64-apple-darwin", system: System::MacOs },
];

/// The targets of the handhelds' package, in the order of [`xtask::portmaster::PROCESSORS`].
pub const HANDHELDS: [&str; 2] = ["aarch64-unknown-linux-gnu", "armv7-unknown-linux-gnueabihf"];

impl Target {
    /// The target of this name.
    ///
    /// # Errors
    /// There is none.
    pub fn named(triple: &str) -> Result<&'static Self> {
        let names = || TARGETS.map(|target| target.triple).join(", ");
        let found = TARGETS.iter().find(|target| target.triple == triple);
        found.with_context(|| format!("expected a target out of {}, found `{triple}`", names()))
    }

    /// The program's name.
    pub fn program(&self) -> &'static str {
        if self.system == System::Windows { "wardrobe.exe" } else { "wardrobe" }
    }

    /// The libraries of others that the program is linked with, each with its version.
    ///
    /// # Errors
    /// Cargo can't tell them.
    pub fn libraries(&self) -> Result<BTreeSet<String>> {
        let tree = ["tree", "--locked", "--package", "wardrobe", "--edges", "normal,no-proc-macro", "--prefix", "none"];
        let rest = ["--format", "{p}", "--features", "window", "--target", self.triple];
        let text = output("cargo", &[tree.as_slice(), rest.as_slice()].concat()).context("`cargo tree` failed")?;
        // Those of this project have a path behind their version.
        let lines = text.lines().map(|line| line.trim_end_matches(" (*)")).filter(|line| !line.ends_with(')'));
        Ok(lines.filter_map(|line| line.split_once(" v")).map(|(name, version)| format!("{name} {version}")).collect())
    }
}

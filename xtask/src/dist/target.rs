//! The systems that archives are made for.

use anyhow::{Context, Result, bail};

use crate::c::Naming;
use crate::packages;

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

    /// How its libraries are called.
    pub fn naming(&self) -> Naming {
        match self.system {
            System::Linux { .. } => Naming::Linux,
            System::Windows => Naming::Windows,
            System::MacOs => Naming::MacOs,
        }
    }

    /// How the names of the programs begin that read and change its libraries: `ar`, `strip`.
    ///
    /// # Errors
    /// They are missing and can't be installed.
    pub fn binutils(&self) -> Result<&'static str> {
        let (name, package) = match self.system {
            System::Linux { libraries, .. } => (libraries, format!("binutils-{}", libraries.replace('_', "-"))),
            System::Windows => ("x86_64-w64-mingw32", "binutils-mingw-w64-x86-64".to_owned()),
            System::MacOs => bail!("libraries for macOS are not made"),
        };
        packages::ensure(&[(&format!("{name}-strip"), &package)])?;
        Ok(name)
    }
}

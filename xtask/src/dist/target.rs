//! The systems for which archives are made.

use anyhow::{Context, Result, bail};

use crate::c::Naming;
use crate::packages;

/// A system for which a program is built.
pub struct Target {
    /// The compiler's name of the target.
    pub triple: &'static str,
    /// The naming of libraries, which identifies the system.
    pub naming: Naming,
    /// Details of a Linux target, where programs use the system's SDL2. On other systems SDL2 is
    /// part of the program.
    pub linux: Option<Linux>,
}

/// A Linux with glibc.
pub struct Linux {
    /// Debian's name of the processor.
    pub debian: &'static str,
    /// Debian's name of the library folder.
    pub libraries: &'static str,
    /// The program that emulates the processor on other machines.
    pub emulator: &'static str,
}

const fn linux(
    triple: &'static str,
    debian: &'static str,
    libraries: &'static str,
    emulator: &'static str,
) -> Target {
    Target {
        triple,
        naming: Naming::Linux,
        linux: Some(Linux {
            debian,
            libraries,
            emulator,
        }),
    }
}

/// All targets.
static TARGETS: [Target; 6] = [
    linux(
        "x86_64-unknown-linux-gnu",
        "amd64",
        "x86_64-linux-gnu",
        "qemu-x86_64",
    ),
    linux(
        "aarch64-unknown-linux-gnu",
        "arm64",
        "aarch64-linux-gnu",
        "qemu-aarch64",
    ),
    linux(
        "armv7-unknown-linux-gnueabihf",
        "armhf",
        "arm-linux-gnueabihf",
        "qemu-arm",
    ),
    Target {
        triple: "x86_64-pc-windows-gnu",
        naming: Naming::Windows,
        linux: None,
    },
    Target {
        triple: "x86_64-apple-darwin",
        naming: Naming::MacOs,
        linux: None,
    },
    Target {
        triple: "aarch64-apple-darwin",
        naming: Naming::MacOs,
        linux: None,
    },
];

/// The targets of the handhelds' package, in the order of [`xtask::portmaster::PROCESSORS`].
pub const HANDHELDS: [&str; 2] = ["aarch64-unknown-linux-gnu", "armv7-unknown-linux-gnueabihf"];

impl Target {
    /// Returns the target of this name.
    ///
    /// # Errors
    /// Returns an error if there is no such target.
    pub fn named(triple: &str) -> Result<&'static Self> {
        let names = || TARGETS.each_ref().map(|target| target.triple).join(", ");
        let found = TARGETS.iter().find(|target| target.triple == triple);
        found.with_context(|| format!("expected a target out of {}, found `{triple}`", names()))
    }

    /// Returns the file name of the program.
    pub fn program(&self) -> &'static str {
        if self.naming == Naming::Windows {
            "wardrobe.exe"
        } else {
            "wardrobe"
        }
    }

    /// Returns the prefix of the names of the binary utilities for this target, such as `ar` and
    /// `strip`.
    ///
    /// # Errors
    /// Returns an error if they are missing and cannot be installed.
    pub fn binutils(&self) -> Result<&'static str> {
        let (name, package) = match (&self.linux, self.naming) {
            (Some(Linux { libraries, .. }), _) => (
                *libraries,
                format!("binutils-{}", libraries.replace('_', "-")),
            ),
            (None, Naming::Windows) => {
                ("x86_64-w64-mingw32", "binutils-mingw-w64-x86-64".to_owned())
            }
            (None, _) => bail!("libraries for macOS are not made"),
        };
        packages::ensure(&[(&format!("{name}-strip"), &package)])?;
        Ok(name)
    }
}

//! The systems that archives are made for.

use anyhow::{Context, Result, bail};

use crate::c::Naming;
use crate::packages;

/// What a program is built for.
pub struct Target {
    /// The compiler's name of it.
    pub triple: &'static str,
    /// How the system calls its libraries, which tells it.
    pub naming: Naming,
    /// More of Linux, where programs take the system's own SDL2; on others it is in the program.
    pub linux: Option<Linux>,
}

/// A Linux with glibc.
pub struct Linux {
    /// Debian's name of the processor.
    pub debian: &'static str,
    /// Debian's folder of its libraries.
    pub libraries: &'static str,
    /// What runs its programs on another processor.
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

/// All of them.
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
    /// The target of this name.
    ///
    /// # Errors
    /// There is none.
    pub fn named(triple: &str) -> Result<&'static Self> {
        let names = || TARGETS.each_ref().map(|target| target.triple).join(", ");
        let found = TARGETS.iter().find(|target| target.triple == triple);
        found.with_context(|| format!("expected a target out of {}, found `{triple}`", names()))
    }

    /// The program's name.
    pub fn program(&self) -> &'static str {
        if self.naming == Naming::Windows {
            "wardrobe.exe"
        } else {
            "wardrobe"
        }
    }

    /// How the names of the programs begin that read and change its libraries: `ar`, `strip`.
    ///
    /// # Errors
    /// They are missing and can't be installed.
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

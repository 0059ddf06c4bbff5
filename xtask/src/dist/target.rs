//! The systems for which archives are made. The programs and libraries that these builds need are
//! installed from the machine's own package sources.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::WORK;
use crate::c::LibraryNaming;
use crate::packages::Sudo;
use crate::toolchain::output;
use crate::{packages, sdl};

/// A system for which a program is built.
pub struct BuildTarget {
    /// The compiler's name of the target.
    pub triple: &'static str,
    /// The naming of libraries, which identifies the system.
    pub naming: LibraryNaming,
    /// Details of a Linux with glibc, where programs use the system's SDL2. On Windows and macOS
    /// SDL2 is part of the program; for Linux with musl no program is made.
    pub linux: Option<LinuxTarget>,
}

/// A Linux with glibc.
pub struct LinuxTarget {
    /// Debian's name of the processor.
    pub debian: &'static str,
    /// Debian's name of the library folder.
    pub libraries: &'static str,
    /// The program that emulates the processor on other machines.
    pub emulator: &'static str,
}

impl LinuxTarget {
    /// Returns the folders of the libraries in the system of this processor, whose root folder is
    /// `root`. The emulated loader searches for some libraries only in the given folders.
    pub fn library_folders(&self, root: &Path) -> [PathBuf; 2] {
        ["usr/lib", "lib"].map(|folder| root.join(folder).join(self.libraries))
    }
}

const fn linux(
    triple: &'static str,
    debian: &'static str,
    libraries: &'static str,
    emulator: &'static str,
) -> BuildTarget {
    BuildTarget {
        triple,
        naming: LibraryNaming::Linux,
        linux: Some(LinuxTarget {
            debian,
            libraries,
            emulator,
        }),
    }
}

/// Returns a Linux with musl, for which only wheels are made.
const fn musl(triple: &'static str) -> BuildTarget {
    BuildTarget {
        triple,
        naming: LibraryNaming::Linux,
        linux: None,
    }
}

/// All targets.
static TARGETS: [BuildTarget; 8] = [
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
    musl("x86_64-unknown-linux-musl"),
    musl("aarch64-unknown-linux-musl"),
    BuildTarget {
        triple: "x86_64-pc-windows-gnu",
        naming: LibraryNaming::Windows,
        linux: None,
    },
    BuildTarget {
        triple: "x86_64-apple-darwin",
        naming: LibraryNaming::MacOs,
        linux: None,
    },
    BuildTarget {
        triple: "aarch64-apple-darwin",
        naming: LibraryNaming::MacOs,
        linux: None,
    },
];

/// The targets of the handhelds' package, in the order of [`xtask::portmaster::PROCESSORS`].
pub const HANDHELDS: [&str; 2] = ["aarch64-unknown-linux-gnu", "armv7-unknown-linux-gnueabihf"];

impl BuildTarget {
    /// Returns the target of this name.
    ///
    /// # Errors
    /// Returns an error if there is no such target.
    pub fn named(triple: &str) -> Result<&'static Self> {
        let names = || TARGETS.each_ref().map(|target| target.triple).join(", ");
        let found = TARGETS.iter().find(|target| target.triple == triple);
        found.with_context(|| format!("expected a target out of {}, found `{triple}`", names()))
    }

    /// Returns `true` for a Linux with musl.
    pub fn is_musl(&self) -> bool {
        self.naming == LibraryNaming::Linux && self.linux.is_none()
    }

    /// Returns the file name of the program.
    pub fn program(&self) -> &'static str {
        if self.naming == LibraryNaming::Windows {
            "wardrobe.exe"
        } else {
            "wardrobe"
        }
    }

    /// Returns the prefix of the names of the binary utilities for this target, such as `ar` and
    /// `strip`.
    ///
    /// # Errors
    /// Returns an error if the binary utilities are missing and cannot be installed.
    pub fn binutils(&self) -> Result<&'static str> {
        let (name, package) = match (&self.linux, self.naming) {
            (Some(LinuxTarget { libraries, .. }), _) => (
                *libraries,
                format!("binutils-{}", libraries.replace('_', "-")),
            ),
            (None, LibraryNaming::Windows) => {
                ("x86_64-w64-mingw32", "binutils-mingw-w64-x86-64".to_owned())
            }
            (None, _) => bail!("{}: expected Linux with glibc or Windows", self.triple),
        };
        packages::ensure(&[(&format!("{name}-strip"), &package)])?;
        Ok(name)
    }
}

/// The versions of the linker, of its adapter for cargo, and of the tool that makes wheels. They
/// are fixed because other versions produce archives with other bytes.
const TOOLS: [&str; 3] = [
    "ziglang==0.17.1",
    "cargo-zigbuild==0.24.0",
    "maturin==1.16.0",
];

/// The libraries with which a Linux program is linked and checked.
pub struct LinuxLibraries {
    /// The folder with `libSDL2-2.0.so.0`.
    pub folder: PathBuf,
    /// The folder with SDL's headers.
    pub headers: PathBuf,
    /// The root folder of the other processor's system; `None` for this machine's processor.
    pub root: Option<PathBuf>,
}

impl LinuxLibraries {
    /// Returns the libraries of a Linux system. For this machine's processor, they are the
    /// installed libraries; for another processor, they are Debian's packages, unpacked below
    /// `target`.
    ///
    /// # Errors
    /// Returns an error if the packages cannot be downloaded.
    pub fn for_target(target: &BuildTarget) -> Result<Self> {
        let Some(LinuxTarget {
            debian,
            libraries,
            emulator,
        }) = &target.linux
        else {
            bail!("{}: expected a Linux with glibc", target.triple)
        };
        packages::ensure(&[("readelf", "binutils")])?;
        if output("dpkg", &["--print-architecture"]).is_some_and(|own| own.trim() == *debian) {
            sdl::ensure(Sudo::Forbidden)?;
            let variable = |name: &str| {
                let told = output("pkg-config", &[&format!("--variable={name}"), "sdl2"]);
                told.map(|told| PathBuf::from(told.trim()))
                    .with_context(|| format!("pkg-config does not tell {name}"))
            };
            return Ok(Self {
                folder: variable("libdir")?,
                headers: variable("includedir")?.join("SDL2"),
                root: None,
            });
        }
        packages::ensure(&[("mmdebstrap", "mmdebstrap"), (emulator, "qemu-user")])?;
        let root = Path::new(WORK).join(format!("root-{debian}"));
        if !root.exists() {
            unpack(&root, debian)?;
        }
        let root = fs::canonicalize(root)?;
        let folder = root.join("usr/lib").join(libraries);
        Ok(Self {
            folder,
            headers: root.join("usr/include/SDL2"),
            root: Some(root),
        })
    }
}

/// Unpacks SDL2, Python and their dependencies for another processor into a folder. If this fails,
/// the folder does not exist.
fn unpack(root: &Path, debian: &str) -> Result<()> {
    let part = root.with_extension("part");
    if part.exists() {
        fs::remove_dir_all(&part)?;
    }
    let release = fs::read_to_string("/etc/os-release").context("/etc/os-release")?;
    let suite = release
        .lines()
        .find_map(|line| line.strip_prefix("VERSION_CODENAME="));
    let suite = suite.context("expected VERSION_CODENAME in /etc/os-release")?;
    // The tests of the wheel need Python.
    let include = ["libsdl2-dev", "libc6", "libgcc-s1", "python3"]
        .map(|package| format!("{package}:{debian}"))
        .join(",");
    let mut unpack = Command::new("mmdebstrap");
    // mmdebstrap runs programs of the architecture that is named first. This machine's architecture
    // is named first, so that no emulator is needed.
    let own =
        output("dpkg", &["--print-architecture"]).context("dpkg does not tell the processor")?;
    unpack
        .arg("--variant=extract")
        .arg(format!("--architectures={},{debian}", own.trim()));
    // While a mirror is being updated, some of its package lists may be inconsistent, and
    // mmdebstrap would fail. Therefore errors of `apt-get update` are ignored. If a package is then
    // missing from the lists, its installation fails.
    unpack.args([
        "--skip=update",
        "--setup-hook=APT_CONFIG=\"$MMDEBSTRAP_APT_CONFIG\" apt-get update -q || true",
    ]);
    unpack
        .arg(format!("--include={include}"))
        .arg(suite)
        .arg(&part)
        .args(sources()?);
    crate::step(&mut unpack)?;
    Ok(fs::rename(part, root)?)
}

/// Returns the files that list this machine's package sources.
fn sources() -> Result<Vec<PathBuf>> {
    let listed = fs::read_dir("/etc/apt/sources.list.d")
        .into_iter()
        .flatten()
        .map(|entry| Ok(entry?.path()));
    let mut files = listed
        .chain([Ok("/etc/apt/sources.list".into())])
        .collect::<Result<Vec<PathBuf>>>()?;
    let is_read = |file: &PathBuf| {
        file.exists()
            && file
                .extension()
                .is_some_and(|ending| ending == "list" || ending == "sources")
    };
    files.retain(is_read);
    files.sort();
    Ok(files)
}

/// Returns the folder with `cargo-zigbuild`, `maturin` and a Python with the linker.
///
/// # Errors
/// Returns an error if they cannot be installed.
pub fn build_tools() -> Result<PathBuf> {
    let python = fs::canonicalize(".")?.join(WORK).join("tools/python");
    let bin = python.join("bin");
    if !bin.join("cargo-zigbuild").exists() || !bin.join("maturin").exists() {
        // The Python module for such environments is in a separate package of Debian.
        if output("python3", &["-c", "import ensurepip, venv"]).is_none() {
            packages::debian(&["python3", "python3-venv"])?;
        }
        crate::step(Command::new("python3").args(["-m", "venv"]).arg(&python))?;
        crate::step(
            Command::new(bin.join("pip"))
                .args(["install", "--quiet"])
                .args(TOOLS),
        )?;
    }
    Ok(bin)
}

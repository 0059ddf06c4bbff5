//! The library for C: built and put into a prefix, or into an archive, as packages of C libraries
//! are.

pub mod trial;

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use xtask::archive::{self, Entry, Kind, Time};

use crate::{cargo, step};

/// Where it goes when nothing is said.
const PREFIX: &str = "target/c";
/// The version of the border: programs that were linked with another are not run with it.
const ABI: u32 = 0;
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// What a linker for Windows is told besides: `cargo` names the library otherwise.
const WINDOWS_NAME: &str = "target/c-windows.def";
const SOURCES: &str = "bindings/c";

/// How a system calls its libraries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// `lib*.so` with versions.
    Linux,
    /// `*.dll` and a library to import it.
    Windows,
    /// `lib*.dylib`.
    MacOs,
}

impl Naming {
    /// That of this machine.
    const HOST: Self = if cfg!(windows) {
        Self::Windows
    } else if cfg!(target_os = "macos") {
        Self::MacOs
    } else {
        Self::Linux
    };

    /// What cargo builds, and its paths in the prefix. A library for Windows is built by one of two
    /// toolchains.
    pub fn files(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Linux => &[
                ("libscumm_c.a", "lib/libwardrobe.a"),
                (
                    "libscumm_c.so",
                    concat!("lib/libwardrobe.so.", env!("CARGO_PKG_VERSION")),
                ),
            ],
            Self::MacOs => &[
                ("libscumm_c.a", "lib/libwardrobe.a"),
                ("libscumm_c.dylib", "lib/libwardrobe.dylib"),
            ],
            Self::Windows => &[
                ("libscumm_c.a", "lib/libwardrobe.a"),
                ("scumm_c.lib", "lib/wardrobe.lib"),
                ("scumm_c.dll", "bin/wardrobe.dll"),
                ("libscumm_c.dll.a", "lib/libwardrobe.dll.a"),
                ("scumm_c.dll.lib", "lib/wardrobe.dll.lib"),
            ],
        }
    }

    /// What a program needs that takes the static library: `rustc --print native-static-libs` tells
    /// it.
    fn private(self) -> &'static str {
        match self {
            Self::Linux => "-lgcc_s -lpthread -ldl -lm",
            Self::MacOs => "-lpthread -ldl -lm",
            Self::Windows => "-lntdll -luserenv -lws2_32",
        }
    }
}

/// Builds shared and static library and installs them with header and pkg-config file.
///
/// # Errors
/// It does not build, or the prefix can't be written.
pub fn run(prefix: Option<&Path>) -> Result<()> {
    let prefix = prefix.unwrap_or(Path::new(PREFIX));
    let mut cargo = cargo();
    cargo.args(["rustc", "--release"]);
    step(library(&mut cargo, Naming::HOST)?)?;
    install(prefix, &built().join("release"))
        .with_context(|| format!("cannot install into {}", prefix.display()))?;
    println!("{}", prefix.display());
    Ok(())
}

/// Builds the library quickly, packs it as `dist` does, and runs the examples with what is in the
/// archive.
///
/// # Errors
/// It does not build, or an example does not do what it should.
pub fn test() -> Result<()> {
    let mut cargo = cargo();
    cargo.arg("rustc");
    step(library(&mut cargo, Naming::HOST)?)?;
    let archive = archive::tar_gz(
        &archived(Naming::HOST, &built().join("debug"))?,
        Time::of_commit(Path::new("."))?,
    )?;
    trial::run(&archive, Naming::HOST, "cc", |program, libraries| {
        let mut command = Command::new(program);
        command
            .env("LD_LIBRARY_PATH", libraries)
            .env("DYLD_LIBRARY_PATH", libraries);
        command
    })
    .map(|_| ())
}

/// Where cargo builds for this machine.
fn built() -> std::path::PathBuf {
    env::var_os("CARGO_TARGET_DIR")
        .unwrap_or_else(|| "target".into())
        .into()
}

/// Completes a command that begins with `cargo rustc`: both libraries are built.
///
/// # Errors
/// A file that the linker reads can't be written.
pub fn library(rustc: &mut Command, naming: Naming) -> Result<&mut Command> {
    rustc.args([
        "--package",
        "scumm-c",
        "--lib",
        "--crate-type",
        "cdylib,staticlib",
    ]);
    match naming {
        Naming::Linux => {
            rustc.args([
                "--",
                "-C",
                &format!("link-arg=-Wl,-soname,libwardrobe.so.{ABI}"),
            ]);
        }
        Naming::Windows if !cfg!(target_env = "msvc") => {
            // A program asks Windows for the library by the name in it, whatever the file is
            // called.
            fs::create_dir_all("target")?;
            fs::write(WINDOWS_NAME, "LIBRARY \"wardrobe.dll\"\n")?;
            let file = fs::canonicalize(WINDOWS_NAME)?;
            rustc.args(["--", "-C", &format!("link-arg={}", file.display())]);
        }
        Naming::Windows | Naming::MacOs => {}
    }
    Ok(rustc)
}

/// The files of a prefix, out of those in the folder `built`; `prefix` is what the pkg-config file
/// takes for it.
fn installed(naming: Naming, built: &Path, prefix: &str) -> Result<Vec<Entry>> {
    let header = Path::new(SOURCES).join("include/wardrobe.h");
    let mut entries = vec![
        Entry::file("include/wardrobe.h", &header)?,
        Entry::new("lib/pkgconfig/wardrobe.pc", pkg_config(prefix, naming)),
    ];
    for (from, to) in naming
        .files()
        .iter()
        .filter(|(from, _)| built.join(from).exists())
    {
        entries.push(Entry::file(*to, &built.join(from))?);
    }
    ensure!(
        entries.len() > 3,
        "{}: expected a shared and a static library",
        built.display()
    );
    if naming == Naming::Linux {
        for name in [format!("libwardrobe.so.{ABI}"), "libwardrobe.so".to_owned()] {
            let to = format!("libwardrobe.so.{VERSION}");
            entries.push(Entry {
                kind: Kind::Link,
                ..Entry::new(format!("lib/{name}"), to)
            });
        }
    }
    Ok(entries)
}

/// The files of an archive, which works wherever it is unpacked.
///
/// # Errors
/// Something is missing in the folder `built`.
pub fn archived(naming: Naming, built: &Path) -> Result<Vec<Entry>> {
    let mut entries = installed(naming, built, "${pcfiledir}/../..")?;
    entries.extend(Entry::files(
        Path::new(SOURCES),
        &["README.md", "examples/costume.c", "examples/walk.c"],
    )?);
    Ok(entries)
}

fn install(prefix: &Path, built: &Path) -> Result<()> {
    let place = std::path::absolute(prefix)?;
    for entry in installed(Naming::HOST, built, &place.display().to_string())? {
        let path = prefix.join(&entry.name);
        fs::create_dir_all(path.with_file_name(""))?;
        #[cfg(unix)]
        if entry.kind == Kind::Link {
            let _ = fs::remove_file(&path);
            std::os::unix::fs::symlink(std::str::from_utf8(&entry.data)?, path)?;
            continue;
        }
        fs::write(path, entry.data)?;
    }
    Ok(())
}

fn pkg_config(prefix: &str, naming: Naming) -> String {
    format!(
        "prefix={prefix}\nlibdir=${{prefix}}/lib\nincludedir=${{prefix}}/include\n\nName: wardrobe\n\
         Description: The costumes and stages of SCUMM games\nVersion: {VERSION}\nLibs: -L${{libdir}} -lwardrobe\n\
         Libs.private: {}\nCflags: -I${{includedir}}\n",
        naming.private()
    )
}

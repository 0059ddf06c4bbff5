//! Builds optimised and stripped programs and libraries for a target, without traces of the machine
//! that builds them, and checks them.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, bail, ensure};

use super::WORK;
use super::target::{BuildTarget, LinuxLibraries, build_tools};
use crate::c::LibraryNaming;
use crate::toolchain::output;
use crate::{c, new_folder, packages, printed, python, sdl, toolchain};

/// The oldest glibc version that a Linux program supports.
const GLIBC: &str = "2.28";
/// The systems with musl that a wheel supports, in the words of Python's package index.
const MUSL: &str = "musllinux_1_2";
/// The linker for Windows, by its name in Debian's packages.
pub const MINGW: &str = "x86_64-w64-mingw32-gcc";
/// The C++ compiler for Windows, by its name in Debian's packages.
const MINGW_CPP: &str = "x86_64-w64-mingw32-g++";
/// The newest glibc version that a program may need: the oldest version in PortMaster's table of
/// devices.
const NEWEST_GLIBC: &str = "2.30";
/// The newest SDL2 version that a program may need: the oldest version that handhelds ship.
const NEWEST_SDL: &str = "2.0.18";

/// Builds the program and returns its path.
///
/// # Errors
/// Returns an error if a tool is missing and cannot be installed, if a tool fails, or if the
/// program does not pass the checks.
pub fn program(target: &BuildTarget) -> Result<PathBuf> {
    let mut flags = Vec::new();
    match target.naming {
        LibraryNaming::Linux => {
            let libraries = LinuxLibraries::for_target(target)?;
            let folder = Path::new(WORK).join("sdl").join(target.triple);
            // The folder contains only SDL2 itself, so that no other library of the system is
            // linked. The path is the same in each checkout.
            fs::create_dir_all(&folder)?;
            fs::copy(
                libraries.folder.join("libSDL2-2.0.so.0"),
                folder.join("libSDL2.so"),
            )
            .context("SDL2's library")?;
            flags.push(format!("-L native={}", folder.display()));
        }
        LibraryNaming::Windows => packages::ensure(&[
            (MINGW_CPP, "g++-mingw-w64-x86-64"),
            ("cmake", "cmake"),
            ("make", "make"),
        ])?,
        LibraryNaming::MacOs => flags.push(sdl::BUNDLED.to_owned()),
    }
    let mut cargo = cargo(target, "build", flags)?;
    crate::step(cargo.args(["--package", "wardrobe", "--features", "window"]))?;

    let program = built(target).join(target.program());
    names_no_folder(&program)?;
    if let LibraryNaming::Linux = target.naming {
        runs_on_old_systems(&program, &LinuxLibraries::for_target(target)?)?;
    }
    Ok(program)
}

/// Builds both C libraries and returns their folder.
///
/// # Errors
/// Returns an error as [`program`] does.
pub fn library(target: &BuildTarget) -> Result<PathBuf> {
    let mut cargo = cargo(target, "rustc", Vec::new())?;
    crate::step(c::library(&mut cargo, target.naming)?)?;
    // Stripping works on copies. If cargo does not rebuild a library, the next run would otherwise
    // strip it a second time, and its bytes would change.
    let folder = Path::new(WORK).join("c").join(target.triple);
    new_folder(&folder)?;
    for (name, _) in target
        .naming
        .files()
        .iter()
        .filter(|(name, _)| built(target).join(name).exists())
    {
        fs::copy(built(target).join(name), folder.join(name))?;
    }
    let archive = folder.join("libscumm_c.a");
    stripped(target, &archive)?;
    names_no_folder(&archive)?;
    let shared = folder.join(if target.naming == LibraryNaming::Windows {
        "scumm_c.dll"
    } else {
        "libscumm_c.so"
    });
    check_library(target, &shared)?;
    Ok(folder)
}

/// Removes parts of a static library that no program needs; the standard library has many of them.
fn stripped(target: &BuildTarget, library: &Path) -> Result<()> {
    let tools = target.binutils()?;
    let ar = format!("{tools}-ar");
    let path = library.to_str().context("the path is no text")?;
    let names = printed(Command::new(&ar).args(["t", path]))?;
    let debugging: Vec<&str> = names
        .lines()
        .filter(|name| name.ends_with(".dwo"))
        .collect();
    if !debugging.is_empty() {
        eprintln!(
            "xtask: {ar} dD {path}: {} files for debuggers",
            debugging.len()
        );
        printed(Command::new(&ar).args(["dD", path]).args(debugging))?;
    }
    // The standard library also contains code for link-time optimisation with Rust programs.
    let strip = [
        "--enable-deterministic-archives",
        "--strip-debug",
        "--remove-section=.llvmbc",
        "--remove-section=.llvmcmd",
    ];
    crate::step(Command::new(format!("{tools}-strip")).args(strip).arg(path))
}

/// Builds the Python wheel and returns its path.
///
/// # Errors
/// Returns an error as [`program`] does.
pub fn wheel(target: &BuildTarget) -> Result<PathBuf> {
    let mut maturin = Command::new(build_tools()?.join("maturin"));
    maturin.args(["build", "--release", "--target", target.triple]);
    // maturin sets other environment variables for cargo. If the wheel and the C library shared a
    // target folder, each build would rebuild everything.
    maturin.args(["--target-dir", &format!("{WORK}/build-python")]);
    if let LibraryNaming::Linux = target.naming {
        let systems = if target.is_musl() {
            MUSL.to_owned()
        } else {
            format!("manylinux_{}", GLIBC.replace('.', "_"))
        };
        maturin.args(["--zig", "--compatibility", &systems]);
    }
    prepare(&mut maturin, target, Vec::new())?;
    python::wheel(
        &mut maturin,
        &Path::new(WORK).join("wheel").join(target.triple),
    )
}

/// Makes the package of the Python sources and returns its path.
///
/// # Errors
/// Returns an error if maturin cannot be installed or fails.
pub fn python_sources() -> Result<PathBuf> {
    let mut maturin = Command::new(build_tools()?.join("maturin"));
    python::sources(maturin.arg("sdist"), &Path::new(WORK).join("wheel/sources"))
}

/// Checks a shared library for this target.
///
/// # Errors
/// Returns an error if the library contains the name of a folder of this machine, if it needs a
/// newer glibc than `GLIBC`, or if a library for musl needs glibc.
pub fn check_library(target: &BuildTarget, library: &Path) -> Result<()> {
    names_no_folder(library)?;
    if target.is_musl() {
        needs_only_musl(library)
    } else if target.naming == LibraryNaming::Linux {
        needs_glibc(library, GLIBC)
    } else {
        Ok(())
    }
}

/// Returns the folder of cargo's build results.
fn built(target: &BuildTarget) -> PathBuf {
    Path::new(WORK)
        .join("build")
        .join(target.triple)
        .join("release")
}

/// Returns the command `cargo build` or `cargo rustc` (by `verb`), without arguments that select
/// the package.
fn cargo(target: &BuildTarget, verb: &str, flags: Vec<String>) -> Result<Command> {
    let (mut cargo, verb, triple) = match target.naming {
        LibraryNaming::Linux => {
            let verb = if verb == "build" { "zigbuild" } else { verb };
            (
                Command::new(build_tools()?.join("cargo-zigbuild")),
                verb,
                format!("{}.{GLIBC}", target.triple),
            )
        }
        LibraryNaming::Windows | LibraryNaming::MacOs => {
            (crate::cargo(), verb, target.triple.to_owned())
        }
    };
    cargo.args([
        verb,
        "--target",
        &triple,
        "--release",
        "--target-dir",
        &format!("{WORK}/build"),
    ]);
    prepare(&mut cargo, target, flags)?;
    Ok(cargo)
}

/// Sets the compiler, the linker and the compiler flags for cargo, or for a program that calls
/// cargo. The common flags are added to `flags`.
fn prepare(command: &mut Command, target: &BuildTarget, mut flags: Vec<String>) -> Result<()> {
    let compiler = toolchain::compiler(target.triple)?;
    flags.push("-C strip=symbols".to_owned());
    match target.naming {
        LibraryNaming::Linux => {
            let caches = fs::canonicalize(WORK)?.join("cache");
            command
                .env("ZIG_GLOBAL_CACHE_DIR", caches.join("zig"))
                .env("CARGO_ZIGBUILD_CACHE_DIR", caches);
            let paths = env::var_os("PATH").unwrap_or_default();
            command.env(
                "PATH",
                env::join_paths([build_tools()?].into_iter().chain(env::split_paths(&paths)))?,
            );
        }
        LibraryNaming::Windows => {
            packages::ensure(&[(MINGW, "gcc-mingw-w64-x86-64")])?;
            flags.push("-C link-arg=-Wl,--no-insert-timestamp".to_owned());
            flags.push(format!("-C dlltool={}", windows_dlltool()?.display()));
            command.env(
                "CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER",
                windows_linker()?,
            );
            // Without these variables the builds of C sources would take the linker as a compiler.
            command.env("CC_x86_64_pc_windows_gnu", MINGW);
            command.env("CXX_x86_64_pc_windows_gnu", MINGW_CPP);
        }
        LibraryNaming::MacOs => {}
    }
    let homes = toolchain::homes()?;
    flags.extend(toolchain::remap_flags(&homes));
    // The messages in SDL's own C sources contain file names. This compiler flag shortens them.
    let names = homes
        .iter()
        .map(|(path, name)| format!("-ffile-prefix-map={}={name}", path.display()));
    command.env(
        format!("CFLAGS_{}", target.triple.replace('-', "_")),
        names.collect::<Vec<_>>().join(" "),
    );
    command.env(toolchain::flags_variable(target.triple), flags.join(" "));
    command.arg("--locked");
    compiler.prepare(command, "std,panic_unwind");
    Ok(())
}

/// Writes a program that links for Windows. The linker sorts imports by the paths of its input
/// files. This program makes the paths below the checkout relative, so that the order does not
/// depend on the location of the checkout.
fn windows_linker() -> Result<PathBuf> {
    let root = fs::canonicalize(".")?;
    let linker = root.join(WORK).join("windows-gcc");
    let script = format!(
        "#!/bin/bash\n# Links for Windows, with paths relative to the checkout.\ncd '{0}' || exit\nexec {MINGW} \"${{@//'{0}/'/}}\"\n",
        root.display()
    );
    fs::write(&linker, script)?;
    crate::make_executable(&linker)?;
    Ok(linker)
}

/// The text of the program that makes import libraries for Windows. The symbols of an import
/// library contain its path as it is passed to `dlltool`, and the compiler passes a path with a
/// random folder. This program passes only the name.
const WINDOWS_DLLTOOL: &str = r#"#!/bin/bash
# Makes an import library whose symbols do not contain its folder.
arguments=("$@")
for ((i = 0; i < $#; i++)); do
    if [ "${arguments[i]}" = -l ]; then
        library=${arguments[i + 1]}
        cd "$(dirname "$library")" || exit
        arguments[i + 1]=$(basename "$library")
    fi
done
exec x86_64-w64-mingw32-dlltool "${arguments[@]}"
"#;

/// Writes the program that makes import libraries for Windows, and returns its path.
fn windows_dlltool() -> Result<PathBuf> {
    let dlltool = fs::canonicalize(".")?.join(WORK).join("windows-dlltool");
    fs::write(&dlltool, WINDOWS_DLLTOOL)?;
    crate::make_executable(&dlltool)?;
    Ok(dlltool)
}

/// Returns a command that runs the program as built for this machine, without its window.
pub fn host() -> Command {
    let mut cargo = crate::cargo();
    cargo.args(["run", "--quiet", "--locked", "--package", "wardrobe", "--"]);
    cargo
}

/// Checks that a program or a WebAssembly module does not contain the name of a folder of this
/// machine.
///
/// # Errors
/// Returns an error if the file contains such a name.
pub fn names_no_folder(program: &Path) -> Result<()> {
    let bytes = fs::read(program).with_context(|| program.display().to_string())?;
    let mut names = toolchain::homes()?
        .map(|(folder, _)| folder.to_string_lossy().into_owned())
        .to_vec();
    // In symbols an underscore replaces most characters.
    let work = fs::canonicalize(".")?.join(WORK);
    names.push(
        work.to_string_lossy()
            .replace(|c: char| !c.is_ascii_alphanumeric(), "_"),
    );
    for name in names {
        let is_named = bytes
            .windows(name.len())
            .any(|window| window == name.as_bytes());
        ensure!(
            !is_named,
            "{}: the file contains the folder {name}, so its bytes depend on the machine",
            program.display()
        );
    }
    Ok(())
}

/// Checks that a Linux program loads the system's SDL2, and needs no newer glibc or SDL2 than old
/// systems have.
///
/// # Errors
/// Returns an error if the check fails.
fn runs_on_old_systems(program: &Path, libraries: &LinuxLibraries) -> Result<()> {
    let path = program.display();
    let read = |what: &str| readelf(what, program);
    let is_sdl = |line: &str| line.contains("NEEDED") && line.contains("libSDL2-2.0.so.0");
    ensure!(
        read("--dynamic")?.lines().any(is_sdl),
        "{path}: it does not load SDL2 from the system"
    );
    needs_glibc(program, NEWEST_GLIBC)?;
    let since = sdl_functions(&libraries.headers)?;
    let symbols = read("--dyn-syms")?;
    for line in symbols.lines().filter(|line| line.contains(" UND ")) {
        let Some(name) = line
            .split_whitespace()
            .last()
            .filter(|name| name.starts_with("SDL_"))
        else {
            continue;
        };
        let version = since.get(name).map_or("2.0.0", String::as_str);
        if compare_versions(version, NEWEST_SDL).is_gt() {
            bail!("{path}: it needs {name} of SDL {version}, expected {NEWEST_SDL} or older");
        }
    }
    eprintln!("xtask: {path}: SDL 2 up to {NEWEST_SDL}");
    Ok(())
}

/// Checks that a Linux program or library does not need a newer glibc than `newest`.
///
/// # Errors
/// Returns an error if the file needs a newer glibc, or if the file cannot be read.
fn needs_glibc(program: &Path, newest: &str) -> Result<()> {
    let versions = readelf("--version-info", program)?;
    let glibc = versions
        .split_whitespace()
        .filter_map(|word| word.strip_prefix("GLIBC_"));
    let glibc = glibc
        .max_by(|a, b| compare_versions(a, b))
        .context("expected versions of glibc")?;
    let path = program.display();
    ensure!(
        compare_versions(glibc, newest).is_le(),
        "{path}: it needs glibc {glibc}, expected {newest} or older"
    );
    eprintln!("xtask: {path}: glibc {glibc}");
    Ok(())
}

/// Checks that a library needs no other library than musl.
///
/// # Errors
/// Returns an error if the library needs another library, or if the file cannot be read.
fn needs_only_musl(library: &Path) -> Result<()> {
    let entries = readelf("--dynamic", library)?;
    for line in entries.lines().filter(|line| line.contains("(NEEDED)")) {
        ensure!(
            line.contains("[libc.so]"),
            "{}: expected no library but libc.so, found {}",
            library.display(),
            line.trim()
        );
    }
    Ok(())
}

/// Returns the output of `readelf` for a program.
fn readelf(what: &str, program: &Path) -> Result<String> {
    let path = program.to_str().context("the path is no text")?;
    output("readelf", &["--wide", what, path]).with_context(|| format!("readelf can't read {path}"))
}

/// Returns SDL's functions with the version in which each was added. In the headers, a comment
/// before the function names the version.
fn sdl_functions(headers: &Path) -> Result<BTreeMap<String, String>> {
    let mut functions = BTreeMap::new();
    for entry in fs::read_dir(headers).with_context(|| headers.display().to_string())? {
        let text = fs::read_to_string(entry?.path())?;
        let mut since = None;
        for line in text.lines() {
            if line.contains("/**") {
                since = None;
            } else if let Some((_, version)) = line.split_once("since SDL ") {
                since = Some(
                    version
                        .split_whitespace()
                        .next()
                        .unwrap_or_default()
                        .trim_end_matches('.')
                        .to_owned(),
                );
            } else if let Some((_, function)) = line.split_once("SDLCALL ") {
                if let (Some((name, _)), Some(version)) = (function.split_once('('), &since) {
                    functions.insert(name.trim().to_owned(), version.clone());
                }
            }
        }
    }
    let path = headers.display();
    ensure!(
        !functions.is_empty(),
        "{path}: no header states the version in which a function was added"
    );
    Ok(functions)
}

/// Compares two versions of numbers and dots.
fn compare_versions(a: &str, b: &str) -> Ordering {
    let numbers = |version: &str| -> Vec<u32> {
        version
            .split('.')
            .map(|part| part.parse().unwrap_or(0))
            .collect()
    };
    numbers(a).cmp(&numbers(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_number_by_number() {
        assert_eq!(compare_versions("2.9", "2.28"), Ordering::Less);
        assert_eq!(compare_versions("2.28", "2.28"), Ordering::Equal);
        assert_eq!(compare_versions("2.0.22", "2.0.18"), Ordering::Greater);
    }

    #[test]
    fn the_headers_say_since_when_a_function_is_there() {
        let folder = env::temp_dir().join(format!("wardrobe-headers-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let text = "/**\n * \\since This function is available since SDL 2.0.22.\n */\n\
                    extern DECLSPEC int SDLCALL SDL_New(int a);\n\
                    /**\n * An older one.\n */\nextern DECLSPEC void SDLCALL SDL_Old(void);\n";
        fs::write(folder.join("SDL_x.h"), text).unwrap();
        let found = sdl_functions(&folder).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(
            found.into_iter().collect::<Vec<_>>(),
            [("SDL_New".to_owned(), "2.0.22".to_owned())]
        );
    }
}

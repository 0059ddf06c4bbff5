//! Checks built programs.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use super::tools::Libraries;
use crate::toolchain::{homes, output};

/// The newest glibc version that a program may need: the oldest one in PortMaster's table of
/// devices.
const NEWEST_GLIBC: &str = "2.30";
/// The newest SDL2 version that a program may need: the oldest one that handhelds ship.
const NEWEST_SDL: &str = "2.0.18";

/// Checks that a program or a WebAssembly module does not contain the name of a folder of this
/// machine.
///
/// # Errors
/// Returns an error if the file contains one.
pub fn names_no_folder(program: &Path) -> Result<()> {
    let bytes = fs::read(program).with_context(|| program.display().to_string())?;
    for (folder, _) in homes()? {
        let name = folder.to_string_lossy();
        let is_named = bytes
            .windows(name.len())
            .any(|window| window == name.as_bytes());
        ensure!(
            !is_named,
            "{}: {name} is named in it: its bytes depend on the machine",
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
pub fn runs_on_old_systems(program: &Path, libraries: &Libraries) -> Result<()> {
    let path = program.display();
    let read = |what: &str| readelf(what, program);
    let is_sdl = |line: &str| line.contains("NEEDED") && line.contains("libSDL2-2.0.so.0");
    ensure!(
        read("--dynamic")?.lines().any(is_sdl),
        "{path}: it does not load SDL2 from the system"
    );
    needs_glibc(program, NEWEST_GLIBC)?;
    let since = functions(&libraries.headers)?;
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
        if order(version, NEWEST_SDL).is_gt() {
            bail!(
                "{path}: it needs {name}, which is there since SDL {version}, expected {NEWEST_SDL} or older"
            );
        }
    }
    eprintln!("xtask: {path}: SDL 2 up to {NEWEST_SDL}");
    Ok(())
}

/// Checks that a Linux program or library does not need a newer glibc than `newest`.
///
/// # Errors
/// Returns an error if it does, or if it cannot be read.
pub fn needs_glibc(program: &Path, newest: &str) -> Result<()> {
    let versions = readelf("--version-info", program)?;
    let glibc = versions
        .split_whitespace()
        .filter_map(|word| word.strip_prefix("GLIBC_"));
    let glibc = glibc
        .max_by(|a, b| order(a, b))
        .context("expected versions of glibc")?;
    let path = program.display();
    ensure!(
        order(glibc, newest).is_le(),
        "{path}: it needs glibc {glibc}, expected {newest} or older"
    );
    eprintln!("xtask: {path}: glibc {glibc}");
    Ok(())
}

/// Returns the output of `readelf` for a program.
fn readelf(what: &str, program: &Path) -> Result<String> {
    let path = program.to_str().context("the path is no text")?;
    output("readelf", &["--wide", what, path]).with_context(|| format!("readelf can't read {path}"))
}

/// Returns SDL's functions with the version in which each was added. In the headers, a comment
/// before the function names the version.
fn functions(headers: &Path) -> Result<BTreeMap<String, String>> {
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
        "{path}: no header says since when a function is there"
    );
    Ok(functions)
}

/// Compares two versions of numbers and dots.
fn order(a: &str, b: &str) -> Ordering {
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
        assert_eq!(order("2.9", "2.28"), Ordering::Less);
        assert_eq!(order("2.28", "2.28"), Ordering::Equal);
        assert_eq!(order("2.0.22", "2.0.18"), Ordering::Greater);
    }

    #[test]
    fn the_headers_say_since_when_a_function_is_there() {
        let folder = std::env::temp_dir().join(format!("wardrobe-headers-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let text = "/**\n * \\since This function is available since SDL 2.0.22.\n */\n\
                    extern DECLSPEC int SDLCALL SDL_New(int a);\n\
                    /**\n * An older one.\n */\nextern DECLSPEC void SDLCALL SDL_Old(void);\n";
        fs::write(folder.join("SDL_x.h"), text).unwrap();
        let found = functions(&folder).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(
            found.into_iter().collect::<Vec<_>>(),
            [("SDL_New".to_owned(), "2.0.22".to_owned())]
        );
    }
}

//! The platform's folders for a program's files, on Linux by the XDG base directory specification,
//! and free names for captures.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
use scumm_media::text::line;
use scumm_room::resource::read_file;
use scumm_tools::file_names;

/// The name of the program's folder in each of them.
const NAME: &str = "wardrobe";
/// The most bytes of a file that is read. The largest states of sessions, those of version 8, take
/// some 10 MiB.
const MOST_BYTES: u64 = 64 << 20;
/// The most captures of one name.
const MOST_CAPTURES: u32 = 9999;

/// Returns the folder for settings: `~/.config/wardrobe`, or below XDG_CONFIG_HOME.
///
/// # Errors
/// Returns an error if the user has no home folder.
pub fn config() -> Result<PathBuf> {
    Ok(strategy()?.config_dir().join(NAME))
}

/// Returns the folder for data: `~/.local/share/wardrobe`, or below XDG_DATA_HOME.
///
/// # Errors
/// Returns an error if the user has no home folder.
pub fn data() -> Result<PathBuf> {
    Ok(strategy()?.data_dir().join(NAME))
}

fn strategy() -> Result<impl BaseStrategy> {
    choose_native_strategy().context("there is no home folder")
}

/// Reads and parses a file of the program; `None` if it does not exist.
///
/// # Errors
/// Returns an error with the file's name if the file cannot be read or `parse` fails.
pub fn read<T>(path: &Path, parse: impl FnOnce(&[u8]) -> Result<T>) -> Result<Option<T>> {
    let named = || path.display().to_string();
    if !path.try_exists().with_context(named)? {
        return Ok(None);
    }
    parse(&read_file(path, MOST_BYTES)?)
        .with_context(named)
        .map(Some)
}

/// Reads and parses a file as [`read`] does. A damaged file is logged with the consequence `then`,
/// and yields `None`, too.
pub fn kept<T>(path: &Path, then: &str, parse: impl FnOnce(&[u8]) -> Result<T>) -> Option<T> {
    read(path, parse).unwrap_or_else(|error| {
        log::warn!("{}: {then}", line(&error).replace('\n', " "));
        None
    })
}

/// Returns the first free name for a capture: `demo-room-001-0001.png` and so on, in the chosen
/// folder or in a folder of the user's data.
///
/// # Errors
/// Returns an error if all names are taken, or if the user has no home folder.
pub fn free_name(chosen: Option<&Path>, stem: &str, ending: &str) -> Result<PathBuf> {
    let folder = match chosen {
        Some(folder) => folder.to_owned(),
        None => data()?.join("captures"),
    };
    let stem = file_names::safe(stem);
    let name = |number| folder.join(format!("{stem}-{number:04}.{ending}"));
    match (1..=MOST_CAPTURES).map(name).find(|path| !path.exists()) {
        Some(path) => Ok(path),
        None => bail!(
            "{}: there are {MOST_CAPTURES} of {stem} already",
            folder.display()
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_not_used_twice() {
        let folder = tempfile::tempdir().unwrap();
        let free = |ending| free_name(Some(folder.path()), "x", ending).unwrap();
        let first = free("png");
        assert_eq!(first, folder.path().join("x-0001.png"));
        std::fs::write(&first, "").unwrap();
        assert_eq!(free("png"), folder.path().join("x-0002.png"));
        assert_eq!(free("toml"), folder.path().join("x-0001.toml"));
    }
}

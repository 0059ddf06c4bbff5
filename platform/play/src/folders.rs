//! Where the platform wants a program's files: on Linux as the XDG base directories say.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
use scumm_platform::text::line;
use scumm_room::resource::read_file;

/// The folder's name in each of them.
const NAME: &str = "wardrobe";
/// The largest file that is read. The largest states of sessions, those of version 8, take some 10 MiB.
const MOST_BYTES: u64 = 64 << 20;

/// The folder for settings: `~/.config/wardrobe`, or below XDG_CONFIG_HOME.
///
/// # Errors
/// The user has no home.
pub fn config() -> Result<PathBuf> {
    Ok(strategy()?.config_dir().join(NAME))
}

/// The folder for what is kept: `~/.local/share/wardrobe`, or below XDG_DATA_HOME.
///
/// # Errors
/// The user has no home.
pub fn data() -> Result<PathBuf> {
    Ok(strategy()?.data_dir().join(NAME))
}

fn strategy() -> Result<impl BaseStrategy> {
    choose_native_strategy().context("there is no home folder")
}

/// What `parse` makes of a file that the program keeps; `None` where there is none.
///
/// # Errors
/// The file can't be read, and those of `parse`, with the file's name.
pub fn read<T>(path: &Path, parse: impl FnOnce(&[u8]) -> Result<T>) -> Result<Option<T>> {
    let named = || path.display().to_string();
    if !path.try_exists().with_context(named)? {
        return Ok(None);
    }
    parse(&read_file(path, MOST_BYTES)?).with_context(named).map(Some)
}

/// The same, and `None` where it is damaged, too: that is logged, with what follows from it.
pub fn kept<T>(path: &Path, then: &str, parse: impl FnOnce(&[u8]) -> Result<T>) -> Option<T> {
    read(path, parse).unwrap_or_else(|error| {
        log::warn!("{}: {then}", line(&error).replace('\n', " "));
        None
    })
}

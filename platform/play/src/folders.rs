//! Where the platform wants a program's files: on Linux as the XDG base directories say.

use std::path::PathBuf;

use anyhow::{Context, Result};
use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};

/// The folder's name in each of them.
const NAME: &str = "wardrobe";

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

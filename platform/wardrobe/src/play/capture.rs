//! The names of files that the user asks for while playing.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::folders;

/// The most files of one name.
const MOST: u32 = 9999;

/// Where they go: the folder that was chosen, else one of the user's data.
///
/// # Errors
/// The user has no home.
pub fn folder(chosen: Option<&Path>) -> Result<PathBuf> {
    chosen.map_or_else(|| Ok(folders::data()?.join("captures")), |folder| Ok(folder.to_owned()))
}

/// The first name of this kind that is free: `demo-room-001-0001.png` and so on.
///
/// # Errors
/// All of them are in use.
pub fn free_name(folder: &Path, stem: &str, ending: &str) -> Result<PathBuf> {
    let name = |number| folder.join(format!("{stem}-{number:04}.{ending}"));
    match (1..=MOST).map(name).find(|path| !path.exists()) {
        Some(path) => Ok(path),
        None => bail!("{}: there are {MOST} of {stem} already", folder.display()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_not_used_twice() {
        let folder = tempfile::tempdir().unwrap();
        let first = free_name(folder.path(), "x", "png").unwrap();
        assert_eq!(first, folder.path().join("x-0001.png"));
        std::fs::write(&first, "").unwrap();
        assert_eq!(free_name(folder.path(), "x", "png").unwrap(), folder.path().join("x-0002.png"));
        assert_eq!(free_name(folder.path(), "x", "toml").unwrap(), folder.path().join("x-0001.toml"));
    }
}

//! The names of files that the user asks for while playing.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::folders;

/// The most files of one name.
const MOST: u32 = 9999;

/// The first name of this kind that is free: `demo-room-001-0001.png` and so on, in the folder that was chosen, else in one
/// of the user's data.
///
/// # Errors
/// All of them are in use, or the user has no home.
pub fn free_name(chosen: Option<&Path>, stem: &str, ending: &str) -> Result<PathBuf> {
    let folder = match chosen {
        Some(folder) => folder.to_owned(),
        None => folders::data()?.join("captures"),
    };
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
        let free = |ending| free_name(Some(folder.path()), "x", ending).unwrap();
        let first = free("png");
        assert_eq!(first, folder.path().join("x-0001.png"));
        std::fs::write(&first, "").unwrap();
        assert_eq!(free("png"), folder.path().join("x-0002.png"));
        assert_eq!(free("toml"), folder.path().join("x-0001.toml"));
    }
}

//! Finds several games: each named by the user, or all games of a folder.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use scumm_room::resource;

use crate::file_names::FolderNames;

/// Returns the paths of the games that the user means. A folder with several games stands for all
/// of them and for the archives (`.zip`) in it. Any other path stands for itself.
///
/// # Errors
/// Returns an error if a folder cannot be listed.
pub fn games(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in paths {
        found.extend(in_folder(path)?);
    }
    Ok(found)
}

/// Returns the games for which a path stands.
fn in_folder(path: &Path) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    // A folder without a game of its own may contain archives of games. Without archives, opening
    // the folder reports the error.
    let games = resource::games(path)
        .map(resource::outermost)
        .unwrap_or_default();
    let mut found: Vec<PathBuf> = games.into_iter().map(|game| game.index).collect();
    if found.len() != 1 {
        for entry in fs::read_dir(path).with_context(|| path.display().to_string())? {
            let file = entry?.path();
            let is_archive = file
                .extension()
                .is_some_and(|ending| ending.eq_ignore_ascii_case("zip"));
            found.extend(Some(file).filter(|file| is_archive && file.is_file()));
        }
    }
    found.sort();
    // A single game is opened by its folder.
    Ok(if found.len() > 1 {
        found
    } else {
        vec![path.to_owned()]
    })
}

/// The file name of the page that links to several games. It lies beside their folders.
pub const SHELF_PAGE: &str = "index.html";

/// A set of distinct names for the folders of several games.
#[derive(Debug)]
pub struct ShelfNames(FolderNames);

impl Default for ShelfNames {
    fn default() -> Self {
        Self(FolderNames::besides(&[SHELF_PAGE]))
    }
}

impl ShelfNames {
    /// Returns the name of the folder for a file or a game: its own name, if every system accepts
    /// it and it is not taken.
    pub fn name(&mut self, title: &str) -> String {
        self.0.name(title, "game")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_games_are_different_and_not_that_of_the_page_beside_them() {
        let mut names = ShelfNames::default();
        assert_eq!(
            ["loom", "Loom", "loom", "../..", "a/b", "index.html", "aux"]
                .map(|title| names.name(title)),
            [
                "loom",
                "Loom-2",
                "loom-3",
                "game",
                "b",
                "index.html-2",
                "_aux"
            ]
        );
    }

    #[test]
    fn a_folder_of_games_is_each_of_them_and_a_game_is_itself() {
        let demo = scumm_test_support::repository().join("data/demo");
        let one = demo.join("v6");
        assert_eq!(
            games(std::slice::from_ref(&one)).unwrap(),
            std::slice::from_ref(&one)
        );
        let folder = tempfile::tempdir().unwrap();
        for name in ["a", "b"] {
            fs::create_dir(folder.path().join(name)).unwrap();
            for entry in fs::read_dir(&one).unwrap() {
                let file = entry.unwrap().path();
                fs::copy(
                    &file,
                    folder.path().join(name).join(file.file_name().unwrap()),
                )
                .unwrap();
            }
        }
        fs::write(folder.path().join("c.zip"), b"").unwrap();
        let found = games(&[folder.path().to_owned()]).unwrap();
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(
            found[0].starts_with(folder.path().join("a")) && found[2].ends_with("c.zip"),
            "{found:?}"
        );
    }
}

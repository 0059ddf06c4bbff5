//! Several games: each named for itself, or a folder of games.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use scumm_room::resource;

/// The paths of the games that are meant: a folder with several games is each of them, with the archives (`.zip`) that lie in it;
/// any other path is itself.
///
/// # Errors
/// A folder can't be listed.
pub fn games(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in paths {
        found.extend(in_folder(path)?);
    }
    Ok(found)
}

/// The games that a path means.
fn in_folder(path: &Path) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    // A folder without a game of its own may have archives of games, and is refused as ever where it has not.
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
    // One game is opened by its folder.
    Ok(if found.len() > 1 {
        found
    } else {
        vec![path.to_owned()]
    })
}

/// Names that are different, for folders of several games.
#[derive(Debug, Default)]
pub struct ShelfNames(BTreeSet<String>);

impl ShelfNames {
    /// A name for a file or a game: its own where no other has it, else with a number behind it.
    pub fn name(&mut self, title: &str) -> String {
        let plain = Path::new(title)
            .file_name()
            .and_then(OsStr::to_str)
            .filter(|name| !name.is_empty())
            .unwrap_or("game");
        let numbered = (2..).map(|number| format!("{plain}-{number}"));
        let free = std::iter::once(plain.to_owned())
            .chain(numbered)
            .find(|name| !self.0.contains(&name.to_lowercase()));
        let name = free.unwrap_or_else(|| plain.to_owned());
        self.0.insert(name.to_lowercase());
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_different_and_stay_below_a_folder() {
        let mut names = ShelfNames::default();
        assert_eq!(
            ["loom", "Loom", "loom", "../..", "a/b"].map(|title| names.name(title)),
            ["loom", "Loom-2", "loom-3", "game", "b"]
        );
    }

    #[test]
    fn a_folder_of_games_is_each_of_them_and_a_game_is_itself() {
        let demo = scumm_tests::repository().join("data/demo");
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

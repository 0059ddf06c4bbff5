//! Finds the games that the user means by several paths or by a folder, and names their outputs.
//!
//! The name of a game's outputs is that of its folder or archive, so that it does not depend on the
//! other games: a game that is added to a folder of games does not rename the outputs of others.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result};
use scumm_engine::Game;
use scumm_room::resource::{self, folder_of};

use crate::file_names::{FolderNames, safe};

/// The file name of the page that links to several games. It lies beside their folders.
pub const SHELF_PAGE: &str = "index.html";

/// The text between the names of folders in the name of a game.
const BETWEEN: &str = "-";

/// The name of a game whose folder has no name.
const FALLBACK: &str = "game";

/// A game or file that the user means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShelfEntry {
    /// The path to open.
    pub path: PathBuf,
    /// The name of its outputs, which no other entry has.
    pub name: String,
}

/// The games and files that the user means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shelf {
    /// The games and files in the order of the user's paths.
    pub entries: Vec<ShelfEntry>,
    /// Whether the user has named several paths or a folder. The outputs for programs are then
    /// lists, however many games there are.
    pub is_list: bool,
}

impl Shelf {
    /// Returns the games and files of these paths. A folder with several games stands for all of
    /// them, also in archives, and for the archives (`.zip`) in it that have no game, so that
    /// opening them reports the reason. Any other path stands for itself.
    ///
    /// # Errors
    /// Returns an error if a folder cannot be listed.
    pub fn new(paths: &[PathBuf]) -> Result<Self> {
        let mut found = Vec::new();
        for path in paths {
            let games = games_in(path)?;
            for game in &games {
                let parts = if game == path {
                    own_parts(game)
                } else {
                    parts_below(path, game, &games)
                };
                found.push((game.clone(), parts));
            }
        }
        let names = distinct(&found);
        let entries = found.into_iter().zip(names);
        Ok(Self {
            entries: entries
                .map(|((path, _), name)| ShelfEntry { path, name })
                .collect(),
            is_list: paths.len() > 1 || paths.iter().any(|path| path.is_dir()),
        })
    }
}

/// Returns the name of a single game or file: that of its folder or archive.
#[must_use]
pub fn name_of(path: &Path) -> String {
    own_parts(path).parts.pop().unwrap_or_default()
}

/// Returns the paths of the games for which a path stands.
fn games_in(path: &Path) -> Result<Vec<PathBuf>> {
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
            let is_searched = found.iter().any(|game| game.starts_with(&file));
            if is_archive(&file) && !is_searched && file.is_file() {
                found.push(file);
            }
        }
    }
    found.sort();
    // If the folder contains a single game, the folder itself is the path of the game.
    Ok(if found.len() > 1 {
        found
    } else {
        vec![path.to_owned()]
    })
}

/// The names of the folders around a game, from the outermost on. The name of the game is the end
/// of this list: its last name, or more of them if games would have the same name.
struct NameParts {
    parts: Vec<String>,
    /// The number of names at the end that always belong to the name.
    least: usize,
}

/// Returns the names for a game that was found in a folder: its path below the folder. The folders
/// in an archive or container do not count if it has no other game of `games`.
fn parts_below(shelf: &Path, game: &Path, games: &[PathBuf]) -> NameParts {
    let mut place = if game.is_file() && is_archive(game) {
        game
    } else {
        folder_of(game)
    };
    let archive = game.ancestors().skip(1).find(|above| above.is_file());
    if let Some(archive) = archive {
        let inside = games.iter().filter(|game| game.starts_with(archive));
        if inside.count() == 1 {
            place = archive;
        }
    }
    let below = names_of(shelf, place.strip_prefix(shelf).unwrap_or(place));
    let mut parts = folder_names(shelf);
    let mut least = below.len();
    parts.extend(below);
    let beside = games
        .iter()
        .filter(|other| folder_of(other) == folder_of(game));
    if least == 0 || beside.count() > 1 {
        // Several games lie in one folder.
        parts.push(stem(game));
        least += 1;
    }
    NameParts { parts, least }
}

fn is_archive(file: &Path) -> bool {
    file.extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("zip"))
}

/// Returns the names for a path that the user has given. An index or data file has the name of its
/// folder, unless several games lie in the folder.
fn own_parts(path: &Path) -> NameParts {
    if path.is_dir() {
        return NameParts {
            parts: folder_names(path),
            least: 1,
        };
    }
    let is_of_game = match Game::open(path) {
        Ok(game) => folder_of(game.files().path()) == folder_of(path),
        // A file with such a name is an index file.
        Err(_) => stem(path).chars().all(|c| c == '0'),
    };
    if !is_of_game {
        return NameParts {
            parts: folder_names(path),
            least: 1,
        };
    }
    let folder = folder_of(path);
    let mut parts = folder_names(folder);
    let games = resource::games(folder).unwrap_or_default();
    let here = games.iter().filter(|game| folder_of(&game.index) == folder);
    if here.count() > 1 {
        parts.push(stem(path));
    }
    NameParts { parts, least: 1 }
}

/// Returns the names of the components of a path below a folder; an archive has no extension.
fn names_of(shelf: &Path, below: &Path) -> Vec<String> {
    let mut names = Vec::new();
    let mut path = shelf.to_owned();
    for part in below.components() {
        path.push(part);
        names.push(if path.is_file() {
            stem(&path)
        } else {
            text(part.as_os_str())
        });
    }
    names
}

/// Returns the names of a folder and of all folders around it.
fn folder_names(folder: &Path) -> Vec<String> {
    let absolute = folder
        .canonicalize()
        .or_else(|_| std::path::absolute(folder))
        .unwrap_or_else(|_| folder.to_owned());
    let normal = absolute
        .components()
        .filter(|part| matches!(part, Component::Normal(_)));
    let below: PathBuf = normal.collect();
    let root: PathBuf = absolute
        .components()
        .take_while(|part| !matches!(part, Component::Normal(_)))
        .collect();
    names_of(&root, &below)
}

fn stem(file: &Path) -> String {
    text(file.file_stem().unwrap_or_default())
}

fn text(name: &OsStr) -> String {
    name.to_string_lossy().into_owned()
}

/// Returns a name for each entry. Entries that would have the same name get more of the names of
/// their folders, as long as there are more.
fn distinct(found: &[(PathBuf, NameParts)]) -> Vec<String> {
    let mut lengths: Vec<usize> = found.iter().map(|(_, name)| name.least.max(1)).collect();
    let name_of = |at: usize, length: usize| {
        let parts = &found[at].1.parts;
        let start = parts.len().saturating_sub(length);
        parts[start..].join(BETWEEN)
    };
    let alike = loop {
        let mut alike: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, &length) in lengths.iter().enumerate() {
            let name = safe(&name_of(at, length)).to_lowercase();
            alike.entry(name).or_default().push(at);
        }
        let mut is_longer = false;
        for entries in alike.values().filter(|entries| entries.len() > 1) {
            for &at in entries {
                if lengths[at] < found[at].1.parts.len() {
                    lengths[at] += 1;
                    is_longer = true;
                }
            }
        }
        if !is_longer {
            break alike;
        }
    };
    // Names that stay alike, such as those of a path that is given twice, are numbered.
    for entries in alike.values().filter(|entries| entries.len() > 1) {
        for &at in entries {
            lengths[at] = found[at].1.least.max(1);
        }
    }
    let mut names = FolderNames::besides(&[SHELF_PAGE]);
    let named = lengths.iter().enumerate();
    named
        .map(|(at, &length)| names.name(&name_of(at, length), FALLBACK))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use scumm_test_support::editions;

    use super::*;

    fn demo() -> PathBuf {
        scumm_test_support::repository().join("data/demo/v6")
    }

    fn copy(folder: &Path) {
        fs::create_dir_all(folder).unwrap();
        for entry in fs::read_dir(demo()).unwrap() {
            let file = entry.unwrap().path();
            fs::copy(&file, folder.join(file.file_name().unwrap())).unwrap();
        }
    }

    /// Returns an archive with the demo in each of these folders.
    fn zipped(folders: &[&str]) -> Vec<u8> {
        let mut stored = Vec::new();
        for folder in folders {
            for entry in fs::read_dir(demo()).unwrap() {
                let file = entry.unwrap().path();
                let name = file.file_name().unwrap().to_string_lossy();
                stored.push((format!("{folder}{name}"), fs::read(&file).unwrap()));
            }
        }
        editions::zipped(&stored, editions::CompressionMethod::Stored)
    }

    fn names(paths: &[PathBuf]) -> Vec<String> {
        let shelf = Shelf::new(paths).unwrap();
        shelf.entries.into_iter().map(|entry| entry.name).collect()
    }

    #[test]
    fn a_folder_of_games_is_each_of_them_once_and_a_game_is_itself() {
        let one = Shelf::new(&[demo()]).unwrap();
        assert_eq!(one.entries.len(), 1);
        assert_eq!(one.entries[0].path, demo());
        assert!(one.is_list);
        assert!(!Shelf::new(&[demo().join("wardrobe.000")]).unwrap().is_list);
        let shelf = tempfile::tempdir().unwrap();
        for name in ["Road Game (1999)", "b/c"] {
            copy(&shelf.path().join(name));
        }
        let write = |name: &str, bytes: &[u8]| fs::write(shelf.path().join(name), bytes).unwrap();
        write("broken.zip", b"");
        write("flat.ZIP", &zipped(&[""]));
        write("one.zip", &zipped(&["inner/"]));
        write("two.zip", &zipped(&["x/", "y/"]));
        let expected = [
            "Road Game (1999)",
            "b-c",
            "broken",
            "flat",
            "one",
            "two-x",
            "two-y",
        ];
        assert_eq!(names(&[shelf.path().to_owned()]), expected);
        // The names of the others do not depend on a game.
        fs::remove_dir_all(shelf.path().join("Road Game (1999)")).unwrap();
        assert_eq!(names(&[shelf.path().to_owned()]), expected[1..]);
    }

    #[test]
    fn names_are_different_and_not_that_of_the_page_beside_them() {
        let shelf = tempfile::tempdir().unwrap();
        let at = |name: &str| shelf.path().join(name);
        for name in ["a/game", "b/game", "b/index.html"] {
            copy(&at(name));
        }
        let given = [at("a/game"), at("b/game"), at("b/index.html")];
        assert_eq!(names(&given), ["a-game", "b-game", "index.html-2"]);
        let index = at("a/game/wardrobe.000");
        assert_eq!(names(&[index.clone(), at("b/game")]), ["a-game", "b-game"]);
        assert_eq!(names(&[index.clone(), index]).len(), 2);
        // Two games in one folder have the names of their indexes.
        for entry in fs::read_dir(demo()).unwrap() {
            let file = entry.unwrap().path();
            let ending = file.extension().unwrap().to_str().unwrap();
            fs::copy(&file, at("a/game").join(format!("other.{ending}"))).unwrap();
        }
        let folder = at("a/game");
        assert_eq!(names(std::slice::from_ref(&folder)), ["other", "wardrobe"]);
        assert_eq!(names(&[folder.join("other.000")]), ["other"]);
    }
}

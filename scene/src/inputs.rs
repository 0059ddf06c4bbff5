//! The sources of the files that a scene names.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use scumm_engine::{Game, OpenError};
use scumm_room::resource::read_file;
use scumm_room::{Error, Result};

/// A source of the files and games that a scene names. Tests and tools can implement it for sources
/// other than a folder.
pub trait Inputs {
    /// Returns the contents of a file that the scene names.
    ///
    /// # Errors
    /// Returns an error if the file does not exist or cannot be read, or if the scene may not name
    /// it.
    fn read(&self, name: &str) -> Result<Vec<u8>>;

    /// Opens the game that the scene names. Returns `None` if the game is not on this machine.
    ///
    /// # Errors
    /// Returns an error if the game exists but cannot be opened, or if the scene may not name it.
    fn game(&self, path: &str) -> Result<Option<Game>> {
        let _ = path;
        Ok(None)
    }
}

/// The message for a name that leads outside the folders that scenes may read.
const OUTSIDE: &str = "is more than one level above the scene's folder, or absolute";

/// The message for a link that leads outside the folders that scenes may read.
const LINK_OUTSIDE: &str = "the link points to more than one level above the scene's folder \
                            (--allow-outside permits this)";

/// The largest file that a scene may name. It is enough for a v8 room of 4 x 4 screens with planes
/// and objects.
pub(crate) const MAX_FILE: u64 = 64 << 20;

/// Files relative to the folder of a scene.
///
/// A name may go one level above the folder (`../blobs/x.cost`), so that scenes can share their
/// inputs. Names that go further up, and absolute names, need [`SceneFolder::allow_outside`]. A
/// game may be named `$NAME` or `$NAME/more`, with a name from [`SceneFolder::games`].
#[derive(Clone, Debug, Default)]
pub struct SceneFolder {
    /// The folder of the scene.
    pub path: PathBuf,
    /// Whether names may lead anywhere.
    pub allow_outside: bool,
    /// The folders of games by name. `$NAME` in the path of a game stands for the folder of NAME.
    pub games: BTreeMap<String, PathBuf>,
}

impl SceneFolder {
    /// Returns the folder of a scene file.
    #[must_use]
    pub fn beside(scene: &Path) -> Self {
        Self {
            path: scene.parent().unwrap_or(Path::new("")).to_path_buf(),
            ..Self::default()
        }
    }

    /// Returns whether a file of this name may be read: either the name leads at most one level
    /// above the scene's folder, or [`Self::allow_outside`] is set.
    #[must_use]
    pub fn allows(&self, name: &str) -> bool {
        self.allow_outside || stays_near(Path::new(name))
    }

    /// Returns the path of a name.
    ///
    /// # Errors
    /// Returns an error if the name, or a link on its path, leads outside the folders that scenes
    /// may read.
    fn resolve(&self, name: &str) -> Result<PathBuf> {
        let path = self.path.join(name);
        if !self.allows(name) {
            Err(Error::other(format!("{name} {OUTSIDE}")))
        } else if !self.reaches(&path) {
            Err(Error::other(format!("{name}: {LINK_OUTSIDE}")))
        } else {
            Ok(path)
        }
    }

    /// Follows the links in a path and returns whether the file may be read: either it lies below
    /// the parent of the scene's folder, or [`Self::allow_outside`] is set. A file that does not
    /// exist is accepted.
    #[must_use]
    pub fn reaches(&self, path: &Path) -> bool {
        let folder = if self.path.as_os_str().is_empty() {
            Path::new(".")
        } else {
            &self.path
        };
        match (path.canonicalize(), folder.canonicalize()) {
            (Ok(real), Ok(folder)) if !self.allow_outside => {
                real.starts_with(folder.parent().unwrap_or(&folder))
            }
            _ => true,
        }
    }
}

/// Returns whether a relative name never leads more than one level above its start.
fn stays_near(name: &Path) -> bool {
    let level = name
        .components()
        .try_fold(0_i32, |level, component| match component {
            Component::Normal(_) => Some(level.saturating_add(1)),
            Component::ParentDir => Some(level.saturating_sub(1)).filter(|level| *level >= -1),
            Component::CurDir => Some(level),
            Component::RootDir | Component::Prefix(_) => None,
        });
    level.is_some()
}

impl Inputs for SceneFolder {
    fn read(&self, name: &str) -> Result<Vec<u8>> {
        read_file(&self.resolve(name)?, MAX_FILE)
    }

    fn game(&self, path: &str) -> Result<Option<Game>> {
        let path = match path.strip_prefix('$') {
            None => self.resolve(path)?,
            Some(rest) => {
                let (name, below) = rest.split_once('/').unwrap_or((rest, ""));
                let Some(place) = self.games.get(name) else {
                    return Ok(None);
                };
                let is_down = |part| matches!(part, Component::Normal(_) | Component::CurDir);
                if !Path::new(below).components().all(is_down) {
                    return Err(Error::other(format!("{path} is outside ${name}")));
                }
                if below.is_empty() {
                    place.clone()
                } else {
                    place.join(below)
                }
            }
        };
        if !path.exists() {
            return Ok(None);
        }
        match Game::open(&path) {
            Ok(game) => Ok(Some(game)),
            Err(OpenError::NoGame(_)) => Ok(None),
            Err(OpenError::Files(error)) => Err(error),
            Err(error) => Err(Error::other(error.to_string().replace('\n', ";"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_level_up_is_near_and_more_is_not() {
        for near in ["a", "./a", "a/b", "../a", "../a/b/../c", "a/../../b"] {
            assert!(stays_near(Path::new(near)), "{near}");
        }
        for far in ["../../a", "/a", "a/../../../b", "../a/../../b"] {
            assert!(!stays_near(Path::new(far)), "{far}");
        }
    }

    #[test]
    fn names_further_out_need_permission() {
        let folder = tempfile::tempdir().unwrap();
        let scenes = folder.path().join("a/b");
        std::fs::create_dir_all(&scenes).unwrap();
        std::fs::write(folder.path().join("far"), b"far").unwrap();
        std::fs::write(folder.path().join("a/near"), b"near").unwrap();
        let mut inputs = SceneFolder::beside(&scenes.join("x.json"));
        assert_eq!(inputs.read("../near").unwrap(), b"near");
        assert!(
            inputs
                .read("../../far")
                .unwrap_err()
                .to_string()
                .contains(OUTSIDE)
        );
        let absolute = folder.path().join("far").display().to_string();
        assert!(
            inputs
                .read(&absolute)
                .unwrap_err()
                .to_string()
                .contains(OUTSIDE)
        );
        inputs.allow_outside = true;
        assert_eq!(inputs.read("../../far").unwrap(), b"far");
        assert_eq!(inputs.read(&absolute).unwrap(), b"far");
        assert!(
            inputs
                .read("none")
                .unwrap_err()
                .to_string()
                .contains("none: ")
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_that_lead_further_out_need_permission() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let scenes = folder.path().join("a/b");
        std::fs::create_dir_all(&scenes).unwrap();
        std::fs::write(folder.path().join("far"), b"far").unwrap();
        std::fs::write(folder.path().join("a/near"), b"near").unwrap();
        symlink(folder.path().join("far"), scenes.join("x.pal")).unwrap();
        symlink(folder.path(), scenes.join("up")).unwrap();
        symlink("../near", scenes.join("y.pal")).unwrap();
        symlink("nowhere", scenes.join("z.pal")).unwrap();
        let mut inputs = SceneFolder::beside(&scenes.join("x.json"));
        for name in ["x.pal", "up/far", "up/a/b/x.pal"] {
            assert!(
                inputs
                    .read(name)
                    .unwrap_err()
                    .to_string()
                    .contains(LINK_OUTSIDE),
                "{name}"
            );
        }
        assert!(
            inputs
                .game("up")
                .unwrap_err()
                .to_string()
                .contains(LINK_OUTSIDE)
        );
        assert_eq!(inputs.read("y.pal").unwrap(), b"near");
        assert!(
            inputs
                .read("z.pal")
                .unwrap_err()
                .to_string()
                .contains("z.pal: ")
        );
        inputs.allow_outside = true;
        assert_eq!(inputs.read("x.pal").unwrap(), b"far");
    }

    #[test]
    fn a_game_that_is_not_there_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let mut inputs = SceneFolder {
            path: folder.path().to_path_buf(),
            ..SceneFolder::default()
        };
        assert!(inputs.game("monkey2").unwrap().is_none());
        assert!(inputs.game("$MONKEY2").unwrap().is_none());
        inputs
            .games
            .insert("MONKEY2".to_owned(), folder.path().to_path_buf());
        assert!(
            inputs.game("$MONKEY2").unwrap().is_none(),
            "an empty folder holds no game"
        );
        assert!(inputs.game("$MONKEY2/../x").is_err());
    }
}

//! Where scenes take rooms and costumes from.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
use scumm_room::resource;

use crate::inputs::MAX_FILE;
use crate::{Folder, Inputs, Runner, Scene};

/// Where games are, by the names that scenes call them.
pub type GamePlaces = BTreeMap<String, PathBuf>;

/// Where scenes are read from, and what they may use.
pub trait Sources: Sync {
    /// The text of a scene's file.
    ///
    /// # Errors
    /// It is not there, is no regular file, is too large, or no UTF-8.
    fn text(&self, path: &Path) -> Result<String> {
        let bytes = resource::read_file(path, MAX_FILE)?;
        String::from_utf8(bytes)
            .with_context(|| format!("{}: expected a text in UTF-8", path.display()))
    }

    /// What the scene in the file `path` takes files and games from.
    fn inputs(&self, path: &Path) -> Box<dyn Inputs + '_>;

    /// The places of games by name: other programs that play scenes are told.
    fn places(&self) -> GamePlaces;

    /// Sets up what a scene file says.
    ///
    /// # Errors
    /// The file can't be read, is no scene, or names what is not there.
    fn open(&self, path: &Path) -> Result<Runner> {
        self.open_text(path, &self.text(path)?)
    }

    /// Sets up what a text says, as if it stood in the file `path`.
    ///
    /// # Errors
    /// As [`Self::open`].
    fn open_text(&self, path: &Path, text: &str) -> Result<Runner> {
        let scene = Arc::new(Scene::parse(&path.display().to_string(), text)?);
        Ok(Runner::new(scene, &*self.inputs(path))?)
    }
}

/// Scenes that take files from around their folder, and games from these places.
impl Sources for GamePlaces {
    fn inputs(&self, path: &Path) -> Box<dyn Inputs + '_> {
        Box::new(Folder {
            games: self.clone(),
            ..Folder::of_scene(path)
        })
    }

    fn places(&self) -> GamePlaces {
        self.clone()
    }
}

//! The sources of rooms and costumes for scenes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
use scumm_room::resource;

use crate::inputs::MAX_FILE;
use crate::{Inputs, Runner, Scene, SceneFolder};

/// The folders of games, by the names in scenes.
pub type GameFolders = BTreeMap<String, PathBuf>;

/// A source of scenes and of their inputs.
pub trait SceneSources: Sync {
    /// Returns the text of a scene file.
    ///
    /// # Errors
    /// Returns an error if the file does not exist, is not a regular file, is too large, or is not
    /// UTF-8.
    fn text(&self, path: &Path) -> Result<String> {
        let bytes = resource::read_file(path, MAX_FILE)?;
        String::from_utf8(bytes).with_context(|| format!("{}: expected UTF-8 text", path.display()))
    }

    /// Returns the inputs for the scene in the file `path`.
    fn inputs(&self, path: &Path) -> Box<dyn Inputs + '_>;

    /// Returns the folders of games by name, for other programs that play scenes.
    fn places(&self) -> GameFolders;

    /// Opens and sets up a scene file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, is not a scene, or names an input that does not
    /// exist.
    fn open(&self, path: &Path) -> Result<Runner> {
        self.open_text(path, &self.text(path)?)
    }

    /// Sets up a scene from its text, as if it were in the file `path`.
    ///
    /// # Errors
    /// Returns the errors of [`Self::open`].
    fn open_text(&self, path: &Path, text: &str) -> Result<Runner> {
        let scene = Arc::new(Scene::parse(&path.display().to_string(), text)?);
        Ok(Runner::new(scene, &*self.inputs(path))?)
    }
}

/// The source of scenes that read files near their own folder, and games from these folders.
impl SceneSources for GameFolders {
    fn inputs(&self, path: &Path) -> Box<dyn Inputs + '_> {
        Box::new(SceneFolder {
            games: self.clone(),
            ..SceneFolder::beside(path)
        })
    }

    fn places(&self) -> GameFolders {
        self.clone()
    }
}

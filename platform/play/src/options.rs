//! What the user has chosen for this run: where the game is, where files go, how the window is set.

use std::path::{Path, PathBuf};

use crate::settings::Settings;

/// What the user has chosen.
#[derive(Clone, Debug, Default)]
pub struct PlayOptions {
    /// Where the game is; `None` for the demo.
    pub game_path: Option<PathBuf>,
    /// Nobody leads any character: all of them act by themselves.
    pub unled: bool,
    /// What is done is recorded from the first frame on.
    pub record: bool,
    /// Walk boxes, bounds and limb states are shown from the beginning.
    pub overlay: bool,
    /// Where pictures and recordings go; else into a folder of the user's data.
    pub captures: Option<PathBuf>,
    /// Where the session is kept, if it is.
    pub session: Option<PathBuf>,
    /// How the window is set. What the user changes is kept.
    pub settings: Settings,
}

impl PlayOptions {
    /// The first part of the names of pictures and recordings: the game's file or folder, or `demo`.
    pub fn game_name(&self) -> String {
        let name = self.game_path.as_deref().and_then(Path::file_stem).map(|name| name.to_string_lossy().into_owned());
        name.unwrap_or_else(|| "demo".to_owned())
    }
}

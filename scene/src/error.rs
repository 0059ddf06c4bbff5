//! Errors of scene files: which file, which line, what is wrong.

use std::fmt;

/// The result of everything that reads or plays a scene.
pub type Result<T, E = SceneError> = std::result::Result<T, E>;

/// Where in a scene file something stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceLine {
    /// The scene file's name as the user gave it.
    pub file: String,
    /// From 1; 0 where the whole file is meant.
    pub number: u32,
}

impl fmt::Display for SourceLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            0 => f.write_str(&self.file),
            number => write!(f, "{}:{number}", self.file),
        }
    }
}

/// How to say where a game is, if a scene calls it `$NAME`.
fn place_hint(path: &str) -> String {
    let name = path
        .strip_prefix('$')
        .and_then(|rest| rest.split('/').next());
    name.map_or_else(String::new, |name| {
        format!(" (--data {name}=DIR says where)")
    })
}

/// What is wrong with a scene.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SceneError {
    /// The text is not JSON or TOML, has an unknown key or an impossible value.
    #[error("{at}: {message}")]
    Text {
        /// Where.
        at: SourceLine,
        /// What.
        message: String,
    },
    /// A file that the scene names can't be read or is damaged, or the stage refuses what the scene asks for.
    #[error("{at}: {source}")]
    Input {
        /// Where the scene names it.
        at: SourceLine,
        /// What.
        source: scumm_room::Error,
    },
    /// The run is not what the scene itself expects of it.
    #[error("{at}: {message}")]
    Unmet {
        /// Where the scene says so.
        at: SourceLine,
        /// What was expected and what was found.
        message: String,
    },
    /// The game that the scene plays is not on this machine: nothing is wrong with the scene.
    #[error("{at}: the game {path} is not here{}", place_hint(path))]
    GameMissing {
        /// Where the scene names it.
        at: SourceLine,
        /// As it is named there.
        path: String,
    },
}

/// Why an operation did not do what it says.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// The stage refuses it.
    #[error(transparent)]
    Stage(#[from] scumm_room::Error),
    /// The state is not what it claims: what was expected and what was found.
    #[error("{0}")]
    Unmet(String),
}

impl SceneError {
    /// Whether the scene could be played, but not to what it expects: a failure of the run and not of the scene's text.
    #[must_use]
    pub fn is_unmet(&self) -> bool {
        matches!(self, Self::Unmet { .. })
    }

    /// Whether only the game is missing, so that the scene can be skipped.
    #[must_use]
    pub fn is_game_missing(&self) -> bool {
        matches!(self, Self::GameMissing { .. })
    }
}

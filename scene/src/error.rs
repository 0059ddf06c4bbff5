//! The errors of scene files, with file and line.

use std::fmt;

/// The result of functions that read or play a scene.
pub(crate) type Result<T, E = SceneError> = std::result::Result<T, E>;

/// A place in a scene file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceLine {
    /// The name of the scene file as the user wrote it.
    pub file: String,
    /// The line, from 1; 0 stands for the whole file.
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

/// Returns a hint on how to set the folder of a game that a scene names as `$NAME`.
fn place_hint(path: &str) -> String {
    let name = path
        .strip_prefix('$')
        .and_then(|rest| rest.split('/').next());
    name.map_or_else(String::new, |name| {
        format!(" (--data {name}=DIR names its folder)")
    })
}

/// An error of a scene.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SceneError {
    /// The text is not JSON or TOML, or has an unknown key or an invalid value.
    #[error("{at}: {message}")]
    Text {
        /// The place in the scene.
        at: SourceLine,
        /// The message.
        message: String,
    },
    /// A file of the scene cannot be read or is damaged, or the stage refuses an operation.
    #[error("{at}: {source}")]
    Input {
        /// The place in the scene.
        at: SourceLine,
        /// The error.
        source: scumm_room::Error,
    },
    /// The run does not meet an expectation of the scene.
    #[error("{at}: {message}")]
    Unmet {
        /// The place of the expectation.
        at: SourceLine,
        /// The expected and the found value.
        message: String,
    },
    /// The game of the scene is not on this machine. The scene itself is correct.
    #[error("{at}: the game {path} is missing{}", place_hint(path))]
    GameMissing {
        /// The place in the scene.
        at: SourceLine,
        /// The path as the scene writes it.
        path: String,
    },
}

/// The reason why an operation failed.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// The stage refuses the operation.
    #[error(transparent)]
    Stage(#[from] scumm_room::Error),
    /// The state does not meet an expectation. The message has the expected and the found value.
    #[error("{0}")]
    Unmet(String),
}

impl SceneError {
    /// Returns whether the scene was played but did not meet its expectations. The text of the
    /// scene is then correct.
    #[must_use]
    pub fn is_unmet(&self) -> bool {
        matches!(self, Self::Unmet { .. })
    }

    /// Returns whether only the game is missing, so that the scene can be skipped.
    #[must_use]
    pub fn is_game_missing(&self) -> bool {
        matches!(self, Self::GameMissing { .. })
    }
}

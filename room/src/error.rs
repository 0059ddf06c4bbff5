//! Errors that say where: file, block path, byte offset, what was expected, what was found.

use std::fmt;
use std::path::Path;

use crate::place::Place;

/// The result of everything that reads a resource.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What can go wrong, named for whose fault it is: the system's, the file's or the caller's.
#[must_use]
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The operating system failed to read or list a file.
    #[error("{file}: {source}")]
    Io {
        /// The file or folder.
        file: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// The data is damaged or of another kind.
    #[error("{place}: expected {expected}, found {found}")]
    Malformed {
        /// Where.
        place: Box<Place>,
        /// What a sound file has there.
        expected: String,
        /// What this one has.
        found: String,
    },
    /// The data is sound, but of a kind that this library does not read or write.
    #[error("{place}: {what} is not supported")]
    Unsupported {
        /// Where.
        place: Box<Place>,
        /// The name of the kind.
        what: String,
    },
    /// A stated limit would be exceeded.
    #[error("{place}: {what} is {found}, the limit is {limit}")]
    Limit {
        /// Where.
        place: Box<Place>,
        /// What is limited.
        what: &'static str,
        /// What was asked for.
        found: u64,
        /// The most that is allowed.
        limit: u64,
    },
    /// The caller asked for something that is not there: a room, a costume, an object, a box.
    #[error("{message}")]
    NotFound {
        /// What was asked for, in one word.
        what: &'static str,
        /// Its number.
        number: u32,
        /// What was asked for, and where it was looked for.
        message: String,
    },
    /// The caller's fault: it passed values that are impossible or contradict each other.
    #[error("{0}")]
    Misuse(String),
}

impl fmt::Debug for Error {
    /// The same sentence as for users: a `main` that returns an error prints this.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error {
    /// An error about something that is not there; `message` says what and where in a sentence.
    pub fn not_found(
        what: &'static str,
        number: impl Into<u32>,
        message: impl Into<String>,
    ) -> Self {
        Self::NotFound {
            what,
            number: number.into(),
            message: message.into(),
        }
    }

    /// An error of the operating system at a path.
    pub(crate) fn io(path: &Path, source: std::io::Error) -> Self {
        Self::Io {
            file: path.display().to_string(),
            source,
        }
    }

    /// The same error with the file's name filled in, unless it has one.
    pub fn in_file(self, name: impl fmt::Display) -> Self {
        self.in_file_from(name, 0)
    }

    /// The same error with the file's name and the offset in the file. Until then the offset counts
    /// from the start of a resource, which begins at byte `base` of the file. An error that has a
    /// file already stays as it is.
    pub fn in_file_from(mut self, name: impl fmt::Display, base: u64) -> Self {
        if let Self::Malformed { place, .. }
        | Self::Unsupported { place, .. }
        | Self::Limit { place, .. } = &mut self
        {
            if place.file.is_empty() {
                place.offset = place.offset.saturating_add(base);
                place.file = name.to_string();
            }
        }
        self
    }

    /// Where it happened, if it happened in a file's bytes.
    #[must_use]
    pub fn place(&self) -> Option<&Place> {
        match self {
            Self::Malformed { place, .. }
            | Self::Unsupported { place, .. }
            | Self::Limit { place, .. } => Some(place),
            Self::Io { .. } | Self::NotFound { .. } | Self::Misuse(_) => None,
        }
    }
}

//! Errors with their place: file, block path, byte offset, expected and found values.

use std::fmt;
use std::path::Path;

use crate::place::DataPlace;

/// The result of every function that reads a resource.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The error type of this crate. Its variants distinguish faults of the system, of the file and of
/// the caller.
#[must_use]
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The operating system failed to read or list a file.
    #[error("{file}: {source}")]
    Io {
        /// The file or folder.
        file: String,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// The data is damaged or of another kind.
    #[error("{place}: expected {expected}, found {found}")]
    Malformed {
        /// The place of the error.
        place: Box<DataPlace>,
        /// The value or structure that was expected.
        expected: String,
        /// The value or structure that was found.
        found: String,
    },
    /// The data is not damaged, but of a kind that this library does not read or write.
    #[error("{place}: {what} is not supported")]
    Unsupported {
        /// The place of the error.
        place: Box<DataPlace>,
        /// The name of the kind.
        what: String,
    },
    /// A limit would be exceeded.
    #[error("{place}: {what} is {found}, the limit is {limit}")]
    Limit {
        /// The place of the error.
        place: Box<DataPlace>,
        /// The name of the limited value.
        what: &'static str,
        /// The requested value.
        found: u64,
        /// The largest value that is allowed.
        limit: u64,
    },
    /// The caller asked for a room, costume, object or box that does not exist.
    #[error("{message}")]
    NotFound {
        /// The kind of the missing thing, in one word.
        what: &'static str,
        /// The number of the missing thing.
        number: u32,
        /// A sentence that says what was requested and where it was searched.
        message: String,
    },
    /// The caller passed values that are impossible or contradict each other.
    #[error("{message}")]
    Misuse {
        /// The kind of the fault, for callers that handle some of them.
        kind: Misuse,
        /// A sentence that names the value and, where it is a number, the limits.
        message: String,
    },
    /// An error of the caller's own code: of its source of resources, for example.
    #[error(transparent)]
    Other(Box<dyn std::error::Error + Send + Sync>),
}

/// The kinds of [`Error::Misuse`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Misuse {
    /// A number, a count or a length is outside its limits.
    OutOfRange,
    /// A picture, a table or a block of bytes has another size than the call needs.
    WrongSize,
    /// The version of the game does not have the thing, or a file has another layout version.
    WrongVersion,
    /// The value belongs to another game, or names a game that the library does not know.
    WrongGame,
    /// A part, a file or an entry that another value refers to does not exist.
    Missing,
    /// Two values contradict each other.
    Contradiction,
    /// Several things match, and the caller has to name one of them.
    Ambiguous,
    /// A text, a name or a structure cannot be read or stored as it is.
    Invalid,
}

impl fmt::Debug for Error {
    /// Prints the message for users, so that a `main` that returns an error shows it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error {
    /// Creates an error about a thing that does not exist. `message` is a sentence that says what
    /// is missing and where.
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

    /// Creates an error about values that are impossible or contradict each other. `message` is a
    /// sentence that names the value and its limits.
    pub fn misuse(kind: Misuse, message: impl Into<String>) -> Self {
        Self::Misuse {
            kind,
            message: message.into(),
        }
    }

    /// Wraps an error of the caller's own code. `error` may also be a text.
    pub fn other(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Other(error.into())
    }

    /// Creates an error of the operating system at a path.
    pub(crate) fn io(path: &Path, source: std::io::Error) -> Self {
        Self::Io {
            file: path.display().to_string(),
            source,
        }
    }

    /// Adds the file's name to the error, unless the error already names a file.
    pub fn in_file(self, name: impl fmt::Display) -> Self {
        self.in_file_from(name, 0)
    }

    /// Adds the file's name to the error. Converts the offset, which counts from the start of a
    /// resource at byte `base` of the file, to an offset in the file. An error that already has a
    /// file is not changed.
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

    /// Returns the place of the error, if it happened in the bytes of a file.
    #[must_use]
    pub fn place(&self) -> Option<&DataPlace> {
        match self {
            Self::Malformed { place, .. }
            | Self::Unsupported { place, .. }
            | Self::Limit { place, .. } => Some(place),
            Self::Io { .. } | Self::NotFound { .. } | Self::Misuse { .. } | Self::Other(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misuse_shows_its_message_and_has_a_kind() {
        let error = Error::misuse(Misuse::OutOfRange, "there is no actor 99");
        assert_eq!(error.to_string(), "there is no actor 99");
        let kind = Misuse::OutOfRange;
        assert!(matches!(error, Error::Misuse { kind: found, .. } if found == kind));
    }

    #[test]
    fn errors_of_callers_keep_their_text() {
        let own = std::io::Error::other("the server is away");
        assert_eq!(Error::other(own).to_string(), "the server is away");
        let error = Error::other("no such file").in_file("costume 3");
        assert_eq!(error.to_string(), "no such file");
        assert!(error.place().is_none());
    }
}

//! The reasons why calls fail, and the words that other languages use for the values of
//! enumerations.

use std::fmt::Debug;
use std::ops::Deref;

use scumm_engine::OpenError;
use scumm_media::MediaError;
use scumm_media::text::error_chain;
use scumm_room::Error;
use scumm_tools::costume_input::OverLimit;

/// The result of a call. A call that does not return `WARDROBE_CODE_OK` leaves its output
/// parameters unchanged.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultCode {
    /// Success.
    Ok = 0,
    /// A required pointer is null.
    Null = 1,
    /// The handle is in use: by another thread, or by the call during which this callback runs.
    Busy = 2,
    /// A size, a pitch or a length does not fit.
    Size = 3,
    /// An argument has an invalid value, or contradicts another argument.
    Misuse = 4,
    /// The requested object, resource or name does not exist.
    NotFound = 5,
    /// The system could not read a file.
    Io = 6,
    /// The data is damaged, or is of another type than the call expects.
    Malformed = 7,
    /// The data is valid, but the library does not support it.
    Unsupported = 8,
    /// A limit of the library would be exceeded.
    Limit = 9,
    /// The original engine would have stopped with an error at this point.
    Fault = 10,
    /// The code of the library panicked, which is a bug. The handles that were passed to the call
    /// can only be freed.
    Panic = 11,
}

impl NamedValues for ResultCode {
    const ALL: &'static [Self] = &[
        Self::Ok,
        Self::Null,
        Self::Busy,
        Self::Size,
        Self::Misuse,
        Self::NotFound,
        Self::Io,
        Self::Malformed,
        Self::Unsupported,
        Self::Limit,
        Self::Fault,
        Self::Panic,
    ];
    const WHAT: &'static str = "code";
}

/// The reason why a call fails. It has the size of a pointer, so that a result fits in a register.
#[derive(Clone, Debug)]
pub struct Failure(Box<FailureReason>);

/// A code, a message, and a place in a file if the failure belongs to such a place.
#[derive(Clone, Debug)]
pub struct FailureReason {
    /// The kind of failure.
    pub code: ResultCode,
    /// The message.
    pub text: String,
    /// The file and the blocks that contain the place, and the offset of the byte.
    pub place: Option<(String, u64)>,
    /// The file that the system could not read, and the number of the system's error.
    pub file: Option<(String, Option<i32>)>,
}

/// The result of a call.
pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

impl From<FailureReason> for Failure {
    fn from(reason: FailureReason) -> Self {
        Self(Box::new(reason))
    }
}

impl Deref for Failure {
    type Target = FailureReason;

    fn deref(&self) -> &FailureReason {
        &self.0
    }
}

impl Failure {
    /// Creates a failure without a place.
    pub fn new(code: ResultCode, text: impl ToString) -> Self {
        FailureReason {
            code,
            text: text.to_string(),
            place: None,
            file: None,
        }
        .into()
    }

    /// Creates the failure of a file that the system could not read or write. `number` is the
    /// number of the system's error.
    #[must_use]
    pub fn of_file(text: String, path: String, number: Option<i32>) -> Self {
        FailureReason {
            code: ResultCode::Io,
            text,
            place: None,
            file: Some((path, number)),
        }
        .into()
    }

    /// Creates the failure of a required argument that is null. `what` names the argument.
    #[must_use]
    #[cold]
    pub fn null(what: &str) -> Self {
        Self::new(ResultCode::Null, format!("{what} is null"))
    }

    /// Creates the failure of a size that does not fit.
    pub fn size(text: impl ToString) -> Self {
        Self::new(ResultCode::Size, text)
    }

    /// Creates the failure of an invalid value.
    pub fn misuse(text: impl ToString) -> Self {
        Self::new(ResultCode::Misuse, text)
    }

    /// Creates the failure of an object that does not exist.
    pub fn not_found(text: impl ToString) -> Self {
        Self::new(ResultCode::NotFound, text)
    }
}

impl From<&Error> for FailureReason {
    fn from(error: &Error) -> Self {
        let code = match error {
            Error::Io { .. } => ResultCode::Io,
            Error::Malformed { .. } => ResultCode::Malformed,
            Error::Unsupported { .. } => ResultCode::Unsupported,
            Error::Limit { .. } => ResultCode::Limit,
            Error::NotFound { .. } => ResultCode::NotFound,
            _ => ResultCode::Misuse,
        };
        let place = error.place().map(|place| (place.to_string(), place.offset));
        let file = match error {
            Error::Io { file, source } => Some((file.clone(), source.raw_os_error())),
            _ => None,
        };
        Self {
            code,
            text: error.to_string(),
            place,
            file,
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        FailureReason::from(&error).into()
    }
}

impl From<anyhow::Error> for Failure {
    /// Converts an error of the tools. The message includes the causes.
    fn from(error: anyhow::Error) -> Self {
        let text = error_chain(&error);
        for cause in error.chain() {
            if let Some(error) = cause.downcast_ref::<Error>() {
                return FailureReason {
                    text,
                    ..error.into()
                }
                .into();
            }
            if let Some(OpenError::NoGame(_)) = cause.downcast_ref() {
                return Self::not_found(text);
            }
            if cause.is::<OverLimit>() {
                return Self::new(ResultCode::Limit, text);
            }
            if let Some(MediaError::Io { path, source }) = cause.downcast_ref() {
                let path = path.display().to_string();
                return Self::of_file(text, path, source.raw_os_error());
            }
            if let Some(source) = cause.downcast_ref::<std::io::Error>() {
                return Self::of_file(text, String::new(), source.raw_os_error());
            }
        }
        Self::misuse(text)
    }
}

impl From<scumm_costume::Fault> for Failure {
    fn from(fault: scumm_costume::Fault) -> Self {
        Self::new(ResultCode::Fault, fault)
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Files(error) => error.into(),
            OpenError::NoGame(_) => Self::not_found(error),
            _ => Self::misuse(error),
        }
    }
}

/// An enumeration whose values other languages can name by words. The word of a value is the name
/// of the value in Rust, in lower case with underscores.
pub trait NamedValues: Copy + Debug + 'static {
    /// All values in ascending order of their numbers.
    const ALL: &'static [Self];
    /// The noun for a value in messages.
    const WHAT: &'static str;

    /// Returns the value of a word.
    ///
    /// # Errors
    /// Returns `ResultCode::Misuse` if no value has the word.
    fn from_word(word: &str) -> Result<Self, Failure> {
        for value in Self::ALL {
            if value.word() == word {
                return Ok(*value);
            }
        }
        Err(Failure::misuse(format!(
            "there is no {} {word:?}",
            Self::WHAT
        )))
    }

    /// Returns the value of a number.
    ///
    /// # Errors
    /// Returns `ResultCode::Misuse` if no value has the number.
    fn from_number(number: u32) -> Result<Self, Failure> {
        match Self::ALL.get(number as usize) {
            Some(value) => Ok(*value),
            None => Err(Failure::misuse(format!(
                "there is no {} {number}",
                Self::WHAT
            ))),
        }
    }

    /// Returns the word of the value.
    fn word(self) -> String {
        word_of(&format!("{self:?}"))
    }

    /// Returns the words of all values.
    fn words() -> impl Iterator<Item = String> {
        Self::ALL.iter().map(|value| value.word())
    }
}

/// Returns the word of a name in Rust: `RoomPalette` is `room_palette`.
pub fn word_of(name: &str) -> String {
    word_bytes(name).map(char::from).collect()
}

/// Returns the bytes of the word of a name.
fn word_bytes(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().enumerate().flat_map(|(i, letter)| {
        let gap = (i > 0 && letter.is_ascii_uppercase()).then_some(b'_');
        gap.into_iter().chain([letter.to_ascii_lowercase()])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PaletteKind, StageEntry, StageTable};

    fn all_are_found<T: NamedValues>(number_of: fn(T) -> u32) {
        for (number, word) in (0u32..).zip(T::words()) {
            assert_eq!(number_of(T::from_word(&word).unwrap()), number, "{word}");
            assert_eq!(number_of(T::from_number(number).unwrap()), number, "{word}");
        }
        assert!(T::from_number(T::ALL.len() as u32).is_err() && T::from_word("nonsense").is_err());
    }

    #[test]
    fn numbers_and_words_name_the_same_values() {
        all_are_found(|code: ResultCode| code as u32);
        all_are_found(|kind: PaletteKind| kind as u32);
        all_are_found(|entry: StageEntry| entry as u32);
        all_are_found(|table: StageTable| table as u32);
        assert_eq!(ResultCode::words().nth(5).unwrap(), "not_found");
    }
}

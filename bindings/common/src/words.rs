//! Words for the values of an enumeration, for languages that name them by text.

use std::fmt::Debug;

use crate::Failure;

/// An enumeration whose values have words: their names in Rust, in small letters with underscores.
pub trait Words: Copy + Debug + 'static {
    /// All values by ascending number.
    const ALL: &'static [Self];
    /// The noun for a value in messages.
    const WHAT: &'static str;

    /// Returns the value of a word.
    ///
    /// # Errors
    /// Returns `Code::Misuse` if no value has the word.
    fn of_word(word: &str) -> Result<Self, Failure> {
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
    /// Returns `Code::Misuse` if no value has the number.
    fn of_number(number: u32) -> Result<Self, Failure> {
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

/// The word of a name: `RoomPalette` is `room_palette`.
pub fn word_of(name: &str) -> String {
    letters(name).map(char::from).collect()
}

/// The letters of the word of a name.
fn letters(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().enumerate().flat_map(|(i, letter)| {
        let gap = (i > 0 && letter.is_ascii_uppercase()).then_some(b'_');
        gap.into_iter().chain([letter.to_ascii_lowercase()])
    })
}

#[cfg(test)]
mod tests {
    use crate::{Code, PaletteKind, StageEntry, StageTable, Words};

    fn all_are_found<T: Words>(number_of: fn(T) -> u32) {
        for (number, word) in (0u32..).zip(T::words()) {
            assert_eq!(number_of(T::of_word(&word).unwrap()), number, "{word}");
            assert_eq!(number_of(T::of_number(number).unwrap()), number, "{word}");
        }
        assert!(T::of_number(T::ALL.len() as u32).is_err() && T::of_word("nonsense").is_err());
    }

    #[test]
    fn numbers_and_words_name_the_same_values() {
        all_are_found(|code: Code| code as u32);
        all_are_found(|kind: PaletteKind| kind as u32);
        all_are_found(|entry: StageEntry| entry as u32);
        all_are_found(|table: StageTable| table as u32);
        assert_eq!(Code::words().nth(5).unwrap(), "not_found");
    }
}

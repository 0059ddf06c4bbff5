//! Words for the values of an enumeration, for languages that name them by text.

use crate::Failure;

/// An enumeration whose values have words: their names in Rust, in small letters with underscores.
pub trait Words: Copy + 'static {
    /// All values, by ascending number, with their names in Rust.
    const ALL: &'static [(Self, &'static str)];
    /// What a value is, for messages.
    const WHAT: &'static str;

    /// The value of a word.
    ///
    /// # Errors
    /// No value has the word.
    fn of_word(word: &str) -> Result<Self, Failure> {
        let found = Self::ALL
            .iter()
            .find(|(_, name)| letters(name).eq(word.bytes()));
        found
            .map(|(value, _)| *value)
            .ok_or_else(|| Failure::misuse(format!("there is no {} {word:?}", Self::WHAT)))
    }

    /// The value of a number.
    ///
    /// # Errors
    /// No value has the number.
    fn of_number(number: u32) -> Result<Self, Failure> {
        let found = usize::try_from(number)
            .ok()
            .and_then(|number| Self::ALL.get(number));
        found
            .map(|(value, _)| *value)
            .ok_or_else(|| Failure::misuse(format!("there is no {} {number}", Self::WHAT)))
    }

    /// The words of all values.
    fn words() -> impl Iterator<Item = String> {
        Self::ALL.iter().map(|(_, name)| word_of(name))
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

/// Gives words to an enumeration, whose values are named in the order of their numbers.
macro_rules! words {
    ($kind:ident, $what:literal; $($value:ident)*) => {
        impl $crate::Words for $kind {
            const ALL: &'static [(Self, &'static str)] = &[$((Self::$value, stringify!($value)),)*];
            const WHAT: &'static str = $what;
        }
    };
}
pub(crate) use words;

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

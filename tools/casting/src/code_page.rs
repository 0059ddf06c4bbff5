//! The letters of actors' names (J37).

use std::fmt::Write;

use scumm_engine::Game;
use yore::code_pages::{CP850, CP866, CP1251, CP1252};

/// The languages of known editions, with the code pages of v4 to v7 and of v8.
const PAGES: &str = include_str!("code_pages.tsv");

/// The meaning of the bytes in a game's texts from 0x80 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CodePage {
    /// The letters are not known.
    Unknown,
    /// v1, v2: bit 7 adds a space (J13).
    SpaceBit,
    /// The DOS code page for western Europe.
    Dos850,
    /// The DOS code page for Russian.
    Dos866,
    /// The Windows code page for Russian.
    Windows1251,
    /// The Windows code page for western Europe.
    Windows1252,
}

impl CodePage {
    /// Returns the code page of a game's edition.
    pub fn of_game(game: &Game) -> Self {
        let dialect = game.dialect();
        Self::new(
            dialect.version(),
            dialect.is_humongous(),
            game.files().identity().language,
        )
    }

    /// Returns the code page of a version and a language; `None` is an unknown language. The code
    /// pages of v3 and of Humongous games are not known.
    pub fn new(version: u8, is_humongous: bool, language: Option<&str>) -> Self {
        let column = match version {
            1 | 2 => return Self::SpaceBit,
            _ if is_humongous => return Self::Unknown,
            4..=7 => 1,
            8 => 2,
            _ => return Self::Unknown,
        };
        let row = PAGES.lines().find(|row| row.split('\t').next() == language);
        let page = row.and_then(|row| row.split('\t').nth(column));
        match page {
            Some("850") => Self::Dos850,
            Some("866") => Self::Dos866,
            Some("1251") => Self::Windows1251,
            Some("1252") => Self::Windows1252,
            _ => Self::Unknown,
        }
    }

    /// Returns a name as text. Bytes without a known letter, and codes of the game's texts, become
    /// escapes such as `\x81`.
    pub fn decode(self, bytes: &[u8]) -> String {
        let mut text = String::new();
        // FF begins a code in v3 to v7. The bytes of the code are not letters.
        let (name, codes) = match bytes.iter().position(|&byte| byte == u8::MAX) {
            Some(at) if self != Self::SpaceBit => bytes.split_at(at),
            _ => (bytes, &[][..]),
        };
        for &byte in name {
            self.push(byte, &mut text);
        }
        for &byte in codes {
            Self::Unknown.push(byte, &mut text);
        }
        text
    }

    /// Appends the letter of a byte, or an escape.
    fn push(self, byte: u8, text: &mut String) {
        let letter = match byte {
            b' '..=b'[' | b']'..=b'~' => Some(byte.into()),
            0x80.. => self.letter(byte),
            _ => None,
        };
        match letter.filter(|letter| !letter.is_control()) {
            Some(letter) => text.push(letter),
            // Writing to a string cannot fail.
            None => _ = write!(text, "\\x{byte:02x}"),
        }
        if self == Self::SpaceBit && byte & 0x80 != 0 && letter.is_some() {
            text.push(' ');
        }
    }

    /// Returns the letter of a byte from 0x80 on.
    fn letter(self, byte: u8) -> Option<char> {
        let table: &dyn yore::CodePage = match self {
            Self::Unknown => return None,
            Self::SpaceBit => {
                let letter = byte & 0x7f;
                let is_letter = matches!(letter, b' '..=b'[' | b']'..=b'~');
                return Some(letter.into()).filter(|_| is_letter);
            }
            Self::Dos850 => &CP850,
            Self::Dos866 => &CP866,
            Self::Windows1251 => &CP1251,
            Self::Windows1252 => &CP1252,
        };
        table.decode(&[byte]).ok()?.chars().next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(version: u8, language: &str, bytes: &[u8]) -> String {
        CodePage::new(version, false, Some(language)).decode(bytes)
    }

    #[test]
    fn names_have_the_letters_of_the_editions_code_page_j37() {
        assert_eq!(text(5, "German", b"K\x81che"), "Küche");
        assert_eq!(text(4, "French", b"Ren\x82"), "René");
        assert_eq!(text(8, "French", b"Ren\xe9"), "René");
        assert_eq!(text(6, "Russian", b"\x8a\xae\xe2"), "Кот");
        assert_eq!(text(8, "Russian", b"\xca\xee\xf2"), "Кот");
    }

    #[test]
    fn bytes_without_a_known_letter_are_escaped_j37() {
        assert_eq!(text(3, "German", b"K\x81che"), "K\\x81che");
        assert_eq!(text(5, "Japanese", b"\x83K"), "\\x83K");
        assert_eq!(CodePage::new(5, false, None).decode(b"\x81"), "\\x81");
        let humongous = CodePage::new(6, true, Some("German"));
        assert_eq!(humongous.decode(b"\xfc\\"), "\\xfc\\x5c");
        // Code 4 of v3 to v7 and its two bytes.
        assert_eq!(
            text(5, "German", b"A\xff\x04\x81\x01"),
            "A\\xff\\x04\\x81\\x01"
        );
    }

    #[test]
    fn in_v1_and_v2_bit_7_adds_a_space_j13() {
        assert_eq!(text(2, "English", b"Dav\xe5K\x84"), "Dave K\\x84");
    }

    #[test]
    fn each_language_of_the_table_has_two_code_pages() {
        for row in PAGES.lines().skip(1) {
            let language = row.split('\t').next();
            for version in [5, 8] {
                let page = CodePage::new(version, false, language);
                assert_ne!(page, CodePage::Unknown, "{row}");
            }
        }
    }
}

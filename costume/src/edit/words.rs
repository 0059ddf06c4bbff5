//! The words for commands and modes. Listings, sources, `info`, maps and the documentation's tables
//! use only these words.

use scumm_room::Dialect;

use crate::akos::akch::mode;
use crate::cost;
use crate::cost::play::{COUNT, GO, LAST_SOUND, NOTHING, STOP};

/// COST: the words for commands that are not pictures (C13, C22, C30).
pub const COST: [(u8, &str); 5] = [
    (LAST_SOUND, "sound"),
    (STOP, "stop"),
    (GO, "go"),
    (NOTHING, "nothing"),
    (COUNT, "count"),
];

/// COST: returns the command of a word.
#[must_use]
pub fn cost_command(word: &str) -> Option<u8> {
    COST.iter()
        .find(|(_, known)| *known == word)
        .map(|(byte, _)| *byte)
}

/// COST: returns the word for a command, or `None` for a picture number. All sound commands have
/// the same word.
#[must_use]
pub fn cost_word(byte: u8, dialect: &Dialect) -> Option<&'static str> {
    let byte = match cost::CostCommand::from_byte(byte, dialect) {
        cost::CostCommand::Sound(_) | cost::CostCommand::CountSound => LAST_SOUND,
        cost::CostCommand::Count | cost::CostCommand::Picture => byte,
    };
    COST.iter()
        .find(|(known, _)| *known == byte)
        .map(|(_, word)| *word)
}

/// AKOS: the words for a limb's modes (A8).
pub const MODES: [(u8, &str); 8] = [
    (mode::KILL, "off"),
    (mode::LOOP, "loop"),
    (mode::RUN, "hold"),
    (mode::HIDE, "hide"),
    (mode::SHOW, "show"),
    (mode::PROGRAM, "program"),
    (mode::CONSTANT, "stay"),
    (mode::DELTA, "delta"),
];

/// AKOS: returns the word for a mode, if there is one.
#[must_use]
pub fn mode_word(mode: u8) -> Option<&'static str> {
    MODES
        .iter()
        .find(|(known, _)| *known == mode)
        .map(|(_, word)| *word)
}

/// AKOS: returns the mode of a word.
#[must_use]
pub fn mode_of(word: &str) -> Option<u8> {
    MODES
        .iter()
        .find(|(_, known)| *known == word)
        .map(|(mode, _)| *mode)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_of_cost_have_words_c13_c22_c30() {
        let v5 = Dialect::new(5);
        let v6 = Dialect::new(6);
        for (byte, word) in COST {
            assert_eq!(
                (cost_word(byte, &v5), cost_command(word)),
                (Some(word), Some(byte))
            );
        }
        // v6 has eight sound commands; 0x05 and 0xfc are pictures.
        assert_eq!(
            [0x71, 0x05, 0xfc].map(|byte| cost_word(byte, &v5)),
            [None; 3]
        );
        assert_eq!(cost_word(0x71, &v6), Some("sound"));
        assert_eq!(cost_command("hide"), None);
    }

    #[test]
    fn modes_have_words_a8() {
        assert!((1..=8).all(|mode| mode_word(mode).and_then(mode_of) == Some(mode)));
        assert_eq!(
            (mode_word(0), mode_word(9), mode_of("once")),
            (None, None, None)
        );
    }
}

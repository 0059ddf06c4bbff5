//! The words for commands and modes. Listings, sources, `info`, maps and the documentation's tables use these and no
//! others.

use scumm_room::Dialect;

use crate::akos::akch::mode;
use crate::akos::command::{AksqCommand, COMMANDS};
use crate::cost;
use crate::cost::commands::{COUNT, GO, LAST_SOUND, NOTHING, STOP};

/// COST: the words for commands that are no pictures (C13, C22, C30).
pub const COST: [(u8, &str); 5] =
    [(LAST_SOUND, "sound"), (STOP, "stop"), (GO, "go"), (NOTHING, "nothing"), (COUNT, "count")];

/// COST: the command of a word.
#[must_use]
pub fn cost_command(word: &str) -> Option<u8> {
    COST.iter().find(|(_, known)| *known == word).map(|(byte, _)| *byte)
}

/// COST: the word for a command, if it is no picture's number. All sound commands have the same word.
#[must_use]
pub fn cost_word(byte: u8, dialect: &Dialect) -> Option<&'static str> {
    let byte = match cost::Command::of(byte, dialect) {
        cost::Command::Sound(_) | cost::Command::CountSound => LAST_SOUND,
        cost::Command::Count | cost::Command::Picture => byte,
    };
    COST.iter().find(|(known, _)| *known == byte).map(|(_, word)| *word)
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

/// AKOS: the word for a mode, if it has one.
#[must_use]
pub fn mode_word(mode: u8) -> Option<&'static str> {
    MODES.iter().find(|(known, _)| *known == mode).map(|(_, word)| *word)
}

/// AKOS: the mode of a word.
#[must_use]
pub fn mode_of(word: &str) -> Option<u8> {
    MODES.iter().find(|(_, known)| *known == word).map(|(mode, _)| *mode)
}

/// The words for a command of AKSQ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandWords {
    /// The command's number.
    pub code: u16,
    /// Its name in listings and sources.
    pub name: &'static str,
    /// The rules that describe it.
    pub rules: &'static str,
    /// What it does. Operands are called a, b, c.
    pub text: &'static str,
}

/// The words for a command.
#[must_use]
pub fn of(command: &AksqCommand) -> CommandWords {
    let mut pairs = COMMANDS.iter().zip(AKSQ);
    let found = pairs.find(|(known, _)| *known == command);
    found.map_or(CommandWords { code: command.code, name: "", rules: "", text: "" }, |(_, words)| *words)
}

/// The command of a name in a game.
#[must_use]
pub fn command(name: &str, dialect: &Dialect) -> Option<&'static AksqCommand> {
    let named = COMMANDS.iter().zip(AKSQ).filter(|(_, words)| words.name == name);
    named.map(|(command, _)| command).find(|command| command.versions.include(dialect))
}

macro_rules! words {
    ($($code:literal $name:literal, $rules:literal, $text:literal;)*) => {
        &[$(CommandWords { code: $code, name: $name, rules: $rules, text: $text }),*]
    };
}

/// The words for each entry of [`COMMANDS`], in the same order.
#[rustfmt::skip]
pub static AKSQ: &[CommandWords] = words! {
    0xc001 "blank", "A20", "Shows nothing; the step ends here.";
    0xc010 "set", "A25", "b = a";
    0xc015 "sound", "A27", "Queues 3 with the actor's sound a - 1, for a = 1..24.";
    0xc015 "sound", "A27", "Queues 3 with the actor's sound a, for a = 0..23.";
    0xc016 "jump-playing-var", "A29", "Goes to a if the actor's sound number b (a variable) plays.";
    0xc017 "jump-silent-var", "A29", "Goes to a if the actor's sound number b (a variable) does not play.";
    0xc018 "jump-playing", "A29", "Goes to a if the actor's sound b plays.";
    0xc019 "jump-silent", "A29", "Goes to a if the actor's sound b does not play.";
    0xc020 "draw", "A42", "Shows the items, each at its own place.";
    0xc021 "draw-if", "A44", "Shows those items whose condition holds.";
    0xc022 "draw-if-move", "A44", "The same; the last item moves what later limbs show by (c, d).";
    0xc025 "draw-move", "A43", "Shows the items; the last one moves what later limbs show by (a, b).";
    0xc030 "jump", "A21", "Goes to a and ends the step there.";
    0xc031 "jump-clear", "A22", "If b != 0: b = 0, goes to a.";
    0xc040 "add", "A25", "b += a, in 16 bits";
    0xc042 "soft-sound", "A27", "Queues 9 with the actor's sound a.";
    0xc044 "soft-sound-var", "A27", "Queues 9 with the actor's sound number a (a variable).";
    0xc045 "user-condition", "A29 T85", "User condition b = c.";
    0xc046 "get-user-condition", "A29 T85", "c = user condition b.";
    0xc047 "talk-condition", "A29 T85", "Talk condition = b.";
    0xc048 "get-talk-condition", "A29 T85", "c = 1 if the talk condition is b, else 0.";
    0xc050 "ignored-50", "A29", "Nothing.";
    0xc060 "increment", "A25", "v0 += 1";
    0xc061 "first-sound", "A27", "Queues 3 with the actor's sound 0.";
    0xc070 "jump-eq", "A23", "Goes to a if b == c.";
    0xc071 "jump-ne", "A23", "Goes to a if b != c.";
    0xc072 "jump-lt", "A23", "Goes to a if b < c.";
    0xc073 "jump-le", "A23", "Goes to a if b <= c.";
    0xc074 "jump-gt", "A23", "Goes to a if b > c.";
    0xc075 "jump-ge", "A23", "Goes to a if b >= c.";
    0xc080 "anim", "A28", "Queues 4: starts animation a.";
    0xc081 "anim-var", "A28", "Queues 4: starts the animation whose number is in a.";
    0xc082 "random", "A25", "c = a random number from a to b.";
    0xc083 "clip-plane", "A28", "Queues 5: the actor is masked by plane a (v7, v8: 100 = by its walk box).";
    0xc084 "anim-other", "A28", "Queues 4 for the actor whose number is in a: starts animation number b (a variable).";
    0xc085 "set-other", "A28", "Variable b of the actor whose number is in a = c, at once.";
    0xc086 "leave", "A28", "Queues 1: puts the actor into room 0.";
    0xc087 "offset", "A28", "Queues 6: draws the actor (a, b) off its position (seen in HE only).";
    0xc088 "jump-table", "A32", "Goes to entry a - 1 of the jump table AKFO.";
    0xc089 "sound-control", "A27", "Queues 7 volume (b = 1), 8 pan (2) or 9 priority (3) = c of the actor's sound a - 1, for a = 1..8.";
    0xc089 "sound-control", "A27", "Nothing.";
    0xc08a "flip", "A26", "a != 0: draws the actor the other way round.";
    0xc08b "ignored-8b", "A29", "Nothing.";
    0xc08c "ignored-8c", "A29", "Nothing.";
    0xc08d "sound-var", "A27", "Queues 3 with the actor's sound number a (a variable).";
    0xc08d "sound-var", "A27", "Nothing.";
    0xc08e "aux", "A20 A31 A98", "Ends the step; stepped over it queues 7: aux frame a.";
    0xc090 "skip-unless-eq", "A24", "Goes on behind the next skip-end unless b == a.";
    0xc091 "skip-unless-ne", "A24", "Goes on behind the next skip-end unless b != a.";
    0xc092 "skip-unless-lt", "A24", "Goes on behind the next skip-end unless b < a.";
    0xc093 "skip-unless-le", "A24", "Goes on behind the next skip-end unless b <= a.";
    0xc094 "skip-unless-gt", "A24", "Goes on behind the next skip-end unless b > a.";
    0xc095 "skip-unless-ge", "A24", "Goes on behind the next skip-end unless b >= a.";
    0xc09f "skip-end", "A24", "Ends skipping, whichever command began it.";
    0xc0a0 "talkie", "A29 A30", "Queues 8: the actor says talkie a.";
    0xc0a1 "jump-talking", "A29", "Goes to a if the actor's talkie plays.";
    0xc0a2 "jump-quiet", "A29", "Goes to a if the actor's talkie does not play.";
    0xc0a3 "talkie-var", "A29", "Queues 8: the actor says the talkie whose number is in a.";
    0xc0a4 "jump-anyone-talks", "A29 A30", "Goes to a if some actor talks. Else the two bytes of a are the next instruction.";
    0xc0a5 "jump-nobody-talks", "A29 A30", "Goes to a if no actor talks. Else the two bytes of a are the next instruction.";
    0xc0ff "end", "A20", "Shows nothing; the step ends here. Stepped over like any other.";
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_words_and_a_name_of_its_own() {
        assert_eq!(COMMANDS.len(), AKSQ.len());
        for (command, words) in COMMANDS.iter().zip(AKSQ) {
            assert_eq!(command.code, words.code);
            assert_eq!(of(command), *words);
            let named = AKSQ.iter().filter(|other| other.name == words.name);
            assert!(named.map(|other| other.code).all(|code| code == words.code), "{}", words.name);
        }
    }

    #[test]
    fn a_name_is_the_command_that_a_game_has() {
        let v7 = Dialect::new(7);
        let control = command("sound-control", &v7).unwrap();
        assert_eq!(Some(control), AksqCommand::find(0xc089, &v7));
        assert_ne!(command("sound-control", &Dialect::humongous(61)), Some(control));
        assert_eq!(command("fly", &v7), None);
    }

    #[test]
    fn commands_of_cost_have_words_c13_c22_c30() {
        let (v5, v6) = (Dialect::new(5), Dialect::new(6));
        for (byte, word) in COST {
            assert_eq!((cost_word(byte, &v5), cost_command(word)), (Some(word), Some(byte)));
        }
        // v6 has eight sound commands; 0x05 and 0xfc are pictures.
        assert_eq!([0x71, 0x05, 0xfc].map(|byte| cost_word(byte, &v5)), [None; 3]);
        assert_eq!(cost_word(0x71, &v6), Some("sound"));
        assert_eq!(cost_command("hide"), None);
    }

    #[test]
    fn modes_have_words_a8() {
        assert!((1..=8).all(|mode| mode_word(mode).and_then(mode_of) == Some(mode)));
        assert_eq!((mode_word(0), mode_word(9), mode_of("once")), (None, None, None));
    }
}

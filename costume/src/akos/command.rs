//! The commands of AKSQ in one table: number, operands, what they do, and in which games (A20..A33). Playing, drawing,
//! listings, checks and the book use it. The words for the commands are in `edit::words`.
//!
//! A command is a big-endian word 0xC0nn; its operands are little-endian. Some numbers mean different things in different
//! games. Such a number has an entry for each meaning, and the entries have different [`Versions`].

use scumm_room::Dialect;

/// The kind of an operand, which decides how many bytes it has and how it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// LE16: a position in AKSQ.
    Target,
    /// LE16: a position in AKSQ that is read, but does not count in the length of the instruction (A30: C0A4, C0A5).
    TargetBehind,
    /// u8: the number of an animation variable.
    Var,
    /// u8.
    Byte,
    /// s16.
    Word,
    /// LE16, unsigned.
    Number,
    /// Bytes that mean nothing.
    Unused(u8),
    /// u8: the length of the whole instruction in bytes, even if its operands have another length (A30).
    Size,
    /// u8 count, then as many u8: indices of conditions (A44).
    Indices,
    /// u8 count, then items: s16 x, s16 y, cel code of one or two bytes (A42).
    Items,
}

/// The six comparisons, in the order of their command numbers (A23, A24).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

impl Comparison {
    /// Whether the comparison holds for `a` and `b`.
    #[must_use]
    pub fn holds(self, a: i32, b: i32) -> bool {
        match self {
            Self::Equal => a == b,
            Self::NotEqual => a != b,
            Self::Less => a < b,
            Self::LessOrEqual => a <= b,
            Self::Greater => a > b,
            Self::GreaterOrEqual => a >= b,
        }
    }
}

/// What an operand that names something is: the number itself, or an animation variable that holds the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// The number itself.
    Operand,
    /// The number of a variable that holds the number.
    Var,
}

/// What a command does when a step reaches it. The texts call its operands 0, 1, 2, in the order of the table. "Stays" means
/// that the step ends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Stays and draws nothing (A20).
    Nothing,
    /// Stays and draws its items (A42, A43).
    Draw,
    /// Stays, draws the items whose condition holds, and asks for a redraw (A44).
    DrawIf,
    /// Stays. Queues an aux frame when a program steps over it (A31).
    Aux,
    /// Goes to 0 and stays there (A21).
    Jump,
    /// Goes to 0 if variable 1 is not 0, and sets the variable to 0 (A22).
    JumpAndClear,
    /// Goes to 0 if the comparison holds for variable 1 and 2 (A23).
    JumpIf(Comparison),
    /// Skips to the next C09F unless the comparison holds for variable 1 and 0 (A24).
    SkipUnless(Comparison),
    /// Ends skipping (A24).
    SkipEnd,
    /// Variable 1 = 0 (A25).
    Set,
    /// Variable 1 += 0 (A25).
    Add,
    /// Variable 0 += 1 (A25).
    Increment,
    /// Variable 2 = a random number from 0 to 1 (A25).
    Random,
    /// Draws the actor mirrored if 0 is not 0 (A26).
    Flip,
    /// Queues the actor's sound number 0 minus `base`, if that is 0..=23 (A27).
    Sound {
        /// The number of the first sound.
        base: u8,
    },
    /// Queues the actor's sound number 0 with this queue command (A27).
    SoundOf(Source, u8),
    /// Queues the actor's first sound (A27).
    FirstSound,
    /// Queues volume, pan or priority of the actor's sound (A27).
    SoundControl,
    /// Queues a command with one operand (A28, A29).
    Queue(Source, u8),
    /// Queues animation `var 1` of actor `var 0` (A28).
    AnimateOther,
    /// Variable 1 of actor `var 0` = 2, at once (A28).
    SetOther,
    /// Queues putting the actor into room 0 (A28).
    Leave,
    /// Queues a draw offset (A28).
    Offset,
    /// Goes to the entry `var 0` minus 1 of the jump table (A32).
    JumpTable,
    /// Goes to 0 if sound 1 of the actor is playing, or if it is not (A29).
    JumpIfPlaying(Source, bool),
    /// Goes to 0 if the actor's talkie is playing, or if it is not (A29).
    JumpIfTalking(bool),
    /// Goes to 0 if any actor is talking, or if none is (A29).
    JumpIfAnyTalks(bool),
    /// User condition 1 = variable 2 (A29).
    SetUserCondition,
    /// Variable 2 = user condition 1 (A29).
    GetUserCondition,
    /// Talk condition = 1 (A29).
    SetTalkCondition,
    /// Variable 2 = talk condition 1 (A29).
    GetTalkCondition,
    /// Does nothing (A29).
    Ignored,
}

/// The games that an entry of the table is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Versions {
    /// v7, v8 and Humongous.
    All,
    /// v7, v8.
    NotHumongous,
    /// HE61 and later.
    Humongous,
    /// HE61 and later. v7 and v8 know its length, so that they can skip it.
    HumongousToRun,
    /// HE71 and later.
    He71,
    /// v7, v8, HE61, HE70.
    BelowHe71,
}

impl Versions {
    /// Whether a game is one of them.
    #[must_use]
    pub fn include(self, dialect: &Dialect) -> bool {
        match self {
            Self::All | Self::HumongousToRun => true,
            Self::NotHumongous => !dialect.is_humongous(),
            Self::Humongous => dialect.is_humongous(),
            Self::He71 => dialect.he_at_least(71),
            Self::BelowHe71 => !dialect.he_at_least(71),
        }
    }
}

/// One entry of the table.
#[derive(Debug, PartialEq, Eq)]
pub struct AksqCommand {
    /// 0xC001..=0xC0FF.
    pub code: u16,
    /// Its operands in file order.
    pub operands: &'static [Operand],
    /// What it does.
    pub action: Action,
    /// The games that have it.
    pub versions: Versions,
}

impl AksqCommand {
    /// Whether a step ends on it (A20).
    #[must_use]
    pub fn stays(&self) -> bool {
        matches!(self.action, Action::Nothing | Action::Draw | Action::DrawIf | Action::Aux)
    }

    /// Whether a game can execute it, and not only skip it (A29).
    #[must_use]
    pub fn runs(&self, dialect: &Dialect) -> bool {
        self.versions != HumongousToRun || dialect.is_humongous()
    }

    /// Whether the actor is redrawn when a limb reaches or passes it (A16).
    #[must_use]
    pub fn asks_for_redraw(&self) -> bool {
        matches!(
            self.action,
            Action::DrawIf
                | Action::SetUserCondition
                | Action::GetUserCondition
                | Action::SetTalkCondition
                | Action::GetTalkCondition
        )
    }

    /// The command of a code in a game, if it exists there.
    #[must_use]
    pub fn find(code: u16, dialect: &Dialect) -> Option<&'static Self> {
        if !is_command(code) || code > 0xc0ff {
            return None;
        }
        let first = usize::from(*FIRST.get(usize::from(code & 0xff))?);
        let mut entries = COMMANDS.get(first..)?.iter().take_while(|c| c.code == code);
        entries.find(|c| c.versions.include(dialect))
    }
}

/// Whether a code is a command and not a cel (A11).
#[must_use]
pub const fn is_command(code: u16) -> bool {
    code >= 0xc000
}

/// The index in [`COMMANDS`] of the first entry of each command number; the length of the table if there is none.
const FIRST: [u8; 256] = first_entries();

#[allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)] // Evaluated by the compiler.
const fn first_entries() -> [u8; 256] {
    let mut first = [COMMANDS.len() as u8; 256];
    let mut i = COMMANDS.len();
    while i > 0 {
        i -= 1;
        first[(COMMANDS[i].code & 0xff) as usize] = i as u8;
    }
    first
}

macro_rules! commands {
    ($($code:literal [$($operand:expr),*] $action:expr, $versions:expr;)*) => {
        &[$(AksqCommand {
            code: $code,
            operands: &[$($operand),*],
            action: $action,
            versions: $versions,
        }),*]
    };
}

use Comparison::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
use Operand::{Byte, Indices, Items, Number, Size, Target, TargetBehind, Unused, Var, Word};
use Versions::{All, BelowHe71, He71, Humongous, HumongousToRun, NotHumongous};

/// All commands, by number.
#[rustfmt::skip]
pub static COMMANDS: &[AksqCommand] = commands! {
    0xc001 []                                         Action::Nothing, All;
    0xc010 [Word, Var]                                Action::Set, All;
    0xc015 [Byte]                                     Action::Sound { base: 1 }, NotHumongous;
    0xc015 [Byte]                                     Action::Sound { base: 0 }, Humongous;
    0xc016 [Target, Var]                              Action::JumpIfPlaying(Source::Var, true), All;
    0xc017 [Target, Var]                              Action::JumpIfPlaying(Source::Var, false), All;
    0xc018 [Target, Byte]                             Action::JumpIfPlaying(Source::Operand, true), All;
    0xc019 [Target, Byte]                             Action::JumpIfPlaying(Source::Operand, false), All;
    0xc020 [Items]                                    Action::Draw, All;
    0xc021 [Size, Indices, Items]                     Action::DrawIf, All;
    0xc022 [Size, Indices, Word, Word, Items]         Action::DrawIf, All;
    0xc025 [Word, Word, Items]                        Action::Draw, All;
    0xc030 [Target]                                   Action::Jump, All;
    0xc031 [Target, Var]                              Action::JumpAndClear, All;
    0xc040 [Word, Var]                                Action::Add, All;
    0xc042 [Byte]                                     Action::SoundOf(Source::Operand, 9), All;
    0xc044 [Var]                                      Action::SoundOf(Source::Var, 9), All;
    0xc045 [Size, Byte, Var]                          Action::SetUserCondition, HumongousToRun;
    0xc046 [Size, Byte, Var]                          Action::GetUserCondition, HumongousToRun;
    0xc047 [Size, Byte]                               Action::SetTalkCondition, HumongousToRun;
    0xc048 [Size, Byte, Var]                          Action::GetTalkCondition, HumongousToRun;
    0xc050 [Unused(1)]                                Action::Ignored, All;
    0xc060 []                                         Action::Increment, All;
    0xc061 []                                         Action::FirstSound, All;
    0xc070 [Target, Var, Word]                        Action::JumpIf(Equal), All;
    0xc071 [Target, Var, Word]                        Action::JumpIf(NotEqual), All;
    0xc072 [Target, Var, Word]                        Action::JumpIf(Less), All;
    0xc073 [Target, Var, Word]                        Action::JumpIf(LessOrEqual), All;
    0xc074 [Target, Var, Word]                        Action::JumpIf(Greater), All;
    0xc075 [Target, Var, Word]                        Action::JumpIf(GreaterOrEqual), All;
    0xc080 [Byte]                                     Action::Queue(Source::Operand, 4), All;
    0xc081 [Var]                                      Action::Queue(Source::Var, 4), All;
    0xc082 [Word, Word, Var]                          Action::Random, All;
    0xc083 [Byte]                                     Action::Queue(Source::Operand, 5), All;
    0xc084 [Var, Var]                                 Action::AnimateOther, All;
    0xc085 [Var, Var, Word]                           Action::SetOther, All;
    0xc086 []                                         Action::Leave, All;
    0xc087 [Word, Word]                               Action::Offset, All;
    0xc088 [Var]                                      Action::JumpTable, All;
    0xc089 [Byte, Unused(1), Byte, Unused(1), Byte, Unused(1)] Action::SoundControl, NotHumongous;
    0xc089 [Unused(4)]                                Action::Ignored, Humongous;
    0xc08a [Word]                                     Action::Flip, All;
    0xc08b [Unused(4)]                                Action::Ignored, All;
    0xc08c [Unused(1)]                                Action::Ignored, All;
    0xc08d [Var]                                      Action::SoundOf(Source::Var, 3), He71;
    0xc08d [Var]                                      Action::Ignored, BelowHe71;
    0xc08e [Number]                                   Action::Aux, All;
    0xc090 [Word, Var]                                Action::SkipUnless(Equal), All;
    0xc091 [Word, Var]                                Action::SkipUnless(NotEqual), All;
    0xc092 [Word, Var]                                Action::SkipUnless(Less), All;
    0xc093 [Word, Var]                                Action::SkipUnless(LessOrEqual), All;
    0xc094 [Word, Var]                                Action::SkipUnless(Greater), All;
    0xc095 [Word, Var]                                Action::SkipUnless(GreaterOrEqual), All;
    0xc09f []                                         Action::SkipEnd, All;
    0xc0a0 [Byte, Unused(1)]                          Action::Queue(Source::Operand, 8), All;
    0xc0a1 [Target]                                   Action::JumpIfTalking(true), HumongousToRun;
    0xc0a2 [Target]                                   Action::JumpIfTalking(false), HumongousToRun;
    0xc0a3 [Var]                                      Action::Queue(Source::Var, 8), All;
    0xc0a4 [TargetBehind]                             Action::JumpIfAnyTalks(true), All;
    0xc0a5 [TargetBehind]                             Action::JumpIfAnyTalks(false), All;
    0xc0ff []                                         Action::Nothing, All;
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_sorted_and_each_game_finds_at_most_one() {
        assert!(COMMANDS.is_sorted_by_key(|c| c.code));
        for dialect in [7, 8].map(Dialect::new).into_iter().chain([61, 70, 71, 80, 99].map(Dialect::humongous)) {
            for code in 0xc000..=0xc0ffu16 {
                let fitting = COMMANDS.iter().filter(|c| c.code == code && c.versions.include(&dialect));
                let fitting: Vec<_> = fitting.collect();
                assert!(fitting.len() <= 1, "{code:#x}");
                assert_eq!(fitting.first().copied(), AksqCommand::find(code, &dialect), "{code:#x}");
            }
        }
    }

    #[test]
    fn every_command_of_a30_exists_once() {
        let mut codes: Vec<_> = COMMANDS.iter().map(|c| c.code).collect();
        codes.dedup();
        assert_eq!(codes.len(), 58);
    }

    #[test]
    fn what_the_reference_calls_undefined_is_not_in_the_table_a29() {
        for code in [0xc000, 0xc002, 0xc0a6, 0xc0a7, 0xc0fe, 0xc101, 0xffff, 0x0001, 0x8001] {
            assert_eq!(AksqCommand::find(code, &Dialect::new(7)), None, "{code:#x}");
            assert_eq!(AksqCommand::find(code, &Dialect::humongous(99)), None, "{code:#x}");
        }
    }

    #[test]
    fn condition_and_talkie_tests_run_in_humongous_games_only_a29() {
        for code in [0xc045, 0xc046, 0xc047, 0xc048, 0xc0a1, 0xc0a2] {
            let runs = |dialect| AksqCommand::find(code, &dialect).unwrap().runs(&dialect);
            assert!(runs(Dialect::humongous(61)) && !runs(Dialect::new(8)), "{code:#x}");
        }
    }
}

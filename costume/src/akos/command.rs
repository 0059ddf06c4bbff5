//! The AKSQ language as one table: decoding, stepping, drawing, disassembly and `docs/akos.md` read it (A20..A33).
//!
//! A command is a big-endian word 0xC0nn, its operands are little endian. Some numbers mean different things in
//! different games; such a command has one entry for each meaning, told apart by [`Versions`].

use scumm_room::Dialect;

/// One operand's kind; it says how many bytes there are and how they are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// LE16: a position in AKSQ.
    Target,
    /// LE16: a position in AKSQ that is looked at but not counted in the instruction's length (A30: C0A4, C0A5).
    TargetBehind,
    /// u8: the number of an animation variable.
    Var,
    /// u8.
    Byte,
    /// s16.
    Word,
    /// LE16, unsigned.
    Number,
    /// Bytes without a meaning.
    Unused(u8),
    /// u8: the length of the whole instruction, whatever the operands need (A30).
    Size,
    /// u8 count, then that many u8: indices of conditions (A44).
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
    /// Whether `a` compares so with `b`.
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

/// Where an operand that names something comes from: it stands there, or in an animation variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// The operand itself.
    Operand,
    /// The variable that the operand names.
    Var,
}

/// What a command does when a step reaches it. Operands are counted from 0, in the order of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Stays: nothing to draw (A20).
    Nothing,
    /// Stays: draws its items (A42, A43).
    Draw,
    /// Stays: draws the items whose condition holds, and asks for a redraw (A44).
    DrawIf,
    /// Stays; queues an aux frame when it is stepped over (A31).
    Aux,
    /// Goes to 0 and stays there (A21).
    Jump,
    /// Goes to 0 if variable 1 is not 0, which it clears (A22).
    JumpAndClear,
    /// Goes to 0 if variable 1 compares so with 2 (A23).
    JumpIf(Comparison),
    /// Goes on to the next C09F unless variable 1 compares so with 0 (A24).
    SkipUnless(Comparison),
    /// Ends such skipping (A24).
    SkipEnd,
    /// Variable 1 = 0 (A25).
    Set,
    /// Variable 1 += 0 (A25).
    Add,
    /// Variable 0 += 1 (A25).
    Increment,
    /// Variable 2 = a random number from 0 to 1 (A25).
    Random,
    /// Draws the other way round if 0 is not 0 (A26).
    Flip,
    /// Queues the actor's sound number 0 less `base`, if that is 0..=23 (A27).
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
    /// Goes to the jump table's entry `var 0` less 1 (A32).
    JumpTable,
    /// Goes to 0 if sound 1 of the actor plays, or plays not (A29).
    JumpIfPlaying(Source, bool),
    /// Goes to 0 if the actor's talkie plays, or plays not (A29).
    JumpIfTalking(bool),
    /// Goes to 0 if any actor talks, or none (A29).
    JumpIfAnyTalks(bool),
    /// User condition 1 = variable 2 (A29).
    SetUserCondition,
    /// Variable 2 = user condition 1 (A29).
    GetUserCondition,
    /// Talk condition = 1 (A29).
    SetTalkCondition,
    /// Variable 2 = talk condition 1 (A29).
    GetTalkCondition,
    /// Nothing; goes on (A29).
    Ignored,
}

/// The games in which an entry of the table counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Versions {
    /// v7, v8 and Humongous.
    All,
    /// v7, v8.
    NotHumongous,
    /// HE61 and later.
    Humongous,
    /// HE61 and later; v7 and v8 know the length, and may skip it.
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

    /// The games in words.
    #[must_use]
    pub fn describe(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::NotHumongous => "v7, v8",
            Self::Humongous | Self::HumongousToRun => "HE",
            Self::He71 => "HE71+",
            Self::BelowHe71 => "v7, v8, HE61, HE70",
        }
    }
}

/// One entry of the table.
#[derive(Debug, PartialEq, Eq)]
pub struct Command {
    /// 0xC001..=0xC0FF.
    pub code: u16,
    /// Its name in a disassembly.
    pub name: &'static str,
    /// Its operands in file order.
    pub operands: &'static [Operand],
    /// What it does.
    pub action: Action,
    /// Where it exists.
    pub versions: Versions,
    /// The rules that describe it.
    pub rules: &'static str,
    /// What it does, for people. Operands are called a, b, c.
    pub text: &'static str,
}

impl Command {
    /// Whether a step ends on it (A20).
    #[must_use]
    pub fn stays(&self) -> bool {
        matches!(self.action, Action::Nothing | Action::Draw | Action::DrawIf | Action::Aux)
    }

    /// Whether a step may execute it; others may only skip it (A29).
    #[must_use]
    pub fn runs(&self, dialect: &Dialect) -> bool {
        self.versions != HumongousToRun || dialect.is_humongous()
    }

    /// Whether a limb that reaches or passes it is drawn anew (A16).
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

/// Index of the first entry of each command number in [`COMMANDS`]; its length where there is none.
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
    ($($code:literal $name:literal [$($operand:expr),*] $action:expr, $versions:expr, $rules:literal, $text:literal;)*) => {
        &[$(Command {
            code: $code,
            name: $name,
            operands: &[$($operand),*],
            action: $action,
            versions: $versions,
            rules: $rules,
            text: $text,
        }),*]
    };
}

use Comparison::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
use Operand::{Byte, Indices, Items, Number, Size, Target, TargetBehind, Unused, Var, Word};
use Versions::{All, BelowHe71, He71, Humongous, HumongousToRun, NotHumongous};

/// Every command, by number.
#[rustfmt::skip]
pub static COMMANDS: &[Command] = TABLE;

#[rustfmt::skip]
const TABLE: &[Command] = commands! {
    0xc001 "blank"      []                          Action::Nothing, All, "A20", "Shows nothing; the step ends here.";
    0xc010 "set"        [Word, Var]                 Action::Set, All, "A25", "b = a";
    0xc015 "sound"      [Byte]                      Action::Sound { base: 1 }, NotHumongous, "A27", "Queues 3 with the actor's sound a - 1, for a = 1..24.";
    0xc015 "sound"      [Byte]                      Action::Sound { base: 0 }, Humongous, "A27", "Queues 3 with the actor's sound a, for a = 0..23.";
    0xc016 "jump-playing-var" [Target, Var]         Action::JumpIfPlaying(Source::Var, true), All, "A29", "Goes to a if the actor's sound number b (a variable) plays.";
    0xc017 "jump-silent-var"  [Target, Var]         Action::JumpIfPlaying(Source::Var, false), All, "A29", "Goes to a if the actor's sound number b (a variable) does not play.";
    0xc018 "jump-playing"     [Target, Byte]        Action::JumpIfPlaying(Source::Operand, true), All, "A29", "Goes to a if the actor's sound b plays.";
    0xc019 "jump-silent"      [Target, Byte]        Action::JumpIfPlaying(Source::Operand, false), All, "A29", "Goes to a if the actor's sound b does not play.";
    0xc020 "draw"       [Items]                     Action::Draw, All, "A42", "Shows the items, each at its own place.";
    0xc021 "draw-if"    [Size, Indices, Items]      Action::DrawIf, All, "A44", "Shows those items whose condition holds.";
    0xc022 "draw-if-move" [Size, Indices, Word, Word, Items] Action::DrawIf, All, "A44", "The same; the last item moves what later limbs show by (c, d).";
    0xc025 "draw-move"  [Word, Word, Items]         Action::Draw, All, "A43", "Shows the items; the last one moves what later limbs show by (a, b).";
    0xc030 "jump"       [Target]                    Action::Jump, All, "A21", "Goes to a and ends the step there.";
    0xc031 "jump-clear" [Target, Var]               Action::JumpAndClear, All, "A22", "If b != 0: b = 0, goes to a.";
    0xc040 "add"        [Word, Var]                 Action::Add, All, "A25", "b += a, in 16 bits";
    0xc042 "soft-sound" [Byte]                      Action::SoundOf(Source::Operand, 9), All, "A27", "Queues 9 with the actor's sound a.";
    0xc044 "soft-sound-var" [Var]                   Action::SoundOf(Source::Var, 9), All, "A27", "Queues 9 with the actor's sound number a (a variable).";
    0xc045 "user-condition" [Size, Byte, Var]       Action::SetUserCondition, HumongousToRun, "A29 T85", "User condition b = c.";
    0xc046 "get-user-condition" [Size, Byte, Var]   Action::GetUserCondition, HumongousToRun, "A29 T85", "c = user condition b.";
    0xc047 "talk-condition" [Size, Byte]            Action::SetTalkCondition, HumongousToRun, "A29 T85", "Talk condition = b.";
    0xc048 "get-talk-condition" [Size, Byte, Var]   Action::GetTalkCondition, HumongousToRun, "A29 T85", "c = 1 if the talk condition is b, else 0.";
    0xc050 "ignored-50" [Unused(1)]                 Action::Ignored, All, "A29", "Nothing.";
    0xc060 "increment"  []                          Action::Increment, All, "A25", "v0 += 1";
    0xc061 "first-sound" []                         Action::FirstSound, All, "A27", "Queues 3 with the actor's sound 0.";
    0xc070 "jump-eq"    [Target, Var, Word]         Action::JumpIf(Equal), All, "A23", "Goes to a if b == c.";
    0xc071 "jump-ne"    [Target, Var, Word]         Action::JumpIf(NotEqual), All, "A23", "Goes to a if b != c.";
    0xc072 "jump-lt"    [Target, Var, Word]         Action::JumpIf(Less), All, "A23", "Goes to a if b < c.";
    0xc073 "jump-le"    [Target, Var, Word]         Action::JumpIf(LessOrEqual), All, "A23", "Goes to a if b <= c.";
    0xc074 "jump-gt"    [Target, Var, Word]         Action::JumpIf(Greater), All, "A23", "Goes to a if b > c.";
    0xc075 "jump-ge"    [Target, Var, Word]         Action::JumpIf(GreaterOrEqual), All, "A23", "Goes to a if b >= c.";
    0xc080 "anim"       [Byte]                      Action::Queue(Source::Operand, 4), All, "A28", "Queues 4: starts animation a.";
    0xc081 "anim-var"   [Var]                       Action::Queue(Source::Var, 4), All, "A28", "Queues 4: starts the animation whose number is in a.";
    0xc082 "random"     [Word, Word, Var]           Action::Random, All, "A25", "c = a random number from a to b.";
    0xc083 "clip-plane" [Byte]                      Action::Queue(Source::Operand, 5), All, "A28", "Queues 5: the actor is masked by plane a (v7, v8: 100 = by its walk box).";
    0xc084 "anim-other" [Var, Var]                  Action::AnimateOther, All, "A28", "Queues 4 for the actor whose number is in a: starts animation number b (a variable).";
    0xc085 "set-other"  [Var, Var, Word]            Action::SetOther, All, "A28", "Variable b of the actor whose number is in a = c, at once.";
    0xc086 "leave"      []                          Action::Leave, All, "A28", "Queues 1: puts the actor into room 0.";
    0xc087 "offset"     [Word, Word]                Action::Offset, All, "A28", "Queues 6: draws the actor (a, b) off its position (seen in HE only).";
    0xc088 "jump-table" [Var]                       Action::JumpTable, All, "A32", "Goes to entry a - 1 of the jump table AKFO.";
    0xc089 "sound-control" [Byte, Unused(1), Byte, Unused(1), Byte, Unused(1)] Action::SoundControl, NotHumongous, "A27", "Queues 7 volume (b = 1), 8 pan (2) or 9 priority (3) = c of the actor's sound a - 1, for a = 1..8.";
    0xc089 "sound-control" [Unused(4)]              Action::Ignored, Humongous, "A27", "Nothing.";
    0xc08a "flip"       [Word]                      Action::Flip, All, "A26", "a != 0: draws the actor the other way round.";
    0xc08b "ignored-8b" [Unused(4)]                 Action::Ignored, All, "A29", "Nothing.";
    0xc08c "ignored-8c" [Unused(1)]                 Action::Ignored, All, "A29", "Nothing.";
    0xc08d "sound-var"  [Var]                       Action::SoundOf(Source::Var, 3), He71, "A27", "Queues 3 with the actor's sound number a (a variable).";
    0xc08d "sound-var"  [Var]                       Action::Ignored, BelowHe71, "A27", "Nothing.";
    0xc08e "aux"        [Number]                    Action::Aux, All, "A20 A31 A98", "Ends the step; stepped over it queues 7: aux frame a.";
    0xc090 "skip-unless-eq" [Word, Var]             Action::SkipUnless(Equal), All, "A24", "Goes on behind the next skip-end unless b == a.";
    0xc091 "skip-unless-ne" [Word, Var]             Action::SkipUnless(NotEqual), All, "A24", "Goes on behind the next skip-end unless b != a.";
    0xc092 "skip-unless-lt" [Word, Var]             Action::SkipUnless(Less), All, "A24", "Goes on behind the next skip-end unless b < a.";
    0xc093 "skip-unless-le" [Word, Var]             Action::SkipUnless(LessOrEqual), All, "A24", "Goes on behind the next skip-end unless b <= a.";
    0xc094 "skip-unless-gt" [Word, Var]             Action::SkipUnless(Greater), All, "A24", "Goes on behind the next skip-end unless b > a.";
    0xc095 "skip-unless-ge" [Word, Var]             Action::SkipUnless(GreaterOrEqual), All, "A24", "Goes on behind the next skip-end unless b >= a.";
    0xc09f "skip-end"   []                          Action::SkipEnd, All, "A24", "Ends skipping, whichever command began it.";
    0xc0a0 "talkie"     [Byte, Unused(1)]           Action::Queue(Source::Operand, 8), All, "A29 A30", "Queues 8: the actor says talkie a.";
    0xc0a1 "jump-talking" [Target]                  Action::JumpIfTalking(true), HumongousToRun, "A29", "Goes to a if the actor's talkie plays.";
    0xc0a2 "jump-quiet" [Target]                    Action::JumpIfTalking(false), HumongousToRun, "A29", "Goes to a if the actor's talkie does not play.";
    0xc0a3 "talkie-var" [Var]                       Action::Queue(Source::Var, 8), All, "A29", "Queues 8: the actor says the talkie whose number is in a.";
    0xc0a4 "jump-anyone-talks" [TargetBehind]       Action::JumpIfAnyTalks(true), All, "A29 A30", "Goes to a if some actor talks. Else the two bytes of a are the next instruction.";
    0xc0a5 "jump-nobody-talks" [TargetBehind]       Action::JumpIfAnyTalks(false), All, "A29 A30", "Goes to a if no actor talks. Else the two bytes of a are the next instruction.";
    0xc0ff "end"        []                          Action::Nothing, All, "A20", "Shows nothing; the step ends here. Stepped over like any other.";
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
                assert_eq!(fitting.first().copied(), Command::find(code, &dialect), "{code:#x}");
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
            assert_eq!(Command::find(code, &Dialect::new(7)), None, "{code:#x}");
            assert_eq!(Command::find(code, &Dialect::humongous(99)), None, "{code:#x}");
        }
    }

    #[test]
    fn condition_and_talkie_tests_run_in_humongous_games_only_a29() {
        for code in [0xc045, 0xc046, 0xc047, 0xc048, 0xc0a1, 0xc0a2] {
            let runs = |dialect| Command::find(code, &dialect).unwrap().runs(&dialect);
            assert!(runs(Dialect::humongous(61)) && !runs(Dialect::new(8)), "{code:#x}");
        }
    }
}

//! AKSQ: the byte stream that limbs play (A11, A30), and the table of its commands: number, name,
//! operands, effect and the games that have them (A20..A33). The player, the painter, listings,
//! checks and the book use it.
//!
//! A byte below 0x80 shows a cel. Any other byte begins a big-endian word. A word below 0xC000
//! shows a cel, too. Any other word is a command of [`COMMANDS`], and its little-endian operands
//! follow. Some command numbers mean different things in different games. Such a number has an
//! entry for each meaning, and the entries have different [`Versions`].

use std::cmp::Ordering::{self, Equal, Greater, Less};

use scumm_room::{Dialect, Reader};

use crate::anim::{Fault, QueueCommand};

#[cfg(feature = "edit")]
/// The most bytes of a stream: positions have 16 bits.
pub const MOST_BYTES: usize = 1 << 16;

/// The lowest code of a command; lower codes are cels (A11).
const FIRST_COMMAND: u16 = 0xc000;
/// The bits of a code that hold the number of a cel (A11).
pub const CEL_MASK: u16 = 0x0fff;

/// The byte stream of AKSQ.
#[must_use]
#[derive(Clone, Copy, Debug)]
pub struct Aksq<'a>(pub(super) &'a [u8]);

/// An operand with its value in the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field<'a> {
    /// A position in the stream.
    Target(u16),
    /// The number of a variable.
    Var(u8),
    /// A byte, a signed or an unsigned word.
    Number(i32),
    /// Bytes that have no meaning.
    Unused(&'a [u8]),
    /// The length of the whole instruction in bytes.
    Size(u8),
    /// Indices of conditions, one byte each.
    Indices(&'a [u8]),
    /// The items of a draw-many command.
    Items(ItemIter<'a>),
}

/// An item of a draw-many command (A42).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// Column relative to the limb's position.
    pub x: i16,
    /// Line relative to the limb's position; positive is down.
    pub y: i16,
    /// The raw code; the low twelve bits are the number of the cel.
    pub code: u16,
}

/// An iterator over the items of a draw-many command, which reads each item when it is requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemIter<'a> {
    stream: &'a [u8],
    position: u32,
    /// Number of items that remain.
    pub left: u8,
}

impl Iterator for ItemIter<'_> {
    type Item = Result<Item, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let item = read_item(Aksq(self.stream), &mut self.position);
        if item.is_err() {
            self.left = 0;
        }
        Some(item)
    }
}

fn read_item(stream: Aksq<'_>, position: &mut u32) -> Result<Item, Fault> {
    let x = stream.word(take(position, 2))?;
    let y = stream.word(take(position, 2))?;
    let code = stream.code(*position)?;
    take(position, code_length(code));
    Ok(Item { x, y, code })
}

/// Advances a position by `bytes` and returns the old position.
fn take(position: &mut u32, bytes: u32) -> u32 {
    let was = *position;
    *position = was.saturating_add(bytes);
    was
}

/// Returns the length of a code without operands, in bytes (A11).
#[must_use]
pub const fn code_length(code: u16) -> u32 {
    if code >= 0x80 { 2 } else { 1 }
}

/// An instruction at a position of the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// A cel: the raw code.
    Cel(u16),
    /// A command.
    Command(&'static AksqCommand),
}

impl Instruction {
    /// Returns the command, or `None` for a cel.
    pub fn command(self) -> Option<&'static AksqCommand> {
        match self {
            Self::Cel(_) => None,
            Self::Command(command) => Some(command),
        }
    }
}

impl<'a> Aksq<'a> {
    /// Returns the bytes of the stream.
    #[must_use]
    pub fn as_bytes(&self) -> &'a [u8] {
        self.0
    }

    /// Returns the code at a position (A11).
    ///
    /// # Errors
    /// Returns [`Fault::StreamEnd`] if the stream ends before the code does.
    pub fn code(&self, position: u32) -> Result<u16, Fault> {
        match self.byte(position)? {
            cel if cel < 0x80 => Ok(u16::from(cel)),
            _ => Ok(u16::from_be_bytes(self.array(position)?)),
        }
    }

    /// Returns the instruction at a position.
    ///
    /// # Errors
    /// Returns [`Fault::StreamEnd`] if the stream ends before the code does, or
    /// [`Fault::UndefinedCommand`] if the command does not exist in this game (A29).
    pub fn instruction(&self, position: u32, dialect: &Dialect) -> Result<Instruction, Fault> {
        let code = self.code(position)?;
        if code < FIRST_COMMAND {
            return Ok(Instruction::Cel(code));
        }
        AksqCommand::find(code, dialect)
            .map(Instruction::Command)
            .ok_or(Fault::UndefinedCommand(code))
    }

    /// Returns the length of the instruction at a position, in bytes (A30).
    ///
    /// # Errors
    /// Returns the errors of [`Aksq::instruction`].
    pub fn length(&self, position: u32, dialect: &Dialect) -> Result<u32, Fault> {
        match self.instruction(position, dialect)? {
            Instruction::Cel(code) => Ok(code_length(code)),
            Instruction::Command(command) => {
                let mut fields = self.fields(position, command);
                for field in fields.by_ref() {
                    if let Field::Size(size) = field? {
                        return Ok(u32::from(size));
                    }
                }
                Ok(fields.position.saturating_sub(position))
            }
        }
    }

    /// Returns the operands of the command at a position, in file order. The iterator ends after
    /// the first operand that is cut off.
    #[must_use]
    pub fn fields(&self, position: u32, command: &'static AksqCommand) -> Fields<'a> {
        Fields {
            stream: *self,
            position: position.saturating_add(2),
            operands: command.operands.iter(),
        }
    }

    pub(crate) fn bytes(&self, position: u32, count: usize) -> Result<&'a [u8], Fault> {
        let start = usize::try_from(position).unwrap_or(usize::MAX);
        Reader::new(self.0)
            .peek_bytes(start, count)
            .ok_or(Fault::StreamEnd(position))
    }

    fn array<const N: usize>(&self, position: u32) -> Result<[u8; N], Fault> {
        let start = usize::try_from(position).unwrap_or(usize::MAX);
        Reader::new(self.0)
            .peek(start)
            .ok_or(Fault::StreamEnd(position))
    }

    fn byte(&self, position: u32) -> Result<u8, Fault> {
        self.array(position).map(u8::from_le_bytes)
    }

    fn word(&self, position: u32) -> Result<i16, Fault> {
        self.array(position).map(i16::from_le_bytes)
    }
}

/// An iterator over the operands of one command; see [`Aksq::fields`].
#[derive(Clone, Debug)]
pub struct Fields<'a> {
    stream: Aksq<'a>,
    /// The position of the next operand.
    pub position: u32,
    operands: std::slice::Iter<'static, AksqOperand>,
}

impl<'a> Fields<'a> {
    fn read(&mut self, operand: AksqOperand) -> Result<Field<'a>, Fault> {
        let at = self.position;
        let stream = self.stream;
        let (field, length) = match operand {
            AksqOperand::Target => (Field::Target(stream.array(at).map(u16::from_le_bytes)?), 2),
            AksqOperand::TargetBehind => {
                (Field::Target(stream.array(at).map(u16::from_le_bytes)?), 0)
            }
            AksqOperand::Var => (Field::Var(stream.byte(at)?), 1),
            AksqOperand::Byte => (Field::Number(stream.byte(at)?.into()), 1),
            AksqOperand::Word => (Field::Number(stream.word(at)?.into()), 2),
            AksqOperand::Number => (
                Field::Number(stream.array(at).map(u16::from_le_bytes)?.into()),
                2,
            ),
            AksqOperand::Unused(count) => {
                (Field::Unused(stream.bytes(at, count.into())?), count.into())
            }
            AksqOperand::Size => (Field::Size(stream.byte(at)?), 1),
            AksqOperand::Indices => {
                let count = stream.byte(at)?;
                let indices = stream.bytes(at.saturating_add(1), count.into())?;
                (Field::Indices(indices), u32::from(count).saturating_add(1))
            }
            AksqOperand::Items => {
                let items = ItemIter {
                    stream: stream.0,
                    position: at.saturating_add(1),
                    left: stream.byte(at)?,
                };
                let mut walk = items;
                walk.by_ref().try_for_each(|item| item.map(drop))?;
                (Field::Items(items), walk.position.saturating_sub(at))
            }
        };
        take(&mut self.position, length);
        Ok(field)
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = Result<Field<'a>, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        let operand = *self.operands.next()?;
        let field = self.read(operand);
        if field.is_err() {
            self.operands = [].iter();
        }
        Some(field)
    }
}

/// The kind of an operand, which decides how many bytes it has and how it is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AksqOperand {
    /// LE16: a position in AKSQ.
    Target,
    /// LE16: a position in AKSQ that is read but not included in the length of the instruction
    /// (A30: C0A4, C0A5).
    TargetBehind,
    /// u8: the number of an animation variable.
    Var,
    /// u8.
    Byte,
    /// s16.
    Word,
    /// LE16, unsigned.
    Number,
    /// Bytes that have no meaning.
    Unused(u8),
    /// u8: the length of the whole instruction in bytes, even if its operands have another length
    /// (A30).
    Size,
    /// u8 count, then as many u8: indices of conditions (A44).
    Indices,
    /// u8 count, then items: s16 x, s16 y, cel code of one or two bytes (A42).
    Items,
}

/// The meaning of an operand that gives a number: the number itself, or an animation variable that
/// holds the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AksqSource {
    /// The number itself.
    Operand,
    /// The number of a variable that holds the number.
    Var,
}

/// The effect of a command when a step reaches it. The descriptions call the operands of the
/// command 0, 1, 2, in the order of the table. "Stays" means that the step ends on the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AksqAction {
    /// Stays and draws nothing (A20).
    Nothing,
    /// Stays and draws its items (A42, A43).
    Draw,
    /// Stays, draws the items whose condition holds, and asks for a redraw (A44).
    DrawIf,
    /// Stays. When a program steps over the command, the command queues an aux frame (A31).
    Aux,
    /// Goes to 0 and stays there (A21).
    Jump,
    /// Goes to 0 if variable 1 is not 0, and sets the variable to 0 (A22).
    JumpAndClear,
    /// With `true`, goes to 0 if the comparison of variable 1 with 2 gives this ordering. With
    /// `false`, goes to 0 if the comparison gives another ordering (A23).
    JumpIf(Ordering, bool),
    /// With `true`, skips to the next C09F unless the comparison of variable 1 with 0 gives this
    /// ordering. With `false`, skips unless the comparison gives another ordering (A24).
    SkipUnless(Ordering, bool),
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
    /// Queues the actor's sound whose number is operand 0 minus `base`, if this number is in 0..=23
    /// (A27).
    Sound {
        /// The number of the first sound.
        base: u8,
    },
    /// Queues the actor's sound number 0 with this queue command (A27).
    SoundOf(AksqSource, QueueCommand),
    /// Queues the actor's first sound (A27).
    FirstSound,
    /// Queues volume, pan or priority of the actor's sound (A27).
    SoundControl,
    /// Queues a command with one operand (A28, A29).
    Queue(AksqSource, QueueCommand),
    /// Queues animation `var 1` of actor `var 0` (A28).
    AnimateOther,
    /// Variable 1 of actor `var 0` = 2, at once (A28).
    SetOther,
    /// Queues a command that puts the actor into room 0 (A28).
    Leave,
    /// Queues a draw offset (A28).
    Offset,
    /// Goes to the entry `var 0` minus 1 of the jump table (A32).
    JumpTable,
    /// Goes to 0 if sound 1 of the actor is playing (with `true`) or is not playing (with `false`)
    /// (A29).
    JumpIfPlaying(AksqSource, bool),
    /// Goes to 0 if the actor's talkie is playing (with `true`) or is not playing (with `false`)
    /// (A29).
    JumpIfTalking(bool),
    /// Goes to 0 if any actor is talking (with `true`) or no actor is talking (with `false`) (A29).
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

/// The games that an entry of the table applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Versions {
    /// v7, v8 and Humongous.
    All,
    /// v7, v8.
    NotHumongous,
    /// HE61 and later.
    Humongous,
    /// HE61 and later. v7 and v8 cannot execute the command, but know its length and can skip the
    /// command.
    HumongousToRun,
    /// HE71 and later.
    He71,
    /// v7, v8, HE61, HE70.
    BelowHe71,
}

impl Versions {
    /// Returns whether the game is included.
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

/// An entry of the table of commands.
#[derive(Debug, PartialEq, Eq)]
pub struct AksqCommand {
    /// The code, 0xC001..=0xC0FF.
    pub code: u16,
    /// The name in listings and sources.
    pub name: &'static str,
    /// The rules that describe the command.
    pub rules: &'static str,
    /// A description of the effect. Operands are called a, b, c.
    pub text: &'static str,
    /// The operands in file order.
    pub operands: &'static [AksqOperand],
    /// The effect.
    pub action: AksqAction,
    /// The games that have the command.
    pub versions: Versions,
}

impl AksqCommand {
    /// Returns whether a step ends on the command (A20).
    #[must_use]
    pub fn stays(&self) -> bool {
        matches!(
            self.action,
            AksqAction::Nothing | AksqAction::Draw | AksqAction::DrawIf | AksqAction::Aux
        )
    }

    /// Returns whether the game can execute the command and not only skip it (A29).
    #[must_use]
    pub fn runs(&self, dialect: &Dialect) -> bool {
        self.versions != Versions::HumongousToRun || dialect.is_humongous()
    }

    /// Returns whether the actor is redrawn when a limb reaches or passes the command (A16).
    #[must_use]
    pub fn asks_for_redraw(&self) -> bool {
        use AksqAction::{
            DrawIf, GetTalkCondition, GetUserCondition, SetTalkCondition, SetUserCondition,
        };
        matches!(
            self.action,
            DrawIf | SetUserCondition | GetUserCondition | SetTalkCondition | GetTalkCondition
        )
    }

    /// Returns the command with this name in a game, or `None` if the game has no such command.
    #[cfg(feature = "edit")]
    #[must_use]
    pub fn named(name: &str, dialect: &Dialect) -> Option<&'static Self> {
        COMMANDS
            .iter()
            .find(|command| command.name == name && command.versions.include(dialect))
    }

    /// Returns the command with this code in a game, or `None` if the game has no such command.
    #[must_use]
    pub fn find(code: u16, dialect: &Dialect) -> Option<&'static Self> {
        let first = COMMANDS.partition_point(|command| command.code < code);
        let mut entries = COMMANDS
            .get(first..)?
            .iter()
            .take_while(|command| command.code == code);
        entries.find(|command| command.versions.include(dialect))
    }
}

/// Builds the table of commands. The columns of a row are: a description of the effect, which calls
/// the operands a, b, c; the code; the name in listings and sources; the rules that describe the
/// command; the operands; the action; the games that have the command.
///
/// The macro builds the table from one row for each command.
macro_rules! commands {
    ($(#[doc = $text:literal] $code:literal $name:literal $rules:literal [$($operand:expr),*] $action:expr, $versions:expr;)*) => {
        &[$(AksqCommand {
            code: $code,
            name: $name,
            rules: $rules,
            text: $text.trim_ascii_start(),
            operands: &[$($operand),*],
            action: $action,
            versions: $versions,
        }),*]
    };
}

/// All commands, by number.
#[rustfmt::skip]
pub static COMMANDS: &[AksqCommand] = {
    use QueueCommand::{PanOrTalkie, PriorityOrSoftSound, SetClip, StartAnimation, StartSound};
    use AksqOperand::{Byte, Indices, Items, Number, Size, Target, TargetBehind, Unused, Var, Word};
    use Versions::{All, BelowHe71, He71, Humongous, HumongousToRun, NotHumongous};

    commands! {
        /// Ends the step and shows nothing.
        0xc001 "blank" "A20" [] AksqAction::Nothing, All;
        /// b = a
        0xc010 "set" "A25" [Word, Var] AksqAction::Set, All;
        /// Queues 3 with the actor's sound a - 1, for a = 1..24.
        0xc015 "sound" "A27" [Byte] AksqAction::Sound { base: 1 }, NotHumongous;
        /// Queues 3 with the actor's sound a, for a = 0..23.
        0xc015 "sound" "A27" [Byte] AksqAction::Sound { base: 0 }, Humongous;
        /// Goes to a if the actor's sound number b (a variable) plays.
        0xc016 "jump-playing-var" "A29" [Target, Var] AksqAction::JumpIfPlaying(AksqSource::Var, true), All;
        /// Goes to a if the actor's sound number b (a variable) does not play.
        0xc017 "jump-silent-var" "A29" [Target, Var] AksqAction::JumpIfPlaying(AksqSource::Var, false), All;
        /// Goes to a if the actor's sound b plays.
        0xc018 "jump-playing" "A29" [Target, Byte] AksqAction::JumpIfPlaying(AksqSource::Operand, true), All;
        /// Goes to a if the actor's sound b does not play.
        0xc019 "jump-silent" "A29" [Target, Byte] AksqAction::JumpIfPlaying(AksqSource::Operand, false), All;
        /// Shows the items, each at its own position.
        0xc020 "draw" "A42" [Items] AksqAction::Draw, All;
        /// Shows those items whose condition holds.
        0xc021 "draw-if" "A44" [Size, Indices, Items] AksqAction::DrawIf, All;
        /// Shows items whose condition holds; the last item moves later limbs' pictures by (c, d).
        0xc022 "draw-if-move" "A44" [Size, Indices, Word, Word, Items] AksqAction::DrawIf, All;
        /// Shows the items; the last item moves the pictures of later limbs by (a, b).
        0xc025 "draw-move" "A43" [Word, Word, Items] AksqAction::Draw, All;
        /// Goes to a and ends the step there.
        0xc030 "jump" "A21" [Target] AksqAction::Jump, All;
        /// If b != 0: sets b = 0 and goes to a.
        0xc031 "jump-clear" "A22" [Target, Var] AksqAction::JumpAndClear, All;
        /// b += a, in 16 bits
        0xc040 "add" "A25" [Word, Var] AksqAction::Add, All;
        /// Queues 9 with the actor's sound a.
        0xc042 "soft-sound" "A27" [Byte] AksqAction::SoundOf(AksqSource::Operand, PriorityOrSoftSound), All;
        /// Queues 9 with the actor's sound number a (a variable).
        0xc044 "soft-sound-var" "A27" [Var] AksqAction::SoundOf(AksqSource::Var, PriorityOrSoftSound), All;
        /// Sets user condition b to c.
        0xc045 "user-condition" "A29 T85" [Size, Byte, Var] AksqAction::SetUserCondition, HumongousToRun;
        /// c = user condition b.
        0xc046 "get-user-condition" "A29 T85" [Size, Byte, Var] AksqAction::GetUserCondition, HumongousToRun;
        /// Sets the talk condition to b.
        0xc047 "talk-condition" "A29 T85" [Size, Byte] AksqAction::SetTalkCondition, HumongousToRun;
        /// c = 1 if the talk condition is b, else 0.
        0xc048 "get-talk-condition" "A29 T85" [Size, Byte, Var] AksqAction::GetTalkCondition, HumongousToRun;
        /// Has no effect.
        0xc050 "ignored-50" "A29" [Unused(1)] AksqAction::Ignored, All;
        /// v0 += 1
        0xc060 "increment" "A25" [] AksqAction::Increment, All;
        /// Queues 3 with the actor's sound 0.
        0xc061 "first-sound" "A27" [] AksqAction::FirstSound, All;
        /// Goes to a if b == c.
        0xc070 "jump-eq" "A23" [Target, Var, Word] AksqAction::JumpIf(Equal, true), All;
        /// Goes to a if b != c.
        0xc071 "jump-ne" "A23" [Target, Var, Word] AksqAction::JumpIf(Equal, false), All;
        /// Goes to a if b < c.
        0xc072 "jump-lt" "A23" [Target, Var, Word] AksqAction::JumpIf(Less, true), All;
        /// Goes to a if b <= c.
        0xc073 "jump-le" "A23" [Target, Var, Word] AksqAction::JumpIf(Greater, false), All;
        /// Goes to a if b > c.
        0xc074 "jump-gt" "A23" [Target, Var, Word] AksqAction::JumpIf(Greater, true), All;
        /// Goes to a if b >= c.
        0xc075 "jump-ge" "A23" [Target, Var, Word] AksqAction::JumpIf(Less, false), All;
        /// Queues 4: starts animation a.
        0xc080 "anim" "A28" [Byte] AksqAction::Queue(AksqSource::Operand, StartAnimation), All;
        /// Queues 4: starts the animation whose number is in a.
        0xc081 "anim-var" "A28" [Var] AksqAction::Queue(AksqSource::Var, StartAnimation), All;
        /// c = a random number from a to b.
        0xc082 "random" "A25" [Word, Word, Var] AksqAction::Random, All;
        /// Queues 5: the actor is masked by plane a (v7, v8: 100 = by its walk box).
        0xc083 "clip-plane" "A28" [Byte] AksqAction::Queue(AksqSource::Operand, SetClip), All;
        /// Queues 4 for the actor whose number is in a: starts animation number b (a variable).
        0xc084 "anim-other" "A28" [Var, Var] AksqAction::AnimateOther, All;
        /// Sets variable b of the actor whose number is in a to c, immediately.
        0xc085 "set-other" "A28" [Var, Var, Word] AksqAction::SetOther, All;
        /// Queues 1: puts the actor into room 0.
        0xc086 "leave" "A28" [] AksqAction::Leave, All;
        /// Queues 6: draws the actor (a, b) off its position (seen in HE only).
        0xc087 "offset" "A28" [Word, Word] AksqAction::Offset, All;
        /// Goes to entry a - 1 of the jump table AKFO.
        0xc088 "jump-table" "A32" [Var] AksqAction::JumpTable, All;
        /// Queues 7 volume (b = 1), 8 pan (2) or 9 priority (3) = c of sound a - 1, for a = 1..8.
        0xc089 "sound-control" "A27" [Byte, Unused(1), Byte, Unused(1), Byte, Unused(1)] AksqAction::SoundControl, NotHumongous;
        /// Has no effect.
        0xc089 "sound-control" "A27" [Unused(4)] AksqAction::Ignored, Humongous;
        /// Mirrors the actor if a != 0.
        0xc08a "flip" "A26" [Word] AksqAction::Flip, All;
        /// Has no effect.
        0xc08b "ignored-8b" "A29" [Unused(4)] AksqAction::Ignored, All;
        /// Has no effect.
        0xc08c "ignored-8c" "A29" [Unused(1)] AksqAction::Ignored, All;
        /// Queues 3 with the actor's sound number a (a variable).
        0xc08d "sound-var" "A27" [Var] AksqAction::SoundOf(AksqSource::Var, StartSound), He71;
        /// Has no effect.
        0xc08d "sound-var" "A27" [Var] AksqAction::Ignored, BelowHe71;
        /// Ends the step. When the limb steps over it, queues 7: aux frame a.
        0xc08e "aux" "A20 A31 A98" [Number] AksqAction::Aux, All;
        /// Skips to the command after the next skip-end unless b == a.
        0xc090 "skip-unless-eq" "A24" [Word, Var] AksqAction::SkipUnless(Equal, true), All;
        /// Skips to the command after the next skip-end unless b != a.
        0xc091 "skip-unless-ne" "A24" [Word, Var] AksqAction::SkipUnless(Equal, false), All;
        /// Skips to the command after the next skip-end unless b < a.
        0xc092 "skip-unless-lt" "A24" [Word, Var] AksqAction::SkipUnless(Less, true), All;
        /// Skips to the command after the next skip-end unless b <= a.
        0xc093 "skip-unless-le" "A24" [Word, Var] AksqAction::SkipUnless(Greater, false), All;
        /// Skips to the command after the next skip-end unless b > a.
        0xc094 "skip-unless-gt" "A24" [Word, Var] AksqAction::SkipUnless(Greater, true), All;
        /// Skips to the command after the next skip-end unless b >= a.
        0xc095 "skip-unless-ge" "A24" [Word, Var] AksqAction::SkipUnless(Less, false), All;
        /// Ends the skipping of any skip command.
        0xc09f "skip-end" "A24" [] AksqAction::SkipEnd, All;
        /// Queues 8: the actor says talkie a.
        0xc0a0 "talkie" "A29 A30" [Byte, Unused(1)] AksqAction::Queue(AksqSource::Operand, PanOrTalkie), All;
        /// Goes to a if the actor's talkie plays.
        0xc0a1 "jump-talking" "A29" [Target] AksqAction::JumpIfTalking(true), HumongousToRun;
        /// Goes to a if the actor's talkie does not play.
        0xc0a2 "jump-quiet" "A29" [Target] AksqAction::JumpIfTalking(false), HumongousToRun;
        /// Queues 8: the actor says the talkie whose number is in a.
        0xc0a3 "talkie-var" "A29" [Var] AksqAction::Queue(AksqSource::Var, PanOrTalkie), All;
        /// Goes to a if some actor talks. Else the two bytes of a are the next instruction.
        0xc0a4 "jump-anyone-talks" "A29 A30" [TargetBehind] AksqAction::JumpIfAnyTalks(true), All;
        /// Goes to a if no actor talks. Else the two bytes of a are the next instruction.
        0xc0a5 "jump-nobody-talks" "A29 A30" [TargetBehind] AksqAction::JumpIfAnyTalks(false), All;
        /// Ends the step and shows nothing. A limb steps over it as over any other code.
        0xc0ff "end" "A20" [] AksqAction::Nothing, All;
    }
};

#[cfg(test)]
mod tests {
    use super::*;

    fn length(bytes: &[u8], dialect: &Dialect) -> Result<u32, Fault> {
        Aksq(bytes).length(0, dialect)
    }

    #[test]
    fn codes_are_one_byte_below_0x80_else_a_big_endian_word_a11() {
        let stream = Aksq(&[0x7f, 0x80, 0x12, 0xc0, 0x20, 0x81]);
        assert_eq!(
            [0, 1, 3].map(|p| stream.code(p).unwrap()),
            [0x7f, 0x8012, 0xc020]
        );
        assert_eq!(stream.code(5), Err(Fault::StreamEnd(5)));
        assert_eq!(stream.code(6), Err(Fault::StreamEnd(6)));
    }

    /// Tests the list of A30, command by command.
    #[test]
    fn instruction_lengths_a30() {
        let with_length = |expected: u32, codes: &[u16], dialect: &Dialect| {
            for code in codes {
                let mut bytes = code.to_be_bytes().to_vec();
                bytes.resize(16, 0);
                assert_eq!(length(&bytes, dialect), Ok(expected), "{code:#x}");
            }
        };
        let he = Dialect::humongous(90);
        for dialect in [Dialect::new(7), Dialect::new(8), Dialect::humongous(61), he] {
            with_length(
                2,
                &[
                    0xc001, 0xc0ff, 0xc060, 0xc061, 0xc086, 0xc09f, 0xc0a4, 0xc0a5,
                ],
                &dialect,
            );
            with_length(
                3,
                &[
                    0xc015, 0xc042, 0xc044, 0xc050, 0xc080, 0xc081, 0xc083, 0xc088,
                ],
                &dialect,
            );
            with_length(3, &[0xc08c, 0xc08d, 0xc0a3], &dialect);
            with_length(4, &[0xc030, 0xc08a, 0xc084, 0xc0a0, 0xc08e], &dialect);
            with_length(
                5,
                &[0xc010, 0xc016, 0xc017, 0xc018, 0xc019, 0xc031, 0xc040],
                &dialect,
            );
            with_length(
                5,
                &[0xc090, 0xc091, 0xc092, 0xc093, 0xc094, 0xc095],
                &dialect,
            );
            with_length(6, &[0xc085, 0xc087, 0xc08b], &dialect);
            with_length(
                7,
                &[0xc070, 0xc071, 0xc072, 0xc073, 0xc074, 0xc075, 0xc082],
                &dialect,
            );
        }
        with_length(4, &[0xc0a1, 0xc0a2], &he);
        with_length(8, &[0xc089], &Dialect::new(7));
        with_length(6, &[0xc089], &he);
    }

    #[test]
    fn draw_many_is_as_long_as_its_items_a30() {
        let v7 = Dialect::new(7);
        assert_eq!(
            length(
                &[0xc0, 0x20, 2, 0, 0, 0, 0, 0x11, 0, 0, 0, 0, 0x80, 0x11],
                &v7
            ),
            Ok(3 + 5 + 6)
        );
        assert_eq!(
            length(&[0xc0, 0x25, 1, 0, 2, 0, 1, 0, 0, 0, 0, 0x11], &v7),
            Ok(7 + 5)
        );
        assert_eq!(length(&[0xc0, 0x25, 1, 0, 2, 0, 0], &v7), Ok(7));
        assert_eq!(
            length(&[0xc0, 0x20, 2, 0, 0, 0, 0, 0x11], &v7),
            Err(Fault::StreamEnd(8))
        );
    }

    #[test]
    fn conditional_commands_carry_their_length_a30() {
        let he = Dialect::humongous(80);
        for code in [0x21, 0x22, 0x45, 0x46, 0x47, 0x48] {
            assert_eq!(length(&[0xc0, code, 77], &he), Ok(77), "{code:#x}");
        }
    }

    #[test]
    fn fields_are_read_in_the_order_of_the_table() {
        let bytes = [
            0xc0, 0x22, 16, 2, 7, 9, 0xff, 0xff, 3, 0, 1, 1, 0, 2, 0, 0x80, 5,
        ];
        let stream = Aksq(&bytes);
        let Ok(Instruction::Command(command)) = stream.instruction(0, &Dialect::new(7)) else {
            panic!()
        };
        let fields: Vec<_> = stream.fields(0, command).map(Result::unwrap).collect();
        let [
            Field::Size(16),
            Field::Indices(&[7, 9]),
            Field::Number(-1),
            Field::Number(3),
            Field::Items(items),
        ] = fields[..]
        else {
            panic!("{fields:?}")
        };
        assert_eq!(items.left, 1);
        assert_eq!(
            items.map(Result::unwrap).collect::<Vec<_>>(),
            [Item {
                x: 1,
                y: 2,
                code: 0x8005
            }]
        );
    }

    #[test]
    fn entries_are_sorted_and_each_game_finds_at_most_one() {
        assert!(COMMANDS.is_sorted_by_key(|c| c.code));
        for dialect in [7, 8]
            .map(Dialect::new)
            .into_iter()
            .chain([61, 70, 71, 80, 99].map(Dialect::humongous))
        {
            for code in 0xc000..=0xc0ffu16 {
                let fitting = COMMANDS
                    .iter()
                    .filter(|c| c.code == code && c.versions.include(&dialect));
                let fitting: Vec<_> = fitting.collect();
                assert!(fitting.len() <= 1, "{code:#x}");
                assert_eq!(
                    fitting.first().copied(),
                    AksqCommand::find(code, &dialect),
                    "{code:#x}"
                );
            }
        }
    }

    #[test]
    fn every_command_has_words_and_a_name_of_its_own() {
        for command in COMMANDS {
            assert!(
                !command.rules.is_empty() && command.text.ends_with(|c: char| !c.is_whitespace()),
                "{command:?}"
            );
            let named = COMMANDS.iter().filter(|other| other.name == command.name);
            assert!(
                named
                    .map(|other| other.code)
                    .all(|code| code == command.code),
                "{}",
                command.name
            );
        }
    }

    #[cfg(feature = "edit")]
    #[test]
    fn a_name_is_the_command_that_a_game_has() {
        let v7 = Dialect::new(7);
        let control = AksqCommand::named("sound-control", &v7).unwrap();
        assert_eq!(Some(control), AksqCommand::find(0xc089, &v7));
        assert_ne!(
            AksqCommand::named("sound-control", &Dialect::humongous(61)),
            Some(control)
        );
        assert_eq!(AksqCommand::named("fly", &v7), None);
    }

    #[test]
    fn every_command_of_a30_exists_once() {
        let mut codes: Vec<_> = COMMANDS.iter().map(|c| c.code).collect();
        codes.dedup();
        assert_eq!(codes.len(), 58);
    }

    #[test]
    fn what_the_reference_calls_undefined_is_not_in_the_table_a29() {
        for code in [
            0xc000, 0xc002, 0xc0a6, 0xc0a7, 0xc0fe, 0xc101, 0xffff, 0x0001, 0x8001,
        ] {
            assert_eq!(AksqCommand::find(code, &Dialect::new(7)), None, "{code:#x}");
            assert_eq!(
                AksqCommand::find(code, &Dialect::humongous(99)),
                None,
                "{code:#x}"
            );
        }
    }

    #[test]
    fn condition_and_talkie_tests_run_in_humongous_games_only_a29() {
        for code in [0xc045, 0xc046, 0xc047, 0xc048, 0xc0a1, 0xc0a2] {
            let runs = |dialect| AksqCommand::find(code, &dialect).unwrap().runs(&dialect);
            assert!(
                runs(Dialect::humongous(61)) && !runs(Dialect::new(8)),
                "{code:#x}"
            );
        }
    }
}

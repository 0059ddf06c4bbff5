//! AKSQ: the byte stream that limbs play (A11, A30).
//!
//! A byte below 0x80 shows a cel. Any other byte begins a big-endian word. A word below 0xC000
//! shows a cel, too; any other is a command of [`super::command::COMMANDS`], and its operands
//! follow.

use scumm_room::{Dialect, Reader, Tag};

use super::command::{AksqCommand, Operand};
use crate::host::Fault;

/// The chunk's tag.
pub const TAG: Tag = Tag(*b"AKSQ");
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
    Items(Items<'a>),
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
pub struct Items<'a> {
    stream: &'a [u8],
    position: u32,
    /// Number of items that remain.
    pub left: u8,
}

impl Iterator for Items<'_> {
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
    operands: std::slice::Iter<'static, Operand>,
}

impl<'a> Fields<'a> {
    fn read(&mut self, operand: Operand) -> Result<Field<'a>, Fault> {
        let at = self.position;
        let stream = self.stream;
        let (field, length) = match operand {
            Operand::Target => (Field::Target(stream.array(at).map(u16::from_le_bytes)?), 2),
            Operand::TargetBehind => (Field::Target(stream.array(at).map(u16::from_le_bytes)?), 0),
            Operand::Var => (Field::Var(stream.byte(at)?), 1),
            Operand::Byte => (Field::Number(stream.byte(at)?.into()), 1),
            Operand::Word => (Field::Number(stream.word(at)?.into()), 2),
            Operand::Number => (
                Field::Number(stream.array(at).map(u16::from_le_bytes)?.into()),
                2,
            ),
            Operand::Unused(count) => {
                (Field::Unused(stream.bytes(at, count.into())?), count.into())
            }
            Operand::Size => (Field::Size(stream.byte(at)?), 1),
            Operand::Indices => {
                let count = stream.byte(at)?;
                let indices = stream.bytes(at.saturating_add(1), count.into())?;
                (Field::Indices(indices), u32::from(count).saturating_add(1))
            }
            Operand::Items => {
                let items = Items {
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
}

//! Disassembler: AKSQ as text, with a line for each instruction, and labels at the starts of chores
//! and the targets of jumps.
//!
//! Names and operands come from the command table. Every byte of the stream belongs to exactly one
//! line, so the text contains everything that the file contains. Bytes that do not form an
//! instruction are shown as `byte`.

use std::collections::BTreeSet;
use std::fmt;

use scumm_room::Dialect;

use crate::akos::Akos;
use crate::akos::akch::mode;
use crate::akos::sequence::{Aksq, AksqOperand, CEL_MASK, Field, Instruction, Item, code_length};

/// A line of a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListingLine {
    /// Position of the first byte.
    pub position: u32,
    /// Number of bytes.
    pub length: u32,
    /// True if a chore starts at this line or a jump leads to it.
    pub labelled: bool,
    /// The instruction.
    pub text: String,
    targets: Vec<u16>,
}

/// The text of a whole stream.
#[must_use]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Disassembly {
    /// The lines, ordered by position.
    pub lines: Vec<ListingLine>,
}

impl fmt::Display for Disassembly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            if line.labelled {
                writeln!(f, "{}:", label(line.position))?;
            }
            writeln!(f, "    {}", line.text)?;
        }
        Ok(())
    }
}

/// Returns the label of a position.
fn label(position: u32) -> String {
    format!("L{position:04x}")
}

impl Akos {
    /// Disassembles the stream in the language of the costume's game.
    pub fn disassemble(&self) -> Disassembly {
        self.disassemble_with([])
    }

    /// Disassembles the stream, with additional labels at the positions `more`.
    pub fn disassemble_with(&self, more: impl IntoIterator<Item = u32>) -> Disassembly {
        let limbs = self
            .chores()
            .iter()
            .flatten()
            .flat_map(|chore| &chore.limbs);
        let starts = limbs
            .filter(|limb| !mode::is_bare(limb.mode))
            .map(|limb| u32::from(limb.start));
        let table = self.jump_table().iter().map(|&target| u32::from(target));
        let mut labels: BTreeSet<u32> = starts.chain(table).chain(more).collect();
        let stream = self.sequence();
        // The targets of jumps are known only after a first pass.
        for line in sweep(stream, self.dialect(), &labels) {
            labels.extend(line.targets.into_iter().map(u32::from));
        }
        Disassembly {
            lines: sweep(stream, self.dialect(), &labels),
        }
    }
}

/// Decodes the stream from its start. Decoding restarts at each label.
fn sweep(stream: Aksq<'_>, dialect: &Dialect, labels: &BTreeSet<u32>) -> Vec<ListingLine> {
    let end = u32::try_from(stream.as_bytes().len()).unwrap_or(u32::MAX);
    let mut lines = Vec::new();
    let mut position = 0;
    while position < end {
        let limit = labels
            .range(position.saturating_add(1)..)
            .next()
            .map_or(end, |&label| label.min(end));
        let decoded = instruction(stream, position, dialect)
            .filter(|line| line.length <= limit.saturating_sub(position));
        let mut line = decoded.unwrap_or_else(|| byte(stream, position));
        line.labelled = labels.contains(&position);
        position = position.saturating_add(line.length);
        lines.push(line);
    }
    lines
}

fn line(position: u32, length: u32, text: String) -> ListingLine {
    ListingLine {
        position,
        length,
        labelled: false,
        text,
        targets: Vec::new(),
    }
}

/// Returns the line of a byte that is no instruction.
fn byte(stream: Aksq<'_>, position: u32) -> ListingLine {
    let values = stream.bytes(position, 1).unwrap_or_default();
    line(
        position,
        1,
        values
            .iter()
            .map(|byte| format!("byte {byte:#04x}"))
            .collect(),
    )
}

/// Returns the line of the instruction at a position, if the instruction is complete and its length
/// byte agrees with its operands.
fn instruction(stream: Aksq<'_>, position: u32, dialect: &Dialect) -> Option<ListingLine> {
    let command = match stream.instruction(position, dialect).ok()? {
        Instruction::Cel(code) => return Some(line(position, code_length(code), cel(code))),
        Instruction::Command(command) => command,
    };
    let mut shown = Vec::new();
    let mut targets = Vec::new();
    let mut size = None;
    let mut fields = stream.fields(position, command);
    for field in fields.by_ref() {
        let field = field.ok()?;
        match field {
            Field::Size(bytes) => size = Some(u32::from(bytes)),
            field => shown.push(text_of(field)),
        }
        if let Field::Target(target) = field {
            targets.push(target);
        }
    }
    let text = format!("{} {}", command.name, shown.join(", "))
        .trim_end()
        .to_owned();
    let behind = if command.operands.contains(&AksqOperand::TargetBehind) {
        2
    } else {
        0
    };
    let length = fields
        .position
        .saturating_sub(position)
        .saturating_add(behind);
    (size.unwrap_or(length) == length).then_some(ListingLine {
        targets,
        ..line(position, length, text)
    })
}

fn cel(code: u16) -> String {
    let number = code & CEL_MASK;
    if code < 0x80 || (code == 0x8000 | number && number >= 0x80) {
        format!("cel {number}")
    } else {
        format!("cel-word {code:#06x}")
    }
}

fn text_of(field: Field<'_>) -> String {
    let list = |values: Vec<String>| format!("[{}]", values.join(" "));
    let item = |Item { x, y, code }| format!("({x},{y}: {})", cel(code));
    match field {
        Field::Indices(indices) => list(indices.iter().map(u8::to_string).collect()),
        Field::Items(items) => list(items.filter_map(Result::ok).map(item).collect()),
        Field::Unused(bytes) => list(bytes.iter().map(|b| format!("{b:#04x}")).collect()),
        Field::Target(target) => label(target.into()),
        Field::Var(var) => format!("v{var}"),
        Field::Size(byte) => byte.to_string(),
        Field::Number(number) => number.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::akos::tests::Parts;

    fn listing(aksq: &[u8], dialect: &Dialect) -> String {
        Parts::sequence(6, aksq)
            .akos_of(dialect)
            .disassemble()
            .to_string()
    }

    #[test]
    fn the_program_of_w11() {
        let code = [
            0, 0xc0, 0x10, 3, 0, 1, 1, 0xc0, 0x40, 0xff, 0xff, 1, 0xc0, 0x74, 6, 0, 1, 0, 0, 2,
            0xc0, 0x60, 0xc0, 0x30, 0, 0,
        ];
        let expected = "L0000:\n    cel 0\n    set 3, v1\nL0006:\n    cel 1\n    add -1, v1\n    jump-gt L0006, v1, 0\n    \
                        cel 2\n    increment\n    jump L0000\n";
        assert_eq!(listing(&code, &Dialect::new(7)), expected);
    }

    #[test]
    fn lists_cels_and_unused_bytes() {
        let code = [
            0x80, 0x80, 0x80, 5, 0x90, 0x85, 0xc0, 0x22, 15, 1, 7, 1, 0, 2, 0, 1, 0xff, 0xff, 3, 0,
            0x83, 0x84, 0xc0, 0x50, 9,
        ];
        let expected = "L0000:\n    cel 128\n    cel-word 0x8005\n    cel-word 0x9085\n    \
                        draw-if-move [7], 1, 2, [(-1,3: cel 900)]\n    ignored-50 [0x09]\n";
        assert_eq!(
            listing(&[&code[..8], &[16], &code[9..]].concat(), &Dialect::new(7)),
            expected
        );
    }

    #[test]
    fn what_is_no_instruction_is_shown_as_bytes() {
        let expected = "L0000:\n    byte 0xc0\n    cel 2\n    byte 0xc0\n    cel 71\n    cel 9\n    cel 1\n    byte 0xc0\n";
        assert_eq!(
            listing(&[0xc0, 2, 0xc0, 0x47, 9, 1, 0xc0], &Dialect::humongous(72)),
            expected
        );
    }

    #[test]
    fn decoding_begins_afresh_at_a_label() {
        // The jump leads into the operands of C010.
        let code = [0xc0, 0x30, 7, 0, 0xc0, 0x10, 1, 2, 3];
        let expected = "L0000:\n    jump L0007\n    byte 0xc0\n    cel 16\n    cel 1\nL0007:\n    cel 2\n    cel 3\n";
        assert_eq!(listing(&code, &Dialect::new(7)), expected);
    }

    #[test]
    fn jumps_on_talking_show_their_target() {
        assert_eq!(
            listing(&[0xc0, 0xa4, 4, 0, 9], &Dialect::new(7)),
            "L0000:\n    jump-anyone-talks L0004\nL0004:\n    cel 9\n"
        );
    }

    #[test]
    fn lines_cover_every_byte_once() {
        let code: Vec<u8> = (0..4096u32)
            .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
            .collect();
        let code: Vec<u8> = code
            .iter()
            .flat_map(|&byte| [0xc0, byte, byte / 3])
            .collect();
        let listing = Parts::sequence(6, &code)
            .akos_of(&Dialect::humongous(90))
            .disassemble();
        let mut position = 0;
        for line in &listing.lines {
            assert_eq!(line.position, position);
            position = position.saturating_add(line.length);
        }
        assert_eq!(position as usize, code.len());
    }
}

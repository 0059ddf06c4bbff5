//! The tables of opcodes: the bytes, the operands and the results of each instruction (J8 to J18).
//!
//! The tables are data files: `opcodes/v5.tsv` for direct operands, the other files for the stack
//! machines. Version 7 uses the table of version 6 with the changed rows of its own file (J18).

use std::collections::HashMap;
use std::sync::OnceLock;

/// An instruction, or a part of an instruction that begins with a byte of its own.
#[derive(Clone, Debug)]
pub(crate) struct OpcodeRow {
    pub name: &'static str,
    /// The opcode of the instruction to which the part belongs.
    code: &'static str,
    /// The inline operands: how each is stored (J8 to J17), and its name.
    pub operands: Vec<(&'static str, &'static str)>,
    /// The operands on the stack, in the order in which they were pushed; `*` marks a list (J16).
    pub pops: Vec<&'static str>,
    /// The number of pushed values.
    pub pushes: usize,
    /// `end` if the script always stops or jumps here (J7), `last` for the part that ends a print
    /// instruction (J12).
    pub flow: &'static str,
}

/// All instructions of a version.
#[derive(Debug)]
pub(crate) struct OpcodeTable {
    /// The rows by the opcode of the instruction, which is empty for an instruction itself, and the
    /// byte.
    rows: HashMap<(&'static str, u8), OpcodeRow>,
    /// Whether operands are direct (J8) rather than on a stack (J16).
    pub is_direct: bool,
    /// The size in bytes of a word, a variable's number and a jump distance.
    pub word: usize,
    /// The variable that holds the actor whom the player controls (J22).
    pub ego: u32,
}

/// The files of each version from 5 on, and the variable of the ego. Rows of later files replace
/// rows of earlier files.
const FILES: [(&[&str], u32); 4] = [
    (&[include_str!("opcodes/v5.tsv")], 1),
    (&[include_str!("opcodes/v6.tsv")], 1),
    (
        &[
            include_str!("opcodes/v6.tsv"),
            include_str!("opcodes/v7.tsv"),
        ],
        111,
    ),
    (&[include_str!("opcodes/v8.tsv")], 126),
];

impl OpcodeTable {
    /// Returns the instructions of a version; `None` for versions that are not read (J6, J15, J19).
    pub fn for_version(version: u8) -> Option<&'static Self> {
        static TABLES: [OnceLock<OpcodeTable>; FILES.len()] =
            [const { OnceLock::new() }; FILES.len()];
        let slot = usize::from(version.checked_sub(5)?);
        let (files, ego) = *FILES.get(slot)?;
        let make = || {
            let is_direct = version == 5;
            let word = if version == 8 { 4 } else { 2 };
            let rows = files
                .iter()
                .flat_map(|file| rows(file, is_direct))
                .flatten();
            let each = |(group, bytes, row): (_, Vec<u8>, OpcodeRow)| {
                bytes
                    .into_iter()
                    .map(move |byte| ((group, byte), row.clone()))
            };
            Self {
                rows: rows.flat_map(each).collect(),
                is_direct,
                word,
                ego,
            }
        };
        Some(TABLES.get(slot)?.get_or_init(make))
    }

    /// Returns all rows, one for each byte.
    #[cfg(test)]
    pub fn rows(&self) -> impl Iterator<Item = &OpcodeRow> {
        self.rows.values()
    }

    /// Returns the instruction of an opcode.
    pub fn row(&self, opcode: u8) -> Option<&OpcodeRow> {
        self.rows.get(&("", opcode))
    }

    /// Returns the part of an instruction for a byte: a part of the instruction itself, or a part
    /// that all print instructions share (J12, J17).
    pub fn part(&self, row: &OpcodeRow, byte: u8) -> Option<&OpcodeRow> {
        let prints = || {
            row.operands
                .last()
                .is_some_and(|(kind, _)| *kind == "print")
        };
        self.rows
            .get(&(row.code, byte))
            .or_else(|| self.rows.get(&("print", byte)).filter(|_| prints()))
    }
}

/// Reads the rows of a file: the opcode in front, the bytes, and the row; `None` for an invalid
/// line.
pub(crate) fn rows(
    file: &'static str,
    is_direct: bool,
) -> impl Iterator<Item = Option<(&'static str, Vec<u8>, OpcodeRow)>> {
    file.lines().skip(1).map(move |line| {
        let mut columns = line.split('\t');
        let code = columns.next()?;
        let mask = if is_direct {
            u8::from_str_radix(columns.next()?, 16).ok()?
        } else {
            0
        };
        let name = columns.next()?;
        let inline = columns.next()?;
        let (pops, pushes) = if is_direct {
            ("", "")
        } else {
            (columns.next()?, columns.next()?)
        };
        let (group, numbers) = code.split_once('.').unwrap_or(("", code));
        let row = OpcodeRow {
            name,
            code,
            operands: parts(inline)
                .map(|part| part.split_once(':').unwrap_or((part, "")))
                .collect(),
            pops: parts(pops).collect(),
            pushes: if pushes.is_empty() {
                0
            } else {
                pushes.parse().ok()?
            },
            flow: columns.next().unwrap_or_default(),
        };
        Some((group, bytes(numbers, mask)?, row))
    })
}

/// Splits a column at its commas.
fn parts(column: &'static str) -> impl Iterator<Item = &'static str> {
    column.split(',').filter(|part| !part.is_empty())
}

/// Returns the bytes of `13` or `64-76,except 74`, each combined with every bit of the mask (J8).
fn bytes(numbers: &str, mask: u8) -> Option<Vec<u8>> {
    let (range, except) = numbers.split_once(",except ").unwrap_or((numbers, ""));
    let (first, last) = range.split_once('-').unwrap_or((range, range));
    let hex = |text| u8::from_str_radix(text, 16);
    let range = hex(first).ok()?..=hex(last).ok()?;
    let except = hex(except).ok();
    Some(
        (0..=u8::MAX)
            .filter(|byte| range.contains(&(byte & !mask)) && Some(byte & !mask) != except)
            .collect(),
    )
}

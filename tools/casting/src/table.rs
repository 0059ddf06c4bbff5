//! The tables of opcodes: the bytes, the operands and the results of each instruction (J8 to J19).
//!
//! The tables are data files. `opcodes/v2.tsv` and `opcodes/v5.tsv` contain the direct operands,
//! `opcodes/v6.tsv`, `opcodes/v8.tsv` and `opcodes/he100.tsv` the operands on a stack. Each other
//! file contains only the rows that differ from an earlier table: v1 from v2, v4 from v5, v3 from
//! v4, v7 from v6, he60 from v6, and each later Humongous table from the table before it. The name
//! `-` removes a row.

use std::collections::HashMap;
use std::sync::OnceLock;

use scumm_room::{Dialect, GameId, Platform};

/// The name of a row that removes a row of an earlier file.
const REMOVED: &str = "-";

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
    /// Whether this is v1 or v2: the number of a variable is a byte (J9), and sentences and verbs
    /// have other operands (J14).
    pub is_early: bool,
    /// The size in bytes of a word, a variable's number and a jump distance.
    pub word: usize,
    /// How texts contain codes (J13).
    pub text: TextCodes,
    /// The variable that holds the actor whom the player controls (J22).
    pub ego: u32,
}

/// How a text contains codes in addition to letters (J13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextCodes {
    /// v1, v2: bytes below 8 are codes, and bit 7 adds a space.
    Early,
    /// v3 to v7, Humongous up to 71: FF and a code, which can have two bytes more.
    Escapes,
    /// v8: FF, a code and a double word.
    WideEscapes,
    /// Humongous from 72 on: no codes.
    Plain,
}

/// A table of opcodes. Several versions share one table, and some games have a table of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TableId {
    V1,
    V2,
    V3,
    V3Towns,
    Indy3,
    Indy3Towns,
    V4,
    V5,
    V6,
    V7,
    V8,
    He60,
    He70,
    He71,
    He72,
    He80,
    He90,
    He100,
}

/// The number of tables.
const TABLES: usize = TableId::He100 as usize + 1;

const V1: &str = include_str!("opcodes/v1.tsv");
const V2: &str = include_str!("opcodes/v2.tsv");
const V3: &str = include_str!("opcodes/v3.tsv");
const V3_TOWNS: &str = include_str!("opcodes/v3-towns.tsv");
const V3_INDY3: &str = include_str!("opcodes/v3-indy3.tsv");
const V4: &str = include_str!("opcodes/v4.tsv");
const V5: &str = include_str!("opcodes/v5.tsv");
const V6: &str = include_str!("opcodes/v6.tsv");
const V7: &str = include_str!("opcodes/v7.tsv");
const V8: &str = include_str!("opcodes/v8.tsv");
const HE60: &str = include_str!("opcodes/he60.tsv");
const HE70: &str = include_str!("opcodes/he70.tsv");
const HE71: &str = include_str!("opcodes/he71.tsv");
const HE72: &str = include_str!("opcodes/he72.tsv");
const HE80: &str = include_str!("opcodes/he80.tsv");
const HE90: &str = include_str!("opcodes/he90.tsv");
const HE100: &str = include_str!("opcodes/he100.tsv");

impl TableId {
    /// Returns the table of a dialect; `None` for v0, whose scripts are not read.
    fn for_dialect(dialect: &Dialect) -> Option<Self> {
        let is_towns = dialect.platform() == Platform::FmTowns;
        let is_indy3 = dialect.game() == Some(GameId::Indy3);
        Some(match (dialect.version(), dialect.he()) {
            (0, _) => return None,
            (1, _) => Self::V1,
            (2, _) => Self::V2,
            (3, _) if is_indy3 && is_towns => Self::Indy3Towns,
            (3, _) if is_indy3 => Self::Indy3,
            (3, _) if is_towns => Self::V3Towns,
            (3, _) => Self::V3,
            (4, _) => Self::V4,
            (5, _) => Self::V5,
            (6, 0) => Self::V6,
            (6, ..70) => Self::He60,
            (6, 70) => Self::He70,
            (6, 71) => Self::He71,
            (6, ..80) => Self::He72,
            (6, ..90) => Self::He80,
            (6, ..100) => Self::He90,
            (6, _) => Self::He100,
            (7, _) => Self::V7,
            _ => Self::V8,
        })
    }

    /// Returns the files of the table. Rows of later files replace or remove rows of earlier files.
    fn files(self) -> &'static [&'static str] {
        match self {
            Self::V1 => &[V2, V1],
            Self::V2 => &[V2],
            Self::V3 => &[V5, V4, V3],
            Self::V3Towns => &[V5, V4, V3, V3_TOWNS],
            Self::Indy3 => &[V5, V4, V3, V3_INDY3],
            Self::Indy3Towns => &[V5, V4, V3, V3_TOWNS, V3_INDY3],
            Self::V4 => &[V5, V4],
            Self::V5 => &[V5],
            Self::V6 => &[V6],
            Self::V7 => &[V6, V7],
            Self::V8 => &[V8],
            Self::He60 => &[V6, HE60],
            Self::He70 => &[V6, HE60, HE70],
            Self::He71 => &[V6, HE60, HE70, HE71],
            Self::He72 => &[V6, HE60, HE70, HE71, HE72],
            Self::He80 => &[V6, HE60, HE70, HE71, HE72, HE80],
            Self::He90 => &[V6, HE60, HE70, HE71, HE72, HE80, HE90],
            Self::He100 => &[HE100],
        }
    }

    /// Returns whether operands are direct (J8).
    fn is_direct(self) -> bool {
        matches!(
            self,
            Self::V1
                | Self::V2
                | Self::V3
                | Self::V3Towns
                | Self::Indy3
                | Self::Indy3Towns
                | Self::V4
                | Self::V5
        )
    }

    /// Returns how texts contain codes.
    fn text(self) -> TextCodes {
        match self {
            Self::V1 | Self::V2 => TextCodes::Early,
            Self::V8 => TextCodes::WideEscapes,
            Self::He72 | Self::He80 | Self::He90 | Self::He100 => TextCodes::Plain,
            _ => TextCodes::Escapes,
        }
    }

    /// Returns the variable of the ego (J22).
    fn ego(self) -> u32 {
        match self {
            Self::V1 | Self::V2 => 0,
            Self::V7 => 111,
            Self::V8 => 126,
            _ => 1,
        }
    }
}

impl OpcodeTable {
    /// Returns the instructions of a dialect; `None` for v0, whose scripts are not read.
    pub fn for_dialect(dialect: &Dialect) -> Option<&'static Self> {
        static TABLES_READ: [OnceLock<OpcodeTable>; TABLES] = [const { OnceLock::new() }; TABLES];
        let id = TableId::for_dialect(dialect)?;
        Some(TABLES_READ.get(id as usize)?.get_or_init(|| Self::new(id)))
    }

    fn new(id: TableId) -> Self {
        let mut table = Self {
            rows: HashMap::new(),
            is_direct: id.is_direct(),
            is_early: matches!(id, TableId::V1 | TableId::V2),
            word: if id == TableId::V8 { 4 } else { 2 },
            text: id.text(),
            ego: id.ego(),
        };
        for file in id.files() {
            for (group, bytes, row) in rows(file, table.is_direct).flatten() {
                for byte in bytes {
                    table.set((group, byte), &row);
                }
            }
        }
        table
    }

    /// Enters a row, or removes the row of these bytes. An instruction is removed with its parts.
    fn set(&mut self, bytes: (&'static str, u8), row: &OpcodeRow) {
        if row.name == REMOVED {
            self.rows.remove(&bytes);
            self.rows.retain(|(group, _), _| *group != row.code);
        } else {
            self.rows.insert(bytes, row.clone());
        }
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

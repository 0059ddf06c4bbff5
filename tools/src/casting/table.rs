//! The tables of opcodes: what bytes each instruction has, and what it takes and leaves (J8 to J18).
//!
//! They are data: `opcodes/v5.tsv` for direct operands, the others for the stack machines. Version 7 is version 6 but for
//! the rows of its own file (J18).

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// How an operand is stored behind its opcode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operand {
    /// A constant of this many bytes, signed from two bytes on.
    Constant(usize),
    /// A constant of this many bytes, or a variable where the opcode has the bit (J8).
    Chosen { bit: u8, bytes: usize },
    /// The number of a variable, of this many bytes; direct operands have an index behind it at times (J9).
    Variable(usize),
    /// The same, of a variable whose value is unknown afterwards unless the row's meaning says more.
    Result(usize),
    /// A signed distance, counted from behind itself (J10).
    Jump,
    /// A text with escapes (J13).
    Text,
    /// Bytes up to a zero.
    Plain,
    /// Bits and words up to FF (J11).
    List,
    /// A byte that names a row of its own (J11, J17).
    Sub,
    /// Such bytes up to FF, or up to the row that is the last (J11, J12).
    Subs,
    /// A new byte of bits for what follows (J11).
    Bits,
    /// A count and as many bytes, or words where the opcode has bit 80 (J14).
    Range,
    /// The rest of `doSentence` (J14).
    Sentence,
    /// A byte, and a jump where it is not 0 (J14).
    Override,
    /// Terms up to FF, among them whole instructions (J14).
    Expression,
}

/// What an instruction means to the casting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    Push,
    Duplicate,
    Write,
    Override,
    LoadRoom,
    LoadRoomWithEgo,
    Follow,
    Start,
    Actor,
    Wear,
    Reset,
    Put,
    Work,
    EgoWork,
    Name,
    TalkColour,
    Scale,
    Width,
    IgnoreBoxes,
    FollowBoxes,
    Palette,
    Other,
}

impl Act {
    fn of(name: &str) -> Self {
        match name {
            "pushByte" | "pushWord" | "pushByteVar" | "pushWordVar" => Self::Push,
            "dup" => Self::Duplicate,
            "writeByteVar" | "writeWordVar" | "move" => Self::Write,
            "beginOverride" => Self::Override,
            "loadRoom" => Self::LoadRoom,
            "loadRoomWithEgo" => Self::LoadRoomWithEgo,
            "actorFollowCamera" => Self::Follow,
            "startScript" | "startScriptQuick" | "startScriptQuick2" | "chainScript" | "jumpToScript" => Self::Start,
            "actorCurrent" | "actorOps" => Self::Actor,
            "costume" => Self::Wear,
            "default" | "actorNew" => Self::Reset,
            "putActor" | "putActorInRoom" | "putActorAtXY" | "putActorAtObject" => Self::Put,
            "animateActor" | "faceActor" | "walkActorTo" | "walkActorToActor" | "walkActorToObject"
            | "walkActorToObj" | "print" | "printBegin" | "talkActor" => Self::Work,
            "printEgo" | "talkEgo" => Self::EgoWork,
            "actorName" => Self::Name,
            "talkColor" => Self::TalkColour,
            "scale" => Self::Scale,
            "width" => Self::Width,
            "ignoreBoxes" => Self::IgnoreBoxes,
            "followBoxes" => Self::FollowBoxes,
            "palette" => Self::Palette,
            _ => Self::Other,
        }
    }
}

/// Where reading goes on behind an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    Next,
    /// The script stops, or jumps whatever is so (J7).
    Ends,
    /// The last of the rows of a print instruction (J12).
    Last,
}

/// A value that an instruction takes from the stack: its name, and whether it is a list (J16).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pop {
    pub name: &'static str,
    pub is_list: bool,
}

/// An instruction, or a part of one with a byte of its own.
#[derive(Debug)]
pub(super) struct Row {
    pub act: Act,
    /// What follows the opcode, each with its name.
    pub operands: Vec<(Operand, &'static str)>,
    /// What is taken from the stack, in the order in which it was pushed.
    pub pops: Vec<Pop>,
    /// How many values are pushed.
    pub pushes: u8,
    pub flow: Flow,
    /// The rows of the byte that follows.
    subs: Option<Arc<Codes>>,
}

impl Row {
    /// The row that the byte behind the opcode names.
    pub fn sub(&self, byte: u8) -> Option<&Row> {
        self.subs.as_ref()?.get(byte)
    }
}

/// A row for each value of a byte.
#[derive(Clone, Debug)]
struct Codes(Vec<Option<Arc<Row>>>);

impl Codes {
    fn new() -> Self {
        Self(vec![None; 256])
    }

    fn get(&self, byte: u8) -> Option<&Row> {
        self.0.get(usize::from(byte))?.as_deref()
    }

    /// Puts a row at each of these bytes; returns whether all were free.
    fn put(&mut self, bytes: &[u8], row: &Arc<Row>) -> bool {
        bytes.iter().filter_map(|&byte| self.0.get_mut(usize::from(byte))?.replace(row.clone())).count() == 0
    }
}

/// All instructions of a version.
#[derive(Debug)]
pub(super) struct Table {
    codes: Codes,
    /// Whether operands are direct (J8), not on a stack (J16).
    pub is_direct: bool,
    /// Bytes of a jump's distance, and of what an escape in a text takes (J10, J13).
    pub word: usize,
    /// The variable that holds the actor whom the player leads (J22).
    pub ego: u32,
}

/// The files of the tables, and the ones that rows of others take the place of (J18).
const FILES: [(u8, &[&str]); 4] = [
    (5, &[include_str!("opcodes/v5.tsv")]),
    (6, &[include_str!("opcodes/v6.tsv")]),
    (7, &[include_str!("opcodes/v6.tsv"), include_str!("opcodes/v7.tsv")]),
    (8, &[include_str!("opcodes/v8.tsv")]),
];

impl Table {
    /// The instructions of a version; `None` for those that are left out (J6, J15, J19).
    pub fn of(version: u8) -> Option<&'static Self> {
        static TABLES: [OnceLock<Option<Table>>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];
        let (slot, (_, files)) = TABLES.iter().zip(FILES).find(|(_, (of, _))| *of == version)?;
        slot.get_or_init(|| Self::parse(version, files)).as_ref()
    }

    /// The row of an opcode.
    pub fn row(&self, opcode: u8) -> Option<&Row> {
        self.codes.get(opcode)
    }

    /// The table in these files; `None` where a row can't be read.
    fn parse(version: u8, files: &[&'static str]) -> Option<Self> {
        let word = if version == 8 { 4 } else { 2 };
        let mut groups = BTreeMap::new();
        let lines = files.iter().flat_map(|file| file.lines().skip(1)).map(|line| Line::parse(line, version == 5, word));
        let lines: Vec<Line> = lines.collect::<Option<_>>()?;
        for line in lines.iter().filter(|line| !line.group.is_empty()) {
            let codes = groups.entry(line.group).or_insert_with(Codes::new);
            codes.put(&line.bytes, &Arc::new(line.row(None)));
        }
        let mut codes = Codes::new();
        for line in lines.iter().filter(|line| line.group.is_empty()) {
            codes.put(&line.bytes, &Arc::new(line.row(line.subs(&groups))));
        }
        let ego = [1, 1, 111, 126].get(usize::from(version.checked_sub(5)?)).copied()?;
        Some(Self { codes, is_direct: version == 5, word, ego })
    }
}

/// A line of a file.
struct Line {
    /// The opcode in front of the byte that the row is for, or `print`; empty for an opcode's own.
    group: &'static str,
    /// As the file has it.
    code: &'static str,
    /// All bytes that mean this row.
    bytes: Vec<u8>,
    name: &'static str,
    operands: Vec<(Operand, &'static str)>,
    pops: Vec<Pop>,
    pushes: u8,
    flow: Flow,
    prints: bool,
}

impl Line {
    fn parse(line: &'static str, is_direct: bool, word: usize) -> Option<Self> {
        let mut columns = line.split('\t');
        let code = columns.next()?;
        let mask = if is_direct { u8::from_str_radix(columns.next()?, 16).ok()? } else { 0 };
        let name = columns.next()?;
        let inline = columns.next()?;
        let (pops, pushes) = if is_direct { ("", "0") } else { (columns.next()?, columns.next()?) };
        let flow = match columns.next().unwrap_or("") {
            "" => Flow::Next,
            "end" => Flow::Ends,
            "last" => Flow::Last,
            _ => return None,
        };
        let (group, numbers) = code.split_once('.').unwrap_or(("", code));
        let mut operands = Vec::new();
        for text in parts(inline) {
            let (kind, name) = text.split_once(':').unwrap_or((text, ""));
            operands.push((operand(kind, is_direct, word)?, name));
        }
        let pop = |text: &'static str| {
            let list = text.strip_prefix('*');
            Pop { name: list.unwrap_or(text), is_list: list.is_some() }
        };
        Some(Self {
            group,
            code,
            bytes: bytes(numbers, mask)?,
            name,
            operands,
            pops: parts(pops).map(pop).collect(),
            pushes: if pushes.is_empty() { 0 } else { pushes.parse().ok()? },
            flow,
            prints: inline.ends_with("print"),
        })
    }

    fn row(&self, subs: Option<Arc<Codes>>) -> Row {
        let (operands, pops) = (self.operands.clone(), self.pops.clone());
        Row { act: Act::of(self.name), operands, pops, pushes: self.pushes, flow: self.flow, subs }
    }

    /// The rows of the byte behind the opcode: its own, and where it prints those of printing (J12, J17).
    fn subs(&self, groups: &BTreeMap<&str, Codes>) -> Option<Arc<Codes>> {
        let (own, printing) = (groups.get(self.code), groups.get("print").filter(|_| self.prints));
        let mut codes = printing.or(own)?.clone();
        let own = own.iter().flat_map(|own| &own.0);
        for (row, own) in codes.0.iter_mut().zip(own).filter(|(_, own)| own.is_some()) {
            row.clone_from(own);
        }
        Some(Arc::new(codes))
    }
}

/// The parts of a column between commas.
fn parts(column: &'static str) -> impl Iterator<Item = &'static str> {
    column.split(',').filter(|part| !part.is_empty())
}

/// The bytes `64-76,except 74` or `13`, each with any of the bits of the mask (J8).
fn bytes(numbers: &str, mask: u8) -> Option<Vec<u8>> {
    let hex = |text| u8::from_str_radix(text, 16).ok();
    let (range, except) = numbers.split_once(",except ").unwrap_or((numbers, ""));
    let (first, last) = range.split_once('-').unwrap_or((range, range));
    let range = hex(first)?..=hex(last)?;
    let except = if except.is_empty() { None } else { Some(hex(except)?) };
    Some((0..=u8::MAX).filter(|byte| range.contains(&(byte & !mask)) && Some(byte & !mask) != except).collect())
}

/// How the files name each kind of operand.
fn operand(kind: &str, is_direct: bool, word: usize) -> Option<Operand> {
    let chosen = |bit: &str, bytes| {
        let bit = match bit {
            "1" => 0x80,
            "2" => 0x40,
            "3" => 0x20,
            _ => return None,
        };
        Some(Operand::Chosen { bit, bytes })
    };
    Some(match kind {
        "B" => Operand::Constant(1),
        "W" => Operand::Constant(word),
        "T" => Operand::Constant(3),
        "v" => Operand::Variable(word),
        "R" | "V" => Operand::Result(word),
        "Vb" => Operand::Result(1),
        "J" => Operand::Jump,
        "S" => Operand::Text,
        "Z" | "zlist" => Operand::Plain,
        "list" => Operand::List,
        "sub" | "sub6" => Operand::Sub,
        "subs" => Operand::Subs,
        "print" => if is_direct { Operand::Subs } else { Operand::Sub },
        "op" => Operand::Bits,
        "range" => Operand::Range,
        "sentence" => Operand::Sentence,
        "override" => Operand::Override,
        "expr" => Operand::Expression,
        _ => match kind.split_at_checked(1)? {
            ("b", bit) => chosen(bit, 1)?,
            ("w", bit) => chosen(bit, 2)?,
            _ => return None,
        },
    })
}

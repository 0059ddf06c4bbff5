//! Reads a script once from its first byte to its last, without running it, and reports its
//! instructions and their operands (J8 to J21), with the values that are known without running the
//! script: constants, and variables to which the script writes constants.

use std::collections::{BTreeMap, BTreeSet};

use scumm_room::Reader;

use crate::table::{OpcodeRow, OpcodeTable, TextCodes};

/// The value by which an instruction of a later Humongous game takes its text from the string stack
/// (J19).
const ON_STRING_STACK: i32 = -1;

/// The deepest nesting of instructions in expressions. Real scripts have one level.
const DEPTH: usize = 8;

/// A value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Value {
    Number(i32),
    /// The unknown value of the ego's variable (J22).
    Ego,
    #[default]
    Unknown,
}

impl Value {
    /// Returns the number, if it is known.
    pub fn number(self) -> Option<i32> {
        if let Self::Number(number) = self {
            Some(number)
        } else {
            None
        }
    }
}

/// The stack and the variables at a position in a script, and the operands of the instruction
/// there.
#[derive(Debug, Default)]
pub(crate) struct Values {
    /// The number of the variable that holds the ego.
    ego: u32,
    // A tree map is cheaper to clear than a hash map of the same size.
    variables: BTreeMap<u32, i32>,
    stack: Vec<Value>,
    taken: Vec<(&'static str, Value)>,
    /// The variable to which the instruction writes. A push instruction writes to no variable; for
    /// it, this is the variable that it reads.
    pub result: Option<u32>,
    /// A constant that the instruction writes to the ego's variable.
    pub to_ego: Option<i32>,
}

impl Values {
    pub fn new(ego: u32) -> Self {
        Self {
            ego,
            ..Self::default()
        }
    }

    /// Drops all known values. Called where control flow may arrive from another place, at which
    /// the values may differ.
    pub fn forget(&mut self) {
        self.variables.clear();
        self.stack.clear();
    }

    /// Returns all operands with their names.
    #[cfg(test)]
    pub fn operands(&self) -> impl Iterator<Item = (&'static str, Value)> {
        self.taken.iter().copied()
    }

    /// Returns the operand of this name.
    pub fn get(&self, name: &str) -> Option<Value> {
        self.taken
            .iter()
            .find(|(of, _)| *of == name)
            .map(|&(_, value)| value)
    }

    /// Returns the operand of this name if its value is a known number.
    pub fn number(&self, name: &str) -> Option<i32> {
        self.get(name)?.number()
    }

    /// Starts an instruction, which may lie in an expression. The result variable of the previous
    /// instruction becomes unknown.
    pub fn begin(&mut self) {
        self.taken.clear();
        self.result
            .take()
            .map(|variable| self.variables.remove(&variable));
    }

    /// Adds an operand.
    pub fn take(&mut self, name: &'static str, value: Value) {
        self.taken.push((name, value));
    }

    /// Returns the value of a variable.
    pub fn variable_value(&self, variable: u32) -> Value {
        let otherwise = if variable == self.ego {
            Value::Ego
        } else {
            Value::Unknown
        };
        self.variables
            .get(&variable)
            .map_or(otherwise, |&number| Value::Number(number))
    }

    /// Completes the instruction after its inline operands: takes the other operands from the
    /// stack, pushes the results and writes the variable.
    pub fn finish(&mut self, row: &OpcodeRow) {
        let first = self
            .taken
            .first()
            .map_or(Value::Unknown, |&(_, value)| value);
        for name in row.pops.iter().rev() {
            if *name == "?" {
                self.stack.clear();
                continue;
            }
            let value = self.stack.pop().unwrap_or_default();
            self.take(name, value);
            if name.starts_with('*') {
                let count = value
                    .number()
                    .and_then(|count| usize::try_from(count).ok())
                    .unwrap_or(usize::MAX);
                let more = usize::from(name.ends_with("+1"));
                let count = count.saturating_add(more);
                self.stack.truncate(self.stack.len().saturating_sub(count));
            }
        }
        if row.name == "dupN" {
            self.duplicate(first);
        }
        let is_push = row.name.starts_with("push");
        let pushed = if is_push {
            Some(first)
        } else {
            self.get("a").filter(|_| row.name == "dup")
        };
        self.stack
            .extend(std::iter::repeat_n(pushed.unwrap_or_default(), row.pushes));
        let written = if matches!(row.name, "writeByteVar" | "writeWordVar" | "move") {
            self.number("value")
        } else {
            None
        };
        self.to_ego = written.filter(|_| self.result == Some(self.ego));
        let Some(variable) = self.result.take().filter(|_| !is_push) else {
            return;
        };
        match written {
            Some(number) => drop(self.variables.insert(variable, number)),
            None => drop(self.variables.remove(&variable)),
        }
    }
}

impl Values {
    /// Pushes copies of the topmost values. An unknown number of values makes the stack unknown.
    fn duplicate(&mut self, count: Value) {
        let count = count
            .number()
            .and_then(|count| usize::try_from(count).ok())
            .and_then(|count| self.stack.len().checked_sub(count));
        match count {
            Some(start) => self.stack.extend_from_within(start..),
            None => self.stack.clear(),
        }
    }
}

/// How control flow ended before an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Stopped,
    Jumped,
}

/// An instruction, or a part of an instruction that has a row of its own. Parts are reported after
/// the whole instruction.
#[derive(Debug)]
pub(crate) struct Step<'a> {
    /// The offset of the instruction in the code.
    pub at: usize,
    pub name: &'static str,
    pub values: &'a Values,
    /// The text operand; empty if there is none.
    pub text: &'a [u8],
    /// The destination of a jump.
    pub target: Option<usize>,
    /// How control flow ended directly before this instruction, if it did.
    pub behind: Option<End>,
}

/// The code of a script.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Code<'a> {
    pub bytes: &'a [u8],
    /// The offsets at which the verbs of an object begin.
    pub entries: &'a [usize],
    /// Whether the game stores no end of the script: other data can follow the script (J6).
    pub is_open: bool,
}

/// Reads a script, and calls `see` for each instruction and each part of an instruction. Returns
/// whether the whole script could be read. Reading stops at an unknown or truncated instruction
/// (J20).
pub(crate) fn read(
    table: &'static OpcodeTable,
    code: Code<'_>,
    see: impl FnMut(&Step<'_>),
) -> bool {
    let mut targets: BTreeSet<usize> = code.entries.iter().copied().collect();
    Sweep::new(table, code, |step: &Step<'_>| targets.extend(step.target)).all(&BTreeSet::new());
    Sweep::new(table, code, see).all(&targets)
}

struct Sweep<'a, S> {
    table: &'static OpcodeTable,
    code: Reader<'a>,
    see: S,
    values: Values,
    /// Whether the script ends with the first stop or jump behind which no jump leads.
    is_open: bool,
    /// The last destination of a jump.
    furthest: usize,
    /// The operand `value` of the instruction whose parts are read (v1, v2).
    value: Value,
    /// The text on top of the string stack of later Humongous games.
    string: &'a [u8],
    // The state of the step that is being read. The fields have the same meaning as in [`Step`].
    at: usize,
    text: &'a [u8],
    target: Option<usize>,
    behind: Option<End>,
    /// How the instruction ends control flow.
    end: Option<End>,
    /// Whether the previous instruction sets the destination for skipping a scene. On stack
    /// machines the next instruction is a jump to this destination. The script itself does not take
    /// the jump.
    overrides: bool,
}

impl<'a, S: FnMut(&Step<'_>)> Sweep<'a, S> {
    fn new(table: &'static OpcodeTable, code: Code<'a>, see: S) -> Self {
        Self {
            table,
            code: Reader::new(code.bytes),
            see,
            values: Values::new(table.ego),
            is_open: code.is_open,
            furthest: 0,
            value: Value::Unknown,
            string: &[],
            at: 0,
            text: &[],
            target: None,
            behind: None,
            end: None,
            overrides: false,
        }
    }

    /// Reads all instructions. Returns whether all could be read.
    fn all(&mut self, targets: &BTreeSet<usize>) -> bool {
        while self.code.remaining() > 0 {
            self.at = self.code.position();
            self.behind = self.end.take();
            if self.is_open && self.behind.is_some() && self.furthest < self.at {
                return true;
            }
            // Known values are dropped where control flow may arrive from another place (J21).
            if self.behind.is_some() || targets.contains(&self.at) {
                self.values.forget();
                self.string = &[];
            }
            if self.instruction(0).is_none() {
                return false;
            }
        }
        true
    }

    /// Reads one instruction; `None` if it is unknown or truncated.
    fn instruction(&mut self, depth: usize) -> Option<()> {
        let opcode = self.byte()?;
        self.row(self.table.row(opcode)?, opcode, depth)
    }

    /// Reads the operands of a row after its opcode.
    fn row(&mut self, row: &'static OpcodeRow, mut bits: u8, depth: usize) -> Option<()> {
        self.values.begin();
        for &(kind, name) in &row.operands {
            match kind {
                "op" => bits = self.byte()?,
                "expr" => self.expression(depth)?,
                "sub" | "sub6" | "subs" | "print" | "vars" => {
                    self.show(row);
                    if kind == "vars" {
                        // The instruction can load variables.
                        self.values.forget();
                    }
                    let last = match kind {
                        "subs" => Some(u8::MAX),
                        "print" if self.table.is_direct => Some(u8::MAX),
                        "vars" => Some(0),
                        _ => None,
                    };
                    return self.parts(row, last, depth);
                }
                _ => self.operand(kind, name, bits)?,
            }
        }
        self.show(row);
        Some(())
    }

    /// Reports the step that was read.
    fn show(&mut self, row: &'static OpcodeRow) {
        self.values.finish(row);
        let mut text = std::mem::take(&mut self.text);
        if row.name == "getScriptString" {
            self.string = text;
        } else if self.values.number("string") == Some(ON_STRING_STACK) {
            text = std::mem::take(&mut self.string);
        }
        let target = self.target.take();
        self.furthest = self.furthest.max(target.unwrap_or(0));
        let behind = self.behind.take();
        (self.see)(&Step {
            at: self.at,
            name: row.name,
            values: &self.values,
            text,
            target,
            behind,
        });
        if row.flow == "end" && !self.overrides {
            self.end = Some(if target.is_some() {
                End::Jumped
            } else {
                End::Stopped
            });
        }
        self.overrides = row.name == "beginOverride" && !self.table.is_direct;
    }

    /// Reads the parts of an instruction: one part, or all parts up to the byte `end` or up to the
    /// last part (J11, J12, J17).
    fn parts(&mut self, row: &'static OpcodeRow, end: Option<u8>, depth: usize) -> Option<()> {
        self.value = self.values.get("value").unwrap_or_default();
        loop {
            let byte = self.byte()?;
            if end == Some(byte) {
                return Some(());
            }
            let part = self.table.part(row, byte)?;
            self.row(part, byte, depth)?;
            if end.is_none() || part.flow == "last" {
                return Some(());
            }
        }
    }

    /// Reads the terms of an expression: values, operators and whole instructions (J14).
    fn expression(&mut self, depth: usize) -> Option<()> {
        loop {
            let term = self.byte()?;
            match term & 0x1f {
                _ if term == u8::MAX => return Some(()),
                1 => drop(self.chosen(term & 0x80 != 0, 2)?),
                2..=5 => {}
                6 if depth < DEPTH => self.instruction(depth.saturating_add(1))?,
                _ => return None,
            }
        }
    }

    /// Reads an operand of a kind that the tables define.
    fn operand(&mut self, kind: &str, name: &'static str, bits: u8) -> Option<()> {
        let value = match kind {
            "B" => Value::Number(self.number(1)?),
            "W" => Value::Number(self.number(self.table.word)?),
            "D" => Value::Number(self.number(4)?),
            "v" => self.variable(self.table.word)?.1,
            "I" => {
                // The variable contains the number of the variable to which the value is written.
                self.values.forget();
                self.variable(self.table.word)?.1
            }
            "value" => self.value,
            "R" | "V" | "Vb" => {
                let (variable, value) =
                    self.variable(if kind == "Vb" { 1 } else { self.table.word })?;
                self.values.result = variable;
                value
            }
            "b1" | "b2" | "b3" | "w1" | "w2" | "w3" => {
                let bit = 0x80 >> kind.as_bytes().get(1)?.checked_sub(b'1')?;
                self.chosen(bits & bit != 0, if kind.starts_with('b') { 1 } else { 2 })?
            }
            "J" => return self.jump(),
            "T" => return self.skip(3),
            "S" => return self.script_text(),
            "Z" | "zlist" => return self.plain_text(),
            "verb" => return self.skip_verb(bits),
            "list" => return self.skip_list(),
            "range" => {
                // The operand has values for several consecutive variables. The number of the first
                // variable precedes the operand (J14).
                self.values.forget();
                let count = usize::from(self.byte()?);
                return self.skip(if bits & 0x80 == 0 {
                    count
                } else {
                    count.checked_mul(2)?
                });
            }
            "sentence" => return self.skip_sentence(bits),
            "override" if self.byte()? == 0 => return Some(()),
            "override" => return self.byte().and_then(|_| self.jump()),
            _ => return None,
        };
        self.values.take(name, value);
        Some(())
    }

    fn byte(&mut self) -> Option<u8> {
        self.code.u8("a byte of a script").ok()
    }

    fn skip(&mut self, count: usize) -> Option<()> {
        self.code.skip(count, "bytes of a script").ok()
    }

    fn number(&mut self, bytes: usize) -> Option<i32> {
        match bytes {
            1 => self.byte().map(i32::from),
            2 => self.code.i16_le("a word of a script").ok().map(i32::from),
            _ => self.code.i32_le("a double word of a script").ok(),
        }
    }

    /// Reads a variable, or a constant with this number of bytes (J8).
    fn chosen(&mut self, is_variable: bool, bytes: usize) -> Option<Value> {
        if is_variable {
            Some(self.variable(self.table.word)?.1)
        } else {
            self.number(bytes).map(Value::Number)
        }
    }

    /// Reads a variable's number (J9) and returns the number and the variable's value. With direct
    /// operands, bit 0x2000 means that an index follows, and the variable is unknown.
    fn variable(&mut self, bytes: usize) -> Option<(Option<u32>, Value)> {
        let number = match bytes {
            1 => self.byte()?.into(),
            _ if self.table.is_early => self.byte()?.into(),
            2 => self.code.u16_le("a variable").ok()?.into(),
            _ => self.code.u32_le("a variable").ok()?,
        };
        if self.table.is_direct && number & 0x2000 != 0 {
            return self.skip(2).map(|()| (None, Value::Unknown));
        }
        Some((Some(number), self.values.variable_value(number)))
    }

    /// Reads a jump distance, which counts from the end of the distance field (J10).
    fn jump(&mut self) -> Option<()> {
        let distance = isize::try_from(self.number(self.table.word)?).ok()?;
        self.target = self.code.position().checked_add_signed(distance);
        Some(())
    }

    /// Reads a text that ends with 0, with the codes of the version (J13).
    fn script_text(&mut self) -> Option<()> {
        let start = self.code;
        loop {
            let len = self.code.position().checked_sub(start.position())?;
            let byte = self.byte()?;
            if byte == 0 {
                self.text = start.rest().get(..len)?;
                return Some(());
            }
            self.skip_code(byte)?;
        }
    }

    /// Skips the rest of a code in a text. `byte` is the first byte of the code, or a letter.
    fn skip_code(&mut self, byte: u8) -> Option<()> {
        match self.table.text {
            TextCodes::Early if matches!(byte & 0x7f, 4..=7) => self.skip(1),
            TextCodes::Escapes if byte == u8::MAX => match self.byte()? {
                1 | 2 | 3 | 8 => Some(()),
                _ => self.skip(2),
            },
            TextCodes::WideEscapes if byte == u8::MAX => self.skip(5),
            _ => Some(()),
        }
    }

    /// Reads a text or a list of bytes that ends with 0 and contains no codes.
    fn plain_text(&mut self) -> Option<()> {
        let start = self.code;
        let len = start.rest().iter().position(|&byte| byte == 0)?;
        self.text = start.rest().get(..len)?;
        self.skip(len.checked_add(1)?)
    }

    /// Skips a list of words, each behind a byte of flags, up to FF (J11).
    fn skip_list(&mut self) -> Option<()> {
        loop {
            match self.byte()? {
                u8::MAX => return Some(()),
                bits => drop(self.chosen(bits & 0x80 != 0, 2)?),
            }
        }
    }

    /// Skips two objects. Some verbs have no objects. In v1 and v2 a byte follows the objects
    /// (J14).
    fn skip_sentence(&mut self, bits: u8) -> Option<()> {
        let verb = self.values.number("verb");
        let is_early = self.table.is_early;
        let is_alone = match verb {
            Some(0xfb | 0xfc) => is_early,
            Some(0xfe) => !is_early,
            _ => false,
        };
        if is_alone {
            return Some(());
        }
        self.chosen(bits & 0x40 != 0, 2)?;
        self.chosen(bits & 0x20 != 0, 2)?;
        self.skip(usize::from(is_early))
    }

    /// Skips the description of a verb in v1 and v2: the number 0 deletes a verb, FF changes its
    /// state, and every other number defines a verb with a position, a slot and a name (J14).
    fn skip_verb(&mut self, bits: u8) -> Option<()> {
        match self.byte()? {
            0 => self.chosen(bits & 0x80 != 0, 1).map(drop),
            u8::MAX => self.skip(2),
            _ => {
                self.skip(2)?;
                self.chosen(bits & 0x80 != 0, 1)?;
                self.skip(1)?;
                self.plain_text()
            }
        }
    }
}

//! Going over a script once, from its first byte to its last: which instructions it has, and their operands (J8 to J18, J20).

use scumm_room::Reader;

use super::table::{Flow, Operand, Row, Table};

/// How deep instructions may lie in expressions of others: scripts need one level.
const DEPTH: usize = 8;

/// An operand as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stored {
    Constant(i32),
    /// The variable of this number.
    Variable(u32),
    /// The variable of this number, which the instruction changes.
    Result(u32),
    /// An element of an array, or what else can't be told.
    Unknown,
}

/// An instruction, or a part of one that has a row of its own: parts come behind the whole.
#[derive(Debug)]
pub(super) struct Step<'a> {
    /// Where the instruction begins in the code.
    pub at: usize,
    pub row: &'static Row,
    pub operands: &'a [(&'static str, Stored)],
    /// The text among the operands; empty without one.
    pub text: &'a [u8],
    /// Where it may go on, if it jumps.
    pub target: Option<usize>,
}

/// How far a script could be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// To its end, which ends an instruction.
    Exact,
    /// To the instruction at this position, which is unknown or cut (J20).
    StoppedAt(usize),
}

/// Goes over a script and shows each step; the code's first byte is position 0.
pub(super) fn sweep(table: &'static Table, code: &[u8], see: impl FnMut(&Step<'_>)) -> End {
    let mut sweep = Sweep { table, code: Reader::new(code), see, at: 0, operands: Vec::new(), text: &[], target: None };
    while sweep.code.remaining() > 0 {
        sweep.at = sweep.code.position();
        if sweep.instruction(0).is_none() {
            return End::StoppedAt(sweep.at);
        }
    }
    End::Exact
}

struct Sweep<'a, S> {
    table: &'static Table,
    code: Reader<'a>,
    see: S,
    at: usize,
    // Of the step that is being read.
    operands: Vec<(&'static str, Stored)>,
    text: &'a [u8],
    target: Option<usize>,
}

impl<'a, S: FnMut(&Step<'_>)> Sweep<'a, S> {
    /// Reads one instruction; `None` where it is unknown or cut.
    fn instruction(&mut self, depth: usize) -> Option<()> {
        let opcode = self.byte()?;
        self.row(self.table.row(opcode)?, opcode, depth)
    }

    /// Reads what follows the byte that named a row.
    fn row(&mut self, row: &'static Row, mut bits: u8, depth: usize) -> Option<()> {
        let mut shown = false;
        for &(operand, name) in &row.operands {
            match operand {
                Operand::Bits => bits = self.byte()?,
                Operand::Sub | Operand::Subs => {
                    self.show(row);
                    shown = true;
                    self.subs(row, operand == Operand::Subs, depth)?;
                }
                Operand::Expression => self.expression(depth)?,
                operand => self.operand(operand, name, bits)?,
            }
        }
        if !shown {
            self.show(row);
        }
        Some(())
    }

    /// Shows the step that has been read.
    fn show(&mut self, row: &'static Row) {
        let (operands, text, target) = (&self.operands, self.text, self.target.take());
        (self.see)(&Step { at: self.at, row, operands, text, target });
        self.operands.clear();
        self.text = &[];
    }

    /// The parts of an instruction: one, or as many as there are up to FF or the last (J11, J12, J17).
    fn subs(&mut self, row: &'static Row, many: bool, depth: usize) -> Option<()> {
        loop {
            let byte = self.byte()?;
            if many && byte == u8::MAX {
                return Some(());
            }
            let sub = row.sub(byte)?;
            self.row(sub, byte, depth)?;
            if !many || sub.flow == Flow::Last {
                return Some(());
            }
        }
    }

    /// The terms of an expression (J14).
    fn expression(&mut self, depth: usize) -> Option<()> {
        let deeper = depth.checked_add(1).filter(|&depth| depth < DEPTH)?;
        // What is computed is changed by then, whatever the instructions inside show.
        let outside = std::mem::take(&mut self.operands);
        loop {
            match self.byte()? {
                u8::MAX => break,
                term if term & 0x1f == 1 => self.chosen(term & 0x80 != 0, 2).map(drop)?,
                term if (2..=5).contains(&(term & 0x1f)) => {}
                term if term & 0x1f == 6 => self.instruction(deeper)?,
                _ => return None,
            }
        }
        self.operands = outside;
        Some(())
    }

    fn operand(&mut self, operand: Operand, name: &'static str, bits: u8) -> Option<()> {
        let stored = match operand {
            Operand::Constant(bytes) => Stored::Constant(self.number(bytes)?),
            Operand::Chosen { bit, bytes } => self.chosen(bits & bit != 0, bytes)?,
            Operand::Variable(bytes) => self.variable(bytes)?,
            Operand::Result(bytes) => match self.variable(bytes)? {
                Stored::Variable(number) => Stored::Result(number),
                other => other,
            },
            Operand::Jump => return self.jump(),
            Operand::Text => {
                self.text = self.escaped_text()?;
                return Some(());
            }
            Operand::Plain => return self.skip_plain(),
            Operand::List => return self.skip_list(),
            Operand::Range => return self.range(bits & 0x80 != 0),
            Operand::Sentence => return self.skip_sentence(bits),
            Operand::Override => return if self.byte()? == 0 { Some(()) } else { self.jump() },
            Operand::Bits | Operand::Sub | Operand::Subs | Operand::Expression => return None,
        };
        self.operands.push((name, stored));
        Some(())
    }

    fn byte(&mut self) -> Option<u8> {
        self.code.u8("a byte of a script").ok()
    }

    fn number(&mut self, bytes: usize) -> Option<i32> {
        Some(match bytes {
            1 => self.byte()?.into(),
            2 => self.code.i16_le("a word of a script").ok()?.into(),
            3 => {
                let [low, middle, high] = self.code.array("three bytes of a script").ok()?;
                i32::from_le_bytes([low, middle, high, 0])
            }
            _ => self.code.i32_le("a double word of a script").ok()?,
        })
    }

    /// A variable, or a constant of this many bytes (J8).
    fn chosen(&mut self, is_variable: bool, bytes: usize) -> Option<Stored> {
        if is_variable { self.variable(2) } else { self.number(bytes).map(Stored::Constant) }
    }

    /// The number of a variable (J9). In direct operands the bit 0x2000 says that an index follows.
    fn variable(&mut self, bytes: usize) -> Option<Stored> {
        let number = match bytes {
            1 => self.byte()?.into(),
            2 => self.code.u16_le("the number of a variable").ok()?.into(),
            _ => self.code.u32_le("the number of a variable").ok()?,
        };
        if self.table.is_direct && number & 0x2000 != 0 {
            self.number(2)?;
            return Some(Stored::Unknown);
        }
        Some(Stored::Variable(number))
    }

    /// A distance from behind itself (J10).
    fn jump(&mut self) -> Option<()> {
        let distance = self.number(self.table.word)?;
        self.target = usize::try_from(distance).map_or_else(
            |_| self.code.position().checked_sub(distance.unsigned_abs().try_into().ok()?),
            |forward| self.code.position().checked_add(forward),
        );
        Some(())
    }

    /// A text up to 0, without that (J13).
    fn escaped_text(&mut self) -> Option<&'a [u8]> {
        let start = self.code;
        loop {
            let at = self.code.position();
            match self.byte()? {
                0 => return start.rest().get(..at.checked_sub(start.position())?),
                u8::MAX if self.table.word == 4 => self.skip(5)?,
                u8::MAX if !matches!(self.byte()?, 1 | 2 | 3 | 8) => self.skip(2)?,
                _ => {}
            }
        }
    }

    fn skip(&mut self, count: usize) -> Option<()> {
        self.code.skip(count, "bytes of a script").ok()
    }

    fn skip_plain(&mut self) -> Option<()> {
        while self.byte()? != 0 {}
        Some(())
    }

    fn skip_list(&mut self) -> Option<()> {
        loop {
            match self.byte()? {
                u8::MAX => return Some(()),
                item => self.chosen(item & 0x80 != 0, 2).map(drop)?,
            }
        }
    }

    /// The values of variables in a row, of which the first stands in front (J14).
    fn range(&mut self, words: bool) -> Option<()> {
        let count = self.byte()?;
        self.skip(usize::from(count).checked_mul(if words { 2 } else { 1 })?)?;
        if let Some(&(name, Stored::Result(first))) = self.operands.last() {
            let others = (1..count).map(|n| (name, Stored::Result(first.saturating_add(n.into()))));
            self.operands.extend(others);
        }
        Some(())
    }

    /// `doSentence` ends behind the verb FE; otherwise two objects follow (J14).
    fn skip_sentence(&mut self, bits: u8) -> Option<()> {
        if let Some((_, Stored::Constant(0xfe))) = self.operands.last() {
            return Some(());
        }
        self.chosen(bits & 0x40 != 0, 2)?;
        self.chosen(bits & 0x20 != 0, 2).map(drop)
    }
}

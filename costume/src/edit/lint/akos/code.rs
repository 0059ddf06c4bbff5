//! The checks of the stream of an AKOS. The checks follow programs over every jump, so they cover
//! all instructions that can be executed.

use std::collections::{BTreeMap, BTreeSet};

use super::Check;
use crate::akos::akch::mode;
use crate::akos::sequence::{
    Aksq, AksqAction, AksqCommand, CEL_MASK, Field, Instruction, code_length,
};
use crate::akos::tables::{AKSQ, MOST_CONDITIONS};
use crate::akos::{Akos, ChoreLimb, Codec};
use crate::edit::lint::Findings;
use crate::{Fault, LimbStates};

/// The most codes of limbs without programs that are checked in total. The limit is needed because
/// thousands of chores may share a stream of 64 KiB.
const MOST_CODES: usize = 1 << 20;

/// Checks the stream and returns the set of cels that it can show.
pub(super) fn check(check: &Check<'_>, findings: &mut Findings) -> BTreeSet<u16> {
    let base = check.start(AKSQ);
    let len = check.akos.sequence().as_bytes().len();
    let mut code = Code {
        check,
        base,
        len,
        shown: BTreeSet::new(),
        left: MOST_CODES,
        findings,
    };
    let flow = Flow::new(check.akos);
    let mut layers = BTreeSet::new();
    for (number, chore) in check.akos.chores().iter().enumerate() {
        for limb in chore.iter().flat_map(|chore| &chore.limbs) {
            // Chores share sequences; each sequence is checked once.
            if !mode::is_bare(limb.mode) && layers.insert((limb.mode, limb.start, limb.length)) {
                code.layer(number, limb);
            }
        }
    }
    code.program(&flow);
    code.shown
}

struct Code<'a, 'f> {
    check: &'a Check<'a>,
    /// The position of the stream in the block.
    base: usize,
    /// The length of the stream in bytes.
    len: usize,
    shown: BTreeSet<u16>,
    /// Number of codes that may still be checked.
    left: usize,
    findings: &'f mut Findings,
}

impl Code<'_, '_> {
    fn place(&self, position: u32) -> usize {
        self.base
            .saturating_add(usize::try_from(position).unwrap_or(usize::MAX))
    }

    fn instruction(&self, position: u32) -> Option<Instruction> {
        self.check
            .akos
            .sequence()
            .instruction(position, self.check.dialect)
            .ok()
    }

    /// Checks a limb's sequence by its start and end (A13).
    fn layer(&mut self, chore: usize, limb: &ChoreLimb) {
        let of = format!("chore {chore}, limb {}", limb.limb);
        let start = u32::from(limb.start);
        let at = self.place(limb.start.into());
        if usize::from(limb.start) >= self.len {
            self.findings.error(
                "A11",
                at,
                format!("{of}: starts at {start}, behind the end of AKSQ"),
            );
            return;
        }
        match limb.mode {
            mode::LOOP | mode::RUN => self.codes(&of, limb),
            mode::PROGRAM | mode::DELTA => {}
            _ => self.stand(&of, start),
        }
    }

    /// Checks modes 2 and 3: all codes from start to end (A15).
    fn codes(&mut self, of: &str, limb: &ChoreLimb) {
        let start = u32::from(limb.start);
        let end = u32::from(limb.start.wrapping_add(limb.length));
        let mut position = start;
        let mut last = start;
        let mut stays = false;
        while position <= end {
            let Some(left) = self.left.checked_sub(1) else {
                return;
            };
            self.left = left;
            let stream = self.check.akos.sequence();
            let Ok(code) = stream.code(position) else {
                let what = format!("{of}: plays up to {end}, AKSQ has {} bytes", self.len);
                return self.findings.error("A11", self.place(position), what);
            };
            let at = self.place(position);
            last = position;
            match stream.instruction(position, self.check.dialect) {
                Ok(Instruction::Cel(code)) => {
                    self.cel(code, position, of);
                    stays = true;
                }
                Ok(Instruction::Command(command)) => {
                    stays |= command.stays();
                    self.command(command, position);
                    if !command.operands.is_empty() {
                        let what = "the operands are played as separate codes, because the limb is \
                                    not a program";
                        self.findings
                            .warning("A15", at, format!("{of}: {}: {what}", command.name));
                    }
                }
                Err(_) => self.findings.error(
                    "A29",
                    at,
                    format!("{of}: {code:#06x} is not a command of this game"),
                ),
            }
            position = position.saturating_add(code_length(code));
        }
        let last_stays = self.command_at(last).is_none_or(AksqCommand::stays);
        if !stays || (limb.mode == mode::RUN && !last_stays) {
            self.findings.error(
                "A15",
                self.place(last),
                format!("{of}: the sequence has no code at which it can stop, so ScummVM hangs"),
            );
        }
    }

    /// Checks other modes, which show the code at the start.
    fn stand(&mut self, of: &str, start: u32) {
        match self.instruction(start) {
            Some(Instruction::Cel(code)) => self.cel(code, start, of),
            Some(Instruction::Command(command)) if command.stays() => self.command(command, start),
            _ => self.findings.error(
                "A17",
                self.place(start),
                format!("{of}: stops at a code that cannot be shown"),
            ),
        }
    }

    /// Checks the instructions that the programs execute.
    fn program(&mut self, flow: &Flow) {
        for (&position, fault) in &flow.faults {
            self.findings.error(
                "A30",
                self.place(position),
                format!("position {position}: {fault}"),
            );
        }
        for &position in flow.lengths.keys() {
            match self.instruction(position) {
                Some(Instruction::Cel(code)) => self.cel(code, position, "a program"),
                Some(Instruction::Command(command)) => self.command(command, position),
                None => {}
            }
        }
        for &(from, target) in &flow.jumps {
            let at = self.place(from);
            let to = u32::from(target);
            if usize::from(target) >= self.len {
                self.findings.error(
                    "A21",
                    at,
                    format!("jumps to {target}, behind the end of AKSQ"),
                );
                continue;
            }
            if let Some(inside) = flow.inside(to).filter(|inside| *inside != to) {
                let what =
                    format!("jumps to {target}, which lies inside the instruction at {inside}");
                self.findings.error("A21", at, what);
            } else if let Some(command) = self
                .command_at(to)
                .filter(|to| !to.stays() && !self.is_table(from))
            {
                let what = format!(
                    "jumps to {target}, to the command {}, at which a limb cannot stop",
                    command.name
                );
                self.findings.error("A21", at, what);
            }
        }
    }

    fn command_at(&self, position: u32) -> Option<&'static AksqCommand> {
        self.instruction(position)?.command()
    }

    fn is_table(&self, position: u32) -> bool {
        self.command_at(position)
            .is_some_and(|command| command.action == AksqAction::JumpTable)
    }

    /// Checks a cel that is shown alone (A41, A46).
    fn cel(&mut self, code: u16, position: u32, of: &str) {
        let at = self.place(position);
        if self.check.akos.header().codec == Codec::Trle {
            let what = format!("{of}: a single cel, but codec 32 is drawn by draw commands only");
            self.findings.error("A46", at, what);
        }
        self.item(code, position);
    }

    fn item(&mut self, code: u16, position: u32) {
        let number = code & CEL_MASK;
        self.shown.insert(number);
        let there = self.check.akos.cels().len();
        if usize::from(number) >= there {
            self.findings.error(
                "A41",
                self.place(position),
                format!("shows cel {number}, but there are {there}"),
            );
        }
    }

    /// Checks a command and its operands.
    fn command(&mut self, command: &'static AksqCommand, position: u32) {
        let at = self.place(position);
        let name = command.name;
        let mut arguments = Vec::new();
        for field in self.check.akos.sequence().fields(position, command) {
            match field {
                Ok(Field::Var(var)) => {
                    arguments.push(i32::from(var));
                    if usize::from(var) >= LimbStates::default().vars.len() {
                        self.findings.error(
                            "A25",
                            at,
                            format!("{name}: there is no variable {var}"),
                        );
                    }
                }
                Ok(Field::Number(number)) => arguments.push(number),
                Ok(Field::Indices(indices)) => {
                    if indices.len() > MOST_CONDITIONS {
                        let what = format!(
                            "{name}: {} conditions; the limit is {MOST_CONDITIONS}",
                            indices.len()
                        );
                        self.findings.error("A44", at, what);
                    }
                }
                Ok(Field::Items(items)) => items
                    .flatten()
                    .for_each(|item| self.item(item.code, position)),
                Ok(Field::Target(_) | Field::Size(_) | Field::Unused(_)) => {}
                Err(fault) => self.findings.error("A30", at, format!("{name}: {fault}")),
            }
        }
        if !command.runs(self.check.dialect) {
            self.findings.error(
                "A29",
                at,
                format!("{name} uses properties that only Humongous actors have"),
            );
        }
        match (command.action, arguments.as_slice()) {
            (AksqAction::SoundControl, &[_, kind, ..]) if !(1..=3).contains(&kind) => {
                self.findings
                    .error("A27", at, format!("{name}: there is no kind {kind}"));
            }
            (AksqAction::JumpTable, _) if self.check.akos.jump_table().is_empty() => {
                self.findings
                    .error("A32", at, format!("{name}: there is no AKFO"));
            }
            (AksqAction::Aux, &[frame, ..]) if self.check.dialect.has_aux_frames() => {
                let frame = u16::try_from(frame).unwrap_or(u16::MAX);
                if self.check.akos.aux().frame(frame).is_none() {
                    self.findings.error(
                        "A98",
                        at,
                        format!("{name}: there is no aux frame {frame}"),
                    );
                }
            }
            _ => {}
        }
    }
}

/// The instructions that programs execute, and their jumps.
#[derive(Debug, Default)]
struct Flow {
    /// The lengths of the instructions, by position.
    pub lengths: BTreeMap<u32, u32>,
    /// The jumps: position of the command and target.
    pub jumps: BTreeSet<(u32, u16)>,
    /// The faults of positions that can't be executed.
    pub faults: BTreeMap<u32, Fault>,
}

impl Flow {
    /// Follows every program of the costume.
    fn new(akos: &Akos) -> Self {
        let mut flow = Self::default();
        let limbs = akos
            .chores()
            .iter()
            .flatten()
            .flat_map(|chore| &chore.limbs);
        let programs = limbs.filter(|limb| matches!(limb.mode, mode::PROGRAM | mode::DELTA));
        let mut open: Vec<u32> = programs.map(|limb| limb.start.into()).collect();
        while let Some(position) = open.pop() {
            if flow.lengths.contains_key(&position) || flow.faults.contains_key(&position) {
                continue;
            }
            match flow.step(akos, position) {
                Ok(next) => open.extend(next),
                Err(fault) => drop(flow.faults.insert(position, fault)),
            }
        }
        flow
    }

    /// Records an instruction and returns the positions of the following ones.
    fn step(&mut self, akos: &Akos, position: u32) -> Result<Vec<u32>, Fault> {
        let stream = akos.sequence();
        let dialect = akos.dialect();
        let length = stream.length(position, dialect)?;
        let command = stream.instruction(position, dialect)?.command();
        self.lengths.insert(position, length.max(1));
        let mut next = Vec::new();
        if command.is_none_or(|command| command.action != AksqAction::Jump) && length > 0 {
            next.push(position.saturating_add(length));
        }
        for target in command
            .map(|command| targets(akos, stream, position, command))
            .unwrap_or_default()
        {
            self.jumps.insert((position, target));
            next.push(target.into());
        }
        Ok(next)
    }

    /// Returns the start of the executed instruction that contains a position after its first byte.
    fn inside(&self, position: u32) -> Option<u32> {
        let (&start, &length) = self.lengths.range(..position).next_back()?;
        (position < start.saturating_add(length)).then_some(start)
    }
}

/// Returns the positions to which a command can jump.
fn targets(
    akos: &Akos,
    stream: Aksq<'_>,
    position: u32,
    command: &'static AksqCommand,
) -> Vec<u16> {
    if command.action == AksqAction::JumpTable {
        return akos.jump_table().to_vec();
    }
    let fields = stream.fields(position, command).filter_map(Result::ok);
    fields
        .filter_map(|field| {
            if let Field::Target(target) = field {
                Some(target)
            } else {
                None
            }
        })
        .collect()
}

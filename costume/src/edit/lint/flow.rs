//! Follows the programs of an AKOS through its stream, over every jump: all instructions that can be executed.

use std::collections::{BTreeMap, BTreeSet};

use crate::akos::Akos;
use crate::akos::akch::mode;
use crate::akos::aksq::{Aksq, Field, Instruction};
use crate::akos::command::{Action, AksqCommand};
use crate::host::Fault;

/// The instructions that programs execute.
#[derive(Debug, Default)]
pub(super) struct Flow {
    /// Instructions by position, with their lengths.
    pub lengths: BTreeMap<u32, u32>,
    /// Jumps: from where, to where.
    pub jumps: BTreeSet<(u32, u16)>,
    /// What can't be executed: position and why.
    pub faults: BTreeMap<u32, Fault>,
}

impl Flow {
    /// Follows every program of the costume.
    pub(super) fn of(akos: &Akos) -> Self {
        let mut flow = Self::default();
        let limbs = akos.chores().iter().flatten().flat_map(|chore| &chore.limbs);
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

    /// Notes an instruction; returns what comes after it.
    fn step(&mut self, akos: &Akos, position: u32) -> Result<Vec<u32>, Fault> {
        let (stream, dialect) = (akos.sequence(), akos.dialect());
        let length = stream.length(position, dialect)?;
        let instruction = stream.instruction(position, dialect)?;
        self.lengths.insert(position, length.max(1));
        let mut next = Vec::new();
        let command = match instruction {
            Instruction::Cel(_) => None,
            Instruction::Command(command) => Some(command),
        };
        if command.is_none_or(|command| command.action != Action::Jump) && length > 0 {
            next.push(position.saturating_add(length));
        }
        for target in command.map(|command| targets(akos, stream, position, command)).unwrap_or_default() {
            self.jumps.insert((position, target));
            next.push(target.into());
        }
        Ok(next)
    }

    /// The start of the executed instruction that a position lies inside of.
    pub(super) fn inside(&self, position: u32) -> Option<u32> {
        let (&start, &length) = self.lengths.range(..position).next_back()?;
        (position < start.saturating_add(length)).then_some(start)
    }
}

/// Where a command can jump.
fn targets(akos: &Akos, stream: Aksq<'_>, position: u32, command: &'static AksqCommand) -> Vec<u16> {
    if command.action == Action::JumpTable {
        return akos.jump_table().to_vec();
    }
    let fields = stream.fields(position, command).filter_map(Result::ok);
    fields.filter_map(|field| if let Field::Target(target) = field { Some(target) } else { None }).collect()
}

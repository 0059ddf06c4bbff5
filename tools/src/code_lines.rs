//! Lists the commands of a costume line by line.

use std::collections::BTreeSet;

use scumm_costume::edit::cost::{GO, STOP};
use scumm_costume::edit::words;
use scumm_costume::{Akos, Command, Cost, Costume, NES_ANIMATIONS, Nes, V0, V0_LIMBS, V0Command};
use scumm_platform::text::joined;

/// Returns the lines of a costume. COST: a line for each sequence that an animation plays. AKOS: a
/// line for each instruction with its position, and with a colon where a chore starts or a jump
/// leads.
pub fn of(costume: &Costume) -> Vec<String> {
    match costume {
        Costume::V0(v0) => of_v0(v0),
        Costume::Nes(nes) => of_nes(nes),
        Costume::Cost(cost) => of_cost(cost),
        Costume::Akos(akos) => of_akos(akos),
    }
}

/// v0: returns a line for each command with the frames of each limb; `~` marks a mirrored limb.
fn of_v0(v0: &V0) -> Vec<String> {
    let limb = |(limb, command): (usize, V0Command)| {
        let frames = v0
            .sequence_start(limb, command.sequence)
            .map(|start| joined(v0.sequence(start), " "));
        format!(
            "{limb}{}({})",
            if command.flip { "~" } else { ":" },
            frames.unwrap_or_default()
        )
    };
    let line = |(number, command): (u16, [Option<V0Command>; V0_LIMBS])| {
        let limbs = command
            .into_iter()
            .enumerate()
            .filter_map(|(i, command)| Some(limb((i, command?))));
        format!("{number}: {}", joined(limbs, " "))
    };
    v0.commands().map(line).collect()
}

/// Nintendo: returns a line for each animation with the numbers of its pictures.
fn of_nes(nes: &Nes) -> Vec<String> {
    let lists = (0..NES_ANIMATIONS).filter_map(|number| Some((number, nes.pictures(number)?)));
    lists
        .map(|(number, list)| format!("{number}: {}", joined(list, " ")))
        .collect()
}

fn of_akos(akos: &Akos) -> Vec<String> {
    let mark = |labelled: bool| if labelled { ":" } else { " " };
    let lines = akos.disassemble().lines.into_iter();
    lines
        .map(|line| {
            format!(
                "L{:04x}{} {}",
                line.position,
                mark(line.labelled),
                line.text
            )
        })
        .collect()
}

fn of_cost(cost: &Cost) -> Vec<String> {
    let entries = cost
        .stored_records()
        .flat_map(|(_, record)| &record.entries);
    let ranges: BTreeSet<(u16, u16)> = entries
        .filter_map(|e| e.sequence)
        .map(|s| (s.start, s.end()))
        .collect();
    let line = |(start, end): (u16, u16)| {
        format!(
            "{start}-{end}: {}",
            joined((start..=end).map(|at| word(cost, at, at == start)), " ")
        )
    };
    ranges.into_iter().map(line).collect()
}

/// Returns a command as a word. Only the first command of a sequence may act on the limb (C13).
fn word(cost: &Cost, at: u16, first: bool) -> String {
    let byte = cost.commands().get(at);
    let dialect = cost.dialect();
    match (words::cost_word(byte, dialect), Command::of(byte, dialect)) {
        (_, Command::Sound(slot)) => format!("sound{slot}"),
        (Some(word), _) if first || !matches!(byte, STOP | GO) => word.to_owned(),
        _ => (byte & 0x7f).to_string(),
    }
}

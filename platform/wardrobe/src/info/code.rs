//! The commands of a costume, for `info --code`.

use std::collections::BTreeSet;

use scumm_costume::edit::cost::{GO, STOP};
use scumm_costume::edit::words;
use scumm_costume::{Akos, Costume};
use scumm_costume::{Command, Cost};

/// COST: a line for each sequence that an animation plays. AKOS: a line for each instruction, with its position, and with a colon where
/// a chore starts or a jump leads.
pub fn lines(costume: &Costume) -> Vec<String> {
    match costume {
        Costume::Cost(cost) => of_cost(cost),
        Costume::Akos(akos) => of_akos(akos),
    }
}

fn of_akos(akos: &Akos) -> Vec<String> {
    let mark = |labelled: bool| if labelled { ":" } else { " " };
    let lines = akos.disassemble().lines.into_iter();
    lines.map(|line| format!("L{:04x}{} {}", line.position, mark(line.labelled), line.text)).collect()
}

fn of_cost(cost: &Cost) -> Vec<String> {
    let entries = cost.stored_records().flat_map(|(_, record)| &record.entries);
    let ranges: BTreeSet<(u16, u16)> = entries.filter_map(|e| e.sequence).map(|s| (s.start, s.end())).collect();
    let line = |(start, end): (u16, u16)| {
        let words: Vec<String> = (start..=end).map(|at| word(cost, at, at == start)).collect();
        format!("{start}-{end}: {}", words.join(" "))
    };
    ranges.into_iter().map(line).collect()
}

/// A command in a word; the first of a sequence may act on the limb instead (C13).
fn word(cost: &Cost, at: u16, first: bool) -> String {
    let (byte, dialect) = (cost.commands().get(at), cost.dialect());
    match (words::cost_word(byte, dialect), Command::of(byte, dialect)) {
        (_, Command::Sound(slot)) => format!("sound{slot}"),
        (Some(word), _) if first || !matches!(byte, STOP | GO) => word.to_owned(),
        _ => (byte & 0x7f).to_string(),
    }
}

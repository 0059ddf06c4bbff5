//! What `info` tells of a COST.

use std::collections::BTreeSet;

use scumm_costume::cost::commands::{GO, STOP};
use scumm_costume::cost::{Command, Cost};
use scumm_costume::edit::words;
use scumm_room::Dialect;

use super::{AnimationInfo, CelInfo, LimbInfo, frame_and_facing};

/// The animations that exist.
pub fn animations(cost: &Cost) -> Vec<AnimationInfo> {
    let limb = |entry: &scumm_costume::cost::Entry| match entry.sequence {
        None => LimbInfo { limb: entry.limb, mode: "off", range: None },
        Some(s) => {
            LimbInfo { limb: entry.limb, mode: if s.loops { "loop" } else { "hold" }, range: Some((s.start, s.end())) }
        }
    };
    cost.records()
        .map(|(number, record)| {
            let (frame, facing) = frame_and_facing(number, false);
            AnimationInfo { number, frame, facing, limbs: record.entries.iter().map(limb).collect() }
        })
        .collect()
}

/// The pictures that the animations can show.
pub fn cels(cost: &Cost) -> Vec<CelInfo> {
    let shown: Vec<_> = (0..16u8).flat_map(|limb| cost.reach(limb)).map(|r| (r.index, (r.limb, r.code))).collect();
    (0u16..)
        .zip(cost.pictures())
        .map(|(number, p)| CelInfo {
            number,
            width: p.width,
            height: p.height,
            x: p.rel.x,
            y: p.rel.y,
            move_x: p.step.x,
            move_y: p.step.y,
            shown_as: shown.iter().filter(|(index, _)| *index == number).map(|(_, place)| *place).collect(),
        })
        .collect()
}

/// The commands of each sequence that an animation plays.
pub fn code(cost: &Cost, dialect: &Dialect) -> Vec<String> {
    let entries = cost.records().flat_map(|(_, record)| &record.entries);
    let ranges: BTreeSet<(u16, u16)> = entries.filter_map(|e| e.sequence).map(|s| (s.start, s.end())).collect();
    let line = |(start, end): (u16, u16)| {
        let words: Vec<String> = (start..=end).map(|at| word(cost.commands().get(at), at == start, dialect)).collect();
        format!("{start}-{end}: {}", words.join(" "))
    };
    ranges.into_iter().map(line).collect()
}

/// A command in a word; the first of a sequence may act on the limb instead (C13).
fn word(byte: u8, first: bool, dialect: &Dialect) -> String {
    match (words::cost_word(byte, dialect), Command::of(byte, dialect)) {
        (_, Command::Sound(slot)) => format!("sound{slot}"),
        (Some(word), _) if first || !matches!(byte, STOP | GO) => word.to_owned(),
        _ => (byte & 0x7f).to_string(),
    }
}

//! Two editions' animations: by what they play, wherever it stands in the stream.

use std::collections::{BTreeMap, BTreeSet};

use scumm_costume::Costume;
use scumm_costume::akos::Akos;
use scumm_costume::akos::akch::mode;
use scumm_costume::cost::Cost;
use scumm_costume::edit::words;

use super::Difference;
use crate::info::frame_and_facing;
use crate::loose::Loaded;

/// What an animation does to its limbs.
type Limbs = BTreeMap<u8, String>;

/// The animations that differ.
pub fn compare(a: &Loaded, b: &Loaded) -> Vec<Difference> {
    let (first, second) = (animations(a), animations(b));
    let eight = match &*a.costume {
        Costume::Cost(_) => false,
        Costume::Akos(akos) => a.dialect.has_eight_directions() && akos.header().has_eight_directions(),
    };
    let numbers: BTreeSet<u16> = first.keys().chain(second.keys()).copied().collect();
    let difference = |number: u16| {
        let (frame, facing) = frame_and_facing(number, eight);
        let what = match (first.get(&number), second.get(&number)) {
            (Some(old), Some(new)) => limbs(old, new)?,
            (Some(_), None) => "in the first only".to_owned(),
            _ => "in the second only".to_owned(),
        };
        Some(Difference::new(format!("chore {frame} {facing}"), what))
    };
    numbers.into_iter().filter_map(difference).collect()
}

fn limbs(old: &Limbs, new: &Limbs) -> Option<String> {
    let numbers: BTreeSet<u8> = old.keys().chain(new.keys()).copied().collect();
    let shown = |limb: Option<&String>| limb.map_or("nothing", String::as_str).to_owned();
    let other = numbers.into_iter().filter(|limb| old.get(limb) != new.get(limb));
    let lines = other.map(|limb| format!("limb {limb}: {} became {}", shown(old.get(&limb)), shown(new.get(&limb))));
    let lines: Vec<String> = lines.collect();
    (!lines.is_empty()).then(|| lines.join("; "))
}

fn animations(loaded: &Loaded) -> BTreeMap<u16, Limbs> {
    match &*loaded.costume {
        Costume::Cost(cost) => of_cost(cost),
        Costume::Akos(akos) => of_akos(akos),
    }
}

fn of_cost(cost: &Cost) -> BTreeMap<u16, Limbs> {
    let limb = |entry: &scumm_costume::cost::Entry| {
        let text = match entry.sequence {
            None => "off".to_owned(),
            Some(part) => {
                let codes = (part.start..=part.end()).map(|at| format!("{:x}", cost.commands().get(at)));
                let codes: Vec<String> = codes.collect();
                format!("{}{}", codes.join(" "), if part.loops { "" } else { " hold" })
            }
        };
        (entry.limb, text)
    };
    cost.records().map(|(number, record)| (number, record.entries.iter().map(limb).collect())).collect()
}

fn of_akos(akos: &Akos) -> BTreeMap<u16, Limbs> {
    let stream = akos.sequence();
    let bytes = stream.as_bytes();
    let limb = |limb: &scumm_costume::akos::akch::ChoreLimb| {
        let start = usize::from(limb.start);
        // Programs have no end: what they begin with has to do.
        let length = if limb.mode == mode::PROGRAM { PROGRAM } else { usize::from(limb.length) + 1 };
        let codes = bytes.get(start..(start + length).min(bytes.len())).unwrap_or_default();
        let codes: Vec<String> = codes.iter().map(|byte| format!("{byte:x}")).collect();
        let text = match limb.mode {
            mode if mode::is_bare(mode) => words::mode_word(mode).unwrap_or_default().to_owned(),
            other => format!("mode {other}: {}", codes.join(" ")),
        };
        (limb.limb, text)
    };
    let chores = (0u16..).zip(akos.chores()).filter_map(|(number, chore)| Some((number, chore.as_ref()?)));
    chores.map(|(number, chore)| (number, chore.limbs.iter().map(limb).collect())).collect()
}

/// Bytes of a program that are compared.
const PROGRAM: usize = 64;

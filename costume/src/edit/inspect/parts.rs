//! The parts of each kind of costume: COST, AKOS, v0 (V20..V24) and the Nintendo (Q40).

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use scumm_room::Result;
use scumm_room::block::Header;

use super::{Owner, Parts, numbers, pictures};
use crate::akos::cel::CelOffsets;
use crate::akos::tables::{AKCD, AKCH, AKOF, AKSQ};
use crate::akos::{Akhd, Akos, Cel, akch};
use crate::cost::Cost;
use crate::cost::tables::ENTRY;
use crate::edit::disassemble::ListingLine;
use crate::edit::parts::{AkosParts, ChunkPart};
use crate::nes::{NES_ANIMATIONS, Nes};
use crate::v0::{BASE, V0, V0_LIMBS};

/// Returns the parts in no particular order.
pub(super) fn cost_parts(cost: &Cost) -> Parts {
    let found = cost.parts();
    let mut parts = Vec::new();
    let mut add = |start: usize, length: usize, owner| {
        parts.push((start..start.saturating_add(length), owner));
    };
    // In the old bundle, the header begins two bytes before the fields (C2).
    add(
        0,
        cost.dialect().header().size().min(found.header.last),
        Owner::Field("header of the block"),
    );
    if cost.dialect().costume_has_size_field() {
        add(8, 4, Owner::Field("size"));
        add(12, 2, Owner::Field("tag"));
    }
    add(
        found.header.last,
        1,
        Owner::Field("number of the last animation"),
    );
    add(
        found.header.last.saturating_add(1),
        1,
        Owner::Field("format"),
    );
    add(
        found.header.palette.start,
        found.header.palette.len(),
        Owner::Field("palette"),
    );
    add(
        found.header.commands,
        2,
        Owner::Field("offset of the commands"),
    );
    for (limb, at) in (0..=u8::MAX).zip(found.header.tables.clone().step_by(ENTRY)) {
        add(
            at,
            ENTRY,
            Owner::Offset(format!("offset of the table of limb {limb}")),
        );
    }
    for (number, at) in (0..=u16::MAX).zip(found.header.records.clone().step_by(2)) {
        add(
            at,
            2,
            Owner::Offset(format!("offset of animation {number}")),
        );
    }
    for (bytes, numbers) in &found.records {
        add(bytes.start, bytes.len(), Owner::Animation(numbers.clone()));
    }
    for played in &found.played {
        add(
            played.start,
            played.len(),
            Owner::Commands("commands".to_owned()),
        );
    }
    let mut tables = BTreeSet::new();
    for (limb, table) in (0..=u8::MAX).zip(&found.tables) {
        for (code, entry) in (0..=u8::MAX).zip(&table.entries) {
            let at = table
                .start
                .map(|start| start.saturating_add(usize::from(code).saturating_mul(ENTRY)));
            // Limbs may share a table or its end.
            let Some(at) = at.filter(|&at| tables.insert(at)) else {
                continue;
            };
            let what = if entry.picture.is_some() {
                "offset of picture"
            } else {
                "unused entry"
            };
            add(at, ENTRY, Owner::Offset(format!("{what} {limb}:{code}")));
        }
    }
    for picture in &found.pictures {
        let of = format!("picture {}", pictures(&picture.names));
        add(
            picture.data.start,
            picture.data.len(),
            Owner::Pixels(format!("pixels of {of}")),
        );
        add(
            picture.header.start,
            picture.header.len(),
            Owner::Picture(of),
        );
    }
    parts
}

/// Returns the length of the block in bytes, and the parts in no particular order.
pub(super) fn akos_parts(data: &[u8], akos: &Akos) -> Result<(usize, Parts)> {
    let found = AkosParts::find(data, akos)?;
    let header = Header::Large.size();
    let mut parts = vec![(0..header, Owner::Field("header of the block"))];
    for chunk in &found.chunks {
        let bytes = chunk.start..chunk.data.start;
        parts.push((bytes, Owner::ChunkHeader(chunk.tag)));
        parts.extend(divide(chunk, &found, akos));
    }
    Ok((found.len, parts))
}

/// Returns the parts of a chunk's data.
fn divide(chunk: &ChunkPart, found: &AkosParts, akos: &Akos) -> Parts {
    let Range { start, end } = chunk.data;
    let words = |length: usize| {
        (start..)
            .step_by(length)
            .map(move |at| at..at.saturating_add(length))
    };
    let mut parts: Parts = match chunk.tag {
        _ if !chunk.read => vec![(chunk.data.clone(), Owner::IgnoredChunk(chunk.tag))],
        Akhd::TAG => words(Akhd::FIELD_LEN)
            .zip(Akhd::FIELDS.map(Owner::Field))
            .collect(),
        AKCH => {
            let offset = |number| Owner::Offset(format!("offset of animation {number}"));
            let offsets = words(akch::OFFSET_LEN).zip((0..akos.header().chores).map(offset));
            let chores = found
                .chores
                .iter()
                .cloned()
                .map(|(bytes, numbers)| (bytes, Owner::Animation(numbers)));
            offsets.chain(chores).collect()
        }
        AKOF => {
            let entry = |number| Owner::Offset(format!("entry of cel {number}"));
            words(CelOffsets::LEN)
                .zip((0..akos.cels().len()).map(entry))
                .collect()
        }
        Cel::TAG => {
            let size = |of| Owner::Picture(format!("size of cel {}", numbers(of)));
            found
                .sizes
                .iter()
                .map(|(bytes, numbers)| (bytes.clone(), size(numbers)))
                .collect()
        }
        AKCD => {
            let pixels = |of| Owner::Pixels(format!("pixels of cel {}", numbers(of)));
            found
                .pixels
                .iter()
                .map(|part| (part.bytes.clone(), pixels(&part.cels)))
                .collect()
        }
        AKSQ => {
            let at = |position: u32| {
                start.saturating_add(usize::try_from(position).unwrap_or(usize::MAX))
            };
            let bytes = |line: &ListingLine| {
                at(line.position)..at(line.position.saturating_add(line.length))
            };
            let lines = akos.disassemble().lines.into_iter();
            lines
                .map(|line| (bytes(&line), Owner::Commands(line.text)))
                .collect()
        }
        _ => vec![(chunk.data.clone(), Owner::Chunk(chunk.tag))],
    };
    for (bytes, _) in &mut parts {
        bytes.end = bytes.end.min(end).max(bytes.start);
    }
    parts
}

/// The fields of the header: name, position, length in bytes.
const HEAD: [(&str, usize, usize); 6] = [
    ("size of the block", 0, 2),
    ("an unused word", 2, 2),
    ("number of pictures, plus 2", 4, 1),
    ("offset of the limbs", 5, 2),
    ("offset of the commands", 7, 2),
    ("a copy of the limbs' offset", BASE, 2),
];
/// Length of a picture's header in bytes.
const PICTURE: usize = 6;

/// Returns the parts in no particular order.
pub(super) fn v0_parts(costume: &V0) -> Parts {
    let mut parts = Vec::new();
    let mut add = |start: usize, length: usize, owner| {
        parts.push((start..start.saturating_add(length), owner));
    };
    for (name, start, length) in HEAD {
        add(start, length, Owner::Field(name));
    }
    let in_base = |at: usize| BASE.saturating_add(at);
    let in_limbs = |at: usize| in_base(costume.limbs).saturating_add(at);
    let count = usize::from(costume.high).saturating_sub(2);
    let mut first = costume.limbs;
    for (number, low) in (0..=u16::MAX).zip(2..costume.high.into()) {
        add(
            in_base(low),
            1,
            Owner::Offset(format!("entry of cel {number}")),
        );
        add(
            in_base(low.saturating_add(count)),
            1,
            Owner::Offset(format!("entry of cel {number}")),
        );
    }
    for (picture, names) in costume.pictures() {
        let of = format!("picture {}", pictures(&names));
        add(
            in_base(picture.at).saturating_add(PICTURE),
            picture.rows.len(),
            Owner::Pixels(format!("pixels of {of}")),
        );
        add(in_base(picture.at), PICTURE, Owner::Picture(of));
        first = first.min(picture.at);
    }
    let map = count.saturating_mul(2).saturating_add(2);
    add(
        in_base(map),
        first.saturating_sub(map),
        Owner::Field("frame map"),
    );
    let mut starts = BTreeSet::new();
    for (limb, name) in (0..V0_LIMBS).zip(0_u8..) {
        add(
            in_limbs(limb),
            1,
            Owner::Offset(format!("offset of the table of limb {name}")),
        );
        let used = costume
            .commands()
            .filter_map(|(_, command)| Some(command.get(limb).copied()??.sequence));
        let table = usize::from(costume.limb_byte(limb));
        starts.extend(used.map(|sequence| table.saturating_add(sequence.into())));
    }
    for &place in &starts {
        add(in_limbs(place), 1, Owner::Field("start of a sequence"));
    }
    for start in starts
        .iter()
        .map(|&place| costume.limb_byte(place))
        .collect::<BTreeSet<_>>()
    {
        let length = costume.sequence(start).count().saturating_add(1);
        add(
            in_limbs(start.into()),
            length,
            Owner::Commands("commands".to_owned()),
        );
    }
    for (number, _) in costume.commands() {
        let start = costume
            .commands
            .saturating_add(usize::from(number).saturating_mul(V0_LIMBS));
        add(in_base(start), V0_LIMBS, Owner::Animation(vec![number]));
    }
    parts
}

/// Returns the parts in no particular order.
pub(super) fn nes_parts(costume: &Nes) -> Parts {
    let part = |start: usize, length: usize, owner| (start..start.saturating_add(length), owner);
    let mut parts = vec![part(0, BASE, Owner::Field("size of the block"))];
    let mut lists: BTreeMap<_, Vec<u16>> = BTreeMap::new();
    for number in 0..NES_ANIMATIONS {
        let at = BASE.saturating_add(usize::from(number).saturating_mul(2));
        parts.push(part(
            at,
            2,
            Owner::Offset(format!("offset of animation {number}")),
        ));
        if let (Some((from, _)), Some(list)) = (costume.entry(number), costume.pictures(number)) {
            lists
                .entry((BASE.saturating_add(from.into()), list.len()))
                .or_default()
                .push(number);
        }
    }
    parts.extend(
        lists
            .into_iter()
            .map(|((start, length), numbers)| part(start, length, Owner::Animation(numbers))),
    );
    parts
}

//! The parts of a COST.

use super::owner::pictures;
use super::{Owner, Parts};
use crate::cost::Cost;
use crate::cost::tables::ENTRY;

/// Returns the parts in no particular order.
pub(super) fn parts(cost: &Cost) -> Parts {
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
    let mut tables = std::collections::BTreeSet::new();
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

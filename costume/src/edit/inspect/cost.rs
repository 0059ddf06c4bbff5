//! The parts of a COST.

use scumm_room::Result;
use scumm_room::block::Header;

use super::{Owner, Part};
use crate::cost::Cost;

/// The parts, in no order.
pub(super) fn parts(cost: &Cost) -> Result<Vec<Part>> {
    let (found, dialect) = (cost.parts()?, cost.dialect());
    let mut parts = Vec::new();
    let mut add = |start: usize, length: usize, owner| {
        parts.push(Part { bytes: start..start.saturating_add(length), owner });
    };
    let header = match dialect.header() {
        // The old bundle's header is read two bytes ahead of it (C2).
        Header::Old => dialect.costume_fields().min(Header::Old.size()),
        other => other.size(),
    };
    add(0, header, Owner::Field("header of the block"));
    if dialect.costume_has_size_field() {
        add(header, 4, Owner::Field("size"));
        add(header.saturating_add(4), 2, Owner::Field("tag"));
    }
    add(found.fields, 1, Owner::Field("number of the last animation"));
    add(found.fields.saturating_add(1), 1, Owner::Field("format"));
    add(found.palette.start, found.palette.len(), Owner::Field("palette"));
    add(found.command_offset, 2, Owner::Field("offset of the commands"));
    let mut at = found.command_offset.saturating_add(2);
    for (limb, _) in (0..=u8::MAX).zip(&found.tables) {
        add(at, 2, Owner::TableOffset(limb));
        at = at.saturating_add(2);
    }
    for (number, start) in (0..=u16::MAX).zip(found.anim_offsets.clone().step_by(2)) {
        add(start, 2, Owner::AnimationOffset(number));
    }
    for record in &found.records {
        add(record.bytes.start, record.bytes.len(), Owner::Animation(record.numbers.clone()));
    }
    for played in &found.played {
        add(played.start, played.len(), Owner::Commands);
    }
    let mut tables = std::collections::BTreeSet::new();
    for (limb, table) in (0..=u8::MAX).zip(&found.tables) {
        for (code, entry) in (0..=u8::MAX).zip(&table.entries) {
            let at = table.start.map(|start| start.saturating_add(usize::from(code).saturating_mul(2)));
            // Limbs may share a table, or the end of one.
            let Some(at) = at.filter(|&at| tables.insert(at)) else { continue };
            add(at, 2, Owner::TableEntry { limb, code, used: entry.picture.is_some() });
        }
    }
    for picture in &found.pictures {
        add(picture.header.start, picture.header.len(), Owner::PictureHeader(picture.names.clone()));
        add(picture.data.start, picture.data.len(), Owner::PictureData(picture.names.clone()));
    }
    Ok(parts)
}

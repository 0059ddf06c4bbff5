//! What the plain values of a COST do not say: how its block was laid out.

use std::collections::BTreeMap;
use std::ops::Range;

use scumm_room::{Error, Result};

use super::draft::{Draft, check_dialect};
use crate::cost::Cost;
use crate::cost::header;
use crate::cost::parts::CostParts;
use crate::edit::encode::arrange::{self, PlacedPart};

/// A part of the block after the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PartName {
    /// An animation's record.
    Animation(u16),
    /// The commands.
    Commands,
    /// A limb's table.
    Table(u8),
    /// Limb and number of a picture.
    Picture(u8, u8),
}

/// How the layout of a block differs from the encoder's own layout.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrangement {
    /// The parts in their order; empty for the encoder's own.
    pub order: Vec<PlacedPart<PartName>>,
    /// v6: size 0 and a number of animations that counts them (C3, see [`Cost::stored_animations`]).
    pub counts: bool,
    /// The bytes of the header that no engine reads: the tag of v3 and v4, a word of v2, size and tag of v6. Empty if
    /// they are the usual ones.
    pub lead: Vec<u8>,
    /// Coded pixels that differ from those of the encoder. They are used as long as they decode to the picture's pixels.
    pub coded: BTreeMap<(u8, u8), Vec<u8>>,
    /// Pictures that borrow from a certain other one (C33).
    pub borrows: BTreeMap<(u8, u8), (u8, u8)>,
    /// The values of table entries that name no picture.
    pub loose: BTreeMap<(u8, u8), u16>,
    /// The offsets of tables outside the block, by limb; such limbs have no pictures.
    pub outside: BTreeMap<u8, u16>,
}

/// Plain values and arrangement of a parsed costume; [`encode_as`](super::encode_as) makes a block of them.
///
/// # Errors
/// As [`Draft::of`].
pub fn take_apart(cost: &Cost) -> Result<(Draft, Arrangement)> {
    let dialect = cost.dialect();
    check_dialect(dialect)?;
    let mut parts = cost.parts();
    let stored = usize::from(cost.stored_animations());
    let fixed = parts.header.records.start + 2 * stored;
    drop_accidents(cost, &mut parts, fixed);
    let draft = Draft::whole(cost, &parts)?;
    let mut arrangement = Arrangement {
        counts: stored == usize::from(cost.last_animation()),
        lead: lead(cost),
        order: order(cost, &parts, &draft, fixed),
        ..Arrangement::default()
    };
    for (limb, table) in (0..=u8::MAX).zip(&parts.tables) {
        let inside = table.start.is_some_and(|start| start >= fixed);
        if table.entries.is_empty() && !inside {
            arrangement.outside.insert(limb, table.offset);
        }
        let loose = (0..=u8::MAX).zip(&table.entries).filter(|(_, entry)| entry.picture.is_none());
        arrangement.loose.extend(loose.map(|(code, entry)| ((limb, code), entry.offset)));
    }
    let format = draft.format(dialect)?;
    if format != cost.format() {
        return Err(Error::Misuse(format!(
            "costumes of format {:#04x} can't be made for this version",
            cost.format().byte()
        )));
    }
    for part in &parts.pictures {
        for &name in &part.names {
            let Some(picture) = draft.picture(name) else { continue };
            if let Some(lender) = part.picture.redirect {
                arrangement.borrows.insert(name, lender);
                continue;
            }
            let data = cost.block().get(part.data.clone()).unwrap_or_default();
            if picture.data_bytes(name, format, dialect)? != data {
                arrangement.coded.insert(name, data.to_vec());
            }
        }
    }
    Ok((draft, arrangement))
}

/// Takes out of the tables what can't be a picture though an animation reaches it (through damage, or through the
/// animation that C3 counts too many): what lies in the header, is larger than its data allow, runs on to the end of the
/// block through other pictures, or borrows from a picture that has no data of its own. Such an entry is kept as a number.
fn drop_accidents(cost: &Cost, parts: &mut CostParts, fixed: usize) {
    let last = parts.pictures.iter().map(|part| part.header.start).max();
    let lends = |name: (u8, u8)| {
        let lender = parts.pictures.iter().find(|part| part.names.contains(&name));
        lender.is_some_and(|part| part.picture.redirect.is_none())
    };
    let accidents: Vec<bool> = parts
        .pictures
        .iter()
        .map(|part| {
            let start = part.header.start;
            let through = part.cut && part.picture.redirect.is_none() && last != Some(start);
            let astray = part.picture.redirect.is_some_and(|lender| !lends(lender));
            start < fixed || through || astray || cost.cel(&part.picture).is_err()
        })
        .collect();
    for table in &mut parts.tables {
        for entry in &mut table.entries {
            entry.picture = entry.picture.filter(|&picture| accidents.get(picture) == Some(&false));
        }
        // A table ends with its last picture.
        let length = table.entries.iter().rposition(|entry| entry.picture.is_some()).map_or(0, |last| last + 1);
        table.entries.truncate(length);
    }
}

/// The bytes that no engine reads, if they are not the usual ones.
fn lead(cost: &Cost) -> Vec<u8> {
    let unread = header::unread(cost.dialect());
    let mut usual = cost.block().to_vec();
    usual[unread.clone()].fill(0);
    header::finish_block(&mut usual, cost.dialect(), cost.stored_animations() == u16::from(cost.last_animation()));
    let there = cost.block().get(unread.clone()).unwrap_or_default();
    if usual.get(unread) == Some(there) { Vec::new() } else { there.to_vec() }
}

/// The parts by position, with gaps between them.
fn order(cost: &Cost, parts: &CostParts, draft: &Draft, fixed: usize) -> Vec<PlacedPart<PartName>> {
    let mut found: Vec<(Range<usize>, Vec<PartName>)> = Vec::new();
    for record in &parts.records {
        let stored = record.numbers.iter().filter(|&&number| number < cost.stored_animations());
        found.push((record.bytes.clone(), stored.map(|&number| PartName::Animation(number)).collect()));
    }
    found.push((parts.commands..parts.commands + draft.commands.len(), vec![PartName::Commands]));
    for (limb, table) in (0..=u8::MAX).zip(&parts.tables) {
        if let Some(start) = table.start {
            found.push((start..start + 2 * table.entries.len(), vec![PartName::Table(limb)]));
        }
    }
    for part in &parts.pictures {
        let names = part.names.iter().filter(|&&name| draft.picture(name).is_some());
        let names = names.map(|&(limb, code)| PartName::Picture(limb, code)).collect();
        found.push((part.header.start..part.data.end, names));
    }
    arrange::order(cost.block(), fixed..cost.block().len(), found)
}

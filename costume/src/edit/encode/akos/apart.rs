//! Conversion of a parsed AKOS to plain values and an arrangement.

use std::ops::Range;

use scumm_room::{Result, Tag};

use super::draft::{AkosArrangement, AkosDraft, ChunkPlan};
use super::{layout, pixels};
use crate::akos::cel::CelOffsets;
use crate::akos::tables::{AKCD, AKCH, AKOF};
use crate::akos::{Akhd, Akos, CHUNKS, Cel, akch};
use crate::edit::encode::arrange::order;
use crate::edit::parts::AkosParts;

/// Returns the plain values and arrangement of a block that was parsed to `akos`.
/// [`super::encode_as`] makes a block from them.
///
/// # Errors
/// Returns the errors of [`AkosDraft::of`].
pub fn take_apart(data: &[u8], akos: &Akos) -> Result<(AkosDraft, AkosArrangement)> {
    let draft = AkosDraft::of(akos)?;
    let parts = AkosParts::of(data, akos)?;
    let bytes = |range: Range<usize>| data.get(range).unwrap_or_default().to_vec();
    let mut arrangement = AkosArrangement::default();
    arrangement.chunks.extend(parts.chunks.iter().map(|chunk| {
        if chunk.read {
            ChunkPlan::Known(chunk.tag)
        } else {
            ChunkPlan::Raw(chunk.tag, bytes(chunk.data.clone()))
        }
    }));
    arrangement.tail = bytes(parts.end..parts.len);
    let said = akos.header().cels;
    arrangement.cels_said = Some(said).filter(|&said| usize::from(said) != draft.cels.len());
    let header = parts.data(Akhd::TAG).len() / Akhd::FIELD_LEN * Akhd::FIELD_LEN;
    arrangement.header_len = u16::try_from(header).ok().filter(|_| header < Akhd::LEN);

    let section = |tag: Tag, table: usize, found| {
        let chunk = parts.data(tag);
        order(
            data,
            chunk.start.saturating_add(table).min(chunk.end)..chunk.end,
            found,
        )
    };
    arrangement.chores = section(
        AKCH,
        akch::OFFSET_LEN * draft.chores.len(),
        parts.chores.clone(),
    );
    arrangement.sizes = section(Cel::TAG, 0, parts.sizes.clone());
    let coded = parts
        .pixels
        .iter()
        .map(|part| (part.bytes.clone(), part.cels.clone()))
        .collect();
    arrangement.pixels = section(AKCD, 0, coded);
    for part in &parts.pixels {
        for &number in &part.cels {
            let Some(cel) = draft
                .cels
                .get(usize::from(number))
                .filter(|cel| !cel.cel.pixels().is_empty())
            else {
                continue;
            };
            let stored = data.get(part.bytes.clone()).unwrap_or_default();
            // Pixels that the encoder would encode differently are kept unchanged.
            if pixels::code(&draft, cel).map_or(true, |coded| coded != stored) {
                arrangement.coded.insert(number, stored.to_vec());
            }
        }
    }
    for (tag, _) in CHUNKS {
        let known = match layout::plain(tag, &draft, &arrangement)? {
            Some(data) => data.len(),
            None if tag == AKOF => CelOffsets::LEN * draft.cels.len(),
            None => continue,
        };
        let there = parts.data(tag);
        let more = bytes(there.start.saturating_add(known).min(there.end)..there.end);
        if !more.is_empty() {
            arrangement.behind.insert(tag, more);
        }
    }
    Ok((draft, arrangement))
}

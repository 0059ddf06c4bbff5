//! An AKOS as it was laid out before: what the plain values do not say.

use std::collections::BTreeMap;

use scumm_room::{Result, Tag};

use super::draft::Draft;
use super::layout;
use crate::akos::Akos;
use crate::edit::akos::parts::Parts;
use crate::edit::encode::arrange::Placed;

/// A chunk in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChunkPlan {
    /// One that the plain values make.
    Known(Tag),
    /// One that nothing reads: its data.
    Raw(Tag, Vec<u8>),
}

/// How a block is laid out, where it is not as the encoder would do it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrangement {
    /// The chunks in their order; empty for the encoder's own.
    pub chunks: Vec<ChunkPlan>,
    /// Bytes behind the last chunk.
    pub tail: Vec<u8>,
    /// The chores' records in AKCH.
    pub chores: Vec<Placed<u16>>,
    /// Sizes and places of cels in AKCI.
    pub sizes: Vec<Placed<u16>>,
    /// Pixels of cels in AKCD.
    pub pixels: Vec<Placed<u16>>,
    /// Coded pixels that the encoder would code otherwise: used as long as they give the cel's pixels.
    pub coded: BTreeMap<u16, Vec<u8>>,
    /// Bytes of a chunk behind those that the plain values make.
    pub behind: BTreeMap<Tag, Vec<u8>>,
    /// The number of cels that AKHD says, where it is not that of AKOF (A99).
    pub cels_said: Option<u16>,
}

/// Plain values and arrangement of a block that was parsed to `akos`; [`super::encode_as`] makes a block of them.
///
/// # Errors
/// As [`Draft::of`].
pub fn take_apart(data: &[u8], akos: &Akos) -> Result<(Draft, Arrangement)> {
    let draft = Draft::of(akos)?;
    let parts = Parts::of(data, akos)?;
    let bytes = |range: std::ops::Range<usize>| data.get(range).unwrap_or_default().to_vec();
    let mut arrangement = Arrangement::default();
    for chunk in &parts.chunks {
        arrangement.chunks.push(match chunk.read {
            true => ChunkPlan::Known(chunk.tag),
            false => ChunkPlan::Raw(chunk.tag, bytes(chunk.data.clone())),
        });
    }
    let whole = data.get(4..8).and_then(|size| size.first_chunk()).map_or(0, |&size| u32::from_be_bytes(size));
    let end = parts.chunks.last().map_or(8, |chunk| chunk.data.end);
    arrangement.tail = bytes(end..usize::try_from(whole).unwrap_or(usize::MAX).min(data.len()).max(end));
    let said = akos.header().cels;
    arrangement.cels_said = Some(said).filter(|&said| usize::from(said) != draft.cels.len());

    let chunk = |tag: &[u8; 4]| parts.chunk(tag).map_or(0..0, |chunk| chunk.data.clone());
    let section = |tag: &[u8; 4], table: usize, found: Vec<(std::ops::Range<usize>, Vec<u16>)>| {
        order(data, chunk(tag), table, found)
    };
    let chores = parts.chores.iter().map(|part| (part.bytes.clone(), part.numbers.clone())).collect();
    arrangement.chores = section(b"AKCH", 2 * draft.chores.len(), chores);
    let sizes = parts.sizes.iter().map(|part| (part.bytes.clone(), part.cels.clone())).collect();
    arrangement.sizes = section(b"AKCI", 0, sizes);
    let pixels = parts.pixels.iter().map(|part| (part.bytes.clone(), part.cels.clone())).collect();
    arrangement.pixels = section(b"AKCD", 0, pixels);
    for part in &parts.pixels {
        for &number in &part.cels {
            let Some(cel) = draft.cels.get(usize::from(number)).filter(|cel| !cel.cel.pixels.is_empty()) else {
                continue;
            };
            let stored = data.get(part.bytes.clone()).unwrap_or_default();
            // What the encoder can't code is kept as it is.
            if layout::pixels(&draft, cel).is_ok_and(|coded| coded == stored) {
                continue;
            }
            arrangement.coded.insert(number, stored.to_vec());
        }
    }
    for (tag, known) in layout::plain_chunks(&draft, arrangement.cels_said)? {
        let there = chunk(&tag.0);
        let more = bytes(there.start.saturating_add(known).min(there.end)..there.end);
        if !more.is_empty() {
            arrangement.behind.insert(tag, more);
        }
    }
    Ok((draft, arrangement))
}

/// The parts of a chunk by position, with gaps between them. `table` bytes at its start are not parts.
fn order(
    data: &[u8],
    chunk: std::ops::Range<usize>,
    table: usize,
    mut found: Vec<(std::ops::Range<usize>, Vec<u16>)>,
) -> Vec<Placed<u16>> {
    found.retain(|(range, _)| range.start >= chunk.start.saturating_add(table) && range.start <= chunk.end);
    found.sort_by_key(|(range, _)| (range.start, range.end));
    let mut order = Vec::new();
    let mut at = chunk.start.saturating_add(table).min(chunk.end);
    let gap = |from: usize, to: usize, order: &mut Vec<Placed<u16>>| {
        if to > from {
            order.push(Placed::Gap(data.get(from..to).unwrap_or_default().to_vec()));
        }
    };
    for (range, names) in found {
        gap(at, range.start, &mut order);
        order.push(Placed::Part { names, back: at.saturating_sub(range.start) });
        at = at.max(range.end);
    }
    gap(at, chunk.end, &mut order);
    order
}

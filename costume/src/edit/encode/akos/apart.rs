//! An AKOS taken apart: plain values, and how it was laid out.

use std::collections::BTreeMap;
use std::ops::Range;

use scumm_room::{Result, Tag};

use super::draft::AkosDraft;
use super::{layout, pixels};
use crate::akos::akhd::Akhd;
use crate::akos::akof::CelOffsets;
use crate::akos::{Akos, CHUNKS, akcd, akch, akci, akof};
use crate::edit::encode::arrange::{PlacedPart, order};
use crate::edit::parts::AkosParts;

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
pub struct AkosArrangement {
    /// The chunks in their order; empty for the encoder's own.
    pub chunks: Vec<ChunkPlan>,
    /// Bytes behind the last chunk.
    pub tail: Vec<u8>,
    /// The chores' records in AKCH.
    pub chores: Vec<PlacedPart<u16>>,
    /// Sizes and places of cels in AKCI.
    pub sizes: Vec<PlacedPart<u16>>,
    /// Pixels of cels in AKCD.
    pub pixels: Vec<PlacedPart<u16>>,
    /// Coded pixels that the encoder would code otherwise: used as long as they give the cel's pixels.
    pub coded: BTreeMap<u16, Vec<u8>>,
    /// Bytes of a chunk behind those that the plain values make.
    pub behind: BTreeMap<Tag, Vec<u8>>,
    /// The number of cels that AKHD says, where it is not that of AKOF (A99).
    pub cels_said: Option<u16>,
    /// The bytes of AKHD's whole words, where it has fewer than six (A2).
    pub header_len: Option<u16>,
}

/// Plain values and arrangement of a block that was parsed to `akos`; [`super::encode_as`] makes a block of them.
///
/// # Errors
/// As [`AkosDraft::of`].
pub fn take_apart(data: &[u8], akos: &Akos) -> Result<(AkosDraft, AkosArrangement)> {
    let draft = AkosDraft::of(akos)?;
    let parts = AkosParts::of(data, akos)?;
    let bytes = |range: Range<usize>| data.get(range).unwrap_or_default().to_vec();
    let mut arrangement = AkosArrangement::default();
    for chunk in &parts.chunks {
        arrangement.chunks.push(match chunk.read {
            true => ChunkPlan::Known(chunk.tag),
            false => ChunkPlan::Raw(chunk.tag, bytes(chunk.data.clone())),
        });
    }
    arrangement.tail = bytes(parts.end..parts.len);
    let said = akos.header().cels;
    arrangement.cels_said = Some(said).filter(|&said| usize::from(said) != draft.cels.len());
    let header = parts.data(Akhd::TAG).len() / Akhd::FIELD_LEN * Akhd::FIELD_LEN;
    arrangement.header_len = u16::try_from(header).ok().filter(|_| header < Akhd::LEN);

    let section = |tag: Tag, table: usize, found| {
        let chunk = parts.data(tag);
        order(data, chunk.start.saturating_add(table).min(chunk.end)..chunk.end, found)
    };
    let chores = parts.chores.iter().map(|part| (part.bytes.clone(), part.numbers.clone())).collect();
    arrangement.chores = section(akch::TAG, akch::OFFSET_LEN * draft.chores.len(), chores);
    let sizes = parts.sizes.iter().map(|part| (part.bytes.clone(), part.numbers.clone())).collect();
    arrangement.sizes = section(akci::TAG, 0, sizes);
    let coded = parts.pixels.iter().map(|part| (part.bytes.clone(), part.cels.clone())).collect();
    arrangement.pixels = section(akcd::TAG, 0, coded);
    for part in &parts.pixels {
        for &number in &part.cels {
            let Some(cel) = draft.cels.get(usize::from(number)).filter(|cel| !cel.cel.pixels().is_empty()) else {
                continue;
            };
            let stored = data.get(part.bytes.clone()).unwrap_or_default();
            // What the encoder can't code is kept as it is.
            if pixels::code(&draft, cel).map_or(true, |coded| coded != stored) {
                arrangement.coded.insert(number, stored.to_vec());
            }
        }
    }
    for (tag, _) in CHUNKS {
        let known = match layout::plain(tag, &draft, &arrangement)? {
            Some(data) => data.len(),
            None if tag == akof::TAG => CelOffsets::LEN * draft.cels.len(),
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

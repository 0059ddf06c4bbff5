//! The parts of an AKOS.

use std::ops::Range;

use scumm_room::Result;
use scumm_room::block::Header;

use super::owner::numbers;
use super::{Owner, Parts};
use crate::akos::cel::CelOffsets;
use crate::akos::tables::{AKCD, AKCH, AKOF, AKSQ};
use crate::akos::{Akhd, Akos, Cel, akch};
use crate::edit::disassemble::ListingLine;
use crate::edit::parts::{AkosParts, ChunkPart};

/// Returns the length of the block in bytes, and the parts in no particular order.
pub(super) fn parts(data: &[u8], akos: &Akos) -> Result<(usize, Parts)> {
    let found = AkosParts::of(data, akos)?;
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

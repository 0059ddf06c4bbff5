//! The parts of an AKOS.

use std::ops::Range;

use scumm_room::Result;
use scumm_room::block::Header;

use super::{Owner, Parts};
use crate::akos::akhd::Akhd;
use crate::akos::akof::CelOffsets;
use crate::akos::{Akos, akcd, akch, akci, akof, aksq};
use crate::edit::parts::{AkosParts, ChunkPart};

/// Bytes of the block, and the parts in no order.
pub(super) fn parts(data: &[u8], akos: &Akos) -> Result<(usize, Parts)> {
    let found = AkosParts::of(data, akos)?;
    let header = Header::Large.size();
    let mut parts = vec![(0..header, Owner::Field("header of the block"))];
    for chunk in &found.chunks {
        let bytes = chunk.start..chunk.data.start;
        parts.push((bytes, Owner::ChunkHeader(chunk.tag)));
        divide(chunk, &found, akos, &mut parts);
    }
    Ok((found.len, parts))
}

/// The parts of a chunk's data.
fn divide(chunk: &ChunkPart, found: &AkosParts, akos: &Akos, parts: &mut Parts) {
    let mut add = |bytes: Range<usize>, owner| {
        let end = bytes.end.min(chunk.data.end);
        parts.push((bytes.start..end.max(bytes.start), owner));
    };
    if !chunk.read {
        return add(chunk.data.clone(), Owner::IgnoredChunk(chunk.tag));
    }
    match chunk.tag {
        Akhd::TAG => {
            for (name, start) in Akhd::FIELDS.into_iter().zip((chunk.data.start..).step_by(Akhd::FIELD_LEN)) {
                add(start..start.saturating_add(Akhd::FIELD_LEN), Owner::Field(name));
            }
        }
        akch::TAG => {
            for (number, start) in (0..akos.header().chores).zip((chunk.data.start..).step_by(akch::OFFSET_LEN)) {
                add(start..start.saturating_add(akch::OFFSET_LEN), Owner::AnimationOffset(number));
            }
            for chore in &found.chores {
                add(chore.bytes.clone(), Owner::Animation(chore.numbers.clone()));
            }
        }
        akof::TAG => {
            for (number, start) in (0..).zip((chunk.data.start..).step_by(CelOffsets::LEN)).take(akos.cels().len()) {
                add(start..start.saturating_add(CelOffsets::LEN), Owner::CelOffset(number));
            }
        }
        akci::TAG => {
            for size in &found.sizes {
                add(size.bytes.clone(), Owner::CelSize(size.numbers.clone()));
            }
        }
        akcd::TAG => {
            for pixels in &found.pixels {
                add(pixels.bytes.clone(), Owner::CelPixels(pixels.cels.clone()));
            }
        }
        aksq::TAG => {
            for line in akos.disassemble().lines {
                let at =
                    |position: u32| chunk.data.start.saturating_add(usize::try_from(position).unwrap_or(usize::MAX));
                let end = at(line.position.saturating_add(line.length));
                add(at(line.position)..end, Owner::Instruction(line.text));
            }
        }
        _ => add(chunk.data.clone(), Owner::Chunk(chunk.tag)),
    }
}

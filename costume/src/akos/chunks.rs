//! The chunks of a costume (A1). The parser, the encoder, the maps and the checks use this table.

use scumm_room::block::{self, Block, Header};
use scumm_room::{Reader, Result, Tag};

use super::akax::Akax;
use super::akhd::Akhd;
use super::akof::Cel;
use super::{akcd, akch, akct, akfo, akof, akpl, aksf, aksq, akst};
use crate::damage::Damage;

/// All chunks that the engine reads, in the order in which the encoder writes them, and whether every costume needs them.
pub const CHUNKS: [(Tag, bool); 13] = [
    // Header.
    (Akhd::TAG, true),
    // Colours.
    (akpl::TAG, false),
    // Colours in red, green and blue.
    (akpl::RGBS, false),
    // Stream of codes and commands.
    (aksq::TAG, true),
    // Chores.
    (akch::TAG, true),
    // Offsets of cels.
    (akof::TAG, true),
    // Sizes and places of cels.
    (Cel::TAG, true),
    // Pixels of cels.
    (akcd::TAG, true),
    // Jump table.
    (akfo::TAG, false),
    // Each sequence's part of the jump table.
    (aksf::TAG, false),
    // Each sequence's conditions.
    (akst::TAG, false),
    // Condition words.
    (akct::TAG, false),
    // Aux frames.
    (Akax::TAG, false),
];

/// The chunks of a costume in file order. The flag says whether the engine reads the chunk: its tag is in [`CHUNKS`], and
/// it is the first chunk with that tag (A1). A damaged header is an error, which ends the iterator.
pub(crate) fn walk(costume: Reader<'_>) -> impl Iterator<Item = Result<(Block<'_>, bool)>> {
    let mut seen = [false; CHUNKS.len()];
    block::children(costume, Header::Large).map(move |chunk| {
        let chunk = chunk?;
        let mut kinds = CHUNKS.iter().zip(&mut seen);
        let seen = kinds.find(|((tag, _), _)| *tag == chunk.tag).map(|(_, seen)| seen);
        Ok((chunk, seen.is_some_and(|seen| !std::mem::replace(seen, true))))
    })
}

/// The chunks that the engine reads.
pub(super) struct Chunks<'a> {
    costume: Reader<'a>,
    chunks: Vec<Block<'a>>,
}

impl<'a> Chunks<'a> {
    /// Reads the chunks up to the end of the data or the first damaged header.
    pub(super) fn read(costume: Reader<'a>, damage: &mut Damage) -> Result<Self> {
        let mut chunks = Vec::new();
        for chunk in walk(costume) {
            let Some((chunk, read)) = damage.accept(chunk)? else { break };
            chunks.extend(read.then_some(chunk));
        }
        Ok(Self { costume, chunks })
    }

    /// The data of a chunk, if there is one with this tag.
    pub(super) fn find(&self, tag: Tag) -> Option<Reader<'a>> {
        self.chunks.iter().find(|chunk| chunk.tag == tag).map(|chunk| chunk.data)
    }

    /// The data of a chunk that every costume needs.
    pub(super) fn need(&self, tag: Tag) -> Result<Reader<'a>> {
        self.find(tag).ok_or_else(|| self.costume.malformed(format_args!("chunk {tag}"), "no such chunk"))
    }

    /// The data of a chunk; empty if there is none with this tag.
    pub(super) fn data(&self, tag: Tag) -> Reader<'a> {
        self.find(tag).unwrap_or_else(|| Reader::new(&[]))
    }
}

//! The chunks of a costume (A1). The parser, the encoder, the maps and the checks use this table.

use scumm_room::block::{self, Block, Header};
use scumm_room::{Reader, Result, Tag};

use super::{Akax, Akhd, Cel, akcd, akch, akct, akfo, akof, akpl, aksf, aksq, akst};
use crate::damage::Damage;

/// All chunks that the engine reads, in the order in which the encoder writes them. The flag is
/// true for chunks that every costume needs.
pub const CHUNKS: [(Tag, bool); 13] = [
    (Akhd::TAG, true),   // AKHD: header
    (akpl::TAG, false),  // AKPL: colours
    (akpl::RGBS, false), // RGBS: colours in red, green and blue
    (aksq::TAG, true),   // AKSQ: stream of codes and commands
    (akch::TAG, true),   // AKCH: chores
    (akof::TAG, true),   // AKOF: offsets of cels
    (Cel::TAG, true),    // AKCI: sizes and places of cels
    (akcd::TAG, true),   // AKCD: pixels of cels
    (akfo::TAG, false),  // AKFO: jump table
    (aksf::TAG, false),  // AKSF: each sequence's part of the jump table
    (akst::TAG, false),  // AKST: each sequence's conditions
    (akct::TAG, false),  // AKCT: condition words
    (Akax::TAG, false),  // AKAX: aux frames
];

/// Returns the chunks of a costume in file order. The flag is true if the engine reads the chunk:
/// its tag is in [`CHUNKS`], and it is the first chunk with that tag (A1). A damaged header is an
/// error, which ends the iterator.
pub(crate) fn walk(costume: Reader<'_>) -> impl Iterator<Item = Result<(Block<'_>, bool)>> {
    let mut seen = [false; CHUNKS.len()];
    block::children(costume, Header::Large).map(move |chunk| {
        let chunk = chunk?;
        let mut kinds = CHUNKS.iter().zip(&mut seen);
        let seen = kinds
            .find(|((tag, _), _)| *tag == chunk.tag)
            .map(|(_, seen)| seen);
        Ok((
            chunk,
            seen.is_some_and(|seen| !std::mem::replace(seen, true)),
        ))
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
            let Some((chunk, read)) = damage.accept(chunk)? else {
                break;
            };
            chunks.extend(read.then_some(chunk));
        }
        Ok(Self { costume, chunks })
    }

    /// Returns the data of a chunk, or `None` if no chunk has this tag.
    pub(super) fn find(&self, tag: Tag) -> Option<Reader<'a>> {
        self.chunks
            .iter()
            .find(|chunk| chunk.tag == tag)
            .map(|chunk| chunk.data)
    }

    /// Returns the data of a chunk that every costume needs.
    pub(super) fn need(&self, tag: Tag) -> Result<Reader<'a>> {
        self.find(tag).ok_or_else(|| {
            self.costume
                .malformed(format_args!("chunk {tag}"), "no such chunk")
        })
    }

    /// Returns the data of a chunk, or empty data if no chunk has this tag.
    pub(super) fn data(&self, tag: Tag) -> Reader<'a> {
        self.find(tag).unwrap_or_else(|| Reader::new(&[]))
    }
}

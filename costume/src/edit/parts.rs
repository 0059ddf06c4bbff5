//! The positions of all parts of a block, for the maps, the checks and the encoder.

use std::collections::BTreeMap;
use std::ops::Range;

use scumm_room::block::{self, Header};
use scumm_room::{Reader, Result, Tag};

use crate::akos::cel::{CelOffsets, cel_offsets};
use crate::akos::tables::{AKCD, AKCH, AKOF, walk_chunks};
use crate::akos::{Akos, Cel, CodedLength, akch};

/// The positions of an AKOS costume's parts. Positions count from the first byte of the block's
/// header.
#[derive(Debug, Default)]
pub struct AkosParts {
    /// Length of the block in bytes.
    pub len: usize,
    /// The end of the last chunk that can be read.
    pub end: usize,
    /// The chunks in file order.
    pub chunks: Vec<ChunkPart>,
    /// The chores' records, ordered by position.
    pub chores: Vec<NumberedPart>,
    /// The sizes and positions in AKCI, ordered by position.
    pub sizes: Vec<NumberedPart>,
    /// The pixels in AKCD, ordered by position. Pixels beyond the limit of measured pixels are not
    /// included.
    pub pixels: Vec<PixelPart>,
}

/// A chunk.
#[derive(Debug)]
pub struct ChunkPart {
    /// The tag of the chunk.
    pub tag: Tag,
    /// The position of the header.
    pub start: usize,
    /// The range of the data.
    pub data: Range<usize>,
    /// True if the engine reads the chunk: its tag is known, and it is the first chunk with that
    /// tag (A1).
    pub read: bool,
    /// True if the chunk is longer than the rest of the costume, with which it ends.
    pub is_cut: bool,
}

/// The pixels of cels.
#[derive(Debug)]
pub struct PixelPart {
    /// The range of the bytes.
    pub bytes: Range<usize>,
    /// The number of bytes that decoding takes, and how they end.
    pub coded: CodedLength,
    /// The cels that show the pixels, in ascending order; all have the same size.
    pub cels: Vec<u16>,
}

/// A part of a block (the record of animations or chores, or the size and position of cels): its
/// bytes, and the numbers of the animations, chores or cels that share it, in ascending order.
pub(crate) type NumberedPart = (Range<usize>, Vec<u16>);

/// Returns the parts ordered by position. `found` are numbers in ascending order and the bytes of
/// each; numbers whose bytes have the same start share a part.
pub(crate) fn group(found: impl Iterator<Item = (u16, Range<usize>)>) -> Vec<NumberedPart> {
    let mut parts: BTreeMap<usize, NumberedPart> = BTreeMap::new();
    for (number, bytes) in found {
        parts
            .entry(bytes.start)
            .or_insert((bytes, Vec::new()))
            .1
            .push(number);
    }
    parts.into_values().collect()
}

/// The most pixels that are measured. The limit is needed because many large cels may share a few
/// bytes.
const MOST_PIXELS: u64 = 1 << 26;

impl AkosParts {
    /// Finds the parts of a block that was parsed to `akos`.
    ///
    /// # Errors
    /// Returns the errors of the block's header. A parsed costume has none.
    pub fn find(data: &[u8], akos: &Akos) -> Result<Self> {
        let (whole, _) = block::read_cut(&mut Reader::new(data), Header::Large)?;
        let mut parts = Self {
            len: whole.whole.len(),
            end: Header::Large.size(),
            ..Self::default()
        };
        // The chunks after a damaged header are unknown.
        for found in walk_chunks(whole.data).map_while(Result::ok) {
            let chunk = found.block;
            let at = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX);
            let start = at(chunk.start);
            let from = at(chunk.data.offset());
            let data = from..from.saturating_add(chunk.data.len());
            parts.end = data.end;
            parts.chunks.push(ChunkPart {
                tag: chunk.tag,
                start,
                data,
                read: found.is_read,
                is_cut: found.cut.is_some(),
            });
        }
        parts.chores = parts.chores(data, akos);
        parts.sizes = parts.sizes(data, akos);
        parts.add_pixels(akos);
        Ok(parts)
    }

    /// Returns the chunk with a tag that the engine reads.
    #[must_use]
    pub fn chunk(&self, tag: Tag) -> Option<&ChunkPart> {
        self.chunks
            .iter()
            .find(|chunk| chunk.read && chunk.tag == tag)
    }

    /// Returns the range of the data of the chunk with a tag that the engine reads; empty if there
    /// is no such chunk.
    #[must_use]
    pub fn data(&self, tag: Tag) -> Range<usize> {
        self.chunk(tag).map_or(0..0, |chunk| chunk.data.clone())
    }

    fn chores(&self, data: &[u8], akos: &Akos) -> Vec<NumberedPart> {
        let chunk = self.data(AKCH);
        let table = Reader::new(data.get(chunk.clone()).unwrap_or_default());
        let chores = (0..=u16::MAX).zip(akos.chores());
        group(chores.filter_map(|(number, chore)| {
            let start = chunk
                .start
                .saturating_add(akch::offset(table, number)?.into());
            Some((
                number,
                start..start.saturating_add(chore.as_ref()?.write().ok()?.len()),
            ))
        }))
    }

    fn sizes(&self, data: &[u8], akos: &Akos) -> Vec<NumberedPart> {
        let table = self.data(AKOF);
        let chunk = self.data(Cel::TAG);
        let entries = cel_offsets(Reader::new(data.get(table).unwrap_or_default()));
        let sound = (0..=u16::MAX)
            .zip(akos.cels())
            .zip(entries)
            .filter(|((_, cel), _)| cel.is_some());
        group(sound.map(|((number, _), CelOffsets { size, .. })| {
            let start = chunk.start.saturating_add(size.into());
            (number, start..start.saturating_add(Cel::LEN))
        }))
    }

    fn add_pixels(&mut self, akos: &Akos) {
        let chunk = self.data(AKCD);
        let mut found: BTreeMap<(usize, u16, u16), PixelPart> = BTreeMap::new();
        let mut left = MOST_PIXELS;
        for (number, cel) in (0..=u16::MAX).zip(akos.cels()) {
            let Some(cel) = cel else { continue };
            let start = chunk
                .start
                .saturating_add(usize::try_from(cel.offset).unwrap_or(usize::MAX));
            let key = (start, cel.width, cel.height);
            if let Some(known) = found.get_mut(&key) {
                known.cels.push(number);
                continue;
            }
            let area = u64::from(cel.width).saturating_mul(cel.height.into());
            let Some(rest) = left.checked_sub(area) else {
                continue;
            };
            left = rest;
            let coded = akos.coded_length(cel);
            let bytes = start..start.saturating_add(coded.bytes);
            found.insert(
                key,
                PixelPart {
                    bytes,
                    coded,
                    cels: vec![number],
                },
            );
        }
        self.pixels = found.into_values().collect();
    }
}

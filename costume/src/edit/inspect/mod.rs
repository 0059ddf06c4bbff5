//! A map of the bytes of a costume's block, for lists, checks and comparisons. The map assigns each
//! byte to the parts that own it.
//!
//! ```
//! use scumm_costume::{Costume, edit::inspect::Map};
//! use scumm_room::Dialect;
//! # use scumm_costume::edit::cost::{CostDraft, encode};
//! # let draft = CostDraft { palette: vec![0; 16], records: vec![None], ..CostDraft::default() };
//! # let block = encode(&draft, &Dialect::new(5))?;
//!
//! let dialect = Dialect::new(5);
//! let costume = Costume::parse(&block, &dialect)?;
//! let map = Map::new(&block, &costume)?;
//! assert_eq!(map.gaps().count(), 0);
//! # Ok::<(), scumm_room::Error>(())
//! ```

mod parts;

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

use parts::{akos_parts, cost_parts, nes_parts, v0_parts};
use scumm_room::{Result, Tag};

use crate::Costume;

/// The ranges of the parts of a block, with their owners.
type Parts = Vec<(Range<usize>, Owner)>;

/// The most owners of a span that are listed; further owners are only counted.
const NAMED: usize = 4;

/// A range of bytes that have the same owners.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span<'a> {
    /// The range of bytes.
    pub bytes: Range<usize>,
    /// The first four parts that own the bytes.
    pub owners: Vec<&'a (Range<usize>, Owner)>,
    /// Number of further owners.
    pub more: usize,
}

/// The owners of all bytes of a block.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Map {
    /// Length of the block in bytes.
    pub len: usize,
    /// The ranges of the parts, counted from the first byte of the block's header, with their
    /// owners, ordered by position. Parts may overlap, and there may be gaps between them.
    pub parts: Vec<(Range<usize>, Owner)>,
}

impl Map {
    /// Creates the map of a block that was parsed to `costume`.
    ///
    /// # Errors
    /// Returns the errors of the block's header. A block that was parsed has none.
    pub fn new(data: &[u8], costume: &Costume) -> Result<Self> {
        let (len, mut parts) = match costume {
            Costume::V0(costume) => (
                costume.data.len().saturating_add(crate::v0::BASE),
                v0_parts(costume),
            ),
            Costume::Nes(costume) => (
                costume.data.len().saturating_add(crate::nes::BASE),
                nes_parts(costume),
            ),
            Costume::Cost(cost) => (cost.block().len(), cost_parts(cost)),
            Costume::Akos(akos) => akos_parts(data, akos)?,
        };
        for (bytes, _) in &mut parts {
            *bytes = bytes.start.min(len)..bytes.end.min(len);
        }
        parts.retain(|(bytes, _)| !bytes.is_empty());
        parts.sort_by_key(|(bytes, _)| (bytes.start, bytes.end));
        Ok(Self { len, parts })
    }

    /// Returns the whole block as spans without gaps and overlaps.
    #[must_use]
    pub fn spans(&self) -> Vec<Span<'_>> {
        // At the same position, ends come before starts.
        let mut events: Vec<(usize, bool, usize)> =
            Vec::with_capacity(self.parts.len().saturating_mul(2));
        for (index, (bytes, _)) in self.parts.iter().enumerate() {
            events.push((bytes.start, true, index));
            events.push((bytes.end, false, index));
        }
        events.push((self.len, false, usize::MAX));
        events.sort_unstable();
        let mut spans = Vec::new();
        let mut active = BTreeSet::new();
        let mut from = 0;
        for (at, begins, index) in events {
            if at > from {
                let owners = active
                    .iter()
                    .take(NAMED)
                    .filter_map(|&i: &usize| self.parts.get(i))
                    .collect();
                spans.push(Span {
                    bytes: from..at,
                    owners,
                    more: active.len().saturating_sub(NAMED),
                });
                from = at;
            }
            if begins {
                active.insert(index);
            } else {
                active.remove(&index);
            }
        }
        spans
    }

    /// Returns the ranges of bytes without an owner.
    pub fn gaps(&self) -> impl Iterator<Item = Range<usize>> {
        self.spans()
            .into_iter()
            .filter(|span| span.owners.is_empty())
            .map(|span| span.bytes)
    }

    /// Returns the spans that more than one part owns.
    pub fn overlaps(&self) -> impl Iterator<Item = Span<'_>> {
        self.spans()
            .into_iter()
            .filter(|span| span.owners.len() > 1)
    }
}

/// A part of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A field of the block or a chunk, with its name.
    Field(&'static str),
    /// AKOS: the header of a chunk.
    ChunkHeader(Tag),
    /// AKOS: the data of a chunk that is not divided further.
    Chunk(Tag),
    /// AKOS: a chunk that the engine does not read, or a second chunk of the same tag.
    IgnoredChunk(Tag),
    /// An offset of another part, with a description (C7, C8, C10, A4, A5).
    Offset(String),
    /// The record of these animations or chores (C11, A5).
    Animation(Vec<u16>),
    /// Commands that animations play, with a description: one for all commands of a COST, one for
    /// each instruction of an AKOS.
    Commands(String),
    /// Size and position of pictures (C31, A4), with a description.
    Picture(String),
    /// Pixels of pictures (C36), with a description.
    Pixels(String),
}

impl Owner {
    /// The kinds of owners, for colours and statistics. "header" stands for all fields, "table" for
    /// offsets, "ignored" for parts that nothing reads.
    pub const KINDS: [&'static str; 7] = [
        "header",
        "table",
        "animation",
        "commands",
        "picture",
        "pixels",
        "ignored",
    ];

    /// Returns the kind, one of [`Self::KINDS`].
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Field(_) | Self::ChunkHeader(_) | Self::Chunk(_) => "header",
            Self::Offset(_) => "table",
            Self::Animation(_) => "animation",
            Self::Commands(_) => "commands",
            Self::Picture(_) => "picture",
            Self::Pixels(_) => "pixels",
            Self::IgnoredChunk(_) => "ignored",
        }
    }
}

/// Formats the first three elements of a list and the number of further ones on one line.
fn few<T>(all: &[T], show: impl Fn(&T) -> String) -> String {
    const MOST: usize = 3;
    let shown: Vec<String> = all.iter().take(MOST).map(show).collect();
    let more = all.len().saturating_sub(MOST);
    let tail = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    format!("{}{tail}", shown.join(", "))
}

pub(super) fn pictures(names: &[(u8, u8)]) -> String {
    few(names, |(limb, code)| format!("{limb}:{code}"))
}

pub(super) fn numbers(numbers: &[u16]) -> String {
    few(numbers, u16::to_string)
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(name) => f.write_str(name),
            Self::ChunkHeader(tag) => write!(f, "header of {tag}"),
            Self::Chunk(tag) => write!(f, "{tag}"),
            Self::IgnoredChunk(tag) => write!(f, "{tag}, which no engine reads"),
            Self::Animation(of) => write!(f, "animation {}", numbers(of)),
            Self::Offset(text)
            | Self::Commands(text)
            | Self::Picture(text)
            | Self::Pixels(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests;

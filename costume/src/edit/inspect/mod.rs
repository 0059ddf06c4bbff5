//! A map of the bytes of a costume's block, for lists, checks and comparisons: it says to which
//! part each byte belongs.
//!
//! ```
//! use scumm_costume::{Costume, edit::inspect::Map};
//! use scumm_room::Dialect;
//! # let block = scumm_costume::edit::cost::encode(
//! #     &scumm_costume::edit::cost::Draft { palette: vec![0; 16], records: vec![None], ..Default::default() }, &Dialect::new(5))?;
//!
//! let dialect = Dialect::new(5);
//! let costume = Costume::parse(&block, &dialect)?;
//! let map = Map::of(&block, &costume)?;
//! assert_eq!(map.gaps().count(), 0);
//! # Ok::<(), scumm_room::Error>(())
//! ```

mod akos;
mod cost;
mod nes;
mod owner;
mod v0;

use std::collections::BTreeSet;
use std::ops::Range;

use scumm_room::Result;

use crate::Costume;
pub use owner::Owner;

/// The ranges of the parts of a block, with their owners.
type Parts = Vec<(Range<usize>, Owner)>;

/// The most owners of a span that are listed; further owners are only counted.
const NAMED: usize = 4;

/// A range of bytes that have the same owners.
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
    pub fn of(data: &[u8], costume: &Costume) -> Result<Self> {
        let (len, mut parts) = match costume {
            Costume::V0(costume) => (
                costume.data.len().saturating_add(crate::v0::BASE),
                v0::parts(costume),
            ),
            Costume::Nes(costume) => (
                costume.data.len().saturating_add(crate::nes::BASE),
                nes::parts(costume),
            ),
            Costume::Cost(cost) => (cost.block().len(), cost::parts(cost)),
            Costume::Akos(akos) => akos::parts(data, akos)?,
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

#[cfg(test)]
mod tests;

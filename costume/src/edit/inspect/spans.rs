//! Divides a block into spans: each byte is in one span, and all bytes of a span have the same owners.

use std::collections::BTreeSet;
use std::ops::Range;

use super::{Map, Owner};

/// How many owners of a span are named; further ones are only counted.
const NAMED: usize = 4;

/// Bytes that have the same owners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span<'a> {
    /// The bytes.
    pub bytes: Range<usize>,
    /// The parts that own them, the first four.
    pub owners: Vec<&'a (Range<usize>, Owner)>,
    /// How many owners there are besides.
    pub more: usize,
}

impl Map {
    /// The whole block as spans, without gaps and overlaps.
    #[must_use]
    pub fn spans(&self) -> Vec<Span<'_>> {
        // Ends come before starts at the same place.
        let mut events: Vec<(usize, bool, usize)> = Vec::with_capacity(self.parts.len().saturating_mul(2));
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
                let owners = active.iter().take(NAMED).filter_map(|&i: &usize| self.parts.get(i)).collect();
                spans.push(Span { bytes: from..at, owners, more: active.len().saturating_sub(NAMED) });
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
}

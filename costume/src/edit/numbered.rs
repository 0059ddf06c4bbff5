//! Parts of a block that several numbers may share.

use std::collections::BTreeMap;
use std::ops::Range;

/// A part of a block: the record of animations or of chores, or the size and place of cels.
#[derive(Debug)]
pub(crate) struct NumberedPart {
    /// Its bytes.
    pub bytes: Range<usize>,
    /// The numbers of the animations, chores or cels that share it, ascending.
    pub numbers: Vec<u16>,
}

impl NumberedPart {
    /// The parts by position, from numbers in ascending order and the bytes of each. Numbers whose bytes have the same
    /// start share a part.
    pub fn group(found: impl Iterator<Item = (u16, Range<usize>)>) -> Vec<Self> {
        let mut parts: BTreeMap<usize, Self> = BTreeMap::new();
        for (number, bytes) in found {
            parts.entry(bytes.start).or_insert(Self { bytes, numbers: Vec::new() }).numbers.push(number);
        }
        parts.into_values().collect()
    }
}

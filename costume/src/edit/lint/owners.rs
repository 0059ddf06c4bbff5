//! Bytes without an owner, and bytes with more than one.

use std::collections::BTreeSet;

use super::{Findings, bytes};
use crate::edit::inspect::{Kind, Map};

/// One byte at the end makes the block's size even. It is no gap.
const PADDING: usize = 1;

pub(super) fn check(map: &Map, findings: &mut Findings) {
    for gap in map.gaps() {
        if gap.end == map.len && gap.len() <= PADDING {
            continue;
        }
        findings.note("C8", gap.start, bytes(gap.len(), "that nothing points at"));
    }
    let mut told = BTreeSet::new();
    for span in map.overlaps() {
        let [first, second, ..] = span.owners.as_slice() else { continue };
        // Two parts that overlap are reported once, however many spans they share.
        if !told.insert((first.bytes.start, second.bytes.start)) {
            continue;
        }
        let commands = first.owner.kind() == Kind::Commands && second.owner.kind() == Kind::Commands;
        if !commands {
            let what = format!("{} overlaps {}", second.owner, first.owner);
            findings.warning("C8", span.bytes.start, what);
        }
    }
}

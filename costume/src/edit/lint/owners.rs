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
        let [(first_bytes, first), (second_bytes, second), ..] = span.owners.as_slice() else { continue };
        // Two parts that overlap are reported once, however many spans they share.
        if !told.insert((first_bytes.start, second_bytes.start)) {
            continue;
        }
        let commands = first.kind() == Kind::Commands && second.kind() == Kind::Commands;
        if !commands {
            let what = format!("{second} overlaps {first}");
            findings.warning("C8", span.bytes.start, what);
        }
    }
}

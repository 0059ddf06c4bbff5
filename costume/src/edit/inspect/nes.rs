//! The parts of a costume of the Nintendo (Q40).

use std::collections::BTreeMap;

use super::{Owner, Parts};
use crate::nes::{BASE, NES_ANIMATIONS, Nes};

/// Returns the parts in no particular order.
pub(super) fn parts(costume: &Nes) -> Parts {
    let part = |start: usize, length: usize, owner| (start..start.saturating_add(length), owner);
    let mut parts = vec![part(0, BASE, Owner::Field("size of the block"))];
    let mut lists: BTreeMap<_, Vec<u16>> = BTreeMap::new();
    for number in 0..NES_ANIMATIONS {
        let at = BASE.saturating_add(usize::from(number).saturating_mul(2));
        parts.push(part(
            at,
            2,
            Owner::Offset(format!("offset of animation {number}")),
        ));
        if let (Some((from, _)), Some(list)) = (costume.entry(number), costume.pictures(number)) {
            lists
                .entry((BASE.saturating_add(from.into()), list.len()))
                .or_default()
                .push(number);
        }
    }
    parts.extend(
        lists
            .into_iter()
            .map(|((start, length), numbers)| part(start, length, Owner::Animation(numbers))),
    );
    parts
}

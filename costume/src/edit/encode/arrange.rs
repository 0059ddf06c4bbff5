//! Joins the parts of a costume in a given order, so that a costume that was taken apart gives the
//! same bytes again.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use scumm_room::Result;

/// A part, or bytes between parts. `N` is the type of a part's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlacedPart<N> {
    /// A part. If several names share it, their contents must be equal.
    Part {
        /// The names of the part.
        names: Vec<N>,
        /// Number of bytes that the part shares with the parts before it: it begins this number of
        /// bytes before their end.
        back: usize,
    },
    /// Bytes that belong to no part.
    Gap(Vec<u8>),
}

/// Returns the parts that begin in a span of a block, by position, with the gaps between them.
/// Parts without a name are omitted.
pub(super) fn order<N>(
    block: &[u8],
    span: Range<usize>,
    mut found: Vec<(Range<usize>, Vec<N>)>,
) -> Vec<PlacedPart<N>> {
    let gap = |bytes: Range<usize>| {
        (!bytes.is_empty()).then(|| PlacedPart::Gap(block.get(bytes).unwrap_or_default().to_vec()))
    };
    found.retain(|(bytes, names)| {
        (span.start..=span.end).contains(&bytes.start) && !names.is_empty()
    });
    found.sort_by_key(|(bytes, _)| (bytes.start, bytes.end));
    let mut order = Vec::new();
    let mut at = span.start;
    for (bytes, names) in found {
        order.extend(gap(at..bytes.start));
        order.push(PlacedPart::Part {
            names,
            back: at.saturating_sub(bytes.start),
        });
        at = at.max(bytes.end);
    }
    order.extend(gap(at..span.end));
    order
}

/// The position of the part of each name.
pub(super) type Places<N> = BTreeMap<N, usize>;

/// Places parts after `fixed` bytes in their order, followed by the parts without a place, by name.
/// Returns the bytes, of which the fixed ones are 0, and the positions. Parts without a place share
/// one position if their contents are equal.
///
/// `late` returns the bytes of a part that contains the positions of other parts, once these are
/// known. Before that, the part has the same length, and it shares its position with no other name.
/// For other parts, `late` returns `None`.
pub(super) fn arrange<N: Ord + Clone>(
    fixed: usize,
    order: &[PlacedPart<N>],
    parts: &BTreeMap<N, Vec<u8>>,
    late: impl Fn(&N, &Places<N>) -> Option<Result<Vec<u8>>>,
) -> Result<(Vec<u8>, Places<N>)> {
    let is_late = |name: &N| late(name, &Places::new()).is_some();
    let attempt = |overlaps: bool| -> Result<_> {
        let mut places = Places::new();
        let mut held = Vec::new();
        let mut end = fixed;
        let mut put = |length: usize, back: usize| {
            let start = end - if overlaps { back.min(end - fixed) } else { 0 };
            end = end.max(start + length);
            start
        };
        for placed in order {
            match placed {
                PlacedPart::Gap(bytes) => held.push((put(bytes.len(), 0), Cow::from(bytes))),
                PlacedPart::Part { names, back } => {
                    let known = names
                        .iter()
                        .filter(|&name| names.len() == 1 || !is_late(name));
                    let mut known = known
                        .filter_map(|name| Some((name, parts.get(name)?)))
                        .peekable();
                    let Some(&(_, first)) = known.peek() else {
                        continue;
                    };
                    let start = put(first.len(), *back);
                    places.extend(
                        known
                            .filter(|(_, part)| *part == first)
                            .map(|(name, _)| (name.clone(), start)),
                    );
                }
            }
        }
        let mut known: BTreeMap<&[u8], usize> = BTreeMap::new();
        for (name, part) in parts {
            if !places.contains_key(name) {
                let start = if is_late(name) {
                    put(part.len(), 0)
                } else {
                    *known
                        .entry(part.as_slice())
                        .or_insert_with(|| put(part.len(), 0))
                };
                places.insert(name.clone(), start);
            }
        }
        for (name, part) in parts {
            held.push((
                places[name],
                late(name, &places)
                    .transpose()?
                    .map_or(Cow::from(part), Cow::from),
            ));
        }
        let mut bytes = vec![0; end];
        held.iter()
            .for_each(|(start, part)| bytes[*start..*start + part.len()].copy_from_slice(part));
        let agree = held
            .iter()
            .all(|(start, part)| bytes[*start..].starts_with(part));
        Ok((agree, (bytes, places)))
    };
    match attempt(true)? {
        (true, arranged) => Ok(arranged),
        // If the contents of parts no longer agree in the bytes that they share, no part shares
        // bytes.
        (false, _) => Ok(attempt(false)?.1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(name: u8, back: usize) -> PlacedPart<u8> {
        PlacedPart::Part {
            names: vec![name],
            back,
        }
    }

    fn arranged(order: &[PlacedPart<u8>], parts: &[&[u8]]) -> (Vec<u8>, Vec<usize>) {
        let parts = (0..).zip(parts.iter().map(|part| part.to_vec())).collect();
        let (bytes, places) = arrange(0, order, &parts, |_, _| None).unwrap();
        (bytes, places.into_values().collect())
    }

    #[test]
    fn parts_stand_in_their_order_with_gaps_and_what_they_share() {
        let order = [part(1, 0), PlacedPart::Gap(vec![9]), part(0, 0), part(2, 1)];
        assert_eq!(
            arranged(&order, &[&[1, 2], &[5], &[2, 3]]),
            (vec![5, 9, 1, 2, 3], vec![2, 0, 3])
        );
        // The bytes that they would share have changed.
        assert_eq!(
            arranged(&order, &[&[1, 2], &[5], &[7, 3]]),
            (vec![5, 9, 1, 2, 7, 3], vec![2, 0, 4])
        );
    }

    #[test]
    fn what_has_no_place_comes_last_and_equal_parts_once() {
        let order = [PlacedPart::Part {
            names: vec![0, 1],
            back: 0,
        }];
        assert_eq!(
            arranged(&order, &[&[1], &[2], &[2]]),
            (vec![1, 2], vec![0, 1, 1])
        );
        assert_eq!(
            arranged(&[], &[&[1], &[1], &[3]]),
            (vec![1, 3], vec![0, 0, 1])
        );
    }
}

//! Puts the parts of a costume one after the other in a given order, so that a costume that was taken apart becomes the
//! same bytes again.

use std::collections::BTreeMap;
use std::ops::Range;

use scumm_room::Result;

/// A part, or bytes between parts. `N` is the type of a part's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlacedPart<N> {
    /// A part. If several names share it, their contents have to be equal.
    Part {
        /// Its names.
        names: Vec<N>,
        /// How many bytes it shares with the parts before it: it begins as many bytes before their end.
        back: usize,
    },
    /// Bytes that belong to no part.
    Gap(Vec<u8>),
}

/// The parts that begin in a span of a block, by position, with the gaps between them. Parts without a name are left out.
pub(super) fn order<N>(block: &[u8], span: Range<usize>, mut found: Vec<(Range<usize>, Vec<N>)>) -> Vec<PlacedPart<N>> {
    let gap = |bytes: Range<usize>| {
        (!bytes.is_empty()).then(|| PlacedPart::Gap(block.get(bytes).unwrap_or_default().to_vec()))
    };
    found.retain(|(bytes, names)| (span.start..=span.end).contains(&bytes.start) && !names.is_empty());
    found.sort_by_key(|(bytes, _)| (bytes.start, bytes.end));
    let mut order = Vec::new();
    let mut at = span.start;
    for (bytes, names) in found {
        order.extend(gap(at..bytes.start));
        order.push(PlacedPart::Part { names, back: at.saturating_sub(bytes.start) });
        at = at.max(bytes.end);
    }
    order.extend(gap(at..span.end));
    order
}

/// The block as it grows.
#[derive(Debug, Default)]
pub(super) struct Canvas {
    pub bytes: Vec<u8>,
    /// The length of the fixed part, which no part may share.
    floor: usize,
    /// Bytes that a part shares with what came before.
    shared: Vec<(usize, Vec<u8>)>,
    overlaps: bool,
}

impl Canvas {
    /// A block with its fixed part. Without `overlaps` no part shares bytes with another.
    pub fn new(fixed: Vec<u8>, overlaps: bool) -> Self {
        Self { floor: fixed.len(), bytes: fixed, shared: Vec::new(), overlaps }
    }

    /// Appends a part; returns where it begins.
    pub fn place(&mut self, part: &[u8], back: usize) -> usize {
        let end = self.bytes.len();
        let back = if self.overlaps { back.min(end - self.floor) } else { 0 };
        let start = end - back;
        let common = back.min(part.len());
        let (old, new) = part.split_at(common);
        if !old.is_empty() {
            self.shared.push((start, old.to_vec()));
        }
        self.bytes.extend(new);
        start
    }

    /// The word at a place.
    pub fn word(&self, at: usize) -> Option<u16> {
        Some(u16::from_le_bytes(*self.bytes.get(at..)?.first_chunk()?))
    }

    /// Whether the bytes that each part shares are still its own.
    pub fn holds(&self) -> bool {
        self.shared.iter().all(|(start, part)| self.bytes.get(*start..start + part.len()) == Some(part.as_slice()))
    }
}

/// Puts parts in their order, then those without a place; returns the bytes and where each name's part begins. Parts of
/// the same content that have no place share one.
pub(super) fn arrange<N: Ord + Clone>(
    order: &[PlacedPart<N>],
    all: impl IntoIterator<Item = N>,
    content: impl Fn(&N) -> Result<Vec<u8>>,
) -> Result<(Vec<u8>, BTreeMap<N, usize>)> {
    let parts =
        all.into_iter().map(|name| Ok((name.clone(), content(&name)?))).collect::<Result<Vec<(N, Vec<u8>)>>>()?;
    let contents: BTreeMap<&N, &Vec<u8>> = parts.iter().map(|(name, part)| (name, part)).collect();
    let attempt = |overlaps| {
        let mut canvas = Canvas::new(Vec::new(), overlaps);
        let mut places: BTreeMap<N, usize> = BTreeMap::new();
        for placed in order {
            match placed {
                PlacedPart::Gap(bytes) => drop(canvas.place(bytes, 0)),
                PlacedPart::Part { names, back } => {
                    let Some(&first) = names.iter().find_map(|name| contents.get(name)) else { continue };
                    let start = canvas.place(first, *back);
                    let same = names.iter().filter(|name| contents.get(name).is_some_and(|part| *part == first));
                    places.extend(same.map(|name| (name.clone(), start)));
                }
            }
        }
        let mut known: BTreeMap<&Vec<u8>, usize> = BTreeMap::new();
        for (name, part) in &parts {
            if !places.contains_key(name) {
                let start = *known.entry(part).or_insert_with(|| canvas.place(part, 0));
                places.insert(name.clone(), start);
            }
        }
        (canvas, places)
    };
    let (canvas, places) = attempt(true);
    if canvas.holds() {
        return Ok((canvas.bytes, places));
    }
    let (canvas, places) = attempt(false);
    Ok((canvas.bytes, places))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(name: u8, back: usize) -> PlacedPart<u8> {
        PlacedPart::Part { names: vec![name], back }
    }

    fn arranged(order: &[PlacedPart<u8>], parts: &[&[u8]]) -> (Vec<u8>, Vec<usize>) {
        let (bytes, places) = arrange(order, 0..parts.len() as u8, |&n| Ok(parts[usize::from(n)].to_vec())).unwrap();
        (bytes, places.into_values().collect())
    }

    #[test]
    fn parts_stand_in_their_order_with_gaps_and_what_they_share() {
        let order = [part(1, 0), PlacedPart::Gap(vec![9]), part(0, 0), part(2, 1)];
        assert_eq!(arranged(&order, &[&[1, 2], &[5], &[2, 3]]), (vec![5, 9, 1, 2, 3], vec![2, 0, 3]));
        // What they would share has changed.
        assert_eq!(arranged(&order, &[&[1, 2], &[5], &[7, 3]]), (vec![5, 9, 1, 2, 7, 3], vec![2, 0, 4]));
    }

    #[test]
    fn what_has_no_place_comes_last_and_equal_parts_once() {
        let order = [PlacedPart::Part { names: vec![0, 1], back: 0 }];
        assert_eq!(arranged(&order, &[&[1], &[2], &[2]]), (vec![1, 2], vec![0, 1, 1]));
        assert_eq!(arranged(&[], &[&[1], &[1], &[3]]), (vec![1, 3], vec![0, 0, 1]));
    }
}

//! Encoders of costumes: from plain values (drafts) to the bytes that a game reads.
//!
//! This file contains the common parts of the encoders. Parts of a costume are joined in a given
//! order, so that a costume that was taken apart is encoded to the same bytes again. The run-length
//! code is common to COST and AKOS codec 1 (C36).
// The values come from drafts in memory, whose sizes are checked against the limits of the formats.
#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

pub mod akos;
pub mod cost;
pub mod early;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use scumm_room::{Error, Misuse, Result, Surface};

use crate::draw::Packing;

/// Converts a position to an offset.
fn offset(place: usize) -> Result<u16> {
    u16::try_from(place).map_err(|_| {
        Error::misuse(
            Misuse::OutOfRange,
            "the costume is larger than the 64 KiB that offsets reach",
        )
    })
}

/// A part, or bytes between parts. `N` is the type of a part's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlacedPart<N> {
    /// A part. If several names share it, their contents must be equal.
    Part {
        /// The names of the part.
        names: Vec<N>,
        /// Number of bytes that the part shares with the parts before it. The part begins this
        /// number of bytes before their end.
        back: usize,
    },
    /// Bytes that belong to no part.
    Gap(Vec<u8>),
}

/// Returns the parts that begin in a span of a block, by position, with the gaps between them.
/// Parts without a name are omitted.
fn order_of_parts<N>(
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
type Places<N> = BTreeMap<N, usize>;

/// Places parts behind `fixed` zeros: first the parts that `order` lists, then the other parts, by
/// name. Returns the bytes, and the position of each part. Parts that `order` does not list share
/// one position if their contents are equal.
///
/// Some parts contain the positions of other parts. When all positions are known, `late` returns
/// the final bytes of such a part, which must be as long as its bytes in `parts`. For other parts,
/// `late` returns `None`. A part with final bytes never shares its position with another name.
fn arrange<N: Ord + Clone>(
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
        // Parts overlap in `order`, but now differ in the common bytes. Therefore all parts are
        // placed without an overlap.
        (false, _) => Ok(attempt(false)?.1),
    }
}

/// The longest run that the encoder writes. Engines disagree about 256 (C36).
const LONGEST: usize = 255;

/// Encodes a picture column by column from the left, each from its top (C36). Each pixel must be
/// less than [`Packing::colours`].
fn encode_surface(picture: &Surface, packing: Packing) -> Vec<u8> {
    let column = |x| {
        picture
            .pixels()
            .iter()
            .skip(x)
            .step_by(picture.width())
            .copied()
    };
    encode_columns((0..picture.width()).flat_map(column), packing)
}

/// Encodes pixels in the order of the data. Each pixel must be less than [`Packing::colours`].
#[must_use]
pub fn encode_columns(pixels: impl IntoIterator<Item = u8>, packing: Packing) -> Vec<u8> {
    let mut data = Vec::new();
    let mut pixels = pixels.into_iter().peekable();
    while let Some(colour) = pixels.next() {
        let mut run = 1;
        while run < LONGEST && pixels.next_if_eq(&colour).is_some() {
            run = run.saturating_add(1);
        }
        let high = colour << packing.length_bits();
        match u8::try_from(run) {
            Ok(run) if run <= packing.short_run() => data.push(high | run),
            run => data.extend([high, run.unwrap_or(u8::MAX)]),
        }
    }
    data
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::draw::rle::Runs;

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

    #[test]
    fn short_runs_take_one_byte_and_long_ones_two_c36() {
        let pixels = |colour, count| std::iter::repeat_n(colour, count);
        assert_eq!(encode_columns(pixels(5, 15), Packing::Colours16), [0x5f]);
        assert_eq!(
            encode_columns(pixels(5, 16), Packing::Colours16),
            [0x50, 16]
        );
        assert_eq!(
            encode_columns(pixels(17, 7).chain(pixels(0, 1)), Packing::Colours32),
            [17 << 3 | 7, 1]
        );
        assert_eq!(
            encode_columns(pixels(9, 256), Packing::Colours16),
            [0x90, 255, 0x91]
        );
        assert_eq!(encode_columns([], Packing::Colours16), []);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(
            runs in proptest::collection::vec((0u8..16, 1usize..600), 0..40),
            packing in prop::sample::select(vec![Packing::Colours16, Packing::Colours32, Packing::Colours64]),
        ) {
            let pixels: Vec<u8> = runs.iter().flat_map(|&(c, n)| std::iter::repeat_n(c, n)).collect();
            let data = encode_columns(pixels.iter().copied(), packing);
            let mut read = Runs::new(&data, packing);
            prop_assert_eq!(read.by_ref().collect::<Vec<_>>(), pixels);
            prop_assert_eq!(read.consumed(), data.len());
        }
    }
}

//! Routes from box to box: the stored matrix, the computed matrix if none is stored, and the search
//! (B3, B10, B11).

use crate::Dialect;

/// The end of a row of triples; in v0, the end of the boxes and of each list of neighbours.
pub(crate) const ROW_END: u8 = 0xff;
/// v0: number of bytes before the lists of neighbours.
pub(crate) const LISTS_HEAD: usize = 4;
/// The distance of boxes without a route while distances are computed (B10).
const UNREACHED: u8 = 255;

/// The next box on the route from one box to another, for every pair, in its stored form.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum BoxMatrix {
    /// v3 and later: for each box a row of triples (first, last, next) that ends with 0xFF.
    Rows(Vec<u8>),
    /// v0: four bytes, then for each box the list of its neighbours, which ends with 0xFF (V51).
    Lists(Vec<u8>),
    /// v1, v2: for each box the offset of its row, then the rows with one signed byte for each box.
    Table {
        /// Offsets of the rows.
        offsets: Vec<u8>,
        /// The bytes after the offsets.
        rows: Vec<u8>,
    },
}

impl BoxMatrix {
    /// Creates the matrix from bytes as `dialect` stores them, for a room with `boxes` boxes (B3);
    /// `None` if there are no bytes. Missing entries at the end mean that there is no route.
    #[must_use]
    pub fn stored(dialect: &Dialect, boxes: usize, bytes: &[u8]) -> Option<Self> {
        Some(match bytes {
            [] => return None,
            all if dialect.is_v0() => Self::Lists(all.to_vec()),
            _ if dialect.is_v1_or_v2() => {
                let (offsets, rows) = bytes.split_at(boxes.min(bytes.len()));
                Self::Table {
                    offsets: offsets.to_vec(),
                    rows: rows.to_vec(),
                }
            }
            [ROW_END, rest @ ..] => Self::Rows(rest.to_vec()),
            all => Self::Rows(all.to_vec()),
        })
    }

    /// Computes the matrix of boxes from their neighbourhood (B10), in its stored form. `invalid`
    /// is the number of the box that means "none".
    pub(super) fn computed(boxes: u8, invalid: u8, neighbours: impl Fn(u8, u8) -> bool) -> Self {
        let mut rows = Vec::new();
        for row in shortest_ways(boxes, invalid, neighbours) {
            let numbered: Vec<(u8, u8)> = (0..).zip(row.into_iter().map(|(_, via)| via)).collect();
            for run in numbered.chunk_by(|(_, a), (_, b)| a == b) {
                let (Some(&(first, via)), Some(&(last, _))) = (run.first(), run.last()) else {
                    continue;
                };
                if via != invalid {
                    rows.extend([first, last, via]);
                }
            }
            rows.push(ROW_END);
        }
        Self::Rows(rows)
    }

    /// Returns the entry for the route from box `from` to box `to`: the last triple that matches
    /// (B11). The entry is a signed byte, and values from 128 on mean that there is no route.
    pub(super) fn next(&self, from: u8, to: u8) -> Option<u8> {
        let via = match self {
            // v0 searches the lists itself (V71).
            Self::Lists(_) => return None,
            Self::Rows(rows) => last_triple(rows, from, to)?,
            Self::Table { offsets, rows } => {
                let start = usize::from(*offsets.get(usize::from(from))?);
                *rows.get(start.checked_add(usize::from(to))?)?
            }
        };
        (via < 0x80).then_some(via)
    }

    /// Returns the stored steps in order: for each entry the box where a route starts, and the next
    /// box on the route. Entries that mean that there is no route are left out, and entries that a
    /// later one replaces (B11) are not. Empty in v0.
    #[must_use]
    pub fn steps(&self) -> Vec<(u8, u8)> {
        let mut steps = Vec::new();
        match self {
            Self::Lists(_) => {}
            Self::Rows(rows) => {
                for (row, [_, _, via]) in triples(rows) {
                    steps.push((u8::try_from(row).unwrap_or(u8::MAX), via));
                }
            }
            Self::Table { offsets, rows } => {
                for (row, offset) in (0..=u8::MAX).zip(offsets) {
                    let start = usize::from(*offset);
                    let end = start.saturating_add(offsets.len());
                    let row_steps = rows.get(start..end.min(rows.len())).unwrap_or_default();
                    steps.extend(row_steps.iter().map(|via| (row, *via)));
                }
            }
        }
        steps.retain(|(_, via)| *via < 0x80);
        steps
    }

    /// v0: returns the neighbours of a box (V51, V52). With `whole`, the lists are read as the
    /// search for a route reads them: the search treats the first four bytes as the start of the
    /// list of box 0. Without `whole`, the list of box 0 begins after these bytes. In other
    /// versions the iterator is empty.
    pub fn neighbours(&self, number: u8, whole: bool) -> impl Iterator<Item = u8> + '_ {
        let lists = if let Self::Lists(lists) = self {
            lists.as_slice()
        } else {
            &[]
        };
        let first = usize::from(lists.first() == Some(&ROW_END)).saturating_add(if whole {
            0
        } else {
            LISTS_HEAD
        });
        let lists = lists.get(first..).unwrap_or_default();
        lists
            .split(|&byte| byte == ROW_END)
            .nth(number.into())
            .unwrap_or_default()
            .iter()
            .copied()
    }

    /// Returns the bytes as they are stored in a resource, including the 0xFF at the start of a
    /// stored matrix of rows (B10).
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Self::Lists(lists) => lists.clone(),
            Self::Rows(rows) => [&[ROW_END], rows.as_slice()].concat(),
            Self::Table { offsets, rows } => [offsets.as_slice(), rows].concat(),
        }
    }
}

/// Returns the triples (first, last, next) with the number of their row. A triple that is cut off
/// at the end is ignored.
fn triples(rows: &[u8]) -> impl Iterator<Item = (u16, [u8; 3])> + '_ {
    let mut rest = rows;
    let mut row = 0_u16;
    std::iter::from_fn(move || {
        loop {
            match rest {
                [ROW_END, after @ ..] => {
                    row = row.saturating_add(1);
                    rest = after;
                }
                [first, last, via, after @ ..] => {
                    rest = after;
                    return Some((row, [*first, *last, *via]));
                }
                _ => return None,
            }
        }
    })
}

/// Returns the next box of the last triple for box `to` in the row of box `from`.
fn last_triple(rows: &[u8], from: u8, to: u8) -> Option<u8> {
    let mut found = None;
    for (row, [first, last, via]) in triples(rows) {
        if row > u16::from(from) {
            break;
        }
        if row == u16::from(from) && (first..=last).contains(&to) {
            found = Some(via);
        }
    }
    found
}

/// Returns for every pair of boxes the length of a shortest route and its first box, or `invalid`
/// if there is no route. All pairs are computed at once, in a time that grows with the cube of the
/// number of boxes, at most 255.
fn shortest_ways(
    boxes: u8,
    invalid: u8,
    neighbours: impl Fn(u8, u8) -> bool,
) -> Vec<Vec<(u8, u8)>> {
    let step = |i, j| {
        if i == j {
            (0, j)
        } else if neighbours(i, j) {
            (1, j)
        } else {
            (UNREACHED, invalid)
        }
    };
    let mut ways: Vec<Vec<_>> = (0..boxes)
        .map(|i| (0..boxes).map(|j| step(i, j)).collect())
        .collect();
    for k in 0..usize::from(boxes) {
        let from_k = ways.get(k).cloned().unwrap_or_default();
        for way in &mut ways {
            let Some(&(to_k, via_k)) = way.get(k) else {
                continue;
            };
            for (known, (beyond, _)) in way.iter_mut().zip(&from_k) {
                let sum = to_k.saturating_add(*beyond);
                // The route from a box to itself is kept, since no route is shorter than 0.
                if known.0 > sum {
                    *known = (sum, via_k);
                }
            }
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn stored(dialect: &Dialect, boxes: usize, bytes: &[u8]) -> BoxMatrix {
        BoxMatrix::stored(dialect, boxes, bytes).unwrap_or(BoxMatrix::Rows(Vec::new()))
    }

    /// Boxes 1-2-3-4 are a chain, box 0 is separate.
    fn chain(i: u8, j: u8) -> bool {
        i != 0 && j != 0 && i.abs_diff(j) == 1
    }

    #[test]
    fn a_chain_is_stored_as_runs_b10() {
        let matrix = BoxMatrix::computed(5, 0, chain);
        let expected = [
            0xff, // box 0: the entry to itself is 0, which is not stored
            0xff, 1, 1, 1, 2, 4, 2, // box 1
            0xff, 1, 1, 1, 2, 2, 2, 3, 4, 3, // box 2
            0xff, 1, 2, 2, 3, 3, 3, 4, 4, 4, // box 3
            0xff, 1, 3, 3, 4, 4, 4, // box 4
            0xff,
        ];
        assert_eq!(matrix.to_bytes(), expected);
        assert_eq!(matrix, stored(&Dialect::new(5), 5, &expected));
    }

    #[test]
    fn the_example_is_that_of_two_boxes_b3() {
        let bytes = [0xff, 0xff, 1, 1, 1, 2, 2, 2, 0xff, 1, 1, 1, 2, 2, 2, 0xff];
        assert!(scumm_book::says("B3", &bytes).unwrap());
        assert_eq!(BoxMatrix::computed(3, 0, chain).to_bytes(), bytes);
    }

    #[test]
    fn box_zero_takes_part_before_v5_b10() {
        let matrix = BoxMatrix::computed(3, 255, |i, j| i.abs_diff(j) == 1);
        assert_eq!(
            matrix.to_bytes(),
            [
                0xff, 0, 0, 0, 1, 2, 1, 0xff, 0, 0, 0, 1, 1, 1, 2, 2, 2, 0xff, 0, 1, 1, 2, 2, 2,
                0xff
            ]
        );
        assert_eq!((matrix.next(0, 2), matrix.next(2, 0)), (Some(1), Some(1)));
    }

    #[test]
    fn ways_through_box_zero_are_lost_from_v5_on_b10() {
        // 1 and 2 both touch only 0: the route is known, but its first step is "none".
        let matrix = BoxMatrix::computed(3, 0, |i, j| (i == 0) != (j == 0));
        assert_eq!((matrix.next(1, 2), matrix.next(2, 1)), (None, None));
    }

    #[test]
    fn the_first_of_equally_short_ways_stays_b10() {
        // A ring 1-2-4-3-1: the route from 1 to 4 goes through 2, which comes first.
        let ring = |i: u8, j: u8| matches!((i.min(j), i.max(j)), (1, 2) | (1, 3) | (2, 4) | (3, 4));
        assert_eq!(BoxMatrix::computed(5, 0, ring).next(1, 4), Some(2));
    }

    #[test]
    fn steps_are_listed_without_entries_for_no_route_b3() {
        let rows = BoxMatrix::Rows(vec![0xff, 2, 2, 9, 3, 4, 0x80, 0xff, 1, 1, 1, 2]);
        assert_eq!(rows.steps(), [(1, 9), (2, 1)]);
        let table = BoxMatrix::Table {
            offsets: vec![0, 2],
            rows: vec![0, 1, 0xff, 1],
        };
        assert_eq!(table.steps(), [(0, 0), (0, 1), (1, 1)]);
    }

    #[test]
    fn the_last_triple_that_fits_wins_b11() {
        let matrix = stored(
            &Dialect::new(5),
            3,
            &[0xff, 0xff, 1, 2, 1, 2, 2, 7, 0xff, 0xff],
        );
        assert_eq!(matrix.next(1, 1), Some(1));
        assert_eq!(matrix.next(1, 2), Some(7));
        assert_eq!(matrix.next(1, 3), None);
    }

    #[test]
    fn a_leading_end_mark_is_skipped_once_b3() {
        let bytes = [0, 0, 0, 1, 1, 1, 0xff, 1, 1, 1, 0xff];
        let bare = stored(&Dialect::new(5), 2, &bytes);
        let marked = stored(&Dialect::new(5), 2, &[&[0xff], &bytes[..]].concat());
        assert_eq!(bare, marked);
        assert_eq!(bare.next(0, 1), Some(1));
    }

    #[test]
    fn vias_are_signed_b11() {
        let matrix = stored(&Dialect::new(5), 2, &[0, 0, 0x7f, 1, 1, 0x80, 0xff]);
        assert_eq!((matrix.next(0, 0), matrix.next(0, 1)), (Some(0x7f), None));
    }

    #[test]
    fn the_end_of_the_resource_ends_the_search_b11() {
        let bytes = [0xff, 1, 1, 1, 0xff, 2, 2, 2, 3, 3];
        for end in 0..bytes.len() {
            let matrix = stored(&Dialect::new(4), 9, &bytes[..end]);
            assert!(
                (0..=254).all(|a| (0..=254).all(|b| matrix.next(a, b).is_none_or(|via| via < 3)))
            );
        }
        let whole = stored(&Dialect::new(4), 9, &bytes);
        assert_eq!(
            (whole.next(1, 2), whole.next(1, 3)),
            (Some(2), None),
            "an entry that is cut off is ignored"
        );
    }

    #[test]
    fn old_games_store_a_table_b3() {
        // Two boxes; row 0 starts after the offsets, row 1 two bytes later.
        let matrix = stored(&Dialect::new(2), 2, &[0, 2, 0, 1, 0xff, 1]);
        assert_eq!(
            (matrix.next(0, 1), matrix.next(1, 0), matrix.next(1, 1)),
            (Some(1), None, Some(1))
        );
        assert_eq!(matrix.next(2, 0), None);
    }

    /// Returns the fewest steps between two boxes by a breadth-first search, to check the matrix.
    fn fewest_steps(boxes: u8, from: u8, to: u8, touch: &impl Fn(u8, u8) -> bool) -> Option<usize> {
        let mut reached = vec![from];
        let mut steps = 0;
        while !reached.contains(&to) {
            let more: Vec<u8> = (0..boxes)
                .filter(|b| !reached.contains(b) && reached.iter().any(|&r| touch(r, *b)))
                .collect();
            if more.is_empty() {
                return None;
            }
            reached.extend(more);
            steps += 1;
        }
        Some(steps)
    }

    proptest! {
        #[test]
        fn ways_are_shortest_and_survive_storing_b10(boxes in 1_u8..9, links in any::<u64>()) {
            let touch = |i: u8, j: u8| links >> (i.min(j) * 8 + i.max(j)) & 1 != 0 && i != j;
            let matrix = BoxMatrix::computed(boxes, 255, touch);
            prop_assert_eq!(&stored(&Dialect::new(4), usize::from(boxes), &matrix.to_bytes()), &matrix);
            for from in 0..boxes {
                for to in 0..boxes {
                    let Some(steps) = fewest_steps(boxes, from, to, &touch) else {
                        prop_assert_eq!(matrix.next(from, to), None);
                        continue;
                    };
                    let mut at = from;
                    for _ in 0..steps {
                        let next = matrix.next(at, to).unwrap();
                        prop_assert!(touch(at, next));
                        at = next;
                    }
                    prop_assert_eq!(at, to);
                }
            }
        }

        #[test]
        fn any_bytes_can_be_asked_b11(version in 1_u8..=8, bytes in prop::collection::vec(any::<u8>(), 0..80), from: u8, to: u8) {
            let matrix = stored(&Dialect::new(version), 5, &bytes);
            prop_assert!(matrix.next(from, to).is_none_or(|via| via < 0x80));
        }
    }
}

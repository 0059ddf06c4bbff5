//! Damaged copies of sound data: damage that files suffer, and values at the limits of parsers.

use scumm_engine::SplitMix64;

/// Values at which parsers take another branch.
const EDGES: [u8; 8] = [0, 1, 2, 0x7f, 0x80, 0xfe, 0xff, 0x40];
/// The largest number of changes of one copy.
const CHANGES: i32 = 6;
/// The size in bytes of the tables at the front, which every fourth change hits.
const FRONT: usize = 64;

/// Returns a damaged copy of `sound`: bytes are changed, words are set to a limit, and parts are
/// copied from one of `others`. In one copy of four, parts are also removed or repeated and the end
/// is cut off, which parsers notice at once. The same random numbers give the same copy.
#[must_use]
pub fn mutate(sound: &[u8], others: &[&[u8]], random: &mut SplitMix64) -> Vec<u8> {
    let mut bytes = sound.to_vec();
    let keeps_length = random.in_range(0, 3) != 0;
    for _ in 0..random.in_range(1, CHANGES) {
        let kind = random.in_range(0, if keeps_length { 7 } else { 10 });
        change(kind, &mut bytes, others, random);
    }
    bytes
}

/// Returns a number below `limit`. Small numbers are more frequent, because tables stand at the
/// front of a file.
fn place(limit: usize, random: &mut SplitMix64) -> usize {
    let reach = if random.in_range(0, 3) == 0 {
        limit.min(FRONT)
    } else {
        limit
    };
    below(reach, random)
}

fn below(limit: usize, random: &mut SplitMix64) -> usize {
    (random.next_u64() % limit.max(1) as u64) as usize
}

fn change(kind: i32, bytes: &mut Vec<u8>, others: &[&[u8]], random: &mut SplitMix64) {
    let at = place(bytes.len(), random);
    let edge = EDGES[below(EDGES.len(), random)];
    let length = 1 + below(16, random);
    match kind {
        0 => set(bytes, at, &[edge]),
        1 | 2 => set(bytes, at, &[random.next_u64() as u8]),
        3 => bytes
            .iter_mut()
            .skip(at)
            .take(1)
            .for_each(|byte| *byte ^= 1 << random.in_range(0, 7)),
        4 => set(bytes, at, &[edge; 2]),
        5 => set(bytes, at, &[edge; 4]),
        6 => set(bytes, at, &random.next_u64().to_le_bytes()[..2]),
        7 => {
            let other = others
                .get(below(others.len(), random))
                .copied()
                .unwrap_or_default();
            let from = below(other.len(), random);
            set(
                bytes,
                at,
                &other[from..(from + 4 * length).min(other.len())],
            );
        }
        8 => drop(bytes.drain(at..(at + length).min(bytes.len()))),
        9 => {
            let part = bytes
                .get(at..(at + length).min(bytes.len()))
                .unwrap_or_default()
                .to_vec();
            bytes.splice(at..at, part);
        }
        _ => bytes.truncate(below(bytes.len() + 1, random)),
    }
}

/// Overwrites bytes from the offset `at` on, up to the end of the data.
fn set(bytes: &mut [u8], at: usize, values: &[u8]) {
    bytes
        .iter_mut()
        .skip(at)
        .zip(values)
        .for_each(|(byte, &value)| *byte = value);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_numbers_make_the_same_copy_and_most_differ() {
        let sound: Vec<u8> = (0..200).collect();
        let copies = |seed| {
            let mut random = SplitMix64::new(seed);
            (0..100)
                .map(|_| mutate(&sound, &[&sound], &mut random))
                .collect::<Vec<_>>()
        };
        assert_eq!(copies(1), copies(1));
        assert!(copies(1).iter().filter(|copy| **copy != sound).count() > 90);
        assert!(mutate(&[], &[], &mut SplitMix64::new(3)).is_empty());
    }
}

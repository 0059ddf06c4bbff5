//! Encoder of the strips of z-planes (Z2).

/// The most bytes of a run.
const LONGEST: usize = 127;

/// The number of equal bytes that get their own run between other bytes.
const WORTH_A_RUN: usize = 3;

/// Packs the lines of one strip; `None` for a strip without set bits, which is stored as empty.
#[must_use]
pub fn encode_plane_strip(lines: &[u8]) -> Option<Vec<u8>> {
    if lines.iter().all(|&line| line == 0) {
        return None;
    }
    let mut out = Vec::new();
    let mut literal = Vec::new();
    for run in lines.chunk_by(|a, b| a == b) {
        if run.len() < WORTH_A_RUN {
            literal.extend(run);
            continue;
        }
        put_literal(&mut out, &literal);
        literal.clear();
        for part in run.chunks(LONGEST) {
            out.push(0x80 | count(part));
            out.extend(part.first());
        }
    }
    put_literal(&mut out, &literal);
    Some(out)
}

fn put_literal(out: &mut Vec<u8>, literal: &[u8]) {
    for part in literal.chunks(LONGEST) {
        out.push(count(part));
        out.extend(part);
    }
}

fn count(part: &[u8]) -> u8 {
    u8::try_from(part.len()).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zplane::mask_bytes;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_strip_decodes_to_its_lines(
            runs in prop::collection::vec((prop_oneof![Just(0), Just(255), any::<u8>()], 1..200_usize), 1..20)
        ) {
            let lines: Vec<u8> = runs.into_iter().flat_map(|(b, n)| vec![b; n]).collect();
            match encode_plane_strip(&lines) {
                Some(bytes) => prop_assert_eq!(mask_bytes(&bytes).collect::<Vec<_>>(), lines),
                None => prop_assert!(lines.iter().all(|&l| l == 0)),
            }
        }
    }

    #[test]
    fn the_example_of_z2_is_what_is_written() {
        let lines: Vec<u8> = [vec![0xff; 5], vec![1, 2, 3], vec![0; 130]].concat();
        assert_eq!(
            encode_plane_strip(&lines).unwrap(),
            [0x85, 0xff, 3, 1, 2, 3, 0xff, 0, 0x83, 0]
        );
    }
}

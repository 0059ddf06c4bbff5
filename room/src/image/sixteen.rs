//! The packing of 16-colour games (S7), which is also code 10 of 256-colour games: columns with
//! runs that may span several of them.

use super::pen::Pen;

/// Decodes one strip of `height` lines. A run may extend beyond the strip's right edge, into the
/// columns of the next strip. `None` if the data ends before the strip is full.
pub(crate) fn decode(bytes: &[u8], height: usize, pen: &mut impl Pen) -> Option<()> {
    let mut bytes = bytes.iter().copied();
    let mut x = 0_usize;
    let mut y = 0_usize;
    if height == 0 {
        return Some(());
    }
    while x < 8 {
        let code = bytes.next()?;
        // Two alternating colours, starting with the first one, or the colour of the pixel to the
        // left.
        let (pair, mut count) = match code >> 6 {
            0 | 1 => (Some((code & 15, code & 15)), code >> 4),
            2 => (None, code & 0x3f),
            _ => {
                let pair = bytes.next()?;
                (Some((pair >> 4, pair & 15)), code & 0x3f)
            }
        };
        if count == 0 {
            count = bytes.next()?;
        }
        for i in 0..count {
            match pair {
                None => pen.repeat_left(x, y),
                Some((even, odd)) => pen.put(x, y, if i & 1 == 0 { even } else { odd }),
            }
            y = y.saturating_add(1);
            if y == height {
                x = x.saturating_add(1);
                y = 0;
            }
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small buffer that is zero outside.
    #[derive(Default)]
    struct Sheet(std::collections::BTreeMap<(usize, usize), u8>);

    impl Pen for Sheet {
        fn put(&mut self, x: usize, y: usize, colour: u8) {
            self.0.insert((x, y), colour);
        }

        fn repeat_left(&mut self, x: usize, y: usize) {
            let left = x
                .checked_sub(1)
                .and_then(|x| self.0.get(&(x, y)).copied())
                .unwrap_or(0);
            self.put(x, y, left);
        }
    }

    fn rows(sheet: &Sheet, width: usize, height: usize) -> Vec<Vec<u8>> {
        (0..height)
            .map(|y| {
                (0..width)
                    .map(|x| sheet.0.get(&(x, y)).copied().unwrap_or(0))
                    .collect()
            })
            .collect()
    }

    #[test]
    fn the_example_of_s7_decodes() {
        let mut sheet = Sheet::default();
        let bytes = [0x01, 8, 0x12, 0x23, 0x22, 0x23, 0x12];
        assert!(scumm_book::says("S7", &bytes).unwrap());
        decode(&bytes, 2, &mut sheet).unwrap();
        assert_eq!(
            rows(&sheet, 8, 2),
            [[1, 1, 1, 1, 2, 3, 2, 3], [1, 1, 1, 1, 3, 2, 3, 2]]
        );
    }

    #[test]
    fn a_pair_starts_with_its_high_nibble_at_each_run_s7() {
        let mut sheet = Sheet::default();
        decode(&[0xc3, 0x5a, 0xc1, 0x5a, 0xc0, 0x12, 4], 1, &mut sheet).unwrap();
        assert_eq!(rows(&sheet, 8, 1), [[5, 10, 5, 5, 1, 2, 1, 2]]);
    }

    #[test]
    fn a_run_may_pass_the_right_edge_and_an_empty_one_does_nothing_s7() {
        let mut sheet = Sheet::default();
        decode(&[0x00, 0, 0x74, 0x80, 0, 0x85], 1, &mut sheet).unwrap();
        assert_eq!(rows(&sheet, 12, 1), [[4; 12]]);
    }

    #[test]
    fn every_prefix_is_truncated() {
        let whole = [0x01, 8, 0x12, 0x23, 0x22, 0x23, 0x12];
        for len in 0..whole.len() {
            assert_eq!(decode(&whole[..len], 2, &mut Sheet::default()), None);
        }
    }
}

//! Z-planes as stored: one bit for each pixel, run lengths by strip (Z1, Z2, O6).

use crate::Planes;

/// Returns the bytes of a packed strip (Z2) from top to bottom, with the leftmost pixel in bit 7.
/// The iterator ends with the data.
pub(crate) fn mask_bytes(bytes: &[u8]) -> impl Iterator<Item = u8> + Clone {
    let mut bytes = bytes.iter().copied();
    let mut left = 0_u16;
    let mut repeated = None;
    std::iter::from_fn(move || {
        if left == 0 {
            let code = bytes.next()?;
            // A count of 0 is decremented before it is tested, so it means 256.
            left = match code & 0x7f {
                0 => 256,
                count => u16::from(count),
            };
            repeated = if code & 0x80 != 0 {
                Some(bytes.next()?)
            } else {
                None
            };
        }
        left = left.saturating_sub(1);
        repeated.or_else(|| bytes.next())
    })
}

/// The combination of the bytes of a stored strip with the bytes of the plane (O6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meet {
    /// The data replaces the plane; an empty strip clears the plane.
    Replace,
    /// The data is added; an empty strip does not change the plane.
    Add,
    /// The data replaces the plane, but an empty strip does not change the plane (S15).
    ReplaceUnlessEmpty,
}

/// Writes a strip's lines to a plane, from line `top` on. `None` is an empty strip. If the data
/// ends early, the lines below do not change.
pub(crate) fn put_strip(
    planes: &mut Planes,
    plane: usize,
    strip: usize,
    lines: Lines,
    bytes: Option<impl Iterator<Item = u8>>,
    meet: Meet,
) {
    match (bytes, meet) {
        (Some(bytes), _) => {
            lines
                .with(bytes)
                .for_each(|(y, bits)| planes.put(plane, strip, y, bits, meet == Meet::Add));
        }
        (None, Meet::Replace) => {
            lines
                .with(std::iter::repeat(0))
                .for_each(|(y, bits)| planes.put(plane, strip, y, bits, false));
        }
        (None, Meet::Add | Meet::ReplaceUnlessEmpty) => {}
    }
}

/// A range of the stage's lines, which may begin above the stage.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines {
    pub(crate) top: i32,
    pub(crate) height: usize,
}

impl Lines {
    /// Returns the lines' values from top to bottom, each with the number of its line. Lines above
    /// the stage are skipped.
    fn with<T>(self, values: impl Iterator<Item = T>) -> impl Iterator<Item = (usize, T)> {
        let numbered = (i64::from(self.top)..).zip(values).take(self.height);
        numbered.filter_map(|(y, value)| Some((usize::try_from(y).ok()?, value)))
    }
}

/// Writes a strip's lines to a plane through the mask of a TMSK (O6). If `selects` is true, the
/// data replaces the plane where the mask is set. Otherwise the data is added to the plane, and the
/// bits that are set in the mask are removed. If the data ends early, the lines below do not
/// change.
pub(crate) fn mask_strip(
    planes: &mut Planes,
    (plane, strip): (usize, usize),
    lines: Lines,
    bytes: impl Iterator<Item = (u8, u8)>,
    selects: bool,
) {
    for (y, (data, mask)) in lines.with(bytes) {
        let start = y
            .saturating_mul(planes.pitch())
            .saturating_add(strip.saturating_mul(8));
        let pixels = planes
            .get_mut(plane)
            .and_then(|p| p.get_mut(start..start.saturating_add(8)));
        for (pixel, bit) in pixels.into_iter().flatten().zip((0..8).rev()) {
            let spread = |bits: u8| {
                if bits & 1_u8.wrapping_shl(bit) != 0 {
                    0xff
                } else {
                    0
                }
            };
            let data = spread(data);
            let mask = spread(mask);
            *pixel = if selects {
                (*pixel & !mask) | (data & mask)
            } else {
                (*pixel | data) & !mask
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_z2_decodes() {
        let bytes = [0x85, 0xff, 3, 1, 2, 3, 0xff, 0, 0x83, 0];
        assert!(scumm_book::says("Z2", &bytes).unwrap());
        let mut expected = vec![0xff; 5];
        expected.extend([1, 2, 3]);
        expected.extend([0; 130]);
        assert_eq!(mask_bytes(&bytes).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_count_of_zero_is_256_z2() {
        assert_eq!(mask_bytes(&[0x80, 7]).collect::<Vec<_>>(), [7; 256]);
        let literal: Vec<u8> = std::iter::once(0).chain(0..=255).chain([0x81, 9]).collect();
        assert_eq!(
            mask_bytes(&literal).collect::<Vec<_>>()[254..],
            [254, 255, 9]
        );
    }

    fn plane_of(line: [u8; 8]) -> Planes {
        let mut planes = Planes::new(8, 1, 0, 2);
        planes.get_mut(1).unwrap().copy_from_slice(&line);
        planes
    }

    #[test]
    fn data_replaces_or_adds_o6() {
        let old = [0xff, 0, 0, 0, 0, 0, 0, 0];
        let lines = Lines { top: 0, height: 1 };
        for (meet, expected) in [(Meet::Replace, [0, 0xff]), (Meet::Add, [0xff, 0xff])] {
            let mut planes = plane_of(old);
            put_strip(&mut planes, 1, 0, lines, Some([0x40].into_iter()), meet);
            assert_eq!(planes.get(1).unwrap()[..2], expected);
        }
    }

    #[test]
    fn an_empty_strip_clears_only_where_it_replaces_o6_s15() {
        let lines = Lines { top: 0, height: 1 };
        for (meet, expected) in [
            (Meet::Replace, 0),
            (Meet::Add, 0xff),
            (Meet::ReplaceUnlessEmpty, 0xff),
        ] {
            let mut planes = plane_of([0xff; 8]);
            put_strip(&mut planes, 1, 0, lines, None::<std::iter::Empty<u8>>, meet);
            assert_eq!(planes.get(1).unwrap()[..], [expected; 8]);
        }
    }

    #[test]
    fn tmsk_says_where_the_data_counts_o6() {
        let masked = |selects: bool| {
            let mut planes = plane_of([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]);
            let bytes = [(0b0101_0101, 0b0011_0011)].into_iter();
            mask_strip(
                &mut planes,
                (1, 0),
                Lines { top: 0, height: 1 },
                bytes,
                selects,
            );
            planes
                .get(1)
                .unwrap()
                .iter()
                .map(|pixel| pixel & 1)
                .collect::<Vec<_>>()
        };
        assert_eq!(masked(true), [1, 1, 0, 1, 0, 0, 0, 1]);
        assert_eq!(masked(false), [1, 1, 0, 0, 0, 1, 0, 0]);
    }

    #[test]
    fn lines_above_the_stage_take_their_data_with_them() {
        let mut planes = Planes::new(8, 2, 0, 2);
        let lines = Lines { top: -1, height: 2 };
        put_strip(
            &mut planes,
            1,
            0,
            lines,
            Some([0xff, 0x01].into_iter()),
            Meet::Replace,
        );
        assert_eq!(planes.get(1).unwrap()[..8], [0, 0, 0, 0, 0, 0, 0, 0xff]);
    }
}

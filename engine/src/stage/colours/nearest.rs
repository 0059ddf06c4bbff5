//! Finds the nearest colour on the screen (P5).

use scumm_room::Palette;

use super::Colours;

impl Colours {
    /// Returns the screen colour for `rgb` (P5): an exact match or the nearest colour. If
    /// `threshold` is 0 or more and the nearest colour is farther away, the function stores the
    /// colour in a free entry and returns that entry.
    pub(crate) fn screen_colour(&mut self, rgb: [u8; 3], threshold: i32) -> u8 {
        // The first entry that a remapped colour may use (P5).
        let first = if self.dialect.version() == 8 { 24 } else { 1 };
        // v7: remapped colours never use entries of the room's cycles (P5, R11).
        let is_cycling = |i: u8| {
            self.cycles
                .iter()
                .any(|(cycle, _)| (cycle.first..=cycle.last).contains(&i))
        };
        let usable = |i: u8| self.dialect.version() != 7 || !is_cycling(i);
        let Some((nearest, distance)) =
            nearest(&self.palette, rgb, (first..=254).filter(|i| usable(*i)))
        else {
            return 0;
        };
        let worst = threshold.saturating_mul(threshold).saturating_mul(11);
        if threshold < 0 || distance <= worst {
            return nearest;
        }
        let free = |i: &u8| self.palette[*i].iter().all(|c| *c >= 252);
        let Some(entry) = (49..=254).rev().find(free) else {
            return nearest;
        };
        self.palette[entry] = rgb;
        entry
    }
}

/// Multiplies each component by a factor in 256ths and limits it to 255 (A95, P5).
pub(crate) fn tint(rgb: [u8; 3], factors: [i32; 3]) -> [u8; 3] {
    std::array::from_fn(|i| (i32::from(rgb[i]).wrapping_mul(factors[i]) >> 8).clamp(0, 255) as u8)
}

/// Returns the nearest candidate and its distance (P5). The lowest two bits of components are
/// ignored, and the first one of equal distance wins.
fn nearest(
    palette: &Palette,
    rgb: [u8; 3],
    candidates: impl Iterator<Item = u8>,
) -> Option<(u8, i32)> {
    let coarse = |c: [u8; 3]| c.map(|v| i32::from(v & !3));
    let wanted = coarse(rgb);
    let distance = |i: u8| {
        let [r, g, b] = coarse(palette[i]);
        let [dr, dg, db] = [r - wanted[0], g - wanted[1], b - wanted[2]];
        3 * dr * dr + 6 * dg * dg + 2 * db * db
    };
    candidates
        .map(|i| (i, distance(i)))
        .min_by_key(|(_, distance)| *distance)
}

#[cfg(test)]
mod tests {
    use scumm_room::Dialect;

    use super::*;
    use crate::fixture::palette;

    #[test]
    fn the_nearest_colour_ignores_two_bits_and_weighs_components_p5() {
        let mut colours = Colours::new(&Dialect::new(6));
        colours.palette = palette(&[
            (9, [40, 40, 60]),
            (10, [40, 50, 40]),
            (11, [41, 43, 43]),
            (255, [40, 40, 40]),
        ]);
        // 41, 43, 43 is 40, 40, 40 without the lowest bits; 255 is not a candidate.
        assert_eq!(colours.screen_colour([40, 40, 40], -1), 11);
        // (40, 40, 60): 2 * 20 * 20 = 800; (40, 48, 40): 6 * 8 * 8 = 384.
        colours.palette = palette(&[(9, [40, 40, 60]), (10, [40, 50, 40])]);
        assert_eq!(colours.screen_colour([40, 40, 40], -1), 10);
        // The first colour of equal distance wins.
        colours.palette = palette(&[(7, [40, 44, 40]), (10, [40, 36, 40])]);
        assert_eq!(colours.screen_colour([40, 40, 40], -1), 7);
    }

    #[test]
    fn colours_below_24_are_left_alone_in_v8_p5() {
        for (version, found) in [(7, 5), (8, 30)] {
            let mut colours = Colours::new(&Dialect::new(version));
            colours.palette = palette(&[(5, [40, 40, 40]), (30, [80, 40, 40])]);
            assert_eq!(colours.screen_colour([40, 40, 40], -1), found, "v{version}");
        }
    }

    #[test]
    fn a_free_entry_takes_a_colour_that_nothing_is_near_to_p5() {
        let mut colours = Colours::new(&Dialect::new(6));
        colours.palette = palette(&[(9, [48, 40, 40]), (200, [252, 253, 254]), (30, [255; 3])]);
        // 3 * 8 * 8 = 192: not farther than a threshold of 5 (11 * 25 = 275), but farther than one
        // of 4 (176).
        assert_eq!(colours.screen_colour([40, 40, 40], 5), 9);
        assert_eq!(colours.screen_colour([40, 40, 40], 4), 200);
        assert_eq!(colours.palette[200], [40, 40, 40]);
        // 30 is also white, but only 49..=254 are free entries.
        colours.palette = palette(&[(9, [48, 40, 40]), (30, [255; 3])]);
        assert_eq!(colours.screen_colour([40, 40, 40], 0), 9);
    }

    #[test]
    fn factors_are_256ths_and_components_end_at_255_a95() {
        assert_eq!(tint([100, 200, 10], [128, 512, 256]), [50, 255, 10]);
        assert_eq!(tint([255; 3], [i32::MAX, i32::MIN, 0]), [255, 0, 0]);
    }
}

//! An actor's colours: overrides (A97), by stored value (A96), by tinting (A95, P5).

use scumm_room::{Error, Palette, Result};

use super::ActorMut;
use crate::Stage;

impl ActorMut<'_> {
    /// Overrides colour `slot` of the actor; 255 = the costume's (A97). Scripts of v5 and v8 reach slots 0..=31 only.
    ///
    /// # Errors
    /// No such slot: they are 0..=255.
    pub fn set_colour(&mut self, slot: usize, value: u8) -> Result<()> {
        let stored = self.palette.get_mut(slot);
        *stored.ok_or_else(|| Error::Misuse(format!("there is no colour slot {slot}: they are 0 to 255")))? =
            u16::from(value);
        self.need_redraw = true;
        Ok(())
    }

    /// Overrides the first colour whose stored value is `colour` (A96); a costume without that value keeps its colours.
    pub fn remap_colour(&mut self, colour: u8, value: u8) {
        let Some((stored, _)) = self.worn_costume().and_then(|costume| costume.colours()) else { return };
        let slot = stored.iter().position(|c| *c == colour);
        if let Some(stored) = slot.and_then(|slot| self.palette.get_mut(slot)) {
            *stored = u16::from(value);
        }
    }

    /// Tints the actor: its costume's own RGB colours, each component times a factor of 256ths, are looked up on the screen
    /// (A95, P5). Nothing happens outside the current room or without such colours.
    pub fn remap_palette(&mut self, factors: [i32; 3], threshold: i32) {
        if !self.in_room() {
            return;
        }
        let Some(costume) = self.worn_costume().cloned() else { return };
        let Some((stored, colours)) = costume.colours() else { return };
        for (i, (&index, rgb)) in stored.iter().zip(colours).enumerate().take(256) {
            if self.shadow_mode == 0 || index >= 16 {
                let found = self.stage.screen_colour(tint(*rgb, factors), threshold);
                self.palette[i] = u16::from(found);
            }
        }
    }
}

impl Stage {
    /// The screen colour for `rgb` (P5): an exact match, the nearest, or, where that is worse than a `threshold` of 0 or
    /// more, a free entry that takes the colour.
    pub(crate) fn screen_colour(&mut self, rgb: [u8; 3], threshold: i32) -> u8 {
        let first = self.dialect.first_remap_colour();
        let usable = |i: u8| !self.dialect.keeps_cycling_colours() || !self.is_cycling(i);
        let Some((nearest, distance)) = nearest(&self.state.palette, rgb, (first..=254).filter(|i| usable(*i))) else {
            return 0;
        };
        let worst = threshold.saturating_mul(threshold).saturating_mul(11);
        if threshold < 0 || distance <= worst {
            return nearest;
        }
        let free = |i: &u8| self.state.palette.0[usize::from(*i)].iter().all(|c| *c >= 252);
        let Some(entry) = (49..=254).rev().find(free) else { return nearest };
        self.state.palette.0[usize::from(entry)] = rgb;
        entry
    }

    /// Whether a colour belongs to one of the room's cycles (R11).
    fn is_cycling(&self, colour: u8) -> bool {
        let cycles = self.backdrop.room().map_or(&[][..], |room| &room.cycles);
        cycles.iter().any(|c| (c.first..=c.last).contains(&colour))
    }
}

/// Each component times a factor of 256ths, at most 255 (A95, P5).
pub(crate) fn tint(rgb: [u8; 3], factors: [i32; 3]) -> [u8; 3] {
    let mut tinted = rgb;
    for (component, factor) in tinted.iter_mut().zip(factors) {
        let value = i32::from(*component).wrapping_mul(factor) >> 8;
        *component = u8::try_from(value.clamp(0, 255)).unwrap_or(u8::MAX);
    }
    tinted
}

/// The nearest of some colours and how far it is (P5): components count without their lowest two bits, the first of
/// equally near ones wins.
fn nearest(palette: &Palette, rgb: [u8; 3], candidates: impl Iterator<Item = u8>) -> Option<(u8, i32)> {
    let coarse = |c: [u8; 3]| c.map(|v| i32::from(v & !3));
    let wanted = coarse(rgb);
    let distance = |i: u8| {
        let [r, g, b] = coarse(palette.0[usize::from(i)]);
        let [dr, dg, db] = [r - wanted[0], g - wanted[1], b - wanted[2]];
        3 * dr * dr + 6 * dg * dg + 2 * db * db
    };
    let mut best = None;
    for i in candidates {
        let d = distance(i);
        if best.is_none_or(|(_, least)| d < least) {
            best = Some((i, d));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use scumm_room::Dialect;

    use super::*;
    use crate::fixture::{palette, stage};

    #[test]
    fn the_nearest_colour_ignores_two_bits_and_weighs_components_p5() {
        let mut stage = stage(Dialect::new(6));
        stage.set_palette(palette(&[(9, [40, 40, 60]), (10, [40, 50, 40]), (11, [41, 43, 43]), (255, [40, 40, 40])]));
        // 41, 43, 43 is 40, 40, 40 without the lowest bits; 255 is no candidate.
        assert_eq!(stage.screen_colour([40, 40, 40], -1), 11);
        // (40, 40, 60): 2 * 20 * 20 = 800; (40, 48, 40): 6 * 8 * 8 = 384.
        stage.set_palette(palette(&[(9, [40, 40, 60]), (10, [40, 50, 40])]));
        assert_eq!(stage.screen_colour([40, 40, 40], -1), 10);
        // The first of equally near ones wins.
        stage.set_palette(palette(&[(7, [40, 44, 40]), (10, [40, 36, 40])]));
        assert_eq!(stage.screen_colour([40, 40, 40], -1), 7);
    }

    #[test]
    fn colours_below_24_are_left_alone_in_v8_p5() {
        for (version, found) in [(7, 5), (8, 30)] {
            let mut stage = stage(Dialect::new(version));
            stage.set_palette(palette(&[(5, [40, 40, 40]), (30, [80, 40, 40])]));
            assert_eq!(stage.screen_colour([40, 40, 40], -1), found, "v{version}");
        }
    }

    #[test]
    fn a_free_entry_takes_a_colour_that_nothing_is_near_to_p5() {
        let mut stage = stage(Dialect::new(6));
        stage.set_palette(palette(&[(9, [48, 40, 40]), (200, [252, 253, 254]), (30, [255; 3])]));
        // 3 * 8 * 8 = 192: not worse than a threshold of 5 (11 * 25 = 275), worse than one of 4 (176).
        assert_eq!(stage.screen_colour([40, 40, 40], 5), 9);
        assert_eq!(stage.screen_colour([40, 40, 40], 4), 200);
        assert_eq!(stage.palette().0[200], [40, 40, 40]);
        // 30 is white too, but only 49..=254 are given away.
        stage.set_palette(palette(&[(9, [48, 40, 40]), (30, [255; 3])]));
        assert_eq!(stage.screen_colour([40, 40, 40], 0), 9);
    }

    #[test]
    fn factors_are_256ths_and_components_end_at_255_a95() {
        assert_eq!(tint([100, 200, 10], [128, 512, 256]), [50, 255, 10]);
        assert_eq!(tint([255; 3], [i32::MAX, i32::MIN, 0]), [255, 0, 0]);
    }

    #[test]
    fn overrides_ask_for_a_redraw_a97() {
        let mut stage = stage(Dialect::new(5));
        stage.actor_mut(1).unwrap().need_redraw = false;
        stage.actor_mut(1).unwrap().set_colour(3, 77).unwrap();
        let actor = stage.actor(1).unwrap();
        assert_eq!((actor.palette[3], actor.need_redraw), (77, true));
        assert!(stage.actor_mut(1).unwrap().set_colour(256, 0).is_err() && stage.actor_mut(81).is_err());
    }

    #[test]
    fn tinting_needs_an_akos_in_the_room_a95() {
        let mut stage = crate::fixture::dressed(Dialect::new(6));
        let before = stage.actor(1).unwrap().clone();
        stage.actor_mut(1).unwrap().remap_palette([0; 3], -1);
        assert_eq!(*stage.actor(1).unwrap(), before);
    }
}

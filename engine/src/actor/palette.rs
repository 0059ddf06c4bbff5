//! An actor's colours: overrides (A97), by stored value (A96), by tinting (A95, P5).

use scumm_room::{Palette, Result};

use super::ActorMut;
use crate::Stage;
use crate::number::check_number;

impl ActorMut<'_> {
    /// Overrides colour `slot` of the actor; 255 = the costume's (A97). Scripts of v5 and v8 reach slots 0..=31 only.
    ///
    /// # Errors
    /// No such slot: they are 0..=255.
    pub fn set_colour(&mut self, slot: usize, value: u8) -> Result<()> {
        check_number("colour slot", slot, 0..=self.palette.len() - 1)?;
        self.palette[slot] = u16::from(value);
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
        let free = |i: &u8| self.state.palette[*i].iter().all(|c| *c >= 252);
        let Some(entry) = (49..=254).rev().find(free) else { return nearest };
        self.state.palette[entry] = rgb;
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
    std::array::from_fn(|i| (i32::from(rgb[i]).wrapping_mul(factors[i]) >> 8).clamp(0, 255) as u8)
}

/// The nearest of some colours and how far it is (P5): components count without their lowest two bits, the first of
/// equally near ones wins.
fn nearest(palette: &Palette, rgb: [u8; 3], candidates: impl Iterator<Item = u8>) -> Option<(u8, i32)> {
    let coarse = |c: [u8; 3]| c.map(|v| i32::from(v & !3));
    let wanted = coarse(rgb);
    let distance = |i: u8| {
        let [r, g, b] = coarse(palette[i]);
        let [dr, dg, db] = [r - wanted[0], g - wanted[1], b - wanted[2]];
        3 * dr * dr + 6 * dg * dg + 2 * db * db
    };
    candidates.map(|i| (i, distance(i))).min_by_key(|(_, distance)| *distance)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use scumm_costume::Costume;
    use scumm_costume::edit::akos::{AkosDraft, encode};
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
        assert_eq!(stage.palette()[200], [40, 40, 40]);
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
    fn remapping_lights_the_costumes_colours_a95_a96() {
        let draft = AkosDraft {
            palette: vec![3, 20, 16],
            colours: vec![[10, 20, 30], [100, 200, 250], [4, 4, 4]],
            ..AkosDraft::default()
        };
        let dialect = Dialect::humongous(72);
        let costume = Arc::new(Costume::parse(&encode(&draft).unwrap(), &dialect).unwrap());
        let remapped = |shadow_mode, remap: fn(&mut ActorMut<'_>)| {
            let mut stage = crate::fixture::dressed(dialect);
            stage.insert_costume(1, costume.clone()).unwrap();
            stage.set_palette(palette(&[(40, [8, 40, 12]), (41, [100, 252, 124]), (42, [4, 8, 0])]));
            let mut actor = stage.actor_mut(1).unwrap();
            actor.shadow_mode = shadow_mode;
            actor.palette.fill(255);
            remap(&mut actor);
            [0, 1, 2].map(|slot| actor.palette[slot])
        };
        let tint = |actor: &mut ActorMut<'_>| actor.remap_palette([256, 512, 128], -1);
        assert_eq!(remapped(0, tint), [40, 41, 42]);
        // With a shadow, the screen colours below 16 stay.
        assert_eq!(remapped(1, tint), [255, 41, 42]);
        assert_eq!(remapped(0, |actor| actor.remap_colour(20, 77)), [255, 77, 255]);
        assert_eq!(remapped(0, |actor| actor.remap_colour(4, 77)), [255; 3], "no such colour");
    }

    #[test]
    fn tinting_needs_an_akos_in_the_room_a95() {
        let mut stage = crate::fixture::dressed(Dialect::new(6));
        let before = stage.actor(1).unwrap().clone();
        stage.actor_mut(1).unwrap().remap_palette([0; 3], -1);
        assert_eq!(*stage.actor(1).unwrap(), before);
    }
}

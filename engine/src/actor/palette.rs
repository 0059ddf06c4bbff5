//! The colours of an actor: overrides (A97), replacement by stored value (A96), tints (A95, P5).

use scumm_room::Result;

use super::ActorMut;
use crate::stage::{check_number, tint};

impl ActorMut<'_> {
    /// Overrides colour `slot` of the actor. The value 255 restores the colour of the costume
    /// (A97). Scripts of v5 and v8 reach slots 0..=31 only.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`](scumm_room::Error::Misuse) if `slot` is outside 0..=255.
    pub fn set_colour(&mut self, slot: usize, value: u8) -> Result<()> {
        check_number("colour slot", slot, 0..=self.palette.len() - 1)?;
        self.palette[slot] = u16::from(value);
        self.need_redraw = true;
        Ok(())
    }

    /// Overrides the first colour whose stored value is `colour` (A96). If the costume has no such
    /// value, nothing changes.
    pub fn remap_colour(&mut self, colour: u8, value: u8) {
        let Some((stored, _)) = self.worn_costume().and_then(|costume| costume.colours()) else {
            return;
        };
        let slot = stored.iter().position(|c| *c == colour);
        if let Some(stored) = slot.and_then(|slot| self.palette.get_mut(slot)) {
            *stored = u16::from(value);
        }
    }

    /// Tints the actor: multiplies each component of the costume's own RGB colours by a factor in
    /// 256ths and replaces each colour by the nearest colour of the screen (A95, P5). Does nothing
    /// if the actor is outside the current room or the costume has no RGB colours.
    pub fn remap_palette(&mut self, factors: [i32; 3], threshold: i32) {
        if !self.in_room() {
            return;
        }
        let Some(costume) = self.worn_costume().cloned() else {
            return;
        };
        let Some((stored, colours)) = costume.colours() else {
            return;
        };
        for (i, (&index, rgb)) in stored.iter().zip(colours).enumerate().take(256) {
            if self.shadow_mode == 0 || index >= 16 {
                let found = self
                    .stage
                    .state
                    .colours
                    .screen_colour(tint(*rgb, factors), threshold);
                self.palette[i] = u16::from(found);
            }
        }
    }
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
    fn overrides_ask_for_a_redraw_a97() {
        let mut stage = stage(Dialect::new(5));
        stage.actor_mut(1).unwrap().need_redraw = false;
        stage.actor_mut(1).unwrap().set_colour(3, 77).unwrap();
        let actor = stage.actor(1).unwrap();
        assert_eq!((actor.palette[3], actor.need_redraw), (77, true));
        assert!(
            stage.actor_mut(1).unwrap().set_colour(256, 0).is_err() && stage.actor_mut(81).is_err()
        );
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
            stage.colours_mut().palette =
                palette(&[(40, [8, 40, 12]), (41, [100, 252, 124]), (42, [4, 8, 0])]);
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
        assert_eq!(
            remapped(0, |actor| actor.remap_colour(20, 77)),
            [255, 77, 255]
        );
        assert_eq!(
            remapped(0, |actor| actor.remap_colour(4, 77)),
            [255; 3],
            "no such colour"
        );
    }

    #[test]
    fn tinting_needs_an_akos_in_the_room_a95() {
        let mut stage = crate::fixture::dressed(Dialect::new(6));
        let before = stage.actor(1).unwrap().clone();
        stage.actor_mut(1).unwrap().remap_palette([0; 3], -1);
        assert_eq!(*stage.actor(1).unwrap(), before);
    }
}

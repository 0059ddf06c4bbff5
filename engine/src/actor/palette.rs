//! An actor's colours: overrides (A97), by stored value (A96), by tinting (A95, P5), and shadow tables made of
//! nearest colours (P6).

use scumm_room::{Error, Palette, Result};

use crate::Stage;

impl Stage {
    /// Sets an actor's override of colour `slot`; 255 = the costume's (A97). Scripts of v5 and v8 reach slots 0..=31 only.
    ///
    /// # Errors
    /// No such actor or slot: they are 0..=255.
    pub fn set_actor_colour(&mut self, id: u16, slot: usize, value: u8) -> Result<()> {
        let actor = self.actor_mut(id)?;
        let stored = actor.palette.get_mut(slot);
        *stored.ok_or_else(|| Error::Misuse(format!("there is no colour slot {slot}: they are 0 to 255")))? =
            u16::from(value);
        actor.need_redraw = true;
        Ok(())
    }

    /// Overrides the first colour whose stored value is `colour` (A96); a costume without that value keeps its colours.
    ///
    /// # Errors
    /// No such actor.
    pub fn remap_actor_colour(&mut self, id: u16, colour: u8, value: u8) -> Result<()> {
        let costume = self.actor(id)?.costume;
        let Some(costume) = self.costumes.get(&costume) else { return Ok(()) };
        let Some((stored, _)) = costume.colours() else { return Ok(()) };
        if let Some(slot) = stored.iter().position(|c| *c == colour) {
            self.state.actors[id].palette[slot.min(255)] = u16::from(value);
        }
        Ok(())
    }

    /// Tints an actor: its costume's own RGB colours, each component times a factor of 256ths, are looked up on the screen
    /// (A95, P5). Nothing happens outside the current room or without such colours.
    ///
    /// # Errors
    /// No such actor.
    pub fn remap_palette(&mut self, id: u16, factors: [i32; 3], threshold: i32) -> Result<()> {
        let costume = self.actor(id)?.costume;
        if !self.in_room(id) {
            return Ok(());
        }
        let Some(costume) = self.costumes.get(&costume).cloned() else { return Ok(()) };
        let Some((stored, colours)) = costume.colours() else { return Ok(()) };
        for (i, (&index, rgb)) in stored.iter().zip(colours).enumerate().take(256) {
            if self.state.actors[id].shadow_mode == 0 || index >= 16 {
                let tinted = tint(*rgb, factors);
                let found = self.screen_colour(tinted, threshold);
                self.state.actors[id].palette[i] = u16::from(found);
            }
        }
        Ok(())
    }

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
fn tint(rgb: [u8; 3], factors: [i32; 3]) -> [u8; 3] {
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

//! What only actors of Humongous games have: conditions (T85) and aux rectangles (A98).

use scumm_room::{Error, Quirks, Result};

use super::Actor;
use crate::Stage;

impl Actor {
    /// Sets or clears condition `n`, 1..=32 (T85). While no talk condition is set, bit 0 toggles with every call.
    fn set_condition(&mut self, n: u32, on: bool, talk_bits: u32, toggles: bool) {
        let bit = n.checked_sub(1).and_then(|shift| 1_u32.checked_shl(shift)).unwrap_or(0);
        let mask = &mut self.anim.condition_mask;
        *mask = if on { *mask | bit } else { *mask & !bit };
        let talking = if toggles { *mask & talk_bits } else { *mask & talk_bits & !1 };
        *mask = if talking != 0 { *mask & !1 } else { *mask | 1 };
    }
}

impl Stage {
    /// Sets or clears an actor's condition 1..=32 (T85).
    ///
    /// # Errors
    /// No such actor or condition.
    pub fn set_condition(&mut self, id: u16, n: u32, on: bool) -> Result<()> {
        self.check_actor(id)?;
        if !(1..=32).contains(&n) {
            return Err(Error::Misuse(format!("there is no condition {n}: they are 1 to 32")));
        }
        let (bits, toggles) = (self.dialect.talk_condition_bits(), self.dialect.has_quirk(Quirks::CONDITION_TOGGLE));
        self.state.actors[id].set_condition(n, on, bits, toggles);
        Ok(())
    }

    /// Sets or clears an actor's user condition 1..=16 (T85).
    ///
    /// # Errors
    /// No such actor or condition.
    pub fn set_user_condition(&mut self, id: u16, n: u32, on: bool) -> Result<()> {
        if !(1..=16).contains(&n) {
            return Err(Error::Misuse(format!("there is no user condition {n}: they are 1 to 16")));
        }
        self.set_condition(id, n + 16, on)
    }

    /// Sets an actor's talk condition (T85, X8) and keeps the engine from choosing one at the next draw (T84).
    ///
    /// # Errors
    /// No such actor or condition.
    pub fn set_talk_condition(&mut self, id: u16, n: u32) -> Result<()> {
        self.check_actor(id)?;
        if !(1..=32).contains(&n) {
            return Err(Error::Misuse(format!("there is no talk condition {n}: they are 1 to 32")));
        }
        self.choose_talk_condition(id, n);
        self.state.actors[id].he.condition_asked = true;
        Ok(())
    }

    pub(crate) fn choose_talk_condition(&mut self, id: u16, n: u32) {
        let (bits, toggles) = (self.dialect.talk_condition_bits(), self.dialect.has_quirk(Quirks::CONDITION_TOGGLE));
        let actor = &mut self.state.actors[id];
        actor.anim.condition_mask = (actor.anim.condition_mask & !bits) | 1;
        if n != 1 {
            actor.set_condition(n, true, bits, toggles);
        }
    }

    /// An actor that leaves gives its aux rectangle over for restoring (A98).
    pub(crate) fn hand_over_aux_rect(&mut self, id: u16) {
        let rect = self.state.actors[id].he.aux_rect.take();
        self.state.aux_restores.extend(rect);
    }
}

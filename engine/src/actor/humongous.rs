//! What only actors of Humongous games have: conditions (T85) and aux rectangles (A98).

use scumm_room::{Error, Result};

use crate::Stage;

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
        self.state.actors[id].anim.set_condition(&self.dialect, n, on);
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

    /// Sets an actor's talk condition 1..=32 and clears the others (T85). From HE80 on the next draw chooses another (T84).
    ///
    /// # Errors
    /// No such actor or condition.
    pub fn set_talk_condition(&mut self, id: u16, n: u32) -> Result<()> {
        self.check_actor(id)?;
        if !(1..=32).contains(&n) {
            return Err(Error::Misuse(format!("there is no talk condition {n}: they are 1 to 32")));
        }
        self.choose_talk_condition(id, n);
        Ok(())
    }

    /// Sets an actor's talk condition as scripts do: the next draw leaves it alone (X8).
    ///
    /// # Errors
    /// No such actor or condition.
    pub fn ask_talk_condition(&mut self, id: u16, n: u32) -> Result<()> {
        self.set_talk_condition(id, n)?;
        self.state.actors[id].he.condition_asked = true;
        Ok(())
    }

    pub(crate) fn choose_talk_condition(&mut self, id: u16, n: u32) {
        self.state.actors[id].anim.set_talk_condition(&self.dialect, n);
    }

    /// An actor that leaves gives its aux rectangle over for restoring (A98).
    pub(crate) fn hand_over_aux_rect(&mut self, id: u16) {
        let rect = self.state.actors[id].he.aux_rect.take();
        self.state.aux_restores.extend(rect);
    }
}

//! Talking: who talks, and the animations that go with it (T80–T84).

use scumm_room::Result;

use crate::{Event, Stage};

/// Nobody talks, in v1..v7 after somebody has (T82).
const NOBODY: u16 = 255;

impl Stage {
    /// Makes an actor the talking one and starts its talk animation; who talked before stops (T80).
    ///
    /// # Errors
    /// No such actor.
    pub fn actor_talk(&mut self, id: u16) -> Result<()> {
        self.check_actor(id)?;
        self.stop_talk();
        self.talk_start(id)?;
        self.state.talk_animated = true;
        Ok(())
    }

    /// Makes an actor the talking one and starts its talk animation, whoever talked before (T80, T81).
    ///
    /// # Errors
    /// No such actor.
    pub fn talk_start(&mut self, id: u16) -> Result<()> {
        self.check_actor(id)?;
        self.state.talking = id;
        self.state.actors[id].he.talking = self.dialect.is_humongous();
        let frame = self.state.actors[id].talk_start_frame;
        self.run_talk_animation(id, frame);
        Ok(())
    }

    /// Starts an actor's talk stop animation; then nobody talks (T82).
    ///
    /// # Errors
    /// No such actor.
    pub fn talk_stop(&mut self, id: u16) -> Result<()> {
        self.check_actor(id)?;
        let frame = self.state.actors[id].talk_stop_frame;
        self.run_talk_animation(id, frame);
        self.state.actors[id].he.talking = false;
        self.state.talking = if self.dialect.nobody_talks_is_zero() { 0 } else { NOBODY };
        Ok(())
    }

    /// Sets the talking actor variable and nothing else.
    pub fn set_talking_actor(&mut self, id: u16) {
        self.state.talking = id;
    }

    /// Ends all talk (T82).
    pub fn stop_talk(&mut self) {
        let id = self.state.talking;
        if (1..0x80).contains(&id) {
            let animates = self.dialect.is_v7_plus() || (self.in_room(id) && self.state.talk_animated);
            if animates {
                let frame = self.state.actors[id].talk_stop_frame;
                self.run_talk_animation(id, frame);
                self.state.talk_animated = false;
            }
            self.state.actors[id].he.talking = false;
            if !self.dialect.nobody_talks_is_zero() {
                self.state.talking = NOBODY;
            }
        }
        if self.dialect.stopped_talk_is_zero() {
            self.state.talking = 0;
        }
    }

    /// T81: not while nobody talks, not elsewhere, not if that frame runs already.
    fn run_talk_animation(&mut self, id: u16, frame: u8) {
        let actor = &self.state.actors[id];
        let idle = self.state.talking == 0 || !self.in_room(id) || actor.frame == frame;
        if idle || (self.dialect.keeps_talk_animation() && self.state.have_msg == 2) {
            return;
        }
        let frame = u16::from(frame);
        match actor.talk_script {
            0 => self.start_frame(id, frame),
            script => self.emit(Event::TalkScript { script, actor: id, frame }),
        }
    }
}

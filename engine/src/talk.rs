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

#[cfg(test)]
mod tests {
    use scumm_room::{Dialect, Game};

    use super::*;
    use crate::fixture::{dressed, stage};

    #[test]
    fn talking_runs_the_talk_frames_t80_t82() {
        let mut stage = dressed(Dialect::new(5));
        stage.actor_talk(1).unwrap();
        assert_eq!((stage.talking_actor(), stage.actor(1).unwrap().frame), (1, 4));
        stage.stop_talk();
        assert_eq!((stage.talking_actor(), stage.actor(1).unwrap().frame), (255, 5));
    }

    #[test]
    fn before_v7_only_actor_talk_moves_the_mouth_back_t82() {
        let mut stage = dressed(Dialect::new(5));
        stage.talk_start(1).unwrap();
        stage.stop_talk();
        assert_eq!(stage.actor(1).unwrap().frame, 4);
    }

    #[test]
    fn who_talks_when_all_talk_stops_t82() {
        let after = |dialect: Dialect, talking| {
            let mut stage = stage(dialect);
            stage.set_talking_actor(talking);
            stage.stop_talk();
            stage.talking_actor()
        };
        let full_throttle = Dialect::new(7).with_game(Some(Game::FullThrottle));
        let cases = [Dialect::new(5), full_throttle, Dialect::new(7), Dialect::new(8), Dialect::humongous(72)];
        assert_eq!(cases.map(|d| after(d, 2)), [255, 255, 0, 0, 0]);
        assert_eq!(cases.map(|d| after(d, 200)), [200, 200, 0, 0, 0]);
    }

    #[test]
    fn v8_waits_for_its_message_t81() {
        let mut stage = stage(Dialect::new(8));
        stage.actor_mut(1).unwrap().talk_script = 30;
        stage.set_have_msg(2);
        stage.talk_start(1).unwrap();
        assert_eq!(stage.take_events(), []);
        stage.set_have_msg(1);
        stage.talk_start(1).unwrap();
        assert_eq!(stage.take_events(), [Event::TalkScript { script: 30, actor: 1, frame: 4 }]);
    }

    #[test]
    fn a_frame_that_runs_is_not_started_again_t81() {
        let mut stage = dressed(Dialect::new(5));
        stage.talk_start(1).unwrap();
        stage.actor_mut(1).unwrap().need_redraw = false;
        stage.talk_start(1).unwrap();
        assert!(!stage.actor(1).unwrap().need_redraw);
    }
}

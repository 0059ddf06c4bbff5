//! The talking actor and its talk animations (T80–T84).
//!
//! A line of speech begins with [`ActorMut::talk`] and ends with [`Stage::end_talk`], which do
//! everything that the rules require (T80, T82). [`ActorMut::talk_start`] and
//! [`ActorMut::talk_stop`] only start the animations of one actor, for mouths that open and close
//! during a line and for scenes.

use scumm_room::GameId;

use crate::{ActorMut, Event, Stage};

/// The state of the talking actor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Talking {
    /// The talking actor variable: the number of an actor, 0 at engine start, and 255 or 0 after an
    /// actor has stopped talking (T82). The raw value matters: a talk animation does not start
    /// while the variable is 0, but does while it is 255 (T81).
    pub who: u16,
    /// Whether the actor started a talk animation through [`ActorMut::talk`] (T82).
    animated: bool,
}

impl Talking {
    /// No actor has talked yet.
    const NOBODY_YET: u16 = 0;
    /// No actor talks any more.
    const STOPPED: u16 = 255;

    /// Returns the number of the talking actor (T82, Y60).
    pub fn actor(self) -> Option<u16> {
        Some(self.who).filter(|id| (1..0x80).contains(id))
    }
}

impl Stage {
    /// Returns the number of the talking actor.
    #[must_use]
    pub fn talking_actor(&self) -> Option<u16> {
        self.state.talking.actor()
    }

    /// Stores the talking actor variable and has no other effect. `variable` is the number of an
    /// actor, or 0 or 255 for no actor, as in scripts (T81, T82).
    pub fn set_talking_actor(&mut self, variable: u16) {
        self.state.talking.who = variable;
    }

    /// Starts a line of speech, after the end of the last line or added to it (Y61). Returns
    /// `false` and does nothing if the speaker is not in the room.
    pub(crate) fn begin_talk(&mut self, speaker: Option<u16>, adds: bool) -> bool {
        if speaker.is_some_and(|id| !self.actor_mut(id).is_ok_and(|actor| actor.in_room())) {
            return false;
        }
        if !adds {
            self.end_talk();
        }
        match speaker {
            Some(id) => self.handle(id).talk_start(),
            None => self.state.talking.who = Talking::STOPPED,
        }
        self.state.talking.animated = speaker.is_some();
        true
    }

    /// Opens or closes the mouth of the talking actor (T81, T83a).
    pub(crate) fn move_mouth(&mut self, open: bool) {
        let Some(id) = self.state.talking.actor() else {
            return;
        };
        let mut actor = self.handle(id);
        let frame = if open {
            actor.talk_start_frame
        } else {
            actor.talk_stop_frame
        };
        actor.run_talk_animation(frame);
    }

    /// Ends all talk and starts the talk stop animation of the talking actor (T82).
    pub fn end_talk(&mut self) {
        if let Some(id) = self.state.talking.actor() {
            let animates =
                self.dialect.is_v7_plus() || (self.in_room(id) && self.state.talking.animated);
            let mut actor = self.handle(id);
            actor.he.talking = false;
            if animates {
                actor.run_talk_animation(actor.talk_stop_frame);
                self.state.talking.animated = false;
            }
            if !self.dialect.nobody_talks_is_zero() {
                self.state.talking.who = Talking::STOPPED;
            }
        }
        // The Dig, v8 and Humongous games set the talking actor to 0 when all talk is stopped
        // (T82).
        if self.dialect.nobody_talks_is_zero() || self.dialect.game() == Some(GameId::Dig) {
            self.state.talking.who = Talking::NOBODY_YET;
        }
    }
}

impl ActorMut<'_> {
    /// Makes this actor the talking actor and starts its talk animation. The previous talking actor
    /// stops (T80, T87). Does nothing if the actor is outside the current room (Y61).
    pub fn talk(&mut self) {
        self.stage.begin_talk(Some(self.id), false);
    }

    /// Makes this actor the talking actor and starts its talk animation. The previous talking actor
    /// is not stopped (T80, T81).
    pub fn talk_start(&mut self) {
        self.stage.state.talking.who = self.id;
        self.he.talking = self.stage.dialect.is_humongous();
        self.run_talk_animation(self.talk_start_frame);
    }

    /// Starts the talk stop animation of this actor. Afterwards no actor talks (T82).
    pub fn talk_stop(&mut self) {
        self.run_talk_animation(self.talk_stop_frame);
        self.he.talking = false;
        let zero = self.stage.dialect.nobody_talks_is_zero();
        self.stage.state.talking.who = if zero {
            Talking::NOBODY_YET
        } else {
            Talking::STOPPED
        };
    }

    /// Starts a talk frame. Does nothing if no actor has talked yet, the actor is in another room,
    /// or the frame is already playing (T81). A talk script replaces the animation (Y64).
    fn run_talk_animation(&mut self, frame: u8) {
        let idle = self.stage.state.talking.who == Talking::NOBODY_YET
            || !self.in_room()
            || self.frame == frame;
        // v8: no talk animation starts while a message waits (T81).
        if idle || (self.stage.dialect.version() == 8 && self.stage.state.variables.have_msg == 2) {
            return;
        }
        let frame = u16::from(frame);
        match self.talk_script {
            0 => self.begin_anim(frame),
            script => self.stage.emit(Event::TalkScript {
                script,
                actor: self.id,
                frame,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use scumm_room::{Dialect, GameId};

    use super::*;
    use crate::fixture::{dressed, stage};

    #[test]
    fn talking_runs_the_talk_frames_t80_t82() {
        let mut stage = dressed(Dialect::new(5));
        stage.actor_mut(1).unwrap().talk();
        assert_eq!(
            (stage.talking_actor(), stage.actor(1).unwrap().frame),
            (Some(1), 4)
        );
        stage.end_talk();
        assert_eq!(
            (stage.state.talking.who, stage.actor(1).unwrap().frame),
            (255, 5)
        );
    }

    #[test]
    fn before_v7_only_talk_moves_the_mouth_back_t82_y60() {
        let mut stage = dressed(Dialect::new(5));
        stage.actor_mut(1).unwrap().talk_start();
        stage.end_talk();
        assert_eq!(stage.actor(1).unwrap().frame, 4);
    }

    #[test]
    fn who_talks_when_all_talk_stops_t82() {
        let after = |dialect: Dialect, talking| {
            let mut stage = stage(dialect);
            stage.set_talking_actor(talking);
            stage.end_talk();
            stage.state.talking.who
        };
        let full_throttle = Dialect::new(7).with_game(Some(GameId::FullThrottle));
        let cases = [
            Dialect::new(5),
            full_throttle,
            Dialect::new(7),
            Dialect::new(8),
            Dialect::humongous(72),
        ];
        assert_eq!(cases.map(|d| after(d, 2)), [255, 255, 0, 0, 0]);
        assert_eq!(cases.map(|d| after(d, 200)), [200, 200, 0, 0, 0]);
    }

    #[test]
    fn v8_waits_for_its_message_t81() {
        let mut stage = stage(Dialect::new(8));
        stage.actor_mut(1).unwrap().talk_script = 30;
        stage.variables_mut().have_msg = 2;
        stage.actor_mut(1).unwrap().talk_start();
        assert_eq!(stage.take_events(), []);
        stage.variables_mut().have_msg = 1;
        stage.actor_mut(1).unwrap().talk_start();
        assert_eq!(
            stage.take_events(),
            [Event::TalkScript {
                script: 30,
                actor: 1,
                frame: 4
            }]
        );
    }

    #[test]
    fn a_frame_that_runs_is_not_started_again_t81() {
        let mut stage = dressed(Dialect::new(5));
        stage.actor_mut(1).unwrap().talk_start();
        stage.actor_mut(1).unwrap().need_redraw = false;
        stage.actor_mut(1).unwrap().talk_start();
        assert!(!stage.actor(1).unwrap().need_redraw);
    }

    #[test]
    fn who_is_elsewhere_says_nothing_and_the_old_speech_goes_on_y61() {
        let mut stage = dressed(Dialect::new(5));
        stage.actor_mut(1).unwrap().talk();
        stage.actor_mut(2).unwrap().room = 9;
        stage.actor_mut(2).unwrap().talk();
        assert_eq!(
            (stage.talking_actor(), stage.actor(1).unwrap().frame),
            (Some(1), 4)
        );
    }

    #[test]
    fn a_talk_script_comes_in_the_place_of_the_animation_y64() {
        let mut stage = dressed(Dialect::new(5));
        let before = stage.actor(1).unwrap().frame;
        stage.actor_mut(1).unwrap().talk_script = 30;
        stage.actor_mut(1).unwrap().talk();
        assert_eq!(
            stage.take_events(),
            [Event::TalkScript {
                script: 30,
                actor: 1,
                frame: 4
            }]
        );
        assert_eq!(stage.actor(1).unwrap().frame, before);
    }
}

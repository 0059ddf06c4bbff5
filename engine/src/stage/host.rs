//! The stage's answers to an advancing animation.

use scumm_costume::{Effect, Fault, Host};

use super::{QueueEntry, State};
use crate::{Environment, Event, SoundQueue};

/// The most entries in the command queue (A33).
const QUEUE_LIMIT: usize = 31;

/// The state of the stage and its environment while one actor's [`scumm_costume::LimbStates`] are
/// taken out of it and advance.
pub(crate) struct AnimationHost<'a> {
    pub state: &'a mut State,
    pub actor: u16,
    pub env: &'a mut dyn Environment,
}

impl Host for AnimationHost<'_> {
    fn actor(&self) -> u16 {
        self.actor
    }

    fn sound(&self, slot: usize) -> u16 {
        self.state.actors[self.actor]
            .sounds
            .get(slot)
            .copied()
            .unwrap_or(0)
    }

    fn emit(&mut self, effect: Effect) {
        match effect {
            Effect::Sound { slot } => {
                let id = i32::from(self.sound(usize::from(slot)));
                self.state.events.push(Event::Sound {
                    via: SoundQueue::Queue2,
                    id,
                    channel: 0,
                    flags: 0,
                });
            }
            Effect::Queue {
                actor,
                command,
                p1,
                p2,
            } if self.state.queue.len() < QUEUE_LIMIT => {
                let [p1, p2] = [p1, p2].map(|p| i32::from(p as i16));
                self.state.queue.push(QueueEntry {
                    command,
                    actor,
                    p1,
                    p2,
                });
            }
            Effect::Queue { .. } => self.state.emit_fault(self.actor, Fault::QueueFull),
            Effect::Fault { fault, .. } => self.state.emit_fault(self.actor, fault),
            _ => {}
        }
    }

    fn random(&mut self, min: i32, max: i32) -> i32 {
        self.env.random(min, max)
    }

    fn sound_running(&self, sound: u16) -> bool {
        self.env.sound_running(sound)
    }

    fn set_actor_var(&mut self, actor: u16, var: u8, value: i16) -> bool {
        let exists = (1..=super::MAX_ACTOR).contains(&actor);
        let stored = self.state.actors[actor]
            .anim
            .vars
            .get_mut(usize::from(var))
            .filter(|_| exists);
        stored.map(|v| *v = value).is_some()
    }

    fn any_actor_talks(&self) -> bool {
        self.state.talking.who != 0
    }

    fn talkie_running(&self) -> bool {
        self.state.actors[self.actor].he.talking
    }
}

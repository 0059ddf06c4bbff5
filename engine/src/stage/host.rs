//! The stage as the host of an animation: it answers the questions of the animation, collects its
//! sounds and faults, and keeps the command queue, which a frame processes after its actors (A33).

use scumm_costume::{Effect, Fault, Host, QueueCommand};

use super::{MAX_ACTOR, Stage, State};
use crate::{Environment, Event, SoundQueue};

/// The most entries in the command queue (A33).
const QUEUE_LIMIT: usize = 31;

/// The state and the environment of the stage while the animation of one actor advances. During
/// this time the [`scumm_costume::LimbStates`] of the actor are not in the state.
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
        let exists = (1..=MAX_ACTOR).contains(&actor);
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

// The AKOS command queue. A frame processes the queue last in, first out, after all actors were
// drawn and animated (A33).

/// The flags of a sound that command 9 starts in a Humongous game.
const COMMAND_9_FLAG: i32 = 4;
/// The channel of sounds in Humongous games: any channel.
const ANY_CHANNEL: i32 = -1;

/// An entry of the AKOS command queue. Operands are signed 16-bit values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct QueueEntry {
    pub command: QueueCommand,
    pub actor: u16,
    pub p1: i32,
    pub p2: i32,
}

impl Stage {
    pub(super) fn work_off_queue(&mut self) {
        let humongous = self.dialect.is_humongous();
        let mut aux_frames = Vec::new();
        while let Some(QueueEntry {
            command,
            actor,
            p1,
            p2,
        }) = self.state.queue.pop()
        {
            self.emit(Event::AkosCommand {
                command,
                actor,
                p1,
                p2,
            });
            if !(1..=MAX_ACTOR).contains(&actor) {
                self.state.emit_fault(actor, Fault::NoActor(actor));
                continue;
            }
            // The stage performs these commands itself. Sounds, volumes and talkies are left to the
            // caller.
            match command {
                QueueCommand::LeaveRoom => self.handle(actor).kill(),
                QueueCommand::StartSound if humongous => self.emit_sound(p1, 0),
                QueueCommand::StartAnimation => self.handle(actor).begin_anim(p1 as u16),
                QueueCommand::SetClip => self.handle(actor).force_clip = p1 as u8,
                QueueCommand::SetOffset => self.handle(actor).he.offset = (p1, p2),
                QueueCommand::VolumeOrAuxFrame if humongous => aux_frames.push((actor, p1)),
                QueueCommand::PriorityOrSoftSound if humongous => {
                    self.emit_sound(p1, COMMAND_9_FLAG)
                }
                _ => {}
            }
        }
        for (actor, frame) in aux_frames {
            self.draw_aux_frame(actor, frame);
        }
    }

    fn emit_sound(&mut self, id: i32, flags: i32) {
        // From HE95 on, the sound goes to the queue that also sets the game's variable of the last
        // sound (A33).
        let via = if self.dialect.he_at_least(95) {
            SoundQueue::Queue
        } else {
            SoundQueue::Queue2
        };
        self.emit(Event::Sound {
            via,
            id,
            channel: ANY_CHANNEL,
            flags,
        });
    }
}

#[cfg(test)]
mod tests {
    use scumm_room::Dialect;

    use super::*;
    use crate::fixture::stage;

    fn worked_off(dialect: Dialect, entries: &[(QueueCommand, i32, i32)]) -> Stage {
        let mut stage = stage(dialect);
        let queued = entries.iter().map(|&(command, p1, p2)| QueueEntry {
            command,
            actor: 1,
            p1,
            p2,
        });
        stage.state.queue.extend(queued);
        stage.work_off_queue();
        stage
    }

    #[test]
    fn the_queue_is_worked_off_last_in_first_out_a33() {
        let mut stage = worked_off(
            Dialect::new(7),
            &[
                (QueueCommand::SetClip, 1, 0),
                (QueueCommand::SetClip, 2, 0),
                (QueueCommand::SetOffset, 3, 4),
            ],
        );
        assert_eq!(
            (
                stage.actor(1).unwrap().force_clip,
                stage.actor(1).unwrap().he.offset
            ),
            (1, (3, 4))
        );
        let commands: Vec<_> = stage.take_events().into_iter().collect();
        let entry = |command, p1, p2| Event::AkosCommand {
            command,
            actor: 1,
            p1,
            p2,
        };
        assert_eq!(
            commands,
            [
                entry(QueueCommand::SetOffset, 3, 4),
                entry(QueueCommand::SetClip, 2, 0),
                entry(QueueCommand::SetClip, 1, 0)
            ]
        );
        assert!(stage.state.queue.is_empty());
    }

    #[test]
    fn command_1_puts_the_actor_nowhere_a33() {
        let stage = worked_off(Dialect::new(8), &[(QueueCommand::LeaveRoom, 0, 0)]);
        let actor = stage.actor(1).unwrap();
        assert_eq!((actor.room, actor.pos), (0, glam::I16Vec2::ZERO));
    }

    #[test]
    fn sounds_are_events_of_humongous_games_only_and_noted_from_he95_on_a33() {
        let sounds = |dialect| {
            let mut stage = worked_off(
                dialect,
                &[
                    (QueueCommand::StartSound, 50, 0),
                    (QueueCommand::PriorityOrSoftSound, 60, 0),
                ],
            );
            let is_sound = |event: &Event| matches!(event, Event::Sound { .. });
            stage
                .take_events()
                .into_iter()
                .filter(is_sound)
                .collect::<Vec<_>>()
        };
        assert_eq!(sounds(Dialect::new(7)), []);
        for (he, via) in [(94, SoundQueue::Queue2), (95, SoundQueue::Queue)] {
            let sound = |id, flags| Event::Sound {
                via,
                id,
                channel: -1,
                flags,
            };
            assert_eq!(
                sounds(Dialect::humongous(he)),
                [sound(60, 4), sound(50, 0)],
                "HE{he}"
            );
        }
    }

    #[test]
    fn an_entry_for_nobody_is_a_fault() {
        let mut stage = stage(Dialect::new(7));
        stage.state.queue.push(QueueEntry {
            command: QueueCommand::LeaveRoom,
            actor: 300,
            p1: 0,
            p2: 0,
        });
        stage.work_off_queue();
        assert!(stage.take_events().contains(&Event::Fault {
            actor: 300,
            fault: Fault::NoActor(300).into()
        }));
    }

    #[test]
    fn a_missing_aux_frame_is_a_fault_a98() {
        let mut stage = worked_off(
            Dialect::humongous(72),
            &[(QueueCommand::VolumeOrAuxFrame, 3, 0)],
        );
        assert!(stage.take_events().contains(&Event::Fault {
            actor: 1,
            fault: Fault::NoAuxFrame(3).into()
        }));
    }
}

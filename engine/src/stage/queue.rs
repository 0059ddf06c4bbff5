//! The AKOS command queue: worked off last in, first out, after all actors were drawn and animated (A33).

use glam::I16Vec2;
use scumm_costume::Fault;

use super::{MAX_ACTOR, QueueEntry, Stage};
use crate::{Event, SoundQueue};

/// The flag that Humongous sounds of command 9 carry.
const COMMAND_9_FLAG: i32 = 4;
/// The channel of Humongous sounds: any.
const ANY_CHANNEL: i32 = -1;

impl Stage {
    pub(super) fn work_off_queue(&mut self) {
        let mut aux_frames = Vec::new();
        while let Some(entry) = self.state.queue.pop() {
            let QueueEntry { command, actor, p1, p2 } = entry;
            self.emit(Event::AkosCommand { command, actor, p1, p2 });
            if (1..=MAX_ACTOR).contains(&actor) {
                self.execute(entry, &mut aux_frames);
            } else {
                self.emit_fault(actor, Fault::NoActor(actor));
            }
        }
        for (actor, frame) in aux_frames {
            self.draw_aux_frame(actor, frame);
        }
    }

    /// What the stage can do itself; sounds, volumes and talkies are the caller's.
    fn execute(&mut self, entry: QueueEntry, aux_frames: &mut Vec<(u16, i32)>) {
        let QueueEntry { command, actor, p1, p2 } = entry;
        let humongous = self.dialect.is_humongous();
        match command {
            1 => self.put_actor(actor, I16Vec2::ZERO, 0),
            3 if humongous => self.emit_sound(p1, 0),
            4 => self.start_frame(actor, p1 as u16),
            5 => self.state.actors[actor].force_clip = p1 as u8,
            6 => self.state.actors[actor].he.offset = (p1, p2),
            7 if humongous => aux_frames.push((actor, p1)),
            9 if humongous => self.emit_sound(p1, COMMAND_9_FLAG),
            _ => {}
        }
    }

    fn emit_sound(&mut self, id: i32, flags: i32) {
        self.emit(Event::Sound { via: SoundQueue::Queue, id, channel: ANY_CHANNEL, flags });
    }
}

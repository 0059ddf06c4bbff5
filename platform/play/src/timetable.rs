//! The routine of an actor: a list of entries that repeats.

use std::sync::Arc;

use glam::IVec2;
use serde::{Deserialize, Serialize};

/// An entry of a timetable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum TimetableEntry {
    /// Wait for a number of frames.
    Wait(u32),
    /// Walk to a position; the next entry waits for the arrival.
    Walk((i32, i32)),
    /// Turn to an angle in degrees clockwise from north.
    Face(i32),
    /// Say a line; the next entry starts at once.
    Say(String),
    /// Use an object of the cast, by its number; the next entry waits until this is complete.
    Use(u16),
    /// Play a chore for a number of frames; then the actor stands.
    Play {
        /// The chore.
        chore: u16,
        /// The number of frames.
        frames: u32,
    },
}

/// A command for an actor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActorCommand {
    /// Walk to a position in actors' units.
    Walk(IVec2),
    /// Turn to an angle in degrees clockwise from north.
    Face(i32),
    /// Say a line.
    Say(String),
    /// Use an object.
    Use(u16),
    /// Start a chore.
    Play(u16),
    /// Stand.
    Stand,
}

/// A timetable with its progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timetable {
    acts: Arc<[TimetableEntry]>,
    next: usize,
    /// The number of frames to wait.
    left: u32,
    playing: bool,
}

impl Timetable {
    /// Creates a timetable at its first entry.
    pub fn new(acts: Vec<TimetableEntry>) -> Self {
        Self {
            acts: acts.into(),
            next: 0,
            left: 0,
            playing: false,
        }
    }

    /// Returns the command for this frame. `moving` tells whether the actor is moving.
    pub fn step(&mut self, moving: bool) -> Option<ActorCommand> {
        if self.left > 0 {
            self.left -= 1;
            return None;
        }
        if moving {
            return None;
        }
        if self.playing {
            self.playing = false;
            return Some(ActorCommand::Stand);
        }
        let act = self.acts.get(self.next)?;
        self.next = self.next.saturating_add(1) % self.acts.len();
        match act {
            TimetableEntry::Wait(frames) => {
                self.left = *frames;
                None
            }
            TimetableEntry::Walk((x, y)) => Some(ActorCommand::Walk(IVec2::new(*x, *y))),
            TimetableEntry::Face(angle) => Some(ActorCommand::Face(*angle)),
            TimetableEntry::Say(line) => Some(ActorCommand::Say(line.clone())),
            TimetableEntry::Use(object) => Some(ActorCommand::Use(*object)),
            TimetableEntry::Play { chore, frames } => {
                (self.left, self.playing) = (*frames, true);
                Some(ActorCommand::Play(*chore))
            }
        }
    }

    /// Ends the present entry, because the user controls the actor now.
    pub fn interrupt(&mut self) {
        (self.left, self.playing) = (0, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_follows_the_other_and_the_end_the_beginning() {
        let acts = vec![
            TimetableEntry::Wait(2),
            TimetableEntry::Say("ahoy".to_owned()),
            TimetableEntry::Walk((3, 4)),
            TimetableEntry::Play {
                chore: 6,
                frames: 1,
            },
            TimetableEntry::Face(90),
        ];
        let mut table = Timetable::new(acts);
        // The actor walks for two frames.
        let moving = |frame: usize| [5, 6].contains(&frame);
        let commands: Vec<_> = (0..12).map(|frame| table.step(moving(frame))).collect();
        let (say, walk) = (
            Some(ActorCommand::Say("ahoy".to_owned())),
            Some(ActorCommand::Walk(IVec2::new(3, 4))),
        );
        let (play, face) = (Some(ActorCommand::Play(6)), Some(ActorCommand::Face(90)));
        let expected = [
            None,
            None,
            None,
            say,
            walk,
            None,
            None,
            play,
            None,
            Some(ActorCommand::Stand),
            face,
            None,
        ];
        assert_eq!(commands, expected);
    }

    #[test]
    fn an_empty_one_does_nothing() {
        assert_eq!(Timetable::new(Vec::new()).step(false), None);
    }
}

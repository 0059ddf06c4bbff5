//! What an actor does by itself: one thing after the other, over and over.

use std::sync::Arc;

use glam::IVec2;
use serde::{Deserialize, Serialize};

/// An entry of a timetable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Act {
    /// Nothing, for so many frames.
    Wait(u32),
    /// Walking somewhere; what follows waits for the arrival.
    Walk((i32, i32)),
    /// Turning to an angle in degrees clockwise from north.
    Face(i32),
    /// Saying a line; what follows begins at once.
    Say(String),
    /// A chore for so many frames; then the actor stands.
    Play {
        /// The chore.
        chore: u16,
        /// How many frames.
        frames: u32,
    },
}

/// Something to be done now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Walk there.
    Walk(IVec2),
    /// Turn to an angle.
    Face(i32),
    /// Say a line.
    Say(String),
    /// Start a chore.
    Play(u16),
    /// Stand.
    Stand,
}

/// A timetable and how far it has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timetable {
    acts: Arc<[Act]>,
    next: usize,
    /// Frames to wait.
    left: u32,
    playing: bool,
}

impl Timetable {
    /// From its beginning.
    pub fn new(acts: Vec<Act>) -> Self {
        Self { acts: acts.into(), next: 0, left: 0, playing: false }
    }

    /// What to do in this frame; `moving` tells whether the actor is on its way.
    pub fn step(&mut self, moving: bool) -> Option<Deed> {
        if self.left > 0 {
            self.left -= 1;
            return None;
        }
        if moving {
            return None;
        }
        if self.playing {
            self.playing = false;
            return Some(Deed::Stand);
        }
        let act = self.acts.get(self.next)?;
        self.next = self.next.saturating_add(1) % self.acts.len();
        match act {
            Act::Wait(frames) => {
                self.left = *frames;
                None
            }
            Act::Walk((x, y)) => Some(Deed::Walk(IVec2::new(*x, *y))),
            Act::Face(angle) => Some(Deed::Face(*angle)),
            Act::Say(line) => Some(Deed::Say(line.clone())),
            Act::Play { chore, frames } => {
                (self.left, self.playing) = (*frames, true);
                Some(Deed::Play(*chore))
            }
        }
    }

    /// Leaves what it is at, because somebody else leads the actor now.
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
            Act::Wait(2),
            Act::Say("ahoy".to_owned()),
            Act::Walk((3, 4)),
            Act::Play { chore: 6, frames: 1 },
            Act::Face(90),
        ];
        let mut table = Timetable::new(acts);
        // It walks for two frames.
        let moving = |frame: usize| [5, 6].contains(&frame);
        let deeds: Vec<_> = (0..12).map(|frame| table.step(moving(frame))).collect();
        let (say, walk) = (Some(Deed::Say("ahoy".to_owned())), Some(Deed::Walk(IVec2::new(3, 4))));
        let (play, face) = (Some(Deed::Play(6)), Some(Deed::Face(90)));
        let expected = [None, None, None, say, walk, None, None, play, None, Some(Deed::Stand), face, None];
        assert_eq!(deeds, expected);
    }

    #[test]
    fn an_empty_one_does_nothing() {
        assert_eq!(Timetable::new(Vec::new()).step(false), None);
    }
}

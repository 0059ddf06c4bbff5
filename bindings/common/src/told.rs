//! A stage with what it has told, and that as plain values.

use std::collections::VecDeque;

use scumm_engine::{Event, SoundQueue, Stage};
use serde::Serialize;

use crate::{Result, restore};

/// A stage, and the events that nobody has taken yet.
#[derive(Clone)]
pub struct Playing {
    /// The stage.
    pub stage: Stage,
    /// What it told.
    pub events: VecDeque<Event>,
}

impl Playing {
    /// A stage that has told nothing.
    #[must_use]
    pub fn new(stage: Stage) -> Self {
        Self {
            stage,
            events: VecDeque::new(),
        }
    }

    /// Takes back what a stage's `save` wrote; rooms and costumes have to be there. Events that wait are dropped.
    ///
    /// # Errors
    /// It is none, or the stage can't take it.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<()> {
        self.stage.restore(&restore(bytes)?)?;
        self.events.clear();
        Ok(())
    }

    /// What comes next of what it told; it stays until [`Playing::take`].
    pub fn first(&mut self) -> Option<&Event> {
        self.events.extend(self.stage.take_events());
        self.events.front()
    }

    /// Takes what comes next of what it told.
    pub fn take(&mut self) -> Option<Event> {
        self.first()?;
        self.events.pop_front()
    }
}

/// An event as plain values, `kind` among them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind")]
#[allow(missing_docs, reason = "a line each says what the values are")]
pub enum Told {
    /// Sound `id` was asked for, through queue 1, or 2, which COST of version 6 uses.
    Sound {
        id: i32,
        channel: i32,
        flags: i32,
        queue: u8,
    },
    /// An entry of the AKOS queue was worked off.
    AkosCommand {
        command: u8,
        actor: u16,
        p1: i32,
        p2: i32,
    },
    /// A script is due for a walk: `command` 1 start, 2 turn, 3 stop.
    WalkScript {
        script: u16,
        actor: u16,
        command: u8,
        angle: u16,
    },
    /// A script is due for a talk; `frame` would have been started.
    TalkScript { script: u16, actor: u16, frame: u16 },
    /// Something that stopped the original, or that the stage can't do; actor 0 is none.
    Fault { actor: u16, text: String },
}

impl From<Event> for Told {
    fn from(event: Event) -> Self {
        match event {
            Event::Sound {
                via,
                id,
                channel,
                flags,
            } => Self::Sound {
                id,
                channel,
                flags,
                queue: if via == SoundQueue::Queue2 { 2 } else { 1 },
            },
            Event::AkosCommand {
                command,
                actor,
                p1,
                p2,
            } => Self::AkosCommand {
                command,
                actor,
                p1,
                p2,
            },
            Event::WalkScript {
                script,
                actor,
                command,
                angle,
            } => Self::WalkScript {
                script,
                actor,
                command,
                angle,
            },
            Event::TalkScript {
                script,
                actor,
                frame,
            } => Self::TalkScript {
                script,
                actor,
                frame,
            },
            Event::Fault { actor, fault } => Self::Fault {
                actor,
                text: fault.to_string(),
            },
            other => Self::Fault {
                actor: 0,
                text: format!("{other:?}"),
            },
        }
    }
}

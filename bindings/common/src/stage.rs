//! A stage that its actors share, its events and its frames.

use std::collections::VecDeque;
use std::sync::Arc;

use scumm_costume::Costume;
use scumm_engine::{Actor, ActorMut, Backdrop, Event, Game, SoundQueue, Stage};
use scumm_room::Dialect;
use serde::Serialize;

use crate::{Failure, Held, Result, restore};

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

/// A stage, which its actors share.
#[derive(Clone)]
pub struct SharedStage(Arc<Held<Arc<Playing>>>);

impl From<Arc<Playing>> for SharedStage {
    fn from(playing: Arc<Playing>) -> Self {
        Self(Arc::new(Held::new("the stage", playing)))
    }
}

impl SharedStage {
    /// A stage in a room of a game, or with room 0 before the first.
    ///
    /// # Errors
    /// The room cannot be loaded.
    pub fn of_game(game: &Game, room: u16) -> Result<Self> {
        let stage = if room == 0 {
            Stage::for_game(game)?
        } else {
            Stage::for_room(game, room)?
        };
        Ok(Arc::new(Playing::new(stage)).into())
    }

    /// A stage before a backdrop. It is shown by the lines `top` to `bottom` of the screen, without `bottom` by all from `top` on.
    #[must_use]
    pub fn before(backdrop: Backdrop, dialect: Dialect, top: u16, bottom: Option<u16>) -> Self {
        let bottom = bottom.unwrap_or(dialect.screen_size().1);
        Arc::new(Playing::new(Stage::new(dialect, backdrop, top..bottom))).into()
    }

    /// The stage as it is now, for as long as somebody keeps it.
    ///
    /// # Errors
    /// It is in use or closed.
    pub fn kept(&self) -> Result<Arc<Playing>> {
        self.0.get()
    }

    /// Gives the memory back. What was kept stays.
    ///
    /// # Errors
    /// It is in use.
    pub fn close(&self) -> Result<()> {
        self.0.close()
    }

    /// Looks at the stage.
    ///
    /// # Errors
    /// It is in use or closed, or the look fails.
    pub fn see<R>(&self, look: impl FnOnce(&Stage) -> Result<R>) -> Result<R> {
        self.0.on(|playing| look(&playing.stage))
    }

    /// Does something to the stage and its events. Who keeps it has it as it was.
    ///
    /// # Errors
    /// It is in use or closed, or what is done fails.
    pub fn with<R>(&self, act: impl FnOnce(&mut Playing) -> Result<R>) -> Result<R> {
        self.0.on(|playing| act(Arc::make_mut(playing)))
    }

    /// Does something to the stage.
    ///
    /// # Errors
    /// It is in use or closed, or what is done fails.
    pub fn on<R>(&self, act: impl FnOnce(&mut Stage) -> Result<R>) -> Result<R> {
        self.with(|playing| act(&mut playing.stage))
    }

    /// An actor.
    ///
    /// # Errors
    /// There is none of this number.
    pub fn actor(&self, id: u16) -> Result<SharedActor> {
        self.see(|stage| Ok(stage.actor(id).map(drop)?))?;
        Ok(SharedActor {
            stage: self.clone(),
            id,
        })
    }

    /// What is seen, or with `back` what stands behind the actors.
    ///
    /// # Errors
    /// It is in use or closed.
    pub fn frame(&self, back: bool) -> Result<Frame> {
        Ok(Frame::of_stage(self.kept()?, back))
    }
}

/// An actor of a stage that is shared.
#[derive(Clone)]
pub struct SharedActor {
    /// The stage.
    pub stage: SharedStage,
    /// Its number.
    pub id: u16,
}

impl SharedActor {
    /// Looks at the actor.
    ///
    /// # Errors
    /// The stage is in use or closed, or the look fails.
    pub fn see<R>(&self, look: impl FnOnce(&Actor) -> Result<R>) -> Result<R> {
        self.stage.see(|stage| look(stage.actor(self.id)?))
    }

    /// Does something to the actor.
    ///
    /// # Errors
    /// The stage is in use or closed, or what is done fails.
    pub fn on<R>(&self, act: impl FnOnce(&mut ActorMut<'_>) -> Result<R>) -> Result<R> {
        self.stage.on(|stage| act(&mut stage.actor_mut(self.id)?))
    }
}

/// A picture: rows of palette indices. One of a stage keeps the stage as it was; who draws on meanwhile does so in a copy, which is
/// made only if the frame is still there.
#[derive(Clone)]
pub struct Frame {
    keep: Keep,
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Bytes from one row to the next.
    pub pitch: usize,
}

#[derive(Clone)]
enum Keep {
    Front(Arc<Playing>),
    Back(Arc<Playing>),
    Own(Arc<[u8]>),
}

impl Frame {
    /// What a stage shows, or what stands behind the actors.
    #[must_use]
    pub fn of_stage(playing: Arc<Playing>, back: bool) -> Self {
        let view = if back {
            playing.stage.back()
        } else {
            playing.stage.front()
        };
        let (width, height, pitch) = (view.width, view.height, view.linear().1);
        Self {
            keep: if back {
                Keep::Back(playing)
            } else {
                Keep::Front(playing)
            },
            width,
            height,
            pitch,
        }
    }

    /// Rows of pixels, one behind the other.
    #[must_use]
    pub fn of_rows(pixels: Vec<u8>, width: usize) -> Self {
        let height = pixels.len().checked_div(width).unwrap_or(0);
        Self {
            keep: Keep::Own(pixels.into()),
            width,
            height,
            pitch: width,
        }
    }

    /// What a plane has in the view of a stage, a byte a pixel, 0 where it hides nothing; none where there is no such plane.
    #[must_use]
    pub fn of_plane(stage: &Stage, number: u8) -> Option<Self> {
        let view = stage.front();
        view.plane(number)
            .map(|rows| Self::of_rows(rows.flatten().copied().collect(), view.width))
    }

    /// A cel by its number, as seen facing east.
    ///
    /// # Errors
    /// There is none, or it cannot be decoded.
    pub fn of_cel(costume: &Costume, number: u16) -> Result<Self> {
        let surface = costume.cel_pixels(number);
        let surface = surface
            .ok_or_else(|| Failure::not_found(format!("there is no cel {number} to decode")))?;
        Ok(Self::of_rows(surface.pixels().to_vec(), surface.width()))
    }

    /// The memory of the rows as one long row, what lies between them included.
    #[must_use]
    pub fn long_row(&self) -> Self {
        let len = self
            .height
            .saturating_mul(self.pitch)
            .min(self.bytes().len());
        Self {
            keep: self.keep.clone(),
            width: len,
            height: 1,
            pitch: len,
        }
    }

    /// The bytes from the first pixel on.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match &self.keep {
            Keep::Front(playing) => playing.stage.front().linear().0,
            Keep::Back(playing) => playing.stage.back().linear().0,
            Keep::Own(pixels) => pixels,
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Code;

    #[test]
    fn who_keeps_a_stage_has_it_as_it_was() {
        let dialect = Dialect::new(5);
        let stage: SharedStage = Arc::new(Playing::new(Stage::empty(dialect))).into();
        let actor = stage.actor(1).unwrap();
        let kept = stage.kept().unwrap();
        let layer = actor.on(|actor| Ok(std::mem::replace(&mut actor.layer, 7)));
        assert_eq!(layer.unwrap(), 0);
        assert_eq!(actor.see(|actor| Ok(actor.layer)).unwrap(), 7);
        assert_eq!(kept.stage.actor(1).unwrap().layer, 0);
        assert!(stage.actor(9999).is_err());
        stage.close().unwrap();
        assert_eq!(actor.see(|_| Ok(())).unwrap_err().code, Code::Misuse);
    }
}

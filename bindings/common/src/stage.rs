//! Handles to stages and their actors, and the events and frames of stages. All handles to the
//! actors of a stage share the stage.

use std::collections::VecDeque;
use std::sync::Arc;

use scumm_costume::Costume;
use scumm_engine::{Actor, ActorMut, Backdrop, Event, Game, SoundQueue, Stage};
use scumm_media::{IndexedFrame, indexed_png};
use scumm_room::Dialect;
use serde::Serialize;

use crate::{Closable, Failure, Result, restore};

/// A stage and its queue of events.
#[derive(Clone)]
pub struct StageWithEvents {
    /// The stage.
    pub stage: Stage,
    /// The events that were not taken yet.
    pub events: VecDeque<Event>,
}

impl StageWithEvents {
    /// Creates a stage with an empty queue of events.
    #[must_use]
    pub fn new(stage: Stage) -> Self {
        Self {
            stage,
            events: VecDeque::new(),
        }
    }

    /// Restores a state that `save` of a stage has written. The stage must contain the rooms and
    /// costumes that the state uses. Pending events are dropped.
    ///
    /// # Errors
    /// Returns an error if the bytes are not such a state, or if the state does not fit
    /// the stage.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<()> {
        self.stage.restore(&restore(bytes)?)?;
        self.events.clear();
        Ok(())
    }

    /// Returns the next event without removing it.
    pub fn peek_event(&mut self) -> Option<&Event> {
        self.events.extend(self.stage.take_events());
        self.events.front()
    }

    /// Removes the next event and returns it.
    pub fn take_event(&mut self) -> Option<Event> {
        self.peek_event()?;
        self.events.pop_front()
    }
}

/// A handle to a stage, which its actors share.
#[derive(Clone)]
pub struct SharedStage(Arc<Closable<Arc<StageWithEvents>>>);

impl From<Arc<StageWithEvents>> for SharedStage {
    fn from(playing: Arc<StageWithEvents>) -> Self {
        Self(Arc::new(Closable::new("the stage", playing)))
    }
}

impl SharedStage {
    /// Creates a stage of a game in one of its rooms. With room 0, the stage is not in a room yet.
    ///
    /// # Errors
    /// Returns an error if the room cannot be loaded.
    pub fn for_game(game: &Game, room: u16) -> Result<Self> {
        let stage = if room == 0 {
            Stage::for_game(game)?
        } else {
            Stage::for_room(game, room)?
        };
        Ok(Arc::new(StageWithEvents::new(stage)).into())
    }

    /// Creates a stage with a backdrop. The stage fills the rows of the screen from `top` up to,
    /// but not including, `bottom`. If `bottom` is `None`, the stage ends at the lower edge of the
    /// screen.
    #[must_use]
    pub fn before(backdrop: Backdrop, dialect: Dialect, top: u16, bottom: Option<u16>) -> Self {
        let bottom = bottom.unwrap_or(dialect.screen_size().1);
        Arc::new(StageWithEvents::new(Stage::new(
            dialect,
            backdrop,
            top..bottom,
        )))
        .into()
    }

    /// Returns the current state of the stage, which later changes do not affect.
    ///
    /// # Errors
    /// Returns `ResultCode::Busy` if the stage is in use, and `ResultCode::Misuse` if it is closed.
    pub fn current_state(&self) -> Result<Arc<StageWithEvents>> {
        self.0.get()
    }

    /// Frees the stage. States that [`Self::current_state`] has returned stay valid.
    ///
    /// # Errors
    /// Returns `ResultCode::Busy` if the stage is in use.
    pub fn close(&self) -> Result<()> {
        self.0.close()
    }

    /// Calls `look` with the stage.
    ///
    /// # Errors
    /// Returns `ResultCode::Busy` if the stage is in use, `ResultCode::Misuse` if it is closed, and
    /// the errors of `look`.
    pub fn read<R>(&self, look: impl FnOnce(&Stage) -> Result<R>) -> Result<R> {
        self.0.with(|playing| look(&playing.stage))
    }

    /// Calls `act` with the stage and its events. States that [`Self::current_state`] has returned
    /// do not change.
    ///
    /// # Errors
    /// Returns `ResultCode::Busy` if the stage is in use, `ResultCode::Misuse` if it is closed, and
    /// the errors of `act`.
    pub fn with_events<R>(&self, act: impl FnOnce(&mut StageWithEvents) -> Result<R>) -> Result<R> {
        self.0.with(|playing| act(Arc::make_mut(playing)))
    }

    /// Calls `act` with the stage.
    ///
    /// # Errors
    /// Returns `ResultCode::Busy` if the stage is in use, `ResultCode::Misuse` if it is closed, and
    /// the errors of `act`.
    pub fn with<R>(&self, act: impl FnOnce(&mut Stage) -> Result<R>) -> Result<R> {
        self.with_events(|playing| act(&mut playing.stage))
    }

    /// Returns an actor, 1 to 80.
    ///
    /// # Errors
    /// Returns `ResultCode::Misuse` if the actor does not exist.
    pub fn actor(&self, id: u16) -> Result<SharedActor> {
        self.read(|stage| Ok(stage.actor(id).map(drop)?))?;
        Ok(SharedActor {
            stage: self.clone(),
            id,
        })
    }

    /// Returns the visible part of the front buffer. With `back`, returns that of the back buffer,
    /// which contains the background without the actors.
    ///
    /// # Errors
    /// Returns `ResultCode::Busy` if the stage is in use, and `ResultCode::Misuse` if it is closed.
    pub fn frame(&self, back: bool) -> Result<SharedPicture> {
        Ok(SharedPicture::from_stage(self.current_state()?, back))
    }
}

/// An actor of a shared stage.
#[derive(Clone)]
pub struct SharedActor {
    /// The stage.
    pub stage: SharedStage,
    /// Number of the actor.
    pub id: u16,
}

impl SharedActor {
    /// Calls `look` with the actor.
    ///
    /// # Errors
    /// Returns `ResultCode::Busy` if the stage is in use, `ResultCode::Misuse` if it is closed, and
    /// the errors of `look`.
    pub fn read<R>(&self, look: impl FnOnce(&Actor) -> Result<R>) -> Result<R> {
        self.stage.read(|stage| look(stage.actor(self.id)?))
    }

    /// Calls `act` with the actor.
    ///
    /// # Errors
    /// Returns `ResultCode::Busy` if the stage is in use, `ResultCode::Misuse` if it is closed, and
    /// the errors of `act`.
    pub fn with<R>(&self, act: impl FnOnce(&mut ActorMut<'_>) -> Result<R>) -> Result<R> {
        self.stage.with(|stage| act(&mut stage.actor_mut(self.id)?))
    }
}

/// A picture: rows of palette indices, which are passed on without a copy. A frame of a stage keeps
/// the state of the stage in memory. If the stage is changed while such a frame exists, its state
/// is copied first.
#[derive(Clone)]
pub struct SharedPicture {
    keep: PictureMemory,
    /// Width in pixels.
    pub width: usize,
    /// Height in pixels.
    pub height: usize,
    /// Number of bytes from one row to the next.
    pub pitch: usize,
}

#[derive(Clone)]
enum PictureMemory {
    Front(Arc<StageWithEvents>),
    Back(Arc<StageWithEvents>),
    Own(Arc<[u8]>),
}

impl SharedPicture {
    /// Creates a frame of the visible part of the front buffer, or with `back` of the back buffer.
    #[must_use]
    pub fn from_stage(playing: Arc<StageWithEvents>, back: bool) -> Self {
        let view = if back {
            playing.stage.back()
        } else {
            playing.stage.front()
        };
        let (width, height, pitch) = (view.width, view.height, view.linear().1);
        Self {
            keep: if back {
                PictureMemory::Back(playing)
            } else {
                PictureMemory::Front(playing)
            },
            width,
            height,
            pitch,
        }
    }

    /// Creates a frame of contiguous rows of `width` pixels.
    #[must_use]
    pub fn from_rows(pixels: Vec<u8>, width: usize) -> Self {
        let height = pixels.len().checked_div(width).unwrap_or(0);
        Self {
            keep: PictureMemory::Own(pixels.into()),
            width,
            height,
            pitch: width,
        }
    }

    /// Creates a frame of the visible part of a plane, one byte for each pixel, 0 where the plane
    /// hides nothing. Returns `None` if there is no such plane.
    #[must_use]
    pub fn from_plane(stage: &Stage, number: u8) -> Option<Self> {
        let view = stage.front();
        // While drawing, numbers above the last plane mean the last plane (M4).
        if usize::from(number) >= view.plane_count() {
            return None;
        }
        let pixels = match view.plane(number) {
            Some(rows) => rows.flatten().copied().collect(),
            // For a plane that hides nothing, the view returns no bytes.
            None => vec![0; view.width.saturating_mul(view.height)],
        };
        Some(Self::from_rows(pixels, view.width))
    }

    /// Decodes a cel by its number, facing east.
    ///
    /// # Errors
    /// Returns `ResultCode::NotFound` if the cel does not exist or cannot be decoded.
    pub fn from_cel(costume: &Costume, number: u16) -> Result<Self> {
        let surface = costume.cel_pixels(number);
        let surface = surface
            .ok_or_else(|| Failure::not_found(format!("there is no cel {number} to decode")))?;
        Ok(Self::from_rows(surface.pixels().to_vec(), surface.width()))
    }

    /// Returns the memory of the rows as one long row, including the bytes between the rows.
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

    /// Encodes the picture as a PNG in a palette of 256 RGB triples.
    ///
    /// # Errors
    /// Returns `ResultCode::Size` if the palette does not have 768 bytes, or if the picture has no
    /// pixels.
    pub fn png(&self, palette: &[u8]) -> Result<Vec<u8>> {
        let palette = crate::clip::palette_of(palette)?;
        let mut pixels = Vec::with_capacity(self.width.saturating_mul(self.height));
        for row in self.bytes().chunks(self.pitch.max(1)).take(self.height) {
            pixels.extend_from_slice(&row[..self.width.min(row.len())]);
        }
        let frame = IndexedFrame::new(self.width, self.height, &pixels, palette.colours());
        let frame = frame.map_err(Failure::size)?;
        let mut bytes = Vec::new();
        indexed_png::encode(&frame, None, &mut bytes).map_err(Failure::size)?;
        Ok(bytes)
    }

    /// Returns the bytes from the first pixel on.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match &self.keep {
            PictureMemory::Front(playing) => playing.stage.front().linear().0,
            PictureMemory::Back(playing) => playing.stage.back().linear().0,
            PictureMemory::Own(pixels) => pixels,
        }
    }
}

/// An event as plain values; `kind` is its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind")]
#[allow(
    missing_docs,
    reason = "the comment of each event describes its values"
)]
pub enum EventValues {
    /// A costume requests sound `id`. `queue` is 2 for a COST of version 6, otherwise 1.
    Sound {
        id: i32,
        channel: i32,
        flags: i32,
        queue: u8,
    },
    /// A command of the AKOS queue was processed.
    AkosCommand {
        command: u8,
        actor: u16,
        p1: i32,
        p2: i32,
    },
    /// A walk script has to run: `command` is 1 for start, 2 for turn, 3 for stop. `angle` is in
    /// degrees clockwise from north.
    WalkScript {
        script: u16,
        actor: u16,
        command: u8,
        angle: u16,
    },
    /// A talk script has to run in place of the animation frame `frame`.
    TalkScript { script: u16, actor: u16, frame: u16 },
    /// A condition that stops the original engine, or that the stage does not support. `actor` is 0
    /// if the condition does not belong to an actor.
    Fault { actor: u16, text: String },
}

impl From<Event> for EventValues {
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
                command: command.number(),
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
    use crate::{ResultCode, backdrop_from_picture};

    #[test]
    fn who_keeps_a_stage_has_it_as_it_was() {
        let dialect = Dialect::new(5);
        let stage: SharedStage = Arc::new(StageWithEvents::new(Stage::empty(dialect))).into();
        let actor = stage.actor(1).unwrap();
        let kept = stage.current_state().unwrap();
        let layer = actor.with(|actor| Ok(std::mem::replace(&mut actor.layer, 7)));
        assert_eq!(layer.unwrap(), 0);
        assert_eq!(actor.read(|actor| Ok(actor.layer)).unwrap(), 7);
        assert_eq!(kept.stage.actor(1).unwrap().layer, 0);
        assert!(stage.actor(9999).is_err());
        stage.close().unwrap();
        assert_eq!(actor.read(|_| Ok(())).unwrap_err().code, ResultCode::Misuse);
    }

    #[test]
    fn a_plane_has_a_byte_for_each_pixel_and_other_numbers_have_none() {
        let mut stored = vec![0; 40 * 200];
        stored[1] = 0x01;
        let size = (320, 200);
        let backdrop = backdrop_from_picture(vec![0; 320 * 200], size, vec![stored], 0).unwrap();
        let mut stage = Stage::new(Dialect::new(5), backdrop, 0..200);
        stage.draw_background();
        assert_eq!(stage.front().plane_count(), 2);
        let hidden = |number| {
            let frame = SharedPicture::from_plane(&stage, number)?;
            assert_eq!((frame.width, frame.height), size);
            Some((0..320 * 200).filter(|&i| frame.bytes()[i] != 0).collect())
        };
        assert_eq!(hidden(0), Some(vec![]));
        assert_eq!(hidden(1), Some(vec![15]));
        assert_eq!([hidden(2), hidden(200)], [None, None]);
    }
}

//! The stage of the player. It is changed only by the operations of scenes, so that a recording is
//! complete.

use std::ops::Deref;
use std::sync::Arc;

use anyhow::Result;
use scumm_engine::{
    ActorField, ActorId, FieldValue, FrameCount, Game, InitMode, Operation, Room, Snapshot,
    SplitMix64, Stage,
};
use scumm_scene::{Action, Play, SceneStep};

use scumm_tools::shade::Shade;
use scumm_tools::standing;

/// The transition with which rooms are left and shown; its number does not affect a picture (Y50,
/// Y51).
pub const EFFECT: u16 = 1;
/// The seed of the random numbers, which is the default seed of scenes.
const SEED: u64 = 1;

/// A stage that can be read freely but is changed only by operations of scenes.
#[derive(Clone, Debug)]
pub struct RecordedStage {
    play: Play,
    record: Option<Record>,
}

/// The operations on a stage since its creation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// The jiffies by which the colour cycles advance after each frame.
    pub cycle_jiffies: u16,
    /// The steps of a scene.
    pub steps: Vec<Action>,
    /// The CRC-32 of the picture after each frame.
    pub frames: Vec<u32>,
}

impl Record {
    /// Records an operation that the stage has performed. Consecutive frames become one step.
    fn keep(&mut self, action: Action, stage: &Stage) {
        let Action::Scene(SceneStep::Tick { n }) = action else {
            return self.steps.push(action);
        };
        let mut crc = crc32fast::Hasher::new();
        stage.front().rows().for_each(|row| crc.update(row));
        self.frames.push(crc.finalize());
        if let Some(Action::Scene(SceneStep::Tick { n: before })) = self.steps.last_mut() {
            // A step has at most a day of frames.
            if let Ok(both) = FrameCount::new(before.get() + n.get()) {
                *before = both;
                return;
            }
        }
        self.steps.push(action);
    }
}

impl Deref for RecordedStage {
    type Target = Stage;

    fn deref(&self) -> &Stage {
        &self.play.stage
    }
}

/// The record, and changes that a scene cannot express.
impl RecordedStage {
    /// Creates a stage for a room of a game as [`Stage::for_room`] does, with this number of
    /// jiffies for each frame, and starts a record.
    ///
    /// # Errors
    /// Returns an error if the room is missing or damaged.
    pub fn for_room(game: &Game, number: u16, jiffies: u16) -> Result<Self> {
        let stage = Stage::for_room(game, number)?;
        let mut steps = Vec::new();
        if !stage.dialect().has_room_high_stage() {
            let (top, lines) = (
                stage.front().band_top(),
                u16::try_from(stage.front().height).unwrap_or(u16::MAX),
            );
            let bottom = top.saturating_add(lines);
            steps.push(Operation::SetBand { top, bottom }.into());
        }
        steps.push(Operation::EnterRoom { room: number }.into());
        let record = Some(Record {
            cycle_jiffies: jiffies,
            steps,
            frames: Vec::new(),
        });
        Ok(Self {
            play: Play::new(stage, SEED, jiffies),
            record,
        })
    }

    /// Ends the record and returns it; `None` if it has ended before.
    pub fn end_record(&mut self) -> Option<Record> {
        self.record.take()
    }

    /// Returns whether changes are recorded.
    pub fn is_recording(&self) -> bool {
        self.record.is_some()
    }

    /// Returns the jiffies of a frame.
    pub fn jiffies(&self) -> u16 {
        self.play.cycle_jiffies
    }

    /// Returns the source of random numbers.
    pub fn random(&self) -> &SplitMix64 {
        &self.play.world.random
    }

    /// Restores a snapshot as [`Stage::restore`] does, with the random numbers. This ends the
    /// record, because a scene cannot express it.
    ///
    /// # Errors
    /// Returns an error if the snapshot belongs to another stage.
    pub fn restore(&mut self, snapshot: &Snapshot, random: &SplitMix64) -> Result<()> {
        self.play.stage.restore(snapshot)?;
        self.play.world.random = *random;
        self.record = None;
        Ok(())
    }

    /// Loads a costume of the game under its number.
    ///
    /// # Errors
    /// Returns an error if the costume is missing or damaged.
    pub fn load_costume(&mut self, game: &Game, number: u16) -> Result<()> {
        Ok(self
            .play
            .stage
            .insert_costume(number, Arc::new(game.costume(number)?))?)
    }

    /// Loads a room of the game and returns it.
    ///
    /// # Errors
    /// Returns an error if the room is missing or damaged.
    pub fn load_room(&mut self, game: &Game, number: u16) -> Result<Arc<Room>> {
        if let Some(room) = self.play.stage.room(number) {
            return Ok(room.clone());
        }
        let room = Arc::new(game.room(number)?);
        self.play.stage.insert_room(number, room.clone());
        Ok(room)
    }

    /// Sets the position and the colour of an actor's speech, which are not part of the stage's
    /// picture.
    ///
    /// # Errors
    /// Returns an error if the stage does not have the actor.
    pub fn set_voice(
        &mut self,
        id: u16,
        position: Option<(i32, i32)>,
        colour: Option<u8>,
    ) -> Result<()> {
        let mut actor = self.play.stage.actor_mut(id)?;
        actor.talk_pos = position.unwrap_or(actor.talk_pos);
        actor.talk_colour = colour.unwrap_or(actor.talk_colour);
        Ok(())
    }
}

/// Recorded operations. They return the errors of the stage, and a failing operation is not
/// recorded.
impl RecordedStage {
    /// Performs an operation or another step of scenes.
    pub fn run(&mut self, action: impl Into<Action>) -> Result<()> {
        let action = action.into();
        action.run(&mut self.play)?;
        if let Some(record) = &mut self.record {
            record.keep(action, &self.play.stage);
        }
        Ok(())
    }

    /// Leaves the room and enters another room of the game. The band gets the height of the new
    /// room (Y10–Y16). Its actors become visible with [`Operation::ShowActors`]. If the room is
    /// missing or damaged, the stage stays in the present room.
    pub fn enter_room(&mut self, game: &Game, number: u16) -> Result<()> {
        let bottom = u16::try_from(self.load_room(game, number)?.height).unwrap_or(u16::MAX);
        self.run(Operation::FadeOut { effect: EFFECT })?;
        self.run(Operation::EnterRoom { room: number })?;
        let (_, screen) = self.dialect().screen_size();
        if !self.dialect().has_room_high_stage()
            && usize::from(bottom.min(screen)) != self.front().height
        {
            self.run(Operation::SetBand { top: 0, bottom })?;
        }
        Ok(())
    }

    /// Sets an object's state and redraws the object (Y40, Y41).
    pub fn show_object(&mut self, object: u16, state: u8) -> Result<()> {
        self.run(Operation::SetObjectState { object, state })?;
        self.run(Operation::RedrawObject { object })
    }

    /// Sets the shadow tables. The recording contains the resulting tables, because the colours may
    /// have cycled by then.
    pub fn make_shadow_tables(&mut self, shade: &Shade) -> Result<()> {
        shade.make_tables(&mut self.play.stage)?;
        self.run(Operation::SetShadowTable {
            table: self.colours().shadow_table().to_vec(),
        })
    }

    /// Sets up an actor that walks in the room's boxes, or anywhere in a room without floor.
    pub fn set_up_actor(&mut self, actor: u16) -> Result<()> {
        self.run(Operation::Init {
            actor: ActorId::new(actor)?,
            mode: InitMode::Settings,
        })?;
        self.heed_boxes(actor)
    }

    /// Restricts an actor to the room's boxes, or allows it to walk anywhere in a room without
    /// floor.
    pub fn heed_boxes(&mut self, actor: u16) -> Result<()> {
        let actor = ActorId::new(actor)?;
        let ignore = !standing::has_floor(self);
        self.run(Operation::SetIgnoreBoxes { actor, ignore })
    }

    /// Stores a field of an actor.
    pub fn set(&mut self, actor: u16, field: ActorField, value: FieldValue) -> Result<()> {
        self.run(Operation::Set {
            actor: ActorId::new(actor)?,
            field,
            value,
        })
    }

    /// Sets the way in which an actor is drawn through the shadow table (C50), from the next frame
    /// on.
    pub fn set_shadow_mode(&mut self, actor: u16, mode: u16) -> Result<()> {
        self.set(actor, ActorField::ShadowMode, mode.into())?;
        self.set(actor, ActorField::NeedRedraw, true.into())
    }

    /// Stops an actor's walk and makes it stand, as scripts do: two steps of a scene.
    pub fn stop(&mut self, actor: u16) -> Result<()> {
        self.run(Operation::Stop {
            actor: ActorId::new(actor)?,
        })?;
        self.stand(actor)
    }

    /// Makes an actor stand.
    pub fn stand(&mut self, actor: u16) -> Result<()> {
        let frame = self.actor(actor)?.stand_frame.into();
        self.start_anim(actor, frame)
    }

    /// Starts the animation of a frame.
    pub fn start_anim(&mut self, actor: u16, frame: u16) -> Result<()> {
        let actor = ActorId::new(actor)?;
        self.run(Operation::StartAnim { actor, frame })
    }

    /// Makes an actor walk to a position.
    pub fn walk(&mut self, actor: u16, (x, y): (i32, i32), angle: i32) -> Result<()> {
        let actor = ActorId::new(actor)?;
        let angle = if angle == -1 { None } else { Some(angle) };
        self.run(Operation::Walk { actor, x, y, angle })
    }

    /// Puts an actor at a position in a room.
    pub fn put(&mut self, actor: u16, (x, y): (i32, i32), room: u16) -> Result<()> {
        self.run(Operation::Put {
            actor: ActorId::new(actor)?,
            x,
            y,
            room: Some(room),
        })
    }

    /// Plays a frame and returns its events.
    pub fn tick(&mut self) -> Result<Vec<scumm_engine::Event>> {
        self.run(SceneStep::Tick {
            n: FrameCount::new(1)?,
        })?;
        Ok(self.play.stage.take_events())
    }
}

//! The stage of the play: every operation goes through it, so that none is missing in a recording.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Deref, Range, RangeInclusive};
use std::sync::Arc;

use scumm_costume::Costume;
use scumm_engine::InitMode;
use scumm_engine::scene::{Field, Op};
use scumm_engine::{Environment, Event, Snapshot, Stage};
use scumm_room::Result;

/// A stage that can be looked at freely but is changed only by what a scene can say.
#[derive(Clone, Debug)]
pub struct RecordedStage {
    stage: Stage,
    record: Option<Record>,
    /// A record that has ended before the play.
    ended: Option<Record>,
}

/// What was done on a stage from its beginning on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// The costumes that were worn, by their numbers in the game.
    pub costumes: BTreeSet<u16>,
    /// The room's objects that are not in state 0.
    pub objects: BTreeMap<u16, u8>,
    /// Jiffies that passed for the colour cycles after each frame.
    pub cycle_jiffies: u16,
    /// The steps of a scene.
    pub steps: Vec<Op>,
    /// The CRC-32 of what was seen after each frame.
    pub frames: Vec<u32>,
    camera: Option<(i32, i32)>,
}

impl Record {
    /// A frame; frames that follow each other make one step.
    fn tick(&mut self, crc: u32) {
        self.frames.push(crc);
        match self.steps.last_mut() {
            Some(Op::Tick { frames }) => *frames += 1,
            _ => self.steps.push(Op::Tick { frames: 1 }),
        }
    }
}

impl Deref for RecordedStage {
    type Target = Stage;

    fn deref(&self) -> &Stage {
        &self.stage
    }
}

impl From<Stage> for RecordedStage {
    /// Begins a record; nothing was done on the stage yet.
    fn from(stage: Stage) -> Self {
        Self { stage, record: Some(Record::default()), ended: None }
    }
}

/// The operations of [`Stage`], recorded where they succeed; their errors are the stage's.
impl RecordedStage {
    /// Ends the record and gives it away; `None` where it has ended before.
    pub fn end_record(&mut self) -> Option<Record> {
        self.ended.take().or_else(|| self.record.take())
    }

    /// Whether what is done is recorded.
    pub fn is_recording(&self) -> bool {
        self.record.is_some()
    }

    /// As [`Stage::restore`]; a recording ends here and is kept, because a scene can't say this.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<()> {
        self.stage.restore(snapshot)?;
        if let Some(record) = self.record.take().filter(|record| !record.frames.is_empty()) {
            log::warn!("the recording ends with this step back");
            self.ended = Some(record);
        }
        Ok(())
    }

    /// Records an operation that succeeded.
    fn note(&mut self, op: Op) {
        if let Some(record) = &mut self.record {
            record.steps.push(op);
        }
    }

    fn store(&mut self, id: u16, field: Field) -> Result<()> {
        field.store(id, &mut self.stage)?;
        self.note(Op::Set { actor: id, field });
        Ok(())
    }

    /// Makes a costume of the game known under its number there.
    ///
    /// # Errors
    /// A costume of another dialect.
    pub fn insert_costume(&mut self, id: u16, costume: Arc<Costume>) -> Result<()> {
        self.stage.insert_costume(id, costume)?;
        if let Some(record) = &mut self.record {
            record.costumes.insert(id);
        }
        Ok(())
    }

    /// Sets an object's state, before the first frame.
    pub fn set_object_state(&mut self, id: u16, state: u8) -> Result<()> {
        self.stage.set_object_state(id, state)?;
        if let Some(record) = &mut self.record {
            record.objects.insert(id, state);
            record.objects.retain(|_, state| *state != 0);
        }
        Ok(())
    }

    /// Draws the room, before the first frame.
    pub fn draw_background(&mut self) {
        self.stage.draw_background();
    }

    /// As [`Stage::make_shadow_table`]. A recording has what came of it: by then the colours may have cycled.
    pub fn make_shadow_table(
        &mut self,
        slot: usize,
        factors: [i32; 3],
        colours: RangeInclusive<u8>,
        entries: Range<u16>,
    ) -> Result<()> {
        self.stage.make_shadow_table(slot, factors, colours, entries)?;
        let first = slot * 256;
        let values = self.stage.shadow_table().get(first..first + 256).unwrap_or_default().to_vec();
        self.note(Op::ShadowSet { index: first, values });
        Ok(())
    }

    /// Sets an actor's settings back.
    pub fn init_actor(&mut self, id: u16) -> Result<()> {
        self.stage.actor_mut(id)?.init(InitMode::Settings);
        self.note(Op::Init { actor: id, mode: InitMode::Settings });
        Ok(())
    }

    pub fn set_ignore_boxes(&mut self, id: u16, ignore: bool) -> Result<()> {
        self.stage.actor_mut(id)?.set_ignore_boxes(ignore);
        self.note(Op::IgnoreBoxes { actor: id, on: ignore });
        Ok(())
    }

    /// The speed of an actor that stands: one that walks would plan its leg anew (T26).
    pub fn set_walk_speed(&mut self, id: u16, x: u16, y: u16) -> Result<()> {
        self.store(id, Field::WalkSpeed([x, y]))
    }

    /// Where an actor's words stand, and in which colour; neither is part of the stage's picture.
    pub fn set_voice(&mut self, id: u16, position: Option<(i32, i32)>, colour: Option<u8>) -> Result<()> {
        let mut actor = self.stage.actor_mut(id)?;
        actor.talk_pos = position.unwrap_or(actor.talk_pos);
        actor.talk_colour = colour.unwrap_or(actor.talk_colour);
        Ok(())
    }

    /// How an actor is drawn through the shadow table (C50), from the next frame on.
    pub fn set_shadow_mode(&mut self, id: u16, mode: u16) -> Result<()> {
        self.store(id, Field::ShadowMode(mode))?;
        self.store(id, Field::NeedRedraw(true))
    }

    pub fn set_costume(&mut self, id: u16, costume: u16) -> Result<()> {
        self.stage.actor_mut(id)?.set_costume(costume)?;
        self.note(Op::Costume { actor: id, costume: costume.into() });
        Ok(())
    }

    /// Puts an actor into the room that is played; a scene calls that 1.
    pub fn put_here(&mut self, id: u16, x: i32, y: i32) -> Result<()> {
        let room = self.stage.room_number();
        self.stage.actor_mut(id)?.put(x, y, Some(room));
        self.note(Op::Put { actor: id, x, y, room: Some(1) });
        Ok(())
    }

    pub fn set_direction(&mut self, id: u16, angle: i32) -> Result<()> {
        self.stage.actor_mut(id)?.set_direction(angle);
        self.note(Op::SetDirection { actor: id, angle });
        Ok(())
    }

    pub fn turn(&mut self, id: u16, angle: i32) -> Result<()> {
        self.stage.actor_mut(id)?.turn(angle);
        self.note(Op::Turn { actor: id, angle });
        Ok(())
    }

    pub fn walk(&mut self, id: u16, x: i32, y: i32, angle: i32) -> Result<()> {
        self.stage.actor_mut(id)?.walk(x, y, Some(angle).filter(|angle| *angle != -1));
        self.note(Op::Walk { actor: id, x, y, angle });
        Ok(())
    }

    /// Ends an actor's walk and lets it stand, as scripts do: two steps of a scene.
    pub fn stop(&mut self, id: u16) -> Result<()> {
        self.stage.actor_mut(id)?.stop();
        self.note(Op::Stop { actor: id });
        self.start_anim(id, self.stage.actor(id)?.stand_frame.into())
    }

    pub fn start_anim(&mut self, id: u16, frame: u16) -> Result<()> {
        self.stage.actor_mut(id)?.start_anim(frame)?;
        self.note(Op::StartAnim { actor: id, frame });
        Ok(())
    }

    pub fn talk_start(&mut self, id: u16) -> Result<()> {
        self.stage.actor_mut(id)?.talk_start();
        self.note(Op::TalkStart { actor: id });
        Ok(())
    }

    pub fn talk_stop(&mut self, id: u16) -> Result<()> {
        self.stage.actor_mut(id)?.talk_stop();
        self.note(Op::TalkStop { actor: id });
        Ok(())
    }

    /// Moves the camera; recorded where it looks elsewhere than before.
    pub fn set_camera(&mut self, x: i32, y: i32) {
        self.stage.set_camera(x, y);
        if let Some(record) = self.record.as_mut().filter(|record| record.camera != Some((x, y))) {
            record.camera = Some((x, y));
            record.steps.push(Op::Camera { x, y });
        }
    }

    pub fn tick(&mut self, env: &mut dyn Environment) {
        self.stage.tick(env);
        if let Some(record) = &mut self.record {
            let mut crc = crc32fast::Hasher::new();
            self.stage.front().rows().for_each(|row| crc.update(row));
            record.tick(crc.finalize());
        }
    }

    /// Lets colours cycle, once after each frame and always by the same time.
    pub fn cycle_colours(&mut self, jiffies: u16) {
        self.stage.cycle_colours(jiffies);
        if let Some(record) = &mut self.record {
            record.cycle_jiffies = jiffies;
        }
    }

    pub fn take_events(&mut self) -> Vec<Event> {
        self.stage.take_events()
    }
}

//! The stage of the play: every operation goes through it, so that none is missing in a recording.

use std::ops::Deref;
use std::sync::Arc;

use scumm_costume::Costume;
use scumm_engine::{ActorMut, Environment, Event, Game, InitMode, Snapshot, Stage};
use scumm_room::{Error, Result, Room};
use scumm_scene::{Field, Op};

use crate::load;
use crate::shade::Shade;

/// The effect that rooms are left and shown with; which one it is changes no picture (Y50, Y51).
const EFFECT: u16 = 1;

/// A stage that can be looked at freely but is changed only by what a scene can say.
#[derive(Clone, Debug)]
pub struct RecordedStage {
    stage: Stage,
    record: Option<Record>,
}

/// What was done on a stage from its beginning on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// Jiffies that passed for the colour cycles after each frame.
    pub cycle_jiffies: u16,
    /// The steps of a scene.
    pub steps: Vec<Op>,
    /// The CRC-32 of what was seen after each frame.
    pub frames: Vec<u32>,
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

/// The operations of [`Stage`], recorded where they succeed; their errors are the stage's.
impl RecordedStage {
    /// A stage in a room of a game, as [`Stage::for_room`]; a record begins.
    ///
    /// # Errors
    /// The room is missing or damaged.
    pub fn for_room(game: &Game, number: u16) -> Result<Self> {
        let stage = Stage::for_room(game, number)?;
        let mut record = Record::default();
        if !stage.dialect().has_room_high_stage() {
            let (top, lines) = (stage.band_top(), u16::try_from(stage.front().height).unwrap_or(u16::MAX));
            record.steps.push(Op::Screens { top, bottom: top.saturating_add(lines) });
        }
        record.steps.push(Op::Room { room: number });
        Ok(Self { stage, record: Some(record) })
    }

    /// Ends the record and gives it away; `None` where it has ended before.
    pub fn end_record(&mut self) -> Option<Record> {
        self.record.take()
    }

    /// Whether what is done is recorded.
    pub fn is_recording(&self) -> bool {
        self.record.is_some()
    }

    /// As [`Stage::restore`]; nothing is recorded from then on, because a scene can't say this.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<()> {
        self.stage.restore(snapshot)?;
        self.record = None;
        Ok(())
    }

    /// Records an operation that succeeded.
    fn note(&mut self, op: Op) {
        if let Some(record) = &mut self.record {
            record.steps.push(op);
        }
    }

    /// Does something to an actor and records it.
    fn act(&mut self, id: u16, op: Op, act: impl FnOnce(&mut ActorMut<'_>)) -> Result<()> {
        act(&mut self.stage.actor_mut(id)?);
        self.note(op);
        Ok(())
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
        self.stage.insert_costume(id, costume)
    }

    /// Makes a room of the game known to the stage, and gives it.
    ///
    /// # Errors
    /// The room is missing or damaged.
    pub fn load_room(&mut self, game: &Game, number: u16) -> Result<&Room> {
        if self.stage.room(number).is_none() {
            self.stage.insert_room(number, Arc::new(game.room(number)?));
        }
        self.stage.room(number).map(|room| &**room).ok_or_else(|| Error::Misuse(format!("there is no room {number}")))
    }

    /// Leaves the room and enters another of the game, which is as high as its band from then on (Y10–Y16). Whoever is in it is
    /// seen after [`Self::show_actors`].
    ///
    /// # Errors
    /// The room is missing or damaged; the stage stays in the present one.
    pub fn enter_room(&mut self, game: &Game, number: u16) -> Result<()> {
        let lines = u16::try_from(self.load_room(game, number)?.height).unwrap_or(u16::MAX);
        self.stage.fade_out(EFFECT);
        self.note(Op::FadeOut { effect: EFFECT });
        self.stage.enter_room(number)?;
        self.note(Op::Room { room: number });
        let (_, screen) = self.stage.dialect().screen_size();
        if !self.stage.dialect().has_room_high_stage() && usize::from(lines.min(screen)) != self.stage.front().height {
            self.stage.set_band((0..lines).into());
            self.note(Op::Screens { top: 0, bottom: lines });
        }
        Ok(())
    }

    /// As [`Stage::show_actors`].
    pub fn show_actors(&mut self) {
        self.stage.show_actors();
        self.note(Op::ShowActors {});
    }

    /// As [`Stage::fade_in`], after the first frame in a room.
    pub fn fade_in(&mut self) {
        self.stage.fade_in();
        self.note(Op::FadeIn { effect: EFFECT });
    }

    /// Lets the camera look at a column at once.
    pub fn look_at(&mut self, x: i16) {
        self.stage.camera_mut().stand_at(x);
        self.note(Op::CameraSet { x });
    }

    /// Lets the camera follow an actor.
    pub fn follow(&mut self, id: u16) -> Result<()> {
        self.stage.follow_with_camera(id, false)?;
        self.note(Op::CameraFollow { actor: id, force: false });
        Ok(())
    }

    /// Sets an object's state and has it drawn (Y40, Y41).
    pub fn show_object(&mut self, id: u16, state: u8) -> Result<()> {
        self.stage.objects_mut().set_state(id, state)?;
        self.note(Op::ObjectState { object: id, state });
        self.stage.redraw_object(id)?;
        self.note(Op::ObjectDirty { object: id });
        Ok(())
    }

    /// Makes the shadow tables. A recording has what came of it: by then the colours may have cycled.
    pub fn make_shadow_tables(&mut self, shade: &Shade) -> anyhow::Result<()> {
        shade.make_tables(&mut self.stage)?;
        self.note(Op::ShadowTable { table: self.stage.colours().shadow_table().to_vec() });
        Ok(())
    }

    /// Sets an actor's settings back.
    pub fn init_actor(&mut self, id: u16) -> Result<()> {
        let mode = InitMode::Settings;
        self.act(id, Op::Init { actor: id, mode }, |actor| actor.init(mode))
    }

    /// Lets an actor walk in the room's boxes, or anywhere in a room without any.
    pub fn heed_boxes(&mut self, id: u16) -> Result<()> {
        let on = !load::has_boxes(self.stage.boxes().as_slice(), self.stage.dialect());
        self.act(id, Op::IgnoreBoxes { actor: id, on }, |actor| actor.set_ignore_boxes(on))
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

    /// Puts an actor into a room.
    pub fn put(&mut self, id: u16, x: i32, y: i32, room: u16) -> Result<()> {
        let room = Some(room);
        self.act(id, Op::Put { actor: id, x, y, room }, |actor| actor.put(x, y, room))
    }

    pub fn set_direction(&mut self, id: u16, angle: i32) -> Result<()> {
        self.act(id, Op::SetDirection { actor: id, angle }, |actor| actor.set_direction(angle))
    }

    pub fn turn(&mut self, id: u16, angle: i32) -> Result<()> {
        self.act(id, Op::Turn { actor: id, angle }, |actor| actor.turn(angle))
    }

    pub fn walk(&mut self, id: u16, x: i32, y: i32, angle: i32) -> Result<()> {
        let facing = Some(angle).filter(|angle| *angle != -1);
        self.act(id, Op::Walk { actor: id, x, y, angle }, |actor| actor.walk(x, y, facing))
    }

    /// Ends an actor's walk and lets it stand, as scripts do: two steps of a scene.
    pub fn stop(&mut self, id: u16) -> Result<()> {
        self.act(id, Op::Stop { actor: id }, |actor| actor.stop())?;
        self.start_anim(id, self.stage.actor(id)?.stand_frame.into())
    }

    pub fn start_anim(&mut self, id: u16, frame: u16) -> Result<()> {
        self.stage.actor_mut(id)?.start_anim(frame)?;
        self.note(Op::StartAnim { actor: id, frame });
        Ok(())
    }

    pub fn talk_start(&mut self, id: u16) -> Result<()> {
        self.act(id, Op::TalkStart { actor: id }, |actor| actor.talk_start())
    }

    pub fn talk_stop(&mut self, id: u16) -> Result<()> {
        self.act(id, Op::TalkStop { actor: id }, |actor| actor.talk_stop())
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
        self.stage.colours_mut().cycle(jiffies);
        if let Some(record) = &mut self.record {
            record.cycle_jiffies = jiffies;
        }
    }

    pub fn take_events(&mut self) -> Vec<Event> {
        self.stage.take_events()
    }
}

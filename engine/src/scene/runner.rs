//! Playing a scene: one engine frame or one operation at a time.
#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use scumm_costume::{Environment, Fault};

use super::error::{Line as SourceLine, Result, SceneError};
use super::expect::{self, Happened};
use super::inputs::Inputs;
use super::line::{BenchLine, BenchTickLine, Line};
use super::setup::Scene;
use super::stage::set_variable;
use super::stages::StagesLine;
use super::step::{Op, Step};
use crate::random::SplitMix64;
use crate::{ActorMut, Event, FaultsTold, Snapshot, Stage};

/// The blocks of draws that `bench` measures.
const BENCH_BLOCKS: usize = 9;

/// What [`Runner::advance`] did.
#[derive(Clone, Debug, PartialEq)]
pub enum Progress {
    /// A frame or an operation, with its line.
    Line(Box<Line>),
    /// A frame that the scene wants no line of.
    Frame,
    /// Nothing: the scene is at its end.
    End,
}

/// A scene being played. A clone plays on by itself.
///
/// ```
/// use std::sync::Arc;
/// use scumm_engine::scene::{Folder, Runner, Scene};
///
/// # fn main() -> scumm_engine::scene::Result<()> {
/// let text = r#"{"room": {"background": 7}, "steps": [["tick", 2], ["state"]]}"#;
/// let scene = Arc::new(Scene::parse("empty.json", text)?);
/// let mut runner = Runner::new(scene, &Folder::default())?;
/// let mut lines = 0;
/// while let Some(line) = runner.next_line()? {
///     assert_eq!(line.crc, "ab7a25a7");
///     lines += 1;
/// }
/// assert_eq!(lines, 4); // the set-up, two frames, the state
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Runner {
    scene: Arc<Scene>,
    stage: Stage,
    world: World,
    position: Position,
    clock: Option<Clock>,
    /// Lines have their stages.
    stages: bool,
    /// Nothing is warned of.
    silent: bool,
    /// What was warned of.
    faults: FaultsTold,
    /// What `save` kept: the stage as text, chance and sounds.
    saved: Option<(String, World)>,
    /// What the last line told of.
    happened: Happened,
}

/// What the runner does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Position {
    /// The line of the set-up.
    Setup,
    /// Frame `tick` of step `step`; operations have only frame 0.
    Step { step: usize, tick: u32 },
}

/// Tells the time since some fixed moment.
#[derive(Clone)]
struct Clock(Arc<dyn Fn() -> Duration + Send + Sync>);

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Clock")
    }
}

/// Chance and sounds, as the scene says.
#[derive(Clone, Debug)]
struct World {
    random: SplitMix64,
    running: BTreeSet<u16>,
}

impl Environment for World {
    fn random(&mut self, min: i32, max: i32) -> i32 {
        self.random.in_range(min, max)
    }

    fn sound_running(&self, sound: u16) -> bool {
        self.running.contains(&sound)
    }
}

/// What an operation adds to its line.
#[derive(Default)]
struct Answer {
    hit: Option<bool>,
    found: Option<u16>,
    bench: Option<BenchLine>,
    bench_tick: Option<BenchTickLine>,
}

impl Runner {
    /// Opens what the scene names and sets the stage up.
    ///
    /// # Errors
    /// As [`SceneError`] says; [`SceneError::GameMissing`] where only the game is not there.
    pub fn new(scene: Arc<Scene>, inputs: &dyn Inputs) -> Result<Self> {
        let stage = scene.furnish(inputs)?;
        let world = World { random: SplitMix64::new(scene.seed), running: BTreeSet::new() };
        Ok(Self {
            scene,
            stage,
            world,
            position: Position::Setup,
            clock: None,
            stages: false,
            silent: false,
            faults: FaultsTold::default(),
            saved: None,
            happened: Happened::default(),
        })
    }

    /// Measures time in `bench` and `bench_tick`; `clock` tells the time since some fixed moment. Without a clock they
    /// draw once, and their lines have no times.
    #[must_use]
    pub fn with_clock(mut self, clock: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        self.clock = Some(Clock(Arc::new(clock)));
        self
    }

    /// Remembers from here on who wrote which pixel ([`Stage::start_trace`]); the lines stay the same.
    #[must_use]
    pub fn with_trace(mut self) -> Self {
        self.stage.start_trace();
        self
    }

    /// Adds the stages of each picture to its line; needs a trace, and starts one.
    #[must_use]
    pub fn with_stages(self) -> Self {
        Self { stages: true, ..self.with_trace() }
    }

    /// Warns of nothing: another run has done so.
    #[must_use]
    pub fn silent(self) -> Self {
        Self { silent: true, ..self }
    }

    /// The scene.
    #[must_use]
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The stage as it stands.
    #[must_use]
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// The stage, to save it or to put it back.
    #[must_use]
    pub fn stage_mut(&mut self) -> &mut Stage {
        &mut self.stage
    }

    /// Plays on to the next line; `None` at the end.
    ///
    /// # Errors
    /// As [`Self::advance`].
    pub fn next_line(&mut self) -> Result<Option<Line>> {
        loop {
            match self.advance()? {
                Progress::Line(line) => return Ok(Some(*line)),
                Progress::Frame => {}
                Progress::End => return Ok(None),
            }
        }
    }

    /// Plays one engine frame or one operation.
    ///
    /// # Errors
    /// The stage refuses an operation; it is named with its line.
    pub fn advance(&mut self) -> Result<Progress> {
        let Position::Step { step: mut index, tick } = self.position else {
            self.position = Position::Step { step: 0, tick: 0 };
            return Ok(Progress::Line(Box::new(self.line(-1, "setup", 0))));
        };
        let scene = Arc::clone(&self.scene);
        while scene.steps.get(index).is_some_and(|step| step.op == Op::Tick(0)) {
            index = index.saturating_add(1);
        }
        let Some(step) = scene.steps.get(index) else { return Ok(Progress::End) };
        let number = i64::try_from(index).unwrap_or(i64::MAX);
        let next = Position::Step { step: index.saturating_add(1), tick: 0 };
        let Op::Tick(ticks) = step.op else {
            self.position = next;
            if let Some(message) = expect::unmet(&step.op, &self.stage, &self.happened) {
                let at = SourceLine { file: scene.file.clone(), number: step.line };
                return Err(SceneError::Unmet { at, message });
            }
            let answer = self.act(step).map_err(|error| SceneError::input(step.line, error).in_file(&scene.file))?;
            let line = self.line(number, step.name, step.line);
            let line = Line {
                hit: answer.hit.map(u8::from),
                actor_from_pos: answer.found,
                bench: answer.bench,
                bench_tick: answer.bench_tick,
                ..line
            };
            self.happened = Happened::of(&line);
            return Ok(Progress::Line(Box::new(line)));
        };
        self.tick();
        let done = tick.saturating_add(1);
        self.position = if done < ticks { Position::Step { step: index, tick: done } } else { next };
        if done < ticks && !scene.print.every_tick {
            return Ok(Progress::Frame);
        }
        Ok(Progress::Line(Box::new(Line { n: Some(tick), ..self.line(number, step.name, step.line) })))
    }

    /// One engine frame.
    fn tick(&mut self) {
        self.stage.tick(&mut self.world);
        if self.scene.cycle_jiffies != 0 {
            self.stage.cycle_colours(self.scene.cycle_jiffies);
        }
    }

    /// The line of the state as it stands, with the events since the last line; `source` is the line of the step.
    fn line(&mut self, step: i64, op: &'static str, source: u32) -> Line {
        let events = self.stage.take_events();
        for event in &events {
            if let Event::Fault { actor, fault } = event {
                self.warn_of(*actor, fault, source);
            }
        }
        let line = Line::of(&self.stage, step, op, self.scene.print, &events);
        self.happened = Happened::of(&line);
        Line { stages: self.stages.then(|| StagesLine::of(&self.stage)), ..line }
    }

    /// Warns of what is fatal in the reference, once for each actor.
    fn warn_of(&mut self, actor: u16, fault: &Fault, source: u32) {
        if !self.silent && self.faults.is_new(actor, *fault) {
            log::warn!("{}:{source}: actor {actor}: {fault}", self.scene.file);
        }
    }

    /// Does what a step says.
    fn act(&mut self, step: &Step) -> scumm_room::Result<Answer> {
        let (stage, world) = (&mut self.stage, &mut self.world);
        let mut answer = Answer::default();
        match step.op {
            Op::Tick(_) => {}
            Op::Costume { actor, costume } => set_costume(stage.actor_mut(actor)?, costume)?,
            Op::StartAnim { actor, frame } => stage.actor_mut(actor)?.start_anim(frame)?,
            Op::Animate { actor, operand } => stage.actor_mut(actor)?.animate(operand)?,
            Op::SetDirection { actor, angle } => stage.actor_mut(actor)?.set_direction(angle),
            Op::Turn { actor, angle } => stage.actor_mut(actor)?.turn(angle),
            Op::Put { actor, x, y, room } => stage.actor_mut(actor)?.put(x, y, room),
            Op::Walk { actor, x, y, angle } => {
                stage.actor_mut(actor)?.walk(x, y, Some(angle).filter(|angle| *angle != -1));
            }
            Op::Stop { actor } => stage.actor_mut(actor)?.stop(),
            Op::Init { actor, mode } => stage.actor_mut(actor)?.init(mode),
            Op::Hide { actor } => stage.actor_mut(actor)?.hide(),
            Op::Show { actor } => stage.actor_mut(actor)?.show(),
            Op::Kill { actor } => stage.actor_mut(actor)?.kill(),
            Op::Class { actor, class, on } => stage.actor_mut(actor)?.set_class(class, on)?,
            Op::IgnoreBoxes { actor, on } => stage.actor_mut(actor)?.set_ignore_boxes(on),
            Op::Set { actor, ref field } => field.store(actor, stage)?,
            Op::Palette { actor, slot, value } => stage.actor_mut(actor)?.set_colour(slot, value)?,
            Op::Scale { actor, x, y } => stage.actor_mut(actor)?.set_scale(x, y),
            Op::AnimSpeed { actor, frames } => stage.actor_mut(actor)?.set_anim_speed(frames),
            Op::Elevation { actor, lines } => stage.actor_mut(actor)?.set_elevation(lines),
            Op::AnimVar { actor, var, value } => stage.actor_mut(actor)?.set_anim_var(var, value)?,
            Op::LimbAnim { actor, limb, times } => stage.actor_mut(actor)?.limb_anim(limb, times, world)?,
            Op::TalkingActor(actor) => stage.set_talking_actor(actor),
            Op::TalkStart { actor } => stage.actor_mut(actor)?.talk_start(),
            Op::TalkStop { actor } => stage.actor_mut(actor)?.talk_stop(),
            Op::SoundRunning(ref sounds) => world.running = sounds.iter().copied().collect(),
            Op::RemapPalette { actor, factors, threshold } => stage.actor_mut(actor)?.remap_palette(factors, threshold),
            Op::ActorFromPos { x, y } => answer.found = Some(stage.actor_from_pos(x, y).unwrap_or(0)),
            Op::Hit { actor, x, y } => answer.hit = Some(stage.actor_mut(actor)?.hit(x, y)?),
            Op::FullRedraw => stage.request_full_redraw(),
            Op::Redraw => stage.redraw_all_actors(),
            Op::State => {}
            Op::Var { var, value } => set_variable(stage, var, value),
            Op::Lights(lights) => stage.set_lights(lights),
            Op::Camera { x, y } => stage.set_camera(x, y),
            Op::Seed(seed) => world.random = SplitMix64::new(seed),
            Op::ScaleSlot { slot, value } => stage.set_scale_slot(slot, value)?,
            Op::BoxFlags { number, value } => stage.set_box_flags(number, value)?,
            Op::BoxScale { number, value } => stage.set_box_scale(number, value)?,
            Op::ShadowSet { index, ref values } => {
                for (i, value) in (index..).zip(values) {
                    stage.set_shadow_entry(i, *value)?;
                }
            }
            Op::RoomPalette { index, value } => stage.set_room_palette_entry(index, value),
            Op::Condition { actor, number, on } => stage.actor_mut(actor)?.set_condition(number, on)?,
            Op::UserCondition { actor, number, on } => stage.actor_mut(actor)?.set_user_condition(number, on)?,
            Op::TalkCondition { actor, number } => stage.actor_mut(actor)?.set_talk_condition(number)?,
            Op::Bench { actor, draws, ref name } => answer.bench = self.bench(actor, draws, name)?,
            Op::BenchTick { ticks, ref name } => answer.bench_tick = self.bench_tick(ticks, name),
            Op::Save => self.save()?,
            Op::Restore => self.restore()?,
            // What does not hold has ended the run.
            Op::Expect { .. }
            | Op::ExpectPixel { .. }
            | Op::ExpectSounds(_)
            | Op::ExpectQueue(_)
            | Op::ExpectAnswer(_) => {}
        }
        Ok(answer)
    }

    /// Saves as a program does that writes a file: as text.
    fn save(&mut self) -> scumm_room::Result<()> {
        let text = serde_json::to_string(&self.stage.save()).map_err(refused)?;
        self.saved = Some((text, self.world.clone()));
        Ok(())
    }

    fn restore(&mut self) -> scumm_room::Result<()> {
        let Some((text, world)) = &self.saved else { return Err(refused("nothing was saved")) };
        let snapshot: Snapshot = serde_json::from_str(text).map_err(refused)?;
        self.stage.restore(&snapshot)?;
        self.world = world.clone();
        Ok(())
    }

    /// Draws an actor once, and as often as it takes to measure it on a copy of the stage, so that a run leaves the same
    /// picture whether it is measured or not.
    fn bench(&mut self, actor: u16, draws: u32, name: &str) -> scumm_room::Result<Option<BenchLine>> {
        self.stage.actor_mut(actor)?.draw_alone()?;
        let Some(Clock(clock)) = &self.clock else { return Ok(None) };
        let mut stage = self.stage.clone();
        let mut speeds = [0.0; BENCH_BLOCKS];
        for speed in &mut speeds {
            let start = clock();
            for _ in 0..draws {
                stage.actor_mut(actor)?.draw_alone()?;
            }
            *speed = per_second(draws, clock().saturating_sub(start));
        }
        speeds.sort_by(f64::total_cmp);
        let [.., best] = speeds;
        let median = speeds[BENCH_BLOCKS / 2];
        Ok(Some(BenchLine {
            name: name.to_owned(),
            draws,
            blocks: BENCH_BLOCKS,
            best_draws_per_second: best,
            median_draws_per_second: median,
        }))
    }

    fn bench_tick(&mut self, ticks: u32, name: &str) -> Option<BenchTickLine> {
        let start = self.clock.as_ref().map(|Clock(clock)| clock());
        for _ in 0..ticks {
            self.tick();
        }
        let (Clock(clock), start) = (self.clock.as_ref()?, start?);
        let ticks_per_second = per_second(ticks, clock().saturating_sub(start));
        Some(BenchTickLine { name: name.to_owned(), ticks, ticks_per_second })
    }
}

/// Gives an actor a costume; -1 and -2 of HE61 and later switch the drawing of limbs off and on (X9).
fn set_costume(mut actor: ActorMut<'_>, costume: i32) -> scumm_room::Result<()> {
    match u16::try_from(costume) {
        Ok(number) => actor.set_costume(number),
        Err(_) if costume == -1 || costume == -2 => actor.skip_limbs(costume == -1),
        Err(_) => Err(refused(format!("there is no costume {costume}"))),
    }
}

fn refused(error: impl fmt::Display) -> scumm_room::Error {
    scumm_room::Error::Misuse(error.to_string())
}

/// How often something happens in a second that took `time` for `times` times; a clock that did not move counts as one
/// nanosecond.
fn per_second(times: u32, time: Duration) -> f64 {
    f64::from(times) / time.max(Duration::from_nanos(1)).as_secs_f64()
}

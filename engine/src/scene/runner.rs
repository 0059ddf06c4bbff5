//! Playing a scene: one engine frame or one operation at a time.
#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use std::sync::Arc;
use std::time::Duration;

use scumm_costume::Fault;

use super::claim::{LastLine, Unmet};
use super::error::{Result, SceneError, SourceLine};
use super::inputs::Inputs;
use super::layers::PictureLayers;
use super::line::Line;
use super::op::Op;
use super::play::{Clock, Play, Refusal};
use super::setup::Scene;
use crate::{Event, FaultsTold, Stage};

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
    play: Play,
    position: Position,
    /// Lines have the layers of their pictures.
    layers: bool,
    /// Nothing is warned of.
    silent: bool,
    /// What was warned of.
    faults: FaultsTold,
}

/// What the runner does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Position {
    /// The line of the set-up.
    Setup,
    /// Frame `tick` of step `step`; operations have only frame 0.
    Step { step: usize, tick: u32 },
}

impl Runner {
    /// Opens what the scene names and sets the stage up.
    ///
    /// # Errors
    /// As [`SceneError`] says; [`SceneError::GameMissing`] where only the game is not there.
    pub fn new(scene: Arc<Scene>, inputs: &dyn Inputs) -> Result<Self> {
        let play = Play::new(scene.set_up(inputs)?, scene.seed, scene.cycle_jiffies);
        let faults = FaultsTold::default();
        Ok(Self { scene, play, position: Position::Setup, layers: false, silent: false, faults })
    }

    /// Measures time in `bench` and `bench_tick`; `clock` tells the time since some fixed moment. Without a clock they
    /// draw once, and their lines have no times.
    #[must_use]
    pub fn with_clock(mut self, clock: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        self.play.clock = Some(Clock(Arc::new(clock)));
        self
    }

    /// Remembers from here on who wrote which pixel ([`Stage::start_trace`]); the lines stay the same.
    #[must_use]
    pub fn with_trace(mut self) -> Self {
        self.play.stage.start_trace();
        self
    }

    /// Adds the layers of each picture to its line; needs a trace, and starts one.
    #[must_use]
    pub fn with_layers(self) -> Self {
        Self { layers: true, ..self.with_trace() }
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
        &self.play.stage
    }

    /// The stage, to save it or to put it back.
    #[must_use]
    pub fn stage_mut(&mut self) -> &mut Stage {
        &mut self.play.stage
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
        while scene.steps.get(index).is_some_and(|step| step.op.repeats() == 0) {
            index = index.saturating_add(1);
        }
        let Some(step) = scene.steps.get(index) else { return Ok(Progress::End) };
        let (done, repeats) = (tick.saturating_add(1), step.op.repeats());
        let next = Position::Step { step: index.saturating_add(1), tick: 0 };
        self.position = if done < repeats { Position::Step { step: index, tick: done } } else { next };
        step.op.run(&mut self.play).map_err(|refusal| match refusal {
            Refusal::Stage(error) => SceneError::input(step.line, error).in_file(&scene.file),
            Refusal::Unmet(Unmet(message)) => {
                SceneError::Unmet { at: SourceLine { file: scene.file.clone(), number: step.line }, message }
            }
        })?;
        if done < repeats && !scene.print.every_tick {
            return Ok(Progress::Frame);
        }
        let number = i64::try_from(index).unwrap_or(i64::MAX);
        let n = matches!(step.op, Op::Tick { .. }).then_some(tick);
        Ok(Progress::Line(Box::new(Line { n, ..self.line(number, step.op.name(), step.line) })))
    }

    /// The line of the state as it stands, with the events since the last line; `source` is the line of the step.
    fn line(&mut self, step: i64, op: &'static str, source: u32) -> Line {
        let events = self.play.stage.take_events();
        for event in &events {
            if let Event::Fault { actor, fault } = event {
                self.warn_of(*actor, fault, source);
            }
        }
        let answer = std::mem::take(&mut self.play.answer);
        let line = Line {
            hit: answer.hit.map(u8::from),
            actor_from_pos: answer.found,
            bench: answer.bench,
            bench_tick: answer.bench_tick,
            stages: self.layers.then(|| PictureLayers::of(&self.play.stage)),
            ..Line::of(&self.play.stage, step, op, self.scene.print, &events)
        };
        self.play.last = LastLine::of(&line);
        line
    }

    /// Warns of what is fatal in the reference, once for each actor.
    fn warn_of(&mut self, actor: u16, fault: &Fault, source: u32) {
        if !self.silent && self.faults.is_new(actor, *fault) {
            log::warn!("{}:{source}: actor {actor}: {fault}", self.scene.file);
        }
    }
}

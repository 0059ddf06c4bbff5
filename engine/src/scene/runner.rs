//! Playing a scene: one engine frame or one operation at a time.
#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use std::sync::Arc;
use std::time::Duration;

use scumm_costume::Fault;

use super::claim::{LastLine, Unmet};
use super::error::{Result, SceneError, SourceLine};
use super::faults::FaultsTold;
use super::inputs::Inputs;
use super::layers::PictureLayers;
use super::line::{Line, Print};
use super::op::Step;
use super::play::{Clock, Play, Refusal};
use super::setup::Scene;
use crate::{Event, Stage};

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
    pub(super) layers: bool,
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
        let (stage, game) = scene.set_up(inputs)?;
        let play = Play::new(stage, game, scene.seed, scene.cycle_jiffies);
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

    /// How much of the scene is played, from 0 to 1: steps, and frames of the one that is being played.
    #[must_use]
    pub fn share_played(&self) -> f32 {
        let Position::Step { step, tick } = self.position else { return 0.0 };
        let frames = self.scene.steps.get(step).map_or(1, |step| step.op.repeats().max(1));
        (step as f32 + tick as f32 / frames as f32) / self.scene.steps.len().max(1) as f32
    }

    /// How often [`Self::advance`] plays something from the scene's beginning to its end: the set-up, frames and operations; only
    /// frames where the scene wants lines of nothing else.
    #[must_use]
    pub fn length(&self) -> usize {
        let frames_only = self.scene.print.frames_only;
        let told = self.scene.steps.iter().filter(|step| step.op.ends_frame() || !frames_only);
        let played = told.map(|step| usize::try_from(step.op.repeats()).unwrap_or(usize::MAX));
        played.fold(usize::from(!frames_only), usize::saturating_add)
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

    /// Plays one engine frame or one operation; where the scene wants lines of frames only, all operations up to the next
    /// frame's end.
    ///
    /// # Errors
    /// The stage refuses an operation; it is named with its line.
    pub fn advance(&mut self) -> Result<Progress> {
        let scene = Arc::clone(&self.scene);
        if self.position == Position::Setup {
            self.position = Position::Step { step: 0, tick: 0 };
            if !scene.print.frames_only {
                return Ok(Progress::Line(Box::new(self.line(None))));
            }
        }
        while let Position::Step { step: index, tick } = self.position {
            let Some(step) = scene.steps.get(index) else { break };
            let (done, repeats) = (tick.saturating_add(1), step.op.repeats());
            let next = Position::Step { step: index.saturating_add(1), tick: 0 };
            self.position = if done < repeats { Position::Step { step: index, tick: done } } else { next };
            if repeats == 0 {
                continue;
            }
            self.run(step)?;
            if done < repeats && !scene.print.every_tick {
                return Ok(Progress::Frame);
            }
            if step.op.ends_frame() || !scene.print.frames_only {
                return Ok(Progress::Line(Box::new(self.line(Some((index, step, tick))))));
            }
        }
        Ok(Progress::End)
    }

    fn run(&mut self, step: &Step) -> Result<()> {
        step.op.run(&mut self.play).map_err(|refusal| match refusal {
            Refusal::Stage(error) => SceneError::input(step.line, error).in_file(&self.scene.file),
            Refusal::Unmet(Unmet(message)) => {
                SceneError::Unmet { at: SourceLine { file: self.scene.file.clone(), number: step.line }, message }
            }
        })
    }

    /// The line of the state as it stands, with the events since the last line, after a step (its index, the frame in it) or
    /// after the set-up.
    fn line(&mut self, step: Option<(usize, &Step, u32)>) -> Line {
        let source = step.map_or(0, |(_, step, _)| step.line);
        let ends_frame = step.is_some_and(|(_, step, _)| step.op.ends_frame());
        let Print { actors, state_every, .. } = self.scene.print;
        let last_frame = self.play.frames.saturating_sub(1);
        let tells_actors = state_every == 1 || ends_frame && last_frame.checked_rem(state_every) == Some(0);
        let print = Print { actors: actors && tells_actors, ..self.scene.print };
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
            closed: answer.closed.map(u8::from),
            display_palette: answer.displayed.map(|palette| format!("{:08x}", crc32fast::hash(&palette.to_bytes()))),
            bench: answer.bench,
            bench_tick: answer.bench_tick,
            stages: self.layers.then(|| PictureLayers::of(&self.play.stage)),
            n: step.filter(|_| ends_frame).map(|(.., frame)| frame),
            ..Line::of(
                &self.play.stage,
                step.map_or(-1, |(index, ..)| i64::try_from(index).unwrap_or(i64::MAX)),
                step.map_or("setup", |(_, step, _)| step.op.name()),
                print,
                &events,
            )
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

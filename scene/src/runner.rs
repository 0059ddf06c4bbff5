//! Plays a scene: one engine frame or one operation at a time.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use scumm_engine::{ActorFault, Event, Stage};

use super::claim::LastLine;
use super::error::{Refusal, Result, SceneError};
use super::inputs::Inputs;
use super::layers::PictureLayers;
use super::line::Line;
use super::play::{PlayedStage, TimeSource};
use super::setup::Scene;
use super::source::ScenePlace;
use super::step::Step;

/// The result of [`Runner::advance`].
#[derive(Clone, Debug, PartialEq)]
pub enum RunProgress {
    /// A frame or an operation was played, with its line.
    Line(Box<Line>),
    /// A frame was played without a line, as the scene requests.
    Frame,
    /// The scene is at its end, and nothing was played.
    End,
}

/// A scene in progress. A clone continues independently.
///
/// ```
/// use std::sync::Arc;
/// use scumm_scene::{SceneFolder, Runner, Scene};
///
/// # fn main() -> Result<(), scumm_scene::SceneError> {
/// let text = r#"{"room": {"background": 7}, "steps": [["tick", 2], ["state"]]}"#;
/// let scene = Arc::new(Scene::parse("empty.json", text)?);
/// let mut runner = Runner::new(scene, &SceneFolder::default())?;
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
    play: PlayedStage,
    /// The next step and the frame in it; operations have only frame 0. `None` before the line of
    /// the set-up.
    next: Option<(usize, u32)>,
    /// Whether lines contain the layers of their pictures.
    pub(super) layers: bool,
    /// The faults that were logged; `None` if no warnings are logged.
    faults: Option<ReportedFaults>,
    /// Messages about damage in the scene's inputs that are not logged yet.
    damage: Vec<String>,
}

impl Runner {
    /// Opens the files of a scene and sets up the stage.
    ///
    /// # Errors
    /// Returns a [`SceneError`]: [`SceneError::GameMissing`] if only the game is missing.
    pub fn new(scene: Arc<Scene>, inputs: &dyn Inputs) -> Result<Self> {
        let (stage, rooms, damage) = scene.set_up(inputs)?;
        let play = PlayedStage {
            rooms,
            ..PlayedStage::new(stage, scene.seed as u64, scene.cycle_jiffies)
        };
        Ok(Self {
            scene,
            play,
            next: None,
            layers: false,
            faults: Some(ReportedFaults::default()),
            damage,
        })
    }

    /// Measures time in `bench` and `bench_tick`. `clock` returns the time since a fixed moment.
    /// Without a clock these steps draw once, and their lines contain no times.
    #[must_use]
    pub fn with_clock(mut self, clock: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        self.play.clock = Some(TimeSource(Arc::new(clock)));
        self
    }

    /// Records the writer of each pixel from now on ([`Stage::start_trace`]). The lines do not
    /// change.
    #[must_use]
    pub fn with_trace(mut self) -> Self {
        self.play.stage.start_trace();
        self
    }

    /// Adds the layers of each picture to its line. Starts a trace, which the layers need.
    #[must_use]
    pub fn with_layers(self) -> Self {
        Self {
            layers: true,
            ..self.with_trace()
        }
    }

    /// Turns off the warnings. The second run of a scene would repeat the warnings of the first.
    #[must_use]
    pub fn silent(self) -> Self {
        Self {
            faults: None,
            damage: Vec::new(),
            ..self
        }
    }

    /// Returns the scene.
    #[must_use]
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Returns the stage in its current state.
    #[must_use]
    pub fn stage(&self) -> &Stage {
        &self.play.stage
    }

    /// Returns the stage, to save or restore it.
    #[must_use]
    pub fn stage_mut(&mut self) -> &mut Stage {
        &mut self.play.stage
    }

    /// Returns the played share of the scene, from 0 to 1, by steps and by the frames of the
    /// current step.
    #[must_use]
    pub fn share_played(&self) -> f32 {
        let Some((step, tick)) = self.next else {
            return 0.0;
        };
        let frames = self
            .scene
            .steps
            .get(step)
            .map_or(1, |step| step.action.repeats().max(1));
        (step as f32 + tick as f32 / frames as f32) / self.scene.steps.len().max(1) as f32
    }

    /// Returns the number of calls of [`Self::advance`] from the beginning to the end of the scene:
    /// the set-up, frames and operations, or only frames if the scene prints lines of frames only.
    #[must_use]
    pub fn length(&self) -> usize {
        let frames_only = self.scene.prints_frames_only();
        let told = self
            .scene
            .steps
            .iter()
            .filter(|step| step.action.ends_frame() || !frames_only);
        let played = told.map(|step| usize::try_from(step.action.repeats()).unwrap_or(usize::MAX));
        played.fold(usize::from(!frames_only), usize::saturating_add)
    }

    /// Plays to the next line. Returns `None` at the end.
    ///
    /// # Errors
    /// Returns the errors of [`Self::advance`].
    pub fn next_line(&mut self) -> Result<Option<Line>> {
        loop {
            match self.advance()? {
                RunProgress::Line(line) => return Ok(Some(*line)),
                RunProgress::Frame => {}
                RunProgress::End => return Ok(None),
            }
        }
    }

    /// Plays one engine frame or one operation. If the scene prints lines of frames only, plays all
    /// operations up to the end of the next frame.
    ///
    /// # Errors
    /// Returns an error with the line of the operation if the stage refuses it.
    pub fn advance(&mut self) -> Result<RunProgress> {
        let scene = Arc::clone(&self.scene);
        std::mem::take(&mut self.damage)
            .iter()
            .for_each(|damage| log::warn!("{damage}"));
        if self.next.is_none() {
            self.next = Some((0, 0));
            if !scene.prints_frames_only() {
                return Ok(RunProgress::Line(Box::new(self.line(None))));
            }
        }
        while let Some((index, tick)) = self.next {
            let Some(step) = scene.steps.get(index) else {
                break;
            };
            let done = tick.saturating_add(1);
            let repeats = step.action.repeats();
            self.next = Some(if done < repeats {
                (index, done)
            } else {
                (index.saturating_add(1), 0)
            });
            if repeats == 0 {
                continue;
            }
            self.run(index, step)?;
            if done < repeats && !scene.trace_ticks {
                return Ok(RunProgress::Frame);
            }
            if step.action.ends_frame() || !scene.prints_frames_only() {
                return Ok(RunProgress::Line(Box::new(
                    self.line(Some((index, step, tick))),
                )));
            }
        }
        Ok(RunProgress::End)
    }

    fn run(&mut self, index: usize, step: &Step) -> Result<()> {
        let Err(refusal) = step.action.run(&mut self.play) else {
            return Ok(());
        };
        let at = self.scene.source.at(&ScenePlace::step(index));
        Err(match refusal {
            Refusal::Stage(source) => SceneError::Input { at, source },
            Refusal::Unmet(message) => SceneError::Unmet { at, message },
        })
    }

    /// Returns the line with the current state and the events since the last line. `step` is the
    /// last step with its index and the number of its frame; `None` stands for the set-up.
    fn line(&mut self, step: Option<(usize, &Step, u32)>) -> Line {
        let ends_frame = step.is_some_and(|(_, step, _)| step.action.ends_frame());
        let Scene {
            no_state,
            all_limbs,
            ..
        } = *self.scene;
        let state_every = self.scene.state_every();
        let last_frame = self.play.frames.saturating_sub(1);
        let tells_actors =
            state_every == 1 || ends_frame && last_frame.checked_rem(state_every) == Some(0);
        let events = self.play.stage.take_events();
        for event in &events {
            // Each fault that is fatal in the reference is logged only once for an actor.
            if let Event::Fault { actor, fault } = event {
                if self
                    .faults
                    .as_mut()
                    .is_some_and(|told| told.is_new(*actor, *fault))
                {
                    // The message names the line of the step. Line 0 stands for the whole file, if
                    // the fault occurs in the set-up.
                    let source = &self.scene.source;
                    let number =
                        step.map_or(0, |(index, ..)| source.at(&ScenePlace::step(index)).number);
                    log::warn!("{}:{number}: actor {actor}: {fault}", source.file);
                }
            }
        }
        let answer = std::mem::take(&mut self.play.answer);
        let line = Line {
            step: step.map_or(-1, |(index, ..)| i64::try_from(index).unwrap_or(i64::MAX)),
            op: step.map_or("setup", |(_, step, _)| step.name()),
            n: step.filter(|_| ends_frame).map(|(.., frame)| frame),
            stages: self
                .layers
                .then(|| PictureLayers::from_stage(&self.play.stage)),
            ..answer.with_state(
                &self.play.stage,
                &events,
                tells_actors && !no_state,
                all_limbs,
            )
        };
        self.play.last = LastLine::new(&line);
        line
    }
}

/// The most different faults that are recorded; further faults are not reported.
const FAULTS: usize = 1024;

/// The faults that were reported. A fault in a costume occurs in every frame, but is logged only
/// once.
#[derive(Clone, Debug, Default)]
pub struct ReportedFaults(HashSet<(u16, ActorFault)>);

impl ReportedFaults {
    /// Records a fault of an actor. Returns whether the fault is new.
    pub fn is_new(&mut self, actor: u16, fault: ActorFault) -> bool {
        self.0.len() < FAULTS && self.0.insert((actor, fault))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_new_once_for_each_actor() {
        let mut told = ReportedFaults::default();
        let seen = [(1, 5), (1, 5), (2, 5), (1, 6)]
            .map(|(actor, cel)| told.is_new(actor, ActorFault::NoCostume(cel)));
        assert_eq!(seen, [true, false, true, true]);
        let many = (0..u16::MAX)
            .filter(|&cel| told.is_new(3, ActorFault::NoCostume(cel)))
            .count();
        assert_eq!(many, FAULTS - 3);
    }
}

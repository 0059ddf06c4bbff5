//! Playing a scene: one engine frame or one operation at a time.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use scumm_engine::{Event, Fault, Stage};

use super::claim::LastLine;
use super::error::{Refusal, Result, SceneError};
use super::inputs::Inputs;
use super::layers::PictureLayers;
use super::line::Line;
use super::place::Place;
use super::play::{Play, TimeSource};
use super::setup::Scene;
use super::step::Step;

/// What [`Runner::advance`] did.
#[derive(Clone, Debug, PartialEq)]
pub enum Progress {
    /// A frame or an operation, with its line.
    Line(Box<Line>),
    /// A frame without a line, as the scene asks for.
    Frame,
    /// Nothing: the scene is at its end.
    End,
}

/// A scene being played. A clone plays on by itself.
///
/// ```
/// use std::sync::Arc;
/// use scumm_scene::{Folder, Runner, Scene};
///
/// # fn main() -> scumm_scene::Result<()> {
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
    /// The step that is played next and the frame in it; operations have only frame 0. `None`: the line of the set-up.
    next: Option<(usize, u32)>,
    /// Lines have the layers of their pictures.
    pub(super) layers: bool,
    /// The faults that were warned of; `None`: no warnings are logged.
    faults: Option<FaultsTold>,
    /// What is damaged in the scene's inputs, until it is warned of.
    damage: Vec<String>,
}

impl Runner {
    /// Opens what the scene names and sets the stage up.
    ///
    /// # Errors
    /// As [`SceneError`] says; [`SceneError::GameMissing`] where only the game is not there.
    pub fn new(scene: Arc<Scene>, inputs: &dyn Inputs) -> Result<Self> {
        let (stage, rooms, damage) = scene.set_up(inputs)?;
        let play = Play {
            rooms,
            ..Play::new(stage, scene.seed as u64, scene.cycle_jiffies)
        };
        Ok(Self {
            scene,
            play,
            next: None,
            layers: false,
            faults: Some(FaultsTold::default()),
            damage,
        })
    }

    /// Measures time in `bench` and `bench_tick`; `clock` tells the time since some fixed moment. Without a clock they
    /// draw once, and their lines have no times.
    #[must_use]
    pub fn with_clock(mut self, clock: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        self.play.clock = Some(TimeSource(Arc::new(clock)));
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
        Self {
            layers: true,
            ..self.with_trace()
        }
    }

    /// Logs no warnings: another run has logged them.
    #[must_use]
    pub fn silent(self) -> Self {
        Self {
            faults: None,
            damage: Vec::new(),
            ..self
        }
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

    /// How often [`Self::advance`] plays something from the scene's beginning to its end: the set-up, frames and operations; only
    /// frames where the scene asks for lines of frames only.
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

    /// Plays one engine frame or one operation; where the scene asks for lines of frames only, all operations up to the end
    /// of the next frame.
    ///
    /// # Errors
    /// The stage refuses an operation; it is named with its line.
    pub fn advance(&mut self) -> Result<Progress> {
        let scene = Arc::clone(&self.scene);
        std::mem::take(&mut self.damage)
            .iter()
            .for_each(|damage| log::warn!("{damage}"));
        if self.next.is_none() {
            self.next = Some((0, 0));
            if !scene.prints_frames_only() {
                return Ok(Progress::Line(Box::new(self.line(None))));
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
                return Ok(Progress::Frame);
            }
            if step.action.ends_frame() || !scene.prints_frames_only() {
                return Ok(Progress::Line(Box::new(
                    self.line(Some((index, step, tick))),
                )));
            }
        }
        Ok(Progress::End)
    }

    fn run(&mut self, index: usize, step: &Step) -> Result<()> {
        let Err(refusal) = step.action.run(&mut self.play) else {
            return Ok(());
        };
        let at = self.scene.source.at(&Place::step(index));
        Err(match refusal {
            Refusal::Stage(source) => SceneError::Input { at, source },
            Refusal::Unmet(message) => SceneError::Unmet { at, message },
        })
    }

    /// The line of the state as it stands, with the events since the last line, after a step (its index, the frame in it) or
    /// after the set-up.
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
            // What is fatal in the reference is warned of once for each actor.
            if let Event::Fault { actor, fault } = event {
                if self
                    .faults
                    .as_mut()
                    .is_some_and(|told| told.is_new(*actor, *fault))
                {
                    // The line of the step, or the whole file for the set-up.
                    let source = &self.scene.source;
                    let number =
                        step.map_or(0, |(index, ..)| source.at(&Place::step(index)).number);
                    log::warn!("{}:{number}: actor {actor}: {fault}", source.file);
                }
            }
        }
        let answer = std::mem::take(&mut self.play.answer);
        let line = Line {
            step: step.map_or(-1, |(index, ..)| i64::try_from(index).unwrap_or(i64::MAX)),
            op: step.map_or("setup", |(_, step, _)| step.name()),
            n: step.filter(|_| ends_frame).map(|(.., frame)| frame),
            stages: self.layers.then(|| PictureLayers::of(&self.play.stage)),
            ..answer.with_state(
                &self.play.stage,
                &events,
                tells_actors && !no_state,
                all_limbs,
            )
        };
        self.play.last = LastLine::of(&line);
        line
    }
}

/// The most different faults that are remembered; further ones are not reported.
const FAULTS: usize = 1024;

/// Which faults have been reported: what is wrong in a costume comes again in every frame, but is worth one warning.
#[derive(Clone, Debug, Default)]
pub struct FaultsTold(HashSet<(u16, Fault)>);

impl FaultsTold {
    /// Whether an actor's fault is new.
    pub fn is_new(&mut self, actor: u16, fault: Fault) -> bool {
        self.0.len() < FAULTS && self.0.insert((actor, fault))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_new_once_for_each_actor() {
        let mut told = FaultsTold::default();
        let seen = [(1, 5), (1, 5), (2, 5), (1, 6)]
            .map(|(actor, cel)| told.is_new(actor, Fault::NoCostume(cel)));
        assert_eq!(seen, [true, false, true, true]);
        let many = (0..u16::MAX)
            .filter(|&cel| told.is_new(3, Fault::NoCostume(cel)))
            .count();
        assert_eq!(many, FAULTS - 3);
    }
}

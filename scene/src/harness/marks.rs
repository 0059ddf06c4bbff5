//! The past of a scene, so that time can go back: the whole run every few frames, in bounded memory.

use crate::Runner;
use scumm_engine::Stage;

/// Bytes that the runs may take. Long scenes have fewer of them, with more frames between.
pub const BUDGET: usize = 24 << 20;
/// Frames from one run to the next at first.
const INTERVAL: usize = 32;
/// Bytes of a stage besides its pictures, roughly.
const REST: usize = 96 << 10;

/// How far a scene is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// How many frames; operations that print a line count as such.
    pub frames: usize,
    /// How many lines.
    pub lines: usize,
}

/// A run at one moment.
pub struct Mark {
    pub place: Place,
    pub runner: Runner,
}

/// The runs that are kept, the first one always.
pub struct Marks {
    marks: Vec<Mark>,
    interval: usize,
    budget: usize,
}

impl Marks {
    /// None yet; they may take so many bytes.
    pub fn within(budget: usize) -> Self {
        Self {
            marks: Vec::new(),
            interval: INTERVAL,
            budget,
        }
    }

    /// Keeps a run where it is the next to be kept.
    pub fn keep(&mut self, place: Place, runner: &Runner) {
        let is_new = self
            .marks
            .last()
            .is_none_or(|mark| mark.place.frames < place.frames);
        if !is_new || place.frames % self.interval != 0 {
            return;
        }
        self.marks.push(Mark {
            place,
            runner: runner.clone(),
        });
        // Every second one goes, until the others fit.
        while self.bytes() > self.budget && self.marks.len() > 1 {
            self.interval = self.interval.saturating_mul(2);
            self.marks
                .retain(|mark| mark.place.frames % self.interval == 0);
        }
    }

    /// The last run that has played fewer than so many frames.
    pub fn before(&self, frames: usize) -> Option<&Mark> {
        self.marks.iter().rfind(|mark| mark.place.frames < frames)
    }

    /// Bytes that the runs take.
    fn bytes(&self) -> usize {
        self.marks
            .iter()
            .map(|mark| bytes(mark.runner.stage()))
            .fold(0, usize::saturating_add)
    }
}

/// Bytes of a stage's copy, roughly: two pictures and the planes, as wide as the room.
fn bytes(stage: &Stage) -> usize {
    let view = stage.front();
    let pixels = stage
        .backdrop()
        .width()
        .max(view.width)
        .saturating_mul(view.height);
    pixels
        .saturating_mul(stage.front().plane_count().saturating_add(2))
        .saturating_add(REST)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::{Folder, Scene};

    use super::*;

    #[test]
    fn the_longer_the_scene_the_more_frames_lie_between_runs() {
        let scene = Scene::parse("s.json", r#"{"steps": [["tick", 9]]}"#).unwrap();
        let runner = Runner::new(Arc::new(scene), &Folder::default()).unwrap();
        let most = 5 * bytes(runner.stage());
        let mut marks = Marks::within(most);
        for frames in 0..14_000 {
            marks.keep(
                Place {
                    frames,
                    lines: frames,
                },
                &runner,
            );
            assert!(marks.bytes() <= most);
        }
        assert!(marks.marks.len() >= 2, "{}", marks.marks.len());
        assert_eq!(
            marks.before(1).map(|mark| mark.place.frames),
            Some(0),
            "the beginning stays"
        );
        assert!(marks.before(0).is_none());
        let last = marks.before(14_000).unwrap().place.frames;
        assert!(
            marks.interval >= 14_000 / 6 && 14_000 - last <= marks.interval,
            "{last} {}",
            marks.interval
        );
    }
}

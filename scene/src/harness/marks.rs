//! Copies of a scene's run at regular intervals, so that a user can go back in time, in bounded
//! memory.

use crate::Runner;
use scumm_engine::Stage;

/// The most bytes for all copies. Long scenes have fewer copies with more frames in between.
pub const BUDGET: usize = 24 << 20;
/// The initial number of frames between two copies.
const INTERVAL: usize = 32;
/// The approximate number of bytes of a stage without its pictures.
const REST: usize = 96 << 10;

/// The progress of a scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The number of played frames, including operations that print a line.
    pub frames: usize,
    /// The number of printed lines.
    pub lines: usize,
}

/// A copy of a run at one moment.
pub struct Mark {
    pub place: Place,
    pub runner: Runner,
}

/// The copies of a run. The first copy is always kept.
pub struct Marks {
    marks: Vec<Mark>,
    interval: usize,
    budget: usize,
}

impl Marks {
    /// Creates an empty collection with a limit in bytes.
    pub fn within(budget: usize) -> Self {
        Self {
            marks: Vec::new(),
            interval: INTERVAL,
            budget,
        }
    }

    /// Keeps a copy of the run if its frame is the next one to be kept.
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
        // Every second copy is removed until the others fit.
        while self.bytes() > self.budget && self.marks.len() > 1 {
            self.interval = self.interval.saturating_mul(2);
            self.marks
                .retain(|mark| mark.place.frames % self.interval == 0);
        }
    }

    /// Returns the last copy with fewer than `frames` played frames.
    pub fn before(&self, frames: usize) -> Option<&Mark> {
        self.marks.iter().rfind(|mark| mark.place.frames < frames)
    }

    /// Returns the number of bytes of all copies.
    fn bytes(&self) -> usize {
        self.marks
            .iter()
            .map(|mark| bytes(mark.runner.stage()))
            .fold(0, usize::saturating_add)
    }
}

/// Returns the approximate number of bytes of a stage's copy: two pictures and the planes, as wide
/// as the room.
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

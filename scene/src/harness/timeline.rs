//! Navigation in a scene: forward, back, to any frame, and to the first difference from the stored
//! lines.
//!
//! Copies of the run are kept at regular intervals, in bounded memory. To go back, the run
//! continues from the last copy before the destination.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use scumm_engine::Stage;

use super::find::stored_lines;
use super::judge;
use super::sources::SceneSources;
use crate::{Difference, Line, LinePair, RunProgress, Runner, StoredLine, StoredLines};

/// The default number of jiffies of a frame, if the scene sets none for its colours.
const JIFFIES: u16 = 6;

/// The most bytes for all copies. Long scenes have fewer copies with more frames in between.
const BUDGET: usize = 24 << 20;
/// The initial number of frames between two copies.
const INTERVAL: usize = 32;
/// The approximate number of bytes of a stage without its pictures.
const REST: usize = 96 << 10;

/// A destination of a navigation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    /// The frame of this number, from 0, or the last frame.
    Frame(usize),
    /// The first difference, or the end if there is none.
    Difference,
}

/// The result of the comparison for the current frame.
#[derive(Clone, Debug, PartialEq)]
pub enum FrameResult {
    /// No line is stored for the frame.
    Unknown,
    /// The line is equal to the stored line.
    Same,
    /// The line differs.
    Differs {
        /// The first difference.
        difference: Box<Difference>,
        /// Whether the picture's checksum differs.
        picture: bool,
    },
    /// The scene cannot continue: the stage refuses an operation, or a claim does not hold.
    Failed(String),
}

impl FrameResult {
    /// Returns whether the frame differs or has failed.
    pub fn is_bad(&self) -> bool {
        matches!(self, Self::Differs { .. } | Self::Failed(_))
    }
}

/// A scene in progress, at one frame.
pub struct Timeline {
    scene: PathBuf,
    runner: Runner,
    place: TimelinePosition,
    /// Whether the scene is at its end, or at a failure.
    over: bool,
    finding: FrameResult,
    /// Whether the current frame printed a line.
    has_line: bool,
    /// Whether the current frame was compared with its stored line.
    looked: bool,
    marks: RunCopies,
    stored: Option<Stored>,
    /// The largest number of played frames; all of these frames were compared.
    newest: usize,
    /// The place of the first difference.
    first: Option<Goal>,
}

/// A place in a scene: the number of played frames, and with `over` the part after the last frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Goal {
    over: bool,
    frames: usize,
}

/// The stored lines, and the index of the next one.
struct Stored {
    lines: StoredLines<BufReader<File>>,
    next: usize,
}

impl Timeline {
    /// Opens a scene at its first frame. Stored lines are optional.
    ///
    /// # Errors
    /// Returns an error if the scene cannot be set up, or if its lines cannot be read.
    pub fn open(scene: &Path, sources: &dyn SceneSources) -> Result<Self> {
        let runner = sources.open(scene)?;
        let stored = stored_lines(scene)
            .exists()
            .then(|| Stored::open(scene))
            .transpose()?;
        let mut timeline = Self {
            scene: scene.to_owned(),
            runner,
            place: TimelinePosition::default(),
            over: false,
            finding: FrameResult::Unknown,
            has_line: false,
            looked: false,
            marks: RunCopies::within(BUDGET),
            stored,
            newest: 0,
            first: None,
        };
        timeline.step(true)?;
        Ok(timeline)
    }

    /// Returns the path of the scene file.
    pub fn scene(&self) -> &Path {
        &self.scene
    }

    /// Returns the stage in its current state.
    pub fn stage(&self) -> &Stage {
        self.runner.stage()
    }

    /// Returns the room of the game that is shown. Returns `None` if the scene has its own room, or
    /// is in no room.
    pub fn room(&self) -> Option<u16> {
        let told = self.runner.scene().data.as_ref()?.room?;
        // A stage with a single room gives it the number 1; a scene of a whole game uses the
        // numbers of the game.
        let room = if told == 0 {
            self.stage().room_number()
        } else {
            told
        };
        Some(room).filter(|room| *room != 0)
    }

    /// Returns the number of the current frame, from 0.
    pub fn frame(&self) -> usize {
        self.place.frames.saturating_sub(1)
    }

    /// Returns the number of the last frame.
    pub fn last(&self) -> usize {
        self.runner.length().max(1) - 1
    }

    /// Returns the number of the last frame that was played so far.
    pub fn newest(&self) -> usize {
        self.newest.saturating_sub(1)
    }

    /// Returns the index of the current frame's line, or `None` if the frame has no line.
    pub fn line(&self) -> Option<usize> {
        self.place.lines.checked_sub(1).filter(|_| self.has_line)
    }

    /// Returns the result of the comparison for the current frame.
    pub fn finding(&self) -> &FrameResult {
        &self.finding
    }

    /// Returns whether lines are stored for the scene.
    pub fn is_compared(&self) -> bool {
        self.stored.is_some()
    }

    /// Returns whether the scene is at its end, or at a failure.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Returns the frame of the first difference, if it is known.
    pub fn first_difference(&self) -> Option<usize> {
        self.first.map(|goal| goal.frames.saturating_sub(1))
    }

    /// Returns the duration of a frame.
    pub fn frame_duration(&self) -> Duration {
        let jiffies = Some(self.runner.scene().cycle_jiffies).filter(|jiffies| *jiffies != 0);
        self.stage()
            .dialect()
            .frame_duration(jiffies.unwrap_or(JIFFIES))
    }

    /// Returns the share of the scene that was played so far, from 0 to 1.
    pub fn share_played(&self) -> f32 {
        self.runner.share_played()
    }

    /// Goes forward by one frame. Returns false at the end.
    ///
    /// # Errors
    /// Returns an error if a stored line cannot be read.
    pub fn forward(&mut self) -> Result<bool> {
        if !self.over {
            self.step(true)?;
        }
        Ok(!self.over)
    }

    /// Goes to a destination while `go_on`, which is called after each frame, returns true. Returns
    /// true at the destination, or as near to it as possible.
    ///
    /// # Errors
    /// Returns an error if a stored line cannot be read.
    pub fn approach(
        &mut self,
        target: Destination,
        mut go_on: impl FnMut(&Self) -> bool,
    ) -> Result<bool> {
        let goal = match target {
            Destination::Frame(frame) => Some(Goal {
                frames: frame.saturating_add(1),
                over: false,
            }),
            Destination::Difference => self.first,
        };
        self.jump(goal);
        while !self.is_at(goal) {
            let next = self.place.frames.saturating_add(1);
            let is_goal = goal.is_some_and(|goal| goal.over || goal.frames == next);
            self.step(is_goal || next > self.newest)?;
            if !self.is_at(goal) && !go_on(self) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns whether the goal is reached; without a goal, whether the first difference is
    /// reached.
    fn is_at(&self, goal: Option<Goal>) -> bool {
        let here = Goal {
            over: self.over,
            frames: self.place.frames,
        };
        goal.map_or(self.over || self.first.is_some(), |goal| here >= goal)
    }

    /// Continues from the nearest kept copy before the goal, unless the current run is nearer.
    /// Without a goal the frames that were already compared are skipped.
    fn jump(&mut self, goal: Option<Goal>) {
        let (frames, over) = goal.map_or((self.newest, true), |goal| (goal.frames, goal.over));
        let here = self.place.frames;
        let is_behind = if self.over {
            here >= frames && !over
        } else {
            here > frames || here == frames && !self.looked
        };
        // To play the part after the last frame again, a copy before the end of the last frame is
        // needed.
        let Some(mark) = self.marks.before(frames.saturating_add(over.into())) else {
            return;
        };
        if !is_behind && (self.over || mark.place.frames <= here) {
            return;
        }
        self.runner = mark.runner.clone().silent();
        self.place = mark.place;
        self.over = false;
        self.finding = FrameResult::Unknown;
        self.has_line = false;
    }

    /// Plays one frame. With `look`, compares the frame with its stored line.
    fn step(&mut self, look: bool) -> Result<()> {
        self.marks.keep(self.place, &self.runner);
        self.looked = look;
        let index = self.place.lines;
        match self.runner.advance() {
            Ok(RunProgress::Line(line)) => {
                self.place = TimelinePosition {
                    frames: self.place.frames.saturating_add(1),
                    lines: index.saturating_add(1),
                };
                self.has_line = true;
                self.finding = if look {
                    self.compare(index, *line)?
                } else {
                    FrameResult::Unknown
                };
            }
            Ok(RunProgress::Frame) => {
                self.place.frames = self.place.frames.saturating_add(1);
                self.has_line = false;
                self.finding = FrameResult::Unknown;
            }
            Ok(RunProgress::End) => {
                self.over = true;
                let pair = LinePair {
                    index,
                    line: None,
                    stored: self.stored(index)?,
                };
                if let Some(difference) = pair.difference() {
                    self.finding = FrameResult::Differs {
                        difference: Box::new(difference),
                        picture: false,
                    };
                }
            }
            Err(error) => {
                self.over = true;
                self.finding = FrameResult::Failed(error.to_string());
            }
        }
        self.newest = self.newest.max(self.place.frames);
        if self.first.is_none() && self.finding.is_bad() {
            self.first = Some(Goal {
                frames: self.place.frames,
                over: self.over,
            });
        }
        Ok(())
    }

    fn compare(&mut self, index: usize, line: Line) -> Result<FrameResult> {
        if self.stored.is_none() {
            return Ok(FrameResult::Unknown);
        }
        let stored = self.stored(index)?;
        let pair = LinePair {
            index,
            line: Some(line),
            stored,
        };
        let Some(difference) = pair.difference() else {
            return Ok(FrameResult::Same);
        };
        let crc = difference
            .stored
            .as_ref()
            .and_then(|stored| stored["crc"].as_str());
        let picture = crc != pair.line.as_ref().map(|line| line.crc.as_str());
        Ok(FrameResult::Differs {
            difference: Box::new(difference),
            picture,
        })
    }

    /// Returns the stored line of this index, from 0.
    fn stored(&mut self, index: usize) -> Result<Option<StoredLine>> {
        let Some(stored) = &mut self.stored else {
            return Ok(None);
        };
        if index < stored.next {
            *stored = Stored::open(&self.scene)?;
        }
        let line = stored.lines.nth(index - stored.next).transpose()?;
        stored.next = index.saturating_add(1);
        Ok(line)
    }
}

impl Stored {
    fn open(scene: &Path) -> Result<Self> {
        Ok(Self {
            lines: judge::stored(scene)?,
            next: 0,
        })
    }
}

/// The progress of a scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct TimelinePosition {
    /// The number of played frames, including operations that print a line.
    frames: usize,
    /// The number of printed lines.
    lines: usize,
}

/// A copy of a run at one moment.
struct RunCopy {
    place: TimelinePosition,
    runner: Runner,
}

/// The copies of a run. The first copy is always kept.
struct RunCopies {
    marks: Vec<RunCopy>,
    interval: usize,
    budget: usize,
}

impl RunCopies {
    /// Creates an empty collection with a limit in bytes.
    fn within(budget: usize) -> Self {
        Self {
            marks: Vec::new(),
            interval: INTERVAL,
            budget,
        }
    }

    /// Keeps a copy of the run if its frame is the next one to be kept.
    fn keep(&mut self, place: TimelinePosition, runner: &Runner) {
        let is_new = self
            .marks
            .last()
            .is_none_or(|mark| mark.place.frames < place.frames);
        if !is_new || place.frames % self.interval != 0 {
            return;
        }
        self.marks.push(RunCopy {
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
    fn before(&self, frames: usize) -> Option<&RunCopy> {
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
    use super::*;
    use crate::harness::sources::GameFolders;
    use crate::visible_picture;
    use crate::{Scene, SceneFolder};
    use std::fs;
    use std::sync::Arc;
    use tempfile::TempDir;

    /// Creates a scene that walks, in a temporary folder, with its stored lines.
    fn walking(frames: usize, change: impl Fn(usize, String) -> String) -> (TempDir, PathBuf) {
        let text = format!(
            "room = {{background = 7}}\nactors = [{{id = 1, x = 20, y = 100}}]\nseed = 3\n\
             steps = [['walk', 1, 310, 105, -1], ['tick', {}], ['state']]",
            frames - 3
        );
        with_lines(&text, change)
    }

    /// Creates a scene with its stored lines, each changed according to its number.
    fn with_lines(text: &str, change: impl Fn(usize, String) -> String) -> (TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scene.toml");
        fs::write(&path, text).unwrap();
        let mut runner = GameFolders::default().open(&path).unwrap();
        let mut lines = String::new();
        while let Ok(Some(line)) = runner.next_line() {
            let number = lines.lines().count();
            lines += &change(number, serde_json::to_string(&line).unwrap());
            lines.push('\n');
        }
        fs::write(stored_lines(&path), lines).unwrap();
        (folder, path)
    }

    fn open(path: &Path) -> Timeline {
        Timeline::open(path, &GameFolders::default()).unwrap()
    }

    fn go(timeline: &mut Timeline, target: Destination) {
        assert!(timeline.approach(target, |_| true).unwrap());
    }

    /// Returns the results and pictures for each frame of a fresh run.
    fn straight(path: &Path) -> Vec<(Option<usize>, FrameResult, scumm_engine::Snapshot)> {
        let mut timeline = open(path);
        let mut all = Vec::new();
        loop {
            all.push((
                timeline.line(),
                timeline.finding().clone(),
                timeline.stage().save(),
            ));
            if !timeline.forward().unwrap() {
                return all;
            }
        }
    }

    #[test]
    fn any_frame_is_reached_from_any_other_and_is_the_same() {
        let (_folder, path) = walking(150, |number, line| {
            if number == 90 {
                line.replace("\"y\":", "\"y\":7")
            } else {
                line
            }
        });
        let all = straight(&path);
        let mut timeline = open(&path);
        assert_eq!((timeline.last(), all.len()), (149, 150));
        for frame in [149, 0, 90, 89, 91, 33, 32, 31, 149, 1, 64, 120, 119, 118] {
            go(&mut timeline, Destination::Frame(frame));
            let (line, finding, stage) = &all[frame];
            assert_eq!(
                (timeline.frame(), timeline.line(), timeline.finding()),
                (frame, *line, finding)
            );
            assert!(timeline.stage().save() == *stage, "frame {frame}");
        }
        go(&mut timeline, Destination::Frame(usize::MAX));
        assert_eq!((timeline.frame(), timeline.is_over()), (149, true));
        go(&mut timeline, Destination::Frame(149));
        assert!(timeline.stage().save() == all[149].2);
    }

    #[test]
    fn a_planted_difference_is_found_from_before_and_from_behind() {
        let plant = |number, line: String| match number {
            77 => line.replace("\"x\":", "\"x\":9"),
            100 => line.replace("crc\":\"", "crc\":\"0"),
            _ => line,
        };
        let (_folder, path) = walking(150, plant);
        for start in [0, 60, 77, 78, 149] {
            let mut timeline = open(&path);
            go(&mut timeline, Destination::Frame(start));
            assert_eq!(timeline.first_difference(), (start >= 77).then_some(77));
            go(&mut timeline, Destination::Difference);
            assert_eq!(
                (timeline.frame(), timeline.first_difference()),
                (77, Some(77)),
                "from {start}"
            );
            let FrameResult::Differs {
                difference,
                picture: false,
            } = timeline.finding()
            else {
                panic!("from {start}")
            };
            assert_eq!(
                (difference.line, difference.key.as_str()),
                (78, "actors[0].x")
            );
        }
        let mut timeline = open(&path);
        go(&mut timeline, Destination::Frame(100));
        let FrameResult::Differs {
            difference,
            picture: true,
        } = timeline.finding()
        else {
            panic!("the CRC differs")
        };
        assert_eq!(difference.key, "crc");
    }

    #[test]
    fn without_a_difference_the_search_ends_at_the_end() {
        let (_folder, path) = walking(50, |_, line| line);
        let mut timeline = open(&path);
        go(&mut timeline, Destination::Difference);
        assert_eq!(
            (
                timeline.frame(),
                timeline.is_over(),
                timeline.first_difference()
            ),
            (49, true, None)
        );
        assert_eq!(timeline.finding(), &FrameResult::Same);
    }

    #[test]
    fn lines_that_are_missing_or_left_over_are_differences() {
        let (_folder, path) = walking(50, |_, line| line);
        let stored = stored_lines(&path);
        let text = fs::read_to_string(&stored).unwrap();
        let (kept, _) = text.trim_end().rsplit_once('\n').unwrap();
        fs::write(&stored, format!("{kept}\n")).unwrap();
        let mut timeline = open(&path);
        go(&mut timeline, Destination::Difference);
        assert_eq!((timeline.frame(), timeline.is_over()), (49, false));
        fs::write(&stored, format!("{text}{{\"crc\": \"0\"}}\n")).unwrap();
        let mut timeline = open(&path);
        for _ in 0..2 {
            go(&mut timeline, Destination::Difference);
            assert!(timeline.is_over() && timeline.finding().is_bad());
            assert_eq!(
                (timeline.frame(), timeline.first_difference()),
                (49, Some(49))
            );
            go(&mut timeline, Destination::Frame(3));
            assert_eq!(timeline.finding(), &FrameResult::Same);
        }
    }

    #[test]
    fn a_scene_that_fails_is_watched_up_to_there() {
        let (_folder, path) = with_lines(
            "steps = [['tick', 40], ['expect_pixel', 0, 0, 99], ['tick', 9]]",
            |_, line| line,
        );
        let mut timeline = open(&path);
        go(&mut timeline, Destination::Difference);
        let FrameResult::Failed(message) = timeline.finding() else {
            panic!("{:?}", timeline.finding())
        };
        assert!(message.contains("scene.toml:1: "), "{message}");
        assert_eq!(
            (timeline.frame(), timeline.last(), timeline.is_over()),
            (40, 50, true)
        );
        go(&mut timeline, Destination::Frame(40));
        assert_eq!(
            (timeline.finding(), timeline.is_over()),
            (&FrameResult::Same, false)
        );
        go(&mut timeline, Destination::Frame(50));
        assert!(timeline.is_over() && timeline.finding().is_bad());
    }

    #[test]
    fn a_scene_without_stored_lines_is_watched_all_the_same() {
        let (_folder, path) = walking(20, |_, line| line);
        fs::remove_file(stored_lines(&path)).unwrap();
        let mut timeline = open(&path);
        assert!(!timeline.is_compared());
        go(&mut timeline, Destination::Frame(12));
        assert_eq!(
            (timeline.frame(), timeline.finding()),
            (12, &FrameResult::Unknown)
        );
        assert_eq!(visible_picture(timeline.stage()).width(), 320);
    }

    #[test]
    fn a_way_can_be_gone_in_parts() {
        let (_folder, path) = walking(100, |_, line| line);
        let mut timeline = open(&path);
        let mut parts = 1;
        while !timeline
            .approach(Destination::Frame(60), |_| false)
            .unwrap()
        {
            parts += 1;
        }
        assert_eq!((timeline.frame(), parts), (60, 60));
        // An interrupted navigation also ends at a frame with a known result.
        while !timeline
            .approach(Destination::Frame(10), |_| false)
            .unwrap()
        {
            let here = timeline.frame();
            if here == 5 {
                go(&mut timeline, Destination::Frame(here));
                assert_eq!(
                    (timeline.frame(), timeline.finding()),
                    (5, &FrameResult::Same)
                );
                return;
            }
        }
        panic!("frame 5 is on the way");
    }

    #[test]
    fn frames_without_a_line_are_frames() {
        let (_folder, path) = with_lines("trace_ticks = 0\nsteps = [['tick', 40]]", |_, line| line);
        let mut timeline = open(&path);
        go(&mut timeline, Destination::Frame(20));
        assert_eq!(
            (timeline.line(), timeline.finding(), timeline.last()),
            (None, &FrameResult::Unknown, 40)
        );
        go(&mut timeline, Destination::Frame(40));
        assert_eq!(
            (timeline.line(), timeline.finding()),
            (Some(1), &FrameResult::Same)
        );
    }

    #[test]
    fn the_longer_the_scene_the_more_frames_lie_between_runs() {
        let scene = Scene::parse("s.json", r#"{"steps": [["tick", 9]]}"#).unwrap();
        let runner = Runner::new(Arc::new(scene), &SceneFolder::default()).unwrap();
        let most = 5 * bytes(runner.stage());
        let mut marks = RunCopies::within(most);
        for frames in 0..14_000 {
            marks.keep(
                TimelinePosition {
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

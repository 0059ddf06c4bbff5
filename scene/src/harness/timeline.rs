//! A scene to go through: forward, back, to any frame, to the first difference from what is stored.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::{Difference, Line, LinePair, Progress, Runner, StoredLine, StoredLines};
use anyhow::Result;
use scumm_engine::Stage;

use super::find::stored_lines;
use super::judge;
use super::marks::{BUDGET, Marks, Place};
use super::sources::Sources;

/// Jiffies of a frame where the scene does not say how many pass for its colours.
const JIFFIES: u16 = 6;

/// Where to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The frame of this number, from 0; the last one where there are not so many.
    Frame(usize),
    /// The first difference; the end where there is none.
    Difference,
}

/// What is known of the present frame.
#[derive(Clone, Debug, PartialEq)]
pub enum Finding {
    /// No line is stored for it.
    Unknown,
    /// It is as stored.
    Same,
    /// It differs.
    Differs {
        /// The first one.
        difference: Box<Difference>,
        /// Whether the picture's checksum differs.
        picture: bool,
    },
    /// The scene can't be played on: the stage refuses what it asks for, or is not what it claims.
    Failed(String),
}

impl Finding {
    /// Whether something is wrong.
    pub fn is_bad(&self) -> bool {
        matches!(self, Self::Differs { .. } | Self::Failed(_))
    }
}

/// A scene that is played, at one frame.
pub struct Timeline {
    scene: PathBuf,
    runner: Runner,
    place: Place,
    /// The scene is played to its end, or to where it fails.
    over: bool,
    finding: Finding,
    /// The present frame printed a line.
    has_line: bool,
    /// The present frame was compared.
    looked: bool,
    marks: Marks,
    stored: Option<Stored>,
    /// The most frames that were played; all of them were compared.
    newest: usize,
    /// Where the first difference is: how far the scene is played there.
    first: Option<Goal>,
}

/// A place in a scene: after so many frames, and with `over` what comes after them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Goal {
    over: bool,
    frames: usize,
}

/// The stored lines, and which one is read next.
struct Stored {
    lines: StoredLines<BufReader<File>>,
    next: usize,
}

impl Timeline {
    /// A scene at its first frame. Stored lines may be missing.
    ///
    /// # Errors
    /// The scene can't be set up, or its lines can't be read.
    pub fn open(scene: &Path, sources: &dyn Sources) -> Result<Self> {
        let runner = sources.open(scene)?;
        let stored = stored_lines(scene)
            .exists()
            .then(|| Stored::open(scene))
            .transpose()?;
        let mut timeline = Self {
            scene: scene.to_owned(),
            runner,
            place: Place::default(),
            over: false,
            finding: Finding::Unknown,
            has_line: false,
            looked: false,
            marks: Marks::within(BUDGET),
            stored,
            newest: 0,
            first: None,
        };
        timeline.step(true)?;
        Ok(timeline)
    }

    /// The scene's file.
    pub fn scene(&self) -> &Path {
        &self.scene
    }

    /// The stage as it stands.
    pub fn stage(&self) -> &Stage {
        self.runner.stage()
    }

    /// The room of the game that is shown; `None` where the scene brings its own, or is in none.
    pub fn room(&self) -> Option<u16> {
        let told = self.runner.scene().data.as_ref()?.room?;
        // A stage calls the one room that it has 1; in a play it goes through those of the game.
        let room = if told == 0 {
            self.stage().room_number()
        } else {
            told
        };
        Some(room).filter(|room| *room != 0)
    }

    /// The number of the present frame, from 0.
    pub fn frame(&self) -> usize {
        self.place.frames.saturating_sub(1)
    }

    /// The number of the last frame.
    pub fn last(&self) -> usize {
        self.runner.length().max(1) - 1
    }

    /// The number of the last frame that was played so far.
    pub fn newest(&self) -> usize {
        self.newest.saturating_sub(1)
    }

    /// The line of the present frame, from 0; `None` where it has none.
    pub fn line(&self) -> Option<usize> {
        self.place.lines.checked_sub(1).filter(|_| self.has_line)
    }

    /// What is known of the present frame.
    pub fn finding(&self) -> &Finding {
        &self.finding
    }

    /// Whether lines are stored for the scene.
    pub fn is_compared(&self) -> bool {
        self.stored.is_some()
    }

    /// Whether the scene is at its end, or where it fails.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The frame of the first difference, as far as it is known.
    pub fn first_difference(&self) -> Option<usize> {
        self.first.map(|goal| goal.frames.saturating_sub(1))
    }

    /// How long a frame is shown.
    pub fn frame_duration(&self) -> Duration {
        let jiffies = Some(self.runner.scene().cycle_jiffies).filter(|jiffies| *jiffies != 0);
        self.stage()
            .dialect()
            .frame_duration(jiffies.unwrap_or(JIFFIES))
    }

    /// How much of the scene was played so far, from 0 to 1.
    pub fn share_played(&self) -> f32 {
        self.runner.share_played()
    }

    /// One frame forward; false at the end.
    ///
    /// # Errors
    /// A stored line can't be read.
    pub fn forward(&mut self) -> Result<bool> {
        if !self.over {
            self.step(true)?;
        }
        Ok(!self.over)
    }

    /// Goes somewhere, as long as `go_on` says so, which is asked after each frame. True when it is there, or as near as it gets.
    ///
    /// # Errors
    /// A stored line can't be read.
    pub fn approach(
        &mut self,
        target: Target,
        mut go_on: impl FnMut(&Self) -> bool,
    ) -> Result<bool> {
        let goal = match target {
            Target::Frame(frame) => Some(Goal {
                frames: frame.saturating_add(1),
                over: false,
            }),
            Target::Difference => self.first,
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

    /// Whether the goal is reached; without one, the first difference.
    fn is_at(&self, goal: Option<Goal>) -> bool {
        let here = Goal {
            over: self.over,
            frames: self.place.frames,
        };
        goal.map_or(self.over || self.first.is_some(), |goal| here >= goal)
    }

    /// Takes up the run that is kept nearest before the goal, unless the present one is nearer. Without a goal the frames that were
    /// compared are of no interest.
    fn jump(&mut self, goal: Option<Goal>) {
        let (frames, over) = goal.map_or((self.newest, true), |goal| (goal.frames, goal.over));
        let here = self.place.frames;
        let is_behind = if self.over {
            here >= frames && !over
        } else {
            here > frames || here == frames && !self.looked
        };
        // What comes after the last frame is played again from there.
        let Some(mark) = self.marks.before(frames.saturating_add(over.into())) else {
            return;
        };
        if !is_behind && (self.over || mark.place.frames <= here) {
            return;
        }
        self.runner = mark.runner.clone().silent();
        self.place = mark.place;
        self.over = false;
        self.finding = Finding::Unknown;
        self.has_line = false;
    }

    /// Plays on by a frame, and with `look` compares it.
    fn step(&mut self, look: bool) -> Result<()> {
        self.marks.keep(self.place, &self.runner);
        self.looked = look;
        let index = self.place.lines;
        match self.runner.advance() {
            Ok(Progress::Line(line)) => {
                self.place = Place {
                    frames: self.place.frames.saturating_add(1),
                    lines: index.saturating_add(1),
                };
                self.has_line = true;
                self.finding = if look {
                    self.compare(index, *line)?
                } else {
                    Finding::Unknown
                };
            }
            Ok(Progress::Frame) => {
                self.place.frames = self.place.frames.saturating_add(1);
                self.has_line = false;
                self.finding = Finding::Unknown;
            }
            Ok(Progress::End) => {
                self.over = true;
                let pair = LinePair {
                    index,
                    line: None,
                    stored: self.stored(index)?,
                };
                if let Some(difference) = pair.difference() {
                    self.finding = Finding::Differs {
                        difference: Box::new(difference),
                        picture: false,
                    };
                }
            }
            Err(error) => {
                self.over = true;
                self.finding = Finding::Failed(error.to_string());
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

    fn compare(&mut self, index: usize, line: Line) -> Result<Finding> {
        if self.stored.is_none() {
            return Ok(Finding::Unknown);
        }
        let stored = self.stored(index)?;
        let pair = LinePair {
            index,
            line: Some(line),
            stored,
        };
        let Some(difference) = pair.difference() else {
            return Ok(Finding::Same);
        };
        let crc = difference
            .stored
            .as_ref()
            .and_then(|stored| stored["crc"].as_str());
        let picture = crc != pair.line.as_ref().map(|line| line.crc.as_str());
        Ok(Finding::Differs {
            difference: Box::new(difference),
            picture,
        })
    }

    /// The stored line of this number, from 0.
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

#[cfg(test)]
pub(super) mod tests {
    use std::fs;

    use crate::seen;
    use tempfile::TempDir;

    use super::*;
    use crate::harness::sources::GamePlaces;

    /// A scene that walks, in a folder of its own, with its lines stored.
    pub fn walking(frames: usize, change: impl Fn(usize, String) -> String) -> (TempDir, PathBuf) {
        let text = format!(
            "room = {{background = 7}}\nactors = [{{id = 1, x = 20, y = 100}}]\nseed = 3\n\
             steps = [['walk', 1, 310, 105, -1], ['tick', {}], ['state']]",
            frames - 3
        );
        with_lines(&text, change)
    }

    /// A scene with its stored lines, each changed by its number.
    pub fn with_lines(text: &str, change: impl Fn(usize, String) -> String) -> (TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scene.toml");
        fs::write(&path, text).unwrap();
        let mut runner = GamePlaces::default().open(&path).unwrap();
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
        Timeline::open(path, &GamePlaces::default()).unwrap()
    }

    fn go(timeline: &mut Timeline, target: Target) {
        assert!(timeline.approach(target, |_| true).unwrap());
    }

    /// What is known of each frame of a fresh run, with its picture.
    fn straight(path: &Path) -> Vec<(Option<usize>, Finding, scumm_engine::Snapshot)> {
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
            go(&mut timeline, Target::Frame(frame));
            let (line, finding, stage) = &all[frame];
            assert_eq!(
                (timeline.frame(), timeline.line(), timeline.finding()),
                (frame, *line, finding)
            );
            assert!(timeline.stage().save() == *stage, "frame {frame}");
        }
        go(&mut timeline, Target::Frame(usize::MAX));
        assert_eq!((timeline.frame(), timeline.is_over()), (149, true));
        go(&mut timeline, Target::Frame(149));
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
            go(&mut timeline, Target::Frame(start));
            assert_eq!(timeline.first_difference(), (start >= 77).then_some(77));
            go(&mut timeline, Target::Difference);
            assert_eq!(
                (timeline.frame(), timeline.first_difference()),
                (77, Some(77)),
                "from {start}"
            );
            let Finding::Differs {
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
        go(&mut timeline, Target::Frame(100));
        let Finding::Differs {
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
        go(&mut timeline, Target::Difference);
        assert_eq!(
            (
                timeline.frame(),
                timeline.is_over(),
                timeline.first_difference()
            ),
            (49, true, None)
        );
        assert_eq!(timeline.finding(), &Finding::Same);
    }

    #[test]
    fn lines_that_are_missing_or_left_over_are_differences() {
        let (_folder, path) = walking(50, |_, line| line);
        let stored = stored_lines(&path);
        let text = fs::read_to_string(&stored).unwrap();
        let (kept, _) = text.trim_end().rsplit_once('\n').unwrap();
        fs::write(&stored, format!("{kept}\n")).unwrap();
        let mut timeline = open(&path);
        go(&mut timeline, Target::Difference);
        assert_eq!((timeline.frame(), timeline.is_over()), (49, false));
        fs::write(&stored, format!("{text}{{\"crc\": \"0\"}}\n")).unwrap();
        let mut timeline = open(&path);
        for _ in 0..2 {
            go(&mut timeline, Target::Difference);
            assert!(timeline.is_over() && timeline.finding().is_bad());
            assert_eq!(
                (timeline.frame(), timeline.first_difference()),
                (49, Some(49))
            );
            go(&mut timeline, Target::Frame(3));
            assert_eq!(timeline.finding(), &Finding::Same);
        }
    }

    #[test]
    fn a_scene_that_fails_is_watched_up_to_there() {
        let (_folder, path) = with_lines(
            "steps = [['tick', 40], ['expect_pixel', 0, 0, 99], ['tick', 9]]",
            |_, line| line,
        );
        let mut timeline = open(&path);
        go(&mut timeline, Target::Difference);
        let Finding::Failed(message) = timeline.finding() else {
            panic!("{:?}", timeline.finding())
        };
        assert!(message.contains("scene.toml:1: "), "{message}");
        assert_eq!(
            (timeline.frame(), timeline.last(), timeline.is_over()),
            (40, 50, true)
        );
        go(&mut timeline, Target::Frame(40));
        assert_eq!(
            (timeline.finding(), timeline.is_over()),
            (&Finding::Same, false)
        );
        go(&mut timeline, Target::Frame(50));
        assert!(timeline.is_over() && timeline.finding().is_bad());
    }

    #[test]
    fn a_scene_without_stored_lines_is_watched_all_the_same() {
        let (_folder, path) = walking(20, |_, line| line);
        fs::remove_file(stored_lines(&path)).unwrap();
        let mut timeline = open(&path);
        assert!(!timeline.is_compared());
        go(&mut timeline, Target::Frame(12));
        assert_eq!(
            (timeline.frame(), timeline.finding()),
            (12, &Finding::Unknown)
        );
        assert_eq!(seen(timeline.stage()).width(), 320);
    }

    #[test]
    fn a_way_can_be_gone_in_parts() {
        let (_folder, path) = walking(100, |_, line| line);
        let mut timeline = open(&path);
        let mut parts = 1;
        while !timeline.approach(Target::Frame(60), |_| false).unwrap() {
            parts += 1;
        }
        assert_eq!((timeline.frame(), parts), (60, 60));
        // A way that was broken off ends at a frame that is known, too.
        while !timeline.approach(Target::Frame(10), |_| false).unwrap() {
            let here = timeline.frame();
            if here == 5 {
                go(&mut timeline, Target::Frame(here));
                assert_eq!((timeline.frame(), timeline.finding()), (5, &Finding::Same));
                return;
            }
        }
        panic!("frame 5 is on the way");
    }

    #[test]
    fn frames_without_a_line_are_frames() {
        let (_folder, path) = with_lines("trace_ticks = 0\nsteps = [['tick', 40]]", |_, line| line);
        let mut timeline = open(&path);
        go(&mut timeline, Target::Frame(20));
        assert_eq!(
            (timeline.line(), timeline.finding(), timeline.last()),
            (None, &Finding::Unknown, 40)
        );
        go(&mut timeline, Target::Frame(40));
        assert_eq!(
            (timeline.line(), timeline.finding()),
            (Some(1), &Finding::Same)
        );
    }
}

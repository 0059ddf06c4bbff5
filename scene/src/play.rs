//! A scene in progress: the stage, and all other state that operations use.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use scumm_engine::{Environment, Snapshot, SplitMix64, Stage};
use scumm_room::{Error, Result, Room};

use super::claim::LastLine;
use super::forms::Numbered;
use super::line::{BenchLine, BenchTickLine, Line, cels_of};

/// The number of blocks of draws that `bench` measures.
const BENCH_BLOCKS: usize = 9;

/// A stage and its environment, on which operations act.
#[derive(Clone, Debug)]
pub struct PlayedStage {
    /// The stage.
    pub stage: Stage,
    /// The environment of the stage.
    pub world: SceneEnvironment,
    pub(crate) clock: Option<TimeSource>,
    /// The number of jiffies by which the room's colour cycles advance after each frame.
    pub cycle_jiffies: u16,
    /// Nintendo: the rooms with which `enter` steps replace the current room, by the names of their
    /// files.
    pub rooms: BTreeMap<String, Arc<Room>>,
    /// The number of played frames.
    pub(crate) frames: u32,
    /// The state that `save` has stored: the stage as text, random numbers and sounds.
    pub(crate) saved: Option<(String, SceneEnvironment)>,
    /// The values that the operation adds to its line.
    pub(crate) answer: Line,
    /// The values of the last line that a claim can check.
    pub(crate) last: LastLine,
}

/// The random numbers and the running sounds.
#[derive(Clone, Debug)]
pub struct SceneEnvironment {
    /// The generator of random numbers.
    pub random: SplitMix64,
    /// The running sounds.
    pub running: BTreeSet<u16>,
}

impl Environment for SceneEnvironment {
    fn random(&mut self, min: i32, max: i32) -> i32 {
        self.random.in_range(min, max)
    }

    fn sound_running(&self, sound: u16) -> bool {
        self.running.contains(&sound)
    }
}

/// A clock: a function that returns the time since a fixed moment.
#[derive(Clone)]
pub(crate) struct TimeSource(pub Arc<dyn Fn() -> Duration + Send + Sync>);

impl fmt::Debug for TimeSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TimeSource")
    }
}

impl PlayedStage {
    /// Creates the state for a stage before the first step; `seed` is the seed of the random
    /// numbers.
    #[must_use]
    pub fn new(stage: Stage, seed: u64, cycle_jiffies: u16) -> Self {
        let world = SceneEnvironment {
            random: SplitMix64::new(seed),
            running: BTreeSet::new(),
        };
        let answer = Line::default();
        let last = LastLine::default();
        Self {
            stage,
            world,
            clock: None,
            cycle_jiffies,
            frames: 0,
            rooms: BTreeMap::new(),
            saved: None,
            answer,
            last,
        }
    }

    /// Plays one engine frame.
    pub(crate) fn frame(&mut self) {
        self.stage.tick_walk();
        self.draw_frame();
    }

    /// Plays the second half of a frame (Y20).
    pub(crate) fn draw_frame(&mut self) {
        self.stage.tick_draw(&mut self.world);
        if self.cycle_jiffies != 0 {
            self.stage.colours_mut().cycle(self.cycle_jiffies);
        }
        self.frames = self.frames.saturating_add(1);
    }

    /// Adds the pictures of a costume to the line.
    pub fn add_cels(&mut self, number: u16) -> Result<()> {
        let costume = self
            .stage
            .costume(number)
            .ok_or_else(|| misuse(format!("there is no costume {number}")))?;
        self.answer.cels = Some(cels_of(costume.as_ref()));
        Ok(())
    }

    /// Nintendo: replaces the current room by the block of another room (Q22).
    pub fn replace_room(&mut self, file: &str, states: Option<&Numbered<u8>>) -> Result<()> {
        let room = self
            .rooms
            .get(file)
            .cloned()
            .ok_or_else(|| misuse(format!("{file}: there is no such room")))?;
        self.stage.replace_room(Arc::clone(&room));
        for object in &room.objects {
            let state = states.and_then(|states| states.get(&object.id)).copied();
            self.stage
                .objects_mut()
                .set_state(object.id, state.unwrap_or(0))?;
        }
        let y = self.stage.camera().cur.y;
        self.stage.place_camera(128, y.into());
        Ok(())
    }

    /// Saves the stage as text, as a program does that writes its state to a file.
    pub(crate) fn save(&mut self) -> Result<()> {
        let text = serde_json::to_string(&self.stage.save()).map_err(misuse)?;
        self.saved = Some((text, self.world.clone()));
        Ok(())
    }

    pub(crate) fn restore(&mut self) -> Result<()> {
        let Some((text, world)) = &self.saved else {
            return Err(misuse("there is no saved state; use the step `save` first"));
        };
        let snapshot: Snapshot = serde_json::from_str(text).map_err(misuse)?;
        self.stage.restore(&snapshot)?;
        self.world = world.clone();
        Ok(())
    }

    /// Draws an actor once. Measures further draws on a copy of the stage, so that a run produces
    /// the same picture with and without measurement.
    pub(crate) fn bench(&mut self, actor: u16, draws: u32, name: &str) -> Result<()> {
        self.stage.actor_mut(actor)?.draw_alone()?;
        let Some(TimeSource(clock)) = &self.clock else {
            return Ok(());
        };
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
        let [.., best_draws_per_second] = speeds;
        let median_draws_per_second = speeds[BENCH_BLOCKS / 2];
        let name = name.to_owned();
        let blocks = BENCH_BLOCKS;
        self.answer.bench = Some(BenchLine {
            name,
            draws,
            blocks,
            best_draws_per_second,
            median_draws_per_second,
        });
        Ok(())
    }

    pub(crate) fn bench_tick(&mut self, ticks: u32, name: &str) {
        let start = self.clock.as_ref().map(|TimeSource(clock)| clock());
        for _ in 0..ticks {
            self.frame();
        }
        let (Some(TimeSource(clock)), Some(start)) = (&self.clock, start) else {
            return;
        };
        let ticks_per_second = per_second(ticks, clock().saturating_sub(start));
        self.answer.bench_tick = Some(BenchTickLine {
            name: name.to_owned(),
            ticks,
            ticks_per_second,
        });
    }
}

fn misuse(error: impl fmt::Display) -> Error {
    Error::other(error.to_string())
}

/// Returns the number of events per second, for `times` events in `time`. If the clock has not
/// advanced, the time counts as one nanosecond.
fn per_second(times: u32, time: Duration) -> f64 {
    f64::from(times) / time.max(Duration::from_nanos(1)).as_secs_f64()
}

//! A scene while it is played: the stage, and everything else that operations act on.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use scumm_engine::{Environment, PrintTarget, Snapshot, SplitMix64, Stage};
use scumm_room::{Error, Point, Result, Room};

use super::cels;
use super::claim::LastLine;
use super::line::{BenchLine, BenchTickLine, Line};

/// The blocks of draws that `bench` measures.
const BENCH_BLOCKS: usize = 9;

/// A stage and the world around it: what operations act on.
#[derive(Clone, Debug)]
pub struct Play {
    /// The stage.
    pub stage: Stage,
    /// What the stage asks.
    pub world: World,
    pub(crate) clock: Option<TimeSource>,
    /// Jiffies that pass for the room's colour cycles after each frame.
    pub cycle_jiffies: u16,
    /// The Nintendo: the rooms that steps put in the place of the first one, by their files.
    pub rooms: BTreeMap<String, Arc<Room>>,
    /// Frames that were played.
    pub(crate) frames: u32,
    /// What `save` kept: the stage as text, random numbers and sounds.
    pub(crate) saved: Option<(String, World)>,
    /// What the operation adds to its line.
    pub(crate) answer: Line,
    /// What the last line reported.
    pub(crate) last: LastLine,
}

/// Random numbers, and the sounds that run.
#[derive(Clone, Debug)]
pub struct World {
    /// Where random numbers come from.
    pub random: SplitMix64,
    /// The sounds that run.
    pub running: BTreeSet<u16>,
}

impl Environment for World {
    fn random(&mut self, min: i32, max: i32) -> i32 {
        self.random.in_range(min, max)
    }

    fn sound_running(&self, sound: u16) -> bool {
        self.running.contains(&sound)
    }
}

/// Tells the time since some fixed moment.
#[derive(Clone)]
pub(crate) struct TimeSource(pub Arc<dyn Fn() -> Duration + Send + Sync>);

impl fmt::Debug for TimeSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TimeSource")
    }
}

impl Play {
    /// A stage in its first state; `seed` is that of the random numbers.
    #[must_use]
    pub fn new(stage: Stage, seed: u64, cycle_jiffies: u16) -> Self {
        let world = World {
            random: SplitMix64::new(seed),
            running: BTreeSet::new(),
        };
        let (answer, last) = (Line::default(), LastLine::default());
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

    /// One engine frame.
    pub(crate) fn frame(&mut self) {
        self.stage.tick_walk();
        self.draw_frame();
    }

    /// The second half of a frame (Y20).
    pub(crate) fn draw_frame(&mut self) {
        self.stage.tick_draw(&mut self.world);
        if self.cycle_jiffies != 0 {
            self.stage.colours_mut().cycle(self.cycle_jiffies);
        }
        self.frames = self.frames.saturating_add(1);
    }

    /// What the operand of a script's animation does; in v0 so many rounds of a command more (V48).
    pub fn animate(&mut self, actor: u16, operand: u16, rounds: Option<u8>) -> Result<()> {
        let v0 = self.stage.dialect().is_v0();
        let mut actor = self.stage.actor_mut(actor)?;
        match rounds {
            Some(rounds) if v0 => {
                let command =
                    u8::try_from(operand).map_err(|_| misuse("commands are numbered 0 to 255"))?;
                actor.animate_rounds(command, i8::from_ne_bytes([rounds]));
                Ok(())
            }
            Some(_) => Err(misuse("only v0 repeats commands")),
            None => actor.animate(operand),
        }
    }

    /// Prints the pictures of a costume.
    pub fn tell_cels(&mut self, number: u16) -> Result<()> {
        let costume = self
            .stage
            .costume(number)
            .ok_or_else(|| misuse(format!("there is no costume {number}")))?;
        self.answer.cels = Some(cels::of(costume.as_ref()));
        Ok(())
    }

    /// v0: prints the place in a box nearest to another (V55).
    pub fn adjust(&mut self, x: i16, y: i16) {
        let (at, number) = self.stage.boxes().adjust_v0(Point::new(x, y));
        self.answer.adjust = Some([at.x, at.y, number.into()]);
    }

    /// The Nintendo: puts a room's block in the place of the present one (Q22).
    pub fn replace_room(&mut self, file: &str, states: Option<BTreeMap<u16, u8>>) -> Result<()> {
        let room = self
            .rooms
            .get(file)
            .cloned()
            .ok_or_else(|| misuse(format!("{file}: no such room")))?;
        self.stage.replace_room(Arc::clone(&room));
        for object in &room.objects {
            let state = states
                .as_ref()
                .and_then(|states| states.get(&object.id))
                .copied();
            self.stage
                .objects_mut()
                .set_state(object.id, state.unwrap_or(0))?;
        }
        let y = self.stage.camera().cur.y;
        self.stage.place_camera(128, y.into());
        Ok(())
    }

    /// Writes pixels that stay (Y56).
    pub(crate) fn print_pixels(
        &mut self,
        buffers: PrintTarget,
        at: (i32, i32),
        size: (u16, u16),
        pixels: &[u8],
    ) -> Result<()> {
        let (width, height) = (usize::from(size.0), usize::from(size.1));
        if pixels.len() != width.saturating_mul(height) {
            return Err(misuse(format!(
                "{} pixels do not fill {width}x{height}",
                pixels.len()
            )));
        }
        self.stage
            .overlay()
            .print_pixels(buffers, at.0, at.1, width, pixels)
    }

    /// Replaces the whole colour remap of the room (Y57).
    pub(crate) fn set_room_table(&mut self, bytes: &[u8]) -> Result<()> {
        let wrong = |_| {
            misuse(format!(
                "the room's colour remap has 256 bytes, not {}",
                bytes.len()
            ))
        };
        self.stage
            .colours_mut()
            .set_room_palette(bytes.try_into().map_err(wrong)?);
        Ok(())
    }

    /// Gives an actor a costume; -1 and -2 of HE61 and later switch the drawing of limbs off and on (X9).
    pub(crate) fn set_costume(&mut self, actor: u16, costume: i32) -> Result<()> {
        let mut actor = self.stage.actor_mut(actor)?;
        match u16::try_from(costume) {
            Ok(number) => actor.set_costume(number),
            Err(_) if costume == -1 || costume == -2 => actor.set_skip_limbs(costume == -1),
            Err(_) => Err(misuse(format!("there is no costume {costume}"))),
        }
    }

    /// Saves as text, as a program that writes a file does.
    pub(crate) fn save(&mut self) -> Result<()> {
        let text = serde_json::to_string(&self.stage.save()).map_err(misuse)?;
        self.saved = Some((text, self.world.clone()));
        Ok(())
    }

    pub(crate) fn restore(&mut self) -> Result<()> {
        let Some((text, world)) = &self.saved else {
            return Err(misuse("nothing was saved"));
        };
        let snapshot: Snapshot = serde_json::from_str(text).map_err(misuse)?;
        self.stage.restore(&snapshot)?;
        self.world = world.clone();
        Ok(())
    }

    /// Draws an actor once, and as often as it takes to measure it on a copy of the stage, so that a run leaves the same
    /// picture whether it is measured or not.
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
        let (name, blocks) = (name.to_owned(), BENCH_BLOCKS);
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
    Error::Misuse(error.to_string())
}

/// How often something happens in a second that took `time` for `times` times; a clock that did not move counts as one
/// nanosecond.
fn per_second(times: u32, time: Duration) -> f64 {
    f64::from(times) / time.max(Duration::from_nanos(1)).as_secs_f64()
}

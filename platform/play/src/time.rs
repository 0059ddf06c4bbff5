//! The state of time, which is paused or runs at a speed; and the history, with which the user can
//! go back in time. The history contains a whole state every few frames, and the user's commands
//! between the states.

use std::collections::VecDeque;
use std::time::Duration;

use scumm_engine::Stage;

use crate::controls::WorldCommand;
use crate::world::RoomSessionState;

/// The slowest speed, as an exponent: time runs 2 to the power of this number times slower than
/// usual.
const SLOWEST: i32 = 3;

/// The fastest speed of clocks that may run faster than usual, as an exponent: time runs 2 to the
/// power of this number times faster than usual.
const FASTEST: i32 = 4;

/// The names of the speeds, the fastest first.
const SPEEDS: [&str; (FASTEST + SLOWEST + 1) as usize] =
    ["x16", "x8", "x4", "x2", "full", "1/2", "1/4", "1/8"];

/// The time between two ticks while nothing on the screen changes by itself. Input wakes the
/// program earlier. Some ticks look whether files have changed.
pub const STILL: Duration = Duration::from_secs(1);

/// The state of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrameClock {
    /// Whether time is paused.
    pub paused: bool,
    /// The speed as an exponent: time runs 2 to the power of this number times slower than usual,
    /// or faster if it is negative.
    slowness: i32,
    /// The least slowness, 0 or negative.
    least: i32,
}

impl FrameClock {
    /// Creates a clock that may also run faster than usual.
    pub fn hurrying() -> Self {
        Self {
            least: -FASTEST,
            ..Self::default()
        }
    }

    /// Slows time down by a number of steps; negative values speed it up.
    pub fn slow_down(&mut self, by: i32) {
        self.slowness = self.slowness.saturating_add(by).clamp(self.least, SLOWEST);
    }

    /// Returns the duration of a frame that usually takes `usual`.
    pub fn interval(self, usual: Duration) -> Duration {
        let factor = 1 << self.slowness.unsigned_abs();
        if self.slowness < 0 {
            usual / factor
        } else {
            usual * factor
        }
    }

    /// Returns the name of the speed.
    pub fn speed(self) -> &'static str {
        let place = usize::try_from(self.slowness.saturating_add(FASTEST)).unwrap_or(0);
        SPEEDS.get(place).copied().unwrap_or_default()
    }

    /// Returns the text to display while time does not run as usual.
    pub fn mark(self) -> Option<&'static str> {
        match (self.paused, self.slowness) {
            (true, _) => Some("paused"),
            (false, 0) => None,
            (false, _) => Some(self.speed()),
        }
    }
}

/// The least number of frames by which the user can go back.
const REACH: u64 = 64;
/// The most bytes of all states. Large stages have fewer states, with more frames in between.
const BUDGET: usize = 4 << 20;
/// The fewest and the most states.
const STATES: (usize, usize) = (2, 8);

/// The history of the recent frames. To reach an earlier frame, the game is played again from the
/// last state before this frame. Playing with the same commands gives the same frame.
#[derive(Debug)]
pub struct History {
    /// The number of frames since the start, without the present one.
    frame: u64,
    /// The latest frame that was reached.
    newest: u64,
    /// The number of frames between two states.
    interval: u64,
    most: usize,
    marks: VecDeque<KeptState>,
    /// The user's commands since the first state. Each has the number of the frame before which the
    /// user gave the command.
    log: Vec<(u64, WorldCommand)>,
    /// The index of the next command in the log.
    next: usize,
}

/// A stored state.
#[derive(Debug)]
struct KeptState {
    frame: u64,
    /// The index of the next command in the log.
    next: usize,
    /// The state before the frame.
    state: RoomSessionState,
}

impl History {
    /// Creates the history of a stage.
    pub fn new(stage: &Stage) -> Self {
        let view = stage.front();
        let buffers = 2 + stage.front().plane_count();
        let bytes = view
            .width
            .saturating_mul(view.height)
            .saturating_mul(buffers)
            .max(1);
        let most = (BUDGET / bytes).clamp(STATES.0, STATES.1);
        let interval = REACH.div_ceil(most as u64 - 1);
        Self {
            frame: 0,
            newest: 0,
            interval,
            most,
            marks: VecDeque::new(),
            log: Vec::new(),
            next: 0,
        }
    }

    /// Returns the number of frames since the start.
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// Returns whether the next frame has not been played before.
    pub fn is_new(&self) -> bool {
        self.frame == self.newest
    }

    /// Records a command of the user. If the user has gone back before, the commands of later
    /// frames are dropped.
    pub fn note(&mut self, command: WorldCommand) {
        self.log.truncate(self.next);
        self.marks
            .retain(|mark| mark.frame <= self.frame && mark.next <= self.next);
        self.newest = self.frame;
        self.log.push((self.frame, command));
        self.next += 1;
    }

    /// Returns the next command that the user gave before the present frame and that has to be
    /// repeated.
    pub fn redo(&mut self) -> Option<WorldCommand> {
        let (_, command) = self
            .log
            .get(self.next)
            .copied()
            .filter(|(frame, _)| *frame == self.frame)?;
        self.next += 1;
        Some(command)
    }

    /// Stores the state before this frame if a state is due. `save` creates the state, and may
    /// reuse the memory of an old state.
    pub fn mark(&mut self, save: impl FnOnce(Option<RoomSessionState>) -> RoomSessionState) {
        if self.frame % self.interval != 0
            || self
                .marks
                .back()
                .is_some_and(|mark| mark.frame >= self.frame)
        {
            return;
        }
        let spare = if self.marks.len() >= self.most {
            self.marks.pop_front()
        } else {
            None
        };
        let state = save(spare.map(|mark| mark.state));
        self.marks.push_back(KeptState {
            frame: self.frame,
            next: self.next,
            state,
        });
        // Commands before the first state are no longer needed.
        let first = self.marks.front().map_or(0, |mark| mark.next);
        self.log.drain(..first);
        self.next -= first;
        self.marks.iter_mut().for_each(|mark| mark.next -= first);
    }

    /// Records that a frame has been played.
    pub fn advance(&mut self) {
        self.frame += 1;
        self.newest = self.newest.max(self.frame);
    }

    /// Returns the number of the previous frame, and the state from which the caller reaches this
    /// frame by playing. The present frame becomes the frame of the returned state.
    pub fn back(&mut self) -> Option<(u64, &RoomSessionState)> {
        let target = self.frame.checked_sub(1)?;
        let mark = self.marks.iter().rfind(|mark| mark.frame <= target)?;
        self.frame = mark.frame;
        self.next = mark.next;
        Some((target, &mark.state))
    }

    /// Returns the oldest stored state. The present frame becomes the frame of this state.
    pub fn oldest(&mut self) -> Option<&RoomSessionState> {
        let mark = self.marks.front()?;
        self.frame = mark.frame;
        self.next = mark.next;
        Some(&mark.state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_goes_at_full_speed_down_to_an_eighth() {
        let (mut clock, usual) = (FrameClock::default(), Duration::from_millis(100));
        clock.slow_down(1);
        assert_eq!((clock.interval(usual), clock.speed()), (usual * 2, "1/2"));
        clock.slow_down(9);
        assert_eq!((clock.interval(usual), clock.speed()), (usual * 8, "1/8"));
        clock.slow_down(i32::MIN);
        assert_eq!((clock, clock.speed()), (FrameClock::default(), "full"));
    }

    #[test]
    fn time_that_may_hurry_goes_up_to_sixteen_times_as_fast() {
        let (mut clock, usual) = (FrameClock::hurrying(), Duration::from_millis(160));
        clock.slow_down(-1);
        assert_eq!((clock.interval(usual), clock.speed()), (usual / 2, "x2"));
        clock.slow_down(-9);
        assert_eq!((clock.interval(usual), clock.speed()), (usual / 16, "x16"));
        clock.slow_down(9);
        assert_eq!(clock.speed(), "1/8");
    }

    #[test]
    fn time_that_does_not_run_as_usual_has_a_mark() {
        let mut clock = FrameClock::default();
        assert_eq!(clock.mark(), None);
        clock.slow_down(2);
        assert_eq!(clock.mark(), Some("1/4"));
        clock.paused = true;
        assert_eq!(clock.mark(), Some("paused"));
    }
}

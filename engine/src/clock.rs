//! When engine frames begin (E1–E4): real time in, frames out. Nothing here reads a clock or sleeps.

use std::time::Duration;

use scumm_room::Dialect;

/// A frame that begins more than this after it was planned starts a new plan (E3).
const TOO_LATE: Duration = Duration::from_millis(50);
/// The most jiffies that script delays are taken down by in one frame (E4).
const MAX_SCRIPT_DELAY: u16 = 15;

/// The plan of an engine's frames.
///
/// ```
/// # use std::time::Duration;
/// # use scumm_engine::Clock;
/// # use scumm_room::Dialect;
/// let mut clock = Clock::new(Dialect::new(8), Duration::ZERO);
/// clock.begin(Duration::ZERO, 6); // a frame of six jiffies: a tenth of a second in v8
/// assert!(!clock.is_due(Duration::from_millis(99)));
/// assert!(clock.is_due(Duration::from_millis(100)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Clock {
    dialect: Dialect,
    /// When the next frame begins. One that is restored counts from the same moment.
    due: Duration,
    /// The fraction of a millisecond that is still to be waited for.
    fraction: Duration,
}

impl Clock {
    /// A plan whose first frame is due at `now`. Times count from a moment that the caller chooses.
    #[must_use]
    pub fn new(dialect: Dialect, now: Duration) -> Self {
        Self {
            dialect,
            due: now,
            fraction: Duration::ZERO,
        }
    }

    /// Whether the next frame has to begin.
    #[must_use]
    pub fn is_due(&self, now: Duration) -> bool {
        now >= self.due
    }

    /// How long it is until the next frame.
    #[must_use]
    pub fn wait(&self, now: Duration) -> Duration {
        self.due.saturating_sub(now)
    }

    /// Begins a frame of `jiffies` (VAR_TIMER_NEXT, at least 1; E1) and plans the next one, so many whole milliseconds later;
    /// the fraction that is left over is added to the next wait. The time counts from when this frame was planned, or from
    /// `now` where it is more than 50 ms late (E3).
    ///
    /// VAR_TIMER becomes the frame's jiffies, and the timers TMR_1..3 go up by them. Returns what script delays are taken down
    /// by: 15 of them at most (E4).
    pub fn begin(&mut self, now: Duration, jiffies: u16) -> u16 {
        let jiffies = jiffies.max(1);
        let exact = self
            .dialect
            .frame_duration(jiffies)
            .saturating_add(self.fraction);
        let whole = Duration::from_millis(u64::try_from(exact.as_millis()).unwrap_or(u64::MAX));
        self.fraction = exact.saturating_sub(whole);
        let late = now.saturating_sub(self.due) > TOO_LATE;
        self.due = if late { now } else { self.due }.saturating_add(whole);
        jiffies.min(MAX_SCRIPT_DELAY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    /// When ten frames of six jiffies begin that are each begun `late` after they are due.
    fn starts(dialect: Dialect, late: Duration) -> Vec<Duration> {
        let mut clock = Clock::new(dialect, Duration::ZERO);
        let mut begin = || {
            let now = clock.due + late;
            clock.begin(now, 6);
            now
        };
        (0..10).map(|_| begin()).collect()
    }

    #[test]
    fn waits_are_whole_milliseconds_and_the_rest_is_carried_e3() {
        // v4: six jiffies are 101.396 ms, so every third wait or so is a millisecond longer.
        let starts = starts(Dialect::new(4), Duration::ZERO);
        let waits: Vec<u128> = starts
            .windows(2)
            .map(|w| (w[1] - w[0]).as_millis())
            .collect();
        assert_eq!(waits, [101, 101, 102, 101, 101, 102, 101, 102, 101]);
    }

    #[test]
    fn a_late_frame_does_not_shift_the_next_unless_it_is_very_late_e3() {
        assert_eq!(starts(Dialect::new(8), ms(50))[9], ms(950));
        assert_eq!(starts(Dialect::new(8), ms(51))[9], ms(9 * 151 + 51));
    }

    #[test]
    fn no_frame_takes_no_time_e1() {
        let mut clock = Clock::new(Dialect::new(8), Duration::ZERO);
        assert_eq!(clock.begin(Duration::ZERO, 0), 1);
        assert_eq!(clock.wait(Duration::ZERO), ms(16));
        assert_eq!(clock.wait(ms(99)), Duration::ZERO);
    }

    #[test]
    fn script_delays_lose_at_most_fifteen_jiffies_a_frame_e4() {
        let mut clock = Clock::new(Dialect::new(5), Duration::ZERO);
        assert_eq!(clock.begin(Duration::ZERO, 40), 15);
    }
}

//! The timing of engine frames (E1–E4). The caller passes the time; nothing here reads a clock or
//! sleeps.

use std::time::Duration;

use scumm_room::Dialect;

/// The delay after which a late frame starts a new schedule (E3).
const TOO_LATE: Duration = Duration::from_millis(50);
/// The most jiffies that one frame subtracts from script delays (E4).
const MAX_SCRIPT_DELAY: u16 = 15;

/// The schedule of engine frames.
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
    /// The time at which the next frame begins. A restored clock counts from the same origin.
    due: Duration,
    /// The fraction of a millisecond that is added to the next wait.
    fraction: Duration,
}

impl Clock {
    /// Creates a schedule whose first frame is due at `now`. The caller chooses the origin of
    /// times.
    #[must_use]
    pub fn new(dialect: Dialect, now: Duration) -> Self {
        Self {
            dialect,
            due: now,
            fraction: Duration::ZERO,
        }
    }

    /// Returns whether the next frame is due.
    #[must_use]
    pub fn is_due(&self, now: Duration) -> bool {
        now >= self.due
    }

    /// Returns the time until the next frame.
    #[must_use]
    pub fn wait(&self, now: Duration) -> Duration {
        self.due.saturating_sub(now)
    }

    /// Begins a frame of `jiffies` (VAR_TIMER_NEXT, at least 1; E1) and schedules the next frame, a
    /// whole number of milliseconds later. The remaining fraction is added to the next wait. The
    /// time until the next frame counts from the scheduled time of this frame, or from `now` if
    /// this frame is more than 50 ms late (E3).
    ///
    /// The caller sets VAR_TIMER to the frame's jiffies and adds them to the timers TMR_1..3.
    /// Returns the number of jiffies to subtract from script delays: at most 15 (E4).
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

    /// Returns the times at which ten frames of six jiffies begin, each `late` after it is due.
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
        // v4: six jiffies are 101.396 ms, so about every third wait is one millisecond longer.
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

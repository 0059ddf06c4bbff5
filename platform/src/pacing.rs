//! Schedules the ticks.
//!
//! Ticks come at the engine's own rate. Each is planned relative to the planned time of the
//! previous tick, so that a late tick does not shift the following ticks. If the display is too
//! slow, presents are dropped but no ticks, up to [`CATCH_UP`].

use std::time::Duration;

/// The most ticks that are made up for at once. Further missed ticks (the machine slept, the window
/// was dragged) are dropped: 5 ticks are half a second at the usual ten ticks a second, and
/// replaying more is not useful.
pub const CATCH_UP: u32 = 5;

/// The schedule of the ticks, on a clock that the caller reads.
#[derive(Clone, Copy, Debug)]
pub struct Pacer {
    next: Duration,
}

impl Pacer {
    /// Creates a schedule whose first tick is due at once.
    #[must_use]
    pub fn new(now: Duration) -> Self {
        Self { next: now }
    }

    /// Returns how many ticks are due, `interval` apart, and marks them as done.
    pub fn due(&mut self, now: Duration, interval: Duration) -> u32 {
        // With an interval of 0, ticks would be due for ever.
        let interval = interval.max(Duration::from_micros(100));
        let mut due = 0;
        while self.next <= now && due < CATCH_UP {
            self.next = self.next.saturating_add(interval);
            due += 1;
        }
        if self.next <= now {
            log::debug!(
                "{:?} behind: ticks are left out",
                now.saturating_sub(self.next)
            );
            self.next = now.saturating_add(interval);
        }
        due
    }

    /// Returns the time until the next tick.
    #[must_use]
    pub fn wait(&self, now: Duration) -> Duration {
        self.next.saturating_sub(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TICK: Duration = Duration::from_millis(100);

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn the_first_tick_is_due_at_once_and_the_next_after_an_interval() {
        let mut pacer = Pacer::new(ms(7));
        assert_eq!(pacer.due(ms(7), TICK), 1);
        assert_eq!((pacer.due(ms(50), TICK), pacer.wait(ms(50))), (0, ms(57)));
        assert_eq!(pacer.due(ms(107), TICK), 1);
    }

    #[test]
    fn a_late_tick_does_not_shift_the_following_e3() {
        let mut pacer = Pacer::new(ms(0));
        pacer.due(ms(0), TICK);
        assert_eq!(pacer.due(ms(140), TICK), 1);
        assert_eq!(pacer.wait(ms(140)), ms(60));
    }

    #[test]
    fn missed_ticks_are_made_up_for_up_to_the_cap() {
        let mut pacer = Pacer::new(ms(0));
        assert_eq!(pacer.due(ms(250), TICK), 3);
        assert_eq!(pacer.wait(ms(250)), ms(50));
        let mut asleep = Pacer::new(ms(0));
        assert_eq!(asleep.due(ms(60_000), TICK), CATCH_UP);
        assert_eq!(asleep.wait(ms(60_000)), TICK);
    }

    #[test]
    fn no_interval_makes_it_spin_for_ever() {
        let mut pacer = Pacer::new(ms(0));
        assert_eq!(pacer.due(ms(1000), Duration::ZERO), CATCH_UP);
        assert!(pacer.wait(ms(1000)) > Duration::ZERO);
    }

    #[test]
    fn fractions_of_a_millisecond_add_up_e2() {
        // Version 5: a tick has 6 jiffies of 4 quarter ticks, at 239.992 quarter ticks a second.
        let tick = Duration::from_secs_f64(24.0 / 239.992);
        let (mut pacer, mut ticks) = (Pacer::new(ms(0)), 0);
        for now in 0..600_000 {
            ticks += pacer.due(ms(now), tick);
        }
        assert_eq!(ticks, (600.0 * 239.992 / 24.0) as u32 + 1);
    }
}

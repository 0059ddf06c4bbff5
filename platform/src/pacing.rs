//! Schedules ticks and presents.
//!
//! Ticks come at the engine's own rate. Each is planned relative to the planned time of the
//! previous tick, so that a late tick does not shift the following ticks. If the display is too
//! slow, presents are dropped, but ticks are not: up to [`CATCH_UP`] missed ticks are made up for.
//!
//! A driver decides whether a present waits for the display, independent of what the program
//! requests. If presents wait, the waits alone determine the pace. If presents do not wait, the
//! clock keeps them one refresh apart. If both were used together, the rate of presents could be
//! halved.

use std::time::Duration;

/// The most missed ticks that are made up for at once. Further missed ticks, for example after the
/// machine slept or while the window was dragged, are dropped. 5 ticks are half a second at the
/// usual ten ticks a second; playing more ticks at once is not useful.
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
        // With an interval of 0, an infinite number of ticks would be due.
        let interval = interval.max(Duration::from_micros(100));
        // If the interval has become shorter, the next tick comes earlier.
        self.next = self.next.min(now.saturating_add(interval));
        let mut due = 0;
        while self.next <= now && due < CATCH_UP {
            self.next = self.next.saturating_add(interval);
            due += 1;
        }
        if self.next <= now {
            log::debug!(
                "{:?} behind schedule: ticks are skipped",
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

/// The number of consecutive presents whose durations must contradict the assumption before the
/// assumption is changed. It is greater than the number of presents that a driver queues before it
/// blocks the caller.
const PROOF: u32 = 8;

/// The assumption whether presents wait for the display, and the evidence for it.
#[derive(Clone, Copy, Debug)]
pub struct Vsync {
    refresh: Duration,
    blocks: bool,
    against: u32,
    /// The start and the end of the last present.
    last: Option<(Duration, Duration)>,
}

impl Vsync {
    /// Creates the state for a display with this refresh time. At first, presents are assumed to
    /// wait for the display. Measurements can change this assumption.
    #[must_use]
    pub fn new(refresh: Duration) -> Self {
        // The limit is shorter than the refresh time of any display. It excludes 0, with which
        // presents would have no pace.
        Self {
            refresh: refresh.max(Duration::from_millis(1)),
            blocks: true,
            against: 0,
            last: None,
        }
    }

    /// Returns the time until the next present may start.
    #[must_use]
    pub fn wait(&self, now: Duration) -> Duration {
        match self.last {
            Some((begin, _)) if !self.blocks => {
                begin.saturating_add(self.refresh).saturating_sub(now)
            }
            _ => Duration::ZERO,
        }
    }

    /// Evaluates the duration of a present.
    pub fn presented(&mut self, begin: Duration, end: Duration) {
        let took = end.saturating_sub(begin);
        let half = self.refresh / 2;
        let evidence = if self.blocks {
            // Only presents without a pause between them show whether presents wait. After a pause
            // the driver's queue is empty, and the driver accepts the next present immediately in
            // both cases.
            self.last
                .is_some_and(|(_, before)| begin.saturating_sub(before) < self.refresh / 4)
                && took < half
        } else {
            took > half
        };
        self.against = if evidence { self.against + 1 } else { 0 };
        if self.against >= PROOF {
            self.blocks = !self.blocks;
            self.against = 0;
            let how = if self.blocks {
                "wait for the display"
            } else {
                "do not wait for the display; a timer waits instead"
            };
            log::info!(
                "presents {how} ({:.2} Hz)",
                1.0 / self.refresh.as_secs_f64()
            );
        }
        self.last = Some((begin, end));
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

    /// Presents as fast as allowed, each taking `took`, with a `pause` before each. Returns the
    /// time at the end.
    fn presents(
        vsync: &mut Vsync,
        mut now: Duration,
        count: u32,
        took: Duration,
        pause: Duration,
    ) -> Duration {
        for _ in 0..count {
            now += vsync.wait(now) + pause;
            vsync.presented(now, now + took);
            now += took;
        }
        now
    }

    #[test]
    fn presents_that_return_at_once_are_paced_by_the_clock() {
        let mut vsync = Vsync::new(ms(20));
        let now = presents(&mut vsync, ms(0), 1 + PROOF, ms(1), ms(0));
        assert!(!vsync.blocks);
        assert_eq!(
            vsync.wait(now),
            ms(19),
            "the interval counts from the begin of the last present"
        );
        let later = presents(&mut vsync, now, 10, ms(1), ms(0));
        assert_eq!(later - now, ms(200));
    }

    #[test]
    fn presents_that_wait_are_not_kept_waiting() {
        let mut vsync = Vsync::new(ms(20));
        // The driver's queue accepts three presents at once.
        let now = presents(&mut vsync, ms(0), 3, ms(0), ms(0));
        let now = presents(&mut vsync, now, 100, ms(20), ms(0));
        assert_eq!((vsync.blocks, vsync.wait(now)), (true, ms(0)));
    }

    #[test]
    fn presents_with_pauses_between_them_prove_nothing() {
        let mut vsync = Vsync::new(ms(20));
        presents(&mut vsync, ms(0), 1000, ms(0), ms(100));
        assert!(vsync.blocks);
    }

    #[test]
    fn a_display_that_begins_to_wait_is_found_out() {
        let mut vsync = Vsync::new(ms(20));
        let now = presents(&mut vsync, ms(0), 20, ms(0), ms(0));
        assert!(!vsync.blocks);
        presents(&mut vsync, now, PROOF, ms(20), ms(0));
        assert!(vsync.blocks);
    }
}

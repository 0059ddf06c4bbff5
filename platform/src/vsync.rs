//! Measures whether presents wait for the display, and schedules the next present.
//!
//! A driver may let presents wait for the display or not, independent of the request. If presents
//! wait, they set the pace alone. If not, the clock keeps presents one refresh apart. Both together
//! could halve the rate.

use std::time::Duration;

/// The number of consecutive presents with the same evidence that changes the assumption: more than
/// a driver queues before it blocks the caller.
const PROOF: u32 = 8;

/// The knowledge about the display's pace.
#[derive(Clone, Copy, Debug)]
pub struct Vsync {
    refresh: Duration,
    blocks: bool,
    against: u32,
    /// The start and the end of the last present.
    last: Option<(Duration, Duration)>,
}

impl Vsync {
    /// Creates the state for a display with this refresh time. Presents are assumed to wait until
    /// measurements show the opposite.
    #[must_use]
    pub fn new(refresh: Duration) -> Self {
        // No display refreshes faster than this, and 0 would mean no pace.
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
            // Only presents without a pause between them are evidence: after a pause the driver's
            // queue is empty and accepts the next present at once.
            self.last
                .is_some_and(|(_, before)| begin.saturating_sub(before) < self.refresh / 4)
                && took < half
        } else {
            took > half
        };
        self.against = if evidence { self.against + 1 } else { 0 };
        if self.against >= PROOF {
            (self.blocks, self.against) = (!self.blocks, 0);
            let how = if self.blocks {
                "wait for the display"
            } else {
                "do not wait for the display: a timer does"
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

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
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
            "counted from the begin of the last one"
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

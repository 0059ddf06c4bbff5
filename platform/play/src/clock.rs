//! How time passes: whether it is paused, and how slowly it goes.

use std::time::Duration;

/// The slowest speed: 2 to this power times slower than usual.
const SLOWEST: i32 = 3;

/// The greatest speed where time may hurry: 2 to this power times faster than usual.
const FASTEST: i32 = 4;

/// The speeds in words, the fastest first.
const SPEEDS: [&str; (FASTEST + SLOWEST + 1) as usize] =
    ["x16", "x8", "x4", "x2", "full", "1/2", "1/4", "1/8"];

/// How time passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Whether time stands still.
    pub paused: bool,
    /// Time goes 2 to this power times slower than usual; faster where negative.
    slowness: i32,
    /// The least slowness, 0 or less.
    least: i32,
}

impl Clock {
    /// Time that may also go faster than usual.
    pub fn hurrying() -> Self {
        Self {
            least: -FASTEST,
            ..Self::default()
        }
    }

    /// Slower by so many steps, or faster where negative.
    pub fn slow_down(&mut self, by: i32) {
        self.slowness = self.slowness.saturating_add(by).clamp(self.least, SLOWEST);
    }

    /// How long a frame takes that usually takes `usual`.
    pub fn interval(self, usual: Duration) -> Duration {
        let factor = 1 << self.slowness.unsigned_abs();
        if self.slowness < 0 {
            usual / factor
        } else {
            usual * factor
        }
    }

    /// The speed in words.
    pub fn speed(self) -> &'static str {
        let place = usize::try_from(self.slowness.saturating_add(FASTEST)).unwrap_or(0);
        SPEEDS.get(place).copied().unwrap_or_default()
    }

    /// What is to be said of time for as long as it does not run as usual.
    pub fn mark(self) -> Option<&'static str> {
        match (self.paused, self.slowness) {
            (true, _) => Some("paused"),
            (false, 0) => None,
            (false, _) => Some(self.speed()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_goes_at_full_speed_down_to_an_eighth() {
        let (mut clock, usual) = (Clock::default(), Duration::from_millis(100));
        clock.slow_down(1);
        assert_eq!((clock.interval(usual), clock.speed()), (usual * 2, "1/2"));
        clock.slow_down(9);
        assert_eq!((clock.interval(usual), clock.speed()), (usual * 8, "1/8"));
        clock.slow_down(i32::MIN);
        assert_eq!((clock, clock.speed()), (Clock::default(), "full"));
    }

    #[test]
    fn time_that_may_hurry_goes_up_to_sixteen_times_as_fast() {
        let (mut clock, usual) = (Clock::hurrying(), Duration::from_millis(160));
        clock.slow_down(-1);
        assert_eq!((clock.interval(usual), clock.speed()), (usual / 2, "x2"));
        clock.slow_down(-9);
        assert_eq!((clock.interval(usual), clock.speed()), (usual / 16, "x16"));
        clock.slow_down(9);
        assert_eq!(clock.speed(), "1/8");
    }

    #[test]
    fn time_that_does_not_run_as_usual_has_a_mark() {
        let mut clock = Clock::default();
        assert_eq!(clock.mark(), None);
        clock.slow_down(2);
        assert_eq!(clock.mark(), Some("1/4"));
        clock.paused = true;
        assert_eq!(clock.mark(), Some("paused"));
    }
}

//! The state of time: paused or running, and its speed.

use std::time::Duration;

/// The slowest speed is 2 to this power times slower than usual.
const SLOWEST: i32 = 3;

/// The fastest speed, where allowed, is 2 to this power times faster than usual.
const FASTEST: i32 = 4;

/// The names of the speeds, the fastest first.
const SPEEDS: [&str; (FASTEST + SLOWEST + 1) as usize] =
    ["x16", "x8", "x4", "x2", "full", "1/2", "1/4", "1/8"];

/// The state of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Whether time is paused.
    pub paused: bool,
    /// Time runs 2 to this power times slower than usual; negative values are faster.
    slowness: i32,
    /// The least slowness, 0 or negative.
    least: i32,
}

impl Clock {
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

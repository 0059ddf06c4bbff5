//! How time passes: whether it is paused, and how slowly it goes.

use std::time::Duration;

/// The slowest speed: 2 to this power times slower than usual.
const SLOWEST: i32 = 3;

/// How time passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Whether time stands still.
    pub paused: bool,
    /// Time goes 2 to this power times slower than usual.
    slowness: i32,
}

impl Clock {
    /// Slower by so many steps, or faster where negative.
    pub fn slow_down(&mut self, by: i32) {
        self.slowness = self.slowness.saturating_add(by).clamp(0, SLOWEST);
    }

    /// How long a frame takes that usually takes `usual`.
    pub fn interval(self, usual: Duration) -> Duration {
        usual * (1 << self.slowness)
    }

    /// The speed in words.
    pub fn speed(self) -> &'static str {
        usize::try_from(self.slowness)
            .ok()
            .and_then(|i| ["full", "1/2", "1/4", "1/8"].get(i))
            .copied()
            .unwrap_or_default()
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
}

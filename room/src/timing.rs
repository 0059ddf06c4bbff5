//! The duration of an engine frame (E1, E2).

use std::time::Duration;

use crate::{Dialect, GameId, Platform};

/// Number of quarter ticks in a jiffy (E1).
const QUARTERS: u64 = 4;

impl Dialect {
    /// Returns the number of thousandths of quarter ticks in a second (E2).
    fn quarter_rate(&self) -> u64 {
        let own_clock = matches!(self.platform(), Platform::Dos | Platform::Windows);
        match (self.version(), self.game()) {
            _ if !own_clock => 240_000,
            (1, Some(GameId::Maniac)) => 218_478,
            (1..=4, _) => 236_695,
            (6, Some(GameId::Tentacle)) => 236_027,
            (5 | 6, _) => 239_992,
            (7, _) => 240_029,
            _ => 240_000,
        }
    }

    /// Returns the duration of a frame of `jiffies` jiffies (VAR_TIMER_NEXT; E1, E2): six jiffies
    /// are a tenth of a second.
    ///
    /// ```
    /// # use scumm_room::Dialect;
    /// assert_eq!(Dialect::new(8).frame_duration(6).as_millis(), 100);
    /// ```
    #[must_use]
    pub fn frame_duration(&self, jiffies: u16) -> Duration {
        let jiffies = match (self.version(), self.game()) {
            (1, Some(GameId::Maniac)) => u64::from(jiffies).next_multiple_of(3),
            _ => u64::from(jiffies),
        };
        #[allow(
            clippy::arithmetic_side_effects,
            reason = "65535 jiffies times 4e12 fit easily; no rate is 0"
        )]
        Duration::from_nanos(jiffies.max(1) * QUARTERS * 1_000_000_000_000 / self.quarter_rate())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn micros(dialect: Dialect, jiffies: u16) -> u128 {
        dialect.frame_duration(jiffies).as_micros()
    }

    #[test]
    fn rates_follow_version_game_and_platform_e2() {
        assert_eq!(micros(Dialect::new(5), 6), 100_003);
        assert_eq!(micros(Dialect::new(3), 6), 101_396);
        assert_eq!(micros(Dialect::new(6), 6), 101_683);
        assert_eq!(
            micros(Dialect::new(6).with_game(Some(GameId::SamNMax)), 6),
            100_003
        );
        assert_eq!(micros(Dialect::humongous(72), 6), 100_003);
        assert_eq!(micros(Dialect::new(7), 6), 99_987);
        assert_eq!(micros(Dialect::new(8), 6), 100_000);
        assert_eq!(
            micros(Dialect::new(3).with_platform(Platform::FmTowns), 6),
            100_000
        );
    }

    #[test]
    fn v1_maniac_counts_in_threes_and_nothing_takes_no_time_e1() {
        let maniac = Dialect::new(1);
        assert_eq!(maniac.frame_duration(4), maniac.frame_duration(6));
        assert_eq!(micros(Dialect::new(8), 0), 16_666);
    }
}

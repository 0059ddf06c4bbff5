//! Lip sync: whether the sync times of a voice open or close the mouth (T83, T83a).

use scumm_room::{Dialect, GameId};

/// Ends the sync times of a voice (T83a).
const END: u16 = 0xFFFF;

/// Whether the mouth is closed `jiffies` after a voice began. `times` are the sync times of the voice as its resource has
/// them: ascending, in jiffies, in The Dig in milliseconds; they end with the first 0xFFFF or with the list.
#[must_use]
pub fn mouth_closed(dialect: &Dialect, times: &[u16], jiffies: u32) -> bool {
    // The Dig: the times at which a mouth moves are thousandths of a second, and it is closed at the even ones (T83a).
    let milliseconds = dialect.game() == Some(GameId::Dig);
    let now = if milliseconds { u64::from(jiffies) * 1000 / 60 } else { u64::from(jiffies) };
    // v6 draws a mouth so many jiffies ahead of the voice (T83a).
    let now = now + if dialect.version() == 6 { 10 } else { 0 };
    let times = times.iter().take_while(|time| **time != END);
    let left = times.clone().count();
    let passed = times.take_while(|time| now > u64::from(**time)).count();
    if passed == left && dialect.is_v7_plus() {
        return false;
    }
    (passed % 2 == 1) != milliseconds
}

#[cfg(test)]
mod tests {
    use scumm_room::GameId;

    use super::*;

    #[test]
    fn the_mouth_opens_and_closes_at_the_sync_times_t83a() {
        let states = |dialect: Dialect| [0, 20, 21, 40, 41, 60, 61].map(|at| mouth_closed(&dialect, &[20, 40, 60], at));
        assert_eq!(states(Dialect::new(5)), [false, false, true, true, false, false, true]);
        let throttle = Dialect::new(7).with_game(Some(GameId::FullThrottle));
        assert_eq!(states(throttle), [false, false, true, true, false, false, false], "open after the last time");
    }

    #[test]
    fn v6_moves_the_mouth_ten_jiffies_ahead_t83a() {
        let states = [10, 11].map(|at| mouth_closed(&Dialect::new(6), &[20, 40], at));
        assert_eq!(states, [false, true]);
    }

    #[test]
    fn the_dig_counts_milliseconds_and_begins_closed_t83a() {
        let dig = Dialect::new(7).with_game(Some(GameId::Dig));
        let states = [0, 60, 61, 120, 121].map(|at| mouth_closed(&dig, &[1000, 2000], at));
        assert_eq!(states, [true, true, false, false, false]);
    }

    #[test]
    fn times_end_with_ffff_t83a() {
        assert!(mouth_closed(&Dialect::new(5), &[20, END, 40], 50));
        assert!(!mouth_closed(&Dialect::new(5), &[], 50) && !mouth_closed(&Dialect::new(5), &[END], u32::MAX));
    }
}

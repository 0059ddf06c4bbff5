//! What stands outside the engine while something is played: chance, and a loudspeaker that is never busy.

use scumm_costume::Environment;

/// Random numbers that are the same in every run (SplitMix64), and silence.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Default for Chance {
    fn default() -> Self {
        Self(1)
    }
}

impl Environment for Chance {
    fn random(&mut self, min: i32, max: i32) -> i32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        let span = i64::from(max).saturating_sub(i64::from(min)).max(0) as u64 + 1;
        i32::try_from(i64::from(min) + (bits % span) as i64).unwrap_or(min)
    }

    fn sound_running(&self, _: u16) -> bool {
        false
    }
}

//! The project's own generator of random numbers. The generator never changes, so scenes and saved
//! games repeat bit for bit.

/// The generator SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators",
/// OOPSLA 2014).
///
/// The state is a counter that grows by 0x9E3779B97F4A7C15 for each number. Two multiplications mix
/// the counter into the number. The constants and the conversion to a range will not change: a seed
/// produces the same numbers in every release. The generator does not reproduce the sequence of an
/// original game.
///
/// ```
/// # use scumm_engine::SplitMix64;
/// let mut random = SplitMix64::new(0);
/// assert_eq!(random.next_u64(), 0xE220_A839_7B1D_CDAF);
/// assert!((1..=10).contains(&random.in_range(1, 10)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// Creates a generator from a seed. Any seed is suitable.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Returns the state of the generator. A generator that is created with this value as its seed
    /// continues the sequence.
    #[must_use]
    pub fn state(&self) -> u64 {
        self.state
    }

    /// Returns the next 64-bit number of the sequence.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number in `min..=max`: the upper 32 bits of the next number times the length of
    /// the range, divided by 2^32. Returns `min` if `max` is less than `min`. Each call uses one
    /// number of the sequence.
    pub fn in_range(&mut self, min: i32, max: i32) -> i32 {
        let upper = self.next_u64() >> 32;
        let length = u64::from(max.max(min).abs_diff(min)) + 1;
        min.wrapping_add((upper.wrapping_mul(length) >> 32) as u32 as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_published_one() {
        let mut random = SplitMix64::new(0);
        let first = [
            random.next_u64(),
            random.next_u64(),
            SplitMix64::new(random.state()).next_u64(),
        ];
        assert_eq!(
            first,
            [
                0xE220_A839_7B1D_CDAF,
                0x6E78_9E6A_A1B9_65F4,
                0x06C4_5D18_8009_454F
            ]
        );
    }

    #[test]
    fn a_range_is_covered_evenly_and_never_left() {
        let mut random = SplitMix64::new(1);
        let mut counts = [0; 10];
        for _ in 0..10_000 {
            counts[usize::try_from(random.in_range(1, 10) - 1).unwrap()] += 1;
        }
        // The limits are five standard deviations from the mean.
        assert!(counts.iter().all(|n| (850..1150).contains(n)), "{counts:?}");
    }

    #[test]
    fn the_whole_range_and_an_empty_one_are_ranges() {
        let mut random = SplitMix64::new(2);
        let mut low = false;
        let mut high = false;
        for _ in 0..100 {
            let n = random.in_range(i32::MIN, i32::MAX);
            low = low || n < 0;
            high = high || n >= 0;
        }
        assert!(low && high);
        assert_eq!(random.in_range(7, 7), 7);
        assert_eq!(random.in_range(7, 3), 7);
    }
}

//! What the `speed` program measures: the cases of the archive `bench`, and how times grow.

pub mod cases;
pub mod growth;
pub mod sample;

use std::time::{Duration, Instant};

/// How often each thing is measured.
pub const BLOCKS: usize = 9;

/// Times of several blocks of one thing, in microseconds a round.
#[derive(Clone, Copy, Debug)]
pub struct Times([f64; BLOCKS]);

impl Times {
    /// The shortest.
    #[must_use]
    pub fn best(&self) -> f64 {
        self.0.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// The one in the middle.
    #[must_use]
    pub fn median(&self) -> f64 {
        median(self.0)
    }

    /// How many times as long as the others these take: the middle of the ratios block by block, which were measured
    /// one after the other, so that a machine that slows down slows both.
    #[must_use]
    pub fn ratio(&self, others: &Self) -> f64 {
        let mut ratios = self.0;
        for (ratio, other) in ratios.iter_mut().zip(others.0) {
            *ratio /= other;
        }
        median(ratios)
    }
}

fn median(mut values: [f64; BLOCKS]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[BLOCKS / 2]
}

/// Measures things in turn, block by block: each is run as often in a block as its number says.
pub fn measure<const N: usize>(mut things: [(u32, &mut dyn FnMut()); N]) -> [Times; N] {
    let mut times = [Times([0.0; BLOCKS]); N];
    for block in 0..BLOCKS {
        for ((rounds, thing), times) in things.iter_mut().zip(&mut times) {
            times.0[block] = micros(*rounds, thing);
        }
    }
    times
}

fn micros(rounds: u32, thing: &mut dyn FnMut()) -> f64 {
    let start = Instant::now();
    for _ in 0..rounds {
        thing();
    }
    start.elapsed().max(Duration::from_nanos(1)).as_secs_f64() * 1e6 / f64::from(rounds.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_taken_block_by_block() {
        let slow = Times([2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0, 16.0, 90.0]);
        let fast = Times([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
        assert_eq!([slow.ratio(&fast), slow.best(), slow.median()], [2.0, 2.0, 10.0]);
    }

    #[test]
    fn each_thing_is_run_in_every_block() {
        let (mut one, mut other) = (0, 0);
        measure([(2, &mut || one += 1), (5, &mut || other += 1)]);
        assert_eq!((one, other), (2 * BLOCKS, 5 * BLOCKS));
    }
}

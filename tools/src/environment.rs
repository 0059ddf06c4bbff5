//! The environment that the engine asks for random numbers and running sounds.

use scumm_engine::{Environment, SplitMix64};
use serde::{Deserialize, Serialize};

/// An environment with the same random numbers in every run, and without sounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FixedEnvironment(SplitMix64);

impl Default for FixedEnvironment {
    fn default() -> Self {
        Self(SplitMix64::new(1))
    }
}

impl Environment for FixedEnvironment {
    fn random(&mut self, min: i32, max: i32) -> i32 {
        self.0.in_range(min, max)
    }

    fn sound_running(&self, _: u16) -> bool {
        false
    }
}

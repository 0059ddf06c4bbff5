//! Calls the bodies of fuzz targets with valid inputs and with damaged copies of these inputs.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "helpers of tests may panic, like tests"
)]

#[path = "../bodies.rs"]
mod play;

use std::time::{Duration, Instant};

use scumm_engine::SplitMix64;
use scumm_test_support::bodies;
use scumm_test_support::corpus::plays;
use scumm_test_support::memory::CountingAllocator;
use scumm_test_support::mutate::mutate;
use scumm_test_support::time::Stopwatch;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// The share of each body in the time of the test.
const SHARE: Duration = Duration::from_secs(1);
/// The most damaged inputs for one body.
const RUNS: usize = 2000;

#[test]
fn no_kept_file_makes_a_play_fail_or_take_more_than_stated() {
    let all = plays().unwrap();
    for name in bodies::OF_PLAY {
        let body = play::named(name).unwrap();
        let inputs: Vec<&[u8]> = all
            .iter()
            .filter(|(of, _)| *of == name)
            .map(|(_, input)| input.as_slice())
            .collect();
        assert!(!inputs.is_empty(), "{name} has no inputs");
        for input in &inputs {
            bodies::run(name, body, input);
        }
        let (mut random, start) = (SplitMix64::new(1), Instant::now());
        let mut runs = 0;
        while runs == 0 || (start.elapsed() < SHARE && runs < RUNS) {
            let input = inputs[runs % inputs.len()];
            let watch = Stopwatch::start();
            bodies::run(name, body, &mutate(input, &inputs, &mut random));
            // A slow machine may take ten times as long.
            assert!(watch.elapsed() < bodies::TIME * 10, "{name}, run {runs}");
            runs += 1;
        }
        println!("{name}: {runs} damaged inputs");
        assert!(runs > 0);
    }
}

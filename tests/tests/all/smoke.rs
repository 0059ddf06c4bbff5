//! Calls every body that is fuzzed with its corpus and with some thousand damaged copies of the
//! inputs.

use std::collections::BTreeSet;
use std::error::Error;
use std::time::{Duration, Instant};

use scumm_engine::SplitMix64;
use scumm_test_support::bodies;
use scumm_test_support::corpus::Corpus;
use scumm_test_support::mutate::mutate;
use scumm_test_support::repository;
use scumm_test_support::time::Stopwatch;

/// The time of the test for each body.
const SHARE: Duration = Duration::from_millis(250);
/// The most damaged copies of each input.
const ROUNDS: usize = 40;
/// The most inputs of a body that are used. They are evenly spread over the corpus.
const INPUTS: usize = 60;
/// The factor by which a body may exceed its time limit on a slow machine under load.
const PATIENCE: u32 = 10;

#[test]
fn no_body_fails_on_its_corpus_or_on_damaged_copies_of_it() -> Result<(), Box<dyn Error>> {
    let corpus = Corpus::load()?;
    for &(name, body) in bodies::ALL {
        let all = corpus.inputs(name);
        assert!(!all.is_empty(), "{name} has no corpus");
        let inputs: Vec<&[u8]> = all
            .iter()
            .step_by(all.len().div_ceil(INPUTS))
            .copied()
            .collect();
        let (start, mut slowest, mut runs) = (Instant::now(), Duration::ZERO, 0_u32);
        let mut run = |input: &[u8]| {
            let watch = Stopwatch::start();
            bodies::run(name, body, input);
            slowest = slowest.max(watch.elapsed());
            runs += 1;
        };
        inputs.iter().for_each(|input| run(input));
        // The random numbers are equal in every run. The time decides how many of them are used.
        let mut random = SplitMix64::new(1);
        for _ in 0..ROUNDS {
            for input in &inputs {
                if start.elapsed() < SHARE {
                    run(&mutate(input, &inputs, &mut random));
                }
            }
        }
        println!(
            "{name}: {runs} inputs in {:?}, the slowest {slowest:?}",
            start.elapsed()
        );
        assert!(
            slowest < bodies::TIME * PATIENCE,
            "{name}: {slowest:?} for one input"
        );
    }
    Ok(())
}

#[test]
fn there_is_a_fuzz_target_for_every_body() -> Result<(), Box<dyn Error>> {
    let manifest: toml::Table =
        std::fs::read_to_string(repository().join("tests/fuzz/Cargo.toml"))?.parse()?;
    let targets = manifest["bin"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|target| target["name"].as_str());
    assert_eq!(
        targets.collect::<BTreeSet<_>>(),
        bodies::names().collect::<BTreeSet<_>>()
    );
    Ok(())
}

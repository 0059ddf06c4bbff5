//! Damaged copies of every costume of the vectors. Each copy must be refused or play, within limits
//! of time and memory.

use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use scumm_costume::Costume;
use scumm_engine::SplitMix64;
use scumm_test_support::bodies::play;
use scumm_test_support::corpus::costumes::{CostumeSample, costumes};
use scumm_test_support::memory::peak;
use scumm_test_support::mutate::mutate;
use scumm_test_support::time::Stopwatch;
use scumm_test_support::vectors::{Vectors, groups};

/// The most processor time that a copy may take, from parsing to the last picture.
const TIME: Duration = Duration::from_secs(2);
/// The most bytes of memory that a copy may take.
const MEMORY: usize = 256 << 20;
/// The number of frames that each copy plays.
const FRAMES: u32 = 6;
/// The number of copies of each costume in every test run.
const FEW: u64 = 2;
/// The number of copies of each costume in the full run.
const MANY: u64 = 1000;

#[test]
fn a_few_damaged_copies_of_every_costume_are_refused_or_play() -> Result<(), Box<dyn Error>> {
    play_copies(FEW)
}

#[test]
#[ignore = "takes an hour"]
fn a_thousand_damaged_copies_of_every_costume_are_refused_or_play() -> Result<(), Box<dyn Error>> {
    play_copies(MANY)
}

/// The numbers of copies that played and that were refused.
#[derive(Debug, Default)]
struct Tally {
    played: u64,
    refused: u64,
    slowest: Duration,
    largest: usize,
}

fn play_copies(copies: u64) -> Result<(), Box<dyn Error>> {
    let groups = groups()?;
    let samples = costumes(&Vectors::load(groups.iter().map(String::as_str))?)?;
    assert!(samples.len() > 1500, "only {} costumes", samples.len());
    let (start, mut tally) = (Instant::now(), Tally::default());
    for (number, sample) in samples.iter().enumerate() {
        // A damaged copy may contain parts of the next costume, which is usually of the same kind.
        let other = &samples[(number + 1) % samples.len()].bytes;
        let mut random = SplitMix64::new(number as u64);
        for copy in 0..copies {
            let bytes = mutate(&sample.bytes, &[&sample.bytes, other], &mut random);
            try_copy(sample, copy, &bytes, &mut random, &mut tally);
        }
    }
    println!(
        "{} costumes, {copies} copies each in {:?}: {tally:?}",
        samples.len(),
        start.elapsed()
    );
    // If nearly all copies were refused, the test would prove little.
    assert!(tally.played * 3 > tally.refused, "{tally:?}");
    Ok(())
}

fn try_copy(
    sample: &CostumeSample,
    copy: u64,
    bytes: &[u8],
    random: &mut SplitMix64,
    tally: &mut Tally,
) {
    let name = || format!("copy {copy} of {} as {:?}", sample.name, sample.dialect);
    let watch = Stopwatch::start();
    let (outcome, most) = peak(|| {
        catch_unwind(AssertUnwindSafe(|| {
            let costume = Costume::parse(bytes, &sample.dialect).ok()?;
            play(&costume, &sample.dialect, random, FRAMES);
            Some(())
        }))
    });
    match outcome {
        Ok(Some(())) => tally.played += 1,
        Ok(None) => tally.refused += 1,
        Err(_) => panic!("{} panics", name()),
    }
    let took = watch.elapsed();
    assert!(took <= TIME, "{}: {took:?}", name());
    assert!(most <= MEMORY, "{}: {most} bytes", name());
    tally.slowest = tally.slowest.max(took);
    tally.largest = tally.largest.max(most);
}

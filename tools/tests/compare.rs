//! What comparing costs, on costumes of noise with many large cels.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "helpers of tests fail as tests do"
)]

use std::fs;
use std::path::Path;

use scumm_engine::SplitMix64;
use scumm_room::resource::Given;
use scumm_tests::memory::{Counting, peak};
use scumm_tools::compare::Comparison;
use scumm_tools::costume_input::{CostumeInput, Loaded};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Bytes of a costume of noise: nearly all that offsets reach.
const SIZE: u16 = 60_000;
/// The memory that a comparison may take: two cels of 320 x 200, and the lists of cels, animations
/// and differences.
const MOST_MEMORY: usize = 4 << 20;

/// A costume of version 0 of noise.
fn noise(folder: &Path, seed: u64) -> Loaded {
    let mut random = SplitMix64::new(seed);
    let mut bytes: Vec<u8> = (0..SIZE).map(|_| random.next_u64() as u8).collect();
    // The size, and the offsets of limbs and commands.
    for (at, value) in [(0, SIZE), (5, 20_000), (7, 30_000)] {
        bytes[at..at + 2].copy_from_slice(&u16::to_le_bytes(value));
    }
    let path = folder.join(format!("{seed}.cost"));
    fs::write(&path, bytes).unwrap();
    let given = Given {
        version: Some(0),
        ..Given::default()
    };
    let input = CostumeInput {
        path,
        given,
        old256: false,
    };
    input.load_file().unwrap().bounded().unwrap()
}

#[test]
fn comparing_holds_one_cel_of_each_edition() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = [1, 2].map(|seed| noise(folder.path(), seed));
    let pixels: u64 = [&first, &second]
        .iter()
        .flat_map(|loaded| loaded.costume.cels())
        .map(|cel| u64::from(cel.width) * u64::from(cel.height))
        .sum();
    assert!(pixels > 2 * MOST_MEMORY as u64, "{pixels}");
    let (comparison, memory) = peak(|| Comparison::of(&first, &second).unwrap());
    println!("{pixels} pixels, {memory} bytes of memory");
    assert!(comparison.differences.len() > 100);
    assert!(
        (320 * 200..=MOST_MEMORY).contains(&memory),
        "{memory} bytes"
    );
}

//! Measures the memory that a comparison of costumes with many large cels takes.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "helpers of tests may panic, like tests"
)]

use std::fs;
use std::path::Path;
use std::sync::Arc;

use scumm_costume::Codec;
use scumm_costume::edit::akos::{AkosDraft, DraftCel, encode};
use scumm_room::Surface;
use scumm_room::resource::Given;
use scumm_test_support::memory::{CountingAllocator, peak};
use scumm_tools::compare::CostumeComparison;
use scumm_tools::costume_input::{CostumeInput, LoadedCostume};
use scumm_tools::run_files::RunFiles;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// The number of cels of each costume.
const CELS: u8 = 40;
/// The number of pixels of a cel.
const PIXELS: usize = 320 * 200;
/// The most bytes of memory that a comparison may take: two decoded cels, and the lists of cels,
/// animations and differences.
const MOST_MEMORY: usize = 1 << 20;

/// Returns a costume of version 7 with large cels. All pixels of a cel have the given colour,
/// except the first pixel, whose colour is the number of the cel.
fn costume(folder: &Path, colour: u8) -> LoadedCostume {
    let mut draft = AkosDraft {
        codec: Codec::Bomp,
        palette: (0..64).collect(),
        sequence: vec![0],
        ..AkosDraft::default()
    };
    for number in 0..CELS {
        let pixels = (0..PIXELS).map(|at| if at == 0 { number } else { colour });
        draft.cels.push(DraftCel {
            rel: (0, 0).into(),
            step: (0, 0).into(),
            cel: Arc::new(Surface::from_pixels(320, 200, pixels)),
            gaps: Vec::new(),
        });
    }
    let path = folder.join(format!("{colour}.akos"));
    fs::write(&path, encode(&draft).unwrap()).unwrap();
    let given = Given {
        version: Some(7),
        ..Given::default()
    };
    let input = CostumeInput {
        path,
        given,
        old256: false,
    };
    input
        .load_file(&RunFiles::default())
        .unwrap()
        .bounded()
        .unwrap()
}

#[test]
fn comparing_holds_one_cel_of_each_edition() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = [60, 61].map(|colour| costume(folder.path(), colour));
    let pixels: u64 = [&first, &second]
        .iter()
        .flat_map(|loaded| loaded.costume.cels())
        .map(|cel| u64::from(cel.width) * u64::from(cel.height))
        .sum();
    assert!(pixels > 4 * MOST_MEMORY as u64, "{pixels}");
    let (comparison, memory) = peak(|| CostumeComparison::new(&first, &second).unwrap());
    println!("{pixels} pixels, {memory} bytes of memory");
    assert!(comparison.differences.len() >= usize::from(CELS));
    assert!((PIXELS..=MOST_MEMORY).contains(&memory), "{memory} bytes");
}

//! Both levels of the C interface, clips and traces with valid costumes and damaged copies of them.

use std::fs;
use std::time::{Duration, Instant};

use scumm_engine::SplitMix64;

use crate::bodies::{SCRIPT, named};
use crate::programs::repository;

/// The time for which each body runs.
const SHARE: Duration = Duration::from_secs(2);
/// The costumes, each with the index of its version in the body's list of versions.
const COSTUMES: [(&str, u8); 10] = [
    ("flag-v1.cost", 1),
    ("doll-v2.cost", 2),
    ("doll-v3.cost", 3),
    ("doll-v4.cost", 4),
    ("doll-v5.cost", 5),
    ("doll-v6.cost", 6),
    ("puppet.akos", 7),
    ("majmin.akos", 8),
    ("he72.akos", 10),
    ("trle.akos", 10),
];

/// Returns a random script, followed by a valid costume.
fn input(costume: &[u8], version: u8, random: &mut SplitMix64) -> Vec<u8> {
    let script = (0..SCRIPT).map(|_| random.next_u64() as u8);
    [version]
        .into_iter()
        .chain(script)
        .chain(costume.iter().copied())
        .collect()
}

#[test]
fn no_input_makes_the_border_panic_or_draw_beyond() {
    let folder = repository().join("data/scene-costumes");
    let costumes = COSTUMES.map(|(name, version)| (fs::read(folder.join(name)).unwrap(), version));
    for name in ["c_costume", "c_stage", "c_clips", "c_traces"] {
        let body = named(name).unwrap();
        let (mut random, start) = (SplitMix64::new(1), Instant::now());
        let mut runs = 0;
        // The random numbers are the same in every run. Each costume is used at least once, then
        // the available time determines the number of inputs; Miri, which is slow, uses two inputs.
        let (least, most) = if cfg!(miri) {
            (2, 2)
        } else {
            (costumes.len(), 5000)
        };
        while runs < least || (runs < most && start.elapsed() < SHARE) {
            let (costume, version) = &costumes[runs % costumes.len()];
            let mut input = input(costume, *version, &mut random);
            for _ in 0..if runs < costumes.len() {
                0
            } else {
                random.in_range(0, 6)
            } {
                let at = SCRIPT + random.next_u64() as usize % costume.len();
                input[at] = random.next_u64() as u8;
            }
            body(&input);
            runs += 1;
        }
        println!("{name}: {runs} inputs");
    }
}

//! The fuzz target of one body; which, says the name under which it was built.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scumm_tests::bodies::{self, Body};
use scumm_tests::memory::Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The target's name, which is the body's.
const NAME: &str = env!("CARGO_BIN_NAME");

fuzz_target!(|input: &[u8]| {
    let body: Body = bodies::named(NAME).expect("the manifest lists targets that exist");
    bodies::run(NAME, body, input);
});

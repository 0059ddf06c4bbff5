//! The fuzz target of one body. The name under which the target is built selects the body.
#![no_main]

#[path = "../../bindings/c/bodies.rs"]
mod c;
#[path = "../../platform/play/bodies.rs"]
mod play;
#[path = "../../tools/bodies.rs"]
mod tools;

use cpu_time::ThreadTime;
use libfuzzer_sys::fuzz_target;
use scumm_test_support::bodies::{self, Body};
use scumm_test_support::memory::CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// The name of the target and of its body.
const NAME: &str = env!("CARGO_BIN_NAME");

fuzz_target!(|input: &[u8]| {
    // The bodies are in this crate's dependencies, in `tools`, in the player and in the C bindings.
    let body = bodies::named(NAME)
        .or_else(|| tools::named(NAME))
        .or_else(|| play::named(NAME))
        .or_else(|| c::named(NAME));
    let body: Body = body.expect("a body of this name");
    // Processor time, because elapsed time would include the work of other programs.
    let start = ThreadTime::now();
    bodies::run(NAME, body, input);
    let took = start.elapsed();
    assert!(
        took <= bodies::TIME,
        "{NAME}: {took:?} for an input of {} bytes",
        input.len()
    );
});

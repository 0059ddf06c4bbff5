//! The fuzz target of one body; which, says the name under which it was built.
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

/// The target's name, which is the body's.
const NAME: &str = env!("CARGO_BIN_NAME");

fuzz_target!(|input: &[u8]| {
    // Some bodies are the tools', some the player's, and some those of the border to C.
    let body = bodies::named(NAME)
        .or_else(|| tools::named(NAME))
        .or_else(|| play::named(NAME))
        .or_else(|| c::named(NAME));
    let body: Body = body.expect("a body of this name");
    // The time of the processor: that of the clock would count what else the machine does.
    let start = ThreadTime::now();
    bodies::run(NAME, body, input);
    let took = start.elapsed();
    assert!(
        took <= bodies::TIME,
        "{NAME}: {took:?} for an input of {} bytes",
        input.len()
    );
});

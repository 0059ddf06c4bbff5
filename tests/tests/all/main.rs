//! Tests of several crates together: vectors, games, damaged data, memory. All of them are one test
//! program, so that it is linked once. `cargo test -p scumm-tests --test all` runs all of them, and
//! `cargo test -p scumm-tests --test all rooms::` runs the tests of one file.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "helpers of tests may panic, like tests"
)]

mod archives;
mod chaos;
mod codecs_and_states;
mod containers;
mod cost_on_stage;
mod decoders;
mod game_files;
mod house;
mod humongous;
mod kit;
mod mutated_costumes;
mod no_allocation;
mod open_game;
mod openquest_costumes;
mod originals;
mod portmaster;
mod random_plays;
mod refusals;
mod remasters;
mod replacing;
mod rooms;
mod round_trip;
mod scummvm;
mod smoke;
mod snapshots;
mod variants;

use scumm_test_support::memory::CountingAllocator;

/// Counts memory separately for each thread, so that tests in parallel threads do not disturb each
/// other.
#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

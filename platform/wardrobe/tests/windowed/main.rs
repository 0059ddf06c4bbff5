//! The program in a window: `cargo test -p wardrobe --features window --test windowed`. A test
//! program of its own, because a program with a window loads SDL2 and some forty libraries below
//! it: for the thousands of calls of the other tests that took as long as what they do.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "helpers of tests fail as tests do"
)]

#[allow(dead_code, reason = "helpers that the other test program needs")]
#[path = "../all/common/mod.rs"]
mod common;
mod driven;
mod shown;

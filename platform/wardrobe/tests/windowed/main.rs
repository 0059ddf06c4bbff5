//! Tests of the program in a window: `cargo test -p wardrobe --features window --test windowed`.
//! They are a separate test program, because a program with a window loads SDL2 and about forty
//! libraries that SDL2 needs. In the other tests, which call the program thousands of times,
//! loading would take as long as the tests themselves.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "helpers of tests may panic, like tests"
)]

#[allow(dead_code, reason = "helpers that the other test program needs")]
#[path = "../all/common/mod.rs"]
mod common;
mod driven;
mod screens;
mod shown;

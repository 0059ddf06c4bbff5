//! Tests with random costumes, and with the complete costumes that the book shows byte by byte. All
//! tests are in one program, so that only one program is linked.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "helpers of tests may panic, like tests"
)]

mod book;
mod common;
mod random_akos;
mod random_round_trip;

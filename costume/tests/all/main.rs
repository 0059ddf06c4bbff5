//! Random costumes, and the whole costumes that the book shows byte by byte. One test program, so
//! that it is linked once.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "helpers of tests fail as tests do"
)]

mod book;
mod common;
mod random_akos;
mod random_round_trip;

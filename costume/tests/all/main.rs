//! Random costumes, and what the documents say of AKOS. One test program, so that it is linked once.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "helpers of tests fail as tests do")]

mod akos_docs;
mod common;
mod random_akos;
mod random_round_trip;

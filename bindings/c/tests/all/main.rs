//! Tests of the header, of programs in C, and of the completeness of the C interface.

#![allow(clippy::unwrap_used, reason = "a test that has no file has failed")]

mod adapter;
#[path = "../../bodies.rs"]
mod bodies;
mod completeness;
mod header;
mod programs;
mod smoke;

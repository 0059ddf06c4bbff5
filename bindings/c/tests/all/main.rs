//! The header, the programs in C, and that C can do what Rust can.

#![allow(clippy::unwrap_used, reason = "a test that has no file has failed")]

mod adapter;
#[path = "../../bodies.rs"]
mod bodies;
mod completeness;
mod header;
mod programs;
mod smoke;

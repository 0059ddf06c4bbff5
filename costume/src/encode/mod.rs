//! Making costumes: from plain values to the bytes that a game reads.

pub mod akos;
mod arrange;
pub mod cost;
pub mod rle;

pub use arrange::Placed;

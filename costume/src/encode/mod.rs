//! Making costumes: from plain values to the bytes that a game reads.

pub mod akos;
pub mod cost;
pub mod rle;

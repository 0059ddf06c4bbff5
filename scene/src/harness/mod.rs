//! The harness for scenes: finds and judges scenes, stores their results, looks for causes, shrinks
//! failing scenes, and compares other engines with them. The harness does not print and writes no
//! files: it returns the data to be written.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "counts and indices of lines and values that are in memory"
)]

pub mod against;
pub mod bless;
pub mod expected;
mod features;
pub mod find;
pub mod judge;
pub mod junit;
pub mod kit;
pub mod matrix;
pub mod pictures;
pub mod report;
pub mod screenshots;
pub mod shrink;
pub mod sources;
pub mod strict;
pub mod tally;
pub mod text;
pub mod timeline;

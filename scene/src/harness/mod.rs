//! The harness around scenes: finding and judging them, storing what they tell, looking for causes, shrinking what fails,
//! holding other engines against them. Nothing here prints, and nothing writes a file: what is to be written is returned.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "counts and places of what was read already"
)]

pub mod against;
pub mod bless;
pub mod expected;
mod features;
pub mod find;
pub mod judge;
pub mod junit;
pub mod kit;
mod marks;
pub mod matrix;
pub mod pictures;
pub mod report;
pub mod screenshots;
pub mod shrink;
pub mod sources;
pub mod strict;
pub mod tally;
mod tell;
pub mod text;
pub mod timeline;

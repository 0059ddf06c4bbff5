//! Encoders of costumes: from plain values (drafts) to the bytes that a game reads.
// The values come from drafts in memory, whose sizes are checked against the limits of the formats.
#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

pub mod akos;
mod arrange;
pub mod cost;
pub mod nes;
pub mod rle;
pub mod v0;

pub use arrange::PlacedPart;

use scumm_room::{Error, Result};

/// Converts a position to an offset.
fn offset(place: usize) -> Result<u16> {
    u16::try_from(place).map_err(|_| {
        Error::Misuse("the costume is larger than the 64 KiB that offsets reach".into())
    })
}

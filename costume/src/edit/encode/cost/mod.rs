//! Encoder and decoder of COST costumes as plain values, for v2 to v6 and HE60, in formats 0x58,
//! 0x59, 0x60 and 0x61.
//!
//! Equal parts are stored once: pictures and animation records share their offsets, and in formats
//! with redirections (C33), a picture borrows equal data from another picture.

mod draft;
mod placing;

pub use draft::{CostArrangement, CostDraft, DraftPicture, PartName, take_apart};
pub use placing::{encode, encode_as};

pub use crate::cost::play::{GO, STOP};

#[cfg(test)]
mod tests;

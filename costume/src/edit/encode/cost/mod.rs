//! COST from plain values and back, for v2 to v6 and HE60, in formats 0x58, 0x59, 0x60 and 0x61.
//!
//! What is equal is stored once: pictures and animation records share their offsets, and in the
//! formats that can redirect (C33) pictures with equal data borrow it.

mod draft;
mod placing;

pub use draft::{Arrangement, Draft, DraftPicture, PartName, take_apart};
pub use placing::{encode, encode_as};

pub use crate::cost::commands::{GO, STOP};

#[cfg(test)]
mod tests;

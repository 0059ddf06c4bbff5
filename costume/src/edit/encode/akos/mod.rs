//! AKOS from plain values, in codecs 1, 5, 16 and 32.
//!
//! The chunks have no version in them: which games understand a costume depends on its codec (A46) and on the commands in
//! its stream. What is equal is stored once: chore records, sizes and pixels of cels share their offsets.

mod apart;
mod convert;
mod draft;
mod layout;
mod pixels;

pub use apart::take_apart;
pub use draft::{AkosArrangement, AkosDraft, ChunkPlan, DraftCel};
pub use layout::{encode, encode_as};

#[cfg(test)]
mod tests;

//! Encoder and decoder of AKOS costumes as plain values, in codecs 1, 5, 16 and 32, and of the
//! stream as text.
//!
//! The chunks contain no version. Which games understand a costume depends on its codec (A46) and
//! on the commands in its stream. Equal parts are stored once: chore records, sizes and pixels of
//! cels share their offsets.

mod draft;
mod layout;
mod pixels;

pub use draft::{AkosArrangement, AkosDraft, ChunkPlan, DraftCel};
pub use layout::{encode, encode_as, take_apart};

pub use crate::akos::JumpTable;
pub use crate::akos::akch::mode;
pub use crate::akos::sequence::{
    AksqAction, AksqCommand, AksqOperand, AksqSource, COMMANDS, Instruction, Versions,
};
pub use crate::akos::tables::{
    condition_words, jump_words, write_condition_words, write_jump_words,
};
pub use crate::edit::assemble::{assemble, assemble_labelled};
pub use crate::edit::disassemble::Disassembly;

#[cfg(test)]
mod tests;

//! AKOS for tools: its stream as text and back, and the places of all parts of a block.

pub mod assemble;
pub mod disassemble;

pub use crate::akos::*;
pub(crate) mod parts;

//! AKOS for tools: its stream as text and back, and where everything in a block stands.

pub mod assemble;
pub mod disassemble;

pub use crate::akos::*;
pub(crate) mod parts;

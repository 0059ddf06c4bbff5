//! Tools for costumes (feature `edit`): writing them, taking them apart, saying what each byte is for, finding faults.

mod assemble;
mod disassemble;
pub(crate) mod encode;
pub mod inspect;
pub mod lint;
pub(crate) mod parts;
pub mod words;

pub use encode::PlacedPart;
pub use encode::nes::NesDraft;
pub use encode::v0::{V0Draft, V0DraftPicture, V0Part};

/// COST from plain values and back, for v2 to v6 and HE60.
pub mod cost {
    pub use super::encode::cost::{Arrangement, Draft, DraftPicture, PartName, encode, encode_as, take_apart};
    pub use crate::cost::commands::{GO, STOP};
}

/// AKOS from plain values and back, and its stream as text and back.
pub mod akos {
    pub use super::assemble::{assemble, assemble_labelled};
    pub use super::disassemble::Listing;
    pub use super::encode::akos::{AkosArrangement, AkosDraft, ChunkPlan, DraftCel, encode, encode_as, take_apart};
    pub use crate::akos::akch::mode;
    pub use crate::akos::akct::{words as condition_words, write as write_condition_words};
    pub use crate::akos::akfo::{parse as jump_words, write as write_jump_words};
    pub use crate::akos::aksf::JumpTable;
    pub use crate::akos::command::{AksqCommand, COMMANDS, Operand, Versions};
}

/// The packings of a cel's pixels.
pub mod codec {
    pub use super::encode::rle::encode as encode_columns;
    pub use crate::akos::codec::bomp::{Order, TRANSPARENT as BOMP_TRANSPARENT, decode as decode_bomp};
    pub use crate::akos::codec::majmin::{
        TRANSPARENT as MAJMIN_TRANSPARENT, decode as decode_majmin, encode as encode_majmin,
    };
    pub use crate::akos::codec::trle::decode as decode_trle;
    pub use crate::draw::rle::{Packing, Runs};
}

//! Tools for costumes (feature `edit`): encoders, conversion to plain values, maps of the bytes,
//! and checks.

mod assemble;
mod disassemble;
pub(crate) mod encode;
pub mod inspect;
pub mod lint;
pub(crate) mod parts;
pub mod words;

pub use encode::early::{NesDraft, V0Draft, V0DraftPicture, V0Part};
pub use encode::{PlacedPart, akos, cost};

/// Encoders and decoders of a cel's pixels.
pub mod codec {
    pub use super::encode::encode_columns;
    pub use crate::akos::codecs::trle::decode as decode_trle;
    pub use crate::akos::codecs::{
        BOMP_TRANSPARENT, MAJMIN_TRANSPARENT, Order, decode_bomp, decode_majmin, encode_majmin,
    };
    pub use crate::draw::rle::{Packing, Runs};
}

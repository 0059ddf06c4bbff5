//! The row-major picture codecs 5 and 16; codec 32 and the coded rows that they share come from [`scumm_room::codec`].
//!
//! Codec 1 is column-major and stands with COST's in [`crate::draw::rle`].

pub mod bomp;
pub mod lines;
pub mod majmin;

pub use scumm_room::codec::{Row, Rows, take_byte, take_bytes, trle};

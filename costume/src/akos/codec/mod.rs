//! Codecs 5 and 16, which store pictures row by row. Codec 32 and the coded rows are in
//! [`scumm_room::codec`].
//!
//! Codec 1 stores pictures column by column. It is in [`crate::draw::rle`], with that of COST.

pub mod bomp;
pub mod lines;
pub mod majmin;

pub use scumm_room::codec::{Row, Rows, trle};

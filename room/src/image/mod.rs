//! Pictures of rooms and objects: strips of eight columns, each packed by a codec of its own (S1–S17).

pub mod bits;
pub(crate) mod bmap;
pub mod bomp;
pub(crate) mod characters;
pub(crate) mod check;
pub(crate) mod colours;
pub mod complex;
pub(crate) mod pen;
pub(crate) mod picture;
pub(crate) mod sixteen;
pub(crate) mod stream;
pub mod strip;
pub(crate) mod table;

pub use strip::{Order, Packing, StripCode};

/// The data ended before the picture was full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Truncated;

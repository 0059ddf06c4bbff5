//! Pictures of rooms and objects: strips of eight columns, each packed by a codec of its own
//! (S1–S17).

pub(crate) mod bmap;
pub(crate) mod bomp;
pub(crate) mod early;
pub(crate) mod packings;
pub(crate) mod picture;
pub(crate) mod strip;
pub(crate) mod table;
pub mod trle;

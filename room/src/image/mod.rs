//! Pictures of rooms and objects: strips of eight columns, each packed by a codec of its own
//! (S1–S17).

pub(crate) mod bits;
pub(crate) mod bmap;
pub(crate) mod bomp;
pub(crate) mod characters;
pub(crate) mod check;
pub(crate) mod colours;
pub(crate) mod complex;
pub(crate) mod notes;
pub(crate) mod pen;
pub(crate) mod picture;
pub(crate) mod rows;
pub(crate) mod sixteen;
pub(crate) mod size;
pub(crate) mod stream;
pub(crate) mod strip;
pub(crate) mod table;
pub(crate) mod target;
pub mod trle;

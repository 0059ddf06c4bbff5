//! Pictures of rooms and objects: strips of eight columns, each packed by a codec of its own (S1–S17).

pub mod bits;
pub mod bomp;
pub mod complex;

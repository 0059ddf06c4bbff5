//! Packings that rooms and costumes share. They are public for the crate of costumes only and not
//! part of the library's API.

pub use crate::image::bomp::{Run, runs as bomp_runs};
pub use crate::image::complex::Complex;
pub use crate::image::rows::{Row, Rows, take_byte, take_bytes};
pub use crate::image::trle;

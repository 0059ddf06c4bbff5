//! Packings that rooms and costumes share: for the crate of costumes, and no part of the library's
//! API.

pub use crate::image::bomp::{Run, runs as bomp_runs};
pub use crate::image::complex::Complex;
pub use crate::image::rows::{Row, Rows, take_byte, take_bytes};
pub use crate::image::trle;

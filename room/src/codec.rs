//! Packings that rooms and costumes share.

pub use crate::image::bomp::{Run, read as read_bomp, runs as bomp_runs};
pub use crate::image::complex::Complex;

//! Packings that rooms and costumes share. They are public only because the costume crate uses
//! them, and are not part of the library's API.

pub use crate::image::bomp::{Row, Rows, Run, runs as bomp_runs, take_byte, take_bytes};
pub use crate::image::packings::Complex;
pub use crate::image::trle;

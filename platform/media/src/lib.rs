#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod file;
pub mod film;
pub mod indexed_png;
pub mod paint;
pub mod progress;
pub mod text;

mod error;
mod frame;

pub use error::{Error, Result};
pub use frame::{Frame, RgbPalette, Zoom};

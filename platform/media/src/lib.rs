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

pub use error::MediaError;
pub(crate) use error::Result;
pub use frame::{IndexedFrame, RgbPalette, Zoom};

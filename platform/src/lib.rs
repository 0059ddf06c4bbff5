#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod file;
pub mod film;
mod indexed_gif;
pub mod indexed_png;
pub mod paint;
pub mod progress;
#[cfg(feature = "sdl")]
pub mod sdl;
pub mod text;

mod error;
mod frame;
mod headless;
mod input;
mod lookup;
mod pacing;
mod pad;
mod run;
mod viewport;
mod vsync;
mod zoom;

// The main loop and its hosts.
pub use error::{Error, Result};
pub use headless::Headless;
pub use run::{App, Host, RunStatistics, Wishes, run};

// Frames and their display.
pub use frame::{Frame, Palette};
pub use lookup::{Lookup, PixelFormat};
pub use viewport::{ScaleMode, Viewport};
pub use zoom::Zoom;

// Input.
pub use input::{Button, Input, Key, PadButton};
pub use pad::{Pad, PadLayout, PadMode};

#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

#[cfg(feature = "sdl")]
pub mod sdl;

mod display;
mod error;
mod input;
mod pacing;
mod pad;
mod run;

// The main loop and its hosts.
pub use error::{Error, Result};
pub use run::{App, Headless, Host, RunStatistics, Wishes, run};

// Frames and their display.
pub use display::{Lookup, PixelFormat, ScaleMode, Viewport};
pub use scumm_media::{Frame, Palette, Zoom};

// Input.
pub use input::{Button, Input, Key, PadButton};
pub use pad::{Pad, PadLayout, PadMode};

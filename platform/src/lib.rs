#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

#[cfg(feature = "sdl")]
pub mod sdl;

mod error;
mod headless;
mod input;
mod lookup;
mod pacing;
mod pad;
mod run;
mod viewport;
mod vsync;

// The main loop and its hosts.
pub use error::{Error, Result};
pub use headless::Headless;
pub use run::{App, Host, RunStatistics, Wishes, run};

// Frames and their display.
pub use lookup::{Lookup, PixelFormat};
pub use scumm_media::{Frame, Palette, Zoom};
pub use viewport::{ScaleMode, Viewport};

// Input.
pub use input::{Button, Input, Key, PadButton};
pub use pad::{Pad, PadLayout, PadMode};

// Paths of `scumm-media`, until `scumm-tools` and `scumm-scene` name that crate.
#[doc(hidden)]
pub use scumm_media::{file, film, indexed_png, paint, progress, text};

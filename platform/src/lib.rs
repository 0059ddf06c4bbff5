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
pub use error::PlatformError;
pub(crate) use error::Result;
pub use run::{App, FrontEnd, Headless, RunStatistics, WindowSettings, run};

// Frames and their display.
pub use display::{PixelFormat, ScaleMode, TexturePalette, Viewport, WindowOverlay};
pub use scumm_media::{IndexedFrame, RgbPalette, Zoom};

// Input.
pub use input::{Button, Input, InputDevice, Key, PadButton};
pub use pad::{Pad, PadLayout, PadMode};

//! Showing an indexed frame and hearing what the user does.
//!
//! An [`App`] is whatever ticks and has a [`Frame`]; a [`Host`] is where it runs: the SDL2 window (feature `sdl`),
//! [`Headless`] (a folder of PNG files), or a test's own. [`run()`] joins the two, and is the only loop there is.
//!
//! The crate knows nothing of SCUMM: it takes plain slices and gives back neutral [`Input`], so that a new machine can
//! be tried before any game is there.
//!
//! ```
//! use std::time::Duration;
//! use scumm_platform::{App, Frame, Headless, Input, RunLimits, run};
//!
//! struct Blink { on: bool, palette: [[u8; 3]; 256] }
//!
//! impl App for Blink {
//!     fn input(&mut self, _: Input) {}
//!     fn tick(&mut self) { self.on = !self.on; }
//!     fn frame(&mut self) -> scumm_platform::Result<Frame<'_>> {
//!         Frame::new(1, 1, if self.on { &[1] } else { &[0] }, &self.palette)
//!     }
//!     fn tick_interval(&self) -> Duration { Duration::from_millis(100) }
//! }
//!
//! let mut blink = Blink { on: false, palette: [[0; 3]; 256] };
//! let done = run(&mut blink, &mut Headless::new(None), RunLimits::frames(3)).unwrap();
//! assert_eq!((done.ticks, blink.on), (3, true));
//! ```
#![forbid(unsafe_code)]

pub mod error;
pub mod file;
pub mod frame;
pub mod headless;
pub mod indexed_gif;
pub mod indexed_png;
pub mod input;
pub mod lookup;
pub mod pacing;
pub mod pad;
pub mod run;
#[cfg(feature = "sdl")]
pub mod sdl;
pub mod viewport;
pub mod vsync;

pub use error::{Error, Result};
pub use frame::{Frame, Palette};
pub use headless::Headless;
pub use input::{Button, Input, Key, PadButton};
pub use lookup::{Lookup, PixelFormat};
pub use pad::{PadLayout, PadMode};
pub use run::{App, Host, Request, RunLimits, RunStatistics, run};
pub use viewport::{ScaleMode, Viewport};

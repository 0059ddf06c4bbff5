//! The host without a window: its clock is as fast as the machine, its screen a folder of indexed
//! PNG files, or whatever takes frames.

use std::path::PathBuf;
use std::time::Duration;

use crate::{Frame, Host, Input, Result, Zoom, indexed_png};

/// A host that waits for nothing and shows every frame, changed or not, so that there are as many
/// as ticks.
pub struct Headless<'a> {
    show: Box<Show<'a>>,
    clock: Duration,
    frames: u64,
}

/// What is done with a frame, given its number from 0.
type Show<'a> = dyn FnMut(&Frame<'_>, u64) -> Result<()> + 'a;

impl<'a> Headless<'a> {
    /// A host that writes `frame-00000.png` and so on into `folder`, enlarged where `zoom` says so,
    /// or nothing without one.
    #[must_use]
    pub fn new(folder: Option<PathBuf>, mut zoom: Zoom) -> Self {
        Self::with(move |frame, number| {
            let Some(folder) = &folder else { return Ok(()) };
            indexed_png::write(
                &folder.join(format!("frame-{number:05}.png")),
                &zoom.apply(frame)?,
            )
        })
    }

    /// A host that gives each frame, with its number from 0, to `show`.
    #[must_use]
    pub fn with(show: impl FnMut(&Frame<'_>, u64) -> Result<()> + 'a) -> Self {
        Self {
            show: Box::new(show),
            clock: Duration::ZERO,
            frames: 0,
        }
    }
}

impl Host for Headless<'_> {
    fn now(&mut self) -> Duration {
        self.clock
    }

    fn poll(&mut self, _: &mut Vec<Input>) -> Result<()> {
        Ok(())
    }

    fn wants_present(&self) -> bool {
        true
    }

    fn present(&mut self, frame: &Frame<'_>, _: bool) -> Result<()> {
        (self.show)(frame, self.frames)?;
        self.frames += 1;
        Ok(())
    }

    fn wait(&mut self, limit: Duration) {
        self.clock = self.clock.saturating_add(limit);
    }
}

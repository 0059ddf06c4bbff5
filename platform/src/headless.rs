//! The host without a window: its clock is as fast as the machine, its screen a folder of indexed PNG files.

use std::path::PathBuf;
use std::time::Duration;

use crate::error::Result;
use crate::frame::Frame;
use crate::indexed_png;
use crate::input::Input;
use crate::run::{Host, Request};

/// A host that waits for nothing and shows every frame, changed or not, so that the files are as many as the ticks.
#[derive(Debug, Default)]
pub struct Headless {
    folder: Option<PathBuf>,
    clock: Duration,
    frames: u64,
}

impl Headless {
    /// A host that writes `frame-00000.png` and so on into `folder`, or nothing without one.
    #[must_use]
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self { folder, ..Self::default() }
    }
}

impl Host for Headless {
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
        if let Some(folder) = &self.folder {
            let name = format!("frame-{:05}.png", self.frames);
            indexed_png::write(&folder.join(name), frame, None)?;
        }
        self.frames += 1;
        Ok(())
    }

    fn wait(&mut self, limit: Duration) {
        self.clock = self.clock.saturating_add(limit);
    }

    fn request(&mut self, _: Request) -> Result<()> {
        Ok(())
    }
}

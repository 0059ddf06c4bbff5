//! The host without a window. Its clock runs as fast as the machine. Its frames go to a folder of
//! indexed PNG files or to a callback.

use std::path::PathBuf;
use std::time::Duration;

use scumm_media::indexed_png;

use crate::{Frame, Host, Input, Result, Zoom};

/// A host that does not wait and shows every frame, changed or not, so that there is a frame for
/// each tick.
pub struct Headless<'a> {
    show: Box<Show<'a>>,
    clock: Duration,
    frames: u64,
}

/// The callback for a frame, with the frame's number from 0.
type Show<'a> = dyn FnMut(&Frame<'_>, u64) -> Result<()> + 'a;

impl<'a> Headless<'a> {
    /// Creates a host that writes `frame-00000.png` and so on into `folder`, enlarged by `zoom`.
    /// Without a folder it writes nothing.
    #[must_use]
    pub fn new(folder: Option<PathBuf>, mut zoom: Zoom) -> Self {
        Self::with(move |frame, number| {
            let Some(folder) = &folder else { return Ok(()) };
            let path = folder.join(format!("frame-{number:05}.png"));
            indexed_png::write(&path, &zoom.apply(frame)?)?;
            Ok(())
        })
    }

    /// Creates a host that passes each frame, with its number from 0, to `show`.
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

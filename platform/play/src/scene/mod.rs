//! Shows a scene in a window or writes it as files.

mod files;
mod view;
mod viewer;

use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use scumm_scene::harness::timeline::Timeline;

use crate::{Layers, Settings, ShowArgs, show};
pub use files::{Writer, approach};
use viewer::Viewer;

/// Shows a scene in a window, from its present position, until the window is closed. Pictures of
/// the window are saved in `captures` or in a folder of the user's data. With `paused`, time is
/// paused at the start.
///
/// # Errors
/// Returns an error if the stored pictures cannot be read, or if there is no window.
pub fn watch(
    timeline: Timeline,
    layers: Layers,
    captures: Option<&Path>,
    paused: bool,
    args: &ShowArgs,
) -> Result<()> {
    let settings = args.window.over(&Settings::read(&Settings::path()?));
    let mut viewer = Viewer::new(timeline, layers, settings, captures.map(Path::to_path_buf))?;
    viewer.clock.paused = paused;
    show(&mut viewer, args, Instant::now())?;
    Ok(())
}

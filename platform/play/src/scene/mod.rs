//! A scene to look at, in a window or as files.

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

/// Shows a scene in a window, from where it is, until the window is closed. Pictures of the window
/// go to `captures`, else to a folder of the user's data; where it is `paused`, time stands still
/// at first.
///
/// # Errors
/// The stored pictures can't be read, or there is no window.
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

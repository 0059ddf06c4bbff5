//! A scene to look at, in a window or as files.

mod files;
mod view;
mod viewer;

use std::path::PathBuf;

use anyhow::Result;
use scumm_platform::RunLimits;
use scumm_scene::harness::timeline::Timeline;

use crate::layers::Layers;
use crate::settings::Settings;
use crate::show::{self, WindowArgs};
pub use files::{Writer, approach};
use viewer::Viewer;

/// How a scene is shown in a window.
#[derive(Clone, Debug, Default)]
pub struct Showing {
    /// What lies over the picture.
    pub layers: Layers,
    /// Where pictures of the window go; without it a folder of the user's data.
    pub captures: Option<PathBuf>,
    /// Time stands still at first.
    pub is_paused: bool,
    /// It ends after so many frames.
    pub frames: Option<u64>,
}

/// Shows a scene in a window, from where it is, until the window is closed.
///
/// # Errors
/// The stored pictures can't be read, or there is no window.
pub fn watch(timeline: Timeline, showing: Showing, window: &WindowArgs) -> Result<()> {
    let settings = window.over(&Settings::read(&Settings::path()?));
    let mut viewer = Viewer::new(timeline, showing.layers, settings.clone(), showing.captures)?;
    if showing.is_paused {
        viewer.pause();
    }
    show::watch(&mut viewer, window, &settings, RunLimits { ticks: showing.frames })
}

//! Selects the scenes of a command.

use std::path::{Path, PathBuf};

use anyhow::Result;
use scumm_media::progress::Part;
use scumm_scene::harness::find;

use crate::progress::Work;

/// Options that select scenes.
#[derive(Debug, clap::Args)]
pub struct WhichArgs {
    /// Scene files, or folders with scenes at any depth
    #[arg(required = true, value_name = "SCENE|DIR")]
    paths: Vec<PathBuf>,

    /// Only scenes whose path contains this text
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,

    /// The number of scenes to play at a time; without it the number of processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
}

impl WhichArgs {
    /// Calls `act` for every scene, several at a time, and returns the results sorted by path.
    ///
    /// # Errors
    /// Returns an error if a path cannot be read or if there is no such scene.
    pub fn each<T: Send>(
        &self,
        act: impl Fn(&Path, &mut Part<'_>) -> T + Sync,
    ) -> Result<Vec<(PathBuf, T)>> {
        let scenes = find::scenes(&self.paths, self.filter.as_deref())?;
        find::each(scenes, self.jobs.unwrap_or(0), &Work::new(), act)
    }
}

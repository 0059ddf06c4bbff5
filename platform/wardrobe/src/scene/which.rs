//! Which scenes a command is about.

use std::path::{Path, PathBuf};

use anyhow::Result;
use scumm_platform::progress::Part;
use scumm_scene::harness::find;

use crate::progress::Work;

/// Which scenes.
#[derive(Debug, clap::Args)]
pub struct WhichArgs {
    /// Scene files, or folders with scenes at any depth
    #[arg(required = true, value_name = "SCENE|DIR")]
    paths: Vec<PathBuf>,

    /// Only scenes with this in their path
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,

    /// How many scenes are played at a time; as many as there are processors without it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
}

impl WhichArgs {
    /// Does something with every scene, several at a time, and returns what came of each, sorted by
    /// their paths.
    ///
    /// # Errors
    /// A path that can't be read, or there is no such scene.
    pub fn each<T: Send>(
        &self,
        act: impl Fn(&Path, &mut Part<'_>) -> T + Sync,
    ) -> Result<Vec<(PathBuf, T)>> {
        let scenes = find::scenes(&self.paths, self.filter.as_deref())?;
        find::each(scenes, self.jobs.unwrap_or(0), &Work::new(), act)
    }
}

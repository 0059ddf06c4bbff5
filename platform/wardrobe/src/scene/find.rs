//! Which scenes a command is about.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use rayon::prelude::*;

use crate::progress::{Part, Work};

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

/// The deepest folder that is searched for scenes; each is looked into once, whatever links lead to it.
const MAX_DEPTH: usize = 16;

/// The file that tells what is in a kit.
pub const KIT_FILE: &str = "kit.json";
/// The ending of schemas.
pub const SCHEMA: &str = ".schema.json";

impl WhichArgs {
    /// Does something with every scene, several at a time, and returns what came of each, sorted by their paths.
    ///
    /// # Errors
    /// As [`Self::scenes`].
    pub fn each<T: Send>(&self, act: impl Fn(&Path, &mut Part<'_>) -> T + Sync) -> Result<Vec<(PathBuf, T)>> {
        let scenes = self.scenes()?;
        let work = Work::new(scenes.len());
        let act = |scene: PathBuf| {
            let result = act(&scene, &mut work.part());
            (scene, result)
        };
        // 0 stands for as many as there are processors.
        let threads = rayon::ThreadPoolBuilder::new().num_threads(self.jobs.unwrap_or(0).into()).build()?;
        Ok(threads.install(|| scenes.into_par_iter().map(act).collect()))
    }

    /// The scenes, each once, sorted by their paths.
    ///
    /// # Errors
    /// A path that can't be read, or nothing is left.
    fn scenes(&self) -> Result<Vec<PathBuf>> {
        let mut scenes = Vec::new();
        for path in &self.paths {
            if path.is_dir() {
                scenes.extend(scenes_below(path)?);
            } else {
                fs::metadata(path).with_context(|| path.display().to_string())?;
                scenes.push(path.clone());
            }
        }
        if let Some(filter) = &self.filter {
            scenes.retain(|path| path.to_string_lossy().contains(filter));
        }
        scenes.sort();
        scenes.dedup();
        for (a, b) in scenes.iter().zip(scenes.iter().skip(1)) {
            let lines = stored_lines(a);
            if lines == stored_lines(b) {
                bail!("{} and {} share the lines of {}: rename one", a.display(), b.display(), lines.display());
            }
        }
        if scenes.is_empty() {
            bail!("there is no such scene");
        }
        Ok(scenes)
    }
}

/// The file that holds a scene's lines.
pub fn stored_lines(scene: &Path) -> PathBuf {
    scene.with_extension("expected.jsonl")
}

/// The scenes, and other files that look like scenes, of a folder at any depth.
///
/// # Errors
/// It can't be read.
pub fn scenes_below(folder: &Path) -> Result<Vec<PathBuf>> {
    files_below(folder, |path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // These tell of a kit and its scenes.
        let is_of_kit = name == KIT_FILE || name.ends_with(SCHEMA);
        path.extension().is_some_and(|ending| ending == "json" || ending == "toml") && !is_of_kit
    })
}

/// The files of a folder, at any depth, that are wanted. No folder is looked into twice, whatever links lead to it.
///
/// # Errors
/// A folder can't be read.
pub fn files_below(folder: &Path, is_wanted: impl Fn(&Path) -> bool) -> Result<Vec<PathBuf>> {
    let (mut files, mut seen) = (Vec::new(), BTreeSet::new());
    let mut folders = vec![(folder.to_path_buf(), MAX_DEPTH)];
    while let Some((folder, depth)) = folders.pop() {
        let shown = || folder.display().to_string();
        if !seen.insert(folder.canonicalize().with_context(shown)?) {
            continue;
        }
        for entry in fs::read_dir(&folder).with_context(shown)? {
            let path = entry.with_context(shown)?.path();
            match path.is_dir() {
                true if depth > 0 => folders.push((path, depth - 1)),
                false if is_wanted(&path) => files.push(path),
                _ => {}
            }
        }
    }
    Ok(files)
}

//! Finds scenes and the files that are stored beside them.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use rayon::prelude::*;
use scumm_media::progress::{Progress, ProgressPart};
use scumm_room::resource;

/// The depth to which folders are searched for scenes. Every folder is read only once, even if
/// links lead to the folder from several places.
const MAX_DEPTH: usize = 16;

/// The file with the contents of a kit.
pub const KIT_FILE: &str = "kit.json";
/// The extension of schemas.
pub const SCHEMA: &str = ".schema.json";

/// The most bytes of a file with stored lines or pictures. Such a file is read piece by piece,
/// never as a whole.
const MOST_STORED: u64 = 1 << 30;

/// Calls `act` for every scene, several at a time, and returns the results in the order of the
/// scenes. `jobs` is the maximum number of threads; 0 stands for the number of processors.
///
/// # Errors
/// Returns an error if no thread can be started.
pub fn each<T: Send>(
    scenes: Vec<PathBuf>,
    jobs: u16,
    progress: &dyn Progress,
    act: impl Fn(&Path, &mut ProgressPart<'_>) -> T + Sync,
) -> Result<Vec<(PathBuf, T)>> {
    progress.begin(scenes.len());
    let act = |scene: PathBuf| {
        let result = act(&scene, &mut ProgressPart::new(progress));
        (scene, result)
    };
    let threads = rayon::ThreadPoolBuilder::new()
        .num_threads(jobs.into())
        .build()?;
    Ok(threads.install(|| scenes.into_par_iter().map(act).collect()))
}

/// Returns the scenes in some files and folders, without duplicates, sorted by path. With `filter`
/// returns only scenes whose path contains this text.
///
/// # Errors
/// Returns an error if a path cannot be read, if two scenes share their lines, or if no scene is
/// left.
pub fn scenes(paths: &[PathBuf], filter: Option<&str>) -> Result<Vec<PathBuf>> {
    let mut scenes = Vec::new();
    for path in paths {
        if path.is_dir() {
            scenes.extend(scenes_below(path)?);
        } else {
            fs::metadata(path).with_context(|| path.display().to_string())?;
            scenes.push(path.clone());
        }
    }
    if let Some(filter) = filter {
        scenes.retain(|path| path.to_string_lossy().contains(filter));
    }
    scenes.sort();
    scenes.dedup();
    for (a, b) in scenes.iter().zip(scenes.iter().skip(1)) {
        let lines = stored_lines(a);
        if lines == stored_lines(b) {
            bail!(
                "{} and {} share the lines of {}: rename one of them",
                a.display(),
                b.display(),
                lines.display()
            );
        }
    }
    ensure!(!scenes.is_empty(), "no scene matches");
    Ok(scenes)
}

/// Opens the stored results of an earlier run, to be read piece by piece.
///
/// # Errors
/// Returns an error if the file does not exist, is not a regular file, or is larger than 1 GiB.
pub fn open_stored(path: &Path) -> Result<File> {
    Ok(resource::open_file(path, MOST_STORED)?)
}

/// Returns whether a scene belongs to a chapter of a kit.
pub fn is_in_kit(scene: &Path) -> bool {
    resource::folder_of(scene)
        .parent()
        .is_some_and(|kit| kit.join(KIT_FILE).exists())
}

/// Returns the path of a scene's stored lines.
pub fn stored_lines(scene: &Path) -> PathBuf {
    scene.with_extension("expected.jsonl")
}

/// Returns the scenes in a folder at any depth, including other files with the extension of scenes.
///
/// # Errors
/// Returns an error if a folder cannot be read.
pub fn scenes_below(folder: &Path) -> Result<Vec<PathBuf>> {
    files_below(folder, |path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // These files have the extension of scenes but are not scenes: they describe a kit.
        let is_of_kit = name == KIT_FILE || name.ends_with(SCHEMA);
        path.extension()
            .is_some_and(|ending| ending == "json" || ending == "toml")
            && !is_of_kit
    })
}

/// Returns the files in a folder, at any depth, for which `is_wanted` returns true. Every folder is
/// read only once, even if links lead to the folder from several places.
///
/// # Errors
/// Returns an error if a folder cannot be read.
pub fn files_below(folder: &Path, is_wanted: impl Fn(&Path) -> bool) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut seen = BTreeSet::new();
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

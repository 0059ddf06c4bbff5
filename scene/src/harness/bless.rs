//! Stores the results of a scene: its lines, the layers of its pictures, the pictures themselves.

use std::path::Path;

use anyhow::Result;

use super::find::stored_lines;
use super::judge;
use super::screenshots::{self, Screenshot, ScreenshotPacker, stored_frames};
use super::sources::SceneSources;
use crate::{Comparison, StoredLine};

/// The options for storing a scene's results.
#[derive(Clone, Copy, Debug, Default)]
pub struct BlessMode {
    /// Whether stored lines that differ are replaced.
    pub replaces: bool,
    /// Whether the pictures are stored, too.
    pub frames: bool,
    /// Whether the layers of each picture are stored, too.
    pub layers: bool,
}

/// The result of a comparison between a run and the stored lines.
#[derive(Debug)]
pub enum Blessing {
    /// The stored data change.
    Written {
        /// A message about the change.
        what: String,
        /// The new lines, unless the stored lines are equal.
        lines: Option<String>,
        /// The packed pictures, unless the stored pictures are equal.
        frames: Option<Vec<u8>>,
    },
    /// The stored lines differ and are kept. The message names the difference.
    Refused(String),
    /// All results are stored already.
    Unchanged,
}

/// Plays a scene and returns the data to be stored: its lines, and the other data that are stored
/// already or requested. Writes no file.
///
/// # Errors
/// Returns an error if the scene cannot be played, or if the stored data cannot be read.
pub fn bless(scene: &Path, sources: &dyn SceneSources, mode: BlessMode) -> Result<Blessing> {
    let mut runner = sources.open(scene)?;
    let path = stored_lines(scene);
    // Stored lines that cannot be read are an error, unless the caller requests to replace them.
    let old = match path.exists().then(|| judge::all_stored(scene)) {
        Some(Err(_)) if mode.replaces => None,
        old => old.transpose()?,
    };
    let has_layers = old.iter().flatten().any(StoredLine::has_layers);
    if mode.layers || has_layers {
        runner = runner.with_layers();
    }
    let mut packer = if mode.frames || stored_frames(scene).exists() {
        Some(ScreenshotPacker::new()?)
    } else {
        None
    };
    let mut text = String::new();
    let mut lines = 0;
    let mut first = None;
    let mut differing = 0;
    let mut comparison = Comparison::new(runner, old.iter().flatten().cloned().map(Ok));
    while let Some(pair) = comparison.next_pair()? {
        lines += 1;
        if let Some(difference) = pair.difference().filter(|_| old.is_some()) {
            differing += 1;
            first.get_or_insert(difference);
        }
        let Some(line) = pair.line else { continue };
        text += &serde_json::to_string(&line)?;
        text.push('\n');
        if let Some(packer) = &mut packer {
            packer.add(&Screenshot::from_stage(comparison.runner().stage()))?;
        }
    }
    let other =
        match first.map(|first| format!("{differing} of {lines} lines differ, first {first}")) {
            Some(what) if !mode.replaces => return Ok(Blessing::Refused(what)),
            None if old.is_none() => Some(format!("new, {lines} lines")),
            what => what,
        };
    let frames = packer
        .map(ScreenshotPacker::finish)
        .transpose()?
        .filter(|packed| !screenshots::are_stored(scene, packed));
    // If all values are equal and no layers are added, the stored text stays as it is, even if its
    // spelling differs.
    let adds_layers = mode.layers && !has_layers;
    let lines = (other.is_some() || adds_layers).then_some(text);
    let adds = adds_layers || frames.is_some();
    let added = adds.then(|| {
        "the same lines; the requested stages or pictures are \
                              added"
            .to_owned()
    });
    Ok(match other.or(added) {
        Some(what) => Blessing::Written {
            what,
            lines,
            frames,
        },
        None => Blessing::Unchanged,
    })
}

//! Storing what a scene tells: its lines, the layers of its pictures, the pictures themselves.

use std::path::Path;

use anyhow::Result;

use super::find::stored_lines;
use super::judge;
use super::screenshots::{self, Packer, Screenshot, stored_frames};
use super::sources::Sources;
use crate::{Comparison, StoredLine};

/// What is stored of a scene.
#[derive(Clone, Copy, Debug, Default)]
pub struct BlessMode {
    /// Stored lines that differ are replaced.
    pub replaces: bool,
    /// The pictures, too.
    pub frames: bool,
    /// The layers of each picture, too.
    pub layers: bool,
}

/// What is to become of a scene's stored lines.
#[derive(Debug)]
pub enum Blessing {
    /// What changes, in words, and what is to be written.
    Written {
        /// What there is to say of it.
        what: String,
        /// The lines, unless those that are stored say the same.
        lines: Option<String>,
        /// The packed pictures, unless they are the stored ones.
        frames: Option<Vec<u8>>,
    },
    /// They differ, and are left as they were.
    Refused(String),
    /// All is stored.
    Unchanged,
}

/// Plays a scene and says what of it is to be stored: its lines, and with them what is stored already or asked for. Nothing is
/// written.
///
/// # Errors
/// The scene can't be played, or what is stored can't be read.
pub fn bless(scene: &Path, sources: &dyn Sources, mode: BlessMode) -> Result<Blessing> {
    let mut runner = sources.open(scene)?;
    let path = stored_lines(scene);
    // Stored lines that can't be read are replaced only where that is asked for, too.
    let old = match path.exists().then(|| judge::all_stored(scene)) {
        Some(Err(_)) if mode.replaces => None,
        old => old.transpose()?,
    };
    let has_layers = old.iter().flatten().any(StoredLine::has_layers);
    if mode.layers || has_layers {
        runner = runner.with_layers();
    }
    let mut packer = if mode.frames || stored_frames(scene).exists() {
        Some(Packer::new()?)
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
            packer.add(&Screenshot::of(comparison.runner().stage()))?;
        }
    }
    let other =
        match first.map(|first| format!("{differing} of {lines} lines differ, first {first}")) {
            Some(what) if !mode.replaces => return Ok(Blessing::Refused(what)),
            None if old.is_none() => Some(format!("new, {lines} lines")),
            what => what,
        };
    let frames = packer
        .map(Packer::finish)
        .transpose()?
        .filter(|packed| !screenshots::are_stored(scene, packed));
    // Lines that say the same stay as they are written.
    let adds_layers = mode.layers && !has_layers;
    let lines = (other.is_some() || adds_layers).then_some(text);
    let adds = adds_layers || frames.is_some();
    let added = adds.then(|| "the same lines; what was asked for besides is added".to_owned());
    Ok(match other.or(added) {
        Some(what) => Blessing::Written {
            what,
            lines,
            frames,
        },
        None => Blessing::Unchanged,
    })
}

//! Shrinks a failing scene as far as possible.

mod defect;
mod reduce;
mod relocate;

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use scumm_platform::text::plural;
use serde_json::json;

use self::defect::{Defect, DefectFinder, Reference};
use self::reduce::{Draft, Reducer, ticks};
use super::judge::ScenePlayer;
use super::text;

/// A smaller scene with the same defect as the whole scene.
#[derive(Debug)]
pub struct SmallScene {
    /// The path for the scene. The names of its inputs are relative to this path.
    pub path: PathBuf,
    /// The text of the scene, in the format of that path.
    pub text: String,
    /// The lines of the reference.
    pub lines: String,
    /// A report in one line: the reduction and the defect.
    pub report: String,
}

/// Removes steps, frames, actors and options of a scene as long as the same difference remains, and
/// stops after `tries` attempts. The result is for the file `out`, by default for a file beside the
/// scene's folder. Writes no file.
///
/// # Errors
/// Returns an error if the scene cannot be played, or if it passes.
pub fn shrink(
    path: &Path,
    out: Option<PathBuf>,
    player: ScenePlayer<'_>,
    tries: usize,
) -> Result<SmallScene> {
    let sources = player.sources;
    let whole = Draft::of(text::values(path, &sources.text(path)?)?);
    let reference = match player.examiner {
        Some(program) => Reference::Program(program),
        None => defect::stored(path, sources)?,
    };
    let finder = DefectFinder {
        path,
        sources,
        reference,
    };
    let Some(first) = finder.find(&whole)? else {
        bail!("{}: passes: there is nothing to shrink", path.display())
    };
    let same = |draft: &Draft| {
        finder
            .find(draft)
            .is_ok_and(|now| now.is_some_and(|now| now.defect == first.defect))
    };
    let cut = cut(&whole, first.at);
    let start = if same(&cut) { cut } else { whole.clone() };
    let (small, tries) = Reducer::new(start, tries, same).run();
    let Some(end) = finder.find(&small)? else {
        bail!("{}: passes when it is played again", path.display())
    };

    let out = out.map_or_else(|| relocate::beside(path), Ok)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut values = small.scene();
    relocate::relocate(&mut values, path, &out)?;
    let mut text = text::write(&out, &values);
    if out.extension().is_some_and(|ending| ending == "toml") {
        text = format!("# Shrunk from {name}: {}\n{text}", describe(&end.defect));
    }
    let lines = end
        .expected
        .iter()
        .map(|line| format!("{line}\n"))
        .collect();
    let size = |draft: &Draft| {
        format!(
            "{}, {}",
            plural(draft.steps.len(), "step"),
            plural(draft.actors(), "actor")
        )
    };
    let report = format!(
        "{}: {} instead of {}, {tries} tries: {}",
        out.display(),
        size(&small),
        size(&whole),
        end.shown
    );
    Ok(SmallScene {
        path: out,
        text,
        lines,
        report,
    })
}

/// Returns the scene up to the frame of the step that shows the difference.
fn cut(whole: &Draft, (step, frames): (usize, u64)) -> Draft {
    let mut cut = whole.clone();
    cut.steps.truncate(step + 1);
    if let Some((_, last)) = cut
        .steps
        .last_mut()
        .filter(|(_, last)| frames > 0 && ticks(last).is_some())
    {
        *last = json!(["tick", frames]);
    }
    cut
}

fn describe(defect: &Defect) -> String {
    match defect {
        Defect::Claim(claim) => claim.clone(),
        Defect::Broken => "the other program can't play it".to_owned(),
        Defect::Key(key) | Defect::Value { key, .. } => format!("{key} differs"),
    }
}

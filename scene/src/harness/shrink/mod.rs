//! A failing scene, made as small as it goes.

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

/// A smaller scene that fails as the whole one did.
#[derive(Debug)]
pub struct SmallScene {
    /// The file that it is for: what it names is found from there.
    pub path: PathBuf,
    /// The scene, in the spelling of that file.
    pub text: String,
    /// The lines that it is held against.
    pub lines: String,
    /// How much smaller it is, and what is wrong with it, in a line.
    pub report: String,
}

/// Drops steps, frames, actors and options of a scene as long as the same difference stays, and gives up after so many tries.
/// The result is for the file `out`; without it for one beside the scene's folder. Nothing is written.
///
/// # Errors
/// The scene can't be played, or passes.
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

/// A scene that ends with the frame of a step in which its difference shows.
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

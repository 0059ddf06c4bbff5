//! `wardrobe scene check`: plays scenes and compares their lines with the stored ones.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use scumm_engine::scene::{Difference, SceneError, StoredLines};

use super::SourceArgs;
use super::find::{WhichArgs, stored_lines};
use crate::outcome::Outcome;
use crate::output::OutArgs;

/// Plays scenes and compares each with its .expected.jsonl
///
/// Names the first difference of each failing scene: file, step, tick, key, expected, found. Scenes whose game is not here are skipped.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    which: WhichArgs,

    #[command(flatten)]
    out: OutArgs,
}

/// What became of a scene.
enum Verdict {
    Passed,
    Differs(Difference),
    Skipped,
    /// It can't be played.
    Bad(anyhow::Error),
}

/// Checks all scenes; the report names those that fail, in the order of their paths.
pub fn run(args: &Args, sources: &SourceArgs) -> Result<Outcome> {
    let checked = args.which.each(|scene| check(scene, sources).unwrap_or_else(Verdict::of_error))?;
    let (mut passed, mut differing, mut skipped, mut bad) = (0, 0, 0, 0);
    args.out.stream(|out| {
        for (scene, verdict) in &checked {
            match verdict {
                Verdict::Passed => passed += 1,
                Verdict::Skipped => skipped += 1,
                Verdict::Differs(difference) => {
                    differing += 1;
                    writeln!(out, "{}: {difference}", scene.display())?;
                }
                Verdict::Bad(error) => {
                    bad += 1;
                    writeln!(out, "{error:#}")?;
                }
            }
        }
        let skipped = if skipped == 0 { String::new() } else { format!(", {skipped} skipped") };
        writeln!(out, "{passed} passed, {} failed{skipped}", differing + bad)?;
        Ok(())
    })?;
    Ok(match (differing, bad) {
        (0, 0) => Outcome::Good,
        (_, 0) => Outcome::Findings,
        (_, bad) => Outcome::Failed(format!("{bad} of the scenes can't be played")),
    })
}

impl Verdict {
    fn of_error(error: anyhow::Error) -> Self {
        match error.downcast_ref::<SceneError>() {
            Some(scene) if scene.is_game_missing() => Self::Skipped,
            _ => Self::Bad(error),
        }
    }
}

/// Plays one scene as far as it is equal.
fn check(scene: &Path, sources: &SourceArgs) -> Result<Verdict> {
    let mut runner = sources.open(scene)?;
    let path = stored_lines(scene);
    if !path.exists() {
        bail!("{}: not there; `wardrobe scene bless` writes it", path.display());
    }
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let stored = StoredLines::parse(&path.display().to_string(), &text)?;
    Ok(stored.first_difference(&mut runner)?.map_or(Verdict::Passed, Verdict::Differs))
}

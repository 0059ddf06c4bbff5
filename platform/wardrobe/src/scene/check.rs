//! `wardrobe scene check`: plays scenes and compares their lines with the stored ones.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use rayon::prelude::*;
use scumm_engine::scene::{Difference, SceneError, compare};
use serde_json::Value;

use super::SourceArgs;
use super::find::{WhichArgs, stored_lines};
use crate::outcome::Outcome;
use crate::output::OutArgs;
use crate::progress::Work;

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
    let scenes = args.which.scenes()?;
    let work = Work::new(scenes.len());
    let verdicts: Vec<Verdict> = scenes
        .par_iter()
        .map(|scene| {
            let verdict = check(scene, sources).unwrap_or_else(Verdict::of_error);
            work.advance();
            verdict
        })
        .collect();
    drop(work);
    let (mut passed, mut differing, mut skipped, mut bad) = (0, 0, 0, 0);
    args.out.stream(|out| {
        for (scene, verdict) in scenes.iter().zip(&verdicts) {
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
    let stored = read_lines(&stored_lines(scene))?;
    let mut stored = stored.iter();
    for index in 0.. {
        let (stored, line) = (stored.next(), runner.next_line()?);
        if stored.is_none() && line.is_none() {
            break;
        }
        if let Some(difference) = compare(index, stored, line.as_ref()) {
            return Ok(Verdict::Differs(difference));
        }
    }
    Ok(Verdict::Passed)
}

fn read_lines(path: &Path) -> Result<Vec<Value>> {
    if !path.exists() {
        bail!("{}: not there; `wardrobe scene bless` writes it", path.display());
    }
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(i, line)| serde_json::from_str(line).with_context(|| format!("{}:{}", path.display(), i + 1))).collect()
}

//! `wardrobe scene bless`: plays scenes and stores their lines.

use std::path::Path;

use anyhow::Result;
use scumm_engine::scene::{Comparison, Difference, SceneError, StoredLine};

use super::SourceArgs;
use super::find::{WhichArgs, stored_lines};
use super::judge;
use super::screenshots::{self, Packer, Screenshot, stored_frames};
use crate::outcome::Outcome;
use crate::output::{self, OutArgs};
use crate::plural::plural;

/// Plays scenes and stores their lines as .expected.jsonl
///
/// Tells of each scene what changes: the first difference, and how many lines differ. New lines are stored; lines that are stored and
/// differ are replaced with --yes only. A file is replaced whole or not at all.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    which: WhichArgs,

    /// Replace stored lines that differ
    #[arg(short, long)]
    yes: bool,

    /// Store the pictures, too, as .frames.xz; they are kept up to date where they are stored already
    #[arg(long)]
    with_frames: bool,

    /// Store the stages of each picture with its line; they are kept up to date where they are stored already
    #[arg(long)]
    stages: bool,

    #[command(flatten)]
    out: OutArgs,
}

/// What became of a scene's stored lines.
enum Stored {
    /// There were none.
    New {
        lines: usize,
    },
    /// They differ: the first difference, how many lines of how many.
    Changed {
        first: Difference,
        differing: usize,
        lines: usize,
    },
    /// The same, and left as they were.
    Refused {
        first: Difference,
        differing: usize,
        lines: usize,
    },
    /// The lines are the same; pictures or stages were added.
    Added,
    Unchanged,
    /// Its game is not here; the line that says so.
    Skipped(String),
}

/// Stores the lines of all scenes and tells what changed.
pub fn run(args: &Args, sources: &SourceArgs) -> Result<Outcome> {
    let blessed = args.which.each(|scene, _| bless(scene, sources, args))?;
    let (mut written, mut unchanged, mut skipped, mut refused, mut bad) = (0, 0, 0, 0, 0);
    args.out.stream(|out| {
        for (scene, stored) in &blessed {
            let path = stored_lines(scene);
            let path = path.display();
            let share = |differing: &usize, lines: &usize| format!("{differing} of {lines} lines differ");
            match stored {
                Ok(Stored::New { lines }) => {
                    written += 1;
                    writeln!(out, "{path}: new, {lines} lines")?;
                }
                Ok(Stored::Changed { first, differing, lines }) => {
                    written += 1;
                    writeln!(out, "{path}: {}, first {first}", share(differing, lines))?;
                }
                Ok(Stored::Refused { first, differing, lines }) => {
                    refused += 1;
                    writeln!(out, "{path}: left as it was: {}, first {first}", share(differing, lines))?;
                }
                Ok(Stored::Added) => {
                    written += 1;
                    writeln!(out, "{path}: the same lines; what was asked for besides is added")?;
                }
                Ok(Stored::Unchanged) => unchanged += 1,
                Ok(Stored::Skipped(line)) => {
                    skipped += 1;
                    writeln!(out, "{line}")?;
                }
                Err(error) => {
                    bad += 1;
                    writeln!(out, "{error:#}")?;
                }
            }
        }
        write!(out, "{written} written, {unchanged} unchanged, {bad} failed")?;
        for (count, what) in [(refused, "left as they were (--yes replaces them)"), (skipped, "skipped")] {
            if count > 0 {
                write!(out, ", {count} {what}")?;
            }
        }
        writeln!(out)?;
        Ok(())
    })?;
    Ok(match (refused, bad) {
        (0, 0) => Outcome::Good,
        (_, 0) => Outcome::Findings,
        (_, bad) => Outcome::Failed(format!("{} can't be played", plural(bad, "scene"))),
    })
}

fn bless(scene: &Path, sources: &SourceArgs, args: &Args) -> Result<Stored> {
    let mut runner = match sources.open(scene) {
        Ok(runner) => runner,
        Err(error) => match error.downcast_ref::<SceneError>() {
            Some(scene) if scene.is_game_missing() => return Ok(Stored::Skipped(judge::skip_line(scene))),
            _ => return Err(error),
        },
    };
    let path = stored_lines(scene);
    // Stored lines that can't be read are replaced only where that is asked for, too.
    let old = match path.exists().then(|| Ok::<_, anyhow::Error>(judge::stored(scene)?.collect::<Result<Vec<_>, _>>()?))
    {
        Some(Err(_)) if args.yes => None,
        old => old.transpose()?,
    };
    let has_layers = old.iter().flatten().any(StoredLine::has_layers);
    if args.stages || has_layers {
        runner = runner.with_layers();
    }
    let mut packer = if args.with_frames || stored_frames(scene).exists() { Some(Packer::new()?) } else { None };
    let (mut text, mut lines) = (String::new(), 0);
    let (mut first, mut differing) = (None, 0);
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
            packer.add(Screenshot::of(comparison.runner().stage()))?;
        }
    }
    if let Some(first) = first {
        if !args.yes {
            return Ok(Stored::Refused { first, differing, lines });
        }
        write(scene, &text, packer)?;
        return Ok(Stored::Changed { first, differing, lines });
    }
    if old.is_none() {
        write(scene, &text, packer)?;
        return Ok(Stored::New { lines });
    }
    // Lines that say the same stay as they are written.
    let adds_stages = args.stages && !has_layers;
    let frames = packer.map(Packer::finish).transpose()?;
    if adds_stages {
        output::write(&path, |out| out.write_all(text.as_bytes()))?;
    }
    let adds_frames = frames.map_or(Ok(false), |frames| screenshots::store(scene, &frames))?;
    Ok(if adds_stages || adds_frames { Stored::Added } else { Stored::Unchanged })
}

fn write(scene: &Path, text: &str, packer: Option<Packer>) -> Result<()> {
    output::write(&stored_lines(scene), |out| out.write_all(text.as_bytes()))?;
    if let Some(packer) = packer {
        screenshots::store(scene, &packer.finish()?)?;
    }
    Ok(())
}

//! `wardrobe scene bless`: plays scenes and stores their lines.

use std::fs;
use std::path::Path;

use anyhow::Result;
use scumm_engine::scene::SceneError;
use scumm_platform::file;

use super::SourceArgs;
use super::find::{WhichArgs, stored_lines};
use crate::outcome::Outcome;
use crate::output::OutArgs;

/// Plays scenes and stores their lines as .expected.jsonl
///
/// A file is replaced whole or not at all, and only where its lines change. Look at what changes before keeping it.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    which: WhichArgs,

    #[command(flatten)]
    out: OutArgs,
}

/// What became of a scene's stored lines.
enum Stored {
    Changed,
    Unchanged,
    Skipped,
}

/// Stores the lines of all scenes and tells which files changed.
pub fn run(args: &Args, sources: &SourceArgs) -> Result<Outcome> {
    let blessed = args.which.each(|scene| bless(scene, sources))?;
    let (mut written, mut unchanged, mut skipped, mut bad) = (0, 0, 0, 0);
    args.out.stream(|out| {
        for (scene, stored) in &blessed {
            match stored {
                Ok(Stored::Changed) => {
                    written += 1;
                    writeln!(out, "{}", stored_lines(scene).display())?;
                }
                Ok(Stored::Unchanged) => unchanged += 1,
                Ok(Stored::Skipped) => skipped += 1,
                Err(error) => {
                    bad += 1;
                    writeln!(out, "{error:#}")?;
                }
            }
        }
        let skipped = if skipped == 0 { String::new() } else { format!(", {skipped} skipped") };
        writeln!(out, "{written} written, {unchanged} unchanged, {bad} failed{skipped}")?;
        Ok(())
    })?;
    Ok(if bad == 0 { Outcome::Good } else { Outcome::Failed(format!("{bad} of the scenes can't be played")) })
}

fn bless(scene: &Path, sources: &SourceArgs) -> Result<Stored> {
    let mut runner = match sources.open(scene) {
        Err(error) if error.downcast_ref().is_some_and(SceneError::is_game_missing) => return Ok(Stored::Skipped),
        runner => runner?,
    };
    let mut lines = String::new();
    while let Some(line) = runner.next_line()? {
        lines += &serde_json::to_string(&line)?;
        lines.push('\n');
    }
    let path = stored_lines(scene);
    if fs::read(&path).is_ok_and(|old| old == lines.as_bytes()) {
        return Ok(Stored::Unchanged);
    }
    file::write(&path, |out| out.write_all(lines.as_bytes()))?;
    Ok(Stored::Changed)
}

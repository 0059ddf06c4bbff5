//! `wardrobe scene bless`: plays scenes and stores their lines.

use std::path::Path;

use anyhow::Result;
use scumm_scene::{Comparison, StoredLine};

use super::SourceArgs;
use super::find::{WhichArgs, stored_lines};
use super::judge;
use super::screenshots::{self, Packer, Screenshot, stored_frames};
use super::tally::Tally;
use crate::outcome::Outcome;
use crate::output::{self, OutArgs};

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

/// What became of a scene's stored lines, and what there is to say of it.
enum Blessed {
    Written(String),
    /// They differ, and are left as they were.
    Refused(String),
    Unchanged,
}

/// Stores the lines of all scenes and tells what changed.
pub fn run(args: &Args, sources: &SourceArgs) -> Result<Outcome> {
    let blessed = args.which.each(|scene, _| bless(scene, sources, args))?;
    let (mut written, mut unchanged, mut skipped, mut refused, mut bad) = (0, 0, 0, 0, 0);
    args.out.stream(|out| {
        for (scene, stored) in &blessed {
            let path = stored_lines(scene);
            let path = path.display();
            let (count, line) = match stored {
                Ok(Blessed::Written(what)) => (&mut written, Some(format!("{path}: {what}"))),
                Ok(Blessed::Refused(what)) => (&mut refused, Some(format!("{path}: left as it was: {what}"))),
                Ok(Blessed::Unchanged) => (&mut unchanged, None),
                Err(error) => match judge::skip_line(error) {
                    Some(line) => (&mut skipped, Some(line)),
                    None => (&mut bad, Some(format!("{error:#}"))),
                },
            };
            *count += 1;
            if let Some(line) = line {
                writeln!(out, "{line}")?;
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
    Ok(Tally { differing: refused, bad, ..Tally::default() }.outcome())
}

fn bless(scene: &Path, sources: &SourceArgs, args: &Args) -> Result<Blessed> {
    let mut runner = sources.open(scene)?;
    let path = stored_lines(scene);
    // Stored lines that can't be read are replaced only where that is asked for, too.
    let old = match path.exists().then(|| judge::all_stored(scene)) {
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
    let other = match first.map(|first| format!("{differing} of {lines} lines differ, first {first}")) {
        Some(what) if !args.yes => return Ok(Blessed::Refused(what)),
        None if old.is_none() => Some(format!("new, {lines} lines")),
        what => what,
    };
    let frames = packer.map(Packer::finish).transpose()?;
    // Lines that say the same stay as they are written.
    let adds_stages = args.stages && !has_layers;
    if other.is_some() || adds_stages {
        output::write(&path, |out| out.write_all(text.as_bytes()))?;
    }
    let adds_frames = frames.map_or(Ok(false), |frames| screenshots::store(scene, &frames))?;
    let added = (adds_stages || adds_frames).then(|| "the same lines; what was asked for besides is added".to_owned());
    Ok(other.or(added).map_or(Blessed::Unchanged, Blessed::Written))
}

//! `wardrobe scene bless`: plays scenes and stores their lines.

use std::path::Path;

use anyhow::Result;
use scumm_media::text::escape;
use scumm_scene::harness::bless::{BlessMode, Blessing, bless};
use scumm_scene::harness::find::stored_lines;
use scumm_scene::harness::judge;
use scumm_scene::harness::screenshots::stored_frames;
use scumm_scene::harness::tally::Tally;

use super::{SourceArgs, WhichArgs, outcome};
use crate::outcome::Outcome;
use crate::output::{self, OutArgs};

/// Plays scenes and stores their lines as .expected.jsonl
///
/// The command reports the changes of each scene: the first difference, and how many lines differ.
/// New lines are stored. Stored lines that differ are replaced only with --yes. A file is replaced
/// completely or not at all.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    which: WhichArgs,

    /// Replace stored lines that differ
    #[arg(short, long)]
    yes: bool,

    /// Also store the pictures, as .frames.tar.xz; stored pictures are always updated
    #[arg(long)]
    with_frames: bool,

    /// Store the stages of each picture with its line; stored stages are always updated
    #[arg(long)]
    stages: bool,

    #[command(flatten)]
    out: OutArgs,
}

/// Stores the lines of all scenes and prints the changes.
pub fn run(args: &Args, sources: &SourceArgs) -> Result<Outcome> {
    let mode = BlessMode {
        replaces: args.yes,
        frames: args.with_frames,
        layers: args.stages,
    };
    let blessed = args
        .which
        .each(|scene, _| store(scene, bless(scene, sources, mode)?))?;
    let (mut written, mut unchanged, mut skipped, mut refused, mut bad) = (0, 0, 0, 0, 0);
    args.out.stream(|out| {
        for (scene, stored) in &blessed {
            let path = stored_lines(scene);
            let path = path.display();
            let (count, line) = match stored {
                Ok(Blessing::Written { what, .. }) => {
                    (&mut written, Some(format!("{path}: {what}")))
                }
                Ok(Blessing::Refused(what)) => (
                    &mut refused,
                    Some(format!("{path}: left as it was: {what}")),
                ),
                Ok(Blessing::Unchanged) => (&mut unchanged, None),
                Err(error) => match judge::skip_line(error) {
                    Some(line) => (&mut skipped, Some(line)),
                    None => (&mut bad, Some(format!("{error:#}"))),
                },
            };
            *count += 1;
            if let Some(line) = line {
                writeln!(out, "{}", escape(&line))?;
            }
        }
        write!(
            out,
            "{written} written, {unchanged} unchanged, {bad} failed"
        )?;
        for (count, what) in [
            (refused, "left as they were (--yes replaces them)"),
            (skipped, "skipped"),
        ] {
            if count > 0 {
                write!(out, ", {count} {what}")?;
            }
        }
        writeln!(out)?;
        Ok(())
    })?;
    Ok(outcome(&Tally {
        differing: refused,
        bad,
        ..Tally::default()
    }))
}

/// Writes the files of a scene.
fn store(scene: &Path, blessing: Blessing) -> Result<Blessing> {
    if let Blessing::Written { lines, frames, .. } = &blessing {
        let write = |path: &Path, bytes: &[u8]| output::write(path, |out| out.write_all(bytes));
        lines.as_ref().map_or(Ok(()), |lines| {
            write(&stored_lines(scene), lines.as_bytes())
        })?;
        frames
            .as_ref()
            .map_or(Ok(()), |frames| write(&stored_frames(scene), frames))?;
    }
    Ok(blessing)
}

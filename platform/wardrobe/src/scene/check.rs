//! `wardrobe scene check`: plays scenes and compares their lines with the stored ones.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Result;
use scumm_media::file::FolderLock;
use scumm_media::text::escape;
use scumm_scene::harness::find::stored_lines;
use scumm_scene::harness::judge::{CheckMode, Judgement, Verdict};
use scumm_scene::harness::tally::{LeftOut, Tally};
use scumm_scene::harness::{junit, strict};

use super::{AgainstArgs, SourceArgs, WhichArgs, outcome};
use crate::outcome::Outcome;
use crate::output::{self, OutArgs};

/// Plays scenes and compares each with its .expected.jsonl
///
/// One line describes the fault of a failing scene: file, line, step, tick, the stage of drawing in
/// which it occurs, key, expected value, found value. Scenes whose game is missing are skipped. A
/// scene with `known_failure` fails once it passes.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    which: WhichArgs,

    #[command(flatten)]
    against: AgainstArgs,

    /// Play with the stages of each picture, and compare them if they are stored
    #[arg(long)]
    stages: bool,

    /// Play with a trace, and print for the first differing pixels where they come from: actor,
    /// limb, cel, source pixel, palette entry, shadow, mask plane, strip
    #[arg(long)]
    provenance: bool,

    /// Write the differing pictures into this folder as PNG: expected, found, difference
    #[arg(long, value_name = "DIR")]
    pictures: Option<PathBuf>,

    /// Also write the results as JUnit XML
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,

    /// Also fail if a scene is skipped because its game is missing or the program leaves it out, if
    /// it has no stored lines, if it changes an actor that was never set up, or if it names an
    /// actor that it never uses
    #[arg(long)]
    strict: bool,

    #[command(flatten)]
    out: OutArgs,
}

/// The end of the last line if scenes were skipped.
const NOT_CHECKED: &str = " - WHAT WAS SKIPPED WAS NOT CHECKED (--strict fails on it)";

/// Checks all scenes. The report names the failing scenes in the order of their paths.
pub fn run(args: &Args, sources: &SourceArgs) -> Result<Outcome> {
    let start = Instant::now();
    let mode = CheckMode {
        stages: args.stages,
        trace: args.provenance,
        screenshots: false,
        frames: true,
    };
    let player = args.against.player(sources)?;
    let judged = args.which.each(|scene, part| {
        let mut judgement = player.judge(scene, mode, part);
        if args.strict && matches!(judgement.verdict, Verdict::Passed) {
            let complaint = strict::complaint(scene, sources);
            judgement.verdict = complaint.map_or_else(Verdict::of_error, |what| {
                what.map_or(Verdict::Passed, Verdict::Unmet)
            });
        }
        judgement
    })?;
    let mut tally = Tally::default();
    let mut left_out = LeftOut::default();
    let _lock = args
        .pictures
        .as_deref()
        .map(FolderLock::acquire)
        .transpose()?;
    args.out.stream(|out| {
        for (scene, Judgement { verdict, .. }) in &judged {
            match verdict {
                Verdict::Bad(_) if args.strict && !stored_lines(scene).exists() => {
                    tally.differing += 1
                }
                verdict => tally.count(verdict),
            }
            left_out.count(verdict);
            tell(scene, verdict, args, out)?;
        }
        write!(out, "{}", escape(&left_out.to_string()))?;
        writeln!(
            out,
            "{tally}{}",
            if tally.skipped > 0 && !args.strict {
                NOT_CHECKED
            } else {
                ""
            }
        )?;
        Ok(())
    })?;
    if let Some(path) = &args.junit {
        let text = junit::text(&judged, start.elapsed())?;
        output::write(path, |out| out.write_all(text.as_bytes()))?;
    }
    Ok(match outcome(&tally) {
        Outcome::Good if args.strict && tally.skipped > 0 => Outcome::Findings,
        outcome => outcome,
    })
}

/// Prints the report of a scene.
fn tell(scene: &Path, verdict: &Verdict, args: &Args, out: &mut dyn Write) -> Result<()> {
    // Features that a program leaves out are listed below all scenes.
    if matches!(verdict, Verdict::LeftOut(..)) {
        return Ok(());
    }
    let Some(line) = verdict.line(scene) else {
        return Ok(());
    };
    writeln!(out, "{}", escape(&line))?;
    let failure = match verdict {
        Verdict::Differs(failure) => failure,
        Verdict::Known(_, Some(failure)) if args.provenance || args.pictures.is_some() => failure,
        _ => return Ok(()),
    };
    write!(out, "{}", escape(&failure.details(args.provenance)))?;
    if let Some(folder) = args.pictures.as_ref().filter(|_| failure.is_seen()) {
        for (path, picture) in failure.pictures(scene, folder) {
            output::png(&path, &picture.frame()?)?;
            writeln!(out, "    {}", escape(&path.display().to_string()))?;
        }
    }
    Ok(())
}

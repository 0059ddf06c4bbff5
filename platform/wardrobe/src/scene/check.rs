//! The subcommands that compare the lines of scenes with stored lines. `check` reports the first
//! differences, `bless` stores the lines, `report` writes a page with pictures, and `matrix` shows
//! the versions, formats and features that the scenes cover, and how many of the scenes pass.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Result;
use scumm_media::text::escape;
use scumm_scene::harness::bless::{BlessMode, Blessing, bless};
use scumm_scene::harness::find::stored_lines;
use scumm_scene::harness::judge::{self, CheckMode, Judgement, Verdict};
use scumm_scene::harness::matrix::{FeatureMatrix, Grid, SceneCells};
use scumm_scene::harness::screenshots::stored_frames;
use scumm_scene::harness::sources::SceneSources;
use scumm_scene::harness::tally::{SkippedScenes, Tally};
use scumm_scene::harness::{junit, report, strict};
use scumm_tools::run_files::RunFiles;

use super::args::{AgainstArgs, RunSources, WhichArgs, outcome};
use crate::output::{self, OutArgs, Outcome, OutputTable};

/// Plays scenes and compares each with its .expected.jsonl
///
/// For each failing scene the command prints one line: file, line, step, tick, the stage of drawing
/// in which the difference occurs, key, expected value, found value. Scenes whose game is missing
/// are skipped. A scene with `known_failure` counts as failed if it passes.
#[derive(Debug, clap::Args)]
pub struct CheckArgs {
    #[command(flatten)]
    which: WhichArgs,

    #[command(flatten)]
    against: AgainstArgs,

    /// Play with the stages of each picture, and compare them if they are stored
    #[arg(long)]
    stages: bool,

    /// Play with a trace, and print the origin of the first differing pixels: actor, limb, cel,
    /// source pixel, palette entry, shadow, mask plane, strip
    #[arg(long)]
    provenance: bool,

    /// The folder to write the differing pictures into as PNG: expected, found, difference
    #[arg(long, value_name = "DIR")]
    pictures: Option<PathBuf>,

    /// The file to write the results into as JUnit XML
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
const NOT_CHECKED: &str = " - SKIPPED SCENES WERE NOT CHECKED (an error with --strict)";

/// Checks all scenes. The report names the failing scenes in the order of their paths.
pub fn check_scenes(args: &CheckArgs, sources: &RunSources<'_>) -> Result<Outcome> {
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
            let complaint = strict::broken_rule(scene, sources);
            judgement.verdict = complaint.map_or_else(Verdict::from_error, |what| {
                what.map_or(Verdict::Passed, Verdict::Unmet)
            });
        }
        judgement
    })?;
    let mut tally = Tally::default();
    let mut left_out = SkippedScenes::default();
    let _lock = args
        .pictures
        .as_deref()
        .map(|folder| sources.files.lock(folder))
        .transpose()?;
    args.out.stream(sources.files, |out| {
        for (scene, Judgement { verdict, .. }) in &judged {
            match verdict {
                Verdict::Bad(_) if args.strict && !stored_lines(scene).exists() => {
                    tally.differing += 1
                }
                verdict => tally.count(verdict),
            }
            left_out.count(verdict);
            tell(sources.files, scene, verdict, args, out)?;
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
        output::write(sources.files, path, |out| out.write_all(text.as_bytes()))?;
    }
    Ok(match outcome(&tally) {
        Outcome::Good if args.strict && tally.skipped > 0 => Outcome::Findings,
        outcome => outcome,
    })
}

/// Prints the report of a scene.
fn tell(
    files: &RunFiles,
    scene: &Path,
    verdict: &Verdict,
    args: &CheckArgs,
    out: &mut dyn Write,
) -> Result<()> {
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
    if let Some(folder) = args.pictures.as_ref().filter(|_| failure.picture_differs()) {
        for (path, picture) in failure.pictures(scene, folder) {
            files.write_png(&path, &picture.frame()?)?;
            writeln!(out, "    {}", escape(&path.display().to_string()))?;
        }
    }
    Ok(())
}

/// Plays scenes and stores their lines as .expected.jsonl
///
/// For each scene the command reports the first difference and the number of differing lines. It
/// stores new lines, but replaces stored lines only with --yes. A file is replaced completely or
/// not at all.
#[derive(Debug, clap::Args)]
pub struct BlessArgs {
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
pub fn bless_scenes(args: &BlessArgs, sources: &RunSources<'_>) -> Result<Outcome> {
    let mode = BlessMode {
        replaces: args.yes,
        frames: args.with_frames,
        layers: args.stages,
    };
    let blessed = args
        .which
        .each(|scene, _| store(sources.files, scene, bless(scene, sources, mode)?))?;
    let (mut written, mut unchanged, mut skipped, mut refused, mut bad) = (0, 0, 0, 0, 0);
    args.out.stream(sources.files, |out| {
        for (scene, stored) in &blessed {
            let path = stored_lines(scene);
            let path = path.display();
            let (count, line) = match stored {
                Ok(Blessing::Written { what, .. }) => {
                    (&mut written, Some(format!("{path}: {what}")))
                }
                Ok(Blessing::Refused(what)) => {
                    (&mut refused, Some(format!("{path}: not replaced: {what}")))
                }
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
            (refused, "not replaced (--yes replaces them)"),
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
fn store(files: &RunFiles, scene: &Path, blessing: Blessing) -> Result<Blessing> {
    if let Blessing::Written { lines, frames, .. } = &blessing {
        let write =
            |path: &Path, bytes: &[u8]| output::write(files, path, |out| out.write_all(bytes));
        lines.as_ref().map_or(Ok(()), |lines| {
            write(&stored_lines(scene), lines.as_bytes())
        })?;
        frames
            .as_ref()
            .map_or(Ok(()), |frames| write(&stored_frames(scene), frames))?;
    }
    Ok(blessing)
}

/// Checks scenes and writes a web page with the results: DIR/index.html
///
/// Failing scenes come first, each with the pictures around its difference: expected, found,
/// difference. The page needs no other file and no network.
#[derive(Debug, clap::Args)]
pub struct ReportArgs {
    #[command(flatten)]
    which: WhichArgs,

    #[command(flatten)]
    against: AgainstArgs,

    /// The folder to write the page into
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
}

/// Checks all scenes and writes the page.
pub fn report_scenes(args: &ReportArgs, sources: &RunSources<'_>) -> Result<Outcome> {
    let start = Instant::now();
    let mode = CheckMode {
        screenshots: true,
        frames: true,
        ..CheckMode::default()
    };
    let player = args.against.player(sources)?;
    let judged = args
        .which
        .each(|scene, part| player.judge(scene, mode, part))?;
    let mut tally = Tally::default();
    judged
        .iter()
        .for_each(|(_, judgement)| tally.count(&judgement.verdict));
    let text = report::page(&judged, &player, &tally, start, &program())?;
    let path = args.out.join("index.html");
    output::write(sources.files, &path, |out| out.write_all(text.as_bytes()))?;
    log::info!("{}: {} bytes", path.display(), text.len());
    output::print(&format!("{}\n{tally}\n", path.display()))?;
    Ok(outcome(&tally))
}

/// Describes the build of the program.
fn program() -> String {
    let build = if cfg!(debug_assertions) {
        "development build"
    } else {
        "release build"
    };
    let window = if cfg!(feature = "window") {
        "with the window"
    } else {
        "without the window"
    };
    format!("wardrobe {}, {build}, {window}", env!("CARGO_PKG_VERSION"))
}

/// Shows which versions, formats and features scenes cover, and whether they pass
///
/// The command prints two tables in Markdown: versions by formats of costumes, then both by the
/// features that scenes set up or use. A cell counts the scenes; if some of them fail, it shows how
/// many pass. With --against another program plays the scenes. The output then begins with a line
/// for a badge and a table of the kit's chapters, and a scene does not count as passed if the
/// program leaves out a part of it.
#[derive(Debug, clap::Args)]
pub struct MatrixArgs {
    #[command(flatten)]
    which: WhichArgs,

    #[command(flatten)]
    against: AgainstArgs,

    /// Print JSON with the names of all scenes
    #[arg(long)]
    json: bool,

    /// Print plain text for a terminal instead of Markdown
    #[arg(long, conflicts_with = "json")]
    text: bool,

    #[command(flatten)]
    out: OutArgs,
}

/// Plays all scenes and prints the matrix.
pub fn show_matrix(args: &MatrixArgs, sources: &RunSources<'_>) -> Result<Outcome> {
    let player = args.against.player(sources)?;
    let judged = args.which.each(|scene, part| {
        let verdict = player.judge(scene, CheckMode::default(), part).verdict;
        // A scene that is skipped or cannot be set up does not count in any row of the table.
        (
            verdict,
            sources
                .open(scene)
                .ok()
                .map(|runner| SceneCells::new(&runner)),
        )
    })?;
    let (mut matrix, mut tally) = (FeatureMatrix::default(), Tally::default());
    for (path, (verdict, place)) in judged {
        tally.count(&verdict);
        if let Verdict::Bad(error) = &verdict {
            log::warn!("{error:#}");
        }
        place
            .into_iter()
            .for_each(|place| matrix.add(&path, &verdict, place));
    }
    let is_program = player.program.is_some();
    if args.json {
        let report = matrix.report();
        let written = if is_program {
            args.out.json(sources.files, &report)
        } else {
            args.out.json(sources.files, &report.cells)
        };
        written?;
        return Ok(outcome(&tally));
    }
    let chapters = is_program.then(|| matrix.chapters());
    let grids: Vec<Grid> = chapters
        .into_iter()
        .chain([matrix.overview(), matrix.features()])
        .collect();
    let mut tables: Vec<String> = grids.iter().map(|grid| laid_out(grid, args.text)).collect();
    if is_program && !args.text {
        tables.insert(0, matrix.badge());
    }
    args.out.text(sources.files, &tables.join("\n"))?;
    Ok(outcome(&tally))
}

/// Formats a table as plain text or in Markdown.
fn laid_out(grid: &Grid, plain: bool) -> String {
    if !plain {
        return grid.markdown();
    }
    let mut table = OutputTable::new(&grid.headings.iter().map(String::as_str).collect::<Vec<_>>());
    grid.rows.iter().for_each(|row| table.row(row.clone()));
    table.lines()
}

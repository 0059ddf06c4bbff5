//! `wardrobe scene run`: plays a scene and prints its lines. `wardrobe scene play`: shows a scene
//! in a window or writes it as files.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use scumm_media::file::FolderLock;
use scumm_scene::harness::against::{SceneEnd, SceneRequest};
use scumm_scene::harness::find::stored_lines;
use scumm_scene::harness::screenshots::{Screenshot, frame_file};
use scumm_scene::harness::sources::SceneSources;
use scumm_scene::harness::timeline::{Destination, Timeline};
use scumm_scene::{RunProgress, Runner};
use wardrobe_play::frames::{self, FrameArgs};
use wardrobe_play::scene::{Writer, approach, watch};
use wardrobe_play::{Layers, Scope, ShowArgs, WindowArgs, controls_help};

use super::args::SourceArgs;
use crate::output::{self, OutArgs, ReportedWork};

/// Plays a scene and prints its lines
#[derive(Debug, clap::Args)]
pub struct RunArgs {
    /// The scene file
    #[arg(required_unless_present = "pipe")]
    scene: Option<PathBuf>,

    /// Play the scenes from stdin, a line of JSON for each, as --against-pipe sends them
    #[arg(long, conflicts_with_all = ["scene", "save_frames", "frames", "out"])]
    pipe: bool,

    /// The folder to write every frame into as an indexed PNG; frame-00000.png is the set-up
    #[arg(long, value_name = "DIR")]
    save_frames: Option<PathBuf>,

    /// The folder to write a picture into for each printed line: frame-00000.png is that of the
    /// first line
    #[arg(long, value_name = "DIR", conflicts_with = "save_frames")]
    frames: Option<PathBuf>,

    /// Add the stages of each picture to its line: checksums of background, planes, actors
    #[arg(long)]
    stages: bool,

    #[command(flatten)]
    out: OutArgs,
}

/// The number of lines above which a notice is logged before the scene is played.
const MANY_LINES: u64 = 100_000;
/// The approximate number of lines in a megabyte; a line of one actor has some 700 bytes.
const LINES_PER_MB: u64 = 1500;

/// The destination of pictures.
#[derive(Clone, Copy)]
struct FrameFolder<'p> {
    folder: &'p Path,
    /// Whether to write a picture for each line rather than for each frame.
    of_lines: bool,
}

/// Plays the scene to its end. If the scene fails, the lines before the error are printed.
pub fn run_scene(args: &RunArgs, sources: &SourceArgs) -> Result<()> {
    let Some(scene) = &args.scene else {
        return answer(args, sources);
    };
    let folder = args.save_frames.as_deref().or(args.frames.as_deref());
    let frames = folder.map(|folder| FrameFolder {
        folder,
        of_lines: args.frames.is_some(),
    });
    let runner = sources.open(scene)?;
    let _lock = folder.map(FolderLock::acquire).transpose()?;
    let count = runner.scene().line_count();
    if count > MANY_LINES {
        let hint = "`\"trace_ticks\": 0` prints only the last frame of each tick";
        log::warn!(
            "{}: {count} lines, about {} MB; {hint}",
            scene.display(),
            count.div_ceil(LINES_PER_MB)
        );
    }
    args.out
        .stream(|out| play(runner, args.stages, frames, out))
}

fn play(
    mut runner: Runner,
    stages: bool,
    frames: Option<FrameFolder<'_>>,
    out: &mut dyn Write,
) -> Result<()> {
    let start = Instant::now();
    runner = runner.with_clock(move || start.elapsed());
    if stages {
        runner = runner.with_layers();
    }
    let mut written = 0;
    loop {
        let progress = runner.advance()?;
        if progress == RunProgress::End {
            return Ok(());
        }
        let is_line = matches!(progress, RunProgress::Line(_));
        if let Some(FrameFolder { folder, .. }) =
            frames.filter(|frames| is_line || !frames.of_lines)
        {
            output::png(
                &frame_file(folder, written),
                &Screenshot::from_stage(runner.stage()).frame()?,
            )?;
            written += 1;
        }
        if let RunProgress::Line(line) = progress {
            serde_json::to_writer(&mut *out, &line)?;
            writeln!(out)?;
        }
    }
}

/// Plays the scenes from stdin until stdin is closed. If a scene cannot be played, its lines end
/// with the error, and the next scene is played.
fn answer(args: &RunArgs, sources: &SourceArgs) -> Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let request: SceneRequest =
            serde_json::from_str(&line).context("stdin: expected a request for a scene")?;
        let frames = request.frames.as_deref().map(|folder| FrameFolder {
            folder,
            of_lines: true,
        });
        let path = request.dir.join(format!("{}.json", request.name));
        let runner = sources.open_text(&path, &request.scene.to_string());
        let error = match runner.and_then(|runner| play(runner, args.stages, frames, &mut out)) {
            // The reader of the output has closed the pipe.
            Err(error) if error.downcast_ref::<std::io::Error>().is_some() => return Err(error),
            result => result.err().map(|error| output::error_chain(&error)),
        };
        serde_json::to_writer(
            &mut out,
            &SceneEnd {
                id: request.id,
                end: true,
                error,
            },
        )?;
        writeln!(out)?;
        out.flush()?;
    }
    Ok(())
}

/// Shows a scene: forward, back, to any frame, to the first difference from the stored lines
///
/// The scene is shown in a window, or written as files with --headless. If the scene's lines are
/// stored, each frame is compared with its line. If its pictures are stored (scene bless
/// --with-frames), the expected picture and the difference are shown beside the drawn picture.
/// Frames are numbered from 0, as by scene run --save-frames.
#[derive(Debug, clap::Args)]
#[command(
    after_help = controls_help(Scope::Scene),
    after_long_help = format!("{EXAMPLES}\n\n{}", controls_help(Scope::Scene))
)]
pub struct ScenePlayArgs {
    /// The scene file
    scene: PathBuf,

    /// The frame to start at, or `difference` for the first difference; a window starts paused
    /// there
    #[arg(long, value_name = "FRAME|difference", value_parser = target)]
    at: Option<Destination>,

    /// End after this number of frames
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    frames: Option<u64>,

    /// Show walk boxes, bounds and limb states (F1, F3, F4)
    #[arg(long)]
    overlay: bool,

    /// The folder for pictures (F12); by default a folder of the user's data
    #[arg(long, value_name = "DIR")]
    captures: Option<PathBuf>,

    /// Write files instead of opening a window, as fast as possible
    #[arg(long, requires = "out", help_heading = "Display")]
    headless: bool,

    #[command(flatten)]
    written: FrameArgs,

    /// With --headless: write the whole view of the window, with the expected picture and the
    /// comparison, instead of the drawn picture alone
    #[arg(long, requires = "headless", help_heading = "Display")]
    whole: bool,

    #[command(flatten)]
    window: WindowArgs,
}

const EXAMPLES: &str = "Examples:
  wardrobe scene play walk.toml
  wardrobe scene play walk.toml --at difference
  wardrobe scene play walk.toml --headless --at 100 --frames 50 -o walk.png
  wardrobe scene play walk.toml --headless --zoom 3 -o - | ffmpeg -i - walk.mp4";

/// Parses a frame's number, or `difference`.
fn target(text: &str) -> Result<Destination, String> {
    match (text, text.parse()) {
        ("difference", _) => Ok(Destination::Difference),
        (_, Ok(frame)) => Ok(Destination::Frame(frame)),
        _ => Err(format!(
            "expected a frame number or `difference`, found `{text}`"
        )),
    }
}

/// Shows the scene until the window is closed or all files are written.
///
/// # Errors
/// Returns an error if the scene cannot be set up, if a file cannot be read or written, or if there
/// is no window.
pub fn play_scene(args: &ScenePlayArgs, sources: &SourceArgs) -> Result<bool> {
    ensure!(
        !args.scene.is_dir(),
        "{}: expected a scene file, found a folder",
        args.scene.display()
    );
    let mut timeline = Timeline::open(&args.scene, sources)?;
    if args.at == Some(Destination::Difference) && !timeline.is_compared() {
        bail!(
            "{}: this file with the stored lines is missing; a difference cannot be found",
            stored_lines(&args.scene).display()
        );
    }
    if let Some(target) = args.at {
        approach(&mut timeline, target, &ReportedWork::new())?;
    }
    let layers = if args.overlay {
        Layers::OF_ACTOR
    } else {
        Layers::default()
    };
    if let Some(out) = &args.written.out {
        return write(args, timeline, layers, out);
    }
    let show = ShowArgs {
        frames: args.frames,
        window: args.window.clone(),
        ..ShowArgs::default()
    };
    watch(
        timeline,
        layers,
        args.captures.as_deref(),
        args.at.is_some(),
        &show,
    )?;
    Ok(true)
}

/// Writes the files and prints a summary.
fn write(args: &ScenePlayArgs, timeline: Timeline, layers: Layers, out: &Path) -> Result<bool> {
    if args.at == Some(Destination::Difference) && timeline.first_difference().is_none() {
        let count = timeline.last() + 1;
        output::print(&format!(
            "no difference: all {count} frames match the stored lines; no file is written\n"
        ))?;
        return Ok(true);
    }
    let (first, last) = (timeline.frame(), timeline.last());
    let count = args.frames.map_or(usize::MAX, |frames| {
        usize::try_from(frames).unwrap_or(usize::MAX)
    });
    let count = count.min(last - first.min(last) + 1);
    let mut writer = Writer::new(timeline, layers, args.whole, count, args.written.factor())?;
    let written = match args.written.film() {
        Some((path, format)) => {
            frames::write_film(path, |out| writer.film(format, out, &ReportedWork::new()))?
        }
        None => writer.pictures(out, &ReportedWork::new())?,
    };
    let timeline = writer.timeline();
    let until = first + written.max(1) - 1;
    let differs = timeline.first_difference().filter(|frame| *frame <= until);
    let compared = match differs {
        Some(frame) => format!("the first different frame is {frame}"),
        None if timeline.is_compared() => "as stored".to_owned(),
        None => "no lines are stored".to_owned(),
    };
    let named = args.scene.display();
    let said = format!("{named}: frames {first} to {until} of 0 to {last}: {compared}");
    if output::is_stdout(out) {
        log::info!("{said}");
    } else {
        output::print(&format!("{said}\n"))?;
    }
    Ok(differs.is_none())
}

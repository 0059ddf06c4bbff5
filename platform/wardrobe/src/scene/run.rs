//! `wardrobe scene run`: plays a scene and prints its lines.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};
use scumm_media::file::FolderLock;
use scumm_scene::harness::against::{End, Request};
use scumm_scene::harness::screenshots::{Screenshot, frame_file};
use scumm_scene::harness::sources::Sources;
use scumm_scene::{Progress, Runner};

use super::SourceArgs;
use crate::outcome;
use crate::output::{self, OutArgs};

/// Plays a scene and prints its lines
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The scene file
    #[arg(required_unless_present = "pipe")]
    scene: Option<PathBuf>,

    /// Play the scenes that come on stdin, a line of JSON each, as another engine receives them
    #[arg(long, conflicts_with_all = ["scene", "save_frames", "frames", "out"])]
    pipe: bool,

    /// Write every frame as an indexed PNG into this folder: frame-00000.png is the set-up
    #[arg(long, value_name = "DIR")]
    save_frames: Option<PathBuf>,

    /// Write a picture for each printed line, numbered like the lines from 0: frame-00000.png
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

/// Plays the scene to its end. The lines before an error are printed.
pub fn run(args: &Args, sources: &SourceArgs) -> Result<()> {
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
        let hint = "`\"trace_ticks\": 0` prints the last frame of each tick alone";
        log::warn!(
            "{}: {count} lines, some {} MB; {hint}",
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
        if progress == Progress::End {
            return Ok(());
        }
        let is_line = matches!(progress, Progress::Line(_));
        if let Some(FrameFolder { folder, .. }) =
            frames.filter(|frames| is_line || !frames.of_lines)
        {
            output::png(
                &frame_file(folder, written),
                &Screenshot::of(runner.stage()).frame()?,
            )?;
            written += 1;
        }
        if let Progress::Line(line) = progress {
            serde_json::to_writer(&mut *out, &line)?;
            writeln!(out)?;
        }
    }
}

/// Plays the scenes from stdin until it is closed. A scene that cannot be played ends with the
/// error, and the next one is played.
fn answer(args: &Args, sources: &SourceArgs) -> Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let request: Request =
            serde_json::from_str(&line).context("stdin: no request for a scene")?;
        let frames = request.frames.as_deref().map(|folder| FrameFolder {
            folder,
            of_lines: true,
        });
        let path = request.dir.join(format!("{}.json", request.name));
        let runner = sources.open_text(&path, &request.scene.to_string());
        let error = match runner.and_then(|runner| play(runner, args.stages, frames, &mut out)) {
            // The reader of the output has closed it.
            Err(error) if error.downcast_ref::<std::io::Error>().is_some() => return Err(error),
            result => result.err().map(|error| outcome::line(&error)),
        };
        serde_json::to_writer(
            &mut out,
            &End {
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

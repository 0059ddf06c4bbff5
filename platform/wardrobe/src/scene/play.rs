//! `wardrobe scene play`: shows a scene in a window or writes it as files.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail, ensure};
use scumm_scene::harness::find::stored_lines;
use scumm_scene::harness::timeline::{Target, Timeline};
use wardrobe_play::frames::{self, FrameArgs};
use wardrobe_play::scene::{Writer, approach, watch};
use wardrobe_play::{Layers, Scope, ShowArgs, WindowArgs, controls_help};

use super::SourceArgs;
use crate::output;
use crate::progress::Work;

/// Shows a scene: forward, back, to any frame, to the first difference from what is stored
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
pub struct Args {
    /// The scene file
    scene: PathBuf,

    /// Start at this frame, or at the first difference; in a window, time is paused there
    #[arg(long, value_name = "FRAME|difference", value_parser = target)]
    at: Option<Target>,

    /// End after this number of frames
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    frames: Option<u64>,

    /// Show walk boxes, bounds and limb states (F1, F3, F4)
    #[arg(long)]
    overlay: bool,

    /// The folder for pictures (F12); without it a folder of the user's data
    #[arg(long, value_name = "DIR")]
    captures: Option<PathBuf>,

    /// Write files instead of opening a window, as fast as possible
    #[arg(long, requires = "out", help_heading = "Display")]
    headless: bool,

    #[command(flatten)]
    written: FrameArgs,

    /// With --headless: write the whole view of the window, with the expected picture and the
    /// comparison of the frame, not only the drawn picture
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
fn target(text: &str) -> Result<Target, String> {
    match (text, text.parse()) {
        ("difference", _) => Ok(Target::Difference),
        (_, Ok(frame)) => Ok(Target::Frame(frame)),
        _ => Err(format!(
            "expected a frame's number or `difference`, found `{text}`"
        )),
    }
}

/// Shows the scene until the window is closed or all files are written.
///
/// # Errors
/// Returns an error if the scene cannot be set up, if a file cannot be read or written, or if there
/// is no window.
pub fn run(args: &Args, sources: &SourceArgs) -> Result<bool> {
    ensure!(
        !args.scene.is_dir(),
        "{}: expected a scene file, found a folder",
        args.scene.display()
    );
    let mut timeline = Timeline::open(&args.scene, sources)?;
    if args.at == Some(Target::Difference) && !timeline.is_compared() {
        bail!(
            "{}: not there, so that no difference can be found",
            stored_lines(&args.scene).display()
        );
    }
    if let Some(target) = args.at {
        approach(&mut timeline, target, &Work::new())?;
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
fn write(args: &Args, timeline: Timeline, layers: Layers, out: &Path) -> Result<bool> {
    if args.at == Some(Target::Difference) && timeline.first_difference().is_none() {
        let count = timeline.last() + 1;
        output::print(&format!(
            "no difference: all {count} frames are as stored; nothing is written\n"
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
            frames::write_film(path, |out| writer.film(format, out, &Work::new()))?
        }
        None => writer.pictures(out, &Work::new())?,
    };
    let timeline = writer.timeline();
    let until = first + written.max(1) - 1;
    let differs = timeline.first_difference().filter(|frame| *frame <= until);
    let compared = match differs {
        Some(frame) => format!("frame {frame} is the first that differs"),
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

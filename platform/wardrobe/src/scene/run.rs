//! `wardrobe scene run`: plays a scene and prints its lines.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use scumm_engine::scene::Progress;

use super::screenshots::Screenshot;
use super::{SourceArgs, pictures};
use crate::outcome::Outcome;
use crate::output::OutArgs;

/// Plays a scene and prints its lines
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The scene file
    scene: PathBuf,

    /// Write every frame as an indexed PNG into this folder: frame-00000.png is the set-up
    #[arg(long, value_name = "DIR")]
    save_frames: Option<PathBuf>,

    /// Add the stages of each picture to its line: checksums of background, planes, actors
    #[arg(long)]
    stages: bool,

    #[command(flatten)]
    out: OutArgs,
}

/// Plays the scene to its end; what was played before an error is printed.
pub fn run(args: &Args, sources: &SourceArgs) -> Result<Outcome> {
    let start = Instant::now();
    let mut runner = sources.open(&args.scene)?.with_clock(move || start.elapsed());
    if args.stages {
        runner = runner.with_layers();
    }
    let mut frames = 0..;
    args.out.stream(|out| {
        loop {
            let progress = runner.advance()?;
            if progress == Progress::End {
                return Ok(());
            }
            if let (Some(folder), Some(n)) = (&args.save_frames, frames.next()) {
                let Screenshot { picture, palette } = Screenshot::of(runner.stage());
                pictures::save(&folder.join(format!("frame-{n:05}.png")), &picture, &palette)?;
            }
            if let Progress::Line(line) = progress {
                writeln!(out, "{}", serde_json::to_string(&line)?)?;
            }
        }
    })?;
    Ok(Outcome::Good)
}

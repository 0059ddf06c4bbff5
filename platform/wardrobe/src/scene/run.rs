//! `wardrobe scene run`: plays a scene and prints its lines.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Result;
use scumm_engine::Stage;
use scumm_engine::scene::Progress;
use scumm_platform::{Frame, indexed_png};

use super::SourceArgs;
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

    #[command(flatten)]
    out: OutArgs,
}

/// Plays the scene to its end; what was played before an error is printed.
pub fn run(args: &Args, sources: &SourceArgs) -> Result<Outcome> {
    let start = Instant::now();
    let mut runner = sources.open(&args.scene)?.with_clock(move || start.elapsed());
    let mut frames = 0..;
    args.out.stream(|out| {
        loop {
            let progress = runner.advance()?;
            if progress == Progress::End {
                return Ok(());
            }
            if let (Some(folder), Some(n)) = (&args.save_frames, frames.next()) {
                save_frame(&folder.join(format!("frame-{n:05}.png")), runner.stage())?;
            }
            if let Progress::Line(line) = progress {
                writeln!(out, "{}", serde_json::to_string(&line)?)?;
            }
        }
    })?;
    Ok(Outcome::Good)
}

/// Writes what is seen.
fn save_frame(path: &Path, stage: &Stage) -> Result<()> {
    let view = stage.front();
    let pixels = view.rows().collect::<Vec<_>>().concat();
    let frame = Frame::new(view.width, view.height, &pixels, &stage.palette().0)?;
    Ok(indexed_png::write(path, &frame, None)?)
}

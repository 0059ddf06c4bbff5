//! `wardrobe scene report`: checks scenes and writes a page with their pictures.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use scumm_scene::harness::judge::CheckMode;
use scumm_scene::harness::report;
use scumm_scene::harness::tally::Tally;

use super::{AgainstArgs, SourceArgs, WhichArgs, outcome};
use crate::outcome::Outcome;
use crate::output;

/// Checks scenes and writes a page that shows them: DIR/index.html
///
/// Failing scenes come first, each with the pictures around its difference: expected, found,
/// difference. The page needs no other file and no network.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    which: WhichArgs,

    #[command(flatten)]
    against: AgainstArgs,

    /// The folder to write the page into
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
}

/// Checks all scenes and writes the page.
pub fn run(args: &Args, sources: &SourceArgs) -> Result<Outcome> {
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
    output::write(&path, |out| out.write_all(text.as_bytes()))?;
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

//! `wardrobe scene report`: checks scenes and writes a page to look at.

mod embedded;
mod page;
mod sequence;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;

use self::page::Page;
use super::SourceArgs;
use super::against::AgainstArgs;
use super::find::WhichArgs;
use super::judge::{CheckMode, Verdict};
use super::tally::Tally;
use crate::outcome::Outcome;
use crate::output;

/// Checks scenes and writes a page that shows them: DIR/index.html
///
/// Failing scenes come first, each with the pictures around its difference: expected, found, what differs. The page needs no other file
/// and no network.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    which: WhichArgs,

    #[command(flatten)]
    against: AgainstArgs,

    /// The folder that the page is written into
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
}

/// The most failing scenes that are shown with a strip of pictures; more only fill the page.
const MOST_STRIPS: usize = 40;

/// Checks all scenes and writes the page.
pub fn run(args: &Args, sources: &SourceArgs) -> Result<Outcome> {
    let start = Instant::now();
    let mode = CheckMode { screenshots: true, ..CheckMode::default() };
    let player = args.against.player(sources)?;
    let judged = args.which.each(|scene, part| player.judge(scene, mode, part))?;
    let mut tally = Tally::default();
    judged.iter().for_each(|(_, judgement)| tally.count(&judgement.verdict));
    let mut page = Page::default();
    let mut strips = 0;
    for (scene, judgement) in &judged {
        let sequence = match &judgement.verdict {
            Verdict::Differs(failure) | Verdict::Known(_, Some(failure)) => {
                strips += 1;
                let long = strips <= MOST_STRIPS;
                match &player.examiner {
                    None => sequence::around(scene, failure, sources, long)?,
                    Some(examiner) if long => sequence::of_program(scene, failure, sources, examiner)?,
                    Some(_) => Vec::new(),
                }
            }
            _ => Vec::new(),
        };
        page.add(scene, judgement, &sequence)?;
    }
    let text = page.finish(&tally, start.elapsed());
    let path = args.out.join("index.html");
    output::write(&path, |out| out.write_all(text.as_bytes()))?;
    log::info!("{}: {} bytes", path.display(), text.len());
    output::print(&format!("{}\n{tally}\n", path.display()))?;
    Ok(tally.outcome())
}

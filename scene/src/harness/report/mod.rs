//! A page that shows what became of scenes: those that fail first, each with the pictures around its difference.

mod page;
mod sequence;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;

use self::page::Page;
use super::judge::{Judgement, ScenePlayer, Verdict};
use super::tally::Tally;

/// The most failing scenes that are shown with a strip of pictures; more only fill the page.
const MOST_STRIPS: usize = 40;

/// The page of some scenes that a player has judged since `start`, with their screenshots. `program` says who made it. The page
/// needs no other file and no network.
///
/// # Errors
/// A scene can't be played any more, or its stored pictures are damaged.
pub fn page(
    judged: &[(PathBuf, Judgement)],
    player: &ScenePlayer<'_>,
    tally: &Tally,
    start: Instant,
    program: &str,
) -> Result<String> {
    let mut page = Page::default();
    let mut strips = 0;
    for (scene, judgement) in judged {
        let sequence = match &judgement.verdict {
            Verdict::Differs(failure) | Verdict::Known(_, Some(failure)) => {
                strips += 1;
                match strips <= MOST_STRIPS {
                    false if player.examiner.is_some() => Vec::new(),
                    long => sequence::around(scene, failure, player, long)?,
                }
            }
            _ => Vec::new(),
        };
        page.add(scene, judgement, &sequence)?;
    }
    Ok(page.finish(tally, start.elapsed(), program))
}

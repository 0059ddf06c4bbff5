//! A page with the verdicts on scenes. Failing scenes come first, each with the pictures around its
//! difference.

mod page;

use std::iter;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Result;

use self::page::Page;
use super::judge::{self, Failure, Judgement, ScenePlayer, Verdict};
use super::screenshots::{self, Screenshot};
use super::tally::Tally;

/// The most failing scenes that are shown with a strip of pictures.
const MOST_STRIPS: usize = 40;

/// Returns the page for scenes that a player has judged since `start`, with their screenshots.
/// `program` is the name of the program that creates the page. The page needs no other file and no
/// network.
///
/// # Errors
/// Returns an error if a scene can no longer be played, or if its stored pictures are damaged.
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
                    long => around(scene, failure, player, long)?,
                }
            }
            _ => Vec::new(),
        };
        page.add(scene, judgement, &sequence)?;
    }
    Ok(page.finish(tally, start.elapsed(), program))
}

/// The number of lines before the first difference.
const BEFORE: usize = 1;
/// The number of lines after the first difference.
const AFTER: usize = 5;

/// A line of a scene on the page.
#[derive(Debug)]
pub struct SequenceFrame {
    /// The name of the line.
    pub name: String,
    /// Whether this is the first line that differs.
    pub first: bool,
    /// The picture of the run, or `None` if another program wrote no picture.
    pub found: Option<Screenshot>,
    /// The stored picture.
    pub expected: Option<Screenshot>,
}

/// Plays a scene to its difference and, with `long`, some lines further. Returns the pictures
/// around the difference: ours beside the stored ones, or those of another program beside ours.
fn around(
    scene: &Path,
    failure: &Failure,
    player: &ScenePlayer<'_>,
    long: bool,
) -> Result<Vec<SequenceFrame>> {
    let at = failure.difference.line.saturating_sub(1);
    let lines = if long {
        at.saturating_sub(BEFORE)..at + AFTER + 1
    } else {
        at..at + 1
    };
    let text = player.sources.text(scene)?;
    let others = match &player.examiner {
        Some(examiner) => examiner.frames(scene, &text, lines.clone())?,
        None => screenshots::load(scene, lines.clone())?
            .into_iter()
            .flatten()
            .map(Some)
            .collect(),
    };
    let played = judge::play_lines(player.sources.open_text(scene, &text)?, lines.clone(), at)?;
    let frames = lines
        .zip(played)
        .zip(others.into_iter().chain(iter::repeat(None)));
    let frames = frames.map(|((number, (line, ours)), other)| {
        let tick = line.n.map_or_else(String::new, |tick| format!(" {tick}"));
        let name = format!(
            "stored line {}: step {} {}{tick}",
            number + 1,
            line.step,
            line.op
        );
        let (found, expected) = if player.examiner.is_some() {
            (other, Some(ours))
        } else {
            (Some(ours), other)
        };
        SequenceFrame {
            name,
            first: number == at,
            found,
            expected,
        }
    });
    // Without the program's pictures only the line that differs is of interest.
    Ok(frames
        .filter(|frame| frame.found.is_some() || frame.first)
        .collect())
}

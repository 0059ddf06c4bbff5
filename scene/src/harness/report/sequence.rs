//! The pictures around a difference.

use std::iter;
use std::ops::Range;
use std::path::Path;

use crate::Line;
use anyhow::Result;

use crate::harness::against::Examiner;
use crate::harness::judge::{self, Failure};
use crate::harness::screenshots::{self, Screenshot};
use crate::harness::sources::Sources;

/// Lines before the first difference.
const BEFORE: usize = 1;
/// Lines after it.
const AFTER: usize = 5;

/// A line of a scene, as the page shows it.
#[derive(Debug)]
pub struct SequenceFrame {
    /// What it is called.
    pub name: String,
    /// The first line that differs.
    pub first: bool,
    /// What the run shows; `None` where another program wrote no picture.
    pub found: Option<Screenshot>,
    /// What is stored.
    pub expected: Option<Screenshot>,
}

impl SequenceFrame {
    /// The line of this number, from 0, where the line `at` is the first that differs.
    fn new(number: usize, at: usize, line: &Line, found: Option<Screenshot>, expected: Option<Screenshot>) -> Self {
        let tick = line.n.map_or_else(String::new, |tick| format!(" {tick}"));
        let name = format!("stored line {}: step {} {}{tick}", number + 1, line.step, line.op);
        Self { name, first: number == at, found, expected }
    }
}

/// Plays a scene to its difference and, with `long`, a little on, and keeps what was seen around it.
///
/// # Errors
/// The scene can't be played any more, or its stored pictures are damaged.
pub fn around(scene: &Path, failure: &Failure, sources: &dyn Sources, long: bool) -> Result<Vec<SequenceFrame>> {
    let at = failure.difference.line.saturating_sub(1);
    let lines = if long { lines_around(at) } else { at..at + 1 };
    let expected = screenshots::load(scene, lines.clone())?.unwrap_or_default();
    let expected = expected.into_iter().map(Some).chain(iter::repeat(None));
    let played = judge::play_lines(sources.open(scene)?, lines.clone(), at)?;
    let frames = lines
        .zip(played)
        .zip(expected)
        .map(|((number, (line, found)), expected)| SequenceFrame::new(number, at, &line, Some(found), expected));
    Ok(frames.collect())
}

/// The pictures that another program writes around a difference, beside ours; ours alone where it writes none.
///
/// # Errors
/// The program can't be started any more.
pub fn of_program(
    scene: &Path,
    failure: &Failure,
    sources: &dyn Sources,
    examiner: &Examiner,
) -> Result<Vec<SequenceFrame>> {
    let at = failure.difference.line.saturating_sub(1);
    let lines = lines_around(at);
    let text = sources.text(scene)?;
    let found = examiner.frames(scene, &text, lines.clone())?;
    let played = judge::play_lines(sources.open_text(scene, &text)?, lines.clone(), at)?;
    let frames = lines.zip(found).zip(played);
    let frames =
        frames.map(|((number, found), (line, expected))| SequenceFrame::new(number, at, &line, found, Some(expected)));
    // Without the program's pictures only the line that differs says something.
    Ok(frames.filter(|frame| frame.found.is_some() || frame.first).collect())
}

/// The lines around one.
fn lines_around(at: usize) -> Range<usize> {
    at.saturating_sub(BEFORE)..at + AFTER + 1
}

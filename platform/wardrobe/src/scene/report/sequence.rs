//! The pictures around a difference.

use std::ops::Range;
use std::path::Path;

use anyhow::Result;
use scumm_engine::scene::Line;

use crate::inputs;
use crate::scene::SourceArgs;
use crate::scene::against::{Examiner, expected_frames};
use crate::scene::judge::Failure;
use crate::scene::screenshots::{self, Screenshot};

/// Lines before the first difference.
const BEFORE: usize = 1;
/// Lines after it.
const AFTER: usize = 5;

/// Some lines of a scene in a row.
#[derive(Debug, Default)]
pub struct Sequence(pub Vec<SequenceFrame>);

/// One of them.
#[derive(Debug)]
pub struct SequenceFrame {
    /// What it is called.
    pub name: String,
    /// The first line that differs.
    pub first: bool,
    /// What the run shows.
    pub found: Screenshot,
    /// What is stored.
    pub expected: Option<Screenshot>,
}

impl Sequence {
    /// Plays a scene to its difference and, with `long`, a little on, and keeps what was seen around it.
    ///
    /// # Errors
    /// The scene can't be played any more, or its stored pictures are damaged.
    pub fn around(scene: &Path, failure: &Failure, sources: &SourceArgs, long: bool) -> Result<Self> {
        let at = failure.difference.line.saturating_sub(1);
        let lines = if long { around(at) } else { at..at + 1 };
        let mut expected = screenshots::load(scene, lines.clone())?.unwrap_or_default().into_iter();
        let mut runner = sources.open(scene)?.silent();
        let mut frames = Vec::new();
        for number in 0..lines.end {
            // What comes after the difference may go wrong in any way.
            let line = match runner.next_line() {
                Ok(Some(line)) => line,
                Ok(None) => break,
                Err(_) if number > at => break,
                Err(error) => return Err(error.into()),
            };
            if lines.contains(&number) {
                let found = Screenshot::of(runner.stage());
                frames.push(SequenceFrame {
                    name: name(number, &line),
                    first: number == at,
                    found,
                    expected: expected.next(),
                });
            }
        }
        Ok(Self(frames))
    }

    /// The pictures that another program writes around a difference, beside ours; none where it writes none.
    ///
    /// # Errors
    /// The program can't be started any more.
    pub fn of_program(scene: &Path, failure: &Failure, sources: &SourceArgs, examiner: &Examiner) -> Result<Self> {
        let at = failure.difference.line.saturating_sub(1);
        let lines = around(at);
        let text = inputs::scene(scene)?;
        let found = examiner.frames(scene, &text, lines.clone())?;
        let expected = expected_frames(scene, &text, sources, lines.clone())?;
        let frame = |((number, found), (line, expected)): ((usize, Option<Screenshot>), (Line, Screenshot))| {
            let (first, expected) = (number == at, Some(expected));
            Some(SequenceFrame { name: name(number, &line), first, found: found?, expected })
        };
        Ok(Self(lines.zip(found).zip(expected).filter_map(frame).collect()))
    }
}

/// The lines around one.
fn around(at: usize) -> Range<usize> {
    at.saturating_sub(BEFORE)..at + AFTER + 1
}

fn name(number: usize, line: &Line) -> String {
    let tick = line.n.map_or_else(String::new, |tick| format!(" {tick}"));
    format!("stored line {}: step {} {}{tick}", number + 1, line.step, line.op)
}

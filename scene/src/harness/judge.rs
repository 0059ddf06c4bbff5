//! Plays one scene against its stored lines and says what became of it.

use std::fs::File;
use std::io::BufReader;
use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::{
    Area, Cause, Comparison, Difference, Line, Runner, SceneError, StoredLine, StoredLines,
};
use anyhow::{Result, ensure};
use scumm_platform::progress::Part;

use super::against::Examiner;
use super::find::{self, stored_lines};
use super::screenshots::{self, Screenshot};
use super::sources::Sources;

/// What became of a scene, and how long it took.
#[derive(Default)]
pub struct Judgement {
    /// What became of it.
    pub verdict: Verdict,
    /// How long it took.
    pub time: Duration,
    /// How many lines were played.
    pub lines: usize,
    /// The first picture and, if it is another, the last; where they are asked for.
    pub screenshots: Vec<Screenshot>,
}

/// What became of a scene.
#[derive(Default)]
pub enum Verdict {
    /// Its lines are as stored.
    #[default]
    Passed,
    /// It differs, and says itself why.
    Known(String, Option<Box<Failure>>),
    /// It says why it differs, and does not.
    Fixed(String),
    /// It differs.
    Differs(Box<Failure>),
    /// What it claims of its own state does not hold; or it passes and is no strict scene.
    Unmet(String),
    /// Its game is not here; which one, and who asks for it.
    Skipped(String),
    /// Another program leaves a part of it out: why, and the scene's feature.
    LeftOut(String, &'static str),
    /// Another program ended, hung or printed nonsense; in words.
    Broken(String),
    /// It can't be played.
    Bad(anyhow::Error),
}

/// A difference, and what is known of it.
#[derive(Default)]
pub struct Failure {
    /// The first one.
    pub difference: Difference,
    /// The stage of drawing that is to blame.
    pub cause: Option<Cause>,
    /// What the scene is about, where another program played it.
    pub feature: Option<&'static str>,
    /// Where the picture differs from the expected one.
    pub differs: Option<Area>,
    /// The run's line with its stages.
    pub line: Option<Line>,
    /// The run's picture.
    pub found: Option<Screenshot>,
    /// The picture that is stored for the line.
    pub expected: Option<Screenshot>,
    /// What our engine drew there, where another program drew something else.
    pub ours: Vec<String>,
    /// Why the other program's picture is missing, in words.
    pub missing: Option<String>,
}

/// How a scene is played.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckMode {
    /// With the layers of each picture, which are compared where they are stored.
    pub stages: bool,
    /// With a trace of who wrote what.
    pub trace: bool,
    /// Its first and last picture are kept.
    pub screenshots: bool,
    /// Another program is asked for the pictures of what differs.
    pub frames: bool,
}

/// What plays scenes: our engine, or another program.
pub struct ScenePlayer<'s> {
    /// Where scenes are read from.
    pub sources: &'s dyn Sources,
    /// The other program.
    pub examiner: Option<Examiner>,
}

impl ScenePlayer<'_> {
    /// Judges a scene; what can't be played is a verdict, too.
    pub fn judge(&self, scene: &Path, mode: CheckMode, part: &mut Part<'_>) -> Judgement {
        let start = Instant::now();
        let mut judgement = Judgement::default();
        let verdict = match &self.examiner {
            None => self.compare(scene, mode, part, &mut judgement),
            Some(examiner) => examiner.compare(scene, self.sources, mode, &mut judgement.lines),
        };
        Judgement {
            verdict: verdict.unwrap_or_else(Verdict::of_error),
            time: start.elapsed(),
            ..judgement
        }
    }

    /// Plays a scene in our own engine and holds its lines against the stored ones. What else is noted stands in `judgement`.
    fn compare(
        &self,
        scene: &Path,
        mode: CheckMode,
        part: &mut Part<'_>,
        judgement: &mut Judgement,
    ) -> Result<Verdict> {
        let fresh = self.sources.open(scene)?;
        let mut runner = fresh.clone();
        // What is damaged in a kit's inputs is so for everybody: scenes are about it.
        if find::is_in_kit(scene) {
            runner = runner.silent();
        }
        if mode.stages {
            runner = runner.with_layers();
        } else if mode.trace {
            runner = runner.with_trace();
        }
        let known = runner.scene().known_failure.clone();
        let mut comparison = Comparison::new(runner, stored(scene)?);
        // Plays on as far as the lines are equal.
        let difference = loop {
            let pair = match (comparison.next_pair(), &known) {
                (Err(error), Some(why)) if error.is_unmet() => {
                    log::info!("{error}");
                    return Ok(Verdict::Known(why.clone(), None));
                }
                (pair, _) => pair?,
            };
            let Some(pair) = pair else { break None };
            if let Some(difference) = pair.difference() {
                break Some(difference);
            }
            if mode.screenshots && pair.index == 0 {
                judgement
                    .screenshots
                    .push(Screenshot::of(comparison.runner().stage()));
            }
            judgement.lines += 1;
            part.reach(comparison.runner().share_played());
        };
        let last = Screenshot::of(comparison.runner().stage());
        if mode.screenshots && judgement.screenshots.first() != Some(&last) {
            judgement.screenshots.push(last);
        }
        let Some(difference) = difference else {
            return Ok(known.map_or(Verdict::Passed, Verdict::Fixed));
        };
        // It is played again up to where it differs, to see who drew what.
        let index = difference.line.saturating_sub(1);
        let expected = screenshots::load(scene, index..index + 1)?
            .and_then(|mut screenshots| screenshots.pop());
        let failure = Box::new(difference.explain(fresh, expected)?);
        Ok(match known {
            Some(why) => Verdict::Known(why, Some(failure)),
            None => Verdict::Differs(failure),
        })
    }
}

impl Verdict {
    /// The verdict on a scene that could not be judged.
    pub fn of_error(error: anyhow::Error) -> Self {
        match (skip_line(&error), error.downcast_ref::<SceneError>()) {
            (Some(line), _) => Self::Skipped(line),
            (_, Some(scene)) if scene.is_unmet() => Self::Unmet(scene.to_string()),
            _ => Self::Bad(error),
        }
    }
}

/// What to say of a scene that can't be played because its game is not here; `None` of any other error.
pub fn skip_line(error: &anyhow::Error) -> Option<String> {
    let missing = error
        .downcast_ref::<SceneError>()
        .filter(|error| error.is_game_missing())?;
    Some(format!("{missing}: skipped"))
}

/// The lines that are stored for a scene.
///
/// # Errors
/// There are none.
pub fn stored(scene: &Path) -> Result<StoredLines<BufReader<File>>> {
    let path = stored_lines(scene);
    ensure!(
        path.exists(),
        "{}: not there; `wardrobe scene bless` writes it",
        path.display()
    );
    let file = find::open_stored(&path)?;
    Ok(StoredLines::new(
        &path.display().to_string(),
        BufReader::new(file),
    ))
}

/// The same, all of them at once.
///
/// # Errors
/// There are none, or one is damaged.
pub fn all_stored(scene: &Path) -> Result<Vec<StoredLine>> {
    Ok(stored(scene)?.collect::<Result<_, _>>()?)
}

/// The lines of `lines`, counted from 0, and what is seen at each, as far as the scene goes. What goes wrong after the line
/// `at` only ends them.
///
/// # Errors
/// The scene can't be played up to the line `at`.
pub fn play_lines(
    runner: Runner,
    lines: Range<usize>,
    at: usize,
) -> Result<Vec<(Line, Screenshot)>> {
    let mut runner = runner.silent();
    let mut played = Vec::new();
    for number in 0..lines.end {
        let line = match runner.next_line() {
            Ok(Some(line)) => line,
            Err(error) if number <= at => return Err(error.into()),
            Ok(None) | Err(_) => break,
        };
        if lines.contains(&number) {
            played.push((line, Screenshot::of(runner.stage())));
        }
    }
    Ok(played)
}

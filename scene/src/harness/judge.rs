//! Plays a scene, compares it with its stored lines, and returns a verdict. The report on a failing
//! scene has one line with the cause, and details on request.

use std::fs::File;
use std::io::BufReader;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use scumm_media::progress::ProgressPart;

use super::against::ProgramUnderTest;
use super::find::{self, stored_lines};
use super::pictures;
use super::screenshots::{self, Screenshot};
use super::sources::SceneSources;
use crate::{
    ActorLayer, Cause, Comparison, Difference, DifferingArea, Line, PictureLayers, Runner,
    SceneError, StoredLine, StoredLines,
};

/// The verdict on a scene, with the time and the number of lines.
#[derive(Default)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// The duration of the run.
    pub time: Duration,
    /// The number of played lines.
    pub lines: usize,
    /// The first picture and, if it differs, the last one; only if screenshots are requested.
    pub screenshots: Vec<Screenshot>,
}

/// The verdict on a scene.
#[derive(Default)]
pub enum Verdict {
    /// The lines are equal to the stored lines.
    #[default]
    Passed,
    /// The scene differs, and its key `known_failure` states the reason.
    Known(String, Option<Box<SceneFailure>>),
    /// The scene has the key `known_failure`, but does not differ.
    Fixed(String),
    /// The scene differs.
    Differs(Box<SceneFailure>),
    /// A claim of the scene about its own state does not hold, or a passing scene breaks a rule of
    /// `--strict`.
    Unmet(String),
    /// The game is missing. The message names the game and the place in the scene.
    Skipped(String),
    /// Another program skips a part of the scene: the reason, and the feature of the scene.
    LeftOut(String, &'static str),
    /// Another program ended, stopped answering or printed invalid lines; with a message.
    Broken(String),
    /// The scene cannot be played.
    Bad(anyhow::Error),
}

/// A difference and its details.
#[derive(Default)]
pub struct SceneFailure {
    /// The first difference.
    pub difference: Difference,
    /// The step of drawing that causes the difference.
    pub cause: Option<Cause>,
    /// The feature of the scene, if another program played it.
    pub feature: Option<&'static str>,
    /// The area in which the picture differs from the expected one.
    pub differs: Option<DifferingArea>,
    /// The line of the run with its layers.
    pub line: Option<Line>,
    /// The picture of the run.
    pub found: Option<Screenshot>,
    /// The stored picture of the line.
    pub expected: Option<Screenshot>,
    /// Descriptions of our engine's drawing, if another program drew something else.
    pub ours: Vec<String>,
    /// The reason why the other program's picture is missing.
    pub missing: Option<String>,
}

/// The options for playing a scene.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckMode {
    /// Whether the played lines contain the layers of each picture. Layers are compared if the
    /// stored lines contain them.
    pub stages: bool,
    /// Whether the writers of pixels are traced.
    pub trace: bool,
    /// Whether the first and the last picture are kept.
    pub screenshots: bool,
    /// Whether another program is asked for the pictures of a difference.
    pub frames: bool,
}

/// A player of scenes: our engine, or another program.
pub struct ScenePlayer<'s> {
    /// The source of scenes.
    pub sources: &'s dyn SceneSources,
    /// The other program, if scenes are played by another program.
    pub program: Option<ProgramUnderTest>,
}

impl ScenePlayer<'_> {
    /// Judges a scene. A scene that cannot be played gets a verdict, too.
    pub fn judge(&self, scene: &Path, mode: CheckMode, part: &mut ProgressPart<'_>) -> Judgement {
        let start = Instant::now();
        let mut judgement = Judgement::default();
        let verdict = match &self.program {
            None => self.compare(scene, mode, part, &mut judgement),
            Some(program) => program.compare(scene, self.sources, mode, &mut judgement.lines),
        };
        Judgement {
            verdict: verdict.unwrap_or_else(Verdict::from_error),
            time: start.elapsed(),
            ..judgement
        }
    }

    /// Plays a scene in our own engine and compares its lines with the stored lines. Stores the
    /// number of lines and the screenshots in `judgement`.
    fn compare(
        &self,
        scene: &Path,
        mode: CheckMode,
        part: &mut ProgressPart<'_>,
        judgement: &mut Judgement,
    ) -> Result<Verdict> {
        let fresh = self.sources.open(scene)?;
        let mut runner = fresh.clone();
        // Damage in the inputs of a kit is not logged: some scenes of the kit test damaged files on
        // purpose.
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
        // Plays until a line differs.
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
                    .push(Screenshot::from_stage(comparison.runner().stage()));
            }
            judgement.lines += 1;
            part.reach(comparison.runner().share_played());
        };
        let last = Screenshot::from_stage(comparison.runner().stage());
        if mode.screenshots && judgement.screenshots.first() != Some(&last) {
            judgement.screenshots.push(last);
        }
        let Some(difference) = difference else {
            return Ok(known.map_or(Verdict::Passed, Verdict::Fixed));
        };
        // The scene is played again up to the difference, to find the writers of the pixels.
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
    /// Returns the verdict for the error of a scene that could not be judged.
    pub fn from_error(error: anyhow::Error) -> Self {
        match (skip_line(&error), error.downcast_ref::<SceneError>()) {
            (Some(line), _) => Self::Skipped(line),
            (_, Some(scene)) if scene.is_unmet() => Self::Unmet(scene.to_string()),
            _ => Self::Bad(error),
        }
    }
}

/// Returns the message for a scene that cannot be played because its game is missing, or `None` for
/// other errors.
pub fn skip_line(error: &anyhow::Error) -> Option<String> {
    let missing = error
        .downcast_ref::<SceneError>()
        .filter(|error| error.is_game_missing())?;
    Some(format!("{missing}: skipped"))
}

/// Opens the stored lines of a scene.
///
/// # Errors
/// Returns an error if there are none.
pub fn stored(scene: &Path) -> Result<StoredLines<BufReader<File>>> {
    let path = stored_lines(scene);
    ensure!(
        path.exists(),
        "{}: this file is missing; `wardrobe scene bless` writes it",
        path.display()
    );
    let file = find::open_stored(&path)?;
    Ok(StoredLines::new(
        &path.display().to_string(),
        BufReader::new(file),
    ))
}

/// Reads all stored lines of a scene.
///
/// # Errors
/// Returns an error if there are none, or if a line is damaged.
pub fn all_stored(scene: &Path) -> Result<Vec<StoredLine>> {
    Ok(stored(scene)?.collect::<Result<_, _>>()?)
}

/// Returns the lines with the indices `lines`, counted from 0, each with its picture. The result is
/// shorter if the scene has fewer lines, or if an error occurs after line `at`.
///
/// # Errors
/// Returns an error if the scene cannot be played up to line `at`.
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
            played.push((line, Screenshot::from_stage(runner.stage())));
        }
    }
    Ok(played)
}

impl SceneFailure {
    /// Returns the line with place, cause and first differing key.
    #[must_use]
    pub fn headline(&self) -> String {
        let place = self.difference.place();
        let values = self.difference.values();
        let cause = self
            .cause
            .as_ref()
            .map_or_else(String::new, |cause| format!("{cause}; "));
        let feature = self
            .feature
            .map_or_else(String::new, |feature| format!(" ({feature})"));
        format!("{place}: {cause}{values}{feature}")
    }

    /// Returns the headline and all details.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{}\n{}", self.headline(), self.details(true))
    }

    /// Returns whether the picture differs.
    #[must_use]
    pub fn picture_differs(&self) -> bool {
        self.differs.is_some() || self.difference.key == "crc"
    }

    /// Returns indented lines with the area in which the picture differs and, with `provenance`,
    /// the writers of its pixels.
    #[must_use]
    pub fn details(&self, provenance: bool) -> String {
        let mut text = String::new();
        for line in &self.ours {
            text += &format!("    ours: {line}\n");
        }
        if let Some(why) = &self.missing {
            text += &format!("    {why}\n");
        }
        match &self.differs {
            Some(area) => {
                text += &format!("    {}\n", extent(area));
                let origins = area.origins.iter().filter(|_| provenance);
                origins.for_each(|origin| text += &format!("    {origin}\n"));
            }
            None if self.picture_differs() && self.expected.is_none() && self.feature.is_none() => {
                text += "    the expected picture is unknown; `scene bless --with-frames` stores \
                         pictures\n";
            }
            None => {}
        }
        let stages = self.line.as_ref().and_then(|line| line.stages.as_ref());
        if let Some(stages) = stages.filter(|_| provenance) {
            text += &drawn(stages);
        }
        text
    }

    /// Returns the pictures of the difference, each with its path in `folder`: expected, found,
    /// difference.
    #[must_use]
    pub fn pictures(&self, scene: &Path, folder: &Path) -> Vec<(PathBuf, Screenshot)> {
        let line = self.difference.line;
        let stem: Vec<_> = scene
            .with_extension("")
            .components()
            .map(|c| {
                c.as_os_str()
                    .to_string_lossy()
                    .replace(['/', '\\', ':', '.'], "")
            })
            .filter(|part| !part.is_empty())
            .collect();
        let name = |what: &str| folder.join(format!("{}-line-{line}-{what}.png", stem.join("-")));
        let both = self
            .expected
            .as_ref()
            .zip(self.found.as_ref())
            .filter(|_| self.differs.is_some());
        let marked = both.map(|(expected, found)| pictures::marked(expected, found));
        let all = [
            ("expected", self.expected.clone()),
            ("found", self.found.clone()),
            ("difference", marked),
        ];
        all.into_iter()
            .filter_map(|(what, picture)| Some((name(what), picture?)))
            .collect()
    }
}

/// Describes the number of differing pixels and their area.
fn extent(area: &DifferingArea) -> String {
    let [left, top, right, bottom] = area.bounds;
    let pixels = if area.count == 1 {
        "pixel differs"
    } else {
        "pixels differ"
    };
    format!(
        "{} {pixels}, columns {left} to {right}, lines {top} to {bottom}",
        area.count
    )
}

/// Lists the cels that the run drew, one line for each actor.
fn drawn(stages: &PictureLayers) -> String {
    let line = |ActorLayer {
                    id, plane, limbs, ..
                }: &ActorLayer| {
        let cels: Vec<String> = limbs
            .iter()
            .map(|cel| format!("limb {} cel {}", cel.limb, cel.cel))
            .collect();
        format!(
            "    drawn: actor {id} behind mask plane {plane}: {}\n",
            cels.join(", ")
        )
    };
    stages.actors.iter().map(line).collect()
}

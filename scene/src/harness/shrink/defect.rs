//! The defect of a scene, and the search for the same defect in a smaller scene.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use crate::{Comparison, Difference, Line, SceneError, StoredLine};
use anyhow::{Result, bail, ensure};
use scumm_room::resource::folder_of;
use serde_json::Value;

use super::reduce::SceneDraft;
use crate::harness::against::ProgramUnderTest;
use crate::harness::sources::SceneSources;
use crate::harness::{judge, text};

/// The most lines of a scene that is shrunk. All lines are kept in memory as text, with about 700
/// bytes for a line.
pub const MOST_LINES: usize = 200_000;

/// Stored lines by step and frame.
type StoredByPlace = BTreeMap<(Option<i64>, Option<u64>), StoredLine>;

/// The output of another program, and the failure after it.
struct ProgramOutput {
    lines: Vec<String>,
    trouble: Option<String>,
}

/// The reference for the lines of a scene.
pub enum Reference {
    /// The stored lines of the scene, and the compared part of them: the actor of the difference,
    /// or its key.
    Stored(StoredByPlace, Option<Subject>),
    /// The lines of our own engine. This other program plays the scene.
    Program(ProgramUnderTest),
}

/// A defect.
#[derive(Clone, Debug, PartialEq)]
pub enum Defect {
    /// A claim of the scene that does not hold.
    Claim(String),
    /// A value that differs from the stored value, in this step and frame of the whole scene.
    Value {
        step: usize,
        tick: Option<u64>,
        key: String,
        expected: Option<Value>,
        found: Option<Value>,
    },
    /// A key whose value in the other program differs from the value in our own engine, at any
    /// place of the scene.
    Key(String),
    /// The other program ends, stops answering or prints invalid lines.
    Broken,
}

/// The defect of a draft, and its place.
pub struct FoundDefect {
    pub defect: Defect,
    /// A message with the expected value.
    pub shown: String,
    /// The index of the step in the draft that shows the defect, and the number of its played
    /// frames.
    pub at: (usize, u64),
    /// The lines of the reference up to this place, as text.
    pub expected: Vec<String>,
}

/// Plays drafts of a scene and looks for their defects.
pub struct DefectFinder<'s> {
    /// The file of the scene. The names of its inputs are relative to it.
    pub path: &'s Path,
    pub sources: &'s dyn SceneSources,
    pub reference: Reference,
}

/// The part of a line that contains a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The entry of an actor, by its number.
    Actor(u64),
    /// A key of the line.
    Key(String),
}

impl DefectFinder<'_> {
    /// Returns the defect of a draft, or `None` if the draft passes.
    ///
    /// # Errors
    /// Returns an error if the draft cannot be played, if the other program cannot play it, or if
    /// it has more than [`MOST_LINES`] lines.
    pub fn find(&self, draft: &SceneDraft) -> Result<Option<FoundDefect>> {
        let text = text::toml(&draft.scene());
        let mut runner = self
            .sources
            .open_text(&self.path.with_extension("toml"), &text)?;
        let heard = match &self.reference {
            Reference::Stored(..) => None,
            Reference::Program(program) => Some(self.ask(program, draft)?),
        };
        let trouble = heard.as_ref().and_then(|heard| heard.trouble.as_ref());
        let mut expected = Vec::new();
        // The place of the last line, and the place at which the program failed.
        let mut last = None;
        let mut at_trouble = None;
        let claim = loop {
            let line = match runner.next_line() {
                Ok(Some(line)) => line,
                Ok(None) => break None,
                Err(SceneError::Unmet { message, .. }) => break Some(message),
                Err(error) => return Err(error.into()),
            };
            let index = expected.len();
            check_count(index, self.path)?;
            let (ours, theirs) = self.pair(draft, &line, heard.as_ref(), index)?;
            expected.push(ours.to_string());
            last = Some(place_of(&line));
            if trouble.is_some()
                && heard
                    .as_ref()
                    .is_some_and(|heard| index >= heard.lines.len())
            {
                // The program has failed and prints no further lines. The failure is the defect,
                // and not the missing lines.
                at_trouble = at_trouble.or(last);
                continue;
            }
            let Some(difference) = Difference::between(index, Some(&ours), theirs.as_ref()) else {
                continue;
            };
            let shown = difference.to_string();
            let Some(at) = place_of(&line) else {
                bail!("the set-up differs: {difference}")
            };
            let defect = self.defect(draft, at.0, &line, difference);
            return Ok(Some(FoundDefect {
                defect,
                shown,
                at,
                expected,
            }));
        };
        if let Some(shown) = trouble.cloned() {
            let Some(at) = at_trouble.or(last) else {
                bail!("{}: {shown}", self.path.display())
            };
            return Ok(Some(FoundDefect {
                defect: Defect::Broken,
                shown,
                at: at.unwrap_or_default(),
                expected,
            }));
        }
        // All lines are equal. If a claim does not hold, it is the defect; its message does not
        // contain the place.
        Ok(claim.map(|shown| {
            // The claim is the step after the last line.
            let done = last.flatten().map_or(0, |(step, _)| step + 1);
            FoundDefect {
                defect: Defect::Claim(shown.clone()),
                shown,
                at: (done, 0),
                expected,
            }
        }))
    }

    /// Returns the two values to be compared, the expected line first.
    fn pair(
        &self,
        draft: &SceneDraft,
        line: &Line,
        heard: Option<&ProgramOutput>,
        index: usize,
    ) -> Result<(Value, Option<Value>)> {
        let mut value = serde_json::to_value(line)?;
        match &self.reference {
            Reference::Stored(stored, subject) => {
                let origin = place_of(line).and_then(|(step, _)| draft.origin(step));
                let step = origin.map_or(Some(-1), |origin| i64::try_from(origin).ok());
                let mut expected = value.clone();
                if let (Some(stored), Some(subject)) =
                    (stored.get(&(step, line.n.map(u64::from))), subject)
                {
                    splice(&mut expected, &stored.value(), subject);
                }
                Ok((expected, Some(value)))
            }
            Reference::Program(program) => {
                program.level.cut(&mut value);
                let text = heard.and_then(|heard| heard.lines.get(index));
                Ok((
                    value,
                    text.map(|text| serde_json::from_str(text)).transpose()?,
                ))
            }
        }
    }

    fn defect(&self, draft: &SceneDraft, at: usize, line: &Line, difference: Difference) -> Defect {
        let key = by_number(&difference.key, line);
        match self.reference {
            Reference::Program(_) => Defect::Key(key),
            Reference::Stored(..) => {
                let Difference {
                    tick,
                    expected,
                    found,
                    ..
                } = difference;
                Defect::Value {
                    step: draft.origin(at).unwrap_or(usize::MAX),
                    tick,
                    key,
                    expected,
                    found,
                }
            }
        }
    }

    /// Returns the lines that another program prints. The file of the draft is beside the scene,
    /// where its inputs are, while the program runs.
    fn ask(&self, program: &ProgramUnderTest, draft: &SceneDraft) -> Result<ProgramOutput> {
        // The draft has the same format as the scene, because the program may read only one of the
        // two formats.
        let ending = if self.path.extension().is_some_and(|ending| ending == "json") {
            ".json"
        } else {
            ".toml"
        };
        let mut file = tempfile::Builder::new()
            .prefix(".shrink-")
            .suffix(ending)
            .tempfile_in(folder_of(self.path))?;
        let text = text::write(file.path(), &draft.scene());
        file.write_all(text.as_bytes())?;
        let mut lines = Vec::new();
        let trouble = program.lines(file.path(), &text, |line| {
            check_count(lines.len(), self.path)?;
            lines.push(line.to_string());
            Ok(())
        })?;
        Ok(ProgramOutput { lines, trouble })
    }
}

/// Copies the stored values of the subject to a line of a run. All other values of the line count
/// as expected, because their stored values may not apply to the draft.
fn splice(line: &mut Value, stored: &Value, subject: &Subject) {
    match subject {
        Subject::Key(key) => match stored.get(key) {
            Some(found) => line[key] = found.clone(),
            None => _ = line.as_object_mut().map(|line| line.remove(key)),
        },
        Subject::Actor(id) => {
            let of = |line: &Value| {
                line["actors"]
                    .as_array()?
                    .iter()
                    .position(|actor| actor["id"] == *id)
            };
            if let (Some(to), Some(from)) = (of(line), of(stored)) {
                line["actors"][to] = stored["actors"][from].clone();
            }
        }
    }
}

/// Returns the stored lines of a scene and the part with the difference. The result has no lines if
/// the stored lines are equal and only a claim does not hold.
///
/// # Errors
/// Returns an error if the lines are missing or damaged, if there are more than [`MOST_LINES`], or
/// if a whole line is missing or superfluous.
pub fn stored(path: &Path, sources: &dyn SceneSources) -> Result<Reference> {
    let lines = judge::stored(path);
    let is_stored = lines.is_ok();
    let mut comparison = Comparison::new(sources.open(path)?, lines.into_iter().flatten());
    let mut first = None;
    let mut count = 0;
    let claim = loop {
        check_count(count, path)?;
        count += 1;
        match comparison.next_pair() {
            Ok(Some(pair)) => first = first.or_else(|| pair.difference()),
            Ok(None) => break false,
            Err(error) if error.is_unmet() => break true,
            Err(error) => return Err(error.into()),
        }
    };
    let whole_line = first
        .as_ref()
        .is_some_and(|difference| difference.key.is_empty());
    if claim && (!is_stored || whole_line) {
        return Ok(Reference::Stored(StoredByPlace::new(), None));
    }
    let mut by_place = StoredByPlace::new();
    for (index, line) in judge::stored(path)?.enumerate() {
        let line = line?;
        check_count(index, path)?;
        let value = line.value();
        by_place.insert((value["step"].as_i64(), value["n"].as_u64()), line);
    }
    let Some(difference) = first else {
        return Ok(Reference::Stored(by_place, None));
    };
    let shown = path.display();
    ensure!(
        !whole_line,
        "{shown}: {difference}: missing and additional lines cannot be shrunk"
    );
    let index = difference
        .key
        .strip_prefix("actors[")
        .and_then(|rest| rest.split(']').next()?.parse::<usize>().ok());
    let id = index.and_then(|index| difference.stored.as_ref()?["actors"][index]["id"].as_u64());
    let key = difference
        .key
        .split(['.', '['])
        .next()
        .unwrap_or_default()
        .to_owned();
    Ok(Reference::Stored(
        by_place,
        Some(id.map_or(Subject::Key(key), Subject::Actor)),
    ))
}

/// Checks the number of lines.
///
/// # Errors
/// Returns an error if there are more than [`MOST_LINES`] lines.
fn check_count(count: usize, path: &Path) -> Result<()> {
    let hint = "such a long scene cannot be shrunk; remove ticks or set trace_ticks = 0";
    ensure!(
        count < MOST_LINES,
        "{}: more than {MOST_LINES} lines: {hint}",
        path.display()
    );
    Ok(())
}

/// Returns the index of the step that printed a line and the number of its played frames, or `None`
/// for the set-up.
fn place_of(line: &Line) -> Option<(usize, u64)> {
    Some((
        usize::try_from(line.step).ok()?,
        line.n.map_or(0, |n| u64::from(n) + 1),
    ))
}

/// Returns a key with the numbers of actors and limbs in place of their list indices.
fn by_number(key: &str, line: &Line) -> String {
    let mut parts = key.split('[');
    let mut named = parts.next().unwrap_or_default().to_owned();
    let mut actor = None;
    for part in parts {
        let (index, rest) = part.split_once(']').unwrap_or((part, ""));
        let place: usize = index.parse().unwrap_or(usize::MAX);
        let number = if named == "actors" {
            actor = line.actors.as_ref().and_then(|actors| actors.get(place));
            actor.map(|actor| usize::from(actor.id))
        } else if named.ends_with(".limbs") {
            actor
                .and_then(|actor| actor.limbs.get(place))
                .map(|limb| limb.i)
        } else {
            None
        };
        named += &format!(
            " {}{rest}",
            number.map_or_else(|| index.to_owned(), |number| number.to_string())
        );
    }
    named
}

//! What is wrong with a scene, and whether a smaller one has the same wrong.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use crate::{Comparison, Difference, Line, SceneError, StoredLine};
use anyhow::{Result, bail, ensure};
use scumm_room::resource::folder_of;
use serde_json::Value;

use super::reduce::Draft;
use crate::harness::against::Examiner;
use crate::harness::sources::Sources;
use crate::harness::{judge, text};

/// The most lines of a scene that is shrunk. They are kept as text, some 700 bytes each.
pub const MOST_LINES: usize = 200_000;

/// Stored lines by step and frame.
type StoredByPlace = BTreeMap<(Option<i64>, Option<u64>), StoredLine>;

/// What another program has printed, and why it went wrong after that.
struct Heard {
    lines: Vec<String>,
    trouble: Option<String>,
}

/// What the lines of a scene are held against.
pub enum Reference {
    /// The lines that are stored for the scene, and what of them is looked at: the actor that the difference is of, or the key.
    Stored(StoredByPlace, Option<Subject>),
    /// Ours; another program plays.
    Program(Examiner),
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq)]
pub enum Defect {
    /// A claim of the scene that does not hold.
    Claim(String),
    /// A value that differs from the stored one, in this step and frame of the whole scene.
    Value {
        step: usize,
        tick: Option<u64>,
        key: String,
        expected: Option<Value>,
        found: Option<Value>,
    },
    /// A value of the other program that differs from ours, wherever.
    Key(String),
    /// The other program ends, hangs or prints nonsense.
    Broken,
}

/// What is wrong with a draft, and where.
pub struct Found {
    pub defect: Defect,
    /// What was expected, in words.
    pub shown: String,
    /// The index of the step in the draft in which it shows, and how many of its frames were played.
    pub at: (usize, u64),
    /// The lines that the scene is held against, up to there, as text.
    pub expected: Vec<String>,
}

/// Plays drafts of a scene to find what is wrong with them.
pub struct DefectFinder<'s> {
    /// The scene's file: what it names is relative to it.
    pub path: &'s Path,
    pub sources: &'s dyn Sources,
    pub reference: Reference,
}

/// The part of a line that a difference is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The entry of an actor, by its number.
    Actor(u64),
    /// A key of the line.
    Key(String),
}

impl DefectFinder<'_> {
    /// What is wrong with a draft; `None` where it passes.
    ///
    /// # Errors
    /// It can't be played, or not by the other program, or it has more lines than scenes are shrunk with.
    pub fn find(&self, draft: &Draft) -> Result<Option<Found>> {
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
        // Where the last line stands, and the one at which the program went wrong.
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
                // Where the program went wrong it is not the missing line that is looked for.
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
            return Ok(Some(Found {
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
            return Ok(Some(Found {
                defect: Defect::Broken,
                shown,
                at: at.unwrap_or_default(),
                expected,
            }));
        }
        // What a claim says, without its place.
        Ok(claim.map(|shown| {
            // The claim is the step behind the last line.
            let done = last.flatten().map_or(0, |(step, _)| step + 1);
            Found {
                defect: Defect::Claim(shown.clone()),
                shown,
                at: (done, 0),
                expected,
            }
        }))
    }

    /// What a line of ours is held against what, and what it is held against: the expected line first.
    fn pair(
        &self,
        draft: &Draft,
        line: &Line,
        heard: Option<&Heard>,
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

    fn defect(&self, draft: &Draft, at: usize, line: &Line, difference: Difference) -> Defect {
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

    /// The lines that another program prints. Its file stands beside the scene, where its inputs are, for as long as it runs.
    fn ask(&self, program: &Examiner, draft: &Draft) -> Result<Heard> {
        // A program that reads one of the spellings is given that one.
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
        Ok(Heard { lines, trouble })
    }
}

/// Puts what is stored for the subject into a line of a run: of the rest nobody knows what it would be.
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

/// The lines that are stored for a scene, and what of them its difference is in; nothing where they say nothing and only a
/// claim does not hold.
///
/// # Errors
/// They are missing or damaged, more than scenes are shrunk with, or a whole line is too many or too few.
pub fn stored(path: &Path, sources: &dyn Sources) -> Result<Reference> {
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
        "{shown}: {difference}: lines that are missing or too many can't be shrunk"
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

/// # Errors
/// There are more lines than scenes are shrunk with.
fn check_count(count: usize, path: &Path) -> Result<()> {
    let hint = "a scene of so many can't be shrunk; leave ticks out, or set trace_ticks = 0";
    ensure!(
        count < MOST_LINES,
        "{}: more than {MOST_LINES} lines: {hint}",
        path.display()
    );
    Ok(())
}

/// The index of the step that printed a line, and how many of its frames were played; `None` for the set-up.
fn place_of(line: &Line) -> Option<(usize, u64)> {
    Some((
        usize::try_from(line.step).ok()?,
        line.n.map_or(0, |n| u64::from(n) + 1),
    ))
}

/// A key with the numbers of actors and limbs in place of their places in lists.
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

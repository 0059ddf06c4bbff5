//! Compares a run with stored lines: the first difference and its place.

use std::collections::BTreeSet;
use std::fmt;
use std::io::BufRead;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::error::{Result, SceneError, SourceLine};
use super::line::Line;
use super::runner::Runner;

/// A stored line of a scene. Most stored lines are identical to the lines of a run, so the text is
/// parsed only if its values are needed.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredLine(String);

impl StoredLine {
    /// Reads the text of a line, which has to be JSON.
    pub(super) fn read(text: &str) -> serde_json::Result<Self> {
        serde_json::from_str::<Checked>(text)?;
        Ok(Self(text.trim().to_owned()))
    }

    /// Returns the parsed line.
    #[must_use]
    pub fn value(&self) -> Value {
        serde_json::from_str(&self.0).unwrap_or_default()
    }

    /// Returns whether the layers of the picture are stored.
    #[must_use]
    pub fn has_layers(&self) -> bool {
        self.value().get(STAGES).is_some()
    }
}

/// Checks a value without creating it. serde's `IgnoredAny` accepts numbers, escapes and depths
/// that a value cannot have.
struct Checked;

impl<'de> Deserialize<'de> for Checked {
    fn deserialize<D: Deserializer<'de>>(from: D) -> std::result::Result<Self, D::Error> {
        from.deserialize_any(Self)
    }
}

impl<'de> Visitor<'de> for Checked {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_bool<E>(self, _: bool) -> std::result::Result<Self, E> {
        Ok(self)
    }

    fn visit_i64<E>(self, _: i64) -> std::result::Result<Self, E> {
        Ok(self)
    }

    fn visit_u64<E>(self, _: u64) -> std::result::Result<Self, E> {
        Ok(self)
    }

    fn visit_f64<E>(self, _: f64) -> std::result::Result<Self, E> {
        Ok(self)
    }

    fn visit_str<E>(self, _: &str) -> std::result::Result<Self, E> {
        Ok(self)
    }

    fn visit_unit<E>(self) -> std::result::Result<Self, E> {
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> std::result::Result<Self, A::Error> {
        while list.next_element::<Self>()?.is_some() {}
        Ok(self)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<Self, A::Error> {
        while map.next_entry::<Self, Self>()?.is_some() {}
        Ok(self)
    }
}

/// Reads the stored lines of a scene one at a time, so that the memory does not depend on their
/// number.
#[derive(Debug)]
pub struct StoredLines<R> {
    file: String,
    number: u32,
    from: R,
}

impl<R: BufRead> StoredLines<R> {
    /// Reads the lines of `from`, one JSON value each. `file` is the name for messages. Empty lines
    /// are skipped.
    pub fn new(file: &str, from: R) -> Self {
        Self {
            file: file.to_owned(),
            number: 0,
            from,
        }
    }

    /// Returns the text of the next line that is not empty, or `None` at the end.
    fn next_text(&mut self) -> Option<Result<String>> {
        let mut line = String::new();
        while line.trim().is_empty() {
            line.clear();
            self.number = self.number.saturating_add(1);
            match self.from.read_line(&mut line) {
                Ok(0) => return None,
                Ok(_) => {}
                Err(source) => {
                    let source = scumm_room::Error::Io {
                        file: self.file.clone(),
                        source,
                    };
                    return Some(Err(SceneError::Input {
                        at: self.here(),
                        source,
                    }));
                }
            }
        }
        Some(Ok(line))
    }

    /// Returns the place of the last line that was read.
    fn here(&self) -> SourceLine {
        SourceLine {
            file: self.file.clone(),
            number: self.number,
        }
    }
}

/// Returns [`SceneError::Input`] if the file cannot be read, and [`SceneError::Text`] for a line
/// that is not JSON.
impl<R: BufRead> Iterator for StoredLines<R> {
    type Item = Result<StoredLine>;

    fn next(&mut self) -> Option<Self::Item> {
        let text = self.next_text()?;
        Some(text.and_then(|line| {
            StoredLine::read(&line).map_err(|error| SceneError::Text {
                at: self.here(),
                message: error.to_string(),
            })
        }))
    }

    /// Skips lines without parsing them, so that a line far into the file is reached quickly.
    fn nth(&mut self, passed: usize) -> Option<Self::Item> {
        for _ in 0..passed {
            if let Err(error) = self.next_text()? {
                return Some(Err(error));
            }
        }
        self.next()
    }
}

/// A run that is compared with its stored lines, line by line.
#[derive(Debug)]
pub struct Comparison<S> {
    runner: Runner,
    stored: S,
    index: usize,
}

/// A line of a run and the stored line at the same place. One of them may be missing.
#[derive(Clone, Debug)]
pub struct LinePair {
    /// The index of the line, from 0.
    pub index: usize,
    /// The line of the run.
    pub line: Option<Line>,
    /// The stored line.
    pub stored: Option<StoredLine>,
}

impl<S: Iterator<Item = Result<StoredLine>>> Comparison<S> {
    /// Compares a run, from its current state, with lines from the first one on.
    pub fn new(runner: Runner, stored: S) -> Self {
        Self {
            runner,
            stored,
            index: 0,
        }
    }

    /// Returns the run.
    pub fn runner(&self) -> &Runner {
        &self.runner
    }

    /// Returns the run, to change the stage that it plays on.
    pub fn runner_mut(&mut self) -> &mut Runner {
        &mut self.runner
    }

    /// Plays to the next line. Returns `None` at the end of the run and of the stored lines.
    ///
    /// # Errors
    /// Returns the errors of [`Runner::advance`] and [`StoredLines`]. The run can continue after an
    /// error.
    pub fn next_pair(&mut self) -> Result<Option<LinePair>> {
        let line = self.runner.next_line()?;
        let stored = self.stored.next().transpose()?;
        let index = self.index;
        self.index = index.saturating_add(1);
        Ok((line.is_some() || stored.is_some()).then_some(LinePair {
            index,
            line,
            stored,
        }))
    }

    /// Plays until a line differs, and returns the first difference. Returns `None` if all lines
    /// are equal.
    ///
    /// # Errors
    /// Returns the errors of [`Self::next_pair`].
    pub fn first_difference(&mut self) -> Result<Option<Difference>> {
        while let Some(pair) = self.next_pair()? {
            let difference = pair.difference();
            if difference.is_some() {
                return Ok(difference);
            }
        }
        Ok(None)
    }
}

impl LinePair {
    /// Returns the difference between the line and the stored line.
    #[must_use]
    pub fn difference(&self) -> Option<Difference> {
        let text = self
            .line
            .as_ref()
            .map(|line| serde_json::to_string(line).unwrap_or_default());
        if text.as_deref() == self.stored.as_ref().map(|stored| stored.0.as_str()) {
            return None;
        }
        let line = self
            .line
            .as_ref()
            .map(|line| serde_json::to_value(line).unwrap_or(Value::Null));
        Difference::between(
            self.index,
            self.stored.as_ref().map(StoredLine::value).as_ref(),
            line.as_ref(),
        )
    }
}

/// The first difference between a run and the stored lines.
#[derive(Clone, Debug, Default, PartialEq, thiserror::Error)]
#[error("{}: {}", self.place(), self.values())]
pub struct Difference {
    /// The number of the line in the stored file, from 1.
    pub line: usize,
    /// The index of the step, -1 for the set-up. If one of the two lines is missing, the step of
    /// the other line.
    pub step: i64,
    /// The operation of the step.
    pub op: String,
    /// `tick`: the number of the frame in its step.
    pub tick: Option<u64>,
    /// The path of the value: `actors[0].limbs[2].curpos`; empty for the whole line.
    pub key: String,
    /// The stored value, or `None` if the stored line has no value there.
    pub expected: Option<Value>,
    /// The value of the run.
    pub found: Option<Value>,
    /// The whole stored line.
    pub stored: Option<Value>,
}

impl Difference {
    /// Returns the difference between the line of an index, from 0, and the stored line. Either may
    /// be missing. The line may come from another program; use [`LinePair::difference`] for a line
    /// of this program.
    #[must_use]
    pub fn between(index: usize, stored: Option<&Value>, line: Option<&Value>) -> Option<Self> {
        // Most lines are identical, and a comparison of whole lines is faster than a search for a
        // differing key.
        if stored == line {
            return None;
        }
        let causes = |key: &str| !DRAWN.contains(&key);
        let (key, expected, found) = first_difference(stored, line, causes)
            .or_else(|| first_difference(stored, line, |_| true))?;
        let said = |name: &str| stored.or(line).and_then(|line| line.get(name));
        Some(Self {
            line: index.saturating_add(1),
            step: said("step").and_then(Value::as_i64).unwrap_or(-1),
            op: said("op")
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned(),
            tick: said("n").and_then(Value::as_u64),
            key,
            expected,
            found,
            stored: stored.cloned(),
        })
    }

    /// Returns the place of the difference: `stored line 5: step 2 tick, tick 1`.
    #[must_use]
    pub fn place(&self) -> String {
        let tick = self
            .tick
            .map_or_else(String::new, |tick| format!(", tick {tick}"));
        format!(
            "stored line {}: step {} {}{tick}",
            self.line, self.step, self.op
        )
    }

    /// Returns the differing values: `actors[0].x: expected 100, found 101`.
    #[must_use]
    pub fn values(&self) -> String {
        let shown =
            |value: &Option<Value>| value.as_ref().map_or_else(|| "nothing".to_owned(), short);
        let key = if self.key.is_empty() {
            "the line"
        } else {
            &self.key
        };
        format!(
            "{key}: expected {}, found {}",
            shown(&self.expected),
            shown(&self.found)
        )
    }
}

/// The most characters of a value in a message.
const SHOWN: usize = 120;

fn short(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(SHOWN) {
        None => text,
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
    }
}

/// The keys of measured times, which are not compared.
const TIMES: [&str; 2] = ["bench", "bench_tick"];
/// The key of the layers, which are compared only if both lines contain them.
pub(super) const STAGES: &str = "stages";

/// The keys whose values depend on the drawing. A difference in any other key is reported first,
/// because such a key shows the cause more precisely.
const DRAWN: [&str; 6] = ["crc", STAGES, "top", "bottom", "strips", "needRedraw"];

/// The path of a value, the stored value, and the value of the run.
type Pair = (String, Option<Value>, Option<Value>);

/// Returns the first value that differs below the keys in `asked`. Keys are compared in
/// alphabetical order, and lists from the front.
fn first_difference(
    stored: Option<&Value>,
    found: Option<&Value>,
    asked: fn(&str) -> bool,
) -> Option<Pair> {
    match (stored, found) {
        (Some(Value::Object(a)), Some(Value::Object(b))) => {
            let keys: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
            let counts = |key: &&String| match key.as_str() {
                STAGES => a.contains_key(STAGES) && b.contains_key(STAGES),
                key => !TIMES.contains(&key),
            };
            let differing =
                |key: &String| Some(below(key, first_difference(a.get(key), b.get(key), asked)?));
            keys.into_iter()
                .filter(counts)
                .filter(|key| asked(key))
                .find_map(differing)
        }
        (Some(Value::Array(a)), Some(Value::Array(b))) => (0..a.len().max(b.len())).find_map(|i| {
            Some(below(
                &format!("[{i}]"),
                first_difference(a.get(i), b.get(i), asked)?,
            ))
        }),
        (a, b) if a == b => None,
        (a, b) => Some((String::new(), a.cloned(), b.cloned())),
    }
}

/// Adds `key` to the front of the path of a difference.
fn below(key: &str, (rest, expected, found): Pair) -> Pair {
    let dot = if rest.is_empty() || rest.starts_with('[') {
        ""
    } else {
        "."
    };
    (format!("{key}{dot}{rest}"), expected, found)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn differ(stored: Value, found: Value) -> Option<(String, Option<Value>, Option<Value>)> {
        first_difference(Some(&stored), Some(&found), |_| true)
    }

    #[test]
    fn equal_lines_do_not_differ_whatever_their_order() {
        assert_eq!(
            differ(
                json!({"a": 1, "b": [1, {"c": 2}]}),
                json!({"b": [1, {"c": 2}], "a": 1})
            ),
            None
        );
    }

    #[test]
    fn the_way_to_the_first_difference_is_named() {
        let found = differ(json!({"a": [{"b": [1, 2]}]}), json!({"a": [{"b": [1, 3]}]}));
        assert_eq!(
            found,
            Some(("a[0].b[1]".to_owned(), Some(json!(2)), Some(json!(3))))
        );
    }

    #[test]
    fn missing_and_superfluous_values_differ() {
        assert_eq!(
            differ(json!({"a": 1}), json!({})),
            Some(("a".to_owned(), Some(json!(1)), None))
        );
        assert_eq!(
            differ(json!([]), json!([5])),
            Some(("[0]".to_owned(), None, Some(json!(5))))
        );
    }

    #[test]
    fn times_are_no_part_of_a_check() {
        assert_eq!(differ(json!({"bench": 1}), json!({"bench_tick": 2})), None);
    }

    #[test]
    fn what_follows_from_drawing_is_named_last() {
        let line = |x: i32, top: i32| json!({"actors": [{"top": top, "x": x}], "crc": top});
        let key = |found: Value| {
            Difference::between(0, Some(&line(1, 1)), Some(&found)).map(|difference| difference.key)
        };
        assert_eq!(key(line(2, 2)).as_deref(), Some("actors[0].x"));
        assert_eq!(key(line(1, 2)).as_deref(), Some("actors[0].top"));
        assert_eq!(key(line(1, 1)), None);
    }

    #[test]
    fn stages_are_compared_where_both_lines_have_them() {
        assert_eq!(
            differ(json!({"stages": {"background": "a"}}), json!({})),
            None
        );
        assert_eq!(
            differ(json!({}), json!({"stages": {"background": "a"}})),
            None
        );
        assert!(
            differ(
                json!({"stages": {"background": "a"}}),
                json!({"stages": {"background": "b"}})
            )
            .is_some()
        );
    }

    #[test]
    fn a_missing_line_is_named_by_the_one_that_is_there() {
        let stored =
            StoredLine::read(r#"{"step": 3, "op": "tick", "n": 7, "crc": "00000000"}"#).unwrap();
        let difference = LinePair {
            index: 4,
            line: None,
            stored: Some(stored),
        }
        .difference()
        .unwrap();
        let text = "stored line 5: step 3 tick, tick 7: the line: expected \
                    {\"crc\":\"00000000\",\"n\":7,\"op\":\"tick\",\"step\":3}, found nothing";
        assert_eq!(difference.to_string(), text);
    }

    #[test]
    fn stored_lines_are_read_one_by_one_and_empty_ones_passed_over() {
        let text = "{\"a\": 1}\n\n  \n2\nx\n";
        let mut lines = StoredLines::new("x.jsonl", text.as_bytes());
        let mut next = || {
            lines.next().map(|line| {
                line.map(|line| line.value())
                    .map_err(|error| error.to_string())
            })
        };
        assert_eq!(next(), Some(Ok(json!({"a": 1}))));
        assert_eq!(next(), Some(Ok(json!(2))));
        assert_eq!(
            next(),
            Some(Err(
                "x.jsonl:5: expected value at line 1 column 1".to_owned()
            ))
        );
        assert_eq!(next(), None);
        // A value that cannot be represented is refused by the reader at any depth.
        for wrong in [
            "{\"a\": [1e999]}",
            "[\"\\ud800\"]",
            &"[".repeat(200),
            &["[".repeat(200), "]".repeat(200)].concat(),
        ] {
            let read = StoredLines::new("x.jsonl", wrong.as_bytes())
                .next()
                .unwrap()
                .map_err(|error| error.to_string());
            let expected = serde_json::from_str::<Value>(wrong).unwrap_err();
            assert_eq!(read, Err(format!("x.jsonl:1: {expected}")));
        }
        let mut lines = StoredLines::new("x.jsonl", text.as_bytes());
        assert_eq!(
            lines.nth(1).map(|line| line.unwrap().value()),
            Some(json!(2))
        );
        let mut lines = StoredLines::new("x.jsonl", "x\n\n1\n".as_bytes());
        assert_eq!(
            lines.nth(1).map(|line| line.unwrap().value()),
            Some(json!(1)),
            "a line that `nth` skips is not parsed"
        );
        assert!(lines.next().is_none());
        let error = StoredLines::new("x.jsonl", &b"\xff\n"[..])
            .next()
            .unwrap()
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("x.jsonl:1: x.jsonl: "), "{error}");
    }
}

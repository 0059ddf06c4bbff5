//! The text of a scene: places in it and their lines, and its parser.
//!
//! The values of a scene do not contain line numbers. An error carries a [`ScenePlace`], such as
//! `steps[3][2]`, and [`line_of`] finds its line when the error is shown.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use serde::Deserialize;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor,
};
use serde_json::value::RawValue;
use serde_path_to_error::{Path, Segment, Track};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::{Result, SceneError, SourceLine};

/// The format of a scene's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextFormat {
    #[default]
    Json,
    Toml,
}

/// A step from a value to a value inside it.
#[derive(Clone, Debug, PartialEq, Eq)]
enum PathPart {
    /// The value of a key.
    Key(String),
    /// The item of a list.
    Index(usize),
}

/// A place in a scene: the path from the whole scene to the place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScenePlace {
    parts: Vec<PathPart>,
    /// Whether the place is the key itself, not its value.
    is_key: bool,
}

impl ScenePlace {
    /// Returns the place of a key of the scene.
    pub fn key(key: &str) -> Self {
        Self::default().then(key)
    }

    /// Returns the place of the step with this index.
    pub fn step(index: usize) -> Self {
        Self::key("steps").at(index)
    }

    /// Returns the place of the value of a key in this table.
    pub fn then(mut self, key: impl fmt::Display) -> Self {
        self.parts.push(PathPart::Key(key.to_string()));
        self
    }

    /// Returns the place of an item of this list.
    pub fn at(mut self, index: usize) -> Self {
        self.parts.push(PathPart::Index(index));
        self
    }

    /// Returns the place of the key that has the value at this place.
    pub fn key_itself(mut self) -> Self {
        self.is_key = true;
        self
    }

    /// Returns the place of the table or list that contains this place.
    pub fn outer(mut self) -> Self {
        self.parts.pop();
        self
    }
}

impl From<&Path> for ScenePlace {
    fn from(path: &Path) -> Self {
        let mut place = Self::default();
        for segment in path {
            match segment {
                Segment::Map { key } => place = place.then(key),
                Segment::Seq { index } => place = place.at(*index),
                // The name of a step is in the list of its operands.
                Segment::Enum { .. } | Segment::Unknown => {}
            }
        }
        place
    }
}

impl fmt::Display for ScenePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, part) in self.parts.iter().enumerate() {
            match part {
                PathPart::Key(key) if i == 0 => f.write_str(key)?,
                PathPart::Key(key) => write!(f, ".{key}")?,
                PathPart::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// Returns the line of a place, from 1. If the place is not in the text, returns the line of the
/// nearest place around it.
fn line_of(text: &str, spelling: TextFormat, place: &ScenePlace) -> u32 {
    let offset = match spelling {
        TextFormat::Json => offset_in_json(text, place),
        TextFormat::Toml => offset_in_toml(text, place),
    };
    line_at(text, offset.unwrap_or(0))
}

/// Returns the line of a byte of the text, from 1.
fn line_at(text: &str, offset: usize) -> u32 {
    let before = text.bytes().take(offset);
    let breaks = before.filter(|byte| *byte == b'\n').count();
    u32::try_from(breaks.saturating_add(1)).unwrap_or(u32::MAX)
}

/// Returns the offset of a part of the text. serde_json reports no positions, but a raw value is a
/// slice of the text, so its address gives the offset.
fn offset_of(text: &str, part: &str) -> Option<usize> {
    let offset = part.as_ptr().addr().checked_sub(text.as_ptr().addr())?;
    (offset <= text.len()).then_some(offset)
}

fn offset_in_json(text: &str, place: &ScenePlace) -> Option<usize> {
    let mut value: &RawValue = serde_json::from_str(text).ok()?;
    let mut key_offset = None;
    for part in &place.parts {
        let inner = match part {
            PathPart::Index(index) => {
                let items: Vec<&RawValue> = serde_json::from_str(value.get()).unwrap_or_default();
                items.get(*index).copied()
            }
            PathPart::Key(key) => {
                // A duplicate key is an error at its second position.
                let entry = json_entries(value)
                    .into_iter()
                    .rfind(|entry| entry.0.0 == *key);
                entry.map(|(found, inner)| {
                    key_offset = match found.0 {
                        Cow::Borrowed(part) => offset_of(text, part),
                        // A key with escapes is not a slice of the text.
                        Cow::Owned(_) => offset_of(text, inner.get()),
                    };
                    inner
                })
            }
        };
        let Some(inner) = inner else { break };
        value = inner;
    }
    if place.is_key && key_offset.is_some() {
        return key_offset;
    }
    offset_of(text, value.get())
}

/// A key of a JSON table. It is a slice of the text unless it has escapes.
#[derive(Deserialize)]
struct JsonKey<'t>(#[serde(borrow)] Cow<'t, str>);

/// Returns the keys and values of a JSON table in the order of the text. For a value that is not a
/// table the list is empty.
fn json_entries(table: &RawValue) -> Vec<(JsonKey<'_>, &RawValue)> {
    let mut reader = serde_json::Deserializer::from_str(table.get());
    reader.deserialize_map(JsonEntries).unwrap_or_default()
}

struct JsonEntries;

impl<'de> Visitor<'de> for JsonEntries {
    type Value = Vec<(JsonKey<'de>, &'de RawValue)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(entries)
    }
}

fn offset_in_toml(text: &str, place: &ScenePlace) -> Option<usize> {
    let (first, others) = match place.parts.split_first() {
        Some((PathPart::Key(key), others)) => (key, others),
        _ => return None,
    };
    let table = DeTable::parse(text).ok()?;
    let (key, mut value) = toml_entry(table.get_ref(), first)?;
    let mut key_offset = key.span().start;
    for part in others {
        let inner = match (part, value.get_ref()) {
            (PathPart::Index(index), DeValue::Array(items)) => items.get(*index),
            (PathPart::Key(key), DeValue::Table(table)) => {
                toml_entry(table, key).map(|(key, inner)| {
                    key_offset = key.span().start;
                    inner
                })
            }
            _ => None,
        };
        let Some(inner) = inner else { break };
        value = inner;
    }
    if place.is_key {
        return Some(key_offset);
    }
    Some(value.span().start)
}

/// A key of a TOML table with its value.
type TomlEntry<'t, 'text> = (&'t Spanned<Cow<'text, str>>, &'t Spanned<DeValue<'text>>);

fn toml_entry<'t, 'text>(table: &'t DeTable<'text>, key: &str) -> Option<TomlEntry<'t, 'text>> {
    table.iter().find(|(known, _)| known.get_ref() == key)
}

/// The deepest nesting of a scene: table, `actors`, actor, `post`, `scale`, and its numbers. Text
/// with deeper nesting is refused, so that the parser needs little stack and its time grows only
/// linearly with the length of the text.
const MAX_DEPTH: usize = 8;

/// The text of a scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SceneText {
    /// The name of the scene file as the user wrote it.
    pub file: String,
    text: String,
    spelling: TextFormat,
}

impl SceneText {
    pub fn new(file: &str, text: &str, spelling: TextFormat) -> Self {
        Self {
            file: file.to_owned(),
            text: text.to_owned(),
            spelling,
        }
    }

    /// Reads the whole text.
    ///
    /// # Errors
    /// Returns [`SceneError::Text`] if the text is not JSON or TOML, contains a value that scenes
    /// do not allow, or is not a `T`.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T> {
        match self.spelling {
            TextFormat::Json => {
                let mut reader = serde_json::Deserializer::from_str(&self.text);
                self.check(&mut reader, |error| self.json_error(error))?;
                reader.end().map_err(|error| {
                    let (line, message) = self.json_error(&error);
                    self.refused_in(line.unwrap_or(1), message)
                })?;
                let mut reader = serde_json::Deserializer::from_str(&self.text);
                self.read_from(&mut reader, |error| self.json_error(error))
            }
            TextFormat::Toml => {
                let parse = || {
                    toml::Deserializer::parse(&self.text).map_err(|error| {
                        let (line, message) = self.toml_error(&error);
                        self.refused_in(line.unwrap_or(1), message)
                    })
                };
                // After the text is parsed, each error has a place in the scene. The line follows
                // from the place.
                let toml_error = |error: &toml::de::Error| (None, self.toml_error(error).1);
                self.check(parse()?, toml_error)?;
                self.read_from(parse()?, toml_error)
            }
        }
    }

    /// Returns an error if the text contains a value that scenes do not allow. `explain` splits an
    /// error into the line, if the error has one, and the message.
    fn check<'de, D: Deserializer<'de>>(
        &self,
        reader: D,
        explain: impl Fn(&D::Error) -> (Option<u32>, String),
    ) -> Result<()> {
        let mut track = Track::new();
        let tracked = serde_path_to_error::Deserializer::new(reader, &mut track);
        let checked = Checked { depth: 1 }.deserialize(tracked);
        checked.map_err(|error| {
            let (line, message) = explain(&error);
            let place = ScenePlace::from(&track.path());
            match line {
                Some(line) => self.refused_in(line, message),
                None if message.ends_with(TWICE) => self.refuse(&place.key_itself(), message),
                None => self.refuse(&place, message),
            }
        })
    }

    fn read_from<'de, T: DeserializeOwned, D: Deserializer<'de>>(
        &self,
        reader: D,
        explain: impl Fn(&D::Error) -> (Option<u32>, String),
    ) -> Result<T> {
        serde_path_to_error::deserialize(reader).map_err(|error| {
            let place = ScenePlace::from(error.path());
            let (_, message) = explain(error.inner());
            let message = in_words(&message);
            // The message names the unknown key.
            if message.starts_with("unknown key") {
                let at = self.at(&place.clone().key_itself());
                return self.refused_at(at, &place.outer(), message);
            }
            self.refuse(&place, message)
        })
    }

    /// Returns the line of a syntax error, and the message without it.
    fn json_error(&self, error: &serde_json::Error) -> (Option<u32>, String) {
        let text = error.to_string();
        let message = text.split(" at line ").next().unwrap_or(&text).to_owned();
        if error.is_data() {
            return (None, message);
        }
        (u32::try_from(error.line()).ok(), message)
    }

    fn toml_error(&self, error: &toml::de::Error) -> (Option<u32>, String) {
        let message = error.message().trim_end().replace('\n', ", ");
        let line = error.span().map(|span| line_at(&self.text, span.start));
        (line, message)
    }

    /// Returns the file and the line of a place.
    pub fn at(&self, place: &ScenePlace) -> SourceLine {
        SourceLine {
            file: self.file.clone(),
            number: line_of(&self.text, self.spelling, place),
        }
    }

    /// Returns the file, for an error that belongs to no place in it.
    pub fn whole(&self) -> SourceLine {
        SourceLine {
            file: self.file.clone(),
            number: 0,
        }
    }

    /// Returns the error for an invalid value at a place.
    pub fn refuse(&self, place: &ScenePlace, message: impl fmt::Display) -> SceneError {
        self.refused_at(self.at(place), place, message)
    }

    /// Returns the error of [`Self::refuse`], for a message that already names the place.
    pub fn refuse_plainly(&self, place: &ScenePlace, message: impl Into<String>) -> SceneError {
        SceneError::Text {
            at: self.at(place),
            message: message.into(),
        }
    }

    fn refused_at(
        &self,
        at: SourceLine,
        place: &ScenePlace,
        message: impl fmt::Display,
    ) -> SceneError {
        let place = place.to_string();
        let message = if place.is_empty() {
            message.to_string()
        } else {
            format!("{place}: {message}")
        };
        SceneError::Text { at, message }
    }

    fn refused_in(&self, line: u32, message: String) -> SceneError {
        let at = SourceLine {
            file: self.file.clone(),
            number: line,
        };
        SceneError::Text { at, message }
    }

    /// Returns a function that converts the error of a refused or damaged input, which is named at
    /// `place`.
    pub fn input(&self, place: ScenePlace) -> impl Fn(scumm_room::Error) -> SceneError + '_ {
        move |source| SceneError::Input {
            at: self.at(&place),
            source,
        }
    }
}

/// The most names of keys that a message lists.
const MOST_NAMES: usize = 20;

/// Replaces the terms of serde in a message by the terms of scenes, and the names of Rust's types
/// by the limits of numbers.
fn in_words(message: &str) -> String {
    let mut message = message.to_owned();
    for (of_serde, of_scenes) in [
        ("unknown field", "unknown key"),
        ("missing field", "missing key"),
        ("unknown variant", "unknown name"),
        ("invalid type: sequence", "invalid type: list"),
        ("invalid type: map", "invalid type: table"),
    ] {
        message = message.replacen(of_serde, of_scenes, 1);
    }
    // A list of all keys of a scene would be too long to read.
    if message.starts_with("unknown key") && message.matches("`, `").count() > MOST_NAMES {
        if let Some((short, _)) = message.split_once(", expected one of ") {
            message = short.to_owned();
        }
    }
    for (kind, limits) in [
        (", expected u8", ", expected 0 to 255"),
        (", expected u16", ", expected 0 to 65535"),
        (", expected u32", ", expected 0 to 4294967295"),
        (", expected i16", ", expected -32768 to 32767"),
        (", expected i32", ", expected -2147483648 to 2147483647"),
        (", expected i64", ", expected a whole number"),
    ] {
        if let Some(before) = message.strip_suffix(kind) {
            return format!("{before}{limits}");
        }
    }
    message
}

/// The end of the message for a duplicate key.
const TWICE: &str = "is listed twice";

/// Reads any text without storing it. Refuses values that scenes do not allow: `null`, fractions,
/// duplicate keys, deep nesting.
#[derive(Clone, Copy)]
struct Checked {
    /// The depth of the current value, 1 for the whole scene.
    depth: usize,
}

impl<'de> DeserializeSeed<'de> for Checked {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if self.depth > MAX_DEPTH {
            return Err(D::Error::custom(format!(
                "expected at most {MAX_DEPTH} nested levels"
            )));
        }
        deserializer.deserialize_any(self)
    }
}

impl Checked {
    fn inner(self) -> Self {
        Self {
            depth: self.depth.saturating_add(1),
        }
    }
}

impl<'de> Visitor<'de> for Checked {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table, a list, a text or a whole number")
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while items.next_element_seed(self.inner())?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut keys = HashSet::new();
        while map.next_key_seed(NewKey(&mut keys))?.is_some() {
            map.next_value_seed(self.inner())?;
        }
        Ok(())
    }
}

/// Reads a key that differs from the keys before it.
struct NewKey<'k>(&'k mut HashSet<String>);

impl<'de> DeserializeSeed<'de> for NewKey<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for NewKey<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: serde::de::Error>(self, key: &str) -> Result<(), E> {
        if self.0.insert(key.to_owned()) {
            return Ok(());
        }
        Err(E::custom(format!("{key:?} {TWICE}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn both_spellings_know_their_lines() {
        let json = "{\n \"version\": 5,\n \"steps\": [\n  [\"tick\", 1],\n  [\"put\",\n1]]}";
        let toml = "version = 5\n\n# comment\nsteps = [\n  [\"tick\", 1],\n  [\"put\",\n1]]";
        for (text, spelling, lines) in [
            (json, TextFormat::Json, [2, 4, 5, 6]),
            (toml, TextFormat::Toml, [1, 5, 6, 7]),
        ] {
            let places = [
                ScenePlace::key("version"),
                ScenePlace::step(0),
                ScenePlace::step(1),
                ScenePlace::step(1).at(1),
            ];
            let found = places.map(|place| line_of(text, spelling, &place));
            assert_eq!(found, lines, "{spelling:?}");
        }
    }

    #[test]
    fn a_key_stands_in_its_own_line() {
        let text = "{\n\"version\":\n\n5,\n\"n\\u0061me\": \"x\"}";
        let line = |place: ScenePlace| line_of(text, TextFormat::Json, &place);
        assert_eq!(line(ScenePlace::key("version")), 4);
        assert_eq!(line(ScenePlace::key("version").key_itself()), 2);
        assert_eq!(line(ScenePlace::key("name").key_itself()), 5);
    }

    #[test]
    fn what_is_not_there_is_in_the_line_of_what_has_to_have_it() {
        let json = "{\"actors\": [\n{\"id\": 1},\n{}]}";
        let toml = "[[actors]]\nid = 1\n[[actors]]\n";
        let place = ScenePlace::key("actors").at(1).then("id");
        assert_eq!(line_of(json, TextFormat::Json, &place), 3);
        assert_eq!(line_of(toml, TextFormat::Toml, &place), 3);
        assert_eq!(line_of("no scene", TextFormat::Json, &place), 1);
    }

    #[test]
    fn a_place_is_shown_as_the_way_to_it() {
        let place = ScenePlace::key("room").then("boxes").at(0).then("scale");
        assert_eq!(place.to_string(), "room.boxes[0].scale");
    }

    fn refusal(file: &str, text: &str) -> String {
        let spelling = if file.ends_with("toml") {
            TextFormat::Toml
        } else {
            TextFormat::Json
        };
        let read = SceneText::new(file, text, spelling).read::<Value>();
        read.unwrap_err().to_string()
    }

    #[test]
    fn an_error_of_the_spelling_names_its_line() {
        for (file, text, message) in [
            (
                "x.json",
                "{\n\"a\": 1,\n\"b\": }",
                "x.json:3: expected value",
            ),
            ("x.json", "{}\n{}", "x.json:2: trailing characters"),
            (
                "x.json",
                "{\n\"a\": 1,\n\"a\": 2}",
                "x.json:3: a: \"a\" is listed twice",
            ),
            ("x.toml", "version = 5\nname = \n", "x.toml:2: "),
            ("x.toml", "a = 1\na = 2", "x.toml:2: "),
        ] {
            let found = refusal(file, text);
            assert!(found.starts_with(message), "{text}: {found}");
        }
    }

    #[test]
    fn what_no_scene_has_is_refused_wherever_it_stands() {
        for (file, text, message) in [
            (
                "x.json",
                "{\"a\": [1,\nnull]}",
                "x.json:2: a[1]: invalid type: null",
            ),
            (
                "x.json",
                "{\"a\": {\n\"b\": 1.5}}",
                "x.json:2: a.b: invalid type: floating point `1.5`",
            ),
            (
                "x.toml",
                "a = 1\nb = 1.5",
                "x.toml:2: b: invalid type: floating point `1.5`",
            ),
            (
                "x.json",
                "{\"a\": {\"b\": 1,\n\"b\": 1}}",
                "x.json:2: a.b: \"b\" is listed twice",
            ),
        ] {
            let found = refusal(file, text);
            assert!(found.starts_with(message), "{text}: {found}");
        }
    }

    #[test]
    fn deep_nesting_is_refused() {
        for open in ["[", "{\"a\":"] {
            refusal("x.json", &open.repeat(200_000));
        }
        for (file, before) in [("x.json", ""), ("x.toml", "a = ")] {
            let text = format!("{before}{}{}", "[".repeat(9), "]".repeat(9));
            assert!(refusal(file, &text).contains("expected at most 8 nested levels"));
        }
        refusal("x.toml", &("a = ".to_owned() + &"[".repeat(100_000)));
    }
}

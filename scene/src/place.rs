//! Places in the text of a scene, and their lines.
//!
//! The values of a scene do not contain line numbers. An error carries a [`Place`], such as
//! `steps[3][2]`, and [`line_of`] finds its line when the error is shown.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_path_to_error::{Path, Segment};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The format of a scene's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spelling {
    #[default]
    Json,
    Toml,
}

/// A step from a value to a value inside it.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    /// The value of a key.
    Key(String),
    /// The item of a list.
    Index(usize),
}

/// A place in a scene: the path from the whole scene to the place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    parts: Vec<Part>,
    /// Whether the place is the key itself, not its value.
    is_key: bool,
}

impl Place {
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
        self.parts.push(Part::Key(key.to_string()));
        self
    }

    /// Returns the place of an item of this list.
    pub fn at(mut self, index: usize) -> Self {
        self.parts.push(Part::Index(index));
        self
    }

    /// Returns the place of the key that has the value at this place.
    pub fn of_key(mut self) -> Self {
        self.is_key = true;
        self
    }

    /// Returns the place of the table or list that contains this place.
    pub fn outer(mut self) -> Self {
        self.parts.pop();
        self
    }
}

impl From<&Path> for Place {
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

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, part) in self.parts.iter().enumerate() {
            match part {
                Part::Key(key) if i == 0 => f.write_str(key)?,
                Part::Key(key) => write!(f, ".{key}")?,
                Part::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// Returns the line of a place, from 1. If the place is not in the text, returns the line of the
/// nearest place around it.
pub fn line_of(text: &str, spelling: Spelling, place: &Place) -> u32 {
    let offset = match spelling {
        Spelling::Json => offset_in_json(text, place),
        Spelling::Toml => offset_in_toml(text, place),
    };
    line_at(text, offset.unwrap_or(0))
}

/// Returns the line of a byte of the text, from 1.
pub fn line_at(text: &str, offset: usize) -> u32 {
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

fn offset_in_json(text: &str, place: &Place) -> Option<usize> {
    let mut value: &RawValue = serde_json::from_str(text).ok()?;
    let mut key_offset = None;
    for part in &place.parts {
        let inner = match part {
            Part::Index(index) => {
                let items: Vec<&RawValue> = serde_json::from_str(value.get()).unwrap_or_default();
                items.get(*index).copied()
            }
            Part::Key(key) => {
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

fn offset_in_toml(text: &str, place: &Place) -> Option<usize> {
    let (first, others) = match place.parts.split_first() {
        Some((Part::Key(key), others)) => (key, others),
        _ => return None,
    };
    let table = DeTable::parse(text).ok()?;
    let (key, mut value) = toml_entry(table.get_ref(), first)?;
    let mut key_offset = key.span().start;
    for part in others {
        let inner = match (part, value.get_ref()) {
            (Part::Index(index), DeValue::Array(items)) => items.get(*index),
            (Part::Key(key), DeValue::Table(table)) => {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings_know_their_lines() {
        let json = "{\n \"version\": 5,\n \"steps\": [\n  [\"tick\", 1],\n  [\"put\",\n1]]}";
        let toml = "version = 5\n\n# comment\nsteps = [\n  [\"tick\", 1],\n  [\"put\",\n1]]";
        for (text, spelling, lines) in [
            (json, Spelling::Json, [2, 4, 5, 6]),
            (toml, Spelling::Toml, [1, 5, 6, 7]),
        ] {
            let places = [
                Place::key("version"),
                Place::step(0),
                Place::step(1),
                Place::step(1).at(1),
            ];
            let found = places.map(|place| line_of(text, spelling, &place));
            assert_eq!(found, lines, "{spelling:?}");
        }
    }

    #[test]
    fn a_key_stands_in_its_own_line() {
        let text = "{\n\"version\":\n\n5,\n\"n\\u0061me\": \"x\"}";
        let line = |place: Place| line_of(text, Spelling::Json, &place);
        assert_eq!(line(Place::key("version")), 4);
        assert_eq!(line(Place::key("version").of_key()), 2);
        assert_eq!(line(Place::key("name").of_key()), 5);
    }

    #[test]
    fn what_is_not_there_is_in_the_line_of_what_has_to_have_it() {
        let json = "{\"actors\": [\n{\"id\": 1},\n{}]}";
        let toml = "[[actors]]\nid = 1\n[[actors]]\n";
        let place = Place::key("actors").at(1).then("id");
        assert_eq!(line_of(json, Spelling::Json, &place), 3);
        assert_eq!(line_of(toml, Spelling::Toml, &place), 3);
        assert_eq!(line_of("no scene", Spelling::Json, &place), 1);
    }

    #[test]
    fn a_place_is_shown_as_the_way_to_it() {
        let place = Place::key("room").then("boxes").at(0).then("scale");
        assert_eq!(place.to_string(), "room.boxes[0].scale");
    }
}

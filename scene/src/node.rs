//! A scene's text as a tree that knows its lines, whichever spelling it has: what JSON and TOML share.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use toml::de::{DeTable, DeValue};

use super::error::{Result, SceneError};

/// The deepest nesting that a scene needs: table, `actors`, actor, `post`, `scale`, and its numbers. Deeper text is
/// refused, so that reading it takes neither stack nor time beyond a multiple of its length.
const MAX_DEPTH: usize = 8;

/// A value of the text and the line it begins in.
pub type Node = At<Value>;

/// What scenes are made of.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A whole number.
    Integer(i64),
    /// `true` or `false`; good where 1 or 0 is.
    Bool(bool),
    /// Text.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// Keys with their values, in the order of the text.
    Table(Vec<Entry>),
    /// What no scene has: a fraction, a date, `null`; with its name.
    Other(&'static str),
}

/// A value of a scene, and the line that it stands in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct At<T> {
    /// The line in the scene file, from 1.
    pub line: u32,
    /// The value.
    pub value: T,
}

impl<T> At<T> {
    pub(super) fn new(line: u32, value: T) -> Self {
        Self { line, value }
    }
}

/// A key with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// The line of the key.
    pub line: u32,
    /// Its value.
    pub value: Node,
}

impl Value {
    /// What it is, in words.
    pub fn describe(&self) -> String {
        match self {
            Self::Integer(n) => n.to_string(),
            Self::Bool(b) => b.to_string(),
            Self::Text(text) => format!("{text:?}"),
            Self::List(list) => format!("a list of {}", list.len()),
            Self::Table(_) => "a table".to_owned(),
            Self::Other(name) => (*name).to_owned(),
        }
    }
}

/// Finds lines from byte offsets.
struct Lines<'t> {
    text: &'t str,
    /// Offset of the first byte of each line.
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    fn new(text: &'t str) -> Self {
        let starts = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(at, _)| at.saturating_add(1)))
            .collect();
        Self { text, starts }
    }

    fn line(&self, offset: usize) -> u32 {
        u32::try_from(self.starts.partition_point(|start| *start <= offset)).unwrap_or(u32::MAX)
    }

    /// The line of a part of the text; `None` for text that stands elsewhere, as unescaped keys do.
    fn line_of(&self, part: &str) -> Option<u32> {
        let offset = part
            .as_ptr()
            .addr()
            .checked_sub(self.text.as_ptr().addr())?;
        (offset <= self.text.len()).then(|| self.line(offset))
    }
}

/// Reads JSON.
///
/// # Errors
/// Text that is not JSON, a key twice in a table, deeper nesting than scenes have.
pub fn from_json(text: &str) -> Result<Node> {
    let raw: &RawValue = serde_json::from_str(text).map_err(|error| json_error(1, &error))?;
    json_node(raw, &Lines::new(text), MAX_DEPTH)
}

/// How much deeper the values inside of a value in `line` may be nested.
fn deeper(depth: usize, line: u32) -> Result<usize> {
    depth
        .checked_sub(1)
        .ok_or_else(|| SceneError::text(line, format!("nested more than {MAX_DEPTH} deep")))
}

/// An error of a part that begins in `first`; serde_json counts lines from the part's own start.
fn json_error(first: u32, error: &serde_json::Error) -> SceneError {
    let text = error.to_string();
    let what = text.split(" at line ").next().unwrap_or(&text);
    let line = u32::try_from(error.line().saturating_sub(1)).unwrap_or(0);
    SceneError::text(first.saturating_add(line), what)
}

/// serde_json tells no positions, but a raw value is a part of the text, and its address says where it stands.
fn json_node(raw: &RawValue, lines: &Lines<'_>, depth: usize) -> Result<Node> {
    let text = raw.get();
    let line = lines.line_of(text).unwrap_or(0);
    let depth = deeper(depth, line)?;
    let failed = |error: serde_json::Error| json_error(line, &error);
    let value = match text.bytes().next() {
        Some(b'{') => Value::Table(json_table(text, lines, line, depth)?),
        Some(b'[') => {
            let items: Vec<&RawValue> = serde_json::from_str(text).map_err(failed)?;
            Value::List(
                items
                    .into_iter()
                    .map(|item| json_node(item, lines, depth))
                    .collect::<Result<_>>()?,
            )
        }
        Some(b'"') => Value::Text(serde_json::from_str(text).map_err(failed)?),
        Some(b't') => Value::Bool(true),
        Some(b'f') => Value::Bool(false),
        Some(b'n') => Value::Other("null"),
        _ => text.parse().map_or(
            Value::Other("a number that is no whole one"),
            Value::Integer,
        ),
    };
    Ok(Node { line, value })
}

fn json_table(text: &str, lines: &Lines<'_>, line: u32, depth: usize) -> Result<Vec<Entry>> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let entries = reader
        .deserialize_map(JsonEntries)
        .map_err(|error| json_error(line, &error))?;
    let mut seen = HashSet::new();
    let mut table = Vec::with_capacity(entries.len());
    for (key, raw) in entries {
        let value = json_node(raw, lines, depth)?;
        let line = if let Cow::Borrowed(part) = key.0 {
            lines.line_of(part)
        } else {
            None
        };
        let line = line.unwrap_or(value.line);
        let key = key.0.into_owned();
        SceneError::unless(
            seen.insert(key.clone()),
            line,
            format_args!("{key:?} stands there twice"),
        )?;
        table.push(Entry { key, line, value });
    }
    Ok(table)
}

/// A key of a JSON table, part of the text where it has no escapes.
#[derive(Deserialize)]
struct JsonKey<'t>(#[serde(borrow)] Cow<'t, str>);

/// Takes the keys and values of a JSON table in the order of the text, the values unread.
struct JsonEntries;

impl<'de> Visitor<'de> for JsonEntries {
    type Value = Vec<(JsonKey<'de>, &'de RawValue)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        std::iter::from_fn(|| map.next_entry().transpose()).collect()
    }
}

/// Reads TOML.
///
/// # Errors
/// Text that is not TOML, deeper nesting than scenes have.
pub fn from_toml(text: &str) -> Result<Node> {
    let lines = Lines::new(text);
    let table = DeTable::parse(text).map_err(|error| {
        let line = error.span().map_or(1, |span| lines.line(span.start));
        SceneError::text(line, error.message().replace('\n', ", "))
    })?;
    let value = Value::Table(toml_table(table.into_inner(), &lines, MAX_DEPTH - 1)?);
    Ok(Node { line: 1, value })
}

fn toml_table(table: DeTable<'_>, lines: &Lines<'_>, depth: usize) -> Result<Vec<Entry>> {
    let mut entries = Vec::with_capacity(table.len());
    for (key, value) in table {
        let line = lines.line(key.span().start);
        let value = toml_node(value, lines, depth)?;
        entries.push(Entry {
            key: key.into_inner().into_owned(),
            line,
            value,
        });
    }
    entries.sort_by_key(|entry| entry.line);
    Ok(entries)
}

fn toml_node(value: toml::Spanned<DeValue<'_>>, lines: &Lines<'_>, depth: usize) -> Result<Node> {
    let line = lines.line(value.span().start);
    let depth = deeper(depth, line)?;
    let value = match value.into_inner() {
        DeValue::Integer(n) => i64::from_str_radix(n.as_str(), n.radix())
            .map_or(Value::Other("a number beyond 64 bits"), Value::Integer),
        DeValue::Boolean(b) => Value::Bool(b),
        DeValue::String(text) => Value::Text(text.into_owned()),
        DeValue::Array(items) => Value::List(
            items
                .into_iter()
                .map(|item| toml_node(item, lines, depth))
                .collect::<Result<_>>()?,
        ),
        DeValue::Table(table) => Value::Table(toml_table(table, lines, depth)?),
        DeValue::Float(_) => Value::Other("a number that is no whole one"),
        DeValue::Datetime(_) => Value::Other("a date"),
    };
    Ok(Node { line, value })
}

/// What a name stands for; `expected` says in messages what the names are.
pub fn one_of<T: Copy>(
    names: &[(&str, T)],
    expected: &str,
    key: &str,
    name: &At<String>,
) -> Result<T> {
    let found = names
        .iter()
        .find(|(known, _)| *known == name.value)
        .map(|(_, found)| *found);
    found.ok_or_else(|| {
        SceneError::text(
            name.line,
            format!("{key}: expected {expected}, found {:?}", name.value),
        )
    })
}

/// All names in a row, for messages.
pub fn in_a_row<T>(names: &[(&str, T)]) -> String {
    names
        .iter()
        .map(|(name, _)| *name)
        .collect::<Vec<_>>()
        .join(", ")
}

/// The entries of a table, in the order of the text.
pub fn entries(key: &str, node: Node) -> Result<Vec<Entry>> {
    match node.value {
        Value::Table(entries) => Ok(entries),
        other => Err(SceneError::text(
            node.line,
            format!("{key}: expected a table, found {}", other.describe()),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry<'n>(node: &'n Node, key: &str) -> &'n Entry {
        let Value::Table(entries) = &node.value else {
            panic!("{node:?}")
        };
        entries.iter().find(|entry| entry.key == key).unwrap()
    }

    #[test]
    fn both_spellings_know_their_lines() {
        let json =
            from_json("{\n \"version\": 5,\n \"steps\": [\n  [\"tick\", 1],\n  [\"state\"]]}")
                .unwrap();
        let toml =
            from_toml("version = 5\n\n# comment\nsteps = [\n  [\"tick\", 1],\n  [\"state\"]]")
                .unwrap();
        for (node, first, lines) in [(json, 2, [4, 5]), (toml, 1, [5, 6])] {
            assert_eq!(entry(&node, "version").line, first);
            let Value::List(steps) = &entry(&node, "steps").value.value else {
                panic!()
            };
            assert_eq!(
                steps.iter().map(|step| step.line).collect::<Vec<_>>(),
                lines
            );
        }
    }

    #[test]
    fn a_key_stands_in_its_own_line() {
        let node = from_json("{\n\"version\":\n\n5,\n\"n\\u0061me\": \"x\"}").unwrap();
        assert_eq!(
            (
                entry(&node, "version").line,
                entry(&node, "version").value.line
            ),
            (2, 4)
        );
        assert_eq!(entry(&node, "name").line, 5);
    }

    #[test]
    fn a_json_error_names_its_line() {
        let error = from_json("{\n\"a\": 1,\n\"b\": }")
            .unwrap_err()
            .in_file("x.json");
        assert_eq!(error.to_string(), "x.json:3: expected value");
        let error = from_json("{\n\"a\": 1,\n\"a\": 2}").unwrap_err();
        assert_eq!(
            error.in_file("x.json").to_string(),
            "x.json:3: \"a\" stands there twice"
        );
    }

    #[test]
    fn a_toml_error_names_its_line() {
        let error = from_toml("version = 5\nname = \n")
            .unwrap_err()
            .in_file("x.toml");
        assert!(error.to_string().starts_with("x.toml:2: "), "{error}");
        let error = from_toml("a = 1\na = 2").unwrap_err().in_file("x.toml");
        assert!(error.to_string().starts_with("x.toml:2: "), "{error}");
    }

    #[test]
    fn deep_nesting_is_refused() {
        for open in ["[", "{\"a\":"] {
            let text = open.repeat(200_000);
            assert!(from_json(&text).is_err());
        }
        assert!(from_json(&("[".repeat(9) + &"]".repeat(9))).is_err());
        assert!(from_toml(&("a = ".to_owned() + &"[".repeat(9) + &"]".repeat(9))).is_err());
        assert!(from_toml(&("a = ".to_owned() + &"[".repeat(100_000))).is_err());
    }
}

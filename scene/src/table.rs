//! Reading tables and numbers of a scene: an unknown key or a number out of its range is an error with its line.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;

use super::error::{Result, SceneError};
use super::node::{Entry, Node, Value};

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

/// The keys of a table that have not been read yet.
#[derive(Debug)]
pub struct Keys {
    entries: Vec<Entry>,
    /// What the table describes, for messages: `a scene`, `a box`.
    what: &'static str,
    /// The line that the table begins in.
    pub line: u32,
}

impl Keys {
    pub fn of(node: Node, what: &'static str) -> Result<Self> {
        match node.value {
            Value::Table(entries) => Ok(Self { entries, what, line: node.line }),
            other => Err(SceneError::text(node.line, format!("{what} is a table, not {}", other.describe()))),
        }
    }

    /// Whether a key is there that has not been read.
    pub fn has(&self, key: &str) -> bool {
        self.entries.iter().any(|entry| entry.key == key)
    }

    /// Reads the value of a key, if it is there.
    pub fn read<T>(&mut self, key: &str, read: impl FnOnce(&str, Node) -> Result<T>) -> Result<Option<T>> {
        let Some(at) = self.entries.iter().position(|entry| entry.key == key) else { return Ok(None) };
        read(key, self.entries.swap_remove(at).value).map(Some)
    }

    /// Reads the value of a key that has to be there.
    pub fn require<T>(&mut self, key: &str, read: impl FnOnce(&str, Node) -> Result<T>) -> Result<T> {
        let (line, what) = (self.line, self.what);
        self.read(key, read)?.ok_or_else(|| SceneError::text(line, format!("{what} needs {key:?}")))
    }

    /// The keys that are left, in the order of the text.
    pub fn rest(&mut self) -> Vec<Entry> {
        let mut entries = std::mem::take(&mut self.entries);
        entries.sort_by_key(|entry| entry.line);
        entries
    }

    /// Refuses keys that were not read.
    pub fn finish(self) -> Result<()> {
        match self.entries.iter().min_by_key(|entry| entry.line) {
            None => Ok(()),
            Some(entry) => Err(SceneError::text(entry.line, format!("{} has no key {:?}", self.what, entry.key))),
        }
    }
}

/// A number in `range`. `true` and `false` are 1 and 0.
pub fn number<T>(range: RangeInclusive<T>) -> impl Fn(&str, Node) -> Result<T>
where
    T: Copy + Display + PartialOrd + TryFrom<i64>,
{
    move |key, node| {
        let found = match node.value {
            Value::Integer(n) => Some(n),
            Value::Bool(b) => Some(i64::from(b)),
            _ => None,
        };
        found.and_then(|n| T::try_from(n).ok()).filter(|n| range.contains(n)).ok_or_else(|| {
            let (first, last, found) = (range.start(), range.end(), node.value.describe());
            SceneError::text(node.line, format!("{key}: expected {first} to {last}, found {found}"))
        })
    }
}

/// Text that is not empty.
pub fn text(key: &str, node: Node) -> Result<At<String>> {
    match node.value {
        Value::Text(text) if !text.is_empty() => Ok(At::new(node.line, text)),
        other => Err(SceneError::text(node.line, format!("{key}: expected a name, found {}", other.describe()))),
    }
}

/// What a name stands for; `expected` says in messages what the names are.
pub fn one_of<T: Copy>(names: &[(&str, T)], expected: &str, key: &str, name: &At<String>) -> Result<T> {
    let found = names.iter().find(|(known, _)| *known == name.value).map(|(_, found)| *found);
    found.ok_or_else(|| SceneError::text(name.line, format!("{key}: expected {expected}, found {:?}", name.value)))
}

/// All names in a row, for messages.
pub fn in_a_row<T>(names: &[(&str, T)]) -> String {
    names.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

/// The items of a list.
pub fn list(key: &str, node: Node) -> Result<Vec<Node>> {
    match node.value {
        Value::List(items) => Ok(items),
        other => Err(SceneError::text(node.line, format!("{key}: expected a list, found {}", other.describe()))),
    }
}

/// The entries of a table, in the order of the text.
pub fn entries(key: &str, node: Node) -> Result<Vec<Entry>> {
    match node.value {
        Value::Table(entries) => Ok(entries),
        other => Err(SceneError::text(node.line, format!("{key}: expected a table, found {}", other.describe()))),
    }
}

/// A table whose keys are numbers in `range`.
pub fn numbered<T>(
    range: RangeInclusive<u16>,
    item: impl Fn(&str, Node) -> Result<T>,
) -> impl Fn(&str, Node) -> Result<BTreeMap<u16, T>> {
    move |key, node| {
        let mut table = BTreeMap::new();
        for entry in entries(key, node)? {
            let number = entry.key.parse().ok().filter(|n| range.contains(n)).ok_or_else(|| {
                let (first, last, found) = (range.start(), range.end(), &entry.key);
                SceneError::text(entry.line, format!("{key}: expected a number {first} to {last}, found {found:?}"))
            })?;
            let value = item(&format!("{key} {number}"), entry.value)?;
            if table.insert(number, value).is_some() {
                return Err(SceneError::text(entry.line, format!("{key}: {number} stands there twice")));
            }
        }
        Ok(table)
    }
}

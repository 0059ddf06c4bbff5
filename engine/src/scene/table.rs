//! Reading tables and numbers of a scene: every key known, every number in its range, or an error with the line.
#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;

use super::error::{Result, SceneError};
use super::node::{Entry, Node, Value};

/// Something that the scene says, and the line it says it in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct At<T> {
    /// The line in the scene file, from 1.
    pub line: u32,
    /// What it says.
    pub value: T,
}

impl<T> At<T> {
    pub(super) fn new(line: u32, value: T) -> Self {
        Self { line, value }
    }
}

/// The keys of a table that nobody has asked for yet.
#[derive(Debug)]
pub struct Keys {
    entries: Vec<Entry>,
    /// What the table describes, for messages: `a scene`, `a box`.
    what: &'static str,
    line: u32,
}

impl Keys {
    pub fn of(node: Node, what: &'static str) -> Result<Self> {
        match node.value {
            Value::Table(entries) => Ok(Self { entries, what, line: node.line }),
            other => Err(SceneError::text(node.line, format!("{what} is a table, not {}", other.describe()))),
        }
    }

    /// The line that the table begins in.
    pub fn line(&self) -> u32 {
        self.line
    }

    /// Whether a key is there that nobody has asked for.
    pub fn has(&self, key: &str) -> bool {
        self.entries.iter().any(|entry| entry.key == key)
    }

    /// The value of a key, if it is there.
    pub fn take(&mut self, key: &str) -> Option<Node> {
        let at = self.entries.iter().position(|entry| entry.key == key)?;
        Some(self.entries.swap_remove(at).value)
    }

    /// The value of a key, made something by `read`.
    pub fn read<T>(&mut self, key: &str, read: impl FnOnce(&str, Node) -> Result<T>) -> Result<Option<T>> {
        self.take(key).map(|node| read(key, node)).transpose()
    }

    /// The value of a key that has to be there.
    pub fn require<T>(&mut self, key: &str, read: impl FnOnce(&str, Node) -> Result<T>) -> Result<T> {
        let (line, what) = (self.line, self.what);
        self.read(key, read)?.ok_or_else(|| SceneError::text(line, format!("{what} needs {key:?}")))
    }

    /// What is left, in the order of the text.
    pub fn rest(&mut self) -> Vec<Entry> {
        let mut entries = std::mem::take(&mut self.entries);
        entries.sort_by_key(|entry| entry.line);
        entries
    }

    /// Refuses what nobody asked for.
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

/// Any number that fits.
pub fn any<T>(key: &str, node: Node) -> Result<T>
where
    T: Copy + Display + PartialOrd + TryFrom<i64> + Bounded,
{
    number(T::MIN..=T::MAX)(key, node)
}

/// The types of numbers that scenes hold.
pub trait Bounded {
    /// The least.
    const MIN: Self;
    /// The greatest.
    const MAX: Self;
}

macro_rules! bounded {
    ($($type:ident)*) => { $(impl Bounded for $type {
        const MIN: Self = $type::MIN;
        const MAX: Self = $type::MAX;
    })* };
}

bounded!(u8 i16 u16 i32 u32 i64);

/// 0, 1, `false` or `true`.
pub fn flag(key: &str, node: Node) -> Result<bool> {
    Ok(number(0..=1)(key, node)? == 1)
}

/// Text that is not empty.
pub fn text(key: &str, node: Node) -> Result<At<String>> {
    match node.value {
        Value::Text(text) if !text.is_empty() => Ok(At::new(node.line, text)),
        other => Err(SceneError::text(node.line, format!("{key}: expected a name, found {}", other.describe()))),
    }
}

/// The items of a list.
pub fn list(key: &str, node: Node) -> Result<Vec<Node>> {
    match node.value {
        Value::List(items) => Ok(items),
        other => Err(SceneError::text(node.line, format!("{key}: expected a list, found {}", other.describe()))),
    }
}

/// A list of exactly `N` numbers.
pub fn numbers<T, const N: usize>(item: impl Fn(&str, Node) -> Result<T>) -> impl Fn(&str, Node) -> Result<[T; N]> {
    move |key, node| {
        let line = node.line;
        let items = list(key, node)?.into_iter().map(|node| item(key, node)).collect::<Result<Vec<_>>>()?;
        let found = items.len();
        items.try_into().map_err(|_| SceneError::text(line, format!("{key}: expected {N} numbers, found {found}")))
    }
}

/// A table whose keys are numbers in `range`.
pub fn numbered<T>(
    range: RangeInclusive<u16>,
    item: impl Fn(&str, Node) -> Result<T>,
) -> impl Fn(&str, Node) -> Result<BTreeMap<u16, T>> {
    move |key, node| {
        let Value::Table(entries) = node.value else {
            let found = node.value.describe();
            return Err(SceneError::text(node.line, format!("{key}: expected a table, found {found}")));
        };
        let mut table = BTreeMap::new();
        for entry in entries {
            let number = entry.key.parse().ok().filter(|n| range.contains(n)).ok_or_else(|| {
                let (first, last) = (range.start(), range.end());
                SceneError::text(
                    entry.line,
                    format!("{key}: expected a number {first} to {last}, found {:?}", entry.key),
                )
            })?;
            let value = item(&format!("{key} {number}"), entry.value)?;
            if table.insert(number, value).is_some() {
                return Err(SceneError::text(entry.line, format!("{key}: {number} stands there twice")));
            }
        }
        Ok(table)
    }
}

#[cfg(test)]
mod tests {
    use super::super::node::from_json;
    use super::*;

    fn keys(text: &str) -> Keys {
        Keys::of(from_json(text).unwrap(), "a thing").unwrap()
    }

    #[test]
    fn a_key_that_nobody_asks_for_is_named_with_its_line() {
        let mut keys = keys("{\"a\": 1,\n \"b\": 2}");
        assert_eq!(keys.read("a", number(0..=9)).unwrap(), Some(1));
        assert_eq!(keys.finish().unwrap_err().in_file("f").to_string(), "f:2: a thing has no key \"b\"");
    }

    #[test]
    fn a_number_out_of_range_is_named_with_its_range() {
        let error = keys("{\"a\": 300}").read("a", any::<u8>).unwrap_err().in_file("f");
        assert_eq!(error.to_string(), "f:1: a: expected 0 to 255, found 300");
        let error = keys("{\"a\": 1.5}").read("a", any::<u8>).unwrap_err().in_file("f");
        assert_eq!(error.to_string(), "f:1: a: expected 0 to 255, found a number that is no whole one");
    }

    #[test]
    fn truth_is_one() {
        assert_eq!(keys("{\"a\": true}").read("a", flag).unwrap(), Some(true));
        assert_eq!(keys("{\"a\": 0}").read("a", flag).unwrap(), Some(false));
        assert!(keys("{\"a\": 2}").read("a", flag).is_err());
    }

    #[test]
    fn a_list_has_its_length() {
        let error = keys("{\"a\": [1, 2, 3]}").read("a", numbers::<_, 2>(any::<i16>)).unwrap_err().in_file("f");
        assert_eq!(error.to_string(), "f:1: a: expected 2 numbers, found 3");
    }

    #[test]
    fn numbered_keys_are_numbers() {
        let table = keys("{\"a\": {\"7\": 1}}").read("a", numbered(0..=9, any::<u8>)).unwrap().unwrap();
        assert_eq!(table, BTreeMap::from([(7, 1)]));
        let error = keys("{\"a\": {\n\"x\": 1}}").read("a", numbered(0..=9, any::<u8>)).unwrap_err().in_file("f");
        assert_eq!(error.to_string(), "f:2: a: expected a number 0 to 9, found \"x\"");
        assert!(keys("{\"a\": {\"7\": 1, \"07\": 1}}").read("a", numbered(0..=9, any::<u8>)).is_err());
    }
}

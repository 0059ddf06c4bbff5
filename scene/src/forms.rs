//! The written forms of values in scenes whose types do not define them.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess,
    Visitor,
};

/// A value that is written as a table. The derive of serde would also accept a list of the values
/// without keys, which scenes do not allow.
pub struct TableOnly<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for TableOnly<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(TableVisitor(PhantomData))
    }
}

struct TableVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for TableVisitor<T> {
    type Value = TableOnly<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<TableOnly<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(TableOnly)
    }
}

/// Reads an optional table.
pub fn table<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    let TableOnly(table) = TableOnly::deserialize(deserializer)?;
    Ok(Some(table))
}

/// Reads a list of tables.
pub fn tables<'de, T, D>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    let tables: Vec<TableOnly<T>> = Vec::deserialize(deserializer)?;
    Ok(tables.into_iter().map(|table| table.0).collect())
}

/// Reads an optional list of tables.
pub fn some_tables<'de, T, D>(deserializer: D) -> Result<Option<Vec<T>>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    tables(deserializer).map(Some)
}

/// A table whose keys are numbers from `FIRST` to `LAST`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Numbered<T, const FIRST: u16 = 0, const LAST: u16 = { u16::MAX }>(BTreeMap<u16, T>);

impl<T, const FIRST: u16, const LAST: u16> Default for Numbered<T, FIRST, LAST> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<T, const FIRST: u16, const LAST: u16> std::ops::Deref for Numbered<T, FIRST, LAST> {
    type Target = BTreeMap<u16, T>;

    fn deref(&self) -> &BTreeMap<u16, T> {
        &self.0
    }
}

impl<'de, T, const FIRST: u16, const LAST: u16> Deserialize<'de> for Numbered<T, FIRST, LAST>
where
    T: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(NumberedVisitor(PhantomData))
    }
}

impl<T: JsonSchema, const FIRST: u16, const LAST: u16> JsonSchema for Numbered<T, FIRST, LAST> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("{}By{FIRST}To{LAST}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let value = generator.subschema_for::<T>();
        json_schema!({
            "type": "object", "patternProperties": {"^[0-9]+$": value}, "additionalProperties": false
        })
    }
}

struct NumberedVisitor<T, const FIRST: u16, const LAST: u16>(PhantomData<T>);

impl<'de, T, const FIRST: u16, const LAST: u16> Visitor<'de> for NumberedVisitor<T, FIRST, LAST>
where
    T: Deserialize<'de>,
{
    type Value = Numbered<T, FIRST, LAST>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table whose keys are numbers")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut table = BTreeMap::new();
        loop {
            let key = NumberKey {
                first: FIRST,
                last: LAST,
                table: &table,
            };
            let Some(number) = map.next_key_seed(key)? else {
                return Ok(Numbered(table));
            };
            table.insert(number, map.next_value()?);
        }
    }
}

/// Reads a key that is a number within limits and not yet in the table.
struct NumberKey<'t, T> {
    first: u16,
    last: u16,
    table: &'t BTreeMap<u16, T>,
}

impl<'de, T> DeserializeSeed<'de> for NumberKey<'_, T> {
    type Value = u16;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<u16, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<T> Visitor<'_> for NumberKey<'_, T> {
    type Value = u16;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a number {} to {}", self.first, self.last)
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<u16, E> {
        let number = key.parse().ok();
        let Some(number) = number.filter(|n| (self.first..=self.last).contains(n)) else {
            let first = self.first;
            let last = self.last;
            return Err(E::custom(format!(
                "expected a number {first} to {last}, found {key:?}"
            )));
        };
        if self.table.contains_key(&number) {
            return Err(E::custom(format!("{number} is listed twice")));
        }
        Ok(number)
    }
}

/// The name of a file, or the value itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileOr<T> {
    /// The name of a file.
    File(String),
    /// The value in the scene.
    Given(T),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for FileOr<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(FileOrVisitor(PhantomData))
    }
}

impl<T: JsonSchema> JsonSchema for FileOr<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("FileOr{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let given = generator.subschema_for::<T>();
        json_schema!({"anyOf": [{"type": "string", "minLength": 1}, given]})
    }
}

struct FileOrVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for FileOrVisitor<T> {
    type Value = FileOr<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a file, or the value itself")
    }

    fn visit_str<E: Error>(self, file: &str) -> Result<FileOr<T>, E> {
        non_empty(file).map(FileOr::File)
    }

    fn visit_u64<E: Error>(self, n: u64) -> Result<FileOr<T>, E> {
        T::deserialize(n.into_deserializer()).map(FileOr::Given)
    }

    fn visit_i64<E: Error>(self, n: i64) -> Result<FileOr<T>, E> {
        T::deserialize(n.into_deserializer()).map(FileOr::Given)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<FileOr<T>, A::Error> {
        T::deserialize(SeqAccessDeserializer::new(list)).map(FileOr::Given)
    }
}

/// Text that is not empty: a name or a reason.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Text(String);

impl std::ops::Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        non_empty(&text).map(Self)
    }
}

impl JsonSchema for Text {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Text".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "minLength": 1})
    }
}

fn non_empty<E: Error>(text: &str) -> Result<String, E> {
    if text.is_empty() {
        return Err(E::custom("expected a name, found \"\""));
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read<T: for<'de> Deserialize<'de>>(text: &str) -> Result<T, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn numbered_keys_are_numbers() {
        let table: Numbered<u8, 0, 9> = read("{\"7\": 1}").unwrap();
        assert_eq!(*table, BTreeMap::from([(7, 1)]));
        for (text, message) in [
            ("{\"x\": 1}", "expected a number 0 to 9, found \"x\""),
            ("{\"10\": 1}", "expected a number 0 to 9, found \"10\""),
            ("{\"7\": 1, \"07\": 1}", "7 is listed twice"),
        ] {
            let error = read::<Numbered<u8, 0, 9>>(text).unwrap_err();
            assert!(error.starts_with(message), "{error}");
        }
    }

    #[test]
    fn a_table_is_no_list() {
        assert!(read::<(u8,)>("[1]").is_ok() && read::<TableOnly<(u8,)>>("[1]").is_err());
    }

    #[test]
    fn a_file_or_what_would_be_in_it() {
        let colour = |text: &str| read::<FileOr<u8>>(text);
        assert_eq!(colour("\"x\""), Ok(FileOr::File("x".to_owned())));
        assert_eq!(colour("7"), Ok(FileOr::Given(7)));
        assert!(colour("300").is_err() && colour("\"\"").is_err() && colour("{}").is_err());
        assert_eq!(read("[1, 2]"), Ok(FileOr::Given(vec![1_u8, 2])));
    }
}

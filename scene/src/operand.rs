//! The operands of steps and the values of fields: each kind is read from a scene and written into one here.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::vec::IntoIter;

use scumm_engine::{InitMode, MAX_ACTOR, PrintTarget, SOUNDS};
use scumm_room::{Platform, Render, SCALE_SLOTS, ScaleSlot};
use serde_json::{Map, Value as Json, json};

use super::error::{Result, SceneError};
use super::node::{At, Node, Value, entries, in_a_row, one_of};

/// The most frames of one step: a day of playing at 15 frames a second. A scene has to end.
const MAX_TICKS: i64 = 24 * 60 * 60 * 15;
/// The last palette slot (A50).
const LAST_PALETTE_SLOT: i64 = 16;

/// A kind of value that stands in one place of a scene.
pub trait Kind {
    /// What it is in memory.
    type Value;

    /// Reads it; `key` names it in messages.
    fn read(key: &str, node: Node) -> Result<Self::Value>;

    /// As it stands in a step; `null` where it is left out, or stands in no step.
    fn write(_: &Self::Value) -> Json {
        Json::Null
    }

    /// The JSON Schema of what [`Self::read`] takes.
    fn schema() -> Json;

    /// What stands for a key or a last operand that is not there; `None`: it has to be there.
    fn absent() -> Option<Self::Value> {
        None
    }
}

/// One operand of a step, or several that belong together.
pub trait Operand {
    /// What it is in memory.
    type Value;

    /// Takes it from a step.
    fn take(operands: &mut Operands) -> Result<Self::Value>;

    /// Adds it to a step.
    fn add(value: &Self::Value, step: &mut Vec<Json>);

    /// The JSON Schemas of the places in the step that it takes; several lists where they go with each other.
    fn schemas() -> Vec<Vec<Json>>;
}

impl<K: Kind> Operand for K {
    type Value = K::Value;

    fn take(operands: &mut Operands) -> Result<K::Value> {
        let absent = K::absent().filter(|_| operands.items.len() == 0);
        absent.map_or_else(|| operands.next(K::read), Ok)
    }

    fn add(value: &K::Value, step: &mut Vec<Json>) {
        step.extend(Some(K::write(value)).filter(|written| !written.is_null()));
    }

    fn schemas() -> Vec<Vec<Json>> {
        let left_out = K::absent().map(|_| Vec::new());
        left_out.into_iter().chain([vec![K::schema()]]).collect()
    }
}

/// The operands of a step that is being read, taken one by one.
pub struct Operands {
    line: u32,
    step: &'static str,
    names: std::slice::Iter<'static, &'static str>,
    items: IntoIter<Node>,
}

impl Operands {
    /// The operands of the step in `line`, after checking how many there are. A name that ends with `?` may be left out.
    pub fn new(
        line: u32,
        step: &'static str,
        names: &'static [&'static str],
        items: IntoIter<Node>,
    ) -> Result<Self> {
        let needed = names.iter().filter(|name| !name.ends_with('?')).count();
        if !(needed..=names.len()).contains(&items.len()) {
            let (list, found) = (
                names
                    .iter()
                    .map(|name| format!(", {name}"))
                    .collect::<String>(),
                items.len(),
            );
            return Err(SceneError::text(
                line,
                format!("[{step:?}{list}]: expected {needed} operands, found {found}"),
            ));
        }
        Ok(Self {
            line,
            step,
            names: names.iter(),
            items,
        })
    }

    /// Reads the next one.
    pub fn next<T>(&mut self, read: impl FnOnce(&str, Node) -> Result<T>) -> Result<T> {
        let key = format!(
            "{} {}",
            self.step,
            self.names.next().copied().unwrap_or_default()
        );
        let missing = || SceneError::text(self.line, format!("{key} is not there"));
        read(&key, self.items.next().ok_or_else(missing)?)
    }
}

/// The JSON Schema of a whole number. 1 and 0 may also be written as `true` and `false`.
fn integer(least: i64, greatest: i64) -> Json {
    let number = json!({"type": "integer", "minimum": least, "maximum": greatest});
    let truths: Vec<bool> = [false, true]
        .into_iter()
        .filter(|b| (least..=greatest).contains(&i64::from(*b)))
        .collect();
    if truths.is_empty() {
        number
    } else {
        json!({"anyOf": [number, {"enum": truths}]})
    }
}

/// A JSON Schema that says what its value means.
pub(super) fn described(meaning: &str, mut schema: Json) -> Json {
    if let Some(schema) = schema.as_object_mut() {
        schema.insert("description".to_owned(), meaning.trim().into());
    }
    schema
}

/// The kind of a value that is declared as `type` or as `type as kind`.
macro_rules! kind {
    ($type:ty) => {
        $type
    };
    ($type:ty as $kind:ty) => {
        $kind
    };
}
pub(super) use kind;

/// A number from `LEAST` to `GREATEST`. `true` and `false` are 1 and 0.
pub struct Within<T, const LEAST: i64, const GREATEST: i64>(PhantomData<T>);

/// The number of an actor.
pub type ActorId = Within<u16, 1, { MAX_ACTOR as i64 }>;
/// A count of frames.
pub type Frames = Within<u32, 0, MAX_TICKS>;
/// A class of actors.
pub type Class = Within<u8, 1, 32>;
/// A condition of an actor (T85).
pub type Condition = Within<u32, 1, 32>;
/// A condition that scripts define (T85).
pub type UserCondition = Within<u32, 1, 16>;
/// A scale slot (T64).
pub type SlotNumber = Within<u16, 1, { SCALE_SLOTS as i64 }>;
/// A palette slot (A50).
pub type PaletteSlot = Within<u8, 0, LAST_PALETTE_SLOT>;

impl<T, const LEAST: i64, const GREATEST: i64> Kind for Within<T, LEAST, GREATEST>
where
    T: Copy + Into<i64> + TryFrom<i64>,
{
    type Value = T;

    fn read(key: &str, node: Node) -> Result<T> {
        let found = match node.value {
            Value::Integer(n) => Some(n),
            Value::Bool(b) => Some(i64::from(b)),
            _ => None,
        };
        found
            .filter(|n| (LEAST..=GREATEST).contains(n))
            .and_then(|n| T::try_from(n).ok())
            .ok_or_else(|| {
                let found = node.value.describe();
                SceneError::text(
                    node.line,
                    format!("{key}: expected {LEAST} to {GREATEST}, found {found}"),
                )
            })
    }

    fn write(value: &T) -> Json {
        Into::<i64>::into(*value).into()
    }

    fn schema() -> Json {
        integer(LEAST, GREATEST)
    }
}

/// Kinds that stand in a scene as another one does: how their value is made of that one's, and the way back.
macro_rules! converted {
    ($($kind:ty: $type:ty as $other:ty, $made:expr, $back:expr;)*) => { $(impl Kind for $kind {
        type Value = $type;

        fn read(key: &str, node: Node) -> Result<$type> {
            <$other>::read(key, node).map($made)
        }

        fn write(value: &$type) -> Json {
            <$other>::write(&$back(*value))
        }

        fn schema() -> Json {
            <$other>::schema()
        }
    })* };
}

/// Numbers of all values that their types have.
macro_rules! numbers {
    ($($type:ty)*) => {
        converted! { $($type: Self as Within<Self, { Self::MIN as i64 }, { Self::MAX as i64 }>, |n| n, |n| n;)* }
    };
}

/// A scale of one axis; -1 leaves it as it is.
pub struct Axis;

numbers! { u8 i16 u16 i32 u32 i64 }
converted! {
    bool: Self as Within<u8, 0, 1>, |n| n == 1, u8::from;
    Axis: Option<u8> as Within<i16, -1, 255>, |n| u8::try_from(n).ok(), |n: Option<u8>| n.map_or(-1, i16::from);
}

/// Text that is not empty.
impl Kind for String {
    type Value = Self;

    fn read(key: &str, node: Node) -> Result<Self> {
        match node.value {
            Value::Text(text) if !text.is_empty() => Ok(text),
            other => Err(SceneError::text(
                node.line,
                format!("{key}: expected a name, found {}", other.describe()),
            )),
        }
    }

    fn write(value: &Self) -> Json {
        value.as_str().into()
    }

    fn schema() -> Json {
        json!({"type": "string", "minLength": 1})
    }
}

/// What may be left out.
impl<K: Kind> Kind for Option<K> {
    type Value = Option<K::Value>;

    fn read(key: &str, node: Node) -> Result<Self::Value> {
        K::read(key, node).map(Some)
    }

    fn write(value: &Self::Value) -> Json {
        value.as_ref().map_or(Json::Null, K::write)
    }

    fn schema() -> Json {
        K::schema()
    }

    fn absent() -> Option<Self::Value> {
        Some(None)
    }
}

/// A file, or the value itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileOr<T> {
    /// A file by its name.
    File(At<String>),
    /// What stands in the scene.
    Given(At<T>),
}

impl<K: Kind> Kind for FileOr<K> {
    type Value = FileOr<K::Value>;

    fn read(key: &str, node: Node) -> Result<Self::Value> {
        Ok(match node.value {
            Value::Integer(_) | Value::List(_) => FileOr::Given(At::<K>::read(key, node)?),
            _ => FileOr::File(At::<String>::read(key, node)?),
        })
    }

    fn schema() -> Json {
        json!({"anyOf": [String::schema(), K::schema()]})
    }
}

impl<K: Kind> Kind for At<K> {
    type Value = At<K::Value>;

    fn read(key: &str, node: Node) -> Result<Self::Value> {
        Ok(At::new(node.line, K::read(key, node)?))
    }

    fn schema() -> Json {
        K::schema()
    }
}

impl<K: Kind> Kind for Vec<K> {
    type Value = Vec<K::Value>;

    fn read(key: &str, node: Node) -> Result<Self::Value> {
        list(key, node)?
            .into_iter()
            .map(|node| K::read(key, node))
            .collect()
    }

    fn write(value: &Self::Value) -> Json {
        value.iter().map(K::write).collect()
    }

    fn schema() -> Json {
        json!({"type": "array", "items": K::schema()})
    }
}

/// The items of a list.
pub fn list(key: &str, node: Node) -> Result<Vec<Node>> {
    match node.value {
        Value::List(items) => Ok(items),
        other => Err(SceneError::text(
            node.line,
            format!("{key}: expected a list, found {}", other.describe()),
        )),
    }
}

impl<K: Kind, const N: usize> Kind for [K; N] {
    type Value = [K::Value; N];

    fn read(key: &str, node: Node) -> Result<Self::Value> {
        let line = node.line;
        let items = Vec::<K>::read(key, node)?;
        let found = items.len();
        items.try_into().map_err(|_| {
            SceneError::text(line, format!("{key}: expected {N} numbers, found {found}"))
        })
    }

    fn write(value: &Self::Value) -> Json {
        value.iter().map(K::write).collect()
    }

    fn schema() -> Json {
        json!({"type": "array", "items": K::schema(), "minItems": N, "maxItems": N})
    }
}

/// One byte, or a list of them.
pub struct Bytes;

impl Kind for Bytes {
    type Value = Vec<u8>;

    fn read(key: &str, node: Node) -> Result<Vec<u8>> {
        match node.value {
            Value::List(_) => Vec::<u8>::read(key, node),
            _ => Ok(vec![u8::read(key, node)?]),
        }
    }

    fn write(value: &Vec<u8>) -> Json {
        match value.as_slice() {
            [byte] => (*byte).into(),
            bytes => bytes.into(),
        }
    }

    fn schema() -> Json {
        json!({"anyOf": [u8::schema(), Vec::<u8>::schema()]})
    }
}

/// Bytes as hexadecimal digits in one text.
pub struct Hex;

impl Kind for Hex {
    type Value = Vec<u8>;

    fn read(key: &str, node: Node) -> Result<Vec<u8>> {
        let At {
            line,
            value: digits,
        } = At::<String>::read(key, node)?;
        let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit()) && digits.len() % 2 == 0;
        let bytes = is_hex
            .then(|| {
                digits
                    .as_bytes()
                    .chunks(2)
                    .map(byte)
                    .collect::<Option<Vec<u8>>>()
            })
            .flatten();
        bytes.ok_or_else(|| {
            SceneError::text(
                line,
                format!("{key}: expected two hexadecimal digits a byte"),
            )
        })
    }

    fn write(value: &Vec<u8>) -> Json {
        value
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect::<String>()
            .into()
    }

    fn schema() -> Json {
        json!({"type": "string", "pattern": "^([0-9A-Fa-f]{2})+$"})
    }
}

/// Kinds whose values have names, each with what messages say of the names, and what these mean where they do not say it.
macro_rules! named {
    ($($kind:ty: $type:ty = $names:expr, $expected:expr $(, $meaning:expr)?;)*) => { $(impl Kind for $kind {
        type Value = $type;

        fn read(key: &str, node: Node) -> Result<$type> {
            one_of(&$names, $expected, key, &At::<String>::read(key, node)?)
        }

        fn write(value: &$type) -> Json {
            $names.iter().find(|(_, known)| known == value).map_or(Json::Null, |(name, _)| (*name).into())
        }

        fn schema() -> Json {
            let names: Vec<&str> = $names.iter().map(|(name, _)| *name).collect();
            let schema = json!({"enum": names});
            $(let schema = described($meaning, schema);)?
            schema
        }
    })* };
}
pub(super) use named;

/// Whether only frames print lines.
pub struct FramesOnly;

named! {
    PrintTarget: Self = [("front", Self::Front), ("back", Self::Back), ("both", Self::Both)], "front, back or both";
    Platform: Self = Self::ALL, &in_a_row(&Self::ALL);
    Render: Self = Self::ALL, &in_a_row(&Self::ALL);
    FramesOnly: bool = [("all", false), ("ticks", true)], "all or ticks";
}

/// Sounds of an actor, from its first on.
pub struct Sounds;

impl Kind for Sounds {
    type Value = Vec<u16>;

    fn read(key: &str, node: Node) -> Result<Vec<u16>> {
        let line = node.line;
        let sounds = Vec::<u16>::read(key, node)?;
        let found = sounds.len();
        SceneError::unless(
            found <= SOUNDS,
            line,
            format_args!("{key}: expected at most {SOUNDS}, found {found}"),
        )?;
        Ok(sounds)
    }

    fn write(value: &Vec<u16>) -> Json {
        Vec::<u16>::write(value)
    }

    fn schema() -> Json {
        json!({"type": "array", "items": u16::schema(), "maxItems": SOUNDS})
    }
}

impl Kind for InitMode {
    type Value = Self;

    fn read(key: &str, node: Node) -> Result<Self> {
        let line = node.line;
        Self::try_from(i32::read(key, node)?).map_err(SceneError::input(line))
    }

    fn write(value: &Self) -> Json {
        (*value as i32).into()
    }

    fn schema() -> Json {
        integer(-1, 2)
    }
}

/// A table whose keys are numbers from `FIRST` to `LAST`.
pub struct Numbered<K, const FIRST: u16 = 0, const LAST: u16 = { u16::MAX }>(PhantomData<K>);

impl<K: Kind, const FIRST: u16, const LAST: u16> Kind for Numbered<K, FIRST, LAST> {
    type Value = BTreeMap<u16, K::Value>;

    fn read(key: &str, node: Node) -> Result<Self::Value> {
        let mut table = BTreeMap::new();
        for entry in entries(key, node)? {
            let number = entry
                .key
                .parse()
                .ok()
                .filter(|n| (FIRST..=LAST).contains(n))
                .ok_or_else(|| {
                    let message = format!(
                        "{key}: expected a number {FIRST} to {LAST}, found {:?}",
                        entry.key
                    );
                    SceneError::text(entry.line, message)
                })?;
            let other = table.insert(number, K::read(&format!("{key} {number}"), entry.value)?);
            SceneError::unless(
                other.is_none(),
                entry.line,
                format_args!("{key}: {number} stands there twice"),
            )?;
        }
        Ok(table)
    }

    fn write(value: &Self::Value) -> Json {
        value
            .iter()
            .map(|(number, value)| (number.to_string(), K::write(value)))
            .collect::<Map<_, _>>()
            .into()
    }

    fn schema() -> Json {
        json!({"type": "object", "patternProperties": {"^[0-9]+$": K::schema()}, "additionalProperties": false})
    }
}

/// Some operands of the same kind.
pub struct Several<K, const N: usize>(PhantomData<K>);

impl<K: Kind<Value: Copy + Default>, const N: usize> Operand for Several<K, N> {
    type Value = [K::Value; N];

    fn take(operands: &mut Operands) -> Result<Self::Value> {
        let mut values = [K::Value::default(); N];
        for value in &mut values {
            *value = operands.next(K::read)?;
        }
        Ok(values)
    }

    fn add(value: &Self::Value, step: &mut Vec<Json>) {
        step.extend(value.iter().map(K::write));
    }

    fn schemas() -> Vec<Vec<Json>> {
        vec![vec![K::schema(); N]]
    }
}

impl Operand for ScaleSlot {
    type Value = Self;

    fn take(operands: &mut Operands) -> Result<Self> {
        let [x1, y1, s1, x2, y2, s2] = Several::<i32, 6>::take(operands)?;
        let slot = Self {
            x1,
            y1,
            s1,
            x2,
            y2,
            s2,
        };
        check_scale_slot(operands.line, &slot)?;
        Ok(slot)
    }

    fn add(value: &Self, step: &mut Vec<Json>) {
        let Self {
            x1,
            y1,
            s1,
            x2,
            y2,
            s2,
        } = *value;
        Several::<i32, 6>::add(&[x1, y1, s1, x2, y2, s2], step);
    }

    fn schemas() -> Vec<Vec<Json>> {
        Several::<i32, 6>::schemas()
    }
}

/// Refuses a slot whose two points are the same: there is nothing between them (T64).
pub fn check_scale_slot(line: u32, slot: &ScaleSlot) -> Result<()> {
    let differ = (slot.x1, slot.y1) != (slot.x2, slot.y2);
    SceneError::unless(differ, line, "a scale slot needs two different points")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::node::from_json;
    use super::super::table::Keys;
    use super::*;

    fn keys(text: &str) -> Keys {
        Keys::of(from_json(text).unwrap(), "a thing").unwrap()
    }

    fn read<K: Kind>(text: &str) -> Result<K::Value> {
        keys(text).get::<K>("a", None)
    }

    #[test]
    fn a_key_that_nobody_asks_for_is_named_with_its_line() {
        let mut keys = keys("{\"a\": 1,\n \"b\": 2}");
        assert_eq!(keys.get::<Within<u8, 0, 9>>("a", None).unwrap(), 1);
        assert_eq!(
            keys.refuse(|_| true).unwrap_err().in_file("f").to_string(),
            "f:2: a thing has no key \"b\""
        );
    }

    #[test]
    fn a_number_out_of_range_is_named_with_its_range() {
        let error = read::<u8>("{\"a\": 300}").unwrap_err().in_file("f");
        assert_eq!(error.to_string(), "f:1: a: expected 0 to 255, found 300");
        let error = read::<u8>("{\"a\": 1.5}").unwrap_err().in_file("f");
        assert_eq!(
            error.to_string(),
            "f:1: a: expected 0 to 255, found a number that is no whole one"
        );
    }

    #[test]
    fn truth_is_one() {
        assert!(read::<bool>("{\"a\": true}").unwrap());
        assert!(!read::<bool>("{\"a\": 0}").unwrap());
        assert!(read::<bool>("{\"a\": 2}").is_err());
    }

    #[test]
    fn a_list_has_its_length() {
        let error = read::<[i16; 2]>("{\"a\": [1, 2, 3]}")
            .unwrap_err()
            .in_file("f");
        assert_eq!(error.to_string(), "f:1: a: expected 2 numbers, found 3");
    }

    #[test]
    fn numbered_keys_are_numbers() {
        let table = read::<Numbered<u8, 0, 9>>("{\"a\": {\"7\": 1}}").unwrap();
        assert_eq!(table, BTreeMap::from([(7, 1)]));
        let error = read::<Numbered<u8, 0, 9>>("{\"a\": {\n\"x\": 1}}")
            .unwrap_err()
            .in_file("f");
        assert_eq!(
            error.to_string(),
            "f:2: a: expected a number 0 to 9, found \"x\""
        );
        assert!(read::<Numbered<u8, 0, 9>>("{\"a\": {\"7\": 1, \"07\": 1}}").is_err());
    }
}

//! The operands of steps and the values of fields: each kind is read from a scene and written into one here.

use std::collections::BTreeMap;
use std::vec::IntoIter;

use scumm_engine::{InitMode, MAX_ACTOR, PrintTarget, SOUNDS};
use scumm_room::{SCALE_SLOTS, ScaleSlot};
use serde_json::{Value as Json, json};

use super::error::{Result, SceneError};
use super::node::{Node, Value};
use super::table::{At, list, number, numbered, one_of, text};

/// The most frames of one step: a day of playing at 15 frames a second. A scene has to end.
const MAX_TICKS: u32 = 24 * 60 * 60 * 15;
/// The last palette slot (A50).
const LAST_PALETTE_SLOT: u8 = 16;

/// A kind of value that stands in one place of a scene.
pub trait Kind {
    /// What it is in memory.
    type Value;

    /// Reads it; `key` names it in messages.
    fn read(key: &str, node: Node) -> Result<Self::Value>;

    /// As it stands in a scene.
    fn write(value: &Self::Value) -> Json;

    /// The JSON Schema of what [`Self::read`] takes.
    fn schema() -> Json;
}

/// A value of whatever kind its place in memory has.
pub fn any<K: Kind<Value = K>>(key: &str, node: Node) -> Result<K> {
    K::read(key, node)
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
        operands.next(K::read)
    }

    fn add(value: &K::Value, step: &mut Vec<Json>) {
        step.push(K::write(value));
    }

    fn schemas() -> Vec<Vec<Json>> {
        vec![vec![K::schema()]]
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
    pub fn new(line: u32, step: &'static str, names: &'static [&'static str], items: IntoIter<Node>) -> Result<Self> {
        let needed = names.iter().filter(|name| !name.ends_with('?')).count();
        if !(needed..=names.len()).contains(&items.len()) {
            let (list, found) = (names.iter().map(|name| format!(", {name}")).collect::<String>(), items.len());
            return Err(SceneError::text(line, format!("[{step:?}{list}]: expected {needed} operands, found {found}")));
        }
        Ok(Self { line, step, names: names.iter(), items })
    }

    /// Reads the next one.
    pub fn next<T>(&mut self, read: impl FnOnce(&str, Node) -> Result<T>) -> Result<T> {
        let key = format!("{} {}", self.step, self.names.next().copied().unwrap_or_default());
        match self.items.next() {
            Some(node) => read(&key, node),
            None => Err(SceneError::text(self.line, format!("{key} is not there"))),
        }
    }
}

/// The JSON Schema of a whole number. 1 and 0 may also be written as `true` and `false`.
pub(super) fn integer(least: impl Into<Json>, greatest: impl Into<Json>) -> Json {
    let (least, greatest): (Json, Json) = (least.into(), greatest.into());
    let number = json!({"type": "integer", "minimum": least, "maximum": greatest});
    let has = |n: i64| least.as_i64() <= Some(n) && greatest.as_i64() >= Some(n);
    let truths: Vec<bool> = [(0, false), (1, true)].into_iter().filter(|(n, _)| has(*n)).map(|(_, b)| b).collect();
    if truths.is_empty() { number } else { json!({"anyOf": [number, {"enum": truths}]}) }
}

/// A JSON Schema that says what its value means.
pub(super) fn described(meaning: &str, mut schema: Json) -> Json {
    if let Some(schema) = schema.as_object_mut() {
        schema.insert("description".to_owned(), meaning.trim().into());
    }
    schema
}

/// The JSON Schema of one of some names.
pub(super) fn names<T>(all: &[(&str, T)]) -> Json {
    json!({"enum": all.iter().map(|(name, _)| *name).collect::<Vec<_>>()})
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

/// The number of an actor.
pub struct ActorId;
/// A count of frames.
pub struct Frames;
/// A class of actors.
pub struct Class;
/// A condition of an actor (T85).
pub struct Condition;
/// A condition that scripts define (T85).
pub struct UserCondition;
/// A scale slot (T64).
pub struct SlotNumber;
/// A palette slot (A50).
pub struct PaletteSlot;

/// Kinds of numbers, each with its type and the range that it may have.
macro_rules! numbers {
    ($($kind:ty: $type:ty = $range:expr;)*) => { $(impl Kind for $kind {
        type Value = $type;

        fn read(key: &str, node: Node) -> Result<$type> {
            number($range)(key, node)
        }

        fn write(value: &$type) -> Json {
            (*value).into()
        }

        fn schema() -> Json {
            let range = $range;
            integer(*range.start(), *range.end())
        }
    })* };
}

numbers! {
    u8: u8 = 0..=u8::MAX;
    i16: i16 = i16::MIN..=i16::MAX;
    u16: u16 = 0..=u16::MAX;
    i32: i32 = i32::MIN..=i32::MAX;
    u32: u32 = 0..=u32::MAX;
    i64: i64 = i64::MIN..=i64::MAX;
    ActorId: u16 = 1..=MAX_ACTOR;
    Frames: u32 = 0..=MAX_TICKS;
    Class: u8 = 1..=32;
    Condition: u32 = 1..=32;
    UserCondition: u32 = 1..=16;
    SlotNumber: u16 = 1..=SCALE_SLOTS;
    PaletteSlot: u8 = 0..=LAST_PALETTE_SLOT;
}

impl Kind for bool {
    type Value = Self;

    fn read(key: &str, node: Node) -> Result<Self> {
        Ok(number(0..=1)(key, node)? == 1)
    }

    fn write(value: &Self) -> Json {
        u8::from(*value).into()
    }

    fn schema() -> Json {
        integer(0, 1)
    }
}

impl Kind for String {
    type Value = Self;

    fn read(key: &str, node: Node) -> Result<Self> {
        Ok(text(key, node)?.value)
    }

    fn write(value: &Self) -> Json {
        value.as_str().into()
    }

    fn schema() -> Json {
        json!({"type": "string", "minLength": 1})
    }
}

impl<K: Kind> Kind for At<K> {
    type Value = At<K::Value>;

    fn read(key: &str, node: Node) -> Result<Self::Value> {
        Ok(At::new(node.line, K::read(key, node)?))
    }

    fn write(value: &Self::Value) -> Json {
        K::write(&value.value)
    }

    fn schema() -> Json {
        K::schema()
    }
}

impl<K: Kind> Kind for Vec<K> {
    type Value = Vec<K::Value>;

    fn read(key: &str, node: Node) -> Result<Self::Value> {
        list(key, node)?.into_iter().map(|node| K::read(key, node)).collect()
    }

    fn write(value: &Self::Value) -> Json {
        value.iter().map(K::write).collect()
    }

    fn schema() -> Json {
        json!({"type": "array", "items": K::schema()})
    }
}

impl<K: Kind, const N: usize> Kind for [K; N] {
    type Value = [K::Value; N];

    fn read(key: &str, node: Node) -> Result<Self::Value> {
        let line = node.line;
        let items = Vec::<K>::read(key, node)?;
        let found = items.len();
        items.try_into().map_err(|_| SceneError::text(line, format!("{key}: expected {N} numbers, found {found}")))
    }

    fn write(value: &Self::Value) -> Json {
        value.iter().map(K::write).collect()
    }

    fn schema() -> Json {
        json!({"type": "array", "items": K::schema(), "minItems": N, "maxItems": N})
    }
}

/// A scale of one axis; -1 leaves it as it is.
pub struct Axis;

impl Kind for Axis {
    type Value = Option<u8>;

    fn read(key: &str, node: Node) -> Result<Option<u8>> {
        number(-1_i16..=255)(key, node).map(|n| u8::try_from(n).ok())
    }

    fn write(value: &Option<u8>) -> Json {
        value.map_or(-1, i16::from).into()
    }

    fn schema() -> Json {
        integer(-1, 255)
    }
}

/// One byte, or a list of them.
pub struct Bytes;

impl Kind for Bytes {
    type Value = Vec<u8>;

    fn read(key: &str, node: Node) -> Result<Vec<u8>> {
        match node.value {
            Value::List(_) => Vec::<u8>::read(key, node),
            _ => Ok(vec![any(key, node)?]),
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
        let At { line, value: digits } = text(key, node)?;
        let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit()) && digits.len() % 2 == 0;
        let bytes = is_hex.then(|| digits.as_bytes().chunks(2).map(byte).collect::<Option<Vec<u8>>>()).flatten();
        bytes.ok_or_else(|| SceneError::text(line, format!("{key}: expected two hexadecimal digits a byte")))
    }

    fn write(value: &Vec<u8>) -> Json {
        value.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into()
    }

    fn schema() -> Json {
        json!({"type": "string", "pattern": "^([0-9A-Fa-f]{2})+$"})
    }
}

/// The names of the stage's buffers.
const BUFFERS: [(&str, PrintTarget); 3] =
    [("front", PrintTarget::Front), ("back", PrintTarget::Back), ("both", PrintTarget::Both)];

impl Kind for PrintTarget {
    type Value = Self;

    fn read(key: &str, node: Node) -> Result<Self> {
        one_of(&BUFFERS, "front, back or both", key, &text(key, node)?)
    }

    fn write(value: &Self) -> Json {
        BUFFERS.iter().find(|(_, buffers)| buffers == value).map_or(Json::Null, |(name, _)| (*name).into())
    }

    fn schema() -> Json {
        names(&BUFFERS)
    }
}

/// Sounds of an actor, from its first on.
pub struct Sounds;

impl Kind for Sounds {
    type Value = Vec<u16>;

    fn read(key: &str, node: Node) -> Result<Vec<u16>> {
        let line = node.line;
        let sounds = Vec::<u16>::read(key, node)?;
        if sounds.len() > SOUNDS {
            return Err(SceneError::text(line, format!("{key}: expected at most {SOUNDS}, found {}", sounds.len())));
        }
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
        Self::try_from(any::<i32>(key, node)?).map_err(SceneError::input(line))
    }

    fn write(value: &Self) -> Json {
        (*value as i32).into()
    }

    fn schema() -> Json {
        integer(-1, 2)
    }
}

/// States of objects by their numbers.
pub struct States;

impl Kind for States {
    type Value = BTreeMap<u16, u8>;

    fn read(key: &str, node: Node) -> Result<Self::Value> {
        numbered(0..=u16::MAX, any)(key, node)
    }

    fn write(value: &Self::Value) -> Json {
        value
            .iter()
            .map(|(number, state)| (number.to_string(), Json::from(*state)))
            .collect::<serde_json::Map<_, _>>()
            .into()
    }

    fn schema() -> Json {
        json!({"type": "object", "patternProperties": {"^[0-9]+$": u8::schema()}, "additionalProperties": false})
    }
}

/// The last operand, where it may be left out.
pub struct Optional<K>(std::marker::PhantomData<K>);

impl<K: Kind> Operand for Optional<K> {
    type Value = Option<K::Value>;

    fn take(operands: &mut Operands) -> Result<Self::Value> {
        if operands.items.len() == 0 { Ok(None) } else { operands.next(K::read).map(Some) }
    }

    fn add(value: &Self::Value, step: &mut Vec<Json>) {
        step.extend(value.iter().map(K::write));
    }

    fn schemas() -> Vec<Vec<Json>> {
        vec![Vec::new(), vec![K::schema()]]
    }
}

/// Some operands of the same kind.
pub struct Several<K, const N: usize>(std::marker::PhantomData<K>);

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
        let mut next = || operands.next(any);
        let slot = Self { x1: next()?, y1: next()?, s1: next()?, x2: next()?, y2: next()?, s2: next()? };
        check_scale_slot(operands.line, &slot)?;
        Ok(slot)
    }

    fn add(value: &Self, step: &mut Vec<Json>) {
        let Self { x1, y1, s1, x2, y2, s2 } = *value;
        step.extend([x1, y1, s1, x2, y2, s2].map(Json::from));
    }

    fn schemas() -> Vec<Vec<Json>> {
        vec![vec![i32::schema(); 6]]
    }
}

/// Refuses a slot whose two points are the same: there is nothing between them (T64).
pub fn check_scale_slot(line: u32, slot: &ScaleSlot) -> Result<()> {
    if slot.x1 == slot.x2 && slot.y1 == slot.y2 {
        return Err(SceneError::text(line, "a scale slot needs two different points"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::node::from_json;
    use super::super::table::{Keys, numbered};
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
        assert_eq!(keys("{\"a\": true}").read("a", any::<bool>).unwrap(), Some(true));
        assert_eq!(keys("{\"a\": 0}").read("a", any::<bool>).unwrap(), Some(false));
        assert!(keys("{\"a\": 2}").read("a", any::<bool>).is_err());
    }

    #[test]
    fn a_list_has_its_length() {
        let error = keys("{\"a\": [1, 2, 3]}").read("a", any::<[i16; 2]>).unwrap_err().in_file("f");
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

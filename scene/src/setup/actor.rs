//! The set-up of the actors of a scene.

use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use scumm_costume::VARS;
use scumm_engine::{ActorField, ActorId, FieldValue, flag};
use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, Visitor};

use super::super::fields::{FIELDS, field_tables};
use super::super::forms::Numbered;

/// The highest number of an animation variable.
const LAST_VAR: u16 = VARS as u16 - 1;

/// A field that is stored before the first step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredField {
    /// The key as the scene writes it.
    pub key: String,
    /// The field.
    pub field: ActorField,
    /// The value of the field.
    pub value: FieldValue,
}

/// The set-up of an actor. Fields of the actor are written beside the other keys.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline, transform = add_fields)]
pub struct ActorSetup {
    /// The number of the actor.
    pub id: ActorId,
    /// The number of the costume, 0 for none.
    #[serde(rename = "costume")]
    said_costume: Option<u16>,
    /// The column in the room.
    #[serde(default)]
    pub x: i32,
    /// The row in the room.
    #[serde(default)]
    pub y: i32,
    /// The facing in degrees clockwise from north, which also becomes `targetFacing`; the default
    /// is 180.
    #[serde(default = "south")]
    pub facing: i32,
    /// Whether the actor is visible; the default is 1.
    #[serde(default = "on", deserialize_with = "flag::deserialize")]
    #[schemars(schema_with = "flag::schema")]
    pub visible: bool,
    /// The number of the actor's room; the default is the current room.
    pub room: Option<u16>,
    /// The actor's own colours, by slot (C52).
    #[serde(default)]
    pub palette: Numbered<u8, 0, 255>,
    /// The animation variables, which are set after the costume.
    #[serde(default)]
    pub anim_vars: Numbered<i16, 0, LAST_VAR>,
    /// The fields that are stored last.
    #[serde(default, deserialize_with = "late_fields")]
    #[schemars(schema_with = "late_fields_schema")]
    pub post: Vec<StoredField>,
    /// The number of the costume, 0 for none.
    #[serde(skip)]
    pub costume: u16,
    /// The fields that are stored before the costume is set.
    #[serde(skip)]
    pub fields: Vec<StoredField>,
}

fn south() -> i32 {
    180
}

fn on() -> bool {
    true
}

impl ActorSetup {
    /// Sets the costume. The default is no costume, in version 0 the costume with the actor's own
    /// number.
    pub(super) fn wear(&mut self, is_v0: bool) {
        let own = if is_v0 { self.id.get() } else { 0 };
        self.costume = self.said_costume.unwrap_or(own);
    }
}

/// Reads the actors of a scene.
pub fn actors<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<ActorSetup>, D::Error> {
    let mut actors = Vec::new();
    for WithFields { table, fields } in Vec::<WithFields<ActorSetup>>::deserialize(deserializer)? {
        actors.push(ActorSetup { fields, ..table });
    }
    Ok(actors)
}

/// Reads a table that contains only fields.
fn late_fields<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<StoredField>, D::Error> {
    let table: WithFields<NoOtherKeys> = WithFields::deserialize(deserializer)?;
    Ok(table.fields)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NoOtherKeys {}

/// A table with the keys of `T` and with fields of actors.
struct WithFields<T> {
    table: T,
    fields: Vec<StoredField>,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for WithFields<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(WithFieldsVisitor(PhantomData))
    }
}

struct WithFieldsVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for WithFieldsVisitor<T> {
    type Value = WithFields<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<WithFields<T>, A::Error> {
        let mut fields = Vec::new();
        let rest = OtherKeys {
            map,
            fields: &mut fields,
        };
        let table = T::deserialize(MapAccessDeserializer::new(rest))?;
        Ok(WithFields { table, fields })
    }
}

/// The keys of a table that are not fields. The fields between them are collected.
struct OtherKeys<'f, A> {
    map: A,
    fields: &'f mut Vec<StoredField>,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for OtherKeys<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        mut seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        loop {
            match self.map.next_key_seed(KeySeed(seed))? {
                None => return Ok(None),
                Some(Key::Other(key)) => return Ok(Some(key)),
                Some(Key::Field { key, field, unused }) => {
                    let value = self.map.next_value_seed(field)?;
                    self.fields.push(StoredField { key, field, value });
                    seed = unused;
                }
            }
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}

/// A key of a table.
enum Key<K, V> {
    /// A field of an actor. `seed` is returned because it was not needed for the key.
    Field {
        key: String,
        field: ActorField,
        unused: K,
    },
    /// Another key.
    Other(V),
}

/// Reads a key: a field, or a key that `K` reads.
struct KeySeed<K>(K);

impl<'de, K: DeserializeSeed<'de>> DeserializeSeed<'de> for KeySeed<K> {
    type Value = Key<K, K::Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de, K: DeserializeSeed<'de>> Visitor<'de> for KeySeed<K> {
    type Value = Key<K, K::Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<Self::Value, E> {
        let name: StrDeserializer<'_, E> = key.into_deserializer();
        match Deserialize::deserialize(name) {
            Ok(field) if FIELDS.contains(&field) => Ok(Key::Field {
                key: key.to_owned(),
                field,
                unused: self.0,
            }),
            _ => {
                let other: StrDeserializer<'_, E> = key.into_deserializer();
                let unknown = |_| {
                    let message = format!(
                        "unknown field `{key}`: this key does not belong to an \
                        actor"
                    );
                    E::custom(message)
                };
                self.0.deserialize(other).map(Key::Other).map_err(unknown)
            }
        }
    }
}

/// Adds the fields to the keys of an actor's schema.
fn add_fields(schema: &mut Schema) {
    let keys = schema.ensure_object().get_mut("properties");
    let Some(keys) = keys.and_then(|keys| keys.as_object_mut()) else {
        return;
    };
    keys.extend(field_tables());
}

fn late_fields_schema(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "object", "properties": field_tables(), "additionalProperties": false})
}

//! The stored values of scenes, with their names and descriptions: the fields of actors, and the
//! script variables that rules mention.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use scumm_engine::{ActorField, Stage, StageField, names};
use scumm_room::Result;
use serde::de::value::StrDeserializer;
use serde::de::{Deserialize, Deserializer, Error, IntoDeserializer, Visitor};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value as Json, json};

use super::derived::{text, variants_of};

/// The fields that the set-up of an actor may contain.
pub const FIELDS: [ActorField; 27] = [
    ActorField::Scale,
    ActorField::Boxscale,
    ActorField::ShadowMode,
    ActorField::ForceClip,
    ActorField::IgnoreBoxes,
    ActorField::IgnoreTurns,
    ActorField::Elevation,
    ActorField::Layer,
    ActorField::Flip,
    ActorField::Width,
    ActorField::Walkbox,
    ActorField::AnimSpeed,
    ActorField::InitFrame,
    ActorField::WalkFrame,
    ActorField::StandFrame,
    ActorField::TalkStartFrame,
    ActorField::TalkStopFrame,
    ActorField::Sounds,
    ActorField::WalkSpeed,
    ActorField::TalkColour,
    ActorField::DrawOffset,
    ActorField::ConditionMask,
    ActorField::PaletteSlot,
    ActorField::Xmap,
    ActorField::Clip,
    ActorField::V0MiscFlags,
    ActorField::V0Speaking,
];

/// Returns all names of a field.
pub fn names_of(field: ActorField) -> Vec<&'static str> {
    let all = names::<ActorField>().iter().copied();
    all.filter(|name| field_named(name) == Some(field))
        .collect()
}

fn field_named(name: &str) -> Option<ActorField> {
    serde_json::from_value(name.into()).ok()
}

/// Returns the fields of actors with their primary names and their descriptions.
pub fn described_fields() -> Vec<(ActorField, String, String)> {
    let mut fields = Vec::new();
    for variant in variants_of::<ActorField>() {
        let name = text(&variant, "const");
        let meaning = text(&variant, "description");
        if let Some(field) = field_named(name) {
            fields.push((field, name.to_owned(), meaning.to_owned()));
        }
    }
    fields
}

/// Returns the keys of the fields that the set-up of an actor may contain, each with its schema.
pub fn field_tables() -> Map<String, Json> {
    let mut keys = Map::new();
    for (field, name, meaning) in described_fields() {
        if FIELDS.contains(&field) {
            let mut schema = field.value_schema();
            schema.insert("description".to_owned(), meaning.into());
            keys.insert(name, schema.to_value());
        }
    }
    keys
}

/// A script variable that rules mention.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Variable {
    /// A field of the stage.
    Field(StageField),
    /// `charinc`: ticks for each character of speech (T83). It has no effect, because a scene
    /// counts frames.
    CharInc,
    /// `timer_next`: jiffies of a frame (E1). It has no effect, because a scene counts frames.
    TimerNext,
}

/// The variables that have no effect.
const WITHOUT_EFFECT: [(&str, Variable, &str); 2] = [
    (
        "charinc",
        Variable::CharInc,
        "Ticks that a character of speech takes (T83). No effect, because a scene counts frames.",
    ),
    (
        "timer_next",
        Variable::TimerNext,
        "Jiffies that a frame takes (E1). No effect, because a scene counts frames.",
    ),
];

impl Variable {
    /// Stores the value of the variable in the stage. For a flag every value except 0 means true.
    ///
    /// # Errors
    /// Returns an error if the variable does not take the value.
    pub(super) fn store(self, value: i32, stage: &mut Stage) -> Result<()> {
        let Self::Field(field) = self else {
            return Ok(());
        };
        let is_flag = matches!(field, StageField::CameraFast | StageField::OwnScaleTable);
        let value = if is_flag {
            i32::from(value != 0)
        } else {
            value
        };
        field.store(stage, value.into())
    }
}

impl Serialize for Variable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Self::Field(field) = self {
            return field.serialize(serializer);
        }
        let known = WITHOUT_EFFECT.iter().find(|row| row.1 == *self);
        serializer.serialize_str(known.map_or("", |row| row.0))
    }
}

impl<'de> Deserialize<'de> for Variable {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(VariableVisitor)
    }
}

struct VariableVisitor;

impl Visitor<'_> for VariableVisitor {
    type Value = Variable;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a script variable")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Variable, E> {
        if let Some(row) = WITHOUT_EFFECT.iter().find(|row| row.0 == name) {
            return Ok(row.1);
        }
        let name: StrDeserializer<'_, E> = name.into_deserializer();
        StageField::deserialize(name).map(Variable::Field)
    }
}

impl Variable {
    /// Returns the schema of a table of variables with their values.
    pub(super) fn table_schema(_: &mut SchemaGenerator) -> Schema {
        let mut keys = Map::new();
        for field in variants_of::<StageField>() {
            let value = described_value(text(&field, "description"));
            keys.insert(text(&field, "const").to_owned(), value);
        }
        for (name, _, meaning) in WITHOUT_EFFECT {
            keys.insert(name.to_owned(), described_value(meaning));
        }
        json_schema!({"type": "object", "properties": keys, "additionalProperties": false})
    }
}

fn described_value(meaning: &str) -> Json {
    json!({"type": "integer", "minimum": i32::MIN, "maximum": i32::MAX, "description": meaning})
}

impl JsonSchema for Variable {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Variable".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let fields = generator.subschema_for::<StageField>();
        let others = WITHOUT_EFFECT
            .map(|(name, _, meaning)| json_schema!({"const": name, "description": meaning}));
        let [charinc, timer_next] = others;
        json_schema!({"anyOf": [fields, charinc, timer_next]})
    }
}

//! The fields of actors, with their names and descriptions in scenes.

use scumm_engine::{ActorField, names};
use serde_json::{Map, Value as Json};

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

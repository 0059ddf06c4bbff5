//! JSON Schemas of scenes and of the lines that a run prints, for other engines and for editors.

use scumm_engine::MAX_ACTOR;
use scumm_room::{Platform, Render, SCALE_SLOTS};
use serde_json::{Map, Value as Json, json};

use super::field::Field;
use super::op::Op;
use super::operand::{Kind, integer, names};
use super::setup::Scene;
use super::var::Var;

/// The edition of JSON Schema that is written.
const EDITION: &str = "https://json-schema.org/draft/2020-12/schema";

impl Scene {
    /// The JSON Schema of scenes. What depends on two places at once, such as a costume that an actor wears and the table that has
    /// it, is beyond a schema: only [`Scene::parse`] knows.
    #[must_use]
    pub fn schema() -> Json {
        let steps: Vec<Json> = Op::schemas().into_iter().flat_map(|(name, forms)| step(name, &forms)).collect();
        let mut schema = table(scene_keys(), &[]);
        if let Some(schema) = schema.as_object_mut() {
            schema.insert("$schema".to_owned(), EDITION.into());
            schema.insert("title".to_owned(), "A scene".into());
            schema.insert("$defs".to_owned(), json!({"step": {"anyOf": steps}}));
        }
        schema
    }
}

impl super::Line {
    /// The JSON Schema of a line.
    #[must_use]
    pub fn schema() -> Json {
        // What a line leaves out when it is written need not be there.
        let settings = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
        settings.into_generator().into_root_schema_for::<Self>().to_value()
    }
}

/// The forms of a step.
fn step(name: &str, forms: &[Vec<Json>]) -> Vec<Json> {
    let form = |operands: &Vec<Json>| {
        let items: Vec<Json> = std::iter::once(json!({"const": name})).chain(operands.iter().cloned()).collect();
        json!({"type": "array", "minItems": items.len(), "prefixItems": items, "items": false})
    };
    forms.iter().map(form).collect()
}

/// A table with these keys and no others.
fn table(keys: Vec<(&'static str, Json)>, required: &[&str]) -> Json {
    let properties: Map<String, Json> = keys.into_iter().map(|(key, schema)| (key.to_owned(), schema)).collect();
    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}

/// A table whose keys are numbers.
fn numbered(value: Json) -> Json {
    json!({"type": "object", "patternProperties": {"^[0-9]+$": value}, "additionalProperties": false})
}

fn list(item: Json) -> Json {
    json!({"type": "array", "items": item})
}

fn either(schemas: &[Json]) -> Json {
    json!({"anyOf": schemas})
}

/// The keys of a scene, as [`Scene::parse`] reads them.
fn scene_keys() -> Vec<(&'static str, Json)> {
    let (file, flag) = (String::schema, bool::schema);
    vec![
        ("name", String::schema()),
        ("version", integer(0, 8)),
        ("he", integer(60, 100)),
        ("old256", flag()),
        ("ega", flag()),
        ("platform", names(&Platform::ALL)),
        ("render", names(&Render::ALL)),
        ("game", String::schema()),
        ("screens", <[u16; 2]>::schema()),
        ("camera", <[i32; 2]>::schema()),
        ("lights", u16::schema()),
        ("seed", i64::schema()),
        ("default_palette", flag()),
        ("demo", flag()),
        ("nes_classic", flag()),
        ("costume_set", u8::schema()),
        ("palette", file()),
        ("shadow_palette", file()),
        ("room_palette", file()),
        ("remp", file()),
        ("he_palettes", file()),
        ("custom_scale_table", file()),
        ("images", numbered(file())),
        ("vars", Var::table_schema()),
        ("room", room()),
        ("data", table(vec![("path", file()), ("room", u16::schema())], &["path"])),
        ("costumes", numbered(either(&[file(), u16::schema()]))),
        ("actors", list(actor())),
        ("steps", list(json!({"$ref": "#/$defs/step"}))),
        ("cycle_jiffies", u16::schema()),
        ("trace_ticks", flag()),
        ("all_limbs", flag()),
        ("no_state", flag()),
        ("lines", json!({"enum": ["all", "ticks"]})),
        ("state_every", integer(1, u32::MAX)),
        ("known_failure", String::schema()),
    ]
}

/// The room: with a resource, or a picture.
fn room() -> Json {
    let file = String::schema;
    let corners = ["ul", "ur", "lr", "ll"];
    let byte = u8::schema;
    let others = [("mask", byte()), ("flags", byte()), ("scale", u16::schema()), ("slot", integer(0, SCALE_SLOTS))];
    let walk_box = table([corners.map(|key| (key, <[i16; 2]>::schema())), others].concat(), &corners);
    let points = ["x1", "y1", "s1", "x2", "y2", "s2"].map(|key| (key, i32::schema()));
    let slot = table([vec![("slot", integer(1, SCALE_SLOTS))], points.to_vec()].concat(), &["slot"]);
    table(
        vec![
            ("width", integer(8, u16::MAX)),
            ("height", integer(1, u16::MAX)),
            ("background", either(&[file(), u8::schema()])),
            ("zplanes", list(file())),
            ("num_z", integer(1, 8)),
            ("boxes", list(walk_box)),
            ("boxmatrix", either(&[file(), Vec::<u8>::schema()])),
            ("scale_slots", list(slot)),
            ("objects", numbered(u8::schema())),
            ("object_classes", numbered(u8::schema())),
            ("resource", file()),
            ("image", file()),
            ("scripts", file()),
            ("object_names", json!({"type": "object", "additionalProperties": u16::schema()})),
        ],
        &[],
    )
}

/// An actor with its fields; two of them are for the step `set` only.
fn actor() -> Json {
    let stored = || Field::schemas().into_iter().filter(|(name, _)| !["room", "need_redraw"].contains(name));
    let mut keys = vec![
        ("id", integer(1, MAX_ACTOR)),
        ("costume", u16::schema()),
        ("x", i32::schema()),
        ("y", i32::schema()),
        ("facing", i32::schema()),
        ("visible", bool::schema()),
        ("room", u16::schema()),
        ("palette", numbered(u8::schema())),
        ("anim_vars", numbered(i16::schema())),
        ("post", table(stored().collect(), &[])),
    ];
    keys.extend(stored());
    table(keys, &["id"])
}

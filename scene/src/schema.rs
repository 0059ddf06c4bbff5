//! JSON Schemas of scenes and of the lines that a run prints, for other engines and for editors.

use scumm_engine::MAX_ACTOR;
use scumm_room::{Platform, Render, SCALE_SLOTS};
use serde_json::{Map, Value as Json, json};

use super::field::Field;
use super::op::Op;
use super::operand::{Kind, described, integer, names};
use super::setup::Scene;
use super::var::Var;

/// The edition of JSON Schema that is written.
const EDITION: &str = "https://json-schema.org/draft/2020-12/schema";

impl Scene {
    /// The JSON Schema of scenes. What depends on two places at once, such as a costume that an actor wears and the table that has
    /// it, is beyond a schema: only [`Scene::parse`] knows.
    #[must_use]
    pub fn schema() -> Json {
        let steps: Vec<Json> =
            Op::schemas().into_iter().flat_map(|(name, meaning, forms)| step(name, meaning, &forms)).collect();
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
fn step(name: &str, meaning: &str, forms: &[Vec<Json>]) -> Vec<Json> {
    let form = |operands: &Vec<Json>| {
        let items: Vec<Json> = std::iter::once(json!({"const": name})).chain(operands.iter().cloned()).collect();
        described(meaning, json!({"type": "array", "minItems": items.len(), "prefixItems": items, "items": false}))
    };
    forms.iter().map(form).collect()
}

/// A key of a table: its name, what it means, what may stand there.
type Key = (&'static str, &'static str, Json);

/// A table with these keys and no others.
fn table(keys: Vec<Key>, required: &[&str]) -> Json {
    let described = |(key, meaning, schema): Key| (key.to_owned(), described(meaning, schema));
    let properties: Map<String, Json> = keys.into_iter().map(described).collect();
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
fn scene_keys() -> Vec<Key> {
    let (file, flag) = (String::schema, bool::schema);
    let game = vec![
        ("path", "a folder or an index file, relative to the scene, or $NAME for a place that each user has", file()),
        ("room", "the room that is played; 0: the scene goes from room to room (Y1)", u16::schema()),
    ];
    vec![
        ("name", "free text", String::schema()),
        ("version", "SCUMM version; 5 where nothing is said", integer(0, 8)),
        ("he", "Humongous sub-version", integer(60, 100)),
        ("old256", "version 3 with 256 colours", flag()),
        ("ega", "version 4 with 16 colours", flag()),
        ("platform", "the machine; dos where nothing is said", names(&Platform::ALL)),
        ("render", "the display of a game of versions 1 to 4", names(&Render::ALL)),
        ("game", "the game's id where a rule depends on it", String::schema()),
        (
            "screens",
            "first line of the stage's band on the screen, and the line behind its last (G1)",
            <[u16; 2]>::schema(),
        ),
        ("camera", "centre of the view in room pixels", <[i32; 2]>::schema()),
        ("lights", "the lights variable; 11 where nothing is said (C54)", u16::schema()),
        ("seed", "seed of the random numbers; 1 where nothing is said", i64::schema()),
        ("default_palette", "without a palette the colours start as the game's own (P12)", flag()),
        ("demo", "version 0: the demo, whose actors differ a little (V41, V77)", flag()),
        ("nes_classic", "the Nintendo: the second column of its palette (Q28)", flag()),
        ("costume_set", "the Nintendo: the costume set in force (Q12)", u8::schema()),
        ("palette", "a file of 768 bytes, RGB", file()),
        ("shadow_palette", "a file of 256 bytes, from version 7 on 2048 (C51, A61)", file()),
        ("room_palette", "a file of 256 bytes, the room's colour remap (S9)", file()),
        ("remp", "a file: HE70's remap of 256 bytes (A50)", file()),
        ("he_palettes", "a file: HE99's 17 palette slots of 1024 bytes (A50)", file()),
        ("custom_scale_table", "a file of 768 bytes in place of the scale table of versions 7 and 8 (A63)", file()),
        ("images", "resources with a blend table of 65536 bytes in a chunk XMAP, by number (A61)", numbered(file())),
        ("vars", "script variables that rules mention", Var::table_schema()),
        ("room", "the room: a resource, or a picture", room()),
        ("data", "the game that rooms and costumes come from", table(game, &["path"])),
        ("costumes", "by number: a raw resource with its header, or its number in the game of data", {
            numbered(either(&[file(), u16::schema()]))
        }),
        ("actors", "the actors at the beginning", list(actor())),
        ("steps", "what happens, one after the other", list(json!({"$ref": "#/$defs/step"}))),
        ("cycle_jiffies", "jiffies that pass for the room's colour cycles after each frame (R11)", u16::schema()),
        ("trace_ticks", "0: a tick prints its last frame only", flag()),
        ("all_limbs", "1: limbs that were never set are printed, too", flag()),
        ("no_state", "1: lines have checksums only", flag()),
        ("lines", "ticks: only steps that play a frame print a line", json!({"enum": ["all", "ticks"]})),
        ("state_every", "lines tell of actors only after every so many frames", integer(1, u32::MAX)),
        ("known_failure", "why the scene is known to differ from its lines", String::schema()),
    ]
}

/// The room: with a resource, or a picture.
fn room() -> Json {
    let file = String::schema;
    let corners = [
        ("ul", "upper left corner"),
        ("ur", "upper right corner"),
        ("lr", "lower right corner"),
        ("ll", "lower left corner"),
    ];
    let mask = || ("mask", "the plane that hides actors in it (M5)", u8::schema());
    let others = [
        mask(),
        ("flags", "its flags (B1)", u8::schema()),
        ("scale", "its scale, or 0x8000 and a scale slot less 1 (T62)", u16::schema()),
        ("slot", "version 8: its scale slot (T63)", integer(0, SCALE_SLOTS)),
    ];
    let any_corner = corners.map(|(key, meaning)| (key, meaning, <[i16; 2]>::schema()));
    let walk_box = table([any_corner.as_slice(), &others].concat(), &corners.map(|(key, _)| key));
    let [upper, _, lower, _] = corners.map(|(key, meaning)| (key, meaning, <[u8; 2]>::schema()));
    let v0_box = table(vec![upper, lower, mask()], &["ul", "lr"]);
    let points = [
        ("x1", "column of its first end"),
        ("y1", "line of its first end"),
        ("s1", "scale there"),
        ("x2", "column of its second end"),
        ("y2", "line of its second end"),
        ("s2", "scale there"),
    ];
    let points = points.map(|(key, meaning)| (key, meaning, i32::schema()));
    let slot = table([vec![("slot", "its number", integer(1, SCALE_SLOTS))], points.to_vec()].concat(), &["slot"]);
    table(
        vec![
            ("number", "version 0: the room's number (V43)", integer(1, u8::MAX)),
            ("width", "columns of the picture", integer(8, u16::MAX)),
            ("height", "lines of the picture", integer(1, u16::MAX)),
            ("background", "a file of palette indices row by row, or one colour", either(&[file(), u8::schema()])),
            ("zplanes", "files of planes 1, 2 …: a bit a pixel, bit 7 leftmost, 1 hides actors (M2)", list(file())),
            ("num_z", "number of planes with plane 0 (M3)", integer(1, 8)),
            ("boxes", "walk boxes in place of the room's own (B1); in version 0 with two corners", {
                list(either(&[walk_box, v0_box]))
            }),
            ("boxmatrix", "the stored box matrix (B3): a file or its bytes", either(&[file(), Vec::<u8>::schema()])),
            ("scale_slots", "scale slots (T64)", list(slot)),
            ("objects", "states of the room's objects by their numbers (O4)", numbered(u8::schema())),
            ("object_classes", "a class of each of some objects, by their numbers (O6)", numbered(u8::schema())),
            ("resource", "a file with the raw ROOM block", file()),
            ("image", "HE70 and later: a file with the RMIM resource", file()),
            ("scripts", "version 8: a file with the RMSC resource", file()),
            ("object_names", "version 8: numbers of objects by their names", {
                json!({"type": "object", "additionalProperties": u16::schema()})
            }),
        ],
        &[],
    )
}

/// An actor with its fields; two of them are for the step `set` only.
fn actor() -> Json {
    let stored = || Field::schemas().into_iter().filter(|(name, ..)| !["room", "need_redraw"].contains(name));
    let mut keys = vec![
        ("id", "its number", integer(1, MAX_ACTOR)),
        ("costume", "the number of its costume, 0 for none", u16::schema()),
        ("x", "column of the room", i32::schema()),
        ("y", "line of the room", i32::schema()),
        ("facing", "degrees clockwise from north; stores targetFacing, too; 180 where nothing is said", i32::schema()),
        ("visible", "whether it is shown; 1 where nothing is said", bool::schema()),
        ("room", "the number of its room; without it the current one", u16::schema()),
        ("palette", "its own colours by slot (C52)", numbered(u8::schema())),
        ("anim_vars", "animation variables that are set after the costume is put on", numbered(i16::schema())),
        ("post", "fields that are stored last", table(stored().collect(), &[])),
    ];
    keys.extend(stored());
    table(keys, &["id"])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Line;

    /// Where keys and steps without a description are.
    fn undescribed(at: &str, schema: &Json, found: &mut Vec<String>) {
        let Some(schema) = schema.as_object() else { return };
        for (name, value) in schema {
            let place = format!("{at}/{name}");
            let is_table = ["properties", "$defs"].contains(&name.as_str());
            if let (true, Some(keys)) = (is_table, value.as_object()) {
                for (key, schema) in keys {
                    let is_told = schema.get("description").is_some_and(|text| text != "")
                        || schema.get("anyOf").is_some_and(|_| name == "$defs");
                    if !is_told {
                        found.push(format!("{place}/{key}"));
                    }
                    undescribed(&format!("{place}/{key}"), schema, found);
                }
            } else if let Some(items) = value.as_array() {
                items.iter().enumerate().for_each(|(i, item)| undescribed(&format!("{place}/{i}"), item, found));
            } else {
                undescribed(&place, value, found);
            }
        }
        if schema.contains_key("prefixItems") && !schema.contains_key("description") {
            found.push(at.to_owned());
        }
    }

    #[test]
    fn both_schemas_say_what_every_key_means() {
        let mut found = Vec::new();
        undescribed("scene", &Scene::schema(), &mut found);
        undescribed("line", &Line::schema(), &mut found);
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
}

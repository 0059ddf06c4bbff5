//! JSON Schemas of scenes and of the lines that a run prints, for other engines and for editors.

use serde_json::{Value as Json, json};

use super::op::Op;
use super::operand::{Kind, described};
use super::setup::Scene;

/// The edition of JSON Schema that is written.
const EDITION: &str = "https://json-schema.org/draft/2020-12/schema";

impl Scene {
    /// The JSON Schema of scenes. What depends on two places at once, such as a costume that an actor wears and the table that has
    /// it, is beyond a schema: only [`Scene::parse`] knows.
    #[must_use]
    pub fn schema() -> Json {
        let steps: Vec<Json> = Op::schemas()
            .into_iter()
            .flat_map(|(name, meaning, forms)| step(name, meaning, &forms))
            .collect();
        let mut schema = <Self as Kind>::schema();
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
        settings
            .into_generator()
            .into_root_schema_for::<Self>()
            .to_value()
    }
}

/// The forms of a step.
fn step(name: &str, meaning: &str, forms: &[Vec<Json>]) -> Vec<Json> {
    let form = |operands: &Vec<Json>| {
        let items: Vec<Json> = std::iter::once(json!({"const": name}))
            .chain(operands.iter().cloned())
            .collect();
        described(
            meaning,
            json!({"type": "array", "minItems": items.len(), "prefixItems": items, "items": false}),
        )
    };
    forms.iter().map(form).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Line;

    /// Where keys and steps without a description are.
    fn undescribed(at: &str, schema: &Json, found: &mut Vec<String>) {
        let Some(schema) = schema.as_object() else {
            return;
        };
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
                items
                    .iter()
                    .enumerate()
                    .for_each(|(i, item)| undescribed(&format!("{place}/{i}"), item, found));
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

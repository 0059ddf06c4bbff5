//! JSON Schemas of scenes and of the lines that a run prints, for other engines and for editors.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use scumm_engine::{Operation, is_same_variant, names, operands};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::derived::{schema_of, text, variants_of};
use super::fields::{described_fields, names_of};
use super::setup::Scene;
use super::step::{SceneStep, Step};

impl Scene {
    /// Returns the JSON Schema of scenes. A schema cannot describe conditions that concern two
    /// places, for example that an actor's costume is in the table of costumes. Only
    /// [`Scene::parse`] checks such conditions.
    #[must_use]
    pub fn schema() -> Json {
        let mut steps = Vec::new();
        for step in described_steps::<Operation>() {
            if step.name == "set" {
                steps.extend(store_steps(&step));
            } else {
                steps.extend(step.forms::<Operation>());
            }
        }
        for step in described_steps::<SceneStep>() {
            steps.extend(step.forms::<SceneStep>());
        }
        let mut schema = schema_of::<Self>();
        schema.insert("title".to_owned(), "A scene".into());
        schema.insert("$defs".to_owned(), json!({"step": {"anyOf": steps}}));
        schema.to_value()
    }
}

impl super::Line {
    /// Returns the JSON Schema of a line.
    #[must_use]
    pub fn schema() -> Json {
        // A key that a written line may omit is optional.
        let settings = SchemaSettings::draft2020_12().for_serialize();
        settings
            .into_generator()
            .into_root_schema_for::<Self>()
            .to_value()
    }
}

impl JsonSchema for Step {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Step".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"$ref": "#/$defs/step"})
    }
}

/// A step as described by the derived schema of its enum.
pub(super) struct DescribedStep {
    /// The primary name of the step.
    pub name: String,
    meaning: String,
    /// The operands, in the order of a scene.
    operands: Vec<Operand>,
}

struct Operand {
    name: &'static str,
    schema: Json,
    is_required: bool,
}

/// Returns the steps of an enum. Their names and descriptions come from the derived schema. The
/// order of the operands comes from the derived deserializer, because a schema has no order.
pub(super) fn described_steps<T>() -> Vec<DescribedStep>
where
    T: JsonSchema + for<'de> Deserialize<'de>,
{
    let mut steps = Vec::new();
    for form in variants_of::<T>() {
        let variant = form.get("properties").and_then(Json::as_object);
        let Some((name, table)) = variant.and_then(|variant| variant.iter().next()) else {
            continue;
        };
        let required = table.get("required").and_then(Json::as_array);
        let is_required = |operand: &str| required.is_some_and(|all| all.contains(&operand.into()));
        let schemas = table.get("properties");
        let mut found = Vec::new();
        for operand in operands::<T>(name) {
            let schema = schemas.and_then(|schemas| schemas.get(*operand));
            found.push(Operand {
                name: operand,
                schema: schema.cloned().unwrap_or_default(),
                is_required: is_required(operand),
            });
        }
        steps.push(DescribedStep {
            name: name.clone(),
            meaning: text(&form, "description").to_owned(),
            operands: found,
        });
    }
    steps
}

impl DescribedStep {
    /// Returns the forms of the step for the documentation, with and without optional operands: its
    /// name and the names of its operands.
    #[cfg(test)]
    pub fn usages(&self) -> Vec<Vec<&str>> {
        let mut usages = Vec::new();
        for count in self.least()..=self.operands.len() {
            let operands = self.operands.iter().take(count);
            let mut usage = vec![self.name.as_str()];
            usage.extend(operands.map(|operand| operand.name));
            usages.push(usage);
        }
        usages
    }

    /// Returns the number of required operands.
    fn least(&self) -> usize {
        let required = self.operands.iter().filter(|operand| operand.is_required);
        required.count()
    }

    /// Returns all names of the step.
    pub fn names<T: for<'de> Deserialize<'de>>(&self) -> Vec<&'static str> {
        let all = names::<T>().iter().copied();
        all.filter(|name| *name == self.name || is_same_variant::<T>(name, &self.name))
            .collect()
    }

    /// Returns the schemas of the step, one for each number of operands.
    fn forms<T: for<'de> Deserialize<'de>>(&self) -> Vec<Json> {
        let names = self.names::<T>();
        let mut usage = vec![self.name.as_str()];
        usage.extend(self.operands.iter().map(|operand| operand.name));
        let meaning = format!("{}: {}", usage.join(" "), self.meaning);
        let mut forms = Vec::new();
        for count in self.least()..=self.operands.len() {
            let mut items = vec![json!({"enum": names})];
            for operand in self.operands.iter().take(count) {
                items.push(operand.schema.clone());
            }
            forms.push(list(&items, &meaning));
        }
        forms
    }
}

/// Returns the schema of a list with exactly these items.
fn list(items: &[Json], meaning: &str) -> Json {
    json!({
        "type": "array", "minItems": items.len(), "prefixItems": items, "items": false,
        "description": meaning,
    })
}

/// Returns the forms of the step `set`: one for each field, with the schema of the field's values.
fn store_steps(step: &DescribedStep) -> Vec<Json> {
    let Some(actor) = step.operands.first() else {
        return Vec::new();
    };
    let mut forms = Vec::new();
    for (field, name, meaning) in described_fields() {
        let items = [
            json!({"const": step.name}),
            actor.schema.clone(),
            json!({"enum": names_of(field)}),
            field.value_schema().to_value(),
        ];
        forms.push(list(&items, &format!("set actor {name} value: {meaning}")));
    }
    forms
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Line;

    /// Adds the places of all keys and steps without a description to `found`.
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

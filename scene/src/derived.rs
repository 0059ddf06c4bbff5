//! Derived JSON Schemas, adapted to the rules of scenes.

use schemars::generate::SchemaSettings;
use schemars::transform::transform_subschemas;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value as Json};

/// Returns the schema of the values that are read as a `T`. Common schemas are repeated in each
/// place, instead of being listed in a table.
pub fn schema_of<T: JsonSchema>() -> Schema {
    let settings =
        SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    adapt(&mut schema);
    schema
}

/// Returns the schemas of the variants of an enum.
pub fn variants_of<T: JsonSchema>() -> Vec<Json> {
    match schema_of::<T>().remove("oneOf") {
        Some(Json::Array(variants)) => variants,
        _ => Vec::new(),
    }
}

/// Returns a text of a schema, or an empty string.
pub fn text<'s>(schema: &'s Json, key: &str) -> &'s str {
    schema.get(key).and_then(Json::as_str).unwrap_or_default()
}

/// Adapts a schema to scenes: removes `null`, adds limits to numbers, and joins descriptions into
/// one line.
fn adapt(schema: &mut Schema) {
    transform_subschemas(&mut adapt, schema);
    let Some(keys) = schema.as_object_mut() else {
        return;
    };
    remove_null(keys);
    add_limits(keys);
    if let Some(Json::String(text)) = keys.get_mut("description") {
        *text = text.replace('\n', " ");
    }
}

/// Removes the form `null`, because a scene leaves out an optional value.
fn remove_null(keys: &mut Map<String, Json>) {
    if keys.get("default").is_some_and(Json::is_null) {
        keys.remove("default");
    }
    if let Some(Json::Array(types)) = keys.get_mut("type") {
        types.retain(|kind| kind != "null");
        if let [only] = &types[..] {
            let only = only.clone();
            keys.insert("type".to_owned(), only);
        }
    }
    let other = keys.get("anyOf").and_then(form_beside_null);
    if let Some(Json::Object(form)) = other {
        keys.remove("anyOf");
        keys.extend(form);
    }
}

/// Returns the form of a value whose only other form is `null`.
fn form_beside_null(forms: &Json) -> Option<Json> {
    match forms.as_array()?.as_slice() {
        [form, null] if null["type"] == "null" => Some(form.clone()),
        _ => None,
    }
}

/// Replaces the names of Rust's number types by limits.
fn add_limits(keys: &mut Map<String, Json>) {
    let format = keys.remove("format");
    let limits: (i64, i64) = match format.as_ref().and_then(Json::as_str) {
        Some("int32") => (i32::MIN.into(), i32::MAX.into()),
        Some("uint32") => (0, u32::MAX.into()),
        Some("int64") => (i64::MIN, i64::MAX),
        // Shorter types already have limits.
        _ => return,
    };
    let (min, max) = limits;
    keys.insert("minimum".to_owned(), min.into());
    keys.insert("maximum".to_owned(), max.into());
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Values of several types.
    #[derive(JsonSchema)]
    #[allow(dead_code, reason = "the test reads only the type's schema")]
    struct Values {
        /// An optional number.
        number: Option<i32>,
    }

    #[test]
    fn a_schema_has_no_null_and_numbers_have_limits() {
        let schema = schema_of::<Values>().to_value();
        assert_eq!(schema["description"], "Values of several types.");
        let number = json!({
            "description": "An optional number.", "type": "integer",
            "minimum": i32::MIN, "maximum": i32::MAX,
        });
        assert_eq!(schema["properties"]["number"], number);
    }
}

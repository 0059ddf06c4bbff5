//! The text of a scene as values, and the text of generated scenes in a readable layout.

use std::path::Path;

use anyhow::{Context, Result};
use serde_json::{Map, Value};

/// The first keys of a scene in reading order; other keys follow.
const ORDER: [&str; 9] = [
    "name", "version", "he", "game", "platform", "data", "screens", "room", "costumes",
];

/// Reads the text of a scene. The extension of `path` selects the format.
///
/// # Errors
/// Returns an error if the text does not have this format or is not a table.
pub fn values(path: &Path, text: &str) -> Result<Map<String, Value>> {
    let shown = || path.display().to_string();
    Ok(if is_toml(path) {
        ::toml::from_str(text).with_context(shown)?
    } else {
        serde_json::from_str(text).with_context(shown)?
    })
}

/// The keys whose items are written on separate lines.
const LISTS: [&str; 2] = ["actors", "steps"];

/// The number of characters from which a value of the scene is written on several lines.
const WIDE: usize = 140;

/// Returns the keys of a scene with their values in reading order.
fn ordered(scene: &Map<String, Value>) -> impl Iterator<Item = (&String, &Value)> {
    let place = |key: &str| {
        ORDER
            .iter()
            .position(|known| *known == key)
            .unwrap_or(ORDER.len())
    };
    let mut keys: Vec<_> = scene.iter().collect();
    keys.sort_by_key(|(key, _)| (LISTS.contains(&key.as_str()), place(key), *key));
    keys.into_iter()
}

/// Writes a scene in the format of the file `path`.
pub fn write(path: &Path, scene: &Map<String, Value>) -> String {
    if is_toml(path) {
        toml(scene)
    } else {
        json(scene)
    }
}

fn is_toml(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "toml")
}

/// Writes a scene as TOML.
pub fn toml(scene: &Map<String, Value>) -> String {
    let line = |(key, value): (&String, &Value)| {
        format!(
            "{} = {}\n",
            name(key),
            spread(value, LISTS.contains(&key.as_str()))
        )
    };
    ordered(scene).map(line).collect()
}

/// Writes a scene as JSON: a line for each key, each actor and each step.
pub fn json(scene: &Map<String, Value>) -> String {
    let line = |(key, value): (&String, &Value)| match value {
        Value::Array(items) if !items.is_empty() && LISTS.contains(&key.as_str()) => {
            let items: Vec<String> = items.iter().map(|item| format!("    {item}")).collect();
            format!(
                "  {}: [\n{}\n  ]",
                Value::from(key.as_str()),
                items.join(",\n")
            )
        }
        _ => format!("  {}: {value}", Value::from(key.as_str())),
    };
    format!(
        "{{\n{}\n}}\n",
        ordered(scene).map(line).collect::<Vec<_>>().join(",\n")
    )
}

/// The keys of a scene below which every string is the name of a file.
const FILES: [&str; 10] = [
    "costumes",
    "custom_scale_table",
    "data",
    "he_palettes",
    "images",
    "palette",
    "remp",
    "room",
    "room_palette",
    "shadow_palette",
];

/// Changes the names of files in a scene. `enter` is the only step with the name of a file (Q22).
pub fn change_files(scene: &mut Map<String, Value>, change: &impl Fn(&mut String)) {
    for (key, value) in scene {
        if FILES.contains(&key.as_str()) {
            change_texts(value, change);
        } else if key == "steps" {
            let enters = value
                .as_array_mut()
                .into_iter()
                .flatten()
                .filter(|step| step[0] == "enter");
            enters
                .filter_map(|step| step.get_mut(1))
                .for_each(|file| change_texts(file, change));
        }
    }
}

/// Changes every string in a value at any depth.
fn change_texts(value: &mut Value, change: &impl Fn(&mut String)) {
    match value {
        Value::String(text) => change(text),
        Value::Array(items) => items.iter_mut().for_each(|item| change_texts(item, change)),
        Value::Object(table) => table
            .values_mut()
            .for_each(|item| change_texts(item, change)),
        _ => {}
    }
}

/// Writes a value on several lines if it is a list of steps or wide.
fn spread(value: &Value, always: bool) -> String {
    let plain = inline(value);
    match value {
        Value::Array(items) if !items.is_empty() && (always || plain.len() > WIDE) => {
            let items: String = items
                .iter()
                .map(|item| format!("    {},\n", inline(item)))
                .collect();
            format!("[\n{items}]")
        }
        _ => plain,
    }
}

fn inline(value: &Value) -> String {
    match value {
        Value::Array(items) => format!(
            "[{}]",
            items.iter().map(inline).collect::<Vec<_>>().join(", ")
        ),
        Value::Object(table) if table.is_empty() => "{}".to_owned(),
        Value::Object(table) => {
            let pairs = table
                .iter()
                .map(|(key, value)| format!("{} = {}", name(key), inline(value)));
            format!("{{ {} }}", pairs.collect::<Vec<_>>().join(", "))
        }
        // Strings, numbers and booleans are written in the same way in JSON and TOML, except the
        // character DEL, which TOML requires to be escaped.
        other => other.to_string().replace('\u{7f}', "\\u007f"),
    }
}

/// Writes a key, in quotes if necessary.
fn name(key: &str) -> String {
    let bare = !key.is_empty()
        && key
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
    if bare {
        key.to_owned()
    } else {
        inline(&Value::from(key))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let scene = json!({
            "steps": [["tick", 3], ["set", 1, "sounds", [1, 2]], ["shadow_set", 0, [1, 2, 3]]],
            "data": {"path": "$A \"b\" \u{7f}\n", "room": 7}, "costumes": {"1": 5, "é": 2}, "no_state": true,
            "actors": [{"id": 1, "post": {"scale": [9, -9]}}], "room": {}, "camera": [], "version": 5,
        });
        let Value::Object(table) = &scene else {
            unreachable!()
        };
        let text = toml(table);
        assert_eq!(::toml::from_str::<Value>(&text).unwrap(), scene, "{text}");
        let spelled = json(table);
        assert_eq!(
            serde_json::from_str::<Value>(&spelled).unwrap(),
            scene,
            "{spelled}"
        );
        assert!(
            spelled.starts_with("{\n  \"version\": 5,\n  \"data\": {"),
            "{spelled}"
        );
        assert!(spelled.ends_with("  \"steps\": [\n    [\"tick\",3],\n    [\"set\",1,\"sounds\",[1,2]],\n    [\"shadow_set\",0,[1,2,3]]\n  ]\n}\n"));
        assert!(text.starts_with("version = 5\ndata = { "), "{text}");
        assert!(text.ends_with("steps = [\n    [\"tick\", 3],\n    [\"set\", 1, \"sounds\", [1, 2]],\n    [\"shadow_set\", 0, [1, 2, 3]],\n]\n"));
    }
}

//! Formats the text of a source for human readers: lists of numbers on lines, a cel on each line,
//! and no default values.

use std::collections::HashMap;

use anyhow::Result;
use scumm_media::text::joined;
use toml::{Table, Value};

use crate::build::text::{CostumeFile, CostumeKind};
use crate::chores::EIGHT_DIRECTIONS;

/// Returns the text of a costume's source with comments.
///
/// # Errors
/// Returns an error if the source cannot be serialised, which no known costume causes.
pub fn text(file: &CostumeFile) -> Result<String> {
    let mut text = "# A disassembled costume; docs/sources.md explains this format.\n".to_owned();
    for (key, value) in Table::try_from(file)?
        .iter()
        .filter(|(_, value)| is_said(value))
    {
        let comment = comment(file, key);
        text += &match (key.as_str(), value) {
            ("limb" | "anim", Value::Array(tables)) => {
                let tables = tables.iter().filter_map(Value::as_table);
                tables
                    .map(|table| format!("\n[[{key}]]\n{}", lines(file, table)))
                    .collect()
            }
            (_, Value::Table(table)) => format!("\n{comment}[{key}]\n{}", lines(file, table)),
            ("commands" | "cels", _) => {
                format!("\n{comment}{key} = {}\n", written(file, key, value))
            }
            _ => format!("{comment}{key} = {}\n", written(file, key, value)),
        };
    }
    Ok(text)
}

/// Returns whether a value differs from the default.
fn is_said(value: &Value) -> bool {
    match value {
        Value::Boolean(on) => *on,
        Value::String(text) => !text.is_empty(),
        Value::Array(values) => !values.is_empty(),
        Value::Table(table) => table.values().any(is_said),
        _ => true,
    }
}

fn lines(file: &CostumeFile, table: &Table) -> String {
    // A direction without limbs is an animation that changes no limb. It differs from a direction
    // without an animation.
    let is_direction = |key: &str| EIGHT_DIRECTIONS.contains(&key);
    let said = table
        .iter()
        .filter(|(key, value)| is_said(value) || is_direction(key));
    said.map(|(key, value)| {
        format!(
            "{}{key} = {}\n",
            comment(file, key),
            written(file, key, value)
        )
    })
    .collect()
}

fn written(file: &CostumeFile, key: &str, value: &Value) -> String {
    match value {
        Value::String(text) if text.contains('\n') => format!("'''\n{text}'''"),
        Value::Array(all) if key == "cels" => format!("[\n{}]", cels(file, all)),
        Value::Array(values) => {
            let one = |value: &Value| match value {
                Value::Integer(word) if key == "conditions" => format!("{word:#010x}"),
                value => value.to_string(),
            };
            let columns = if values.iter().all(Value::is_integer) {
                16
            } else {
                8
            };
            let values: Vec<String> = values.iter().map(one).collect();
            let lines: String = values
                .chunks(columns)
                .map(|line| format!("  {},\n", line.join(", ")))
                .collect();
            if values.len() <= columns {
                format!("[{}]", values.join(", "))
            } else {
                format!("[\n{lines}]")
            }
        }
        Value::Table(table) => {
            // Shorter keys come first, so that `limb10` comes after `limb9`.
            let mut fields: Vec<_> = table.iter().collect();
            fields.sort_by_key(|(key, _)| key.len());
            inline(fields)
        }
        value => value.to_string(),
    }
}

fn inline<'t>(fields: impl IntoIterator<Item = (&'t String, &'t Value)>) -> String {
    let said = fields.into_iter().filter(|(_, value)| is_said(value));
    let fields = joined(said.map(|(key, value)| format!("{key} = {value}")), ", ");
    if fields.is_empty() {
        "{}".to_owned()
    } else {
        format!("{{ {fields} }}")
    }
}

/// Formats the cels, each with its number as a comment, and with the number of the cel that has the
/// same PNG first.
fn cels(file: &CostumeFile, all: &[Value]) -> String {
    let label = if file.kind == CostumeKind::Cost {
        "c"
    } else {
        ""
    };
    let mut owners = HashMap::new();
    let mut text = String::new();
    for (number, cel) in all.iter().enumerate() {
        let owner = cel
            .get("file")
            .and_then(Value::as_str)
            .map(|file| *owners.entry(file).or_insert(number));
        let shared = owner.filter(|&owner| owner < number);
        let shared = shared.map_or_else(String::new, |owner| {
            format!(", shares the PNG of {owner}: changing it changes both")
        });
        let fields = cel.as_table().map(inline).unwrap_or_default();
        text += &format!("  {fields}, # {label}{number}{shared}\n");
    }
    text
}

/// Returns the comment in front of a key.
fn comment(file: &CostumeFile, key: &str) -> &'static str {
    use CostumeKind::{Cost, Nes, V0};
    let has_shadows = file.png_colours.iter().any(|colour| colour.len() > 6);
    match (file.kind, key) {
        (_, "png_colours") if has_shadows => {
            "# The colours of the PNGs, by which `build` recognises them if an editor reorders a \
             palette.\n\
             # The half transparent colour is screen colour 13: a shadow, invisible until the game \
             sets a shadow table (C51).\n"
        }
        (_, "png_colours") => {
            "# The colours of the PNGs, by which `build` recognises them if an editor reorders a \
             palette.\n"
        }
        (_, "room_colours") => {
            "# All colours of the room, for editors. A picture may use those in `palette` and \
             `png_colours`.\n"
        }
        (_, "layout") => {
            "# The layout of the original; without this table `build` chooses the layout.\n"
        }
        (Cost, "commands") => "# Numbers are pictures of the limb that plays them.\n",
        (V0, "cels") => {
            "# Pixels are twice as wide as high: each is stored twice. Colours are 0 (transparent) \
             to 3.\n"
        }
        (V0, "whole") => {
            "# The parts of this costume overlap, so the block is stored as a whole.\n"
        }
        (V0, "frames") => "# The picture of each frame value.\n",
        (V0, "limbs") => {
            "# The start of the list of sequences of each of eight limbs, the lists, and the \
             sequences of frame values, each ended by 255.\n"
        }
        (V0, "commands") => {
            "# Eight bytes for each command, one for each limb: the sequence, plus 128 to mirror \
             the pictures; 255 for no change.\n"
        }
        (Nes, "nes") => {
            "# The pictures' numbers refer to the sprites that all costumes of a set share.\n"
        }
        (Nes, "animations") => {
            "# Six frames in four directions: the start of a list of pictures, counted from the \
             first byte of this table, and its length.\n"
        }
        (Nes, "pictures") => "# The lists, after the 48 bytes of the table.\n",
        _ => "",
    }
}

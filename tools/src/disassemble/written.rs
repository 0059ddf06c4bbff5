//! Formats the text of a source for human readers: lists of numbers on lines, a cel on each line,
//! and no default values.

use std::collections::HashMap;

use anyhow::Result;
use scumm_media::text::joined;
use toml::{Table, Value};

use crate::build::text::{CostumeFile, CostumeKind};

/// Returns the text of a costume's source with comments.
///
/// # Errors
/// Returns an error if the source cannot be serialised, which no known costume causes.
pub fn text(file: &CostumeFile) -> Result<String> {
    let mut text = "# A costume that was taken apart; docs/sources.md explains it.\n".to_owned();
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
    let said = table.iter().filter(|(_, value)| is_said(value));
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
            // Sorts limb 10 behind limb 9.
            let mut fields: Vec<_> = table.iter().collect();
            fields.sort_by_key(|(key, _)| key.len());
            inline(fields)
        }
        value => value.to_string(),
    }
}

fn inline<'t>(fields: impl IntoIterator<Item = (&'t String, &'t Value)>) -> String {
    let said = fields.into_iter().filter(|(_, value)| is_said(value));
    format!(
        "{{ {} }}",
        joined(said.map(|(key, value)| format!("{key} = {value}")), ", ")
    )
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
            format!(", the PNG of {owner}: a change is one of both")
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
            "# The PNGs' colours: should an editor put them into another order, `build` knows them.\n\
             # The half transparent one is screen colour 13: a shadow, invisible until the game sets a shadow table (C51).\n"
        }
        (_, "png_colours") => {
            "# The PNGs' colours: should an editor put them into another order, `build` knows them.\n"
        }
        (_, "layout") => {
            "# How the original was laid out; without it everything goes where `build` puts it.\n"
        }
        (Cost, "commands") => "# Numbers are pictures of whichever limb plays them.\n",
        (V0, "cels") => {
            "# Pixels are twice as wide as high: each stands twice. Colours are 0 (transparent) to 3.\n"
        }
        (V0, "whole") => "# Its parts overlap, so that it is kept as it is.\n",
        (V0, "frames") => "# The picture of each frame value.\n",
        (V0, "limbs") => {
            "# For each of eight limbs where its list of sequences begins, the lists, and the sequences of frame values, each \
             ended by 255.\n"
        }
        (V0, "commands") => {
            "# Eight bytes a command, one a limb: its sequence, 128 more where pictures are mirrored, 255 for no change.\n"
        }
        (Nes, "nes") => {
            "# What the numbers of pictures show stands in the sprites that all costumes of a set share.\n"
        }
        (Nes, "animations") => {
            "# Six frames in four directions: where a list of pictures begins, counted from this table's first byte, and how many \
             it has.\n"
        }
        (Nes, "pictures") => "# The lists, behind the 48 bytes of the table.\n",
        _ => "",
    }
}

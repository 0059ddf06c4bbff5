//! Tests that each public operation of Rust has a C function, or a stated reason why it has no C
//! function.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The types of the costume crate with operations. The other types are parts of files.
const OF_COSTUMES: [&str; 11] = [
    "Cache",
    "Costume",
    "Damage",
    "Drawn",
    "Host",
    "LimbStates",
    "Look",
    "Renderer",
    "StripLines",
    "StripSet",
    "Target",
];

fn file(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// Features with functions for Rust only: the editing of costumes, and serialization with serde.
const RUST_ONLY: [&str; 3] = [" (edit)", " (serde)", " (schema)"];

/// Returns the functions of a list of public names, with their types.
fn operations(list: &str, of: &dyn Fn(&str) -> bool) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut kind = None;
    let is_rust_only = |line: &str| RUST_ONLY.iter().any(|feature| line.ends_with(feature));
    for line in list.lines().filter(|line| !is_rust_only(line)) {
        if let Some(name) = line.strip_prefix("    fn ") {
            found.extend(kind.map(|kind| format!("{kind}::{name}")));
        } else if !line.starts_with(' ') {
            let (what, name) = line.split_once(' ').unwrap_or_default();
            let is_type =
                ["struct", "enum", "trait"].contains(&what) && !name.contains("::") && of(name);
            kind = is_type.then_some(name);
            found.extend(
                (what == "fn" && !name.contains("::") && of(name)).then(|| name.to_owned()),
            );
        }
    }
    found
}

#[test]
fn each_operation_has_a_function_of_c_or_a_reason() {
    let header = file("include/wardrobe.h");
    let rows = file("tests/completeness.txt");
    let rows: BTreeMap<&str, &str> = rows
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_once(' ').unwrap())
        .collect();
    for (operation, what) in &rows {
        let is_there = what
            .strip_prefix("= ")
            .is_some_and(|function| header.contains(&format!("{function}(")));
        let reason = what
            .strip_prefix("- ")
            .is_some_and(|reason| reason.len() > 10);
        assert!(
            is_there || reason,
            "{operation} {what}: expected a function of the header or a reason"
        );
    }
    let mut all = operations(&file("../../tests/api/scumm-costume.txt"), &|name| {
        OF_COSTUMES.contains(&name)
    });
    all.extend(operations(
        &file("../../tests/api/scumm-engine.txt"),
        &|_| true,
    ));
    assert!(all.len() > 200, "{}", all.len());
    let has_row = |operation: &String| {
        let of_type = operation
            .split_once("::")
            .map(|(kind, _)| format!("{kind}::*"));
        rows.contains_key(operation.as_str())
            || of_type.is_some_and(|all| rows.contains_key(all.as_str()))
    };
    let missing: Vec<_> = all.iter().filter(|operation| !has_row(operation)).collect();
    assert!(
        missing.is_empty(),
        "rows for tests/completeness.txt: {missing:?}"
    );
}

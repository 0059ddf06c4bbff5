//! `lint` and `map` as a user calls them.

use std::fs;

use crate::common::{stdout, wardrobe};
use scumm_tests::repository;
use serde_json::Value;

/// A costume of the demo as a file of its own, with some bytes changed.
fn costume(folder: &std::path::Path, change: impl Fn(&mut Vec<u8>)) -> std::path::PathBuf {
    let demo = repository().join("data/demo/built");
    let out = wardrobe(&[&"extract", &demo, &"--costume", &"1", &"-o", &folder]);
    assert!(out.status.success(), "{out:?}");
    let path = folder.join("costume-001.cost");
    let mut data = fs::read(&path).unwrap();
    change(&mut data);
    fs::write(&path, data).unwrap();
    path
}

#[test]
fn nothing_is_found_in_the_demo() {
    let out = wardrobe(&[&"lint", &repository().join("data/demo/built")]);
    assert_eq!((out.status.code(), stdout(&out).as_str()), (Some(0), "0 errors, 0 warnings, 0 notes\n"));
}

#[test]
fn a_planted_fault_is_found_with_its_place_and_makes_the_exit_code_1() {
    let folder = tempfile::tempdir().unwrap();
    // The first limb's table leads to a picture far outside.
    let path = costume(folder.path(), |data| {
        let table = 2 + usize::from(u16::from_le_bytes([data[0x1c], data[0x1d]]));
        data[table..table + 2].copy_from_slice(&[0xf0, 0xff]);
    });
    let out = wardrobe(&[&"lint", &path, &"--scumm", &"5", &"--json"]);
    let found: Value = serde_json::from_str(&stdout(&out)).unwrap();
    let first = found.as_array().unwrap().iter().find(|f| f["severity"] == "error").unwrap();
    assert_eq!((out.status.code(), first["rule"].as_str()), (Some(1), Some("C30")));
    assert!(first["what"].as_str().unwrap().contains("shows picture 0"), "{first}");
    assert!(first["at"].as_u64().unwrap() > 0);
}

#[test]
fn a_costume_beyond_reading_is_a_finding_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = costume(folder.path(), |data| data[9] = 0x11);
    let out = wardrobe(&[&"lint", &path, &"--scumm", &"5"]);
    assert_eq!(out.status.code(), Some(1));
    assert!(stdout(&out).contains("costume format 0x11"), "{}", stdout(&out));
}

#[test]
fn a_map_has_every_byte_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = costume(folder.path(), |_| ());
    let out = wardrobe(&[&"map", &path, &"--scumm", &"5"]);
    let text = stdout(&out);
    let bytes: Vec<u8> = text
        .lines()
        .filter(|line| !line.contains("without an owner"))
        .flat_map(|line| {
            line[8..].chars().take(48).collect::<String>().split_whitespace().map(str::to_owned).collect::<Vec<_>>()
        })
        .map(|byte| u8::from_str_radix(&byte, 16).unwrap())
        .collect();
    assert_eq!(bytes, fs::read(&path).unwrap());
    assert!(
        text.contains("pixels of picture 0:0") && text.ends_with("0 of them without an owner, 0 with more than one\n")
    );
    let page = folder.path().join("map.html");
    let out = wardrobe(&[&"map", &path, &"--scumm", &"5", &"--html", &page]);
    assert!(out.status.success());
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("offset of animation 4") && !page.contains("http"), "{page}");
}

#[test]
fn figures_over_a_game_are_its_costumes() {
    let out = wardrobe(&[&"map", &repository().join("data/demo/built"), &"--stats", &"--json"]);
    let stats: Value = serde_json::from_str(&stdout(&out)).unwrap();
    assert_eq!(stats["costumes"], 3);
    assert_eq!(stats["anomalies"].as_object().unwrap().len(), 0);
    assert!(stats["commands"]["cel"].as_u64().unwrap() > 100, "{stats}");
    let demo = repository().join("data/demo/built");
    let listed = stdout(&wardrobe(&[&"list", &demo, &"--json"]));
    let listed: Value = serde_json::from_str(&listed).unwrap();
    let cels: u64 = listed["costumes"].as_array().unwrap().iter().map(|c| c["cels"].as_u64().unwrap()).sum();
    let counted: u64 = stats["formats"].as_object().unwrap().values().map(|f| f["cels"].as_u64().unwrap()).sum();
    assert_eq!(counted, cels);
}

//! The subcommands `lint` and `map`.

use std::fs;

use crate::common::{one_document, stdout, wardrobe};
use scumm_test_support::repository;
use serde_json::Value;

/// Writes a costume of the demo to a file. `change` may change its bytes.
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
    assert_eq!(
        (out.status.code(), stdout(&out).as_str()),
        (Some(0), "0 errors, 0 warnings, 0 notes\n")
    );
}

#[test]
fn a_planted_fault_is_found_with_its_place_and_makes_the_exit_code_1() {
    let folder = tempfile::tempdir().unwrap();
    // The table of the first limb points to a picture far outside the costume.
    let path = costume(folder.path(), |data| {
        let table = 2 + usize::from(u16::from_le_bytes([data[0x1c], data[0x1d]]));
        data[table..table + 2].copy_from_slice(&[0xf0, 0xff]);
    });
    let out = wardrobe(&[&"lint", &path, &"--scumm", &"5", &"--json"]);
    let found: Value = serde_json::from_str(&stdout(&out)).unwrap();
    let first = found["findings"]
        .as_array()
        .unwrap()
        .iter()
        .find(|f| f["severity"] == "error")
        .unwrap();
    assert_eq!(
        (out.status.code(), first["rule"].as_str()),
        (Some(1), Some("C30"))
    );
    assert!(
        first["what"].as_str().unwrap().contains("shows picture 0"),
        "{first}"
    );
    assert!(first["at"].as_u64().unwrap() > 0);
}

/// Builds a costume of the demo for version 6. `change` may change its bytes.
fn costume_v6(folder: &std::path::Path, change: impl Fn(&mut Vec<u8>)) -> std::path::PathBuf {
    let path = folder.join("mara.cost");
    let source = repository().join("data/demo/mara.toml");
    let out = wardrobe(&[
        &"build",
        &source,
        &"--version",
        &"6",
        &"-o",
        &path,
        &"--force",
    ]);
    assert!(out.status.success(), "{out:?}");
    let mut data = fs::read(&path).unwrap();
    change(&mut data);
    fs::write(&path, data).unwrap();
    path
}

/// Returns the position of the table of a limb's pictures in a costume of version 6 with 16
/// colours.
fn table(data: &[u8], limb: usize) -> usize {
    let at = 34 + 2 * limb;
    8 + usize::from(u16::from_le_bytes([data[at], data[at + 1]]))
}

#[test]
fn info_and_export_see_no_animation_that_only_counting_adds_c3() {
    let folder = tempfile::tempdir().unwrap();
    let json = |path: &std::path::Path| -> Value {
        let out = wardrobe(&[&"info", &path, &"--scumm", &"6", &"--json"]);
        assert_eq!(out.status.code(), Some(0), "{out:?}");
        serde_json::from_str(&stdout(&out)).unwrap()
    };
    let whole = json(&costume_v6(folder.path(), |_| ()));
    // If the size in the header is 0, the number of animations is their count. Otherwise it is the
    // number of the last animation.
    let path = costume_v6(folder.path(), |data| data[8..12].fill(0));
    let counted = json(&path);
    let rows = |info: &Value| info["animations"].as_array().unwrap().clone();
    assert_eq!(rows(&whole).len(), rows(&counted).len() + 1);
    assert_eq!(rows(&whole)[..rows(&counted).len()], rows(&counted)[..]);
    assert_eq!(counted["animation_count"], rows(&counted).len());
    let out = folder.path().join("out");
    let exported = wardrobe(&[
        &"export", &path, &"--scumm", &"6", &"--only", &"apng", &"-o", &out,
    ]);
    assert_eq!(exported.status.code(), Some(0), "{exported:?}");
    let chores: Value =
        serde_json::from_slice(&fs::read(out.join("chores.json")).unwrap()).unwrap();
    assert!(
        chores["animations"].as_array().unwrap().len() <= rows(&counted).len(),
        "{chores}"
    );
    let lint = wardrobe(&[&"lint", &path, &"--scumm", &"6", &"--quiet"]);
    assert_eq!(stdout(&lint), "0 errors, 0 warnings, 0 notes\n");
}

#[test]
fn pictures_outside_the_data_are_warnings_with_the_costumes_name_and_are_left_out_c30() {
    let folder = tempfile::tempdir().unwrap();
    let path = costume_v6(folder.path(), |data| {
        let at = table(data, 0);
        data[at..at + 2].copy_from_slice(&[0xf0, 0xff]);
    });
    let name = path.display().to_string();
    let stderr = |out: &std::process::Output| String::from_utf8(out.stderr.clone()).unwrap();
    let info = wardrobe(&[&"info", &path, &"--scumm", &"6", &"--json"]);
    assert_eq!(info.status.code(), Some(1));
    let found: Value = serde_json::from_str(&stdout(&info)).unwrap();
    let finding = found["findings"][0].as_str().unwrap();
    assert!(finding.contains("picture 0 of limb 0"), "{finding}");
    assert!(
        stderr(&info).contains(&format!("{name}: ")) && stderr(&info).contains(finding),
        "{info:?}"
    );
    let out = folder.path().join("out");
    let export = || {
        wardrobe(&[
            &"export", &path, &"--scumm", &"6", &"--only", &"cels", &"-o", &out,
        ])
    };
    let exported = export();
    assert_eq!(exported.status.code(), Some(1));
    assert!(stderr(&exported).contains(finding), "{exported:?}");
    let cels: Value = serde_json::from_slice(&fs::read(out.join("cels.json")).unwrap()).unwrap();
    let shown = |cel: &Value| {
        cel["shown_as"]
            .as_array()
            .unwrap()
            .contains(&serde_json::json!([0, 0]))
    };
    assert!(
        !cels["cels"].as_array().unwrap().iter().any(shown),
        "{cels}"
    );
    assert_eq!(
        export().status.code(),
        Some(1),
        "a second export into the same folder reports the finding again"
    );
    let lint = wardrobe(&[&"lint", &path, &"--scumm", &"6", &"--quiet"]);
    assert!(
        stdout(&lint).contains("which lies outside the block"),
        "{lint:?}"
    );
}

#[test]
fn info_names_cels_by_limb_and_number_as_exported_files_do() {
    let folder = tempfile::tempdir().unwrap();
    let path = costume_v6(folder.path(), |_| ());
    let cels = folder.path().join("cels");
    let exported = wardrobe(&[
        &"export", &path, &"--scumm", &"6", &"--only", &"cels", &"-o", &cels,
    ]);
    assert!(exported.status.success(), "{exported:?}");
    let info = stdout(&wardrobe(&[&"info", &path, &"--scumm", &"6"]));
    let rows: Vec<&str> = info
        .lines()
        .skip_while(|line| !line.trim_start().starts_with("cel "))
        .skip(1)
        .collect();
    let files = fs::read_dir(&cels).unwrap();
    let pictures =
        files.filter(|file| file.as_ref().unwrap().path().extension() == Some("png".as_ref()));
    assert_eq!(rows.len(), pictures.count(), "{info}");
    assert!(
        rows.iter().any(|row| row.trim_start().starts_with("1:")),
        "{info}"
    );
    for row in rows {
        let name = row.split_whitespace().next().unwrap();
        let (limb, number) = name.split_once(':').unwrap();
        let file = format!("cel-{limb:0>2}-{number:0>3}.png");
        assert!(cels.join(&file).exists(), "{row}: no {file}");
    }
}

#[test]
fn a_listing_has_the_warnings_of_costumes_too() {
    let folder = tempfile::tempdir().unwrap();
    let game = crate::common::demo(folder.path(), "5");
    let costume = costume(folder.path(), |data| {
        let table = 2 + usize::from(u16::from_le_bytes([data[0x1c], data[0x1d]]));
        data[table..table + 2].copy_from_slice(&[0xf0, 0xff]);
    });
    let _ = wardrobe(&[
        &"import",
        &game,
        &costume,
        &"--costume",
        &"1",
        &"--in-place",
    ]);
    let list = wardrobe(&[&"list", &game, &"--json"]);
    assert_eq!(list.status.code(), Some(1), "{list:?}");
    let list = one_document(stdout(&list));
    assert_eq!(
        (&list["warnings"][0]["kind"], &list["warnings"][0]["id"]),
        (&"costume".into(), &1.into())
    );
}

#[test]
fn a_costume_beyond_reading_is_a_finding_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = costume(folder.path(), |data| data[9] = 0x11);
    let out = wardrobe(&[&"lint", &path, &"--scumm", &"5"]);
    assert_eq!(out.status.code(), Some(1));
    assert!(
        stdout(&out).contains("costume format 0x11"),
        "{}",
        stdout(&out)
    );
}

#[test]
fn a_map_has_every_byte_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = costume(folder.path(), |_| ());
    let out = wardrobe(&[&"map", &path, &"--scumm", &"5"]);
    let text = stdout(&out);
    let bytes: Vec<u8> = text
        .lines()
        .filter(|line| !line.contains("without an owner") && !line.starts_with("colours of "))
        .flat_map(|line| {
            line[8..]
                .chars()
                .take(48)
                .collect::<String>()
                .split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        })
        .map(|byte| u8::from_str_radix(&byte, 16).unwrap())
        .collect();
    assert_eq!(bytes, fs::read(&path).unwrap());
    assert!(
        text.contains("pixels of picture 0:0")
            && text.ends_with("0 without an owner, 0 with several owners\n")
    );
    let page = folder.path().join("map.html");
    let out = wardrobe(&[&"map", &path, &"--scumm", &"5", &"--html", &page]);
    assert!(out.status.success());
    let page = fs::read_to_string(page).unwrap();
    assert!(
        page.contains("offset of animation 4") && !page.contains("http"),
        "{page}"
    );
    // Each part is in the index, and each link in the index leads to a row.
    let links: Vec<&str> = page
        .split("<a href=\"#")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap())
        .collect();
    assert_eq!(links.len(), page.matches("<tr id=").count());
    assert!(
        links
            .iter()
            .all(|link| page.contains(&format!("<tr id=\"{link}\""))),
        "{links:?}"
    );
}

#[test]
fn figures_over_a_game_are_its_costumes() {
    let out = wardrobe(&[
        &"map",
        &repository().join("data/demo/built"),
        &"--stats",
        &"--json",
    ]);
    let stats: Value = serde_json::from_str(&stdout(&out)).unwrap();
    assert_eq!(stats["costumes"], 3);
    assert_eq!(stats["anomalies"].as_object().unwrap().len(), 0);
    assert!(stats["commands"]["cel"].as_u64().unwrap() > 100, "{stats}");
    let demo = repository().join("data/demo/built");
    let listed = stdout(&wardrobe(&[&"list", &demo, &"--json"]));
    let listed = one_document(&listed);
    let cels: u64 = listed["costumes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| c["cels"].as_u64().unwrap())
        .sum();
    let counted: u64 = stats["formats"]
        .as_object()
        .unwrap()
        .values()
        .map(|f| f["cels"].as_u64().unwrap())
        .sum();
    assert_eq!(counted, cels);
}

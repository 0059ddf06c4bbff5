//! The JSON documents: their head, their schema, and the lists of checksums.

use std::fs;
use std::path::Path;
use std::process::Command;

use scumm_test_support::repository;
use serde_json::{Value, json};

use crate::common::{demo, files, good, json as json_file, one_document, stdout, wardrobe};

/// Returns the schema of a document.
fn schema(name: &str) -> Value {
    let mut all = json_file(&repository().join("docs/schema/documents.json"));
    assert!(jsonschema::meta::is_valid(&all));
    assert!(all["$defs"][name].is_object(), "{name}");
    all["$ref"] = json!(format!("#/$defs/{name}"));
    all
}

fn check(name: &str, document: &Value) {
    let validator = jsonschema::validator_for(&schema(name)).unwrap();
    let errors: Vec<String> = validator
        .iter_errors(document)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{name}: {errors:#?}");
    assert_eq!(document["format"], 1, "{name}");
    assert_eq!(document["wardrobe"], env!("CARGO_PKG_VERSION"), "{name}");
}

fn printed(args: &[&dyn AsRef<Path>]) -> Value {
    one_document(stdout(&wardrobe(args)))
}

#[test]
fn every_document_has_a_head_and_its_schema() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for version in ["5", "7"] {
        let game = demo(folder.path(), version);
        let name = format!("demo-{version}");
        let list = printed(&[&"list", &game, &"--json"]);
        check("list", &list);
        assert_eq!(list["game"], name);
        let cast = printed(&[&"cast", &game, &"--json"]);
        check("cast", &cast);
        let info = printed(&[&"info", &game, &"--costume", &"1", &"--json", &"--code"]);
        check("info", &info);
        assert_eq!((&info["costume"], &info["game"]), (&json!(1), &json!(name)));
        check("lint", &printed(&[&"lint", &game, &"--json"]));
        check("lint", &printed(&[&"lint", &game, &"--rooms", &"--json"]));
        check("stats", &printed(&[&"map", &game, &"--stats", &"--json"]));
        check("verify", &printed(&[&"verify", &game, &"--json"]));
        let compared = printed(&[&"compare", &game, &game, &"--json"]);
        check("compare", &compared);
        let raw = at(&format!("raw-{version}"));
        good(&[&"extract", &game, &"--costume", &"2", &"-o", &raw]);
        let file = raw.join(&files(&raw)[0]);
        let scumm: [&dyn AsRef<Path>; 2] = [&"--scumm", &version];
        let of_file = |args: &[&dyn AsRef<Path>]| printed(&[args, &scumm[..]].concat());
        let info = of_file(&[&"info", &file, &"--json"]);
        check("info", &info);
        assert_eq!(info["costume"], json!(file.display().to_string()));
        assert_eq!(info["game"], Value::Null);
        check("lint", &of_file(&[&"lint", &file, &"--json"]));
        check("compare", &of_file(&[&"compare", &file, &file, &"--json"]));
        let out = at(&format!("out-{version}"));
        good(&[&"export", &game, &"--all", &"-o", &out]);
        check("provenance", &json_file(&out.join("provenance.json")));
        for costume in ["costume-001", "costume-002", "costume-003"] {
            for document in ["cels", "chores", "manifest"] {
                let path = out.join(costume).join(format!("{document}.json"));
                check(document, &json_file(&path));
            }
        }
    }
}

#[test]
fn damage_is_in_the_documents_with_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let game = demo(folder.path(), "5");
    let path = game.join("wardrobe.001");
    let mut bytes = fs::read(&path).unwrap();
    let tag = b"COST".map(|byte| byte ^ 0x69);
    let at = bytes.windows(4).position(|found| found == tag).unwrap();
    for byte in &mut bytes[at + 60..at + 90] {
        *byte = 0xff;
    }
    fs::write(&path, bytes).unwrap();
    let lint = printed(&[&"lint", &game, &"--json"]);
    check("lint", &lint);
    assert!(lint["findings"][0]["costume"].is_u64(), "{lint}");
    let list = wardrobe(&[&"list", &game, &"--json"]);
    assert_eq!(list.status.code(), Some(1), "damage, also in part");
    check("list", &one_document(stdout(&list)));
}

#[test]
fn sha256sum_accepts_the_lists_of_an_export_and_of_verify() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let game = demo(folder.path(), "5");
    let out = at("out");
    good(&[&"export", &game, &"--all", &"-o", &out]);
    // Files of another costume stay in the list, and files that are gone do not.
    good(&[
        &"export",
        &game,
        &"--costume",
        &"1",
        &"--costume",
        &"2",
        &"--only",
        &"cels",
        &"-o",
        &out,
    ]);
    let listed = fs::read_to_string(out.join("SHA256SUMS")).unwrap();
    assert!(listed.contains("  costume-003/sheet.png\n"), "{listed}");
    assert!(!listed.contains("  costume-001/sheet.png\n"), "{listed}");
    let sums = at("game.sha256");
    good(&[&"verify", &game, &"--write", &sums]);
    for (list, place) in [(out.join("SHA256SUMS"), &out), (sums.clone(), &game)] {
        let mut command = Command::new("sha256sum");
        let run = command.arg("-c").arg(&list).current_dir(place).output();
        let Ok(run) = run else {
            eprintln!("skipped: sha256sum is missing");
            return;
        };
        assert!(run.status.success(), "{run:?}");
    }
    good(&[&"verify", &game, &"--against", &sums]);
    fs::write(game.join("wardrobe.001"), b"other").unwrap();
    let changed = wardrobe(&[&"verify", &game.join("wardrobe.000"), &"--against", &sums]);
    assert_ne!(changed.status.code(), Some(0), "{changed:?}");
}

#[test]
fn verify_names_changed_missing_and_unlisted_files() {
    let folder = tempfile::tempdir().unwrap();
    let game = demo(folder.path(), "5");
    fs::write(game.join("monster.sou"), b"speech").unwrap();
    fs::write(game.join("track1.ogg"), b"music").unwrap();
    let sums = folder.path().join("sums");
    good(&[&"verify", &game, &"--write", &sums]);
    fs::write(game.join("monster.sou"), b"other speech").unwrap();
    fs::remove_file(game.join("track1.ogg")).unwrap();
    fs::write(game.join("track2.ogg"), b"more").unwrap();
    let output = wardrobe(&[&"verify", &game, &"--against", &sums, &"--json"]);
    assert_eq!(output.status.code(), Some(1));
    let document = one_document(stdout(&output));
    check("verify", &document);
    let status = |name: &str| {
        let files = document["files"].as_array().unwrap().iter();
        let mut named = files.filter(|file| file["name"] == name);
        named.next().unwrap()["status"].clone()
    };
    assert_eq!(status("wardrobe.000"), "same");
    assert_eq!(status("monster.sou"), "changed");
    assert_eq!(status("track1.ogg"), "missing");
    assert_eq!(status("track2.ogg"), "unlisted");
}

#[test]
fn the_output_of_another_game_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let first = demo(folder.path(), "5");
    let second = demo(folder.path(), "6");
    let out = folder.path().join("out");
    for command in ["export", "gallery"] {
        let out = out.join(command);
        let run = |game: &Path| {
            let mut args: Vec<&dyn AsRef<Path>> = vec![&command, &game, &"-o", &out];
            if command == "export" {
                args.extend([&"--all" as &dyn AsRef<Path>, &"--only", &"cels"]);
            }
            wardrobe(&args)
        };
        assert_eq!(run(&first).status.code(), Some(0));
        let refused = run(&second);
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        let told = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(
            told.contains("the output of another game, demo-5"),
            "{told}"
        );
        assert_eq!(run(&first).status.code(), Some(0));
    }
}

#[test]
fn messages_name_the_game_and_quiet_prints_none() {
    let folder = tempfile::tempdir().unwrap();
    let shelf = folder.path().join("shelf");
    fs::create_dir(&shelf).unwrap();
    for (name, version) in [("first", "5"), ("second", "6")] {
        let game = demo(folder.path(), version);
        fs::rename(game, shelf.join(name)).unwrap();
    }
    fs::write(shelf.join("broken.zip"), b"no archive").unwrap();
    // The costumes of the second game are damaged.
    let path = shelf.join("second/wardrobe.001");
    let mut bytes = fs::read(&path).unwrap();
    let tag = b"COST".map(|byte| byte ^ 0x69);
    for at in 0..bytes.len() - 70 {
        if bytes[at..].starts_with(&tag) {
            bytes[at + 44..at + 70].fill(0x96);
        }
    }
    fs::write(&path, bytes).unwrap();
    let out = folder.path().join("out");
    let told = |more: &[&dyn AsRef<Path>]| {
        let args: [&dyn AsRef<Path>; 6] =
            [&"export", &shelf, &"--all", &"--only", &"cels,gif", &"-o"];
        let output = wardrobe(&[&args[..], &[&out], more].concat());
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let first = told(&[]);
    assert!(first.contains("warn: broken: "), "{first}");
    assert!(first.contains("warn: second: costume 1: "), "{first}");
    assert!(!first.contains("warn: first: "), "{first}");
    fs::remove_dir_all(&out).unwrap();
    assert_eq!(told(&[]), first, "the order is stable");
    assert_eq!(told(&[&"-q"]), "");
}

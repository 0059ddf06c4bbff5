//! Commands with several games or several costumes.

use std::fs;
use std::path::{Path, PathBuf};

use scumm_test_support::{editions, repository};
use serde_json::Value;

use crate::common::{files, games, good, refusal, stdout, wardrobe};

fn demo(version: &str) -> PathBuf {
    repository().join("data/demo").join(version)
}

/// Returns a folder with the demo's games of v5 and v6, each in a folder of its own.
fn shelf(folder: &Path) -> PathBuf {
    let shelf = folder.join("shelf");
    for (name, version) in [("five", "built"), ("six", "v6")] {
        fs::create_dir_all(shelf.join(name)).unwrap();
        for file in files(&demo(version)) {
            fs::copy(demo(version).join(&file), shelf.join(name).join(&file)).unwrap();
        }
    }
    shelf
}

#[test]
fn a_folder_of_games_is_listed_checked_exported_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    let (shelf, at) = (shelf(folder.path()), |name: &str| folder.path().join(name));
    let json = |args: &[&dyn AsRef<Path>]| {
        serde_json::from_str::<Value>(&stdout(&wardrobe(args))).unwrap()
    };
    let versions = |value: &Value| {
        value
            .as_array()
            .unwrap()
            .iter()
            .map(|game| game["version"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(versions(&json(&[&"list", &shelf, &"--json"])), [5, 6]);
    assert_eq!(
        versions(&json(&[&"list", &demo("v7"), &demo("built"), &"--json"])),
        [7, 5]
    );
    // The JSON of a folder is an array, however many games are in it.
    assert_eq!(versions(&json(&[&"list", &demo("v7"), &"--json"])), [7]);
    let index = demo("v6").join("wardrobe.000");
    assert_eq!(json(&[&"list", &index, &"--json"])["version"], 6);
    assert_eq!(
        versions(&json(&[&"info", &shelf, &"--costume", &"2", &"--json"])),
        [5, 6]
    );
    assert!(wardrobe(&[&"lint", &shelf]).status.success());
    assert!(
        wardrobe(&[
            &"export",
            &shelf,
            &"--costume",
            &"3",
            &"--only",
            &"cels",
            &"-o",
            &at("cels")
        ])
        .status
        .success()
    );
    assert_eq!(files(&at("cels")), ["five", "six"]);
    assert!(
        wardrobe(&[&"gallery", &shelf, &"-o", &at("page")])
            .status
            .success()
    );
    assert_eq!(files(&at("page")), ["five", "index.html", "six"]);
    let page = fs::read_to_string(at("page/index.html")).unwrap();
    assert!(
        page.contains("href=\"six/index.html\"") && !page.contains("<!-- games -->"),
        "{page}"
    );
    for picture in page
        .split("src=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap())
    {
        assert!(at("page").join(picture).is_file(), "{picture}");
    }
    // If one of several games is damaged, the exit code is 1, and the other games are listed.
    fs::write(shelf.join("broken.zip"), b"no archive").unwrap();
    let listed = wardrobe(&[&"list", &shelf, &"--json"]);
    assert_eq!(listed.status.code(), Some(1));
    assert_eq!(
        versions(&serde_json::from_str(&stdout(&listed)).unwrap()),
        [5, 6]
    );
}

/// Returns games in an archive. The names of their folders have another meaning for the gallery of
/// several games or for an operating system.
fn awkward(folder: &Path) -> Vec<PathBuf> {
    let names = ["index.html", "aux", "CON.", "con", "ok"];
    let game = editions::game("v2-zak", "", "").unwrap();
    let mut stored = Vec::new();
    for name in names {
        for (file, bytes) in &game {
            stored.push((format!("{name}/{file}"), bytes.clone()));
        }
    }
    let archive = folder.join("games.zip");
    let method = editions::CompressionMethod::Deflated;
    fs::write(&archive, editions::zipped(&stored, method)).unwrap();
    names.map(|name| archive.join(name)).into()
}

#[test]
fn folders_of_games_have_names_that_every_system_takes() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let games = awkward(folder.path());
    let run = |command: &str, more: &[&str], out: &Path| {
        let mut args: Vec<&dyn AsRef<Path>> = vec![&command];
        args.extend(games.iter().map(|game| game as &dyn AsRef<Path>));
        args.extend(more.iter().map(|more| more as &dyn AsRef<Path>));
        args.extend([&"-o" as &dyn AsRef<Path>, &out]);
        wardrobe(&args)
    };
    let made = run("gallery", &[], &at("page"));
    let told = String::from_utf8_lossy(&made.stderr);
    assert!(made.status.success(), "{told}");
    let names = ["_CON", "_aux", "_con-2", "index.html", "index.html-2", "ok"];
    assert_eq!(files(&at("page")), names);
    let page = fs::read_to_string(at("page/index.html")).unwrap();
    assert!(page.contains("href=\"index.html-2/index.html\""), "{page}");
    let made = run("export", &["--all", "--only", "cels"], &at("cels"));
    let told = String::from_utf8_lossy(&made.stderr);
    assert!(made.status.success(), "{told}");
    let names = ["_CON", "_aux", "_con-2", "index.html-2", "ok"];
    assert_eq!(files(&at("cels")), names);
}

#[test]
fn a_page_that_cannot_be_written_is_refused_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let (shelf, out) = (shelf(folder.path()), folder.path().join("page"));
    fs::create_dir_all(out.join("index.html")).unwrap();
    for game in [shelf, demo("built")] {
        let refused = refusal(&wardrobe(&[&"gallery", &game, &"-o", &out]));
        assert!(
            refused.contains("index.html: expected a file, found a folder"),
            "{refused}"
        );
        assert_eq!(files(&out), ["index.html"]);
    }
    // For a single game, the other files in the output folder are checked, too.
    fs::remove_dir(out.join("index.html")).unwrap();
    fs::create_dir(out.join("data.js")).unwrap();
    let refused = refusal(&wardrobe(&[&"gallery", &demo("built"), &"-o", &out]));
    assert!(
        refused.contains("data.js: expected a file, found a folder"),
        "{refused}"
    );
    assert_eq!(files(&out), ["data.js"]);
}

#[test]
fn all_costumes_are_taken_apart_and_put_back_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let game = demo("v6");
    assert!(
        wardrobe(&[&"disassemble", &game, &"--all", &"-o", &at("sources")])
            .status
            .success()
    );
    assert_eq!(
        files(&at("sources")),
        ["costume-001", "costume-002", "costume-003"]
    );
    fs::create_dir(at("new")).unwrap();
    for (number, from) in [(1, 2), (2, 1), (3, 2)] {
        let (source, out) = (
            at(&format!("sources/costume-{from:03}/costume.toml")),
            at(&format!("new/costume-{number:03}.cost")),
        );
        assert!(wardrobe(&[&"build", &source, &"-o", &out]).status.success());
    }
    assert!(
        wardrobe(&[&"import", &game, &at("new"), &"-o", &at("folder")])
            .status
            .success()
    );
    let named: Vec<String> = [1, 2, 3]
        .map(|n| format!("{n}={}", at(&format!("new/costume-{n:03}.cost")).display()))
        .into();
    let args: [&dyn AsRef<Path>; 10] = [
        &"import",
        &game,
        &"--costume",
        &named[0],
        &"--costume",
        &named[1],
        &"--costume",
        &named[2],
        &"-o",
        &at("named"),
    ];
    assert!(wardrobe(&args).status.success());
    for file in files(&at("folder")) {
        assert!(
            fs::read(at("folder").join(&file)).unwrap()
                == fs::read(at("named").join(&file)).unwrap(),
            "{file}"
        );
    }
    // Importing the costumes one after the other gives the same game.
    for (number, name) in [(1, "first"), (2, "second"), (3, "third")] {
        let before = if number == 1 {
            game.clone()
        } else {
            at(["", "first", "second"][number - 1])
        };
        let block = at(&format!("new/costume-{number:03}.cost"));
        let done = wardrobe(&[
            &"import",
            &before,
            &"--costume",
            &number.to_string(),
            &block,
            &"-o",
            &at(name),
        ]);
        assert!(done.status.success(), "{done:?}");
    }
    assert!(
        stdout(&wardrobe(&[&"compare", &at("third"), &at("named")]))
            .contains("different: 0 costumes, 0 rooms")
    );
    assert!(stdout(&wardrobe(&[&"list", &at("named")])).contains("SCUMM v6"));
    // If one of the costumes is invalid, nothing is written.
    fs::write(at("new/costume-002.cost"), b"nothing").unwrap();
    assert!(
        refusal(&wardrobe(&[
            &"import",
            &game,
            &at("new"),
            &"-o",
            &at("not")
        ]))
        .contains("costume-002.cost")
    );
    assert!(!at("not").exists());
    let twice = wardrobe(&[
        &"import",
        &game,
        &"--costume",
        &"5",
        &"--costume",
        &named[0],
        &"-o",
        &at("not"),
    ]);
    assert!(refusal(&twice).contains("for several costumes use --costume N=FILE for each"));
}

#[test]
fn games_of_every_version_take_several_costumes_at_once() {
    let (games, folder) = (games(), tempfile::tempdir().unwrap());
    let mut tried = 0;
    for name in files(&games.path()) {
        let (game, raw, out) = (
            games.path().join(&name),
            folder.path().join(format!("{name}-raw")),
            folder.path().join(&name),
        );
        if !wardrobe(&[&"extract", &game, &"--all", &"-o", &raw])
            .status
            .success()
        {
            continue;
        }
        let (costumes, rest): (Vec<String>, Vec<String>) = files(&raw)
            .into_iter()
            .partition(|file| file.starts_with("costume-"));
        rest.iter()
            .for_each(|file| fs::remove_file(raw.join(file)).unwrap());
        if costumes.len() < 2 {
            continue;
        }
        let done = wardrobe(&[&"import", &game, &raw, &"-o", &out]);
        if String::from_utf8_lossy(&done.stderr).contains("is not supported") {
            continue;
        }
        assert_ne!(done.status.code(), Some(2), "{name}: {done:?}");
        let compared = wardrobe(&[&"compare", &game, &out]);
        assert!(
            stdout(&compared).contains("different: 0 costumes, 0 rooms, 0 other parts"),
            "{name}: {compared:?}"
        );
        tried += 1;
    }
    assert!(tried >= 5, "{tried}");
}

#[test]
fn two_games_are_compared_with_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let game = demo("built");
    assert!(
        wardrobe(&[&"extract", &game, &"--costume", &"2", &"-o", &at("raw")])
            .status
            .success()
    );
    let mod_of = wardrobe(&[
        &"import",
        &game,
        &"--costume",
        &"1",
        &at("raw/costume-002.cost"),
        &"-o",
        &at("mod"),
    ]);
    assert!(mod_of.status.success());
    fs::write(at("mod/readme.txt"), b"is no part of the game").unwrap();
    let compared = wardrobe(&[
        &"compare",
        &game,
        &at("mod"),
        &"-o",
        &at("pictures"),
        &"--json",
    ]);
    assert_eq!(compared.status.code(), Some(1));
    let found: Value = serde_json::from_str(&stdout(&compared)).unwrap();
    assert_eq!(
        (
            found["costumes"][0]["id"].clone(),
            found["costumes"].as_array().unwrap().len()
        ),
        (1.into(), 1)
    );
    assert_eq!(
        (
            found["rooms"].as_array().unwrap().len(),
            found["others"].as_array().unwrap().len()
        ),
        (0, 0)
    );
    assert_eq!(files(&at("pictures")), ["costume-001"]);
    assert!(!files(&at("pictures/costume-001")).is_empty());
    assert_eq!(wardrobe(&[&"compare", &game, &game]).status.code(), Some(0));
}

#[test]
fn equal_cels_share_a_png_that_names_its_owner_or_have_one_each() {
    let folder = tempfile::tempdir().unwrap();
    let game = crate::common::demo(folder.path(), "7");
    let at = |name: &str| folder.path().join(name);
    good(&[
        &"disassemble",
        &game,
        &"--costume",
        &"2",
        &"-o",
        &at("shared"),
    ]);
    good(&[
        &"disassemble",
        &game,
        &"--costume",
        &"2",
        &"--separate",
        &"-o",
        &at("separate"),
    ]);
    let text = |name: &str| fs::read_to_string(at(name).join("costume.toml")).unwrap();
    let pngs = |name: &str| files(&at(name).join("cels")).len();
    let (shared, separate) = (text("shared"), text("separate"));
    let told = shared
        .lines()
        .filter(|line| line.ends_with(": changing it changes both"))
        .count();
    assert!(
        told > 0
            && separate
                .lines()
                .all(|line| !line.contains("changing it changes both"))
    );
    // Each cel that shares a picture names the shared picture. With --separate it has its own
    // picture.
    assert_eq!(pngs("separate"), pngs("shared") + told);
    for name in ["shared", "separate"] {
        good(&[&"build", &at(name), &"-o", &at(&format!("{name}.akos"))]);
    }
    assert_eq!(
        fs::read(at("shared.akos")).unwrap(),
        fs::read(at("separate.akos")).unwrap()
    );
}

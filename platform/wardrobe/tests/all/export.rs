//! `wardrobe export`: the written files, the same files in every run, and the continuation of an
//! interrupted export.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use crate::common::{
    Apng, demo, files, games, good, json, one_document, read_png, refusal, wardrobe,
};

/// Returns every file of a folder and below, with its bytes.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    // If the program is killed while it writes a file, a temporary file stays.
    for name in files(folder)
        .into_iter()
        .filter(|name| !name.starts_with(".wardrobe-"))
    {
        let path = folder.join(&name);
        if path.is_dir() {
            found.extend(
                contents(&path)
                    .into_iter()
                    .map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)),
            );
        } else {
            found.insert(name, fs::read(path).unwrap());
        }
    }
    found
}

#[test]
fn every_version_is_exported_whole() {
    let games = games();
    for folder in files(&games.path()) {
        let game = games.path().join(&folder);
        // The made-up costumes of v1 do not have the format of v1. A game of v0 has the same
        // costumes on its disk image and in files, so the files are left out.
        if !game.is_dir() || folder.starts_with("v1-") || folder.ends_with("-lfl") {
            continue;
        }
        let out = games.path().join("exported").join(&folder);
        good(&[&"export", &game, &"--all", &"-o", &out]);
        let mut costumes = files(&out);
        costumes.retain(|name| name.starts_with("costume-"));
        for costume in costumes {
            let (out, number) = (
                out.join(&costume),
                costume.trim_start_matches("costume-").to_owned(),
            );
            let info = wardrobe(&[&"info", &game, &"--costume", &number, &"--json"]);
            let info = one_document(&info.stdout);
            let cels = json(&out.join("cels.json"));
            for (cel, line) in info["cels"]
                .as_array()
                .unwrap()
                .iter()
                .zip(cels["cels"].as_array().unwrap())
            {
                let has_pixels = cel["width"] != 0 && cel["height"] != 0;
                assert_eq!(
                    line["file"].is_string(),
                    has_pixels,
                    "{folder} {costume}: {cel}"
                );
                let Some(file) = line["file"].as_str() else {
                    continue;
                };
                let (width, height, palette, pixels) = read_png(&out.join(file));
                assert_eq!(
                    (&width.into(), &height.into(), &line["x"]),
                    (&cel["width"], &cel["height"], &cel["x"])
                );
                assert!(
                    pixels.iter().any(|&p| p != 0),
                    "{folder} {costume}: an empty cel"
                );
                let colours: BTreeSet<&[u8]> = palette.chunks(3).collect();
                assert_eq!(
                    colours.len() * 3,
                    palette.len(),
                    "{folder} {costume}: a colour is listed twice"
                );
            }
            let animations = json(&out.join("chores.json"))["animations"]
                .as_array()
                .unwrap()
                .len();
            let count = |ending: &str| {
                files(&out)
                    .iter()
                    .filter(|n| n.starts_with("chore-") && n.ends_with(ending))
                    .count()
            };
            assert_eq!(
                (count(".png"), count(".gif")),
                (animations, animations),
                "{folder} {costume}"
            );
            assert_eq!(
                info["animations"].as_array().unwrap().len(),
                animations,
                "{folder} {costume}"
            );
        }
    }
}

#[test]
fn the_west_of_a_costume_is_its_mirrored_east() {
    let folder = tempfile::tempdir().unwrap();
    let (game, out) = (demo(folder.path(), "5"), folder.path().join("out"));
    good(&[
        &"export",
        &game,
        &"--costume",
        &"1",
        &"--only",
        &"apng",
        &"-o",
        &out,
    ]);
    let [west, east] =
        ["west", "east"].map(|side| Apng::read(&out.join(format!("chore-002-{side}.png"))));
    let mirrored = |(pixels, _): &(Vec<u8>, u64)| -> Vec<u8> {
        pixels
            .chunks(east.width)
            .flat_map(|row| row.iter().rev().copied().collect::<Vec<_>>())
            .collect()
    };
    assert_eq!(west.frames.len(), east.frames.len());
    assert!(
        west.frames
            .iter()
            .zip(&east.frames)
            .all(|(w, e)| w.0 == mirrored(e) && w.1 == e.1)
    );
}

#[test]
fn two_exports_are_the_same_whoever_is_first() {
    let folder = tempfile::tempdir().unwrap();
    let game = demo(folder.path(), "5");
    let export = |threads: &str| {
        let out = folder.path().join(threads);
        let mut command = Command::new(env!("CARGO_BIN_EXE_wardrobe"));
        command
            .env("RAYON_NUM_THREADS", threads)
            .arg("export")
            .arg(&game)
            .args(["--all", "-o"])
            .arg(&out);
        assert!(command.status().unwrap().success());
        contents(&out)
    };
    let first = export("1");
    assert!(first.len() > 200 && first == export("4"));
}

#[test]
fn an_interrupted_export_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let (game, whole, cut) = (
        demo(folder.path(), "5"),
        folder.path().join("whole"),
        folder.path().join("cut"),
    );
    good(&[&"export", &game, &"--all", &"-o", &whole]);
    let whole = contents(&whole);

    // Kills the export at any point.
    let mut command = Command::new(env!("CARGO_BIN_EXE_wardrobe"));
    command
        .env("RAYON_NUM_THREADS", "1")
        .arg("export")
        .arg(&game)
        .args(["--all", "-o"])
        .arg(&cut);
    let mut child = command.stderr(Stdio::null()).spawn().unwrap();
    while !cut.join("costume-001").exists() && child.try_wait().unwrap().is_none() {
        sleep(Duration::from_millis(1));
    }
    let _ = child.kill();
    child.wait().unwrap();
    good(&[&"export", &game, &"--all", &"-o", &cut]);
    assert!(contents(&cut) == whole);

    // Complete files are not written again. Missing or damaged files are.
    fs::remove_file(cut.join("costume-002/cel-00-003.png")).unwrap();
    fs::write(cut.join("costume-003/chore-002-west.gif"), b"GIF89a").unwrap();
    let changed = |name: &str| fs::metadata(cut.join(name)).unwrap().modified().unwrap();
    let kept = [
        "costume-001/sheet.png",
        "costume-001/manifest.json",
        "costume-002/cel-00-004.png",
    ];
    let before: Vec<SystemTime> = kept.iter().map(|name| changed(name)).collect();
    good(&[&"export", &game, &"--all", &"-o", &cut]);
    assert!(contents(&cut) == whole);
    assert_eq!(
        kept.iter().map(|name| changed(name)).collect::<Vec<_>>(),
        before
    );
}

#[test]
fn only_what_is_asked_for_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let (game, out) = (demo(folder.path(), "5"), folder.path().join("out"));
    let asked: [&dyn AsRef<Path>; 14] = [
        &"export",
        &game,
        &"--costume",
        &"1",
        &"--only",
        &"gif,apng",
        &"--chore",
        &"2",
        &"--chore",
        &"3",
        &"--facing",
        &"north",
        &"-o",
        &out,
    ];
    good(&asked);
    let names = [
        "chore-002-north.gif",
        "chore-002-north.png",
        "chore-003-north.gif",
        "chore-003-north.png",
        "chores.json",
    ];
    let lists = ["SHA256SUMS", "manifest.json", "provenance.json"];
    let mut expected = [&names[..], &lists].concat();
    expected.sort();
    assert_eq!(files(&out), expected);
    assert_eq!(
        json(&out.join("chores.json"))["animations"][0]["name"],
        "walk-north"
    );
    assert_eq!(
        wardrobe(&[
            &"export",
            &game,
            &"--costume",
            &"1",
            &"--facing",
            &"up",
            &"-o",
            &out
        ])
        .status
        .code(),
        Some(2)
    );
}

#[test]
fn scale_shadow_and_timing_are_as_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let game = demo(folder.path(), "5");
    let walk = |name: &str, options: &[&dyn AsRef<Path>]| {
        let out = folder.path().join(name);
        let asked: [&dyn AsRef<Path>; 10] = [
            &"export",
            &game,
            &"--costume",
            &"1",
            &"--only",
            &"apng",
            &"--chore",
            &"2",
            &"-o",
            &out,
        ];
        good(&[&asked[..], options].concat());
        Apng::read(&out.join("chore-002-north.png"))
    };
    let plain = walk("plain", &[]);
    let half = walk("half", &[&"--scale", &"128"]);
    assert!(
        (23..=27).contains(&half.height) && half.width < plain.width,
        "{}x{}",
        half.width,
        half.height
    );
    let flat = walk("flat", &[&"--scale", &"255,128"]);
    assert_eq!((flat.width, flat.height), (plain.width, half.height));

    let shadow = walk("shadow", &[&"--shadow", &"32"]);
    let darkness = |apng: &Apng| apng.rgba().iter().map(|&c| u64::from(c)).sum::<u64>();
    assert_eq!((shadow.width, shadow.height), (plain.width, plain.height));
    assert!(darkness(&shadow) < darkness(&plain) * 3 / 4);

    let time = |apng: &Apng| apng.frames.iter().map(|(_, ms)| ms).sum::<u64>();
    assert_eq!(
        time(&walk("slow", &[&"--anim-speed", &"3"])),
        3 * time(&plain)
    );
    assert_eq!(time(&walk("fast", &[&"--jiffies", &"3"])), time(&plain) / 2);
}

#[test]
fn a_room_needs_a_game_and_a_palette_its_size() {
    let games = games();
    let (game, out) = (games.path().join("v5"), games.path().join("none"));
    let short = games.path().join("short.pal");
    fs::write(&short, [0; 767]).unwrap();
    let output = wardrobe(&[
        &"export",
        &game,
        &"--costume",
        &"1",
        &"--palette",
        &short,
        &"-o",
        &out,
    ]);
    let refused = refusal(&output);
    assert!(
        refused
            .contains("expected a palette of 768 bytes, or a .gpl, .pal or .act file, found 767"),
        "{refused}"
    );
    good(&[
        &"extract",
        &game,
        &"--costume",
        &"1",
        &"-o",
        &games.path().join("raw"),
    ]);
    let file = games.path().join("raw/costume-001.cost");
    let output = wardrobe(&[
        &"export",
        &file,
        &"--scumm",
        &"5",
        &"--z-clip",
        &"5,5",
        &"-o",
        &out,
    ]);
    assert!(refusal(&output).contains("a room needs a game"));
    assert!(!out.exists());
}

#[test]
fn sounds_and_counters_are_told_with_their_frame() {
    let folder = tempfile::tempdir().unwrap();
    let demo = scumm_test_support::repository().join("data/demo");
    let text = fs::read_to_string(demo.join("mara.toml")).unwrap();
    let waving = "n7 n8 n9 n8 n7 n8 n9 n8";
    assert!(text.contains(waving));
    let (source, out) = (folder.path().join("mara.toml"), folder.path().join("out"));
    fs::write(&source, text.replace(waving, "n7 sound n8 count n9 hold")).unwrap();
    fs::copy(demo.join("mara.png"), folder.path().join("mara.png")).unwrap();
    // Command 0x78 stands for a sound counter before v6. In v6 it is the last of eight sounds
    // (C22).
    for (version, slot) in [("5", 0), ("6", 7)] {
        let built = folder.path().join("mara.cost");
        good(&[&"build", &source, &"-o", &built, &"--version", &version]);
        good(&[
            &"export",
            &built,
            &"--scumm",
            &version,
            &"--chore",
            &"6",
            &"--facing",
            &"north",
            &"-o",
            &out,
        ]);
        let line = &json(&out.join("chores.json"))["animations"][0];
        let told = serde_json::json!([{"tick": 0, "kind": "slot", "slot": slot}, {"tick": 1, "kind": "counter"}]);
        assert_eq!(
            (&line["cues"], &line["end"]),
            (&told, &"stands".into()),
            "v{version}"
        );
        let cels = serde_json::json!([{"frame": 0, "data": format!("sound slot {slot}")}, {"frame": 1, "data": "counter"}]);
        assert_eq!(
            json(&out.join("sheet.json"))["meta"]["layers"][0]["cels"],
            cels,
            "v{version}"
        );
    }
}

#[test]
fn several_costumes_have_folders_of_their_own_and_an_unknown_chore_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let demo = scumm_test_support::repository().join("data/demo/built");
    let out = folder.path().join("out");
    let two = wardrobe(&[
        &"export",
        &demo,
        &"--costume",
        &"1",
        &"--costume",
        &"3",
        &"--only",
        &"cels",
        &"-o",
        &out,
    ]);
    assert_eq!(two.status.code(), Some(0), "{two:?}");
    let lists = [
        "SHA256SUMS",
        "costume-001",
        "costume-003",
        "provenance.json",
    ];
    assert_eq!(files(&out), lists);
    assert!(files(&out.join("costume-003")).contains(&"cels.json".to_owned()));
    let none = folder.path().join("none");
    let one = wardrobe(&[
        &"export",
        &demo,
        &"--costume",
        &"1",
        &"--chore",
        &"99",
        &"-o",
        &none,
    ]);
    assert!(
        refusal(&one).contains("costume 1: there is no chore 99; there are 1 to 6"),
        "{one:?}"
    );
    let all = wardrobe(&[&"export", &demo, &"--all", &"--chore", &"99", &"-o", &none]);
    assert!(
        refusal(&all).contains("wardrobe: there is no chore 99"),
        "{all:?}"
    );
    let unknown = wardrobe(&[
        &"export",
        &demo,
        &"--costume",
        &"1",
        &"--costume",
        &"77",
        &"-o",
        &none,
    ]);
    assert!(refusal(&unknown).contains("no costume 77"), "{unknown:?}");
    assert!(!none.exists());
}

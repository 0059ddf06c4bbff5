//! Editions of games: how the program recognises them, how the user states them, and which errors
//! missing files cause.

use std::fs;
use std::path::{Path, PathBuf};

use scumm_engine::{Game, Stage};
use scumm_room::resource::Given;
use scumm_room::{Platform, Render};
use scumm_test_support::{editions, repository};
use serde_json::Value;

use crate::common::{files, games, good, one_document, read_png, refusal, rgba, stdout, wardrobe};

/// Subcommands that open a game.
const COMMANDS: [&str; 13] = [
    "play",
    "list",
    "info",
    "lint",
    "map",
    "room",
    "export",
    "gallery",
    "sheet",
    "extract",
    "disassemble",
    "import",
    "compare",
];

#[test]
fn every_command_with_a_game_takes_what_the_user_says_i23() {
    for command in COMMANDS {
        let help = stdout(&wardrobe(&[&command, &"-h"]));
        for option in [
            "--scumm <0-8>",
            "--he <60-100>",
            "--game <ID>",
            "--platform <MACHINE>",
            "--render <DISPLAY>",
        ] {
            assert!(help.contains(option), "{command} lacks {option}");
        }
        let words: String = help.split_whitespace().collect::<Vec<_>>().join(" ");
        for named in [
            Platform::ALL.map(|(name, _)| name).join(", "),
            Render::ALL.map(|(name, _)| name).join(", "),
        ] {
            assert!(
                words.contains(&format!("[possible values: {named}]")),
                "{command}: {named}"
            );
        }
        let heading = help
            .split("Identity, if the files do not tell it:")
            .nth(1)
            .unwrap();
        let heading = heading.split("\n\n").next().unwrap();
        assert!(
            !heading.contains("--out") && !heading.contains("--json"),
            "{command}: the heading is of five options"
        );
    }
}

fn demo() -> PathBuf {
    repository().join("data/demo/built")
}

fn listing(arguments: &[&dyn AsRef<Path>]) -> Value {
    let output = wardrobe(&[&[&"list", &"--json" as &dyn AsRef<Path>], arguments].concat());
    one_document(&output.stdout)
}

#[test]
fn a_listing_says_what_the_game_is_and_how_that_is_known_i23() {
    let text = stdout(&wardrobe(&[&"list", &demo()]));
    assert_eq!(text.lines().nth(1), Some("v5, DOS assumed"));
    let text = stdout(&wardrobe(&[&"info", &demo(), &"--costume", &"1"]));
    assert_eq!(text.lines().nth(1), Some("v5, DOS assumed"));
    let games = games();
    let v5 = listing(&[&games.path().join("v5")]);
    let identity = &v5["identity"];
    assert_eq!(
        identity["text"],
        "Monkey Island 2 by its file name, DOS assumed"
    );
    assert_eq!(
        (&identity["title"], &identity["title_by"]),
        (&"Monkey Island 2".into(), &"by its file name".into())
    );
    assert_eq!(
        (&identity["platform"], &identity["language"]),
        (&"DOS".into(), &Value::Null)
    );
    assert_eq!(identity["doubts"], Value::Array(vec![]));
    let he60 = listing(&[&games.path().join("he60")]);
    assert_eq!(
        he60["identity"]["text"],
        "Putt-Putt Joins the Parade, Humongous 60 by its file name"
    );
}

#[test]
fn what_the_user_says_is_obeyed_i23() {
    let said = listing(&[&demo(), &"--platform", &"amiga", &"--game", &"atlantis"]);
    assert_eq!(
        said["identity"]["text"],
        "Indiana Jones and the Fate of Atlantis, Amiga as given"
    );
    for (platform, label) in [("atarist", "Atari ST"), ("segacd", "Sega CD")] {
        let said = listing(&[&demo(), &"--platform", &platform]);
        assert_eq!(said["identity"]["text"], format!("v5, {label} as given"));
    }
    let games = games();
    let said = listing(&[&games.path().join("he99"), &"--he", &"100"]);
    assert_eq!(
        (&said["he"], &said["identity"]["humongous_by"]),
        (&100.into(), &"as given".into())
    );
    let said = listing(&[
        &games.path().join("v5"),
        &"--game",
        &"freddi3",
        &"--scumm",
        &"5",
    ]);
    assert!(
        said["identity"]["title"]
            .as_str()
            .unwrap()
            .starts_with("Freddi Fish 3")
    );
    let message = refusal(&wardrobe(&[&"list", &demo(), &"--game", &"pong"]));
    assert!(
        message.contains("unknown game `pong`") && message.contains("monkey2"),
        "{message}"
    );
    let message = refusal(&wardrobe(&[&"list", &demo(), &"--scumm", &"3"]));
    assert!(
        message.contains("of another family (versions 5, 6, 7, 8)"),
        "{message}"
    );
}

#[test]
fn the_platform_reaches_the_pictures_s9() {
    let folder = tempfile::tempdir().unwrap();
    let picture = |platform: &str| {
        let out = folder.path().join(format!("{platform}.png"));
        let done = wardrobe(&[
            &"room",
            &demo(),
            &"1",
            &"-o",
            &out,
            &"--platform",
            &platform,
        ]);
        assert!(done.status.success(), "{done:?}");
        read_png(&out).3
    };
    let (dos, amiga) = (picture("dos"), picture("amiga"));
    assert!(
        dos.iter()
            .zip(&amiga)
            .all(|(dos, amiga)| *amiga == dos.wrapping_add(16)),
        "on the Amiga the colour numbers are 16 greater"
    );
}

#[test]
fn indy4_on_the_amiga_is_shown_by_its_registers_p10() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("room.png");
    let said: [&dyn AsRef<Path>; 4] = [&"--platform", &"amiga", &"--game", &"atlantis"];
    good(
        &[
            &[&"room" as &dyn AsRef<Path>, &demo(), &"1", &"-o", &out],
            &said[..],
        ]
        .concat(),
    );
    let (width, height, palette, pixels) = read_png(&out);
    assert!(
        palette.iter().all(|level| level % 17 == 0),
        "registers have four bits a component"
    );
    // The pixels that the stage shows for the same room.
    let given = Given {
        platform: Some(Platform::Amiga),
        game: Some("atlantis".to_owned()),
        ..Given::default()
    };
    let stage = Stage::for_room(&Game::open_as(demo(), &given).unwrap(), 1).unwrap();
    let shown = stage.colours().displayed();
    let (width, height) = (width as usize, height as usize);
    for (y, row) in pixels.chunks(width).enumerate() {
        for (x, &pixel) in row.iter().enumerate().take(stage.front().width) {
            let colour = shown.colours()[usize::from(stage.front().row(y)[x])];
            assert_eq!(
                rgba(&palette, Some(pixel))[..3],
                colour,
                "{x}, {y} of {width}x{height}"
            );
        }
    }
}

#[test]
fn the_display_reaches_the_colours_p12() {
    let (games, folder) = (games(), tempfile::tempdir().unwrap());
    let game = games.path().join("v2-zak");
    let colours = |render: &[&dyn AsRef<Path>]| {
        let out = folder.path().join("room.png");
        good(
            &[
                &[&"room" as &dyn AsRef<Path>, &game, &"1", &"-o", &out],
                render,
            ]
            .concat(),
        );
        read_png(&out).2
    };
    assert_eq!(colours(&[])[3..6], [0, 0, 0xaa], "EGA");
    assert_eq!(colours(&[&"--render", &"cga"])[3..6], [0x55, 0xff, 0xff]);
    assert_eq!(
        colours(&[&"--render", &"hercules_green"])[3..6],
        [0, 0xff, 0]
    );
    assert_eq!(colours(&[&"--render", &"amiga"])[3..6], [0, 0, 0xbb]);
    let doubts = |arguments: &[&dyn AsRef<Path>]| listing(arguments)["identity"]["doubts"].clone();
    assert_eq!(doubts(&[&game, &"--render", &"cga"]), Value::Array(vec![]));
    let ignored = "v5 on DOS does not support this display; the option is ignored";
    assert_eq!(
        doubts(&[&demo(), &"--render", &"cga"]),
        Value::Array(vec![ignored.into()])
    );
    let output = wardrobe(&[&"list", &demo(), &"--render", &"cga"]);
    assert!(
        String::from_utf8_lossy(&output.stderr).contains(ignored),
        "{output:?}"
    );
}

#[test]
fn a_steam_edition_is_called_after_its_folder_i34() {
    let shelf = tempfile::tempdir().unwrap();
    let folder = shelf.path().join("Loom (1990)");
    let mut files = editions::game("v4", "", "").unwrap();
    let place = files
        .iter()
        .position(|(name, _)| name == "000.LFL")
        .unwrap();
    let index = editions::padded(&files.remove(place).1, 8307, 0);
    files.push(("903.LFL".to_owned(), Vec::new()));
    editions::write(&folder.join("loom"), &files).unwrap();
    editions::write(
        &folder,
        &vec![("Loom.exe".to_owned(), editions::program(187_248, &index))],
    )
    .unwrap();
    let listing = listing(&[&folder]);
    assert_eq!(
        (&listing["game"], &listing["identity"]["title"]),
        (&"Loom (1990)".into(), &"Loom".into())
    );
}

/// Copies the demo. `change` may change the copied data file.
fn copy(change: impl Fn(&Path)) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in files(&demo()) {
        fs::copy(demo().join(&name), folder.path().join(&name)).unwrap();
    }
    change(folder.path());
    folder
}

#[test]
fn a_data_file_that_is_named_opens_its_game_i2() {
    let game = copy(|_| ());
    let by_index = stdout(&wardrobe(&[&"list", &game.path().join("wardrobe.000")]));
    assert_eq!(
        stdout(&wardrobe(&[&"list", &game.path().join("wardrobe.001")])),
        by_index
    );
    let lone = copy(|folder| fs::remove_file(folder.join("wardrobe.000")).unwrap());
    let message = refusal(&wardrobe(&[&"list", &lone.path().join("wardrobe.001")]));
    assert!(
        message.contains("wardrobe.001")
            && message.contains("the index wardrobe.000 is missing beside it"),
        "{message}"
    );
}

#[test]
fn a_missing_data_file_is_named_once_as_the_cause_i2() {
    let missing = copy(|folder| fs::remove_file(folder.join("wardrobe.001")).unwrap());
    let garbage = copy(|folder| fs::write(folder.join("wardrobe.001"), b"no data at all").unwrap());
    let empty = copy(|folder| fs::write(folder.join("wardrobe.001"), b"").unwrap());
    let out = tempfile::tempdir().unwrap();
    for (game, cause) in [
        (
            &missing,
            "no such file beside the index or in a folder below",
        ),
        (&garbage, "expected block LECF"),
        (&empty, "found an empty file"),
    ] {
        for arguments in [
            &["list"][..],
            &["lint"],
            &["play", "--headless", "--frames", "1"],
            &["export", "--all", "-o", "export"],
            &["gallery", "-o", "gallery"],
            &["extract", "--all", "-o", "extract"],
            &["info", "--costume", "1"],
        ] {
            let mut all: Vec<PathBuf> = arguments.iter().map(PathBuf::from).collect();
            if let Some(folder) = all.iter_mut().skip(1).find(|a| {
                ["export", "gallery", "extract"]
                    .iter()
                    .any(|n| **a == Path::new(n))
            }) {
                *folder = out.path().join(&folder);
            }
            all.insert(1, game.path().to_path_buf());
            let all: Vec<&dyn AsRef<Path>> = all.iter().map(|a| a as &dyn AsRef<Path>).collect();
            let message = refusal(&wardrobe(&all));
            assert_eq!(
                (
                    message.matches("wardrobe.001").count(),
                    message.matches(cause).count()
                ),
                (1, 1),
                "{message}"
            );
        }
    }
}

#[test]
fn one_of_several_data_files_that_is_missing_is_named_once_i2() {
    let games = games();
    let folder = games.path().join("he99");
    fs::remove_file(folder.join("game.(b)")).unwrap();
    let output = wardrobe(&[&"list", &folder]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert_eq!(text.matches("game.(b): no such file").count(), 1, "{text}");
}

#[test]
fn a_game_inside_another_is_opened_by_its_own_folder_i1() {
    let games = games();
    let outer = games.path().join("v6");
    fs::create_dir(outer.join("MANIAC")).unwrap();
    for name in files(&games.path().join("v2-zak")) {
        fs::copy(
            games.path().join("v2-zak").join(&name),
            outer.join("MANIAC").join(&name),
        )
        .unwrap();
    }
    assert_eq!(listing(&[&outer])["version"], 6);
    assert_eq!(listing(&[&outer.join("MANIAC")])["version"], 2);
}

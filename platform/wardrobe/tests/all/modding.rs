//! The subcommands with which costumes and rooms are changed: `watch`, `disassemble`, `build` and
//! `import`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use scumm_room::resource::{GameFiles, ResourceKind};
use scumm_test_support::repository;

use crate::common::{files, good, refusal, stdout, wardrobe};

/// The longest time until the program notices a change.
const PATIENCE: Duration = Duration::from_secs(300);

/// Writes the demo in a version and its sources into folders.
fn demo(folder: &Path, version: &str) -> (PathBuf, PathBuf) {
    let game = folder.join("game");
    good(&[&"demo", &"--version", &version, &"-o", &game]);
    let sources = folder.join("sources");
    good(&[&"demo", &"--sources", &"-o", &sources]);
    (game, sources)
}

/// Replaces a part of a text file.
fn edit(path: &Path, old: &str, new: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(old), "{old}");
    fs::write(path, text.replace(old, new)).unwrap();
}

/// A program that runs until the test ends.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Waits until a file has a content.
fn wait_for(path: &Path, what: &str, holds: impl Fn(&str) -> bool) {
    let start = Instant::now();
    loop {
        let text = fs::read_to_string(path).unwrap_or_default();
        if holds(&text) {
            return;
        }
        assert!(start.elapsed() < PATIENCE, "{what}: {text}");
        sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_page_shows_each_change_of_a_source_and_its_faults() {
    let folder = tempfile::tempdir().unwrap();
    let (game, sources) = demo(folder.path(), "6");
    let page = folder.path().join("page");
    let source = sources.join("mara.toml");
    let mut command = Command::new(env!("CARGO_BIN_EXE_wardrobe"));
    command.arg("watch").arg(&source).arg("--game").arg(&game);
    command.args(["--costume", "1", "--page"]).arg(&page);
    let _running = Running(command.stdout(Stdio::null()).spawn().unwrap());
    let stamp = page.join("stamp.js");
    let costume = page.join("costumes/costume-001.js");
    wait_for(&page.join("index.html"), "the page", |text| {
        text.contains("live.js")
    });
    wait_for(&stamp, "the first state", |text| text.contains(", \"\");"));
    let first = fs::read_to_string(&costume).unwrap();
    edit(&source, "palette = [0, 119,", "palete = [0, 119,");
    wait_for(&stamp, "the fault", |text| text.contains("palete"));
    assert_eq!(
        fs::read_to_string(&costume).unwrap(),
        first,
        "the last good one"
    );
    edit(&source, "palete = [0, 119,", "palette = [0, 44,");
    wait_for(&costume, "the new costume", |text| text != first);
    wait_for(&stamp, "no fault", |text| text.contains(", \"\");"));
}

#[test]
fn a_watched_source_is_played_in_place_of_the_costume_of_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let (game, sources) = demo(folder.path(), "5");
    let source = sources.join("mara.toml");
    let digest = |with: &[&dyn AsRef<Path>]| {
        let start: [&dyn AsRef<Path>; 8] = [
            &"play",
            &game,
            &"--headless",
            &"--frames",
            &"30",
            &"--digest",
            &"--room",
            &"1",
        ];
        stdout(&wardrobe(&[&start[..], with].concat()))
    };
    let with = format!("1={}", source.display());
    let old = digest(&[&"--costume", &"1"]);
    assert_eq!(
        digest(&[&"--with", &with]),
        old,
        "the source is that of the game"
    );
    edit(&source, "palette = [0, 119,", "palette = [0, 44,");
    assert_ne!(digest(&[&"--with", &with]), old);
    // A number that the game does not have is a new costume.
    let new = format!("9={}", source.display());
    assert!(!digest(&[&"--with", &new]).is_empty());
    let refused = refusal(&wardrobe(&[
        &"play",
        &game,
        &"--headless",
        &"--frames",
        &"1",
        &"--with",
        &"9=no.toml",
    ]));
    assert!(refused.contains("no.toml"), "{refused}");
    good(&[
        &"watch",
        &source,
        &"--headless",
        &"--frames",
        &"3",
        &"--version",
        &"7",
    ]);
    let refused = refusal(&wardrobe(&[
        &"watch",
        &source,
        &"--game",
        &game,
        &"--headless",
        &"--frames",
        &"3",
    ]));
    assert!(refused.contains("expected --costume N"), "{refused}");
}

#[test]
fn an_animation_is_played_from_the_start_and_an_unknown_one_is_refused() {
    let digest = |anim: &str| {
        let args: [&dyn AsRef<Path>; 9] = [
            &"play",
            &"--costume",
            &"1",
            &"--headless",
            &"--frames",
            &"3",
            &"--digest",
            &"--anim",
            &anim,
        ];
        wardrobe(&args)
    };
    let stand = stdout(&digest("3"));
    assert_ne!(stdout(&digest("2")), stand);
    let refused = refusal(&digest("99"));
    assert!(
        refused.contains("has no animation 99; it has 1, 2"),
        "{refused}"
    );
}

#[test]
fn a_costume_goes_to_aseprite_and_back() {
    let folder = tempfile::tempdir().unwrap();
    for version in ["5", "7"] {
        let (game, _) = demo(&folder.path().join(version), version);
        let out = folder.path().join(format!("layers-{version}"));
        let done = wardrobe(&[
            &"disassemble",
            &game,
            &"--costume",
            &"1",
            &"--aseprite",
            &"-o",
            &out,
        ]);
        assert!(stdout(&done).contains("is identical"), "{done:?}");
        let block = if version == "5" {
            "costume.cost"
        } else {
            "costume.akos"
        };
        assert!(out.join("costume.aseprite").exists());
        let built = folder.path().join(format!("built-{version}"));
        good(&[&"build", &out, &"-o", &built]);
        assert!(fs::read(&built).unwrap() == fs::read(out.join(block)).unwrap());
        let exported = folder.path().join(format!("export-{version}"));
        good(&[
            &"export",
            &game,
            &"--costume",
            &"1",
            &"--only",
            &"aseprite",
            &"-o",
            &exported,
        ]);
        let same = |name: &str| {
            fs::read(out.join(name)).unwrap() == fs::read(exported.join(name)).unwrap()
        };
        assert!(same("costume.aseprite") && same(block));
    }
    let plain = folder.path().join("plain");
    let game = folder.path().join("5/game");
    good(&[&"export", &game, &"--costume", &"1", &"-o", &plain]);
    assert!(
        !plain.join("costume.aseprite").exists(),
        "it is written only if it is named"
    );
}

#[test]
fn the_colours_of_a_room_are_taken_for_pictures_without_a_palette() {
    let refused = wardrobe(&[&"build", &"x.toml", &"-o", &"x", &"--colours-of", &"game"]);
    assert_eq!(refused.status.code(), Some(2));
    let refused = String::from_utf8(refused.stderr).unwrap();
    assert!(refused.contains("expected GAME:ROOM"), "{refused}");
    let folder = tempfile::tempdir().unwrap();
    let (game, sources) = demo(folder.path(), "5");
    let built = folder.path().join("mara.cost");
    let room = format!("{}:1", game.display());
    good(&[
        &"build",
        &sources.join("mara.toml"),
        &"-o",
        &built,
        &"--colours-of",
        &room,
    ]);
    let none = format!("{}:99", game.display());
    let refused = refusal(&wardrobe(&[
        &"build",
        &sources.join("mara.toml"),
        &"-o",
        &built,
        &"--colours-of",
        &none,
    ]));
    assert!(refused.contains("room 99"), "{refused}");
}

#[test]
fn a_picture_that_has_become_larger_is_named_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let (game, _) = demo(folder.path(), "5");
    let source = folder.path().join("mara");
    good(&[&"disassemble", &game, &"--costume", &"1", &"-o", &source]);
    let text = fs::read_to_string(source.join("costume.toml")).unwrap();
    assert!(text.contains("size = ["), "{text}");
    // The cel takes the picture of another one.
    let cels = files(&source.join("cels"));
    let size = |name: &String| fs::read(source.join("cels").join(name)).unwrap()[16..24].to_vec();
    let other = cels
        .iter()
        .find(|name| name.ends_with("png") && size(name) != size(&cels[0]));
    let other = source.join("cels").join(other.unwrap());
    fs::copy(other, source.join("cels").join(&cels[0])).unwrap();
    let built = wardrobe(&[&"build", &source, &"-o", &folder.path().join("x.cost")]);
    let warned = String::from_utf8(built.stderr).unwrap();
    assert!(
        warned.contains("cel c0: the picture has become"),
        "{warned}"
    );
    assert!(warned.contains("set `rel` and `size`"), "{warned}");
}

#[test]
fn a_costume_is_added_under_a_free_number_and_imports_are_undone() {
    let folder = tempfile::tempdir().unwrap();
    let (_, sources) = demo(folder.path(), "5");
    // The numbers 3 to 5 have entries without a costume.
    edit(
        &sources.join("game.toml"),
        "id = 3\nroom = 1\nsource = \"ghost",
        "id = 6\nroom = 1\nsource = \"ghost",
    );
    for (version, index) in [
        ("5", "wardrobe.000"),
        ("6", "wardrobe.000"),
        ("7", "wardrobe.la0"),
    ] {
        let game = folder.path().join(format!("game-{version}"));
        let built = folder.path().join(format!("ghost-{version}"));
        good(&[
            &"build",
            &sources.join("game.toml"),
            &"--version",
            &version,
            &"-o",
            &game,
        ]);
        good(&[
            &"build",
            &sources.join("ghost.toml"),
            &"--version",
            &version,
            &"-o",
            &built,
        ]);
        let before = contents(&game);
        let opened = GameFiles::open(&game.join(index)).unwrap();
        assert_eq!(opened.free_numbers(ResourceKind::Costume), [3, 4, 5]);
        let old: Vec<Vec<u8>> = [1, 2, 6]
            .map(|id| opened.load(ResourceKind::Costume, id).unwrap().data)
            .into();
        let import = |number: &str| {
            wardrobe(&[
                &"import",
                &game,
                &"--costume",
                &number,
                &built,
                &"--in-place",
            ])
        };
        let refused = refusal(&import("9"));
        assert!(
            refused.contains("these numbers are free: 3, 4, 5"),
            "{refused}"
        );
        assert_eq!(import("4").status.code(), Some(0));
        let new = GameFiles::open(&game.join(index)).unwrap();
        let load = |id: u16| new.load(ResourceKind::Costume, id).unwrap().data;
        assert_eq!(load(4), fs::read(&built).unwrap());
        assert!([1, 2, 6].map(load)[..] == old[..]);
        assert_eq!(new.free_numbers(ResourceKind::Costume), [3, 5]);
        assert_eq!(import("1").status.code(), Some(0));
        let kept = files(&game);
        let kept = kept.iter().filter(|name| name.contains(".bak"));
        assert_eq!(kept.count(), 2);
        let undone = wardrobe(&[&"import", &game, &"--undo"]);
        assert!(
            stdout(&undone).ends_with(&format!("{index} is restored\n")),
            "{undone:?}"
        );
        assert!(contents(&game) == before);
    }
}

/// Returns the contents of all files of a folder.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let names = files(folder).into_iter();
    names
        .map(|name| (name.clone(), fs::read(folder.join(name)).unwrap()))
        .collect()
}

#[test]
fn a_costume_for_another_version_is_refused_with_the_option() {
    let folder = tempfile::tempdir().unwrap();
    let (game, sources) = demo(folder.path(), "6");
    let built = folder.path().join("mara.cost");
    good(&[&"build", &sources.join("mara.toml"), &"-o", &built]);
    let out = folder.path().join("out");
    let refused = refusal(&wardrobe(&[
        &"import",
        &game,
        &"--costume",
        &"1",
        &built,
        &"-o",
        &out,
    ]));
    let told = "built for v5; this game is v6: build it with --version 6";
    assert!(refused.contains(told), "{refused}");
}

#[test]
fn the_example_of_a_costume_from_scratch_is_a_source() {
    let document = fs::read_to_string(repository().join("docs/sources.md")).unwrap();
    let (_, rest) = document.split_once("    # robot.toml\n").unwrap();
    let lines = rest
        .lines()
        .take_while(|line| line.is_empty() || line.starts_with("    "));
    let text: String = lines.map(|line| format!("{}\n", line.trim())).collect();
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("robot.toml");
    fs::write(&source, text).unwrap();
    let picture = scumm_room::Surface::filled(128, 96, 3);
    let palette = scumm_room::Palette::greys();
    let png = scumm_tools::output::png_bytes(&picture, &palette, Some(0), 1).unwrap();
    fs::write(folder.path().join("robot.png"), png).unwrap();
    for version in ["4", "5", "6", "7", "8"] {
        let built = folder.path().join(format!("robot-{version}"));
        let done = wardrobe(&[&"build", &source, &"-o", &built, &"--version", &version]);
        assert!(done.status.success(), "v{version}: {done:?}");
    }
    good(&[
        &"watch",
        &source,
        &"--headless",
        &"--frames",
        &"5",
        &"--version",
        &"6",
    ]);
}

#[test]
fn rooms_are_disassembled_built_and_imported_from_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for version in ["5", "6", "7"] {
        let game = at(&format!("game-{version}"));
        good(&[&"demo", &"--version", &version, &"-o", &game]);
        let rooms = at(&format!("rooms-{version}"));
        let printed = stdout(&wardrobe(&[
            &"disassemble",
            &game,
            &"--rooms",
            &"all",
            &"-o",
            &rooms,
        ]));
        let lines: Vec<&str> = printed.lines().collect();
        assert!(lines.len() >= 2, "{printed}");
        for line in &lines {
            assert!(line.contains("the rebuilt room is identical ("), "{line}");
        }
        // Moves a box in each of two rooms, and imports both from one folder.
        let built = at(&format!("built-{version}"));
        fs::create_dir(&built).unwrap();
        for number in ["001", "002"] {
            let source = rooms.join(format!("room-{number}"));
            edit(
                &source.join("room.toml"),
                "[[box]] # 1\n",
                "[[box]] # 1\nflags = 8\n",
            );
            let block = built.join(format!("room-{number}.room"));
            good(&[&"build", &source, &"-o", &block]);
        }
        let changed = at(&format!("changed-{version}"));
        good(&[&"import", &game, &built, &"-o", &changed]);
        let compared = wardrobe(&[&"compare", &game, &changed]);
        let printed = String::from_utf8(compared.stdout).unwrap();
        assert_eq!(
            printed,
            "room 1, box 1: flags 0 became 8\nroom 2, box 1: flags 0 became 8\n\
             different: 0 costumes, 2 rooms, 0 other parts\n"
        );
        assert_eq!(compared.status.code(), Some(1));
        let source = rooms.join("room-001");
        let refused = refusal(&wardrobe(&[
            &"import",
            &game,
            &"--room",
            &"1",
            &source,
            &"-o",
            &at("out"),
        ]));
        assert!(
            refused.contains("expected a room, found a source"),
            "{refused}"
        );
    }
}

#[test]
fn the_rooms_of_a_game_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let (game, _) = demo(folder.path(), "6");
    let printed = stdout(&wardrobe(&[&"lint", &game, &"--rooms"]));
    assert!(printed.contains("0 errors, 0 warnings"), "{printed}");
}

//! Every command with Maniac Mansion for the Commodore 64, the Apple II and the Nintendo. All
//! commands must accept these games as they accept games of later versions.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use scumm_engine::Game;
use scumm_test_support::editions::{self, nintendo};
use scumm_test_support::vectors::Vectors;
use scumm_tools::colours::{ColouredCostume, RoomColours};
use scumm_tools::costume_input;
use scumm_tools::export::renderer::PlayedCostume;
use scumm_tools::gallery::{GameData, costume, room};
use serde_json::Value;
use tempfile::TempDir;

use crate::common::{
    Apng, Games, files, games, good, json, one_document, read_png, refusal, stdout, wardrobe,
};

/// A game, and the numbers of two of its costumes.
struct EightBit {
    path: PathBuf,
    platform: &'static str,
    costumes: [&'static str; 2],
    /// The width of the screen, the height of rooms, and the height of the stage.
    size: (u32, u32, u32),
}

/// Returns the games: disk images, and the extracted files of a cartridge. The first two values own
/// the folders with the files.
fn all() -> (Games, TempDir, [EightBit; 3]) {
    let (made, own) = (games(), tempfile::tempdir().unwrap());
    editions::write(&own.path().join("nes"), &nintendo().unwrap()).unwrap();
    let of = |path, platform, costumes, size| EightBit {
        path,
        platform,
        costumes,
        size,
    };
    let all = [
        of(
            made.path().join("v0-c64"),
            "Commodore 64",
            ["2", "3"],
            (320, 136, 200),
        ),
        of(
            made.path().join("v0-apple2-lfl"),
            "Apple II",
            ["4", "8"],
            (320, 136, 200),
        ),
        of(
            own.path().join("nes"),
            "Nintendo (NES)",
            ["1", "2"],
            (256, 128, 240),
        ),
    ];
    (made, own, all)
}

fn parsed(args: &[&dyn AsRef<Path>]) -> Value {
    let output = wardrobe(args);
    one_document(&output.stdout)
}

/// Returns the number of different colours of a picture.
fn colours(path: &Path) -> usize {
    let (.., pixels) = read_png(path);
    pixels
        .into_iter()
        .collect::<std::collections::BTreeSet<u8>>()
        .len()
}

#[test]
fn they_are_listed_and_looked_into_v6_v15_v23_q22_q40() {
    let (_made, _own, all) = all();
    for EightBit {
        path,
        platform,
        costumes,
        size,
    } in &all
    {
        let list = parsed(&[&"list", path, &"--json"]);
        assert_eq!(list["identity"]["title"], "Maniac Mansion");
        let count = format!("{} costumes", list["costumes"].as_array().unwrap().len());
        let text = stdout(&wardrobe(&[&"list", path]));
        assert!(
            text.lines().next().unwrap().ends_with(&count),
            "{platform}: {count}: {text}"
        );
        assert_eq!(list["identity"]["platform"], *platform);
        let rooms = list["rooms"].as_array().unwrap();
        assert!(
            !rooms.is_empty() && rooms.iter().all(|room| room["height"] == size.1),
            "{rooms:?}"
        );
        let listed = list["costumes"].as_array().unwrap();
        assert!(
            listed.len() >= 2
                && listed
                    .iter()
                    .all(|costume| costume["id"].as_u64().unwrap() < 25),
            "{listed:?}"
        );
        for costume in costumes {
            let info = parsed(&[&"info", path, &"--costume", costume, &"--json"]);
            assert!(!info["animations"].as_array().unwrap().is_empty());
            assert!(
                !info["cels"].as_array().unwrap().is_empty(),
                "{platform}: {info}"
            );
            // `map` must succeed. `lint` may report findings, but no error.
            let map = wardrobe(&[&"map", path, &"--costume", costume]);
            assert!(
                map.status.success() && stdout(&map).lines().count() > 20,
                "{map:?}"
            );
            let lint = wardrobe(&[&"lint", path, &"--costume", costume]);
            assert!(matches!(lint.status.code(), Some(0 | 1)), "{lint:?}");
        }
    }
}

#[test]
fn rooms_costumes_and_the_gallery_are_written_v12_v21_q25_q45() {
    let (_made, own, all) = all();
    for (
        n,
        EightBit {
            path,
            platform,
            costumes,
            size,
        },
    ) in all.iter().enumerate()
    {
        let out = own.path().join(format!("out-{n}"));
        let room = out.join("room.png");
        good(&[&"room", path, &"1", &"--planes", &"-o", &room]);
        assert_eq!(read_png(&room).1, size.1);
        assert!(colours(&room) > 4 && out.join("room-plane1.png").is_file());
        good(&[
            &"export",
            path,
            &"--costume",
            &costumes[0],
            &"-o",
            &out.join("costume"),
        ]);
        let cels = json(&out.join("costume/cels.json"));
        let with_files: Vec<&Value> = cels["cels"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|c| c["file"].is_string())
            .collect();
        assert!(!with_files.is_empty());
        for cel in with_files {
            let picture = read_png(&out.join("costume").join(cel["file"].as_str().unwrap()));
            assert_eq!(
                (cel["width"].as_u64(), cel["height"].as_u64()),
                (Some(picture.0.into()), Some(picture.1.into()))
            );
            // The Nintendo has four palettes of four colours, v0 has one.
            let count = picture.2.len() / 3;
            assert_eq!(count, if size.2 == 240 { 16 } else { 4 }, "{platform}");
        }
        let chores = json(&out.join("costume/chores.json"));
        let chores = chores["animations"].as_array().unwrap();
        assert!(
            !chores.is_empty(),
            "{platform}: no animation shows anything"
        );
        let file = format!("{}.png", chores[0]["file"].as_str().unwrap());
        let first = Apng::read(&out.join("costume").join(file));
        assert!(
            first.rgba().chunks(4).any(|pixel| pixel[3] != 0),
            "{platform}"
        );
        assert!(
            files(&out.join("costume"))
                .iter()
                .any(|name| name.starts_with("sheet")),
            "{platform}"
        );
        good(&[&"gallery", path, &"-o", &out.join("gallery")]);
        assert!(out.join("gallery/index.html").is_file());
        let shown = files(&out.join("gallery/costumes"));
        assert!(
            shown.len() >= 4 && shown.iter().any(|name| name.ends_with(".png")),
            "{platform}: {shown:?}"
        );
    }
}

#[test]
fn somebody_walks_there_without_a_window_v60_q44() {
    let (_made, own, all) = all();
    for (
        n,
        EightBit {
            path,
            platform,
            costumes,
            size,
        },
    ) in all.iter().enumerate()
    {
        let out = own.path().join(format!("frames-{n}"));
        let played = |costume: &str| {
            let frames = out.join(costume);
            good(&[
                &"play",
                path,
                &"--headless",
                &"--room",
                &"1",
                &"--costume",
                &costume,
                &"--frames",
                &"30",
                &"-o",
                &frames,
            ]);
            read_png(&frames.join("frame-00029.png"))
        };
        let [one, other] = costumes.map(played);
        assert_eq!((one.0, one.1), (size.0, size.2), "{platform}");
        assert!(
            one.3 != other.3,
            "{platform}: another costume shows other pixels"
        );
    }
}

#[test]
fn costumes_are_taken_apart_built_and_put_back_byte_for_byte_v20_q40() {
    let (_made, own, all) = all();
    for (
        n,
        EightBit {
            path,
            platform,
            costumes,
            ..
        },
    ) in all.iter().enumerate()
    {
        let out = own.path().join(format!("apart-{n}"));
        let [one, other] = costumes;
        good(&[&"extract", path, &"--costume", one, &"-o", &out.join("raw")]);
        good(&[
            &"disassemble",
            path,
            &"--costume",
            one,
            &"-o",
            &out.join("source"),
        ]);
        let built = out.join("built.cost");
        good(&[&"build", &out.join("source/costume.toml"), &"-o", &built]);
        let raw = out.join("raw").join(files(&out.join("raw")).pop().unwrap());
        assert!(
            fs::read(&built).unwrap() == fs::read(&raw).unwrap(),
            "{platform}"
        );
        good(&[
            &"import",
            path,
            &built,
            &"--costume",
            one,
            &"-o",
            &out.join("game"),
        ]);
        for name in files(path).iter().filter(|name| !name.ends_with(".json")) {
            assert!(
                fs::read(path.join(name)).unwrap()
                    == fs::read(out.join("game").join(name)).unwrap(),
                "{platform}: {name}"
            );
        }
        good(&[&"compare", path, &out.join("game"), &"--costume", one]);
        // The two costume numbers of the Nintendo have the same commands but different pictures.
        let differs = wardrobe(&[
            &"compare",
            path,
            path,
            &"--costume",
            one,
            &"--costume-b",
            other,
        ]);
        assert_eq!(
            differs.status.code(),
            Some(i32::from(n < 2)),
            "{platform}: {differs:?}"
        );
        // A single file is read with the version and the platform that the user states.
        let mut said: Vec<&dyn AsRef<Path>> = vec![&"info", &raw, &"--scumm"];
        if n < 2 {
            said.push(&"0");
        } else {
            said.extend([&"1" as &dyn AsRef<Path>, &"--platform", &"nes"]);
        }
        let text = stdout(&wardrobe(&said));
        assert!(
            text.contains("20 animations") || n == 2 && text.contains("NES sprites"),
            "{platform}: {text}"
        );
    }
}

#[test]
fn what_a_disk_or_a_cartridge_cannot_take_is_said_v7_q1() {
    let (made, own, all) = all();
    let raw = own.path().join("raw");
    good(&[&"extract", &all[0].path, &"--costume", &"2", &"-o", &raw]);
    let file = raw.join(files(&raw).pop().unwrap());
    let mut bytes = fs::read(&file).unwrap();
    bytes.push(0);
    let size = u16::try_from(bytes.len()).unwrap();
    bytes[..2].copy_from_slice(&size.to_le_bytes());
    fs::write(&file, bytes).unwrap();
    let out = own.path().join("refused");
    let error = refusal(&wardrobe(&[
        &"import",
        &all[0].path,
        &file,
        &"--costume",
        &"2",
        &"-o",
        &out,
    ]));
    assert!(
        error.contains("a resource on a disk image must keep its size"),
        "{error}"
    );
    let rom = made.path().join("nes-usa.prg");
    let before = fs::read(&rom).unwrap();
    let error = refusal(&wardrobe(&[
        &"import",
        &rom,
        &file,
        &"--costume",
        &"3",
        &"--in-place",
    ]));
    assert!(
        error.contains(
            "is in a container, which is never changed; use -o to write a changed loose copy"
        ),
        "{error}"
    );
    assert!(fs::read(&rom).unwrap() == before && !out.exists());
}

#[test]
fn the_page_for_browsers_opens_them_v1_q1() {
    let (made, _own, all) = all();
    let in_memory = |folder: &Path| -> Vec<(String, Cow<'static, [u8]>)> {
        files(folder)
            .into_iter()
            .map(|name| (name.clone(), fs::read(folder.join(name)).unwrap().into()))
            .collect()
    };
    for EightBit {
        path,
        platform,
        costumes,
        ..
    } in &all
    {
        let rooms = RoomColours::new(&Game::from_files(in_memory(path)).unwrap());
        let game = rooms.game();
        let of_rooms = game.rooms().map(|id| room::listed(&rooms, id)).collect();
        let of_costumes = game
            .costumes()
            .map(|id| costume::listed(&rooms, id).0)
            .collect();
        let listed = serde_json::to_value(GameData::new(
            "game".to_owned(),
            &rooms,
            of_rooms,
            of_costumes,
        ))
        .unwrap();
        assert!(listed.to_string().contains(platform), "{listed}");
        assert!(room::pictures(game, 1).unwrap().len() >= 2);
        let id = costumes[0].parse().unwrap();
        let loaded = costume_input::load_costume(game, id)
            .unwrap()
            .bounded()
            .unwrap();
        let coloured = ColouredCostume::from_game(&rooms, loaded, id);
        let page = serde_json::to_value(PlayedCostume::new(coloured).page().unwrap().0).unwrap();
        assert!(!page["chores"].as_array().unwrap().is_empty(), "{platform}");
        assert!(
            page["cels"]
                .as_array()
                .unwrap()
                .iter()
                .any(|cel| cel["png"].is_string()),
            "{platform}"
        );
    }
    let rom = vec![(
        "game.prg".to_owned(),
        fs::read(made.path().join("nes-ita.prg")).unwrap().into(),
    )];
    assert_eq!(Game::from_files(rom).unwrap().rooms().count(), 54);
}

#[test]
fn scenes_of_them_are_played_checked_and_go_into_the_kit_s1_s2() {
    let folder = tempfile::tempdir().unwrap();
    let vectors = Vectors::load(["nes-enter", "v0-named"]).unwrap();
    vectors.write_to(folder.path()).unwrap();
    let scenes = [
        folder.path().join("nes-enter"),
        folder.path().join("v0-named"),
    ];
    good(&[&"scene", &"check", &scenes[0], &scenes[1]]);
    let kit = folder.path().join("kit");
    good(&[&"scene", &"kit", &scenes[0], &scenes[1], &"-o", &kit]);
    let listed = fs::read_to_string(kit.join("README.md")).unwrap();
    assert!(listed.contains("0") && kit.join("schema").is_dir());
    good(&[&"scene", &"check", &kit]);
}

#[test]
fn rooms_and_costumes_that_are_not_on_the_disk_do_not_exist_v9() {
    let games = games();
    let folder = games.path().join("v0-c64-demo");
    let path = folder.join("maniacdemo.d64");
    let numbers = || {
        let game = Game::open(&folder).unwrap();
        let rooms: Vec<u16> = game.rooms().collect();
        let costumes: Vec<u16> = game.costumes().collect();
        (rooms, costumes)
    };
    let before = numbers();
    let mut image = fs::read(&path).unwrap();
    // The index: the disk of each of 55 rooms, their sectors and tracks, the rooms of 25 costumes,
    // and their offsets (V6).
    let disks = 2 + 256;
    let sectors = disks + 55;
    let costume_rooms = sectors + 2 * 55;
    let offsets = costume_rooms + 25;
    let free: Vec<usize> = (1..55).filter(|&room| image[disks + room] == 0).collect();
    let known = usize::from(before.0[0]);
    assert!(free.len() > 6, "{free:?}");
    for (number, &room) in free.iter().enumerate() {
        image[disks + room] = b'1';
        let place = match number % 3 {
            // The sector of another room, a sector inside its data, and any sector.
            0 => [image[sectors + 2 * known], image[sectors + 2 * known + 1]],
            1 => [
                image[sectors + 2 * known] + 1,
                image[sectors + 2 * known + 1],
            ],
            _ => [3, 35],
        };
        image[sectors + 2 * room..sectors + 2 * room + 2].copy_from_slice(&place);
    }
    // The first absent costume gets a room that is not on the disk, the second an offset beyond the
    // next room, and the third an offset at which no size fits.
    let mut absent = (1..25_usize).filter(|&id| !before.1.contains(&u16::try_from(id).unwrap()));
    for (room, offset) in [(free[1], 0_u16), (known, 0xf000), (known, 0xfffe)] {
        let Some(id) = absent.next() else { continue };
        image[costume_rooms + id] = u8::try_from(room).unwrap();
        image[offsets + 2 * id..offsets + 2 * id + 2].copy_from_slice(&offset.to_le_bytes());
    }
    fs::write(&path, image).unwrap();
    assert_eq!(numbers(), before);
    let listed = wardrobe(&[&"list", &folder]);
    assert!(stdout(&listed).contains("Maniac Mansion"), "{listed:?}");
}

#[test]
fn the_colours_of_a_costume_are_those_of_the_actor_with_its_number_v26_v31() {
    let (_made, _own, [c64, apple2, _]) = all();
    // The list B of C71a.
    let own_colours = [0, 7, 2, 6, 9, 1, 3, 7, 7];
    let out = tempfile::tempdir().unwrap();
    for game in [c64, apple2] {
        for costume in game.costumes {
            let folder = out.path().join(game.platform).join(costume);
            good(&[
                &"export",
                &game.path,
                &"--costume",
                &costume,
                &"--only",
                &"cels,sheet",
                &"-o",
                &folder,
            ]);
            let own = own_colours[costume.parse::<usize>().unwrap()];
            let colours = &json(&folder.join("cels.json"))["colours"];
            assert_eq!(*colours, serde_json::json!([0, 10, own, 0]), "{costume}");
        }
    }
}

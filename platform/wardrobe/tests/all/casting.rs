//! Which actor wears which costume in which room: the subcommand `cast`, and the colours, names and
//! rooms that other subcommands take from its results.

use std::fs;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use scumm_test_support::shared;
use serde_json::{Value, json};

use crate::common::browser::Browser;
use crate::common::{
    demo, files, games, good, json as read_json, one_document, read_png, refusal, stdout, wardrobe,
};
use crate::gallery::{is_sound, keep};

/// Returns a real game from the folder beside the project. If the game is missing, prints a message
/// and returns `None`.
fn real(name: &str) -> Option<PathBuf> {
    let path = shared("real")
        .map(|real| real.join(name))
        .filter(|path| path.exists());
    if path.is_none() {
        println!("skipped: {name} is not there");
    }
    path
}

fn printed(args: &[&dyn AsRef<Path>]) -> String {
    let output = wardrobe(args);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    stdout(&output)
}

fn printed_json(args: &[&dyn AsRef<Path>]) -> Value {
    one_document(printed(args))
}

/// Writes a palette file of 768 bytes with one colour.
fn one_colour(folder: &Path) -> PathBuf {
    let path = folder.join("red.pal");
    fs::write(&path, [250, 10, 20].repeat(256)).unwrap();
    path
}

#[test]
fn a_games_cast_has_the_level_beside_every_answer_j25_j32() {
    let Some(game) = real("openquest/scummc6.000") else {
        return;
    };
    let cast = printed_json(&[&"cast", &game, &"--json"]);
    assert_eq!(
        (&cast["standing"], &cast["egos"]),
        (&json!("proven"), &json!([4]))
    );
    let zob = &cast["costumes"][0];
    let rooms = json!([{"room": 1, "level": 4}, {"room": 7, "level": 3}]);
    assert_eq!(
        (&zob["rooms"], &zob["colours_of"], &zob["colours_level"]),
        (&rooms, &json!(7), &json!(3))
    );
    assert_eq!(
        (&zob["names"], &zob["actors"], &zob["talk_colours"]),
        (&json!(["Ensign Zob"]), &json!([4]), &json!([231]))
    );
    let in_room_1 = json!({"actor": 1, "costume": 4, "x": 159, "y": 97, "level": 1, "name": "blue cup", "width": 0});
    assert_eq!(cast["rooms"][0]["cast"][0], in_room_1);
    let text = printed(&[&"cast", &game]);
    assert!(
        text.starts_with("82 scripts; the player controls actor 4\n"),
        "{text}"
    );
    for line in [
        "1  1 (4), 7 (3)  7 (3)            4           231  \"Ensign Zob\"",
        "  1 a script puts the actor into the room",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
}

#[test]
fn results_of_an_unproven_table_say_so_in_text_and_json_j35() {
    let games = games();
    for version in [
        "v1-zak", "v2-zak", "v3-ega", "v3-256", "v4", "he60", "he72", "he99", "v8",
    ] {
        let game = games.path().join(version);
        let cast = printed_json(&[&"cast", &game, &"--json"]);
        assert_eq!(cast["standing"], "unproven", "{version}");
        let note = "The scripts are read by an unproven table: no game has confirmed the table of \
                    this version.\n";
        for what in ["cast", "list"] {
            let told = stdout(&wardrobe(&[&what, &game]));
            assert!(told.contains(note), "{version}: {told}");
        }
    }
    let list = stdout(&wardrobe(&[&"list", &games.path().join("v6")]));
    assert!(!list.contains("unproven"), "{list}");
}

#[test]
fn scripts_of_v0_are_not_read_j38() {
    let games = games();
    let game = games.path().join("v0-c64");
    let cast = printed_json(&[&"cast", &game, &"--json"]);
    assert_eq!(
        (&cast["standing"], &cast["rooms"]),
        (&json!("left"), &json!([]))
    );
    for costume in cast["costumes"].as_array().unwrap() {
        assert_eq!(costume["actors"], json!([costume["costume"]]));
        assert_eq!(costume["colours_level"], 5);
    }
    let told = stdout(&wardrobe(&[&"cast", &game]));
    assert!(
        told.starts_with("The scripts of version 0 are not read."),
        "{told}"
    );
}

/// Adds a global script to a game of v2 or v3 with 16 colours, in room 1, in place of all others.
fn add_script(game: &Path, version: usize, code: &[u8]) {
    let read = |name: &str| -> Vec<u8> {
        let bytes = fs::read(game.join(name)).unwrap();
        bytes.into_iter().map(|byte| !byte).collect()
    };
    let write = |name: &str, bytes: Vec<u8>| {
        let bytes: Vec<u8> = bytes.into_iter().map(|byte| !byte).collect();
        fs::write(game.join(name), bytes).unwrap();
    };
    let mut room = read("01.LFL");
    let start = u16::try_from(room.len()).unwrap();
    let size = u16::try_from(code.len() + 4).unwrap();
    room.extend(size.to_le_bytes());
    room.extend([0, 0]);
    room.extend(code);
    let mut index = read("00.LFL");
    let objects = usize::from(u16::from_le_bytes([index[2], index[3]]));
    let object = if version == 2 { 1 } else { 4 };
    // The lists of rooms and of costumes precede the list of scripts.
    let mut at = 4 + objects * object;
    for _ in 0..2 {
        at += 1 + usize::from(index[at]) * 3;
    }
    let count = usize::from(index[at]);
    index[at + 1..at + 1 + count].fill(0);
    index[at + 1 + count..at + 1 + count * 3].fill(0xff);
    index[at + 2] = 1;
    index[at + 3 + count..at + 5 + count].copy_from_slice(&start.to_le_bytes());
    write("01.LFL", room);
    write("00.LFL", index);
}

/// Names, positions, directions and notes appear wherever those of proven versions do.
#[test]
fn old_games_show_their_people_with_the_note_of_the_table_j6_j15_j35_j36() {
    let games = games();
    // Actor 1, named "Bob", in costume 2 at 80, 60 in room 1, facing east.
    let v2 = b"\x13\x01\x02\x04\x13\x01\x00\x03Bob\0\x2d\x01\x01\x01\x01\x0a\x1e\x11\x01\xf9\x00";
    let v3 = b"\x13\x01\x01\x02\x0fBob\0\xff\x2d\x01\x01\x01\x01\x50\x00\x3c\x00\x11\x01\xf9\x00";
    for (name, version, code) in [("v2-zak", 2, &v2[..]), ("v3-ega", 3, &v3[..])] {
        let game = games.path().join(name);
        add_script(&game, version, code);
        let cast = printed_json(&[&"cast", &game, &"--json"]);
        let (x, y) = if version == 2 { (10, 30) } else { (80, 60) };
        let member = json!({
            "actor": 1, "costume": 2, "x": x, "y": y, "facing": 90, "level": 1, "name": "Bob"
        });
        assert_eq!(cast["rooms"][0]["cast"], json!([member]), "{name}");
        let info = printed(&[&"info", &game, &"--costume", &"2"]);
        let sentence = "worn by actor 1; named \"Bob\"; shown in room 1 (level 1); read by an \
                        unproven table\n";
        assert!(info.contains(sentence), "{name}: {info}");
        let info = printed_json(&[&"info", &game, &"--costume", &"2", &"--json"]);
        let fields = (&info["cast"]["standing"], &info["colours_standing"]);
        assert_eq!(fields, (&json!("unproven"), &json!("unproven")), "{name}");
        let list = printed(&[&"list", &game]);
        assert!(
            list.contains("\"Bob\"") && list.contains("1 (1)"),
            "{name}: {list}"
        );
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let room = printed(&[&"room", &game, &"1", &"--cast", &"-o", &at("room.png")]);
        let line = format!("actor 1 \"Bob\" in costume 2 at {x},{y} facing 90 (level 1)\n");
        assert!(
            room.contains(&line) && room.contains("unproven table"),
            "{name}: {room}"
        );
        good(&[&"gallery", &game, &"-o", &at("page")]);
        let data = fs::read_to_string(at("page").join("data.js")).unwrap();
        for part in [
            "\"casting\":\"unproven\"",
            "room-001-cast.png",
            "\"facing\":90",
        ] {
            assert!(data.contains(part), "{name}: {part}");
        }
        let exported = at("costume");
        good(&[&"export", &game, &"--costume", &"2", &"-o", &exported]);
        let cels = fs::read_to_string(exported.join("cels.json")).unwrap();
        assert!(cels.contains("read by an unproven table"), "{name}: {cels}");
    }
}

#[test]
fn lists_and_facts_name_the_wearers_and_their_rooms_j25_j26() {
    let Some(game) = real("openquest/scummc6.000") else {
        return;
    };
    let list = printed_json(&[&"list", &game, &"--json"]);
    assert_eq!(list["casting"], "proven");
    assert_eq!(list["costumes"][0]["names"], json!(["Ensign Zob"]));
    assert_eq!(
        list["costumes"][3]["shown_in"],
        json!([{"room": 1, "level": 1}])
    );
    let room7 = list["rooms"]
        .as_array()
        .unwrap()
        .iter()
        .find(|room| room["id"] == 7)
        .unwrap();
    let costumes: Vec<&Value> = room7["cast"]
        .as_array()
        .unwrap()
        .iter()
        .map(|member| &member["costume"])
        .collect();
    assert_eq!(costumes, [3, 1, 2]);
    let text = printed(&[&"list", &game]);
    assert!(text.contains("1 (4), 7 (3)  \"Ensign Zob\""), "{text}");
    let info = printed(&[&"info", &game, &"--costume", &"1"]);
    for line in [
        "worn by actor 4; named \"Ensign Zob\"; talks in colour 231; shown in rooms 1 (level 4) \
         and 7 (level 3)\n",
        "colours of room 7 (level 3, inferred: a script that is started in the room gives the \
         actor the costume)\n",
        "palette: 224 fd05ff, 225 391c15, ",
    ] {
        assert!(info.contains(line), "{line}: {info}");
    }
    let info = printed_json(&[&"info", &game, &"--costume", &"1", &"--json"]);
    assert_eq!(
        (
            &info["colours_of"],
            &info["colours_level"],
            &info["colours"][1]
        ),
        (&json!(7), &json!(3), &json!("391c15"))
    );
    assert_eq!(info["cast"]["actors"], json!([4]));
}

#[test]
fn exported_pictures_have_the_colours_that_casting_finds_and_say_so_j25() {
    let Some(game) = real("openquest/scummc6.000") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let out = |name: &str| folder.path().join(name);
    good(&[
        &"export",
        &game,
        &"--costume",
        &"1",
        &"-o",
        &out("cast"),
        &"--chore",
        &"2",
    ]);
    good(&[
        &"export",
        &game,
        &"--costume",
        &"1",
        &"-o",
        &out("room"),
        &"--chore",
        &"2",
        &"--room",
        &"7",
    ]);
    good(&[
        &"export",
        &game,
        &"--all",
        &"-o",
        &out("all"),
        &"--only",
        &"cels",
    ]);
    let folders = files(&out("all"));
    assert!(folders.contains(&"costume-001".to_owned()), "{folders:?}");
    for picture in ["cel-14-000.png", "sheet.png"] {
        let [found, asked] = ["cast", "room"].map(|of| read_png(&out(of).join(picture)));
        assert_eq!(found, asked, "{picture}");
    }
    for list in ["cels.json", "chores.json"] {
        let [found, asked] = ["cast", "room"].map(|of| read_json(&out(of).join(list)));
        assert_eq!(
            (&found["colours_of"], &found["colours_level"]),
            (&json!(7), &json!(3)),
            "{list}"
        );
        assert_eq!(
            (&found["names"], &found["shown_in"][0]),
            (&json!(["Ensign Zob"]), &json!({"room": 1, "level": 4}))
        );
        assert_eq!(
            (&asked["colours_from"], &asked["colours_level"]),
            (&json!("room 7, as requested"), &Value::Null)
        );
    }
    // Aseprite stores such values as user data of the layer.
    let said = read_json(&out("cast").join("sheet.json"))["meta"]["layers"][0]["data"].clone();
    let expected = "colours of room 7 (level 3, inferred: a script that is started in the room \
                    gives the actor the costume); named \"Ensign Zob\"; shown in room 1 (level 4) \
                    and room 7 (level 3)";
    assert_eq!(said, expected);
}

#[test]
fn a_room_is_drawn_with_its_people_at_their_places_j27() {
    let folder = tempfile::tempdir().unwrap();
    let out = |name: &str| folder.path().join(name);
    for (game, room, told, places) in [
        (
            "openquest/scummc6.000",
            "7",
            "actor 4 \"Ensign Zob\" in costume 1 at 170,110 (level 3)\n",
            &[(170, 90), (200, 100)][..],
        ),
        (
            "road7",
            "2",
            "actor 1 \"Santa\" in costume 2 at 20,90 (level 1)\n",
            &[(20, 80)][..],
        ),
        (
            "self5",
            "2",
            "actor 3 in costume 3 at 160,120 (level 1)\n",
            &[(20, 130), (100, 110)][..],
        ),
    ] {
        let Some(game) = real(game) else { continue };
        good(&[&"room", &game, &room, &"-o", &out("empty.png")]);
        let printed = printed(&[&"room", &game, &room, &"--cast", &"-o", &out("cast.png")]);
        assert!(printed.contains(told), "{printed}");
        let (empty, cast) = (read_png(&out("empty.png")), read_png(&out("cast.png")));
        assert_eq!(
            (cast.0, cast.1, &cast.2),
            (empty.0, empty.1, &empty.2),
            "the picture has the size and the palette of the room"
        );
        for &(x, y) in places {
            let near = |at: usize| {
                let (there_x, there_y) = (at % cast.0 as usize, at / cast.0 as usize);
                there_x.abs_diff(x) < 12 && there_y.abs_diff(y) < 20
            };
            let drawn = (0..cast.3.len())
                .filter(|&at| near(at) && cast.3[at] != empty.3[at])
                .count();
            assert!(
                drawn > 40,
                "{}: somebody at {x},{y}: {drawn} pixels",
                game.display()
            );
        }
    }
}

#[test]
fn a_room_without_anybody_is_the_room() {
    let folder = tempfile::tempdir().unwrap();
    let game = demo(folder.path(), "6");
    let out = |name: &str| folder.path().join(name);
    good(&[&"room", &game, &"1", &"-o", &out("empty.png")]);
    let told = printed(&[&"room", &game, &"1", &"--cast", &"-o", &out("cast.png")]);
    assert_eq!(told, "room 1: no actor is known\n");
    assert_eq!(read_png(&out("cast.png")), read_png(&out("empty.png")));
    let to_stdout = wardrobe(&[&"room", &game, &"1", &"--cast", &"-o", &"-"]);
    assert!(
        to_stdout.stdout.starts_with(b"\x89PNG") && to_stdout.stdout.ends_with(b"IEND\xaeB`\x82")
    );
}

#[test]
fn info_map_disassemble_and_compare_take_the_colours_that_are_asked_for() {
    let (folder, games) = (tempfile::tempdir().unwrap(), games());
    let (game, palette) = (games.path().join("v5"), one_colour(folder.path()));
    let out = |name: &str| folder.path().join(name);
    let costume: [&dyn AsRef<Path>; 3] = [&game, &"--costume", &"2"];
    let call = |what: &'static str, more: &[&'static str]| {
        let more: Vec<PathBuf> = more
            .iter()
            .map(|arg| {
                if *arg == "PAL" {
                    palette.clone()
                } else {
                    arg.into()
                }
            })
            .collect();
        let args: Vec<PathBuf> = std::iter::once(PathBuf::from(what))
            .chain(costume.map(|arg| arg.as_ref().to_owned()))
            .chain(more)
            .collect();
        printed(
            &args
                .iter()
                .map(|arg| arg as &dyn AsRef<Path>)
                .collect::<Vec<_>>(),
        )
    };
    // Each output names the source of its colours. With the palette file from `one_colour`, all
    // colours are this colour.
    for (what, more) in [("info", &[][..]), ("map", &[])] {
        let own = call(what, more);
        assert!(
            own.contains("colours of room ")
                && own.contains("(level 5, a guess, because no script names the room)"),
            "{what}: {own}"
        );
        assert!(
            call(what, &["--room", "3"]).contains("colours of room 3, as requested\n"),
            "{what}"
        );
        let red = call(what, &["--palette", "PAL"]);
        assert!(
            red.contains("colours of red.pal, as requested\n") && red.contains("fa0a14"),
            "{what}: {red}"
        );
    }
    let page = out("map.html");
    good(&[
        &"map",
        &game,
        &"--costume",
        &"2",
        &"--palette",
        &palette,
        &"--html",
        &page,
    ]);
    let page = fs::read_to_string(page).unwrap();
    assert!(
        page.contains("in the colours of red.pal, as requested")
            && page.contains("border-color:#fa0a14"),
        "{page}"
    );

    good(&[
        &"disassemble",
        &game,
        &"--costume",
        &"2",
        &"--room",
        &"3",
        &"-o",
        &out("source"),
    ]);
    let text = fs::read_to_string(out("source/costume.toml")).unwrap();
    assert!(
        text.starts_with("# The PNGs have the colours of room 3, as requested.\n"),
        "{text}"
    );
    let built = out("built.cost");
    good(&[&"build", &out("source/costume.toml"), &"-o", &built]);

    // The two costumes differ in their pictures. The output names the source of the colours of
    // each.
    let compared = wardrobe(&[
        &"compare",
        &game,
        &game,
        &"--costume",
        &"1",
        &"--costume-b",
        &"2",
        &"--room",
        &"3",
        &"-o",
        &out("cels"),
    ]);
    assert!(
        stdout(&compared).contains(": colours of room 3, as requested\n"),
        "{compared:?}"
    );
    let name = files(&out("cels")).into_iter().next().unwrap();
    let picture = fs::File::open(out("cels").join(name)).unwrap();
    let reader = png::Decoder::new(BufReader::new(picture))
        .read_info()
        .unwrap();
    let comment = &reader.info().uncompressed_latin1_text[0];
    assert_eq!(
        (comment.keyword.as_str(), comment.text.as_str()),
        ("Comment", "colours of room 3, as requested")
    );

    // A costume file has no rooms. For a comparison it is enough that one of the two editions has
    // rooms.
    for args in [&["info"][..], &["map"], &["compare", "built.cost"]] {
        let args: Vec<PathBuf> = args
            .iter()
            .map(|arg| {
                if *arg == "built.cost" {
                    built.clone()
                } else {
                    arg.into()
                }
            })
            .collect();
        let mut args: Vec<&dyn AsRef<Path>> =
            args.iter().map(|arg| arg as &dyn AsRef<Path>).collect();
        args.extend([
            &built as &dyn AsRef<Path>,
            &"--scumm",
            &"5",
            &"--room",
            &"3",
        ]);
        assert!(refusal(&wardrobe(&args)).contains("a room needs a game"));
    }
    let both = wardrobe(&[
        &"compare",
        &built,
        &game,
        &"--costume",
        &"2",
        &"--room",
        &"3",
    ]);
    assert_eq!(both.status.code(), Some(0), "{both:?}");
}

#[test]
fn a_gallery_names_people_and_shows_rooms_with_their_cast_j27() {
    let Some(game) = real("openquest/scummc6.000") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("page");
    good(&[&"gallery", &game, &"-o", &out]);
    let script = fs::read_to_string(out.join("data.js")).unwrap();
    let data: Value = serde_json::from_str(
        script
            .trim_start_matches("gallery.begin(")
            .trim_end_matches(");\n"),
    )
    .unwrap();
    assert_eq!(
        (&data["casting"], &data["casting_note"]),
        (&json!("proven"), &Value::Null)
    );
    assert_eq!(
        (
            &data["costumes"][0]["names"],
            data["levels"].as_array().unwrap().len()
        ),
        (&json!(["Ensign Zob"]), 5)
    );
    let room = |id: u64| {
        data["rooms"]
            .as_array()
            .unwrap()
            .iter()
            .find(|room| room["id"] == id)
            .unwrap()
            .clone()
    };
    assert_eq!(
        (
            room(7)["cast_picture"].clone(),
            room(9)["cast_picture"].clone()
        ),
        (json!("rooms/room-007-cast.png"), Value::Null)
    );
    good(&[
        &"room",
        &game,
        &"7",
        &"--cast",
        &"-o",
        &folder.path().join("room.png"),
    ]);
    assert_eq!(
        fs::read(out.join("rooms/room-007-cast.png")).unwrap(),
        fs::read(folder.path().join("room.png")).unwrap()
    );

    // The page in a browser, at both sizes: a room shows its cast, and the search finds an actor's
    // name.
    let Some(browser) = Browser::open() else {
        return;
    };
    for (width, height) in [(1280, 900), (390, 844)] {
        browser.resize(width, height);
        browser.go(&out.join("index.html"), "#room=7");
        browser.wait("document.body.dataset.shown === 'room 7'");
        assert_eq!(
            browser.eval("document.querySelectorAll('#cast li').length"),
            3
        );
        let layer = "document.querySelector('.layers img[src$=\"-cast.png\"]')";
        assert_eq!(browser.eval(&format!("{layer}.checkVisibility()")), true);
        assert_eq!(
            browser.eval(
                "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
            ),
            true
        );
        is_sound(&browser, "a room with its cast");
        keep(&browser, &format!("cast-room-{width}"));
        let search = "const search = document.getElementById('search'); search.value = 'zob'; search.dispatchEvent(new Event('input'));";
        browser.eval(&format!("(() => {{ {search} }})()"));
        // The search finds the costume and the two rooms in which it is shown.
        assert_eq!(
            browser.eval("document.getElementById('found').textContent"),
            "3 of 15"
        );
        browser.eval("document.querySelector('#cast a[href*=\"costume=1&\"]').click()");
        browser.wait("document.body.dataset.shown === 'costume 1'");
        assert_eq!(
            browser.eval("document.querySelector('#view h2').textContent"),
            "Costume 1 “Ensign Zob”"
        );
        let text = browser.eval("document.getElementById('view').textContent");
        assert!(
            text.as_str().unwrap().contains(
                "room 7 (level 3, inferred: a script that is started in the room gives \
                           the actor the costume)"
            ),
            "{text}"
        );
        is_sound(&browser, "a costume with its wearer");
        keep(&browser, &format!("cast-costume-{width}"));
    }
}

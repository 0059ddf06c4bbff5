//! The command line: exit codes, messages, files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use serde_json::Value;

use crate::common::{files, games, one_document, read_png, refusal, stdout, wardrobe};

#[test]
fn help_names_every_subcommand_and_the_exit_codes() {
    let help = stdout(&wardrobe(&[&"--help"]));
    for name in [
        "play", "list", "info", "room", "export", "gallery", "extract", "build", "demo", "scene",
        "testcard",
    ] {
        assert!(
            help.contains(&format!("\n  {name} ")),
            "{name} is missing:\n{help}"
        );
        let output = wardrobe(&[&name, &"--help"]);
        assert_eq!(output.status.code(), Some(0));
    }
    assert!(
        help.contains("Exit codes: 0 success, 1 differences or findings, 2"),
        "{help}"
    );
}

#[test]
fn a_game_that_is_not_there_is_refused_in_one_line() {
    for command in ["list", "play"] {
        assert!(refusal(&wardrobe(&[&command, &"/no/such/game"])).contains("/no/such/game"));
    }
}

#[test]
fn an_edition_that_is_refused_is_named_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("Monkey1.pak");
    fs::write(&file, b"LPAK and more").unwrap();
    for command in ["list", "play"] {
        for game in [folder.path(), &file] {
            let text = refusal(&wardrobe(&[&command, &game]));
            assert!(
                text.contains("Monkey1.pak") && text.contains("a remastered edition"),
                "{text}"
            );
        }
    }
}

#[test]
fn a_folder_of_several_games_lists_them_and_asks_for_one() {
    let games = games();
    let folder = games.path().join("both");
    fs::create_dir(&folder).unwrap();
    for from in ["v5", "v6"] {
        for name in files(&games.path().join(from)) {
            fs::copy(games.path().join(from).join(&name), folder.join(&name)).unwrap();
        }
    }
    let output = wardrobe(&[&"play", &folder, &"--headless", &"--frames", &"1"]);
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text.contains("monkey2.000") && text.contains("tentacle.000"),
        "{text}"
    );
    let one = wardrobe(&[&"list", &folder.join("monkey2.000")]);
    assert!(stdout(&one).starts_with("monkey2: SCUMM v5"));
}

#[test]
fn a_listing_is_complete_in_every_version() {
    let games = games();
    let versions = [
        ("v2-zak", 2, 0),
        ("v3-256", 3, 0),
        ("v4", 4, 0),
        ("v5", 5, 0),
        ("v6", 6, 0),
        ("v7", 7, 0),
    ];
    for (folder, version, he) in
        versions
            .into_iter()
            .chain([("he60", 6, 60), ("he72", 6, 72), ("he99", 6, 99)])
    {
        let output = wardrobe(&[&"list", &games.path().join(folder), &"--json"]);
        let listing = one_document(&output.stdout);
        assert_eq!(listing["errors"], Value::Array(vec![]), "{folder}");
        let is_damaged = listing["warnings"] != Value::Array(vec![]);
        assert_eq!(
            output.status.code(),
            Some(i32::from(is_damaged)),
            "{folder}"
        );
        assert_eq!(
            (&listing["version"], &listing["he"]),
            (&version.into(), &he.into()),
            "{folder}"
        );
        let ids = |what: &str| {
            listing[what]
                .as_array()
                .unwrap()
                .iter()
                .map(|x| x["id"].as_u64().unwrap())
                .collect()
        };
        let (rooms, costumes): (Vec<u64>, Vec<u64>) = (ids("rooms"), ids("costumes"));
        assert_eq!(
            (rooms, costumes),
            (vec![1, 2, 3], vec![1, 2, 3]),
            "{folder}"
        );
        assert_eq!(listing["rooms"][0]["width"], 320);
        assert_eq!(listing["costumes"][1]["room"], 2);
        assert_eq!(listing["costumes"][1]["anims"], 20);
    }
}

#[test]
fn a_damaged_costume_is_a_finding() {
    let games = games();
    let data = games.path().join("v5/monkey2.001");
    let mut bytes = fs::read(&data).unwrap();
    // The file is XORed with 0x69. The first costume follows its room.
    let at = bytes
        .windows(4)
        .position(|w| w == b"COST".map(|b| b ^ 0x69))
        .unwrap();
    bytes[at + 9] = 0x33 ^ 0x69;
    fs::write(&data, bytes).unwrap();
    let output = wardrobe(&[&"list", &games.path().join("v5")]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stdout(&output).contains("\nDamaged:\n  costume 1: "),
        "{}",
        stdout(&output)
    );
}

#[test]
fn headless_play_writes_as_many_indexed_frames_as_asked_for_and_the_same_each_time() {
    let games = games();
    let (first, second) = (games.path().join("first"), games.path().join("second"));
    for out in [&first, &second] {
        let output = wardrobe(&[
            &"play",
            &games.path().join("v6"),
            &"--headless",
            &"--frames",
            &"25",
            &"-o",
            out,
        ]);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    let names = files(&first);
    assert_eq!(
        (names.len(), names[0].as_str(), names[24].as_str()),
        (25, "frame-00000.png", "frame-00024.png")
    );
    for name in &names {
        assert_eq!(
            fs::read(first.join(name)).unwrap(),
            fs::read(second.join(name)).unwrap(),
            "{name}"
        );
    }
    let (width, height, palette, pixels) = read_png(&first.join("frame-00024.png"));
    assert_eq!((width, height, palette.len()), (320, 200, 768));
    assert_ne!(
        pixels,
        read_png(&first.join("frame-00000.png")).3,
        "no actor moved in 25 frames"
    );
}

#[test]
fn every_version_plays() {
    let games = games();
    for folder in [
        "v2-zak", "v3-256", "v3-ega", "v4", "v5", "v7", "v8", "he60", "he70", "he72", "he90",
        "he100",
    ] {
        let out = games.path().join("frames").join(folder);
        let game = games.path().join(folder);
        let output = wardrobe(&[
            &"play",
            &game,
            &"--headless",
            &"--frames",
            &"12",
            &"-o",
            &out,
        ]);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{folder}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        let frames: Vec<Vec<u8>> = files(&out)
            .iter()
            .map(|name| read_png(&out.join(name)).3)
            .collect();
        assert!(
            frames.windows(2).any(|pair| pair[0] != pair[1]),
            "{folder}: nothing moves"
        );
    }
}

#[test]
fn headless_needs_a_number_of_frames() {
    let output = wardrobe(&[&"play", &"game", &"--headless"]);
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text.contains("--frames <N>"), "{text}");
}

#[test]
fn a_path_in_place_of_a_subcommand_is_told_of_play() {
    let games = games();
    let text = refusal(&wardrobe(&[&games.path().join("v5"), &"--fresh"]));
    assert!(
        text.contains("wardrobe play ") && text.contains("v5"),
        "{text}"
    );
    let other = wardrobe(&[&"plya"]);
    assert!(String::from_utf8_lossy(&other.stderr).contains("unrecognized subcommand"));
    assert_eq!(other.status.code(), Some(2));
}

#[test]
fn a_room_is_written_with_its_palette_and_its_planes() {
    let games = games();
    let out = games.path().join("out/room.png");
    let output = wardrobe(&[
        &"room",
        &games.path().join("v5"),
        &"1",
        &"-o",
        &out,
        &"--planes",
    ]);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(
        files(out.parent().unwrap()),
        ["room-plane1.png", "room-plane2.png", "room.png"]
    );
    let (width, height, palette, pixels) = read_png(&out);
    assert_eq!((width, height, palette.len()), (320, 96, 768));
    let boxed = games.path().join("out/boxed.png");
    wardrobe(&[
        &"room",
        &games.path().join("v5"),
        &"1",
        &"-o",
        &boxed,
        &"--boxes",
    ]);
    assert_ne!(read_png(&boxed).3, pixels);
    let plane = read_png(&out.with_file_name("room-plane1.png")).3;
    assert!(plane.contains(&0) && plane.contains(&1));
    assert!(
        refusal(&wardrobe(&[
            &"room",
            &games.path().join("v5"),
            &"99",
            &"-o",
            &out
        ]))
        .contains("room 99")
    );
}

#[test]
fn info_shows_a_costume_of_a_game_and_as_a_file() {
    let games = games();
    let game = games.path().join("v5");
    let of_game = wardrobe(&[&"info", &game, &"--costume", &"2", &"--json", &"--code"]);
    let of_game = one_document(&of_game.stdout);
    assert_eq!(
        (&of_game["kind"], &of_game["version"]),
        (&"COST".into(), &5.into())
    );
    assert_eq!(of_game["animations"].as_array().unwrap().len(), 20);
    assert!(!of_game["code"].as_array().unwrap().is_empty());

    // The same resource in a separate file. The program finds its version by reading it.
    let bytes: Vec<u8> = fs::read(game.join("monkey2.001"))
        .unwrap()
        .iter()
        .map(|b| b ^ 0x69)
        .collect();
    let at = bytes.windows(4).position(|w| w == b"COST").unwrap();
    let size = u32::from_be_bytes(bytes[at + 4..at + 8].try_into().unwrap()) as usize;
    let file = games.path().join("one.cost");
    fs::write(&file, &bytes[at..at + size]).unwrap();
    let guessed: Value =
        serde_json::from_slice(&wardrobe(&[&"info", &file, &"--json"]).stdout).unwrap();
    assert_eq!(
        (&guessed["version"], &guessed["encoding"]),
        (&5.into(), &"0x58".into())
    );
    let text = stdout(&wardrobe(&[&"info", &file, &"--scumm", &"5"]));
    assert!(
        text.contains("20 animations") && text.contains("facing"),
        "{text}"
    );
    fs::write(&file, b"COST").unwrap();
    assert!(refusal(&wardrobe(&[&"info", &file])).contains("one.cost"));
}

/// The made-up games have the same rooms and costumes: two in v8 and three in other versions. The
/// endings of extracted files are the tags of the version (C1).
#[test]
fn blocks_are_extracted_as_they_are_stored() {
    let games = games();
    let endings = [
        ("v2-zak", vec!["cost", "room"]),
        ("v3-256", vec!["co", "ro"]),
        ("v4", vec!["co", "ro"]),
        ("v5", vec!["cost", "room"]),
        ("v8", vec!["akos", "rmsc", "room"]),
        ("he99", vec!["akos", "rmda", "rmim"]),
    ];
    for (folder, endings) in endings {
        let last = if folder == "v8" { 2 } else { 3 };
        let (game, out) = (
            games.path().join(folder),
            games.path().join("raw").join(folder),
        );
        let output = wardrobe(&[&"extract", &game, &"--all", &"-o", &out]);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{folder}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        let expected: Vec<String> = endings
            .iter()
            .flat_map(|ending| {
                let stem = if matches!(*ending, "cost" | "co" | "akos") {
                    "costume"
                } else {
                    "room"
                };
                (1..=last).map(move |id| format!("{stem}-{id:03}.{ending}"))
            })
            .collect();
        let mut found = files(&out);
        found.sort_by_key(|name| name.rsplit('.').next().map(str::to_owned));
        assert_eq!(found, expected, "{folder}");
    }

    // The extracted block equals the bytes in the decrypted data file, and is read like the block
    // in the game.
    let (game, out) = (games.path().join("v5"), games.path().join("raw/v5"));
    let stored: Vec<u8> = fs::read(game.join("monkey2.001"))
        .unwrap()
        .iter()
        .map(|b| b ^ 0x69)
        .collect();
    let block = fs::read(out.join("costume-002.cost")).unwrap();
    assert!(
        block.starts_with(b"COST") && stored.windows(block.len()).any(|window| window == block)
    );
    let cels = |args: &[&dyn AsRef<Path>]| -> Value {
        one_document(&wardrobe(args).stdout)["cels"].take()
    };
    let of_file = cels(&[
        &"info",
        &out.join("costume-002.cost"),
        &"--scumm",
        &"5",
        &"--json",
    ]);
    assert_eq!(
        of_file,
        cels(&[&"info", &game, &"--costume", &"2", &"--json"])
    );
}

#[test]
fn extract_takes_what_is_asked_for_and_refuses_what_is_not_there() {
    let games = games();
    let (game, out) = (games.path().join("v5"), games.path().join("some"));
    let asked = [
        &"extract" as &dyn AsRef<Path>,
        &game,
        &"--room",
        &"3",
        &"--costume",
        &"1",
        &"--costume",
        &"2",
        &"-o",
        &out,
    ];
    assert_eq!(wardrobe(&asked).status.code(), Some(0));
    assert_eq!(
        files(&out),
        ["costume-001.cost", "costume-002.cost", "room-003.room"]
    );
    let missing = wardrobe(&[&"extract", &game, &"--costume", &"99", &"-o", &out]);
    assert!(refusal(&missing).contains("the index has no costume 99"));
    assert_eq!(
        wardrobe(&[&"extract", &game, &"-o", &out]).status.code(),
        Some(2),
        "`extract` needs an option that selects the blocks"
    );
}

#[test]
fn output_goes_to_a_file_where_one_is_named() {
    let games = games();
    let out = games.path().join("lists/v5.json");
    let output = wardrobe(&[&"list", &games.path().join("v5"), &"--json", &"-o", &out]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(0), 0));
    assert_eq!(files(out.parent().unwrap()), ["v5.json"]);
    assert!(serde_json::from_slice::<Value>(&fs::read(&out).unwrap()).is_ok());
}

/// Returns the first words of the lines below a heading of a help text.
fn listed(help: &str, heading: &str) -> Vec<String> {
    let lines = help
        .lines()
        .skip_while(|line| *line != heading)
        .skip(1)
        .take_while(|line| line.starts_with("  "));
    // The description of a word may continue on more lines, which are indented further.
    let words = lines
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next());
    words.map(str::to_owned).collect()
}

/// All commands: the words that call each command, and its short help.
static COMMANDS: LazyLock<BTreeMap<Vec<String>, String>> = LazyLock::new(|| {
    let mut commands = BTreeMap::new();
    add_commands(Vec::new(), &mut commands);
    commands
});

/// Adds a command and all commands below it.
fn add_commands(words: Vec<String>, commands: &mut BTreeMap<Vec<String>, String>) {
    let mut args: Vec<&dyn AsRef<Path>> = Vec::new();
    for word in &words {
        args.push(word);
    }
    args.push(&"-h");
    let help = stdout(&wardrobe(&args));
    for name in listed(&help, "Commands:") {
        if name != "help" {
            add_commands([&words[..], &[name]].concat(), commands);
        }
    }
    commands.insert(words, help);
}

#[test]
fn completions_and_manual_pages_have_every_command_and_option() {
    let commands = &*COMMANDS;
    assert!(
        commands.len() > 18 && commands.contains_key(&vec!["scene".to_owned(), "check".to_owned()]),
        "{:?}",
        commands.keys()
    );
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(
        wardrobe(&[&"man", &"-o", &folder.path()]).status.code(),
        Some(0)
    );
    let scripts = ["bash", "zsh", "fish", "elvish", "powershell"]
        .map(|shell| stdout(&wardrobe(&[&"completions", &shell])));
    for (command, help) in commands {
        let page = [&["wardrobe".to_owned()], &command[..]].concat().join("-") + ".1";
        let page = fs::read_to_string(folder.path().join(&page))
            .unwrap_or_else(|_| panic!("{page} is missing"));
        let options = help
            .split_whitespace()
            .filter(|word| word.starts_with("--") && word.len() > 2);
        for option in options.map(|word| {
            word.trim_end_matches(['.', ',', ';', ':', ')', ']'])
                .trim_start_matches('-')
        }) {
            assert!(
                page.replace('\\', "").contains(&format!("--{option}")),
                "{command:?}: --{option} is not in its page"
            );
            assert!(
                scripts.iter().all(|script| script.contains(option)),
                "{command:?}: --{option} is not completed"
            );
        }
        assert!(
            command
                .iter()
                .all(|word| scripts.iter().all(|script| script.contains(word))),
            "{command:?}"
        );
    }
    let page = fs::read_to_string(folder.path().join("wardrobe-play.1")).unwrap();
    assert!(
        page.starts_with(".") && page.contains("Left click"),
        "{page}"
    );
}

/// Returns the calls of the program in a document: lines that begin with its name, and code within
/// lines.
fn calls(text: &str) -> Vec<String> {
    let is_call = |code: &&str| code.starts_with("wardrobe ");
    let mut found = Vec::new();
    for line in text.lines().map(str::trim) {
        let spans: Vec<&str> = if is_call(&line) {
            vec![line]
        } else {
            line.split('`').skip(1).step_by(2).collect()
        };
        for call in spans.into_iter().filter(is_call) {
            // Operands for other programs are in quotes. An explanation follows the call.
            let own: Vec<&str> = call.split('\'').step_by(2).collect();
            let own = own.join(" ");
            let end = ["  ", " #", "…", " >"]
                .into_iter()
                .filter_map(|mark| own.find(mark))
                .min()
                .unwrap_or(own.len());
            found.push(own[..end].to_owned());
        }
    }
    found
}

#[test]
fn documents_name_commands_and_options_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut documents = vec![
        root.join("README.md"),
        root.join("CONTRIBUTING.md"),
        root.join("docs/kit/README.md"),
    ];
    for folder in ["docs", "docs/book/src"] {
        let files = fs::read_dir(root.join(folder))
            .unwrap()
            .map(|entry| entry.unwrap().path());
        documents
            .extend(files.filter(|path| path.extension().is_some_and(|ending| ending == "md")));
    }
    let known = &*COMMANDS;
    let (mut helps, mut count, mut wrong) = (BTreeMap::new(), 0, Vec::new());
    for document in documents {
        for call in calls(&fs::read_to_string(&document).unwrap()) {
            count += 1;
            let words: Vec<String> = call.split_whitespace().skip(1).map(str::to_owned).collect();
            let Some(command) = (0..=words.len().min(2))
                .rev()
                .map(|n| &words[..n])
                .find(|words| known.contains_key(*words))
            else {
                continue;
            };
            let is_name = |word: &String| word.bytes().all(|c| c.is_ascii_lowercase());
            if command.is_empty() && words.first().is_some_and(is_name) {
                wrong.push(format!("{}: {call}: no such command", document.display()));
            }
            let help = helps.entry(command.to_vec()).or_insert_with(|| {
                let mut args: Vec<&dyn AsRef<Path>> = command
                    .iter()
                    .map(|word| word as &dyn AsRef<Path>)
                    .collect();
                args.push(&"--help");
                stdout(&wardrobe(&args))
            });
            let is_option = |word: &&str| word.starts_with('-') && word.len() > 1;
            let options = words
                .iter()
                .map(|word| word.trim_matches(['[', ']', ',', '.', ';']));
            for option in options
                .filter(is_option)
                .filter(|word| !word.starts_with("-1"))
            {
                let has = help
                    .split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
                    .any(|word| word == option);
                if !has {
                    wrong.push(format!(
                        "{}: {call}: no option {option}",
                        document.display()
                    ));
                }
            }
        }
    }
    assert!(count > 100, "{count} calls");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_test_card_needs_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let output = wardrobe(&[
        &"testcard",
        &"--headless",
        &"--frames",
        &"3",
        &"-o",
        &folder.path(),
    ]);
    assert_eq!(output.status.code(), Some(0));
    let (width, height, _, pixels) = read_png(&folder.path().join("frame-00002.png"));
    assert_eq!((width, height), (320, 200));
    let edge = |i: usize| pixels[i] == 1;
    assert!(
        (0..320).all(|x| edge(x) && edge(199 * 320 + x))
            && (0..200).all(|y| edge(y * 320) && edge(y * 320 + 319))
    );
}

#[test]
fn the_demos_files_are_a_game_like_any_other() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("demo");
    assert_eq!(wardrobe(&[&"demo", &"--out", &out]).status.code(), Some(0));
    assert_eq!(files(&out), ["cast.toml", "wardrobe.000", "wardrobe.001"]);
    let list = wardrobe(&[&"list", &out]);
    assert_eq!(list.status.code(), Some(0));
    assert!(stdout(&list).contains("SCUMM v5, XOR 0x69, 2 rooms, 3 costumes"));
    let info = stdout(&wardrobe(&[&"info", &out, &"--costume", &"2"]));
    assert!(info.contains("0x59"), "{info}");
    // The demo in loose files plays the same frames as the demo inside the program.
    let run: [&dyn AsRef<Path>; 5] = [&"play", &"--headless", &"--frames", &"60", &"--digest"];
    let cast = out.join("cast.toml");
    let files: [&dyn AsRef<Path>; 3] = [&out, &"--cast", &cast];
    let digest = stdout(&wardrobe(&run));
    assert_eq!(digest.len(), 9, "{digest}");
    assert_eq!(stdout(&wardrobe(&[&run[..], &files[..]].concat())), digest);
}

#[test]
fn a_costume_is_built_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    let source = scumm_test_support::repository().join("data/demo/mara.toml");
    for version in ["5", "6"] {
        let built = folder.path().join(format!("mara-{version}.cost"));
        let done = wardrobe(&[&"build", &source, &"-o", &built, &"--version", &version]);
        assert_eq!(done.status.code(), Some(0));
        let info = wardrobe(&[&"info", &built, &"--scumm", &version]);
        assert_eq!(
            info.status.code(),
            Some(0),
            "{}",
            String::from_utf8_lossy(&info.stderr)
        );
        let told = stdout(&info);
        assert!(
            told.contains(&format!("SCUMM v{version}"))
                && told.contains("24 animations, 3 limbs, 39 cels"),
            "{told}"
        );
    }
    let text = folder.path().join("x.toml");
    fs::write(&text, "hat = 3").unwrap();
    assert!(
        refusal(&wardrobe(&[&"build", &text, &"-o", &folder.path()])).contains(
            "expected `limb` of a costume, `picture` of a room or `costume` of a game, found `hat`"
        )
    );
}

/// The arguments of a command, and parts of its message.
type Refused<'a> = (&'a [&'a dyn AsRef<Path>], &'a [&'a str]);

#[test]
fn other_files_are_refused_with_the_expected_kind_and_the_found_one() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("README.md");
    fs::write(
        &text,
        "# A costume\n\nThis text describes a costume, and is none.\n",
    )
    .unwrap();
    let picture = folder.path().join("hat.png");
    fs::write(&picture, b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR").unwrap();
    let empty = folder.path().join("empty.cost");
    fs::write(&empty, "").unwrap();
    let out = folder.path().join("out");
    let expected = "expected a game, or the block of a costume";
    let cases: [Refused<'_>; 6] = [
        (
            &[&"build", &text, &"-o", &out],
            &[
                "README.md: expected the text of a source (TOML)",
                "line 3, column 6",
            ],
        ),
        (
            &[&"info", &text],
            &["README.md: ", expected, "found a text", "`wardrobe build`"],
        ),
        (
            &[&"lint", &text],
            &["README.md: ", expected, "found a text"],
        ),
        (
            &[&"export", &text, &"-o", &out],
            &["README.md: ", expected, "found a text"],
        ),
        (
            &[&"info", &picture],
            &["hat.png: ", expected, "found bytes 89 50 4e 47 0d 0a 1a 0a"],
        ),
        (
            &[&"info", &empty],
            &["empty.cost: ", expected, "found an empty file"],
        ),
    ];
    for (command, parts) in cases {
        // The error of a text shows its line, and so is longer than a line.
        let refused = wardrobe(command);
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        let refused = String::from_utf8(refused.stderr).unwrap();
        for part in parts {
            assert!(refused.contains(part), "{refused}");
        }
    }
    assert!(!out.exists());
}

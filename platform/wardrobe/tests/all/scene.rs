//! The subcommand `wardrobe scene`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use scumm_test_support::repository;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{files, games, read_png, refusal, stdout, wardrobe};

/// One group of the reference vectors in a temporary folder, which is removed when the value is
/// dropped.
struct Vectors(TempDir);

impl Vectors {
    fn new(group: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        scumm_test_support::vectors::Vectors::load([group])
            .unwrap()
            .write_to(folder.path())
            .unwrap();
        Self(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

fn values(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Writes a scene into a temporary folder.
fn scene(text: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.toml");
    fs::write(&path, text).unwrap();
    (folder, path)
}

fn last_line(output: &Output) -> String {
    stdout(output).lines().last().unwrap_or_default().to_owned()
}

#[test]
fn a_run_prints_the_lines_that_the_reference_printed() {
    let vectors = Vectors::new("named-v5");
    let output = wardrobe(&[&"scene", &"run", &vectors.path("named-v5/shadow_v5.json")]);
    let stored = fs::read_to_string(vectors.path("named-v5/shadow_v5.expected.jsonl")).unwrap();
    assert_eq!(
        (output.status.code(), values(&stdout(&output))),
        (Some(0), values(&stored))
    );
}

#[test]
fn a_run_goes_to_a_file_where_one_is_named() {
    let (folder, path) = scene("steps = [['tick', 2]]");
    let out = folder.path().join("out/lines.jsonl");
    let output = wardrobe(&[&"scene", &"run", &path, &"-o", &out]);
    assert_eq!(
        (output.status.code(), stdout(&output)),
        (Some(0), String::new())
    );
    assert_eq!(values(&fs::read_to_string(out).unwrap()).len(), 3);
}

#[test]
fn every_frame_of_a_run_is_saved_as_it_is_printed() {
    let vectors = Vectors::new("named-v5");
    let frames = vectors.path("frames");
    let output = wardrobe(&[
        &"scene",
        &"run",
        &vectors.path("named-v5/shadow_v5.json"),
        &"--save-frames",
        &frames,
    ]);
    let lines = values(&stdout(&output));
    assert_eq!(files(&frames).len(), lines.len());
    for (name, line) in files(&frames).iter().zip(lines) {
        let (width, height, palette, pixels) = read_png(&frames.join(name));
        assert_eq!((width, height, palette.len()), (320, 200, 768));
        assert_eq!(
            line["crc"],
            format!("{:08x}", crc32fast::hash(&pixels)),
            "{name}"
        );
    }
}

#[test]
fn frames_without_a_line_are_saved_too() {
    let (folder, path) = scene("trace_ticks = 0\nsteps = [['tick', 3]]");
    let frames = folder.path().join("frames");
    let output = wardrobe(&[&"scene", &"run", &path, &"--save-frames", &frames]);
    assert_eq!(
        (values(&stdout(&output)).len(), files(&frames).len()),
        (2, 4)
    );
}

#[test]
fn a_folder_of_good_scenes_passes() {
    let vectors = Vectors::new("named-v5");
    let output = wardrobe(&[&"scene", &"check", &vectors.path("named-v5")]);
    assert_eq!(
        (output.status.code(), stdout(&output).as_str()),
        (Some(0), "21 passed, 0 failed\n")
    );
    let filtered = wardrobe(&[
        &"scene",
        &"check",
        &vectors.path("named-v5"),
        &"--filter",
        &"shadow",
    ]);
    assert_eq!(last_line(&filtered), "1 passed, 0 failed");
    refusal(&wardrobe(&[
        &"scene",
        &"check",
        &vectors.path("named-v5"),
        &"--filter",
        &"no such scene",
    ]));
}

#[test]
fn the_first_difference_is_named_and_a_bless_takes_it_over() {
    let vectors = Vectors::new("named-v5");
    let folder = vectors.path("named-v5");
    let stored = folder.join("anim10_cost_v5_16.expected.jsonl");
    let original = fs::read_to_string(&stored).unwrap();
    let mut lines = values(&original);
    lines[4]["actors"][0]["limbs"][2]["curpos"] = json!(77);
    let changed: String = lines.iter().map(|line| format!("{line}\n")).collect();
    fs::write(&stored, changed).unwrap();

    let output = wardrobe(&[&"scene", &"check", &folder]);
    assert_eq!(
        (output.status.code(), last_line(&output).as_str()),
        (Some(1), "20 passed, 1 failed")
    );
    let report = stdout(&output);
    let first = report.lines().next().unwrap();
    let place = "anim10_cost_v5_16.json: stored line 5: step 2 tick, tick 1: actors[0].limbs[2].curpos: expected 77, found ";
    assert!(first.contains(place), "{first}");

    let refused = wardrobe(&[&"scene", &"bless", &folder]);
    let left = "0 written, 20 unchanged, 0 failed, 1 not replaced (--yes replaces them)";
    assert_eq!(
        (refused.status.code(), last_line(&refused).as_str()),
        (Some(1), left)
    );
    assert_ne!(fs::read_to_string(&stored).unwrap(), original);
    let blessed = wardrobe(&[&"scene", &"bless", &folder, &"--yes"]);
    assert_eq!(
        (blessed.status.code(), last_line(&blessed).as_str()),
        (Some(0), "1 written, 20 unchanged, 0 failed")
    );
    let summary = "anim10_cost_v5_16.expected.jsonl: 1 of 17 lines differ, first stored line 5: step 2 tick, tick 1: actors[0].limbs[2]";
    assert!(stdout(&blessed).contains(summary), "{}", stdout(&blessed));
    assert_eq!(fs::read_to_string(&stored).unwrap(), original);
    assert_eq!(
        last_line(&wardrobe(&[&"scene", &"check", &folder])),
        "21 passed, 0 failed"
    );
    let again = wardrobe(&[&"scene", &"bless", &folder]);
    assert_eq!(last_line(&again), "0 written, 21 unchanged, 0 failed");
    assert!(
        files(&folder)
            .iter()
            .all(|name| name.ends_with(".json") || name.ends_with(".jsonl")),
        "no temporary file is left"
    );
}

#[test]
fn missing_and_superfluous_lines_are_differences() {
    let (folder, path) = scene("steps = [['tick', 1]]");
    let stored = folder.path().join("scene.expected.jsonl");
    wardrobe(&[&"scene", &"bless", &path]);
    let lines = fs::read_to_string(&stored).unwrap();
    fs::write(&stored, lines.lines().next().unwrap()).unwrap();
    let output = wardrobe(&[&"scene", &"check", &path]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains(
        "scene.toml: stored line 2: step 0 tick, tick 0: the line: expected nothing, found {"
    ));
    fs::write(&stored, lines.clone() + &lines).unwrap();
    let output = wardrobe(&[&"scene", &"check", &path]);
    assert!(
        stdout(&output).contains("scene.toml: stored line 3: step -1 setup: the line: expected {")
    );
}

#[test]
fn a_scene_without_stored_lines_is_bad_input() {
    let (_folder, path) = scene("");
    let output = wardrobe(&[&"scene", &"check", &path]);
    assert_eq!(
        (output.status.code(), last_line(&output).as_str()),
        (Some(2), "0 passed, 1 failed")
    );
    assert!(
        stdout(&output).contains("scene.expected.jsonl: this file is missing"),
        "{}",
        stdout(&output)
    );
}

/// A scene in a made-up game. The user passes the path of the game as `MADE_UP`.
const IN_A_GAME: &str = "data = {path = '$MADE_UP', room = 1}\ncostumes = {1 = 2}\n\
                         actors = [{id = 1, costume = 1, x = 100, y = 100}]\nsteps = [['tick', 3]]";

#[test]
fn a_scene_takes_room_costume_and_version_from_a_game() {
    let games = games();
    let (_folder, path) = scene(IN_A_GAME);
    for (version, size) in [("v5", (320, 200)), ("v7", (320, 200)), ("he72", (640, 480))] {
        let place = format!("MADE_UP={}", games.path().join(version).display());
        let frames = games.path().join("frames").join(version);
        let output = wardrobe(&[
            &"scene",
            &"run",
            &path,
            &"--data",
            &place,
            &"--save-frames",
            &frames,
        ]);
        let lines = values(&stdout(&output));
        assert_eq!(
            (output.status.code(), lines.len()),
            (Some(0), 4),
            "{version}: {output:?}"
        );
        assert_eq!(lines[3]["actors"][0]["costume"], 1);
        assert_ne!(
            lines[0]["crc"], lines[1]["crc"],
            "{version}: the actor is drawn"
        );
        assert_eq!(read_png(&frames.join("frame-00000.png")).0, size.0);
    }
}

#[test]
fn a_stage_is_as_high_as_the_room_of_its_game_and_shows_colour_0_below_a_lower_one_g1() {
    let folder = tempfile::tempdir().unwrap();
    // A game with a room of 144 lines. No pixel of the room has colour 0.
    let picture = folder.path().join("room.png");
    let mut encoder = png::Encoder::new(fs::File::create(&picture).unwrap(), 320, 144);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(
        (0..=255u8)
            .flat_map(|n| [n, n / 2, 255 - n])
            .collect::<Vec<u8>>(),
    );
    let pixels: Vec<u8> = (0..320 * 144u32).map(|n| 1 + (n * 7 % 251) as u8).collect();
    encoder
        .write_header()
        .unwrap()
        .write_image_data(&pixels)
        .unwrap();
    let box_ = "[[box]]\nul = [0,0]\nur = [319,0]\nlr = [319,143]\nll = [0,143]\n";
    fs::write(
        folder.path().join("room.toml"),
        format!("picture = \"room.png\"\n{box_}"),
    )
    .unwrap();
    let demo = repository().join("data/demo");
    for name in ["mara.toml", "mara.png"] {
        fs::copy(demo.join(name), folder.path().join(name)).unwrap();
    }
    let game = "name = \"g\"\nbase = \"g\"\n[[room]]\nid = 1\nname = \"a\"\nsource = \"room.toml\"\n\
                [[costume]]\nid = 1\nroom = 1\nsource = \"mara.toml\"\n";
    fs::write(folder.path().join("game.toml"), game).unwrap();
    let out = folder.path().join("game");
    assert_eq!(
        wardrobe(&[&"build", &folder.path().join("game.toml"), &"-o", &out])
            .status
            .code(),
        Some(0)
    );
    let path = folder.path().join("scene.toml");
    for (screens, lines) in [
        ("", 144),
        ("screens = [0, 200]\n", 200),
        ("screens = [16, 144]\n", 128),
    ] {
        let text = format!("{screens}data = {{path = 'game', room = 1}}\nsteps = [['tick', 1]]\n");
        fs::write(&path, text).unwrap();
        let frames = folder.path().join(format!("frames-{lines}"));
        let run = wardrobe(&[&"scene", &"run", &path, &"--save-frames", &frames]);
        assert_eq!(run.status.code(), Some(0), "{run:?}");
        let (width, height, _, shown) = read_png(&frames.join("frame-00001.png"));
        assert_eq!((width, height), (320, lines), "{screens}");
        let seen = 320 * lines.min(144) as usize;
        if lines >= 144 {
            assert!(shown[..seen] == pixels[..seen], "{screens}: the room");
        }
        assert!(
            shown[seen..].iter().all(|&pixel| pixel == 0),
            "{screens}: colour 0 below"
        );
    }
}

#[test]
fn the_environment_says_where_a_game_is() {
    let games = games();
    let (_folder, path) = scene(IN_A_GAME);
    let run = |place: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wardrobe"));
        command
            .args(["scene", "bless"])
            .arg(&path)
            .env("MADE_UP", place)
            .output()
            .unwrap()
    };
    assert_eq!(
        last_line(&run(&games.path().join("v6"))),
        "1 written, 0 unchanged, 0 failed"
    );
    assert_eq!(
        last_line(&run(&games.path().join("none"))),
        "0 written, 0 unchanged, 0 failed, 1 skipped"
    );
}

#[test]
fn a_scene_whose_game_is_not_there_is_skipped() {
    let (_folder, path) = scene(IN_A_GAME);
    let output = wardrobe(&[&"scene", &"check", &path]);
    let last =
        "0 passed, 0 failed, 1 skipped - SKIPPED SCENES WERE NOT CHECKED (an error with --strict)";
    assert_eq!(
        (output.status.code(), last_line(&output).as_str()),
        (Some(0), last)
    );
    let strict = wardrobe(&[&"scene", &"check", &path, &"--strict"]);
    assert_eq!(
        (strict.status.code(), last_line(&strict).as_str()),
        (Some(1), "0 passed, 0 failed, 1 skipped")
    );
    assert!(
        stdout(&strict).contains(
            "the game $MADE_UP is missing (--data MADE_UP=DIR names its folder): \
                       skipped\n"
        ),
        "{}",
        stdout(&strict)
    );
    let why = "scene.toml:1: the game $MADE_UP is missing (--data MADE_UP=DIR names its folder): \
         skipped\n";
    assert!(stdout(&output).contains(why), "{}", stdout(&output));
    let message = refusal(&wardrobe(&[&"scene", &"run", &path]));
    assert!(
        message.contains(
            "scene.toml:1: the game $MADE_UP is missing (--data MADE_UP=DIR names its folder)"
        ),
        "{message}"
    );
    let usage = wardrobe(&[&"scene", &"run", &path, &"--data", &"MADE_UP"]);
    assert_eq!(usage.status.code(), Some(2));
}

#[test]
fn a_scene_without_stored_lines_fails_a_strict_check_and_an_unused_name_every_one() {
    let (_folder, path) = scene("steps = [['tick', 1]]");
    let strict = wardrobe(&[&"scene", &"check", &path, &"--strict"]);
    assert_eq!(
        (strict.status.code(), last_line(&strict).as_str()),
        (Some(1), "0 passed, 1 failed")
    );
    assert!(
        stdout(&strict).contains("scene.expected.jsonl: this file is missing"),
        "{}",
        stdout(&strict)
    );
    assert_eq!(
        wardrobe(&[&"scene", &"check", &path]).status.code(),
        Some(2)
    );
    assert_eq!(
        wardrobe(&[&"scene", &"bless", &path]).status.code(),
        Some(0)
    );
    for strict in ["--strict", "--stages"] {
        let unused = refusal(&wardrobe(&[
            &"scene",
            &"check",
            &path,
            &strict,
            &"--data",
            &"MISSPELT=.",
        ]));
        assert!(
            unused.contains("--data MISSPELT: no scene uses this name"),
            "{unused}"
        );
    }
}

#[test]
fn a_strict_check_fails_on_actors_that_nothing_sets_up_or_looks_at() {
    let check = |text: &str, more: &dyn AsRef<Path>| {
        let (_folder, path) = scene(text);
        assert_eq!(
            wardrobe(&[&"scene", &"bless", &path]).status.code(),
            Some(0),
            "{text}"
        );
        let output = wardrobe(&[&"scene", &"check", &path, more]);
        (
            output.status.code(),
            stdout(&output)
                .lines()
                .next()
                .unwrap_or_default()
                .rsplit('/')
                .next()
                .unwrap()
                .to_owned(),
        )
    };
    let hidden =
        "no_state = 1\nactors = [{id = 1, visible = 0}, {id = 2, room = 0}]\nsteps = [['tick', 2]";
    let doll = "no_state = 1\nversion = 5\nactors = [{id = 1, x = 100, y = 100, costume = 1}]\nsteps = [['tick', 1]]";
    let costume = repository().join("data/scene-costumes/doll-v5.cost");
    for (text, complaint) in [
        (
            "steps = [['talk_stop', 7], ['tick', 1]]".to_owned(),
            "scene.toml: step 0 talk_stop: actor 7 was never set up",
        ),
        (
            "actors = [{id = 3, room = 0}]".to_owned(),
            "scene.toml: the scene names actor 3, but no step or claim uses it",
        ),
        (
            format!("{hidden}]"),
            "scene.toml: the scene names actor 1, but no step or claim uses it",
        ),
        (
            format!("{hidden}, ['expect', 1, 'visible', 0], ['hit', 2, 5, 5]]"),
            "1 passed, 0 failed",
        ),
        (
            "actors = [{id = 3}]\nsteps = [['init', 7, 0], ['put', 7, 5, 5, 1], ['talk_stop', 7]]"
                .to_owned(),
            "1 passed, 0 failed",
        ),
    ] {
        let code = i32::from(!complaint.starts_with('1'));
        assert_eq!(
            check(&text, &"--strict"),
            (Some(code), complaint.to_owned())
        );
        assert_eq!(
            check(&text, &"--stages"),
            (Some(0), "1 passed, 0 failed".to_owned()),
            "not strict: {text}"
        );
    }
    // If no line describes actors, the difference in the picture is reported.
    let (folder, path) = scene(&format!("costumes = {{1 = 'doll.cost'}}\n{doll}"));
    fs::copy(costume, folder.path().join("doll.cost")).unwrap();
    assert_eq!(
        wardrobe(&[&"scene", &"bless", &path]).status.code(),
        Some(0)
    );
    assert_eq!(
        last_line(&wardrobe(&[&"scene", &"check", &path, &"--strict"])),
        "1 passed, 0 failed"
    );
}

#[test]
fn files_further_out_need_permission() {
    let (folder, path) = scene("room = {background = '../../far/away'}");
    let message = refusal(&wardrobe(&[&"scene", &"run", &path]));
    assert!(
        message.contains("scene.toml:1: ../../far/away is more than one level above"),
        "{message}"
    );
    assert!(
        message.contains("(--allow-outside permits this)"),
        "{message}"
    );
    let picture = folder.path().join("picture");
    fs::write(&picture, [3; 64000]).unwrap();
    fs::write(
        &path,
        format!("room = {{background = '{}'}}", picture.display()),
    )
    .unwrap();
    refusal(&wardrobe(&[&"scene", &"run", &path]));
    let output = wardrobe(&[&"scene", &"run", &path, &"--allow-outside"]);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_bench_has_times() {
    let (_folder, path) = scene("steps = [['bench_tick', 3, 'empty']]");
    let line = values(&stdout(&wardrobe(&[&"scene", &"run", &path]))).remove(1);
    assert_eq!(
        (&line["bench_tick"]["name"], &line["bench_tick"]["ticks"]),
        (&json!("empty"), &json!(3))
    );
    assert!(line["bench_tick"]["ticks_per_second"].as_f64().unwrap() > 0.0);
}

#[test]
fn a_bad_scene_is_refused_in_one_line_with_file_and_line() {
    for (text, message) in [
        (
            "version = 5\nversoin = 6",
            "scene.toml:2: unknown key `versoin`",
        ),
        ("version = \n", "scene.toml:1: "),
        (
            "steps = [['tick', 1],\n['box_flags', 999, 1]]",
            "scene.toml:2: steps[1][1]: box_flags number: invalid value: integer `999`, expected 0 to 255",
        ),
        (
            "steps = [\n['walk', 1, 2]]",
            "scene.toml:2: steps[0]: [\"walk\", actor, x, y, angle]: expected y, found 2 operands",
        ),
        ("costumes = {1 = 'none.cost'}", "scene.toml:1: "),
    ] {
        let (_folder, path) = scene(text);
        let found = refusal(&wardrobe(&[&"scene", &"run", &path]));
        assert!(found.contains(message), "{text}: {found}");
        let output = wardrobe(&[&"scene", &"bless", &path]);
        assert_eq!(
            (output.status.code(), last_line(&output).as_str()),
            (Some(2), "0 written, 0 unchanged, 1 failed")
        );
    }
    let message = refusal(&wardrobe(&[&"scene", &"run", &"/no/such/scene.json"]));
    assert!(message.contains("/no/such/scene.json: "), "{message}");
    refusal(&wardrobe(&[&"scene", &"check", &"/no/such/scene.json"]));
}

/// Plays a scene with a costume that consists of these bytes.
fn show_costume(version: &str, bytes: &[u8]) -> Output {
    let (folder, path) = scene(&format!(
        "{version}\ncostumes = {{1 = 'x.cost'}}\nactors = [{{id = 1, costume = 1, x = 160, y = 120}}]\n\
         steps = [['tick', 2], ['start_anim', 1, 3], ['tick', 4], ['set_direction', 1, 270], ['tick', 4]]"
    ));
    fs::write(folder.path().join("x.cost"), bytes).unwrap();
    wardrobe(&[&"scene", &"run", &path])
}

/// Returns the first costume that a scene of a group uses. The archive of shared files has costumes
/// of all versions.
fn sample(group: &str) -> Vec<u8> {
    let vectors = scumm_test_support::vectors::Vectors::load([group]).unwrap();
    vectors.costumes().unwrap().swap_remove(0).1
}

#[test]
fn a_damaged_costume_is_refused_with_its_place() {
    let (cost, akos) = (sample("cost-v5"), sample("akos-v7"));
    let mut format = cost.clone();
    format[9] = 0x33;
    for (version, bytes, parts) in [
        (
            "",
            Vec::new(),
            ["x.cost: at byte 0 (0x0): ", "expected ", ", found "],
        ),
        (
            "",
            b"PLEASE BE A COSTUME".to_vec(),
            ["x.cost: ", "expected ", ", found "],
        ),
        (
            "",
            akos.clone(),
            [
                "x.cost: at byte 0 (0x0): ",
                "expected block COST",
                ", found AKOS",
            ],
        ),
        (
            "version = 7",
            cost.clone(),
            [
                "x.cost: at byte 0 (0x0): ",
                "expected a costume (AKOS)",
                ", found COST",
            ],
        ),
        (
            "",
            format,
            ["x.cost: COST at byte 9 (0x9): ", "format 0x33", ""],
        ),
        (
            "version = 7",
            b"AKOS\0\0\0\x08".to_vec(),
            ["x.cost: AKOS at byte 8 (0x8): ", "expected ", ", found "],
        ),
    ] {
        let message = refusal(&show_costume(version, &bytes));
        assert!(message.contains("scene.toml:2: "), "{message}");
        for part in parts {
            assert!(message.contains(part), "{message}: {part}");
        }
    }
}

/// A block that ends early is parsed as far as it goes.
#[test]
fn a_costume_that_ends_early_is_played_with_a_warning() {
    let (cost, akos) = (sample("cost-v5"), sample("akos-v7"));
    for (version, bytes) in [
        ("", &cost[..cost.len() / 2]),
        ("version = 7", &akos[..akos.len() - 3]),
    ] {
        let output = show_costume(version, bytes);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{said}");
        for part in ["scene.toml:2: x.cost: at byte ", "expected ", ", found "] {
            assert!(said.contains(part), "{said}: {part}");
        }
    }
}

#[test]
fn no_damage_to_a_costume_panics() {
    let costumes = [("", sample("cost-v5")), ("version = 7", sample("akos-v7"))];
    for (version, bytes) in costumes {
        for n in 0..12 {
            let cut = bytes.len() * n / 12;
            let code = show_costume(version, &bytes[..cut]).status.code();
            assert!(matches!(code, Some(0 | 2)), "cut at {cut}: {code:?}");
            let mut damaged = bytes.clone();
            for byte in damaged.iter_mut().skip(8 + n).step_by(13) {
                *byte = byte.wrapping_mul(7).wrapping_add(u8::try_from(n).unwrap());
            }
            let output = show_costume(version, &damaged);
            assert!(
                matches!(output.status.code(), Some(0 | 2)),
                "damage {n}: {output:?}"
            );
        }
    }
}

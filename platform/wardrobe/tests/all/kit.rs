//! `wardrobe scene kit`: its contents, the coverage of its scenes, the same contents in every run,
//! and the adapters of the kit, which play it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use scumm_media::file::AtomicFiles;
use scumm_room::REFERENCE;
use scumm_scene::harness::kit::{self, coverage};
use scumm_scene::{Line, Scene};
use scumm_test_support::repository;
use scumm_test_support::vectors::groups;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{files, python, refusal, stdout, wardrobe, wardrobe_in};

/// Of the groups only every third goes into a kit. Of the scenes in the kit only every third is
/// played, and its lines are checked with their schema.
const STRIDE: usize = 3;

/// Returns a kit of the project's own scenes and these groups, in a temporary folder.
fn kit(groups: &[String]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let (own, vectors, out) = (
        repository().join("data/scenes"),
        folder.path().join("vectors"),
        folder.path().join("kit"),
    );
    copy_groups(groups, &vectors);
    let output = wardrobe(&[&"scene", &"kit", &"-o", &out, &own, &vectors]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    (folder, out)
}

/// Returns the kit that the program writes where there is no checkout, in a temporary folder.
fn carried() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let output = wardrobe_in(folder.path(), &[&"scene", &"kit", &"-o", &"kit"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let kit = folder.path().join("kit");
    (folder, kit)
}

/// Copies groups of scenes into a new folder, with the shared inputs.
fn copy_groups(groups: &[String], to: &Path) {
    fs::create_dir(to).unwrap();
    for name in groups.iter().map(String::as_str).chain(["common"]) {
        let name = format!("{name}.tar.xz");
        fs::copy(repository().join("data/vectors").join(&name), to.join(name)).unwrap();
    }
}

fn json_of(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// Returns the folders of a kit's chapters.
fn chapters(kit: &Path) -> Vec<PathBuf> {
    let names = files(kit)
        .into_iter()
        .filter(|name| name.as_bytes()[0].is_ascii_digit());
    names.map(|name| kit.join(name)).collect()
}

#[test]
fn a_kit_of_the_projects_scenes_passes_its_schemas() {
    let groups: Vec<String> = groups().unwrap().into_iter().step_by(STRIDE).collect();
    let (_folder, kit) = kit(&groups);
    let validator =
        |name: &str| jsonschema::validator_for(&json_of(&kit.join("schema").join(name))).unwrap();
    let (scene, line) = (
        validator("scene.schema.json"),
        validator("line.schema.json"),
    );
    let (mut count, mut scenes) = (0, Vec::new());
    for chapter in chapters(&kit) {
        for name in files(&chapter) {
            let path = chapter.join(&name);
            assert!(
                !name.starts_with("openquest-") && !name.starts_with("plays-"),
                "{name}: a kit must not contain art by other authors"
            );
            let text = fs::read_to_string(&path).unwrap();
            if name.ends_with(".json") {
                count += 1;
                scenes.push(path.clone());
                let value: Value = serde_json::from_str(&text).unwrap();
                if let Err(error) = scene.validate(&value) {
                    panic!("{}: {}: {error}", path.display(), error.instance_path());
                }
                assert!(
                    !text.contains("../blobs") && !text.contains("$DEMO"),
                    "{}",
                    path.display()
                );
                continue;
            }
            if !name.ends_with(".jsonl") || count % STRIDE != 0 {
                continue;
            }
            // One line for each kind of step is enough, because thousands of frames of a tick have
            // the same keys.
            let mut steps = BTreeSet::new();
            for said in text
                .lines()
                .filter(|said| steps.insert(said.split(',').next()))
            {
                let said: Value = serde_json::from_str(said).unwrap();
                if let Err(error) = line.validate(&said) {
                    panic!("{}: {}: {error}", path.display(), error.instance_path());
                }
            }
        }
    }
    let about = json_of(&kit.join("kit.json"));
    assert_eq!(
        (&about["kit"], &about["scenes"], &about["licence"]),
        (&json!(1), &json!(count), &json!("CC0-1.0"))
    );
    assert!(count > 1000, "{count} scenes");
    // Each scene was set up when the kit was made, and is also tested separately. Only some scenes
    // are played from the kit.
    let mut args: Vec<&dyn AsRef<Path>> = vec![&"scene", &"check"];
    args.extend(
        scenes
            .iter()
            .step_by(STRIDE)
            .map(|scene| scene as &dyn AsRef<Path>),
    );
    let (checked, played) = (wardrobe(&args), scenes.len().div_ceil(STRIDE));
    assert_eq!(
        stdout(&checked),
        format!("{played} passed, 0 failed\n"),
        "{checked:?}"
    );
}

/// The document with the table of coverage, and the markers around the table.
const PAGE: &str = "docs/conformance.md";
const MARKS: [&str; 2] = ["<!-- kit -->\n", "<!-- /kit -->\n"];

#[test]
fn the_kit_in_the_program_covers_each_version_and_each_feature() {
    let (_folder, kit) = carried();
    let gathered = kit::kit(
        &AtomicFiles::default(),
        std::slice::from_ref(&kit),
        &scumm_tools::demo::FILES,
        &(),
    )
    .unwrap();
    let missing = gathered.coverage.missing();
    assert!(missing.is_empty(), "no scene of the kit has {missing:?}");
    let table = gathered.coverage.grid().markdown();
    let read_me = fs::read_to_string(kit.join("README.md")).unwrap();
    assert!(read_me.contains(&table), "{read_me}");
    assert!(read_me.contains(&coverage::reasons()), "{read_me}");
    let path = repository().join(PAGE);
    let text = fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once(MARKS[0]).unwrap();
    let (kept, after) = rest.split_once(MARKS[1]).unwrap();
    let made = format!(
        "{table}\nThe reasons for the dashes:\n\n{}",
        coverage::reasons()
    );
    if kept == made {
        return;
    }
    assert!(
        std::env::var_os("WARDROBE_UPDATE").is_some(),
        "{PAGE} is out of date: WARDROBE_UPDATE=1 cargo test -p wardrobe --test all kit:: \
         brings it up to date"
    );
    fs::write(&path, [before, MARKS[0], &made, MARKS[1], after].concat()).unwrap();
}

#[test]
fn each_chapter_of_the_kit_in_the_program_has_scenes() {
    let (_folder, kit) = carried();
    let about = json_of(&kit.join("kit.json"));
    assert_eq!(about["reference"], REFERENCE);
    for chapter in about["chapters"].as_array().unwrap() {
        assert!(chapter["scenes"].as_u64().unwrap() > 0, "{chapter}");
    }
}

#[test]
fn the_read_me_file_of_a_kit_names_only_files_of_the_kit() {
    let (_folder, kit) = carried();
    let text = fs::read_to_string(kit.join("README.md")).unwrap();
    let named = format!("ScummVM {REFERENCE}");
    assert!(text.contains(&named), "{text}");
    assert!(!text.contains("{{"), "a place is not filled: {text}");
    let is_known = |word: &str| kit.join(word).exists();
    let mut names = 0;
    for (number, word) in text.split('`').enumerate() {
        // Every second part stands between backticks. Capital letters stand for names.
        let is_path = word.contains('/')
            || word
                .rsplit_once('.')
                .is_some_and(|(stem, _)| !stem.is_empty());
        let is_general = word.contains(|c: char| c.is_whitespace() || "{<$:".contains(c))
            || ["NAME", "DIR", "PROGRAM", "SCENE"]
                .iter()
                .any(|place| word.contains(place));
        if number % 2 == 1 && is_path && !is_general {
            names += 1;
            assert!(is_known(word), "the kit has no {word}");
        }
    }
    assert!(names >= 7, "{names} names");
    // Commands name folders of the kit, too.
    let folders: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || "`.,;)".contains(c))
        .filter(|word| {
            word.len() > 3
                && word.as_bytes()[..2].is_ascii()
                && word[..2].parse::<u8>().is_ok()
                && word[2..].starts_with('-')
        })
        .collect();
    assert!(folders.iter().all(|folder| is_known(folder)), "{folders:?}");
}

#[test]
fn a_kit_has_the_same_bytes_twice_and_its_checksums() {
    use sha2::{Digest, Sha256};
    use std::io::Read;

    let folder = tempfile::tempdir().unwrap();
    let own = repository().join("data/scenes");
    let zips = ["a.zip", "b.zip"].map(|name| {
        let out = folder.path().join(name);
        assert_eq!(
            wardrobe(&[&"scene", &"kit", &own, &"-o", &out])
                .status
                .code(),
            Some(0)
        );
        fs::read(out).unwrap()
    });
    assert!(zips[0] == zips[1]);
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(&zips[0])).unwrap();
    let mut contents = std::collections::BTreeMap::new();
    for i in 0..archive.len() {
        let mut file = archive.by_index(i).unwrap();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        contents.insert(file.name().to_owned(), bytes);
    }
    let sums = String::from_utf8(contents.remove("SHA256SUMS").unwrap()).unwrap();
    let hex = |bytes: &[u8]| {
        Sha256::digest(bytes)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect::<String>()
    };
    let expected: String = contents
        .iter()
        .map(|(name, bytes)| format!("{}  {name}\n", hex(bytes)))
        .collect();
    assert_eq!(sums, expected);
    assert!(
        contents.contains_key("01-cels/scenes-stands-facing-west-C3-C41.json"),
        "{:?}",
        contents.keys()
    );
    let whole = folder.path().join("whole");
    assert_eq!(
        wardrobe(&[&"scene", &"kit", &own, &"-o", &whole])
            .status
            .code(),
        Some(0)
    );
    assert!(
        contents
            .iter()
            .all(|(name, bytes)| fs::read(whole.join(name)).unwrap() == *bytes)
    );
    assert!(
        refusal(&wardrobe(&[&"scene", &"kit", &own, &"-o", &whole]))
            .contains("the folder is not empty")
    );
}

#[test]
fn the_read_me_file_has_an_example_that_is_true() {
    let text = fs::read_to_string(repository().join("scene/src/harness/kit/README.md")).unwrap();
    let blocks: Vec<&str> = text
        .split("```json\n")
        .skip(1)
        .map(|part| part.split("```").next().unwrap())
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let scene = folder.path().join("scene.json");
    fs::write(&scene, blocks[0]).unwrap();
    assert_eq!(stdout(&wardrobe(&[&"scene", &"run", &scene])), blocks[1]);
}

#[test]
fn art_that_others_made_never_enters_the_kit() {
    let work = tempfile::tempdir().unwrap();
    let scene = |group: &str, text: &str| {
        let folder = work.path().join("in").join(group);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("a.json"), text).unwrap();
        fs::write(folder.join("a.expected.jsonl"), "").unwrap();
    };
    scene("fine", r#"{"steps": [["tick", 1]]}"#);
    scene("openquest-rooms", r#"{"steps": []}"#);
    scene("plays-road", r#"{"steps": []}"#);
    scene(
        "mine",
        r#"{"data": {"path": "$MONKEY2", "room": 12}, "steps": []}"#,
    );
    // This file cannot be unpacked. The program must not try.
    fs::write(
        work.path().join("in/openquest-costumes.tar.xz"),
        "no archive",
    )
    .unwrap();
    let out = work.path().join("kit");
    let output = wardrobe(&[&"scene", &"kit", &work.path().join("in"), &"-o", &out]);
    assert!(
        stdout(&output).ends_with("kit: 1 scene, 3 left out (they use art by other authors)\n"),
        "{output:?}"
    );
    assert_eq!(
        files(&out.join("01-cels")),
        ["fine-a.expected.jsonl", "fine-a.json"]
    );
}

/// Returns values that a schema refuses.
fn refused(schema: &Value) -> Vec<Value> {
    if let Some(forms) = schema.get("anyOf").and_then(Value::as_array) {
        let all = forms.iter().flat_map(refused);
        return all
            .filter(|value| !jsonschema::is_valid(schema, value))
            .collect();
    }
    let beyond = |key: &str, more: i128| {
        let number = schema
            .get(key)
            .and_then(Value::as_i64)
            .map(|n| i128::from(n) + more);
        number.and_then(|n| i64::try_from(n).ok()).map(Value::from)
    };
    [
        beyond("minimum", -1),
        beyond("maximum", 1),
        Some(json!({"x": {"y": 1}})),
        Some(json!(1.5)),
        Some(Value::Null),
    ]
    .into_iter()
    .flatten()
    .filter(|value| !jsonschema::is_valid(schema, value))
    .collect()
}

#[test]
fn what_the_schema_refuses_the_reader_refuses_too() {
    let schema = Scene::schema();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let reads = |scene: &Value| Scene::parse("a.json", &scene.to_string()).is_ok();
    let mut tried = 0;
    let mut both = |scene: Value| {
        tried += 1;
        assert!(!validator.is_valid(&scene), "the schema takes {scene}");
        assert!(!reads(&scene), "the reader takes {scene}");
    };
    let keys = schema["properties"].as_object().unwrap();
    let of = |key: &str| -> Vec<(String, Value)> {
        let items = keys[key].get("items").unwrap_or(&keys[key]);
        items["properties"]
            .as_object()
            .unwrap()
            .iter()
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect()
    };
    for (key, schema) in keys.iter().filter(|(key, _)| *key != "steps") {
        refused(schema)
            .into_iter()
            .for_each(|value| both(json!({key: value})));
    }
    for (key, schema) in of("actors") {
        refused(&schema).into_iter().for_each(|value| {
            let mut actor = json!({"id": 1});
            actor[&key] = value;
            both(json!({"actors": [actor]}));
        });
    }
    for (key, schema) in of("room") {
        let with_resource = ["image", "scripts", "object_names"].contains(&key.as_str());
        refused(&schema).into_iter().for_each(|value| {
            let mut room = if with_resource {
                json!({"resource": "x"})
            } else {
                json!({})
            };
            room[&key] = value;
            both(json!({"room": room}));
        });
    }
    for form in schema["$defs"]["step"]["anyOf"].as_array().unwrap() {
        let items = form["prefixItems"].as_array().unwrap();
        let name = items[0]["const"].clone();
        both(json!({"steps": [[name, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]]}));
        for (at, item) in items.iter().enumerate().skip(1) {
            for value in refused(item) {
                let mut step = vec![json!(1); items.len()];
                step[0] = name.clone();
                step[at] = value;
                let scene = json!({"steps": [step]});
                // Another form of the same step may accept the value.
                if !validator.is_valid(&scene) {
                    both(scene);
                }
            }
        }
    }
    both(json!({"hats": 1}));
    both(json!({"steps": [["jump", 1]]}));
    assert!(tried > 300, "{tried}");
    assert!(jsonschema::meta::is_valid(&schema) && jsonschema::meta::is_valid(&Line::schema()));
}

#[test]
fn the_python_adapter_decodes_and_passes_the_first_chapter_and_fails_the_second() {
    let Some(python) = python() else {
        eprintln!("skipped: python3 is not here");
        return;
    };
    let (_folder, kit) = kit(&[]);
    let command = format!(
        "{python} '{}'",
        repository()
            .join("scene/src/harness/kit/adapters/adapter.py")
            .display()
    );
    let against = |subcommand: &str, level: &str, chapters: &[&str]| {
        let level = level.to_owned();
        let chapters: Vec<_> = chapters.iter().map(|chapter| kit.join(chapter)).collect();
        let mut args: Vec<&dyn AsRef<Path>> = vec![&"scene", &subcommand];
        args.extend(chapters.iter().map(|chapter| chapter as &dyn AsRef<Path>));
        args.extend([
            &"--against" as &dyn AsRef<Path>,
            &command,
            &"--level",
            &level,
            &"--time-limit",
            &"120",
        ]);
        let output = wardrobe(&args);
        (output.status.code(), stdout(&output))
    };
    let scenes = |chapter: &str| {
        files(&kit.join(chapter))
            .iter()
            .filter(|name| name.ends_with(".json"))
            .count()
    };
    let decoded = scenes("00-cels");
    assert_eq!(
        (decoded, against("check", "cels", &["00-cels"])),
        (6, (Some(0), "6 passed, 0 failed\n".to_owned()))
    );
    assert_eq!(
        against("check", "picture", &["01-cels"]),
        (Some(0), format!("{} passed, 0 failed\n", scenes("01-cels")))
    );
    let (code, text) = against("check", "picture", &["02-scale"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(
        text.contains("scaled-half-X3.json: stored line 2: step 0 tick, tick 0: crc: expected "),
        "{text}"
    );
    assert!(
        text.lines()
            .filter(|line| line.ends_with("(scale)"))
            .count()
            >= 3,
        "{text}"
    );
    let (_, table) = against("matrix", "picture", &["01-cels", "02-scale"]);
    let passed = scenes("01-cels");
    assert!(table.starts_with("![SCUMM conformance: "), "{table}");
    let row = format!(
        "| 1 cels | COST of version 5: limb positions, mirroring, clipping at the edges | {passed} \
         | {passed} | 0 | 0 |"
    );
    assert!(table.contains(&row), "{table}");
}

#[test]
fn the_c_adapter_plays_in_a_pipe() {
    if Command::new("gcc").arg("--version").output().is_err() {
        eprintln!("skipped: gcc is not here");
        return;
    }
    let (folder, kit) = kit(&[]);
    let program = folder.path().join("adapter");
    let source = repository().join("scene/src/harness/kit/adapters/adapter.c");
    let mut compiler = Command::new("gcc");
    compiler
        .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-O1", "-o"])
        .arg(&program)
        .arg(source);
    let built = compiler.output().unwrap();
    assert!(
        built.status.success(),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
    let args: [&dyn AsRef<Path>; 7] = [
        &"scene",
        &"check",
        &kit.join("01-cels"),
        &"--against-pipe",
        &program,
        &"--level",
        &"picture",
    ];
    let output = wardrobe(&args);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(
        text.starts_with("left out of cels: ") && text.contains(" key costumes"),
        "{text}"
    );
    assert!(text.contains("1 passed, 0 failed, "), "{text}");
}

#[test]
fn the_first_scene_of_the_first_chapter_is_the_plainest_cel() {
    let (_folder, kit) = kit(&[]);
    let names = files(&kit.join("01-cels"));
    assert_eq!(names[1], "scenes-a-cel-alone-C31-C36-C41.json");
    let text =
        fs::read_to_string(kit.join("00-cels/scenes-cels-of-AKOS-codec-32-A90.txt")).unwrap();
    assert!(text.starts_with("picture 0 width "), "{text}");
}

#[test]
fn the_program_alone_writes_a_kit_and_says_where_more_is() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_wardrobe"));
    let output = program
        .args(["scene", "kit", "-o", "kit"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let text = stdout(&output);
    assert!(
        text.starts_with("The kit contains the scenes that are built into the program."),
        "{text}"
    );
    assert_eq!(
        (
            output.status.code(),
            String::from_utf8(output.stderr).unwrap().as_str()
        ),
        (Some(0), "")
    );
    // The program also contains reference scenes.
    let (_other, own) = kit(&[]);
    let carried = sums_of_scenes(&folder.path().join("kit"));
    for sum in sums_of_scenes(&own) {
        assert!(carried.contains(&sum), "{sum} is not in the program");
    }
}

/// Returns the lines of a kit's checksums that are about files of chapters.
fn sums_of_scenes(kit: &Path) -> BTreeSet<String> {
    let sums = fs::read_to_string(kit.join("SHA256SUMS")).unwrap();
    let of_chapters = sums.lines().filter(|sum| {
        let path = sum.split_whitespace().last().unwrap();
        path.as_bytes()[0].is_ascii_digit()
    });
    of_chapters.map(str::to_owned).collect()
}

#[test]
fn checking_a_kit_warns_of_none_of_its_inputs() {
    // The costumes of this group name pictures that they do not have. The reference draws them, and
    // scenes test this behaviour.
    let folder = tempfile::tempdir().unwrap();
    let (vectors, kit) = (folder.path().join("vectors"), folder.path().join("kit"));
    copy_groups(&["named-v5".to_owned()], &vectors);
    let written = wardrobe(&[&"scene", &"kit", &vectors, &"-o", &kit]);
    assert_eq!(
        (
            written.status.code(),
            String::from_utf8(written.stderr).unwrap().as_str()
        ),
        (Some(0), "")
    );
    let output = wardrobe(&[&"scene", &"check", &kit]);
    assert_eq!(
        (
            output.status.code(),
            String::from_utf8(output.stderr).unwrap().as_str()
        ),
        (Some(0), "")
    );
}

//! `wardrobe scene shrink` with scenes whose stored lines were changed on purpose.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{files, refusal, stdout, wardrobe};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A scene with three actors. Actor 1 walks, and actor 2 turns and talks.
const SCENE: &str = r#"
version = 5
lights = 11
room = { background = 7 }
costumes = { 1 = "../costumes/doll-v5.cost", 9 = "../costumes/doll-v5.cost" }
actors = [
    { id = 1, costume = 1, x = 60, y = 100 },
    { id = 2, costume = 1, x = 120, y = 110, talk_color = 4 },
    { id = 3, costume = 9, x = 200, y = 120, layer = 2 },
]
steps = [
    ["tick", 2],
    ["walk", 1, 100, 120, -1],
    ["set_direction", 2, 90],
    ["tick", 3],
    ["palette", 3, 7, 40],
    ["elevation", 1, 5],
    ["start_anim", 2, 4],
    ["tick", 5],
    ["start_anim", 3, 6],
    ["camera", 160, 100],
    ["hide", 1],
    ["tick", 12],
    ["kill", 3],
    ["tick", 4],
]
"#;

/// A folder with a scene and the files that scenes use.
struct Work(TempDir);

impl Work {
    fn new(text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let costumes = folder.path().join("costumes");
        fs::create_dir_all(folder.path().join("scenes")).unwrap();
        fs::create_dir_all(&costumes).unwrap();
        let doll = scumm_test_support::puppets::folder().join("doll-v5.cost");
        fs::copy(doll, costumes.join("doll-v5.cost")).unwrap();
        let work = Self(folder);
        fs::write(work.path("whole.toml"), text).unwrap();
        work
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join("scenes").join(name)
    }

    /// Stores the scene's lines after `change` has changed them.
    fn store(&self, change: impl FnOnce(&mut Vec<Value>)) {
        assert_eq!(
            wardrobe(&[&"scene", &"bless", &self.path("whole.toml")])
                .status
                .code(),
            Some(0)
        );
        let stored = self.path("whole.expected.jsonl");
        let mut lines = values(&stored);
        change(&mut lines);
        fs::write(
            stored,
            lines
                .iter()
                .map(|line| format!("{line}\n"))
                .collect::<String>(),
        )
        .unwrap();
    }

    fn shrink(&self, more: &[&dyn AsRef<Path>]) -> String {
        let (whole, small) = (self.path("whole.toml"), self.path("small.toml"));
        let mut args: Vec<&dyn AsRef<Path>> = vec![&"scene", &"shrink", &whole, &"-o", &small];
        args.extend(more);
        let output = wardrobe(&args);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        stdout(&output)
    }

    fn small(&self) -> Value {
        toml::from_str(&fs::read_to_string(self.path("small.toml")).unwrap()).unwrap()
    }

    /// Returns the message of a check of a scene in the folder.
    fn check(&self, name: &str) -> String {
        let output = wardrobe(&[&"scene", &"check", &self.path(name)]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        stdout(&output)
    }
}

fn values(path: &Path) -> Vec<Value> {
    fs::read_to_string(path)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn a_value_of_one_actor_leaves_that_actor() {
    let work = Work::new(SCENE);
    // Changes the mouth of actor 2 in the third frame of its speech.
    work.store(|lines| {
        let line = lines
            .iter_mut()
            .find(|line| line["step"] == 7 && line["n"] == 2)
            .unwrap();
        line["actors"][1]["limbs"][1]["curpos"] = json!(77);
    });
    let told = work.shrink(&[]);
    assert!(
        told.contains("small.toml: ") && told.contains(", 1 actor instead of 14 steps, 3 actors"),
        "{told}"
    );
    let small = work.small();
    assert_eq!(small["actors"].as_array().unwrap().len(), 1);
    assert_eq!(small["actors"][0]["id"], 2);
    assert_eq!(small["costumes"], json!({"1": "../costumes/doll-v5.cost"}));
    let steps = small["steps"].as_array().unwrap();
    assert!(
        steps.contains(&json!(["start_anim", 2, 4])) && steps.last() == Some(&json!(["tick", 3])),
        "{steps:?}"
    );
    assert!(
        steps.len() < 7
            && !steps
                .iter()
                .any(|step| step[0] == "walk" || step[0] == "palette"),
        "{steps:?}"
    );
    let values = "limbs[1].curpos: expected 77, found ";
    assert!(work.check("whole.toml").contains(values) && work.check("small.toml").contains(values));
}

#[test]
fn a_picture_keeps_what_is_seen() {
    let work = Work::new(SCENE);
    work.store(|lines| {
        lines.iter_mut().find(|line| line["step"] == 5).unwrap()["crc"] = json!("00000000")
    });
    work.shrink(&[]);
    let small = work.small();
    assert_eq!(
        small["actors"].as_array().unwrap().len(),
        3,
        "all three actors are needed for the picture"
    );
    assert_eq!(
        small["steps"].as_array().unwrap().last(),
        Some(&json!(["elevation", 1, 5]))
    );
    assert!(
        work.check("small.toml")
            .contains("crc: expected \"00000000\", found ")
    );
}

#[test]
fn a_claim_is_enough_without_stored_lines_that_differ() {
    let work = Work::new(&SCENE.replace(
        "[\"kill\", 3],",
        "[\"expect\", 2, \"facing\", 91],\n    [\"kill\", 3],",
    ));
    fs::write(work.path("whole.expected.jsonl"), "").unwrap();
    work.shrink(&[]);
    let expected = json!([["set_direction", 2, 90], ["expect", 2, "facing", 91]]);
    assert_eq!(work.small()["steps"], expected);
    assert!(
        work.check("small.toml")
            .contains("facing: expected 91, found 90")
    );
}

#[test]
fn the_same_scene_shrinks_to_the_same_bytes() {
    let work = Work::new(SCENE);
    work.store(|lines| lines[10]["actors"][0]["x"] = json!(3));
    let read =
        || ["small.toml", "small.expected.jsonl"].map(|name| fs::read(work.path(name)).unwrap());
    let told = work.shrink(&[]);
    let first = read();
    assert_eq!((work.shrink(&[]), read()), (told, first));
    assert!(
        files(&work.path(""))
            .iter()
            .all(|name| !name.starts_with('.')),
        "no temporary file is left"
    );
    let few = work.shrink(&[&"--tries", &"3"]);
    assert!(few.contains(" 3 tries: "), "{few}");
}

/// The other program simulates a build with an error: when actor 2 faces east, the program prints
/// another `targetFacing`.
#[cfg(unix)]
#[test]
fn against_another_program_frames_in_front_go_too() {
    use std::os::unix::fs::PermissionsExt;

    let work = Work::new(SCENE);
    let other = work.path("other.sh");
    let edit =
        r#"s/("id":2,"x":[0-9]*,"y":[0-9]*,"room":1,"facing":90,"targetFacing":)[0-9]*/\1999/"#;
    let script = format!(
        "#!/bin/sh\n'{}' \"$@\" | sed -E '{edit}'\n",
        env!("CARGO_BIN_EXE_wardrobe")
    );
    fs::write(&other, script).unwrap();
    fs::set_permissions(&other, fs::Permissions::from_mode(0o755)).unwrap();
    let command = format!("{} scene run", other.display());
    let told = work.shrink(&[&"--against", &command]);
    assert!(
        told.contains("targetFacing: expected 180, found 999"),
        "{told}"
    );
    let small = work.small();
    assert_eq!(small["steps"], json!([["set_direction", 2, 90]]));
    assert_eq!(small["actors"], json!([{"id": 2}]));
    let check = |more: &[&dyn AsRef<Path>]| {
        let small = work.path("small.toml");
        stdout(&wardrobe(
            &[&[&"scene" as &dyn AsRef<Path>, &"check", &small], more].concat(),
        ))
    };
    assert_eq!(
        check(&[]),
        "1 passed, 0 failed\n",
        "the stored lines are those of this engine"
    );
    assert!(
        check(&[&"--against", &command])
            .contains("targetFacing: expected 180, found 999 (turning)")
    );
    assert!(
        files(&work.path(""))
            .iter()
            .all(|name| !name.starts_with('.')),
        "no temporary file is left"
    );
}

#[test]
fn what_passes_or_is_not_there_is_refused() {
    let work = Work::new(SCENE);
    let whole = work.path("whole.toml");
    assert!(
        refusal(&wardrobe(&[&"scene", &"shrink", &whole]))
            .contains("expected.jsonl: this file is missing")
    );
    work.store(|_| {});
    assert!(
        refusal(&wardrobe(&[&"scene", &"shrink", &whole])).contains("whole.toml: the scene passes")
    );
    assert!(!work.0.path().join("scenes-shrunk").exists());
    work.store(|lines| _ = lines.pop());
    assert!(refusal(&wardrobe(&[&"scene", &"shrink", &whole])).contains("cannot be shrunk"));
}

#[test]
fn a_smaller_scene_goes_beside_the_checked_folder_and_finds_its_files() {
    let work = Work::new(&SCENE.replace("background = 7", "background = \"wall\""));
    fs::write(work.path("wall"), vec![7; 320 * 200]).unwrap();
    work.store(|lines| lines.last_mut().unwrap()["actors"][0]["x"] = json!(1));
    let whole = work.path("whole.toml");
    let told = work.check("whole.toml");
    let difference = told
        .split(": stored line ")
        .nth(1)
        .unwrap()
        .split_once(": ")
        .unwrap()
        .1
        .lines()
        .next()
        .unwrap();
    let before = files(&work.path(""));
    let shrunk = wardrobe(&[&"scene", &"shrink", &whole, &"--tries", &"20"]);
    assert_eq!(shrunk.status.code(), Some(0), "{shrunk:?}");
    assert_eq!(
        files(&work.path("")),
        before,
        "nothing is written into the checked folder"
    );
    let small = work.0.path().join("scenes-shrunk/whole.toml");
    let text = fs::read_to_string(&small).unwrap();
    assert!(text.contains("../costumes/doll-v5.cost"), "{text}");
    let check = wardrobe(&[&"scene", &"check", &small]);
    assert_eq!(check.status.code(), Some(1), "{check:?}");
    // The message about the small scene contains the message about the whole scene.
    let words = difference.split_once(": ").unwrap().1;
    assert!(
        stdout(&check).contains(words),
        "{difference}: {}",
        stdout(&check)
    );
}

//! Tests that the kit's adapter in C prints the same lines for scenes as the program.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use scumm_scene::{Runner, Scene, SceneFolder};
use serde_json::{Value, json};

use crate::programs::{build, good, is_here, repository};

/// Returns the lines that the program prints for a scene.
fn own_lines(scene: &Scene, folder: &SceneFolder) -> Vec<Value> {
    let mut runner = Runner::new(Arc::new(scene.clone()), folder)
        .unwrap()
        .silent();
    let mut lines = Vec::new();
    while let Some(line) = runner.next_line().unwrap() {
        lines.push(serde_json::to_value(line).unwrap());
    }
    lines
}

fn build_adapter(folder: &Path) -> PathBuf {
    let sources = ["adapter", "cels", "json", "lines", "setup", "steps"]
        .map(|name| format!("adapter/{name}.c"));
    build(folder, &sources.each_ref().map(String::as_str), "cc")
}

#[test]
fn through_c_the_projects_scenes_have_the_same_lines() {
    if cfg!(not(target_os = "linux")) || !is_here("cc") {
        return;
    }
    let work = tempfile::tempdir().unwrap();
    let adapter = build_adapter(work.path());
    let scenes = repository().join("data/scenes");
    let demo = repository().join("data/demo/built");
    let folder = SceneFolder {
        games: [("DEMO".to_owned(), demo.clone())].into(),
        ..SceneFolder::beside(&scenes.join("a.toml"))
    };
    let (mut requests, mut expected) = (String::new(), Vec::new());
    for entry in fs::read_dir(&scenes).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let scene = Scene::parse(&path.to_string_lossy(), &text).unwrap();
        let tree: Value = toml::from_str(&text).unwrap();
        let id = expected.len();
        requests += &format!(
            "{}\n",
            json!({"id": id, "dir": scenes, "name": name, "scene": tree})
        );
        expected.push((name, own_lines(&scene, &folder)));
    }
    assert!(expected.len() > 100, "{}", expected.len());
    let mut child = Command::new(adapter);
    let mut child = child
        .env("DEMO", demo)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || input.write_all(requests.as_bytes()).unwrap());
    let said = good(child.wait_with_output().unwrap());
    writer.join().unwrap();
    let mut said = said
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    for (id, (name, lines)) in expected.into_iter().enumerate() {
        for line in lines {
            assert_eq!(said.next().unwrap(), line, "{name}");
        }
        assert_eq!(
            said.next().unwrap(),
            json!({"id": id, "end": true}),
            "{name}"
        );
    }
}

#[test]
fn a_request_that_cannot_be_played_is_answered() {
    if cfg!(not(target_os = "linux")) || !is_here("cc") {
        return;
    }
    let work = tempfile::tempdir().unwrap();
    let adapter = build_adapter(work.path());
    let requests = work.path().join("requests");
    let scenes = [
        json!({"costumes": {"1": "nowhere.cost"}, "steps": []}),
        json!({"steps": [["dance", 1]]}),
        json!({"actors": [{"id": 99}], "steps": [["tick", 1]]}),
        json!({"room": {"width": 321}, "steps": []}),
    ];
    let lines = scenes
        .iter()
        .enumerate()
        .map(|(id, scene)| format!("{}\n", json!({"id": id, "dir": ".", "scene": scene})));
    fs::write(&requests, lines.collect::<String>()).unwrap();
    let said = good(
        Command::new(adapter)
            .stdin(fs::File::open(Path::new(&requests)).unwrap())
            .output()
            .unwrap(),
    );
    let ends: Vec<Value> = said
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|line| line["end"] == true)
        .collect();
    let errors: Vec<bool> = ends.iter().map(|end| end["error"].is_string()).collect();
    assert_eq!(errors, [true, false, true, true], "{said}");
    assert!(said.contains(r#"{"skip":"step dance"}"#), "{said}");
}

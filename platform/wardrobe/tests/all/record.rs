//! `wardrobe play --record`: a recorded play gives the same frames when it is played as a scene.

use std::fs;
use std::path::Path;

use crate::common::{files, games, read_png, refusal, stdout, wardrobe};

/// Returns the CRC-32 of all frames of a scene in order.
fn digest(scene: &Path, data: &str, frames: &Path) -> String {
    let output = wardrobe(&[
        &"scene",
        &"run",
        &scene,
        &"--data",
        &data,
        &"--save-frames",
        &frames,
    ]);
    let mut crc = crc32fast::Hasher::new();
    for (name, line) in files(frames).iter().zip(stdout(&output).lines()) {
        if line.contains("\"op\":\"tick\"") {
            crc.update(&read_png(&frames.join(name)).3);
        }
    }
    format!("{:08x}\n", crc.finalize())
}

#[test]
fn a_recording_of_the_demo_plays_the_same_frames() {
    let folder = tempfile::tempdir().unwrap();
    let scene = folder.path().join("demo.toml");
    let played = wardrobe(&[
        &"play",
        &"--headless",
        &"--frames",
        &"720",
        &"--digest",
        &"--record",
        &scene,
    ]);
    assert_eq!(played.status.code(), Some(0), "{played:?}");
    let text = fs::read_to_string(&scene).unwrap();
    for step in [
        [
            "walk",
            "turn",
            "start_anim",
            "talk_start",
            "talk_stop",
            "tick",
        ],
        [
            "camera_set",
            "camera_follow",
            "shadow_table",
            "room",
            "object_state",
            "object_dirty",
        ],
    ]
    .as_flattened()
    {
        assert!(text.contains(&format!("\n    [\"{step}\", ")), "{step}");
    }
    assert!(
        text.contains("data = { path = \"$DEMO\", room = 0 }"),
        "{text}"
    );
    assert_eq!(
        text.matches("\n    [\"room\", ").count(),
        3,
        "through the door and back"
    );
    let checked = wardrobe(&[&"scene", &"check", &scene]);
    assert_eq!(
        (checked.status.code(), stdout(&checked).as_str()),
        (Some(0), "1 passed, 0 failed\n")
    );
    assert_eq!(
        digest(&scene, "X=x", &folder.path().join("frames")),
        stdout(&played)
    );
}

#[test]
fn a_recording_names_the_game_by_its_folder() {
    let games = games();
    let folder = tempfile::tempdir().unwrap();
    for (version, name) in [
        ("v5", "V5"),
        ("v7", "V7"),
        ("he72", "HE72"),
        ("v8", "V8"),
        ("v4", "V4"),
    ] {
        let scene = folder.path().join(version).join("tour.toml");
        let game = games.path().join(version);
        let played = wardrobe(&[
            &"play",
            &game,
            &"--headless",
            &"--frames",
            &"60",
            &"--digest",
            &"--record",
            &scene,
        ]);
        assert_eq!(played.status.code(), Some(0), "{version}: {played:?}");
        assert!(
            fs::read_to_string(&scene)
                .unwrap()
                .contains(&format!("path = \"${name}\""))
        );
        let place = format!("{name}={}", game.display());
        let checked = wardrobe(&[&"scene", &"check", &scene, &"--data", &place]);
        assert_eq!(stdout(&checked), "1 passed, 0 failed\n", "{version}");
        assert_eq!(
            digest(&scene, &place, &folder.path().join(version).join("frames")),
            stdout(&played),
            "{version}"
        );
        let elsewhere = wardrobe(&[&"scene", &"check", &scene]);
        assert_eq!(
            elsewhere.status.code(),
            Some(0),
            "a scene whose game is missing does not fail"
        );
        assert!(stdout(&elsewhere).ends_with(
            "0 passed, 0 failed, 1 skipped - SKIPPED SCENES WERE NOT CHECKED \
                            (an error with --strict)\n"
        ));
    }
}

#[test]
fn a_recording_goes_into_a_toml_file() {
    let message = wardrobe(&[
        &"play",
        &"--headless",
        &"--frames",
        &"1",
        &"--record",
        &"x.json",
    ]);
    assert_eq!(message.status.code(), Some(2));
    let nowhere = wardrobe(&[
        &"play",
        &"--headless",
        &"--frames",
        &"1",
        &"--record",
        &"/dev/null/x.toml",
    ]);
    refusal(&nowhere);
}

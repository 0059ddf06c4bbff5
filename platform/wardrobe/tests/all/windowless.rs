//! The program in a build without the feature `window`.

use std::process::Command;

use scumm_test_support::repository;

/// Calls the program. It must fail and explain how to get a program with a window.
fn says_how_to_get_a_window(args: &[&str]) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_wardrobe"));
    let output = program
        .args(args)
        .current_dir(repository())
        .env_remove("RUST_LOG")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(
        text.starts_with("wardrobe: ") && text.trim_end().lines().count() == 1,
        "{text}"
    );
    assert!(
        text.contains("--features window") && text.contains("--headless"),
        "{text}"
    );
}

#[test]
fn playing_a_game_says_how_to_get_a_window() {
    says_how_to_get_a_window(&["play", "data/demo/built"]);
}

#[test]
fn playing_a_scene_says_how_to_get_a_window() {
    says_how_to_get_a_window(&["scene", "play", "data/scenes/before-a-pillar-M5.toml"]);
}

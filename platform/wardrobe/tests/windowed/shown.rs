//! Games and scenes in an invisible window, and the error if no window can be opened.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::common::{games, refusal, stdout, walk, wardrobe};

/// The longest time until the error appears.
const PATIENCE: Duration = Duration::from_secs(120);

/// Returns a call of the program without a display. It has a home folder, because libraries that
/// look for a display write messages if folders of the home are missing.
fn without_display(home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wardrobe"));
    for name in [
        "DISPLAY",
        "WAYLAND_DISPLAY",
        "SDL_VIDEODRIVER",
        "SDL_VIDEO_DRIVER",
        "RUST_LOG",
    ] {
        command.env_remove(name);
    }
    for name in ["XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] {
        command.env(name, home);
    }
    command
}

/// The window may skip frames on a slow machine, but the game never skips ticks.
#[test]
fn a_window_plays_the_same_frames_as_a_headless_run() {
    let games = games();
    for folder in ["v5", "v8"] {
        let game = games.path().join(folder);
        let play = |place: &str| {
            let output = wardrobe(&[&"play", &game, &"--digest", &"--frames", &"15", &place]);
            assert_eq!(
                output.status.code(),
                Some(0),
                "{}",
                String::from_utf8_lossy(&output.stderr)
            );
            stdout(&output)
        };
        let (window, headless) = (play("--tour"), play("--headless"));
        assert_eq!((window.trim().len(), &window), (8, &headless), "{folder}");
    }
}

#[test]
fn without_a_display_one_sentence_says_so_at_once() {
    let home = tempfile::tempdir().unwrap();
    for arguments in [
        &["play"][..],
        &["testcard"],
        &["play", "--tour", "--frames", "9"],
    ] {
        let begin = Instant::now();
        let text = refusal(
            &without_display(home.path())
                .args(arguments)
                .output()
                .unwrap(),
        );
        assert!(
            text.contains("no display") && text.contains("--headless"),
            "{text}"
        );
        // The call takes a tenth of a second on an idle machine. Minutes would mean that the
        // program waits for a display.
        assert!(begin.elapsed() < PATIENCE, "{:?}", begin.elapsed());
    }
}

#[test]
fn a_window_shows_a_scene_and_ends_after_so_many_frames() {
    let (_folder, path) = walk(true);
    let output = wardrobe(&[&"scene", &"play", &path, &"--frames", &"12", &"--overlay"]);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[cfg(target_os = "linux")]
#[test]
fn without_a_display_one_sentence_says_so_of_a_scene() {
    let (folder, path) = walk(false);
    let mut command = without_display(folder.path());
    // A machine that can show a window without a display server shows it for a moment.
    let output = command
        .args(["scene", "play", "--frames", "1"])
        .arg(&path)
        .output()
        .unwrap();
    if output.status.code() != Some(0) {
        assert!(
            refusal(&output).contains("the window: "),
            "{}",
            refusal(&output)
        );
    }
    let output = command.env("SDL_VIDEODRIVER", "x11").output().unwrap();
    refusal(&output);
}

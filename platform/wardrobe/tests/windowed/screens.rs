//! Windows on screens of different sizes, without a window manager as on a handheld: the size of
//! the window, full screen, the size of texts, and the errors that a user sees.

use std::fs;
use std::process::Stdio;

use scumm_test_support::screen::ChildGuard;

use crate::driven::{User, wait_until, wardrobe};

/// Returns the left column, the top row, the width and the height of the program's window.
fn geometry(user: &User) -> [u32; 4] {
    let printed = user.printed_by_xdotool(&["getwindowgeometry", "--shell", &user.window()]);
    ["X", "Y", "WIDTH", "HEIGHT"].map(|name| {
        let value = |line: &str| line.strip_prefix(name)?.strip_prefix('=')?.parse().ok();
        printed.lines().find_map(value).unwrap_or_default()
    })
}

/// Waits until the window has a place and a size.
fn wait_for_geometry(user: &User, expected: [u32; 4]) {
    let is_there = || geometry(user) == expected;
    wait_until(is_there, || {
        let found = geometry(user);
        format!("expected {expected:?}, found {found:?}:\n{}", user.log())
    });
}

fn settings(user: &User) -> String {
    fs::read_to_string(user.home.path().join("config/wardrobe/settings.toml")).unwrap_or_default()
}

#[test]
fn the_size_of_the_window_is_kept_and_full_screen_is_not_a_size() {
    let Some(user) = User::sit_down_at(1280, 800) else {
        return;
    };
    let play = user.start(&[]);
    let [_, _, width, height] = geometry(&user);
    assert_eq!((width, height), (960, 600), "the usual size");
    assert!(user.xdotool(&["windowsize", &user.window(), "900", "650"]));
    let is_saved = || settings(&user).contains("window = [900, 650]");
    wait_until(is_saved, || format!("{}\n{}", settings(&user), user.log()));
    user.press("F11");
    wait_for_geometry(&user, [0, 0, 1280, 800]);
    user.quit(play);
    assert!(is_saved(), "full screen is not a size: {}", settings(&user));
    assert!(settings(&user).contains("fullscreen = true"));

    let play = user.start(&[]);
    wait_for_geometry(&user, [0, 0, 1280, 800]);
    user.press("F11");
    let has_kept_size = || geometry(&user)[2..] == [900, 650];
    wait_until(has_kept_size, || format!("{:?}", geometry(&user)));
    user.quit(play);
    let play = user.start(&[]);
    assert_eq!(geometry(&user)[2..], [900, 650]);
    user.quit(play);
}

#[test]
fn a_kept_size_is_fitted_to_a_smaller_screen() {
    let Some(user) = User::sit_down_at(640, 480) else {
        return;
    };
    let folder = user.home.path().join("config/wardrobe");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("settings.toml"), "window = [1900, 300]\n").unwrap();
    let play = user.start(&[]);
    assert_eq!(geometry(&user)[2..], [640, 300]);
    user.quit(play);
}

#[test]
fn full_screen_fills_the_screen_without_a_window_manager() {
    for (width, height) in [(480, 320), (640, 480), (1280, 800)] {
        let Some(user) = User::sit_down_at(width, height) else {
            return;
        };
        let play = user.start_accelerated(&["--fullscreen"]);
        wait_for_geometry(&user, [0, 0, width, height]);
        // A paused game presents its picture only when it has to.
        user.press("space");
        user.settle();
        let pixels = user.look(&format!("full-screen-{width}x{height}"));
        // The picture is in the middle, so that the demo's sky is at both edges.
        let is_black = |x: u32, y: u32| {
            let at = 3 * (y * width + x) as usize;
            pixels[at..at + 3] == [0; 3]
        };
        let middle = height / 2;
        assert!(
            !is_black(2, middle) || !is_black(width - 3, middle),
            "{width}x{height}: the picture reaches the sides"
        );
        user.quit(play);
    }
}

/// Returns the length of the longest vertical run of yellow in a column of the screen: the height
/// of the selected row of the menu.
fn yellow_run(pixels: &[u8], width: u32, x: u32) -> usize {
    let mut longest = 0;
    let mut run = 0;
    for row in pixels.chunks_exact(3 * width as usize) {
        let at = 3 * x as usize;
        run = if row[at..at + 3] == [255, 255, 0] {
            run + 1
        } else {
            0
        };
        longest = longest.max(run);
    }
    longest
}

#[test]
fn texts_have_a_scale_of_their_own_on_every_screen() {
    for (width, height, scale) in [(480, 320, 1), (640, 480, 2), (1280, 800, 2)] {
        let Some(user) = User::sit_down_at(width, height) else {
            return;
        };
        let play = user.start(&["--fullscreen"]);
        user.look(&format!("begin-{width}x{height}"));
        user.press("h");
        user.settle();
        user.look(&format!("help-{width}x{height}"));
        user.press("Escape");
        user.press("Tab");
        user.settle();
        let pixels = user.look(&format!("menu-{width}x{height}"));
        // The first column of the selected row, left of its letters.
        let x = 8 * scale + 2;
        assert_eq!(
            yellow_run(&pixels, width, x),
            18 * scale as usize,
            "{width}x{height}"
        );
        user.press("Escape");
        user.quit(play);
    }
}

#[test]
fn settings_that_cannot_be_saved_are_told_in_the_window_and_on_stderr() {
    let Some(user) = User::sit_down_at(640, 480) else {
        return;
    };
    let folder = user.home.path().join("config");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("wardrobe"), "a file in the place of the folder").unwrap();
    let mut play = user.start(&[]);
    user.press("F10");
    let is_told = || user.log().contains("the settings cannot be saved");
    wait_until(is_told, || user.log());
    user.look("settings-not-saved");
    assert!(user.xdotool(&["keydown", "q"]));
    wait_until(|| play.0.try_wait().unwrap().is_some(), || user.log());
    assert!(user.xdotool(&["keyup", "q"]));
    let last = user.log();
    let last = last.lines().last().unwrap_or_default();
    assert!(
        last.starts_with("wardrobe: the settings cannot be saved"),
        "{last}"
    );
}

#[test]
fn an_error_is_shown_in_a_box_for_a_program_without_a_terminal() {
    let Some(user) = User::sit_down_at(640, 480) else {
        return;
    };
    let mut command = wardrobe(&["play", "--error-box", "no-such-game"]);
    command
        .env("DISPLAY", &user.screen.display)
        .env("SDL_VIDEODRIVER", "x11")
        .env("XDG_CONFIG_HOME", user.home.path().join("config"))
        .env("XDG_DATA_HOME", user.home.path().join("data"));
    let log = fs::File::create(user.home.path().join("log.txt")).unwrap();
    let mut running = ChildGuard(command.stdin(Stdio::null()).stderr(log).spawn().unwrap());
    let mut is_shown = || {
        assert!(running.0.try_wait().unwrap().is_none(), "{}", user.log());
        let search = [
            "search",
            "--onlyvisible",
            "--name",
            "Wardrobe",
            "windowfocus",
        ];
        user.xdotool(&search)
    };
    wait_until(&mut is_shown, || user.log());
    let has_text = || user.look("error-box").iter().any(|byte| *byte != 0);
    wait_until(has_text, || user.log());
    assert!(running.0.try_wait().unwrap().is_none(), "it waits");
    let mut has_ended = || {
        user.xdotool(&["key", "Return"]);
        running.0.try_wait().unwrap().is_some()
    };
    wait_until(&mut has_ended, || user.log());
    assert_eq!(running.0.wait().unwrap().code(), Some(2));
    assert!(user.log().contains("no-such-game"), "{}", user.log());
}

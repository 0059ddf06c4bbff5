//! `wardrobe scene report`: tests the page in a browser, by keyboard and on a narrow screen.
//!
//! Needs the programs `chromedriver` and `chromium`, which `.ci/run` installs where it can.
//! `REPORT_SCREENSHOTS=DIR` writes pictures of the page into this folder.

use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::browser::{Browser, key};
use crate::common::{files, stdout, wardrobe};

/// Writes a picture of the page if `REPORT_SCREENSHOTS` is set.
fn keep(browser: &Browser, name: &str) {
    let png = base64::engine::general_purpose::STANDARD
        .decode(browser.screenshot())
        .unwrap();
    assert!(png.starts_with(b"\x89PNG"));
    if let Some(folder) = std::env::var_os("REPORT_SCREENSHOTS") {
        fs::create_dir_all(&folder).unwrap();
        fs::write(Path::new(&folder).join(format!("{name}.png")), png).unwrap();
    }
}

/// Returns scenes of the vectors. One of them has stored pictures and a superfluous limb, and
/// another has a wrong stored line.
fn scenes() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    scumm_test_support::vectors::Vectors::load(["named-v5"])
        .unwrap()
        .write_to(folder.path())
        .unwrap();
    let group = folder.path().join("named-v5");
    let (with_frames, wrong) = (
        group.join("shadow_v5.json"),
        group.join("anim10_cost_v5_16.expected.jsonl"),
    );
    wardrobe(&[
        &"scene",
        &"bless",
        &with_frames,
        &"--with-frames",
        &"--stages",
    ]);
    let text = fs::read_to_string(&with_frames).unwrap();
    let mut scene: Value = serde_json::from_str(&text).unwrap();
    scene["actors"][0]["y"] = json!(scene["actors"][0]["y"].as_i64().unwrap() + 5);
    fs::write(&with_frames, scene.to_string()).unwrap();
    let lines = fs::read_to_string(&wrong)
        .unwrap()
        .replacen("\"facing\":", "\"facing\":1", 1);
    fs::write(&wrong, lines).unwrap();
    folder
}

/// Writes the report and returns its page.
fn report(scenes: &Path) -> PathBuf {
    let out = scenes.join("report");
    let output = wardrobe(&[&"scene", &"report", &scenes.join("named-v5"), &"-o", &out]);
    assert_eq!(
        (output.status.code(), stdout(&output).lines().last()),
        (Some(1), Some("19 passed, 2 failed"))
    );
    assert_eq!(files(&out), ["index.html"]);
    out.join("index.html")
}

#[test]
fn the_page_needs_nothing_else() {
    let scenes = scenes();
    let text = fs::read_to_string(report(scenes.path())).unwrap();
    assert!(!text.contains("http:") && !text.contains("https:") && !text.contains("//cdn"));
    for part in [
        "default-src 'none'",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        "without the window",
    ] {
        assert!(text.contains(part) || cfg!(feature = "window"), "{part}");
    }
}

#[test]
fn the_page_shows_what_failed_first_and_is_led_by_keys() {
    let scenes = scenes();
    let page = report(scenes.path());
    let Some(browser) = Browser::open() else {
        return;
    };
    for (width, height) in [(1200, 900), (400, 800)] {
        browser.resize(width, height);
        browser.go(&page, "");
        browser.wait("document.documentElement.dataset.ready");
        assert_eq!(
            browser.eval("document.title"),
            "Scenes: 2 failed, 19 passed"
        );
        let headings = "[...document.querySelectorAll('h2')].map((heading) => heading.textContent)";
        assert_eq!(browser.eval(headings), json!(["Failed (2)", "Passed (19)"]));
        assert_eq!(
            browser.eval("document.documentElement.scrollWidth <= innerWidth"),
            true,
            "at {width} pixels"
        );
        keep(&browser, &format!("start-{width}"));

        // The slider moves the border between the two pictures. Keys can move the slider.
        browser.wait("document.querySelectorAll('.stack img').length === 2");
        browser.eval("document.querySelector('input[type=range]').focus()");
        browser.press(&String::from(key::LEFT).repeat(10));
        assert_eq!(
            browser.eval("document.querySelector('.stack').style.getPropertyValue('--at')"),
            "40%"
        );
        // The strip selects another line. At first, the first differing line is selected.
        let chosen = "[...document.querySelector('.stack').closest('details').querySelectorAll('.strip button')].findIndex((b) => b.getAttribute('aria-pressed') === 'true')";
        assert_eq!(browser.eval(chosen), 0);
        browser
            .eval("document.querySelector('.stack').closest('details').querySelectorAll('.strip button')[1].focus()");
        browser.press(&String::from(key::ENTER));
        assert_eq!(browser.eval(chosen), 1);

        // Passed scenes have no picture until the user opens them.
        assert_eq!(browser.eval("document.querySelectorAll('.card').length"), 0);
        browser.eval("document.querySelector('details.passed summary').focus()");
        browser.press(&String::from(key::ENTER));
        browser.wait("document.querySelectorAll('.card').length === 19");
        browser
            .eval("document.querySelectorAll('img').forEach((image) => image.loading = 'eager')");
        browser.wait("[...document.images].every((image) => image.complete && image.naturalWidth)");
        keep(&browser, &format!("passed-{width}"));
        assert_eq!(browser.console(), [] as [String; 0]);
    }
}

#[test]
fn a_part_of_the_path_in_the_address_chooses_scenes() {
    let scenes = scenes();
    let page = report(scenes.path());
    let Some(browser) = Browser::open() else {
        return;
    };
    browser.go(&page, "#anim10");
    browser.wait("document.documentElement.dataset.ready");
    assert_eq!(
        browser.eval("document.querySelectorAll('details.failed').length"),
        1
    );
    browser.go(&page, "#%3Cnothing%3E");
    browser.wait("document.documentElement.dataset.ready");
    assert_eq!(
        browser.eval("document.querySelector('main').textContent"),
        "No scene matches."
    );
    assert_eq!(browser.console(), [] as [String; 0]);
}

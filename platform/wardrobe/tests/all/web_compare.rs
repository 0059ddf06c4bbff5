//! Tests two costumes side by side on the web page.

use std::fs;

use crate::common::browser::Browser;
use crate::common::{demo, files};
use crate::gallery::keep;
use crate::web::{folder_to_drop, is_quiet, page};

/// Chooses an option of the comparison.
fn compare(browser: &Browser, value: &str) {
    browser.eval(&format!("(() => {{ const one = document.getElementById('compared'); one.value = '{value}'; one.dispatchEvent(new Event('change')); }})()"));
}

/// Shows a picture of the timeline, and returns the number of the second costume's picture.
fn second_at(browser: &Browser, number: u32) -> i64 {
    browser.eval(&format!("(() => {{ const one = document.getElementById('picture'); one.value = {number}; one.dispatchEvent(new Event('input')); }})()"));
    let shown = browser.eval("Number(document.querySelector('#second canvas').dataset.picture)");
    shown.as_i64().unwrap()
}

const CAPTION: &str = "document.getElementById('second-caption').textContent";

#[test]
fn two_costumes_step_together() {
    let Some((_, browser)) = page("#costume=1&chore=2&facing=east") else {
        return;
    };
    browser.wait("document.getElementById('picture')");
    compare(&browser, "own 2");
    browser.wait("document.querySelector('#second canvas')?.dataset.picture");
    let told = browser.eval(CAPTION);
    assert!(
        told.as_str().unwrap().starts_with("Right: Costume 2"),
        "{told}"
    );
    // Both costumes of the demo walk with pictures of the same durations.
    for number in [1, 3, 2] {
        assert_eq!(second_at(&browser, number), i64::from(number));
    }
    browser.eval("document.getElementById('step').click()");
    let second = "Number(document.querySelector('#second canvas').dataset.picture)";
    assert_eq!(browser.eval(second), 3);
    browser.eval("document.getElementById('back').click()");
    assert_eq!(browser.eval(second), 2);
    // The actors stand in one row.
    let bottom = |id: &str| {
        let code = format!("document.querySelector('#{id} canvas').getBoundingClientRect().bottom");
        browser.eval(&code).as_f64().unwrap()
    };
    assert!((bottom("first") - bottom("second")).abs() <= 12.0);
    let visible = "[...document.querySelector('#second canvas').getContext('2d').getImageData(0, 0, 400, 400).data].some((v, i) => i % 4 === 3 && v)";
    assert_eq!(browser.eval(visible), true);
    is_quiet(&browser, "two costumes");
    keep(&browser, "web-compare-1280");
    browser.resize(390, 844);
    assert_eq!(
        browser.eval("document.documentElement.scrollWidth <= 390"),
        true
    );
    keep(&browser, "web-compare-390");
    browser.resize(1280, 900);
    // While the animation plays, both move.
    browser.eval("document.getElementById('pause').click()");
    browser.wait(&format!("{second} !== 2"));
    // Another direction keeps the comparison, and another choice ends it.
    browser.eval("document.querySelector('.compass [title=south]').click()");
    browser.wait("document.querySelector('#second canvas')?.dataset.picture");
    compare(&browser, "");
    browser.wait("!document.querySelector('#second canvas')");
    assert_eq!(browser.eval(CAPTION), "");
}

#[test]
fn two_editions_step_together() {
    let folder = folder_to_drop();
    let other = demo(folder.path(), "7");
    let Some((_, browser)) = page("#costume=2&chore=2&facing=east") else {
        return;
    };
    browser.wait("document.getElementById('picture')");
    let paths: Vec<_> = files(&other).iter().map(|name| other.join(name)).collect();
    let paths: Vec<_> = paths.iter().map(|path| path.as_path()).collect();
    browser.choose_files("other-files", &paths);
    browser.wait("document.querySelector('#second canvas')?.dataset.picture");
    let told = browser.eval(CAPTION);
    let told = told.as_str().unwrap();
    assert!(
        told.starts_with("Right: Costume 2 ") && told.contains(" of wardrobe"),
        "{told}"
    );
    assert_eq!(browser.eval("document.title"), "The demo – Wardrobe");
    assert_eq!(second_at(&browser, 3), 3);
    is_quiet(&browser, "two editions");
    keep(&browser, "web-editions-1280");
    // The number of the second costume follows the first.
    browser.eval("location.hash = '#costume=1&chore=2&facing=east'");
    browser.wait(&format!(
        "document.body.dataset.shown === 'costume 1' && {CAPTION}.startsWith('Right: Costume 1 ')"
    ));
    // A chore that the other costume does not have is named.
    compare(&browser, "other 3");
    browser.wait(&format!("{CAPTION}.startsWith('Right: Costume 3')"));
    // A file that is no game leaves the comparison as it is.
    let none = folder.path().join("none.000");
    fs::write(&none, b"no game at all").unwrap();
    browser.choose_files("other-files", &[&none]);
    browser.wait("document.querySelector('#said.bad')");
    assert_eq!(
        browser.eval("document.getElementById('compared').value"),
        "other 3"
    );
    // Another game ends the comparison.
    browser.drop_files(&[&demo(folder.path(), "6")]);
    browser.wait("document.title === 'demo-6 – Wardrobe' && document.getElementById('compared')");
    assert_eq!(
        browser.eval("document.getElementById('compared').value"),
        ""
    );
    assert_eq!(browser.console(), [] as [String; 0]);
}

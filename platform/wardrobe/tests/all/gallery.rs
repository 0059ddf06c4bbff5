//! `wardrobe gallery`: tests the page in a browser, by keyboard, on a narrow screen, and in the
//! colours of any room.
//!
//! Needs the programs `chromedriver` and `chromium`, which `.ci/run` installs where it can.
//! `GALLERY_SCREENSHOTS=DIR` writes pictures of the page into this folder.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use serde_json::Value;

use crate::common::browser::{Browser, key};
use crate::common::{Apng, demo, files, games, good, json, wardrobe};

/// Checks conditions of every view: all pictures are loaded, and the console is empty.
pub fn is_sound(browser: &Browser, view: &str) {
    browser.wait("[...document.images].every((image) => image.complete)");
    let broken = "[...document.images].filter((image) => image.complete && image.src && !image.naturalWidth).map((image) => image.src.slice(0, 80))";
    assert_eq!(browser.eval(broken), Value::Array(vec![]), "{view}");
    assert_eq!(browser.console(), [] as [String; 0], "{view}");
}

/// Writes a picture of the page if `GALLERY_SCREENSHOTS` is set.
pub fn keep(browser: &Browser, name: &str) {
    let png = base64::engine::general_purpose::STANDARD
        .decode(browser.screenshot())
        .unwrap();
    assert!(png.starts_with(b"\x89PNG"));
    if let Some(folder) = std::env::var_os("GALLERY_SCREENSHOTS") {
        fs::create_dir_all(&folder).unwrap();
        fs::write(Path::new(&folder).join(format!("{name}.png")), png).unwrap();
    }
}

fn gallery(folder: &Path, game: &Path) -> PathBuf {
    let out = folder.join("gallery");
    good(&[&"gallery", &game, &"-o", &out]);
    out.join("index.html")
}

#[test]
fn the_page_needs_nothing_but_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let page = gallery(folder.path(), &demo(folder.path(), "5"));
    let out = page.parent().unwrap();
    assert_eq!(
        files(out),
        [
            "costumes",
            "data.js",
            "gallery.css",
            "gallery.js",
            "index.html",
            "provenance.json",
            "rooms"
        ]
    );
    for name in [
        "index.html",
        "gallery.css",
        "gallery.js",
        "data.js",
        "costumes/costume-001.js",
    ] {
        let text = fs::read_to_string(out.join(name))
            .unwrap()
            .replace("http://www.w3.org/2000/svg", "");
        assert!(
            !text.contains("http:") && !text.contains("https:") && !text.contains("//cdn"),
            "{name}"
        );
    }
}

#[test]
fn the_page_is_led_by_keys_alone() {
    let folder = tempfile::tempdir().unwrap();
    let page = gallery(folder.path(), &demo(folder.path(), "5"));
    let Some(browser) = Browser::open() else {
        return;
    };
    browser.resize(1280, 900);
    browser.go(&page, "");
    browser.wait("document.querySelectorAll('#list a').length === 5");
    assert_eq!(browser.eval("document.title"), "demo-5 – Wardrobe");
    assert_eq!(
        browser.eval("document.getElementById('identity').textContent"),
        "v5, DOS assumed"
    );
    is_sound(&browser, "the start");
    keep(&browser, "start-1280");

    // The Tab key moves the focus through the page. The first element is a link that skips the
    // list.
    browser.press(&String::from(key::TAB));
    assert_eq!(browser.eval("document.activeElement.className"), "skip");
    // The following elements are the search, the order, and the first costume.
    browser.press(&String::from_iter([key::TAB, key::TAB, key::TAB]));
    assert_eq!(browser.eval("document.activeElement.hash"), "#costume=1");

    browser.press("/");
    assert_eq!(browser.eval("document.activeElement.id"), "search");
    browser.press("costume 2");
    assert_eq!(
        browser.eval("document.getElementById('found').textContent"),
        "1 of 5"
    );
    browser.press(&format!("{}n", key::ENTER));
    browser.wait("document.body.dataset.shown === 'costume 2'");
    let caption = || {
        browser
            .eval("document.getElementById('caption').textContent")
            .as_str()
            .unwrap()
            .to_owned()
    };
    assert!(caption().starts_with("walk-south · "), "{}", caption());
    is_sound(&browser, "a costume");
    keep(&browser, "costume-1280");

    // Clockwise, west follows south. The next chore after walking is standing.
    browser.press(&String::from(key::RIGHT));
    assert!(caption().starts_with("walk-west · "), "{}", caption());
    browser.press(&String::from_iter([key::LEFT, key::LEFT]));
    assert!(caption().starts_with("walk-east · "), "{}", caption());
    browser.press(&String::from(key::DOWN));
    assert!(caption().starts_with("stand-east · "), "{}", caption());
    browser.press(&String::from(key::UP));
    let width = || {
        browser
            .eval("document.getElementById('playing').clientWidth")
            .as_f64()
            .unwrap()
    };
    let before = width();
    browser.press("+");
    assert_eq!(width(), before / 3.0 * 4.0);
    is_sound(&browser, "another chore");
    assert_eq!(
        browser.eval("location.hash"),
        "#costume=2&chore=2&facing=east&zoom=4&ground=checks"
    );

    // The viewer of a cel: Enter opens it, arrow keys select another cel, Escape closes it, and the
    // focus returns to the earlier element.
    browser.eval("document.querySelectorAll('.cels button')[3].focus()");
    browser.press(&String::from(key::ENTER));
    let title = || {
        browser
            .eval("document.getElementById('viewer-title').textContent")
            .as_str()
            .unwrap()
            .to_owned()
    };
    assert_eq!(title(), "Cel 0:3 of costume 2");
    is_sound(&browser, "a cel");
    keep(&browser, "cel-1280");
    browser.press(&String::from(key::RIGHT));
    assert_eq!(title(), "Cel 0:4 of costume 2");
    let images = "[...document.getElementById('viewer-ground').children]";
    browser.wait(&format!("{images}.every((i) => i.complete)"));
    let sides = format!("{images}.map((i) => i.naturalWidth * 8 === i.clientWidth)");
    assert_eq!(browser.eval(&sides), Value::Array(vec![Value::Bool(true)]));
    browser.press(&String::from(key::ESCAPE));
    assert_eq!(
        browser.eval("document.getElementById('viewer').open"),
        false
    );
    assert_eq!(browser.eval("document.activeElement.title"), "Cel 0:3");

    // A room, with all layers that can be shown above it.
    browser.eval("location.hash = '#room=1'");
    browser.wait("document.body.dataset.shown === 'room 1'");
    let layers = "document.querySelectorAll('.bar input[type=checkbox]')";
    assert_eq!(browser.eval(&format!("{layers}.length")), 4);
    browser.eval(&format!("[...{layers}].forEach((box) => box.click())"));
    let outlines = |label: &str| {
        browser.eval(&format!(
            "document.querySelectorAll('.layers svg[aria-label=\"{label}\"] polygon').length"
        ))
    };
    assert_eq!(outlines("Walk boxes"), 13, "box 0 is not drawn");
    assert_eq!(outlines("Objects"), 1);
    let seen = "[...document.querySelector('.layers').children].every((layer) => getComputedStyle(layer).display !== 'none')";
    assert_eq!(browser.eval(seen), true);
    is_sound(&browser, "a room");
    keep(&browser, "room-1280");
}

#[test]
fn the_page_begins_with_a_wall_that_fills_the_width() {
    let folder = tempfile::tempdir().unwrap();
    let page = gallery(folder.path(), &demo(folder.path(), "5"));
    let Some(browser) = Browser::open() else {
        return;
    };
    for width in [390, 1280, 2560] {
        browser.resize(width, 900);
        browser.go(&page, "");
        browser.wait("document.body.dataset.shown === 'wall'");
        is_sound(&browser, "the wall");
        let row = "[...document.querySelectorAll('#list a')].filter((a, _, all) => a.offsetTop === all[0].offsetTop)";
        assert!(
            browser
                .eval(&format!("{row}.length >= 3"))
                .as_bool()
                .unwrap(),
            "{width}: one beside the other"
        );
        let wide = browser.eval(
            "document.getElementById('list').clientWidth / document.documentElement.clientWidth",
        );
        assert!(wide.as_f64().unwrap() > 0.9, "{width}: {wide}");
        assert_eq!(
            browser.eval("document.querySelectorAll('#list .thumb:empty').length"),
            0,
            "no thumbnail is blank"
        );
        keep(&browser, &format!("wall-{width}"));
    }
    let order =
        || browser.eval("[...document.querySelectorAll('#list a')].map((a) => a.hash).join(' ')");
    let sort = |by: &str| {
        browser.eval(&format!("(() => {{ const sort = document.getElementById('sort'); sort.value = '{by}'; sort.dispatchEvent(new Event('change')); }})()"));
    };
    assert_eq!(order(), "#costume=1 #costume=2 #costume=3 #room=1 #room=2");
    sort("room");
    assert!(
        order().as_str().unwrap().starts_with("#room=1 #costume="),
        "{}",
        order()
    );
    sort("size");
    let cels =
        browser.eval("[...document.querySelectorAll('#list a[data-kind=costume]')].map((a) => Number(a.dataset.size))");
    let cels: Vec<u64> = cels
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_u64)
        .collect();
    assert!(
        cels.len() == 3 && cels.is_sorted_by(|a, b| a >= b),
        "{cels:?}"
    );
    browser.press("/costume 3");
    browser.press(&String::from(key::ENTER));
    browser.wait("document.body.dataset.shown === 'costume 3'");
    browser.eval("document.getElementById('all').click()");
    browser.wait("document.body.dataset.shown === 'wall'");
    browser.eval("location.hash = '#costume=abc'");
    browser
        .wait("document.getElementById('view').textContent.includes('There is no costume “abc”.')");
    is_sound(&browser, "what there is not");
}

#[test]
fn the_page_fits_a_narrow_screen() {
    let folder = tempfile::tempdir().unwrap();
    let page = gallery(folder.path(), &demo(folder.path(), "5"));
    let Some(browser) = Browser::open() else {
        return;
    };
    browser.resize(400, 800);
    for (view, rest) in [
        ("start", ""),
        ("costume", "#costume=2&zoom=8"),
        ("room", "#room=1&zoom=4"),
    ] {
        browser.go(&page, rest);
        if rest.is_empty() {
            browser.wait("document.querySelectorAll('#list a').length === 5");
        } else {
            browser.wait("document.body.dataset.shown");
        }
        is_sound(&browser, view);
        let outside = "[...document.querySelectorAll('button, select, input, a:not(.skip), h1, h2')].filter((e) => e.checkVisibility() \
                       && !e.closest('.ground') && (e.getBoundingClientRect().right > 400 || e.getBoundingClientRect().left < 0)).length";
        let sideways = browser
            .eval("document.documentElement.scrollWidth > document.documentElement.clientWidth");
        assert_eq!(sideways, false, "{view}");
        assert_eq!(browser.eval(outside), 0, "{view}");
        browser.eval("document.getElementById('main').scrollIntoView()");
        keep(&browser, &format!("{view}-400"));
    }
    browser.eval("location.hash = '#costume=2'");
    browser.wait("document.body.dataset.shown === 'costume 2'");
    browser.eval("document.querySelector('.cels button').click()");
    assert_eq!(
        browser.eval("document.getElementById('viewer').getBoundingClientRect().right <= 400"),
        true
    );
    is_sound(&browser, "a cel");
    keep(&browser, "cel-400");
}

/// Returns the first frame of the shown animation as its visible colours.
const SEEN: &str = "(() => { const image = document.getElementById('playing'), canvas = document.createElement('canvas'); \
                    canvas.width = image.naturalWidth; canvas.height = image.naturalHeight; \
                    const context = canvas.getContext('2d'); context.drawImage(image, 0, 0); \
                    const data = context.getImageData(0, 0, canvas.width, canvas.height).data; const seen = new Set(); \
                    for (let i = 0; i < data.length; i += 4) if (data[i + 3]) seen.add((data[i] << 16) + (data[i + 1] << 8) + data[i + 2]); \
                    return [...seen]; })()";

#[test]
fn a_costume_has_the_colours_of_the_room_that_is_chosen() {
    let games = games();
    let Some(browser) = Browser::open() else {
        return;
    };
    for version in ["v5", "v7", "he99"] {
        let (folder, game) = (
            games.path().join("pages").join(version),
            games.path().join(version),
        );
        let page = gallery(&folder, &game);
        for room in ["1", "2", "3"] {
            browser.go(
                &page,
                &format!("#costume=2&chore=2&facing=west&room={room}"),
            );
            browser.wait("document.getElementById('playing')?.naturalWidth");
            assert_eq!(
                browser.eval("document.getElementById('colours').value"),
                room
            );
            is_sound(&browser, version);
            let seen: BTreeSet<u64> = browser
                .eval(SEEN)
                .as_array()
                .unwrap()
                .iter()
                .map(|c| c.as_u64().unwrap())
                .collect();
            let out = folder.join("out").join(room);
            good(&[
                &"export",
                &game,
                &"--costume",
                &"2",
                &"--room",
                &room,
                &"--only",
                &"apng",
                &"--chore",
                &"2",
                &"-o",
                &out,
            ]);
            let apng = Apng::read(&out.join("chore-002-west.png"));
            let first = &apng.rgba()[..apng.width * apng.height * 4];
            let colour = |p: &[u8]| u64::from(p[0]) << 16 | u64::from(p[1]) << 8 | u64::from(p[2]);
            let exported: BTreeSet<u64> =
                first.chunks(4).filter(|p| p[3] != 0).map(colour).collect();
            assert_eq!(seen, exported, "{version}, room {room}");
        }
    }
}

#[test]
fn what_is_damaged_is_on_the_page_with_its_reason() {
    let games = games();
    let (game, out) = (games.path().join("v5"), games.path().join("page"));
    let data = game.join("monkey2.001");
    let mut bytes = fs::read(&data).unwrap();
    // The file is XORed with 0x69. The first costume follows its room.
    let at = bytes
        .windows(4)
        .position(|w| w == b"COST".map(|b| b ^ 0x69))
        .unwrap();
    bytes[at + 9] = 0x33 ^ 0x69;
    fs::write(&data, bytes).unwrap();
    assert_eq!(
        wardrobe(&[&"gallery", &game, &"-o", &out]).status.code(),
        Some(1)
    );
    let script = fs::read_to_string(out.join("data.js")).unwrap();
    let listed = folder_json(&out, &script);
    assert!(
        listed["costumes"][0]["error"]
            .as_str()
            .unwrap()
            .contains("format 0x33"),
        "{listed}"
    );
    assert_eq!(listed["costumes"][1]["error"], Value::Null);
    let Some(browser) = Browser::open() else {
        return;
    };
    browser.go(&out.join("index.html"), "#costume=1");
    browser.wait("document.body.dataset.shown === 'costume 1'");
    assert!(
        browser
            .eval("document.getElementById('view').textContent")
            .as_str()
            .unwrap()
            .contains("format 0x33")
    );
    is_sound(&browser, "a damaged costume");
}

/// Returns the JSON that a script passes to the page.
fn folder_json(out: &Path, script: &str) -> Value {
    let text = script
        .trim_start_matches("gallery.begin(")
        .trim_end_matches(");\n");
    let file = out.join("data.json");
    fs::write(&file, text).unwrap();
    json(&file)
}

/// Whether the canvas of the frames shows the pixels of the animated picture's first frame.
const IS_SAME: &str = "(() => { const image = document.getElementById('playing'), \
    own = document.querySelector('.actor canvas'), canvas = document.createElement('canvas'); \
    canvas.width = image.naturalWidth; canvas.height = image.naturalHeight; \
    canvas.getContext('2d').drawImage(image, 0, 0); \
    const at = (key) => Math.round(parseFloat(image.style[key]) / gallery.state.zoom); \
    const pixels = (of, x, y) => of.getContext('2d').getImageData(x, y, canvas.width, canvas.height).data; \
    const [a, b] = [pixels(canvas, 0, 0), pixels(own, at('left'), at('top'))]; \
    return a.every((value, i) => value === b[i]); })()";

#[test]
fn a_chore_is_shown_frame_by_frame_and_without_some_limbs() {
    let folder = tempfile::tempdir().unwrap();
    let page = gallery(folder.path(), &demo(folder.path(), "5"));
    let Some(browser) = Browser::open() else {
        return;
    };
    browser.resize(1280, 900);
    for (costume, facing) in [(1, "west"), (1, "east"), (2, "south"), (3, "west")] {
        browser.go(&page, "");
        let view = format!("#costume={costume}&chore=2&facing={facing}&zoom=3");
        browser.eval(&format!("location.hash = '{view}'"));
        browser.wait("document.getElementById('playing')?.naturalWidth");
        browser.eval("document.getElementById('pause').click()");
        browser.wait(IS_SAME);
    }
    browser.go(&page, "");
    browser.eval("location.hash = '#costume=1&chore=2&facing=south&zoom=3'");
    browser.wait("document.getElementById('scrubber')");
    let frame = || {
        browser
            .eval("document.getElementById('frame').textContent")
            .as_str()
            .unwrap()
            .to_owned()
    };
    let pressed = "document.getElementById('pause').getAttribute('aria-pressed')";
    browser.press(" ");
    assert_eq!(browser.eval(pressed), "true");
    let count = browser.eval("Number(document.getElementById('scrubber').max) + 1");
    let count = count.as_u64().unwrap();
    let is_at = |number: u64| frame().starts_with(&format!("{number} of {count} · limb 0: 0:"));
    assert!(is_at(1), "{}", frame());
    is_sound(&browser, "a paused chore");
    browser.press(".");
    assert!(is_at(2), "{}", frame());
    browser.press(",");
    browser.press(",");
    assert!(is_at(count), "{}", frame());
    browser.press(" ");
    assert_eq!(browser.eval(pressed), "false");
    browser.wait("document.getElementById('frame').textContent.startsWith('3 of ')");
    browser.eval("(() => { const scrubber = document.getElementById('scrubber'); scrubber.value = 4; scrubber.dispatchEvent(new Event('input')); })()");
    assert!(is_at(5), "{}", frame());
    let seen = "(() => { const own = document.querySelector('.actor canvas'); \
        const { data } = own.getContext('2d').getImageData(0, 0, own.width, own.height); \
        let seen = 0; for (let i = 3; i < data.length; i += 4) seen += data[i] > 0; return seen; })()";
    let visible = || browser.eval(seen).as_u64().unwrap();
    browser.wait(&format!("{seen} > 0"));
    let all = visible();
    browser.eval("document.getElementById('limb-0').click()");
    assert!(visible() < all);
    browser.eval("document.getElementById('limb-0').click()");
    assert_eq!(visible(), all);
    browser.eval("document.getElementById('onion').click()");
    browser.wait(&format!("{seen} > {all}"));
    keep(&browser, "frames-1280");
}

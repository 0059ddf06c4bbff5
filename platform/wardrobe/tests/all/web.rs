//! Tests the web page that `cargo xtask web` builds, in Chromium and under Node. If the page has
//! not been built, these tests print a message and pass.
//!
//! `GALLERY_SCREENSHOTS=DIR` writes pictures of the page into this folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use scumm_scene::{Runner, Scene, SceneFolder};
use scumm_test_support::editions::{self, nintendo};
use scumm_test_support::vectors::{self, Vectors};
use serde_json::Value;

use crate::common::browser::{Browser, PATIENCE};
use crate::common::{demo, files, good};
use crate::gallery::{is_sound, keep};

/// Returns a file of the build. If the file is missing, prints a message on stderr and returns
/// `None`.
pub fn built(name: &str, command: &str) -> Option<PathBuf> {
    let path = scumm_test_support::repository().join("target").join(name);
    if path.exists() {
        return Some(path);
    }
    eprintln!(
        "skipped: {} is not there; `{command}` builds it",
        path.display()
    );
    None
}

/// Returns a folder for files that are dropped onto the page. The system's folder for temporary
/// files may be below `/dev`, and Chromium does not pass files from there to a page.
pub fn folder_to_drop() -> tempfile::TempDir {
    tempfile::tempdir_in(scumm_test_support::repository().join("target")).unwrap()
}

/// Opens the page in a browser and waits until it is ready.
pub fn page(rest: &str) -> Option<(PathBuf, Browser)> {
    let page = built("web/index.html", "cargo xtask web")?;
    let browser = Browser::open()?;
    browser.resize(1280, 900);
    browser.go(&page, rest);
    browser.wait("document.body.dataset.ready");
    Some((page, browser))
}

/// Checks conditions of every view: no message, no broken picture, and no network request.
pub fn is_quiet(browser: &Browser, view: &str) {
    is_sound(browser, view);
    let requests = "performance.getEntriesByType('resource').map((one) => one.name).filter((name) => !/^(blob|data):/.test(name))";
    assert_eq!(browser.eval(requests), Value::Array(vec![]), "{view}");
    assert_eq!(
        browser.eval("document.querySelectorAll('.bad').length"),
        0,
        "{view}"
    );
}

#[test]
fn the_demo_is_there_at_once_and_plays() {
    let Some((_, browser)) = page("") else { return };
    browser.wait("document.body.dataset.shown === 'costume 1'");
    assert_eq!(browser.eval("document.title"), "The demo – Wardrobe");
    browser.wait("document.querySelectorAll('#list .thumb img').length >= 5");
    is_quiet(&browser, "the start");
    keep(&browser, "web-start-1280");

    // The keys for pause, step, limbs and scale.
    let at = || {
        browser
            .eval("parseInt(document.getElementById('frame').textContent.slice(8))")
            .as_i64()
            .unwrap()
    };
    let first = at();
    browser.wait(&format!(
        "!document.getElementById('frame').textContent.startsWith('picture {first} ')"
    ));
    browser.eval("document.getElementById('step').click()");
    let (before, pictures) = (
        at(),
        browser.eval("document.getElementById('frame').textContent.split(' of ')[1]"),
    );
    browser.eval("document.getElementById('step').click()");
    assert_eq!(
        at(),
        before % pictures.as_str().unwrap().parse::<i64>().unwrap() + 1
    );
    let seen = "[...document.getElementById('playing').getContext('2d').getImageData(0, 0, 400, 400).data].filter((v, i) => i % 4 === 3 && v).length";
    let all = browser.eval(seen).as_i64().unwrap();
    browser.eval("document.querySelector('[data-limb]').click()");
    browser.wait(&format!("{seen} < {all}"));
    browser.eval("document.querySelector('[data-limb]').click()");
    browser.eval("(() => { const scale = document.getElementById('scale'); scale.value = 3; scale.dispatchEvent(new Event('input')); })()");
    browser.wait(&format!("{seen} < {all} / 2"));
    is_quiet(&browser, "another scale");

    browser.eval("document.querySelector('#bytes summary').click()");
    browser.wait("document.querySelector('#bytes iframe')");
    is_quiet(&browser, "bytes");
    keep(&browser, "web-bytes-1280");
}

#[test]
fn a_link_names_room_costume_and_animation() {
    let Some((_, browser)) = page("#room=1&costume=2&anim=9") else {
        return;
    };
    browser.wait("document.body.dataset.shown === 'costume 2'");
    let facing = "document.querySelector('.compass [aria-pressed=true]').title";
    // Animation 9 is frame 2 (walking) in direction 1 (east) (C9).
    assert_eq!(browser.eval(facing), "east");
    let chore = "document.querySelector('.chores [aria-pressed=true]').textContent";
    assert_eq!(browser.eval(chore), "2 walk");
    browser.resize(390, 844);
    is_quiet(&browser, "a narrow screen");
    assert_eq!(
        browser.eval("document.documentElement.scrollWidth <= 390"),
        true
    );
    keep(&browser, "web-costume-390");
}

#[test]
fn an_actor_walks_to_where_the_room_is_clicked() {
    let Some((_, browser)) = page("#room=1") else {
        return;
    };
    let place = "document.getElementById('walking')?.dataset.at";
    browser.wait(place);
    let before = browser.eval(place);
    browser.eval("wardrobe.go(40, 150)");
    browser.wait(&format!("{place} !== {before}"));
    is_quiet(&browser, "a room");
    keep(&browser, "web-room-1280");
    // The background is shown once, as large as possible. The settings for the layers are in a
    // section that is closed at first.
    assert_eq!(
        browser.eval("document.getElementById('layers').open"),
        false
    );
    // This section outlines the walk boxes and the objects, and a table lists each object.
    let outlines = |label: &str| {
        browser.eval(&format!(
            "document.querySelectorAll('#layers svg[aria-label=\"{label}\"] polygon').length"
        ))
    };
    assert!(outlines("Walk boxes").as_i64() > Some(1));
    assert_eq!(outlines("Objects"), 1);
    let heading = "[...document.querySelectorAll('h3')].find((h) => h.textContent === 'Objects')";
    let row =
        format!("{heading}.nextElementSibling.querySelector('tbody tr, tr + tr').textContent");
    let row = browser.eval(&row);
    assert!(row.as_str().unwrap().starts_with("40"), "{row}");
    let inside = "(() => { const box = document.getElementById('walking').getBoundingClientRect(); return box.left >= 0 && box.right <= innerWidth && box.top < innerHeight / 2; })()";
    assert_eq!(browser.eval(inside), true);
    // The actor stays inside the room, wherever the user clicks.
    browser.eval("(() => { const canvas = document.getElementById('walking'); canvas.dispatchEvent(new PointerEvent('pointerdown', { clientX: -900, clientY: 9000, bubbles: true })); })()");
    browser.eval("(() => { for (let i = 0; i < 200; i++) wardrobe.frame(); })()");
    let [x, y] = [0, 1].map(|part| {
        browser
            .eval(&format!("Number({place}.split(',')[{part}])"))
            .as_i64()
            .unwrap()
    });
    assert!((0..640).contains(&x) && (0..200).contains(&y), "{x},{y}");

    // Sixteen actors for two minutes.
    browser.eval("(() => { for (let i = 0; i < 15; i++) wardrobe.put(i % 3 + 1); })()");
    browser.eval("(() => { for (let i = 0; i < 100; i++) wardrobe.frame(); })()");
    let memory = browser.eval("wardrobe.memory()");
    browser.eval("(() => { for (let i = 0; i < 1200; i++) { if (i % 40 === 0) wardrobe.go(20 + i % 280, 150); wardrobe.frame(); } })()");
    assert_eq!(
        browser.eval("wardrobe.memory()"),
        memory,
        "memory of the module"
    );
    let median = browser
        .eval("wardrobe.times().sort((a, b) => a - b)[300]")
        .as_f64()
        .unwrap();
    eprintln!("a frame with 16 actors: {median:.2} ms");
    // On an idle machine the time is below 4 ms.
    assert!(median < 16.0, "{median} ms");
}

#[test]
fn a_game_is_dropped_and_an_animation_saved() {
    let folder = folder_to_drop();
    // OpenQuest, if it is on this machine. Its folder has two games, and the page opens the first.
    let shared = scumm_test_support::repository().join("../shared/real/openquest");
    let openquest = std::env::var_os("OPENQUEST").map_or(shared, PathBuf::from);
    // A browser does not follow symbolic links in a dropped folder, so the path is resolved first.
    let openquest = openquest.canonicalize().unwrap_or(openquest);
    let (dropped, game, costume, rooms) = match openquest.join("scummc6.000") {
        index if index.exists() => (openquest, index, 1, 9),
        _ => (demo(folder.path(), "7"), folder.path().join("demo-7"), 1, 2),
    };
    let Some((_, browser)) = page("") else { return };
    let start = Instant::now();
    browser.drop_files(&[&dropped]);
    browser.wait("!document.title.startsWith('The demo') && document.body.dataset.shown");
    eprintln!("opening took {:.2} s", start.elapsed().as_secs_f64());
    assert!(
        browser
            .eval("document.querySelectorAll('#list a[data-kind=room]').length")
            .as_i64()
            .unwrap()
            >= rooms
    );
    is_quiet(&browser, "a dropped game");
    keep(&browser, "web-dropped-1280");

    browser.eval(&format!("location.hash = '#costume={costume}'"));
    browser.wait(&format!(
        "document.body.dataset.shown === 'costume {costume}'"
    ));
    browser.wait("document.querySelector('[data-file$=\".gif\"]')");
    let (out, number) = (folder.path().join("export"), costume.to_string());
    let of = ["apng", "gif", "sheet"];
    good(&[
        &"export",
        &game,
        &"--costume",
        &number,
        &"--only",
        &of[0],
        &"--only",
        &of[1],
        &"--only",
        &of[2],
        &"-o",
        &out,
    ]);
    browser.save_into(folder.path());
    for (ending, exported) in [
        ("h.png", None),
        ("h.gif", None),
        ("sheet.png", Some("sheet.png")),
    ] {
        let button = format!("document.querySelector('[data-file$=\"{ending}\"]')");
        let name = browser.eval(&format!("{button}.dataset.file"));
        let name = name.as_str().unwrap();
        browser.eval(&format!("{button}.click()"));
        // The names of saved files begin with the game and the costume.
        assert!(name.contains(&format!("-costume-{costume:03}-")), "{name}");
        let own = name.find("chore-").map_or(name, |at| &name[at..]);
        let expected = fs::read(out.join(exported.unwrap_or(own))).unwrap();
        let saved = folder.path().join(name);
        let begin = Instant::now();
        while fs::read(&saved).map_or(true, |bytes| bytes.len() < expected.len()) {
            assert!(begin.elapsed() < PATIENCE, "{name} was not saved");
            std::thread::sleep(Duration::from_millis(50));
        }
        assert!(
            fs::read(&saved).unwrap() == expected,
            "{name} differs from the file that `export` writes"
        );
    }
    // The JSON beside the sheet names the sheet.
    let sheet = browser.eval("document.querySelector('[data-file$=\"sheet.png\"]').dataset.file");
    let sheet = sheet.as_str().unwrap();
    let json = folder.path().join(sheet.replace(".png", ".json"));
    let begin = Instant::now();
    let described = loop {
        let text = fs::read_to_string(&json).unwrap_or_default();
        if let Ok(described) = serde_json::from_str::<Value>(&text) {
            break described;
        }
        assert!(
            begin.elapsed() < PATIENCE,
            "{} was not saved",
            json.display()
        );
        std::thread::sleep(Duration::from_millis(50));
    };
    assert_eq!(described["meta"]["image"], sheet);
    is_quiet(&browser, "after saving");
}

/// Returns a copy of the demo whose files have another name, and so another name in links.
fn renamed_demo(folder: &Path, name: &str) -> PathBuf {
    let game = demo(folder, "5");
    let renamed = folder.join(format!("{name}-game"));
    fs::create_dir(&renamed).unwrap();
    for ending in ["000", "001"] {
        let from = game.join(format!("wardrobe.{ending}"));
        fs::copy(from, renamed.join(format!("{name}.{ending}"))).unwrap();
    }
    renamed
}

#[test]
fn a_link_waits_for_its_game() {
    let folder = folder_to_drop();
    let other = renamed_demo(folder.path(), "other");
    let six = demo(folder.path(), "6");
    let Some((_, browser)) = page("#game=other&costume=2&chore=3&facing=east") else {
        return;
    };
    browser.wait("document.body.dataset.shown === 'nowhere'");
    let view = browser.eval("document.getElementById('view').textContent");
    assert_eq!(
        view,
        "A link to another gameThe link leads to costume 2 of the game “other”. Open this game, \
         and the page shows it."
    );
    // A third game is shown, and the link still waits.
    browser.drop_files(&[&six]);
    browser.wait(
        "document.title === 'demo-6 – Wardrobe' && document.body.dataset.shown === 'costume 1'",
    );
    let said = browser.eval("document.getElementById('said').textContent");
    assert!(
        said.as_str().unwrap().contains("#game=other&costume=2"),
        "{said}"
    );
    browser.drop_files(&[&other]);
    browser.wait(
        "document.title === 'other-game – Wardrobe' && document.body.dataset.shown === 'costume 2'",
    );
    browser.wait("document.querySelector('.compass [aria-pressed=true]')");
    assert_eq!(
        browser.eval("document.querySelector('.compass [aria-pressed=true]').title"),
        "east"
    );
    assert_eq!(
        browser.eval("location.hash"),
        "#game=other&costume=2&chore=3&facing=east"
    );
    assert_eq!(
        browser.eval("document.getElementById('said').textContent"),
        ""
    );
    // A link without a game waits, too.
    browser.eval("location.hash = '#room=99'");
    browser.wait("document.body.dataset.shown === 'nowhere'");
    browser.eval("location.hash = '#room=2'");
    browser.wait("document.body.dataset.shown === 'room 2'");
    is_quiet(&browser, "a followed link");
}

#[test]
fn a_copied_link_names_the_game_and_the_picture() {
    let Some((page, browser)) = page("#costume=1&chore=2&facing=east") else {
        return;
    };
    browser.wait("document.getElementById('picture')");
    browser.eval("(() => { const one = document.getElementById('picture'); one.value = 3; one.dispatchEvent(new Event('input')); document.getElementById('link').click(); })()");
    let hash = "location.hash";
    browser.wait(&format!("{hash}.includes('frame=')"));
    let link = browser.eval(hash);
    let link = link.as_str().unwrap();
    assert_eq!(
        link,
        "#game=wardrobe&costume=1&chore=2&facing=east&frame=3&ground=checks"
    );
    browser.go(&page, link);
    browser.wait("document.getElementById('frame')?.textContent.startsWith('picture 3 of ')");
    assert_eq!(
        browser.eval("document.getElementById('pause').getAttribute('aria-pressed')"),
        "true"
    );
}

/// The number of visible pixels of the animation.
pub const VISIBLE: &str = "[...document.getElementById('playing').getContext('2d').getImageData(0, 0, 400, 400).data].filter((v, i) => i % 4 === 3 && v).length";

#[test]
fn the_timeline_shows_each_picture_and_its_neighbours() {
    let Some((_, browser)) = page("#costume=1&chore=2&facing=east") else {
        return;
    };
    browser.wait("document.getElementById('picture')");
    let at = || {
        let text = browser.eval("document.getElementById('frame').textContent");
        text.as_str().unwrap().to_owned()
    };
    let set = |number: u32| {
        browser.eval(&format!("(() => {{ const one = document.getElementById('picture'); one.value = {number}; one.dispatchEvent(new Event('input')); }})()"));
    };
    let click = |id: &str| browser.eval(&format!("document.getElementById('{id}').click()"));
    set(2);
    let count = browser.eval("document.querySelectorAll('.durations span').length");
    let count = count.as_i64().unwrap();
    assert!(count > 2);
    assert_eq!(at(), format!("picture 2 of {count}"));
    click("back");
    assert_eq!(at(), format!("picture 1 of {count}"));
    click("back");
    assert_eq!(at(), format!("picture {count} of {count}"));
    set(2);
    click("step");
    assert_eq!(at(), format!("picture 3 of {count}"));
    browser.eval("document.activeElement.blur()");
    browser.press(",");
    assert_eq!(at(), format!("picture 2 of {count}"));
    let text = browser.eval("document.getElementById('picture').getAttribute('aria-valuetext')");
    assert!(
        text.as_str()
            .unwrap()
            .starts_with(&format!("picture 2 of {count}, 100 ms, repeats")),
        "{text}"
    );
    assert_eq!(
        browser.eval("document.querySelectorAll('.durations .now').length"),
        1
    );
    let alone = browser.eval(VISIBLE).as_i64().unwrap();
    click("onion");
    assert!(browser.eval(VISIBLE).as_i64().unwrap() > alone);
    is_quiet(&browser, "onion skin");
    keep(&browser, "web-timeline-1280");
    click("onion");
    assert_eq!(browser.eval(VISIBLE).as_i64().unwrap(), alone);
    // A paused animation keeps its picture when a limb is hidden.
    browser.eval("document.querySelector('[data-limb]').click()");
    browser.wait(&format!("{VISIBLE} < {alone}"));
    assert!(at().starts_with("picture 2 of "), "{}", at());
}

#[test]
fn a_click_on_a_pixel_names_its_limb_and_cel() {
    let Some((_, browser)) = page("#costume=1&chore=2&facing=east&frame=2") else {
        return;
    };
    browser.wait("document.getElementById('frame')?.textContent.startsWith('picture 2 ')");
    browser.wait("document.querySelectorAll('.cels button').length");
    // Clicks on the first pixel that is or is not visible.
    let click = |visible: bool| {
        browser.eval(&format!("(() => {{ const canvas = document.getElementById('playing'); const {{ width, height }} = canvas; const {{ data }} = canvas.getContext('2d').getImageData(0, 0, width, height); const at = [...Array(width * height).keys()].find((i) => (data[4 * i + 3] > 0) === {visible}); const box = canvas.getBoundingClientRect(); const zoom = box.width / width; canvas.dispatchEvent(new MouseEvent('click', {{ clientX: box.left + (at % width + .5) * zoom, clientY: box.top + (Math.floor(at / width) + .5) * zoom, bubbles: true }})); }})()"));
        let text = browser.eval("document.getElementById('origin').textContent");
        text.as_str().unwrap().to_owned()
    };
    let told = click(true);
    let parts = [
        "limb ",
        "cel ",
        "(picture ",
        "column ",
        "row ",
        "colour ",
        "on the screen ",
    ];
    assert!(parts.iter().all(|part| told.contains(part)), "{told}");
    assert_eq!(
        browser.eval("document.querySelectorAll('.marked').length"),
        2
    );
    let marked = browser.eval("document.querySelector('.cels .marked').dataset.cel");
    assert!(
        told.contains(&format!("cel {} ", marked.as_str().unwrap())),
        "{told} {marked}"
    );
    is_quiet(&browser, "the origin of a pixel");
    keep(&browser, "web-origin-1280");
    browser.resize(390, 844);
    keep(&browser, "web-origin-390");
    assert_eq!(
        browser.eval("document.documentElement.scrollWidth <= 390"),
        true
    );
    let told = click(false);
    assert!(told.ends_with("nothing is drawn here."), "{told}");
    assert_eq!(
        browser.eval("document.querySelectorAll('.marked').length"),
        0
    );
}

#[test]
fn a_pixel_of_a_room_names_its_actor_and_the_room_can_pause() {
    let Some((_, browser)) = page("#room=1") else {
        return;
    };
    browser.wait(
        "document.getElementById('walking')?.dataset.at && document.getElementById('lead')?.value",
    );
    let click = |id: &str| browser.eval(&format!("document.getElementById('{id}').click()"));
    click("still");
    let frames = "wardrobe.times().length";
    let before = browser.eval(frames);
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(browser.eval(frames), before, "the room is paused");
    click("inspect");
    // Clicks on the body of the controlled actor, and beside it.
    let told = |beside: i32| {
        browser.eval(&format!("(() => {{ const canvas = document.getElementById('walking'); const [x, y] = canvas.dataset.at.split(',').map(Number); const box = canvas.getBoundingClientRect(); const scale = box.width / canvas.width; canvas.dispatchEvent(new PointerEvent('pointerdown', {{ clientX: box.left + (x - wardrobe.left() + {beside}) * scale, clientY: box.top + (y - 20) * scale, bubbles: true }})); }})()"));
        let text = browser.eval("document.getElementById('told').textContent");
        text.as_str().unwrap().to_owned()
    };
    let actor = told(0);
    assert!(
        actor.contains(": actor ") && actor.contains(" in costume ") && actor.contains(", cel "),
        "{actor}"
    );
    keep(&browser, "web-inspect-1280");
    assert!(told(60).ends_with("the background."));
    // Planes and boxes lie over the living room.
    browser.eval("document.querySelectorAll('[aria-label=\"The room\"] input').forEach((one) => one.click())");
    let seen = "[...document.getElementById('over').children].every((one) => one.getBoundingClientRect().width > 0)";
    assert_eq!(browser.eval(seen), true);
    let whole = "(() => { const canvas = document.getElementById('walking'); return canvas.clientWidth % canvas.width; })()";
    assert_eq!(browser.eval(whole), 0, "whole pixels");
    keep(&browser, "web-layers-1280");
    browser.eval("(() => { const size = document.getElementById('size'); size.value = 1; size.dispatchEvent(new Event('change')); })()");
    assert_eq!(
        browser.eval("document.getElementById('walking').clientWidth"),
        320
    );
    is_quiet(&browser, "an inspected room");
}

#[test]
fn on_a_narrow_page_the_picture_is_above_the_list() {
    let Some((_, browser)) = page("#room=1") else {
        return;
    };
    browser.resize(390, 844);
    browser.wait("document.getElementById('walking')");
    let top = |id: &str| {
        let code = format!("document.getElementById('{id}').getBoundingClientRect().top + scrollY");
        browser.eval(&code).as_f64().unwrap()
    };
    assert!(top("walking") < 600.0, "{}", top("walking"));
    assert!(top("walking") < top("list"));
    keep(&browser, "web-room-390");
    assert_eq!(
        browser.eval("document.documentElement.scrollWidth <= 390"),
        true
    );
}

#[test]
fn the_cels_are_one_tab_stop() {
    let Some((_, browser)) = page("#costume=1") else {
        return;
    };
    browser.wait("document.querySelectorAll('.cels button').length > 3");
    let stops = "[...document.querySelectorAll('.cels button')].filter((one) => one.tabIndex === 0).map((one) => one.dataset.cel).join()";
    let first = browser.eval(stops);
    browser.eval("document.querySelector('.cels button').focus()");
    browser.press("\u{e014}");
    let second = browser.eval("document.activeElement.dataset.cel");
    assert_ne!(first, second);
    assert_eq!(browser.eval(stops), second);
    assert_eq!(browser.eval("document.body.dataset.shown"), "costume 1");
}

#[test]
fn a_large_unrelated_file_is_not_read_and_a_missing_one_is_named() {
    let folder = folder_to_drop();
    let game = demo(folder.path(), "5");
    // The file takes no space on the disk.
    let video = fs::File::create(game.join("video.dat")).unwrap();
    video.set_len(3 << 30).unwrap();
    let Some((_, browser)) = page("") else { return };
    let memory = browser.eval("wardrobe.memory()").as_i64().unwrap();
    browser.drop_files(&[&game]);
    browser.wait("document.title === 'demo-5 – Wardrobe' && document.body.dataset.shown");
    assert!(browser.eval("wardrobe.memory()").as_i64().unwrap() - memory < 64 << 20);
    is_quiet(&browser, "a large file");

    fs::remove_file(game.join("wardrobe.001")).unwrap();
    fs::remove_file(game.join("video.dat")).unwrap();
    let moved = folder.path().join("half");
    fs::rename(&game, &moved).unwrap();
    browser.drop_files(&[&moved]);
    browser.wait("document.title === 'half – Wardrobe'");
    let said = browser.eval("document.getElementById('said').textContent");
    assert!(
        said.as_str()
            .unwrap()
            .starts_with("wardrobe.001 is missing. Choose all files of the game."),
        "{said}"
    );
    // Files without a folder have the name of the game.
    let Some((_, browser)) = page("") else { return };
    let own = demo(folder.path(), "6");
    let files = files(&own);
    let paths: Vec<PathBuf> = files.iter().map(|name| own.join(name)).collect();
    let paths: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
    browser.drop_files(&paths);
    browser.wait("document.title === 'wardrobe – Wardrobe'");
}

#[test]
fn games_of_eight_bits_are_dropped() {
    let Some((_, browser)) = page("") else { return };
    let unpacked = scumm_test_support::unpack("game-files").unwrap();
    let own = folder_to_drop();
    let names = ["v0-c64", "v0-apple2", "v0-c64-demo-lfl", "nes"];
    for name in &names[..3] {
        let game = unpacked.path().join("game-files").join(name);
        let copy = own.path().join(name);
        fs::create_dir(&copy).unwrap();
        for file in files(&game) {
            fs::copy(game.join(&file), copy.join(&file)).unwrap();
        }
    }
    // The extracted files of a cartridge whose rooms and costumes have pictures. The cartridges in
    // `game-files` have no pictures.
    editions::write(&own.path().join("nes"), &nintendo().unwrap()).unwrap();
    let own = own.path().canonicalize().unwrap();
    for title in names {
        browser.eval("delete document.body.dataset.shown");
        browser.drop_files(&[&own.join(title)]);
        browser.wait(&format!(
            "document.title.startsWith('{title}') && document.body.dataset.shown"
        ));
        is_quiet(&browser, title);
        for kind in ["costume", "room"] {
            let first = format!("document.querySelector('#list a[data-kind={kind}]')");
            browser.eval(&format!("{first}.click()"));
            browser.wait(&format!(
                "document.body.dataset.shown.startsWith('{kind} ')"
            ));
            is_quiet(&browser, title);
            let picture = if kind == "costume" {
                "document.getElementById('playing')"
            } else {
                "document.getElementById('walking')"
            };
            let several = format!(
                "(() => {{ const one = {picture}; const {{ data }} = one.getContext('2d').getImageData(0, 0, one.width, one.height); return new Set(new Uint32Array(data.buffer)).size > 2; }})()"
            );
            browser.wait(&several);
            keep(&browser, &format!("web-{title}-{kind}"));
        }
    }
}

#[test]
fn a_game_is_remembered_where_the_user_says_so() {
    let folder = folder_to_drop();
    let game = demo(folder.path(), "6");
    let Some((page, browser)) = page("") else {
        return;
    };
    let title = |rest: &str| {
        browser.go(&page, rest);
        browser.wait("document.body.dataset.ready && document.body.dataset.shown");
        browser.eval("document.title")
    };
    let drop = || {
        browser.drop_files(&[&game]);
        browser.wait("document.title === 'demo-6 – Wardrobe'");
    };
    drop();
    assert_eq!(title(""), "The demo – Wardrobe");
    drop();
    browser.eval("document.getElementById('remember').click()");
    browser.wait("!document.getElementById('forget').hidden");
    assert_eq!(title("#room=2"), "demo-6 – Wardrobe");
    assert_eq!(browser.eval("document.body.dataset.shown"), "room 2");
    is_quiet(&browser, "a remembered game");
    browser.eval("document.getElementById('forget').click()");
    browser.wait("document.getElementById('forget').hidden");
    assert_eq!(title("#room=2"), "The demo – Wardrobe");
}

#[test]
fn what_is_damaged_is_said() {
    let folder = folder_to_drop();
    let game = demo(folder.path(), "5");
    let data = game.join("wardrobe.001");
    let mut bytes = fs::read(&data).unwrap();
    // Changes the format of the last costume to a value that does not exist.
    let header = b"COST".map(|letter| letter ^ 0x69);
    let at = bytes.windows(4).rposition(|four| four == header).unwrap();
    bytes[at + 9] = 0x33 ^ 0x69;
    fs::write(&data, bytes).unwrap();
    let Some((_, browser)) = page("") else { return };
    browser.drop_files(&[&game]);
    browser.wait("document.title === 'demo-5 – Wardrobe' && document.body.dataset.shown");
    let said = browser.eval("document.getElementById('said').textContent");
    assert_eq!(
        said,
        "1 of the rooms and costumes cannot be read; the list states the reasons."
    );
    assert_eq!(browser.console(), [] as [String; 0]);
    browser.eval("location.hash = '#costume=3'");
    browser.wait("document.body.dataset.shown === 'costume 3'");
    let view = browser.eval("document.getElementById('view').textContent");
    assert!(view.as_str().unwrap().contains("COST at byte "), "{view}");
    assert_eq!(browser.console(), [] as [String; 0]);
}

#[test]
fn a_damaged_room_is_named_in_the_list_and_on_its_page() {
    let folder = folder_to_drop();
    let game = demo(folder.path(), "5");
    let data = game.join("wardrobe.001");
    let mut bytes = fs::read(&data).unwrap();
    // Changes the tag of the walk boxes of the first room.
    let header = b"BOXD".map(|letter| letter ^ 0x69);
    let at = bytes.windows(4).position(|four| four == header).unwrap();
    bytes[at + 8] ^= 0x3f;
    bytes[at + 9] ^= 0x3f;
    fs::write(&data, bytes).unwrap();
    let Some((_, browser)) = page("") else { return };
    browser.drop_files(&[&game]);
    browser.wait("document.title === 'demo-5 – Wardrobe' && document.body.dataset.shown");
    let said = browser.eval("document.getElementById('said').textContent");
    assert_eq!(
        said,
        "1 of the rooms and costumes is partly damaged; the list states the reasons."
    );
    let listed = browser.eval("document.querySelector('#list a[data-kind=room]').textContent");
    assert!(listed.as_str().unwrap().contains("damaged: "), "{listed}");
    browser.eval("location.hash = '#room=1'");
    browser.wait("document.body.dataset.shown === 'room 1'");
    let told = browser.eval("document.querySelector('#view .bad').textContent");
    assert!(told.as_str().unwrap().starts_with("Damaged: "), "{told}");
    assert_eq!(browser.console(), [] as [String; 0]);
}

#[test]
fn another_game_begins_anew_and_a_folder_of_two_names_the_other() {
    let folder = folder_to_drop();
    let (five, six) = (demo(folder.path(), "5"), demo(folder.path(), "6"));
    let shelf = folder.path().join("shelf");
    for (name, from) in [("five", &five), ("six", &six)] {
        fs::create_dir_all(shelf.join(name)).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let file = entry.unwrap().path();
            fs::copy(&file, shelf.join(name).join(file.file_name().unwrap())).unwrap();
        }
    }
    let Some((_, browser)) = page("#costume=2&chore=3&facing=east&zoom=6") else {
        return;
    };
    browser.wait("document.querySelector('[data-limb]')");
    browser.eval("document.querySelector('[data-limb]').click()");
    browser.eval("(() => { for (const [id, at] of [['speed', 0], ['scale', 1]]) { const one = document.getElementById(id); one.value = at; one.dispatchEvent(new Event('input')); } })()");
    browser.eval("(() => { const one = document.getElementById('search'); one.value = 'costume 2'; one.dispatchEvent(new Event('input')); })()");
    browser.drop_files(&[&shelf]);
    browser.wait(
        "document.title === 'five – Wardrobe' && document.body.dataset.shown === 'costume 1'",
    );
    browser.wait("document.querySelector('[data-limb]')");
    let left = "[document.getElementById('search').value, [...document.querySelectorAll('[data-limb]')].every((one) => one.checked),                 document.getElementById('speed').value, document.getElementById('scale').value, document.getElementById('zoom').value].join()";
    assert_eq!(browser.eval(left), ",true,3,7,3");
    assert_eq!(
        browser.eval("document.querySelectorAll('#others button').length"),
        1
    );
    browser.eval("document.querySelector('#others button').click()");
    browser.wait("document.title === 'six – Wardrobe'");
    assert_eq!(
        browser.eval("document.querySelectorAll('#others button').length"),
        1,
        "and back"
    );
    // If a dropped file is not a game, the page keeps the shown game and prints a message.
    let none = folder.path().join("none.000");
    fs::write(&none, b"no game at all").unwrap();
    browser.drop_files(&[&none]);
    browser.wait("document.querySelector('#said.bad')");
    let said = browser.eval("document.getElementById('said').textContent");
    assert!(
        said.as_str()
            .unwrap()
            .ends_with("The page still shows six."),
        "{said}"
    );
    assert_eq!(browser.console(), [] as [String; 0]);
}

/// A change of a costume's bytes.
type Change<'a> = dyn Fn(&mut [u8]) + 'a;

/// Returns a copy of the demo. `change` changes the block of its third costume.
fn with_costume(folder: &Path, version: &str, change: impl FnOnce(&mut [u8])) -> PathBuf {
    let game = demo(folder, version);
    let raw = folder.join("raw");
    good(&[&"extract", &game, &"--costume", &"3", &"-o", &raw]);
    let block = fs::read(raw.join(&files(&raw)[0])).unwrap();
    let (name, key) = if version == "7" {
        ("wardrobe.la1", 0)
    } else {
        ("wardrobe.001", 0x69)
    };
    let mut data = fs::read(game.join(name)).unwrap();
    data.iter_mut().for_each(|byte| *byte ^= key);
    let at = data
        .windows(block.len())
        .position(|part| part == block)
        .unwrap();
    change(&mut data[at..at + block.len()]);
    data.iter_mut().for_each(|byte| *byte ^= key);
    fs::write(game.join(name), data).unwrap();
    game
}

#[test]
fn a_damaged_cel_is_named_and_the_others_are_shown() {
    let found =
        |bytes: &[u8], tag: &[u8; 4]| bytes.windows(4).position(|four| four == tag).unwrap();
    // The table of pictures of the third costume begins at byte 0x8f. Offsets are relative to byte
    // 2.
    let picture = |bytes: &[u8]| usize::from(u16::from_le_bytes([bytes[0x99], bytes[0x9a]])) + 2;
    let large = |bytes: &mut [u8]| {
        let at = picture(bytes);
        bytes[at..at + 4].copy_from_slice(&[0xff, 0x7f, 0xff, 0x7f]);
    };
    let outside = |bytes: &mut [u8]| bytes[0x99..0x9b].copy_from_slice(&[0xf0, 0xff]);
    let far = |bytes: &mut [u8]| {
        let at = found(bytes, b"AKOF") + 8 + 4 * 6;
        bytes[at..at + 4].copy_from_slice(&[0xff, 0xff, 0xff, 0]);
    };
    let wide = |bytes: &mut [u8]| {
        let at = found(bytes, b"AKCI") + 8;
        bytes[at..at + 4].fill(0xff);
    };
    let cases: [(&str, &Change<'_>, &str); 4] = [
        (
            "5",
            &large,
            "cel 0:5 has 32767x32767; its data decode to at most ",
        ),
        ("5", &outside, "expected picture 5 of limb 0 inside the"),
        ("7", &far, "expected the pixels of cel 4 inside the"),
        (
            "7",
            &wide,
            "expected at most 1048576 pixels of cel 0, found 65535x65535",
        ),
    ];
    for (version, change, why) in cases {
        let folder = folder_to_drop();
        let game = with_costume(folder.path(), version, change);
        let Some((_, browser)) = page("") else { return };
        browser.drop_files(&[&game]);
        browser.wait(&format!(
            "document.title === 'demo-{version} – Wardrobe' && document.body.dataset.shown"
        ));
        browser.eval("location.hash = '#costume=3'");
        browser.wait(
            "document.body.dataset.shown === 'costume 3' && document.getElementById('playing')",
        );
        for place in [
            "document.querySelector('#list [aria-current]').textContent",
            "document.querySelector('#view dl').textContent",
        ] {
            let told = browser.eval(place);
            assert!(told.as_str().unwrap().contains(why), "{why}: {told}");
        }
        assert!(
            browser
                .eval("document.querySelectorAll('.cels img').length")
                .as_i64()
                .unwrap()
                >= 12,
            "{why}"
        );
        assert_eq!(browser.console(), [] as [String; 0], "{why}");
    }
}

#[test]
fn an_address_that_leads_nowhere_and_the_only_match_are_understood() {
    let Some((_, browser)) = page("#costume=abc") else {
        return;
    };
    browser.wait("document.body.dataset.shown");
    let view = "document.getElementById('view').textContent";
    let wait = "If the link is to another game, open that game, and the page shows it.";
    assert_eq!(
        browser.eval(view),
        format!("There is no costume abcThe demo has no costume abc. {wait}")
    );
    browser.eval("location.hash = '#room=x'");
    browser.wait(&format!(
        "{view} === 'There is no room xThe demo has no room x. {wait}'"
    ));
    browser.eval("document.activeElement.blur()");
    browser.press("/costume 3\u{e007}");
    browser.wait("document.body.dataset.shown === 'costume 3'");
    is_quiet(&browser, "the only match");
}

#[test]
fn a_click_that_leads_nowhere_says_so_beside_the_room() {
    let Some((_, browser)) = page("#room=1") else {
        return;
    };
    let place = "document.getElementById('walking')?.dataset.at";
    browser.wait(place);
    // The clicks are far above the floor. The first clicks move the actor to the nearest place on
    // the floor, and the view follows. When neither moves any more, a click has no effect.
    let click = "(() => { const canvas = document.getElementById('walking'); const box = canvas.getBoundingClientRect(); canvas.dispatchEvent(new PointerEvent('pointerdown', { clientX: box.left + box.width / 2, clientY: box.top + 12, bubbles: true })); })()";
    for _ in 0..5 {
        browser.eval(click);
        browser.eval("(() => { for (let i = 0; i < 300; i++) wardrobe.frame(); })()");
    }
    browser.eval(click);
    let told = "document.getElementById('told')";
    browser.wait(&format!(
        "{told}.textContent === 'The actor cannot reach this place.'"
    ));
    // The message appears near the click, even if the top of the page is not visible.
    let near = format!(
        "{told}.getBoundingClientRect().top - document.getElementById('walking').getBoundingClientRect().bottom"
    );
    assert!(browser.eval(&near).as_f64().unwrap() < 24.0);
    browser.eval("document.getElementById('empty').click()");
    browser.eval(click);
    browser.wait(&format!(
        "{told}.textContent === 'No actor is controlled. Add a costume first.'"
    ));
    is_quiet(&browser, "clicks that lead nowhere");
}

#[test]
fn a_tap_on_a_narrow_page_leads_to_what_it_names_and_links_are_large_enough() {
    let Some((_, browser)) = page("#costume=1") else {
        return;
    };
    browser.resize(390, 844);
    browser.wait("document.body.dataset.shown === 'costume 1'");
    let top = "Math.abs(document.getElementById('main').getBoundingClientRect().top)";
    // The second tap selects a costume that is already shown.
    for _ in 0..2 {
        browser.eval("(() => { scrollTo(0, document.body.scrollHeight); document.querySelector('#list a[href$=\"&costume=2\"]').click(); })()");
        browser.wait(&format!(
            "document.body.dataset.shown === 'costume 2' && {top} < 2"
        ));
    }
    for view in ["#costume=1", "#room=1", "#room=2"] {
        browser.eval(&format!("location.hash = '{view}'"));
        browser.wait("document.body.dataset.shown === location.hash.slice(1).replace('=', ' ')");
        let small = "[...document.querySelectorAll('a, button, select, summary, .bar label')].filter((one) => { const { width, height } = one.getBoundingClientRect(); return width && !one.classList.contains('skip') && (width < 24 || height < 24); }).map((one) => one.outerHTML.slice(0, 80))";
        assert_eq!(browser.eval(small), Value::Array(vec![]), "{view}");
    }
}

/// The most bytes of the packed page.
const MOST: usize = 1_500_000;

#[test]
fn the_packed_page_is_small() {
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::Write;

    let Some(page) = built("web/index.html", "cargo xtask web") else {
        return;
    };
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&fs::read(page).unwrap()).unwrap();
    let size = packed.finish().unwrap().len();
    eprintln!("the page is {size} bytes in gzip");
    assert!(size < MOST, "{size}");
}

#[test]
fn what_is_no_game_is_refused_with_a_sentence() {
    let folder = folder_to_drop();
    let file = folder.path().join("monkey.000");
    fs::write(&file, b"no game at all").unwrap();
    let Some((_, browser)) = page("") else { return };
    browser.drop_files(&[&file]);
    browser.wait("document.querySelector('#said.bad')");
    assert_ne!(
        browser.eval("document.getElementById('said').textContent"),
        ""
    );
    assert_eq!(browser.console(), [] as [String; 0]);
}

#[test]
fn scenes_print_in_wasm_what_they_print_elsewhere() {
    let Some(module) = built("web-scenes/wardrobe_web.js", "cargo xtask web scenes") else {
        return;
    };
    let folder = folder_to_drop();
    let groups = vectors::groups().unwrap();
    let vectors = Vectors::load(groups.iter().map(String::as_str)).unwrap();
    vectors.write_to(folder.path()).unwrap();
    let mut scenes: Vec<PathBuf> = vectors
        .scenes()
        .map(|name| folder.path().join(name))
        .collect();
    // A recording of the demo without input. Its frames must equal data/demo/frames.crc.
    let recorded = folder.path().join("demo/recorded.toml");
    fs::create_dir_all(recorded.parent().unwrap()).unwrap();
    good(&[
        &"play",
        &"--headless",
        &"--frames",
        &"200",
        &"--record",
        &recorded,
    ]);
    scenes.push(recorded);
    let list = folder.path().join("list");
    let names: Vec<String> = scenes
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    fs::write(&list, names.join("\n")).unwrap();
    let script = scumm_test_support::repository().join("platform/web/tests/scenes.js");
    let Ok(status) = Command::new("node")
        .arg(script)
        .arg(module)
        .arg(&list)
        .status()
    else {
        eprintln!("skipped: scenes are not played in WebAssembly; node is missing");
        return;
    };
    assert!(status.success());
    let mut games = SceneFolder::default().games;
    games.insert("DEMO".to_owned(), demo(folder.path(), "5"));
    for scene in &scenes {
        let told = fs::read_to_string(format!("{}.wasm", scene.display())).unwrap();
        assert!(
            told == native(scene, &games),
            "{}: {}",
            scene.display(),
            told.lines().next().unwrap_or_default()
        );
    }
    eprintln!("{} scenes print the same", scenes.len());
}

/// Returns the lines that this program prints for a scene.
fn native(scene: &Path, games: &BTreeMap<String, PathBuf>) -> String {
    let text = fs::read_to_string(scene).unwrap();
    let scene_ = Scene::parse(&scene.display().to_string(), &text).unwrap();
    let mut runner = Runner::new(
        std::sync::Arc::new(scene_),
        &SceneFolder {
            games: games.clone(),
            ..SceneFolder::beside(scene)
        },
    )
    .unwrap();
    let mut lines = String::new();
    while let Some(line) = runner.next_line().unwrap() {
        lines.push_str(&serde_json::to_string(&line).unwrap());
        lines.push('\n');
    }
    lines
}

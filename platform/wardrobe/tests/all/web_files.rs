//! Tests the files that the web page opens without a game, and those that it saves.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Read};
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;
use zip::ZipArchive;

use crate::common::browser::{Browser, PATIENCE};
use crate::common::{Apng, demo, files, good, read_png};
use crate::gallery::keep;
use crate::web::{VISIBLE, folder_to_drop, is_quiet, page};

/// Clicks the button that saves a file whose name has this ending. Returns the name and the bytes
/// of the file, which the browser writes into a folder.
fn saved(browser: &Browser, folder: &Path, ending: &str) -> (String, Vec<u8>) {
    let button = format!("document.querySelector('[data-file$=\"{ending}\"]')");
    browser.wait(&button);
    let name = browser.eval(&format!("{button}.dataset.file"));
    let name = name.as_str().unwrap().to_owned();
    browser.save_into(folder);
    browser.eval(&format!("{button}.click()"));
    let path = folder.join(&name);
    let bytes = saved_file(&path);
    fs::remove_file(&path).unwrap();
    (name, bytes)
}

/// Waits until the browser has saved a file, and returns its bytes. The browser gives a file its
/// name when the file is complete.
fn saved_file(path: &Path) -> Vec<u8> {
    let begin = Instant::now();
    while !path.exists() {
        assert!(
            begin.elapsed() < PATIENCE,
            "{} was not saved",
            path.display()
        );
        std::thread::sleep(Duration::from_millis(50));
    }
    fs::read(path).unwrap()
}

#[test]
fn costume_files_are_opened_without_their_game() {
    let folder = folder_to_drop();
    let raw = folder.path().join("raw");
    for (version, costume) in [("5", "2"), ("7", "1")] {
        let game = demo(folder.path(), version);
        good(&[&"extract", &game, &"--costume", &costume, &"-o", &raw]);
    }
    let (cost, akos) = (raw.join("costume-002.cost"), raw.join("costume-001.akos"));
    let Some((_, browser)) = page("") else { return };
    browser.drop_files(&[&cost]);
    browser.wait(
        "document.title === 'costume-002.cost – Wardrobe' && document.body.dataset.shown === 'costume 1'",
    );
    browser.wait("document.getElementById('picture')");
    assert!(browser.eval(VISIBLE).as_i64().unwrap() > 100);
    let list = browser.eval("document.getElementById('list').textContent");
    let list = list.as_str().unwrap();
    assert!(list.starts_with("costume-002.costCOST "), "{list}");
    assert_eq!(
        browser.eval("document.querySelector('h2').textContent"),
        "costume-002.cost"
    );
    assert_eq!(
        browser.eval("document.getElementById('colours')"),
        Value::Null
    );
    is_quiet(&browser, "a costume file");
    keep(&browser, "web-file-1280");
    browser.resize(390, 844);
    keep(&browser, "web-file-390");
    browser.resize(1280, 900);

    // The colours are those of `export` for a file.
    let out = folder.path().join("export");
    good(&[&"export", &cost, &"--only", &"gif", &"-o", &out]);
    let (name, gif) = saved(&browser, folder.path(), "h.gif");
    let own = &name[name.find("chore-").unwrap()..];
    assert!(gif == fs::read(out.join(own)).unwrap(), "{name}");

    // Several files, one of which is damaged.
    let damaged = raw.join("damaged.cost");
    fs::write(&damaged, b"COST").unwrap();
    browser.drop_files(&[&akos, &damaged, &cost]);
    browser.wait(
        "document.title === '3 costume files – Wardrobe' && document.body.dataset.shown === 'costume 1'",
    );
    browser.wait("document.getElementById('picture')");
    assert_eq!(
        browser.eval("document.querySelector('h2').textContent"),
        "costume-001.akos"
    );
    let said = browser.eval("document.getElementById('said').textContent");
    assert!(
        said.as_str().unwrap().starts_with("1 of the "),
        "the damaged file is named: {said}"
    );
    let findings =
        "[...document.querySelectorAll('h3')].map((h) => h.textContent).includes('Findings')";
    assert_eq!(browser.eval(findings), true);
    assert_eq!(browser.console(), [] as [String; 0]);

    // Without any readable costume the page keeps the shown files.
    browser.drop_files(&[&damaged]);
    browser.wait("document.querySelector('#said.bad')");
    let said = browser.eval("document.getElementById('said').textContent");
    let said = said.as_str().unwrap();
    assert!(
        said.starts_with("damaged.cost: ") && said.ends_with("still shows 3 costume files."),
        "{said}"
    );
}

#[test]
fn planes_boxes_and_objects_lie_over_the_living_room_and_are_saved() {
    let folder = folder_to_drop();
    let game = demo(folder.path(), "5");
    let Some((_, browser)) = page("#room=1") else {
        return;
    };
    browser.drop_files(&[&game]);
    browser.wait("document.title === 'demo-5 – Wardrobe'");
    browser.eval("location.hash = '#room=1'");
    browser.wait("document.body.dataset.shown === 'room 1' && document.getElementById('walking')?.dataset.at");
    browser.eval("document.getElementById('still').click()");
    let (_, plain) = saved(&browser, folder.path(), "-view.png");
    let toggles = "[...document.querySelectorAll('[aria-label=\"The room\"] label')].map((one) => one.textContent.trim()).filter((text) => !text.startsWith('Size')).join()";
    assert_eq!(browser.eval(toggles), "plane 1,plane 2,walk boxes,objects");
    browser.eval("document.querySelectorAll('[aria-label=\"The room\"] input').forEach((one) => one.click())");
    let outlines = |label: &str| {
        let code = format!(
            "document.querySelectorAll('#over svg[aria-label=\"{label}\"] polygon').length"
        );
        browser.eval(&code).as_i64().unwrap()
    };
    assert!(outlines("Walk boxes") > 1 && outlines("Objects") == 1);
    // Objects have their number, and their name if they have one.
    let text = |selector: &str| {
        let text = browser.eval(&format!("document.querySelector('{selector}').textContent"));
        text.as_str().unwrap().to_owned()
    };
    let label = text("#over svg[aria-label=\"Objects\"] text");
    let field = text(".object");
    let cell = "[...document.querySelectorAll('h3')].find((h) => h.textContent === 'Objects').nextElementSibling.querySelectorAll('td')[1].textContent";
    match browser.eval(cell).as_str().unwrap() {
        "–" => {
            assert_eq!(label, "40");
            assert!(field.starts_with("object 40, "), "{field}");
        }
        name => {
            assert_eq!(label, format!("40 {name}"));
            assert!(
                field.starts_with(&format!("object 40 “{name}”, ")),
                "{field}"
            );
        }
    }
    is_quiet(&browser, "layers over the room");
    keep(&browser, "web-room-layers-1280");
    // The view with its layers is as large as on the page and differs from the view without them.
    let path = folder.path().join("layers.png");
    let (_, layered) = saved(&browser, folder.path(), "-view.png");
    fs::write(&path, &layered).unwrap();
    let size = |bytes: &[u8]| {
        let info = png::Decoder::new(Cursor::new(bytes.to_vec()))
            .read_info()
            .unwrap();
        (info.info().width, info.info().height)
    };
    let scale = browser.eval(
        "document.getElementById('walking').clientWidth / document.getElementById('walking').width",
    );
    let scale = scale.as_f64().unwrap() as u32;
    assert!(scale > 1);
    assert_eq!(
        size(&layered),
        (size(&plain).0 * scale, size(&plain).1 * scale)
    );
    browser.resize(390, 844);
    keep(&browser, "web-room-layers-390");

    // The other files are those of `wardrobe room`.
    let out = folder.path().join("room.png");
    good(&[&"room", &game, &"1", &"-o", &out, &"--planes"]);
    let boxes = folder.path().join("boxes.png");
    good(&[&"room", &game, &"1", &"-o", &boxes, &"--boxes"]);
    for (ending, expected) in [
        ("-room-001.png", out),
        ("-boxes.png", boxes),
        ("-plane1.png", folder.path().join("room-plane1.png")),
    ] {
        let (name, bytes) = saved(&browser, folder.path(), ending);
        assert!(bytes == fs::read(expected).unwrap(), "{name}");
    }
}

/// Returns the durations of a GIF's frames in hundredths of a second, and its size.
fn gif_delays(bytes: &[u8]) -> (Vec<u16>, (u16, u16)) {
    let mut reader = gif::DecodeOptions::new().read_info(bytes).unwrap();
    let size = (reader.width(), reader.height());
    let mut delays = Vec::new();
    while let Some(frame) = reader.read_next_frame().unwrap() {
        delays.push(frame.delay);
    }
    (delays, size)
}

#[test]
fn a_film_shows_the_last_or_the_next_seconds_of_a_room() {
    let folder = folder_to_drop();
    let Some((_, browser)) = page("#room=1") else {
        return;
    };
    browser.wait("document.getElementById('walking')?.dataset.at");
    browser.eval("document.getElementById('still').click()");
    let choose = |number: u32| {
        browser.eval(&format!("(() => {{ const one = document.getElementById('film'); one.value = {number}; one.dispatchEvent(new Event('change')); }})()"));
    };
    // An actor walks for more than ten seconds.
    browser.eval("(() => { for (let i = 0; i < 150; i++) { if (i % 50 === 0) wardrobe.go(i % 100 ? 40 : 250, 150); wardrobe.frame(); } })()");
    let seconds = |delays: &[u16]| delays.iter().map(|&delay| u32::from(delay)).sum::<u32>();
    choose(0);
    let (name, gif) = saved(&browser, folder.path(), "-film.gif");
    assert_eq!(name, "the-demo-room-001-film.gif");
    let (delays, size) = gif_delays(&gif);
    assert!((195..=205).contains(&seconds(&delays)), "{delays:?}");
    assert!(delays.len() > 10, "{delays:?}");
    assert_eq!(size, (320, 200));
    // The longest film has ten seconds.
    choose(2);
    let (_, png) = saved(&browser, folder.path(), "-film.png");
    let mut reader = png::Decoder::new(Cursor::new(png)).read_info().unwrap();
    let frames = reader.info().animation_control.unwrap().num_frames;
    let mut milliseconds = 0;
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    for _ in 0..frames {
        reader.next_frame(&mut pixels).unwrap();
        milliseconds += u32::from(reader.info().frame_control.unwrap().delay_num);
    }
    assert!((9_800..=10_050).contains(&milliseconds), "{milliseconds}");

    // The next seconds are filmed when they have passed.
    choose(3);
    let button = "document.querySelector('[data-file$=\"-film.gif\"]')";
    browser.eval(&format!("{button}.click()"));
    browser.wait(&format!("{button}.getAttribute('aria-busy') === 'true'"));
    browser.eval("(() => { for (let i = 0; i < 10; i++) wardrobe.frame(); })()");
    assert_eq!(
        browser.eval(&format!("{button}.getAttribute('aria-busy')")),
        "true"
    );
    keep(&browser, "web-film-1280");
    browser.eval("(() => { for (let i = 0; i < 20; i++) wardrobe.frame(); })()");
    browser.wait(&format!("{button}.getAttribute('aria-busy') === null"));
    let (delays, _) = gif_delays(&saved_file(&folder.path().join(&name)));
    assert!((195..=205).contains(&seconds(&delays)), "{delays:?}");
    // A film of a room that is left is not saved.
    browser.eval(&format!("{button}.click()"));
    browser.eval("location.hash = '#room=2'");
    browser.wait("document.body.dataset.shown === 'room 2'");
    is_quiet(&browser, "after filming");
}

#[test]
fn a_whole_costume_is_saved_as_the_export_in_a_zip() {
    let folder = folder_to_drop();
    let Some((_, browser)) = page("") else { return };
    // The demo inside the page has no index file, so its archive has no record.
    browser.wait("document.getElementById('picture')");
    let (_, bytes) = saved(&browser, folder.path(), ".zip");
    let archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let names: Vec<&str> = archive.file_names().collect();
    assert!(names.contains(&"cels.json") && !names.contains(&"provenance.json"));
    for (version, costume, room) in [("5", "1", None), ("7", "2", Some("2"))] {
        let game = demo(folder.path(), version);
        let out = folder.path().join(format!("export-{version}"));
        match room {
            Some(room) => good(&[
                &"export",
                &game,
                &"--costume",
                &costume,
                &"--room",
                &room,
                &"-o",
                &out,
            ]),
            None => good(&[&"export", &game, &"--costume", &costume, &"-o", &out]),
        }
        browser.drop_files(&[&game]);
        browser.wait(&format!("document.title === 'demo-{version} – Wardrobe'"));
        let room = room.map(|room| format!("&room={room}")).unwrap_or_default();
        browser.eval(&format!("location.hash = '#costume={costume}{room}'"));
        browser.wait(&format!(
            "document.body.dataset.shown === 'costume {costume}'"
        ));
        let (name, bytes) = saved(&browser, folder.path(), ".zip");
        assert_eq!(name, format!("demo-{version}-costume-00{costume}.zip"));
        let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
        let mut found = BTreeMap::new();
        for number in 0..archive.len() {
            let mut file = archive.by_index(number).unwrap();
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).unwrap();
            found.insert(file.name().to_owned(), bytes);
        }
        assert!(found.keys().eq(files(&out).iter()), "{:?}", found.keys());
        for (name, bytes) in &found {
            assert!(
                *bytes == fs::read(out.join(name)).unwrap(),
                "v{version}: {name}"
            );
        }
        is_quiet(&browser, "an export");
    }
    // The archive can be checked by its list of checksums, and has readable pictures.
    let list = fs::read_to_string(folder.path().join("export-5/SHA256SUMS")).unwrap();
    assert!(list.contains("  provenance.json\n") && list.contains("  sheet.png\n"));
    let first = files(&folder.path().join("export-5"));
    let cel = first.iter().find(|name| name.starts_with("cel-")).unwrap();
    assert!(read_png(&folder.path().join("export-5").join(cel)).0 > 0);
    let chore = first
        .iter()
        .find(|name| name.starts_with("chore-") && name.ends_with(".png"));
    let chore = Apng::read(&folder.path().join("export-5").join(chore.unwrap()));
    assert!(chore.width > 0);
}

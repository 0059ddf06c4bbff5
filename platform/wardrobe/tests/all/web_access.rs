//! Tests the web page with the browser's accessibility tree, with reduced motion, and for shifts of
//! its layout.

use serde_json::{Value, json};

use crate::common::browser::Browser;
use crate::common::demo;
use crate::gallery::keep;
use crate::web::{folder_to_drop, is_quiet, page};

/// A node of the accessibility tree.
struct AccessNode {
    role: String,
    name: String,
    can_focus: bool,
}

/// Returns the nodes of the page that a screen reader sees.
fn access_nodes(browser: &Browser) -> Vec<AccessNode> {
    let tree = browser.command("Accessibility.getFullAXTree", &json!({}));
    let mut nodes = Vec::new();
    for node in tree["nodes"].as_array().unwrap() {
        if node["ignored"] == true {
            continue;
        }
        let text = |key: &str| node[key]["value"].as_str().unwrap_or_default().to_owned();
        let properties = node["properties"].as_array();
        let mut properties = properties.into_iter().flatten();
        let focus = properties.find(|property| property["name"] == "focusable");
        nodes.push(AccessNode {
            role: text("role"),
            name: text("name"),
            can_focus: focus.is_some_and(|focus| focus["value"]["value"] == true),
        });
    }
    nodes
}

/// The roles of controls.
const CONTROLS: [&str; 10] = [
    "application",
    "button",
    "checkbox",
    "combobox",
    "link",
    "searchbox",
    "slider",
    "spinbutton",
    "textbox",
    "DisclosureTriangle",
];

/// Checks that every control and every element with the focus has a name.
fn has_names(nodes: &[AccessNode], view: &str) {
    let mut controls = 0;
    for node in nodes {
        let is_control = CONTROLS.contains(&node.role.as_str());
        controls += usize::from(is_control);
        let is_page = ["RootWebArea", "main"].contains(&node.role.as_str());
        if is_control || node.can_focus && !is_page {
            assert!(
                !node.name.trim().is_empty(),
                "{view}: a {} has no name",
                node.role
            );
        }
    }
    assert!(controls > 10, "{view}: {controls} controls");
}

/// Checks that a slider is in the accessibility tree and that it reads this value. The tree that
/// Chromium's developer tools return has only numbers, so the text comes from the element.
fn reads(browser: &Browser, nodes: &[AccessNode], id: &str, name: &str, value: &str) {
    let is_there = |node: &AccessNode| node.role == "slider" && node.name.starts_with(name);
    assert!(nodes.iter().any(is_there), "no slider {name}");
    let text = browser.eval(&format!("document.getElementById('{id}').ariaValueText"));
    assert_eq!(text, value, "{name}");
}

#[test]
fn every_control_has_a_name_and_sliders_read_their_value_as_shown() {
    let Some((_, browser)) = page("#costume=1&chore=2&facing=east&frame=2") else {
        return;
    };
    browser.wait("document.getElementById('frame')?.textContent.startsWith('picture 2 ')");
    browser.wait("document.querySelectorAll('.cels button').length > 3");
    let nodes = access_nodes(&browser);
    has_names(&nodes, "a costume");
    reads(&browser, &nodes, "speed", "Speed", "1");
    reads(&browser, &nodes, "scale", "Scale", "255");
    let shown = "document.getElementById('frame').textContent + ', ' + document.getElementById('time').textContent";
    let shown = browser.eval(shown);
    reads(
        &browser,
        &nodes,
        "picture",
        "Picture",
        shown.as_str().unwrap(),
    );
    browser.eval("(() => { for (const [id, at] of [['speed', 0], ['scale', 1]]) { const one = document.getElementById(id); one.value = at; one.dispatchEvent(new Event('input')); } })()");
    let nodes = access_nodes(&browser);
    for (id, name, value) in [("speed", "Speed", "0.1"), ("scale", "Scale", "64")] {
        reads(&browser, &nodes, id, name, value);
        let shown = format!("document.getElementById('{id}').parentElement.textContent");
        assert_eq!(browser.eval(&shown), format!("{name}  {value}"));
    }
    // Of all cels only one is reached with the Tab key.
    let stops = browser.eval("document.querySelectorAll('.cels button[tabindex=\"0\"]').length");
    assert_eq!(stops, 1);

    browser.eval("document.querySelector('.cels button').click()");
    browser.wait("document.getElementById('viewer').open");
    let nodes = access_nodes(&browser);
    reads(&browser, &nodes, "viewer-zoom", "Zoom", "8 times");
    browser.eval("document.getElementById('viewer').close()");

    browser.eval("location.hash = '#room=1'");
    browser.wait("document.body.dataset.shown === 'room 1'");
    let nodes = access_nodes(&browser);
    has_names(&nodes, "a room");
    // The room takes keys: it has a role for which screen readers pass keys on, and the focus.
    let room = nodes
        .iter()
        .find(|node| node.role == "application")
        .unwrap();
    assert!(
        room.can_focus && room.name.starts_with("Room 1 "),
        "{}",
        room.name
    );
    browser.eval("document.getElementById('walking').focus()");
    let place = "document.getElementById('walking').dataset.at";
    browser.wait(place);
    let before = browser.eval(place);
    browser.press(&String::from(crate::common::browser::key::RIGHT));
    browser.wait(&format!("{place} !== {before}"));

    browser.eval("location.hash = '#wall'");
    browser.wait("document.body.dataset.shown === 'wall'");
    has_names(&access_nodes(&browser), "the wall");
}

#[test]
fn nothing_moves_by_itself_where_the_user_prefers_reduced_motion() {
    let Some((path, browser)) = page("") else {
        return;
    };
    browser.reduce_motion();
    browser.go(&path, "#costume=1&chore=2&facing=east");
    browser.wait("document.body.dataset.ready && document.getElementById('picture')");
    assert_eq!(
        browser.eval("document.getElementById('pause').getAttribute('aria-pressed')"),
        "true"
    );
    // The pictures of the list are still, too.
    browser.wait("document.querySelectorAll('#list .thumb canvas').length >= 5");
    assert_eq!(
        browser.eval("document.querySelectorAll('#list img').length"),
        0
    );
    let drawn = "[...document.querySelectorAll('#list .thumb canvas')].every((one) => [...one.getContext('2d').getImageData(0, 0, one.width, one.height).data].some(Boolean))";
    assert_eq!(browser.eval(drawn), true);
    keep(&browser, "web-still-1280");
    browser.eval("location.hash = '#room=1'");
    browser.wait("document.getElementById('still')");
    assert_eq!(
        browser.eval("document.getElementById('still').getAttribute('aria-pressed')"),
        "true"
    );
    assert_eq!(browser.eval("wardrobe.times().length"), 0);
    // The user starts the motion.
    browser.eval("document.getElementById('still').click()");
    browser.wait("wardrobe.times().length > 0");
    is_quiet(&browser, "reduced motion");
}

/// Returns the shifts of the layout since the page was opened, each with the moved elements.
const SHIFTS: &str = "(() => { const of = (node) => node ? `${node.nodeName}#${node.id ?? ''}.${node.className ?? ''}` : ''; return (window.shifts ?? []).filter((one) => one.value > 0.0005).map((one) => `${one.value.toFixed(4)} ${one.sources.map((source) => of(source.node)).join(' ')}`); })()";
/// Starts to record the shifts of the layout, including those before this call.
const RECORD: &str = "(() => { window.shifts = []; new PerformanceObserver((list) => window.shifts.push(...list.getEntries())).observe({ type: 'layout-shift', buffered: true }); })()";

#[test]
fn the_layout_stays_while_a_game_opens_and_its_first_picture_appears() {
    let folder = folder_to_drop();
    let game = demo(folder.path(), "6");
    let Some((path, browser)) = page("") else {
        return;
    };
    for (width, height) in [(1280, 900), (390, 844)] {
        browser.resize(width, height);
        browser.go(&path, "");
        browser.eval(RECORD);
        browser.wait(
            "document.body.dataset.shown === 'costume 1' && document.getElementById('picture')",
        );
        browser.wait("document.querySelectorAll('.cels img').length > 3");
        let shifts = browser.eval(SHIFTS);
        assert_eq!(shifts, Value::Array(vec![]), "the demo at {width}");
        browser.drop_files(&[&game]);
        browser.wait("document.title === 'demo-6 – Wardrobe' && document.body.dataset.shown === 'costume 1' && document.getElementById('picture')");
        browser.wait("document.querySelectorAll('.cels img').length > 3");
        // Two frames are painted, so that their shifts are recorded.
        browser.eval("(() => { window.painted = 0; const count = () => { window.painted += 1; requestAnimationFrame(count); }; count(); })()");
        browser.wait("window.painted > 2");
        let shifts = browser.eval(SHIFTS);
        assert_eq!(shifts, Value::Array(vec![]), "a dropped game at {width}");
    }
}

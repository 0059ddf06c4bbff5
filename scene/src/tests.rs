//! Tests of the whole format with valid and invalid scenes, and a test that no text causes a panic.

use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;
use scumm_room::{Dialect, Error, GameId, Palette, Platform, Render, Result as RoomResult};

use super::*;

/// Inputs in memory.
#[derive(Default)]
pub(super) struct Memory(BTreeMap<String, Vec<u8>>);

impl Memory {
    pub(super) fn with(mut self, name: &str, contents: impl Into<Vec<u8>>) -> Self {
        self.0.insert(name.to_owned(), contents.into());
        self
    }
}

impl Inputs for Memory {
    fn read(&self, name: &str) -> RoomResult<Vec<u8>> {
        self.0
            .get(name)
            .cloned()
            .ok_or_else(|| Error::other(format!("{name} is not there")))
    }
}

fn set_up(text: &str, inputs: &dyn Inputs) -> Result<Runner> {
    Runner::new(Arc::new(Scene::parse("s.json", text)?), inputs)
}

/// Returns the message for a scene that cannot be played.
fn refusal(text: &str) -> String {
    let mut runner = match set_up(text, &Memory::default()) {
        Ok(runner) => runner,
        Err(error) => return error.to_string(),
    };
    loop {
        match runner.next_line() {
            Ok(Some(_)) => {}
            Ok(None) => panic!("{text} is played"),
            Err(error) => return error.to_string(),
        }
    }
}

fn lines(runner: &mut Runner) -> Vec<Line> {
    std::iter::from_fn(|| runner.next_line().unwrap()).collect()
}

#[test]
fn nothing_said_means_the_defaults() {
    let scene = Scene::parse("folder/quiet.json", "{}").unwrap();
    assert_eq!(
        (
            scene.name.as_str(),
            scene.dialect.version(),
            scene.dialect.game()
        ),
        ("quiet", 5, Some(GameId::Monkey2))
    );
    assert_eq!((scene.screens, scene.lights, scene.seed), (None, 11, 1));
    let printed = (
        scene.trace_ticks,
        scene.all_limbs,
        scene.no_state,
        scene.prints_frames_only(),
        scene.state_every(),
    );
    assert_eq!(printed, (true, false, false, false, 1));
    let runner = Runner::new(Arc::new(scene), &Memory::default()).unwrap();
    let view = runner.stage().front();
    assert_eq!((view.width, view.height), (320, 200));
    for (text, size) in [
        ("{\"version\": 8}", (640, 480)),
        ("{\"he\": 72}", (640, 480)),
        ("{\"he\": 70}", (320, 200)),
    ] {
        let runner = set_up(text, &Memory::default()).unwrap();
        let view = runner.stage().front();
        assert_eq!((view.width, view.height), size, "{text}");
    }
}

#[test]
fn an_actor_begins_with_its_defaults() {
    let mut runner = set_up(r#"{"actors": [{"id": 3}]}"#, &Memory::default()).unwrap();
    let actor = lines(&mut runner).remove(0).actors.unwrap().remove(0);
    assert_eq!(
        (
            actor.id,
            actor.x,
            actor.y,
            actor.room,
            actor.facing,
            actor.visible
        ),
        (3, 0, 0, 1, 180, 1)
    );
    assert!(
        runner.stage().actor(3).unwrap().ignore_boxes,
        "in a room without boxes an actor ignores boxes"
    );
}

#[test]
fn an_actor_follows_the_boxes_that_are_there() {
    let room = r#""room": {"boxes": [{"ul": [0,0], "ur": [0,0], "lr": [0,0], "ll": [0,0]}]}"#;
    for (said, ignores) in [("", false), (r#", "ignore_boxes": 1"#, true)] {
        let text = format!(r#"{{{room}, "actors": [{{"id": 1{said}}}]}}"#);
        let runner = set_up(&text, &Memory::default()).unwrap();
        assert_eq!(runner.stage().actor(1).unwrap().ignore_boxes, ignores);
    }
}

#[test]
fn an_invisible_actor_is_placed_without_being_shown() {
    let text = r#"{"actors": [{"id": 1, "x": 10, "y": 20, "visible": 0}]}"#;
    let actor = lines(&mut set_up(text, &Memory::default()).unwrap())
        .remove(0)
        .actors
        .unwrap()
        .remove(0);
    assert_eq!(
        (
            actor.x,
            actor.y,
            actor.room,
            actor.visible,
            actor.need_redraw
        ),
        (10, 20, 1, 0, 0)
    );
}

#[test]
fn json_and_toml_say_the_same() {
    let json = r#"{"version": 4, "platform": "amiga", "game": "loom", "ega": true, "room": {"background": 3, "boxes":
        [{"ul": [0, 0], "ur": [9, 0], "lr": [9, 9], "ll": [0, 9], "scale": 32769}],
        "scale_slots": [{"slot": 2, "y1": 1, "s1": 2, "y2": 3, "s2": 4}]},
        "actors": [{"id": 1, "sounds": [4, 5], "palette": {"3": 7}, "post": {"scale": [9, 8]}}],
        "steps": [["tick", 2], ["set", 1, "layer", -3], ["state"]]}"#;
    let toml = r#"
        version = 4
        platform = "amiga"
        game = "loom"
        ega = 1
        steps = [["tick", 2], ["set", 1, "layer", -3], ["state"]]
        [room]
        background = 3
        boxes = [{ul = [0, 0], ur = [9, 0], lr = [9, 9], ll = [0, 9], scale = 0x8001}]
        [[room.scale_slots]]
        slot = 2
        y1 = 1
        s1 = 2
        y2 = 3
        s2 = 4
        [[actors]]
        id = 1
        sounds = [4, 5]
        palette = {3 = 7}
        post = {scale = [9, 8]}
    "#;
    let json = Scene::parse("s.json", json).unwrap();
    let toml = Scene::parse("s.toml", toml).unwrap();
    assert_eq!(
        (json.dialect.platform(), json.dialect.game()),
        (Platform::Amiga, Some(GameId::Loom))
    );
    assert_eq!(json.dialect, toml.dialect);
    assert_eq!(json.room().boxes, toml.room().boxes);
    assert_eq!(json.room().scale_slots, toml.room().scale_slots);
    let ops = |scene: &Scene| {
        scene
            .steps
            .iter()
            .map(|step| step.action.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(ops(&json), ops(&toml));
    let printed = |scene| lines(&mut Runner::new(Arc::new(scene), &Memory::default()).unwrap());
    assert_eq!(printed(json), printed(toml));
}

#[test]
fn unknown_keys_are_named_with_their_line() {
    let mut wrong = Vec::new();
    for (text, message) in [
        ("{\n\"versoin\": 5}", "s.json:2: unknown key `versoin`"),
        (
            "{\"room\": {\n\"widht\": 5}}",
            "s.json:2: room: unknown key `widht`, expected one of `number`, `resource_number`, \
             `width`, ",
        ),
        (
            "{\"room\": {\"resource\": \"x\", \"width\": 8}}",
            "s.json:1: room.width: a room from a resource does not have this key",
        ),
        (
            "{\"actors\": [{\"id\": 1,\n\n\"colour\": 5}]}",
            "s.json:3: actors[0]: unknown key `colour`: this key does not belong to an actor",
        ),
        (
            "{\"actors\": [{\"id\": 1, \"need_redraw\": 1}]}",
            "s.json:1: actors[0]: unknown key `need_redraw`: this key does not belong to an actor",
        ),
        (
            "{\"actors\": [{\"id\": 1, \"post\": {\n\"x\": 5}}]}",
            "s.json:2: actors[0].post: unknown key `x`: this key does not belong to an actor",
        ),
        (
            "{\"vars\": {\n\"egg\": 5}}",
            "s.json:2: vars.egg: unknown name `egg`, expected one of `camera_x`, ",
        ),
        (
            "{\"steps\": [[\"tick\", 1],\n[\"jump\", 1]]}",
            "s.json:2: steps[1]: there is no step \"jump\"",
        ),
        (
            "{\"steps\": [[\"set\", 1, \"colour\", 1]]}",
            "s.json:1: steps[0][2]: set field: unknown name `colour`, expected one of `x`, ",
        ),
        (
            "{\"data\": {\"path\": \"x\", \"rom\": 1}}",
            "s.json:1: data: unknown key `rom`, expected `path` or `room`",
        ),
    ] {
        let found = refusal(text);
        if !found.starts_with(message) {
            wrong.push(format!("{text}: {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn impossible_values_are_named_with_their_line() {
    let mut wrong = Vec::new();
    let four = r#""ul": [0,0], "ur": [0,0], "lr": [0,0], "ll": [0,0]"#;
    for (text, message) in [
        ("[]".to_owned(), "s.json:1: invalid type: list, expected a table"),
        ("{\"version\": 9}".to_owned(), "s.json:1: version: invalid value: integer `9`, expected 0 to 8"),
        ("{\"version\": 5, \"he\": 72}".to_owned(), "s.json:1: version: expected version 6 for a Humongous game, found 5"),
        ("{\"old256\": 1}".to_owned(), "s.json:1: old256 needs version 3"),
        ("{\"platform\": \"atari\"}".to_owned(), "s.json:1: platform: expected one of dos, amiga, "),
        ("{\"screens\": [150, 60]}".to_owned(), "s.json:1: screens: lines 150 to 60 are outside the screen"),
        ("{\"room\": {\"width\": 100}}".to_owned(), "s.json:1: expected a background whose width is a multiple of 8, found 100x200"),
        ("{\"room\": {\"width\": 65528, \"height\": 65535}}".to_owned(), "s.json:1: a background of 65528x65535"),
        ("{\"room\": {\"num_z\": 9}}".to_owned(), "s.json:1: room.num_z: invalid value: integer `9`, expected 1 to 8"),
        (
            format!("{{\"room\": {{\"boxes\": [{{{four}}},\n{{{four}, \"scale\": 300}}]}}}}"),
            "s.json:2: room.boxes[1].scale: expected 0 to 255, or 0x8000 to 0x8013, found 0x12c",
        ),
        (format!("{{\"room\": {{\"boxes\": [{{{four}, \"slot\": 1}}]}}}}"), "s.json:1: room.boxes[0].slot: only boxes of version 8"),
        ("{\"room\": {\"boxes\": [{}]}}".to_owned(), "s.json:1: room.boxes[0]: missing key `ul`"),
        (
            "{\"room\": {\"scale_slots\": [\n{\"slot\": 1, \"y1\": 5, \"s1\": 1, \"y2\": 5, \"s2\": 2}]}}".to_owned(),
            "s.json:2: room.scale_slots[0]: a scale slot needs two different points",
        ),
        ("{\"actors\": [{\"x\": 1}]}".to_owned(), "s.json:1: actors[0]: missing key `id`"),
        ("{\"actors\": [{\"id\": 1},\n{\"id\": 1}]}".to_owned(), "s.json:2: actor 1 is listed twice"),
        ("{\"actors\": [{\"id\": 1, \"walkbox\": 999}]}".to_owned(), "s.json:1: actors[0].walkbox: expected 0 to 255, found 999"),
        ("{\"actors\": [{\"id\": 1,\n\"walkbox\": 9}]}".to_owned(), "s.json:2: there is no box 9"),
        ("{\"actors\": [{\"id\": 1,\n\"he_xmap\": 9}]}".to_owned(), "s.json:2: image 9 is not among"),
        ("{\"costumes\": {\n\"1\": 5}}".to_owned(), "s.json:2: a costume number needs \"data\""),
        ("{\"costumes\": {\n\"1\": \"x.cost\"}}".to_owned(), "s.json:2: x.cost is not there"),
        ("{\"palette\": \"x\"}".to_owned(), "s.json:1: x is not there"),
        ("{\"room\": {\"objects\": {\n\"5\": 1}}}".to_owned(), "s.json:2: the room has no object 5"),
        (
            "{\"data\": {\"path\": \"x\", \"room\": 1},\n\"room\": {\"width\": 8}}".to_owned(),
            "s.json:2: expected one room",
        ),
        ("{\"steps\": [[\"tick\"]]}".to_owned(), "s.json:1: steps[0]: [\"tick\", n]: expected n, found 0 operands"),
        ("{\"steps\": [[\"put\", 1, 2]]}".to_owned(), "s.json:1: steps[0]: [\"put\", actor, x, y, room]: expected y, found 2 operands"),
        ("{\"steps\": [[\"state\", 1]]}".to_owned(), "s.json:1: steps[0]: [\"state\"]: expected 0 operands, found 1"),
        ("{\"steps\": [5]}".to_owned(), "s.json:1: steps[0]: invalid type: integer `5`, expected a list with the name of the step and its operands"),
        ("{\"steps\": [[5]]}".to_owned(), "s.json:1: steps[0][0]: invalid type: integer `5`, expected the name of a step"),
        ("{\"steps\": [[\"hide\", 0]]}".to_owned(), "s.json:1: steps[0][1]: hide actor: invalid value: integer `0`, expected 1 to 80"),
        ("{\"steps\": [[\"init\", 1, 3]]}".to_owned(), "s.json:1: steps[0][2]: init mode: expected init mode -1, 0, 1 or 2, found 3"),
        ("{\"steps\": [\n[\"box_flags\", 9, 1]]}".to_owned(), "s.json:2: "),
        ("{\"steps\": [[\"scale_slot\", 1, 5, 5, 1, 5, 5, 2]]}".to_owned(), "s.json:1: steps[0]: a scale slot needs two different points"),
        ("{\"steps\": [[\"var\", \"egg\", 1]]}".to_owned(), "s.json:1: steps[0][1]: var name: unknown name `egg`, expected one of `camera_x`, "),
        ("{\"steps\": [[\"tick\", 4000000000]]}".to_owned(), "s.json:1: steps[0][1]: tick n: invalid value: integer `4000000000`, expected 0 to 1296000"),
        ("{\"steps\": [[\"room\", 7]]}".to_owned(), "s.json:1: there is no room 7"),
        ("{\"steps\": [[\"object_state\", 7, 1]]}".to_owned(), "s.json:1: the room has no object 7"),
        (
            "{\"steps\": [[\"set_camera\", \"left\", 1]]}".to_owned(),
            "s.json:1: steps[0][1]: set_camera field: unknown name `left`, expected one of `camera_x`, `cur_x`, ",
        ),
        (
            "{\"steps\": [[\"pixels\", \"both\", 0, 0, 1, 1, \"0\"]]}".to_owned(),
            "s.json:1: steps[0][6]: pixels hex: expected two hexadecimal digits a byte",
        ),
        (
            "{\"steps\": [[\"pixels\", \"top\", 0, 0, 1, 1, \"00\"]]}".to_owned(),
            "s.json:1: steps[0][1]: pixels buffers: unknown name `top`, expected one of `front`, `back`, `both`",
        ),
        (
            "{\"steps\": [[\"pixels\", \"both\", 0, 0, 2, 2, \"0000\"]]}".to_owned(),
            "s.json:1: expected 2x2 pixels, found 2",
        ),
        (
            "{\"steps\": [[\"room_table\", \"00\"]]}".to_owned(),
            "s.json:1: expected 256 bytes for the room's colour remap, found 1",
        ),
        ("{\"lines\": \"some\"}".to_owned(), "s.json:1: lines: unknown name `some`, expected `all` or `ticks`"),
        ("{\"name\": null}".to_owned(), "s.json:1: name: invalid type: null"),
        ("{\"lights\": 1.5}".to_owned(), "s.json:1: lights: invalid type: floating point `1.5`"),
        ("{\"lights\": 70000}".to_owned(), "s.json:1: lights: invalid value: integer `70000`, expected 0 to 65535"),
        ("{\"ega\": 2}".to_owned(), "s.json:1: ega: invalid value: integer `2`, expected 0 or 1"),
        ("{\"palette\": \"\"}".to_owned(), "s.json:1: palette: expected a name, found \"\""),
        ("{\"room\": []}".to_owned(), "s.json:1: room: invalid type: list, expected a table"),
        ("{\"actors\": [\n[1]]}".to_owned(), "s.json:2: actors[0]: invalid type: list, expected a table"),
        ("{\"vars\": {\"ego\": 1,\n\"ego\": 2}}".to_owned(), "s.json:2: vars.ego: \"ego\" is listed twice"),
        (
            "{\"room\": {\"objects\": {\"7\": 1,\n\"07\": 2}}}".to_owned(),
            "s.json:2: room.objects.07: 7 is listed twice",
        ),
        (
            "{\"costumes\": {\n\"0\": \"x\"}}".to_owned(),
            "s.json:2: costumes.0: expected a number 1 to 65535, found \"0\"",
        ),
        ("{\"actors\": [{\"id\": 1, \"scale\": 5}]}".to_owned(), "s.json:1: actors[0].scale: expected a list, found 5"),
        (
            "{\"actors\": [{\"id\": 1, \"post\": {\n\"scale\": [5]}}]}".to_owned(),
            "s.json:2: actors[0].post.scale: expected 2 numbers, found 1",
        ),
        (
            "{\"steps\": [[\"put\",\n1,\n\"x\", 3]]}".to_owned(),
            "s.json:3: steps[0][2]: put x: invalid type: string \"x\", expected -2147483648 to 2147483647",
        ),
        ("{\"steps\": [[\"set\", 1,\n\"layer\",\n[1]]]}".to_owned(), "s.json:3: steps[0][3]: set value: expected a number"),
        ("{\"version\": 0, \"room\": {\"boxes\": [{\"ul\": [0, 0], \"lr\": [0, 0], \"flags\": 1}]}}".to_owned(),
            "s.json:1: room.boxes[0].flags: a box of version 0 does not have this key"),
        ("{\"state_every\": 0}".to_owned(), "s.json:1: state_every: invalid value: integer `0`, expected 1 to "),
        (
            "{\"data\": {\"path\": \"x\", \"room\": 0}, \"costumes\": {\"1\": 1}}".to_owned(),
            "s.json:1: a scene that begins in room 0 takes \"room\" and \"costumes\" from the game",
        ),
    ] {
        let found = refusal(&text);
        if !found.starts_with(message) {
            wrong.push(format!("{text}: {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_file_of_another_size_is_named() {
    for (key, size) in [
        ("palette", 768),
        ("room_palette", 256),
        ("custom_scale_table", 768),
    ] {
        let inputs = Memory::default().with("x", [0; 5]);
        let error = set_up(&format!("{{\n\"{key}\": \"x\"}}"), &inputs).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("s.json:2: x: expected {size} bytes, found 5")
        );
    }
    let inputs = Memory::default().with("x", [0; 5]);
    for text in [
        "{\"shadow_palette\": \"x\"}",
        "{\"remp\": \"x\"}",
        "{\"he_palettes\": \"x\"}",
        "{\"images\": {\"1\": \"x\"}}",
    ] {
        let error = set_up(text, &inputs).unwrap_err().to_string();
        assert!(error.starts_with("s.json:1: "), "{error}");
    }
}

#[test]
fn a_damaged_costume_is_named_with_the_line_that_names_it() {
    let inputs = Memory::default().with("x.cost", *b"COST\0\0\0\xff");
    let error = set_up("{\n\"costumes\": {\"1\": \"x.cost\"}}", &inputs)
        .unwrap_err()
        .to_string();
    let message =
        "s.json:2: x.cost: COST at byte 8 (0x8): expected the number of animations (1 byte), found";
    assert!(error.starts_with(message), "{error}");
}

#[test]
fn a_missing_game_is_no_fault_of_the_scene() {
    let error = set_up(
        "{\"data\": {\"path\": \"$MONKEY2\", \"room\": 1}}",
        &Memory::default(),
    )
    .unwrap_err();
    assert!(error.is_game_missing());
    assert_eq!(
        error.to_string(),
        "s.json:1: the game $MONKEY2 is missing (--data MONKEY2=DIR names its folder)"
    );
}

#[test]
fn only_the_last_frame_is_printed_where_the_scene_wants_that() {
    let frames = |text: &str| {
        lines(&mut set_up(text, &Memory::default()).unwrap())
            .iter()
            .map(|l| l.n)
            .collect::<Vec<_>>()
    };
    let steps = r#""steps": [["tick", 3], ["tick", 0], ["state"]]"#;
    assert_eq!(
        frames(&format!("{{{steps}}}")),
        [None, Some(0), Some(1), Some(2), None]
    );
    assert_eq!(
        frames(&format!("{{\"trace_ticks\": 0, {steps}}}")),
        [None, Some(2), None]
    );
}

#[test]
fn lines_of_frames_only_are_numbered_as_steps() {
    let text = r#"{"lines": "ticks", "state_every": 3, "actors": [{"id": 1}], "steps": [["put", 1, 5, 6], ["tick", 2],
        ["tick_walk"], ["state"], ["tick_draw"], ["hide", 1], ["tick", 1], ["state"]]}"#;
    let lines = lines(&mut set_up(text, &Memory::default()).unwrap());
    let told: Vec<_> = lines
        .iter()
        .map(|line| (line.step, line.op, line.n, line.actors.is_some()))
        .collect();
    let expected = [
        (1, "tick", Some(0), true),
        (1, "tick", Some(1), false),
        (4, "tick_draw", Some(0), false),
        (6, "tick", Some(0), true),
    ];
    assert_eq!(told, expected, "actors after frames 0 and 3");
}

#[test]
fn the_halves_of_a_frame_make_a_frame_y20() {
    let state = |step: &str| {
        let text =
            format!(r#"{{"actors": [{{"id": 1}}], "steps": [["walk", 1, 90, 90, -1], {step}]}}"#);
        let last = lines(&mut set_up(&text, &Memory::default()).unwrap())
            .pop()
            .unwrap();
        (last.n, last.crc, last.actors)
    };
    assert_eq!(
        state(r#"["tick", 1]"#),
        state(r#"["tick_walk"], ["tick_draw"]"#)
    );
}

#[test]
fn state_and_idle_limbs_are_printed_as_the_scene_wants() {
    let actors = |text: &str| {
        lines(&mut set_up(text, &Memory::default()).unwrap())
            .remove(0)
            .actors
    };
    assert_eq!(actors("{\"no_state\": 1, \"actors\": [{\"id\": 1}]}"), None);
    let limbs = |text: &str| actors(text).unwrap().remove(0).limbs.len();
    assert_eq!(limbs("{\"all_limbs\": 1, \"actors\": [{\"id\": 1}]}"), 16);
}

#[test]
fn an_actor_is_put_into_the_room_it_is_in_t25() {
    let text =
        r#"{"actors": [{"id": 1}], "steps": [["kill", 1], ["put", 1, 5, 6], ["put", 1, 5, 6, 1]]}"#;
    let mut runner = set_up(text, &Memory::default()).unwrap();
    let mut rooms = Vec::new();
    while runner.next_line().unwrap().is_some() {
        rooms.push(runner.stage().actor(1).unwrap().room);
    }
    assert_eq!(rooms, [1, 0, 0, 1]);
}

#[test]
fn many_empty_ticks_are_passed_over() {
    let text = format!(
        "{{\"steps\": [{}[\"state\"]]}}",
        "[\"tick\", 0],".repeat(200_000)
    );
    assert_eq!(
        lines(&mut set_up(&text, &Memory::default()).unwrap()).len(),
        2
    );
}

#[test]
fn a_clone_plays_on_by_itself() {
    let text = r#"{"actors": [{"id": 1}], "steps": [["tick", 2], ["put", 1, 5, 6], ["tick", 1], ["seed", 7]]}"#;
    let mut first = set_up(text, &Memory::default()).unwrap();
    first.next_line().unwrap();
    first.next_line().unwrap();
    let mut second = first.clone();
    assert_eq!(lines(&mut first), lines(&mut second));
}

#[test]
fn what_was_saved_plays_on_the_same() {
    let text = r#"{"actors": [{"id": 1, "x": 20, "y": 20}], "steps": [["walk", 1, 90, 90, -1], ["tick", 3], ["save"],
        ["tick", 4], ["seed", 9], ["kill", 1], ["restore"], ["tick", 4]]}"#;
    let lines = lines(&mut set_up(text, &Memory::default()).unwrap());
    let states = |at: usize| {
        lines[at..at + 4]
            .iter()
            .map(|line| (&line.crc, &line.actors))
            .collect::<Vec<_>>()
    };
    assert_eq!((lines[5].op, lines[12].op), ("save", "restore"));
    assert_eq!(states(6), states(13));
    assert_eq!(
        refusal(r#"{"steps": [["restore"]]}"#),
        "s.json:1: there is no saved state; use the step `save` first"
    );
}

#[test]
fn several_entries_of_the_shadow_table_are_set_at_once() {
    let text = r#"{"steps": [["shadow_set", 250, [1, 2, 3, 4, 5, 6]]]}"#;
    assert_eq!(
        lines(&mut set_up(text, &Memory::default()).unwrap()).len(),
        2
    );
    let beyond = refusal(r#"{"steps": [["shadow_set", 250, [1, 2, 3, 4, 5, 6, 7]]]}"#);
    assert_eq!(beyond, "s.json:1: the shadow table has no entry 256");
}

#[test]
fn benches_have_times_only_where_there_is_a_clock() {
    let text = r#"{"steps": [["bench_tick", 4, "ticks"]]}"#;
    let plain = lines(&mut set_up(text, &Memory::default()).unwrap()).remove(1);
    assert_eq!((plain.op, plain.bench_tick), ("bench_tick", None));
    let time = std::sync::atomic::AtomicU64::new(0);
    let clock = move || {
        std::time::Duration::from_secs(time.fetch_add(2, std::sync::atomic::Ordering::Relaxed))
    };
    let timed = lines(&mut set_up(text, &Memory::default()).unwrap().with_clock(clock))
        .remove(1)
        .bench_tick
        .unwrap();
    assert_eq!(
        (timed.name.as_str(), timed.ticks, timed.ticks_per_second),
        ("ticks", 4, 2.0)
    );
}

#[test]
fn a_scene_says_what_colours_are_shown_p12_p13() {
    let shown = |keys: &str| {
        let text = format!(
            r#"{{"version": 3, {keys} "steps": [["display_palette"], ["pal_color", 255, 1, 2, 3], ["display_palette"]]}}"#
        );
        let mut runner = set_up(&text, &Memory::default()).unwrap();
        lines(&mut runner)
            .into_iter()
            .filter_map(|line| line.display_palette)
            .collect::<Vec<_>>()
    };
    let checksum = |palette: &Palette| format!("{:08x}", crc32fast::hash(&palette.to_bytes()));
    let initial = |render| checksum(&Palette::initial(&Dialect::new(3).with_render(render)));
    assert_eq!(shown("")[0], checksum(&Palette::distinct()));
    assert_eq!(shown("\"default_palette\": 1,")[0], initial(None));
    assert_eq!(
        shown("\"default_palette\": 1, \"render\": \"cga\",")[0],
        initial(Some(Render::Cga))
    );
    let mut changed = Palette::distinct();
    changed[255] = [1, 2, 3];
    assert_eq!(shown("")[1], checksum(&changed));
}

#[test]
fn v3_on_fm_towns_has_a_screen_of_240_lines_p14() {
    let height = |more: &str| {
        let scene = format!(r#"{{"version": 3, "old256": 1, {more} "steps": []}}"#);
        set_up(&scene, &Memory::default()).map(|runner| {
            (
                runner.stage().front().band_top(),
                runner.stage().front().height,
            )
        })
    };
    let towns = "\"platform\": \"fmtowns\",";
    assert_eq!(
        (height("").unwrap(), height(towns).unwrap()),
        ((0, 200), (0, 240))
    );
    assert_eq!(
        height(&format!("{towns} \"screens\": [16, 240],")).unwrap(),
        (16, 224)
    );
    assert!(height("\"screens\": [16, 240],").is_err());
}

#[test]
fn every_step_is_known_by_its_name() {
    let steps = r#"[["costume",1,0],["start_anim",1,1],["animate",1,248],["set_direction",1,90],["turn",1,0],["put",1,2,3],
        ["put",1,2,3,1],["walk",1,9,9,-1],["stop",1],["init",1,0],["hide",1],["show",1],["class",1,20,1],
        ["ignore_boxes",1,1],["set",1,"flip",1],["palette",1,3,4],["scale",1,-1,9],["anim_speed",1,2],["elevation",1,3],
        ["anim_var",1,2,3],["limb_anim",1,0,0],["talking_actor",1],["talk_start",1],["talk_stop",1],["sound_running",[1]],
        ["remap_palette",1,256,256,256,-1],["actor_from_pos",1,1],["full_redraw"],["redraw"],["state"],["var","ego",1],
        ["lights",0],["camera",160,100],["seed",-1],["scale_slot",1,0,0,1,0,9,255],["shadow_set",1,2],["room_palette",1,2],
        ["cond",1,3,1],["user_cond",1,3,1],["talk_cond",1,3],["bench_tick",1,"x"],["save"],["restore"],["tick",1],
        ["box_flags",1,0],["box_scale",1,255],["expect",1,"visible",1],["expect_pixel",3,3,0],["expect_sounds",[]],["hit",1,9,9],["expect_answer",0],["pal_color",9,1,2,3],["display_palette"],["expect_queue",[]],["kill",1]]"#;
    let room = r#"{"boxes": [{"ul": [0,0], "ur": [0,0], "lr": [0,0], "ll": [0,0]}, {"ul": [0,0], "ur": [9,0], "lr": [9,9], "ll": [0,9]}]}"#;
    let text =
        format!(r#"{{"he": 70, "room": {room}, "actors": [{{"id": 1}}], "steps": {steps}}}"#);
    let mut runner = set_up(&text, &Memory::default()).unwrap();
    let names: Vec<_> = runner
        .scene()
        .steps
        .iter()
        .map(|step| step.name())
        .collect();
    let printed: Vec<_> = lines(&mut runner)
        .iter()
        .skip(1)
        .map(|line| line.op)
        .collect();
    assert_eq!(printed, names);
    // Only an actor with a costume can be drawn, and only a game has rooms and objects.
    let more = r#"[["bench",1,1,"x"],["room",2],["show_actors"],["screens",16,144],["tick_walk"],["tick_draw"],["draw_now"],
        ["walk_speed",1,8,2],["object_state",9,1],["object_dirty",9],["object_draw",9],["object_undraw",9],
        ["draw_queue_clear"],["object_at",9,-8,3],["camera_set",320],["camera_to",320],["camera_to",320,90],["camera_pan",8],
        ["camera_pan",8,9],["camera_follow",1,0],["set_camera","last_x",7],["box_matrix"],["screen_shown",1],["bg_redraw",1],["skip_objects",0],["extra_flags",1,5],["fade_out",129],["fade_in",1],
        ["mark",0,320],["restore_strips",-1,2,3,4],["erase",1,2,3,4],["pixels","both",1,-2,2,1,"0aff"],
        ["shadow_table","00"],["room_table","0102"],["set",1,"room",3],["var","camera_min_x",160],["room_palette_index",1],
        ["mouth_sync",[20,40],30],["default_clip",0,0,320,200],["draw_to_back",1,5,6],["blast",9,1,2,0,0,255,128,1,3],
        ["blast_draw"],["blast_remove"],["misc_flags",1,64,1],["mouse",8,-9],["adjust",1,5,6],["flashlight",2,1,8,9],
        ["set_skip_limbs",1,1],["set_frozen",1,0],["face",1,90],["turn_towards",1,5,6],["set_default_frames",1],["set_sound",1,31,7],
        ["talk",1],["end_talk"],["remap_colour",1,2,3],["set_script_scale",1,80,90],["set_force_clip",1,2],["set_layer",1,-3],
        ["set_keep_background",1,1],["draw_alone",1],["draw_background"],["set_object_class",9,3,1],["clear_plane_0"],
        ["get_object_state",9],["talk_cond",1,3,1],["flashlight",2,1],
        ["cels",1],["costume_set",1],["enter","x.rom"],["enter","x.rom",{"9":1}],["obj_state",9,1],"#;
    let steps = steps.replacen('[', more, 1);
    let all = Scene::parse("s.json", &format!(r#"{{"steps": {steps}}}"#))
        .unwrap()
        .steps;
    let untried: Vec<_> = Step::names()
        .filter(|name| !all.iter().any(|step| step.is_named(name)))
        .collect();
    assert!(untried.is_empty(), "{untried:?}");
    let written: Vec<_> = all.iter().map(|step| step.action.write()).collect();
    let read: Vec<serde_json::Value> = serde_json::from_str(&steps).unwrap();
    assert_eq!(
        written, read,
        "reading and writing a step does not change it"
    );
}

/// The scene that tests damage.
const SAMPLE: &str = r#"{"version": 5, "name": "x", "screens": [0, 144], "camera": [160, 100], "seed": 3,
    "vars": {"ego": 2}, "room": {"background": 1, "boxes": [{"ul": [0,0], "ur": [9,0], "lr": [9,9], "ll": [0,9]}],
    "boxmatrix": [255, 0, 255], "scale_slots": [{"slot": 1, "y1": 0, "s1": 1, "y2": 9, "s2": 255}]},
    "actors": [{"id": 1, "x": 5, "y": 5, "facing": 90, "palette": {"1": 2}, "post": {"scale": [9, 9]}}],
    "steps": [["tick", 2], ["walk", 1, 8, 8, -1], ["set", 1, "layer", 3], ["tick", 1]]}"#;

fn play_without_panic(file: &str, text: &str) {
    let Ok(scene) = Scene::parse(file, text) else {
        return;
    };
    let Ok(mut runner) = Runner::new(Arc::new(scene), &Memory::default()) else {
        return;
    };
    for _ in 0..20 {
        if !matches!(runner.next_line(), Ok(Some(_))) {
            break;
        }
    }
}

#[test]
fn no_prefix_of_a_scene_panics() {
    for end in 0..SAMPLE.len() {
        play_without_panic("s.json", &SAMPLE[..end]);
        play_without_panic("s.toml", &SAMPLE[..end]);
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in "[\\x00-\\x7f\u{e4}\u{20ac}]{0,200}") {
        play_without_panic("s.json", &text);
        play_without_panic("s.toml", &text);
    }

    #[test]
    fn no_text_of_json_characters_panics(text in r#"[\[\]{}":,0-9a-z \n.\\-]{0,200}"#) {
        play_without_panic("s.json", &text);
    }

    #[test]
    fn no_text_of_toml_characters_panics(text in r#"[\[\]{}"=,0-9a-z \n.'_#-]{0,200}"#) {
        play_without_panic("s.toml", &text);
    }

    #[test]
    fn no_damage_to_a_scene_panics(damage in prop::collection::vec((0..SAMPLE.len(), 0x20_u8..0x7f), 1..8)) {
        let mut text = SAMPLE.as_bytes().to_vec();
        for (at, byte) in damage {
            text[at] = byte;
        }
        play_without_panic("s.json", &String::from_utf8_lossy(&text));
    }

    #[test]
    fn no_number_in_a_scene_panics(which in 0_usize..60, number in prop_oneof![any::<i64>(), -300_i64..300, Just(65535)]) {
        let numbers: Vec<_> = SAMPLE.match_indices(|c: char| c.is_ascii_digit()).filter(|(at, _)| {
            !SAMPLE[..*at].ends_with(|c: char| c.is_ascii_digit() || c == '"' || c == 'x' || c == 'y' || c == 's')
        }).collect();
        let (at, _) = numbers[which % numbers.len()];
        let rest = SAMPLE[at..].trim_start_matches(|c: char| c.is_ascii_digit());
        play_without_panic("s.json", &format!("{}{number}{rest}", SAMPLE[..at].trim_end_matches('-')));
    }
}

#[test]
fn the_examples_of_the_documentation_are_scenes() {
    let page = include_str!("../../docs/scenes.md");
    let example = |spelling: &str| {
        let (_, rest) = page.split_once(&format!("```{spelling}\n")).unwrap();
        Scene::parse(
            &format!("example.{spelling}"),
            rest.split_once("```").unwrap().0,
        )
        .unwrap()
    };
    assert_eq!(example("json").data.unwrap().room, Some(12));
    for toml in page.split("```toml\n").skip(1) {
        Scene::parse("example.toml", toml.split("```").next().unwrap()).unwrap();
    }
    let mut runner = Runner::new(Arc::new(example("toml")), &Memory::default()).unwrap();
    let last = lines(&mut runner).pop().unwrap().actors.unwrap().remove(0);
    // An actor without a costume is not animated, but it walks (W13).
    assert_eq!((last.x, last.y, last.moving), (130, 105, 0));
}

/// Returns the names in backticks in the first column of the documentation's tables.
fn documented(from: &str, to: &str) -> Vec<String> {
    let page = include_str!("../../docs/scenes.md");
    let part = page.split_once(from).unwrap().1.split_once(to).unwrap().0;
    let cells = part
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| line.split(" | ").next().unwrap());
    cells
        .flat_map(|cell| cell.split('`').skip(1).step_by(2))
        .map(|name| name.replace("\\|", "|"))
        .collect()
}

#[test]
fn the_documentation_lists_exactly_the_steps_of_the_table() {
    let mut steps = schema::described_steps::<scumm_engine::Operation>();
    steps.extend(schema::described_steps::<SceneStep>());
    let mut table = Vec::new();
    for step in &steps {
        table.extend(step.usages().iter().map(|usage| usage.join(" ")));
    }
    let mut page = documented("## Steps", "\n## ");
    table.sort();
    page.sort();
    assert_eq!(page, table);
}

#[test]
fn the_documentation_lists_the_other_names_of_steps() {
    let page = include_str!("../../docs/scenes.md");
    let (_, part) = page.split_once("## Other names of steps").unwrap();
    let (part, _) = part.split_once("\n## ").unwrap();
    let mut documented: Vec<Vec<&str>> = Vec::new();
    for line in part.lines().filter(|line| line.starts_with("| `")) {
        documented.push(line.split('`').skip(1).step_by(2).collect());
    }
    let mut known = Vec::new();
    for step in schema::described_steps::<scumm_engine::Operation>() {
        let names = step.names::<scumm_engine::Operation>();
        for other in names.iter().filter(|name| **name != step.name) {
            known.push(vec![step.name.clone(), (*other).to_owned()]);
        }
    }
    assert_eq!(documented, known);
}

/// Creates an AKOS costume whose only limb sets variable 0 to a random number of 257..=771 in every
/// frame.
fn random_costume() -> Vec<u8> {
    let chunk = |tag: &[u8; 4], data: &[u8]| {
        let size = u32::try_from(data.len() + 8).unwrap().to_be_bytes();
        [tag, &size[..], data].concat()
    };
    let words = |words: &[u16]| {
        words
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect::<Vec<_>>()
    };
    // Cel 0, the command with both limits, and a jump back to the cel.
    let sequence = [0, 0xc0, 0x82, 1, 1, 3, 3, 0, 0xc0, 0x30, 0, 0];
    // The four directions of the init frame share a record: limb 0, mode 6, from 0 on.
    let chores = [
        words(&[0, 0, 0, 0, 16, 16, 16, 16, 0x8000]),
        vec![6, 0, 0, 11, 0],
    ]
    .concat();
    let chunks = [
        chunk(b"AKHD", &words(&[1, 0, 8, 1, 1, 1])),
        chunk(b"AKPL", &[0; 16]),
        chunk(b"AKSQ", &sequence),
        chunk(b"AKCH", &chores),
        chunk(b"AKOF", &[0; 6]),
        chunk(b"AKCI", &words(&[1, 1, 0, 0, 0, 0])),
        chunk(b"AKCD", &[0x11]),
    ];
    chunk(b"AKOS", &chunks.concat())
}

#[test]
fn random_numbers_are_those_of_the_documented_generator_a25() {
    let inputs = Memory::default().with("x", random_costume());
    let numbers = |keys: &str, steps: &str| -> Vec<i32> {
        let actor = r#"{"id": 1, "costume": 1, "x": 50, "y": 50}"#;
        let text = format!(
            r#"{{"version": 7, {keys} "costumes": {{"1": "x"}}, "actors": [{actor}], "steps": [{steps}]}}"#
        );
        let lines = lines(&mut set_up(&text, &inputs).unwrap());
        let random = |line: &Line| {
            let vars = &line.actors.as_ref().unwrap()[0]
                .akos
                .as_ref()
                .unwrap()
                .anim_vars;
            vars.get(&0).copied().unwrap_or(0).into()
        };
        lines
            .iter()
            .filter(|line| line.op == "tick")
            .map(random)
            .collect()
    };
    let expected = |seed: u64, count: usize| -> Vec<i32> {
        let mut random = scumm_engine::SplitMix64::new(seed);
        (0..count).map(|_| random.in_range(257, 771)).collect()
    };
    assert_eq!(numbers("", r#"["tick", 5]"#), expected(1, 5));
    assert_eq!(numbers(r#""seed": 9,"#, r#"["tick", 5]"#), expected(9, 5));
    let again = numbers("", r#"["tick", 2], ["seed", 9], ["tick", 5]"#);
    assert_eq!(again, [expected(1, 2), expected(9, 5)].concat());
}

#[test]
fn a_scene_is_as_long_as_it_plays() {
    let steps = r#"[["tick", 3], ["tick", 0], ["state"], ["tick_walk"], ["tick_draw"], ["tick", 1], ["redraw"]]"#;
    for (keys, length) in [
        ("", 9),
        (r#""trace_ticks": 0,"#, 9),
        (r#""lines": "ticks","#, 5),
    ] {
        let mut runner = set_up(
            &format!("{{{keys} \"steps\": {steps}}}"),
            &Memory::default(),
        )
        .unwrap();
        let played = std::iter::from_fn(|| {
            Some(runner.advance().unwrap()).filter(|done| *done != RunProgress::End)
        });
        assert_eq!(
            (played.count(), runner.length()),
            (length, length),
            "{keys}"
        );
    }
}

//! Compares exported pictures with the frames of a scene with the same actor.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use scumm_scene::{Runner, Scene, SceneFolder};
use serde_json::{Value, json};

use crate::common::{Apng, demo, files, games, good, json as read};

/// The colour of the background behind the actor.
const GROUND: u8 = 201;
/// The most ticks of an animation that are compared.
const MOST: usize = 80;

/// Returns the frames of a scene's ticks, which the library draws without writing files.
fn frames_of_scene(folder: &Path, scene: &Value) -> Vec<(u32, Vec<u8>)> {
    let scene = Scene::parse("scene.json", &scene.to_string()).unwrap();
    let inputs = SceneFolder {
        allow_outside: true,
        ..SceneFolder::beside(&folder.join("scene.json"))
    };
    let mut runner = Runner::new(Arc::new(scene), &inputs).unwrap();
    let mut frames = Vec::new();
    while let Some(line) = runner.next_line().unwrap() {
        if line.op == "tick" {
            let rows: Vec<&[u8]> = runner.stage().front().rows().collect();
            frames.push((u32::try_from(rows[0].len()).unwrap(), rows.concat()));
        }
    }
    frames
}

/// An exported animation, which can be shown at any tick, also after its end.
struct Player {
    apng: Apng,
    /// The frame of each tick, and the tick that follows the last tick.
    frame_of: Vec<usize>,
    anew: usize,
    left: i64,
    top: i64,
}

impl Player {
    fn new(folder: &Path, line: &Value) -> Self {
        let ticks: Vec<usize> = line["ticks"]
            .as_array()
            .unwrap()
            .iter()
            .map(|n| n.as_u64().unwrap() as usize)
            .collect();
        let frame_of: Vec<usize> = ticks
            .iter()
            .enumerate()
            .flat_map(|(i, n)| vec![i; *n])
            .collect();
        let anew = match line["end"].as_str().unwrap() {
            "loops" => ticks[..line["loop_from"].as_u64().unwrap() as usize]
                .iter()
                .sum(),
            "stands" => frame_of.len() - 1,
            // The export does not contain the whole animation, so the following ticks are unknown.
            _ => frame_of.len(),
        };
        let apng = Apng::read(&folder.join(format!("{}.png", line["file"].as_str().unwrap())));
        Self {
            apng,
            frame_of,
            anew,
            left: line["left"].as_i64().unwrap(),
            top: line["top"].as_i64().unwrap(),
        }
    }

    /// Returns the number of ticks to compare. If the animation repeats, it includes some ticks
    /// after its end.
    fn known(&self) -> usize {
        let beyond = if self.anew < self.frame_of.len() {
            9
        } else {
            0
        };
        (self.frame_of.len() + beyond).min(MOST)
    }

    /// Returns the frame of a tick in front of `ground`, with the actor at a position, and the
    /// number of pixels of the actor.
    fn shown(&self, tick: usize, at: (i64, i64), width: u32, ground: &[u8]) -> (Vec<u8>, usize) {
        let length = self.frame_of.len();
        let tick = if tick < length {
            tick
        } else {
            self.anew + (tick - length) % (length - self.anew)
        };
        let (pixels, _) = &self.apng.frames[self.frame_of[tick]];
        let (mut shown, mut own, width) = (ground.to_vec(), 0, width as usize);
        let (left, top) = ((at.0 + self.left) as usize, (at.1 + self.top) as usize);
        for (line, row) in pixels
            .chunks(self.apng.width)
            .zip(shown.chunks_mut(width).skip(top))
        {
            for (&from, to) in line
                .iter()
                .zip(row.iter_mut().skip(left))
                .filter(|(p, _)| **p != self.apng.transparent)
            {
                (*to, own) = (from, own + 1);
            }
        }
        (shown, own)
    }
}

/// Compares all animations of a costume with a scene of the same version. Returns the number of
/// equal frames.
fn compare(
    folder: &Path,
    game: &Path,
    costume: &str,
    version: &Value,
    at: (i64, i64),
    unit: (i64, i64),
) -> usize {
    let (out, raw) = (folder.join("out").join(costume), folder.join("raw"));
    good(&[
        &"export",
        &game,
        &"--costume",
        &costume,
        &"--only",
        &"apng",
        &"-o",
        &out,
    ]);
    good(&[&"extract", &game, &"--costume", &costume, &"-o", &raw]);
    let block = files(&raw)
        .into_iter()
        .find(|name| name.starts_with(&format!("costume-{:0>3}.", costume)))
        .unwrap();
    let wide = version.get("version") == Some(&json!(8)) || version["he"].as_u64() > Some(70);
    let (width, height) = if wide { (640, 480) } else { (320, 200) };
    let mut equal = 0;
    for line in read(&out.join("chores.json"))["animations"]
        .as_array()
        .unwrap()
    {
        let player = Player::new(&out, line);
        let mut scene = json!({
            "room": {"width": width, "height": height, "background": GROUND},
            "costumes": {"1": raw.join(&block)},
            "actors": [{"id": 1, "costume": 1, "x": at.0, "y": at.1, "facing": line["facing"]}],
            "steps": [["start_anim", 1, line["chore"]], ["tick", player.known()]],
        });
        scene
            .as_object_mut()
            .unwrap()
            .extend(version.as_object().unwrap().clone());
        let at = (at.0 * unit.0, at.1 * unit.1);
        for (tick, (width, frame)) in frames_of_scene(folder, &scene).into_iter().enumerate() {
            let (expected, own) = player.shown(tick, at, width, &vec![GROUND; frame.len()]);
            assert!(
                expected == frame && own > 0,
                "{}: {line}: tick {tick}",
                game.display()
            );
            equal += 1;
        }
    }
    equal
}

#[test]
fn the_demos_animations_are_what_scenes_show_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let mut equal = 0;
    for version in ["5", "6", "7"] {
        let game = demo(folder.path(), version);
        let dialect = json!({"version": version.parse::<u8>().unwrap()});
        for costume in if version == "5" {
            &["1", "2", "3"][..]
        } else {
            &["2"]
        } {
            let folder = folder.path().join(version);
            fs::create_dir_all(&folder).unwrap();
            equal += compare(&folder, &game, costume, &dialect, (160, 150), (1, 1));
        }
    }
    assert!(equal > 1000, "{equal}");
}

#[test]
fn every_version_is_exported_as_scenes_show_it() {
    let games = games();
    let versions = [
        (
            "v2-zak",
            json!({"version": 2, "game": "zak"}),
            (20, 75),
            (8, 2),
        ),
        (
            "v3-256",
            json!({"version": 3, "old256": 1}),
            (160, 150),
            (1, 1),
        ),
        ("v4", json!({"version": 4}), (160, 150), (1, 1)),
        ("v7", json!({"version": 7}), (160, 150), (1, 1)),
        ("v8", json!({"version": 8}), (320, 300), (1, 1)),
        ("he60", json!({"he": 60}), (160, 150), (1, 1)),
        ("he72", json!({"he": 72}), (320, 300), (1, 1)),
        ("he99", json!({"he": 99}), (320, 300), (1, 1)),
    ];
    for (name, version, at, unit) in versions {
        let folder = games.path().join("compared").join(name);
        fs::create_dir_all(&folder).unwrap();
        let equal = compare(&folder, &games.path().join(name), "2", &version, at, unit);
        assert!(equal > 20, "{name}: {equal}");
    }
}

#[test]
fn what_z_planes_hide_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let (game, out) = (demo(folder.path(), "5"), folder.path().join("out"));
    let index: PathBuf = game.join("wardrobe.000");
    // A place on the path to the gate, behind the well. Because it is further away, the actor is
    // smaller.
    let at = [178, 160];
    let place = format!("{},{}", at[0], at[1]);
    good(&[
        &"export",
        &game,
        &"--costume",
        &"1",
        &"--only",
        &"apng",
        &"--z-clip",
        &place,
        &"-o",
        &out,
    ]);
    let scene = |actors: Value, chore: &Value, ticks: usize| {
        let steps = if actors == json!([]) {
            json!([["state"], ["tick", ticks]])
        } else {
            json!([["start_anim", 1, chore], ["tick", ticks]])
        };
        json!({"data": {"path": index, "room": 1}, "costumes": {"1": 1}, "actors": actors, "steps": steps})
    };
    let ground = frames_of_scene(folder.path(), &scene(json!([]), &json!(0), 1))
        .remove(0)
        .1;
    let (mut hidden, mut seen) = (0, 0);
    let free = folder.path().join("free");
    good(&[
        &"export",
        &game,
        &"--costume",
        &"1",
        &"--only",
        &"apng",
        &"-o",
        &free,
    ]);
    for line in read(&out.join("chores.json"))["animations"]
        .as_array()
        .unwrap()
    {
        let player = Player::new(&out, line);
        let actor =
            json!([{"id": 1, "costume": 1, "x": at[0], "y": at[1], "facing": line["facing"]}]);
        let frames = frames_of_scene(folder.path(), &scene(actor, &line["chore"], player.known()));
        for (tick, (width, frame)) in frames.into_iter().enumerate() {
            let (expected, own) = player.shown(tick, (at[0], at[1]), width, &ground);
            assert!(expected == frame, "{line}: tick {tick}");
            seen += own;
        }
        let whole = Player::new(&free, line);
        hidden += whole.apng.width * whole.apng.height - player.apng.width * player.apng.height;
    }
    assert!(seen > 0 && hidden > 0);
}

/// Returns the shadow table for dusk: each colour is multiplied by factors of 256ths and reduced to
/// 6 bits for each component. The nearest colour has the smallest sum of differences (P6).
fn dusk(palette: &[u8]) -> Vec<u8> {
    let coarse: Vec<[i32; 3]> = palette
        .chunks(3)
        .map(|c| [c[0], c[1], c[2]].map(|v| i32::from(v >> 2)))
        .collect();
    let darker = |c: &[i32; 3]| [(c[0] * 110) >> 8, (c[1] * 110) >> 8, (c[2] * 150) >> 8];
    let distance =
        |a: &[i32; 3], b: &[i32; 3]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum::<i32>();
    let nearest = |c| {
        (0..256)
            .min_by_key(|&i| distance(&coarse[i], &darker(c)))
            .unwrap() as u8
    };
    coarse.iter().map(nearest).collect()
}

#[test]
fn a_shadow_falls_on_the_room() {
    let folder = tempfile::tempdir().unwrap();
    let (game, out) = (demo(folder.path(), "5"), folder.path().join("out"));
    let asked: [&dyn AsRef<Path>; 12] = [
        &"export",
        &game,
        &"--costume",
        &"1",
        &"--chore",
        &"2",
        &"--shadow",
        &"32",
        &"--z-clip",
        &"130,165",
        &"-o",
        &out,
    ];
    good(&asked);
    let line = &read(&out.join("chores.json"))["animations"][1];
    let player = Player::new(&out, line);
    fs::write(folder.path().join("dusk"), dusk(&player.apng.palette)).unwrap();
    let actor = json!([{"id": 1, "costume": 1, "x": 130, "y": 165, "facing": line["facing"], "shadow_mode": 32}]);
    let scene = |actors: Value, steps: Value| json!({"data": {"path": &game, "room": 1}, "costumes": {"1": 1}, "shadow_palette": "dusk", "actors": actors, "steps": steps});
    let ground = frames_of_scene(
        folder.path(),
        &scene(json!([]), json!([["state"], ["tick", 1]])),
    )
    .remove(0)
    .1;
    let steps = json!([["start_anim", 1, line["chore"]], ["tick", 12]]);
    for (tick, (width, frame)) in frames_of_scene(folder.path(), &scene(actor, steps))
        .into_iter()
        .enumerate()
    {
        let (expected, own) = player.shown(tick, (130, 165), width, &ground);
        assert!(expected == frame && own > 300, "tick {tick}: {own} pixels");
    }
}

//! Tests the kit with faults in our own engine: the kit finds each fault, and the chapter of the
//! first difference names the faulty feature. A fault is a quirk that the engine leaves out, a
//! changed part of the scene, or a state that the test changes before every frame. The engine
//! itself contains no code for faults.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::{Difference, RunProgress, Runner, Scene, SceneFolder};
use scumm_costume::NONE;
use scumm_engine::Stage;
use scumm_media::file::AtomicFiles;
use scumm_room::Quirks;

use serde_json::{Map, Value, json};

use super::chapter::{self, CHAPTERS};
use super::gather;
use crate::harness::judge::{self, SceneFailure};
use crate::harness::sources::{GameFolders, SceneSources};
use crate::harness::text;

pub(super) type Keys = Map<String, Value>;

/// Returns the root folder of the project.
pub(super) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A fault of an engine.
enum Plant {
    /// The engine does not reproduce this quirk.
    Quirk(Quirks),
    /// The engine sees a changed set-up.
    Setup(fn(&mut Keys)),
    /// The engine sees a changed actor in the set-up.
    Actor(fn(&mut Keys)),
    /// The engine performs a step of this name with changed operands.
    Step(&'static str, fn(&mut Vec<Value>)),
    /// The state is changed before every frame.
    Frame(fn(&mut Stage)),
}

/// Removes a key from the set-up of an actor and from its table `post`.
fn forget(actor: &mut Keys, key: &str) {
    actor.remove(key);
    actor
        .get_mut("post")
        .and_then(Value::as_object_mut)
        .map(|post| post.remove(key));
}

/// Changes the scales of an actor.
fn rescale(actor: &mut Keys, change: fn(u64, u64) -> [u64; 2]) {
    let post = actor.get_mut("post").and_then(Value::as_object_mut);
    if let Some(scale) = post.and_then(|post| post.get_mut("scale")) {
        *scale = json!(change(
            scale[0].as_u64().unwrap(),
            scale[1].as_u64().unwrap()
        ));
    }
}

fn add(operand: &mut Value, more: i64) {
    *operand = json!(operand.as_i64().unwrap() + more);
}

/// Replaces a step by the step `state`, which changes nothing.
fn nothing(operands: &mut Vec<Value>) {
    *operands = vec![json!("state")];
}

fn each_actor(stage: &mut Stage, change: fn(&mut scumm_engine::ActorMut<'_>)) {
    let ids: Vec<u16> = stage.actors().map(|(id, _)| id).collect();
    ids.into_iter()
        .for_each(|id| change(&mut stage.actor_mut(id).unwrap()));
}

/// The faults: the description, the feature that the kit has to name, and the change.
const FAULTS: [(&str, &str, Plant); 24] = [
    (
        "the second limb is dropped",
        "cels",
        Plant::Frame(|s| each_actor(s, |a| a.anim.limbs[1].curpos = NONE)),
    ),
    (
        "west is not mirrored",
        "cels",
        Plant::Actor(|a| {
            a.iter_mut()
                .filter(|(k, v)| *k == "facing" && **v == 270)
                .for_each(|(_, v)| *v = json!(90));
        }),
    ),
    (
        "elevation counts downwards",
        "cels",
        Plant::Step("elevation", |o| o[2] = json!(-o[2].as_i64().unwrap())),
    ),
    (
        "scales are one off",
        "scale",
        Plant::Actor(|a| rescale(a, |x, y| [x.saturating_sub(1), y.saturating_sub(1)])),
    ),
    (
        "height is not scaled",
        "scale",
        Plant::Actor(|a| rescale(a, |x, _| [x, 255])),
    ),
    (
        "actors are in front of all planes",
        "masks",
        Plant::Frame(|s| each_actor(s, |a| a.force_clip = 0)),
    ),
    (
        "planes are not read",
        "masks",
        Plant::Setup(|s| {
            s.get_mut("room")
                .and_then(Value::as_object_mut)
                .map(|room| room.remove("zplanes"));
        }),
    ),
    (
        "actors are drawn by number",
        "order",
        Plant::Frame(|s| each_actor(s, |a| a.layer = -i32::from(a.id()))),
    ),
    (
        "codec 5 mirrors literal runs",
        "codecs",
        Plant::Quirk(Quirks::BOMP_LITERAL_ORDER),
    ),
    (
        "another animation starts",
        "animation",
        Plant::Step("start_anim", |o| add(&mut o[2], 1)),
    ),
    (
        "every frame animates",
        "animation",
        Plant::Frame(|s| each_actor(s, |a| a.anim_speed = 1)),
    ),
    (
        "east and west are mixed up",
        "turning",
        Plant::Step("set_direction", |o| {
            o[2] = json!((360 - o[2].as_i64().unwrap()) % 360);
        }),
    ),
    (
        "the dark has a whole palette",
        "colours",
        Plant::Quirk(Quirks::DARK_HALF_PALETTE),
    ),
    (
        "an actor's palette is one entry off",
        "colours",
        Plant::Step("palette", |o| add(&mut o[2], 1)),
    ),
    (
        "shadow modes are not known",
        "shadow",
        Plant::Actor(|a| forget(a, "shadow_mode")),
    ),
    ("hidden actors stay", "life", Plant::Step("hide", nothing)),
    (
        "mouths stay open",
        "talking",
        Plant::Step("talk_stop", nothing),
    ),
    (
        "variables of animations are one off",
        "variables",
        Plant::Step("anim_var", |o| add(&mut o[3], 1)),
    ),
    (
        "conditions are turned round",
        "conditions",
        Plant::Step("cond", |o| {
            o[3] = json!(o[3] != json!(1) && o[3] != json!(true));
        }),
    ),
    (
        "boxes have no flags",
        "boxes",
        Plant::Step("box_flags", |o| o[2] = json!(0)),
    ),
    (
        "walks end a pixel too far",
        "walking",
        Plant::Step("walk", |o| add(&mut o[2], 1)),
    ),
    (
        "nobody is found",
        "hits",
        Plant::Step("actor_from_pos", |o| {
            o[1] = json!(-1000);
        }),
    ),
    (
        "the view is a strip off",
        "camera",
        Plant::Step("camera", |o| add(&mut o[1], 8)),
    ),
    (
        "nothing is restored",
        "snapshots",
        Plant::Step("restore", nothing),
    ),
];

/// Returns a scene in which the claims, which are for our engine only, are replaced by steps that
/// print.
pub(super) fn without_claims(mut keys: Keys) -> Keys {
    let steps = keys
        .get_mut("steps")
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten();
    let is_claim = |step: &&mut Value| {
        step[0]
            .as_str()
            .is_some_and(|name| name.starts_with("expect"))
    };
    steps
        .filter(is_claim)
        .for_each(|step| *step = json!(["state"]));
    keys
}

impl Plant {
    /// Returns the engine with the fault and a scene, or `None` if the engine cannot play the
    /// scene.
    fn open(&self, path: &Path, mut keys: Keys) -> Option<Runner> {
        match self {
            Self::Setup(change) => change(&mut keys),
            Self::Actor(change) => {
                let actors = keys.get_mut("actors").and_then(Value::as_array_mut);
                actors
                    .into_iter()
                    .flatten()
                    .filter_map(Value::as_object_mut)
                    .for_each(change);
            }
            Self::Step(name, change) => {
                let steps = keys
                    .get_mut("steps")
                    .and_then(Value::as_array_mut)
                    .into_iter()
                    .flatten();
                steps
                    .filter_map(Value::as_array_mut)
                    .filter(|step| step[0] == **name)
                    .for_each(change);
            }
            Self::Quirk(_) | Self::Frame(_) => {}
        }
        let keys = without_claims(keys);
        let mut scene = Scene::parse(
            &path.with_extension("json").display().to_string(),
            &text::json(&keys),
        )
        .ok()?;
        if let Self::Quirk(quirk) = self {
            scene.dialect = scene.dialect.with_quirks(Quirks::all() - *quirk);
        }
        Runner::new(Arc::new(scene), &SceneFolder::beside(path)).ok()
    }

    /// Returns the first difference of a scene.
    fn first_difference(&self, path: &Path) -> Option<Difference> {
        let keys = text::values(path, &fs::read_to_string(path).unwrap()).unwrap();
        let mut runner = self.open(path, keys)?.silent();
        for (index, stored) in judge::all_stored(path).unwrap().iter().enumerate() {
            let stored = stored.value();
            let line = loop {
                if let Self::Frame(spoil) = self {
                    spoil(runner.stage_mut());
                }
                match runner.advance() {
                    Ok(RunProgress::Line(line)) => break serde_json::to_value(line).unwrap(),
                    Ok(RunProgress::Frame) => {}
                    Ok(RunProgress::End) | Err(_) => break Value::Null,
                }
            };
            let mut line = line;
            // A changed step keeps its own name.
            if let Some(op) = line.get_mut("op") {
                *op = stored["op"].clone();
            }
            if let Some(difference) = Difference::between(index, Some(&stored), Some(&line)) {
                return Some(difference);
            }
        }
        None
    }
}

/// Returns the scenes in the order of the kit.
fn scenes(unpacked: &Path) -> Vec<(usize, PathBuf)> {
    let places = GameFolders::from([("DEMO".to_owned(), repository().join("data/demo/built"))]);
    let mut scenes: Vec<(usize, PathBuf)> =
        gather::scenes(&[repository().join("data/scenes")], unpacked)
            .unwrap()
            .into_iter()
            .map(|path| (chapter::number(&places.open(&path).unwrap()), path))
            .collect();
    scenes.sort();
    scenes
}

#[test]
fn each_planted_fault_is_named_by_the_chapter_of_its_first_difference() {
    let archive = |name| repository().join(format!("data/vectors/{name}.tar.xz"));
    let unpacked = gather::unpack(
        &AtomicFiles::default(),
        &["named-v5", "codec-v7", "common"].map(archive),
    )
    .unwrap();
    let scenes = scenes(unpacked.path());
    let mut wrong = Vec::new();
    for (what, feature, plant) in &FAULTS {
        let mut all = scenes
            .iter()
            .filter_map(|(chapter, path)| Some((*chapter, path, plant.first_difference(path)?)));
        let Some((chapter, path, difference)) = all.next() else {
            wrong.push(format!(
                "{what}: nothing differs, expected a difference of {feature}"
            ));
            continue;
        };
        let named = Some(CHAPTERS[chapter].name);
        let headline = SceneFailure {
            difference,
            feature: named,
            ..SceneFailure::default()
        }
        .headline();
        let scene = path.file_stem().unwrap().to_string_lossy();
        if !headline.ends_with(&format!(" ({feature})")) {
            wrong.push(format!(
                "{what}: expected a difference of {feature}, found {scene}: {headline}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn without_a_fault_nothing_differs() {
    let unpacked = gather::unpack(&AtomicFiles::default(), &[]).unwrap();
    for (_, path) in scenes(unpacked.path()) {
        assert_eq!(
            Plant::Step("", nothing).first_difference(&path),
            None,
            "{}",
            path.display()
        );
    }
}

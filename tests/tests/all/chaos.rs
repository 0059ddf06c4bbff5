//! Chaos: wild scenes out of the set-ups of the project's own vectors, with random fields and
//! random steps, far outside of what games do. No reference is asked. The painters agree: finished
//! cels, cels drawn straight from their data, and drawing with a trace. A stage that is saved and
//! restored anywhere goes on as before, and so does a clone. Nothing panics, and no frame asks for
//! more memory than [`MOST_HELD`]. A scene that is written and read again, in the other spelling,
//! prints the same.
//!
//! Plays for 20 seconds, for `WARDROBE_CHAOS_SECONDS` if that is set. A scene that fails is written
//! to the folder for temporary files; `WARDROBE_CHAOS_SEED` plays that seed first. `wardrobe scene
//! shrink` makes it small.

use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use scumm_costume::{Cache, DEFAULT_LIMIT};
use scumm_engine::{Snapshot, SplitMix64};
use scumm_scene::harness::text;
use scumm_scene::{Inputs, RunProgress, Runner, Scene};
use scumm_test_support::chaos::wild_scene;
use scumm_test_support::memory::peak;
use scumm_test_support::shared;
use scumm_test_support::vectors::Vectors;
use serde_json::{Map, Value};

/// Groups whose set-ups are used: every version and every format.
const GROUPS: [&str; 24] = [
    "gap-life-v12",
    "rooms-v1",
    "rooms-v2",
    "rooms-v3ega",
    "rooms-v3",
    "rooms-v4ega",
    "rooms-v4",
    "rooms-v6",
    "rooms-v7",
    "cost-v3",
    "cost-v4",
    "gap-amiga",
    "named-v5",
    "named-v6",
    "named-v7",
    "named-v8",
    "he",
    "fix-he-redraw",
    "fix-he-clip",
    "fix-he-codec32",
    "fix-he-aux",
    "fam-he62",
    "fam-he85",
    "fam-he95",
];
/// The most bytes that one step may hold beyond what was held before it: room for the store of
/// finished cels, and for lines.
const MOST_HELD: usize = DEFAULT_LIMIT + (4 << 20);
/// The most that saving and restoring hold on top: a state is written as text, where each pixel of
/// buffers and planes takes up to four characters.
const MOST_SAVED: usize = 16 << 20;
/// How long scenes are played unless the environment says otherwise, and how many at most then: on
/// any machine the same ones.
const SECONDS: u64 = 20;
const SCENES: u64 = 200;

#[test]
fn wild_scenes_keep_what_needs_no_reference() -> Result<(), Box<dyn Error>> {
    let number = |name: &str| {
        std::env::var(name)
            .ok()
            .and_then(|value| value.parse::<u64>().ok())
    };
    let vectors = Vectors::load(GROUPS)?;
    let bases: Vec<&str> = vectors.scenes().collect();
    let asked = number("WARDROBE_CHAOS_SECONDS");
    let (time, most) = (
        Duration::from_secs(asked.unwrap_or(SECONDS)),
        if asked.is_some() { u64::MAX } else { SCENES },
    );
    let first = number("WARDROBE_CHAOS_SEED").unwrap_or(1);
    let begin = Instant::now();
    let mut played = 0_u64;
    while played == 0 || (begin.elapsed() < time && played < most) {
        let seed = first.wrapping_add(played);
        let mut random = SplitMix64::new(seed);
        let base = bases[usize::try_from(random.next_u64())? % bases.len()];
        let scene = wild_scene(
            text::values(Path::new(base), vectors.text(base)?)?,
            &mut random,
        );
        let inputs = vectors.inputs(base);
        let result = catch_unwind(AssertUnwindSafe(|| {
            play(base, &scene, &inputs, &mut random)
        }));
        let failure = match result {
            Ok(Ok(())) => None,
            Ok(Err(message)) => Some(message),
            Err(_) => Some("it panics".to_owned()),
        };
        if let Some(message) = failure {
            let file = std::env::temp_dir().join(format!("chaos-{seed}.json"));
            std::fs::write(&file, text::json(&scene))?;
            panic!(
                "seed {seed}, out of {base}, written to {}: {message}",
                file.display()
            );
        }
        played += 1;
    }
    println!("{played} scenes");
    assert!(played > 0, "no scene was played");
    Ok(())
}

/// Every how many of the reference's own random scenes is played.
const STRIDE: usize = 9;

/// The reference's random scenes keep the same rules, where they stand beside the checkout. That
/// their lines are equal is a test of its own (`scenes`).
#[test]
fn the_references_random_scenes_keep_what_needs_no_reference() -> Result<(), Box<dyn Error>> {
    let archive = shared("vectors-2026").map(|folder| folder.join("chaos2.tar.xz"));
    let Some(archive) = archive.filter(|archive| archive.is_file()) else {
        println!("../shared/vectors-2026/chaos2.tar.xz is not there");
        return Ok(());
    };
    let mut vectors = Vectors::default();
    vectors.add_archive(&archive)?;
    let mut random = SplitMix64::new(1);
    for name in vectors.scenes().step_by(STRIDE) {
        let scene = text::values(Path::new(name), vectors.text(name)?)?;
        let inputs = vectors.inputs(name);
        play(name, &scene, &inputs, &mut random).map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(())
}

/// A runner of a scene; `None` where the stage refuses the set-up.
fn open(base: &str, text: &str, inputs: &dyn Inputs) -> Option<Runner> {
    let scene = Scene::parse(base, text).ok()?;
    Runner::new(Arc::new(scene), inputs)
        .ok()
        .map(Runner::silent)
}

/// What a step printed, or why it was refused; `None` at the end. The end of a refusal names the
/// file, which differs.
fn next(runner: &mut Runner) -> Option<String> {
    match runner.advance() {
        Ok(RunProgress::Line(line)) => Some(serde_json::to_string(&line).unwrap()),
        Ok(RunProgress::Frame) => Some(String::new()),
        Ok(RunProgress::End) => None,
        Err(_) => Some("refused".to_owned()),
    }
}

/// Plays a scene in every way at once.
fn play(
    base: &str,
    scene: &Map<String, Value>,
    inputs: &dyn Inputs,
    random: &mut SplitMix64,
) -> Result<(), String> {
    let json = text::json(scene);
    let Some(mut store) = open(base, &json, inputs) else {
        return Ok(());
    };
    let toml = base.replace(".json", ".toml");
    let again = open(&toml, &text::toml(scene), inputs)
        .ok_or("it is refused when it is written and read again")?;
    let mut plain = store.clone();
    *plain.stage_mut().cels_mut() = Cache::with_limit(0);
    let fresh = store.stage().clone();
    let mut others = [
        ("straight from the data", plain),
        ("with a trace", store.clone().with_trace()),
        ("written and read again", again),
        ("restored", store.clone()),
        ("cloned", store.clone()),
    ];
    loop {
        let (line, held) = peak(|| next(&mut store));
        let is_saving = line.as_ref().is_some_and(|line| {
            ["\"save\"", "\"restore\""]
                .iter()
                .any(|op| line.contains(op))
        });
        if held
            > if is_saving {
                MOST_HELD + MOST_SAVED
            } else {
                MOST_HELD
            }
        {
            let head: String = line.unwrap_or_default().chars().take(80).collect();
            return Err(format!("{held} bytes are held by one step: {head}"));
        }
        for (how, runner) in &mut others {
            let other = next(runner);
            if other != line {
                return Err(format!(
                    "{how}: {}\ninstead of {}",
                    other.unwrap_or_default(),
                    line.unwrap_or_default()
                ));
            }
            match *how {
                "restored" if random.in_range(0, 3) == 0 => restore(runner, fresh.clone(), random)?,
                "cloned" if random.in_range(0, 9) == 0 => *runner = store.clone(),
                _ => {}
            }
        }
        if line.is_none() {
            return Ok(());
        }
    }
}

/// Takes the stage down and restores it on a fresh one, sometimes by way of text.
fn restore(
    runner: &mut Runner,
    mut fresh: scumm_engine::Stage,
    random: &mut SplitMix64,
) -> Result<(), String> {
    let mut saved: Snapshot = runner.stage().save();
    if random.in_range(0, 15) == 0 {
        let text = serde_json::to_string(&saved).map_err(|error| error.to_string())?;
        saved = serde_json::from_str(&text)
            .map_err(|error| format!("what was saved can't be read: {error}"))?;
    }
    fresh
        .restore(&saved)
        .map_err(|error| format!("what was saved can't be restored: {error}"))?;
    if fresh.save() != saved {
        return Err("what was restored is saved otherwise".to_owned());
    }
    *runner.stage_mut() = fresh;
    Ok(())
}

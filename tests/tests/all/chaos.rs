//! Chaos: wild scenes made from the set-ups of the reference vectors in `data/vectors`, with random
//! fields and random steps that no game would have. The results are not compared with the
//! reference. The test checks that drawing with cached cels, without the cache and with a trace
//! gives the same pixels, and that a stage that is restored at any moment, or a clone of a stage,
//! continues in the same way as the first stage. Nothing may panic, and no frame may take more
//! memory than [`MOST_HELD`]. A scene that is written in the other format (JSON or TOML) and read
//! again must print the same lines.
//!
//! The test plays for 20 seconds, or for `WARDROBE_CHAOS_SECONDS` seconds if the variable is set. A
//! failing scene is written to the folder for temporary files. `WARDROBE_CHAOS_SEED` is the seed
//! that is played first. `wardrobe scene shrink` makes a failing scene smaller.

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

/// The groups from which set-ups are taken. Together they have every version and every format.
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
/// The most bytes that one step may allocate in addition to those that were allocated before it:
/// the cache of cels, and the lines.
const MOST_HELD: usize = DEFAULT_LIMIT + (4 << 20);
/// The most bytes that saving and restoring may allocate in addition. A state is written as text,
/// in which each pixel of buffers and planes takes up to four characters.
const MOST_SAVED: usize = 16 << 20;
/// The time for which scenes are played and the most scenes, unless the environment variable sets a
/// time. With the limit on their number, all machines play the same scenes.
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

/// Only one in this number of the reference's random scenes is played.
const STRIDE: usize = 9;

/// Checks the same conditions with the reference's own random scenes if they are beside the
/// checkout. The test program `scenes` compares their lines.
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

/// Returns a runner of a scene, or `None` if the stage refuses the set-up.
fn open(base: &str, text: &str, inputs: &dyn Inputs) -> Option<Runner> {
    let scene = Scene::parse(base, text).ok()?;
    Runner::new(Arc::new(scene), inputs)
        .ok()
        .map(Runner::silent)
}

/// Returns the line that a step printed, or the error of a refused step, or `None` at the end. The
/// end of an error is cut off, because it names the file, which differs.
fn next(runner: &mut Runner) -> Option<String> {
    match runner.advance() {
        Ok(RunProgress::Line(line)) => Some(serde_json::to_string(&line).unwrap()),
        Ok(RunProgress::Frame) => Some(String::new()),
        Ok(RunProgress::End) => None,
        Err(_) => Some("refused".to_owned()),
    }
}

/// Plays a scene in all ways at the same time.
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
        .ok_or("the scene is refused after it was written and read again")?;
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
            return Err(format!("one step holds {held} bytes of memory: {head}"));
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

/// Restores the state of a stage on a fresh stage, sometimes by converting it to text and back.
fn restore(
    runner: &mut Runner,
    mut fresh: scumm_engine::Stage,
    random: &mut SplitMix64,
) -> Result<(), String> {
    let mut saved: Snapshot = runner.stage().save();
    if random.in_range(0, 15) == 0 {
        let text = serde_json::to_string(&saved).map_err(|error| error.to_string())?;
        saved = serde_json::from_str(&text)
            .map_err(|error| format!("the saved text cannot be read: {error}"))?;
    }
    fresh
        .restore(&saved)
        .map_err(|error| format!("the saved state cannot be restored: {error}"))?;
    if fresh.save() != saved {
        return Err("saving the restored stage gives another state".to_owned());
    }
    *runner.stage_mut() = fresh;
    Ok(())
}

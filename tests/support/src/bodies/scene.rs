//! Parses scene files in both formats, sets them up with a file from the input, and plays them.

use std::sync::Arc;

use scumm_engine::Operation;
use scumm_room::{Error, Result};
use scumm_scene::{Inputs, RunProgress, Runner, Scene, SceneStep, StepAction};

/// The byte that separates a scene's text from the contents of every file that the scene names. No
/// scene contains this byte.
pub const BLOB_MARK: u8 = 0;
/// The most repetitions in one step. A scene with more repetitions is not played, because they take
/// time without being a bug.
const REPEATS: u32 = 50;
/// The most frames and operations that are played.
const FRAMES: usize = 60;

/// The contents of every file that a scene names, or `None` if no file exists.
struct Blob<'a>(Option<&'a [u8]>);

impl Inputs for Blob<'_> {
    fn read(&self, name: &str) -> Result<Vec<u8>> {
        self.0
            .map(<[u8]>::to_vec)
            .ok_or_else(|| Error::other(format!("{name} is not there")))
    }
}

/// Plays a scene in JSON.
pub fn json(bytes: &[u8]) {
    play("fuzz.json", bytes);
}

/// Plays a scene in TOML.
pub fn toml(bytes: &[u8]) {
    play("fuzz.toml", bytes);
}

fn play(file: &str, bytes: &[u8]) {
    let mut parts = bytes.splitn(2, |&byte| byte == BLOB_MARK);
    let text = parts
        .next()
        .and_then(|text| std::str::from_utf8(text).ok())
        .unwrap_or_default();
    let scene = match Scene::parse(file, text) {
        Ok(scene) => scene,
        Err(error) => return assert!(error.to_string().starts_with(file), "{error}"),
    };
    let repeats = |action: &StepAction| match action {
        StepAction::Operation(Operation::LimbAnim { times, .. }) => u32::from(*times),
        StepAction::Scene(SceneStep::BenchTick { n, .. }) => n.get(),
        _ => 0,
    };
    if scene
        .steps
        .iter()
        .any(|step| repeats(&step.action) > REPEATS)
    {
        return;
    }
    let Ok(mut runner) = Runner::new(Arc::new(scene), &Blob(parts.next())) else {
        return;
    };
    for _ in 0..FRAMES {
        match runner.advance() {
            Ok(RunProgress::End) | Err(_) => return,
            Ok(_) => {}
        }
    }
}

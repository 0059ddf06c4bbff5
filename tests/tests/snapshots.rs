//! A stage that is saved and restored plays on bit for bit: scenes are played with the stage taken down, built anew and
//! restored after every single line.

use std::error::Error;
use std::sync::Arc;

use scumm_engine::Snapshot;
use scumm_engine::scene::{Runner, Scene, StoredLines};
use scumm_tests::vectors::{Vectors, groups};

/// Every so many scenes one is played: all of them would take a minute.
const STRIDE: usize = 12;
/// Every so many of those are saved as text as well, which is slow.
const TEXT_STRIDE: usize = 10;

#[test]
fn a_stage_restored_after_every_line_plays_on_bit_for_bit() -> Result<(), Box<dyn Error>> {
    let groups = groups()?;
    let vectors = Vectors::load(groups.iter().map(String::as_str))?;
    let mut played = 0;
    for (number, name) in vectors.scenes().step_by(STRIDE).enumerate() {
        let through_text = number % TEXT_STRIDE == 0;
        play(&vectors, name, through_text).map_err(|error| format!("{name}: {error}"))?;
        played += 1;
    }
    assert!(played > 80, "only {played} scenes");
    Ok(())
}

fn play(vectors: &Vectors, name: &str, through_text: bool) -> Result<(), Box<dyn Error>> {
    let text = std::str::from_utf8(vectors.get(name).unwrap_or_default())?;
    let scene = Arc::new(Scene::parse(name, text)?);
    let mut runner = Runner::new(scene, &vectors.inputs(name))?;
    let fresh = runner.stage().clone();
    let stored = StoredLines::parse(name, std::str::from_utf8(vectors.stored(name).unwrap_or_default())?)?;
    for index in 0..stored.len() {
        let line = runner.next_line()?;
        if let Some(difference) = stored.difference(index, line.as_ref()) {
            return Err(difference.to_string().into());
        }
        let saved = runner.stage().save();
        let saved: Snapshot = if through_text { serde_json::from_str(&serde_json::to_string(&saved)?)? } else { saved };
        assert_eq!(saved, runner.stage().save());
        let mut again = fresh.clone();
        again.restore(&saved)?;
        *runner.stage_mut() = again;
    }
    Ok(())
}

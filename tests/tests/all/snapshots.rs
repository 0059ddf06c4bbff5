//! A stage that is saved and restored continues with exactly the same frames. Scenes are played,
//! and after every line the stage is saved, created again and restored.

use std::error::Error;

use scumm_engine::Snapshot;
use scumm_engine::SplitMix64;
use scumm_scene::Comparison;
use scumm_test_support::sample::SilentEnvironment;
use scumm_test_support::vectors::{Vectors, groups};

/// Only one in this number of scenes is played, because all scenes would take some minutes.
const STRIDE: usize = 23;
/// Only after one in this number of lines the stage is also saved as text, because this is slow.
const TEXT_STRIDE: usize = 20;

#[test]
fn a_stage_restored_after_every_line_plays_on_bit_for_bit() -> Result<(), Box<dyn Error>> {
    let played = restore_after_every_line(STRIDE)?;
    assert!(played > 120, "only {played} scenes");
    Ok(())
}

#[test]
#[ignore = "takes some minutes"]
fn every_scene_plays_on_bit_for_bit_after_every_line() -> Result<(), Box<dyn Error>> {
    let played = restore_after_every_line(1)?;
    assert!(played > 2400, "only {played} scenes");
    println!("{played} scenes");
    Ok(())
}

/// Plays every `stride`th scene of `data/vectors`. Returns the number of played scenes.
fn restore_after_every_line(stride: usize) -> Result<usize, Box<dyn Error>> {
    let groups = groups()?;
    let vectors = Vectors::load(groups.iter().map(String::as_str))?;
    let mut played = 0;
    for name in vectors.scenes().step_by(stride) {
        play(&vectors, name).map_err(|error| format!("{name}: {error}"))?;
        played += 1;
    }
    Ok(played)
}

/// A snapshot may have been made with other costumes or by hand, so limbs may be at any position.
#[test]
fn limbs_beyond_their_costumes_do_no_harm() -> Result<(), Box<dyn Error>> {
    let groups = ["akos-v7", "akos-v8", "cost-v3", "cost-v6", "he"];
    let vectors = Vectors::load(groups)?;
    let mut random = SplitMix64::new(7);
    for name in vectors.scenes().step_by(STRIDE) {
        let mut runner = vectors.open(name)?;
        for _ in 0..20 {
            for id in 1..=9 {
                let mut actor = runner.stage_mut().actor_mut(id)?;
                for limb in &mut actor.anim.limbs {
                    let mut any = || random.next_u64() as u16;
                    (limb.curpos, limb.start, limb.end, limb.frame) =
                        (any() >> 4, any() >> 4, any(), any() >> 8);
                    (limb.mode, limb.jump_offset, limb.jump_count) =
                        (any() as u8 % 10, any(), any());
                    limb.condition_offset = u32::from(any());
                }
                actor.need_redraw = true;
            }
            runner.stage_mut().tick(&mut SilentEnvironment);
            runner.stage_mut().take_events();
        }
    }
    Ok(())
}

fn play(vectors: &Vectors, name: &str) -> Result<(), Box<dyn Error>> {
    let mut comparison = Comparison::new(vectors.open(name)?, vectors.stored(name)?);
    let fresh = comparison.runner().stage().clone();
    while let Some(pair) = comparison.next_pair()? {
        if let Some(difference) = pair.difference() {
            return Err(difference.to_string().into());
        }
        let runner = comparison.runner_mut();
        let mut saved = runner.stage().save();
        if pair.index % TEXT_STRIDE == 1 {
            let read: Snapshot = serde_json::from_str(&serde_json::to_string(&saved)?)?;
            assert_eq!(read, saved);
            saved = read;
        }
        let mut again = fresh.clone();
        again.restore(&saved)?;
        *runner.stage_mut() = again;
    }
    Ok(())
}

//! How times grow with actors, limbs, sizes and the room for finished cels.

use anyhow::Result;
use scumm_costume::draw::cache::DEFAULT_LIMIT;
use scumm_engine::Stage;

use super::sample::{Quiet, stage};
use super::{Times, measure};

/// The size of an actor's cel where that is not what grows.
const SIZE: (usize, usize) = (24, 40);
/// Frames or draws of a block.
const ROUNDS: u32 = 2000;

/// What was measured for one number of things.
#[derive(Clone, Debug)]
pub struct Growth {
    /// How many, or how large.
    pub of: String,
    /// Microseconds a frame or a draw.
    pub times: Times,
    /// Bytes of finished cels.
    pub bytes: usize,
    /// The share of cels that were found, 0 to 1.
    pub found: f64,
}

/// Frames of 1 to 64 actors, all of which are drawn again.
///
/// # Errors
/// A stage can't be set up.
pub fn actors() -> Result<Vec<Growth>> {
    let frame = |actors| frames(actors, DEFAULT_LIMIT, actors.to_string());
    [1, 2, 4, 8, 16, 32, 64].into_iter().map(frame).collect()
}

/// Frames of 32 actors that all look different, with less and less room for finished cels.
///
/// # Errors
/// A stage can't be set up.
pub fn room_for_cels() -> Result<Vec<Growth>> {
    let frame = |limit: usize| frames(32, limit, format!("{} KiB", limit >> 10));
    [DEFAULT_LIMIT, 128 << 10, 96 << 10, 64 << 10, 0].into_iter().map(frame).collect()
}

/// Draws of an actor of 1 to 16 limbs.
///
/// # Errors
/// A stage can't be set up.
pub fn limbs() -> Result<Vec<Growth>> {
    [1, 2, 4, 8, 16].into_iter().map(|limbs| Ok(draws(stage(1, limbs, SIZE)?, limbs.to_string()))).collect()
}

/// Draws of a cel of 8x8 to 192x160 pixels.
///
/// # Errors
/// A stage can't be set up.
pub fn sizes() -> Result<Vec<Growth>> {
    let sizes = [(8, 8), (16, 16), (24, 40), (32, 64), (64, 100), (128, 128), (192, 160)];
    let draw = |(width, height)| Ok(draws(stage(1, 1, (width, height))?, format!("{width}x{height}")));
    sizes.into_iter().map(draw).collect()
}

fn frames(actors: u16, limit: usize, of: String) -> Result<Growth> {
    let mut stage = stage(actors, 1, SIZE)?;
    stage.limit_cels(limit);
    stage.tick(&mut Quiet);
    let frame = &mut || {
        stage.redraw_all_actors();
        stage.tick(&mut Quiet);
    };
    let [times] = measure([(ROUNDS, frame)]);
    Ok(grown(&stage, of, times))
}

fn draws(mut stage: Stage, of: String) -> Growth {
    // Actor 1 is there.
    let [times] = measure([(ROUNDS, &mut || drop(stage.actor_mut(1).and_then(|mut actor| actor.draw_alone())))]);
    grown(&stage, of, times)
}

fn grown(stage: &Stage, of: String, times: Times) -> Growth {
    let counted = stage.cel_statistics();
    let found = counted.hits as f64 / (counted.hits + counted.misses).max(1) as f64;
    Growth { of, times, bytes: counted.bytes, found }
}

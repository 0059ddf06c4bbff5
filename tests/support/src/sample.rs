//! Stages with any number of actors of any size, to measure how the time of a frame grows with the
//! number and the size.

use std::sync::Arc;

use anyhow::Result;
use glam::I16Vec2;
use scumm_costume::Costume;
use scumm_costume::edit::cost::{CostDraft, DraftPicture, encode};
use scumm_costume::{CostEntry, CostRecord, CostSequence};
use scumm_engine::{Backdrop, Environment, Picture, Stage};
use scumm_room::{Dialect, Surface};

/// The number of animations of a costume. They are numbered 0 to 5, and the engine starts those
/// from 1 to 5 by itself (T20).
const FRAMES: usize = 6;

/// An environment without sounds, whose random numbers are the smallest of the range.
#[derive(Clone, Copy, Debug)]
pub struct SilentEnvironment;

impl Environment for SilentEnvironment {
    fn random(&mut self, min: i32, _max: i32) -> i32 {
        min
    }

    fn sound_running(&self, _sound: u16) -> bool {
        false
    }
}

/// Returns the pixels of a cel that resembles a cel by an artist: each column consists of runs of
/// up to 20 pixels, and about a quarter of the runs are transparent.
pub fn cel(width: usize, height: usize) -> Surface {
    let mut seed = 1_u32;
    let mut random = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        usize::from(seed.to_be_bytes()[0])
    };
    let mut surface = Surface::filled(width, height, 0);
    for x in 0..width {
        let mut y = 0;
        while y < height {
            let (length, colour) = (1 + random() % 20, random() % 20);
            for y in y..height.min(y + length) {
                surface.pixels_mut()[y * width + x] =
                    u8::try_from(if colour < 16 { colour } else { 0 }).unwrap_or(0);
            }
            y += length;
        }
    }
    surface
}

/// Creates a stage whose room is a picture of one colour without z-planes.
///
/// # Errors
/// Returns an error if the picture is empty or too large.
pub fn before_picture(
    dialect: Dialect,
    (width, height): (usize, usize),
    colour: u8,
) -> Result<Stage> {
    let picture = Picture::new(Surface::filled(width, height, colour), Vec::new(), 1)?;
    let lines = 0..u16::try_from(height)?;
    Ok(Stage::new(
        dialect,
        Backdrop::Picture(picture.into()),
        lines,
    ))
}

/// Creates a stage of v5 with `actors` actors in rows. Each actor has `limbs` limbs, which show a
/// cel of `size` (width, height), and nothing hides them.
///
/// # Errors
/// Returns an error if `actors` or `limbs` is larger than v5 allows.
pub fn stage(actors: u16, limbs: u8, size: (usize, usize)) -> Result<Stage> {
    let dialect = Dialect::new(5);
    let mut stage = before_picture(dialect, (320, 200), 7)?;
    stage.draw_background();
    stage.insert_costume(
        1,
        Arc::new(Costume::parse(&costume(limbs, size)?, &dialect)?),
    )?;
    for id in 1..=actors {
        let mut actor = stage.actor_mut(id)?;
        (actor.ignore_boxes, actor.room) = (true, 1);
        let mut actor = stage.actor_mut(id)?;
        actor.set_costume(1)?;
        let place = i32::from(id);
        actor.put(20 + place * 37 % 240, 100 + place * 13 % 90, Some(1));
        // Each actor has another palette, so that no two actors share cached cels.
        actor.set_colour(1, u8::try_from(16 + id)?)?;
    }
    Ok(stage)
}

/// Returns a costume of v5 whose limbs all show the same cel. Each limb is one pixel further right
/// and one pixel lower than the limb before it.
///
/// # Errors
/// Returns an error unless the number of limbs is 1 to 16.
pub fn costume(limbs: u8, (width, height): (usize, usize)) -> Result<Vec<u8>> {
    let mut draft = CostDraft {
        palette: (16..32).collect(),
        commands: vec![0],
        ..CostDraft::default()
    };
    let entry = |limb| CostEntry {
        limb,
        sequence: Some(CostSequence {
            start: 0,
            extra: 0,
            loops: true,
        }),
    };
    let record = CostRecord {
        entries: (0..limbs).map(entry).collect(),
    };
    draft.records = vec![Some(record); FRAMES * 4];
    let cel = Arc::new(cel(width, height));
    let up = i16::try_from(height)?;
    for (limb, place) in draft.limbs.iter_mut().take(limbs.into()).zip(0..) {
        let picture = DraftPicture {
            rel: I16Vec2::new(place, place - up),
            step: I16Vec2::ZERO,
            cel: Arc::clone(&cel),
        };
        *limb = vec![Some(picture)];
    }
    Ok(encode(&draft, &Dialect::new(5))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::checksum;

    #[test]
    fn every_actor_and_every_limb_is_drawn() {
        let mut before = checksum(&stage(0, 1, (24, 40)).unwrap());
        for (actors, limbs) in [(1, 1), (1, 2), (1, 16), (2, 16), (64, 1)] {
            let mut stage = stage(actors, limbs, (24, 40)).unwrap();
            stage.tick(&mut SilentEnvironment);
            let drawn = checksum(&stage);
            assert_ne!(drawn, before, "{actors} actors, {limbs} limbs");
            before = drawn;
        }
    }
}

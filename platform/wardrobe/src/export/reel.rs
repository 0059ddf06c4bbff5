//! Animations put together: each frame in each direction, drawn as in the game, in one box for all its steps.

use std::path::Path;

use anyhow::Result;
use scumm_costume::facing::angle_of_old;
use scumm_platform::{Frame, indexed_png};

use super::model::{Bounds, Drawing, Model};
use crate::facts;
use crate::loose::Loaded;

/// Jiffies between two steps, as scripts set them in nearly every room (E1).
const JIFFIES: u16 = 6;
/// Names of the old directions (C9).
const DIRECTIONS: [&str; 4] = ["west", "east", "south", "north"];

/// Writes all animations as `frame-001-west.png` and so on; returns how many. Those that show nothing are left out.
pub fn write(loaded: &Loaded, model: &mut Model<'_>, limit: usize, folder: &Path) -> Result<usize> {
    let delay = loaded.dialect.frame_duration(JIFFIES);
    let mut count = 0;
    for frame in facts::frames(&loaded.costume, &loaded.dialect) {
        for (number, name) in (0u8..).zip(DIRECTIONS) {
            let drawings = steps(model, frame, angle_of_old(number), limit);
            let Some(bounds) = drawings.iter().flatten().map(|d| d.bounds).reduce(Bounds::union) else { continue };
            let transparent = unused(drawings.iter().flatten());
            let size = (bounds.right - bounds.left, bounds.bottom - bounds.top);
            let pictures: Vec<Vec<u8>> = drawings.iter().map(|d| place(d.as_ref(), bounds, transparent)).collect();
            let frames: Result<Vec<Frame<'_>>, _> =
                pictures.iter().map(|pixels| Frame::new(size.0, size.1, pixels, &model.screen.0)).collect();
            let path = folder.join(format!("frame-{frame:03}-{name}.png"));
            indexed_png::write_animation(&path, &frames?, delay, Some(transparent))?;
            count += 1;
        }
    }
    Ok(count)
}

/// The drawings of an animation from its start until it comes to a step that it had before, at most `limit`.
fn steps(model: &mut Model<'_>, frame: u16, facing: u16, limit: usize) -> Vec<Option<Drawing>> {
    let mut anim = model.start(frame, facing);
    let (mut seen, mut drawings) = (Vec::new(), Vec::new());
    // Counters go up for ever and show nothing.
    while drawings.len() < limit && !seen.contains(&(anim.limbs, anim.stopped, anim.vars, anim.flip)) {
        seen.push((anim.limbs, anim.stopped, anim.vars, anim.flip));
        drawings.push(model.draw(&anim, facing));
        model.advance(&mut anim);
    }
    drawings
}

/// A screen colour that none of the drawings uses, else 0.
fn unused<'d>(drawings: impl Iterator<Item = &'d Drawing>) -> u8 {
    let mut used = [false; 256];
    drawings.flat_map(|d| d.pixels.iter().flatten()).for_each(|&colour| used[usize::from(colour)] = true);
    (0..=255).find(|&colour| !used[usize::from(colour)]).unwrap_or_else(|| {
        log::warn!("an animation uses all 256 colours: colour 0 is lost");
        0
    })
}

/// A drawing in a larger box.
fn place(drawing: Option<&Drawing>, into: Bounds, transparent: u8) -> Vec<u8> {
    let width = into.right - into.left;
    let mut pixels = vec![transparent; width * (into.bottom - into.top)];
    let Some(Drawing { bounds, pixels: drawn }) = drawing else { return pixels };
    let lines = drawn.chunks_exact(bounds.right - bounds.left);
    for (line, row) in lines.zip(pixels.chunks_exact_mut(width).skip(bounds.top - into.top)) {
        for (from, to) in line.iter().zip(row.iter_mut().skip(bounds.left - into.left)) {
            *to = from.unwrap_or(transparent);
        }
    }
    pixels
}

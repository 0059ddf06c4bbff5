//! Walks and turns that were calculated by hand from the rules.

mod cells;
mod life;
mod place;
mod random;
mod turning;
mod v3;
mod walking;

use glam::I16Vec2;
use scumm_room::{BoxMatrix, Dialect, ScaleSlot, Surface, WalkBox};

use crate::{Backdrop, Facing, Picture, Stage};

/// The values of an actor in the rules' tables of walks: position, facing, target, moving bits,
/// frame.
type Shown = ((i16, i16), (u16, u16), u8, u8);

/// Creates a stage with these boxes, from number 1 in v5 and later (box 0 lies far away), otherwise
/// from number 0. The matrix is computed.
fn stage_of(dialect: Dialect, boxes: &[WalkBox]) -> Stage {
    let background = Surface::filled(320, 200, 0);
    let picture = Picture::new(background, Vec::new(), 1).unwrap();
    let mut stage = Stage::new(dialect, Backdrop::Picture(picture.into()), 0..200);
    let far = WalkBox::rect(-32000, -32000, -32000, -32000);
    let first = if dialect.invalid_box() == 0 {
        vec![far]
    } else {
        Vec::new()
    };
    stage.boxes_mut().replace([&first, boxes].concat(), None);
    stage
}

fn stage(version: u8, boxes: &[WalkBox]) -> Stage {
    stage_of(Dialect::new(version), boxes)
}

/// Replaces the boxes of a stage, with a stored matrix.
fn set_stored(stage: &mut Stage, boxes: Vec<WalkBox>, matrix: &[u8]) {
    let matrix = BoxMatrix::stored(stage.dialect(), boxes.len(), matrix);
    stage.boxes_mut().replace(boxes, matrix);
}

/// Puts actor 1 into the room. Its costume has a number but no data, so that frames are stored and
/// have no other effect.
fn put(stage: &mut Stage, x: i32, y: i32, facing: u16) {
    let mut actor = stage.actor_mut(1).unwrap();
    actor.costume = 1;
    actor.costume_needs_init = true;
    actor.facing = facing;
    stage.actor_mut(1).unwrap().put(x, y, Some(1));
    stage.actor_mut(1).unwrap().target_facing = facing;
}

fn shown(stage: &Stage) -> Shown {
    let a = stage.actor(1).unwrap();
    (
        (a.pos.x, a.pos.y),
        (a.facing, a.target_facing),
        a.walk.moving,
        a.frame,
    )
}

fn pos(stage: &Stage) -> (i16, i16) {
    shown(stage).0
}

/// Plays the walking part of a frame: the step, then the scale, which every draw updates.
fn frame(stage: &mut Stage) -> Shown {
    stage.for_actors_of_room(|mut actor| actor.walk_frame());
    stage.handle(1).take_scale();
    shown(stage)
}

/// Creates a scale slot that depends on the row.
fn depth(y1: i32, s1: i32, y2: i32, s2: i32) -> ScaleSlot {
    ScaleSlot {
        x1: 0,
        y1,
        s1,
        x2: 0,
        y2,
        s2,
    }
}

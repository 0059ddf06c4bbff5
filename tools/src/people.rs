//! A room with the people whom casting knows there, drawn by the engine.

use std::sync::Arc;

use anyhow::{Context, Result};
use scumm_engine::{Backdrop, Game, InitMode, Stage};
use scumm_platform::text::line;
use scumm_room::{Room, Surface};

use crate::casting::{Member, Place};
use crate::environment::FixedEnvironment;
use crate::{load, standing};

/// A room, which is given without objects, with people in it. Each stands where it is put, faces
/// the viewer, and has the scale that scripts or the place give it. With the people who are left
/// out, and why.
///
/// # Errors
/// The room has no pixels, or is enormous.
pub fn draw<'c>(
    game: &Game,
    number: u16,
    room: &Arc<Room>,
    people: &[&'c Member],
) -> Result<(Surface, Vec<LeftOut<'c>>)> {
    let dialect = game.dialect();
    let mut stage = Stage::whole(dialect, Backdrop::Room(room.clone())).with_room_number(number);
    stage.set_resources(Arc::new(game.clone()));
    stage.colours_mut().palette = load::palette(room, &dialect);
    stage.draw_background();
    let mut left_out = Vec::new();
    for &member in people {
        let put = member
            .place
            .context("no script says where")
            .and_then(|place| put(&mut stage, member, place, number));
        left_out.extend(put.err().map(|error| (member, line(&error))));
    }
    stage.tick_draw(&mut FixedEnvironment::default());
    let pixels = stage
        .front()
        .rows()
        .flat_map(|row| row.iter().copied().take(room.width));
    Ok((
        Surface::from_pixels(room.width, room.height, pixels),
        left_out,
    ))
}

/// Somebody who is left out, and why.
pub type LeftOut<'c> = (&'c Member, String);

/// Puts somebody at a place of the room that a stage shows, in its look, so that something of it is
/// drawn.
///
/// # Errors
/// The stage has no such actor, or the costume can't be read.
pub fn put(stage: &mut Stage, member: &Member, place: Place, room: u16) -> Result<()> {
    let look = &member.look;
    let mut actor = stage.actor_mut(member.actor)?;
    actor.init(InitMode::FacingSouth);
    actor.set_costume(member.costume)?;
    for (&slot, &colour) in &look.palette {
        actor.set_colour(slot.into(), colour)?;
    }
    if let Some(scale) = look.scale.and_then(|scale| u8::try_from(scale).ok()) {
        actor.set_script_scale(scale, scale);
    }
    actor.ignore_boxes = look.ignores_boxes.unwrap_or(false);
    actor.put(place.x, place.y, Some(room));
    let costume = stage.costume(member.costume).cloned();
    let mut actor = stage.actor_mut(member.actor)?;
    let pose = costume.and_then(|costume| standing::pose(&actor, &costume));
    let (facing, frame) = pose.unwrap_or((None, actor.stand_frame.into()));
    if let Some(facing) = facing {
        actor.set_direction(facing.degrees().into());
    }
    Ok(actor.start_anim(frame)?)
}

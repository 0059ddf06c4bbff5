//! Draws a room with its cast. The engine draws the picture.

use std::sync::Arc;

use anyhow::{Context, Result};
use scumm_engine::{Backdrop, Game, InitMode, Stage};
use scumm_media::text::error_chain;
use scumm_room::{Room, Surface};

use crate::casting::{CastMember, CastPosition};
use crate::environment::FixedEnvironment;
use crate::{load, standing};

/// Draws a room, which is given without objects, with cast members. Each member stands at its
/// position, faces the viewer, and has the scale that scripts or the position give it. Also returns
/// the members that are left out, with the reasons.
///
/// # Errors
/// Returns an error if the room has no pixels or is too large.
pub fn draw<'c>(
    game: &Game,
    number: u16,
    room: &Arc<Room>,
    people: &[&'c CastMember],
) -> Result<(Surface, Vec<OmittedMember<'c>>)> {
    let dialect = game.dialect();
    let mut stage = Stage::whole(dialect, Backdrop::Room(room.clone())).with_room_number(number);
    stage.set_resources(Arc::new(game.clone()));
    stage.colours_mut().palette = load::palette(room, &dialect);
    stage.draw_background();
    let mut left_out = Vec::new();
    for &member in people {
        let put = member
            .place
            .context("no script sets a position")
            .and_then(|place| put(&mut stage, member, place, number));
        left_out.extend(put.err().map(|error| (member, error_chain(&error))));
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

/// A cast member that is left out, with the reason.
pub type OmittedMember<'c> = (&'c CastMember, String);

/// Puts a cast member at a position of the stage's room, with its look and in a visible pose.
///
/// # Errors
/// Returns an error if the stage does not have the actor, or if the costume cannot be read.
pub fn put(stage: &mut Stage, member: &CastMember, place: CastPosition, room: u16) -> Result<()> {
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
        actor.set_direction(facing);
    }
    Ok(actor.start_anim(frame)?)
}

//! Draws a room with its cast. The engine draws the picture.

use std::sync::Arc;

use scumm_engine::{Backdrop, Game, SplitMix64, Stage};
use scumm_media::text::error_chain;
use scumm_room::{Room, Surface};

use crate::casting::{Cast, CastMember};
use crate::load;

/// Draws a room, which is given without objects, with its cast. Each member stands at its position,
/// faces the viewer, and has the scale that scripts or the position give it. Also returns the
/// members that are left out, with the reasons.
pub fn draw<'c>(
    game: &Game,
    number: u16,
    room: &Arc<Room>,
    cast: &'c Cast,
) -> (Surface, Vec<OmittedPerson<'c>>) {
    let dialect = game.dialect();
    let mut stage = Stage::whole(dialect, Backdrop::Room(room.clone())).with_room_number(number);
    stage.set_resources(Arc::new(game.clone()));
    stage.colours_mut().palette = load::palette(room, &dialect);
    stage.draw_background();
    let mut left_out = Vec::new();
    for left in cast.furnish(&mut stage, number) {
        let reason = match left.error {
            Some(error) => error_chain(&anyhow::Error::from(error)),
            None => "no script sets a position".to_owned(),
        };
        left_out.push((left.member, reason));
    }
    stage.tick_draw(&mut SplitMix64::new(1));
    let pixels = stage
        .front()
        .rows()
        .flat_map(|row| row.iter().copied().take(room.width));
    (
        Surface::from_pixels(room.width, room.height, pixels),
        left_out,
    )
}

/// A cast member that is left out, with the reason.
pub type OmittedPerson<'c> = (&'c CastMember, String);

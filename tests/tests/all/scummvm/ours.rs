//! Sets up the same actors on this project's stage.

use std::sync::Arc;

use scumm_costume::Costume;
use scumm_engine::{Backdrop, InitMode, Stage};
use scumm_room::{Dialect, Palette, Room, RoomParts};
use scumm_test_support::sample::SilentEnvironment;

use super::game::{self, HEIGHT, ROOM};

/// Returns the pixels of the screen as RGB.
pub fn frame(dialect: Dialect) -> Vec<[u8; 3]> {
    let demo = game::demo();
    let room = Room::parse_strict(&RoomParts::new(&game::room(&demo, dialect)), &dialect).unwrap();
    let mut palette = Palette::initial(&dialect);
    room.apply_palette(&mut palette);
    let stage = Stage::new(dialect, Backdrop::Room(Arc::new(room)), 0..HEIGHT);
    let mut stage = stage.with_room_number(ROOM.into());
    stage.colours_mut().palette = palette;
    stage.draw_background();
    for id in 1..=3 {
        let costume = Costume::parse(&game::costume(&demo, id, dialect), &dialect).unwrap();
        stage.insert_costume(id, Arc::new(costume)).unwrap();
    }
    for extra in game::actors() {
        let id = extra.id.into();
        stage.actor_mut(id).unwrap().init(InitMode::Settings);
        stage
            .actor_mut(id)
            .unwrap()
            .set_costume(extra.costume.into())
            .unwrap();
        stage.actor_mut(id).unwrap().set_ignore_boxes(true);
        stage
            .actor_mut(id)
            .unwrap()
            .set_scale(Some(extra.scale), Some(extra.scale));
        let mut actor = stage.actor_mut(id).unwrap();
        actor.force_clip = extra.clip.unwrap_or(actor.force_clip);
        stage
            .actor_mut(id)
            .unwrap()
            .put(extra.at.0.into(), extra.at.1.into(), Some(ROOM.into()));
        stage
            .actor_mut(id)
            .unwrap()
            .animate(extra.turn.into())
            .unwrap();
    }
    for _ in 0..8 {
        stage.tick(&mut SilentEnvironment);
    }
    stage
        .front()
        .rows()
        .flatten()
        .map(|&index| stage.colours().palette[index])
        .collect()
}

//! What a game is played with: a room of it with an actor in a costume of it.

use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use scumm_engine::actor::InitMode;
use scumm_engine::game::Game;
use scumm_engine::{Backdrop, Stage};
use scumm_room::Room;

use super::tour::Tour;
use crate::load;
use crate::outcome::line;

/// The number of the actor that is played.
pub const ACTOR: u16 = 1;

/// A room and a costume that are there and sound.
#[derive(Debug)]
pub struct Set {
    /// The room's number.
    pub room: u16,
    /// The costume's number.
    pub costume: u16,
    /// The stage with the actor on it.
    pub stage: Stage,
}

impl Set {
    /// The room and costume that were asked for; where nothing was, the first room with walk boxes, or that of the costume, and the
    /// first costume that belongs to the room.
    ///
    /// # Errors
    /// What was asked for is not there or damaged; or nothing in the game is sound.
    pub fn choose(game: &Game, room: Option<u16>, costume: Option<u16>) -> Result<Self> {
        let home = |id| game.costumes().find(|c| c.id == id).map(|c| u16::from(c.room));
        let number = match (room, costume.and_then(home)) {
            (Some(asked), _) | (None, Some(asked)) => asked,
            (None, None) => first_walkable(game)?,
        };
        let stage = build(game, game.room(number)?, number)?;
        match costume {
            Some(id) => Self::dress(game, stage, number, id),
            None => Self::dress_in_any(game, stage, number),
        }
    }

    fn dress(game: &Game, stage: Stage, room: u16, costume: u16) -> Result<Self> {
        let mut set = Self { room, costume, stage };
        let at = Tour::of(&set.stage).start();
        set.put_on(game, costume)?;
        set.stage.put(ACTOR, at.x, at.y, Some(room))?;
        Ok(set)
    }

    fn dress_in_any(game: &Game, stage: Stage, room: u16) -> Result<Self> {
        let (here, elsewhere): (Vec<_>, Vec<_>) = game.costumes().partition(|c| u16::from(c.room) == room);
        let mut first = None;
        for entry in here.into_iter().chain(elsewhere) {
            match Self::dress(game, stage.clone(), room, entry.id) {
                Ok(set) => return Ok(set),
                Err(error) => {
                    log::info!("costume {} is passed over: {}", entry.id, line(&error));
                    first = first.or(Some(error));
                }
            }
        }
        Err(first.unwrap_or_else(|| anyhow!("the index lists none")))
            .context("the game has no costume that can be worn")
    }

    /// Gives the actor another costume.
    ///
    /// # Errors
    /// There is none of this number, or it is damaged; the actor keeps its own.
    pub fn put_on(&mut self, game: &Game, costume: u16) -> Result<()> {
        self.stage.insert_costume(costume, Arc::new(game.costume(costume)?));
        self.stage.set_costume(ACTOR, i32::from(costume))?;
        self.costume = costume;
        Ok(())
    }
}

/// The first room that is sound and has boxes to walk in; without any, the first sound one.
fn first_walkable(game: &Game) -> Result<u16> {
    let mut sound = None;
    for id in game.rooms() {
        match game.room(id) {
            Ok(room) if load::is_walkable(&room, &game.dialect()) => return Ok(id),
            Ok(_) => sound = sound.or(Some(id)),
            Err(error) => log::info!("room {id} is passed over: {error}"),
        }
    }
    sound.context("the game has no room that can be shown")
}

/// A stage that shows a room, with an actor that is in it nowhere yet.
fn build(game: &Game, room: Room, number: u16) -> Result<Stage> {
    let dialect = game.dialect();
    let lines = u16::try_from(room.height).unwrap_or(u16::MAX).min(dialect.screen_size().1);
    let (walkable, palette) = (load::is_walkable(&room, &dialect), load::palette(&room, &dialect));
    let objects: Vec<u16> = room.objects.iter().map(|object| object.id).collect();
    let mut stage = Stage::new(dialect, Backdrop::Room(Arc::new(room)), (0, lines));
    stage.set_room_number(number);
    stage.set_palette(palette);
    for id in objects {
        let state = game.files().index().objects.get(usize::from(id)).map_or(0, |object| object.state);
        stage.set_object_state(id, state)?;
    }
    stage.draw_background();
    stage.init_actor(ACTOR, InitMode::Settings)?;
    stage.set_ignore_boxes(ACTOR, !walkable)?;
    Ok(stage)
}

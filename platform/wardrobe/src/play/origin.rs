//! How a game begins: in which room, with which characters and objects.

use anyhow::{Context, Result, anyhow, bail};
use scumm_engine::{Game, Stage};
use serde::{Deserialize, Serialize};

use super::cast::{Cast, CastMember};
use super::character::Character;
use super::record::RecordedStage;
use super::tour::Tour;
use super::world::World;
use crate::load;
use crate::outcome::line;

/// The actor's number where no cast gives one.
const ACTOR: u16 = 1;
/// Jiffies that a frame takes (E1): what scripts set in nearly every room.
const JIFFIES: u16 = 6;

/// What a world is made of.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Origin {
    /// The cast. Without one there is a single character.
    pub cast: Option<Cast>,
    /// The room. Without it: the room of the costume, or the first one with walk boxes.
    pub room: Option<u16>,
    /// The costume. Without it: the first one that belongs to the room.
    pub costume: Option<u16>,
    /// Objects and their states.
    pub objects: Vec<(u16, u8)>,
}

impl Origin {
    /// The world as it is at the beginning.
    ///
    /// # Errors
    /// Something that was asked for is missing or damaged, or nothing in the game can be used.
    pub fn build(&self, game: &Game) -> Result<World> {
        let mut world = match &self.cast {
            Some(cast) => with_cast(game, cast)?,
            None => with_one_character(game, self.room, self.costume)?,
        };
        let known = object_numbers(&world.stage);
        for &(id, state) in &self.objects {
            if !known.contains(&id) {
                bail!("the room has no object {id}");
            }
            world.stage.show_object(id, state)?;
        }
        Ok(world)
    }
}

/// A room and the characters of a cast.
fn with_cast(game: &Game, cast: &Cast) -> Result<World> {
    let mut world = World::new(RecordedStage::for_room(game, cast.room)?, cast.timer_next.unwrap_or(JIFFIES));
    world.help.clone_from(&cast.help);
    world.objects.clone_from(&cast.objects);
    if let Some(shade) = cast.shadow {
        world.make_shadow_tables(shade)?;
    }
    for member in &cast.members {
        let character = enter(game, &mut world.stage, member).with_context(|| member.name.clone())?;
        world.characters.push(character);
    }
    Ok(world)
}

/// Brings a member of a cast into the room.
fn enter(game: &Game, stage: &mut RecordedStage, member: &CastMember) -> Result<Character> {
    let id = member.id;
    let mut character = Character::of_cast(member);
    add_actor(stage, id)?;
    if let Some((x, y)) = member.speed {
        stage.set_walk_speed(id, x, y)?;
    }
    if member.shadow_mode != 0 {
        stage.set_shadow_mode(id, member.shadow_mode)?;
    }
    stage.set_voice(id, member.talk_pos, member.talk_color)?;
    character.put_on(game, stage, member.costume)?;
    stage.put(id, member.at.0, member.at.1, stage.room_number())?;
    stage.set_direction(id, member.facing)?;
    Ok(character)
}

/// A room with one character. Whatever is not asked for is chosen.
fn with_one_character(game: &Game, room: Option<u16>, costume: Option<u16>) -> Result<World> {
    let home = |id| game.costumes().find(|c| c.id == id).map(|c| u16::from(c.room));
    let number = match (room, costume.and_then(home)) {
        (Some(asked), _) | (None, Some(asked)) => asked,
        (None, None) => first_walkable(game)?,
    };
    let stage = RecordedStage::for_room(game, number)?;
    match costume {
        Some(id) => in_costume(game, stage, id),
        None => in_any_costume(game, &stage, number),
    }
}

fn in_costume(game: &Game, mut stage: RecordedStage, costume: u16) -> Result<World> {
    let tour = Tour::of(&stage);
    let at = tour.start();
    let mut character = Character::on_tour(ACTOR, costume, tour);
    add_actor(&mut stage, ACTOR)?;
    character.put_on(game, &mut stage, costume)?;
    stage.put(ACTOR, at.x, at.y, stage.room_number())?;
    let mut world = World::new(stage, JIFFIES);
    world.characters.push(character);
    Ok(world)
}

/// The first costume of the room that can be worn, else the first of the game.
fn in_any_costume(game: &Game, stage: &RecordedStage, room: u16) -> Result<World> {
    let (here, elsewhere): (Vec<_>, Vec<_>) = game.costumes().partition(|c| u16::from(c.room) == room);
    let mut first = None;
    for entry in here.into_iter().chain(elsewhere) {
        match in_costume(game, stage.clone(), entry.id) {
            Ok(world) => return Ok(world),
            Err(error) => {
                log::info!("costume {} is passed over: {}", entry.id, line(&error));
                first = first.or(Some(error));
            }
        }
    }
    Err(first.unwrap_or_else(|| anyhow!("the index lists none"))).context("the game has no costume that can be worn")
}

/// The first room that can be read and has boxes to walk in; without any, the first that can be read.
fn first_walkable(game: &Game) -> Result<u16> {
    let mut readable = None;
    for id in game.rooms() {
        match game.room(id) {
            Ok(room) if load::is_walkable(&room, &game.dialect()) => return Ok(id),
            Ok(_) => readable = readable.or(Some(id)),
            Err(error) => log::info!("room {id} is passed over: {error}"),
        }
    }
    readable.context("the game has no room that can be shown")
}

/// Sets an actor up that is in no room yet.
fn add_actor(stage: &mut RecordedStage, id: u16) -> scumm_room::Result<()> {
    stage.init_actor(id)?;
    stage.heed_boxes(id)
}

/// The numbers of the objects of the stage's room.
fn object_numbers(stage: &Stage) -> Vec<u16> {
    stage.backdrop().room().map_or_else(Vec::new, |room| room.objects.iter().map(|object| object.id).collect())
}

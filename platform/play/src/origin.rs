//! The start of a game: its room, characters and objects.

use anyhow::{Context, Result, anyhow, ensure};
use scumm_engine::{ActorField, ActorId, FieldValue, Game, InitMode, Operation};
use serde::{Deserialize, Serialize};

use super::cast::{Cast, CastMember};
use super::character::Character;
use super::record::RecordedStage;
use super::tour::Tour;
use super::world::World;
use super::{choice, people};
use scumm_media::text::line;
use scumm_tools::casting::{self, Look};
use scumm_tools::standing;

/// The actor's number if no cast gives one.
const ACTOR: u16 = 1;
/// The jiffies between two frames (E1), as scripts set them in nearly every room.
const JIFFIES: u16 = 6;

/// The settings from which a world is created. Unless a cast, a costume or an empty room is
/// requested, each room contains the actors that the game's scripts put there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Origin {
    /// The cast.
    pub cast: Option<Cast>,
    /// The first room. The default is the room whose file holds the costume if it has a picture,
    /// else the room with the most to see.
    pub room: Option<u16>,
    /// The costume. The default is the costumes of the room's actors. If none is known, it is the
    /// most suitable costume for the room.
    pub costume: Option<u16>,
    /// Whether the room is empty.
    pub alone: bool,
    /// Objects and their states.
    pub objects: Vec<(u16, u8)>,
}

impl Origin {
    /// Creates the world. With `records`, all changes are recorded.
    ///
    /// # Errors
    /// Returns an error if a requested room, costume or object is missing or damaged, or if nothing
    /// in the game can be used.
    pub fn build(&self, game: &Game, records: bool) -> Result<World> {
        let mut world = match &self.cast {
            Some(cast) => with_cast(game, cast)?,
            None => self.in_room(game)?,
        };
        for &(id, state) in &self.objects {
            let room = world.stage.backdrop().room();
            let is_there =
                room.is_some_and(|room| room.objects.iter().any(|object| object.id == id));
            ensure!(is_there, "the room has no object {id}");
            world.stage.show_object(id, state)?;
        }
        if !records {
            world.stage.end_record();
        }
        Ok(world)
    }

    /// Returns the game's casting, if its actors are to appear.
    pub fn people(&self, game: &Game) -> Option<casting::Cast> {
        let is_theirs = self.cast.is_none() && self.costume.is_none() && !self.alone;
        is_theirs.then(|| casting::Cast::of(game))
    }

    fn in_room(&self, game: &Game) -> Result<World> {
        let mut stage = RecordedStage::for_room(game, self.first_room(game)?, JIFFIES)?;
        let people = self.people(game);
        let mut characters = people::enter_all(people.as_ref(), &mut stage)?;
        match self.costume {
            _ if self.alone => characters.push(unseen(&mut stage)?),
            Some(id) => characters.push(people::enter(
                &mut stage,
                ACTOR,
                id,
                None,
                &Look::default(),
            )?),
            None if characters.is_empty() => characters.push(in_any_costume(game, &mut stage)?),
            None => {}
        }
        Ok(World {
            people,
            ..World::new(stage, characters)
        })
    }

    /// Returns the first room, which is chosen if the user does not name one.
    fn first_room(&self, game: &Game) -> Result<u16> {
        let home = |id| game.room_of_costume(id);
        let shows = |id: &u16| game.room(*id).is_ok_and(|room| choice::has_picture(&room));
        let chosen = self
            .room
            .or_else(|| self.costume.and_then(home).filter(shows))
            .or_else(|| choice::room(game));
        chosen.context("the game has no room that can be shown")
    }
}

/// Creates a room with the characters of a cast.
fn with_cast(game: &Game, cast: &Cast) -> Result<World> {
    let stage = RecordedStage::for_room(game, cast.room, cast.timer_next.unwrap_or(JIFFIES))?;
    let mut world = World::new(stage, Vec::new());
    world.help.clone_from(&cast.help);
    world.objects.clone_from(&cast.objects);
    if let Some(shade) = cast.shadow {
        world.make_shadow_tables(shade)?;
    }
    for member in &cast.members {
        let character = enter(&mut world.stage, member).with_context(|| member.name.clone())?;
        world.now.characters.push(character);
    }
    Ok(world)
}

/// Puts a member of a cast into the room.
fn enter(stage: &mut RecordedStage, member: &CastMember) -> Result<Character> {
    let id = member.id;
    let mut character = Character::of_cast(member);
    stage.set_up_actor(id)?;
    // The actor stands: setting the speed of a walking actor would plan its leg again (T26).
    if let Some((x, y)) = member.speed {
        let speed = FieldValue::List(vec![x.into(), y.into()]);
        stage.set(id, ActorField::WalkSpeed, speed)?;
    }
    if member.shadow_mode != 0 {
        stage.set_shadow_mode(id, member.shadow_mode)?;
    }
    stage.set_voice(id, member.talk_pos, member.talk_color)?;
    character.put_on(stage, member.costume)?;
    stage.put(id, member.at, stage.room_number())?;
    stage.run(Operation::SetDirection {
        actor: ActorId::new(id)?,
        angle: member.facing,
    })?;
    Ok(character)
}

/// Creates an invisible character that can be moved through the whole room without a costume.
fn unseen(stage: &mut RecordedStage) -> Result<Character> {
    let at = standing::in_stage(stage);
    let character = Character::of_room(ACTOR, String::new(), Tour::of(stage, at));
    let actor = ActorId::new(ACTOR)?;
    stage.run(Operation::Init {
        actor,
        mode: InitMode::Settings,
    })?;
    stage.run(Operation::SetIgnoreBoxes {
        actor,
        ignore: true,
    })?;
    stage.put(ACTOR, at.into(), stage.room_number())?;
    Ok(character)
}

/// Enters with the most suitable costume for the room. If it cannot be used, the next one is tried.
fn in_any_costume(game: &Game, stage: &mut RecordedStage) -> Result<Character> {
    let (costumes, mut failed) = choice::costumes(game, stage.room_number());
    for id in costumes {
        let mut tried = stage.clone();
        match people::enter(&mut tried, ACTOR, id, None, &Look::default()) {
            Ok(character) => {
                *stage = tried;
                return Ok(character);
            }
            Err(error) => {
                log::info!("costume {id} is passed over: {}", line(&error));
                failed.get_or_insert(error);
            }
        }
    }
    Err(failed.unwrap_or_else(|| anyhow!("the index lists none")))
        .context("the game has no costume that can be worn")
}

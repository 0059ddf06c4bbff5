//! What a game is played with: a room of it with actors in costumes of it.

use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use scumm_engine::game::Game;
use scumm_engine::{Backdrop, Stage};
use scumm_room::Room;

use super::cast::{Cast, Role};
use super::part::Part;
use super::record::RecordedStage;
use super::session::Session;
use super::tour::Tour;
use crate::load;
use crate::outcome::line;
use crate::shade::{DUSK, Shade};

/// The number of the actor that is played where no cast says otherwise.
const ACTOR: u16 = 1;
/// Jiffies that a frame takes (E1): what scripts set in nearly every room.
const JIFFIES: u16 = 6;

/// A room, and actors in costumes that are there and sound.
pub struct Set {
    /// The room's number.
    pub room: u16,
    /// The stage with the actors on it.
    pub stage: RecordedStage,
    /// The actors, one at least.
    pub parts: Vec<Part>,
    /// Jiffies a frame takes.
    pub jiffies: u16,
    /// Lines that tell the user what to do.
    pub help: Vec<String>,
    /// What the shadow table is made of, where there is one.
    pub shade: Option<Shade>,
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

    fn dress(game: &Game, mut stage: RecordedStage, room: u16, costume: u16) -> Result<Self> {
        let tour = Tour::of(&stage);
        let at = tour.start();
        let mut part = Part::tourist(ACTOR, costume, tour);
        admit(&mut stage, ACTOR)?;
        part.put_on(game, &mut stage, costume)?;
        stage.put_here(ACTOR, at.x, at.y)?;
        Ok(Self { room, stage, parts: vec![part], jiffies: JIFFIES, help: Vec::new(), shade: None })
    }

    /// The room and the actors of a cast.
    ///
    /// # Errors
    /// The game lacks one of them, or it is damaged.
    pub fn of_cast(game: &Game, cast: &Cast) -> Result<Self> {
        let mut set = Self {
            room: cast.room,
            stage: build(game, game.room(cast.room)?, cast.room)?,
            parts: Vec::new(),
            jiffies: cast.timer_next.unwrap_or(JIFFIES),
            help: cast.help.clone(),
            shade: None,
        };
        if let Some(shade) = cast.shadow {
            set.cast_shadow(shade)?;
        }
        for role in &cast.roles {
            set.enter(game, role).with_context(|| role.name.clone())?;
        }
        Ok(set)
    }

    /// The room and the actors of a session, before its state is put back.
    ///
    /// # Errors
    /// The game lacks one of them, or it is damaged.
    pub fn resume(game: &Game, session: &Session) -> Result<Self> {
        let room = session.room;
        let mut stage = build(game, game.room(room)?, room)?;
        for part in &session.moment.parts {
            stage.insert_costume(part.costume, Arc::new(game.costume(part.costume)?));
        }
        let (parts, jiffies) = (session.moment.parts.clone(), session.jiffies);
        Ok(Self { room, stage, parts, jiffies, help: Vec::new(), shade: None })
    }

    fn enter(&mut self, game: &Game, role: &Role) -> Result<()> {
        let (stage, id) = (&mut self.stage, role.id);
        let mut part = Part::of_cast(role);
        admit(stage, id)?;
        if let Some((x, y)) = role.speed {
            stage.set_walk_speed(id, x, y)?;
        }
        if role.shadow_mode != 0 {
            stage.set_shadow_mode(id, role.shadow_mode)?;
        }
        stage.set_voice(id, role.talk_pos, role.talk_color)?;
        part.put_on(game, stage, role.costume)?;
        stage.put_here(id, role.at.0, role.at.1)?;
        stage.set_direction(id, role.facing)?;
        self.parts.push(part);
        Ok(())
    }

    /// Makes sure that there is a shadow table to draw actors through.
    ///
    /// # Errors
    /// The version has none (C51).
    pub fn need_shadow(&mut self) -> Result<()> {
        if self.shade.is_none() { self.cast_shadow(DUSK) } else { Ok(()) }
    }

    fn cast_shadow(&mut self, shade: Shade) -> Result<()> {
        if !matches!(self.stage.dialect().version(), 5 | 6) {
            bail!("games of version {} have other shadow tables", self.stage.dialect().version());
        }
        self.stage.make_shadow_table(0, shade.factors.map(i32::from), shade.first..=shade.last, 0..256)?;
        self.shade = Some(shade);
        Ok(())
    }

    fn dress_in_any(game: &Game, stage: RecordedStage, room: u16) -> Result<Self> {
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

/// Sets an actor up that is nowhere yet.
fn admit(stage: &mut RecordedStage, id: u16) -> scumm_room::Result<()> {
    let walkable = load::has_boxes(stage.boxes().as_slice(), stage.dialect());
    stage.init_actor(id)?;
    stage.set_ignore_boxes(id, !walkable)
}

/// A stage that shows a room.
fn build(game: &Game, room: Room, number: u16) -> Result<RecordedStage> {
    let dialect = game.dialect();
    let lines = u16::try_from(room.height).unwrap_or(u16::MAX).min(dialect.screen_size().1);
    let palette = load::palette(&room, &dialect);
    let objects: Vec<u16> = room.objects.iter().map(|object| object.id).collect();
    let mut stage = RecordedStage::from(Stage::new(dialect, Backdrop::Room(Arc::new(room)), (0, lines)));
    stage.furnish(number, palette);
    for id in objects {
        let state = game.files().index().objects.get(usize::from(id)).map_or(0, |object| object.state);
        stage.set_object_state(id, state)?;
    }
    stage.draw_background();
    Ok(stage)
}

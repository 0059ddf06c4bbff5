//! A character: an actor with its costume, its lines and its routine.

use std::sync::Arc;

use anyhow::Result;
use scumm_engine::{Actor, ActorId, Operation, Stage, moving};
use serde::{Deserialize, Serialize};

use super::cast::CastMember;
use super::objects::Errand;
use super::record::RecordedStage;
use super::speech::Speech;
use super::timetable::{ActorCommand, Timetable};
use super::tour::Tour;
use scumm_tools::standing;

/// The shadow mode in which the table applies to every pixel of a COST (C50).
const SHADOW: u16 = 0x20;

/// The actions of a character without the user's control.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Routine {
    Tour(Tour),
    Timetable(Timetable),
}

impl Default for Routine {
    fn default() -> Self {
        Self::Tour(Tour::default())
    }
}

impl Routine {
    fn step(&mut self, moving: bool) -> Option<ActorCommand> {
        match self {
            Self::Tour(tour) => tour.step(moving).map(ActorCommand::Walk),
            Self::Timetable(table) => table.step(moving),
        }
    }
}

/// A character.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Character {
    /// The actor's number on the stage.
    pub number: u16,
    /// The name; empty if there is none.
    pub name: Arc<str>,
    /// The number of the costume.
    pub costume: u16,
    /// The animation that the user started last.
    pub animation: u16,
    gesture: Option<u16>,
    shadow_mode: u16,
    lines: Arc<[String]>,
    next_line: usize,
    /// Whether the character is talking.
    pub talking: bool,
    /// The line that the character is saying.
    pub speech: Option<Speech>,
    /// The character's way to an object that it is about to use.
    pub errand: Option<Errand>,
    routine: Routine,
}

impl Character {
    /// Creates a character that a room's scripts define. It tours the room. Its only line is its
    /// name, because the game's texts are part of its scripts.
    pub fn of_room(number: u16, name: String, tour: Tour) -> Self {
        let lines: Vec<String> = if name.is_empty() {
            Vec::new()
        } else {
            vec![name.clone()]
        };
        let (name, lines, routine) = (name.into(), lines.into(), Routine::Tour(tour));
        Self {
            number,
            name,
            lines,
            shadow_mode: SHADOW,
            routine,
            ..Self::default()
        }
    }

    /// Creates a character from a cast member.
    pub fn of_cast(member: &CastMember) -> Self {
        Self {
            number: member.id,
            name: member.name.as_str().into(),
            costume: member.costume,
            gesture: member.gesture,
            shadow_mode: if member.shadow_mode == 0 {
                SHADOW
            } else {
                member.shadow_mode
            },
            lines: member.lines.as_slice().into(),
            routine: Routine::Timetable(Timetable::new(member.timetable.clone())),
            ..Self::default()
        }
    }

    /// Returns the character's actor.
    pub fn actor<'a>(&self, stage: &'a Stage) -> Option<&'a Actor> {
        stage.actor(self.number).ok()
    }

    /// Returns the name, or the number if there is no name.
    pub fn title(&self) -> String {
        if self.name.is_empty() {
            self.number.to_string()
        } else {
            self.name.to_string()
        }
    }

    /// Changes the costume.
    ///
    /// # Errors
    /// Returns an error if the costume does not exist or is damaged; the actor keeps its present
    /// costume.
    pub fn put_on(&mut self, stage: &mut RecordedStage, costume: u16) -> Result<()> {
        stage.run(Operation::SetCostume {
            actor: ActorId::new(self.number)?,
            costume: costume.into(),
        })?;
        self.costume = costume;
        self.animation = 0;
        Ok(())
    }

    /// Changes to a visible pose, if the costume has one.
    ///
    /// # Errors
    /// Returns an error if the stage does not have the actor.
    pub fn be_seen(&self, stage: &mut RecordedStage) -> Result<()> {
        let actor = stage.actor(self.number)?;
        let pose = stage
            .costume(self.costume)
            .and_then(|costume| standing::pose(actor, costume));
        let Some((facing, frame)) = pose else {
            return Ok(());
        };
        if let Some(facing) = facing {
            stage.run(Operation::SetDirection {
                actor: ActorId::new(self.number)?,
                angle: facing.degrees().into(),
            })?;
        }
        stage.start_anim(self.number, frame)
    }

    /// Returns whether the actor is moving.
    pub fn is_moving(&self, stage: &Stage) -> bool {
        self.actor(stage)
            .is_some_and(|a| a.walk.moving & !moving::FROZEN != 0)
    }

    /// Returns the next command of the routine. Only the controlled character follows a tour.
    pub fn next_command(&mut self, stage: &Stage, is_led: bool) -> Option<ActorCommand> {
        if !is_led && matches!(self.routine, Routine::Tour(_)) {
            return None;
        }
        let busy = self.errand.is_some() || self.is_moving(stage);
        self.routine.step(busy)
    }

    /// Returns whether the character is in the room that the stage shows.
    pub fn is_here(&self, stage: &Stage) -> bool {
        self.actor(stage)
            .is_some_and(|actor| actor.room == stage.room_number())
    }

    /// Replaces the tour, if the routine is a tour, for a new room.
    pub fn tour(&mut self, tour: Tour) {
        if let Routine::Tour(routine) = &mut self.routine {
            *routine = tour;
        }
    }

    /// Performs a command.
    ///
    /// # Errors
    /// Returns an error if the stage does not have the actor.
    pub fn act(&mut self, stage: &mut RecordedStage, command: ActorCommand) -> Result<()> {
        if !matches!(command, ActorCommand::Say(_)) {
            self.errand = None;
        }
        match command {
            ActorCommand::Use(object) => {
                self.errand = Some(Errand::to(object));
                Ok(())
            }
            ActorCommand::Walk(goal) => stage.walk(self.number, goal.into(), -1),
            ActorCommand::Face(angle) => stage.run(Operation::Turn {
                actor: ActorId::new(self.number)?,
                angle,
            }),
            ActorCommand::Say(line) => self.say(stage, Some(&line)),
            ActorCommand::Play(frame) => stage.start_anim(self.number, frame),
            ActorCommand::Stand => stage.stand(self.number),
        }
    }

    /// Stops the routine, because the user takes control.
    ///
    /// # Errors
    /// Returns an error if the stage does not have the actor.
    pub fn take_over(&mut self, stage: &mut RecordedStage) -> Result<()> {
        if let Routine::Timetable(table) = &mut self.routine {
            table.interrupt();
        }
        self.errand = None;
        stage.stop(self.number)?;
        stage.stand(self.number)
    }

    /// Says the next line. A character without lines talks until it is stopped.
    ///
    /// # Errors
    /// Returns an error if the stage does not have the actor.
    pub fn talk(&mut self, stage: &mut RecordedStage) -> Result<()> {
        let line = self.lines.get(self.next_line).cloned();
        self.next_line = self.next_line.saturating_add(1) % self.lines.len().max(1);
        self.say(stage, line.as_deref())
    }

    fn say(&mut self, stage: &mut RecordedStage, line: Option<&str>) -> Result<()> {
        self.talking = true;
        self.speech = line.map(Speech::new);
        let actor = ActorId::new(self.number)?;
        stage.run(Operation::TalkStart { actor })
    }

    /// Stops talking.
    ///
    /// # Errors
    /// Returns an error if the stage does not have the actor.
    pub fn hush(&mut self, stage: &mut RecordedStage) -> Result<()> {
        (self.talking, self.speech) = (false, None);
        let actor = ActorId::new(self.number)?;
        stage.run(Operation::TalkStop { actor })
    }

    /// Advances the speech by a frame, and ends it when its time is over.
    ///
    /// # Errors
    /// Returns an error if the stage does not have the actor.
    pub fn tick(&mut self, stage: &mut RecordedStage) -> Result<()> {
        let goes_on = self.speech.as_mut().is_none_or(Speech::tick);
        if goes_on { Ok(()) } else { self.hush(stage) }
    }

    /// Starts or stops the gesture. Returns `false` if the character has no gesture.
    ///
    /// # Errors
    /// Returns an error if the stage does not have the actor.
    pub fn gesture(&mut self, stage: &mut RecordedStage) -> Result<bool> {
        let Some(gesture) = self.gesture else {
            return Ok(false);
        };
        if self
            .actor(stage)
            .is_some_and(|a| u16::from(a.frame) == gesture)
        {
            stage.stand(self.number)?;
        } else {
            stage.stop(self.number)?;
            stage.start_anim(self.number, gesture)?;
        }
        Ok(true)
    }

    /// Switches between drawing through the shadow table and normal drawing.
    ///
    /// # Errors
    /// Returns an error if the stage does not have the actor.
    pub fn toggle_shadow(&mut self, stage: &mut RecordedStage) -> Result<()> {
        let plain = stage.actor(self.number)?.shadow_mode == 0;
        stage.set_shadow_mode(self.number, if plain { self.shadow_mode } else { 0 })
    }
}

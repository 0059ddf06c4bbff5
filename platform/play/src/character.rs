//! A character: an actor with its costume, its lines and its routine, which is a timetable or a
//! tour of the room from walk box to walk box.

use std::sync::Arc;

use anyhow::{Result, ensure};
use glam::IVec2;
use scumm_engine::{Actor, ActorId, Operation, Stage, moving};
use scumm_media::paint::{Paint, wrap};
use scumm_media::text::joined;
use scumm_room::{Dialect, WalkBox};
use scumm_tools::casting::pose;
use scumm_tools::casting::standing::{self, room_size};
use scumm_tools::chores;
use serde::{Deserialize, Serialize};

use crate::cast::{ActorCommand, Errand, PlayCastMember, Timetable};
use crate::record::RecordedStage;

/// The shadow mode in which every pixel of a COST is mapped through the shadow table (C50).
const SHADOW: u16 = 0x20;

/// The actions that a character performs while the user does not control it.
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
    /// The character's errand, if the character is about to use an object.
    pub errand: Option<Errand>,
    routine: Routine,
}

impl Character {
    /// Creates a character for an actor that a room's scripts define. The character tours the room.
    /// It says only its name, because the texts of a game are part of the scripts, which are not
    /// run.
    pub fn from_room(number: u16, name: String, tour: Tour) -> Self {
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
    pub fn from_cast_member(member: &PlayCastMember) -> Self {
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

    /// Starts an animation in which the actor is visible, and first turns the actor if the
    /// animation is visible only in another direction. Changes nothing if no animation of the
    /// costume is visible.
    ///
    /// # Errors
    /// Returns an error if the stage does not have the actor.
    pub fn be_seen(&self, stage: &mut RecordedStage) -> Result<()> {
        for operation in pose(stage, self.number)? {
            stage.run(operation)?;
        }
        Ok(())
    }

    /// Starts an animation of the costume.
    ///
    /// # Errors
    /// Returns an error that lists the animations if the costume does not have it.
    pub fn begin_animation(&mut self, stage: &mut RecordedStage, number: u16) -> Result<()> {
        let costume = stage.costume(self.costume);
        let known = costume
            .map(|costume| chores::frames(costume))
            .unwrap_or_default();
        ensure!(
            known.contains(&number),
            "costume {} has no animation {number}; it has {}",
            self.costume,
            joined(&known, ", ")
        );
        self.animation = number;
        stage.start_anim(self.number, number)
    }

    /// Returns whether the actor is moving.
    pub fn is_moving(&self, stage: &Stage) -> bool {
        self.actor(stage)
            .is_some_and(|a| a.walk.moving & !moving::FROZEN != 0)
    }

    /// Returns the next command of the routine. If the routine is a tour, only the controlled
    /// character (`is_led`) follows it.
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

    /// If the routine is a tour, replaces it with the tour of a new room.
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
        self.talking = false;
        self.speech = None;
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

/// The number of frames for which the actor rests at each position.
const REST: u32 = 6;
/// The number of frames after which the actor no longer tries to reach a position.
const PATIENCE: u32 = 300;

/// The positions of a tour in actors' units, with its progress.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tour {
    places: Arc<[IVec2]>,
    next: usize,
    resting: u32,
    under_way: u32,
}

impl Tour {
    /// Creates a tour through the centres of all walkable boxes. If there are no walkable boxes,
    /// the tour goes around a room of `size`. All values are in actors' units.
    fn new(boxes: &[WalkBox], size: IVec2, dialect: &Dialect, at: IVec2) -> Self {
        let skip = usize::from(dialect.invalid_box() == 0);
        let walkable = boxes.iter().skip(skip).filter(|b| !b.is_invisible());
        let middle = |walkbox: &WalkBox| {
            walkbox
                .corners()
                .iter()
                .map(|p| p.as_ivec2())
                .sum::<IVec2>()
                / 4
        };
        let mut places: Vec<IVec2> = walkable.map(middle).collect();
        if places.is_empty() {
            places = [(1, 3), (3, 3), (3, 2), (1, 2)]
                .map(|(x, y)| size * IVec2::new(x, y) / 4)
                .to_vec();
        }
        let away = |place: &IVec2| (place.as_vec2() - at.as_vec2()).length_squared();
        let nearest = (0..)
            .zip(&places)
            .min_by(|(_, a), (_, b)| away(a).total_cmp(&away(b)));
        let next = nearest.map_or(0, |(number, _)| number);
        Self {
            places: places.into(),
            next,
            resting: 0,
            under_way: 0,
        }
    }

    /// Creates a tour of the stage's room for an actor at position `at`. The tour begins with the
    /// position that is nearest to the actor.
    pub fn from_stage(stage: &Stage, at: IVec2) -> Self {
        let size = room_size(stage) / standing::unit(stage.dialect());
        Self::new(stage.boxes().as_slice(), size, stage.dialect(), at)
    }

    /// Returns the next position to walk to, if the actor has to start walking in this frame.
    /// `moving` tells whether the actor is moving.
    pub fn step(&mut self, moving: bool) -> Option<IVec2> {
        self.under_way = if moving {
            self.under_way.saturating_add(1)
        } else {
            0
        };
        if moving && self.under_way < PATIENCE {
            return None;
        }
        self.resting = self.resting.saturating_add(1);
        if self.resting < REST {
            return None;
        }
        self.resting = 0;
        self.under_way = 0;
        self.next = self.next.saturating_add(1) % self.places.len().max(1);
        self.places.get(self.next).copied()
    }
}

/// The most letters on a row.
const ROW: usize = 22;
/// The number of frames for which a line without letters stays, and the additional number of frames
/// for each letter.
const FRAMES: (u32, u32) = (14, 1);

/// A line that is being said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Speech {
    rows: Vec<String>,
    left: u32,
}

impl Speech {
    /// Starts to say a line.
    pub fn new(line: &str) -> Self {
        let rows = wrap(line, ROW);
        let letters = u32::try_from(line.chars().count()).unwrap_or(u32::MAX);
        Self {
            rows,
            left: FRAMES.0.saturating_add(letters.saturating_mul(FRAMES.1)),
        }
    }

    /// Advances by a frame. Returns `false` when the time of the line is over.
    pub fn tick(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left > 0
    }

    /// Draws the line centred above `foot`, inside the screen.
    pub fn draw(&self, paint: &mut Paint<'_>, foot: IVec2, ink: u8, edge: u8) {
        let letter = paint.letter();
        let height = self.rows.len() as i32 * letter;
        let size = paint.size();
        let top = (foot.y - height).clamp(1, (size.y - height).max(1));
        for (i, row) in self.rows.iter().enumerate() {
            let width = row.chars().count() as i32 * letter;
            let left = (foot.x - width / 2).clamp(1, (size.x - width - 1).max(1));
            paint.outlined(IVec2::new(left, top + i as i32 * letter), row, ink, edge);
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::I16Vec2;

    use super::*;

    fn square(x: i16, y: i16, flags: u8) -> WalkBox {
        let at = |dx, dy| I16Vec2::new(x + dx, y + dy);
        WalkBox {
            ul: at(0, 0),
            ur: at(20, 0),
            lr: at(20, 10),
            ll: at(0, 10),
            flags,
            ..WalkBox::default()
        }
    }

    #[test]
    fn it_goes_through_the_boxes_in_turn_without_the_invalid_one_b4() {
        let boxes = [
            square(0, 0, 0),
            square(100, 50, 0),
            square(0, 0, WalkBox::INVISIBLE),
            square(200, 50, 0),
        ];
        let mut tour = Tour::new(&boxes, IVec2::new(320, 200), &Dialect::new(5), IVec2::ZERO);
        let walks: Vec<IVec2> = (0..3 * REST).filter_map(|_| tour.step(false)).collect();
        assert_eq!(
            walks,
            [
                IVec2::new(210, 55),
                IVec2::new(110, 55),
                IVec2::new(210, 55)
            ]
        );
    }

    #[test]
    fn box_0_is_a_place_where_it_is_valid_b4() {
        let mut tour = Tour::new(
            &[square(0, 0, 0)],
            IVec2::new(320, 200),
            &Dialect::new(4),
            IVec2::ZERO,
        );
        assert_eq!(
            (0..REST).find_map(|_| tour.step(false)),
            Some(IVec2::new(10, 5))
        );
    }

    #[test]
    fn it_goes_on_from_the_place_that_the_actor_stands_nearest_to() {
        let boxes = [square(0, 0, 0), square(100, 50, 0), square(200, 50, 0)];
        let mut tour = Tour::new(
            &boxes,
            IVec2::new(320, 200),
            &Dialect::new(6),
            IVec2::new(205, 60),
        );
        assert_eq!(
            (0..REST).find_map(|_| tour.step(false)),
            Some(IVec2::new(110, 55))
        );
    }

    #[test]
    fn a_place_out_of_reach_is_given_up() {
        let boxes = [square(0, 0, 0), square(100, 50, 0), square(200, 50, 0)];
        let mut tour = Tour::new(&boxes, IVec2::new(320, 200), &Dialect::new(6), IVec2::ZERO);
        assert!(
            (0..PATIENCE)
                .filter_map(|_| tour.step(true))
                .next()
                .is_none()
        );
        assert!((0..REST).filter_map(|_| tour.step(true)).next().is_some());
    }

    #[test]
    fn without_boxes_it_goes_around_the_picture() {
        let mut tour = Tour::new(
            &[],
            IVec2::new(320, 200),
            &Dialect::new(8),
            IVec2::new(80, 150),
        );
        assert_eq!(
            (0..REST).find_map(|_| tour.step(false)),
            Some(IVec2::new(240, 150))
        );
    }

    #[test]
    fn a_line_breaks_between_words() {
        let speech = Speech::new("Ahoy there, how much for the small red coat?");
        assert_eq!(
            speech.rows,
            ["Ahoy there, how much", "for the small red", "coat?"]
        );
    }

    #[test]
    fn the_longer_the_line_the_longer_it_stays() {
        let frames = |line| {
            let mut speech = Speech::new(line);
            std::iter::repeat_with(|| speech.tick())
                .take_while(|&goes_on| goes_on)
                .count()
        };
        assert_eq!(frames("Ahoy!"), 18);
        assert_eq!(frames("Ahoy there!"), 24);
    }

    #[test]
    fn it_stays_on_the_screen() {
        for head in [IVec2::new(-50, -9), IVec2::new(500, 999)] {
            let mut pixels = vec![0; 64 * 32];
            Speech::new("Hi").draw(&mut Paint::new(&mut pixels, 64), head, 1, 2);
            assert_eq!(pixels.iter().filter(|&&p| p == 1).count(), ink("Hi"));
        }
    }

    /// Returns the number of pixels of a text's letters.
    fn ink(text: &str) -> usize {
        let mut pixels = vec![0; 320 * 8];
        Paint::new(&mut pixels, 320).text(IVec2::ZERO, text, 1, 0);
        pixels.iter().filter(|&&p| p == 1).count()
    }
}

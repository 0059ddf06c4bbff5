//! The world that is played in: a room on a stage, the characters in it, the camera.

use anyhow::{Result, bail};
use glam::{IVec2, UVec2};
use scumm_costume::facing::normalize;
use scumm_engine::Game;
use scumm_engine::{Actor, Event};

use super::camera::Follower;
use super::character::Character;
use super::controls::Action;
use super::record::RecordedStage;
use super::screen::{self, Placement};
use super::state::WorldState;
use super::timetable::ActorCommand;
use crate::chores;
use crate::environment::FixedEnvironment;
use crate::outcome::line;
use crate::shade::{DUSK, Shade};

/// How many steps ahead a held arrow lets the actor walk.
const AHEAD: i32 = 3;

/// A room with characters in costumes that can be drawn.
pub struct World {
    /// The room's number.
    pub room: u16,
    /// The stage with the actors on it.
    pub stage: RecordedStage,
    /// The characters, one at least.
    pub characters: Vec<Character>,
    /// The index of the character that the user leads.
    pub led: usize,
    /// Jiffies that a frame takes.
    pub jiffies: u16,
    /// Lines that tell the user what to do.
    pub help: Vec<String>,
    /// What the shadow table is made of, where there is one.
    shade: Option<Shade>,
    /// The sum of the arrows that are held.
    pub steer: IVec2,
    camera: Follower,
    chance: FixedEnvironment,
}

/// Building it, and its state.
impl World {
    /// A room without characters.
    pub fn new(room: u16, stage: RecordedStage, jiffies: u16) -> Self {
        Self {
            room,
            stage,
            characters: Vec::new(),
            led: 0,
            jiffies,
            help: Vec::new(),
            shade: None,
            steer: IVec2::ZERO,
            camera: Follower::new(IVec2::ZERO, IVec2::ONE, IVec2::ONE),
            chance: FixedEnvironment::default(),
        }
    }

    /// The present state, in the memory of one that is not needed any more.
    pub fn save(&self, spare: Option<WorldState>) -> WorldState {
        let Self { stage, characters, led, shade, steer, camera, .. } = self;
        let (led, shade, steer, camera, chance) = (*led, *shade, *steer, *camera, self.chance.clone());
        let Some(mut state) = spare else {
            let (stage, characters) = (stage.save(), characters.clone());
            return WorldState { stage, characters, led, shade, steer, camera, chance };
        };
        stage.save_into(&mut state.stage);
        state.characters.clone_from(characters);
        WorldState { led, shade, steer, camera, chance, ..state }
    }

    /// Goes back to a state of the same room.
    ///
    /// # Errors
    /// The state is of another stage, or lacks actors.
    pub fn restore(&mut self, state: &WorldState) -> Result<()> {
        if state.led >= state.characters.len() {
            bail!("expected an actor to lead among {}, found number {}", state.characters.len(), state.led);
        }
        self.stage.restore(&state.stage)?;
        for character in &state.characters {
            self.stage.actor(character.number)?;
        }
        self.characters.clone_from(&state.characters);
        (self.led, self.steer, self.camera) = (state.led, state.steer, state.camera);
        (self.shade, self.chance) = (state.shade, state.chance.clone());
        Ok(())
    }

    /// Keeps a camera that came from a file inside the room.
    pub fn check_camera(&mut self) {
        self.camera = self.camera.within(screen::room_size(&self.stage), self.screen());
    }

    /// Takes the place of another world: keys stay held, and the random numbers go on.
    pub fn succeed(&mut self, before: &Self) {
        (self.steer, self.chance) = (before.steer, before.chance.clone());
    }

    /// Turns the camera to the led character.
    pub fn look(&mut self) {
        self.camera = Follower::new(self.place(), screen::room_size(&self.stage), self.screen());
        self.move_camera();
    }

    fn move_camera(&mut self) {
        self.stage.set_camera(self.camera.at.x, self.camera.at.y);
    }

    /// Width and height of the screen.
    fn screen(&self) -> IVec2 {
        let (width, height) = screen::screen_size(&self.stage);
        IVec2::new(width as i32, height as i32)
    }

    /// Makes the shadow table that actors are drawn through.
    ///
    /// # Errors
    /// The version has none (C51), or it has other ones.
    pub fn make_shadow_table(&mut self, shade: Shade) -> Result<()> {
        if !matches!(self.stage.dialect().version(), 5 | 6) {
            bail!("games of version {} have other shadow tables", self.stage.dialect().version());
        }
        self.stage.make_shadow_table(0, shade.factors.map(i32::from), shade.first..=shade.last, 0..256)?;
        self.shade = Some(shade);
        Ok(())
    }
}

/// The led character.
impl World {
    /// The character that is led.
    pub fn character(&self) -> &Character {
        &self.characters[self.led]
    }

    /// Its actor.
    pub fn actor(&self) -> Option<&Actor> {
        self.character().actor(&self.stage)
    }

    /// Its position in pixels of the room.
    pub fn place(&self) -> IVec2 {
        self.character().place(&self.stage)
    }
}

/// Time.
impl World {
    /// Plays one frame and returns what happened. With `alone` the led character acts by itself, too.
    ///
    /// # Errors
    /// The stage lacks an actor.
    pub fn step(&mut self, alone: bool) -> scumm_room::Result<Vec<Event>> {
        // The stage draws the strips that the camera saw last, so the camera comes first.
        self.move_camera();
        self.let_characters_act(alone)?;
        self.walk_on()?;
        self.stage.tick(&mut self.chance);
        let events = self.stage.take_events();
        self.stage.cycle_colours(self.jiffies);
        self.camera.follow(self.place());
        Ok(events)
    }

    fn let_characters_act(&mut self, alone: bool) -> scumm_room::Result<()> {
        for i in 0..self.characters.len() {
            self.characters[i].tick(&mut self.stage)?;
            if i == self.led && !alone {
                continue;
            }
            if let Some(command) = self.characters[i].next_command(&self.stage) {
                if matches!(command, ActorCommand::Say(_)) {
                    self.hush_all()?;
                }
                self.characters[i].act(&mut self.stage, command)?;
            }
        }
        Ok(())
    }

    /// Ends all talk: as in the original, one actor talks at a time.
    fn hush_all(&mut self) -> scumm_room::Result<()> {
        let Self { stage, characters, .. } = self;
        characters.iter_mut().filter(|character| character.is_talking()).try_for_each(|c| c.hush(stage))
    }

    /// Walks on in the direction of the arrows that are held.
    fn walk_on(&mut self) -> scumm_room::Result<()> {
        if self.steer == IVec2::ZERO {
            return Ok(());
        }
        let Some(actor) = self.actor() else { return Ok(()) };
        let stride = IVec2::new(i32::from(actor.speed.0), i32::from(actor.speed.1)).max(IVec2::ONE) * AHEAD;
        let goal = actor.pos.as_ivec2() + self.steer.signum() * stride;
        self.stage.walk(self.character().number, goal.x, goal.y, -1)
    }
}

/// What the user asks for.
impl World {
    /// Does something; returns what there is to say about it.
    ///
    /// # Errors
    /// It can't be done.
    pub fn perform(&mut self, action: Action, game: &Game) -> Result<Option<String>> {
        match action {
            Action::WalkTo(pixel) => {
                let goal = Placement::of(&self.stage).in_room(pixel.as_ivec2());
                self.lead(ActorCommand::Walk(goal))?;
            }
            Action::FaceTo(pixel) => self.face(pixel)?,
            Action::Steer { direction, held } => {
                self.steer += if held { direction } else { -direction };
                if self.steer == IVec2::ZERO {
                    self.stage.stop(self.character().number)?;
                }
            }
            Action::Turn(by) => {
                let step = if self.stage.dialect().is_v7_plus() { 45 } else { 90 };
                let facing = self.actor().map_or(0, |a| i32::from(a.facing));
                self.lead(ActorCommand::Face((facing + by * step).rem_euclid(360)))?;
            }
            Action::Talk => self.talk()?,
            Action::Gesture => {
                let shown = self.characters[self.led].gesture(&mut self.stage)?;
                if !shown {
                    return Ok(Some("no gesture; A shows what there is".to_owned()));
                }
            }
            Action::Shadow => {
                if self.shade.is_none() {
                    self.make_shadow_table(DUSK)?;
                }
                self.characters[self.led].toggle_shadow(&mut self.stage)?;
            }
            Action::Lead(number) => return Ok(self.lead_other(number)?),
            Action::LeadNext(by) => {
                let count = i64::try_from(self.characters.len()).unwrap_or(1);
                let next = (self.led as i64 + i64::from(by)).rem_euclid(count);
                return Ok(self.lead_other(usize::try_from(next).unwrap_or(0))?);
            }
            Action::Animation(by) => return Ok(self.animate(by)?),
            Action::Costume(by) => return Ok(self.change_costume(by, game)),
            _ => {}
        }
        Ok(None)
    }

    /// Lets the led character do something.
    fn lead(&mut self, command: ActorCommand) -> scumm_room::Result<()> {
        self.characters[self.led].act(&mut self.stage, command)
    }

    /// Turns to the eighth of the compass in which a pixel of the screen lies.
    fn face(&mut self, pixel: UVec2) -> scumm_room::Result<()> {
        let Some(actor) = self.actor() else { return Ok(()) };
        let there = pixel.as_ivec2() - Placement::of(&self.stage).on_screen(actor.pos.as_ivec2());
        let degrees = f64::from(there.x).atan2(f64::from(-there.y)).to_degrees().round() as i32;
        self.lead(ActorCommand::Face(normalize(degrees).into()))
    }

    fn talk(&mut self) -> scumm_room::Result<()> {
        let stops = self.character().is_talking();
        self.hush_all()?;
        if stops { Ok(()) } else { self.characters[self.led].talk(&mut self.stage) }
    }

    /// Leads another character from now on.
    fn lead_other(&mut self, number: usize) -> scumm_room::Result<Option<String>> {
        if number == self.led || number >= self.characters.len() {
            return Ok(None);
        }
        (self.led, self.steer) = (number, IVec2::ZERO);
        self.characters[number].take_over(&mut self.stage)?;
        Ok(Some(self.character().name.to_string()))
    }

    /// Starts the next animation of the costume.
    fn animate(&mut self, by: i32) -> scumm_room::Result<Option<String>> {
        let Some(costume) = self.stage.costume(self.character().costume) else { return Ok(None) };
        let numbers = chores::frames(costume);
        let Some(next) = step_in(&numbers, self.character().animation, by) else { return Ok(None) };
        self.characters[self.led].animation = next;
        self.lead(ActorCommand::Play(next))?;
        Ok(Some(format!("animation {next}")))
    }

    /// Puts on the next costume that can be worn.
    fn change_costume(&mut self, by: i32, game: &Game) -> Option<String> {
        let all: Vec<u16> = game.costumes().map(|c| c.id).collect();
        let mut next = self.character().costume;
        for _ in 0..all.len() {
            next = step_in(&all, next, by).unwrap_or(next);
            match self.characters[self.led].put_on(game, &mut self.stage, next) {
                Ok(()) => return Some(format!("costume {next}")),
                Err(error) => log::warn!("costume {next} is passed over: {}", line(&error)),
            }
        }
        None
    }
}

/// The number that stands `by` places behind `now` in a list that closes on itself; the first where `now` is not in it.
pub fn step_in(all: &[u16], now: u16, by: i32) -> Option<u16> {
    let at = all.iter().position(|&n| n == now).and_then(|i| i64::try_from(i).ok());
    let count = i64::try_from(all.len()).ok().filter(|&n| n > 0)?;
    let next = at.map_or(0, |at| (at + i64::from(by)).rem_euclid(count));
    all.get(usize::try_from(next).ok()?).copied()
}

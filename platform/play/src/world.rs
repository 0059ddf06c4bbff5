//! The game world: a room on a stage, the characters of the game, and the objects that they use.

use std::collections::BTreeSet;

use anyhow::{Result, ensure};
use glam::{IVec2, UVec2};
use scumm_engine::{Actor, ActorId, Event, Facing, Game, Operation, Snapshot, SplitMix64};
use scumm_media::text::error_chain;
use scumm_platform::InputDevice;
use scumm_tools::casting::Cast;
use scumm_tools::casting::standing;
use scumm_tools::chores;
use scumm_tools::shade::{DUSK, ShadowDefinition};
use serde::{Deserialize, Serialize};

use crate::cast::{ActorCommand, Errand, ErrandStep, Exit, OPEN, OpenDoor, UsableObject};
use crate::character::{Character, Tour};
use crate::controls::WorldCommand;
use crate::list::around;
use crate::opening::{self, enter_all};
use crate::record::{EFFECT, RecordedStage};
use crate::screen::Placement;

/// The number of steps that the actor walks ahead while an arrow is held.
const AHEAD: i32 = 3;

/// The characters of a game with drawable costumes, and the visible room.
pub struct RoomSession {
    /// The stage with the actors.
    pub stage: RecordedStage,
    /// The changeable state apart from the stage.
    pub now: Moment,
    /// The objects that the characters use.
    pub objects: Vec<UsableObject>,
    /// Lines of help for the user.
    pub help: Vec<String>,
    /// Lines of help for a user with a game controller; without them `help` is shown.
    pub pad_help: Vec<String>,
    /// The casting of the game, if rooms are to contain the actors that the game's scripts put
    /// there.
    pub people: Option<Cast>,
    /// The limbs of the controlled actor that the user selects and hides.
    pub limbs: LimbView,
}

/// The limbs that the user selects and hides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LimbView {
    /// The selected limb.
    pub selected: Option<u8>,
    /// The hidden limbs as bits, limb 0 in the lowest bit.
    pub hidden: u16,
}

/// The state of a world, without the parts that never change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RoomSessionState {
    /// The state of the stage.
    pub stage: Snapshot,
    /// The changeable state apart from the stage.
    #[serde(flatten)]
    pub now: Moment,
    /// The source of random numbers.
    pub chance: SplitMix64,
}

/// The changeable state of a world apart from the stage.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    /// The characters, at least one.
    #[serde(rename = "parts")]
    pub characters: Vec<Character>,
    /// The index of the character that the user controls.
    pub led: usize,
    /// The definition of the shadow table, if there is one.
    pub shade: Option<ShadowDefinition>,
    /// The sum of the directions of the held arrow keys. It is not stored in files, because no key
    /// is held when a session is resumed.
    #[serde(skip)]
    pub steer: IVec2,
    /// The open doors that will close.
    pub doors: Vec<OpenDoor>,
    /// The number of the door at whose threshold the controlled character stands.
    pub on_step: Option<u16>,
    /// Whether the room was entered and no frame has been played in it yet.
    pub entered: bool,
}

impl Moment {
    /// Returns the controlled character mutably.
    pub fn leader(&mut self) -> &mut Character {
        &mut self.characters[self.led]
    }
}

/// Creation, state, and the controlled character.
impl RoomSession {
    /// Creates a world with these characters.
    pub fn new(stage: RecordedStage, characters: Vec<Character>) -> Self {
        let now = Moment {
            characters,
            ..Moment::default()
        };
        Self {
            stage,
            now,
            objects: Vec::new(),
            help: Vec::new(),
            pad_help: Vec::new(),
            people: None,
            limbs: LimbView::default(),
        }
    }

    /// Returns the number of the visible room.
    pub fn room(&self) -> u16 {
        self.stage.room_number()
    }

    /// Returns the controlled character.
    pub fn character(&self) -> &Character {
        &self.now.characters[self.now.led]
    }

    /// Returns the actor of the controlled character.
    pub fn actor(&self) -> Option<&Actor> {
        self.character().actor(&self.stage)
    }

    /// Returns the lines of help for a user of a device.
    pub fn help_for(&self, device: InputDevice) -> &[String] {
        if device == InputDevice::Pad && !self.pad_help.is_empty() {
            &self.pad_help
        } else {
            &self.help
        }
    }

    /// Returns a text with the number of the room, and that of the costume if there is one.
    pub fn description(&self) -> String {
        match self.character().costume {
            0 => format!("room {}", self.room()),
            costume => format!("room {}, costume {costume}", self.room()),
        }
    }

    /// Returns the position of the controlled actor in pixels of the room.
    pub fn place(&self) -> IVec2 {
        self.actor().map_or(IVec2::ZERO, |a| {
            a.pos.as_ivec2() * standing::unit(self.stage.dialect())
        })
    }

    /// Returns the present state, which reuses the memory of the state `spare` if there is one.
    pub fn save(&self, spare: Option<RoomSessionState>) -> RoomSessionState {
        let stage = match spare.map(|state| state.stage) {
            Some(mut stage) => {
                stage.update(&self.stage);
                stage
            }
            None => self.stage.save(),
        };
        RoomSessionState {
            stage,
            now: self.now.clone(),
            chance: *self.stage.random(),
        }
    }

    /// Restores a state of the same game.
    ///
    /// # Errors
    /// Returns an error if the state belongs to another stage, or if actors are missing.
    pub fn restore(
        &mut self,
        RoomSessionState { stage, now, chance }: &RoomSessionState,
    ) -> Result<()> {
        let count = now.characters.len();
        ensure!(
            now.led < count,
            "expected a controlled actor below {count}, found {}",
            now.led
        );
        self.stage.restore(stage, chance)?;
        for character in &now.characters {
            self.stage.actor(character.number)?;
        }
        self.now.clone_from(now);
        Ok(())
    }

    /// Moves the camera to the controlled character, which it follows from then on.
    ///
    /// # Errors
    /// Returns an error if the stage does not have the actor.
    pub fn look(&mut self) -> Result<()> {
        let x = self.place().x.clamp(i16::MIN.into(), i16::MAX.into());
        self.stage.run(Operation::StandCamera { x: x as i16 })?;
        self.follow()
    }

    /// Makes the camera follow the controlled character.
    fn follow(&mut self) -> Result<()> {
        self.stage.run(Operation::FollowWithCamera {
            actor: ActorId::new(self.character().number)?,
            jump: false,
        })
    }

    /// Sets the shadow tables through which actors are drawn.
    ///
    /// # Errors
    /// Returns an error if the version does not draw actors through a table (C51).
    pub fn make_shadow_tables(&mut self, shade: ShadowDefinition) -> Result<()> {
        self.stage.make_shadow_tables(&shade)?;
        self.now.shade = Some(shade);
        Ok(())
    }
}

/// Rooms.
impl RoomSession {
    /// Leaves the room and enters another, in which no actor is visible yet.
    fn enter_room(&mut self, game: &Game, room: u16) -> Result<()> {
        self.hush_all()?;
        for door in std::mem::take(&mut self.now.doors) {
            self.stage.show_object(door.object, 0)?;
        }
        self.stage.enter_room(game, room)?;
        // Entering a room resets the shadow tables (Y13).
        if let Some(shade) = self.now.shade {
            self.stage.make_shadow_tables(&shade)?;
        }
        self.now.on_step = None;
        self.now.entered = true;
        Ok(())
    }

    /// Shows the actors of the entered room, the controlled character first.
    fn appear(&mut self) -> Result<()> {
        self.stage.run(Operation::ShowActors {})?;
        self.look()
    }

    /// Enters the next room with a picture, together with the controlled character. If the actors
    /// of the new room are known, they replace all characters, and the user controls one of them.
    fn change_room(&mut self, by: i32, game: &Game) -> Result<Option<String>> {
        let all: Vec<u16> = game.rooms().collect();
        let (here, mut next) = (self.room(), self.room());
        for _ in 0..all.len() {
            next = step_in(&all, next, by).unwrap_or(next);
            if next == here {
                break;
            }
            let entered = match self.stage.load_room(game, next) {
                Ok(room) if !opening::has_picture(&room) => continue,
                Ok(_) => self.enter_room(game, next),
                Err(error) => Err(error),
            };
            match entered {
                Ok(()) => {
                    if !self.meet_people()? {
                        self.settle(here)?;
                    }
                    return Ok(Some(format!("room {next}")));
                }
                Err(error) => log::warn!("room {next} is skipped: {}", error_chain(&error)),
            }
        }
        Ok(Some("no other room has a picture".to_owned()))
    }

    /// Replaces all characters with the known actors of the entered room. Returns `false` if none
    /// is known.
    fn meet_people(&mut self) -> Result<bool> {
        let people = enter_all(self.people.as_ref(), &mut self.stage)?;
        if people.is_empty() {
            return Ok(false);
        }
        let before = std::mem::replace(&mut self.now.characters, people);
        self.now.led = 0;
        for Character { number, .. } in before {
            if self
                .now
                .characters
                .iter()
                .all(|character| character.number != number)
            {
                let actor = ActorId::new(number)?;
                self.stage.run(Operation::Kill { actor })?;
            }
        }
        self.appear()?;
        Ok(true)
    }

    /// Puts the controlled character into the entered room: behind the door that leads there from
    /// the room `from`, or else at the position with the most floor.
    fn settle(&mut self, from: u16) -> Result<()> {
        let room = self.room();
        let mut doors = self.objects.iter().filter(|object| object.room == from);
        let exit = doors.find_map(|object| object.to.filter(|exit| exit.room == room));
        let place = match exit {
            Some(exit) => IVec2::from(exit.at),
            None => standing::in_stage(&self.stage),
        };
        let tour = Tour::from_stage(&self.stage, place);
        let character = self.now.leader();
        character.errand = None;
        character.tour(tour);
        let Character {
            number, costume, ..
        } = *character;
        if costume != 0 {
            self.stage.heed_boxes(number)?;
        }
        self.stage.put(number, place.into(), room)?;
        self.appear()
    }

    /// Moves a character through a door.
    fn go_through(&mut self, i: usize, exit: Exit, game: &Game) -> Result<()> {
        let number = self.now.characters[i].number;
        if i == self.now.led {
            self.enter_room(game, exit.room)?;
        }
        self.stage.put(number, exit.at, exit.room)?;
        self.stage.run(Operation::SetDirection {
            actor: ActorId::new(number)?,
            angle: exit.facing,
        })?;
        self.open(exit.object)?;
        if i == self.now.led {
            self.appear()
        } else {
            Ok(())
        }
    }

    /// Opens a door that closes by itself.
    fn open(&mut self, object: u16) -> Result<()> {
        self.now.doors.retain(|door| door.object != object);
        self.now.doors.push(OpenDoor { object, left: OPEN });
        self.stage.show_object(object, 1)
    }

    fn shut_doors(&mut self) -> Result<()> {
        for door in &mut self.now.doors {
            door.left = door.left.saturating_sub(1);
            if door.left == 0 {
                self.stage.show_object(door.object, 0)?;
            }
        }
        self.now.doors.retain(|door| door.left > 0);
        Ok(())
    }

    /// Advances the errand of every character.
    fn use_objects(&mut self, game: &Game) -> Result<()> {
        for i in 0..self.now.characters.len() {
            let character = &mut self.now.characters[i];
            let moving = character.is_moving(&self.stage);
            let Some(errand) = &mut character.errand else {
                continue;
            };
            let step = errand.tick(moving);
            let room = self.stage.actor(character.number)?.room;
            let wanted = errand.object;
            let Some(object) = self
                .objects
                .iter()
                .find(|o| (o.object, o.room) == (wanted, room))
            else {
                character.errand = None;
                continue;
            };
            let (number, to, at) = (character.number, object.to, object.at);
            let is_here = room == self.room();
            match step {
                ErrandStep::Wait => {}
                ErrandStep::Walk => self.stage.walk(number, at, object.facing)?,
                ErrandStep::Arrive if is_here && object.is_reached_by(&self.stage, number) => {
                    match to {
                        Some(_) => self.open(wanted)?,
                        None => {
                            self.now.characters[i].errand = None;
                            let state = u8::from(self.stage.objects().state(wanted)? == 0);
                            self.stage.show_object(wanted, state)?;
                        }
                    }
                }
                ErrandStep::Arrive if is_here => self.now.characters[i].errand = None,
                // A character in another room is not visible, so the door opens without delay.
                ErrandStep::Arrive | ErrandStep::GoThrough => {
                    self.now.characters[i].errand = None;
                    if let Some(exit) = to {
                        self.go_through(i, exit, game)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Sends the controlled character through a door whose threshold it has reached.
    fn notice_doors(&mut self) {
        let number = self.character().number;
        let mut objects = self.objects.iter();
        let door = match objects.find(|object| object.is_stepped_on_by(&self.stage, number)) {
            Some(door) if door.room == self.room() => Some(door.object),
            _ => None,
        };
        let is_new = door != self.now.on_step;
        let is_free = self.character().errand.is_none();
        if is_new && is_free {
            self.now.leader().errand = door.map(Errand::to);
        }
        self.now.on_step = door;
    }
}

/// Time.
impl RoomSession {
    /// Plays one frame and returns its events. With `unled` the controlled character acts by
    /// itself, too.
    ///
    /// # Errors
    /// Returns an error if the stage lacks an actor, or if the room behind a door cannot be shown.
    pub fn step(&mut self, unled: bool, game: &Game) -> Result<Vec<Event>> {
        self.let_characters_act(unled)?;
        self.use_objects(game)?;
        self.walk_on()?;
        self.shut_doors()?;
        // An animation may have shown a hidden limb again.
        self.stage
            .hide_limbs(self.character().number, self.limbs.hidden)?;
        let events = self.stage.tick()?;
        if std::mem::take(&mut self.now.entered) {
            let effect = Some(EFFECT);
            self.stage.run(Operation::FadeIn { effect })?;
        }
        self.notice_doors();
        Ok(events)
    }

    fn let_characters_act(&mut self, unled: bool) -> Result<()> {
        for i in 0..self.now.characters.len() {
            self.now.characters[i].tick(&mut self.stage)?;
            let is_led = i == self.now.led;
            if is_led && !unled {
                continue;
            }
            if let Some(command) = self.now.characters[i].next_command(&self.stage, is_led) {
                if matches!(command, ActorCommand::Say(_)) {
                    // Characters in other rooms do not talk (Y61).
                    if !self.now.characters[i].is_here(&self.stage) {
                        continue;
                    }
                    self.hush_all()?;
                }
                self.now.characters[i].act(&mut self.stage, command)?;
            }
        }
        Ok(())
    }

    /// Makes all characters stop talking, because only one actor talks at a time, as in the
    /// original engine.
    fn hush_all(&mut self) -> Result<()> {
        let mut talking = self
            .now
            .characters
            .iter_mut()
            .filter(|character| character.talking);
        talking.try_for_each(|character| character.hush(&mut self.stage))
    }

    /// Makes the controlled character walk in the direction of the held arrows.
    fn walk_on(&mut self) -> Result<()> {
        if self.now.steer == IVec2::ZERO || self.character().errand.is_some() {
            return Ok(());
        }
        let Some(actor) = self.actor() else {
            return Ok(());
        };
        let stride =
            IVec2::new(i32::from(actor.speed.0), i32::from(actor.speed.1)).max(IVec2::ONE) * AHEAD;
        let goal = actor.pos.as_ivec2() + self.now.steer.signum() * stride;
        // Boxes keep an actor in the visible area; an actor that ignores boxes is kept inside the
        // room.
        let last = standing::room_size(&self.stage) / standing::unit(self.stage.dialect()) - 1;
        let goal = if actor.ignore_boxes {
            goal.clamp(IVec2::ZERO, last.max(IVec2::ZERO))
        } else {
            goal
        };
        self.stage.walk(self.character().number, goal.into(), -1)
    }
}

/// Commands of the user.
impl RoomSession {
    /// Performs a command. Returns the text to show, if any.
    ///
    /// # Errors
    /// Returns an error if the command fails.
    pub fn perform(&mut self, command: WorldCommand, game: &Game) -> Result<Option<String>> {
        match command {
            WorldCommand::WalkTo(pixel) => {
                let place = Placement::from_stage(&self.stage);
                let there = place.pixel_in_room(pixel.as_ivec2());
                let object = self
                    .objects
                    .iter()
                    .find(|object| object.is_at(&self.stage, there));
                let goal = || ActorCommand::Walk(place.in_room(pixel.as_ivec2()));
                self.lead(object.map_or_else(goal, |object| ActorCommand::Use(object.object)))?;
            }
            WorldCommand::FaceTo(pixel) => self.face(pixel)?,
            WorldCommand::Steer { direction, held } => {
                self.now.steer += if held { direction } else { -direction };
                if self.now.steer == IVec2::ZERO {
                    self.stage.stop(self.character().number)?;
                }
            }
            WorldCommand::Turn(by) => {
                let costume = self.stage.costume(self.character().costume);
                let step = if costume.is_some_and(|costume| costume.has_eight_directions()) {
                    45
                } else {
                    90
                };
                let facing = self.actor().map_or(0, |a| i32::from(a.facing));
                self.lead(ActorCommand::Face((facing + by * step).rem_euclid(360)))?;
            }
            WorldCommand::Talk => self.talk()?,
            WorldCommand::Gesture => {
                let shown = self.now.leader().gesture(&mut self.stage)?;
                if !shown {
                    return Ok(Some(
                        "this costume has no gesture; A shows its animations".to_owned(),
                    ));
                }
            }
            WorldCommand::Shadow => {
                if self.now.shade.is_none() {
                    self.make_shadow_tables(DUSK)?;
                }
                self.now.leader().toggle_shadow(&mut self.stage)?;
            }
            WorldCommand::Lead(number) => return self.lead_other(number, game),
            WorldCommand::LeadNext(by) => {
                return self.lead_other(around(self.now.led, by, self.now.characters.len()), game);
            }
            WorldCommand::Animation(by) => return self.animate(by),
            WorldCommand::Room(by) => return self.change_room(by, game),
            WorldCommand::Costume(by) => return self.change_costume(by, game),
        }
        Ok(None)
    }

    /// Performs a command with the controlled character.
    fn lead(&mut self, command: ActorCommand) -> Result<()> {
        self.now.leader().act(&mut self.stage, command)
    }

    /// Turns the character to the one of eight directions that is nearest to a pixel of the screen.
    fn face(&mut self, pixel: UVec2) -> Result<()> {
        let Some(actor) = self.actor() else {
            return Ok(());
        };
        let there =
            pixel.as_ivec2() - Placement::from_stage(&self.stage).on_screen(actor.pos.as_ivec2());
        let degrees = f64::from(there.x)
            .atan2(f64::from(-there.y))
            .to_degrees()
            .round() as i32;
        self.lead(ActorCommand::Face(
            Facing::snapped(degrees).degrees().into(),
        ))
    }

    fn talk(&mut self) -> Result<()> {
        let stops = self.character().talking;
        self.hush_all()?;
        if stops {
            Ok(())
        } else {
            self.now.leader().talk(&mut self.stage)
        }
    }

    /// Selects the next limb that shows a cel or is hidden, and returns the text to show.
    pub fn select_limb(&mut self, by: i32) -> String {
        let costume = self.stage.costume(self.character().costume);
        let mut limbs = BTreeSet::new();
        if let (Some(costume), Some(actor)) = (costume, self.actor()) {
            for cel in costume.shown_cels(&actor.anim) {
                limbs.insert(u16::from(cel.limb));
            }
        }
        limbs.extend((0..16).filter(|limb| self.limbs.hidden & (1 << limb) != 0));
        let limbs: Vec<u16> = limbs.into_iter().collect();
        // No limb is at the number 16.
        let now = self.limbs.selected.map_or(16, u16::from);
        let Some(next) = step_in(&limbs, now, by) else {
            return "the costume shows no limb".to_owned();
        };
        self.limbs.selected = u8::try_from(next).ok();
        format!("limb {next}; X hides it")
    }

    /// Hides or shows the selected limb, and returns the text to show.
    ///
    /// # Errors
    /// Returns an error while a scene is recorded, because a scene cannot hide limbs.
    pub fn toggle_limb(&mut self) -> Result<String> {
        ensure!(
            !self.stage.is_recording(),
            "limbs cannot be hidden while a scene is recorded"
        );
        let Some(limb) = self.limbs.selected else {
            return Ok("no limb is selected; L selects one".to_owned());
        };
        let bit = 1 << limb;
        self.limbs.hidden ^= bit;
        if self.limbs.hidden & bit != 0 {
            return Ok(format!("limb {limb} is hidden"));
        }
        self.stage.show_limbs(self.character().number, bit)?;
        Ok(format!("limb {limb} is shown"))
    }

    /// Shows all hidden limbs.
    ///
    /// # Errors
    /// Returns an error if the stage does not have the actor.
    pub fn show_all_limbs(&mut self) -> Result<()> {
        let hidden = std::mem::take(&mut self.limbs).hidden;
        self.stage.show_limbs(self.character().number, hidden)
    }

    /// Changes the controlled character, and shows the room of the newly controlled character.
    fn lead_other(&mut self, number: usize, game: &Game) -> Result<Option<String>> {
        if number == self.now.led || number >= self.now.characters.len() {
            return Ok(None);
        }
        let room = self.now.characters[number]
            .actor(&self.stage)
            .map_or(0, |actor| actor.room);
        let is_elsewhere = room != self.room();
        if is_elsewhere {
            self.enter_room(game, room)?;
        }
        self.show_all_limbs()?;
        self.now.led = number;
        self.now.steer = IVec2::ZERO;
        self.now.on_step = None;
        if is_elsewhere {
            self.appear()?;
        } else {
            self.follow()?;
        }
        self.now.characters[number].take_over(&mut self.stage)?;
        let character = self.character();
        Ok(Some(if character.name.is_empty() {
            format!("actor {}", character.number)
        } else {
            character.title()
        }))
    }

    /// Starts the next animation of the costume.
    fn animate(&mut self, by: i32) -> Result<Option<String>> {
        let Some(costume) = self.stage.costume(self.character().costume) else {
            return Ok(None);
        };
        let numbers = chores::frames(costume);
        let Some(next) = step_in(&numbers, self.character().animation, by) else {
            return Ok(None);
        };
        self.now.leader().animation = next;
        self.lead(ActorCommand::Play(next))?;
        Ok(Some(format!("animation {next}")))
    }

    /// Puts on the next usable costume.
    fn change_costume(&mut self, by: i32, game: &Game) -> Result<Option<String>> {
        let all: Vec<u16> = game.costumes().collect();
        let Character {
            number, costume, ..
        } = *self.character();
        if costume == 0 {
            // Before, the character had no costume and ignored the boxes, so that the user could
            // scroll the room.
            self.stage.heed_boxes(number)?;
        }
        let mut next = costume;
        for _ in 0..all.len() {
            next = step_in(&all, next, by).unwrap_or(next);
            let character = self.now.leader();
            let worn = character.put_on(&mut self.stage, next);
            match worn.and_then(|()| character.be_seen(&mut self.stage)) {
                Ok(()) => return Ok(Some(format!("costume {next}"))),
                Err(error) => log::warn!("costume {next} is skipped: {}", error_chain(&error)),
            }
        }
        Ok(None)
    }
}

/// Returns the number `by` places after `now` in a cyclic list; the first if `now` is not in the
/// list.
pub fn step_in(all: &[u16], now: u16, by: i32) -> Option<u16> {
    let at = all.iter().position(|&number| number == now);
    all.get(at.map_or(0, |at| around(at, by, all.len())))
        .copied()
}

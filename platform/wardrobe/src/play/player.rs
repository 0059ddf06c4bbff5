//! The game that is played: actors on a stage, one of them led by the user.

use std::collections::VecDeque;
use std::time::Duration;

use glam::IVec2;
use scumm_engine::game::Game;
use scumm_engine::{Actor, Event, FaultsTold};
use scumm_platform::{App, Frame, Input, Request};
use scumm_room::Palette;

use super::camera::Follower;
use super::controls::action;
use super::overlay;
use super::part::Part;
use super::record::Record;
use super::screen::{self, Placement};
use super::set::Set;
use super::timetable::Deed;
use crate::chance::Chance;
use crate::outcome::line;
use crate::paint::{Inks, LETTER, Paint};

/// How many steps ahead a held arrow lets the actor walk.
const AHEAD: i32 = 3;
/// Frames for which a caption stays.
const CAPTION: u32 = 20;
/// Frames for which the help stays, unless a key is pressed.
const HELP: u32 = 120;

/// A game with actors in one room of it.
pub struct Player {
    pub(super) game: Game,
    pub(super) set: Set,
    /// The actor that the user leads, among the set's.
    pub(super) led: usize,
    /// The actor that the user leads acts by itself too.
    by_itself: bool,
    camera: Follower,
    chance: Chance,
    pub(super) steer: IVec2,
    pub(super) paused: bool,
    pub(super) overlay: bool,
    caption: Option<(String, u32)>,
    /// Frames for which the help is still shown.
    help: u32,
    pub(super) requests: VecDeque<Request>,
    pub(super) done: bool,
    faults: FaultsTold,
    pixels: Vec<u8>,
    palette: Palette,
    digest: crc32fast::Hasher,
    /// What was recorded of a room that was left.
    recorded: Option<Record>,
}

impl Player {
    /// Begins to play; `by_itself`: nobody leads any actor.
    pub fn new(game: Game, set: Set, by_itself: bool) -> Self {
        let mut player = Self {
            camera: Follower::new(IVec2::ZERO, IVec2::ONE, IVec2::ONE),
            chance: Chance::default(),
            led: 0,
            by_itself,
            steer: IVec2::ZERO,
            paused: false,
            overlay: false,
            caption: None,
            help: if by_itself { 0 } else { HELP },
            requests: VecDeque::new(),
            done: false,
            faults: FaultsTold::default(),
            pixels: Vec::new(),
            palette: Palette::default(),
            digest: crc32fast::Hasher::new(),
            recorded: None,
            game,
            set,
        };
        player.enter();
        player
    }

    /// Shows or hides boxes, bounds and limbs.
    pub fn with_overlay(mut self, on: bool) -> Self {
        self.overlay = on;
        self
    }

    /// A CRC-32 of the stage after each tick so far, whatever was shown of it.
    pub fn digest(&self) -> u32 {
        self.digest.clone().finalize()
    }

    /// The actor that is led.
    pub(super) fn part(&self) -> &Part {
        &self.set.parts[self.led]
    }

    pub(super) fn actor(&self) -> Option<&Actor> {
        self.part().actor(&self.set.stage)
    }

    /// Where the led actor is, in pixels of the room.
    pub(super) fn place(&self) -> IVec2 {
        self.part().place(&self.set.stage)
    }

    /// What was recorded since the beginning; the recording ends.
    pub fn end_record(&mut self) -> Option<Record> {
        self.recorded.take().or_else(|| self.set.stage.end_record())
    }

    /// Goes to another set. A scene has one room: a recording ends here.
    pub(super) fn change_set(&mut self, mut set: Set) {
        set.stage.end_record();
        if let Some(record) = self.end_record() {
            log::warn!("the recording ends with this room");
            self.recorded = Some(record);
        }
        (self.set, self.led) = (set, 0);
        self.enter();
    }

    /// Sets up what belongs to the room that was entered.
    fn enter(&mut self) {
        let stage = &self.set.stage;
        let (width, height) = screen::screen_size(stage);
        let size = screen::room_size(stage);
        self.camera = Follower::new(self.place(), size, IVec2::new(width as i32, height as i32));
        self.look();
        self.retitle();
    }

    fn look(&mut self) {
        self.set.stage.set_camera(self.camera.at.x, self.camera.at.y);
    }

    /// Tells the window what is played.
    pub(super) fn retitle(&mut self) {
        let (room, part) = (self.set.room, self.part());
        let who = if part.name.is_empty() { String::new() } else { format!("{}, ", part.name) };
        let pause = if self.paused { " (paused)" } else { "" };
        let title = format!("wardrobe: {who}room {room}, costume {}{pause}", part.costume);
        self.requests.push_back(Request::Title(title));
    }

    /// Shows a line for a while.
    pub(super) fn caption(&mut self, text: String) {
        self.caption = Some((text, CAPTION));
        self.retitle();
    }

    /// One engine frame.
    pub(super) fn step(&mut self) -> scumm_room::Result<()> {
        // The frame that is drawn next shows what the camera has seen last: strips come into view drawn.
        self.look();
        self.lead_the_others()?;
        self.walk_on()?;
        let stage = &mut self.set.stage;
        stage.tick(&mut self.chance);
        stage.front().rows().for_each(|row| self.digest.update(row));
        for event in stage.take_events() {
            report(&event, &mut self.faults);
        }
        stage.cycle_colours(self.set.jiffies);
        self.camera.follow(self.place());
        self.caption = self.caption.take().and_then(|(text, left)| Some((text, left.checked_sub(1)?)));
        self.help = self.help.saturating_sub(1);
        Ok(())
    }

    /// Lets those act whom nobody leads.
    fn lead_the_others(&mut self) -> scumm_room::Result<()> {
        for i in 0..self.set.parts.len() {
            let Set { stage, parts, .. } = &mut self.set;
            parts[i].tick(stage)?;
            if i == self.led && !self.by_itself {
                continue;
            }
            if let Some(deed) = parts[i].next_deed(stage) {
                if matches!(deed, Deed::Say(_)) {
                    self.hush_all()?;
                }
                let Set { stage, parts, .. } = &mut self.set;
                parts[i].act(stage, deed)?;
            }
        }
        Ok(())
    }

    /// Ends all talk: as in the original, one talks at a time.
    pub(super) fn hush_all(&mut self) -> scumm_room::Result<()> {
        let Set { stage, parts, .. } = &mut self.set;
        parts.iter_mut().filter(|part| part.is_talking()).try_for_each(|part| part.hush(stage))
    }

    /// Walks on in the direction of the arrows that are held.
    fn walk_on(&mut self) -> scumm_room::Result<()> {
        if self.steer == IVec2::ZERO {
            return Ok(());
        }
        let Some(actor) = self.actor() else { return Ok(()) };
        let stride = IVec2::new(i32::from(actor.speed.0), i32::from(actor.speed.1)).max(IVec2::ONE) * AHEAD;
        let goal = actor.pos.as_ivec2() + self.steer.signum() * stride;
        self.set.stage.walk(self.part().number, goal.x, goal.y, -1)
    }

    /// What lies over the picture: words, and the overlay.
    fn annotate(&mut self, width: usize) {
        let Set { stage, parts, help, .. } = &self.set;
        let help = if self.help > 0 { help.as_slice() } else { &[] };
        let speaks = parts.iter().any(|part| part.speech().is_some());
        if !(self.overlay || speaks || self.caption.is_some() || !help.is_empty()) {
            return;
        }
        let inks = Inks::mix(&mut self.palette, &self.pixels);
        let mut paint = Paint::new(&mut self.pixels, width);
        let place = Placement::of(stage);
        for part in parts {
            if let (Some(speech), Some(actor)) = (part.speech(), part.actor(stage)) {
                speech.draw(&mut paint, place.speech(actor), actor.talk_color, inks.black);
            }
        }
        let led = &parts[self.led];
        if let (true, Some(actor)) = (self.overlay, led.actor(stage)) {
            overlay::draw(&mut paint, &inks, stage, actor, led.costume);
        }
        for (line, text) in (0..).zip(help) {
            paint.outlined(IVec2::new(1, 1 + line * (LETTER + 1)), text, inks.white, inks.black);
        }
        if let Some((text, _)) = &self.caption {
            paint.text(IVec2::new(0, paint.size().y - LETTER), text, inks.white, inks.black);
        }
    }
}

/// Nothing here makes sounds or runs scripts: what they are asked for is told.
fn report(event: &Event, faults: &mut FaultsTold) {
    match event {
        Event::Fault { actor, fault } if faults.is_new(*actor, *fault) => log::warn!("actor {actor}: {fault}"),
        other => log::debug!("{other:?}"),
    }
}

impl App for Player {
    fn input(&mut self, input: Input) {
        if let Some(action) = action(input) {
            self.help = 0;
            if let Err(error) = self.act(action) {
                log::warn!("{action:?}: {}", line(&error));
            }
        }
    }

    fn tick(&mut self) {
        if self.paused {
            return;
        }
        if let Err(error) = self.step() {
            log::warn!("{error}");
        }
    }

    fn frame(&mut self) -> scumm_platform::Result<Frame<'_>> {
        let (width, height) = screen::screen_size(&self.set.stage);
        screen::copy(&self.set.stage, &mut self.pixels);
        self.palette.clone_from(self.set.stage.palette());
        self.annotate(width);
        Frame::new(width, height, &self.pixels, &self.palette.0)
    }

    fn tick_interval(&self) -> Duration {
        self.set.stage.dialect().frame_duration(self.set.jiffies)
    }

    fn finished(&self) -> bool {
        self.done
    }

    fn next_request(&mut self) -> Option<Request> {
        self.requests.pop_front()
    }
}

#[cfg(test)]
mod tests;

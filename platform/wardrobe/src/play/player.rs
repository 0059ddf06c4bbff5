//! The game that is played: actors on a stage, one of them led by the user.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, bail};
use glam::IVec2;
use scumm_engine::game::Game;
use scumm_engine::{Actor, Event, FaultsTold};
use scumm_platform::{App, Frame, Input, PadMode, Request};
use scumm_room::Palette;

use super::camera::Follower;
use super::controls::{Action, action};
use super::help::Help;
use super::history::History;
use super::menu::Menu;
use super::origin::Origin;
use super::part::Part;
use super::record::Record;
use super::screen;
use super::session::Session;
use super::set::Set;
use super::timetable::Deed;
use super::view::{Layers, Slowness};
use crate::chance::Chance;
use crate::folders;
use crate::outcome::line;
use crate::settings::Settings;

/// How many steps ahead a held arrow lets the actor walk.
const AHEAD: i32 = 3;
/// Frames for which a caption stays.
const CAPTION: u32 = 20;
/// Frames for which the help stays, unless a key is pressed.
const HELP: u32 = 120;

/// What takes the keys while it is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Panel {
    Menu(Menu),
    Help(Help),
}

/// A game with actors in one room of it.
pub struct Player {
    pub(super) game: Game,
    /// Where the game is; `None` for the demo.
    game_path: Option<PathBuf>,
    origin: Origin,
    pub(super) set: Set,
    /// The actor that the user leads, among the set's.
    pub(super) led: usize,
    /// The actor that the user leads acts by itself too.
    by_itself: bool,
    pub(super) camera: Follower,
    pub(super) chance: Chance,
    pub(super) steer: IVec2,
    pub(super) paused: bool,
    pub(super) slowness: Slowness,
    pub(super) layers: Layers,
    pub(super) panel: Option<Panel>,
    pub(super) history: History,
    pub(super) caption: Option<(String, u32)>,
    /// Frames for which the help is still shown.
    pub(super) help: u32,
    /// What the user has set; what changes is for good.
    pub settings: Settings,
    /// Where pictures and recordings go.
    captures: Option<PathBuf>,
    /// Where the session is kept.
    session: Option<PathBuf>,
    pub(super) requests: VecDeque<Request>,
    pub(super) done: bool,
    faults: FaultsTold,
    pub(super) pixels: Vec<u8>,
    pub(super) palette: Palette,
    digest: crc32fast::Hasher,
    /// What was recorded of a room that was left.
    recorded: Option<Record>,
    /// The room in which the recording began.
    pub(super) record_room: u16,
}

impl Player {
    /// Begins to play; `by_itself`: nobody leads any actor.
    pub fn new(game: Game, set: Set, by_itself: bool) -> Self {
        let mut player = Self {
            camera: Follower::new(IVec2::ZERO, IVec2::ONE, IVec2::ONE),
            chance: Chance::default(),
            game_path: None,
            origin: Origin { room: Some(set.room), ..Origin::default() },
            led: 0,
            by_itself,
            steer: IVec2::ZERO,
            paused: false,
            slowness: Slowness::default(),
            layers: Layers::default(),
            panel: None,
            history: History::new(&set.stage),
            caption: None,
            help: if by_itself { 0 } else { HELP },
            settings: Settings::default(),
            captures: None,
            session: None,
            requests: VecDeque::new(),
            done: false,
            faults: FaultsTold::default(),
            pixels: Vec::new(),
            palette: Palette::default(),
            digest: crc32fast::Hasher::new(),
            recorded: None,
            record_room: set.room,
            game,
            set,
        };
        player.enter();
        player
    }

    /// Tells what the set was made of.
    pub fn with_origin(mut self, origin: Origin) -> Self {
        self.origin = origin;
        self
    }

    /// Tells where the game is.
    pub fn of_game(mut self, path: Option<PathBuf>) -> Self {
        self.game_path = path;
        self
    }

    /// Shows boxes, bounds and limbs.
    pub fn with_overlay(mut self, on: bool) -> Self {
        if on {
            self.layers = Layers::of_actor();
        }
        self
    }

    /// Begins with these settings, which the window has already.
    pub fn with_settings(mut self, settings: Settings) -> Self {
        self.settings = settings;
        self
    }

    /// Keeps pictures and recordings in a folder; else they go where the user's data is.
    pub fn with_captures(mut self, folder: Option<PathBuf>) -> Self {
        self.captures = folder;
        self
    }

    /// Keeps the session in a file when it may be over.
    pub fn with_session(mut self, path: Option<PathBuf>) -> Self {
        self.session = path;
        self
    }

    /// What the set was made of.
    pub(super) fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Where the game is; `None` for the demo.
    pub(super) fn place_of_game(&self) -> Option<&Path> {
        self.game_path.as_deref()
    }

    /// Where pictures and recordings go.
    ///
    /// # Errors
    /// The user has no home.
    pub(super) fn captures(&self) -> Result<PathBuf> {
        self.captures.clone().map_or_else(|| Ok(folders::data()?.join("captures")), Ok)
    }

    /// Goes on where a session of this set ended.
    ///
    /// # Errors
    /// The session's state does not fit.
    pub(super) fn go_on(&mut self, session: &Session) -> Result<()> {
        self.put_back(&session.moment)?;
        self.camera = self.camera.within(screen::room_size(&self.set.stage), self.screen());
        (self.layers, self.origin) = (session.layers, session.origin.clone());
        self.history = History::new(&self.set.stage);
        self.retitle();
        Ok(())
    }

    /// Keeps the session where one is to be kept; what goes wrong is told.
    pub fn keep(&self) {
        let Some(path) = &self.session else { return };
        if let Err(error) = Session::of(self).write(path) {
            log::warn!("the session is not kept: {}", line(&error));
        }
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

    /// Whether what is done is recorded, or was and is not written yet.
    pub(super) fn is_recording(&self) -> bool {
        self.recorded.is_some() || self.set.stage.is_recording()
    }

    /// Begins to record, which is from the beginning: a scene can't begin elsewhere.
    ///
    /// # Errors
    /// The game lacks something of the set.
    pub(super) fn begin_record(&mut self) -> Result<()> {
        let set = self.origin.build(&self.game)?;
        self.record_room = set.room;
        (self.set, self.led, self.chance) = (set, 0, Chance::default());
        self.enter();
        self.caption("recording; F9 ends it".to_owned());
        Ok(())
    }

    /// Goes to another set. A scene has one room: a recording ends here.
    pub(super) fn change_set(&mut self, mut set: Set) {
        set.stage.end_record();
        if let Some(record) = self.end_record() {
            log::warn!("the recording ends with this room");
            self.recorded = Some(record);
        }
        self.origin = Origin { room: Some(set.room), costume: Some(set.parts[0].costume), ..Origin::default() };
        (self.set, self.led) = (set, 0);
        self.enter();
    }

    /// Width and height of the screen.
    fn screen(&self) -> IVec2 {
        let (width, height) = screen::screen_size(&self.set.stage);
        IVec2::new(width as i32, height as i32)
    }

    /// Sets up what belongs to the room that was entered.
    fn enter(&mut self) {
        self.camera = Follower::new(self.place(), screen::room_size(&self.set.stage), self.screen());
        self.history = History::new(&self.set.stage);
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

    /// One engine frame: a new one, or one that was gone back over.
    pub(super) fn step(&mut self) -> Result<()> {
        if self.history.wants_mark() {
            let spare = self.history.spare();
            let moment = self.moment(spare);
            self.history.mark(moment);
        }
        while let Some(action) = self.history.redo() {
            self.perform(action)?;
        }
        let is_new = self.history.is_new();
        self.history.advance();
        self.advance(is_new)?;
        Ok(())
    }

    /// Goes back by a frame.
    ///
    /// # Errors
    /// That is too long ago, or a recording runs, which can't go back.
    pub(super) fn step_back(&mut self) -> Result<()> {
        if self.is_recording() {
            bail!("a recording can't go back");
        }
        let Some((target, mark)) = self.history.back() else { bail!("no frame is kept from before") };
        let done = self.put_back(&mark.moment);
        self.history.give_back(mark);
        done?;
        while self.history.frame() < target {
            self.step()?;
        }
        Ok(())
    }

    /// Draws the next frame and lets time pass; `is_new`: it was not drawn before.
    fn advance(&mut self, is_new: bool) -> scumm_room::Result<()> {
        // The frame that is drawn next shows what the camera has seen last: strips come into view drawn.
        self.look();
        self.lead_the_others()?;
        self.walk_on()?;
        let stage = &mut self.set.stage;
        stage.tick(&mut self.chance);
        if is_new {
            stage.front().rows().for_each(|row| self.digest.update(row));
        }
        for event in stage.take_events() {
            report(&event, &mut self.faults);
        }
        stage.cycle_colours(self.set.jiffies);
        self.camera.follow(self.place());
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

    /// Opens a panel, or closes the one that is open.
    pub(super) fn open(&mut self, panel: Option<Panel>) {
        // It will not hear the keys go up.
        self.release();
        self.panel = panel;
        let mode = if panel.is_some() { PadMode::Menu } else { PadMode::Pointer };
        self.requests.push_back(Request::PadMode(mode));
    }

    /// Lets go of the keys that are held.
    fn release(&mut self) {
        if self.steer != IVec2::ZERO {
            let held = self.steer;
            for direction in [IVec2::new(held.x, 0), IVec2::new(0, held.y)] {
                if direction != IVec2::ZERO {
                    self.ask(Action::Steer { direction, held: false });
                }
            }
        }
    }

    /// Does what is asked for; what can't be done is told.
    fn ask(&mut self, action: Action) {
        if let Err(error) = self.act(action) {
            let error = line(&error);
            log::warn!("{action:?}: {error}");
            self.caption(error);
        }
    }

    /// What the panel that is open makes of an input: nothing where there is none, or where it is none of its.
    fn ask_panel(&mut self, input: Input) -> Option<Option<Action>> {
        let zoom = self.zoom();
        match self.panel.as_mut()? {
            Panel::Menu(menu) => menu.input(input, zoom),
            Panel::Help(help) => help.input(input),
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
        match input {
            Input::Released => return self.release(),
            Input::Suspended => {
                self.release();
                return self.keep();
            }
            _ => {}
        }
        let asked = self.ask_panel(input).unwrap_or_else(|| action(input));
        if let Some(action) = asked {
            self.help = 0;
            self.ask(action);
        }
    }

    fn tick(&mut self) {
        self.caption = self.caption.take().and_then(|(text, left)| Some((text, left.checked_sub(1)?)));
        if self.paused {
            return;
        }
        self.help = self.help.saturating_sub(1);
        if let Err(error) = self.step() {
            log::warn!("{}", line(&error));
        }
    }

    fn frame(&mut self) -> scumm_platform::Result<Frame<'_>> {
        self.seen()
    }

    fn tick_interval(&self) -> Duration {
        self.set.stage.dialect().frame_duration(self.set.jiffies) * self.slowness.factor()
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

//! The player: connects the game world with the clock, the view, the recording and the window.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail, ensure};
use glam::{IVec2, UVec2};
use scumm_engine::{Event, Game};
use scumm_media::MediaError;
use scumm_media::film::{Film, FilmFormat, FilmPlan};
use scumm_media::text::error_chain;
use scumm_platform::{
    App, IndexedFrame, Input, InputDevice, PadMode, PlatformError, WindowOverlay, WindowSettings,
};
use scumm_scene::ReportedFaults;

use crate::chooser::Choice;
use crate::controls::{Scope, UserAction, WorldCommand, action};
use crate::live::LiveCostumes;
use crate::menu::{Help, Menu, Status};
use crate::session::{Origin, Session};
use crate::settings::{self, PlayOptions, free_name};
use crate::time::{FrameClock, History, STILL};
use crate::view::{CAPTION, Panel, PlayView};
use crate::world::RoomSession;
use crate::{cast, frames, record};

/// Plays a game for the user.
pub struct Player {
    pub(super) game: Game,
    /// The settings from which the world was created.
    origin: Origin,
    pub(super) world: RoomSession,
    history: History,
    pub(super) clock: FrameClock,
    pub(super) view: PlayView,
    /// The CRC-32 of the pictures of the stage after all frames so far.
    digest: crc32fast::Hasher,
    /// The user's present options.
    pub(super) options: PlayOptions,
    /// The user's choice of what to show instead of the game, until the choice is taken.
    chosen: Option<Choice>,
    done: bool,
    /// Whether the game goes on from a saved session.
    is_resumed: bool,
    faults: ReportedFaults,
    /// The costumes from sources.
    pub(super) live: LiveCostumes,
}

/// Start and end.
impl Player {
    /// Starts to play.
    ///
    /// # Errors
    /// Returns an error if the game does not have a room, costume or object that the origin
    /// requests.
    pub fn new(game: Game, origin: Origin, options: PlayOptions) -> Result<Self> {
        let world = origin.build(&game, options.record)?;
        let mut player = Self::in_world(game, origin, world, options);
        player.enter()?;
        Ok(player)
    }

    /// Watches the sources of costumes that were inserted into the game.
    #[must_use]
    pub fn with_sources(mut self, live: LiveCostumes) -> Self {
        self.live = live;
        self.show_notice();
        self
    }

    /// Returns the caption at the start: the room, and how to open the menu with the device that
    /// was used last.
    fn greeting(&self) -> String {
        let room = self.world.description();
        let count = self.world.now.characters.len();
        let mut text = match self.view.device {
            InputDevice::Pad if count > 1 => {
                format!("{room}\nStart: menu, with help and the other actors")
            }
            InputDevice::Pad => format!("{room}\nStart: menu, with help"),
            InputDevice::Keyboard if count > 1 => {
                let last = count.min(cast::MOST);
                format!("{room}\nTab: menu, H: help\n1 to {last}: control another actor")
            }
            InputDevice::Keyboard => format!("{room}\nTab: menu, H: help"),
        };
        if self.is_resumed {
            text.push_str("\nsession resumed; menu: Restart begins anew");
        }
        text
    }

    fn in_world(game: Game, origin: Origin, world: RoomSession, options: PlayOptions) -> Self {
        Self {
            history: History::new(&world.stage),
            clock: FrameClock::default(),
            view: PlayView::from_options(&options),
            digest: crc32fast::Hasher::new(),
            chosen: None,
            done: false,
            is_resumed: false,
            faults: ReportedFaults::default(),
            live: LiveCostumes::default(),
            game,
            origin,
            world,
            options,
        }
    }

    /// Resumes the session in the file `path`. Returns `None` if there is no such file, or if the
    /// session is damaged. Damage is logged.
    pub fn resume(path: &Path, game: &Game, options: &PlayOptions) -> Option<Self> {
        settings::read_kept(path, "the game starts from the beginning", |text| {
            Self::from_session(text, game, options)
        })
    }

    /// Resumes the session in a file's contents.
    ///
    /// # Errors
    /// Returns an error if the session is damaged, or belongs to another game or program.
    pub fn from_session(text: &[u8], game: &Game, options: &PlayOptions) -> Result<Self> {
        let session = Session::parse(text, game)?;
        let mut world = session.world(game)?;
        world.restore(&session.state)?;
        let mut player = Self::in_world(game.clone(), session.origin, world, options.clone());
        if !player.options.overlay {
            player.view.layers = session.layers;
        }
        player.is_resumed = true;
        player.view.show_greeting(player.greeting());
        Ok(player)
    }

    /// Returns the present session.
    pub(super) fn session(&self) -> Session {
        Session::new(&self.game, &self.origin, &self.world, self.view.layers)
    }

    /// Keeps the session if this is wanted. A failure is logged.
    pub fn keep_session(&self) {
        let Some(path) = &self.options.session else {
            return;
        };
        if let Err(error) = self.session().write(self.options.files.outputs(), path) {
            log::warn!("cannot save the session: {}", error_chain(&error));
        }
    }

    /// Returns the user's choice to leave the game, clears it, and closes the menu.
    pub fn take_choice(&mut self) -> Option<Choice> {
        let choice = self.chosen.take()?;
        self.open(None);
        Some(choice)
    }

    /// Returns one CRC-32 of the pictures of the stage after all frames so far. The checksum does
    /// not depend on the display.
    pub fn digest(&self) -> u32 {
        self.digest.clone().finalize()
    }

    /// Ends the recording and writes it. Returns `false` if there is no recording.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written, or if the recording does not replay
    /// identically.
    pub fn write_record(&mut self, path: &Path) -> Result<bool> {
        let Some(record) = self.world.stage.end_record() else {
            return Ok(false);
        };
        record::write(
            &self.options.files,
            &record,
            &self.game,
            self.options.game_path.as_deref(),
            path,
        )?;
        Ok(true)
    }
}

/// Rooms and time.
impl Player {
    /// Prepares the start of a world. If the cast has no help lines, a caption is shown for the
    /// first seconds; it describes the room and names the key that lists the controls.
    fn enter(&mut self) -> Result<()> {
        self.world.look()?;
        self.history = History::new(&self.world.stage);
        if !self.options.unled && self.world.help.is_empty() {
            self.view.show_greeting(self.greeting());
        }
        Ok(())
    }

    /// Plays one frame, new or rewound.
    pub(super) fn step(&mut self) -> Result<()> {
        self.history.mark(|spare| self.world.save(spare));
        while let Some(command) = self.history.redo() {
            self.perform(command)?;
        }
        let is_new = self.history.is_new();
        self.history.advance();
        let events = self.world.step(self.options.unled, &self.game)?;
        if is_new {
            self.world
                .stage
                .front()
                .rows()
                .for_each(|row| self.digest.update(row));
        }
        // The player makes no sounds and runs no scripts. The engine's requests are logged.
        for event in events {
            match event {
                Event::Fault { actor, fault } if self.faults.is_new(actor, fault) => {
                    log::warn!("actor {actor}: {fault}");
                }
                other => log::debug!("{other:?}"),
            }
        }
        Ok(())
    }

    /// Goes back by a frame.
    ///
    /// # Errors
    /// Returns an error if no earlier frame is stored, or if a scene is being recorded, because a
    /// recording cannot be rewound.
    fn step_back(&mut self) -> Result<()> {
        ensure!(
            !self.world.stage.is_recording(),
            "cannot go back while a scene is recorded"
        );
        let Some((target, state)) = self.history.back() else {
            bail!("no earlier frame is stored")
        };
        self.world.restore(state)?;
        while self.history.frame() < target {
            self.step()?;
        }
        Ok(())
    }
}

/// Actions of the user.
impl Player {
    /// Performs an action, and shows an error to the user.
    fn ask(&mut self, action: UserAction) {
        if let Err(error) = self.act(action) {
            let error = error_chain(&error);
            log::warn!("{action:?}: {error}");
            self.caption(&error);
        }
    }

    /// Performs an action. Adds commands to the history, so that they are repeated after the user
    /// goes back in time.
    fn act(&mut self, action: UserAction) -> Result<()> {
        match action {
            UserAction::Do(command) => {
                self.history.note(command);
                self.perform(command)?;
            }
            UserAction::Pause => self.clock.paused = !self.clock.paused,
            UserAction::Step(by) => {
                self.clock.paused = true;
                if by < 0 {
                    self.step_back()?
                } else {
                    self.step()?
                }
            }
            UserAction::Slower(by) => {
                self.clock.slow_down(by);
                self.caption(&format!("speed {}", self.clock.speed()));
            }
            UserAction::Layer(layer) => self.view.layers.toggle(layer),
            UserAction::Limb(by) => {
                let text = self.world.select_limb(by);
                self.caption(&text);
            }
            UserAction::HideLimb => {
                let text = self.world.toggle_limb()?;
                self.caption(&text);
            }
            UserAction::ShowLimbs => {
                self.world.show_all_limbs()?;
                self.caption("all limbs are shown");
            }
            UserAction::Screenshot => self.screenshot()?,
            UserAction::LastSeconds => self.save_last_seconds()?,
            UserAction::Record => self.record()?,
            UserAction::Anew => self.begin_anew()?,
            UserAction::Games => self.chosen = Some(Choice::Games),
            UserAction::TestCard => self.chosen = Some(Choice::TestCard),
            UserAction::Menu => {
                let is_open = matches!(self.view.panel, Some(Panel::Menu(_)));
                self.open((!is_open).then(|| Panel::Menu(Menu::new())));
            }
            UserAction::Help => {
                let is_open = matches!(self.view.panel, Some(Panel::Help(_)));
                self.open((!is_open).then(|| Panel::Help(Help::new(Scope::Play))));
            }
            UserAction::Scale => self.options.settings.scale = self.options.settings.scale.next(),
            UserAction::Fullscreen => {
                self.options.settings.fullscreen = !self.options.settings.fullscreen
            }
            UserAction::Buttons => {
                self.options.settings.buttons = self.options.settings.buttons.next()
            }
            UserAction::Quit | UserAction::Watch(_) => self.done = true,
        }
        Ok(())
    }

    /// Performs a command in the game world.
    fn perform(&mut self, command: WorldCommand) -> Result<()> {
        if let Some(text) = self.world.perform(command, &self.game)? {
            self.caption(&text);
        }
        Ok(())
    }

    /// Opens a panel, or closes the open one.
    fn open(&mut self, panel: Option<Panel>) {
        // While the panel is open, the game does not receive the release of a held key.
        self.release();
        self.view.panel = panel;
    }

    /// Releases the held arrows.
    fn release(&mut self) {
        let held = self.world.now.steer;
        for direction in [IVec2::new(held.x, 0), IVec2::new(0, held.y)] {
            if direction != IVec2::ZERO {
                self.ask(UserAction::Do(WorldCommand::Steer {
                    direction,
                    held: false,
                }));
            }
        }
    }
}

/// Display and captures.
impl Player {
    /// Draws the present picture, without the program's own texts, which are an overlay.
    pub(super) fn draw(&mut self) -> Result<IndexedFrame<'_>, MediaError> {
        self.view.draw(&self.world)
    }

    /// Shows a caption for a while.
    pub fn caption(&mut self, text: &str) {
        self.view.show_caption(text, CAPTION);
    }

    /// Saves the picture with its layers but without the program's texts.
    fn screenshot(&mut self) -> Result<()> {
        let path = free_name(self.options.captures.as_deref(), &self.stem(), "png")?;
        let files = self.options.files.clone();
        files.write_png(&path, &self.draw()?)?;
        self.tell(&path);
        Ok(())
    }

    /// Saves the frames that the history can play again, up to the present one, as an animation
    /// without the program's texts.
    fn save_last_seconds(&mut self) -> Result<()> {
        ensure!(
            !self.world.stage.is_recording(),
            "cannot go back while a scene is recorded"
        );
        let present = self.history.frame();
        let Some(state) = self.history.oldest() else {
            bail!("no earlier frame is stored")
        };
        self.world.restore(state)?;
        let pictures = u32::try_from(present - self.history.frame())?.saturating_add(1);
        let path = free_name(self.options.captures.as_deref(), &self.stem(), "gif")?;
        let files = self.options.files.clone();
        let written = frames::write_film(&files, &path, |out| self.film(present, pictures, out));
        // After an error, the game is not at the present frame yet.
        while self.history.frame() < present {
            self.step()?;
        }
        written?;
        self.tell(&path);
        Ok(())
    }

    /// Plays from the frame of the history to the `present` one, and writes each as a picture of a
    /// GIF.
    fn film(&mut self, present: u64, pictures: u32, out: &mut dyn Write) -> Result<()> {
        let tick = self.usual_interval();
        let first = self.draw()?;
        let size = (first.width(), first.height());
        let plan = FilmPlan::new(size, first.palette(), pictures, tick);
        let mut film = Film::begin(FilmFormat::Gif, &plan, out)?;
        film.add(&first, 1)?;
        while self.history.frame() < present {
            self.step()?;
            film.add(&self.draw()?, 1)?;
        }
        Ok(film.finish()?)
    }

    /// Returns the duration of a frame at full speed.
    fn usual_interval(&self) -> Duration {
        let stage = &self.world.stage;
        stage.dialect().frame_duration(stage.jiffies())
    }

    /// Returns whether time stands still: it is paused, or a panel is open.
    pub(super) fn is_still(&self) -> bool {
        self.clock.paused || self.view.panel.is_some()
    }

    /// If there is a recording, ends and saves it. Otherwise starts a recording of the present
    /// situation.
    fn record(&mut self) -> Result<()> {
        if self.world.stage.is_recording() {
            let path = free_name(self.options.captures.as_deref(), &self.stem(), "toml")?;
            if self.write_record(&path)? {
                self.tell(&path);
            }
            return Ok(());
        }
        ensure!(
            !self.live.has_sources(),
            "a recording needs the game's own costumes"
        );
        self.world = self.world.rebuilt(&self.game)?;
        // The history before the recording belongs to another stage.
        self.history = History::new(&self.world.stage);
        self.caption(match self.view.device {
            InputDevice::Keyboard => "recording from now on; F9 ends it",
            InputDevice::Pad => "recording from now on; the menu ends it",
        });
        Ok(())
    }

    /// Restarts the game.
    fn begin_anew(&mut self) -> Result<()> {
        let mut world = self.origin.build(&self.game, false)?;
        world.now.steer = self.world.now.steer;
        self.world = world;
        self.is_resumed = false;
        self.enter()
    }

    /// Returns the file name of captures without number and extension.
    fn stem(&self) -> String {
        let game = self.options.game_path.as_deref().and_then(Path::file_stem);
        let game = game.map_or("demo".into(), |name| name.to_string_lossy());
        format!("{game}-room-{:03}", self.world.room())
    }

    /// Shows the name of the written file.
    fn tell(&mut self, path: &Path) {
        log::info!("saved: {}", path.display());
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let folder = path.parent().unwrap_or(Path::new("")).display();
        self.caption(&format!("{name}\nin {folder}"));
    }
}

impl App for Player {
    fn input(&mut self, input: Input) {
        match input {
            Input::Released => return self.release(),
            Input::Suspended => {
                self.release();
                return self.keep_session();
            }
            Input::Device(device) => {
                self.view.device = device;
                let greeting = self.greeting();
                return self.view.change_greeting(greeting);
            }
            _ => {}
        }
        let asked = self
            .view
            .input(input)
            .unwrap_or_else(|| action(Scope::Play, input));
        if let Some(action) = asked {
            self.view.help = 0;
            self.ask(action);
        }
    }

    fn tick(&mut self) {
        self.follow_changes();
        self.view.tick(self.is_still());
        if self.is_still() {
            return;
        }
        if let Err(error) = self.step() {
            log::warn!("{}", error_chain(&error));
        }
    }

    fn frame(&mut self) -> Result<IndexedFrame<'_>, PlatformError> {
        Ok(self.draw()?)
    }

    fn overlay(&mut self, size: UVec2) -> Result<Option<WindowOverlay<'_>>, PlatformError> {
        let status = Status {
            world: &self.world,
            clock: self.clock,
            layers: self.view.layers,
            options: &self.options,
            frame: self.history.frame(),
        };
        Ok(self.view.overlay(&status, size))
    }

    fn tick_interval(&self) -> Duration {
        if self.is_still() && !self.view.has_caption() && !self.live.has_sources() {
            return STILL;
        }
        self.clock.interval(self.usual_interval())
    }

    fn finished(&self) -> bool {
        self.done
    }

    fn wishes(&self) -> WindowSettings {
        let character = self.world.character();
        let who = if character.name.is_empty() {
            String::new()
        } else {
            format!("{}, ", character.name)
        };
        let pause = if self.clock.paused { " (paused)" } else { "" };
        let title = format!("wardrobe: {who}{}{pause}", self.world.description());
        let pad_mode = if self.view.panel.is_some() {
            PadMode::Menu
        } else {
            PadMode::Pointer
        };
        self.options.settings.wishes(title, pad_mode)
    }
}

#[cfg(test)]
mod tests;

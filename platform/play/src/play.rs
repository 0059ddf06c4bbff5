//! Plays a game. Contains the arguments, the contents of the window (a game, the list of games or
//! the test card), and functions that play without a window for tests of sessions.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use glam::UVec2;
use scumm_engine::{Game, OpenError};
use scumm_media::text::error_chain;
use scumm_platform::{
    App, IndexedFrame, Input, InputDevice, PadMode, PlatformError, WindowOverlay, WindowSettings,
};
use scumm_room::resource::Given;
use scumm_scene::harness::find::stored_lines;
use scumm_tools::run_files::RunFiles;
use scumm_tools::written::Overwrite;
use scumm_tools::{demo, load};

use crate::cast::PlayCast;
use crate::chooser::{self, Choice, Chooser};
use crate::frames::is_stdout;
use crate::live::{self, LiveCostumes, NumberedSource, numbered_source};
use crate::player::Player;
use crate::session::{self, Origin};
use crate::settings::{PlayOptions, SettingsFile};
use crate::{Card, Figures, Settings, ShowArgs, opening, record, show};

/// The game to play and its display.
#[derive(Debug, Default, clap::Args)]
pub struct PlayArgs {
    /// A game's folder or index file; by default the demo. If a folder contains several games,
    /// choose one in the window
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<PathBuf>,

    /// A folder that contains a folder for each game. Choose one in the window; the next time it is
    /// played directly
    #[arg(long, value_name = "DIR", conflicts_with_all = ["game", "room", "costume", "cast", "object", "tour", "digest", "record", "headless"])]
    pub(crate) games: Option<PathBuf>,

    /// The room; by default the room that contains the costume, or the room with the largest
    /// picture
    #[arg(long, value_name = "N")]
    room: Option<u16>,

    /// The costume of a single actor; by default the room has the actors that the game's scripts
    /// put into it or, if no actor is known, one actor in the most suitable costume
    #[arg(long, value_name = "N")]
    costume: Option<u16>,

    /// The animation that the actor plays at first
    #[arg(long, value_name = "N", conflicts_with = "cast")]
    anim: Option<u16>,

    /// Show costume N as it is built from SOURCE, a source or a costume's block, and build it again
    /// whenever a file of the source changes; may be given several times. Without --costume the
    /// actor wears the first of these costumes
    #[arg(long, value_name = "N=SOURCE", value_parser = numbered_source, conflicts_with = "record")]
    with: Vec<NumberedSource>,

    /// Show the room without actors
    #[arg(long, conflicts_with_all = ["costume", "cast"])]
    alone: bool,

    /// A file with the actors and their actions, such as the cast.toml of `wardrobe demo`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["room", "costume"])]
    cast: Option<PathBuf>,

    /// The state of object N of the room: 1 by default, 0 hides the object; may be given several
    /// times
    #[arg(long, value_name = "N[=STATE]", value_parser = object)]
    object: Vec<(u16, u8)>,

    /// Let the controlled actor act by itself, as with --headless
    #[arg(long)]
    tour: bool,

    /// Show walk boxes, bounds and limb states (F1, F3, F4)
    #[arg(long)]
    overlay: bool,

    /// Print a CRC-32 of all frames of the stage at the end; the same tour has the same CRC with
    /// and without a window
    #[arg(long)]
    pub(crate) digest: bool,

    /// The file to record a scene into that repeats all actions; its lines are stored beside it
    /// (FILE.toml, FILE.expected.jsonl)
    #[arg(long, value_name = "FILE.toml", value_parser = record::target,
          conflicts_with_all = ["scumm", "he", "game_id", "platform"])]
    pub(crate) record: Option<PathBuf>,

    /// Do not resume the last session; --room, --costume, --cast and --object imply this
    #[arg(long)]
    fresh: bool,

    /// The folder for pictures (F12) and recordings (F9); by default a folder of the user's data
    #[arg(long, value_name = "DIR")]
    captures: Option<PathBuf>,

    /// The display options.
    #[command(flatten)]
    pub show: ShowArgs,
}

impl PlayArgs {
    /// Creates the arguments that show the costume of a source, under a number, in a game and a
    /// room. Without a game the demo is used, and without a room a room in which the game's scripts
    /// show the costume.
    #[must_use]
    pub fn for_source(
        source: NumberedSource,
        game: Option<PathBuf>,
        room: Option<u16>,
        show: ShowArgs,
    ) -> Self {
        Self {
            game,
            room,
            with: vec![source],
            show,
            ..Self::default()
        }
    }

    /// Returns the requested cast, or the demo's cast if nothing is requested.
    fn cast(&self, files: &RunFiles, game: Option<&Path>) -> Result<Option<PlayCast>> {
        match (&self.cast, game, self.room, self.costume) {
            (Some(path), ..) => PlayCast::read(files, path).map(Some),
            (None, None, None, None) if self.shows_demo_cast() => {
                PlayCast::parse(demo::CAST).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Returns whether the demo is shown with its cast, if no game is named.
    fn shows_demo_cast(&self) -> bool {
        !self.alone && self.with.is_empty() && self.anim.is_none()
    }

    /// Returns whether a user plays without a limit. In this case the user's settings are used and
    /// the session is kept.
    fn is_kept(&self) -> bool {
        let is_endless =
            !self.show.headless && self.show.frames.is_none() && self.show.bench.is_none();
        let has_sources = !self.with.is_empty();
        is_endless && !has_sources && !self.tour && !self.digest && self.record.is_none()
    }

    /// Returns whether to resume the last session. It is resumed only if a user plays without a
    /// limit and no argument selects a room, a costume, a cast or an object, describes the game, or
    /// requests a new start.
    pub(crate) fn goes_on(&self, given: &Given) -> bool {
        let says = self.room.or(self.costume).is_some()
            || self.alone
            || self.cast.is_some()
            || !self.object.is_empty()
            || !self.with.is_empty()
            || self.anim.is_some();
        let says = says || *given != Given::default();
        self.is_kept() && !self.fresh && !says
    }

    /// Starts to play a game, or the demo if no game is named.
    pub(crate) fn begin(
        &self,
        files: &RunFiles,
        given: &Given,
        path: Option<&Path>,
        settings: Settings,
    ) -> Result<Player> {
        let mut game = match path {
            Some(path) => load::game(files, path, given)?,
            None => live::demo_in(given.version)?,
        };
        let live = LiveCostumes::start(&self.with, &mut game)?;
        log::info!("{}; {}", game.files().identity(), game.describe());
        let options = PlayOptions {
            files: files.clone(),
            game_path: path.map(Path::to_path_buf),
            given: given.clone(),
            unled: self.tour || self.show.headless,
            record: self.record.is_some(),
            overlay: self.overlay,
            captures: self.captures.clone(),
            session: if self.is_kept() {
                Some(session::place(path)?)
            } else {
                None
            },
            settings,
        };
        let session = options.session.as_deref().filter(|_| self.goes_on(given));
        if let Some(resumed) = session.and_then(|path| Player::resume(path, &game, &options)) {
            return Ok(resumed);
        }
        let mut origin = Origin {
            cast: self.cast(files, path)?,
            room: self.room,
            costume: self.costume,
            alone: self.alone,
            objects: self.object.clone(),
            animation: self.anim,
        };
        let is_free = origin.cast.is_none() && origin.costume.is_none() && !origin.alone;
        if let Some((number, _)) = self.with.first().filter(|_| is_free) {
            origin.costume = Some(*number);
            if origin.room.is_none() {
                origin.room = opening::room_of_costume(&game, *number);
            }
        }
        Ok(Player::new(game, origin, options)?.with_sources(live))
    }
}

/// Parses an object's number and state.
fn object(text: &str) -> Result<(u16, u8), String> {
    let (id, state) = text.split_once('=').unwrap_or((text, "1"));
    let wrong = || format!("expected an object number or NUMBER=STATE, found `{text}`");
    id.parse().ok().zip(state.parse().ok()).ok_or_else(wrong)
}

/// The contents of the window: a game, the list of games and the test card. The test card hides the
/// list of games if it is open, and the list of games hides the game.
pub struct Screens<'a> {
    /// The files of the run.
    files: &'a RunFiles,
    /// The arguments.
    args: &'a PlayArgs,
    /// The user's description of the games.
    given: &'a Given,
    /// The file that remembers the last chosen game, if wanted.
    memory: Option<PathBuf>,
    /// The window's settings before a game is played.
    settings: Settings,
    /// The folder from which the user chooses games.
    folder: Option<PathBuf>,
    player: Option<Player>,
    chooser: Option<Chooser>,
    card: Option<Card>,
    /// The device that the user operated last.
    device: InputDevice,
    /// The settings file, if a user plays without a limit.
    settings_file: Option<SettingsFile>,
    done: bool,
}

impl<'a> Screens<'a> {
    /// Plays the named game, or the demo if none is named. If the path is a folder of games, the
    /// last chosen game or the only game in the folder is played. If there is neither, or if the
    /// user wants to start anew, the list of games is shown. `memory` is the file that remembers
    /// the choice; without it the choice is not remembered.
    ///
    /// # Errors
    /// Returns an error if the game cannot be opened, if the game does not have a requested room,
    /// costume or object, or if the folder cannot be read.
    pub fn new(
        files: &'a RunFiles,
        args: &'a PlayArgs,
        given: &'a Given,
        memory: Option<PathBuf>,
        settings: Settings,
    ) -> Result<Self> {
        let (folder, player, chooser, card) = (None, None, None, None);
        let mut screens = Self {
            files,
            args,
            given,
            memory,
            settings,
            folder,
            player,
            chooser,
            card,
            device: InputDevice::Keyboard,
            settings_file: None,
            done: false,
        };
        let folder = match (&args.games, &args.game) {
            (Some(folder), _) => folder,
            (None, game) => match (screens.play(game.as_deref()), game) {
                (Err(error), Some(folder)) if args.goes_on(given) && are_several(&error) => folder,
                (played, _) => return played.map(|()| screens),
            },
        };
        screens.folder = Some(folder.clone());
        let memory = screens.memory.as_deref().filter(|_| !args.fresh);
        if let Some(game) = memory.and_then(|memory| chooser::remembered(memory, folder)) {
            match screens.play(Some(&game)) {
                Ok(()) => return Ok(screens),
                Err(error) => log::warn!("{}", error_chain(&error)),
            }
        }
        let chooser = Chooser::open(files, folder, given, screens.settings().clone())?;
        let only = chooser.only().filter(|_| !args.fresh);
        screens.chooser = Some(chooser);
        if let Some(game) = only {
            screens.begin(Some(&game));
        }
        Ok(screens)
    }

    /// Starts to play a game.
    fn play(&mut self, game: Option<&Path>) -> Result<()> {
        let settings = self.settings().clone();
        let mut player = self.args.begin(self.files, self.given, game, settings)?;
        player.input(Input::Device(self.device));
        self.player = Some(player);
        Ok(())
    }

    /// Saves the settings in `file` whenever the user has changed them.
    #[must_use]
    pub fn with_settings_file(mut self, file: Option<SettingsFile>) -> Self {
        self.settings_file = file;
        self
    }

    /// Saves the settings at the end of the run.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn keep_settings(&mut self) -> Result<()> {
        let settings = self.settings().clone();
        match &mut self.settings_file {
            Some(file) => file.save(self.files.outputs(), &settings),
            None => Ok(()),
        }
    }

    /// Saves changed settings during the run. If they cannot be saved, the user is told.
    fn follow_settings(&mut self) {
        let settings = match &self.card {
            Some(card) => card.settings.clone(),
            None => self.settings().clone(),
        };
        let Some(file) = &mut self.settings_file else {
            return;
        };
        let Err(error) = file.tick(self.files.outputs(), &settings) else {
            return;
        };
        let error = error_chain(&error);
        log::warn!("{error}");
        match (&mut self.chooser, &mut self.player) {
            (Some(chooser), _) => chooser.tell(error),
            (None, Some(player)) => player.caption(&error),
            (None, None) => {}
        }
    }

    /// Remembers the size of the window.
    fn resize(&mut self, size: UVec2) {
        self.settings().window = Some(size.into());
        if let Some(card) = &mut self.card {
            card.settings.window = Some(size.into());
        }
    }

    /// Starts to play a game that was chosen from the list, and remembers the choice. If the game
    /// cannot be played, the list shows the reason.
    fn begin(&mut self, game: Option<&Path>) {
        match self.play(game) {
            Ok(()) => {
                self.chooser = None;
                if let (Some(memory), Some(folder)) = (&self.memory, &self.folder) {
                    chooser::remember(self.files.outputs(), memory, folder, game);
                }
            }
            Err(error) => {
                let error = error_chain(&error);
                log::warn!("{error}");
                if let (Some(chooser), Some(path)) = (&mut self.chooser, game) {
                    chooser.refuse(path, error);
                }
            }
        }
    }

    /// Performs a choice from the list or from the player's menu.
    fn take(&mut self, choice: Choice) {
        let settings = self.settings().clone();
        match (choice, &self.folder) {
            (Choice::Game(path), _) => self.begin(Some(&path)),
            (Choice::Demo, _) => self.begin(None),
            (Choice::Quit, _) => self.done = true,
            (Choice::TestCard, _) => self.card = Some(Card::new(settings, PadMode::Menu)),
            (Choice::Games, Some(folder)) => {
                match Chooser::open(self.files, folder, self.given, settings) {
                    Ok(chooser) => {
                        self.keep_session();
                        self.chooser = Some(chooser);
                    }
                    Err(error) => log::warn!("{}", error_chain(&error)),
                }
            }
            (Choice::Games, None) => {
                let why =
                    "the command line named one game; use --games DIR to choose between games";
                self.player
                    .iter_mut()
                    .for_each(|player| player.caption(why));
            }
        }
    }

    /// Keeps the session of the present game. A failure is logged.
    pub fn keep_session(&self) {
        self.player.iter().for_each(Player::keep_session);
    }

    /// Returns the present settings of the window.
    pub fn settings(&mut self) -> &mut Settings {
        self.player
            .as_mut()
            .map_or(&mut self.settings, |player| &mut player.options.settings)
    }

    /// Returns the visible app.
    fn front(&self) -> Option<&dyn App> {
        let card = self.card.as_ref().map(|card| card as &dyn App);
        let chooser = self.chooser.as_ref().map(|chooser| chooser as &dyn App);
        card.or(chooser)
            .or(self.player.as_ref().map(|player| player as &dyn App))
    }

    /// Returns the visible app mutably.
    fn front_mut(&mut self) -> Option<&mut dyn App> {
        let card = self.card.as_mut().map(|card| card as &mut dyn App);
        let chooser = self.chooser.as_mut().map(|chooser| chooser as &mut dyn App);
        card.or(chooser)
            .or(self.player.as_mut().map(|player| player as &mut dyn App))
    }
}

/// Returns whether an error means that a folder contains several games.
fn are_several(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(OpenError::Several { .. }))
}

impl App for Screens<'_> {
    fn input(&mut self, input: Input) {
        if matches!(input, Input::Suspended | Input::Released) {
            return self
                .player
                .iter_mut()
                .for_each(|player| player.input(input));
        }
        match input {
            Input::Resized { size } => return self.resize(size),
            Input::Device(device) => {
                self.device = device;
                if let Some(player) = &mut self.player {
                    player.input(input);
                }
                return;
            }
            _ => {}
        }
        if let Some(front) = self.front_mut() {
            front.input(input);
        }
        if let Some(card) = self.card.take_if(|card| card.finished()) {
            *self.settings() = card.settings;
            return;
        }
        let chosen = self.chooser.as_mut().and_then(Chooser::take_choice);
        if let Some(choice) = chosen.or_else(|| self.player.as_mut()?.take_choice()) {
            self.take(choice);
        }
    }

    fn tick(&mut self) {
        if let Some(front) = self.front_mut() {
            front.tick();
        }
        self.follow_settings();
    }

    fn overlay(&mut self, size: UVec2) -> Result<Option<WindowOverlay<'_>>, PlatformError> {
        match self.front_mut() {
            Some(front) => front.overlay(size),
            None => Ok(None),
        }
    }

    fn frame(&mut self) -> Result<IndexedFrame<'_>, PlatformError> {
        match self.front_mut() {
            Some(front) => front.frame(),
            None => Ok(IndexedFrame::new(0, 0, &[], &[[0; 3]; 256])?),
        }
    }

    fn tick_interval(&self) -> Duration {
        self.front()
            .map_or(Duration::from_millis(100), App::tick_interval)
    }

    fn finished(&self) -> bool {
        let player = self.player.as_ref().is_none_or(App::finished);
        self.done || (self.card.is_none() && self.chooser.is_none() && player)
    }

    fn wishes(&self) -> WindowSettings {
        self.front().map(App::wishes).unwrap_or_default()
    }
}

/// The result of playing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Played {
    /// The CRC-32 of all frames of the stage, if it was requested and a game was played.
    pub digest: Option<u32>,
    /// The measured speed and memory use, if a measurement was requested.
    pub figures: Option<Figures>,
}

/// Plays until the window is closed or all frames are played. `given` is the user's description of
/// the games, `overwrite` determines which files a recording may replace, and `start` is the time
/// when the program started.
///
/// # Errors
/// Returns an error if the game cannot be opened, if the game does not have a requested room,
/// costume or object, if a file cannot be written, or if no window can be opened.
pub fn play(
    args: &PlayArgs,
    given: &Given,
    overwrite: Overwrite,
    files: &RunFiles,
    start: Instant,
) -> Result<Played> {
    let is_free = !args.show.written.out.as_deref().is_some_and(is_stdout);
    ensure!(
        is_free || !args.digest,
        "--digest and the film both use stdout; write the film to a file"
    );
    if let Some(path) = &args.record {
        overwrite.check(path)?;
        overwrite.check(&stored_lines(path))?;
    }
    let kept_at = if args.is_kept() {
        Some(Settings::path()?)
    } else {
        None
    };
    let kept = kept_at.as_deref().map(Settings::read).unwrap_or_default();
    let settings = args.show.window.over(&kept);
    let memory = if args.is_kept() {
        Some(chooser::memory()?)
    } else {
        None
    };
    let settings_file = kept_at.map(|path| SettingsFile::new(path, settings.clone()));
    let screens = Screens::new(files, args, given, memory, settings)?;
    let mut screens = screens.with_settings_file(settings_file);

    let figures = show(&mut screens, &args.show, files, start)?;

    screens.keep_session();
    screens.keep_settings()?;
    if let (Some(path), Some(player)) = (&args.record, &mut screens.player) {
        player.write_record(path)?;
    }
    let digest = screens
        .player
        .filter(|_| args.digest)
        .map(|player| player.digest());
    Ok(Played { digest, figures })
}

/// Parses a cast and plays it for a number of frames. Returns the text of the session.
///
/// # Errors
/// Returns an error if the text is not a cast, or if the game does not have a room, costume or
/// object of the cast.
pub fn begin(cast: &str, game: &Game, frames: u32) -> Result<Vec<u8>> {
    let origin = Origin {
        cast: Some(PlayCast::parse(cast)?),
        ..Origin::default()
    };
    played(
        Player::new(game.clone(), origin, PlayOptions::default())?,
        frames,
    )
}

/// Parses a session and resumes it for a number of frames. Returns the text of the new session.
///
/// # Errors
/// Returns an error if the session is damaged, or belongs to another game or program.
pub fn resume(session: &[u8], game: &Game, frames: u32) -> Result<Vec<u8>> {
    played(
        Player::from_session(session, game, &PlayOptions::default())?,
        frames,
    )
}

/// Plays a number of frames and draws each.
fn played(mut player: Player, frames: u32) -> Result<Vec<u8>> {
    for _ in 0..frames {
        player.tick();
        player.frame()?;
    }
    Ok(serde_json::to_vec(&player.session())?)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use scumm_platform::{Key, PadButton};

    use super::*;

    #[test]
    fn an_object_is_a_number_with_or_without_a_state() {
        assert_eq!(object("12"), Ok((12, 1)));
        assert_eq!(object("12=0"), Ok((12, 0)));
        assert!(
            ["", "a", "1=", "1=256", "=2"]
                .iter()
                .all(|text| object(text).is_err())
        );
    }

    /// A folder of games (`a` with another game inside, `b`, and a game that cannot be opened), and
    /// a file that remembers the choice.
    struct Shelf(tempfile::TempDir);

    fn copy(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let path = entry.unwrap().path();
            fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
        }
    }

    impl Shelf {
        fn new() -> Self {
            let packed = scumm_test_support::unpack("game-files").unwrap();
            let game = |name: &str| packed.path().join("game-files").join(name);
            let shelf = Self(tempfile::tempdir().unwrap());
            copy(&game("v5"), &shelf.games().join("a"));
            copy(&game("v2-zak"), &shelf.games().join("a/inner"));
            copy(&game("v6"), &shelf.games().join("b"));
            fs::create_dir(shelf.games().join("c")).unwrap();
            shelf
        }

        fn games(&self) -> PathBuf {
            self.0.path().join("games")
        }

        /// Opens the folder and calls `test`.
        fn open<T>(&self, fresh: bool, test: impl FnOnce(&mut Screens<'_>) -> T) -> T {
            let mut args = unkept();
            args.games = Some(self.games());
            args.fresh = fresh;
            let memory = Some(self.0.path().join("chosen.json"));
            let (files, given) = (RunFiles::default(), Given::default());
            test(&mut Screens::new(&files, &args, &given, memory, Settings::default()).unwrap())
        }
    }

    /// Returns arguments with a number of frames, so that no session is kept.
    fn unkept() -> PlayArgs {
        let mut args = PlayArgs::default();
        args.show.frames = Some(1000);
        args
    }

    fn press(screens: &mut Screens<'_>, keys: &[Key]) {
        keys.iter()
            .for_each(|key| screens.input(Input::press(*key)));
    }

    /// Returns the version of the visible game; `None` if the list or the test card is visible.
    fn played(screens: &Screens<'_>) -> Option<u8> {
        let player = screens
            .player
            .as_ref()
            .filter(|_| screens.chooser.is_none() && screens.card.is_none());
        player.map(|player| player.game.dialect().version())
    }

    /// Presses the keys that choose a row of the menu, counted from its end.
    fn menu_row(screens: &mut Screens<'_>, from_end: usize) {
        screens.input(Input::Pad {
            button: PadButton::Start,
            pressed: true,
        });
        press(screens, &vec![Key::Up; from_end]);
        press(screens, &[Key::Enter]);
    }

    /// Returns the requested function of controllers.
    fn pad_mode(screens: &Screens<'_>) -> PadMode {
        screens.wishes().pad_mode
    }

    #[test]
    fn of_several_games_one_is_chosen_and_remembered() {
        let shelf = Shelf::new();
        shelf.open(false, |screens| {
            assert_eq!((played(screens), pad_mode(screens)), (None, PadMode::Menu));
            press(screens, &[Key::Down, Key::Enter]);
            assert_eq!(
                (played(screens), pad_mode(screens)),
                (Some(5), PadMode::Pointer)
            );
        });
        assert_eq!(
            shelf.open(false, |screens| played(screens)),
            Some(5),
            "the next time the chosen game is played without the list"
        );
        assert_eq!(
            shelf.open(true, |screens| played(screens)),
            None,
            "with `--fresh` the list is shown"
        );
    }

    #[test]
    fn a_game_that_contains_another_opens_and_the_menu_leads_back_to_the_list() {
        Shelf::new().open(false, |screens| {
            press(screens, &[Key::Down, Key::Enter]);
            assert_eq!(played(screens), Some(5));
            menu_row(screens, 4);
            assert!(screens.chooser.is_some() && played(screens).is_none());
            screens.frame().unwrap();
            press(screens, &[Key::Enter]);
            assert_eq!(played(screens), Some(6));
        });
    }

    #[test]
    fn the_test_card_is_reached_from_the_list_and_from_the_menu() {
        Shelf::new().open(false, |screens| {
            press(screens, &[Key::Up, Key::Up, Key::Enter]);
            assert!(screens.card.is_some());
            press(screens, &[Key::Escape]);
            assert!(screens.card.is_none() && screens.chooser.is_some() && !screens.finished());
            press(screens, &[Key::Down, Key::Down, Key::Enter]);
            assert_eq!(played(screens), Some(6));
            menu_row(screens, 3);
            assert!(screens.card.is_some());
            assert_eq!(
                pad_mode(screens),
                PadMode::Menu,
                "on the test card the button B is Escape"
            );
            screens.tick();
            screens.frame().unwrap();
            press(screens, &[Key::Escape]);
            assert_eq!(
                (played(screens), pad_mode(screens)),
                (Some(6), PadMode::Pointer)
            );
            press(screens, &[Key::Escape]);
            assert!(screens.finished());
        });
    }

    #[test]
    fn a_game_that_is_gone_is_not_played_and_the_list_says_why() {
        let shelf = Shelf::new();
        shelf.open(false, |screens| press(screens, &[Key::Enter]));
        for entry in fs::read_dir(shelf.games().join("b")).unwrap() {
            fs::remove_file(entry.unwrap().path()).unwrap();
        }
        assert_eq!(shelf.open(false, |screens| played(screens)), None);
    }

    #[test]
    fn the_only_game_is_played_at_once() {
        let shelf = Shelf::new();
        fs::remove_dir_all(shelf.games().join("b")).unwrap();
        fs::remove_dir_all(shelf.games().join("c")).unwrap();
        assert_eq!(shelf.open(false, |screens| played(screens)), Some(5));
    }

    #[test]
    fn a_game_that_was_named_has_no_list() {
        let (args, given) = (unkept(), Given::default());
        let files = RunFiles::default();
        let mut screens = Screens::new(&files, &args, &given, None, Settings::default()).unwrap();
        menu_row(&mut screens, 4);
        assert!(screens.chooser.is_none() && screens.player.is_some());
    }

    #[test]
    fn a_play_that_is_kept_in_between_ends_as_one_that_is_not() {
        let game = demo::game().unwrap();
        let whole = begin(demo::CAST, &game, 40).unwrap();
        let part = begin(demo::CAST, &game, 15).unwrap();
        assert!(resume(&part, &game, 25).unwrap() == whole);
        assert!(resume(&whole, &game, 0).unwrap() == whole);
        assert!(part != whole);
    }
}

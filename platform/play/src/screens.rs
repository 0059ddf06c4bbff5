//! The contents of the window: a game, the list of games or the test card.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use glam::UVec2;
use scumm_engine::OpenError;
use scumm_media::text::error_chain;
use scumm_platform::{
    App, IndexedFrame, Input, InputDevice, PadMode, PlatformError, WindowOverlay, WindowSettings,
};
use scumm_room::resource::Given;
use scumm_tools::run_files::RunFiles;

use crate::chooser::{self, Choice, Chooser};
use crate::play_args::PlayArgs;
use crate::player::Player;
use crate::settings::SettingsFile;
use crate::{Card, Settings};

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
    pub(crate) player: Option<Player>,
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
    fn keep_session(&self) {
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

    fn end(&mut self) {
        self.keep_session();
    }

    fn wishes(&self) -> WindowSettings {
        self.front().map(App::wishes).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use scumm_platform::{Key, PadButton};

    use super::*;
    use crate::overlay::RED;

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
    fn settings_that_cannot_be_saved_are_told_in_the_window() {
        let shelf = Shelf::new();
        let file = shelf.0.path().join("file");
        fs::write(&file, "in the place of the folder").unwrap();
        let has_red_title = |screens: &mut Screens<'_>| {
            let overlay = screens.overlay(UVec2::new(320, 240)).unwrap().unwrap();
            overlay.pixels()[..320 * 18].contains(&RED)
        };
        shelf.open(false, |screens| {
            let path = file.join("settings.toml");
            screens.settings_file = Some(SettingsFile::new(path, Settings::default()));
            screens.tick();
            assert!(!has_red_title(screens));
            let size = UVec2::new(700, 500);
            screens.input(Input::Resized { size });
            screens.tick();
            screens.tick();
            assert!(has_red_title(screens), "the list says it");
            assert!(screens.keep_settings().is_err());
        });
    }

    #[test]
    fn the_size_of_the_window_is_a_setting_on_every_screen() {
        Shelf::new().open(false, |screens| {
            let resize = |screens: &mut Screens<'_>, x| {
                let size = UVec2::new(x, 500);
                screens.input(Input::Resized { size });
                screens.wishes().size
            };
            assert_eq!(screens.wishes().size, None);
            resize(screens, 700);
            assert_eq!(screens.settings().window, Some([700, 500]));
            press(screens, &[Key::Down, Key::Enter]);
            assert_eq!(
                resize(screens, 800),
                Some(UVec2::new(800, 500)),
                "in a game"
            );
            menu_row(screens, 3);
            assert_eq!(
                resize(screens, 900),
                Some(UVec2::new(900, 500)),
                "on the card"
            );
            press(screens, &[Key::Escape]);
            assert_eq!(screens.wishes().size, Some(UVec2::new(900, 500)));
        });
    }

    #[test]
    fn a_game_knows_the_device_with_which_it_was_chosen() {
        Shelf::new().open(false, |screens| {
            screens.input(Input::Device(InputDevice::Pad));
            press(screens, &[Key::Enter]);
            let device = screens.player.as_ref().map(|player| player.view.device);
            assert_eq!(device, Some(InputDevice::Pad));
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
}

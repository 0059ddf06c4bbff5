//! What is in the window: a game that is played, the list of games, or the test card.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use scumm_engine::OpenError;
use scumm_platform::{App, Frame, Input, PadMode, Request};

use super::chooser::{self, Choice, Chooser};
use super::player::{Player, ScreenRequest};
use crate::settings::Settings;
use crate::testcard::Card;
use scumm_platform::text::line;
use scumm_room::resource::Given;

/// Begins to play a game, or the demo where none is named, with these settings.
pub type Begin<'a> = dyn Fn(Option<&Path>, Settings) -> Result<Player> + 'a;

/// What games are begun with.
pub struct Setup<'a> {
    /// Begins one.
    pub begin: &'a Begin<'a>,
    /// What the user says of them.
    pub given: &'a Given,
    /// The file that remembers what was chosen, if it is to be.
    pub memory: Option<PathBuf>,
    /// How the window is set.
    pub settings: Settings,
}

/// What is in the window: the test card before the list of games, that before the game.
pub struct Screens<'a> {
    setup: Setup<'a>,
    /// The folder whose games one can choose from.
    folder: Option<PathBuf>,
    player: Option<Player>,
    chooser: Option<Chooser>,
    card: Option<Card>,
    requests: VecDeque<Request>,
    done: bool,
}

impl<'a> Screens<'a> {
    fn new(setup: Setup<'a>) -> Self {
        let requests = VecDeque::new();
        Self { setup, folder: None, player: None, chooser: None, card: None, requests, done: false }
    }

    /// Plays a game, or the demo where none is named. Where it is a folder with several, one chooses if one `may_choose`.
    ///
    /// # Errors
    /// The game can't be opened, or lacks what is asked for.
    pub fn of_game(setup: Setup<'a>, game: Option<&Path>, may_choose: bool) -> Result<Self> {
        let mut screens = Self::new(setup);
        match (screens.play(game), game) {
            (Err(error), Some(folder)) if may_choose && are_several(&error) => {
                Self::of_games(screens.setup, folder, false)
            }
            (played, _) => played.map(|()| screens),
        }
    }

    /// Plays the game of a folder that was chosen last, or the only one; else one chooses. With `fresh` one always does.
    ///
    /// # Errors
    /// The folder can't be read.
    pub fn of_games(setup: Setup<'a>, folder: &Path, fresh: bool) -> Result<Self> {
        let mut screens = Self::new(setup);
        screens.folder = Some(folder.to_path_buf());
        let memory = screens.setup.memory.as_deref().filter(|_| !fresh);
        if let Some(game) = memory.and_then(|memory| chooser::remembered(memory, folder)) {
            match screens.play(Some(&game)) {
                Ok(()) => return Ok(screens),
                Err(error) => log::warn!("{}", line(&error)),
            }
        }
        let chooser = Chooser::of(folder, screens.setup.given)?;
        let only = chooser.only().filter(|_| !fresh);
        screens.chooser = Some(chooser);
        if let Some(game) = only {
            screens.take(Choice::Game(game));
        }
        Ok(screens)
    }

    /// Begins to play a game.
    fn play(&mut self, game: Option<&Path>) -> Result<()> {
        let mut player = (self.setup.begin)(game, self.settings())?;
        player.options.can_choose = self.folder.is_some();
        self.player = Some(player);
        Ok(())
    }

    /// Does what was chosen from the list.
    fn take(&mut self, choice: Choice) {
        let game = match choice {
            Choice::Quit => {
                self.done = true;
                return;
            }
            Choice::TestCard => return self.show_card(),
            Choice::Demo => None,
            Choice::Game(path) => Some(path),
        };
        match self.play(game.as_deref()) {
            Ok(()) => {
                self.chooser = None;
                if let (Some(memory), Some(folder)) = (&self.setup.memory, &self.folder) {
                    chooser::remember(memory, folder, game.as_deref());
                }
                self.requests.push_back(Request::PadMode(PadMode::Pointer));
            }
            Err(error) => {
                let error = line(&error);
                log::warn!("{error}");
                if let (Some(chooser), Some(path)) = (&mut self.chooser, game) {
                    chooser.refuse(&path, error);
                }
            }
        }
    }

    fn show_card(&mut self) {
        self.card = Some(Card::new());
        self.requests.push_back(Request::PadMode(PadMode::Menu));
    }

    /// Does what the player can't do by itself.
    fn grant(&mut self, request: ScreenRequest) {
        match (request, &self.folder) {
            (ScreenRequest::TestCard, _) => self.show_card(),
            (ScreenRequest::Games, Some(folder)) => match Chooser::of(folder, self.setup.given) {
                Ok(chooser) => {
                    self.keep_session();
                    self.chooser = Some(chooser);
                }
                Err(error) => log::warn!("{}", line(&error)),
            },
            (ScreenRequest::Games, None) => {}
        }
    }

    /// Takes the test card away.
    fn end_card(&mut self) {
        self.card = None;
        if self.chooser.is_none() {
            self.requests.push_back(Request::PadMode(PadMode::Pointer));
            self.player.iter_mut().for_each(Player::retitle);
        }
    }

    /// Keeps the session of the game that is played; a failure is logged.
    pub fn keep_session(&self) {
        self.player.iter().for_each(Player::keep_session);
    }

    /// The game that is played.
    pub fn player(&mut self) -> Option<&mut Player> {
        self.player.as_mut()
    }

    /// How the window is set by now.
    pub fn settings(&self) -> Settings {
        self.player.as_ref().map_or(&self.setup.settings, |player| &player.options.settings).clone()
    }

    /// What is seen.
    fn front(&mut self) -> Option<&mut dyn App> {
        match (&mut self.card, &mut self.chooser, &mut self.player) {
            (Some(card), ..) => Some(card),
            (None, Some(chooser), _) => Some(chooser),
            (None, None, Some(player)) => Some(player),
            (None, None, None) => None,
        }
    }
}

/// Whether an error says that a folder has several games.
fn are_several(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(OpenError::Several { .. }))
}

impl App for Screens<'_> {
    fn input(&mut self, input: Input) {
        if matches!(input, Input::Suspended | Input::Released) {
            return self.player.iter_mut().for_each(|player| player.input(input));
        }
        if let Some(front) = self.front() {
            front.input(input);
        }
        if self.card.as_ref().is_some_and(App::finished) {
            self.end_card();
        } else if let Some(choice) = self.chooser.as_mut().and_then(Chooser::take_choice) {
            self.take(choice);
        } else if let Some(request) = self.player.as_mut().and_then(Player::take_screen_request) {
            self.grant(request);
        }
    }

    fn tick(&mut self) {
        if let Some(front) = self.front() {
            front.tick();
        }
    }

    fn frame(&mut self) -> scumm_platform::Result<Frame<'_>> {
        match self.front() {
            Some(front) => front.frame(),
            None => Frame::new(0, 0, &[], &[[0; 3]; 256]),
        }
    }

    fn tick_interval(&self) -> Duration {
        match (&self.card, &self.chooser, &self.player) {
            (Some(card), ..) => card.tick_interval(),
            (None, Some(chooser), _) => chooser.tick_interval(),
            (None, None, Some(player)) => player.tick_interval(),
            (None, None, None) => Duration::from_millis(100),
        }
    }

    fn finished(&self) -> bool {
        let player = self.player.as_ref().is_none_or(App::finished);
        self.done || (self.card.is_none() && self.chooser.is_none() && player)
    }

    fn next_request(&mut self) -> Option<Request> {
        self.requests.pop_front().or_else(|| self.front()?.next_request())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use scumm_engine::Game;
    use scumm_platform::{Key, PadButton};

    use super::*;
    use crate::options::PlayOptions;
    use crate::origin::Origin;

    /// A folder of games – `a` with another game inside, `b`, and one that does not open –, and a file to remember by.
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
            let packed = scumm_tests::unpack("game-files").unwrap();
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

        /// Begins with the folder, and lets `test` go on.
        fn open<T>(&self, fresh: bool, test: impl FnOnce(&mut Screens<'_>) -> T) -> T {
            let given = Given::default();
            let begin = |path: Option<&Path>, settings: Settings| {
                let game =
                    path.map_or_else(|| Ok(scumm_tools::demo::game()?), |path| scumm_tools::load::game(path, &given))?;
                Player::new(game, Origin::default(), PlayOptions { settings, ..PlayOptions::default() })
            };
            let memory = Some(self.0.path().join("chosen.json"));
            let setup = Setup { begin: &begin, given: &given, memory, settings: Settings::default() };
            test(&mut Screens::of_games(setup, &self.games(), fresh).unwrap())
        }
    }

    fn press(screens: &mut Screens<'_>, keys: &[Key]) {
        keys.iter().for_each(|key| screens.input(Input::press(*key)));
    }

    /// The version of the game that is in front; `None` before the list and the card.
    fn played(screens: &Screens<'_>) -> Option<u8> {
        let player = screens.player.as_ref().filter(|_| screens.chooser.is_none() && screens.card.is_none());
        player.map(|player| player.game.dialect().version())
    }

    /// Presses what chooses a row of the menu, counted from its end.
    fn menu_row(screens: &mut Screens<'_>, from_end: usize) {
        screens.input(Input::Pad { button: PadButton::Start, pressed: true });
        press(screens, &vec![Key::Up; from_end]);
        press(screens, &[Key::Enter]);
    }

    /// The last thing that controllers were asked to be.
    fn pad_mode(screens: &mut Screens<'_>) -> Option<PadMode> {
        let all = std::iter::from_fn(|| screens.next_request());
        all.filter_map(|request| if let Request::PadMode(mode) = request { Some(mode) } else { None }).last()
    }

    #[test]
    fn of_several_games_one_is_chosen_and_remembered() {
        let shelf = Shelf::new();
        shelf.open(false, |screens| {
            assert_eq!((played(screens), pad_mode(screens)), (None, Some(PadMode::Menu)));
            press(screens, &[Key::Down, Key::Enter]);
            assert_eq!((played(screens), pad_mode(screens)), (Some(6), Some(PadMode::Pointer)));
        });
        assert_eq!(shelf.open(false, |screens| played(screens)), Some(6), "the next time it is played at once");
        assert_eq!(shelf.open(true, |screens| played(screens)), None, "unless one begins anew");
    }

    #[test]
    fn a_game_that_contains_another_opens_and_the_menu_leads_back_to_the_list() {
        Shelf::new().open(false, |screens| {
            press(screens, &[Key::Enter]);
            assert_eq!(played(screens), Some(5));
            menu_row(screens, 4);
            assert!(screens.chooser.is_some() && played(screens).is_none());
            screens.frame().unwrap();
            press(screens, &[Key::Down, Key::Enter]);
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
            assert_eq!(played(screens), Some(5));
            menu_row(screens, 3);
            assert!(screens.card.is_some());
            assert_eq!(pad_mode(screens), Some(PadMode::Menu), "B is Escape there");
            screens.tick();
            screens.frame().unwrap();
            press(screens, &[Key::Escape]);
            assert_eq!((played(screens), pad_mode(screens)), (Some(5), Some(PadMode::Pointer)));
            press(screens, &[Key::Escape]);
            assert!(screens.finished());
        });
    }

    #[test]
    fn a_game_that_is_gone_is_not_played_and_the_list_says_why() {
        let shelf = Shelf::new();
        shelf.open(false, |screens| press(screens, &[Key::Down, Key::Enter]));
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
        let begin = |_: Option<&Path>, settings: Settings| {
            let game = Game::from_files(scumm_tools::demo::FILES.map(|(name, bytes)| (name.to_owned(), bytes.into())))?;
            Player::new(game, Origin::default(), PlayOptions { settings, ..PlayOptions::default() })
        };
        let given = Given::default();
        let setup = Setup { begin: &begin, given: &given, memory: None, settings: Settings::default() };
        let mut screens = Screens::of_game(setup, None, true).unwrap();
        menu_row(&mut screens, 4);
        assert!(screens.chooser.is_none() && screens.player.is_some());
    }
}

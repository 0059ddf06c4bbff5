//! A list of the games in a folder, from which the user chooses with keys, the pointer or a
//! controller's D-pad.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use glam::IVec2;
use scumm_engine::{Game, OpenError};
use scumm_media::MediaError;
use scumm_media::file::AtomicFiles;
use scumm_media::paint::{Inks, LETTER, Paint, wrap};
use scumm_media::text::error_chain;
use scumm_platform::{
    App, IndexedFrame, Input, Key, PadMode, PlatformError, RgbPalette, WindowSettings,
};
use scumm_room::resource::{self, Given, folder_of};
use scumm_tools::load;
use scumm_tools::run_files::RunFiles;

use crate::list::{List, ListPlace, Pick};
use crate::{Settings, settings};

/// The width and height of the screen.
const SIZE: (usize, usize) = (320, 200);
/// The number of letters on a line.
const LETTERS: usize = SIZE.0 / LETTER as usize;
/// The position of the rows.
const PLACE: ListPlace = ListPlace {
    corner: IVec2::new(0, 2 * LETTER),
    width: LETTERS,
    seen: 12,
};
/// The first line of the description of a row.
const ABOUT: i32 = 15;
/// The most games that are listed.
const MOST: usize = 200;

/// The user's choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A game.
    Game(PathBuf),
    /// The demo that is built into the program.
    Demo,
    /// The list of games.
    Games,
    /// The test card.
    TestCard,
    /// Ending the program.
    Quit,
}

/// A row of the list.
#[derive(Clone, Debug)]
struct Row {
    name: String,
    choice: Choice,
    /// The description of the row: the recognised game, or the reason why it cannot be opened.
    about: String,
    opens: bool,
}

/// The open list.
#[derive(Debug)]
pub struct Chooser {
    title: &'static str,
    rows: Vec<Row>,
    list: List,
    chosen: Option<Choice>,
    pixels: Vec<u8>,
    palette: RgbPalette,
    inks: Inks,
    settings: Settings,
}

impl Chooser {
    /// Creates the list of the games in a folder. Each folder inside is a game, and so is each
    /// index file in the folder.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be read.
    pub fn open(
        files: &RunFiles,
        folder: &Path,
        given: &Given,
        settings: Settings,
    ) -> Result<Self> {
        let mut rows = rows(files, folder, given)?;
        let failed: Vec<&Row> = rows.iter().filter(|row| !row.opens).collect();
        failed.iter().for_each(|row| log::warn!("{}", row.about));
        let (title, about) = if rows.is_empty() {
            (
                "This folder contains no game.",
                format!("Copy a game's folder into {}.", folder.display()),
            )
        } else if failed.len() == rows.len() {
            let log: Vec<&str> = failed.iter().map(|row| row.about.as_str()).collect();
            ("No game in this folder can be opened.", log.join("\n"))
        } else {
            (
                "Choose a game.",
                "The demo game that is part of Wardrobe.".to_owned(),
            )
        };
        let row = rows.iter().position(|row| row.opens).unwrap_or(rows.len());
        for (name, choice, about) in [
            ("The demo", Choice::Demo, about),
            (
                "Test card",
                Choice::TestCard,
                "Tests the screen, buttons and timing.".to_owned(),
            ),
            ("Quit", Choice::Quit, String::new()),
        ] {
            rows.push(Row {
                name: name.to_owned(),
                choice,
                about,
                opens: true,
            });
        }
        let mut list = List::new(PLACE, rows.len());
        list.go_to(row);
        let mut palette: RgbPalette = [[0; 3]; 256];
        let inks = Inks::mix(&mut palette, &[]);
        Ok(Self {
            title,
            rows,
            list,
            chosen: None,
            pixels: Vec::new(),
            palette,
            inks,
            settings,
        })
    }

    /// Returns the only game, if there is exactly one and it can be opened.
    pub fn only(&self) -> Option<PathBuf> {
        match self.rows.as_slice() {
            // The list always has some rows that are not games.
            [
                Row {
                    choice: Choice::Game(path),
                    opens: true,
                    ..
                },
                next,
                ..,
            ] if next.choice == Choice::Demo => Some(path.clone()),
            _ => None,
        }
    }

    /// Shows why a chosen game cannot be played.
    pub fn refuse(&mut self, path: &Path, why: String) {
        let is_it = |row: &&mut Row| row.choice == Choice::Game(path.to_path_buf());
        if let Some(row) = self.rows.iter_mut().find(is_it) {
            row.about = why;
            row.opens = false;
        }
    }

    /// Returns the user's choice and clears it.
    pub fn take_choice(&mut self) -> Option<Choice> {
        self.chosen.take()
    }

    /// Returns the selected row. There is always one.
    fn row(&self) -> Option<&Row> {
        self.rows.get(self.list.row())
    }

    fn draw(&mut self) {
        let mut pixels = vec![self.inks.black; SIZE.0 * SIZE.1];
        let mut paint = Paint::new(&mut pixels, SIZE.0);
        let ink = |row: &Row| {
            if row.opens {
                self.inks.white
            } else {
                self.inks.red
            }
        };
        paint.text(IVec2::ZERO, self.title, self.inks.white, self.inks.black);
        self.list.draw(
            &mut paint,
            &self.inks,
            self.rows.iter().map(|row| (&row.name, ink(row))),
        );
        if let Some(row) = self.row() {
            let texts = row.about.lines().flat_map(|text| wrap(text, LETTERS));
            for (line, text) in (ABOUT..SIZE.1 as i32 / LETTER).zip(texts) {
                let at = IVec2::new(0, line) * LETTER;
                paint.text(at, &text, ink(row), self.inks.black);
            }
        }
        self.pixels = pixels;
    }
}

impl App for Chooser {
    fn input(&mut self, input: Input) {
        match (input, self.list.input(input, 1)) {
            (_, Some(Pick::Take)) => self.chosen = self.row().map(|row| row.choice.clone()),
            (Input::Quit, _)
            | (
                Input::Key {
                    key: Key::Char('q'),
                    pressed: true,
                    ..
                },
                _,
            )
            | (_, Some(Pick::Leave)) => {
                self.chosen = Some(Choice::Quit);
            }
            _ => {}
        }
    }

    fn tick(&mut self) {}

    fn frame(&mut self) -> Result<IndexedFrame<'_>, PlatformError> {
        self.draw();
        Ok(IndexedFrame::new(
            SIZE.0,
            SIZE.1,
            &self.pixels,
            &self.palette,
        )?)
    }

    fn tick_interval(&self) -> Duration {
        Duration::from_millis(100)
    }

    fn wishes(&self) -> WindowSettings {
        self.settings
            .wishes("wardrobe: choose a game".to_owned(), PadMode::Menu)
    }
}

/// Returns the rows of the games in a folder, by title.
fn rows(files: &RunFiles, folder: &Path, given: &Given) -> Result<Vec<Row>> {
    let shown = || folder.display().to_string();
    let mut children = Vec::new();
    for entry in fs::read_dir(folder).with_context(shown)? {
        let path = entry.with_context(shown)?.path();
        if path.is_dir() && children.len() < MOST {
            children.push(path);
        }
    }
    children.sort();
    let here = resource::games(folder)?
        .into_iter()
        .filter(|found| is_here(folder, &found.index));
    let mut rows: Vec<Row> = here
        .map(|found| row(folder, load::game(files, &found.index, given), found.index))
        .collect();
    for child in children {
        let opened = load::game(files, &child, given);
        match opened.as_ref().err().and_then(|error| error.downcast_ref()) {
            Some(OpenError::Several { games, .. }) => {
                rows.extend(games.iter().map(|game| {
                    row(
                        folder,
                        load::game(files, &game.index, given),
                        game.index.clone(),
                    )
                }));
            }
            _ => rows.push(row(folder, opened, child)),
        }
    }
    rows.truncate(MOST);
    // By title, or by name if the title is not known. Games that do not open come last.
    rows.sort_by_cached_key(|row| (!row.opens, row.name.to_lowercase()));
    Ok(rows)
}

/// Returns whether an index file lies directly in a folder, or in a container or an archive that
/// lies directly in the folder.
fn is_here(folder: &Path, index: &Path) -> bool {
    index.parent().is_some_and(|parent| {
        parent == folder
            || !parent.is_dir()
                && index
                    .ancestors()
                    .any(|above| above.is_file() && above.parent() == Some(folder))
    })
}

fn row(folder: &Path, opened: Result<Game>, path: PathBuf) -> Row {
    let name = path
        .strip_prefix(folder)
        .unwrap_or(&path)
        .display()
        .to_string();
    let (name, about, opens) = match opened {
        Ok(game) => {
            let identity = game.files().identity();
            let about = format!("{name}: {identity}\n{}", game.describe());
            (
                identity
                    .title
                    .map_or(name.clone(), |title| format!("{title} ({name})")),
                about,
                true,
            )
        }
        Err(error) => (name, error_chain(&error), false),
    };
    Row {
        name,
        choice: Choice::Game(path),
        about,
        opens,
    }
}

/// Returns the path of the file that remembers the last chosen game of each folder.
///
/// # Errors
/// Returns an error if the user has no home folder.
pub fn memory() -> Result<PathBuf> {
    Ok(settings::data_folder()?.join("chosen.json"))
}

/// Returns the key of a folder in the file of remembered games. Different folders have different
/// keys.
fn key(folder: &Path) -> String {
    folder
        .canonicalize()
        .unwrap_or_else(|_| folder.to_path_buf())
        .display()
        .to_string()
}

fn read(memory: &Path) -> BTreeMap<String, PathBuf> {
    settings::read_kept(memory, "the last choice is ignored", |text| {
        Ok(serde_json::from_slice(text)?)
    })
    .unwrap_or_default()
}

/// Returns the last chosen game of a folder.
pub fn remembered(memory: &Path, folder: &Path) -> Option<PathBuf> {
    read(memory)
        .remove(&key(folder))
        .filter(|path| path.exists())
}

/// Remembers the chosen game of a folder; `None` removes the entry. A failure is logged.
pub fn remember(files: &AtomicFiles, memory: &Path, folder: &Path, game: Option<&Path>) {
    if let Err(error) = try_remember(files, memory, folder, game) {
        log::warn!("cannot save the choice of the game: {error}");
    }
}

fn try_remember(
    files: &AtomicFiles,
    memory: &Path,
    folder: &Path,
    game: Option<&Path>,
) -> Result<(), MediaError> {
    let _lock = files.lock(folder_of(memory))?;
    let mut all = read(memory);
    match game {
        Some(game) => all.insert(
            key(folder),
            game.canonicalize().unwrap_or_else(|_| game.to_path_buf()),
        ),
        None => all.remove(&key(folder)),
    };
    files.write(memory, |out| Ok(serde_json::to_writer(out, &all)?))
}

#[cfg(test)]
mod tests {
    use glam::UVec2;
    use scumm_platform::Button;

    use super::*;

    fn chooser(names: &[&str]) -> (tempfile::TempDir, Chooser) {
        let folder = tempfile::tempdir().unwrap();
        let packed = scumm_test_support::unpack("game-files").unwrap();
        for name in names {
            let from = packed.path().join("game-files").join(name);
            if from.exists() {
                fs::rename(from, folder.path().join(name)).unwrap();
            } else {
                fs::create_dir(folder.path().join(name)).unwrap();
            }
        }
        let chooser = Chooser::open(
            &RunFiles::default(),
            folder.path(),
            &Given::default(),
            Settings::default(),
        )
        .unwrap();
        (folder, chooser)
    }

    #[test]
    fn each_row_says_what_it_is_or_why_it_does_not_open() {
        let (_folder, mut chooser) = chooser(&["empty", "v5", "v6"]);
        let said = |chooser: &Chooser| chooser.row().unwrap().about.clone();
        assert!(
            said(&chooser).contains("SCUMM v6"),
            "the first by title is chosen: {}",
            said(&chooser)
        );
        chooser.input(Input::press(Key::Down));
        chooser.input(Input::press(Key::Down));
        assert!(
            said(&chooser).contains("expected the index of a SCUMM game"),
            "{}",
            said(&chooser)
        );
        chooser.input(Input::press(Key::Enter));
        let path = match chooser.take_choice() {
            Some(Choice::Game(path)) => path,
            other => panic!("{other:?}"),
        };
        chooser.refuse(&path, "it is empty".to_owned());
        assert_eq!(
            (said(&chooser).as_str(), chooser.row().unwrap().opens),
            ("it is empty", false)
        );
    }

    #[test]
    fn games_are_called_by_their_titles() {
        let (folder, chooser) = chooser(&["v5"]);
        let game = Game::open(folder.path().join("v5")).unwrap();
        let title = game.files().identity().title.unwrap();
        assert_eq!(chooser.row().unwrap().name, format!("{title} (v5)"));
    }

    #[test]
    fn where_nothing_opens_the_reasons_are_on_the_screen() {
        let (_folder, mut chooser) = chooser(&["empty", "void"]);
        assert!(chooser.title.contains("No game"));
        let about = &chooser.row().unwrap().about;
        assert!(about.contains("empty") && about.contains("void"), "{about}");
        let black = chooser.inks.black;
        let frame = chooser.frame().unwrap();
        let below = &frame.pixels()[320 * 8 * usize::try_from(ABOUT).unwrap()..];
        assert!(below.iter().any(|&pixel| pixel != black));
        chooser.input(Input::press(Key::Enter));
        assert_eq!(chooser.take_choice(), Some(Choice::Demo));
    }

    #[test]
    fn without_games_it_says_where_they_belong() {
        let (folder, chooser) = chooser(&[]);
        assert!(
            chooser
                .row()
                .unwrap()
                .about
                .contains(&folder.path().display().to_string())
        );
        assert_eq!(chooser.only(), None);
    }

    #[test]
    fn many_games_are_scrolled_and_pointed_at() {
        let names: Vec<String> = (0..30).map(|number| format!("{number:02}")).collect();
        let (_folder, mut chooser) = chooser(&names.iter().map(String::as_str).collect::<Vec<_>>());
        chooser.input(Input::press(Key::Down));
        chooser.input(Input::press(Key::Down));
        assert_eq!(chooser.list.row(), 32);
        let at = Some(UVec2::new(20, 3 * 8));
        chooser.input(Input::PointerButton {
            button: Button::Left,
            pressed: true,
            at,
        });
        assert!(matches!(chooser.take_choice(), Some(Choice::Game(path)) if path.ends_with("22")));
    }

    #[test]
    fn what_is_remembered_is_of_its_folder_and_may_be_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let (memory, one, two) = (
            folder.path().join("chosen.json"),
            folder.path().join("1"),
            folder.path().join("2"),
        );
        for path in [&one, &two] {
            fs::create_dir(path).unwrap();
        }
        assert_eq!(remembered(&memory, &one), None);
        remember(&AtomicFiles::default(), &memory, &one, Some(&two));
        assert_eq!(
            (remembered(&memory, &one), remembered(&memory, &two)),
            (Some(two.canonicalize().unwrap()), None)
        );
        remember(&AtomicFiles::default(), &memory, &one, None);
        assert_eq!(remembered(&memory, &one), None);
        fs::write(&memory, "[[").unwrap();
        assert_eq!(remembered(&memory, &one), None);
    }
}

//! A list of the games in a folder, from which the user chooses with keys, the pointer or a
//! controller's D-pad.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use glam::{IVec2, UVec2};
use scumm_engine::{Game, OpenError};
use scumm_media::MediaError;
use scumm_media::file::AtomicFiles;
use scumm_media::text::error_chain;
use scumm_platform::{
    App, IndexedFrame, Input, Key, PadMode, PlatformError, WindowOverlay, WindowSettings,
};
use scumm_room::resource::{self, Given, folder_of};
use scumm_tools::load;
use scumm_tools::run_files::RunFiles;

use crate::list::{List, ListPlace, Pick};
use crate::overlay::{BLACK, LINE, RED, TextOverlay, WHITE, wrap};
use crate::time::STILL;
use crate::{Settings, settings};

/// The width and height of the black picture behind the list.
const SIZE: (usize, usize) = (320, 200);
/// The colours of the picture.
const COLOURS: [[u8; 3]; 256] = [[0; 3]; 256];
/// The first line of the list, below its title.
const FIRST: usize = 2;
/// The part of the lines that are reserved for the description of a row, and their least number.
const ABOUT: (usize, usize) = (3, 4);
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
    /// A fault of the program, which is shown instead of the title.
    fault: Option<String>,
    pixels: Vec<u8>,
    overlay: TextOverlay,
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
        let mut list = List::new(rows.len());
        list.go_to(row);
        Ok(Self {
            title,
            rows,
            list,
            chosen: None,
            fault: None,
            pixels: vec![0; SIZE.0 * SIZE.1],
            overlay: TextOverlay::default(),
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

    /// Shows a fault of the program instead of the title.
    pub fn tell(&mut self, fault: String) {
        self.fault = Some(fault);
    }

    /// Returns the user's choice and clears it.
    pub fn take_choice(&mut self) -> Option<Choice> {
        self.chosen.take()
    }

    /// Returns the selected row. There is always one.
    fn row(&self) -> Option<&Row> {
        self.rows.get(self.list.row())
    }

    /// Draws the title, the list and the description of the selected row.
    fn draw(&mut self, size: UVec2) {
        let overlay = &mut self.overlay;
        overlay.begin(size);
        overlay.fill(IVec2::ZERO, size.as_ivec2(), BLACK);
        let columns = overlay.columns();
        let about_lines = (overlay.lines() / ABOUT.0).max(ABOUT.1);
        self.list.lay_out(ListPlace {
            corner: line_at(FIRST),
            width: columns,
            seen: overlay.lines().saturating_sub(FIRST + about_lines + 1),
        });
        let ink = |row: &Row| if row.opens { WHITE } else { RED };
        let (title, title_ink) = match &self.fault {
            Some(fault) => (fault.as_str(), RED),
            None => (self.title, WHITE),
        };
        for (line, text) in wrap(title, columns).iter().take(FIRST).enumerate() {
            overlay.write(line_at(line), text, title_ink, BLACK);
        }
        let rows = self.rows.iter().map(|row| (&row.name, ink(row)));
        self.list.draw(overlay, rows);
        let Some(row) = self.rows.get(self.list.row()) else {
            return;
        };
        let first = overlay.lines().saturating_sub(about_lines);
        let texts = wrap(&row.about, columns);
        for (line, text) in (first..).zip(texts.iter().take(about_lines)) {
            overlay.write(line_at(line), text, ink(row), BLACK);
        }
    }
}

/// Returns the top left pixel of a line of the overlay.
fn line_at(line: usize) -> IVec2 {
    IVec2::new(0, line as i32 * LINE)
}

impl App for Chooser {
    fn input(&mut self, input: Input) {
        match (input, self.list.input(input)) {
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
        Ok(IndexedFrame::new(SIZE.0, SIZE.1, &self.pixels, &COLOURS)?)
    }

    fn overlay(&mut self, size: UVec2) -> Result<Option<WindowOverlay<'_>>, PlatformError> {
        self.draw(size);
        Ok(self.overlay.finish())
    }

    /// Nothing on the list changes by itself.
    fn tick_interval(&self) -> Duration {
        STILL
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
    use crate::list::tests::click;

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
        let size = UVec2::new(320, 240);
        let overlay = chooser.overlay(size).unwrap().unwrap();
        let below = &overlay.pixels()[320 * 9 * 18..];
        assert!(below.contains(&WHITE), "the reasons are below the list");
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
        // Of the 33 rows, the last six are visible: 27 to 32.
        chooser.overlay(UVec2::new(320, 240)).unwrap();
        chooser.input(click(Button::Left, 20, 3 * 18 + 5));
        assert!(matches!(chooser.take_choice(), Some(Choice::Game(path)) if path.ends_with("28")));
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

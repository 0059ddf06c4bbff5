//! The list of games in a folder, to choose one by keys, pointer or a controller's D-pad.

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use glam::IVec2;
use scumm_engine::{Game, OpenError};
use scumm_platform::{App, Button, Frame, Input, Key, PadMode, Palette, Request, file};
use scumm_room::resource;

use crate::folders;
use crate::game_args::EditionArgs;
use crate::inputs;
use crate::outcome::line;
use scumm_platform::paint::{LETTER, Paint, wrap};

/// Width and height of the screen.
const SIZE: (usize, usize) = (320, 200);
/// Letters of a row.
const LETTERS: usize = SIZE.0 / LETTER as usize;
/// The line of the screen with the first row, and how many rows are seen at once.
const FIRST: i32 = 2;
const SEEN: usize = 12;
/// The first line of what is said about a row.
const ABOUT: i32 = FIRST + SEEN as i32 + 1;
/// The most games that are listed.
const MOST: usize = 200;

/// Colours of the screen.
const BLACK: u8 = 0;
const WHITE: u8 = 1;
const YELLOW: u8 = 2;
const RED: u8 = 3;

/// What was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A game.
    Game(PathBuf),
    /// The game that the program carries.
    Demo,
    /// The test card.
    TestCard,
    /// To end the program.
    Quit,
}

/// A row of the list.
#[derive(Clone, Debug)]
struct Row {
    name: String,
    choice: Choice,
    /// What is said about it: which game it is, or why it does not open.
    about: String,
    opens: bool,
}

/// The open list.
#[derive(Debug)]
pub struct Chooser {
    title: &'static str,
    rows: Vec<Row>,
    row: usize,
    /// The first row that is seen.
    top: usize,
    chosen: Option<Choice>,
    pixels: Vec<u8>,
    palette: Palette,
    requests: VecDeque<Request>,
}

impl Chooser {
    /// The games in a folder: each folder in it is one, and each index file that lies in it.
    ///
    /// # Errors
    /// The folder can't be read.
    pub fn of(folder: &Path, edition: &EditionArgs) -> Result<Self> {
        let mut rows = rows(folder, edition)?;
        let failed: Vec<&Row> = rows.iter().filter(|row| !row.opens).collect();
        failed.iter().for_each(|row| log::warn!("{}", row.about));
        let (title, about) = if rows.is_empty() {
            ("There is no game here.", format!("Copy a game's folder into {}.", folder.display()))
        } else if failed.len() == rows.len() {
            let log: Vec<&str> = failed.iter().map(|row| row.about.as_str()).collect();
            ("None of these games can be opened.", log.join("\n"))
        } else {
            ("Choose a game.", "The game that Wardrobe brings along.".to_owned())
        };
        let row = rows.iter().position(|row| row.opens).unwrap_or(rows.len());
        for (name, choice, about) in [
            ("The demo", Choice::Demo, about),
            ("Test card", Choice::TestCard, "Tries screen, buttons and timing.".to_owned()),
            ("Quit", Choice::Quit, String::new()),
        ] {
            rows.push(Row { name: name.to_owned(), choice, about, opens: true });
        }
        let mut palette: Palette = [[0; 3]; 256];
        for (number, colour) in [(WHITE, [255, 255, 255]), (YELLOW, [255, 255, 85]), (RED, [255, 110, 110])] {
            palette[usize::from(number)] = colour;
        }
        let requests = [Request::PadMode(PadMode::Menu), Request::Title("wardrobe: choose a game".to_owned())].into();
        let mut chooser = Self { title, rows, row: 0, top: 0, chosen: None, pixels: Vec::new(), palette, requests };
        chooser.go_to(row);
        Ok(chooser)
    }

    /// The only game, where there is one and it opens.
    pub fn only(&self) -> Option<PathBuf> {
        let mut games = self.rows.iter().filter_map(|row| match &row.choice {
            Choice::Game(path) => Some((path, row.opens)),
            _ => None,
        });
        match (games.next(), games.next()) {
            (Some((path, true)), None) => Some(path.clone()),
            _ => None,
        }
    }

    /// Says why a game that was chosen is not played after all.
    pub fn refuse(&mut self, path: &Path, why: String) {
        let is_it = |row: &&mut Row| row.choice == Choice::Game(path.to_path_buf());
        if let Some(row) = self.rows.iter_mut().find(is_it) {
            (row.about, row.opens) = (why, false);
        }
    }

    /// What the user has chosen, once.
    pub fn take_choice(&mut self) -> Option<Choice> {
        self.chosen.take()
    }

    fn go_to(&mut self, row: usize) {
        self.row = row;
        self.top = self.top.clamp(row.saturating_sub(SEEN - 1), row);
    }

    fn choose(&mut self) {
        self.chosen = self.rows.get(self.row).map(|row| row.choice.clone());
    }

    /// The row under a pixel of the screen.
    fn row_at(&self, at: IVec2) -> Option<usize> {
        let line = at.y.div_euclid(LETTER) - FIRST;
        let row = usize::try_from(line).ok().filter(|line| *line < SEEN)? + self.top;
        (row < self.rows.len()).then_some(row)
    }

    fn draw(&mut self) {
        self.pixels.clear();
        self.pixels.resize(SIZE.0 * SIZE.1, BLACK);
        let mut paint = Paint::new(&mut self.pixels, SIZE.0);
        let at = |column: i32, line: i32| IVec2::new(column, line) * LETTER;
        paint.text(at(0, 0), self.title, WHITE, BLACK);
        for ((line, number), row) in (FIRST..).zip(self.top..).zip(self.rows.iter().skip(self.top).take(SEEN)) {
            let ink = if row.opens { WHITE } else { RED };
            let (ink, ground) = if number == self.row { (BLACK, YELLOW) } else { (ink, BLACK) };
            let name: String = row.name.chars().take(LETTERS - 2).collect();
            paint.text(at(1, line), &name, ink, ground);
        }
        if self.top > 0 {
            paint.text(at(0, FIRST), "^", YELLOW, BLACK);
        }
        if self.top + SEEN < self.rows.len() {
            paint.text(at(0, FIRST + SEEN as i32 - 1), "v", YELLOW, BLACK);
        }
        let Some(row) = self.rows.get(self.row) else { return };
        let ink = if row.opens { WHITE } else { RED };
        let lines = row.about.lines().flat_map(|text| wrap(text, LETTERS));
        for (line, text) in (ABOUT..SIZE.1 as i32 / LETTER).zip(lines) {
            paint.text(at(0, line), &text, ink, BLACK);
        }
    }
}

impl App for Chooser {
    fn input(&mut self, input: Input) {
        let count = self.rows.len().max(1);
        match input {
            Input::Quit => self.chosen = Some(Choice::Quit),
            Input::Key { key, pressed: true, .. } => match key {
                Key::Up => self.go_to((self.row + count - 1) % count),
                Key::Down => self.go_to((self.row + 1) % count),
                Key::Enter => self.choose(),
                Key::Escape | Key::Char('q') => self.chosen = Some(Choice::Quit),
                _ => {}
            },
            Input::PointerMoved { at: Some(at) } => self.row = self.row_at(at.as_ivec2()).unwrap_or(self.row),
            Input::PointerButton { button: Button::Left, pressed: true, at: Some(at) } => {
                if let Some(row) = self.row_at(at.as_ivec2()) {
                    self.row = row;
                    self.choose();
                }
            }
            _ => {}
        }
    }

    fn tick(&mut self) {}

    fn frame(&mut self) -> scumm_platform::Result<Frame<'_>> {
        self.draw();
        Frame::new(SIZE.0, SIZE.1, &self.pixels, &self.palette)
    }

    fn tick_interval(&self) -> Duration {
        Duration::from_millis(100)
    }

    fn next_request(&mut self) -> Option<Request> {
        self.requests.pop_front()
    }
}

/// The games in a folder, by their names.
fn rows(folder: &Path, edition: &EditionArgs) -> Result<Vec<Row>> {
    let shown = || folder.display().to_string();
    let mut children = Vec::new();
    for entry in fs::read_dir(folder).with_context(shown)? {
        let path = entry.with_context(shown)?.path();
        if path.is_dir() && children.len() < MOST {
            children.push(path);
        }
    }
    children.sort();
    let here = resource::games(folder)?.into_iter().filter(|found| found.index.parent() == Some(folder));
    let mut rows: Vec<Row> = here.map(|found| row(folder, edition.open(&found.index), found.index)).collect();
    for child in children {
        let opened = edition.open(&child);
        match opened.as_ref().err().and_then(|error| error.downcast_ref()) {
            Some(OpenError::Several { games, .. }) => {
                rows.extend(games.iter().map(|game| row(folder, edition.open(&game.index), game.index.clone())));
            }
            _ => rows.push(row(folder, opened, child)),
        }
    }
    rows.truncate(MOST);
    Ok(rows)
}

fn row(folder: &Path, opened: Result<Game>, path: PathBuf) -> Row {
    let name = path.strip_prefix(folder).unwrap_or(&path).display().to_string();
    let (about, opens) = match opened {
        Ok(game) => (format!("{}\n{}", game.files().identity(), game.describe()), true),
        Err(error) => (line(&error), false),
    };
    Row { name, choice: Choice::Game(path), about, opens }
}

/// The file that remembers which game of a folder was chosen last.
///
/// # Errors
/// The user has no home.
pub fn memory() -> Result<PathBuf> {
    Ok(folders::data()?.join("chosen.json"))
}

/// A folder's name that is always the same.
fn key(folder: &Path) -> String {
    folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf()).display().to_string()
}

fn read(memory: &Path) -> BTreeMap<String, PathBuf> {
    if !memory.exists() {
        return BTreeMap::new();
    }
    let read = || -> Result<_> { Ok(serde_json::from_str(&inputs::text(memory)?)?) };
    read().unwrap_or_else(|error: anyhow::Error| {
        let error = error.context(memory.display().to_string());
        log::warn!("{}: what was chosen is not known", line(&error));
        BTreeMap::new()
    })
}

/// The game of a folder that was chosen last.
pub fn remembered(memory: &Path, folder: &Path) -> Option<PathBuf> {
    read(memory).remove(&key(folder)).filter(|path| path.exists())
}

/// Remembers which game of a folder was chosen; `None` forgets it. A failure is logged.
pub fn remember(memory: &Path, folder: &Path, game: Option<&Path>) {
    let mut all = read(memory);
    match game {
        Some(game) => all.insert(key(folder), game.canonicalize().unwrap_or_else(|_| game.to_path_buf())),
        None => all.remove(&key(folder)),
    };
    if let Err(error) = file::write(memory, |out| Ok(serde_json::to_writer(out, &all)?)) {
        log::warn!("the choice is not kept: {error}");
    }
}

#[cfg(test)]
mod tests {
    use glam::UVec2;

    use super::*;

    fn chooser(names: &[&str]) -> (tempfile::TempDir, Chooser) {
        let folder = tempfile::tempdir().unwrap();
        let packed = scumm_tests::unpack("game-files").unwrap();
        for name in names {
            let from = packed.path().join("game-files").join(name);
            if from.exists() {
                fs::rename(from, folder.path().join(name)).unwrap();
            } else {
                fs::create_dir(folder.path().join(name)).unwrap();
            }
        }
        let chooser = Chooser::of(folder.path(), &EditionArgs::default()).unwrap();
        (folder, chooser)
    }

    #[test]
    fn each_row_says_what_it_is_or_why_it_does_not_open() {
        let (_folder, mut chooser) = chooser(&["empty", "v5", "v6"]);
        let said = |chooser: &Chooser| chooser.rows[chooser.row].about.clone();
        assert!(said(&chooser).contains("SCUMM v5"), "the first that opens is chosen: {}", said(&chooser));
        chooser.input(Input::press(Key::Up));
        assert!(said(&chooser).contains("expected the index of a SCUMM game"), "{}", said(&chooser));
        chooser.input(Input::press(Key::Enter));
        let path = match chooser.take_choice() {
            Some(Choice::Game(path)) => path,
            other => panic!("{other:?}"),
        };
        chooser.refuse(&path, "it is empty".to_owned());
        assert_eq!((said(&chooser).as_str(), chooser.rows[chooser.row].opens), ("it is empty", false));
    }

    #[test]
    fn where_nothing_opens_the_reasons_are_on_the_screen() {
        let (_folder, mut chooser) = chooser(&["empty", "void"]);
        assert!(chooser.title.contains("None"));
        let about = &chooser.rows[chooser.row].about;
        assert!(about.contains("empty") && about.contains("void"), "{about}");
        let frame = chooser.frame().unwrap();
        let below = &frame.pixels()[320 * 8 * usize::try_from(ABOUT).unwrap()..];
        assert!(below.iter().any(|&pixel| pixel != BLACK));
        chooser.input(Input::press(Key::Enter));
        assert_eq!(chooser.take_choice(), Some(Choice::Demo));
    }

    #[test]
    fn without_games_it_says_where_they_belong() {
        let (folder, chooser) = chooser(&[]);
        assert!(chooser.rows[chooser.row].about.contains(&folder.path().display().to_string()));
        assert_eq!(chooser.only(), None);
    }

    #[test]
    fn many_games_are_scrolled_and_pointed_at() {
        let names: Vec<String> = (0..30).map(|number| format!("{number:02}")).collect();
        let (_folder, mut chooser) = chooser(&names.iter().map(String::as_str).collect::<Vec<_>>());
        chooser.input(Input::press(Key::Down));
        chooser.input(Input::press(Key::Down));
        assert_eq!((chooser.row, chooser.top), (32, 33 - SEEN));
        let at = Some(UVec2::new(20, (FIRST as u32 + 1) * 8));
        chooser.input(Input::PointerButton { button: Button::Left, pressed: true, at });
        assert!(matches!(chooser.take_choice(), Some(Choice::Game(path)) if path.ends_with("22")));
    }

    #[test]
    fn what_is_remembered_is_of_its_folder_and_may_be_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let (memory, one, two) = (folder.path().join("chosen.json"), folder.path().join("1"), folder.path().join("2"));
        for path in [&one, &two] {
            fs::create_dir(path).unwrap();
        }
        assert_eq!(remembered(&memory, &one), None);
        remember(&memory, &one, Some(&two));
        assert_eq!((remembered(&memory, &one), remembered(&memory, &two)), (Some(two.canonicalize().unwrap()), None));
        remember(&memory, &one, None);
        assert_eq!(remembered(&memory, &one), None);
        fs::write(&memory, "[[").unwrap();
        assert_eq!(remembered(&memory, &one), None);
    }
}

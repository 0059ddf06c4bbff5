//! Where scenes take rooms and costumes from.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Result, bail};
use scumm_engine::Game;
use scumm_room::Error;
use scumm_scene::{Folder, Inputs, Runner, Scene};

use crate::demo;
use crate::inputs;

/// The name by which scenes call the demo that the program carries.
pub const DEMO: &str = "DEMO";

/// Where games are, by the names that scenes call them.
pub type GamePlaces = BTreeMap<String, PathBuf>;

/// Where scenes may take files from.
#[derive(Debug, Default, clap::Args)]
pub struct SourceArgs {
    /// Let scenes name files anywhere, not only one level above their folder
    #[arg(long, global = true)]
    allow_outside: bool,

    /// Where the game is that scenes call $NAME; without it the environment variable NAME says so
    #[arg(long, global = true, value_name = "NAME=DIR", value_parser = game_place)]
    data: Vec<(String, PathBuf)>,

    /// The names by which scenes have asked for games.
    #[arg(skip)]
    asked: Mutex<BTreeSet<String>>,
}

fn game_place(text: &str) -> Result<(String, PathBuf), String> {
    match text.split_once('=') {
        Some((name, place)) if !name.is_empty() && !place.is_empty() => Ok((name.to_owned(), place.into())),
        _ => Err("expected NAME=DIR".to_owned()),
    }
}

impl SourceArgs {
    /// The places of games by name: those of the command line win over the environment's.
    pub fn game_places(&self) -> GamePlaces {
        let environment =
            std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into())));
        environment.chain(self.data.iter().cloned()).collect()
    }

    /// Sets up what a scene file says.
    ///
    /// # Errors
    /// The file can't be read, is no scene, or names what is not there.
    pub fn open(&self, path: &Path) -> Result<Runner> {
        let text = inputs::scene(path)?;
        self.open_text(path, &text)
    }

    /// Sets up what a text says, as if it stood in the file `path`.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn open_text(&self, path: &Path, text: &str) -> Result<Runner> {
        let scene = Arc::new(Scene::parse(&path.display().to_string(), text)?);
        let folder = Folder { allow_outside: self.allow_outside, games: self.game_places(), ..Folder::of_scene(path) };
        Ok(Runner::new(scene, &Games { folder, asked: &self.asked })?)
    }

    /// Refuses a name of the command line that no scene has asked for: it is misspelt, or its scenes are not there.
    ///
    /// # Errors
    /// There is one.
    pub fn refuse_unused(&self) -> Result<()> {
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        match self.data.iter().find(|(name, _)| !asked.contains(name)) {
            Some((name, _)) => bail!("--data {name}: no scene uses this name"),
            None => Ok(()),
        }
    }
}

/// A folder, and the demo where the user has nothing else of its name.
struct Games<'a> {
    folder: Folder,
    asked: &'a Mutex<BTreeSet<String>>,
}

impl Games<'_> {
    /// An error with the option that permits what is refused, where it is that.
    fn hinted(&self, name: &str, error: Error) -> Error {
        match name.starts_with('$') || self.folder.allows(name) {
            true => error,
            false => Error::Misuse(format!("{error} (--allow-outside permits that)")),
        }
    }
}

impl Inputs for Games<'_> {
    fn read(&self, name: &str) -> scumm_room::Result<Vec<u8>> {
        inputs::note(&self.folder.path.join(name));
        self.folder.read(name).map_err(|error| self.hinted(name, error))
    }

    fn game(&self, path: &str) -> scumm_room::Result<Option<Game>> {
        let name = path.strip_prefix('$').map(|name| name.split('/').next().unwrap_or(name));
        if let Some(name) = name {
            self.asked.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned());
        }
        match path.strip_prefix('$') {
            Some(DEMO) if !self.folder.games.contains_key(DEMO) => demo::game().map(Some),
            _ => {
                let game = self.folder.game(path).map_err(|error| self.hinted(path, error))?;
                game.iter().for_each(inputs::note_game);
                Ok(game)
            }
        }
    }
}

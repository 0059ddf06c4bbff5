//! Where scenes take rooms and costumes from.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Result, bail};
use scumm_engine::Game;
use scumm_room::Error;
use scumm_scene::harness::sources::{GamePlaces, Sources};
use scumm_scene::{DEMO, Folder, Inputs};
use scumm_tools::{demo, inputs};

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
        Some((name, place)) if !name.is_empty() && !place.is_empty() => {
            Ok((name.to_owned(), place.into()))
        }
        _ => Err("expected NAME=DIR".to_owned()),
    }
}

impl SourceArgs {
    /// Refuses a name of the command line that no scene has asked for: it is misspelt, or its
    /// scenes are not there.
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

impl Sources for SourceArgs {
    fn text(&self, path: &Path) -> Result<String> {
        inputs::scene(path)
    }

    fn inputs(&self, path: &Path) -> Box<dyn Inputs + '_> {
        let folder = Folder {
            allow_outside: self.allow_outside,
            games: self.places(),
            ..Folder::of_scene(path)
        };
        Box::new(Games {
            folder,
            asked: &self.asked,
        })
    }

    /// The places of the command line win over the environment's.
    fn places(&self) -> GamePlaces {
        let environment = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into())));
        environment.chain(self.data.iter().cloned()).collect()
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
        self.folder
            .read(name)
            .map_err(|error| self.hinted(name, error))
    }

    fn game(&self, path: &str) -> scumm_room::Result<Option<Game>> {
        let name = path
            .strip_prefix('$')
            .map(|name| name.split('/').next().unwrap_or(name));
        if let Some(name) = name {
            self.asked
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .insert(name.to_owned());
        }
        if path.strip_prefix('$') == Some(DEMO) && !self.folder.games.contains_key(DEMO) {
            return demo::game().map(Some);
        }
        let game = self
            .folder
            .game(path)
            .map_err(|error| self.hinted(path, error))?;
        game.iter().for_each(inputs::note_game);
        Ok(game)
    }
}

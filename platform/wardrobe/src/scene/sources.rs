//! The sources of a scene's rooms and costumes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Result, bail};
use scumm_engine::Game;
use scumm_room::Error;
use scumm_scene::harness::sources::{GamePlaces, Sources};
use scumm_scene::{DEMO, Folder, Inputs};
use scumm_tools::{demo, inputs};

/// Options for the files that scenes may use.
#[derive(Debug, Default, clap::Args)]
pub struct SourceArgs {
    /// Let scenes name files anywhere, not only one level above their folder
    #[arg(long, global = true)]
    allow_outside: bool,

    /// The path of the game that scenes call $NAME; without it the environment variable NAME is
    /// used
    #[arg(long, global = true, value_name = "NAME=DIR", value_parser = game_place)]
    data: Vec<(String, PathBuf)>,

    /// The names by which scenes have requested games.
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
    /// Checks that scenes have requested every name of the command line. An unused name is
    /// misspelt, or its scenes are missing.
    ///
    /// # Errors
    /// Returns an error that names the first unused name.
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

    /// Returns the paths of games. The command line overrides the environment.
    fn places(&self) -> GamePlaces {
        let environment = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into())));
        environment.chain(self.data.iter().cloned()).collect()
    }
}

/// A folder, and the demo unless the user has set another game for its name.
struct Games<'a> {
    folder: Folder,
    asked: &'a Mutex<BTreeSet<String>>,
}

impl Games<'_> {
    /// Adds the option that permits the access to an error, if the access was refused.
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

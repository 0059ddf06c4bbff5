//! Where scenes take rooms and costumes from.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Result;
use scumm_engine::Game;
use scumm_engine::scene::{Folder, Inputs, Runner, Scene};

use crate::demo;
use crate::inputs;

/// The name by which scenes call the demo that the program carries.
pub const DEMO: &str = "DEMO";

/// Where scenes may take files from.
#[derive(Debug, Default, clap::Args)]
pub struct SourceArgs {
    /// Let scenes name files anywhere, not only one level above their folder
    #[arg(long, global = true)]
    allow_outside: bool,

    /// Where the game is that scenes call $NAME; without it the environment variable NAME says so
    #[arg(long, global = true, value_name = "NAME=DIR", value_parser = game_place)]
    data: Vec<(String, PathBuf)>,
}

fn game_place(text: &str) -> Result<(String, PathBuf), String> {
    match text.split_once('=') {
        Some((name, place)) if !name.is_empty() && !place.is_empty() => Ok((name.to_owned(), place.into())),
        _ => Err("expected NAME=DIR".to_owned()),
    }
}

impl SourceArgs {
    /// The places of games by name: those of the command line win over the environment's.
    pub fn game_places(&self) -> BTreeMap<String, PathBuf> {
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
        Ok(Runner::new(scene, &WithDemo(folder))?)
    }
}

/// A folder, and the demo where the user has nothing else of its name.
struct WithDemo(Folder);

impl Inputs for WithDemo {
    fn read(&self, name: &str) -> scumm_room::Result<Vec<u8>> {
        inputs::note(&self.0.path.join(name));
        self.0.read(name)
    }

    fn game(&self, path: &str) -> scumm_room::Result<Option<Game>> {
        match path.strip_prefix('$') {
            Some(DEMO) if !self.0.games.contains_key(DEMO) => demo::game().map(Some),
            _ => self.0.game(path).inspect(|game| game.iter().for_each(inputs::note_game)),
        }
    }
}

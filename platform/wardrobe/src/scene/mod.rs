//! `wardrobe scene`: plays scene files, holds them against stored lines, stores new ones.

mod bless;
mod check;
mod find;
mod run;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
use scumm_engine::scene::{Folder, Runner, Scene};

use crate::outcome::Outcome;

/// Plays scene files and checks them against stored lines
///
/// A scene is a text file (JSON or TOML) that sets up a stage, actors and costumes and lists steps. Playing it prints a line of JSON
/// for each engine frame and operation.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    sources: SourceArgs,
}

/// Where scenes may take files from.
#[derive(Debug, clap::Args)]
struct SourceArgs {
    /// Let scenes name files anywhere, not only one level above their folder
    #[arg(long, global = true)]
    allow_outside: bool,

    /// Where the game is that scenes call $NAME; without it the environment variable NAME says so
    #[arg(long, global = true, value_name = "NAME=DIR", value_parser = game_place)]
    data: Vec<(String, PathBuf)>,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Run(run::Args),
    Check(check::Args),
    Bless(bless::Args),
}

/// Plays, checks or stores.
///
/// # Errors
/// What is named can't be read, or is no scene.
pub fn run(args: &Args) -> Result<Outcome> {
    match &args.command {
        Command::Run(command) => run::run(command, &args.sources),
        Command::Check(command) => check::run(command, &args.sources),
        Command::Bless(command) => bless::run(command, &args.sources),
    }
}

fn game_place(text: &str) -> Result<(String, PathBuf), String> {
    match text.split_once('=') {
        Some((name, place)) if !name.is_empty() && !place.is_empty() => Ok((name.to_owned(), place.into())),
        _ => Err("expected NAME=DIR".to_owned()),
    }
}

impl SourceArgs {
    /// The places of games by name: those of the command line win over the environment's.
    fn games(&self) -> BTreeMap<String, PathBuf> {
        let environment =
            std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into())));
        environment.chain(self.data.iter().cloned()).collect()
    }

    /// Sets up what a scene file says.
    fn open(&self, path: &Path) -> Result<Runner> {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let scene = Arc::new(Scene::parse(&path.display().to_string(), &text)?);
        let inputs = Folder { allow_outside: self.allow_outside, games: self.games(), ..Folder::of_scene(path) };
        Ok(Runner::new(scene, &inputs)?)
    }
}
